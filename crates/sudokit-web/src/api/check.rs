//! `check`: whether a position obeys the rules and has exactly one solution; which givens could be
//! left out, and which cells would help.

use axum::extract::State;
use serde::{Deserialize, Serialize};
use sudokit::analyse::{self, Ease, Minimality};
use sudokit::solve::Status;
use sudokit::{Grid, Puzzle};
use utoipa::ToSchema;

use super::ApiResult;
use crate::error::ErrorBody;
use crate::queue::Budget;
use crate::request::PuzzleRequest;
use crate::router::AppState;

/// What to find out about a puzzle with one solution.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct CheckParams {
    /// Whether it needs all its givens.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub minimal: Option<bool>,
    /// Which cells, once known, leave nothing that is not easy, and what counts as easy.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub backdoors: Option<Ease>,
}

/// Whether a position makes sense.
#[derive(Serialize, ToSchema)]
pub struct CheckResponse {
    /// Whether it breaks no rule as it stands.
    pub valid: bool,
    /// What a search says.
    pub status: Status,
    /// The cells whose value stands twice in a house.
    pub clashes: Vec<usize>,
    /// Each value that stands twice, with its house.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub twice: Vec<RepeatedValue>,
    /// Open cells to which the listed candidates leave nothing.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub without_candidates: Vec<usize>,
    /// Whether the solution that the text claims is right, where it claims one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub claim: Option<bool>,
    /// Whether every given is needed, where that was asked and could be found out in time.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub minimal: Option<bool>,
    /// The cells whose given the others imply, each by itself.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub redundant: Option<Vec<u16>>,
    /// Of them a choice that can be left out together, after which every given is needed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub removable: Option<Vec<u16>>,
    /// The backdoors, where they were asked for and could be found in time.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub backdoors: Option<Backdoors>,
}

/// The smallest sets of cells that make a puzzle easy once their values are known.
#[derive(Serialize, ToSchema)]
pub struct Backdoors {
    /// How many cells are enough: 0, 1 or 2; nothing where it takes more.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub smallest: Option<usize>,
    /// Cells that are enough by themselves.
    pub cells: Vec<u16>,
    /// Pairs of cells that are enough together, where neither is by itself.
    pub pairs: Vec<[u16; 2]>,
}

/// A value that stands several times in a house.
#[derive(Serialize, ToSchema)]
pub struct RepeatedValue {
    /// The value.
    pub value: u8,
    /// What a player calls the house.
    pub house: String,
    /// The cells.
    pub cells: Vec<usize>,
}

/// Check the rules, and whether there is exactly one solution
#[utoipa::path(
    post, path = "/api/v1/check",
    request_body = PuzzleRequest<CheckParams>,
    responses((status = 200, body = CheckResponse), (status = 422, body = ErrorBody))
)]
pub async fn check(
    State(state): State<AppState>,
    request: PuzzleRequest<CheckParams>,
) -> ApiResult<CheckResponse> {
    super::respond(&state, request, |parsed, params, budget| {
        let puzzle = &parsed.puzzle;
        let claimed = parsed.claimed.as_ref();
        let outcome = budget.solver().limit(2).solve(puzzle);
        let unique = outcome.solution.as_ref().filter(|_| outcome.is_unique());
        let minimality = unique.and_then(|_| minimality(puzzle, params.minimal, budget));
        let backdoors = unique.and_then(|grid| backdoors(puzzle, grid, params.backdoors, budget));
        Ok(CheckResponse {
            valid: puzzle.check().is_ok(),
            status: Status::of(puzzle, &outcome),
            minimal: minimality.as_ref().map(Minimality::is_minimal),
            redundant: minimality.as_ref().map(|found| found.redundant.clone()),
            removable: minimality.map(|found| found.removable),
            backdoors,
            clashes: clashes(puzzle),
            twice: twice(puzzle),
            without_candidates: without_candidates(puzzle),
            claim: claimed.map(|grid| grid.solves(puzzle)),
        })
    })
    .await
}

fn minimality(puzzle: &Puzzle, params: Option<bool>, budget: &Budget) -> Option<Minimality> {
    let params = params.unwrap_or(false);
    params
        .then(|| Minimality::of(&budget.solver(), puzzle).ok())
        .flatten()
}

fn backdoors(
    puzzle: &Puzzle,
    solution: &Grid,
    params: Option<Ease>,
    budget: &Budget,
) -> Option<Backdoors> {
    let stop = || budget.check().is_err();
    let found = analyse::Backdoors::of(puzzle, solution, params?, 2, stop)?;
    Some(Backdoors {
        smallest: found.smallest(),
        cells: found.cells,
        pairs: found.pairs,
    })
}

fn twice(puzzle: &Puzzle) -> Vec<RepeatedValue> {
    let mut found = Vec::new();
    for house in puzzle.shape().houses() {
        for value in 1..=puzzle.shape().size() as u8 {
            let cells = house.cells().iter().map(|cell| usize::from(*cell));
            let cells: Vec<usize> = cells
                .filter(|cell| puzzle.values()[*cell] == value)
                .collect();
            if cells.len() > 1 {
                found.push(RepeatedValue {
                    value,
                    house: house.to_string(),
                    cells,
                });
            }
        }
    }
    found
}

/// The cells whose value stands twice in a house, in ascending order.
pub fn clashes(puzzle: &Puzzle) -> Vec<usize> {
    let (shape, values) = (puzzle.shape(), puzzle.values());
    let clashes = |cell: &usize| {
        let peers = shape.peers(*cell);
        let is_same = |peer: &u16| values[usize::from(*peer)] == values[*cell];
        values[*cell] != 0 && peers.iter().any(is_same)
    };
    (0..shape.cells()).filter(clashes).collect()
}

/// The open cells to which the listed candidates leave nothing.
pub fn without_candidates(puzzle: &Puzzle) -> Vec<usize> {
    let cells = 0..puzzle.shape().cells();
    cells.filter(|cell| puzzle.allowed(*cell) == 0).collect()
}
