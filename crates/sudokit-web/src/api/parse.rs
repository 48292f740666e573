//! `parse`: any form, as data that a page can draw.

use axum::extract::State;
use serde::Serialize;
use sudokit::bits::values_of;
use sudokit::format::{Record, Symbols};
use sudokit::{Grid, Origin, Puzzle, Shape};
use utoipa::ToSchema;

use super::Answer;
use super::position::Subject;
use crate::body::{NothingElse, Question};
use crate::refusal::RefusalBody;
use crate::router::Shared;

/// A position as data.
#[derive(Serialize, ToSchema)]
pub struct ParseAnswer {
    /// The form of the text.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub form: Option<String>,
    /// The puzzle's name, where the text has one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// The board.
    pub board: BoardShape,
    /// All values in one line.
    pub line: String,
    /// All values, 0 for an open cell.
    pub values: Vec<u8>,
    /// The cells whose values belong to the puzzle.
    pub givens: Vec<usize>,
    /// The cells whose values a player put there.
    pub placed: Vec<usize>,
    /// The candidates that the text lists, for each cell; filled cells have none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub candidates: Option<Vec<Vec<u8>>>,
    /// The solution that the text claims, in one line.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub claimed: Option<String>,
}

/// A puzzle of many, in a line of `batch/parse`. What is left out is as usual.
#[derive(Serialize, ToSchema)]
pub struct ParsedLine {
    /// Its shape, as requests name it.
    pub shape: String,
    /// All values, 0 for an open cell.
    pub values: Vec<u8>,
    /// The cells whose values a player put there; the others are given.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub placed: Vec<usize>,
    /// The candidates that the text lists, for each cell; filled cells have none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub candidates: Option<Vec<Vec<u8>>>,
    /// How values are written, as requests spell it, where it is not `1-9A-Z`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub symbols: Option<String>,
}

/// A board without values.
#[derive(Serialize, ToSchema)]
pub struct BoardShape {
    /// Its shape, as requests name it.
    pub shape: String,
    /// The number of values, rows and columns.
    pub size: usize,
    /// The rows of a box; none on a jigsaw.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub box_rows: Option<usize>,
    /// The columns of a box.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub box_columns: Option<usize>,
    /// How values 1, 2, 3… are written.
    pub symbols: Vec<String>,
    /// Every house: rows, columns, boxes or regions, then others.
    pub houses: Vec<HouseOfBoard>,
}

/// Cells whose values all differ.
#[derive(Serialize, ToSchema)]
pub struct HouseOfBoard {
    /// What a player calls it: `row 3`, `box 5`.
    pub name: String,
    /// Its cells.
    pub cells: Vec<u16>,
}

/// Read a puzzle in any form
///
/// A text with several puzzles is refused as `several-puzzles`; `batch/parse` lists them.
#[utoipa::path(
    post, path = "/api/v1/parse",
    request_body = Question<NothingElse>,
    responses((status = 200, body = ParseAnswer), (status = 422, body = RefusalBody))
)]
pub async fn parse(
    State(shared): State<Shared>,
    question: Question<NothingElse>,
) -> Answer<ParseAnswer> {
    super::answer(&shared, question, |subject, _, _| Ok(described(subject))).await
}

fn described(subject: &Subject) -> ParseAnswer {
    let puzzle = &subject.puzzle;
    ParseAnswer {
        form: subject.form.map(|form| form.name().to_string()),
        name: subject.name.clone(),
        board: board(puzzle.shape(), &subject.symbols),
        line: puzzle.to_string(),
        values: puzzle.values().to_vec(),
        givens: cells_of(puzzle, Origin::Given),
        placed: cells_of(puzzle, Origin::Placed),
        candidates: listed_candidates(puzzle),
        claimed: subject.claimed.as_ref().map(Grid::to_string),
    }
}

/// A puzzle of many.
pub fn parsed_line(record: &Record) -> ParsedLine {
    let puzzle = &record.puzzle;
    let size = puzzle.shape().size();
    let is_unusual = |value: &u8| record.symbols.symbol(*value) != Symbols::FromOne.symbol(*value);
    let symbols = (1..=size as u8).find(is_unusual);
    ParsedLine {
        shape: puzzle.shape().to_string(),
        values: puzzle.values().to_vec(),
        placed: cells_of(puzzle, Origin::Placed),
        candidates: listed_candidates(puzzle),
        symbols: symbols.map(|_| record.symbols.spelled(size)),
    }
}

fn cells_of(puzzle: &Puzzle, origin: Origin) -> Vec<usize> {
    let cells = 0..puzzle.shape().cells();
    cells
        .filter(|cell| puzzle.origin(*cell) == Some(origin))
        .collect()
}

fn listed_candidates(puzzle: &Puzzle) -> Option<Vec<Vec<u8>>> {
    puzzle.candidates()?;
    let list = |cell: usize| match puzzle.values()[cell] {
        0 => values_of(puzzle.allowed(cell)).collect(),
        _ => Vec::new(),
    };
    Some((0..puzzle.shape().cells()).map(list).collect())
}

fn board(shape: &Shape, symbols: &Symbols) -> BoardShape {
    let houses = shape.houses().iter().map(|house| HouseOfBoard {
        name: house.to_string(),
        cells: house.cells().to_vec(),
    });
    BoardShape {
        shape: shape.to_string(),
        size: shape.size(),
        box_rows: shape.box_size().map(|(rows, _)| rows),
        box_columns: shape.box_size().map(|(_, columns)| columns),
        symbols: (1..=shape.size() as u8)
            .map(|v| symbols.symbol(v))
            .collect(),
        houses: houses.collect(),
    }
}
