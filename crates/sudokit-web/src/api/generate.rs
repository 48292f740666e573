//! `generate`: new puzzles, as hard as wanted.

use std::ops::RangeInclusive;

use axum::Json;
use axum::extract::State;
use serde::{Deserialize, Serialize};
use sudokit::Shape;
use sudokit::format::{ReadOptions, read_puzzle};
use sudokit::generate::{GaveUp, Generated, Generator};
use sudokit::logic::{Level, Technique};
use sudokit::pattern::{Pattern, Symmetry};
use sudokit::random::any_seed;
use utoipa::ToSchema;

use super::ApiResult;
use super::puzzle_input::parse_field;
use super::rate::RatingSummary;
use crate::error::{ApiError, ErrorBody};
use crate::queue::Budget;
use crate::request::PlainRequest;
use crate::router::AppState;

/// What the puzzles should be like.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct GenerateParams {
    /// How many; one unless told.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub count: Option<u64>,
    /// Other puzzles for each seed, and always the same for one; unless told any.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seed: Option<u64>,
    /// The shape, as for a position; 9×9 unless told, or that of the puzzle to extend.
    #[schema(example = "3x3")]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub shape: Option<String>,
    /// How hard; anything unless told.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub level: Option<Level>,
    /// With `level`: from that one to this.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub up_to_level: Option<Level>,
    /// The lowest score.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub least_score: Option<u32>,
    /// The highest score.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub most_score: Option<u32>,
    /// The hardest technique of the solve; of several with commas between them, any.
    /// `/api/v1/techniques` lists them.
    #[schema(example = "x-wing,swordfish")]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub hardest_technique: Option<String>,
    /// Techniques that the solve has a step of, all of them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub with_technique: Option<String>,
    /// Techniques that the solve has no step of.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub without_technique: Option<String>,
    /// The fewest givens.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub least_givens: Option<usize>,
    /// The most givens.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub most_givens: Option<usize>,
    /// Where givens stand: `none`, `half-turn`, `quarter-turn`, `left-right`, `top-bottom`,
    /// `mirrors`, `diagonal`, `anti-diagonal`, `diagonals` or `all`.
    #[schema(example = "half-turn")]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub symmetry: Option<String>,
    /// Whether no given may be one too many.
    #[serde(default)]
    pub minimal: bool,
    /// Instead of a symmetry, where givens stand: `x` and `.` for each cell, or a puzzle in any
    /// form.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub pattern: Option<String>,
    /// A puzzle in any form, whose givens are kept; others are added until there is one solution.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub extend: Option<String>,
    /// Give up after so many puzzles in a row that were not what was asked for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub effort: Option<u64>,
}

/// New puzzles.
#[derive(Serialize, ToSchema)]
pub struct GenerateResponse {
    /// The seed; with it the same request gives the same puzzles again.
    pub seed: u64,
    /// The puzzles.
    pub puzzles: Vec<GeneratedPuzzle>,
    /// Whether there are as many as were asked for; otherwise the time was over first.
    pub complete: bool,
}

/// A new puzzle.
#[derive(Serialize, ToSchema)]
pub struct GeneratedPuzzle {
    /// Its number among those that were tried for the seed.
    pub number: u64,
    /// Its shape, as requests name it.
    pub shape: String,
    /// Its values in one line.
    pub puzzle: String,
    /// Its values, 0 for an open cell.
    pub values: Vec<u8>,
    /// How many of them are given.
    pub givens: usize,
    /// Its only solution in one line.
    pub solution: String,
    /// How hard it is, where logic solves it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rating: Option<RatingSummary>,
}

/// Make new puzzles
///
/// Each has exactly one solution. The same request with the same seed gives the same puzzles.
#[utoipa::path(
    post, path = "/api/v1/generate",
    request_body = PlainRequest<GenerateParams>,
    responses(
        (status = 200, body = GenerateResponse),
        (status = 422, body = ErrorBody),
        (status = 504, body = ErrorBody)
    )
)]
pub async fn generate(
    State(state): State<AppState>,
    request: PlainRequest<GenerateParams>,
) -> ApiResult<GenerateResponse> {
    let most = state.limits.new_puzzles;
    let count = request.params.count.unwrap_or(1);
    if count == 0 || count > most {
        let message = format!("{count} puzzles, where 1 to {most} are possible");
        return Err(ApiError::unprocessable("wrong-count", message));
    }
    let time = request.time_limit.duration(&state.limits);
    let work = move |budget: &Budget| generate_puzzles(&request.params, count, budget);
    state.queue.run(time, work).await.map(Json)
}

