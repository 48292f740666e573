//! Examines the position of a request with the techniques that it names.

use sudokit::Puzzle;
use sudokit::logic::{Coordinates, Logic, NoStep, Position, Technique};

use crate::budget::Budget;
use crate::error::ApiError;
use crate::puzzle_input::{ParsedPuzzle, parse_field};

/// The search gets one of this many parts of the time; the rest is for logic.
const PARTS: u32 = 4;

/// Searches a position and keeps those of the techniques that are sound for it.
pub fn examine(puzzle: &Puzzle, logic: &Logic, budget: &Budget) -> Position {
    let solver = budget.share(PARTS).solver();
    Position::new(puzzle, solver.cancel_with(budget.cancel_token()), logic)
}

/// Like [`examine`], with reports in the puzzle's own symbols.
pub fn examine_parsed(
    parsed: &ParsedPuzzle,
    coordinates: Option<Coordinates>,
    logic: &Logic,
    budget: &Budget,
) -> Position {
    examine(&parsed.puzzle, logic, budget)
        .coordinates(coordinates.unwrap_or_default())
        .symbols(parsed.symbols.clone())
}

/// Returns the error if there is no step because the time is up or because a step contradicts the
/// solution, which is a bug in its technique.
pub fn error(end: NoStep) -> Option<ApiError> {
    match end {
        NoStep::Interrupted => Some(ApiError::timed_out()),
        NoStep::Wrong(_) => Some(ApiError::new(
            500,
            "fault",
            format!("{end}, please report it with this puzzle"),
        )),
        _ => None,
    }
}

/// Returns the named techniques, or `default` if there are none.
///
/// # Errors
/// If a name is unknown.
pub fn logic(
    names: Option<&[String]>,
    uniqueness: Option<bool>,
    default: Logic,
) -> Result<Logic, ApiError> {
    let logic = match names {
        None => default,
        Some(names) => {
            let technique = |name: &String| parse_field("unknown-technique", Some(name.as_str()));
            let techniques: Result<Vec<Option<Technique>>, ApiError> =
                names.iter().map(technique).collect();
            let techniques: Vec<Technique> = techniques?.into_iter().flatten().collect();
            Logic::with(techniques.iter().copied()).with_variants_of(techniques)
        }
    };
    Ok(match uniqueness {
        Some(false) => logic.without_uniqueness(),
        _ => logic,
    })
}
