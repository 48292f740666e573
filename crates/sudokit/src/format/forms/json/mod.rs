//! JSON: one puzzle, many puzzles anywhere in a document, or one value per line.
//!
//! A puzzle is a string, an array of rows, an array of all cells, or an object with one of those
//! (see [`puzzle`]), as the value of any key at any depth (see [`find`]). JSON is never serialised
//! again: the bytes of each cell are located in the text, and an answer replaces those bytes.
//!
//! A document may be larger than the memory. Each array or object that ends within the text that
//! one puzzle can take is parsed and examined as a whole; one that does not is only a container,
//! and its items are examined one after the other.

mod cell;
mod find;
mod placed;
mod puzzle;
mod scan;
mod value;

use std::collections::VecDeque;
use std::ops::Range;

use crate::format::Record;
use crate::format::forms::separated::Token;
use crate::format::forms::unknown_boards::Unknown;
use crate::format::read::pieces::{Document, LONGEST_PUZZLE, NextPiece, Step, VERBATIM, Window};
use crate::format::read::segment::Segment;
use crate::problem::{Problem, ProblemCode};
use find::{Expected, Found};
use scan::{Extent, extent, skip_blanks};
use value::{DEEPEST, Tree, Value};

/// Splits a document into puzzles and the text between them.
#[derive(Default)]
pub(crate) struct Splitter {
    mode: Mode,
    /// The number of bytes of the document before the window.
    offset: usize,
    /// How far the document has been scanned, from its start.
    scanned: usize,
    /// The arrays and objects around the next value, which are too long to be puzzles.
    frames: Vec<Frame>,
    /// What was found but not returned yet.
    pending: VecDeque<Pending>,
    /// Containers that are still open `known_until`, by the offset of their first byte.
    known_open: Vec<usize>,
    known_until: usize,
    tree: Tree,
    found: Vec<Found>,
}

/// How the rest of a document is read.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Mode {
    /// Not known yet.
    #[default]
    Start,
    /// Values that follow each other, in any number of lines.
    Values,
    /// Each line on its own, so that one broken line affects no other.
    Lines,
    /// The rest of a broken line is copied.
    SkipLine,
    /// The rest of a string that is too long to be a puzzle is copied.
    SkipString,
    /// The rest of a broken document is copied.
    Broken,
}

/// An array or object that is not examined as a whole.
struct Frame {
    is_array: bool,
    /// What is expected of its items.
    expected: Expected,
    /// What comes next.
    next: Next,
    /// The name of the field whose value comes next.
    name: String,
}

/// What comes next in a container.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Next {
    /// The first item or the end.
    First,
    /// Another item.
    Item,
    /// A colon.
    Colon,
    /// The value of a field.
    Value,
    /// A comma or the end.
    Comma,
}

/// A part of the document that becomes a piece.
struct Pending {
    /// Where it is in the document.
    range: Range<usize>,
    what: What,
}

enum What {
    /// A value that is or should be a puzzle.
    Puzzle { name: Option<String>, is_item: bool },
    /// The five boards of a Samurai.
    Samurai,
    /// Text that is not JSON, and why if that is known.
    Broken(Option<&'static str>),
}

/// Why a scan stopped.
enum Stop {
    /// Something was found, or the mode has changed.
    Found,
    /// More text is needed.
    More,
}

impl Document for Splitter {
    fn next(&mut self, window: &Window) -> Step {
        loop {
            if let Some(pending) = self.pending.front() {
                let start = pending.range.start - self.offset;
                if let (
                    0,
                    What::Puzzle {
                        name: None,
                        is_item,
                    },
                ) = (start, &pending.what)
                {
                    let separator = if *is_item { "," } else { "\n" };
                    let length = pending.range.len();
                    if window.has_same_layout(length, Some(separator)) {
                        self.offset += length;
                        self.pending.pop_front();
                        return Step::SameLayout;
                    }
                }
                return Step::Piece(match start {
                    0 => self.pending(window),
                    start => self.verbatim(start),
                });
            }
            let text = window.text();
            let rest = match self.mode {
                Mode::Broken => Some(text.len()),
                Mode::SkipLine => match memchr::memchr(b'\n', text) {
                    Some(at) => {
                        self.mode = Mode::Lines;
                        Some(at + 1)
                    }
                    None => Some(text.len()),
                },
                _ => None,
            };
            if let Some(length) = rest {
                return match length {
                    0 => Step::More,
                    length => Step::Piece(self.verbatim(length)),
                };
            }
            if let Stop::Found = self.scan(window) {
                continue;
            }
            let scanned = self.scanned - self.offset;
            if scanned >= VERBATIM || window.ended && scanned > 0 {
                return Step::Piece(self.verbatim(scanned));
            }
            return Step::More;
        }
    }
}

impl Splitter {
    fn verbatim(&mut self, length: usize) -> NextPiece {
        self.offset += length;
        self.scanned = self.scanned.max(self.offset);
        NextPiece::verbatim(length)
    }

