//! `explain`: every step of the way to the solution.

use axum::extract::State;
use serde::{Deserialize, Serialize};
use sudokit::Grid;
use sudokit::logic::{Board, Coordinates, Logic, Stage, Standing, StepReport};
use sudokit::solve::Status;
use utoipa::ToSchema;

use super::Answer;
use super::position::Subject;
use super::rate::{RatingAnswer, rated};
use super::verdict::{self, Verdict};
use super::walk;
use super::words::words;
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
    let verdict = Verdict::of(&subject.puzzle, budget);
    let mut board = Board::new(&subject.puzzle);
    let words = words(subject, &board, asked.coordinates);
    let (standing, steps) = match verdict.status.is_hopeless() {
        true => (Standing::Broken, Vec::new()),
        false => walk::walk(&verdict.found.sound(&logic), &mut board, &verdict, budget)?,
    };
    // Explanations know more techniques than ratings are made with, so it is asked for anew.
    let rating = match standing {
        Standing::Solved => rated(&subject.puzzle, Logic::rating(), budget).ok(),
        _ => None,
    };
    let reports = steps.iter().map(|step| words.report(step, Stage::Step));
    Ok(ExplainAnswer {
        status: verdict.status,
        standing,
        steps: reports.collect(),
        result: Grid::from(&board).to_string(),
        rating: rating.and_then(|rated| rated.rating),
    })
}
