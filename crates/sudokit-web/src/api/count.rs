//! `count`: how many solutions there are.

use axum::extract::State;
use serde::{Deserialize, Serialize};
use sudokit::Puzzle;
use sudokit::solve::End;
use utoipa::ToSchema;

use super::Answer;
use crate::body::Question;
use crate::desk::Budget;
use crate::refusal::RefusalBody;
use crate::router::Shared;

/// How far to count.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct CountAsked {
    /// Stop at this number.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub limit: Option<u64>,
}

/// How many solutions there are.
#[derive(Serialize, ToSchema)]
pub struct CountAnswer {
    /// How many were found.
    pub count: u64,
    /// Whether there are no more.
    pub complete: bool,
    /// Why there may be more: `limit` or `time`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub stopped: Option<&'static str>,
}

/// Count the solutions
#[utoipa::path(
    post, path = "/api/v1/count",
    request_body = Question<CountAsked>,
    responses((status = 200, body = CountAnswer), (status = 422, body = RefusalBody))
)]
pub async fn count(
    State(shared): State<Shared>,
    question: Question<CountAsked>,
) -> Answer<CountAnswer> {
    super::answer(&shared, question, |subject, asked, budget| {
        Ok(counted(&subject.puzzle, asked.limit, budget))
    })
    .await
}

/// Counts the solutions of a puzzle.
pub fn counted(puzzle: &Puzzle, limit: Option<u64>, budget: &Budget) -> CountAnswer {
    let outcome = budget
        .solver()
        .limit(limit.unwrap_or(u64::MAX))
        .solve(puzzle);
    CountAnswer {
        count: outcome.count,
        complete: outcome.end == End::Exhausted,
        stopped: match outcome.end {
            End::Exhausted => None,
            End::Limit => Some("limit"),
            _ => Some("time"),
        },
    }
}
