//! What people see: messages, progress, boards, and paragraphs of readable width.

pub mod board;
pub mod candidate_grid;
pub mod highlight;
pub mod messages;
pub mod progress;
pub mod prompt;

use anstyle::Style;
pub use sudokit::logic::{capitalized, without_title};

/// The style of titles.
pub const STRONG: Style = Style::new().bold();

/// Wider lines are hard to read, however wide the terminal is.
const WIDEST: usize = 100;

/// The width of text on standard output.
pub fn width() -> usize {
    terminal_size::terminal_size_of(std::io::stdout())
        .map_or(WIDEST, |(width, _)| usize::from(width.0).clamp(40, WIDEST))
}

/// Wraps a paragraph; each line is indented and ends with a newline.
pub fn wrap(text: &str, indentation: &str, width: usize) -> String {
    let mut lines: Vec<String> = Vec::new();
    for word in text.split_whitespace() {
        let fits = |line: &&mut String| line.chars().count() + 1 + word.chars().count() <= width;
        match lines.last_mut().filter(fits) {
            Some(line) => {
                line.push(' ');
                line.push_str(word);
            }
            None => lines.push(format!("{indentation}{word}")),
        }
    }
    lines.into_iter().map(|line| line + "\n").collect()
}

/// A sentence such as `Naked pair: …` with its title in bold.
pub fn with_strong_title(sentence: &str) -> String {
    match sentence.split_once(':') {
        Some((title, rest)) => format!("{STRONG}{title}{STRONG:#}:{rest}"),
        None => sentence.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_as_long_as_they_may_be() {
        assert_eq!(wrap("one two three", "", 7), "one two\nthree\n");
        assert_eq!(wrap("one two three", "  ", 7), "  one\n  two\n  three\n");
        assert_eq!(wrap("≠≠≠ ≠≠≠", "", 7), "≠≠≠ ≠≠≠\n");
        assert_eq!(wrap("overlong", "", 3), "overlong\n");
    }
}
