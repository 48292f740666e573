//! `solve`: finds the solution, or several and where the first two differ.

use std::ops::ControlFlow;

use serde::{Deserialize, Serialize};
use sudokit::solve::Status;
use sudokit::{Grid, Puzzle};
use utoipa::ToSchema;

use super::check::clashes;
use crate::budget::Budget;
use crate::error::ApiError;
use crate::limits::Limits;
use crate::request::PuzzleRequest;
use crate::work::Work;

/// How many solutions to find.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct SolveParams {
    /// Stop after this many solutions; the default is 2, which shows whether the first is unique.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub limit: Option<u64>,
}

/// The result of a search for solutions.
#[derive(Serialize, ToSchema)]
pub struct SolveResponse {
    /// The status of the puzzle.
    pub status: Status,
    /// The number of solutions found, up to the limit.
    pub count: u64,
    /// The first solution on one line: digits, then letters; on boards with more than 61 values,
    /// numbers separated by spaces.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub solution: Option<String>,
    /// The first solution, as the value of each cell.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub values: Option<Vec<u8>>,
    /// If the time ended before a solution was found: the most complete position that was seen, as
    /// the value of each cell, 0 for open ones. Its values need not be right.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub attempt: Option<Vec<u8>>,
    /// The solutions, each on one line, if there are several.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub solutions: Option<Vec<String>>,
    /// The cells in which the first two solutions differ.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub differing: Option<Vec<usize>>,
    /// The cells whose value appears more than once in a house.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub clashes: Vec<usize>,
}

/// Solve a puzzle
#[utoipa::path(
    post, path = "/api/v1/solve",
    request_body = PuzzleRequest<SolveParams>,
    responses((status = 200, body = SolveResponse))
)]
pub fn solve(request: PuzzleRequest<SolveParams>, limits: &Limits) -> Result<Work, ApiError> {
    let most = limits.solutions;
    let limit = request.params.limit.unwrap_or(2);
    if limit == 0 || limit > most {
        let message = format!("limit must be 1 to {most}, not {limit}");
        return Err(ApiError::unprocessable("wrong-limit", message));
    }
    Ok(Work::on_puzzle(
        request,
        limits,
        move |parsed, _, budget| Ok(solve_puzzle(&parsed.puzzle, limit, budget)),
    ))
}

/// Solves a puzzle.
pub fn solve_puzzle(puzzle: &Puzzle, limit: u64, budget: &Budget) -> SolveResponse {
    let mut found: Vec<Grid> = Vec::new();
    // Always look for a second solution, to know whether the first is unique.
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
    SolveResponse {
        status,
        count: outcome.count.min(limit),
        solution: first.map(Grid::to_string),
        values: first.map(|grid| grid.values().to_vec()),
        attempt: (status == Status::Open).then(|| outcome.attempt.values().to_vec()),
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
