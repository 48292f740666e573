//! From step to step, cheapest technique first.

use super::board::Board;
use super::find;
use super::step::Step;
use super::technique::Technique;
use crate::puzzle::{Grid, Puzzle};
use crate::solve::CancelToken;

/// Solves step by step with a list of techniques.
///
/// It takes the board as it is: a [`Position`](super::Position) also searches whether the board
/// has exactly one solution, and leaves out techniques that prove nothing there.
///
/// ```
/// use sudokit::Puzzle;
/// use sudokit::logic::{Logic, Standing};
///
/// let puzzle: Puzzle =
///     "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
///         .parse()?;
/// let path = Logic::new().solve(&puzzle);
/// assert_eq!(path.standing, Standing::Solved);
/// assert_eq!(path.steps.len(), 51);
/// # Ok::<(), sudokit::Problem>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Logic {
    techniques: Vec<Technique>,
    /// The techniques whose optional variants are used as well.
    extended: Vec<Technique>,
}

/// The steps of a solve, and how far they lead.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct SolutionPath {
    /// The steps, in order.
    pub steps: Vec<Step>,
    /// The board after the last step.
    pub board: Board,
    /// How far the steps lead.
    pub standing: Standing,
}

/// How far steps lead. Programs see these names in kebab-case.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "serde", serde(rename_all = "kebab-case"))]
#[non_exhaustive]
pub enum Standing {
    /// Every cell has a value.
    Solved,
    /// Cells are open, and the techniques in use find nothing.
    Stuck,
    /// The position has no solution: a cell has no candidate, or a value has no place.
    Broken,
    /// The time was up, or the work was cancelled.
    Interrupted,
}

/// Why there is no next step.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, thiserror::Error)]
#[non_exhaustive]
pub enum NoStep {
    /// Every cell has a value.
    #[error("every cell has a value")]
    Solved,
    /// The techniques in use find nothing.
    #[error("the techniques in use find no step")]
    Stuck,
    /// The position has no solution.
    #[error("the position has no solution")]
    Broken,
    /// The work was cancelled.
    #[error("interrupted")]
    Interrupted,
    /// The next step contradicts the solution, which is a bug in its technique.
    #[error("a step of {0} contradicts the solution: this is a bug in Sudokit")]
    Wrong(Technique),
}

impl NoStep {
    /// Returns how far the steps led, unless a [wrong](NoStep::Wrong) step ended them.
    pub fn standing(self) -> Option<Standing> {
        match self {
            NoStep::Solved => Some(Standing::Solved),
            NoStep::Stuck => Some(Standing::Stuck),
            NoStep::Broken => Some(Standing::Broken),
            NoStep::Interrupted => Some(Standing::Interrupted),
            NoStep::Wrong(_) => None,
        }
    }
}

impl From<Standing> for NoStep {
    fn from(standing: Standing) -> NoStep {
        match standing {
            Standing::Solved => NoStep::Solved,
            Standing::Stuck => NoStep::Stuck,
            Standing::Broken => NoStep::Broken,
            Standing::Interrupted => NoStep::Interrupted,
        }
    }
}

impl Default for Logic {
    fn default() -> Logic {
        Logic::new()
    }
}

impl Logic {
    /// The techniques that hints and explanations use.
    pub fn new() -> Logic {
        Logic::with(Technique::ALL.iter().copied().filter(|t| t.is_usual()))
    }

    /// The techniques that determine level and score.
    pub fn rating() -> Logic {
        Logic::with(Technique::ALL.iter().copied().filter(|t| t.is_rated()))
    }

    /// These techniques, tried in this order.
    pub fn with(techniques: impl IntoIterator<Item = Technique>) -> Logic {
        Logic {
            techniques: techniques.into_iter().collect(),
            extended: Vec::new(),
        }
    }

    /// Also uses the optional variants of these techniques. Techniques that are not in the list,
    /// or that have no variants, are ignored.
    ///
    /// Some techniques have variants that few players look for and that HoDoKu has switched off:
    /// almost locked sets as nodes of [grouped nice loops](Technique::GroupedNiceLoop), almost
    /// locked sets that share cells, [empty rectangles](Technique::EmptyRectangle) of two
    /// candidates, and others. Ratings do not use them.
    pub fn with_variants_of(mut self, techniques: impl IntoIterator<Item = Technique>) -> Logic {
        self.extended.extend(techniques);
        self
    }

    /// Keeps one technique, with its variants if they are in use.
    pub fn only(&self, technique: Technique) -> Logic {
        let mut logic = self.clone();
        logic.techniques.retain(|each| *each == technique);
        logic
    }

    /// Leaves out one technique.
    pub fn without(&self, technique: Technique) -> Logic {
        let mut logic = self.clone();
        logic.techniques.retain(|each| *each != technique);
        logic
    }

    /// Leaves out the techniques that assume a single solution.
    pub fn without_uniqueness(mut self) -> Logic {
        self.techniques.retain(|t| !t.assumes_uniqueness());
        self
    }

