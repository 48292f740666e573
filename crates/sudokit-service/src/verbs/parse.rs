//! `parse`: reads a puzzle in any form and returns it as data.

use serde::Serialize;
use sudokit::bits::values_of;
#[cfg(feature = "text")]
use sudokit::format::Record;
use sudokit::format::Symbols;
use sudokit::{Grid, Origin, Puzzle, Shape};
use utoipa::ToSchema;

use crate::error::ApiError;
use crate::limits::Limits;
use crate::puzzle_input::ParsedPuzzle;
use crate::request::{NoParams, PuzzleRequest};
use crate::work::Work;

/// A parsed position.
#[derive(Serialize, ToSchema)]
pub struct ParseResponse {
    /// The form of the text.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub form: Option<String>,
    /// The name of the puzzle, if the text has one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// The board.
    pub board: BoardShape,
    /// All values on one line.
    pub line: String,
    /// The value of each cell, 0 for empty cells.
    pub values: Vec<u8>,
    /// The cells with givens.
    pub givens: Vec<usize>,
    /// The cells with values placed by a player.
    pub placed: Vec<usize>,
    /// The candidates of each cell, if the text lists them; filled cells have none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub candidates: Option<Vec<Vec<u8>>>,
    /// The solution included in the text, on one line.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub claimed: Option<String>,
    /// What the text was read as, if its size or boxes are not the usual ones: `read as 10×10 with
    /// 2×5 boxes`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub note: Option<String>,
}

/// A line of the response of `batch/parse`. Missing fields have their default values.
#[cfg(feature = "text")]
#[derive(Serialize, ToSchema)]
pub struct ParsedPuzzleLine {
    /// The shape, as in requests.
    pub shape: String,
    /// The value of each cell, 0 for empty cells.
    pub values: Vec<u8>,
    /// The cells with values placed by a player; the others are givens.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub placed: Vec<usize>,
    /// The candidates of each cell, if the text lists them; filled cells have none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub candidates: Option<Vec<Vec<u8>>>,
    /// The symbols of the values, as in requests, unless they are `1-9A-Z`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub symbols: Option<String>,
    /// What the text was read as, if its size or boxes are not the usual ones.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub note: Option<String>,
}

/// A board without values.
#[derive(Serialize, ToSchema)]
pub struct BoardShape {
    /// The shape, as in requests.
    pub shape: String,
    /// The number of rows, columns and values.
    pub size: usize,
    /// The number of rows of a box; missing on jigsaw boards.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub box_rows: Option<usize>,
    /// The number of columns of a box.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub box_columns: Option<usize>,
    /// The symbols of the values 1, 2, 3…
    pub symbols: Vec<String>,
    /// The houses: rows, columns, boxes or regions, then others.
    pub houses: Vec<HouseOfBoard>,
}

/// A house: cells with different values.
#[derive(Serialize, ToSchema)]
pub struct HouseOfBoard {
    /// The name: `row 3`, `box 5`.
    pub name: String,
    /// The cells.
    pub cells: Vec<u16>,
}

/// Read a puzzle in any form
///
/// Text with several puzzles gives the error `several-puzzles`; use `batch/parse` to list them.
#[utoipa::path(
    post, path = "/api/v1/parse",
    request_body = PuzzleRequest<NoParams>,
    responses((status = 200, body = ParseResponse))
)]
pub fn parse(request: PuzzleRequest<NoParams>, limits: &Limits) -> Result<Work, ApiError> {
    Ok(Work::on_puzzle(request, limits, |parsed, _, _| {
        Ok(describe(parsed))
    }))
}

fn describe(parsed: &ParsedPuzzle) -> ParseResponse {
    let puzzle = &parsed.puzzle;
    ParseResponse {
        form: parsed.form.map(|form| form.name().to_string()),
        name: parsed.name.clone(),
        board: board(puzzle.shape(), &parsed.symbols),
        line: puzzle.to_string(),
        values: puzzle.values().to_vec(),
        givens: cells_of(puzzle, Origin::Given),
        placed: cells_of(puzzle, Origin::Placed),
        candidates: listed_candidates(puzzle),
        claimed: parsed.claimed.as_ref().map(Grid::to_string),
        note: parsed.note.clone(),
    }
}

/// Returns a line of `batch/parse`.
#[cfg(feature = "text")]
pub fn describe_line(record: &Record) -> ParsedPuzzleLine {
    let puzzle = &record.puzzle;
    let size = puzzle.shape().size();
    let is_unusual = |value: &u8| record.symbols.symbol(*value) != Symbols::FromOne.symbol(*value);
    let symbols = (1..=size as u8).find(is_unusual);
    ParsedPuzzleLine {
        shape: puzzle.shape().to_string(),
        values: puzzle.values().to_vec(),
        placed: cells_of(puzzle, Origin::Placed),
        candidates: listed_candidates(puzzle),
        symbols: symbols.map(|_| record.symbols.spelled(size)),
        note: record.unusual_shape(),
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
