//! What a search says of a position before logic looks at it.
//!
//! Logic proves steps from what stands on the board. Whether the board makes sense at all (one
//! solution, several, none) it cannot see, and techniques that argue with a single solution are
//! wrong where there are several.

use serde::Serialize;

use super::cell_set::CellSet;
use super::technique::Technique;
use super::walk::Logic;
use crate::puzzle::{Grid, Origin, Puzzle};
use crate::solve::{End, Outcome, Solver};

/// How many search nodes it may cost: nearly every puzzle needs fewer than a thousand.
const NODES: u64 = 1_000_000;

/// How many cells may be looked at on boards that are larger than most: a node there costs as
/// much as the board has cells, and a hint should not keep anybody waiting.
const LARGE_BOARD_CELLS: u64 = 5_000_000;

/// What a search says of a position: whether it has one solution, several or none, as far as that
/// can be found out soon.
///
/// ```
/// use sudokit::logic::{Logic, Technique, Verdict};
/// use sudokit::{Puzzle, Solver};
///
/// let several: Puzzle = "1... .... .... ...4".parse()?;
/// let verdict = Verdict::of(&several, Solver::new());
/// let sound = verdict.sound(&Logic::new());
/// assert!(!sound.techniques().contains(&Technique::UniqueRectangle1));
/// # Ok::<(), sudokit::format::Diagnostic>(())
/// ```
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Verdict {
    /// What the search for up to two solutions found.
    pub outcome: Outcome,
}

impl Verdict {
    /// Searches with this solver; its limits on solutions and nodes are set here.
    pub fn of(puzzle: &Puzzle, solver: Solver) -> Verdict {
        let nodes = Verdict::node_limit(puzzle.shape().cells());
        let outcome = solver.limit(2).node_limit(nodes).solve(puzzle);
        Verdict {
            outcome: outcome.settled(puzzle),
        }
    }

    /// How many nodes a search that somebody waits for may cost, on a board of so many cells.
    pub fn node_limit(cells: usize) -> u64 {
        match cells <= CellSet::CAPACITY {
            true => NODES,
            false => LARGE_BOARD_CELLS / cells as u64,
        }
    }

    /// A solution, if one was found; there may be others.
    pub fn solution(&self) -> Option<&Grid> {
        self.outcome.solution.as_ref()
    }

    /// Whether the search ended before it knew how many solutions there are.
    pub fn is_unknown(&self) -> bool {
        self.outcome.count < 2 && self.outcome.end != End::Exhausted
    }

    /// Of these techniques those that hold here.
    pub fn sound(&self, logic: &Logic) -> Logic {
        if self.outcome.is_unique() {
            return logic.clone();
        }
        let techniques = logic.techniques().iter().copied();
        // It takes its value from a solution, and there may be others.
        let proving = techniques.filter(|technique| *technique != Technique::BruteForce);
        Logic::with(proving).without_uniqueness()
    }
}

/// What a player got wrong: a placed value, or a candidate that was crossed out and should not
/// have been.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[non_exhaustive]
pub struct Mistake {
    /// The cell.
    pub cell: usize,
    /// The value that was placed, if one was.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub placed: Option<u8>,
    /// The value that the cell has in the solution.
    pub right: u8,
}

impl Mistake {
    /// The player's mistakes in a position without a solution, if the givens alone have just one.
    pub fn all(puzzle: &Puzzle, solver: Solver) -> Vec<Mistake> {
        let mut givens = Puzzle::new(puzzle.shape().clone());
        for cell in 0..puzzle.shape().cells() {
            if puzzle.origin(cell) == Some(Origin::Given) {
                givens.set(cell, puzzle.values()[cell], Origin::Given);
            }
        }
        let verdict = Verdict::of(&givens, solver);
        let Some(solution) = verdict.solution().filter(|_| verdict.outcome.is_unique()) else {
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
}

#[cfg(test)]
mod tests {
    use super::*;

    const GIVENS: &str = "1... ..2. .3.. ...4";

    #[test]
    fn a_search_that_ends_early_leaves_uniqueness_open() {
        let puzzle: Puzzle = GIVENS.parse().unwrap();
        let known = Verdict::of(&puzzle, Solver::new());
        assert!(!known.is_unknown());
        assert_eq!(
            known.sound(&Logic::new()).techniques(),
            Logic::new().techniques()
        );
        let stopped = Solver::new().time_limit(std::time::Duration::ZERO);
        let unknown = Verdict::of(&"................".parse().unwrap(), stopped);
        assert!(unknown.is_unknown());
        let sound = unknown.sound(&Logic::new());
        assert!(sound.techniques().iter().all(|t| !t.assumes_uniqueness()));
    }

    #[test]
    fn a_wrong_value_and_a_wrongly_crossed_out_candidate_are_mistakes() {
        let mut puzzle: Puzzle = GIVENS.parse().unwrap();
        let solution = Solver::new().solve(&puzzle).solution.unwrap();
        let right = |cell: usize| solution.values()[cell];
        let wrong = right(1) % 4 + 1;
        puzzle.set(1, wrong, Origin::Placed);
        let masks = (0..16).map(|cell| match cell {
            2 => 0b1111 & !(1 << (right(2) - 1)),
            _ => 0b1111,
        });
        puzzle.set_candidates(masks.collect());
        let expected = [(1, Some(wrong)), (2, None)].map(|(cell, placed)| Mistake {
            cell,
            placed,
            right: right(cell),
        });
        assert_eq!(Mistake::all(&puzzle, Solver::new()), expected);
    }
}
