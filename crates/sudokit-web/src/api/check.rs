//! `check`: whether a position obeys the rules and has exactly one solution.

use axum::extract::State;
use serde::Serialize;
use sudokit::Puzzle;
use utoipa::ToSchema;

use super::Answer;
use super::status::{Status, clashes, without_candidates};
use crate::body::{NothingElse, Question};
use crate::refusal::RefusalBody;
use crate::router::Shared;

/// Whether a position makes sense.
#[derive(Serialize, ToSchema)]
pub struct CheckAnswer {
    /// Whether it breaks no rule as it stands.
    pub valid: bool,
    /// What a search says.
    pub status: Status,
    /// The cells whose value stands twice in a house.
    pub clashes: Vec<usize>,
    /// Each value that stands twice, with its house.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub twice: Vec<Twice>,
    /// Open cells to which the listed candidates leave nothing.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub without_candidates: Vec<usize>,
    /// Whether the solution that the text claims is right, where it claims one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub claim: Option<bool>,
}

/// A value that stands several times in a house.
#[derive(Serialize, ToSchema)]
pub struct Twice {
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
    request_body = Question<NothingElse>,
    responses((status = 200, body = CheckAnswer), (status = 422, body = RefusalBody))
)]
pub async fn check(
    State(shared): State<Shared>,
    question: Question<NothingElse>,
) -> Answer<CheckAnswer> {
    super::answer(&shared, question, |subject, _, budget| {
        let puzzle = &subject.puzzle;
        let claimed = subject.claimed.as_ref();
        let outcome = budget.solver().limit(2).solve(puzzle);
        Ok(CheckAnswer {
            valid: puzzle.check().is_ok(),
            status: Status::of(puzzle, &outcome),
            clashes: clashes(puzzle),
            twice: twice(puzzle),
            without_candidates: without_candidates(puzzle),
            claim: claimed.map(|grid| grid.solves(puzzle)),
        })
    })
    .await
}

fn twice(puzzle: &Puzzle) -> Vec<Twice> {
    let mut found = Vec::new();
    for house in puzzle.shape().houses() {
        for value in 1..=puzzle.shape().size() as u8 {
            let cells = house.cells().iter().map(|cell| usize::from(*cell));
            let cells: Vec<usize> = cells
                .filter(|cell| puzzle.values()[*cell] == value)
                .collect();
            if cells.len() > 1 {
                found.push(Twice {
                    value,
                    house: house.to_string(),
                    cells,
                });
            }
        }
    }
    found
}
