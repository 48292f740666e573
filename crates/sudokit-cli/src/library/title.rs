//! What a puzzle is called, or what stands beside it.

use sudokit::format::{Form, Piece, Record};

/// Longer remarks are cut off.
const LONGEST: usize = 300;

/// What a file says about a puzzle in its own line or section.
pub fn of(piece: &Piece, record: &Record) -> Option<String> {
    if let Some(name) = &record.name {
        return tidy(name);
    }
    if record.form != Form::Line {
        return None;
    }
    let mut rest = Vec::new();
    record.write_word(&piece.text, "", &mut rest);
    tidy(&String::from_utf8_lossy(&rest))
}

/// Whether a heading above such a puzzle belongs to it. A line of many has no heading of its own.
pub fn takes_heading(form: Form) -> bool {
    matches!(
        form,
        Form::Rows
            | Form::Spaced
            | Form::Csv
            | Form::Boxed
            | Form::SimpleSudoku
            | Form::Pencilmarks
    )
}

/// The heading in the text between two puzzles: its last line that says something.
pub fn heading(text: &[u8]) -> Option<String> {
    let text = String::from_utf8_lossy(text);
    text.lines().rev().find_map(tidy)
}

/// Words without what sets them off.
fn tidy(text: &str) -> Option<String> {
    let is_fringe = |c: char| c.is_whitespace() || "#;,|/:=-".contains(c);
    // A control character in a title would play tricks on a terminal.
    let plain = text.replace(char::is_control, " ");
    let words = plain.trim_matches(is_fringe);
    (!words.is_empty()).then(|| words.chars().take(LONGEST).collect())
}

#[cfg(test)]
mod tests {
    use sudokit::format::{Content, ReadOptions, Reader};

    use super::*;

    fn titles(text: &str) -> Vec<Option<String>> {
        let mut reader = Reader::new(text.as_bytes(), ReadOptions::default());
        let (mut piece, mut titles) = (Piece::default(), Vec::new());
        while reader.read(&mut piece).unwrap() {
            if let Content::Puzzle(record) = &piece.content {
                titles.push(of(&piece, record));
            }
        }
        titles
    }

    #[test]
    fn what_stands_beside_a_puzzle_is_its_title() {
        let known =
            "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
        let text = format!("{known}\n{known} # by A. Setter, ER 1.2\n{known};easy;\n");
        let expected = [
            None,
            Some("by A. Setter, ER 1.2".to_string()),
            Some("easy".to_string()),
        ];
        assert_eq!(titles(&text), expected);
    }

    #[test]
    fn a_heading_is_the_last_line_that_says_something() {
        assert_eq!(
            heading(b"# ours\n\nGrid 01\n\n"),
            Some("Grid 01".to_string())
        );
        assert_eq!(heading(b"\n \n"), None);
        assert_eq!(heading(b"# \x1b[31mred\n"), Some("[31mred".to_string()));
    }
}
