//! The names of the engines, and which of them runs.
//!
//! This is the only file that knows all engines. Each choice is made from special to general and
//! gives its reason.

use std::cell::Cell;
use std::fmt;
use std::ops::ControlFlow;
use std::str::FromStr;

use super::arch::Width;
use super::control::Control;
use super::lanes::LaneSolver;
use super::propagate::Start;
use super::single::{Patience, Searched, SingleSolver, TOO_LONG};
use super::textbook::Rules;
use super::{End, Findings, MANY, ORDERED, OnSolution, Solver, Task, general, learn, textbook};
use crate::puzzle::Puzzle;

/// Runs the requested engine, or the fastest one that fits.
pub(crate) fn run(engine: Engine, task: &Task<'_>, report: OnSolution<'_>) -> Findings {
    let is_classic = task.puzzle.shape().is_classic();
    match engine {
        Engine::Textbook(rules) => textbook::search(rules, task, report),
        Engine::Learn => learn::search(task, &[], report),
        // `general` is the only engine that can put several threads on one puzzle, which pays off
        // if a classic board has a great many solutions to count. With few solutions, choosing the
        // engine by the number of threads could change which solution is returned.
        Engine::Auto if is_classic && task.threads > 1 && task.limit > ORDERED => {
            general::search(task, report)
        }
        // Tens of times faster than `general`, but for this shape only.
        Engine::Single if is_classic => ClassicEngines::search(task, None, report),
        // `lanes` is for batches, because one puzzle leaves most lanes empty. A puzzle whose search
        // has proved long has enough nodes to fill them.
        Engine::Auto | Engine::Lanes if is_classic => {
            ClassicEngines::search(task, Successor::of(task), report)
        }
        Engine::Auto => general_then_learn(task, report),
        // Handles every shape.
        Engine::Single | Engine::Lanes | Engine::General => general::search(task, report),
    }
}

/// Searches for a while, then learns.
///
/// Without learning, a node costs less, and most boards need few. But within one class of large
/// boards the number varies from dozens to billions. So `general` gets a few nodes, about as many as
/// `learn` needs time to start, and `learn` takes over. If there turn out to be many solutions to
/// count, `general` continues: finding the next solution is then easy, and learning has nothing to
/// learn from.
fn general_then_learn(task: &Task<'_>, report: OnSolution<'_>) -> Findings {
    let start = match Start::new(task.puzzle) {
        Ok(start) => start,
        Err(contradiction) => return contradiction,
    };
    let geometry = task.puzzle.shape().geometry();
    let (nodes, patience) = match task.puzzle.shape().size() {
        _ if task.limit > MANY => (TRIAL_TO_COUNT / geometry.words() as u64, u64::MAX),
        ..=12 => (2 * TRIAL, u64::MAX),
        _ => (TRIAL, PATIENCE),
    };
    let control = task.control.part(nodes);
    let mut known = Vec::new();
    let trial = Task {
        limit: task.limit.min(MANY),
        threads: 1,
        control: &control,
        ..*task
    };
    let mut keep = |values: &[u8]| {
        known.push(values.to_vec());
        ControlFlow::Continue(())
    };
    let mut found = general::search_with_patience(start.clone(), &trial, patience, &mut keep);
    if found.end == End::Limit && task.limit > MANY {
        return general::search_from(start, task, report);
    }
    task.control.charge(found.statistics.nodes);
    for (index, values) in known.iter().enumerate() {
        if report(values).is_break() {
            (found.count, found.end) = (index as u64 + 1, End::Limit);
            return found;
        }
    }
    if found.end != End::NodeLimit || task.control.nodes_left() == 0 {
        return found;
    }
    let learned = learn::search_from(&start.state, task, &known, report);
    combined(found, learned)
}

/// Returns the findings of a search that `learn` has continued, which was told the solutions found.
fn combined(found: Findings, mut learned: Findings) -> Findings {
    learned.statistics += found.statistics;
    // The lanes may have counted solutions that they have not kept.
    learned.count = learned.count.max(found.count);
    let decided = |values: &[u8]| values.iter().filter(|value| **value != 0).count();
    if decided(&found.attempt) > decided(&learned.attempt) {
        learned.attempt = found.attempt;
    }
    learned
}

