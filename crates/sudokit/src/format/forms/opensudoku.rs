//! OpenSudoku's XML: every `<game data="…"/>` is a puzzle.
//!
//! The data are 81 digits, 0 for an empty cell. In files that keep a player's progress they are a
//! version and for each cell `value|notes|editable|`, with one or more fields of notes. Some
//! versions call them `cells_data`. Values in
//! editable cells are the player's and not part of the puzzle.

use std::borrow::Cow;

use quick_xml::Reader;
use quick_xml::events::{BytesStart, Event};

use crate::format::forms::separated::{self, Token};
use crate::format::forms::{ksudoku, line};
use crate::format::read::pieces::span_of;
use crate::format::read::pieces::{Document, LONGEST_PUZZLE, NextPiece, Step, VERBATIM, Window};
use crate::format::read::segment::Segment;
use crate::format::{Form, Record, Span};
use crate::problem::{Problem, ProblemCode};
use crate::puzzle::Origin;

/// The deepest nesting of elements that is read.
const DEEPEST: usize = 128;

/// Splits a file into games and the text between them. Markup is only told apart here; the parser
/// reads the games, and says what is wrong with markup that does not end.
#[derive(Default)]
pub(crate) struct Splitter {
    /// How much of the window has been scanned: text between games.
    scanned: usize,
    /// The names of the open elements.
    open: Vec<String>,
    /// What ends markup that is too long to be in memory as a whole.
    skip_until: Option<&'static [u8]>,
    /// Whether the rest is copied, after something that is not XML.
    is_broken: bool,
}

