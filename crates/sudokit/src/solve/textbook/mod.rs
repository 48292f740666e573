//! One search that can be any of the classic algorithms.
//!
//! Every depth-first Sudoku solver answers the same four questions, and differs from the others only
//! in its answers:
//!
//! | question ([`Axis`]) | answers |
//! |---|---|
//! | which cell is filled next? | [`CellRule`] |
//! | which of its values is tried first? | [`ValueRule`] |
//! | what follows from a value? | [`PropagateRule`] |
//! | where to go back to? | [`JumpRule`] |
//!
//! [`Rules`] is one answer to each. The [`PRESETS`] are well-known algorithms; any other combination
//! works as well, and finds the same solutions. This engine is for comparing and teaching: each rule
//! can be read alone, and everything is counted.
//!
//! # What is counted
//!
//! The counters mean the same for all rules, so that algorithms can be compared:
//!
//! * **nodes**: positions in which a cell was chosen, or none was left to choose. The position
//!   after the givens is one; after that, each value that is placed and survives the propagation
//!   leads to one.
//! * **assignments**: values put into cells, by choice or by deduction; givens do not count, nor does
//!   a value that is rejected because a peer has it.
//! * **backtracks**: choices undone without having led to a solution, because the propagation refuted
//!   them at once or because everything below them failed. What was deduced from a choice is undone
//!   with it and not counted again.
//! * **checks**: reads of a peer's value, a cell's domain or a house's set, by any rule, to see which
//!   values fit or why one does not. Whether a cell is open, how full a house is and how many peers
//!   are open is bookkeeping and does not count.
//! * **deepest**: the most choices that were open at once, choices with a single value included.
//!
//! The counters of a complete search do not depend on the number of threads (unless it jumps back,
//! which it cannot do from one thread into another). A search that stops at a limit counts what was
//! done, and with several threads some of that may turn out not to be needed.

mod board;
mod cell;
mod heap;
mod jump;
mod parallel;
mod propagate;
mod rules;
mod search;
mod strategies;
mod value;

pub use rules::{
    Axis, CellRule, JumpRule, PRESETS, Preset, PropagateRule, Rules, UnknownRule, ValueRule, preset,
};

use super::{End, Findings, OnSolution, Outcome, Statistics, Task};
use crate::puzzle::{Grid, Puzzle};
use board::TrackedBoard;
use propagate::Propagate;
use search::Search;
use strategies::Strategies;

/// Searches with these rules. Of the algorithms only the one with strategies was designed for
/// threads, so only it uses more than one.
pub(crate) fn search(rules: Rules, task: &Task<'_>, report: OnSolution<'_>) -> Findings {
    // The rules compare new values with the givens, but never the givens with each other.
    if task.puzzle.check().is_err() {
        return Findings {
            count: 0,
            end: End::Exhausted,
            attempt: task.puzzle.values().to_vec(),
            statistics: Statistics::default(),
        };
    }
    let mut search = Search::new(rules, task);
    if let Err(end) = search.begin(report) {
        return search.findings(Err(end));
    }
    if rules.propagate == PropagateRule::Strategies && task.threads > 1 {
        return parallel::explore(search, task, report);
    }
    let ended = search.explore(report);
    search.findings(ended)
}

/// Applies the four strategies until they find nothing more, without a search.
pub(crate) fn logic_only(puzzle: &Puzzle) -> Outcome {
    let mut board = TrackedBoard::new(puzzle, Strategies.domains());
    let sound = puzzle.check().is_ok() && Strategies.start(&mut board).is_ok();
    let solved = sound && board.is_full();
    let attempt = Grid::trusted(puzzle.shape().clone(), board.values().to_vec());
    Outcome {
        count: u64::from(solved),
        solution: solved.then(|| attempt.clone()),
        end: if sound && !solved {
            End::Stuck
        } else {
            End::Exhausted
        },
        attempt,
        statistics: Statistics {
            assignments: board.assignments(),
            checks: board.checks(),
            ..Statistics::default()
        },
    }
}
