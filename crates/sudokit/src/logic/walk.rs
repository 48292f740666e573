//! From step to step, cheapest technique first.

use std::ops::ControlFlow;

use serde::Serialize;

use super::board::Board;
use super::find;
use super::step::Step;
use super::technique::Technique;
use crate::puzzle::{Grid, Puzzle};

/// Solves step by step with a list of techniques.
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
/// # Ok::<(), sudokit::format::Diagnostic>(())
/// ```
#[derive(Clone, Debug)]
pub struct Logic {
    techniques: Vec<Technique>,
}

/// The steps of a solve, and how far they led.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Path {
    /// The steps, in order.
    pub steps: Vec<Step>,
    /// The position that they led to.
    pub board: Board,
    /// How far that is.
    pub standing: Standing,
}

/// How far steps led. Programs see these names in kebab-case.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "kebab-case")]
#[non_exhaustive]
pub enum Standing {
    /// Every cell has a value.
    Solved,
    /// Cells are open, and no technique that may be used finds anything.
    Stuck,
    /// The position cannot be completed: a cell without candidates, or a value without a place.
    Broken,
    /// The time was over, or the answer was no longer wanted.
    Interrupted,
}

/// How a walk ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Ending {
    /// Every cell has a value.
    Solved,
    /// The techniques in use lead no further.
    Stuck,
    /// The position cannot be completed.
    Broken,
    /// The next step of this technique contradicts the solution.
    Wrong(Technique),
    /// The answer was no longer wanted.
    Interrupted,
    /// Whoever looked on had seen enough.
    Enough,
}

impl Ending {
    /// How far the walk led, unless it was a [wrong](Ending::Wrong) step that ended it.
    pub fn standing(self) -> Option<Standing> {
        match self {
            Ending::Solved => Some(Standing::Solved),
            Ending::Stuck | Ending::Enough => Some(Standing::Stuck),
            Ending::Broken => Some(Standing::Broken),
            Ending::Interrupted => Some(Standing::Interrupted),
            Ending::Wrong(_) => None,
        }
    }
}

impl From<Standing> for Ending {
    fn from(standing: Standing) -> Ending {
        match standing {
            Standing::Solved => Ending::Solved,
            Standing::Stuck => Ending::Stuck,
            Standing::Broken => Ending::Broken,
            Standing::Interrupted => Ending::Interrupted,
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

    /// The techniques that make level and score.
    pub fn rating() -> Logic {
        Logic::with(Technique::ALL.iter().copied().filter(|t| t.is_rated()))
    }

    /// These techniques, in this order.
    pub fn with(techniques: impl IntoIterator<Item = Technique>) -> Logic {
        Logic {
            techniques: techniques.into_iter().collect(),
        }
    }

    /// Without the techniques that take a single solution for granted.
    pub fn without_uniqueness(mut self) -> Logic {
        self.techniques.retain(|t| !t.assumes_uniqueness());
        self
    }

    /// The techniques, in the order in which they are tried.
    pub fn techniques(&self) -> &[Technique] {
        &self.techniques
    }

    /// The first step of the first technique that has one.
    pub fn next_step(&self, board: &Board) -> Option<Step> {
        let mut techniques = self.techniques.iter();
        techniques.find_map(|technique| find::first(*technique, board))
    }

    /// Every step that is possible now, by technique.
    pub fn all_steps(&self, board: &Board) -> Vec<Step> {
        self.all_steps_while(board, || true).unwrap_or_default()
    }

    /// The same, for as long as the answer is wanted, which is asked between techniques; `None`
    /// when it no longer was.
    pub fn all_steps_while(&self, board: &Board, wanted: impl Fn() -> bool) -> Option<Vec<Step>> {
        let mut steps = Vec::new();
        for technique in &self.techniques {
            if !wanted() {
                return None;
            }
            steps.extend(find::all(*technique, board));
        }
        Some(steps)
    }

    /// The next step, or how the position stands where there is none.
    ///
    /// # Errors
    /// The position is complete, broken, or beyond these techniques.
    pub fn advise(&self, board: &Board) -> Result<Step, Standing> {
        self.advise_while(board, || true)
    }

    /// The same, for as long as the answer is wanted. That is asked between techniques: one of
    /// them alone cannot be interrupted.
    ///
    /// # Errors
    /// The same, and no answer is wanted any more.
    pub fn advise_while(&self, board: &Board, wanted: impl Fn() -> bool) -> Result<Step, Standing> {
        if board.is_complete() {
            return Err(Standing::Solved);
        }
        // A broken position proves anything, so it is looked at before every step.
        if board.contradiction().is_some() {
            return Err(Standing::Broken);
        }
        for technique in &self.techniques {
            if !wanted() {
                return Err(Standing::Interrupted);
            }
            if let Some(step) = find::first(*technique, board) {
                return Ok(step);
            }
        }
        Err(Standing::Stuck)
    }

    /// Walks on from a position and leaves it where the walk ended. Each step is shown with the
    /// position before it. Where a solution is known, no step that contradicts it is shown or
    /// taken.
    pub fn walk(
        &self,
        board: &mut Board,
        solution: Option<&Grid>,
        wanted: impl Fn() -> bool,
        mut look: impl FnMut(&Board, &Step) -> ControlFlow<()>,
    ) -> Ending {
        loop {
            match self.advise_while(board, &wanted) {
                Err(standing) => return standing.into(),
                Ok(step) if solution.is_some_and(|solution| !step.agrees_with(solution)) => {
                    return Ending::Wrong(step.technique);
                }
                Ok(step) => {
                    let next = look(board, &step);
                    board.apply(&step);
                    if next.is_break() {
                        return Ending::Enough;
                    }
                }
            }
        }
    }

    /// Every step to the end, or as far as it goes.
    pub fn solve(&self, puzzle: &Puzzle) -> Path {
        let (mut board, mut steps) = (Board::new(puzzle), Vec::new());
        loop {
            match self.advise(&board) {
                Ok(step) => {
                    board.apply(&step);
                    steps.push(step);
                }
                Err(standing) => {
                    return Path {
                        steps,
                        board,
                        standing,
                    };
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Solver;

    #[test]
    fn a_step_that_contradicts_the_solution_is_not_taken() {
        let puzzle: Puzzle = "1... ..2. .3.. ...4".parse().unwrap();
        let solution = Solver::new().solve(&puzzle).solution.unwrap();
        let walked = |solution: &Grid| {
            let (mut board, mut steps) = (Board::new(&puzzle), 0);
            let ending = Logic::new().walk(
                &mut board,
                Some(solution),
                || true,
                |_, _| {
                    steps += 1;
                    ControlFlow::Continue(())
                },
            );
            (ending, steps, puzzle.shape().cells() - board.open())
        };
        assert_eq!(walked(&solution), (Ending::Solved, 12, 16));
        // Every cell is another: the first step is wrong.
        let others = solution.values().iter().map(|value| value % 4 + 1);
        let other = Grid::trusted(puzzle.shape().clone(), others.collect());
        let (ending, steps, filled) = walked(&other);
        assert!(matches!(ending, Ending::Wrong(_)), "{ending:?}");
        assert_eq!((steps, filled), (0, 4));
    }
}
