//! `hint`: the next step from a position, in stages.

use serde::{Deserialize, Serialize};
use sudokit::logic::{
    Board, Candidate, Claim, Coordinates, Logic, Mistake, Position, Stage, Standing, Step,
    StepReport, Verdict, Words,
};
use sudokit::solve::Status;
use utoipa::ToSchema;

use super::position;
use crate::budget::Budget;
use crate::error::ApiError;
use crate::limits::Limits;
use crate::list;
use crate::puzzle_input::ParsedPuzzle;
use crate::request::PuzzleRequest;
use crate::work::Work;

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
    /// Test a claim and return the step or steps that prove it, instead of the next one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub why: Option<ClaimInput>,
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
    /// Whether each step has its drawing: shapes with classes, and a legend. At stages 1 and 2 the
    /// drawing only shows where to look.
    #[serde(default)]
    pub drawing: bool,
}

/// A claim about a cell.
#[derive(Clone, Copy, Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct ClaimInput {
    /// The cell, `row * size + column` from 0.
    pub cell: u16,
    /// The value.
    pub value: u8,
    /// Whether the cell is claimed to have the value; by default it is claimed not to.
    #[serde(default)]
    pub is_placement: bool,
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
    /// The verdict on the claim, if one was tested.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub verdict: Option<Verdict>,
    /// The verdict in one sentence.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub message: Option<String>,
    /// All possible steps, or those that prove the claim, if requested.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub steps: Option<Vec<StepReport>>,
}

/// Give a hint
#[utoipa::path(
    post, path = "/api/v1/hint",
    request_body = PuzzleRequest<HintParams>,
    responses((status = 200, body = HintResponse))
)]
pub fn hint(request: PuzzleRequest<HintParams>, limits: &Limits) -> Result<Work, ApiError> {
    Ok(Work::on_puzzle(request, limits, find_hint))
}

fn find_hint(
    parsed: &ParsedPuzzle,
    params: HintParams,
    budget: &Budget,
) -> Result<HintResponse, ApiError> {
    let stage = stage(params.stage)?;
    let logic = position::logic(
        params.techniques.as_deref(),
        params.uniqueness,
        Logic::new(),
    )?;
    let position = position::examine_parsed(parsed, params.coordinates, &logic, budget);
    let mut response = HintResponse {
        status: position.status(),
        standing: None,
        mistakes: Vec::new(),
        next: None,
        verdict: None,
        message: None,
        steps: None,
    };
    if response.status.is_hopeless() {
        response.standing = Some(Standing::Broken);
        response.mistakes = position.mistakes();
    } else if params.all {
        let failed = |end| position::error(end).unwrap_or_else(ApiError::timed_out);
        let steps = position.without_guesses().all_steps().map_err(failed)?;
        let reports = steps.iter().map(|step| {
            let (words, board) = (position.words(), position.board());
            report(words, board, step, stage, params.drawing)
        });
        response.steps = Some(reports.collect());
    } else if let Some(claim) = params.why {
        let reason = position.why(claim.on(position.board())?);
        response.verdict = Some(reason.verdict());
        response.message = Some(position.words().reason(&reason));
        response.steps = Some(report_in_turn(
            &position,
            reason.steps(),
            stage,
            params.drawing,
        ));
    } else {
        match position.next_step() {
            Ok(step) => {
                let (words, board) = (position.words(), position.board());
                response.next = Some(report(words, board, &step, stage, params.drawing));
            }
            Err(end) => match position::error(end) {
                Some(error) => return Err(error),
                None => response.standing = end.standing(),
            },
        }
    }
    Ok(response)
}

/// Reports a step from a board, with its drawing if requested.
pub fn report(
    words: &Words,
    board: &Board,
    step: &Step,
    stage: Stage,
    drawing: bool,
) -> StepReport {
    let report = words.report(step, stage);
    match drawing {
        true => report.with_drawing(board, step),
        false => report,
    }
}

/// Reports steps of which each leads to the next.
fn report_in_turn(
    position: &Position,
    steps: &[Step],
    stage: Stage,
    drawing: bool,
) -> Vec<StepReport> {
    let mut board = position.board().clone();
    let reports = steps.iter().map(|step| {
        let report = report(position.words(), &board, step, stage, drawing);
        board.apply(step);
        report
    });
    reports.collect()
}

impl ClaimInput {
    /// Returns the claim, if the board has its cell and its value.
    fn on(self, board: &Board) -> Result<Claim, ApiError> {
        let (cells, size) = (board.values().len(), board.size());
        if usize::from(self.cell) >= cells || !(1..=size).contains(&usize::from(self.value)) {
            let message = format!(
                "the claim is not about this board: it has {cells} cells, and values from 1 to {size}"
            );
            return Err(ApiError::unprocessable("wrong-claim", message));
        }
        Ok(Claim {
            candidate: Candidate {
                cell: self.cell,
                value: self.value,
            },
            is_placement: self.is_placement,
        })
    }
}

fn stage(number: Option<u8>) -> Result<Stage, ApiError> {
    let number = number.unwrap_or(3);
    Stage::of_number(number).ok_or_else(|| {
        let message = format!("stage must be 1, 2 or 3, not {number}");
        ApiError::unprocessable("wrong-stage", message)
    })
}
