//! What a search says of a position before logic looks at it, and which techniques hold there.

use sudokit::logic::{self, Logic, Mistake, Technique};
use sudokit::solve::Status;
use sudokit::{Grid, Puzzle};

use super::puzzle_input::parse_field;
use crate::error::ApiError;
use crate::queue::Budget;

/// Its share of the time, of so many: the rest is for logic.
const SHARE: u32 = 4;

/// What a search says of a puzzle.
pub struct Verdict {
    pub status: Status,
    pub found: logic::Verdict,
}

impl Verdict {
    /// Searches.
    pub fn of(puzzle: &Puzzle, budget: &Budget) -> Verdict {
        let found = logic::Verdict::of(puzzle, budget.share(SHARE).solver());
        Verdict {
            status: Status::of(puzzle, &found.outcome),
            found,
        }
    }

    /// The solution, if it is the only one.
    pub fn only_solution(&self) -> Option<&Grid> {
        let is_only = self.found.outcome.is_unique();
        self.found.solution().filter(|_| is_only)
    }
}

/// The player's mistakes in a position without a solution, if the givens alone have one.
pub fn mistakes(puzzle: &Puzzle, budget: &Budget) -> Vec<Mistake> {
    Mistake::all(puzzle, budget.share(SHARE).solver())
}

/// The techniques that were named, or the usual ones.
///
/// # Errors
/// When one of them does not exist.
pub fn logic(
    names: Option<&[String]>,
    uniqueness: Option<bool>,
    usual: Logic,
) -> Result<Logic, ApiError> {
    let logic = match names {
        None => usual,
        Some(names) => {
            let technique = |name: &String| parse_field("unknown-technique", Some(name.as_str()));
            let techniques: Result<Vec<Option<Technique>>, ApiError> =
                names.iter().map(technique).collect();
            Logic::with(techniques?.into_iter().flatten())
        }
    };
    Ok(match uniqueness {
        Some(false) => logic.without_uniqueness(),
        _ => logic,
    })
}
