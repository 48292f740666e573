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
use crate::format::read::pieces::{Document, LONGEST_PUZZLE, NextPiece, Step, VERBATIM, Window};
use crate::format::read::segment::{Segment, counted};
use crate::format::{Form, Record, Span};
use crate::problem::{Problem, ProblemCode};
use crate::puzzle::{Origin, Puzzle};
use crate::shape::MAX_SIZE;

/// More lines than the rows and rulers of a section take.
const MOST_LINES: usize = 4 * MAX_SIZE;

/// Splits a file into puzzles and the text between them.
#[derive(Default)]
pub(crate) struct Splitter {
    /// How much of the window has been scanned: text between puzzles.
    scanned: usize,
    /// The last `#N` before the next puzzle.
    name: Option<String>,
    /// The last `#D` before the next puzzle.
    description: Option<String>,
}

impl Document for Splitter {
    fn next(&mut self, window: &Window) -> Step {
        let text = window.text();
        while let Some(end) = line_end(window, self.scanned) {
            let line = &text[self.scanned..end];
            if !section_name(line).is_some_and(is_puzzle) {
                self.header(line);
                self.scanned = end;
                if self.scanned >= VERBATIM {
                    break;
                }
                continue;
            }
            if self.scanned > 0 {
                break;
            }
            return match sections(window) {
                Some(sections)
                    if self.name.is_none()
                        && self.description.is_none()
                        && window.has_same_layout(sections.end, None) =>
                {
                    Step::SameLayout
                }
                Some(sections) => Step::Piece(self.puzzle(window, &sections)),
                None => Step::More,
            };
        }
        // A line that does not end is no header.
        let rest = text.len() - self.scanned;
        let is_long = line_end(window, self.scanned).is_none() && rest >= LONGEST_PUZZLE;
        let length = if is_long { text.len() } else { self.scanned };
        let is_due = length >= VERBATIM || window.ended || line_end(window, self.scanned).is_some();
        match length {
            0 => Step::More,
            _ if !is_due => Step::More,
            length => {
                self.scanned = 0;
                Step::Piece(NextPiece::verbatim(length))
            }
        }
    }
}

impl Splitter {
    /// Remembers the name in a header line: `#N`, or else the description `#D`.
    fn header(&mut self, line: &[u8]) {
        let text = |mark: &[u8]| {
            let text = String::from_utf8_lossy(line.strip_prefix(mark)?);
            Some(text.trim().to_string())
        };
        if let Some(name) = text(b"#N") {
            self.name = Some(name);
        } else if let Some(description) = text(b"#D") {
            self.description = Some(description);
        }
    }

    fn puzzle(&mut self, window: &Window, sections: &Sections) -> NextPiece {
        let named = |name: &mut Option<String>| name.take().filter(|name| !name.is_empty());
        let (name, description) = (named(&mut self.name), named(&mut self.description));
        let name = name.or(description);
        let list = &sections.list;
        window.puzzle(sections.end, |segment| {
            // The section starts its line, so the segment has nothing before it.
            let read = match sections.too_long {
                true => Err(too_long(segment, list)),
                false => read(segment, list),
            };
            match read {
                Ok(record) => Ok(Record { name, ..record }),
                Err(problem) => {
                    let rows = trim(segment.text, list[0].span());
                    Err(problem.in_field(rows))
                }
            }
        })
    }
}

/// Returns the end of the line at this offset, if it is in memory.
fn line_end(window: &Window, start: usize) -> Option<usize> {
    let rest = window.text().get(start..).filter(|rest| !rest.is_empty())?;
    match memchr::memchr(b'\n', rest) {
        Some(at) => Some(start + at + 1),
        None => window.ended.then_some(start + rest.len()),
    }
}

/// Returns the name in a line with brackets.
fn section_name(line: &[u8]) -> Option<&[u8]> {
    match line.trim_ascii() {
        [b'[', name @ .., b']'] => Some(name.trim_ascii()),
        _ => None,
    }
}

fn is_puzzle(name: &[u8]) -> bool {
    name.eq_ignore_ascii_case(b"puzzle")
}

/// A line in brackets and the lines that belong to it.
struct Section {
    name: Vec<u8>,
    header: Range<usize>,
    /// Up to the end of the last line that is neither empty nor a comment.
    lines: Range<usize>,
}

impl Section {
    fn is(&self, name: &str) -> bool {
        self.name.eq_ignore_ascii_case(name.as_bytes())
    }

    /// Returns its lines as a span.
    fn span(&self) -> Span {
        Span {
            start: self.lines.start as u32,
            end: self.lines.end as u32,
        }
    }
}

/// The sections of one puzzle, the first of which is `[Puzzle]`.
struct Sections {
    list: Vec<Section>,
    end: usize,
    /// Whether one of them is longer than any board.
    too_long: bool,
}

/// Finds the sections up to the next `[Puzzle]`; `None` if more text is needed.
fn sections(window: &Window) -> Option<Sections> {
    let text = window.text();
    let mut list: Vec<Section> = Vec::new();
    let (mut start, mut lines, mut too_long) = (0, 0, false);
    while let Some(end) = line_end(window, start) {
        let line = &text[start..end];
        match (section_name(line), line.trim_ascii()) {
            (Some(name), _) => {
                if is_puzzle(name) && !list.is_empty() {
                    break;
                }
                lines = 0;
                list.push(Section {
                    name: name.to_vec(),
                    header: start..end,
                    lines: end..end,
                });
            }
            (None, [] | [b'#', ..]) => {}
            _ => {
                lines += 1;
                if let Some(section) = list.last_mut() {
                    section.lines.end = end;
                }
            }
        }
        start = end;
        too_long = lines > MOST_LINES || list.len() > MOST_LINES;
        if too_long {
            break;
        }
    }
    let at_end = line_end(window, start).is_none();
    if at_end && !window.ended && text.len() < LONGEST_PUZZLE {
        return None;
    }
    let end = list.last().map_or(0, |section| section.lines.end);
    Some(Sections {
        list,
        end,
        too_long,
    })
}

fn too_long(segment: &Segment, sections: &[Section]) -> Problem {
    let last = &sections[sections.len() - 1];
    let name = String::from_utf8_lossy(&last.name);
    segment.problem(
        ProblemCode::RowCount,
        Span::new(last.header.start, last.header.end),
        format!(
            "the [{name}] section has more than {}",
            counted(MOST_LINES, "line")
        ),
        "this section is too long for a board",
        format!("a board has at most {MAX_SIZE} rows"),
    )
}

/// Reads one puzzle; the first section is its `[Puzzle]`, where the segment starts.
fn read(segment: &Segment, sections: &[Section]) -> Result<Record, Problem> {
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
    let mut record = grid::read_rows(segment, sections[0].span())?;
    record.form = Form::Sdk;
    record.separator = match segment.text.last() {
        Some(b'\n') => "",
        _ => "\n",
    };
    let has_rows = |section: &&Section| section.is("state") && !section.lines.is_empty();
    if let Some(section) = sections.iter().find(has_rows) {
        let state = grid::read_rows(segment, section.span())?;
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
    use crate::format::{Content, Piece};

    const PUZZLE: &str = "53..7....\n6..195...\n.98....6.\n8...6...3\n4..8.3..1\n7...2...6\n.6....28.\n...419..5\n....8..79\n";
    const ANSWER: &str = "534678912\n672195348\n198342567\n859761423\n426853791\n713924856\n961537284\n287419635\n345286179\n";

    fn pieces(text: &str) -> Vec<Piece> {
        let pieces = crate::format::read::pieces::pieces_of(text.as_bytes(), Form::Sdk);
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
