//! `explain`: all steps to the solution.

use serde::{Deserialize, Serialize};
use sudokit::Grid;
use sudokit::logic::{Coordinates, Logic, NoStep, Stage, Standing, StepReport};
use sudokit::solve::Status;
use utoipa::ToSchema;

use super::hint::report;
use super::position;
use super::rate::{RatingSummary, rate_position};
use crate::budget::Budget;
use crate::error::ApiError;
use crate::limits::Limits;
use crate::list;
use crate::puzzle_input::ParsedPuzzle;
use crate::request::PuzzleRequest;
use crate::work::Work;

/// How to explain.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct ExplainParams {
    /// The techniques to use, in this order; by default the usual ones.
    #[serde(
        default,
        deserialize_with = "list::optional",
        skip_serializing_if = "Option::is_none"
    )]
    pub techniques: Option<Vec<String>>,
    /// Whether techniques may assume that the solution is unique; the default is `true`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub uniqueness: Option<bool>,
    /// The notation for cells.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub coordinates: Option<Coordinates>,
    /// Whether each step has its drawing: shapes with classes, and a legend.
    #[serde(default)]
    pub drawing: bool,
}

/// The steps to the solution.
#[derive(Serialize, ToSchema)]
pub struct ExplainResponse {
    /// The result of a search for solutions.
    pub status: Status,
    /// The state after the last step.
    pub standing: Standing,
    /// The steps, in order.
    pub steps: Vec<StepReport>,
    /// The values after the last step, on one line.
    pub result: String,
    /// The rating of the position, as from `rate`, if found in time.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rating: Option<RatingSummary>,
}

/// Explain all steps to the solution
#[utoipa::path(
    post, path = "/api/v1/explain",
    request_body = PuzzleRequest<ExplainParams>,
    responses((status = 200, body = ExplainResponse))
)]
pub fn explain(request: PuzzleRequest<ExplainParams>, limits: &Limits) -> Result<Work, ApiError> {
    Ok(Work::on_puzzle(request, limits, explain_puzzle))
}

fn explain_puzzle(
    parsed: &ParsedPuzzle,
    params: ExplainParams,
    budget: &Budget,
) -> Result<ExplainResponse, ApiError> {
    let logic = position::logic(
        params.techniques.as_deref(),
        params.uniqueness,
        Logic::new(),
    )?;
    let position = position::examine_parsed(parsed, params.coordinates, &logic, budget);
    let mut walk = position.walk();
    let mut steps = Vec::new();
    let end = match position.status().is_hopeless() {
        true => NoStep::Broken,
        false => {
            let mut board = walk.board().clone();
            for step in walk.by_ref() {
                let words = position.words();
                steps.push(report(words, &board, &step, Stage::Step, params.drawing));
                board.apply(&step);
            }
            walk.end().unwrap_or(NoStep::Stuck)
        }
    };
    let Some(standing) = end.standing() else {
        return Err(position::error(end).unwrap_or_else(ApiError::timed_out));
    };
    // Explanations use more techniques than ratings, so the rating needs a solve of its own.
    let rating = match standing {
        Standing::Solved => rate_position(&position.with_logic(&Logic::rating())).ok(),
        _ => None,
    };
    Ok(ExplainResponse {
        status: position.status_after(end),
        standing,
        steps,
        result: Grid::from(walk.board()).to_string(),
        rating: rating.and_then(|rated| rated.rating),
    })
}
