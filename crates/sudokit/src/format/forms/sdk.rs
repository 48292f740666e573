//! SDK files: headers `#A author`, then the sections `[Puzzle]`, `[State]`, `[PencilMarks]`,
//! `[Colours]`.
//!
//! The puzzle is the content of `[Puzzle]`: a player's mistakes in `[State]` must not make it
//! unsolvable. The `[State]` is the record's position. The answer goes into `[State]` if there is
//! one, otherwise into `[Puzzle]`; all other sections are copied. Another `[Puzzle]` starts another
//! puzzle.

use std::ops::Range;

use crate::format::forms::grid;
use crate::format::read::lines::trim;
use crate::format::read::pieces::Pieces;
use crate::format::read::segment::Segment;
use crate::format::{Form, Piece, Record, Span};
use crate::problem::{Problem, ProblemCode};
use crate::puzzle::{Origin, Puzzle};

/// Splits a file into puzzles and the text between them.
pub(crate) fn split(segment: &Segment) -> Vec<Piece> {
    let sections = sections(segment.text);
    let mut pieces = Pieces::new(segment);
    let mut rest = sections.as_slice();
    let mut headers_from = 0;
    while let Some(at) = rest.iter().position(|section| section.is("puzzle")) {
        rest = &rest[at..];
        let others = rest[1..].iter().position(|section| section.is("puzzle"));
        let count = others.map_or(rest.len(), |others| others + 1);
        let (puzzle, after) = rest.split_at(count);
        let start = puzzle[0].header.start;
        let end = puzzle[count - 1].lines.end;
        let name = name(&segment.text[headers_from..start]);
        pieces.puzzle(start..end, |stretch| match read(stretch, puzzle) {
            Ok(record) => Ok(Record { name, ..record }),
            Err(problem) => {
                let rows = trim(stretch.text, puzzle[0].span(start));
                Err(problem.in_field(rows))
            }
        });
        headers_from = end;
        rest = after;
    }
    pieces.finish()
}

/// A line in brackets and the lines that belong to it.
struct Section {
    name: String,
    header: Range<usize>,
    /// Up to the end of the last line that is neither empty nor a comment.
    lines: Range<usize>,
}

impl Section {
    fn is(&self, name: &str) -> bool {
        self.name.eq_ignore_ascii_case(name)
    }

    /// Returns its lines as a span of a segment that starts at `start`.
    fn span(&self, start: usize) -> Span {
        Span {
            start: (self.lines.start - start) as u32,
            end: (self.lines.end - start) as u32,
        }
    }
}

fn sections(text: &[u8]) -> Vec<Section> {
    let mut sections: Vec<Section> = Vec::new();
    let mut start = 0;
    for line in text.split_inclusive(|byte| *byte == b'\n') {
        let end = start + line.len();
        match line
            .strip_prefix(b"\xef\xbb\xbf")
            .unwrap_or(line)
            .trim_ascii()
        {
            [b'[', name @ .., b']'] => sections.push(Section {
                name: String::from_utf8_lossy(name).trim().to_string(),
                header: start..end,
                lines: end..end,
            }),
            [] | [b'#', ..] => {}
            _ => {
                if let Some(section) = sections.last_mut() {
                    section.lines.end = end;
                }
            }
        }
        start = end;
    }
    sections
}

/// Returns the name in the headers before a puzzle: `#N`, or else the description `#D`.
fn name(headers: &[u8]) -> Option<String> {
    let header = |mark: &[u8]| {
        let lines = headers.split(|byte| *byte == b'\n');
        let found = lines.rev().find_map(|line| line.strip_prefix(mark));
        let text = String::from_utf8_lossy(found?).trim().to_string();
        (!text.is_empty()).then_some(text)
    };
    header(b"#N").or_else(|| header(b"#D"))
}

/// Reads one puzzle; the first section is its `[Puzzle]`, where the segment starts.
fn read(segment: &Segment, sections: &[Section]) -> Result<Record, Problem> {
    let start = sections[0].header.start;
    if sections[0].lines.is_empty() {
        return Err(segment.problem(
            ProblemCode::BrokenStructure,
            Span {
                start: 0,
                end: sections[0].header.len() as u32,
            },
            "the [Puzzle] section has no rows",
            "expected the rows after this line",
            "add the rows of the puzzle",
        ));
    }
    let mut record = grid::read_rows(segment, sections[0].span(start))?;
    record.form = Form::Sdk;
    record.separator = match segment.text.last() {
        Some(b'\n') => "",
        _ => "\n",
    };
    let has_rows = |section: &&Section| section.is("state") && !section.lines.is_empty();
    if let Some(section) = sections.iter().find(has_rows) {
        let state = grid::read_rows(segment, section.span(start))?;
        if state.puzzle.shape().size() != record.puzzle.shape().size() {
            return Err(segment.problem(
                ProblemCode::RowCount,
                state.field,
                format!(
                    "the [State] has {0}×{0} cells; the [Puzzle] has {1}×{1}",
                    state.puzzle.shape().size(),
                    record.puzzle.shape().size()
                ),
                "this section does not fit the puzzle",
                "correct or remove the section",
            ));
        }
        record.played = Some(Box::new(played(&record.puzzle, state.puzzle.values())));
        record.answer = Some(state.cells);
        record.field = state.field;
        record.alignment = state.alignment;
    }
    Ok(record)
}