/// The nodes of `general` before `learn` takes over. With half as many, 49×49 at 60 % take a tenth
/// longer; with twice as many, 25×25 of comp3981 two fifths.
const TRIAL: u64 = 64;

/// The contradictions of `general` before `learn` takes over on boards above 12×12: each of them is
/// something to learn. With four, some boards with several solutions take a third longer; without a
/// limit, minimal 16×16 a tenth. On smaller boards a node costs so little that such a limit only loses,
/// and twice as many nodes gain a tenth.
const PATIENCE: u64 = 8;

/// The nodes where many solutions may be wanted, times the size of a position, so that `general` has
/// the time to find [`MANY`]. More would take too much memory on the largest boards, where a node
/// copies 130 kB.
const TRIAL_TO_COUNT: u64 = 1 << 18;

/// Finds the lexicographically smallest solution, given any, if an engine is better at it than many
/// searches for one solution.
pub(crate) fn smallest(
    engine: Engine,
    puzzle: &Puzzle,
    found: &[u8],
    control: &Control<'_>,
) -> Option<Findings> {
    // On a classic board, and on others as small, such a search takes microseconds.
    let is_large = puzzle.shape().size() > 9;
    let learns = engine == Engine::Learn || (engine == Engine::Auto && is_large);
    learns.then(|| learn::smallest(puzzle, found, control))
}

/// The engine that takes over the search of a classic puzzle from `single` if it proves long.
enum Successor {
    Lanes(Patience),
    Learn,
}

impl Successor {
    /// Returns the one for a task; `None` if `single` has to finish it.
    fn of(task: &Task<'_>) -> Option<Successor> {
        // The lanes count in 32 bits, and keep only the first solution.
        let fits_lanes = !task.every_solution && task.limit <= u32::MAX.into();
        // The others stop some nodes late, or count theirs differently.
        if task.control.limits_nodes() {
            return None;
        }
        Some(match task.width {
            _ if !fits_lanes => Successor::Learn,
            // Moving earlier is better for the hardest puzzles (5 % at 16 nodes), but puzzles of medium
            // difficulty lose as much. Nearly all of the hardest have more candidates than this, and one
            // in twelve of the others.
            Width::Avx512 => Successor::Lanes(Patience {
                doubtful: 32,
                many_candidates: 245,
                long: 96,
                many_solutions: u64::MAX,
            }),
            // Sixteen lanes take nearly twice as long with AVX2, while one board takes a third longer.
            Width::Avx2 => Successor::Lanes(Patience {
                doubtful: 32,
                many_candidates: 265,
                long: 256,
                many_solutions: u64::MAX,
            }),
            // Eight nodes at a time are no faster than one.
            Width::Portable => Successor::Learn,
        })
    }

    /// Returns when it takes over.
    fn patience(&self) -> Patience {
        match self {
            Successor::Lanes(patience) => *patience,
            Successor::Learn => Patience {
                doubtful: TOO_LONG,
                many_candidates: 0,
                long: TOO_LONG,
                many_solutions: MANY,
            },
        }
    }
}

thread_local! {
    /// What a thread keeps from one search to the next, so that the CPU need not be asked again and
    /// nothing is allocated.
    static CLASSIC_ENGINES: Cell<Option<ClassicEngines>> = const { Cell::new(None) };
}

/// The engines for one classic puzzle.
struct ClassicEngines {
    width: Width,
    single: SingleSolver,
    lanes: LaneSolver,
    /// The first solutions of the puzzle.
    known: Vec<[u8; 81]>,
}

impl ClassicEngines {
    fn with_width(width: Width) -> ClassicEngines {
        // A task has a width that the CPU has.
        ClassicEngines {
            width,
            single: SingleSolver::with_width(width).unwrap_or_default(),
            lanes: LaneSolver::with_width(width).unwrap_or_default(),
            known: Vec::new(),
        }
    }

