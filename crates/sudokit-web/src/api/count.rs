//! `count`: how many solutions there are, and in how many a cell has each of its values.

use std::collections::BTreeMap;

use axum::extract::State;
use serde::{Deserialize, Serialize};
use sudokit::Puzzle;
use sudokit::analyse::TrueCandidates;
use sudokit::solve::End;
use utoipa::ToSchema;

use super::ApiResult;
use crate::error::ErrorBody;
use crate::queue::Budget;
use crate::request::PuzzleRequest;
use crate::router::AppState;

/// How far to count.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct CountParams {
    /// Stop at this number.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub limit: Option<u64>,
    /// Count for each cell and value, too; then the limit is 100,000 unless told otherwise.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub by_cell: Option<bool>,
}

/// Every solution is looked at cell by cell, so fewer are counted unless more are asked for.
const COUNTED_BY_CELL: u64 = 100_000;

/// How many solutions there are.
#[derive(Serialize, ToSchema)]
pub struct CountResponse {
    /// How many were found.
    pub count: u64,
    /// Whether there are no more.
    pub exact: bool,
    /// Why counting ended: `exhausted`, or `limit`, `time-limit` or `interrupted` where there may
    /// be more.
    pub ended: &'static str,
    /// For each cell its values, and how many solutions have them there; at least so many where
    /// counting was stopped.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub by_cell: Option<Vec<BTreeMap<u8, u64>>>,
    /// Whether no value is missing there.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub by_cell_complete: Option<bool>,
}

/// Count the solutions
#[utoipa::path(
    post, path = "/api/v1/count",
    request_body = PuzzleRequest<CountParams>,
    responses((status = 200, body = CountResponse), (status = 422, body = ErrorBody))
)]
pub async fn count(
    State(state): State<AppState>,
    request: PuzzleRequest<CountParams>,
) -> ApiResult<CountResponse> {
    super::respond(&state, request, |parsed, params, budget| {
        Ok(match params.by_cell {
            Some(true) => count_by_cell(&parsed.puzzle, params.limit, budget),
            _ => count_solutions(&parsed.puzzle, params.limit, budget),
        })
    })
    .await
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
    let limit = limit.unwrap_or(COUNTED_BY_CELL);
    let found = TrueCandidates::of(&budget.solver().limit(limit), puzzle);
    CountResponse {
        count: found.solutions(),
        exact: found.is_exact(),
        ended: found.end().name(),
        by_cell: Some(found.by_cell()),
        by_cell_complete: Some(found.are_known()),
    }
}
