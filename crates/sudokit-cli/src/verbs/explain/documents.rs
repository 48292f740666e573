//! The formats of explanations except HTML: text, tables, Markdown and JSON.

use std::fmt::Write;

use serde::Serialize;
use sudokit::Grid;
use sudokit::Problem;
use sudokit::logic::{Board, Level, Stage, Standing, StepReport};
use sudokit::solve::Status;

use super::options::ExplainOptions;
use super::{Explanation, is_simple};
use crate::report;
use crate::report::located::{JsonHead, LocatedPuzzle, PuzzleError};
use crate::terminal::{self, candidate_grid};

/// Text for a terminal: a numbered sentence per step, with paragraphs and positions if wanted.
pub struct Sentences;

impl Document for Sentences {
    fn puzzle(
        &self,
        options: &ExplainOptions,
        located: &LocatedPuzzle<'_>,
        solve: &Explanation,
    ) -> String {
        let mut text = String::new();
        if !located.alone || options.job.sources.len() > 1 {
            let _ = writeln!(text, "{}:", located.title());
        }
        let width = terminal::width();
        let digits = solve.steps.len().to_string().len();
        let indentation = " ".repeat(digits + 2);
        let mut number = 0;
        solve.each_step(|board, step| {
            number += 1;
            let sentence = solve.words.line(step, options.eureka);
            let sentence = terminal::with_strong_title(&sentence);
            let _ = writeln!(text, "{number:>digits$}. {sentence}");
            let mut has_more = false;
            if options.full {
                let mut paragraphs = solve.words.paragraphs(step);
                // The last one repeats the sentence.
                paragraphs.pop();
                for paragraph in &paragraphs {
                    text += &terminal::wrap(paragraph, &indentation, width);
                }
                has_more = true;
            }
            if options.grid
                && !is_simple(step)
                && let Some(grid) = candidate_grid::draw(board, step, &solve.words)
            {
                text += &grid;
                has_more = true;
            }
            if has_more {
                text.push('\n');
            }
        });
        for sentence in solve.ending_sentences() {
            let _ = writeln!(text, "{sentence}");
        }
        match options.colours {
            true => text,
            false => anstream::adapter::strip_str(&text).to_string(),
        }
    }

    fn error(&self, _located: &LocatedPuzzle<'_>, _error: &PuzzleError) -> String {
        String::new()
    }
}

/// A format of explanations.
pub trait Document: Sync {
    /// The start of the document.
    fn begin(&self, _plan: &ExplainOptions) -> String {
        String::new()
    }

    /// A puzzle and its steps.
    fn puzzle(
        &self,
        options: &ExplainOptions,
        located: &LocatedPuzzle<'_>,
        solve: &Explanation,
    ) -> String;

    /// A puzzle without steps, because it is unreadable or breaks a rule. The reason goes to
    /// standard error in any case.
    fn error(&self, located: &LocatedPuzzle<'_>, error: &PuzzleError) -> String;

    /// What comes between two puzzles.
    fn between(&self) -> &'static str {
        "\n"
    }

    /// The end of the document.
    fn end(&self) -> String {
        String::new()
    }
}

/// A table with a row for each step, and one for the result.
pub struct Table;

impl Table {
    fn row(located: &LocatedPuzzle<'_>, status: Status, cells: [&str; 3]) -> String {
        let row = report::step_row(located, status, cells);
        String::from_utf8_lossy(&row.unwrap_or_default()).into_owned()
    }
}

impl Document for Table {
    fn begin(&self, _plan: &ExplainOptions) -> String {
        report::STEP_COLUMNS.join(",") + "\n"
    }

    fn puzzle(
        &self,
        options: &ExplainOptions,
        located: &LocatedPuzzle<'_>,
        solve: &Explanation,
    ) -> String {
        let mut text = String::new();
        for (index, step) in solve.steps.iter().enumerate() {
            let sentence = solve.words.line(step, options.eureka);
            let number = (index + 1).to_string();
            let cells = [&number, step.technique.name(), &sentence];
            text += &Table::row(located, solve.status, cells);
        }
        let ending = solve.ending_sentences().join(" ");
        text + &Table::row(located, solve.status, ["", "", &ending])
    }

    fn error(&self, located: &LocatedPuzzle<'_>, error: &PuzzleError) -> String {
        Table::row(located, error.status, ["", "", &error.problem.message])
    }

    fn between(&self) -> &'static str {
        ""
    }
}

/// Markdown for pages and messages.
pub struct Markdown;

