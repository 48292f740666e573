//! `parse`: any form, as data that a page can draw.

use axum::extract::State;
use serde::Serialize;
use sudokit::format::Symbols;
use sudokit::{Grid, Origin, Shape};
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
    let (shape, cells) = (puzzle.shape(), 0..puzzle.shape().cells());
    let with_origin = |origin: Origin| {
        let cells = cells.clone();
        let cells = cells.filter(|cell| puzzle.origin(*cell) == Some(origin));
        cells.collect::<Vec<usize>>()
    };
    let line = Grid::new(shape.clone(), puzzle.values().to_vec()).to_string();
    ParseAnswer {
        form: subject.form.map(|form| form.name().to_string()),
        name: subject.name.clone(),
        board: board(shape, &subject.symbols),
        line,
        values: puzzle.values().to_vec(),
        givens: with_origin(Origin::Given),
        placed: with_origin(Origin::Placed),
        candidates: puzzle.candidates().map(|_| {
            let list = |cell: usize| match puzzle.values()[cell] {
                0 => values_of(puzzle.allowed(cell)),
                _ => Vec::new(),
            };
            cells.clone().map(list).collect()
        }),
        claimed: subject.claimed.as_ref().map(Grid::to_string),
    }
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

fn values_of(mask: u64) -> Vec<u8> {
    (1..=64)
        .filter(|value| mask >> (value - 1) & 1 == 1)
        .collect()
}
