//! `solve`: the solution, or two of several and where they differ.

use std::ops::ControlFlow;

use axum::extract::State;
use serde::{Deserialize, Serialize};
use sudokit::solve::Status;
use sudokit::{Grid, Puzzle};
use utoipa::ToSchema;

use super::Answer;
use super::clashes::clashes;
use crate::body::Question;
use crate::desk::Budget;
use crate::refusal::{Refusal, RefusalBody};
use crate::router::Shared;

/// How many solutions are wanted.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct SolveAsked {
    /// Stop after so many solutions; two unless told, which shows whether there is only one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub limit: Option<u64>,
}

/// What a search found.
#[derive(Serialize, ToSchema)]
pub struct SolveAnswer {
    /// What became of the puzzle.
    pub status: Status,
    /// How many solutions were found, up to the limit.
    pub count: u64,
    /// The first solution in one line: digits, then letters; numbers with blanks between them on
    /// boards of more than 61 values.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub solution: Option<String>,
    /// The first solution, one value for each cell.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub values: Option<Vec<u8>>,
    /// Several solutions, each in one line.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub solutions: Option<Vec<String>>,
    /// The cells in which the first two of them differ.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub differing: Option<Vec<usize>>,
    /// The cells whose value stands twice in a house.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub clashes: Vec<usize>,
}

/// Solve a puzzle
#[utoipa::path(
    post, path = "/api/v1/solve",
    request_body = Question<SolveAsked>,
    responses((status = 200, body = SolveAnswer), (status = 422, body = RefusalBody))
)]
pub async fn solve(
    State(shared): State<Shared>,
    question: Question<SolveAsked>,
) -> Answer<SolveAnswer> {
    let most = shared.limits.solutions;
    let limit = question.asked.limit.unwrap_or(2);
    if limit == 0 || limit > most {
        let message = format!("the limit is {limit}, where 1 to {most} are possible");
        return Err(Refusal::senseless("wrong-limit", message));
    }
    super::answer(&shared, question, move |subject, _, budget| {
        Ok(solved(&subject.puzzle, limit, budget))
    })
    .await
}

/// Solves a puzzle.
pub fn solved(puzzle: &Puzzle, limit: u64, budget: &Budget) -> SolveAnswer {
    let mut found: Vec<Grid> = Vec::new();
    // Whether there is another one is always worth knowing.
    let solver = budget.solver().limit(limit.max(2));
    let outcome = solver.each_solution(puzzle, |values| {
        found.extend(Grid::new(puzzle.shape().clone(), values.to_vec()));
        ControlFlow::Continue(())
    });
    let status = Status::of(puzzle, &outcome);
    let differing = match &found[..] {
        [first, second, ..] => Some(differing(first, second)),
        _ => None,
    };
    found.truncate(usize::try_from(limit).unwrap_or(usize::MAX));
    let first = found.first();
    SolveAnswer {
        status,
        count: outcome.count.min(limit),
        solution: first.map(Grid::to_string),
        values: first.map(|grid| grid.values().to_vec()),
        differing: differing.filter(|_| found.len() > 1),
        solutions: (found.len() > 1).then(|| found.iter().map(Grid::to_string).collect()),
        clashes: clashes(puzzle),
    }
}

fn differing(one: &Grid, other: &Grid) -> Vec<usize> {
    let pairs = one.values().iter().zip(other.values());
    let differing = pairs.enumerate().filter(|(_, (one, other))| one != other);
    differing.map(|(cell, _)| cell).collect()
}
