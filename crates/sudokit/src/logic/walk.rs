//! From step to step, cheapest technique first.

use super::board::Board;
use super::find;
use super::step::Step;
use super::technique::Technique;
use crate::puzzle::Puzzle;

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
pub struct Path {
    /// The steps, in order.
    pub steps: Vec<Step>,
    /// The position that they led to.
    pub board: Board,
    /// How far that is.
    pub standing: Standing,
}

/// How far steps led.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Standing {
    /// Every cell has a value.
    Solved,
    /// Cells are open, and no technique that may be used finds anything.
    Stuck,
    /// The position cannot be completed: a cell without candidates, or a value without a place.
    Broken,
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
        let techniques = self.techniques.iter();
        techniques
            .flat_map(|technique| find::all(*technique, board))
            .collect()
    }

    /// The next step, or how the position stands where there is none.
    ///
    /// # Errors
    /// The position is complete, broken, or beyond these techniques.
    pub fn advise(&self, board: &Board) -> Result<Step, Standing> {
        if board.is_complete() {
            return Err(Standing::Solved);
        }
        // A broken position proves anything, so it is looked at before every step.
        if board.contradiction().is_some() {
            return Err(Standing::Broken);
        }
        self.next_step(board).ok_or(Standing::Stuck)
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