/// Returns the puzzle with the values of a state; givens are kept.
fn played(puzzle: &Puzzle, state: &[u8]) -> Puzzle {
    let mut played = puzzle.clone();
    for (cell, value) in state.iter().enumerate() {
        if puzzle.values()[cell] == 0 {
            played.set(cell, *value, Origin::Placed);
        }
    }
    played
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::format::{Content, ReadOptions};

    const PUZZLE: &str = "53..7....\n6..195...\n.98....6.\n8...6...3\n4..8.3..1\n7...2...6\n.6....28.\n...419..5\n....8..79\n";
    const ANSWER: &str = "534678912\n672195348\n198342567\n859761423\n426853791\n713924856\n961537284\n287419635\n345286179\n";

    fn pieces(text: &str) -> Vec<Piece> {
        let pieces = split(&Segment {
            text: text.as_bytes(),
            line: 1,
            options: &ReadOptions::default(),
            convention: None,
        });
        let joined: Vec<u8> = pieces.iter().flat_map(|piece| piece.text.clone()).collect();
        assert_eq!(String::from_utf8_lossy(&joined), text);
        pieces
    }

    fn solved(text: &str) -> String {
        let values: Vec<u8> = ANSWER
            .bytes()
            .filter(u8::is_ascii_digit)
            .map(|d| d - b'0')
            .collect();
        let mut out = Vec::new();
        for piece in pieces(text) {
            match &piece.content {
                Content::Puzzle(record) => record.write_values(&piece.text, &values, &mut out),
                Content::Verbatim => out.extend(&piece.text),
                Content::Unreadable(error) => panic!("{error}"),
            }
        }
        String::from_utf8(out).unwrap()
    }

    #[test]
    fn the_answer_goes_into_the_state() {
        let marks = "[PencilMarks]\n,,12,26,,24,19,19,24\n[Colours]\n\n#C the end\n";
        let mistaken = PUZZLE.replace("53..7", "53997");
        let text =
            format!("#ASomebody\n#D An easy one\n[Puzzle]\n{PUZZLE}\n[State]\n{mistaken}{marks}");
        let pieces = pieces(&text);
        let Content::Puzzle(record) = &pieces[1].content else {
            panic!("the second piece is the puzzle");
        };
        assert_eq!(record.name.as_deref(), Some("An easy one"));
        assert_eq!((record.puzzle.clues(), record.puzzle.values()[2]), (30, 0));
        assert_eq!(pieces[1].line, 3);
        let position = record.position();
        assert_eq!((position.clues(), position.values()[2]), (32, 9));
        assert_eq!(position.origin(0), Some(Origin::Given));
        assert_eq!(position.origin(2), Some(Origin::Placed));
        let expected = text.replace(&mistaken, ANSWER);
        assert_eq!(solved(&text), expected);
    }

    #[test]
    fn without_a_state_the_answer_replaces_the_puzzle() {
        let text = format!("[puzzle]\r\n{}", PUZZLE.replace('\n', "\r\n"));
        assert_eq!(
            solved(&text),
            format!("[puzzle]\r\n{}", ANSWER.replace('\n', "\r\n"))
        );
    }

    #[test]
    fn several_puzzles_are_several_pieces() {
        let text = format!("#N first\n[Puzzle]\n{PUZZLE}\n#N second\n[Puzzle]\n{PUZZLE}[State]\n");
        let names: Vec<_> = pieces(&text)
            .iter()
            .filter_map(|piece| match &piece.content {
                Content::Puzzle(record) => record.name.clone(),
                _ => None,
            })
            .collect();
        assert_eq!(names, ["first", "second"]);
        assert_eq!(solved(&text), text.replace(PUZZLE, ANSWER));
    }

    #[test]
    fn a_broken_puzzle_leaves_the_others_readable() {
        let text = format!("[Puzzle]\n[State]\n[Puzzle]\n{PUZZLE}");
        let pieces = pieces(&text);
        assert!(
            matches!(&pieces[0].content, Content::Unreadable(error) if error.code == ProblemCode::BrokenStructure)
        );
        assert!(matches!(&pieces[1].content, Content::Puzzle(_)));
    }
}
