//! `hint`: the next step from a position, in stages.

use axum::extract::State;
use serde::{Deserialize, Serialize};
use sudokit::Shape;
use sudokit::logic::{
    Board, Coordinates, Logic, Mistake, Stage, Standing, Step, StepReport, Words,
};
use sudokit::solve::Status;
use utoipa::ToSchema;

use super::ApiResult;
use super::puzzle_input::ParsedPuzzle;
use super::verdict::{self, Verdict};
use super::walk;
use crate::error::{ApiError, ErrorBody};
use crate::queue::Budget;
use crate::request::PuzzleRequest;
use crate::router::AppState;

/// How much to reveal, and which techniques to use.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct HintParams {
    /// How much to reveal: 1 where to look, 2 also the technique, 3 the whole step (default).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub stage: Option<u8>,
    /// Return all possible steps instead of the next one.
    #[serde(default)]
    pub all: bool,
    /// The techniques to use, in this order; by default the usual ones.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub techniques: Option<Vec<String>>,
    /// Whether techniques may assume that the solution is unique; the default is `true`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub uniqueness: Option<bool>,
    /// The notation for cells.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub coordinates: Option<Coordinates>,
    /// Whether each step has its drawing: shapes with classes, and a legend. At stages 1 and 2 the
    /// drawing only shows where to look.
    #[serde(default)]
    pub drawing: bool,
}

/// A hint, or why there is none.
#[derive(Serialize, ToSchema)]
pub struct HintResponse {
    /// The result of a search for solutions.
    pub status: Status,
    /// The state of the position, if there is no step.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub standing: Option<Standing>,
    /// The player's mistakes, if the position has no solution but the givens have one.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub mistakes: Vec<Mistake>,
    /// The next step.
    #[serde(flatten)]
    pub next: Option<StepReport>,
    /// All possible steps, if requested.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub steps: Option<Vec<StepReport>>,
}

/// Give a hint
#[utoipa::path(
    post, path = "/api/v1/hint",
    request_body = PuzzleRequest<HintParams>,
    responses((status = 200, body = HintResponse), (status = 422, body = ErrorBody))
)]
pub async fn hint(
    State(state): State<AppState>,
    request: PuzzleRequest<HintParams>,
) -> ApiResult<HintResponse> {
    super::respond(&state, request, find_hint).await
}

fn find_hint(
    parsed: &ParsedPuzzle,
    params: HintParams,
    budget: &Budget,
) -> Result<HintResponse, ApiError> {
    let stage = stage(params.stage)?;
    let logic = verdict::logic(
        params.techniques.as_deref(),
        params.uniqueness,
        Logic::new(),
    )?;
    let verdict = Verdict::of(&parsed.puzzle, budget);
    let mut answer = HintResponse {
        status: verdict.status,
        standing: None,
        mistakes: Vec::new(),
        next: None,
        steps: None,
    };
    if verdict.status.is_hopeless() {
        answer.standing = Some(Standing::Broken);
        answer.mistakes = verdict::mistakes(&parsed.puzzle, budget);
        return Ok(answer);
    }
    let board = Board::new(&parsed.puzzle);
    let words = parsed.words(&board, params.coordinates);
    let logic = verdict.found.sound(&logic);
    let drawn_on = params.drawing.then(|| board.shape());
    if params.all {
        let steps = logic.all_steps_while(&board, || budget.check().is_ok());
        let steps = walk::checked(steps.ok_or_else(ApiError::timed_out)?, &verdict)?;
        let reports = steps
            .iter()
            .map(|step| report(&words, step, stage, drawn_on));
        answer.steps = Some(reports.collect());
        return Ok(answer);
    }
    match walk::next(&logic, &board, &verdict, budget)? {
        Ok(step) => answer.next = Some(report(&words, &step, stage, drawn_on)),
        Err(standing) => answer.standing = Some(standing),
    }
    Ok(answer)
}

/// Reports a step, with its drawing if there is a shape to draw it on.
pub fn report(words: &Words, step: &Step, stage: Stage, drawn_on: Option<&Shape>) -> StepReport {
    let report = words.report(step, stage);
    match drawn_on {
        Some(shape) => report.with_drawing(shape, step),
        None => report,
    }
}

fn stage(number: Option<u8>) -> Result<Stage, ApiError> {
    let number = number.unwrap_or(3);
    Stage::of_number(number).ok_or_else(|| {
        let message = format!("stage must be 1, 2 or 3, not {number}");
        ApiError::unprocessable("wrong-stage", message)
    })
}
