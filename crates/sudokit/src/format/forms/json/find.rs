//! Which values of a document are puzzles.
//!
//! A puzzle may be anywhere: the value of any key, at any depth. What looks like the cells of a
//! board (a string or an array of N² small numbers and blanks, or N rows of N) is one; an object
//! with such a field is one too, so that its name, shape and solution belong to it. An object with
//! several is a map from names to puzzles. Everything else is text between puzzles, except where
//! only puzzles are expected: a top-level value, an item of a top-level array, and an item of an
//! array under a name such as `puzzles`.

use std::ops::Range;

use super::cell;
use super::placed::{Placed, rows_of};
use super::puzzle;
use super::value::{Type, Value};
use crate::format::ReadOptions;
use crate::format::forms::link;
use crate::format::forms::sizes::may_have_size;
use crate::format::forms::unknown_boards::{self, SAMURAI_BOARDS};
use crate::format::symbols::tokens;

/// The fields of a document that contain its puzzles.
const COLLECTIONS: [&str; 3] = ["puzzles", "sudokus", "games"];

/// The names of fields that contain a puzzle, the likeliest first.
const PUZZLE_NAMES: [&str; 7] = [
    "puzzle", "givens", "quiz", "grid", "board", "cells", "values",
];

/// The number of [`PUZZLE_NAMES`] that mean nothing else.
const SURE_NAMES: usize = 3;

/// The names of other fields that often contain a puzzle, the likeliest first.
const LIKELY_NAMES: [&str; 12] = [
    "sudoku", "problem", "clues", "mission", "question", "quizzes", "unsolved", "initial", "start",
    "task", "value", "data",
];

/// The names of fields that receive the answer.
const SOLUTION_NAMES: [&str; 2] = ["solution", "answer"];

/// The names of fields that receive the answer if there is one already.
const SOLVED_NAMES: [&str; 6] = [
    "solutions",
    "answers",
    "solved",
    "result",
    "solvedgrid",
    "solved_grid",
];

/// The names of fields that describe a puzzle and may look like one.
const OTHER_NAMES: [&str; 8] = [
    "regions",
    "region",
    "candidates",
    "notes",
    "pencilmarks",
    "id",
    "hash",
    "date",
];

/// What is expected where a value is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Expected {
    /// A top-level value: a puzzle, or an array of puzzles.
    Document,
    /// A puzzle: an item of a list of puzzles.
    Puzzle,
    /// Anything.
    Anything,
}

/// A value that is or should be a puzzle.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Found {
    /// Where it is in the text that was parsed.
    pub range: Range<usize>,
    /// The key that it is the value of, if that names it.
    pub name: Option<String>,
    /// Whether it is an item of an array or object, rather than a line or document.
    pub is_item: bool,
    /// Whether it has the five boards of a Samurai.
    pub is_samurai: bool,
}

/// Finds the puzzles of a value, in the order of the text.
pub(super) fn find(value: Value, expected: Expected, options: &ReadOptions, all: &mut Vec<Found>) {
    Finder { options, all }.value(value, expected);
}

struct Finder<'a> {
    options: &'a ReadOptions,
    all: &'a mut Vec<Found>,
}