impl Document for Markdown {
    fn puzzle(
        &self,
        options: &ExplainOptions,
        located: &LocatedPuzzle<'_>,
        solve: &Explanation,
    ) -> String {
        let words = &solve.words;
        let mut text = format!("# {}\n\n", escape(&located.title()));
        let puzzle = candidate_grid::values(&solve.start, words);
        let _ = writeln!(text, "{}", code_block(&puzzle));
        let mut number = 0;
        solve.each_step(|board, step| {
            number += 1;
            let title = escape(&words.title(step));
            let _ = writeln!(text, "## {number}. {title}\n");
            // The heading is the title.
            let sentence = terminal::without_title(&words.line(step, options.eureka));
            let _ = writeln!(text, "**{}**\n", escape(&sentence));
            let mut paragraphs = words.paragraphs(step);
            // The last one repeats the sentence.
            paragraphs.pop();
            for paragraph in paragraphs.iter().filter(|text| !text.is_empty()) {
                let _ = writeln!(text, "{}\n", escape(paragraph));
            }
            if options.grid
                && !is_simple(step)
                && let Some(grid) = candidate_grid::draw(board, step, words)
            {
                let _ = writeln!(text, "{}", code_block(&grid));
            }
        });
        let sentences = solve.ending_sentences();
        let sentences = sentences.iter().map(|sentence| escape(sentence));
        let _ = writeln!(text, "**{}**", sentences.collect::<Vec<_>>().join(" "));
        text
    }

    fn error(&self, located: &LocatedPuzzle<'_>, error: &PuzzleError) -> String {
        let title = escape(&located.title());
        let message = escape(&error.problem.message);
        format!("# {title}\n\n**{message}**\n")
    }
}

/// A preformatted drawing.
fn code_block(drawing: &str) -> String {
    let plain = anstream::adapter::strip_str(drawing);
    format!("```text\n{plain}```\n")
}

/// Characters that Markdown would take for markup.
fn escape(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for character in text.chars() {
        if matches!(
            character,
            '\\' | '`' | '*' | '_' | '[' | ']' | '<' | '>' | '#' | '|' | '&'
        ) {
            escaped.push('\\');
        }
        escaped.push(character);
    }
    escaped
}

/// One JSON object per puzzle.
pub struct Json;

#[derive(Serialize)]
struct ExplainJson<'a> {
    #[serde(flatten)]
    head: JsonHead<'a>,
    #[serde(skip_serializing_if = "Option::is_none")]
    shape: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    puzzle: Option<String>,
    /// How far the steps lead; absent if a step contradicts the solution.
    #[serde(skip_serializing_if = "Option::is_none")]
    standing: Option<Standing>,
    /// The values after the last step.
    #[serde(skip_serializing_if = "Option::is_none")]
    result: Option<String>,
    /// For solved puzzles, as `rate` reports them.
    #[serde(skip_serializing_if = "Option::is_none")]
    level: Option<Level>,
    #[serde(skip_serializing_if = "Option::is_none")]
    score: Option<u32>,
    /// How it ended, in words.
    #[serde(skip_serializing_if = "Option::is_none")]
    message: Option<String>,
    steps: Vec<StepReport>,
    #[serde(skip_serializing_if = "Option::is_none")]
    problem: Option<&'a Problem>,
}

impl Document for Json {
    fn puzzle(
        &self,
        _plan: &ExplainOptions,
        located: &LocatedPuzzle<'_>,
        solve: &Explanation,
    ) -> String {
        let values = |board: &Board| Grid::from(board).to_string();
        let reports = solve
            .steps
            .iter()
            .map(|step| solve.words.report(step, Stage::Step));
        written(&ExplainJson {
            head: located.head(solve.status),
            shape: Some(solve.start.shape().to_string()),
            puzzle: Some(values(&solve.start)),
            standing: solve.ending.standing(),
            result: Some(values(&solve.end)),
            level: solve.rating.as_ref().map(|rating| rating.level),
            score: solve.rating.as_ref().map(|rating| rating.score),
            message: Some(solve.ending_sentences().join(" ")),
            steps: reports.collect(),
            problem: None,
        })
    }

    fn error(&self, located: &LocatedPuzzle<'_>, problem: &PuzzleError) -> String {
        written(&ExplainJson {
            head: located.head(problem.status),
            shape: None,
            puzzle: None,
            standing: None,
            result: None,
            level: None,
            score: None,
            message: None,
            steps: Vec::new(),
            problem: Some(&problem.problem),
        })
    }

    fn between(&self) -> &'static str {
        ""
    }
}

fn written(line: &ExplainJson<'_>) -> String {
    String::from_utf8(report::json_line(line)).expect("JSON is text")
}
