//! The position that a request asks about, and the techniques that it names.

use axum::http::StatusCode;
use sudokit::Puzzle;
use sudokit::logic::{Coordinates, Logic, NoStep, Position, Technique};

use super::position::{Subject, parsed};
use crate::desk::Budget;
use crate::refusal::Refusal;

/// The search gets one part in so many of the time; the rest is for logic.
const SHARE: u32 = 4;

/// Searches a position, and keeps those of the techniques that are sound for it.
pub fn examine(puzzle: &Puzzle, logic: &Logic, budget: &Budget) -> Position {
    let solver = budget.share(SHARE).solver();
    Position::new(puzzle, solver.cancel_with(budget.cancel_token()), logic)
}

/// The same, for reports in the puzzle's own symbols.
pub fn examine_subject(
    subject: &Subject,
    coordinates: Option<Coordinates>,
    logic: &Logic,
    budget: &Budget,
) -> Position {
    examine(&subject.puzzle, logic, budget)
        .coordinates(coordinates.unwrap_or_default())
        .symbols(subject.symbols.clone())
}

/// The refusal where there is no step because the time is over, or because a step contradicts the
/// solution, which none should.
pub fn refusal(end: NoStep) -> Option<Refusal> {
    match end {
        NoStep::Interrupted => Some(Refusal::out_of_time()),
        NoStep::Wrong(_) => Some(Refusal::new(
            StatusCode::INTERNAL_SERVER_ERROR,
            "fault",
            format!("{end}; please report it with this puzzle"),
        )),
        _ => None,
    }
}

/// The techniques that were named, or the usual ones.
///
/// # Errors
/// When one of them does not exist.
pub fn logic(
    names: Option<&[String]>,
    uniqueness: Option<bool>,
    usual: Logic,
) -> Result<Logic, Refusal> {
    let logic = match names {
        None => usual,
        Some(names) => {
            let technique = |name: &String| parsed("unknown-technique", Some(name.as_str()));
            let techniques: Result<Vec<Option<Technique>>, Refusal> =
                names.iter().map(technique).collect();
            Logic::with(techniques?.into_iter().flatten())
        }
    };
    Ok(match uniqueness {
        Some(false) => logic.without_uniqueness(),
        _ => logic,
    })
}
