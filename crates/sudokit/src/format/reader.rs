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
            let mut text = Vec::new();
            self.input.read_to_end(&mut text)?;
            self.pieces = Some(standin(&text, &self.options).into_iter());
        }
        let next = self.pieces.as_mut().and_then(Iterator::next);
        Ok(next.map(|next| *piece = next).is_some())
    }
}

/// Reads the one puzzle that a text holds, in whatever form.
///
/// # Errors
/// When it holds none or several, or the one it holds cannot be read.
pub fn read_puzzle(_text: &[u8], _options: ReadOptions) -> Result<Record, Diagnostic> {
    Err(Diagnostic::new(super::Kind::Empty, "stub", ""))
}

impl std::str::FromStr for Puzzle {
    type Err = Diagnostic;

    fn from_str(text: &str) -> Result<Puzzle, Diagnostic> {
        read_puzzle(text.as_bytes(), ReadOptions::default()).map(|record| record.puzzle)
    }
}

/// Stand-in: the document forms, enough for their own tests.
fn standin(text: &[u8], options: &ReadOptions) -> Vec<Piece> {
    use super::unit::Unit;
    use super::{hodoku, json, line, list, opensudoku, sdk, table};
    let unit = |text, line| Unit {
        text,
        line,
        options,
        convention: None,
    };
    match text.first() {
        Some(b'{') => return json::split(&unit(text, 1)),
        Some(b'[') if !text.starts_with(b"[P") => return json::split(&unit(text, 1)),
        Some(b'<') => return opensudoku::split(&unit(text, 1)),
        Some(b'[' | b'#') => return sdk::split(&unit(text, 1)),
        _ => {}
    }
    let mut table = None;
    let mut pieces = Vec::new();
    for (number, text) in text.split_inclusive(|byte| *byte == b'\n').enumerate() {
        let unit = unit(text, number + 1);
        let words = text.split(|byte| *byte == b' ').count();
        let content = match &table {
            None if number == 0 && table::Table::from_header(text).is_some() => {
                table = table::Table::from_header(text);
                Ok(Content::Verbatim)
            }
            Some(table) => table.read(&unit).map(Content::Puzzle),
            None if text.starts_with(b":") => hodoku::read(&unit).map(Content::Puzzle),
            None if words > 9 => list::read(&unit).map(Content::Puzzle),
            None => {
                let span = super::Span::new(0, text.trim_ascii_end().len());
                line::read_run(&unit, span).map(Content::Puzzle)
            }
        };
        pieces.push(Piece {
            text: text.to_vec(),
            line: number + 1,
            content: content.unwrap_or_else(Content::Unreadable),
        });
    }
    pieces
}
