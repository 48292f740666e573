//! `rate`: how hard a puzzle is.

use axum::extract::State;
use serde::{Deserialize, Serialize};
use sudokit::logic::{Board, Level, Logic, Standing};
use sudokit::rate::Rating;
use sudokit::solve::Status;
use utoipa::ToSchema;

use super::Answer;
use super::verdict::{self, Verdict};
use super::walk;
use crate::body::Question;
use crate::desk::Budget;
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
        rated(&subject.puzzle, logic, budget)
    })
    .await
}

/// Rates a puzzle.
///
/// # Errors
/// When the time is over first.
pub fn rated(
    puzzle: &sudokit::Puzzle,
    logic: Logic,
    budget: &Budget,
) -> Result<RateAnswer, Refusal> {
    let verdict = Verdict::of(puzzle, budget);
    let mut answer = RateAnswer {
        status: verdict.status,
        standing: None,
        rating: None,
    };
    if matches!(
        verdict.status,
        Status::Unique | Status::Solved | Status::Open
    ) {
        let (mut board, logic) = (Board::new(puzzle), verdict.found.sound(&logic));
        let (standing, steps) = walk::walk(&logic, &mut board, &verdict, budget)?;
        if standing == Standing::Interrupted {
            return Err(Refusal::out_of_time());
        }
        if standing == Standing::Solved {
            // Without an argument that takes it for granted, a solve proves that there is one.
            answer.status = Status::Unique;
            answer.rating = Some(Rating::of(board.shape(), &steps).into());
        }
        answer.standing = Some(standing);
    }
    Ok(answer)
}