impl Finder<'_> {
    fn value(&mut self, value: Value, expected: Expected) {
        let before = self.all.len();
        let is_complete = match value.kind() {
            Type::Object => self.object(value, expected),
            Type::Array => self.array(value, expected),
            Type::String if expected == Expected::Anything => {
                self.add_if_puzzle(value);
                true
            }
            _ => expected == Expected::Anything,
        };
        if !is_complete && self.all.len() == before {
            self.add(value, expected);
        }
        let boards = self.all.len() - before;
        if boards == SAMURAI_BOARDS && self.is_samurai(value) {
            self.all.truncate(before);
            self.add(value, expected);
            if let Some(found) = self.all.last_mut() {
                found.is_samurai = true;
            }
        }
    }

    /// Returns whether five boards are a Samurai: their container says so, or they agree where
    /// they overlap.
    fn is_samurai(&self, value: Value) -> bool {
        let items = value.each_item().chain(value.each_field().map(|(_, v)| v));
        let looks: Option<Vec<Look>> = items.map(|item| look(item, self.options)).collect();
        let boards = looks.unwrap_or_default();
        let boards: Vec<&[u8]> = boards.iter().map(|look| &look.values[..]).collect();
        let corners = value.each_field().filter(|(name, _)| {
            let name = name.inside().unwrap_or_default().to_ascii_lowercase();
            let has = |words: [&str; 2]| words.iter().any(|word| name.contains(word));
            has(["top", "bottom"]) && has(["left", "right"])
        });
        corners.count() == SAMURAI_BOARDS - 1
            || unknown_boards::overlap(&boards)
            || unknown_boards::names_samurai(value.text().as_bytes())
    }

    /// Looks for puzzles in an object; returns `false` if it must be one where none was found.
    fn object(&mut self, object: Value, expected: Expected) -> bool {
        let is_collection = |(name, value): &(Value, Value)| {
            let is_named = |known: &&str| name.is_named(known);
            value.kind() == Type::Array && COLLECTIONS.iter().any(is_named)
        };
        if let Some((_, items)) = object.each_field().find(is_collection)
            && expected != Expected::Anything
        {
            items
                .each_item()
                .for_each(|item| self.value(item, Expected::Puzzle));
            return true;
        }
        if look(object, self.options).is_some() {
            self.add(object, expected);
            return true;
        }
        let before = self.all.len();
        match choose(object, self.options) {
            Some(chosen) if chosen.is_sure => {
                self.add(object, expected);
                return true;
            }
            Some(chosen) => {
                // Other fields may contain more puzzles; then it is a map, not a puzzle.
                self.fields(object, Some(chosen));
                if self.all.len() == before + 1 {
                    self.all.truncate(before);
                    self.add(object, expected);
                }
            }
            None => self.fields(object, None),
        }
        expected == Expected::Anything
    }

    /// Looks for puzzles in the fields of an object; each is named by its key.
    fn fields(&mut self, object: Value, chosen: Option<Chosen>) {
        let solution = chosen.and_then(|chosen| chosen.solution);
        for (name, value) in object.each_field() {
            let is_solution = solution.is_some_and(|solution| solution.range() == value.range());
            let may_be =
                || may_be_puzzle(|known| name.is_named(known)) || self.is_envelope(name, value);
            if !is_solution && may_be() {
                self.field(value, || name.label());
            }
        }
    }

    /// Returns whether a field is named like a solution, but is an object or an array of objects in
    /// which the puzzle may be: `{"result": [{"board": …}]}`.
    fn is_envelope(&self, name: Value, value: Value) -> bool {
        let is_named = |known: &&str| name.is_named(known);
        let is_object = |value: Value| value.kind() == Type::Object;
        SOLVED_NAMES.iter().any(is_named)
            && (is_object(value) || value.each_item().next().is_some_and(is_object))
            && look(value, self.options).is_none()
    }

    /// Looks for puzzles in the value of a field. One that is the value itself has its name.
    fn field(&mut self, value: Value, name: impl FnOnce() -> Option<String>) {
        let before = self.all.len();
        self.value(value, Expected::Anything);
        if let [only] = &mut self.all[before..]
            && only.range == value.range()
        {
            only.name = only.name.take().or_else(name);
        }
    }

    fn array(&mut self, array: Value, expected: Expected) -> bool {
        let items = array.items();
        if expected != Expected::Anything {
            if puzzle::is_one(self.options, array) {
                self.add(array, expected);
                return true;
            }
            if expected == Expected::Document {
                items
                    .into_iter()
                    .for_each(|item| self.value(item, Expected::Puzzle));
                return true;
            }
        } else if look(array, self.options).is_some() {
            self.add(array, expected);
            return true;
        }
        let (mut is_list, mut last) = (false, None);
        for item in items {
            let looks = match item.kind() {
                Type::String => look(item, self.options),
                Type::Array if is_list => look(item, self.options),
                _ => None,
            };
            let is_solution = match (&looks, &last) {
                (Some(look), Some(last)) => look.solves(last),
                _ => false,
            };
            if is_solution {
                continue;
            }
            let before = self.all.len();
            self.value(item, Expected::Anything);
            let is_puzzle = matches!(&self.all[before..], [only] if only.range == item.range());
            // After a puzzle, others are expected.
            if is_list && self.all.len() == before && is_substantial(item) {
                self.add(item, Expected::Puzzle);
            }
            is_list |= is_puzzle;
            last = looks.filter(|_| is_puzzle);
        }
        expected == Expected::Anything
    }

    fn add_if_puzzle(&mut self, value: Value) {
        if look(value, self.options).is_some() {
            self.add(value, Expected::Anything);
        }
    }

    fn add(&mut self, value: Value, expected: Expected) {
        self.all.push(Found {
            range: value.range(),
            name: None,
            is_item: expected != Expected::Document,
            is_samurai: false,
        });
    }
}

