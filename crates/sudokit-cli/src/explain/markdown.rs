//! Steps as Markdown, to be put into a page or a message.

use std::fmt::Write;

use super::document::Document;
use super::{Plan, Solve, is_simple};
use crate::candidate_grid;
use crate::case::{Case, Trouble};
use crate::prose;

/// For pages and messages.
pub struct Markdown;

impl Document for Markdown {
    fn puzzle(&self, plan: &Plan, case: &Case<'_>, solve: &Solve) -> String {
        let words = &solve.words;
        let mut text = format!("# {}\n\n", escape(&case.title()));
        let puzzle = candidate_grid::values(&solve.start, words);
        let _ = writeln!(text, "{}", code_block(&puzzle));
        let mut number = 0;
        solve.each_step(|board, step| {
            number += 1;
            let title = escape(&words.title(step));
            let _ = writeln!(text, "## {number}. {title}\n");
            // The heading has said the title.
            let sentence = prose::without_title(&words.line(step, plan.eureka));
            let _ = writeln!(text, "**{}**\n", escape(&sentence));
            let mut paragraphs = words.paragraphs(step);
            // The last one repeats what the sentence says.
            paragraphs.pop();
            for paragraph in paragraphs.iter().filter(|text| !text.is_empty()) {
                let _ = writeln!(text, "{}\n", escape(paragraph));
            }
            if plan.grid
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

    fn trouble(&self, case: &Case<'_>, trouble: &Trouble) -> String {
        let (title, detail) = (escape(&case.title()), escape(&trouble.detail));
        format!("# {title}\n\n**{detail}**\n")
    }
}

/// A drawing, as it stands.
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
