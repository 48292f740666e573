//! Links that hold a puzzle, anywhere in a line: alone, in prose, in `<…>`, in Markdown.
//!
//! | link | puzzle |
//! |---|---|
//! | any address with `?puzzle=`, `?bd=`, `?s=`, `/…/` | the cells, one character each |
//! | SudokuWiki, `?bd=S9B…` | two characters per cell, with candidates |
//! | SudokuPad, `/scf…`, `/classic…` | run lengths |
//! | SudokuPad, `/fpuzzles…`, `/scl…` | compressed JSON |
//! | f-puzzles, `?load=…` | compressed JSON |
//! | the page of Sudokit, `#p=…` | shape and cells |
//!
//! An answer replaces the cells, or the encoded puzzle as a whole; every other byte stays.

mod codes;
#[cfg(feature = "formats")]
pub(crate) mod json;
#[cfg(feature = "formats")]
mod lz;
#[cfg(feature = "formats")]
mod scl;
mod url;
mod write;

use crate::format::forms::{hodoku, separated};
use crate::format::read::segment::Segment;
use crate::format::{Form, ReadOptions, Record, Span, Symbols};
use crate::problem::{Problem, ProblemCode};
use crate::puzzle::{Origin, Puzzle};
use crate::shape::Shape;
use url::{Kind, Link};
#[cfg(feature = "formats")]
pub(crate) use write::{f_puzzles, sudoku_pad};
pub(crate) use write::{page, sudoku_exchange, sudoku_wiki};

/// The most links with puzzles on one line.
const MOST_LINKS: usize = 8;

/// The most UTF-16 units of a decompressed puzzle.
#[cfg(feature = "formats")]
const LONGEST: usize = 1 << 20;

/// What is between two links of a line belongs to the first one.
pub(crate) struct Found {
    links: Vec<Link>,
    /// The length of the text up to the second link, or of the whole line.
    pub length: usize,
}

/// Finds the links of a segment's only line that hold puzzles.
pub(crate) fn find(segment: &Segment) -> Option<Found> {
    let links = url::links(segment, MOST_LINKS + 1);
    let length = match links.as_slice() {
        [] => return None,
        [first, _, ..] if links.len() <= MOST_LINKS => first.end,
        _ => segment.text.len(),
    };
    Some(Found { links, length })
}

/// Reads the first link of a line.
pub(crate) fn read(segment: &Segment, found: &Found) -> Result<Record, Problem> {
    if found.links.len() > MOST_LINKS {
        return Err(Problem::new(
            ProblemCode::SeveralPuzzles,
            "the line has more than eight links to puzzles",
            "put each link on a line of its own",
        ));
    }
    match found.links.first() {
        Some(link) => read_link(segment, link),
        None => Err(Problem::new(ProblemCode::NoPuzzle, "there is no link", "")),
    }
}

/// Reads the link in a field of a larger text; nothing if there is none with a puzzle.
pub(crate) fn read_field(segment: &Segment, span: Span) -> Option<Result<Record, Problem>> {
    let field = segment.bytes(span);
    memchr::memmem::find(field, b"://")?;
    let inner = Segment {
        text: field,
        ..*segment
    };
    let found = find(&inner)?;
    let record = match read(&inner, &found) {
        Ok(mut record) => {
            record.map_spans(|at| at + span.start);
            record.field = span;
            Ok(record)
        }
        Err(problem) => {
            let problem = segment.problem(
                problem.code,
                span,
                problem.message,
                "this link",
                problem.help,
            );
            Err(problem.in_field(span))
        }
    };
    Some(record)
}

/// Returns the values of the puzzle in a link.
#[cfg(feature = "formats")]
pub(crate) fn values(text: &str, options: &ReadOptions) -> Option<Vec<u8>> {
    let segment = Segment {
        text: text.as_bytes(),
        line: 1,
        options,
        convention: None,
    };
    let record = read_field(&segment, Span::new(0, text.len()))?.ok()?;
    Some(record.puzzle.values().to_vec())
}

/// Returns why a line has no puzzle although it has a link to one: the puzzle is on a server.
pub(crate) fn is_remote(line: &[u8]) -> bool {
    url::is_remote(line)
}

