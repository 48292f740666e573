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

use super::Answer;
use super::position::parsed;
use super::rate::RatingAnswer;
use crate::body::Wish;
use crate::desk::Budget;
use crate::refusal::{Refusal, RefusalBody};
use crate::router::Shared;

/// What the puzzles should be like.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct GenerateAsked {
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
pub struct GenerateAnswer {
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
    pub rating: Option<RatingAnswer>,
}

/// Make new puzzles
///
/// Each has exactly one solution. The same request with the same seed gives the same puzzles.
#[utoipa::path(
    post, path = "/api/v1/generate",
    request_body = Wish<GenerateAsked>,
    responses(
        (status = 200, body = GenerateAnswer),
        (status = 422, body = RefusalBody),
        (status = 504, body = RefusalBody)
    )
)]
pub async fn generate(
    State(shared): State<Shared>,
    wish: Wish<GenerateAsked>,
) -> Answer<GenerateAnswer> {
    let most = shared.limits.new_puzzles;
    let count = wish.asked.count.unwrap_or(1);
    if count == 0 || count > most {
        let message = format!("{count} puzzles, where 1 to {most} are possible");
        return Err(Refusal::senseless("wrong-count", message));
    }
    let time = wish.cost.time(&shared.limits);
    let work = move |budget: &Budget| made(&wish.asked, count, budget);
    shared.desk.work(time, work).await.map(Json)
}

fn made(asked: &GenerateAsked, count: u64, budget: &Budget) -> Result<GenerateAnswer, Refusal> {
    let seed = asked.seed.unwrap_or_else(any_seed);
    let generator = generator(asked)?.seed(seed).rated(true);
    let generator = generator.cancel_with(budget.cancel_token());
    let mut found = generator
        .puzzles(count)
        .map_err(|reason| Refusal::senseless("impossible", reason.to_string()))?;
    let mut puzzles = Vec::new();
    for generated in &mut found {
        puzzles.push(GeneratedPuzzle::from(generated.map_err(given_up)?));
    }
    if puzzles.is_empty() {
        return Err(with_closest(Refusal::out_of_time(), found.closest()));
    }
    Ok(GenerateAnswer {
        seed,
        complete: puzzles.len() as u64 == count,
        puzzles,
    })
}

fn given_up(reason: GaveUp) -> Refusal {
    let refusal = Refusal::senseless("gave-up", reason.to_string());
    with_closest(refusal, reason.closest.map(|closest| *closest))
}

/// The effort was in vain: what came closest may be what is wanted after all.
fn with_closest(refusal: Refusal, closest: Option<Generated>) -> Refusal {
    let Some(closest) = closest.map(GeneratedPuzzle::from) else {
        return refusal.hint("another seed may have one; a wider request is met sooner");
    };
    let rating = closest.rating.map_or(String::new(), |rating| {
        format!(", {}, score {}", rating.level, rating.score)
    });
    let (givens, line) = (closest.givens, closest.puzzle);
    refusal.hint(format!(
        "this came closest: {line} ({givens} givens{rating})"
    ))
}

fn generator(asked: &GenerateAsked) -> Result<Generator, Refusal> {
    let symmetry: Option<Symmetry> = parsed("unknown-symmetry", asked.symmetry.as_deref())?;
    let mut generator = on_board(asked)?
        .symmetry(symmetry.unwrap_or_default())
        .minimal(asked.minimal);
    if let Some(most) = asked.up_to_level.or(asked.level) {
        generator = generator.level(asked.level.unwrap_or(Level::Easy)..=most);
    }
    if let Some(scores) = range(asked.least_score, asked.most_score, u32::MAX) {
        generator = generator.score(scores);
    }
    let techniques = |list: &Option<String>| techniques(list.as_deref().unwrap_or_default());
    let hardest = techniques(&asked.hardest_technique)?;
    generator = hardest.into_iter().fold(generator, Generator::hardest);
    let with = techniques(&asked.with_technique)?;
    generator = with.into_iter().fold(generator, Generator::uses);
    let without = techniques(&asked.without_technique)?;
    generator = without.into_iter().fold(generator, Generator::without);
    if let Some(tries) = asked.effort {
        generator = generator.attempt_limit(tries);
    }
    Ok(generator)
}

/// The board, what stands on it already, and where givens may stand.
fn on_board(asked: &GenerateAsked) -> Result<Generator, Refusal> {
    let shape: Option<Shape> = parsed("unknown-shape", asked.shape.as_deref())?;
    let unreadable = |diagnostic| Refusal::from(&diagnostic);
    let options = ReadOptions {
        shape: shape.clone(),
        ..ReadOptions::default()
    };
    let extended = asked.extend.as_deref().map(str::as_bytes);
    let extended = extended.map(|text| read_puzzle(text, options)).transpose();
    let clues = extended.map_err(unreadable)?.map(|record| record.puzzle);
    let shape = shape.or_else(|| clues.as_ref().map(|clues| clues.shape().clone()));
    let shape = shape.unwrap_or_else(Shape::classic);
    let mut generator = Generator::new(shape.clone());
    if let Some(clues) = clues {
        generator = generator.extend(clues);
    }
    if let Some(text) = &asked.pattern {
        let pattern = Pattern::read(text.as_bytes(), &shape).map_err(unreadable)?;
        generator = generator.pattern(pattern);
    }
    if let Some(givens) = range(asked.least_givens, asked.most_givens, shape.cells()) {
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
fn techniques(list: &str) -> Result<Vec<Technique>, Refusal> {
    let words = list.split(',').map(str::trim);
    let words = words.filter(|word| !word.is_empty());
    words
        .map(|word| {
            let technique: Result<Technique, _> = word.parse();
            technique.map_err(|error| Refusal::senseless("unknown-technique", error.to_string()))
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
            rating: generated.rating.map(RatingAnswer::from),
            values,
        }
    }
}
