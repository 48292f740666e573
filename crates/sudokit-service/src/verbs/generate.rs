//! `generate`: creates new puzzles.

use std::ops::RangeInclusive;

use serde::{Deserialize, Serialize};
use sudokit::Shape;
use sudokit::format::{ReadOptions, read_puzzle};
use sudokit::generate::{GaveUp, Generated, Generator};
use sudokit::logic::{Level, Technique};
use sudokit::pattern::{Pattern, Symmetry};
use sudokit::random::any_seed;
use utoipa::ToSchema;

use super::rate::RatingSummary;
use crate::budget::Budget;
use crate::error::ApiError;
use crate::limits::Limits;
use crate::puzzle_input::parse_field;
use crate::request::PlainRequest;
use crate::response::Response;
use crate::work::Work;

/// The properties of the puzzles to generate.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct GenerateParams {
    /// The number of puzzles; the default is 1.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub count: Option<u64>,
    /// The random seed; by default a random one. The same seed gives the same puzzles.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seed: Option<u64>,
    /// The shape, as for a position; the default is 9×9, or the shape of the puzzle to extend.
    #[schema(example = "3x3")]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub shape: Option<String>,
    /// The level; by default any.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub level: Option<Level>,
    /// The highest level, where `level` is the lowest.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub up_to_level: Option<Level>,
    /// The minimum score.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub least_score: Option<u32>,
    /// The maximum score.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub most_score: Option<u32>,
    /// The hardest technique: one of this comma-separated list. See `/api/v1/techniques`.
    #[schema(example = "x-wing,swordfish")]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub hardest_technique: Option<String>,
    /// Techniques that the puzzle must use, all of them, separated by commas.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub with_technique: Option<String>,
    /// Techniques that the puzzle must not use, separated by commas.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub without_technique: Option<String>,
    /// The minimum number of givens.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub least_givens: Option<usize>,
    /// The maximum number of givens.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub most_givens: Option<usize>,
    /// The symmetry of the pattern of givens: `none`, `half-turn`, `quarter-turn`, `left-right`,
    /// `top-bottom`, `mirrors`, `diagonal`, `anti-diagonal`, `diagonals` or `all`.
    #[schema(example = "half-turn")]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub symmetry: Option<String>,
    /// Whether the puzzles must be minimal, that is, without redundant givens.
    #[serde(default)]
    pub minimal: bool,
    /// The pattern of givens, instead of a symmetry: `x` or `.` for each cell, or a puzzle in any
    /// form.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub pattern: Option<String>,
    /// A puzzle in any form to extend: givens are added until the solution is unique.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub extend: Option<String>,
    /// Give up after this many rejected puzzles in a row.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub effort: Option<u64>,
}

/// The generated puzzles.
#[derive(Serialize, ToSchema)]
pub struct GenerateResponse {
    /// The seed. The same request with this seed gives the same puzzles.
    pub seed: u64,
    /// The puzzles.
    pub puzzles: Vec<GeneratedPuzzle>,
    /// Whether all requested puzzles were generated before the time was up.
    pub complete: bool,
}

/// A generated puzzle.
#[derive(Serialize, ToSchema)]
pub struct GeneratedPuzzle {
    /// The number of the attempt that produced it, for this seed.
    pub number: u64,
    /// The shape, as in requests.
    pub shape: String,
    /// The values on one line.
    pub puzzle: String,
    /// The value of each cell, 0 for empty cells.
    pub values: Vec<u8>,
    /// The number of givens.
    pub givens: usize,
    /// The solution on one line.
    pub solution: String,
    /// The rating, if the techniques solve the puzzle.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rating: Option<RatingSummary>,
}

/// Generate new puzzles
///
/// Each puzzle has exactly one solution. The same request with the same seed gives the same puzzles.
#[utoipa::path(
    post, path = "/api/v1/generate",
    request_body = PlainRequest<GenerateParams>,
    responses(
        (status = 200, body = GenerateResponse)
    )
)]
pub fn generate(request: PlainRequest<GenerateParams>, limits: &Limits) -> Result<Work, ApiError> {
    let most = limits.new_puzzles;
    let count = request.params.count.unwrap_or(1);
    if count == 0 || count > most {
        let message = format!("count must be 1 to {most}, not {count}");
        return Err(ApiError::unprocessable("wrong-count", message));
    }
    let time = request.time_limit.duration(limits);
    Ok(Work::new(time, move |budget| {
        generate_puzzles(&request.params, count, budget).map(Response::json)
    }))
}

fn generate_puzzles(
    params: &GenerateParams,
    count: u64,
    budget: &Budget,
) -> Result<GenerateResponse, ApiError> {
    let seed = params.seed.unwrap_or_else(any_seed);
    let generator = generator(params)?.seed(seed).rated(true);
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

/// Adds the puzzle that came closest to the request, if any, as help.
fn with_closest(error: ApiError, closest: Option<Generated>) -> ApiError {
    let Some(closest) = closest.map(GeneratedPuzzle::from) else {
        return error.help("try another seed or less strict requirements");
    };
    let rating = closest.rating.map_or(String::new(), |rating| {
        format!(", {}, score {}", rating.level, rating.score)
    });
    let (givens, line) = (closest.givens, closest.puzzle);
    error.help(format!(
        "the closest puzzle was {line} ({givens} givens{rating})"
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

/// Returns a generator for the requested board, givens to extend, and pattern.
fn board_generator(params: &GenerateParams) -> Result<Generator, ApiError> {
    let shape: Option<Shape> = parse_field("unknown-shape", params.shape.as_deref())?;
    let unreadable = |problem| ApiError::from(&problem);
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
        generator = generator.pattern(pattern);
    }
    if let Some(givens) = range(params.least_givens, params.most_givens, shape.cells()) {
        generator = generator.givens(givens);
    }
    Ok(generator)
}

/// Returns the range from `least` to `most`, if either is set.
fn range<T: Default>(least: Option<T>, most: Option<T>, highest: T) -> Option<RangeInclusive<T>> {
    match (least, most) {
        (None, None) => None,
        (least, most) => Some(least.unwrap_or_default()..=most.unwrap_or(highest)),
    }
}

/// Parses a comma-separated list of techniques.
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