/// A piece of markup at the start of a text.
enum Markup<'a> {
    /// `<name …>`, and whether it is `<name …/>`.
    Start(&'a [u8], bool),
    /// `</name>`.
    End(&'a [u8]),
    /// A comment, an instruction, a declaration or literal text.
    Other,
    /// It does not end within the text; what would end it.
    Open(&'static [u8]),
}

impl Document for Splitter {
    fn next(&mut self, window: &Window) -> Step {
        let text = window.text();
        if self.is_broken {
            return match text.len() {
                0 => Step::More,
                length => Step::Piece(self.verbatim(window, length)),
            };
        }
        match self.scan(window) {
            Some(Found::Game(length))
                if self.scanned == 0 && window.has_same_layout(length, None) =>
            {
                Step::SameLayout
            }
            Some(found) if self.scanned == 0 => Step::Piece(self.found(window, found)),
            None if self.scanned < VERBATIM && !window.ended || text.is_empty() => Step::More,
            _ => Step::Piece(self.verbatim(window, self.scanned)),
        }
    }
}

/// What interrupts the text between games.
enum Found {
    /// A game of this length.
    Game(usize),
    /// A game that does not end within the text.
    OpenGame,
    /// Something that is not XML, and why if the parser does not know.
    Broken(Option<String>),
}

impl Splitter {
    /// Scans up to the next game or problem; returns `None` at the end of the text.
    fn scan(&mut self, window: &Window) -> Option<Found> {
        let text = window.text();
        let more = |at: usize| !window.ended && text.len() - at < LONGEST_PUZZLE;
        loop {
            if let Some(end) = self.skip_until {
                match memchr::memmem::find(&text[self.scanned..], end) {
                    Some(at) => self.scanned += at + end.len(),
                    None => {
                        // The end itself may be cut off.
                        let kept = if window.ended { 0 } else { end.len() - 1 };
                        self.scanned = self.scanned.max(text.len().saturating_sub(kept));
                        return None;
                    }
                }
                self.skip_until = None;
            }
            let Some(at) = memchr::memchr(b'<', &text[self.scanned..]) else {
                self.scanned = text.len();
                return None;
            };
            self.scanned += at;
            let start = self.scanned;
            let (markup, length) = markup(&text[start..]);
            match markup {
                Markup::Open(_) if more(start) => return None,
                Markup::Open(_) if window.ended => return Some(Found::Broken(None)),
                Markup::Open(end) => self.skip_until = Some(end),
                Markup::Other => self.scanned += length,
                Markup::Start(name, true) if is_game(name) => return Some(Found::Game(length)),
                Markup::Start(name, false) if is_game(name) => {
                    return match element_length(&text[start..], length) {
                        Some(length) => Some(Found::Game(length)),
                        None if more(start) => None,
                        None => Some(Found::OpenGame),
                    };
                }
                Markup::Start(_, true) => self.scanned += length,
                Markup::Start(name, false) => {
                    if self.open.len() == DEEPEST {
                        let reason = "elements are nested too deeply".to_string();
                        return Some(Found::Broken(Some(reason)));
                    }
                    self.open.push(String::from_utf8_lossy(name).into_owned());
                    self.scanned += length;
                }
                Markup::End(name) => {
                    let name = String::from_utf8_lossy(name);
                    let last = self.open.last();
                    if last.is_none_or(|last| *last != name) {
                        return Some(Found::Broken(Some(mismatch(last.cloned(), &name))));
                    }
                    self.open.pop();
                    self.scanned += length;
                }
            }
        }
    }

    fn verbatim(&mut self, window: &Window, length: usize) -> NextPiece {
        self.scanned = 0;
        let invalid = std::str::from_utf8(&window.text()[..length]).err();
        // A character may be cut off at the end of the piece.
        match invalid.filter(|error| error.error_len().is_some() || window.ended) {
            Some(error) => window.puzzle(length, |segment| {
                let lead = segment.text.len() - length;
                Err(not_text(segment, lead + error.valid_up_to()))
            }),
            None => NextPiece::verbatim(length),
        }
    }

    /// Returns the piece at the start of the window.
    fn found(&mut self, window: &Window, found: Found) -> NextPiece {
        let rest = window.text().len();
        match found {
            Found::Game(length) => window.puzzle(length, |segment| {
                let start = segment.text.len() - length;
                read_element(segment, start)
            }),
            Found::OpenGame => {
                self.is_broken = true;
                let length = rest.min(LONGEST_PUZZLE);
                window.puzzle(length, |segment| {
                    let start = segment.text.len() - length;
                    Err(match unclosed(&segment.text[start..]) {
                        Some(reason) => broken(segment, start, &reason),
                        None => broken(segment, start, "the element does not end"),
                    })
                })
            }
            Found::Broken(reason) => {
                self.is_broken = true;
                let length = rest.min(LONGEST_PUZZLE);
                window.puzzle(length, |segment| {
                    let start = segment.text.len() - length;
                    let error = || first_error(&segment.text[start..]);
                    let reason = reason.or_else(error);
                    let reason = reason.as_deref().unwrap_or("the markup does not end");
                    Err(broken(segment, start, reason))
                })
            }
        }
    }
}

/// Returns the markup at the start of a text, and its length.
fn markup(text: &[u8]) -> (Markup<'_>, usize) {
    const PAIRS: [(&[u8], &[u8]); 3] = [(b"<!--", b"-->"), (b"<![CDATA[", b"]]>"), (b"<?", b"?>")];
    for (start, end) in PAIRS {
        if text.starts_with(start) {
            return match memchr::memmem::find(&text[start.len()..], end) {
                Some(at) => (Markup::Other, start.len() + at + end.len()),
                None => (Markup::Open(end), 0),
            };
        }
        // What starts like one of these may be cut off.
        if start.starts_with(text) {
            return (Markup::Open(b">"), 0);
        }
    }
    let Some(end) = tag_end(text) else {
        return (Markup::Open(b">"), 0);
    };
    let inside = &text[1..end];
    let name = |inside: &'_ [u8]| {
        let is_end = |byte: &u8| byte.is_ascii_whitespace() || *byte == b'/';
        inside.iter().position(is_end).unwrap_or(inside.len())
    };
    let found = match inside {
        [b'!', ..] => Markup::Other,
        [b'/', rest @ ..] => Markup::End(rest.trim_ascii_end()),
        _ => Markup::Start(&inside[..name(inside)], inside.ends_with(b"/")),
    };
    (found, end + 1)
}

/// Returns the offset of the bracket that ends a tag or a declaration: not one in quotation marks,
/// nor one in the brackets of a declaration.
fn tag_end(text: &[u8]) -> Option<usize> {
    let is_declaration = text.starts_with(b"<!");
    let (mut at, mut depth) = (1, 0);
    loop {
        let rest = &text[at..];
        at += match is_declaration {
            true => rest.iter().position(|byte| b"<>\"'".contains(byte))?,
            false => memchr::memchr3(b'>', b'"', b'\'', rest)?,
        };
        match text[at] {
            b'<' => depth += 1,
            b'>' if depth == 0 => return Some(at),
            b'>' => depth -= 1,
            quote => at += 1 + memchr::memchr(quote, &text[at + 1..])?,
        }
        at += 1;
    }
}

/// Returns the length of an element up to the end tag that closes it; `after` is the length of its
/// start tag.
fn element_length(text: &[u8], after: usize) -> Option<usize> {
    let (mut at, mut depth) = (after, 0);
    loop {
        at += memchr::memchr(b'<', &text[at..])?;
        let (found, length) = markup(&text[at..]);
        at += length;
        match found {
            Markup::Open(_) => return None,
            Markup::Start(_, false) => depth += 1,
            Markup::End(_) if depth == 0 => return Some(at),
            Markup::End(_) => depth -= 1,
            _ => {}
        }
    }
}

/// Says that an end tag does not close the innermost element, in the words of the parser.
fn mismatch(open: Option<String>, found: &str) -> String {
    use quick_xml::errors::IllFormedError;
    let found = found.to_string();
    let error = match open {
        Some(expected) => IllFormedError::MismatchedEndTag { expected, found },
        None => IllFormedError::UnmatchedEndTag(found),
    };
    quick_xml::Error::IllFormed(error).to_string()
}

/// Returns what the parser says about markup that it cannot read.
fn first_error(text: &[u8]) -> Option<String> {
    let text = std::str::from_utf8(text).ok()?;
    let error = Reader::from_str(text).read_event().err();
    error.map(|error| error.to_string())
}

/// Returns what the parser says about an element that is not closed.
fn unclosed(text: &[u8]) -> Option<String> {
    let text = std::str::from_utf8(text).ok()?;
    let mut reader = Reader::from_str(text);
    let Ok(Event::Start(element)) = reader.read_event() else {
        return None;
    };
    let error = reader.read_to_end(element.name()).err();
    error.map(|error| error.to_string())
}

/// Reads the element that starts at this offset of the segment.
fn read_element(segment: &Segment, start: usize) -> Result<Record, Problem> {
    let bytes = &segment.text[start..];
    let text = std::str::from_utf8(bytes)
        .map_err(|error| not_text(segment, start + error.valid_up_to()))?;
    if ksudoku::is_game(text) {
        return ksudoku::read(segment, start);
    }
    match Reader::from_str(text).read_event() {
        Ok(Event::Empty(game) | Event::Start(game)) => read(segment, &game),
        Err(error) => Err(broken(segment, start, &error.to_string())),
        Ok(_) => Err(broken(segment, start, "expected an element")),
    }
}

fn is_game(name: &[u8]) -> bool {
    let local = name.rsplit(|byte| *byte == b':').next();
    local.is_some_and(|name| name.eq_ignore_ascii_case(b"game"))
}
fn not_text(segment: &Segment, at: usize) -> Problem {
    let at = Token::plain(at, at + 1).span;
    segment.problem(
        ProblemCode::NotText,
        at,
        "the file is not UTF-8 text",
        "here",
        "save it as UTF-8",
    )
}

fn broken(segment: &Segment, start: usize, reason: &str) -> Problem {
    segment.problem(
        ProblemCode::BrokenStructure,
        Token::plain(start, segment.text.len()).span,
        format!("invalid XML: {reason}"),
        "from here on",
        "close every element; each game is <game data=\"…\"/>",
    )
}

fn read(segment: &Segment, game: &BytesStart) -> Result<Record, Problem> {
    let data = data(segment, game)?;
    let mut record = read_data(segment, data).map_err(|problem| problem.in_field(data))?;
    record.form = Form::OpenSudoku;
    record.field = data;
    Ok(record)
}

fn read_data(segment: &Segment, data: Span) -> Result<Record, Problem> {
    let bytes = segment.bytes(data);
    if bytes.starts_with(b"version:") {
        read_progress(segment, data)
    } else if bytes.contains(&b'&') {
        Err(segment.problem(
            ProblemCode::BrokenStructure,
            data,
            "the game data contains an XML entity",
            "expected 81 digits",
            "write the digits themselves",
        ))
    } else {
        line::read_run(segment, data, Some(9))
    }
}

/// Returns the span of the value of the attribute `data`.
fn data(segment: &Segment, game: &BytesStart) -> Result<Span, Problem> {
    let found = game
        .attributes()
        .flatten()
        .filter(|attribute| matches!(attribute.key.as_ref(), "data" | "cells_data"))
        .find_map(|attribute| match attribute.value {
            Cow::Borrowed(value) => span_of(segment.text, value.trim().as_bytes()),
            Cow::Owned(_) => None,
        });
    found.ok_or_else(|| {
        let end = segment.text.len();
        let error = segment.problem(
            ProblemCode::BrokenStructure,
            Token::plain(end.saturating_sub(1), end).span,
            "the game has no data",
            "expected data=\"…\" before this",
            "add the 81 digits of the puzzle, or remove the game",
        );
        // A word does not fit inside, but after the game the document stays well formed.
        error.in_field(Span::new(end, end))
    })
}

/// Reads `version: 3`, an escaped line break, and `value|notes|editable|` for each cell.
fn read_progress(segment: &Segment, data: Span) -> Result<Record, Problem> {
    let bytes = segment.bytes(data);
    let head = bytes
        .iter()
        .position(|byte| matches!(byte, b'\n' | b';'))
        .map_or(bytes.len(), |at| at + 1);
    let start = data.start as usize + head;
    let mut at = start;
    // Notes are lists with commas, masks, or empty.
    let mut fields: Vec<Token> = bytes[head..]
        .split(|byte| *byte == b'|')
        .map(|field| {
            let blanks = field.len() - field.trim_ascii_start().len();
            let from = at + blanks;
            at += field.len() + 1;
            Token::plain(from, from + field.trim_ascii().len())
        })
        .collect();
    // Each field ends with a bar.
    fields.pop_if(|last| last.span.start == last.span.end);
    let per_cell = fields.len() / 81;
    if !fields.len().is_multiple_of(81) || !(3..=8).contains(&per_cell) {
        return Err(segment.problem(
            ProblemCode::BrokenStructure,
            data,
            format!("{} fields do not form 81 cells", fields.len()),
            "expected value|notes|editable| for each cell",
            "export the games again, or write the 81 digits of the puzzle",
        ));
    }
    let cells: Vec<Token> = fields.iter().copied().step_by(per_cell).collect();
    let mut record = separated::numbers(segment, &cells)?;
    for (cell, fields) in fields.chunks(per_cell).enumerate() {
        let editable = fields[per_cell - 1].span;
        if segment.bytes(editable) != b"0" {
            record.puzzle.set(cell, 0, Origin::Given);
        }
    }
    Ok(record)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::format::{Content, Piece};

    const PUZZLE: &str =
        "530070000600195000098000060800060003400803001700020006060000280000419005000080079";
    const ANSWER: &str =
        "534678912672195348198342567859761423426853791713924856961537284287419635345286179";

    fn pieces(text: &[u8]) -> Vec<Piece> {
        let pieces = crate::format::read::pieces::pieces_of(text, Form::OpenSudoku);
        let joined: Vec<u8> = pieces.iter().flat_map(|piece| piece.text.clone()).collect();
        assert_eq!(joined, text);
        pieces
    }

    fn solved(text: &str) -> String {
        let values: Vec<u8> = ANSWER.bytes().map(|digit| digit - b'0').collect();
        let mut out = Vec::new();
        for piece in pieces(text.as_bytes()) {
            match &piece.content {
                Content::Puzzle(record) => record.write_values(&piece.text, &values, &mut out),
                Content::Verbatim => out.extend(&piece.text),
                Content::Unreadable(error) => panic!("{error}"),
            }
        }
        String::from_utf8(out).unwrap()
    }

    fn errors(text: &[u8]) -> Vec<Problem> {
        let error = |piece: Piece| match piece.content {
            Content::Unreadable(error) => Some(error),
            _ => None,
        };
        pieces(text).into_iter().filter_map(error).collect()
    }

    #[test]
    fn every_game_is_a_puzzle_and_the_rest_is_copied() {
        let text = format!(
            "\u{feff}<?xml version='1.0'?>\n<opensudoku>\r\n  <name>Easy &amp; nice</name>\n  \
             <!-- <game data=\"x\"/> -->\n  <game data=\"{PUZZLE}\" />\n  <game id='2' data='{PUZZLE}'></game>\n</opensudoku>\n"
        );
        assert_eq!(solved(&text), text.replace(PUZZLE, ANSWER));
        let pieces = pieces(text.as_bytes());
        assert_eq!((pieces.len(), pieces[1].line), (5, 5));
        assert!(pieces[3].text.ends_with(b"</game>"));
    }

    #[test]
    fn progress_is_read_without_placed_values() {
        let cell = |(at, digit): (usize, char)| match digit {
            '0' if at == 2 => "9|0|0|1|".to_string(),
            '0' => "0|12|3|1|".to_string(),
            digit => format!("{digit}|0|0|0|"),
        };
        let cells: String = PUZZLE.chars().enumerate().map(cell).collect();
        let text = format!(
            "<opensudoku2><game state=\"1\" data=\"version: 4&#10;{cells}\"/></opensudoku2>"
        );
        let pieces = pieces(text.as_bytes());
        let Content::Puzzle(record) = &pieces[1].content else {
            panic!("the second piece is the game");
        };
        assert_eq!((record.puzzle.clues(), record.puzzle.values()[2]), (30, 0));
        let mut own = Vec::new();
        record.write_values(&pieces[1].text, record.puzzle.values(), &mut own);
        assert_eq!(own, pieces[1].text);
        assert!(solved(&text).contains("&#10;5|0|0|0|3|0|0|0|4|0|0|1|6|12|3|1|7|0|0|0|8|12"));
    }

    #[test]
    fn faulty_games_are_reported() {
        let text = format!(
            "<opensudoku>\n<game data=\"12\"/><game/><game data=\"&#48;{PUZZLE}\"/>\n<game data=\"{PUZZLE}\"/></opensudoku>"
        );
        let errors = errors(text.as_bytes());
        assert_eq!(errors.len(), 3);
        assert_eq!(errors[0].place().unwrap().column, 13);
        assert!(errors[1].message.contains("no data"));
        assert_eq!(errors[2].code, ProblemCode::BrokenStructure);
    }

    #[test]
    fn a_broken_document_keeps_what_was_read_before() {
        let text = format!("<opensudoku>\n<game data=\"{PUZZLE}\"/>\n<game data=\"{PUZZLE}\n");
        let errors = errors(text.as_bytes());
        assert_eq!(errors.len(), 1);
        assert_eq!(
            (errors[0].code, errors[0].place().unwrap().line),
            (ProblemCode::BrokenStructure, 3)
        );
        assert_eq!(
            super::tests::errors(b"<opensudoku>\xff")[0].code,
            ProblemCode::NotText
        );
    }

    #[test]
    fn notes_may_have_commas_or_be_empty() {
        let line =
            "530070000600195000098000060800060003400803001700020006060000280000419005000080079";
        for (name, open, version) in [
            ("data", "0|1,2,5,|1|", 1),
            ("cells_data", "0|||1|", 4),
            ("data", "0|-|12,3|1|", 4),
        ] {
            let fields = open.matches('|').count();
            let given = |value: char| format!("{value}{}0|", "|".repeat(fields - 1));
            let cells: String = line
                .chars()
                .map(|value| match value {
                    '0' => open.to_string(),
                    value => given(value),
                })
                .collect();
            let text = format!(
                "<opensudoku>\n<game {name}=\"version: {version}&#10;{cells}\"/>\n</opensudoku>\n"
            );
            let mut reader = crate::format::Reader::new(text.as_bytes(), Default::default());
            let mut piece = crate::format::Piece::default();
            let mut found = None;
            while reader.read(&mut piece).unwrap() {
                if let crate::format::Content::Puzzle(record) = &piece.content {
                    found = Some(record.puzzle.to_string());
                }
            }
            assert_eq!(
                found.as_deref(),
                Some(line.replace('0', ".").as_str()),
                "{text}"
            );
        }
    }
}
