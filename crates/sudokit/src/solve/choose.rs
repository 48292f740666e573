//! The names of the engines, and which of them runs.
//!
//! This is the only file that knows all engines. Each choice is made from special to general and
//! gives its reason.

use std::fmt;
use std::str::FromStr;

use super::lanes::{LaneSolver, Width};
use super::single::SingleSolver;
use super::textbook::Rules;
use super::{Findings, ORDERED, OnSolution, Solver, Task, general, single, textbook};

/// Runs the requested engine, or the fastest one that fits.
pub(crate) fn run(engine: Engine, task: &Task<'_>, report: OnSolution<'_>) -> Findings {
    let is_classic = task.puzzle.shape().is_classic();
    match engine {
        Engine::Textbook(rules) => textbook::search(rules, task, report),
        // `general` is the only engine that can put several threads on one puzzle, which pays off
        // if a classic board has a great many solutions to count. With few solutions, choosing the
        // engine by the number of threads could change which solution is returned.
        Engine::Auto if is_classic && task.threads > 1 && task.limit > ORDERED => {
            general::search(task, report)
        }
        // Tens of times faster than `general`, but for this shape only. `lanes` is for batches: one
        // puzzle leaves most lanes empty.
        Engine::Auto | Engine::Single | Engine::Lanes if is_classic => single::search(task, report),
        // Handles every shape.
        Engine::Auto | Engine::Single | Engine::Lanes | Engine::General => {
            general::search(task, report)
        }
    }
}

/// The engine that solves the puzzles of a batch.
pub(crate) enum BatchEngine {
    /// Many puzzles at once.
    Lanes(LaneSolver),
    /// One after the other, without the overhead of [`Solver::solve`].
    Single(SingleSolver),
    /// One after the other, with [`Solver::solve`].
    OneByOne,
}

/// Returns the fastest engine that can solve a batch with these settings.
///
/// A budget applies to each puzzle, and puzzles that share registers cannot be stopped one by one,
/// so a batch with a budget goes to an engine that takes one puzzle at a time.
pub(crate) fn batch_engine(solver: &Solver) -> BatchEngine {
    let wanted = matches!(solver.engine, Engine::Auto | Engine::Lanes);
    let unlimited = solver.node_limit.is_none() && solver.time_limit.is_none();
    if !wanted || !unlimited {
        return BatchEngine::OneByOne;
    }
    let width = solver.width.unwrap_or_else(Width::widest);
    // With SSE2, eight lanes (1.05, 6.4, 62 and 3.5 µs on 17 givens, magictour, hardest 1106 and
    // serg) are slower than one board in nine pairs of registers (0.91, 4.9, 53 and 2.4). On other
    // targets both use plain arrays; which of them is faster has not been measured.
    let is_narrow = cfg!(target_arch = "x86_64") && width == Width::Portable;
    if is_narrow
        && solver.engine == Engine::Auto
        && let Ok(single) = SingleSolver::with_width(width)
    {
        return BatchEngine::Single(single);
    }
    match LaneSolver::with_width(width) {
        Ok(lanes) => BatchEngine::Lanes(lanes),
        Err(_) => BatchEngine::OneByOne,
    }
}

/// A search engine.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum Engine {
    /// The fastest engine that fits the puzzle.
    #[default]
    Auto,
    /// Holds a classic 9×9 board in nine registers, for the lowest latency. Other shapes go to
    /// `general`.
    Single,
    /// Searches many nodes side by side in the lanes of vector registers, for batches of classic
    /// 9×9 puzzles. A single puzzle goes to `single`, other shapes go to `general`.
    Lanes,
    /// Solves any shape, by propagation and branching on the smallest domain.
    General,
    /// The textbook search with these rules.
    Textbook(Rules),
}

impl fmt::Display for Engine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Engine::Auto => f.write_str("auto"),
            Engine::Single => f.write_str("single"),
            Engine::Lanes => f.write_str("lanes"),
            Engine::General => f.write_str("general"),
            Engine::Textbook(rules) => rules.fmt(f),
        }
    }
}

/// The error for a name that no engine has.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("`{0}` is not an engine")]
pub struct UnknownEngine(pub String);

impl FromStr for Engine {
    type Err = UnknownEngine;

    fn from_str(name: &str) -> Result<Engine, UnknownEngine> {
        match name {
            "auto" => Ok(Engine::Auto),
            "single" => Ok(Engine::Single),
            "lanes" => Ok(Engine::Lanes),
            "general" => Ok(Engine::General),
            _ => textbook::preset(name)
                .map(Engine::Textbook)
                .ok_or_else(|| UnknownEngine(name.to_string())),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The portable lanes are slower than one board at a time on x86-64 only.
    #[test]
    fn narrow_batches_go_to_the_engine_for_one_puzzle() {
        let is_x86 = cfg!(target_arch = "x86_64");
        for width in Width::ALL.into_iter().filter(|width| width.is_available()) {
            let of = |engine| {
                let width = Some(width);
                batch_engine(&Solver {
                    width,
                    engine,
                    ..Solver::new()
                })
            };
            let expects_single = is_x86 && width == Width::Portable;
            let auto = of(Engine::Auto);
            assert_eq!(
                matches!(auto, BatchEngine::Single(_)),
                expects_single,
                "{width}"
            );
            assert_eq!(
                matches!(auto, BatchEngine::Lanes(_)),
                !expects_single,
                "{width}"
            );
            assert!(
                matches!(of(Engine::Lanes), BatchEngine::Lanes(_)),
                "{width}"
            );
        }
    }
}