    /// Solves one puzzle with `single`, and hands it to its successor if its search proves long. The
    /// lanes in turn hand it to `learn`, the last resort: a board on which the contradiction lies
    /// where no split is made would take them too long.
    fn search(task: &Task<'_>, successor: Option<Successor>, report: OnSolution<'_>) -> Findings {
        // Taken, not borrowed: the callback that receives a solution may solve another puzzle.
        let kept = CLASSIC_ENGINES.take();
        let mut engines = kept
            .filter(|engines| engines.width == task.width)
            .unwrap_or_else(|| ClassicEngines::with_width(task.width));
        engines.known.clear();
        let known = &mut engines.known;
        let patience = successor.as_ref().map(Successor::patience);
        let searched = engines.single.search(task, patience, &mut |values| {
            if known.len() < MANY as usize {
                known.extend(values.first_chunk::<81>());
            }
            report(values)
        });
        let mut findings = match (searched, successor) {
            (Searched::Ended(findings), _) => findings,
            (Searched::TooLong(findings), Some(Successor::Lanes(_))) => {
                engines.continue_in_lanes(task, findings, report)
            }
            (Searched::TooLong(findings), _) => findings,
        };
        if findings.end == End::NodeLimit && !task.control.limits_nodes() {
            let known: Vec<Vec<u8>> = engines.known.iter().map(|values| values.to_vec()).collect();
            let learned = learn::search(task, &known, report);
            findings = combined(findings, learned);
        }
        CLASSIC_ENGINES.set(Some(engines));
        findings
    }

