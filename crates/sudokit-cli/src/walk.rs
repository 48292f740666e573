//! Step after step, until the end or until somebody presses Ctrl-C.

use sudokit::logic::{Board, Logic, Standing, Step};
use sudokit::solve::CancelToken;

/// How a walk ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ending {
    Solved,
    /// The techniques in use lead no further.
    Stuck,
    /// The position cannot be completed.
    Broken,
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
/// position before it.
pub fn walk(
    logic: &Logic,
    board: &mut Board,
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