    /// Returns the first pending piece, which starts where the window starts.
    fn pending(&mut self, window: &Window) -> NextPiece {
        let Some(Pending { range, what }) = self.pending.pop_front() else {
            return NextPiece::verbatim(0);
        };
        self.offset += range.len();
        let tree = &mut self.tree;
        window.puzzle(range.len(), |segment| {
            let start = segment.text.len() - range.len();
            let text = &segment.text[start..];
            match what {
                What::Puzzle { name, is_item } => match tree.parse(text) {
                    Some(value) => {
                        let record = puzzle::read(segment, value)?;
                        Ok(Record {
                            separator: if is_item { "," } else { "\n" },
                            name: record.name.or(name),
                            ..record
                        })
                    }
                    None => Err(broken(segment, text, None)),
                },
                What::Samurai => Err(Unknown::Samurai.problem(segment)),
                What::Broken(reason) => Err(broken(segment, text, reason)),
            }
        })
    }

    /// Scans the text until something is found.
    fn scan(&mut self, window: &Window) -> Stop {
        let text = window.text();
        if self.mode == Mode::Start {
            let may_grow = !window.ended && text.len() < LONGEST_PUZZLE;
            match scan::is_lines(text, window.ended, &mut self.tree) {
                None if may_grow => return Stop::More,
                Some(true) => self.mode = Mode::Lines,
                _ => self.mode = Mode::Values,
            }
        }
        loop {
            let at = skip_blanks(text, self.scanned - self.offset);
            self.scanned = self.offset + at;
            if self.mode == Mode::SkipString {
                match scan::string_end(&text[at..]) {
                    (length, true) => {
                        self.scanned += length;
                        self.mode = Mode::Values;
                    }
                    (length, false) => {
                        self.scanned += length;
                        return Stop::More;
                    }
                }
                continue;
            }
            let Some(&byte) = text.get(at) else {
                if window.ended && !self.frames.is_empty() {
                    return self.broken(window, 0, "the document ends too early");
                }
                return Stop::More;
            };
            let Some(frame) = self.frames.last_mut() else {
                return match self.mode {
                    Mode::Lines => self.line(window, at),
                    _ => self.value(window, at, Expected::Document),
                };
            };
            let closes = if frame.is_array { b']' } else { b'}' };
            match (frame.next, byte) {
                (Next::First | Next::Comma, byte) if byte == closes => {
                    self.frames.pop();
                    self.scanned += 1;
                    continue;
                }
                (Next::Comma, b',') => frame.next = Next::Item,
                (Next::Colon, b':') => frame.next = Next::Value,
                (Next::First | Next::Item, b'"') if !frame.is_array => {
                    let Some(length) = value::string_length(&text[at..]) else {
                        if text.len() - at < LONGEST_PUZZLE && !window.ended {
                            return Stop::More;
                        }
                        return self.broken(window, at, "the name of a field does not end");
                    };
                    let name = std::str::from_utf8(&text[at..at + length]).unwrap_or_default();
                    frame.name = serde_json::from_str(name).unwrap_or_default();
                    frame.next = Next::Colon;
                    self.scanned += length;
                    continue;
                }
                (Next::First | Next::Item, _) if frame.is_array => {
                    let expected = frame.expected;
                    return self.value(window, at, expected);
                }
                (Next::Value, _) => return self.value(window, at, Expected::Anything),
                (Next::Comma, _) => {
                    let reason = match frame.is_array {
                        true => "expected `,` or `]`",
                        false => "expected `,` or `}`",
                    };
                    return self.broken(window, at, reason);
                }
                (Next::Colon, _) => return self.broken(window, at, "expected `:`"),
                _ => return self.broken(window, at, "expected the name of a field"),
            }
            self.scanned += 1;
        }
    }

