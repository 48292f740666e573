//! `hint`: the next step from where the player stands, as much of it as is wanted.

use axum::extract::State;
use serde::{Deserialize, Serialize};
use sudokit::logic::{Coordinates, Logic, Mistake, Stage, Standing, StepReport};
use sudokit::solve::Status;
use utoipa::ToSchema;

use super::Answer;
use super::position::Subject;
use super::verdict;
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
    let position = verdict::examine_subject(subject, asked.coordinates, &logic, budget);
    let mut answer = HintAnswer {
        status: position.status(),
        standing: None,
        mistakes: Vec::new(),
        next: None,
        steps: None,
    };
    let refused = |end| verdict::refusal(end).unwrap_or_else(Refusal::out_of_time);
    if answer.status.is_hopeless() {
        answer.standing = Some(Standing::Broken);
        answer.mistakes = position.mistakes();
    } else if asked.all {
        let steps = position.all_steps().map_err(refused)?;
        let reports = steps.iter().map(|step| position.report(step, stage));
        answer.steps = Some(reports.collect());
    } else {
        match position.next_step() {
            Ok(step) => answer.next = Some(position.report(&step, stage)),
            Err(end) => match verdict::refusal(end) {
                Some(refusal) => return Err(refusal),
                None => answer.standing = end.standing(),
            },
        }
    }
    Ok(answer)
}

fn stage(number: Option<u8>) -> Result<Stage, Refusal> {
    let number = number.unwrap_or(3);
    Stage::of_number(number).ok_or_else(|| {
        let message = format!("stage {number}, where 1, 2 and 3 are possible");
        Refusal::senseless("wrong-stage", message)
    })
}
