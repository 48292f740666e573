//! `count`: the number of solutions, in total and for each cell and value.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use sudokit::Puzzle;
use sudokit::analyse::TrueCandidates;
use sudokit::solve::End;
use utoipa::ToSchema;

use crate::budget::Budget;
use crate::error::ApiError;
use crate::limits::Limits;
use crate::request::PuzzleRequest;
use crate::work::Work;

/// How to count.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct CountParams {
    /// Stop after this many solutions.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub limit: Option<u64>,
    /// Also count for each cell and value; the default limit is then 100,000.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub by_cell: Option<bool>,
}

/// The default limit with `by_cell`, which has to look at every cell of every solution.
const BY_CELL_LIMIT: u64 = 100_000;

/// The number of solutions.
#[derive(Serialize, ToSchema)]
pub struct CountResponse {
    /// The number of solutions found.
    pub count: u64,
    /// Whether there are no other solutions.
    pub exact: bool,
    /// Why counting ended: `exhausted`, or `limit`, `time-limit` or `interrupted` if there may be
    /// more.
    pub ended: &'static str,
    /// For each cell, the number of solutions with each value; lower bounds if counting ended early.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub by_cell: Option<Vec<BTreeMap<u8, u64>>>,
    /// Whether `by_cell` contains every value that is possible in some solution.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub by_cell_complete: Option<bool>,
}

/// Count the solutions of a puzzle
#[utoipa::path(
    post, path = "/api/v1/count",
    request_body = PuzzleRequest<CountParams>,
    responses((status = 200, body = CountResponse))
)]
pub fn count(request: PuzzleRequest<CountParams>, limits: &Limits) -> Result<Work, ApiError> {
    Ok(Work::on_puzzle(
        request,
        limits,
        |parsed, params, budget| {
            Ok(match params.by_cell {
                Some(true) => count_by_cell(&parsed.puzzle, params.limit, budget),
                _ => count_solutions(&parsed.puzzle, params.limit, budget),
            })
        },
    ))
}

/// Counts the solutions of a puzzle.
pub fn count_solutions(puzzle: &Puzzle, limit: Option<u64>, budget: &Budget) -> CountResponse {
    let outcome = budget
        .solver()
        .limit(limit.unwrap_or(u64::MAX))
        .solve(puzzle);
    CountResponse {
        count: outcome.count,
        exact: outcome.end == End::Exhausted,
        ended: outcome.end.name(),
        by_cell: None,
        by_cell_complete: None,
    }
}

fn count_by_cell(puzzle: &Puzzle, limit: Option<u64>, budget: &Budget) -> CountResponse {
    let limit = limit.unwrap_or(BY_CELL_LIMIT);
    let found = TrueCandidates::of(&budget.solver().limit(limit), puzzle);
    CountResponse {
        count: found.solutions(),
        exact: found.is_exact(),
        ended: found.end().name(),
        by_cell: Some(found.by_cell()),
        by_cell_complete: Some(found.are_known()),
    }
}