/// Returns whether the value of a key may be a puzzle: it is not a solution or a description.
fn may_be_puzzle(is_named: impl Fn(&&str) -> bool) -> bool {
    let mut names = SOLUTION_NAMES
        .iter()
        .chain(&SOLVED_NAMES)
        .chain(&OTHER_NAMES);
    !names.any(is_named)
}

/// Returns whether an array under this name, in a top-level object, is a list of puzzles.
pub(super) fn is_collection(name: &str) -> bool {
    COLLECTIONS
        .iter()
        .any(|known| name.eq_ignore_ascii_case(known))
}

/// Finds the puzzles of the value of a field of an object that is not examined as a whole.
pub(super) fn field(
    name: &str,
    value: Value,
    is_top: bool,
    options: &ReadOptions,
    all: &mut Vec<Found>,
) {
    let is_named = |known: &&str| name.eq_ignore_ascii_case(known);
    let mut finder = Finder { options, all };
    if is_top && value.kind() == Type::Array && is_collection(name) {
        value
            .each_item()
            .for_each(|item| finder.value(item, Expected::Puzzle));
    } else if PUZZLE_NAMES[..SURE_NAMES].iter().any(is_named) && is_meant_as_cells(value) {
        finder.add(value, Expected::Puzzle);
    } else if may_be_puzzle(is_named) {
        finder.field(value, || Some(name.to_string()));
    }
}

/// The fields of an object that is a puzzle.
#[derive(Clone, Copy)]
pub(super) struct Chosen<'a> {
    pub cells: Value<'a>,
    pub solution: Option<Value<'a>>,
    /// Whether the object is certainly one puzzle.
    is_sure: bool,
}

/// Returns the fields with the puzzle and its solution, if the object has exactly one puzzle.
pub(super) fn choose<'a>(object: Value<'a>, options: &ReadOptions) -> Option<Chosen<'a>> {
    let named = |names: &[&str], fits: &dyn Fn(Value) -> bool| {
        let field = |name: &&str| object.field(name).filter(|value| fits(*value));
        names.iter().find_map(field)
    };
    let is_cells = |value: Value| look(value, options).is_some();
    let solution = || {
        let is_complete =
            |value: Value| look(value, options).is_some_and(|look| look.is_complete());
        named(&SOLUTION_NAMES, &|_| true).or_else(|| named(&SOLVED_NAMES, &is_complete))
    };
    let by_name = named(&PUZZLE_NAMES[..SURE_NAMES], &is_meant_as_cells)
        .or_else(|| named(&PUZZLE_NAMES, &is_cells))
        .or_else(|| named(&LIKELY_NAMES, &is_cells))
        .or_else(|| named(&PUZZLE_NAMES, &is_meant_as_cells));
    if let Some(cells) = by_name {
        return Some(Chosen {
            cells,
            solution: solution(),
            is_sure: true,
        });
    }
    let looks = object
        .each_field()
        .filter(|(name, _)| may_be_puzzle(|known| name.is_named(known)))
        .filter_map(|(_, value)| Some((value, look(value, options)?)))
        .take(3);
    let (cells, solution) = match looks.collect::<Vec<_>>().as_slice() {
        [(cells, _)] => (*cells, solution()),
        [(one, first), (other, second)] if second.solves(first) => (*one, Some(*other)),
        [(one, first), (other, second)] if first.solves(second) => (*other, Some(*one)),
        _ => return None,
    };
    Some(Chosen {
        cells,
        solution,
        is_sure: false,
    })
}

