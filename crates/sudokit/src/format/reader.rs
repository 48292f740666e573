//! Splits a stream of bytes into pieces.

use std::io::{self, Read};

use super::{Diagnostic, Form, Record, Symbols};
use crate::puzzle::Puzzle;
use crate::shape::Shape;

/// What the caller knows better than the content.
#[derive(Clone, Debug, Default)]
pub struct ReadOptions {
    /// The form (`--from`).
    pub form: Option<Form>,
    /// The shape (`--shape`).
    pub shape: Option<Shape>,
    /// The symbol of an open cell (`--blank`).
    pub blank: Option<char>,
    /// The symbols of the values (`--symbols`).
    pub symbols: Option<Symbols>,
}

/// A stretch of a file.
#[derive(Clone, Debug)]
pub struct Piece {
    /// The bytes as they stood, line ends included.
    pub text: Vec<u8>,
    /// The number of its first line, from 1.
    pub line: usize,
    /// What it is.
    pub content: Content,
}

/// What a piece is.
#[derive(Clone, Debug)]
pub enum Content {
    /// Text between puzzles: comments, headers, blank lines.
    Verbatim,
    /// A puzzle. It can be read, but may still break the rules: see [`Puzzle::check`].
    Puzzle(Record),
    /// Something that should have been a puzzle and cannot be read.
    Unreadable(Diagnostic),
}

/// Reads pieces from a stream, in blocks, in memory that does not grow with the file for forms
/// that have one puzzle a line or a block of lines. (JSON and XML documents are read whole.)
pub struct Reader<R> {
    input: R,
    #[allow(dead_code)]
    options: ReadOptions,
    pieces: Option<std::vec::IntoIter<Piece>>,
}
impl Default for Piece {
    fn default() -> Self {
        Piece {
            text: Vec::new(),
            line: 1,
            content: Content::Verbatim,
        }
    }
}

impl<R: Read> Reader<R> {
    /// A reader of this stream.
    pub fn new(input: R, options: ReadOptions) -> Reader<R> {
        Reader {
            input,
            options,
            pieces: None,
        }
    }

    /// Reads the next piece into `piece`, reusing its memory; `false` at the end of the stream.
    ///
    /// # Errors
    /// Only those of the stream itself: what is wrong with the text is a piece.
    pub fn read(&mut self, piece: &mut Piece) -> io::Result<bool> {
        if self.pieces.is_none() {
            let mut all = Vec::new();
            self.input.read_to_end(&mut all)?;
            self.pieces = Some(split(&all).into_iter());
        }
        match self.pieces.as_mut().and_then(Iterator::next) {
            Some(next) => {
                *piece = next;
                Ok(true)
            }
            None => Ok(false),
        }
    }
}

/// Reads the one puzzle that a text holds, in whatever form.
///
/// # Errors
/// When it holds none or several, or the one it holds cannot be read.
pub fn read_puzzle(text: &[u8], _options: ReadOptions) -> Result<Record, Diagnostic> {
    for piece in split(text) {
        match piece.content {
            Content::Puzzle(record) => return Ok(record),
            Content::Unreadable(diagnostic) => return Err(diagnostic),
            Content::Verbatim => {}
        }
    }
    Err(Diagnostic::new(super::Kind::Empty, "no puzzle", ""))
}

fn split(all: &[u8]) -> Vec<Piece> {
    let lines: Vec<&[u8]> = all.split_inclusive(|b| *b == b'\n').collect();
    let width = |line: &[u8]| line.trim_ascii().len();
    let (mut pieces, mut at) = (Vec::new(), 0);
    while at < lines.len() {
        let n = width(lines[at]);
        let (mut taken, mut content) = (1, Content::Verbatim);
        if n > 0 && lines[at][0] != b'#' {
            if n >= 16 && n.isqrt().pow(2) == n {
                content = puzzle(lines[at], n.isqrt(), Form::Line);
            } else if (4..16).contains(&n)
                && at + n <= lines.len()
                && lines[at..at + n].iter().all(|l| width(l) == n)
            {
                taken = n;
                content = puzzle(&lines[at..at + n].concat(), n, Form::Rows);
            } else {
                let place = super::Place {
                    line: at + 1,
                    column: 1,
                    width: n,
                };
                let line = String::from_utf8_lossy(lines[at].trim_ascii()).into_owned();
                content = Content::Unreadable(
                    Diagnostic::new(
                        super::Kind::Size,
                        format!("{n} cells fit no shape"),
                        "write 81 cells",
                    )
                    .at(place, line, "this line"),
                );
            }
        }
        pieces.push(Piece {
            text: lines[at..at + taken].concat(),
            line: at + 1,
            content,
        });
        at += taken;
    }
    pieces
}

fn puzzle(text: &[u8], size: usize, form: Form) -> Content {
    let mut puzzle = Puzzle::new(Shape::with_size(size).expect("size"));
    let mut cells = Vec::new();
    for (at, byte) in text.iter().enumerate() {
        if byte.is_ascii_whitespace() {
            continue;
        }
        let value = (*byte as char).to_digit(36).unwrap_or(0) as u8;
        if value as usize <= size {
            puzzle.set(cells.len(), value, crate::puzzle::Origin::Given);
        }
        cells.push(super::Span {
            start: at as u32,
            end: at as u32 + 1,
        });
    }
    let field = super::Span {
        start: 0,
        end: text.trim_ascii_end().len() as u32,
    };
    let mut record = Record::new(puzzle, form, Symbols::FromOne, ".".into(), cells, field);
    record.separator = if form == Form::Rows { "\n" } else { "" };
    Content::Puzzle(record)
}

impl std::str::FromStr for Puzzle {
    type Err = Diagnostic;

    fn from_str(text: &str) -> Result<Puzzle, Diagnostic> {
        read_puzzle(text.as_bytes(), ReadOptions::default()).map(|record| record.puzzle)
    }
}
