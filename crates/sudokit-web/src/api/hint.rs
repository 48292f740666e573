//! `hint`: the next step from where the player stands, as much of it as is wanted.

use axum::extract::State;
use serde::{Deserialize, Serialize};
use sudokit::Shape;
use sudokit::logic::{
    Board, Coordinates, Logic, Mistake, Stage, Standing, Step, StepReport, Words,
};
use sudokit::solve::Status;
use utoipa::ToSchema;

use super::Answer;
use super::position::Subject;
use super::verdict::{self, Verdict};
use super::walk;
use super::words::words;
use crate::body::Question;
use crate::desk::Budget;
use crate::refusal::{Refusal, RefusalBody};
use crate::router::Shared;

/// What is asked about a position.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct HintAsked {
    /// How much to tell: 1 where to look, 2 for which technique, 3 the whole step (unless told).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub stage: Option<u8>,
    /// Every step that is possible now, instead of the next.
    #[serde(default)]
    pub all: bool,
    /// The techniques to use, in this order.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub techniques: Option<Vec<String>>,
    /// Whether techniques may take a single solution for granted, as they do unless told.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub uniqueness: Option<bool>,
    /// How cells are named.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub coordinates: Option<Coordinates>,
    /// Whether each step has its drawing: shapes with classes, and a legend. At stages 1 and 2 the
    /// drawing only shows where to look.
    #[serde(default)]
    pub drawing: bool,
}

/// A hint, or why there is none.
#[derive(Serialize, ToSchema)]
pub struct HintAnswer {
    /// What a search says of the position.
    pub status: Status,
    /// How the position stands, where there is no step.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub standing: Option<Standing>,
    /// What the player got wrong, where the position has no solution and the givens have.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub mistakes: Vec<Mistake>,
    /// The next step.
    #[serde(flatten)]
    pub next: Option<StepReport>,
    /// Every step, where all were asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub steps: Option<Vec<StepReport>>,
}

/// Give a hint
#[utoipa::path(
    post, path = "/api/v1/hint",
    request_body = Question<HintAsked>,
    responses((status = 200, body = HintAnswer), (status = 422, body = RefusalBody))
)]
pub async fn hint(
    State(shared): State<Shared>,
    question: Question<HintAsked>,
) -> Answer<HintAnswer> {
    super::answer(&shared, question, advised).await
}

fn advised(subject: &Subject, asked: HintAsked, budget: &Budget) -> Result<HintAnswer, Refusal> {
    let stage = stage(asked.stage)?;
    let logic = verdict::logic(asked.techniques.as_deref(), asked.uniqueness, Logic::new())?;
    let verdict = Verdict::of(&subject.puzzle, budget);
    let mut answer = HintAnswer {
        status: verdict.status,
        standing: None,
        mistakes: Vec::new(),
        next: None,
        steps: None,
    };
    if verdict.status.is_hopeless() {
        answer.standing = Some(Standing::Broken);
        answer.mistakes = verdict::mistakes(&subject.puzzle, budget);
        return Ok(answer);
    }
    let board = Board::new(&subject.puzzle);
    let words = words(subject, &board, asked.coordinates);
    let logic = verdict.found.sound(&logic);
    let drawn_on = asked.drawing.then(|| board.shape());
    if asked.all {
        let steps = logic.all_steps_while(&board, || budget.check().is_ok());
        let steps = walk::checked(steps.ok_or_else(Refusal::out_of_time)?, &verdict)?;
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

fn stage(number: Option<u8>) -> Result<Stage, Refusal> {
    let number = number.unwrap_or(3);
    Stage::of_number(number).ok_or_else(|| {
        let message = format!("stage {number}, where 1, 2 and 3 are possible");
        Refusal::senseless("wrong-stage", message)
    })
}
