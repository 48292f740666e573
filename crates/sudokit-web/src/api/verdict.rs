//! What a search says of a position before logic looks at it.
//!
//! Logic proves steps from what stands on the board. Whether the board makes sense at all it
//! cannot see, and techniques that argue with a single solution are wrong where there are several.

use serde::Serialize;
use sudokit::logic::{Logic, Technique};
use sudokit::{Grid, Origin, Puzzle};
use utoipa::ToSchema;

use super::position::parsed;
use super::status::Status;
use crate::desk::Budget;
use crate::refusal::Refusal;

/// How many search nodes it may cost: nearly every puzzle needs fewer than a thousand, and logic
/// works on large boards without an answer.
const NODES: u64 = 1_000_000;

/// Its share of the time, of so many: the rest is for logic.
const SHARE: u32 = 4;

/// What a search says of a puzzle.
pub struct Verdict {
    pub status: Status,
    solution: Option<Grid>,
}

/// Something that a player got wrong: a value that was placed, or a candidate that was crossed
/// out and should not have been.
#[derive(Debug, Serialize, ToSchema)]
pub struct Mistake {
    /// The cell.
    pub cell: usize,
    /// The value that was placed, if one was.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub placed: Option<u8>,
    /// The value that the cell has in the solution.
    pub right: u8,
}

impl Verdict {
    /// Searches.
    pub fn of(puzzle: &Puzzle, budget: &Budget) -> Verdict {
        let solver = budget.share(SHARE).solver();
        let outcome = solver.limit(2).node_limit(NODES).solve(puzzle);
        Verdict {
            status: Status::of(puzzle, &outcome),
            solution: outcome.solution,
        }
    }

    /// The solution, if it is the only one.
    pub fn only_solution(&self) -> Option<&Grid> {
        let solution = self.solution.as_ref();
        solution.filter(|_| self.status == Status::Unique)
    }

    /// Of these techniques those that hold here.
    pub fn sound(&self, logic: Logic) -> Logic {
        if self.status == Status::Unique {
            return logic;
        }
        let techniques = logic.techniques().iter().copied();
        // It takes its value from a solution, and there may be others.
        let certain = techniques.filter(|technique| *technique != Technique::BruteForce);
        Logic::with(certain).without_uniqueness()
    }
}

/// The player's mistakes in a position without a solution, if the givens alone have one.
pub fn mistakes(puzzle: &Puzzle, budget: &Budget) -> Vec<Mistake> {
    let mut givens = Puzzle::new(puzzle.shape().clone());
    for cell in 0..puzzle.shape().cells() {
        if puzzle.origin(cell) == Some(Origin::Given) {
            givens.set(cell, puzzle.values()[cell], Origin::Given);
        }
    }
    let verdict = Verdict::of(&givens, budget);
    let Some(solution) = verdict.only_solution() else {
        return Vec::new();
    };
    let right = solution.values().iter().copied().enumerate();
    let wrong = right.filter(|(cell, right)| puzzle.allowed(*cell) >> (right - 1) & 1 == 0);
    let mistake = |(cell, right): (usize, u8)| Mistake {
        cell,
        placed: Some(puzzle.values()[cell]).filter(|value| *value != 0),
        right,
    };
    wrong.map(mistake).collect()
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