    /// Examines the line at an offset of the text, which may have several values.
    fn line(&mut self, window: &Window, start: usize) -> Stop {
        let text = window.text();
        let end = match memchr::memchr(b'\n', &text[start..]) {
            Some(length) => start + length,
            None if window.ended => text.len(),
            None if text.len() - start < LONGEST_PUZZLE => return Stop::More,
            None => return self.value(window, start, Expected::Document),
        };
        let line = &text[..end];
        let mut at = start;
        while at < end {
            let length = match extent(line, at, &mut Vec::new()) {
                Extent::Ended(end) => end - at,
                _ => 0,
            };
            let value = self.tree.parse(&line[at..at + length]);
            let Some(value) = value.filter(|_| length > 0) else {
                let rest = line[at..].trim_ascii_end().len();
                self.push(at..at + rest, What::Broken(None));
                break;
            };
            self.found.clear();
            find::find(value, Expected::Document, window.options, &mut self.found);
            self.take_found(at);
            at = skip_blanks(line, at + length);
        }
        self.scanned = self.offset + end;
        Stop::Found
    }

    /// Examines the value at an offset of the text.
    fn value(&mut self, window: &Window, at: usize, expected: Expected) -> Stop {
        let text = window.text();
        let is_container = matches!(text[at], b'[' | b'{');
        let is_open = self.known_open.contains(&(self.offset + at))
            && self.known_until - (self.offset + at) >= LONGEST_PUZZLE / 2;
        let mut open = Vec::new();
        let most = text.len().min(at + LONGEST_PUZZLE);
        let found = match is_open && is_container {
            true => Extent::Open,
            false => extent(&text[..most], at, &mut open),
        };
        match found {
            Extent::Ended(end) if end == text.len() && !window.ended && !is_container => {
                // A number may go on.
                Stop::More
            }
            Extent::Ended(end) => self.whole_value(window, at..end, expected),
            Extent::Open if most < at + LONGEST_PUZZLE && !window.ended => Stop::More,
            Extent::Open if window.ended && most == text.len() => self.broken_value(window, at),
            Extent::Open => {
                if !open.is_empty() {
                    self.known_open.clear();
                    let starts = open.iter().map(|start| self.offset + start);
                    self.known_open.extend(starts);
                    self.known_until = self.offset + most;
                }
                self.enter(window, at, expected)
            }
            Extent::TooDeep => self.broken(window, at, TOO_DEEP),
            Extent::Nothing => self.broken_value(window, at),
        }
    }

    /// Examines a value that is in memory as a whole.
    fn whole_value(&mut self, window: &Window, range: Range<usize>, expected: Expected) -> Stop {
        let text = window.text();
        let Some(value) = self.tree.parse(&text[range.clone()]) else {
            return self.broken_value(window, range.start);
        };
        self.found.clear();
        let options = window.options;
        let depth = self.frames.len();
        match self.frames.last_mut() {
            Some(frame) if frame.is_array => {
                find::find(value, expected, options, &mut self.found);
                // After a puzzle, others are expected.
                let is_item = |found: &Found| found.range == value.range();
                if expected == Expected::Anything && self.found.iter().any(is_item) {
                    frame.expected = Expected::Puzzle;
                }
            }
            Some(frame) => find::field(&frame.name, value, depth == 1, options, &mut self.found),
            None => find::find(value, expected, options, &mut self.found),
        }
        self.take_found(range.start);
        self.scanned = self.offset + range.end;
        self.item_ended();
        Stop::Found
    }

    /// Notes that an item of the innermost container has ended.
    fn item_ended(&mut self) {
        if let Some(frame) = self.frames.last_mut() {
            frame.next = Next::Comma;
        }
    }

