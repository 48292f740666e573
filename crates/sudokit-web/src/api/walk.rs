//! Step after step, with an eye on the clock.

use serde::Serialize;
use sudokit::logic::{Board, Logic, Step};
use utoipa::ToSchema;

use crate::desk::{Budget, Over};

/// How far steps led.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum Standing {
    /// Every cell has a value.
    Solved,
    /// Cells are open, and these techniques find nothing more.
    Stuck,
    /// The position cannot be completed.
    Broken,
    /// The time was over first.
    Open,
}

impl From<sudokit::logic::Standing> for Standing {
    fn from(standing: sudokit::logic::Standing) -> Standing {
        match standing {
            sudokit::logic::Standing::Solved => Standing::Solved,
            sudokit::logic::Standing::Stuck => Standing::Stuck,
            sudokit::logic::Standing::Broken => Standing::Broken,
        }
    }
}

/// The next step, or how the position stands where there is none. The clock is looked at between
/// techniques: one of them alone cannot be interrupted.
///
/// # Errors
/// There is no step.
pub fn advise(logic: &Logic, board: &Board, budget: &Budget) -> Result<Step, Standing> {
    use sudokit::logic::Standing::Stuck;
    for technique in logic.techniques() {
        budget.check().map_err(|Over| Standing::Open)?;
        match Logic::with([*technique]).advise(board) {
            Err(Stuck) => {}
            found => return found.map_err(Standing::from),
        }
    }
    let nothing = Logic::with([]).advise(board);
    nothing.map_err(Standing::from)
}

/// Every step that is possible now, by technique.
///
/// # Errors
/// When the time is over first.
pub fn all_steps(logic: &Logic, board: &Board, budget: &Budget) -> Result<Vec<Step>, Over> {
    let mut steps = Vec::new();
    for technique in logic.techniques() {
        budget.check()?;
        steps.extend(Logic::with([*technique]).all_steps(board));
    }
    Ok(steps)
}

/// Walks on from a position, leaves it where the walk ended, and tells how that is.
pub fn walk(
    logic: &Logic,
    board: &mut Board,
    budget: &Budget,
    mut look: impl FnMut(Step),
) -> Standing {
    loop {
        match advise(logic, board, budget) {
            Err(standing) => return standing,
            Ok(step) => {
                board.apply(&step);
                look(step);
            }
        }
    }
}