/// Returns the field that the object names as its puzzle, although it is none.
pub(super) fn named_cells<'a>(object: Value<'a>) -> Option<Value<'a>> {
    PUZZLE_NAMES.iter().find_map(|name| object.field(name))
}

/// Returns whether a value has as much text as the smallest board has cells, so that it is more
/// than a label or a number beside puzzles.
fn is_substantial(value: Value) -> bool {
    match value.kind() {
        Type::String => value.text().len() > puzzle::FEWEST_CELLS,
        Type::Array => value.text().len() > 2 * puzzle::FEWEST_CELLS,
        Type::Object => true,
        _ => false,
    }
}

/// Returns whether a value was meant as the cells of a board, even if it has too many or too few.
fn is_meant_as_cells(value: Value) -> bool {
    let is_symbol = |byte: &u8| byte.is_ascii_digit() || b"._*-? ,;|\\".contains(byte);
    let is_run = |value: Value| {
        let inside = value.inside().unwrap_or_default();
        2 * inside.bytes().filter(is_symbol).count() > inside.len()
    };
    let is_row = |item: Value| match item.kind() {
        Type::Array => item.each_item().all(|cell| puzzle::is_cell(&cell)),
        Type::String => is_run(item),
        _ => puzzle::is_cell(&item),
    };
    is_substantial(value)
        && match value.kind() {
            Type::String => is_run(value),
            Type::Array => value.each_item().all(is_row),
            _ => false,
        }
}

/// What the cells of a board look like.
pub(super) struct Look {
    values: Vec<u8>,
}

impl Look {
    fn is_complete(&self) -> bool {
        !self.values.contains(&0)
    }

    /// Returns whether this is a complete board with the givens of a puzzle.
    fn solves(&self, puzzle: &Look) -> bool {
        let agrees = |(own, given): (&u8, &u8)| *given == 0 || own == given;
        self.is_complete()
            && !puzzle.is_complete()
            && self.values.len() == puzzle.values.len()
            && self.values.iter().zip(&puzzle.values).all(agrees)
    }
}

/// Returns the size of the board that a value looks like.
pub(super) fn size(value: Value, options: &ReadOptions) -> Option<usize> {
    look(value, options).map(|look| look.values.len().isqrt())
}

/// Returns whether boards of this size are assumed without being asked for.
fn is_usual(size: usize, options: &ReadOptions) -> bool {
    may_have_size(size, options, || false)
}

/// Returns the size of a board with this many cells, if that is a usual one.
fn usual_size(cells: usize, options: &ReadOptions) -> Option<usize> {
    let size = cells.isqrt();
    (size * size == cells && is_usual(size, options)).then_some(size)
}

/// Returns the cells of a value that looks like a board with at least one given.
pub(super) fn look(value: Value, options: &ReadOptions) -> Option<Look> {
    let values = match value.kind() {
        Type::String => string(value.inside()?, options)?,
        Type::Array | Type::Object => match Placed::of(value) {
            Some(placed) => placed.values(options, |value, size| of_cell(value, size, options))?,
            None if value.kind() == Type::Array => cells_or_rows(|| value.each_item(), options)?,
            None => {
                let rows = rows_of(value)?;
                cells_or_rows(|| rows.iter().copied(), options)?
            }
        },
        _ => return None,
    };
    let is_open = values.iter().all(|value| *value == 0);
    (!is_open).then_some(Look { values })
}

