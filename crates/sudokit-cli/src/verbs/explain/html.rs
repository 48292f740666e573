//! A web page with a drawing of every step: one file, no scripts, light and dark.

use std::fmt::Write;

use sudokit::logic::{Board, Step};
use sudokit::rate::Rating;
use sudokit_render::page::{self, escape};

use super::documents::Document;
use super::options::ExplainOptions;
use super::{Explanation, is_simple};
use crate::report::located::{LocatedPuzzle, PuzzleError};
use crate::terminal;

/// HTML for a browser.
pub struct Html;

const PAGE_STYLE: &str = include_str!("page.css");

impl Document for Html {
    fn begin(&self, options: &ExplainOptions) -> String {
        let files: Vec<String> = options
            .job
            .sources
            .iter()
            .map(ToString::to_string)
            .collect();
        let title = escape(&format!("{}, step by step", files.join(", ")));
        format!(
            "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
             <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
             <title>{title}</title>\n<style>\n{}{PAGE_STYLE}</style>\n</head>\n<body>\n<main>\n",
            page::style()
        )
    }

    fn puzzle(
        &self,
        _plan: &ExplainOptions,
        located: &LocatedPuzzle<'_>,
        solve: &Explanation,
    ) -> String {
        let id = identifier(located);
        let mut html = heading(located, solve, &id);
        if !solve.steps.is_empty() {
            contents(solve, &id, &mut html);
        }
        let mut number = 0;
        solve.each_step(|board, step| {
            number += 1;
            section(solve, board, step, (&id, number), &mut html);
        });
        if !solve.steps.is_empty() {
            result(solve, &id, &mut html);
        }
        html
    }

    fn error(&self, located: &LocatedPuzzle<'_>, error: &PuzzleError) -> String {
        format!(
            "<header class=\"card\">\n<h1>{}</h1>\n<p>{}</p>\n</header>\n",
            escape(&located.title()),
            escape(&error.problem.message)
        )
    }

    fn end(&self) -> String {
        "</main>\n</body>\n</html>\n".to_string()
    }
}

/// The prefix of a puzzle's anchors: letters and digits of the file name and the line make it
/// unique.
fn identifier(located: &LocatedPuzzle<'_>) -> String {
    let plain = |c: char| if c.is_ascii_alphanumeric() { c } else { '-' };
    let file: String = located.file.chars().map(plain).collect();
    format!("{file}-{}", located.piece.line)
}

/// The puzzle, how it ended, and the techniques it took.
fn heading(located: &LocatedPuzzle<'_>, solve: &Explanation, id: &str) -> String {
    let title = escape(&located.title());
    let rating = Rating::of(solve.start.shape(), &solve.steps);
    let mut table = String::new();
    for used in &rating.techniques {
        let _ = writeln!(
            table,
            "<tr><td>{}</td><td>{}</td><td class=\"figure\">{}</td></tr>",
            escape(used.technique.name()),
            used.technique.level(),
            used.steps
        );
    }
    if !table.is_empty() {
        table = format!(
            "<table>\n<tr><th>technique</th><th>level</th><th class=\"figure\">steps</th></tr>\n\
             {table}</table>\n"
        );
    }
    let drawing = page::position(&solve.start, &solve.words, &format!("The puzzle {title}"));
    format!(
        "<header class=\"card {}\" id=\"{id}\">\n<div>\n<h1>{title}</h1>\n{}\
         {table}</div>\n<figure>{drawing}</figure>\n</header>\n",
        arrangement(solve),
        ending(solve)
    )
}

/// How it ended, in paragraphs.
fn ending(solve: &Explanation) -> String {
    let sentences = solve.ending_sentences();
    let paragraphs = sentences.iter().map(|text| escape(text));
    paragraphs.map(|text| format!("<p>{text}</p>\n")).collect()
}

/// Returns the layout: whether there is room for a drawing next to the text.
fn arrangement(solve: &Explanation) -> &'static str {
    match page::is_wide(&solve.start) {
        true => "stacked",
        false => "side-by-side",
    }
}

/// The final position, and the rating.
fn result(solve: &Explanation, id: &str, html: &mut String) {
    let drawing = page::position(&solve.end, &solve.words, "Where the steps led");
    let _ = write!(
        html,
        "<footer class=\"card {}\" id=\"{id}-end\">\n<figure>{drawing}</figure>\n<div>\n\
         <h2>The end</h2>\n{}<p class=\"quiet\"><a class=\"up\" href=\"#{id}\">back to the top</a></p>\n\
         </div>\n</footer>\n",
        arrangement(solve),
        ending(solve)
    );
}

/// A list of all steps; steps harder than singles stand out.
fn contents(solve: &Explanation, id: &str, html: &mut String) {
    html.push_str("<nav class=\"card\" aria-label=\"Steps\">\n<details open>\n<summary>Steps</summary>\n<ol>\n");
    for (index, step) in solve.steps.iter().enumerate() {
        let number = index + 1;
        let class = if is_simple(step) {
            ""
        } else {
            " class=\"notable\""
        };
        let _ = writeln!(
            html,
            "<li{class}><a href=\"#{id}-{number}\"><span class=\"number\">{number}</span>{}</a></li>",
            escape(&solve.words.title(step))
        );
    }
    html.push_str("</ol>\n</details>\n</nav>\n");
}

/// A step: its title, reason and drawing.
fn section(
    solve: &Explanation,
    board: &Board,
    step: &Step,
    (id, number): (&str, usize),
    html: &mut String,
) {
    let words = &solve.words;
    let title = escape(&words.title(step));
    // The heading is the title.
    let sentence = escape(&terminal::without_title(&words.sentence(step)));
    let level = step.technique.level().name();
    let _ = write!(
        html,
        "<section class=\"card step {}\" id=\"{id}-{number}\">\n<figure>{}\n\
         <figcaption><ul>",
        arrangement(solve),
        page::step(board, step, words)
    );
    for (swatch, name) in page::legend(board, step) {
        let _ = write!(html, "<li>{swatch}{}</li>", escape(&name));
    }
    let _ = write!(
        html,
        "</ul></figcaption></figure>\n<div>\n<h2><span class=\"number\">{number}</span>{title}</h2>\n\
         <p class=\"sentence\">{sentence}</p>\n"
    );
    let mut paragraphs = words.paragraphs(step);
    // The last one repeats the sentence.
    paragraphs.pop();
    for paragraph in paragraphs.iter().filter(|text| !text.is_empty()) {
        let _ = writeln!(html, "<p>{}</p>", escape(paragraph));
    }
    let _ = write!(
        html,
        "<p class=\"quiet\">Level: {level} · <a class=\"up\" href=\"#{id}\">back to the top</a></p>\n\
         </div>\n</section>\n"
    );
}
