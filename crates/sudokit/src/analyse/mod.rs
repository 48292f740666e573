//! Further questions about a puzzle, besides its solution.
//!
//! | type | question |
//! |---|---|
//! | [`Minimality`] | which givens could be left out? |
//! | [`Backdoors`] | which cells, once known, make the rest easy? |
//! | [`TrueCandidates`] | which values does a cell have in some solution, and in how many? |
//! | [`Repairs`] | which slip explains that there is not exactly one solution? |
//! | [`Neighbourhood`] | which other puzzles are a few givens away? |
//!
//! ```
//! use sudokit::analyse::{Backdoors, Ease, Minimality, TrueCandidates};
//! use sudokit::{Puzzle, Solver};
//!
//! let puzzle: Puzzle = "1... ..2. .3.. ...4".parse()?;
//! let solver = Solver::new();
//! let minimality = Minimality::of(&solver, &puzzle).expect("no budget is set");
//! assert!(minimality.is_minimal());
//!
//! let solution = solver.solve(&puzzle).solution.expect("it has one");
//! let backdoors = Backdoors::of(&puzzle, &solution, Ease::Singles, 2, || false);
//! assert!(backdoors.is_some_and(|backdoors| backdoors.none_needed()));
//!
//! let empty = Puzzle::new(puzzle.shape().clone());
//! let candidates = TrueCandidates::of(&solver.limit(u64::MAX), &empty);
//! assert_eq!((candidates.solutions(), candidates.count(0, 1)), (288, 72));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! All but [`Backdoors`] search with a [`Solver`], so its engine, budgets and
//! cancellation apply. A budget is per search, and a question may take several, unless its
//! documentation says otherwise.

mod backdoors;
mod bit_set;
mod deduction;
mod minimality;
mod neighbours;
mod repairs;
mod true_candidates;

pub use backdoors::{Backdoors, Ease, UnknownEase};
pub use minimality::Minimality;
pub use neighbours::{Completions, Neighbour, Neighbourhood, Removals};
pub use repairs::{GivenChange, Repair, Repairs};
pub use true_candidates::TrueCandidates;

use crate::puzzle::{Origin, Puzzle};
use crate::solve::Solver;

/// Returns the givens alone, without placed values. Listed candidates are pencil marks and are
/// dropped if the givens have one solution without them; otherwise (a Sukaku) they belong to the
/// puzzle.
fn without_player_marks(solver: &Solver, puzzle: &Puzzle) -> Puzzle {
    if !puzzle.has_placed() && puzzle.candidates().is_none() {
        return puzzle.clone();
    }
    let mut givens = Puzzle::new(puzzle.shape().clone());
    for cell in given_cells(puzzle) {
        givens.set(cell, puzzle.values()[cell], Origin::Given);
    }
    match puzzle.candidates() {
        Some(masks) if !solver.clone().limit(2).solve(&givens).is_unique() => {
            givens.set_candidates(masks.to_vec());
            givens
        }
        _ => givens,
    }
}

/// Returns the cells with a given, in ascending order.
fn given_cells(puzzle: &Puzzle) -> impl Iterator<Item = usize> {
    let cells = 0..puzzle.shape().cells();
    cells.filter(|cell| puzzle.origin(*cell) == Some(Origin::Given))
}
