//! A position together with what a search says about it.
//!
//! Logic proves steps from the candidates on the board. It cannot see whether the position has one
//! solution, several or none, and techniques that assume a single solution are unsound where there
//! are several. A [`Position`] searches first and keeps the techniques that are sound.

use super::board::Board;
use super::cell_set::CellSet;
use super::explain::{Coordinates, Stage, StepReport, Words};
use super::step::Step;
use super::technique::Technique;
use super::walk::{Logic, NoStep, Walk};
use crate::format::Symbols;
use crate::puzzle::{Grid, Origin, Puzzle};
use crate::solve::{CancelToken, End, Outcome, Solver, Status};

/// The node limit of a search: nearly every puzzle needs fewer than a thousand nodes.
const NODES: u64 = 1_000_000;

/// The node limit times the number of cells on boards of more than [`CellSet::CAPACITY`] cells. A
/// node costs as much as the board has cells, and a hint should be quick.
const LARGE_BOARD_CELLS: u64 = 5_000_000;

/// A position, the verdict of a search on it, and the techniques that are sound for it.
///
/// ```
/// use sudokit::logic::{Logic, Position, Stage, Technique};
/// use sudokit::solve::Status;
/// use sudokit::{Puzzle, Solver};
///
/// let puzzle: Puzzle = "1... ..2. .3.. ...4".parse()?;
/// let position = Position::new(&puzzle, Solver::new(), &Logic::new());
/// assert_eq!(position.status(), Status::Unique);
/// let step = position.next_step().expect("logic solves it");
/// assert_eq!(position.report(&step, Stage::Whereabouts).whereabouts, "Look at r1c4.");
///
/// // With several solutions, techniques that assume a single one prove nothing.
/// let several: Puzzle = "1... .... .... ...4".parse()?;
/// let position = Position::new(&several, Solver::new(), &Logic::new());
/// assert!(!position.logic().techniques().contains(&Technique::UniqueRectangle1));
/// # Ok::<(), sudokit::Problem>(())
/// ```
#[derive(Clone, Debug)]
pub struct Position {
    puzzle: Puzzle,
    board: Board,
    words: Words,
    solver: Solver,
    outcome: Outcome,
    logic: Logic,
}

impl Position {
    /// Searches for up to two solutions with `solver` and keeps those of the techniques that are
    /// sound for what it finds.
    ///
    /// The solver's time limit, threads and cancellation token are respected. If it has no node
    /// limit, it gets [`Position::node_limit`]. The token also stops the search for steps.
    pub fn new(puzzle: &Puzzle, solver: Solver, logic: &Logic) -> Position {
        let solver = match solver.most_nodes() {
            Some(_) => solver,
            None => solver.node_limit(Position::node_limit(puzzle.shape().cells())),
        };
        let outcome = search(&solver, puzzle);
        let mut board = Board::new(puzzle);
        if outcome.is_unique() {
            board.allow_uniqueness_if_proven(puzzle, &solver);
        }
        Position {
            puzzle: puzzle.clone(),
            words: Words::new(&board),
            logic: sound(logic, &outcome),
            board,
            solver,
            outcome,
        }
    }

    /// Returns the number of nodes that an interactive search may take, on a board with `cells`
    /// cells.
    pub fn node_limit(cells: usize) -> u64 {
        match cells <= CellSet::CAPACITY {
            true => NODES,
            false => LARGE_BOARD_CELLS / cells as u64,
        }
    }

    /// Sets how cells are named in reports.
    pub fn coordinates(mut self, coordinates: Coordinates) -> Position {
        self.words = self.words.coordinates(coordinates);
        self
    }

    /// Sets the symbols that reports use for values.
    pub fn symbols(mut self, symbols: Symbols) -> Position {
        self.words = self.words.symbols(symbols);
        self
    }

    /// Returns the same position with other techniques, of which it keeps those that are sound.
    /// Nothing is searched again.
    pub fn with_logic(&self, logic: &Logic) -> Position {
        Position {
            logic: sound(logic, &self.outcome),
            ..self.clone()
        }
    }

    /// Returns the board with its candidates.
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// Returns the words for steps on this board.
    pub fn words(&self) -> &Words {
        &self.words
    }

