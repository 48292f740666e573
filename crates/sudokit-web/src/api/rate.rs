//! `rate`: how hard a puzzle is.

use axum::extract::State;
use serde::{Deserialize, Serialize};
use sudokit::logic::{Board, Level, Logic, Standing};
use sudokit::rate::Rating;
use sudokit::solve::Status;
use utoipa::ToSchema;

use super::ApiResult;
use super::verdict::{self, Verdict};
use super::walk;
use crate::error::{ApiError, ErrorBody};
use crate::queue::Budget;
use crate::request::PuzzleRequest;
use crate::router::AppState;

/// How to rate.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct RateParams {
    /// The techniques to use, in this order; unless told those that ratings are made with.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub techniques: Option<Vec<String>>,
}

/// How hard a puzzle is, or why that cannot be said.
#[derive(Serialize, ToSchema)]
pub struct RateResponse {
    /// What a search says of the puzzle.
    pub status: Status,
    /// How far logic led.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub standing: Option<Standing>,
    /// The rating of a puzzle that logic solves and that has one solution.
    #[serde(flatten)]
    pub rating: Option<RatingSummary>,
}

/// Level and score, and what they come from.
#[derive(Serialize, ToSchema)]
pub struct RatingSummary {
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

impl From<Rating> for RatingSummary {
    fn from(rating: Rating) -> RatingSummary {
        let used = rating.techniques.iter().map(|used| TechniqueUse {
            technique: used.technique.slug(),
            name: used.technique.name(),
            steps: used.steps,
            score: used.score(),
        });
        RatingSummary {
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
    request_body = PuzzleRequest<RateParams>,
    responses((status = 200, body = RateResponse), (status = 422, body = ErrorBody))
)]
pub async fn rate(
    State(state): State<AppState>,
    request: PuzzleRequest<RateParams>,
) -> ApiResult<RateResponse> {
    super::respond(&state, request, |parsed, params, budget| {
        let logic = verdict::logic(params.techniques.as_deref(), None, Logic::rating())?;
        rate_puzzle(&parsed.puzzle, logic, budget)
    })
    .await
}

/// Rates a puzzle.
///
/// # Errors
/// When the time is over first.
pub fn rate_puzzle(
    puzzle: &sudokit::Puzzle,
    logic: Logic,
    budget: &Budget,
) -> Result<RateResponse, ApiError> {
    let verdict = Verdict::of(puzzle, budget);
    let mut answer = RateResponse {
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
            return Err(ApiError::timed_out());
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
