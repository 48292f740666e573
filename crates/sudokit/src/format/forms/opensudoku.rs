//! OpenSudoku's XML: every `<game data="…"/>` is a puzzle.
//!
//! The data are 81 digits, 0 for an empty cell. In files that keep a player's progress they are a
//! version and for each cell `value|notes|editable|`, with one or more fields of notes. Values in
//! editable cells are the player's and not part of the puzzle.

use std::borrow::Cow;

use quick_xml::Reader;
use quick_xml::events::{BytesStart, Event};

use crate::format::forms::line;
use crate::format::forms::separated::{self, Token};
use crate::format::read::pieces::{Pieces, span_of};
use crate::format::read::segment::Segment;
use crate::format::{Form, Piece, Record, Span};
use crate::problem::{Problem, ProblemCode};
use crate::puzzle::Origin;

/// Splits a file into games and the text between them.
pub(crate) fn split(segment: &Segment) -> Vec<Piece> {
    let mut pieces = Pieces::new(segment);
    let text = match std::str::from_utf8(segment.text) {
        Ok(text) => text,
        Err(error) => {
            let at = error.valid_up_to();
            pieces.puzzle(0..segment.text.len(), |stretch| Err(not_text(stretch, at)));
            return pieces.finish();
        }
    };
    // The parser counts from after the byte order mark.
    let mark = text.len() - text.trim_start_matches('\u{feff}').len();
    let mut reader = Reader::from_str(&text[mark..]);
    loop {
        let start = mark + reader.buffer_position() as usize;
        match reader.read_event() {
            Ok(Event::Eof) => break,
            Ok(Event::Empty(game)) if is_game(&game) => {
                let end = mark + reader.buffer_position() as usize;
                pieces.puzzle(start..end, |stretch| read(stretch, &game));
            }
            Ok(Event::Start(game)) if is_game(&game) => {
                let closed = reader.read_to_end(game.name());
                let end = mark + reader.buffer_position() as usize;
                pieces.puzzle(start..end, |stretch| match closed {
                    Ok(_) => read(stretch, &game),
                    Err(error) => Err(broken(stretch, &error)),
                });
            }
            Ok(_) => {}
            Err(error) => {
                pieces.puzzle(start..text.len(), |stretch| Err(broken(stretch, &error)));
                break;
            }
        }
    }
    pieces.finish()
}

fn is_game(element: &BytesStart) -> bool {
    element.local_name().as_ref().eq_ignore_ascii_case("game")
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

fn broken(segment: &Segment, error: &quick_xml::Error) -> Problem {
    let end = segment.text.len();
    let lead = segment
        .text
        .iter()
        .take_while(|byte| **byte != b'<')
        .count();
    segment.problem(
        ProblemCode::BrokenStructure,
        Token::plain(lead.min(end), end).span,
        format!("invalid XML: {error}"),
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
        .filter(|attribute| attribute.key.as_ref() == "data")
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
    let fields: Vec<Token> = separated::words(&bytes[head..])
        .map(|(from, to)| Token::plain(start + from, start + to))
        .collect();
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
    use crate::format::{Content, ReadOptions};

    const PUZZLE: &str =
        "530070000600195000098000060800060003400803001700020006060000280000419005000080079";
    const ANSWER: &str =
        "534678912672195348198342567859761423426853791713924856961537284287419635345286179";

    fn pieces(text: &[u8]) -> Vec<Piece> {
        let pieces = split(&Segment {
            text,
            line: 1,
            options: &ReadOptions::default(),
            convention: None,
        });
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
}