/// Why a link cannot be read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Refusal {
    pub code: ProblemCode,
    pub message: String,
    pub help: String,
}

#[cfg(feature = "formats")]
impl Refusal {
    /// The data is damaged.
    pub(crate) fn broken(message: impl Into<String>) -> Refusal {
        Refusal {
            code: ProblemCode::BrokenStructure,
            message: message.into(),
            help: "copy the whole link again".to_string(),
        }
    }

    /// The puzzle has rules that Sudokit does not know.
    pub(crate) fn rules(message: impl Into<String>) -> Refusal {
        Refusal {
            code: ProblemCode::UnsupportedForm,
            message: format!("the puzzle {}", message.into()),
            help: "only regions, both diagonals and windows are known besides the usual rules"
                .to_string(),
        }
    }
}

fn read_link(segment: &Segment, link: &Link) -> Result<Record, Problem> {
    let mut record = match link.kind {
        Kind::Cells { solution } => {
            let mut record = plain(segment, link.value, separated::read_field)?;
            if let Some(solution) = solution {
                separated::answer_in_field(segment, solution, &mut record);
            }
            record
        }
        Kind::Page => plain(segment, link.value, read_page)?,
        Kind::Pairs => {
            let (text, _) = codes::unescape(segment.bytes(link.value));
            let shape = segment.options.shape.clone().unwrap_or_else(Shape::classic);
            let puzzle = codes::from_pairs(&text, &shape);
            let puzzle = puzzle.ok_or_else(|| {
                let message = "this is not one of SudokuWiki's positions: S9B and 162 characters";
                Refusal::broken_link(message).at(segment, link.value)
            })?;
            encoded(puzzle, link.value, Payload::Pairs)
        }
        Kind::Runs => read_runs(segment, link.value)?,
        Kind::FPuzzles | Kind::Scl => read_packed(segment, link)?,
    };
    record.form = link.form;
    Ok(record)
}

impl Refusal {
    /// Points at a part of the text.
    pub(crate) fn at(self, segment: &Segment, span: Span) -> Problem {
        let problem = segment.problem(self.code, span, self.message, "here", self.help);
        problem.in_field(span)
    }

    fn broken_link(message: &str) -> Refusal {
        Refusal {
            code: ProblemCode::BrokenStructure,
            message: message.to_string(),
            help: "copy the whole link again".to_string(),
        }
    }
}

/// Reads a value without its escapes, and moves the places of the cells back.
fn plain(
    segment: &Segment,
    span: Span,
    read: impl Fn(&Segment, Span) -> Result<Record, Problem>,
) -> Result<Record, Problem> {
    let bytes = segment.bytes(span);
    if memchr::memchr(b'%', bytes).is_none() {
        return read(segment, span).map_err(|problem| problem.in_field(span));
    }
    let (text, starts) = codes::unescape(bytes);
    let inner = Segment {
        text: &text,
        ..*segment
    };
    match read(&inner, Span::new(0, text.len())) {
        Ok(mut record) => {
            let moved = |at: u32| {
                starts
                    .get(at as usize)
                    .map_or(span.end, |at| span.start + *at as u32)
            };
            record.map_spans(moved);
            Ok(record)
        }
        Err(problem) => {
            let (place, excerpt) = segment.place(span);
            let help = problem.help.clone();
            let moved = Problem::new(problem.code, problem.message, help);
            Err(moved.at(place, excerpt, "this link").in_field(span))
        }
    }
}

/// Reads `3x3:53..7+4…`: the shape, with `*` for `+`, and the cells, with `+` before placed values.
fn read_page(segment: &Segment, span: Span) -> Result<Record, Problem> {
    let bytes = segment.bytes(span);
    let colon = memchr::memrchr(b':', bytes).unwrap_or(0);
    let name = String::from_utf8_lossy(&bytes[..colon]).replace('*', "+");
    let shape = match (&segment.options.shape, name.parse::<Shape>()) {
        (Some(shape), _) => shape.clone(),
        (None, Ok(shape)) => shape,
        (None, Err(error)) => {
            let place = Span::new(span.start as usize, span.start as usize + colon);
            return Err(segment.problem(
                ProblemCode::BoardSize,
                place,
                error.to_string(),
                "the shape of the board",
                "copy the whole link again",
            ));
        }
    };
    let options = ReadOptions {
        shape: Some(shape),
        symbols: Some(Symbols::FromOne),
        blank: None,
        ..segment.options.clone()
    };
    let segment = Segment {
        options: &options,
        ..*segment
    };
    let board = Span::new(span.start as usize + colon + 1, span.end as usize);
    hodoku::read_marked(&segment, board)
}