    /// Returns the techniques that are sound here, in the order in which they are tried.
    pub fn logic(&self) -> &Logic {
        &self.logic
    }

    /// Returns the solver that searched, with its limits.
    pub fn solver(&self) -> &Solver {
        &self.solver
    }

    /// Returns what the search says about the position.
    pub fn status(&self) -> Status {
        Status::of(&self.puzzle, &self.outcome)
    }

    /// Returns what is known about the position once steps have led this far.
    ///
    /// Where the search gave up, every technique in use holds in all solutions, so solving the
    /// position proves that its solution is the only one, and a contradiction that it has none.
    pub fn status_after(&self, end: NoStep) -> Status {
        match (self.status(), end) {
            (Status::Solved | Status::Open, NoStep::Solved) => Status::Unique,
            (Status::Open, NoStep::Broken) => Status::NoSolution,
            (status, _) => status,
        }
    }

    /// Returns a solution if the search found one. There may be others.
    pub fn solution(&self) -> Option<&Grid> {
        self.outcome.solution.as_ref()
    }

    /// Returns the solution if it is known to be the only one.
    pub fn only_solution(&self) -> Option<&Grid> {
        self.solution().filter(|_| self.outcome.is_unique())
    }

    /// Returns whether the search ended before it knew how many solutions there are.
    pub fn is_uniqueness_unknown(&self) -> bool {
        self.outcome.count < 2 && self.outcome.end != End::Exhausted
    }

    /// Returns whether the search was cancelled.
    pub fn is_cancelled(&self) -> bool {
        self.outcome.end == End::Cancelled
    }

    /// Returns the player's mistakes, if the position has no solution but its givens have exactly
    /// one. This is another search.
    pub fn mistakes(&self) -> Vec<Mistake> {
        match self.status().is_hopeless() {
            true => mistakes(&self.puzzle, &self.solver),
            false => Vec::new(),
        }
    }

    /// Returns the next step.
    ///
    /// # Errors
    /// When there is none, when the token is cancelled, or when the step contradicts the solution,
    /// which is a bug in its technique.
    pub fn next_step(&self) -> Result<Step, NoStep> {
        let step = self.logic.next_step_until(&self.board, self.cancel())?;
        self.checked(step)
    }

    /// Returns every step that is possible now, by technique. There may be none.
    ///
    /// # Errors
    /// When the token is cancelled, or when a step contradicts the solution, which is a bug in its
    /// technique.
    pub fn all_steps(&self) -> Result<Vec<Step>, NoStep> {
        let steps = self.logic.all_steps_until(&self.board, self.cancel())?;
        steps.into_iter().map(|step| self.checked(step)).collect()
    }

    /// Returns an iterator over the steps to the solution, each checked against it.
    pub fn walk(&self) -> Walk<'_> {
        Walk::new(
            &self.logic,
            self.board.clone(),
            self.solution(),
            self.cancel().clone(),
        )
    }

    /// Returns as much of a step as `stage` asks for, as data and in words.
    pub fn report(&self, step: &Step, stage: Stage) -> StepReport {
        self.words.report(step, stage)
    }

    fn cancel(&self) -> &CancelToken {
        self.solver.cancel_token()
    }

    fn checked(&self, step: Step) -> Result<Step, NoStep> {
        step.checked_against(self.solution())
    }
}

fn search(solver: &Solver, puzzle: &Puzzle) -> Outcome {
    solver.clone().limit(2).solve(puzzle)
}

/// Of these techniques, those that are sound after such a search.
fn sound(logic: &Logic, outcome: &Outcome) -> Logic {
    match outcome.is_unique() {
        true => logic.clone(),
        // Brute force takes its value from one solution, and there may be others.
        false => logic.without(Technique::BruteForce).without_uniqueness(),
    }
}

/// What a player got wrong: a placed value, or a candidate that should not have been crossed out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[non_exhaustive]
pub struct Mistake {
    /// The cell.
    pub cell: usize,
    /// The value that was placed, if one was.
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Option::is_none"))]
    pub placed: Option<u8>,
    /// The value of the cell in the solution.
    pub right: u8,
}

