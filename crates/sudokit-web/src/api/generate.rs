//! `generate`: new puzzles, as hard as wanted.

use axum::Json;
use axum::extract::State;
use serde::{Deserialize, Serialize};
use sudokit::generate::{Generated, Generator};
use sudokit::logic::{Level, Technique};
use sudokit::pattern::Symmetry;
use sudokit::random::any_seed;
use sudokit::{Grid, Shape};
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
    /// The shape, as for a position; 9×9 unless told.
    #[schema(example = "3x3")]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub shape: Option<String>,
    /// How hard; anything unless told.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub level: Option<Level>,
    /// A technique that the solve has a step of; `/api/v1/techniques` lists them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub technique: Option<String>,
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
    // It looks at nothing but its token, so the clock cancels that.
    let _alarm = budget.cancel_at_deadline();
    let generator = generator.cancel_with(budget.cancel_token());
    let found = generator
        .puzzles(count)
        .map_err(|reason| Refusal::senseless("impossible", reason.to_string()))?;
    let mut puzzles = Vec::new();
    for generated in found {
        let generated = generated.map_err(|reason| {
            Refusal::senseless("gave-up", reason.to_string())
                .hint("another seed may have one; a wider request is met sooner")
        })?;
        puzzles.push(GeneratedPuzzle::from(generated));
    }
    if puzzles.is_empty() {
        return Err(Refusal::out_of_time());
    }
    Ok(GenerateAnswer {
        seed,
        complete: puzzles.len() as u64 == count,
        puzzles,
    })
}

fn generator(asked: &GenerateAsked) -> Result<Generator, Refusal> {
    let shape: Option<Shape> = parsed("unknown-shape", asked.shape.as_deref())?;
    let symmetry: Option<Symmetry> = parsed("unknown-symmetry", asked.symmetry.as_deref())?;
    let technique: Option<Technique> = parsed("unknown-technique", asked.technique.as_deref())?;
    let shape = shape.unwrap_or_else(Shape::classic);
    let cells = shape.cells();
    let mut generator = Generator::new(shape)
        .symmetry(symmetry.unwrap_or_default())
        .minimal(asked.minimal);
    if let Some(level) = asked.level {
        generator = generator.level(level..=level);
    }
    if let Some(technique) = technique {
        generator = generator.uses(technique);
    }
    if asked.least_givens.is_some() || asked.most_givens.is_some() {
        let least = asked.least_givens.unwrap_or_default();
        generator = generator.givens(least..=asked.most_givens.unwrap_or(cells));
    }
    Ok(generator)
}

impl From<Generated> for GeneratedPuzzle {
    fn from(generated: Generated) -> GeneratedPuzzle {
        let puzzle = &generated.puzzle;
        let values = puzzle.values().to_vec();
        GeneratedPuzzle {
            number: generated.index,
            shape: puzzle.shape().to_string(),
            puzzle: Grid::new(puzzle.shape().clone(), values.clone()).to_string(),
            givens: puzzle.clues(),
            solution: generated.solution.to_string(),
            rating: generated.rating.map(RatingAnswer::from),
            values,
        }
    }
}
