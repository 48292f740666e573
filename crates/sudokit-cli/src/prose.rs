//! Text for people to read: lines of a length that the eye can follow.

use anstyle::Style;

/// What stands out.
pub const STRONG: Style = Style::new().bold();

/// Wider lines are hard to read, whatever the terminal has room for.
const WIDEST: usize = 100;

/// How wide text may be on standard output.
pub fn width() -> usize {
    terminal_size::terminal_size_of(std::io::stdout())
        .map_or(WIDEST, |(width, _)| usize::from(width.0).clamp(40, WIDEST))
}

/// A paragraph in lines, each with this indentation and a line end.
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

/// A sentence such as `Naked pair: …` with its title standing out.
pub fn with_strong_title(sentence: &str) -> String {
    match sentence.split_once(':') {
        Some((title, rest)) => format!("{STRONG}{title}{STRONG:#}:{rest}"),
        None => sentence.to_string(),
    }
}

/// The rest of a sentence such as `Naked pair: …`, to stand under a heading that says its title.
pub fn without_title(sentence: &str) -> String {
    let rest = sentence.split_once(": ").map(|(_, rest)| rest);
    capitalized(rest.unwrap_or(sentence))
}

/// A sentence with a capital at its beginning; names of cells, such as `r1c6`, stay as they are.
pub fn capitalized(sentence: &str) -> String {
    let first_word = sentence.split(' ').next().unwrap_or_default();
    let mut characters = sentence.chars();
    match characters.next() {
        Some(first) if !first_word.contains(|c: char| c.is_ascii_digit()) => {
            first.to_uppercase().chain(characters).collect()
        }
        _ => sentence.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sentences_begin_with_a_capital_or_a_cell() {
        let rest = |sentence: &str| without_title(sentence);
        assert_eq!(rest("Skyscraper: all of it"), "All of it");
        assert_eq!(rest("Naked single: r1c6 is 9"), "r1c6 is 9");
        assert_eq!(rest("Fish: 5 in rows: so"), "5 in rows: so");
        assert_eq!(rest("nothing before"), "Nothing before");
        assert_eq!(capitalized(""), "");
    }

    #[test]
    fn lines_are_as_long_as_they_may_be() {
        assert_eq!(wrap("one two three", "", 7), "one two\nthree\n");
        assert_eq!(wrap("one two three", "  ", 7), "  one\n  two\n  three\n");
        assert_eq!(wrap("≠≠≠ ≠≠≠", "", 7), "≠≠≠ ≠≠≠\n");
        assert_eq!(wrap("overlong", "", 3), "overlong\n");
    }
}