/// Reads SudokuPad's run lengths, with marks for extra houses after a `*`.
fn read_runs(segment: &Segment, span: Span) -> Result<Record, Problem> {
    let broken = || {
        let message = "this is not a 9×9 board in SudokuPad's short form";
        Refusal::broken_link(message).at(segment, span)
    };
    let (text, starts) = codes::unescape(segment.bytes(span));
    let (values, rest) = match codes::from_runs(&text, 81) {
        Some(found) => found,
        None => (codes::from_blanks(&text, 81).ok_or_else(broken)?, &b""[..]),
    };
    let mut shape = Shape::classic().to_string();
    // Marks follow a star: x for diagonals, w for windows, then title and author.
    let mut marks = rest.strip_prefix(b"*").unwrap_or(rest);
    while let [mark, others @ ..] = marks {
        match mark {
            b'x' => shape += "+diagonals",
            b'w' => shape += "+windows",
            b't' | b'a' => break,
            _ => return Err(broken()),
        }
        marks = others;
    }
    let shape = match &segment.options.shape {
        Some(shape) => Ok(shape.clone()),
        None => shape.parse(),
    };
    let puzzle = shape
        .ok()
        .and_then(|shape| Puzzle::from_values(shape, values).ok());
    let end = starts[text.len() - rest.len()];
    let runs = Span::new(span.start as usize, span.start as usize + end);
    Ok(encoded(puzzle.ok_or_else(broken)?, runs, Payload::Runs))
}

#[cfg(not(feature = "formats"))]
fn read_packed(segment: &Segment, link: &Link) -> Result<Record, Problem> {
    let refusal = Refusal {
        code: ProblemCode::UnsupportedForm,
        message: "this build does not support links with compressed puzzles".to_string(),
        help: "enable the feature `formats` of the crate sudokit".to_string(),
    };
    Err(refusal.at(segment, link.value))
}

#[cfg(feature = "formats")]
fn read_packed(segment: &Segment, link: &Link) -> Result<Record, Problem> {
    let raw = segment.bytes(link.value);
    let (mut text, _) = codes::unescape(raw);
    // A plus sign that was taken for a space.
    text.iter_mut()
        .filter(|byte| **byte == b' ')
        .for_each(|byte| *byte = b'+');
    let refused = |refusal: Refusal| refusal.at(segment, link.value);
    let unpacked = lz::decompress(&text, LONGEST).ok_or_else(|| {
        refused(Refusal::broken(
            "the link is incomplete or damaged: it cannot be decompressed",
        ))
    })?;
    let shape = segment.options.shape.as_ref();
    let escaped = !raw.iter().any(|byte| b"+/=".contains(byte));
    let (read, payload) = match link.kind {
        Kind::Scl => {
            let value = scl::parse(&unpacked)
                .ok_or_else(|| refused(Refusal::broken("the link does not hold a puzzle")))?;
            let payload = Payload::Scl {
                text: value.to_string(),
                escaped,
            };
            (scl::read(&value, shape), payload)
        }
        _ => {
            let read = json::read_f_puzzles(&unpacked, shape);
            let payload = Payload::FPuzzles {
                text: unpacked,
                escaped,
            };
            (read, payload)
        }
    };
    let read = read.map_err(refused)?;
    Ok(with_details(read, link.value, payload))
}

#[cfg(feature = "formats")]
fn with_details(read: json::Read, span: Span, payload: Payload) -> Record {
    Record {
        name: read.name,
        claimed: read.solution,
        ..encoded(read.puzzle, span, payload)
    }
}