/// Returns the values of cells, or of rows of cells.
fn cells_or_rows<'a, Items: Iterator<Item = Value<'a>>>(
    each: impl Fn() -> Items,
    options: &ReadOptions,
) -> Option<Vec<u8>> {
    let count = each().count();
    if let Some(size) = usual_size(count, options)
        && each().all(|item| puzzle::is_cell(&item))
    {
        return each().map(|cell| of_cell(cell, size, options)).collect();
    }
    if !is_usual(count, options) {
        return None;
    }
    let mut values = Vec::with_capacity(count * count);
    for row in each() {
        let before = values.len();
        match row.kind() {
            Type::Array => {
                for cell in row.each_item() {
                    if values.len() == before + count {
                        return None;
                    }
                    values.push(of_cell(cell, count, options)?);
                }
            }
            Type::String => values.extend(row_of_string(row.inside()?, count, options)?),
            _ => return None,
        }
        if values.len() != before + count {
            return None;
        }
    }
    Some(values)
}

/// Returns the value of a cell on a board of this size, 0 for an empty one.
fn of_cell(value: Value, size: usize, options: &ReadOptions) -> Option<u8> {
    match value.kind() {
        Type::Null => Some(0),
        Type::Number => of_token(value.text().as_bytes(), size, options),
        Type::String => of_token(value.inside()?.as_bytes(), size, options),
        Type::Object => match cell::value_of(value)? {
            Some(inner) => of_cell(inner, size, options),
            None => Some(0),
        },
        _ => None,
    }
}

fn of_token(token: &[u8], size: usize, options: &ReadOptions) -> Option<u8> {
    match tokens::number(token) {
        Some(value) => (value <= size).then_some(value as u8),
        None if tokens::is_blank(token, options.blank) => Some(0),
        None => match *token {
            [letter] if letter.is_ascii_alphabetic() && (size > 9 || options.symbols.is_some()) => {
                Some(letter.to_ascii_uppercase() - b'0')
            }
            _ => None,
        },
    }
}

/// Returns the values of a string with all cells of a board.
fn string(inside: &str, options: &ReadOptions) -> Option<Vec<u8>> {
    // The candidates of a 9×9 board, or the cells of any other.
    if inside.len() < puzzle::FEWEST_CELLS || !inside.is_ascii() {
        return None;
    }
    if inside.contains("://") {
        return link::values(inside, options);
    }
    if let Some(size) = usual_size(inside.len(), options)
        && let Some(values) = run(inside, size, options)
    {
        return Some(values);
    }
    let is_blank = |c: char| c.is_whitespace() || matches!(c, ',' | ';' | '|');
    let text = inside
        .replace("\\n", " ")
        .replace("\\r", " ")
        .replace("\\t", " ");
    let count = text.split(is_blank).filter(|word| !word.is_empty()).count();
    if let Some(size) = usual_size(count, options) {
        let words = text.split(is_blank).filter(|word| !word.is_empty());
        return words
            .map(|word| of_token(word.as_bytes(), size, options))
            .collect();
    }
    let joined: String = text.chars().filter(|c| !is_blank(*c)).collect();
    run(&joined, usual_size(joined.len(), options)?, options)
}

/// Returns the values of a string that is one row: its fields or words, or its characters.
fn row_of_string(row: &str, size: usize, options: &ReadOptions) -> Option<Vec<u8>> {
    let value = |token: &str| of_token(token.trim().as_bytes(), size, options);
    match row.find([',', ';']) {
        Some(at) => row.split(&row[at..=at]).map(value).collect(),
        None if row.trim().contains(' ') => row.split_ascii_whitespace().map(value).collect(),
        None => run(row, size, options),
    }
}

/// Returns the values of symbols that are one character each.
fn run(symbols: &str, size: usize, options: &ReadOptions) -> Option<Vec<u8>> {
    let value = |symbol: u8| of_token(&[symbol], size, options);
    symbols.bytes().map(value).collect()
}

