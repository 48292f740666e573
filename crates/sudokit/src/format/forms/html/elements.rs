//! Elements of HTML or XML that are no table and contain one cell each: `<input value="5">`,
//! `<div>5</div>`, `<cell value="5"/>`; or one that contains a whole board.
//!
//! The elements have the same name, and there is no text between them. They count only if they are
//! exactly a board that obeys the rules; other elements are no puzzle and are not reported.

use super::{HtmlCell, Tag, Tags, piece, read_cells};
use crate::format::forms::code::{Context, Search};
use crate::format::forms::separated;
use crate::format::symbols::tokens::BLANKS;
use crate::format::{Content, Span};
use crate::shape::MAX_SIZE;

/// The longest text of a board.
const LONGEST: usize = 512 * 1024;

/// The longest element with one cell.
const LONGEST_ELEMENT: usize = 4 * 1024;

/// The fewest cells of a board that a single element contains.
const FEWEST_CELLS: usize = 36;

/// An element that contains no other.
struct Leaf {
    cell: HtmlCell,
    last: Tag,
}

/// Searches the elements from a tag on. An error is the offset before which none of them starts a
/// board.
pub(super) fn search(context: &Context, first: Tag) -> Result<Search, usize> {
    let text = context.text;
    let name = first.name(text);
    // The end of the first element should be in sight.
    if !context.complete && text.len() - first.start < LONGEST_ELEMENT {
        return Ok(Search::NeedsMore);
    }
    let limit = text.len().min(first.start + LONGEST);
    let mut tags = Tags {
        text: &text[..limit],
        at: first.start,
    };
    let mut cells: Vec<HtmlCell> = Vec::new();
    let mut last = first;
    let mut end = first.start;
    while let Some(tag) = tags.next() {
        let is_apart = text[end..tag.start].trim_ascii().is_empty();
        if !is_apart || cells.len() > MAX_SIZE * MAX_SIZE {
            break;
        }
        match leaf(text, tag, &mut tags) {
            // The element around the others, or the end of one.
            None if cells.is_empty() => return Err(first.end),
            None => end = tag.end,
            Some(leaf) if tag.name(text) == name && is_cell(text, &leaf.cell) => {
                cells.push(leaf.cell);
                (last, end) = (leaf.last, leaf.last.end);
            }
            Some(leaf) if cells.is_empty() => return board(context, &leaf).ok_or(leaf.last.end),
            Some(_) => break,
        }
    }
    let is_cut = !context.complete && limit == text.len() && tags.next().is_none();
    if is_cut && cells.len() <= MAX_SIZE * MAX_SIZE {
        return Ok(Search::NeedsMore);
    }
    match read_cells(context, &cells, None, None, (first, last)) {
        Search::Piece(length, Content::Puzzle(record))
            if record.puzzle.clues() > 0 && record.puzzle.check().is_ok() =>
        {
            Ok(Search::Piece(length, Content::Puzzle(record)))
        }
        _ => Err(last.end),
    }
}

/// Returns the element that starts with a tag, if it contains no other; the tags then go on behind
/// it. Elements with coordinates are no cells in the order of reading.
fn leaf(text: &[u8], tag: Tag, tags: &mut Tags) -> Option<Leaf> {
    let name = tag.name(text);
    if !name.first().is_some_and(u8::is_ascii_alphabetic) || has_coordinates(text, tag) {
        return None;
    }
    let mut cell = HtmlCell::default();
    if name == b"input" {
        cell.add_input(text, tag);
        return Some(Leaf { cell, last: tag });
    }
    if text[..tag.end].ends_with(b"/>") {
        tag.attribute(text, b"value")?;
        cell.add_input(text, tag);
        return Some(Leaf { cell, last: tag });
    }
    let inside = tags.at;
    let closing = tags.next().filter(|closing| {
        let closed = closing.name(text);
        closed.first() == Some(&b'/') && closed[1..] == name[..]
    });
    let Some(closing) = closing else {
        tags.at = inside;
        return None;
    };
    cell.blank = Some(Span::new(tag.end, tag.end));
    cell.add_text(text, Span::new(tag.end, closing.start));
    Some(Leaf {
        cell,
        last: closing,
    })
}

fn has_coordinates(text: &[u8], tag: Tag) -> bool {
    const PAIRS: [[&[u8]; 2]; 5] = [
        [b"row", b"col"],
        [b"row", b"column"],
        [b"r", b"c"],
        [b"x", b"y"],
        [b"i", b"j"],
    ];
    let has = |name: &[u8]| tag.attribute(text, name).is_some();
    PAIRS.iter().any(|[row, column]| has(row) && has(column))
}

fn is_cell(text: &[u8], cell: &HtmlCell) -> bool {
    let is_symbol = |byte: &u8| byte.is_ascii_alphanumeric() || BLANKS.contains(&char::from(*byte));
    let is_short = |span: &Span| {
        let symbol = span.of(text);
        symbol.len() <= 2 && symbol.iter().all(is_symbol)
    };
    cell.texts.iter().all(is_short)
}

/// Returns the whole board that an element contains.
fn board(context: &Context, leaf: &Leaf) -> Option<Search> {
    let [span] = leaf.cell.texts[..] else {
        return None;
    };
    let is_symbol = |byte: &u8| byte.is_ascii_digit() || BLANKS.contains(&char::from(*byte));
    let symbols = span.of(context.text);
    if symbols.len() < FEWEST_CELLS || !symbols.iter().all(is_symbol) {
        return None;
    }
    let segment = context.segment(leaf.last.end);
    let record = separated::read_field(&segment, span).ok()?;
    Some(piece(context, record, leaf.last.end))
}
