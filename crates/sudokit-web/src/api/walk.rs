//! Step after step, with an eye on the clock.

use std::ops::ControlFlow;

use axum::http::StatusCode;
use serde::Serialize;
use sudokit::logic::{Board, Ending, Logic, Step, Technique};
use utoipa::ToSchema;

use super::verdict::Verdict;
use crate::desk::Budget;
use crate::refusal::Refusal;

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
            sudokit::logic::Standing::Interrupted => Standing::Open,
        }
    }
}

/// Walks on from a position, leaves it where the walk ended, and tells how that is and by which
/// steps.
///
/// # Errors
/// When a step contradicts the solution, which none should.
pub fn walk(
    logic: &Logic,
    board: &mut Board,
    verdict: &Verdict,
    budget: &Budget,
) -> Result<(Standing, Vec<Step>), Refusal> {
    let (mut steps, solution) = (Vec::new(), verdict.found.solution());
    let ending = logic.walk(
        board,
        solution,
        || budget.check().is_ok(),
        |_, step| {
            steps.push(step.clone());
            ControlFlow::Continue(())
        },
    );
    let standing = match ending {
        Ending::Solved => Standing::Solved,
        Ending::Broken => Standing::Broken,
        Ending::Wrong(technique) => return Err(fault(technique)),
        Ending::Interrupted => Standing::Open,
        Ending::Stuck | Ending::Enough => Standing::Stuck,
    };
    Ok((standing, steps))
}

/// The next step, or how the position stands where there is none.
///
/// # Errors
/// When the time is over first, or the step contradicts the solution, which none should.
pub fn next(
    logic: &Logic,
    board: &Board,
    verdict: &Verdict,
    budget: &Budget,
) -> Result<Result<Step, Standing>, Refusal> {
    let found = logic.advise_while(board, || budget.check().is_ok());
    match found.map_err(Standing::from) {
        Ok(step) => check(&step, verdict).map(|()| Ok(step)),
        Err(Standing::Open) => Err(Refusal::out_of_time()),
        Err(standing) => Ok(Err(standing)),
    }
}

/// Steps, unless one of them contradicts the solution.
///
/// # Errors
/// When one does, which none should.
pub fn checked(steps: Vec<Step>, verdict: &Verdict) -> Result<Vec<Step>, Refusal> {
    steps.iter().try_for_each(|step| check(step, verdict))?;
    Ok(steps)
}

fn check(step: &Step, verdict: &Verdict) -> Result<(), Refusal> {
    match verdict.found.solution() {
        Some(solution) if !step.agrees_with(solution) => Err(fault(step.technique)),
        _ => Ok(()),
    }
}

fn fault(technique: Technique) -> Refusal {
    Refusal::new(
        StatusCode::INTERNAL_SERVER_ERROR,
        "fault",
        format!(
            "a step of {technique} contradicts the solution: this is a fault in Sudokit, please \
             report it with this puzzle"
        ),
    )
}