    /// Continues the search of `single`. The end is [`End::NodeLimit`] if the lanes give up too.
    fn continue_in_lanes(
        &mut self,
        task: &Task<'_>,
        findings: Findings,
        report: OnSolution<'_>,
    ) -> Findings {
        let limit = u32::try_from(task.limit).unwrap_or(u32::MAX);
        let mut count = u32::try_from(findings.count).unwrap_or(u32::MAX);
        let mut solution = [0; 81];
        let nodes = self.single.open_nodes();
        let mut statistics = findings.statistics;
        statistics.nodes += nodes.len() as u64;
        let token = task.control.token();
        let cost = self
            .lanes
            .finish(nodes, limit, &token, &mut count, &mut solution);
        if findings.count == 0 && count > 0 {
            // The callback could only ask to stop before further solutions, and there are none.
            let _ = report(&solution);
            self.known.push(solution);
        }
        statistics.nodes += cost.nodes;
        statistics.backtracks += cost.dead;
        Findings {
            count: count.into(),
            end: match cost.stop {
                _ if count == limit => End::Limit,
                Some(_) => task.control.end_of_token(),
                None if !cost.given_up.is_empty() => End::NodeLimit,
                None => End::Exhausted,
            },
            attempt: findings.attempt,
            statistics,
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
    // With SSE2 it depends on the CPU. On Zen 4 (before the present choice of splits), eight lanes
    // took 1.05, 6.4, 62 and 3.5 µs on 17 givens, magictour, hardest 1106 and serg, and one board in
    // nine pairs of registers 0.91, 4.9, 53 and 2.4. On a Xeon it is 1.2, 6.0, 37 and 3.2 against
    // 1.7, 7.8, 43 and 2.9. In WebAssembly the lanes are 1.3 to 1.5 times as fast as one board.
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
    /// Solves any shape by learning from each contradiction, for large and hard boards.
    Learn,
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
            Engine::Learn => f.write_str("learn"),
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
            "learn" => Ok(Engine::Learn),
            _ => textbook::preset(name)
                .map(Engine::Textbook)
                .ok_or_else(|| UnknownEngine(name.to_string())),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::solve::Answers;
    use crate::{Puzzle, Shape};

    /// A hard puzzle whose search moves to the lanes. The more of its givens are removed, the more
    /// solutions it has.
    const HARD: &[u8; 81] =
        b"8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..";

    fn hard_without(givens: usize) -> Puzzle {
        let mut values = HARD.map(|symbol| if symbol == b'.' { 0 } else { symbol - b'0' });
        let filled = values.iter_mut().filter(|value| **value != 0);
        filled.take(givens).for_each(|value| *value = 0);
        Puzzle::from_values(Shape::classic(), values.to_vec()).expect("a puzzle")
    }

    fn with_width(width: Width) -> Solver {
        Solver {
            width: Some(width),
            ..Solver::new()
        }
    }

    #[test]
    fn the_lanes_find_what_one_board_would_have_found() {
        for width in Width::ALL.into_iter().filter(|width| width.is_available()) {
            for givens_left_out in 0..4 {
                let puzzle = hard_without(givens_left_out);
                for limit in [1, 2, 5, 5_000] {
                    let solver = with_width(width).limit(limit);
                    let answer = solver.solve(&puzzle);
                    let expected = solver.engine(Engine::Single).solve(&puzzle);
                    let name = format!("{width}, {givens_left_out} left out, limit {limit}");
                    assert_eq!(answer.count, expected.count, "{name}");
                    assert_eq!(answer.end, expected.end, "{name}");
                    assert!(
                        answer.solution.is_some_and(|grid| grid.solves(&puzzle)),
                        "{name}"
                    );
                }
            }
        }
    }

    /// Every split makes two nodes, and each node that is not split is dead or a solution.
    #[test]
    fn the_cost_in_the_lanes_is_added() {
        for width in Width::ALL.into_iter().filter(|width| width.is_available()) {
            let outcome = with_width(width).solve(&hard_without(0));
            assert!(outcome.is_unique(), "{width}");
            let cost = outcome.statistics;
            assert_eq!(cost.nodes % 2, 1, "{width}");
            assert_eq!(cost.backtracks, cost.nodes / 2, "{width}");
            assert!(cost.deepest > 0, "{width}");
        }
    }

    #[test]
    fn time_and_tokens_stop_the_lanes() {
        let empty = Puzzle::new(Shape::classic());
        let time = std::time::Duration::from_millis(5);
        for width in Width::ALL.into_iter().filter(|width| width.is_available()) {
            let solver = with_width(width).limit(u32::MAX.into());
            let outcome = solver.clone().time_limit(time).solve(&empty);
            assert_eq!(outcome.end, End::TimeLimit, "{width}");
            assert!(outcome.count > 0 && outcome.solution.is_some(), "{width}");
            let token = crate::CancelToken::new().with_time_limit(time);
            let outcome = solver.cancel_with(token).solve(&empty);
            assert_eq!(outcome.end, End::Cancelled, "{width}");
        }
    }

    /// Fuzzing found this one: row 3 has only 2 and 3 for three cells of a box, but all values of the
    /// top band are settled, so the vector engines never split there. They had no answer after a
    /// minute.
    #[test]
    fn a_contradiction_that_no_split_touches_is_found() {
        let mut values = [0; 81];
        for (cell, symbol) in b"53.6.....6..195...498....7.".iter().enumerate() {
            values[cell] = symbol.saturating_sub(b'0');
        }
        let puzzle = Puzzle::from_values(Shape::classic(), values.to_vec()).expect("a puzzle");
        let candidates = std::array::from_fn(|cell| puzzle.allowed(cell) as u16);
        for width in Width::ALL.into_iter().filter(|width| width.is_available()) {
            let solver = with_width(width);
            let outcome = solver.solve(&puzzle);
            assert_eq!((outcome.count, outcome.end), (0, End::Exhausted), "{width}");
            let outcome = solver.each_solution(&puzzle, |_| ControlFlow::Continue(()));
            assert_eq!((outcome.count, outcome.end), (0, End::Exhausted), "{width}");
            let mut answers = Answers::new();
            solver.solve_batch(&[[0; 81], values, [0; 81], values], &mut answers);
            assert_eq!(answers.counts(), [2, 0, 2, 0], "{width}");
            solver.solve_candidates_batch(&[candidates; 2], &mut answers);
            assert_eq!(answers.counts(), [0, 0], "{width}");
            assert!(answers.unfinished().is_empty(), "{width}");
        }
    }

    #[test]
    fn every_solution_is_reported_where_each_is_wanted() {
        let mut seen = 0;
        let outcome = Solver::new()
            .limit(300)
            .each_solution(&hard_without(3), |_| {
                seen += 1;
                std::ops::ControlFlow::Continue(())
            });
        assert_eq!((seen, outcome.count), (300, 300));
    }

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