    /// Goes on with the items of a container, or with the rest of a long string.
    fn enter(&mut self, window: &Window, at: usize, expected: Expected) -> Stop {
        let bracket = window.text()[at];
        let is_list = match self.frames.last() {
            None => true,
            Some(frame) if !frame.is_array => {
                self.frames.len() == 1 && find::is_collection(&frame.name)
            }
            Some(_) => expected == Expected::Document,
        };
        self.item_ended();
        self.scanned = self.offset + at + 1;
        match bracket {
            b'[' | b'{' if self.frames.len() == DEEPEST => {
                return self.broken(window, at, TOO_DEEP);
            }
            b'[' | b'{' => self.frames.push(Frame {
                is_array: bracket == b'[',
                expected: match is_list {
                    true => Expected::Puzzle,
                    false => Expected::Anything,
                },
                next: Next::First,
                name: String::new(),
            }),
            b'"' => self.mode = Mode::SkipString,
            _ => return self.broken_value(window, at),
        }
        Stop::Found
    }

    fn take_found(&mut self, start: usize) {
        for found in self.found.drain(..) {
            let start = self.offset + start;
            self.pending.push_back(Pending {
                range: start + found.range.start..start + found.range.end,
                what: match found.is_samurai {
                    true => What::Samurai,
                    false => What::Puzzle {
                        name: found.name,
                        is_item: found.is_item || !self.frames.is_empty(),
                    },
                },
            });
        }
    }

    fn push(&mut self, range: Range<usize>, what: What) {
        self.pending.push_back(Pending {
            range: self.offset + range.start..self.offset + range.end,
            what,
        });
    }

    /// Reports a value that is not well-formed, from its start to the end of the text in memory.
    fn broken_value(&mut self, window: &Window, at: usize) -> Stop {
        self.stop_at(window, at, None)
    }

    /// Reports what is wrong at an offset of the text.
    fn broken(&mut self, window: &Window, at: usize, reason: &'static str) -> Stop {
        self.stop_at(window, at, Some(reason))
    }

    fn stop_at(&mut self, window: &Window, at: usize, reason: Option<&'static str>) -> Stop {
        let text = window.text();
        let rest = &text[at..];
        let line = match self.mode {
            Mode::Lines => memchr::memchr(b'\n', rest),
            _ => None,
        };
        let length = match line {
            Some(length) => rest[..length].trim_ascii_end().len(),
            None if window.ended => rest.trim_ascii_end().len(),
            None => rest.len().min(LONGEST_PUZZLE),
        };
        self.push(at..at + length, What::Broken(reason));
        self.scanned = self.offset + at + length;
        self.frames.clear();
        self.mode = match self.mode {
            Mode::Lines => Mode::SkipLine,
            _ => Mode::Broken,
        };
        Stop::Found
    }
}

const TOO_DEEP: &str = "arrays and objects are nested too deeply";

/// Creates the problem of a text that is not JSON: at its first byte for this reason, or else where
/// a parser says.
fn broken(segment: &Segment, text: &[u8], reason: Option<&str>) -> Problem {
    let lead = segment.text.len() - text.len();
    let problem = |at: usize, reason: &str| {
        segment.problem(
            ProblemCode::BrokenStructure,
            Token::plain(lead + at, lead + at + 1).span,
            format!("invalid JSON: {reason}"),
            "here",
            "check the brackets, quotation marks and commas",
        )
    };
    if let Some(reason) = reason {
        return problem(0, reason);
    }
    if let Err(error) = std::str::from_utf8(text) {
        let at = lead + error.valid_up_to();
        return segment.problem(
            ProblemCode::NotText,
            Token::plain(at, at + 1).span,
            "the text is not UTF-8",
            "here",
            "save it as UTF-8",
        );
    }
    let Some(error) = Value::error(text) else {
        return problem(0, "not a value");
    };
    // The parser counts lines from 1 and columns in bytes, with the line break as column 0.
    let line_start = match error.line() {
        0 | 1 => 0,
        line => memchr::memchr_iter(b'\n', text)
            .nth(line - 2)
            .map_or(0, |at| at + 1),
    };
    let at = (line_start + error.column().saturating_sub(1)).min(text.len().saturating_sub(1));
    let message = error.to_string();
    problem(at, message.split(" at line ").next().unwrap_or(&message))
}

#[cfg(test)]
mod tests;
