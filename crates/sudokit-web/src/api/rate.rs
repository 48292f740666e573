//! `rate`: how hard a puzzle is.

use axum::extract::State;
use serde::{Deserialize, Serialize};
use sudokit::logic::{Level, Logic, NoStep, Position, Standing, Step};
use sudokit::rate::Rating;
use sudokit::solve::Status;
use utoipa::ToSchema;

use super::Answer;
use super::verdict;
use crate::body::Question;
use crate::refusal::{Refusal, RefusalBody};
use crate::router::Shared;

/// How to rate.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct RateAsked {
    /// The techniques to use, in this order; unless told those that ratings are made with.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub techniques: Option<Vec<String>>,
}

/// How hard a puzzle is, or why that cannot be said.
#[derive(Serialize, ToSchema)]
pub struct RateAnswer {
    /// What a search says of the puzzle.
    pub status: Status,
    /// How far logic led.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub standing: Option<Standing>,
    /// The rating of a puzzle that logic solves and that has one solution.
    #[serde(flatten)]
    pub rating: Option<RatingAnswer>,
}

/// Level and score, and what they come from.
#[derive(Serialize, ToSchema)]
pub struct RatingAnswer {
    /// The level of the hardest step, raised where the score is high.
    pub level: Level,
    /// The scores of all steps together.
    pub score: u32,
    /// The number of steps.
    pub steps: u32,
    /// The hardest technique; none where there was nothing to do.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub hardest: Option<&'static str>,
    /// Every technique that was used, the simplest first.
    pub techniques: Vec<TechniqueUse>,
}

/// How often a technique was used.
#[derive(Serialize, ToSchema)]
pub struct TechniqueUse {
    /// The technique, as requests name it.
    pub technique: &'static str,
    /// Its name for people.
    pub name: &'static str,
    /// The number of its steps.
    pub steps: u32,
    /// What they add to the score.
    pub score: u32,
}

impl From<Rating> for RatingAnswer {
    fn from(rating: Rating) -> RatingAnswer {
        let used = rating.techniques.iter().map(|used| TechniqueUse {
            technique: used.technique.slug(),
            name: used.technique.name(),
            steps: used.steps,
            score: used.score(),
        });
        RatingAnswer {
            level: rating.level,
            score: rating.score,
            steps: rating.steps(),
            hardest: rating.hardest.map(|technique| technique.slug()),
            techniques: used.collect(),
        }
    }
}

/// Rate a puzzle: level, score and techniques
#[utoipa::path(
    post, path = "/api/v1/rate",
    request_body = Question<RateAsked>,
    responses((status = 200, body = RateAnswer), (status = 422, body = RefusalBody))
)]
pub async fn rate(
    State(shared): State<Shared>,
    question: Question<RateAsked>,
) -> Answer<RateAnswer> {
    super::answer(&shared, question, |subject, asked, budget| {
        let logic = verdict::logic(asked.techniques.as_deref(), None, Logic::rating())?;
        rated(&verdict::examine(&subject.puzzle, &logic, budget))
    })
    .await
}

/// Rates a puzzle with the techniques of its position.
///
/// # Errors
/// When the time is over first.
pub fn rated(position: &Position) -> Result<RateAnswer, Refusal> {
    let mut answer = RateAnswer {
        status: position.status(),
        standing: None,
        rating: None,
    };
    if matches!(
        answer.status,
        Status::Unique | Status::Solved | Status::Open
    ) {
        let mut walk = position.walk();
        let steps: Vec<Step> = walk.by_ref().collect();
        let end = walk.end().unwrap_or(NoStep::Stuck);
        if let Some(refusal) = verdict::refusal(end) {
            return Err(refusal);
        }
        if end == NoStep::Solved {
            answer.rating = Some(Rating::of(walk.board().shape(), &steps).into());
        }
        answer.status = position.status_after(end);
        answer.standing = end.standing();
    }
    Ok(answer)
}
