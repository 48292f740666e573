//! `explain`: all steps to the solution.

use axum::extract::State;
use serde::{Deserialize, Serialize};
use sudokit::Grid;
use sudokit::logic::{Board, Coordinates, Logic, Stage, Standing, StepReport};
use sudokit::solve::Status;
use utoipa::ToSchema;

use super::ApiResult;
use super::hint::report;
use super::puzzle_input::ParsedPuzzle;
use super::rate::{RatingSummary, rate_puzzle};
use super::verdict::{self, Verdict};
use super::walk;
use crate::error::{ApiError, ErrorBody};
use crate::queue::Budget;
use crate::request::PuzzleRequest;
use crate::router::AppState;

/// How to explain.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct ExplainParams {
    /// The techniques to use, in this order; by default the usual ones.
    #[serde(default, skip_serializing_if = "Option::is_none")]
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
    /// The values after the last step, in one line.
    pub result: String,
    /// The rating of the position, as from `rate`, if found in time.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rating: Option<RatingSummary>,
}

/// Explain all steps to the solution
#[utoipa::path(
    post, path = "/api/v1/explain",
    request_body = PuzzleRequest<ExplainParams>,
    responses((status = 200, body = ExplainResponse), (status = 422, body = ErrorBody))
)]
pub async fn explain(
    State(state): State<AppState>,
    request: PuzzleRequest<ExplainParams>,
) -> ApiResult<ExplainResponse> {
    super::respond(&state, request, explain_puzzle).await
}

fn explain_puzzle(
    parsed: &ParsedPuzzle,
    params: ExplainParams,
    budget: &Budget,
) -> Result<ExplainResponse, ApiError> {
    let logic = verdict::logic(
        params.techniques.as_deref(),
        params.uniqueness,
        Logic::new(),
    )?;
    let verdict = Verdict::of(&parsed.puzzle, budget);
    let mut board = Board::new(&parsed.puzzle);
    let words = parsed.words(&board, params.coordinates);
    let (standing, steps) = match verdict.status.is_hopeless() {
        true => (Standing::Broken, Vec::new()),
        false => walk::walk(&verdict.found.sound(&logic), &mut board, &verdict, budget)?,
    };
    // Explanations use more techniques than ratings, so the rating needs a solve of its own.
    let rating = match standing {
        Standing::Solved => rate_puzzle(&parsed.puzzle, Logic::rating(), budget).ok(),
        _ => None,
    };
    let drawn_on = params.drawing.then(|| board.shape());
    let reports = steps
        .iter()
        .map(|step| report(&words, step, Stage::Step, drawn_on));
    Ok(ExplainResponse {
        status: verdict.status,
        standing,
        steps: reports.collect(),
        result: Grid::from(&board).to_string(),
        rating: rating.and_then(|rated| rated.rating),
    })
}
