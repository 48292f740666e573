//! The examples of `docs/forms.md`: each is read as the form that it shows, and every form has one.

use std::collections::BTreeSet;

use sudokit::format::{Content, Form, Piece, ReadOptions, Reader};

/// The puzzle of all examples.
const PUZZLE: &str =
    "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";

/// The page lives above this crate; a packaged crate does not have it.
fn page() -> Option<String> {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/forms.md");
    std::fs::read_to_string(path).ok()
}

/// The blocks of the page whose fence says `form NAME`.
fn examples(page: &str) -> Vec<(String, String)> {
    let mut examples = Vec::new();
    let mut lines = page.lines();
    while let Some(line) = lines.next() {
        let Some((fence, name)) = line.split_once("form ") else {
            continue;
        };
        if fence != "```" && fence != "````" {
            continue;
        }
        let body: Vec<&str> = lines.by_ref().take_while(|line| *line != fence).collect();
        examples.push((name.to_string(), body.join("\n") + "\n"));
    }
    examples
}

#[test]
fn examples_are_read_as_what_they_show() {
    let Some(page) = page() else { return };
    let examples = examples(&page);
    for (name, text) in &examples {
        let form: Form = name
            .parse()
            .unwrap_or_else(|_| panic!("`{name}` is no form"));
        let mut reader = Reader::new(text.as_bytes(), ReadOptions::default());
        let (mut piece, mut puzzles) = (Piece::default(), 0);
        while reader.read(&mut piece).unwrap() {
            match &piece.content {
                Content::Verbatim => {}
                Content::Unreadable(problem) => panic!("{name}: {problem}\n{text}"),
                Content::Puzzle(record) => {
                    puzzles += 1;
                    let values = record.puzzle.values();
                    let givens = PUZZLE
                        .bytes()
                        .zip(values)
                        .all(|(symbol, value)| match symbol {
                            // A cell with one candidate counts as filled.
                            b'.' => *value == 0 || record.puzzle.candidates().is_some(),
                            digit => digit - b'0' == *value,
                        });
                    assert!(givens, "{text}");
                    // What tells the two apart is only how they are written.
                    let expected = match form {
                        Form::Sdx => Form::Pencilmarks,
                        form => form,
                    };
                    assert_eq!(record.form, expected, "{text}");
                }
            }
        }
        assert_eq!(puzzles, 1, "{name}\n{text}");
    }
    let shown: BTreeSet<&str> = examples.iter().map(|(name, _)| name.as_str()).collect();
    let missing: Vec<&str> = Form::ALL
        .iter()
        .map(|form| form.name())
        .filter(|name| !shown.contains(name))
        .collect();
    assert!(missing.is_empty(), "forms without an example: {missing:?}");
    assert!(examples.len() >= 30, "{} examples", examples.len());
}
