//! `explain`: every step of the way to the solution.

use axum::extract::State;
use serde::{Deserialize, Serialize};
use sudokit::Grid;
use sudokit::logic::{Coordinates, Logic, NoStep, Stage, Standing, StepReport};
use sudokit::solve::Status;
use utoipa::ToSchema;

use super::Answer;
use super::position::Subject;
use super::rate::{RatingAnswer, rated};
use super::verdict;
use crate::body::Question;
use crate::desk::Budget;
use crate::refusal::{Refusal, RefusalBody};
use crate::router::Shared;

/// How to explain.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct ExplainAsked {
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

/// The way to the solution.
#[derive(Serialize, ToSchema)]
pub struct ExplainAnswer {
    /// What a search says of the position.
    pub status: Status,
    /// How far the steps led.
    pub standing: Standing,
    /// The steps, in order.
    pub steps: Vec<StepReport>,
    /// The values behind the last step, in one line.
    pub result: String,
    /// How hard the position is, as `rate` says, where there is time left to find out.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rating: Option<RatingAnswer>,
}

/// Explain every step to the end
#[utoipa::path(
    post, path = "/api/v1/explain",
    request_body = Question<ExplainAsked>,
    responses((status = 200, body = ExplainAnswer), (status = 422, body = RefusalBody))
)]
pub async fn explain(
    State(shared): State<Shared>,
    question: Question<ExplainAsked>,
) -> Answer<ExplainAnswer> {
    super::answer(&shared, question, explained).await
}

fn explained(
    subject: &Subject,
    asked: ExplainAsked,
    budget: &Budget,
) -> Result<ExplainAnswer, Refusal> {
    let logic = verdict::logic(asked.techniques.as_deref(), asked.uniqueness, Logic::new())?;
    let position = verdict::examine_subject(subject, asked.coordinates, &logic, budget);
    let mut walk = position.walk();
    let (end, reports) = match position.status().is_hopeless() {
        true => (NoStep::Broken, Vec::new()),
        false => {
            let reports = walk
                .by_ref()
                .map(|step| position.report(&step, Stage::Step));
            let reports = reports.collect();
            (walk.end().unwrap_or(NoStep::Stuck), reports)
        }
    };
    let Some(standing) = end.standing() else {
        return Err(verdict::refusal(end).unwrap_or_else(Refusal::out_of_time));
    };
    // Explanations use more techniques than ratings, so the rating needs a solve of its own.
    let rating = match standing {
        Standing::Solved => rated(&position.with_logic(&Logic::rating())).ok(),
        _ => None,
    };
    let board = walk.into_board();
    Ok(ExplainAnswer {
        status: position.status_after(end),
        standing,
        steps: reports,
        result: Grid::from(&board).to_string(),
        rating: rating.and_then(|rated| rated.rating),
    })
}
