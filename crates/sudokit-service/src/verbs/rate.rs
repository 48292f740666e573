//! `rate`: the difficulty of a puzzle.

use serde::{Deserialize, Serialize};
use sudokit::Puzzle;
use sudokit::logic::{Level, Logic, NoStep, Position, Standing, Step};
use sudokit::rate::Rating;
use sudokit::rate::explainer::{Difficulty, Explainer, MODEL, Ratings, Unrated};
use sudokit::solve::Status;
use utoipa::ToSchema;

use super::position;
use crate::budget::Budget;
use crate::error::ApiError;
use crate::limits::Limits;
use crate::request::PuzzleRequest;
use crate::work::Work;

/// How to rate.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct RateParams {
    /// The techniques to use, in this order; by default those used for ratings.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub techniques: Option<Vec<String>>,
    /// Also rate as Sudoku Explainer 1.2.1 does: `er`, `ep` and `ed`. Plain 9×9 boards only.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub er: Option<bool>,
}

/// The rating of a puzzle, or why there is none.
#[derive(Serialize, ToSchema)]
pub struct RateResponse {
    /// The result of a search for solutions.
    pub status: Status,
    /// The state after the last step.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub standing: Option<Standing>,
    /// The rating, if the solution is unique and the techniques find it.
    #[serde(flatten)]
    pub rating: Option<RatingSummary>,
    /// The ratings of Sudoku Explainer, if `er` asks for them.
    #[serde(flatten)]
    pub explainer: Option<ExplainerRatings>,
}

/// The ratings of Sudoku Explainer.
#[derive(Serialize, ToSchema)]
pub struct ExplainerRatings {
    /// The rating of the hardest step; 20.0 if the techniques do not solve the puzzle.
    #[schema(value_type = f64, example = 7.1)]
    er: Difficulty,
    /// The rating of the hardest step up to the first placement.
    #[schema(value_type = f64, example = 1.2)]
    ep: Difficulty,
    /// The rating of the first step.
    #[schema(value_type = f64, example = 1.2)]
    ed: Difficulty,
    /// The program and version whose ratings these are.
    model: &'static str,
}

impl From<Ratings> for ExplainerRatings {
    fn from(Ratings { er, ep, ed, .. }: Ratings) -> ExplainerRatings {
        ExplainerRatings {
            er,
            ep,
            ed,
            model: MODEL,
        }
    }
}

/// The level and score of a puzzle, and the techniques behind them.
#[derive(Serialize, ToSchema)]
pub struct RatingSummary {
    /// The level of the hardest step, raised if the score is high.
    pub level: Level,
    /// The total score of all steps.
    pub score: u32,
    /// The number of steps.
    pub steps: u32,
    /// The hardest technique; missing if there were no steps.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub hardest: Option<&'static str>,
    /// The techniques used, simplest first.
    pub techniques: Vec<TechniqueUse>,
}

/// How often a technique is used.
#[derive(Serialize, ToSchema)]
pub struct TechniqueUse {
    /// The identifier of the technique, as in requests.
    pub technique: &'static str,
    /// The display name.
    pub name: &'static str,
    /// The number of its steps.
    pub steps: u32,
    /// Their total score.
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

/// Rate the difficulty of a puzzle
#[utoipa::path(
    post, path = "/api/v1/rate",
    request_body = PuzzleRequest<RateParams>,
    responses((status = 200, body = RateResponse))
)]
pub fn rate(request: PuzzleRequest<RateParams>, limits: &Limits) -> Result<Work, ApiError> {
    Ok(Work::on_puzzle(
        request,
        limits,
        |parsed, params, budget| {
            let logic = position::logic(params.techniques.as_deref(), None, Logic::rating())?;
            let position = position::examine(&parsed.puzzle, &logic, budget);
            let mut response = rate_position(&position)?;
            if params.er == Some(true) && is_rateable(response.status) {
                response.explainer = explainer_ratings(&parsed.puzzle, budget)?;
            }
            Ok(response)
        },
    ))
}

/// Whether a puzzle has a rating, as far as a search can tell.
fn is_rateable(status: Status) -> bool {
    matches!(status, Status::Unique | Status::Solved | Status::Open)
}

/// Rates a puzzle as Sudoku Explainer does.
///
/// # Errors
/// If the board is not a plain 9×9, or the time is up.
fn explainer_ratings(
    puzzle: &Puzzle,
    budget: &Budget,
) -> Result<Option<ExplainerRatings>, ApiError> {
    let explainer = Explainer::new().cancel_with(budget.cancel_token());
    match explainer.rate(puzzle) {
        Ok(ratings) => Ok(Some(ratings.into())),
        Err(Unrated::Ended(_)) => Err(ApiError::timed_out()),
        Err(reason @ Unrated::Shape(_)) => {
            let error = ApiError::unprocessable("unsupported-shape", reason.to_string());
            Err(error.help("remove `er`"))
        }
        Err(_) => Ok(None),
    }
}

/// Rates a puzzle with the techniques of its position.
///
/// # Errors
/// If the time is up.
pub fn rate_position(position: &Position) -> Result<RateResponse, ApiError> {
    let mut response = RateResponse {
        status: position.status(),
        standing: None,
        rating: None,
        explainer: None,
    };
    if is_rateable(response.status) {
        let mut walk = position.walk();
        let steps: Vec<Step> = walk.by_ref().collect();
        let end = walk.end().unwrap_or(NoStep::Stuck);
        if let Some(error) = position::error(end) {
            return Err(error);
        }
        if end == NoStep::Solved {
            response.rating = Some(Rating::of(walk.board().shape(), &steps).into());
        }
        response.status = position.status_after(end);
        response.standing = end.standing();
    }
    Ok(response)
}
