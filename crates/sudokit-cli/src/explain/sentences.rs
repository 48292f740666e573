//! A numbered sentence for each step, with paragraphs and positions where they are wanted.

use std::fmt::Write;

use super::document::Document;
use super::{Plan, Solve, is_simple};
use crate::candidate_grid;
use crate::case::{Case, Trouble};
use crate::prose;

/// For a terminal.
pub struct Sentences;

impl Document for Sentences {
    fn puzzle(&self, plan: &Plan, case: &Case<'_>, solve: &Solve) -> String {
        let mut text = String::new();
        if !case.alone || plan.job.sources.len() > 1 {
            let _ = writeln!(text, "{}:", case.title());
        }
        let width = prose::width();
        let digits = solve.steps.len().to_string().len();
        let indentation = " ".repeat(digits + 2);
        let mut number = 0;
        solve.each_step(|board, step| {
            number += 1;
            let sentence = solve.words.line(step, plan.eureka);
            let sentence = prose::with_strong_title(&sentence);
            let _ = writeln!(text, "{number:>digits$}. {sentence}");
            let mut has_more = false;
            if plan.full {
                let mut paragraphs = solve.words.paragraphs(step);
                // The last one repeats what the sentence says.
                paragraphs.pop();
                for paragraph in &paragraphs {
                    text += &prose::wrap(paragraph, &indentation, width);
                }
                has_more = true;
            }
            if plan.grid
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
        match plan.colours {
            true => text,
            false => anstream::adapter::strip_str(&text).to_string(),
        }
    }

    fn trouble(&self, _case: &Case<'_>, _trouble: &Trouble) -> String {
        String::new()
    }
}