    /// Returns the techniques, in the order in which they are tried.
    pub fn techniques(&self) -> &[Technique] {
        &self.techniques
    }

    fn first_step(&self, technique: Technique, board: &Board) -> Option<Step> {
        find::first(technique, self.extended.contains(&technique), board)
    }

    fn steps_of(&self, technique: Technique, board: &Board) -> Vec<Step> {
        find::all(technique, self.extended.contains(&technique), board)
    }

    /// Returns the first step of the first technique that finds one. Does not notice that the
    /// board is broken.
    pub fn next_step(&self, board: &Board) -> Option<Step> {
        let mut techniques = self.techniques.iter();
        techniques.find_map(|technique| self.first_step(*technique, board))
    }

    /// Returns every step that is possible now, by technique.
    pub fn all_steps(&self, board: &Board) -> Vec<Step> {
        let techniques = self.techniques.iter();
        techniques
            .flat_map(|technique| self.steps_of(*technique, board))
            .collect()
    }

    /// Returns the next step.
    ///
    /// # Errors
    /// When the board is complete, broken, or beyond these techniques.
    pub fn advise(&self, board: &Board) -> Result<Step, Standing> {
        self.next_step_until(board, &CancelToken::new())
    }

    /// Returns every step that is possible now unless the token is cancelled, which is checked
    /// between techniques.
    pub(super) fn all_steps_until(
        &self,
        board: &Board,
        cancel: &CancelToken,
    ) -> Result<Vec<Step>, Standing> {
        let mut steps = Vec::new();
        for technique in &self.techniques {
            if cancel.is_cancelled() {
                return Err(Standing::Interrupted);
            }
            steps.extend(self.steps_of(*technique, board));
        }
        Ok(steps)
    }

    /// Returns the next step unless the token is cancelled, which is checked between techniques:
    /// a single one cannot be interrupted.
    pub(super) fn next_step_until(
        &self,
        board: &Board,
        cancel: &CancelToken,
    ) -> Result<Step, Standing> {
        if board.is_complete() {
            return Err(Standing::Solved);
        }
        // From a contradiction anything follows, so no technique may see one.
        if board.contradiction().is_some() {
            return Err(Standing::Broken);
        }
        for technique in &self.techniques {
            if cancel.is_cancelled() {
                return Err(Standing::Interrupted);
            }
            if let Some(step) = self.first_step(*technique, board) {
                return Ok(step);
            }
        }
        Err(Standing::Stuck)
    }

    /// Solves a puzzle as far as the techniques lead. [`Position::walk`](super::Position::walk)
    /// can be cancelled and checks each step.
    pub fn solve(&self, puzzle: &Puzzle) -> SolutionPath {
        self.solve_from(Board::new(puzzle))
    }

    /// Solves on from a board as far as the techniques lead.
    pub fn solve_from(&self, mut board: Board) -> SolutionPath {
        let mut steps = Vec::new();
        loop {
            match self.advise(&board) {
                Ok(step) => {
                    board.apply(&step);
                    steps.push(step);
                }
                Err(standing) => {
                    return SolutionPath {
                        steps,
                        board,
                        standing,
                    };
                }
            }
        }
    }
}

/// An iterator over the steps of a solve, made by [`Position::walk`](super::Position::walk).
///
/// It ends where there is no next step, and [`end`](Walk::end) says why. A step that contradicts
/// the solution is not taken.
///
/// ```
/// use sudokit::logic::{Logic, NoStep, Position};
/// use sudokit::{Puzzle, Solver};
///
/// let puzzle: Puzzle = "1... ..2. .3.. ...4".parse()?;
/// let position = Position::new(&puzzle, Solver::new(), &Logic::new());
/// let mut walk = position.walk();
/// assert_eq!(walk.by_ref().count(), 12);
/// assert_eq!(walk.end(), Some(NoStep::Solved));
/// assert!(walk.board().is_complete());
/// # Ok::<(), sudokit::Problem>(())
/// ```
#[derive(Clone, Debug)]
pub struct Walk<'a> {
    logic: &'a Logic,
    board: Board,
    solution: Option<&'a Grid>,
    cancel: CancelToken,
    end: Option<NoStep>,
}

impl<'a> Walk<'a> {
    pub(super) fn new(
        logic: &'a Logic,
        board: Board,
        solution: Option<&'a Grid>,
        cancel: CancelToken,
    ) -> Walk<'a> {
        Walk {
            logic,
            board,
            solution,
            cancel,
            end: None,
        }
    }

    /// Returns the board after the steps so far.
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// Returns the board after the steps so far.
    pub fn into_board(self) -> Board {
        self.board
    }

    /// Returns why there is no next step, or `None` if there may be one.
    pub fn end(&self) -> Option<NoStep> {
        self.end
    }
}