/// Reads a JSON object that is a puzzle of f-puzzles or SudokuPad.
#[cfg(feature = "formats")]
pub(crate) fn read_json(
    segment: &Segment,
    object: Span,
    program: json::Program,
) -> Result<Record, Problem> {
    let refused = |refusal: Refusal| {
        let problem = refusal.at(segment, object);
        Problem {
            field: problem.field.map(|field| crate::problem::Field {
                quoted: true,
                ..field
            }),
            ..problem
        }
    };
    let text = std::str::from_utf8(segment.bytes(object))
        .map_err(|_| refused(Refusal::broken("the text is not UTF-8")))?;
    let shape = segment.options.shape.as_ref();
    let read = match program {
        json::Program::FPuzzles => json::read_f_puzzles(text, shape),
        json::Program::SudokuPad => {
            let value = scl::parse(text);
            let value = value.ok_or_else(|| refused(Refusal::broken("the JSON is damaged")))?;
            scl::read(&value, shape)
        }
    };
    let read = read.map_err(refused)?;
    let payload = Payload::Json {
        program,
        text: text.to_string(),
    };
    Ok(Record {
        quoted: true,
        form: match program {
            json::Program::FPuzzles => Form::FPuzzles,
            json::Program::SudokuPad => Form::SudokuPad,
        },
        ..with_details(read, object, payload)
    })
}

/// Creates a record whose puzzle is encoded in a span.
fn encoded(puzzle: Puzzle, span: Span, payload: Payload) -> Record {
    let cells = vec![span; puzzle.shape().cells()];
    let symbols = match puzzle.shape().size() {
        0..=9 => Symbols::FromOne,
        _ => Symbols::Numbers,
    };
    let mut record = Record::new(puzzle, Form::Link, symbols, ".".to_string(), cells, span);
    record.encoded = Some(Box::new(Encoded { span, payload }));
    record
}

/// A puzzle that the text holds in an encoded form.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Encoded {
    /// What an answer replaces.
    pub span: Span,
    payload: Payload,
}

/// What an answer is made from.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Payload {
    Pairs,
    Runs,
    /// JSON of f-puzzles or SudokuPad, in the text itself.
    #[cfg(feature = "formats")]
    Json {
        program: json::Program,
        text: String,
    },
    /// JSON of f-puzzles, compressed.
    #[cfg(feature = "formats")]
    FPuzzles {
        text: String,
        escaped: bool,
    },
    /// JSON of SudokuPad, compressed.
    #[cfg(feature = "formats")]
    Scl {
        text: String,
        escaped: bool,
    },
}

impl Encoded {
    /// Returns the encoded puzzle with other values; a value that the puzzle did not have is one
    /// that was placed.
    pub fn with_values(&self, puzzle: &Puzzle, values: &[u8]) -> Option<String> {
        match &self.payload {
            Payload::Pairs => {
                let mut filled = puzzle.clone();
                for (cell, value) in values.iter().enumerate() {
                    if puzzle.values()[cell] != *value {
                        filled.set(cell, *value, Origin::Placed);
                    }
                }
                let mut text = String::new();
                codes::to_pairs(&filled, &mut text);
                Some(text)
            }
            Payload::Runs => Some(codes::to_runs(values)),
            #[cfg(feature = "formats")]
            Payload::Json { program, text } => {
                json::with_values(*program, text, puzzle.values(), values)
            }
            #[cfg(feature = "formats")]
            Payload::FPuzzles { text, escaped } => {
                let program = json::Program::FPuzzles;
                let text = json::with_values(program, text, puzzle.values(), values)?;
                Some(packed(&text, *escaped))
            }
            #[cfg(feature = "formats")]
            Payload::Scl { text, escaped } => {
                let filled = scl::with_values(&scl::parse(text)?, values)?;
                Some(packed(&filled.to_string(), *escaped))
            }
        }
    }
}

#[cfg(feature = "formats")]
fn packed(text: &str, escaped: bool) -> String {
    let packed = lz::compress(text);
    match escaped {
        true => codes::escape(&packed),
        false => packed,
    }
}

#[cfg(all(test, feature = "formats"))]
mod tests;
