//! The text forms through the public API: what is read, what is written back, and which problems
//! are reported.

mod examples;
mod frames;
mod layouts;
mod problems;
mod properties;
mod symbols;
mod words;

use std::io::Read;

use sudokit::Problem;
use sudokit::format::{Content, Piece, ReadOptions, Reader, Record};

const LINE: &str =
    "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";

fn pieces_from(input: impl Read, options: &ReadOptions) -> Vec<Piece> {
    let mut reader = Reader::new(input, options.clone());
    let mut pieces = Vec::new();
    let mut piece = Piece::default();
    while reader.read(&mut piece).unwrap() {
        pieces.push(piece.clone());
    }
    pieces
}

/// Reads all pieces of a text and checks what holds for every text.
fn pieces_with(text: &[u8], options: &ReadOptions) -> Vec<Piece> {
    let pieces = pieces_from(text, options);
    let joined: Vec<u8> = pieces.iter().flat_map(|piece| piece.text.clone()).collect();
    assert_eq!(joined, text, "the pieces are the text");
    let mut written = Vec::new();
    for piece in &pieces {
        match &piece.content {
            Content::Puzzle(record) => {
                record.write_values(&piece.text, record.puzzle.values(), &mut written);
            }
            _ => written.extend(&piece.text),
        }
    }
    assert_eq!(written, text, "a puzzle's own values keep its text");
    pieces
}

fn pieces(text: &str) -> Vec<Piece> {
    pieces_with(text.as_bytes(), &ReadOptions::default())
}

fn records_with(text: &str, options: &ReadOptions) -> Vec<Record> {
    let pieces = pieces_with(text.as_bytes(), options);
    let records = pieces.into_iter().filter_map(|piece| match piece.content {
        Content::Puzzle(record) => Some(record),
        Content::Verbatim => None,
        Content::Unreadable(problem) => panic!("{problem}\n{text}"),
    });
    records.collect()
}

fn records(text: &str) -> Vec<Record> {
    records_with(text, &ReadOptions::default())
}

/// Reads the only puzzle of a text.
fn record(text: &str) -> Record {
    let mut records = records(text);
    assert_eq!(records.len(), 1, "{text}");
    records.remove(0)
}

fn problems_with(text: &[u8], options: &ReadOptions) -> Vec<Problem> {
    let pieces = pieces_with(text, options).into_iter();
    let problems = pieces.filter_map(|piece| match piece.content {
        Content::Unreadable(problem) => Some(problem),
        _ => None,
    });
    problems.collect()
}

/// Returns the only problem of a text.
fn problem(text: &str) -> Problem {
    let mut problems = problems_with(text.as_bytes(), &ReadOptions::default());
    assert_eq!(problems.len(), 1, "{problems:#?}\n{text}");
    problems.remove(0)
}

fn written(record: &Record, text: &str, values: &[u8]) -> String {
    let mut out = Vec::new();
    record.write_values(text.as_bytes(), values, &mut out);
    String::from_utf8(out).unwrap()
}

/// The example puzzle as text, row by row.
fn rows(blank: &str, row: impl Fn(usize, &[&str]) -> String) -> String {
    let symbols: Vec<String> = LINE
        .chars()
        .map(|c| c.to_string().replace('.', blank))
        .collect();
    let symbols: Vec<&str> = symbols.iter().map(String::as_str).collect();
    let rows = symbols.chunks(9).enumerate();
    rows.map(|(number, cells)| row(number, cells)).collect()
}

/// The cells of a row in three boxes.
fn boxes(cells: &[&str], between: &str, apart: &str) -> String {
    let boxes: Vec<_> = cells.chunks(3).map(|cells| cells.join(between)).collect();
    boxes.join(apart)
}

/// A stream that returns one byte at a time.
struct ByteByByte<'a>(&'a [u8]);

impl Read for ByteByByte<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
        match (self.0.split_first(), buffer.first_mut()) {
            (Some((first, rest)), Some(place)) => {
                *place = *first;
                self.0 = rest;
                Ok(1)
            }
            _ => Ok(0),
        }
    }
}

fn assert_same_byte_by_byte(text: &[u8]) {
    let options = ReadOptions::default();
    let whole = pieces_with(text, &options);
    let trickled = pieces_from(ByteByByte(text), &options);
    assert_eq!(whole.len(), trickled.len());
    for (a, b) in whole.iter().zip(&trickled) {
        assert_eq!((&a.text, a.line), (&b.text, b.line));
        assert_eq!(format!("{:?}", a.content), format!("{:?}", b.content));
    }
}