impl Iterator for Walk<'_> {
    type Item = Step;

    fn next(&mut self) -> Option<Step> {
        if self.end.is_some() {
            return None;
        }
        let found = self.logic.next_step_until(&self.board, &self.cancel);
        let checked = found
            .map_err(NoStep::from)
            .and_then(|step| step.checked_against(self.solution));
        match checked {
            Ok(step) => {
                self.board.apply(&step);
                Some(step)
            }
            Err(end) => {
                self.end = Some(end);
                None
            }
        }
    }
}

impl std::iter::FusedIterator for Walk<'_> {}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Solver;

    fn puzzle() -> Puzzle {
        "1... ..2. .3.. ...4".parse().expect("a puzzle")
    }

    fn solution() -> Grid {
        let outcome = Solver::new().solve(&puzzle());
        outcome.solution.expect("a solution")
    }

    #[test]
    fn a_walk_ends_at_the_solution() {
        let (logic, solution) = (Logic::new(), solution());
        let board = Board::new(&puzzle());
        let mut walk = Walk::new(&logic, board, Some(&solution), CancelToken::new());
        assert_eq!(walk.end(), None);
        assert_eq!(walk.by_ref().count(), 12);
        assert_eq!(walk.end(), Some(NoStep::Solved));
        assert_eq!(walk.next(), None);
        assert_eq!(walk.board().values(), solution.values());
        assert_eq!(walk.into_board().values(), solution.values());
    }

    #[test]
    fn a_step_that_contradicts_the_solution_ends_a_walk_and_is_not_taken() {
        let logic = Logic::new();
        let others = solution()
            .values()
            .iter()
            .map(|value| value % 4 + 1)
            .collect();
        let other = Grid::trusted(puzzle().shape().clone(), others);
        let board = Board::new(&puzzle());
        let mut walk = Walk::new(&logic, board, Some(&other), CancelToken::new());
        assert_eq!(walk.next(), None);
        assert_eq!(walk.end(), Some(NoStep::Wrong(Technique::NakedSingle)));
        assert_eq!(walk.board().open(), 12);
        assert_eq!(walk.next(), None, "it stays ended");
    }

    #[test]
    fn only_a_wrong_step_has_no_standing() {
        let all = [
            Standing::Solved,
            Standing::Stuck,
            Standing::Broken,
            Standing::Interrupted,
        ];
        for standing in all {
            assert_eq!(NoStep::from(standing).standing(), Some(standing));
        }
        assert_eq!(NoStep::Wrong(Technique::XWing).standing(), None);
    }

    #[test]
    fn a_cancelled_token_stops_between_techniques() {
        let (logic, board, cancel) = (Logic::new(), Board::new(&puzzle()), CancelToken::new());
        assert!(logic.next_step_until(&board, &cancel).is_ok());
        assert!(logic.all_steps_until(&board, &cancel).is_ok());
        cancel.cancel();
        let interrupted = Some(Standing::Interrupted);
        assert_eq!(logic.next_step_until(&board, &cancel).err(), interrupted);
        assert_eq!(logic.all_steps_until(&board, &cancel).err(), interrupted);
    }

    #[test]
    fn steps_are_the_same_with_and_without_a_token() {
        let (logic, board) = (Logic::new(), Board::new(&puzzle()));
        let all = logic.all_steps(&board);
        assert!(all.len() > 1);
        assert_eq!(logic.all_steps_until(&board, &CancelToken::new()), Ok(all));
        assert_eq!(logic.advise(&board).ok(), logic.next_step(&board));
    }

    #[test]
    fn advice_says_why_there_is_no_step() {
        let advise = |text: &str, logic: &Logic| {
            let puzzle: Puzzle = text.parse().expect("a puzzle");
            logic.advise(&Board::new(&puzzle)).err()
        };
        let all = Logic::new();
        assert_eq!(advise("1234341221434321", &all), Some(Standing::Solved));
        assert_eq!(advise("123. ...4 .... ....", &all), Some(Standing::Broken));
        let none = Logic::with([]);
        assert_eq!(advise("1... ..2. .3.. ...4", &none), Some(Standing::Stuck));
        assert_eq!(advise("1... ..2. .3.. ...4", &all), None);
    }

    #[test]
    fn techniques_are_left_out_and_the_rest_stay_in_order() {
        let logic = Logic::with([
            Technique::BruteForce,
            Technique::UniqueRectangle1,
            Technique::NakedSingle,
        ]);
        let [brute_force, unique_rectangle, naked_single] = *logic.techniques() else {
            panic!("three techniques");
        };
        assert_eq!(
            logic.without(Technique::BruteForce),
            Logic::with([unique_rectangle, naked_single])
        );
        assert_eq!(
            logic.without_uniqueness(),
            Logic::with([brute_force, naked_single])
        );
        assert_eq!(Logic::default(), Logic::new());
        let rated = |logic: &Logic| logic.techniques().contains(&Technique::Medusa);
        assert!(rated(&Logic::new()) && !rated(&Logic::rating()));
    }
}