#[cfg(test)]
mod tests {
    use super::super::value::Tree;
    use super::*;

    const PUZZLE: &str =
        "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
    const ANSWER: &str =
        "534678912672195348198342567859761423426853791713924856961537284287419635345286179";

    /// Finds the puzzles of a text, with P and S for a puzzle and its solution.
    fn found(text: &str) -> Vec<String> {
        let text = text
            .replace("\"P\"", &format!("\"{PUZZLE}\""))
            .replace("\"S\"", &format!("\"{ANSWER}\""));
        let (mut tree, mut all) = (Tree::default(), Vec::new());
        let value = tree.parse(text.as_bytes()).expect("well-formed");
        let options = ReadOptions::default();
        find(value, Expected::Document, &options, &mut all);
        let shown = |found: &Found| {
            let shown = text[found.range.clone()].replace(PUZZLE, "P");
            let name = found.name.as_deref().unwrap_or_default();
            format!("{name}:{}", shown.replace(ANSWER, "S"))
        };
        all.iter().map(shown).collect()
    }

    #[test]
    fn puzzles_are_found_at_any_key_and_depth() {
        for (text, expected) in [
            (
                r#"{"mission":"P","win":"S"}"#,
                &[r#":{"mission":"P","win":"S"}"#][..],
            ),
            (
                r#"{"a":{"b":[{"value":"P","solution":"S"}]}}"#,
                &[r#":{"value":"P","solution":"S"}"#],
            ),
            (
                r#"{"easy":"P","hard":"P"}"#,
                &[r#"easy:"P""#, r#"hard:"P""#],
            ),
            (
                r#"{"start":"P","end":"S"}"#,
                &[r#":{"start":"P","end":"S"}"#],
            ),
            (
                r#"{"daily":"P","archive":{"a":"P","b":"P"}}"#,
                &[r#"daily:"P""#, r#"a:"P""#, r#"b:"P""#],
            ),
            (r#"[["easy","P","S",4.5]]"#, &[r#":"P""#]),
            (
                r#"{"levels":[1,2,3],"size":9,"x":{"y":"P"}}"#,
                &[r#"x:{"y":"P"}"#],
            ),
            (
                r#"{"today":{"name":"n","problem":"P"}}"#,
                &[r#"today:{"name":"n","problem":"P"}"#],
            ),
        ] {
            assert_eq!(found(text), expected, "{text}");
        }
    }

    #[test]
    fn what_should_be_a_puzzle_is_found_too() {
        for (text, expected) in [
            (r#"{"name":"x"}"#, &[r#":{"name":"x"}"#][..]),
            (r#"[7,"P"]"#, &[":7", r#":"P""#]),
            (r#"{"puzzles":["P",{"a":1}]}"#, &[r#":"P""#, r#":{"a":1}"#]),
            (r#"{"a":["P",{"b":1}]}"#, &[r#":"P""#, r#":{"b":1}"#]),
            (r#"[]"#, &[]),
            (r#"{"puzzles":[]}"#, &[]),
        ] {
            assert_eq!(found(text), expected, "{text}");
        }
    }

    #[test]
    fn other_strings_and_arrays_are_no_puzzles() {
        let (mut tree, options) = (Tree::default(), ReadOptions::default());
        for text in [
            "\"2024-01-01T10:00\"",
            "\"0f3a5b7c9d1e2f4a\"",
            "\"----------------\"",
            "\"an easy puzzle 1\"",
            "\"e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855\"",
            "[1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16]",
            "[0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0]",
            "[[1,2,3],[1,2,3],[1,2,3]]",
            "[[1,2,3,4],[1,2,3,4],[1,2,3,4],[1,2,3]]",
            "[[1,2,3,4],[1,2,3,4],[1,2,3,4],{\"a\":1}]",
        ] {
            let value = tree.parse(text.as_bytes()).expect("well-formed");
            assert!(look(value, &options).is_none(), "{text}");
        }
    }
}