/// Compares a puzzle with the solution of its givens, if they have exactly one.
fn mistakes(puzzle: &Puzzle, solver: &Solver) -> Vec<Mistake> {
    let mut givens = Puzzle::new(puzzle.shape().clone());
    for cell in 0..puzzle.shape().cells() {
        if puzzle.origin(cell) == Some(Origin::Given) {
            givens.set(cell, puzzle.values()[cell], Origin::Given);
        }
    }
    let outcome = search(solver, &givens);
    let Some(solution) = outcome.solution.as_ref().filter(|_| outcome.is_unique()) else {
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

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::super::walk::Standing;
    use super::*;

    const UNIQUE: &str = "1... ..2. .3.. ...4";
    const SEVERAL: &str = "1... .... .... ...4";
    const IMPOSSIBLE: &str = "123. ...4 .... ....";

    fn puzzle(text: &str) -> Puzzle {
        text.parse().expect("a puzzle")
    }

    fn position(text: &str) -> Position {
        Position::new(&puzzle(text), Solver::new(), &Logic::new())
    }

    fn without_time() -> Solver {
        Solver::new().time_limit(Duration::ZERO)
    }

    #[test]
    fn a_single_solution_makes_every_technique_sound() {
        let position = position(UNIQUE);
        assert_eq!(position.status(), Status::Unique);
        assert!(!position.is_uniqueness_unknown() && !position.is_cancelled());
        assert_eq!(position.logic(), &Logic::new());
        assert_eq!(position.only_solution(), position.solution());
        assert!(position.only_solution().is_some());
        assert_eq!(position.mistakes(), []);
    }

    #[test]
    fn several_solutions_leave_out_brute_force_and_uniqueness() {
        let position = position(SEVERAL);
        assert_eq!(position.status(), Status::Several);
        assert!(!position.is_uniqueness_unknown());
        assert!(position.solution().is_some() && position.only_solution().is_none());
        let proves = |t: &Technique| !t.assumes_uniqueness() && *t != Technique::BruteForce;
        let all = Logic::new();
        let proving = all.techniques().iter().copied().filter(proves);
        assert_eq!(position.logic(), &Logic::with(proving));
        // So logic does not place what differs between solutions.
        let mut walk = position.walk();
        assert!(
            walk.by_ref()
                .all(|step| step.technique != Technique::BruteForce)
        );
        assert_eq!(walk.end(), Some(NoStep::Stuck));
    }

    #[test]
    fn a_search_that_ends_early_leaves_uniqueness_unknown() {
        let empty = puzzle("................");
        let position = Position::new(&empty, without_time(), &Logic::new());
        assert_eq!(position.status(), Status::Open);
        assert!(position.is_uniqueness_unknown() && !position.is_cancelled());
        let sound = position.logic().techniques();
        assert!(sound.iter().all(|t| !t.assumes_uniqueness()));
        assert!(!sound.contains(&Technique::BruteForce));
    }

    #[test]
    fn a_node_limit_is_set_unless_the_solver_has_one() {
        let solver = |solver: Solver| {
            let position = Position::new(&puzzle(UNIQUE), solver, &Logic::new());
            position.solver().most_nodes()
        };
        assert_eq!(solver(Solver::new().node_limit(7)), Some(7));
        assert_eq!(solver(Solver::new()), Some(1_000_000));
        assert_eq!(Position::node_limit(128), 1_000_000);
        assert_eq!(Position::node_limit(4096), 5_000_000 / 4096);
    }

    #[test]
    fn listed_candidates_allow_uniqueness_only_if_the_values_are_unique_without_them() {
        let allows = |puzzle: &Puzzle| {
            let position = Position::new(puzzle, Solver::new(), &Logic::new());
            assert_eq!(position.status(), Status::Unique);
            position.board().allows_uniqueness()
        };
        let mut marked = puzzle(UNIQUE);
        assert!(allows(&marked));
        marked.set_candidates(vec![0b1111; 16]);
        assert!(allows(&marked), "pencil marks do no harm");
        // The candidates decide between the solutions of the values.
        let mut sukaku = puzzle(SEVERAL);
        let solution = Solver::new().solve(&sukaku).solution.expect("a solution");
        let masks = solution.values().iter().map(|value| 1 << (value - 1));
        sukaku.set_candidates(masks.collect());
        assert!(!allows(&sukaku));
    }

    #[test]
    fn steps_decide_what_a_search_left_open() {
        let known = position(UNIQUE);
        let mut open = known.clone();
        open.outcome.count = 0;
        open.outcome.end = End::NodeLimit;
        assert_eq!(open.status(), Status::Open);
        assert_eq!(open.status_after(NoStep::Solved), Status::Unique);
        assert_eq!(open.status_after(NoStep::Broken), Status::NoSolution);
        assert_eq!(open.status_after(NoStep::Stuck), Status::Open);
        open.outcome.count = 1;
        assert_eq!(open.status_after(NoStep::Solved), Status::Unique);
        assert_eq!(open.status_after(NoStep::Stuck), Status::Solved);
        assert_eq!(known.status_after(NoStep::Stuck), Status::Unique);
        let several = position(SEVERAL);
        assert_eq!(several.status_after(NoStep::Solved), Status::Several);
    }

    #[test]
    fn a_step_that_contradicts_the_solution_is_an_error() {
        let mut position = position(UNIQUE);
        assert!(position.next_step().is_ok());
        assert!(position.all_steps().is_ok_and(|steps| steps.len() > 1));
        let solution = position.solution().expect("a solution");
        let others = solution
            .values()
            .iter()
            .map(|value| value % 4 + 1)
            .collect();
        position.outcome.solution = Some(Grid::trusted(solution.shape().clone(), others));
        let wrong = NoStep::Wrong(Technique::NakedSingle);
        assert_eq!(position.next_step(), Err(wrong));
        assert_eq!(position.all_steps(), Err(wrong));
        let mut walk = position.walk();
        assert_eq!((walk.next(), walk.end()), (None, Some(wrong)));
    }

    #[test]
    fn the_token_of_the_solver_stops_search_and_steps() {
        let cancel = CancelToken::new();
        let solver = Solver::new().cancel_with(cancel.clone());
        let before = Position::new(&puzzle(UNIQUE), solver.clone(), &Logic::new());
        cancel.cancel();
        assert_eq!(before.status(), Status::Unique);
        assert_eq!(before.next_step(), Err(NoStep::Interrupted));
        assert_eq!(before.all_steps(), Err(NoStep::Interrupted));
        let mut walk = before.walk();
        assert_eq!((walk.next(), walk.end()), (None, Some(NoStep::Interrupted)));
        let after = Position::new(&puzzle("................"), solver, &Logic::new());
        assert!(after.is_cancelled());
    }

    #[test]
    fn other_techniques_need_no_other_search() {
        let rating = position(SEVERAL).with_logic(&Logic::rating());
        assert_eq!(rating.status(), Status::Several);
        let sound = Logic::rating().without(Technique::BruteForce);
        assert_eq!(rating.logic(), &sound.without_uniqueness());
        let rating = position(UNIQUE).with_logic(&Logic::rating());
        assert_eq!(rating.logic(), &Logic::rating());
    }

    #[test]
    fn an_impossible_position_is_broken_and_without_mistakes_if_the_givens_are() {
        let position = position(IMPOSSIBLE);
        assert_eq!(position.status(), Status::NoSolution);
        assert_eq!(
            position.next_step().err().and_then(NoStep::standing),
            Some(Standing::Broken)
        );
        assert_eq!(position.mistakes(), []);
    }

    #[test]
    fn a_wrong_value_and_a_wrongly_crossed_out_candidate_are_mistakes() {
        let mut puzzle = puzzle(UNIQUE);
        let solution = Solver::new().solve(&puzzle).solution.expect("a solution");
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
        let position = Position::new(&puzzle, Solver::new(), &Logic::new());
        assert_eq!(position.mistakes(), expected);
    }

    #[test]
    fn reports_use_the_names_and_symbols_that_were_set() {
        let letters = Symbols::Custom(vec!['w', 'x', 'y', 'z']);
        let position = position(UNIQUE)
            .coordinates(Coordinates::Letter)
            .symbols(letters);
        let step = position.next_step().expect("a step");
        let report = position.report(&step, Stage::Step);
        assert_eq!(report.effect.as_deref(), Some("A4 = y"));
        assert_eq!(position.words().cell(3), "A4");
    }
}
