//! Step after step, until the end or until somebody presses Ctrl-C.

use sudokit::Grid;
use sudokit::logic::{Board, Logic, Standing, Step, Technique};
use sudokit::solve::CancelToken;

use crate::problem::Problem;

/// How a walk ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ending {
    Solved,
    /// The techniques in use lead no further.
    Stuck,
    /// The position cannot be completed.
    Broken,
    /// The next step of this technique contradicts the solution.
    Wrong(Technique),
    Interrupted,
    /// Whoever looked on had seen enough.
    Enough,
}

/// Whether to go on after a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Next {
    GoOn,
    Stop,
}

/// Walks on from a position and leaves it where the walk ended. Each step is shown with the
/// position before it. Where a solution is known, no step that contradicts it is shown or taken.
pub fn walk(
    logic: &Logic,
    board: &mut Board,
    solution: Option<&Grid>,
    cancel: &CancelToken,
    mut look: impl FnMut(&Board, &Step) -> Next,
) -> Ending {
    loop {
        if cancel.is_cancelled() {
            return Ending::Interrupted;
        }
        match logic.advise(board) {
            Err(Standing::Solved) => return Ending::Solved,
            Err(Standing::Stuck) => return Ending::Stuck,
            Err(Standing::Broken) => return Ending::Broken,
            Ok(step) if !is_right(&step, solution) => return Ending::Wrong(step.technique),
            Ok(step) => {
                let next = look(board, &step);
                board.apply(&step);
                if next == Next::Stop {
                    return Ending::Enough;
                }
            }
        }
    }
}

/// Whether a step agrees with a solution, as far as one is known. Steps hold in every solution,
/// so any will do.
pub fn is_right(step: &Step, solution: Option<&Grid>) -> bool {
    let Some(solution) = solution else {
        return true;
    };
    let value = |cell: u16| solution.values()[usize::from(cell)];
    step.placements.iter().all(|c| value(c.cell) == c.value)
        && step.eliminations.iter().all(|c| value(c.cell) != c.value)
}

/// What there is to say of a step that contradicts the solution.
pub fn fault(technique: Technique) -> String {
    format!("a step of {technique} contradicts the solution: this is a fault in Sudokit")
}

/// … as an error about the puzzle in this place.
pub fn fault_problem(place: &str, technique: Technique) -> Problem {
    Problem::new(
        format!("{place}: {}", fault(technique)),
        format!(
            "please report it with this puzzle; `--techniques -{}` does without this technique",
            technique.slug()
        ),
    )
}

#[cfg(test)]
mod tests {
    use sudokit::{Puzzle, Solver};

    use super::*;

    #[test]
    fn a_step_that_contradicts_the_solution_is_not_taken() {
        let puzzle: Puzzle = "1... ..2. .3.. ...4".parse().unwrap();
        let solution = Solver::new().solve(&puzzle).solution.unwrap();
        let cancel = CancelToken::new();
        let walked = |solution: &Grid| {
            let (mut board, mut steps) = (Board::new(&puzzle), 0);
            let ending = walk(
                &Logic::new(),
                &mut board,
                Some(solution),
                &cancel,
                |_, _| {
                    steps += 1;
                    Next::GoOn
                },
            );
            (ending, steps, puzzle.shape().cells() - board.open())
        };
        assert_eq!(walked(&solution), (Ending::Solved, 12, 16));
        // Every cell is another: the first step is wrong.
        let others = solution.values().iter().map(|value| value % 4 + 1);
        let other = Grid::new(puzzle.shape().clone(), others.collect());
        let (ending, steps, filled) = walked(&other);
        assert!(matches!(ending, Ending::Wrong(_)), "{ending:?}");
        assert_eq!((steps, filled), (0, 4));
    }
}