fn generate_puzzles(
    params: &GenerateParams,
    count: u64,
    budget: &Budget,
) -> Result<GenerateResponse, ApiError> {
    let seed = params.seed.unwrap_or_else(any_seed);
    let generator = generator(params)?.seed(seed).rated(true);
    // It looks at nothing but its token, so the clock cancels that.
    let _alarm = budget.cancel_at_deadline();
    let generator = generator.cancel_with(budget.cancel_token());
    let mut found = generator
        .puzzles(count)
        .map_err(|reason| ApiError::unprocessable("impossible", reason.to_string()))?;
    let mut puzzles = Vec::new();
    for generated in &mut found {
        puzzles.push(GeneratedPuzzle::from(generated.map_err(gave_up_error)?));
    }
    if puzzles.is_empty() {
        return Err(with_closest(ApiError::timed_out(), found.closest()));
    }
    Ok(GenerateResponse {
        seed,
        complete: puzzles.len() as u64 == count,
        puzzles,
    })
}

fn gave_up_error(reason: GaveUp) -> ApiError {
    let error = ApiError::unprocessable("gave-up", reason.to_string());
    with_closest(error, reason.closest.map(|closest| *closest))
}

/// The effort was in vain: what came closest may be what is wanted after all.
fn with_closest(error: ApiError, closest: Option<Generated>) -> ApiError {
    let Some(closest) = closest.map(GeneratedPuzzle::from) else {
        return error.help("another seed may have one; a wider request is met sooner");
    };
    let rating = closest.rating.map_or(String::new(), |rating| {
        format!(", {}, score {}", rating.level, rating.score)
    });
    let (givens, line) = (closest.givens, closest.puzzle);
    error.help(format!(
        "this came closest: {line} ({givens} givens{rating})"
    ))
}

fn generator(params: &GenerateParams) -> Result<Generator, ApiError> {
    let symmetry: Option<Symmetry> = parse_field("unknown-symmetry", params.symmetry.as_deref())?;
    let mut generator = board_generator(params)?
        .symmetry(symmetry.unwrap_or_default())
        .minimal(params.minimal);
    if let Some(most) = params.up_to_level.or(params.level) {
        generator = generator.level(params.level.unwrap_or(Level::Easy)..=most);
    }
    if let Some(scores) = range(params.least_score, params.most_score, u32::MAX) {
        generator = generator.score(scores);
    }
    let techniques = |list: &Option<String>| techniques(list.as_deref().unwrap_or_default());
    let hardest = techniques(&params.hardest_technique)?;
    generator = hardest.into_iter().fold(generator, Generator::hardest);
    let with = techniques(&params.with_technique)?;
    generator = with.into_iter().fold(generator, Generator::uses);
    let without = techniques(&params.without_technique)?;
    generator = without.into_iter().fold(generator, Generator::without);
    if let Some(tries) = params.effort {
        generator = generator.attempt_limit(tries);
    }
    Ok(generator)
}

/// The board, what stands on it already, and where givens may stand.
fn board_generator(params: &GenerateParams) -> Result<Generator, ApiError> {
    let shape: Option<Shape> = parse_field("unknown-shape", params.shape.as_deref())?;
    let unreadable = |diagnostic| ApiError::from(&diagnostic);
    let options = ReadOptions {
        shape: shape.clone(),
        ..ReadOptions::default()
    };
    let extended = params.extend.as_deref().map(str::as_bytes);
    let extended = extended.map(|text| read_puzzle(text, options)).transpose();
    let clues = extended.map_err(unreadable)?.map(|record| record.puzzle);
    let shape = shape.or_else(|| clues.as_ref().map(|clues| clues.shape().clone()));
    let shape = shape.unwrap_or_else(Shape::classic);
    let mut generator = Generator::new(shape.clone());
    if let Some(clues) = clues {
        generator = generator.extend(clues);
    }
    if let Some(text) = &params.pattern {
        let pattern = Pattern::read(text.as_bytes(), &shape).map_err(unreadable)?;
        generator = generator.pattern(pattern.cells().to_vec());
    }
    if let Some(givens) = range(params.least_givens, params.most_givens, shape.cells()) {
        generator = generator.givens(givens);
    }
    Ok(generator)
}

/// From the least to the most, if either was said.
fn range<T: Default>(least: Option<T>, most: Option<T>, highest: T) -> Option<RangeInclusive<T>> {
    match (least, most) {
        (None, None) => None,
        (least, most) => Some(least.unwrap_or_default()..=most.unwrap_or(highest)),
    }
}

/// Techniques with commas between them.
fn techniques(list: &str) -> Result<Vec<Technique>, ApiError> {
    let words = list.split(',').map(str::trim);
    let words = words.filter(|word| !word.is_empty());
    words
        .map(|word| {
            let technique: Result<Technique, _> = word.parse();
            technique
                .map_err(|error| ApiError::unprocessable("unknown-technique", error.to_string()))
        })
        .collect()
}

impl From<Generated> for GeneratedPuzzle {
    fn from(generated: Generated) -> GeneratedPuzzle {
        let puzzle = &generated.puzzle;
        let values = puzzle.values().to_vec();
        GeneratedPuzzle {
            number: generated.index,
            shape: puzzle.shape().to_string(),
            puzzle: puzzle.to_string(),
            givens: puzzle.clues(),
            solution: generated.solution.to_string(),
            rating: generated.rating.map(RatingSummary::from),
            values,
        }
    }
}
