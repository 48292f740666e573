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

/// Steps, unless one of them contradicts the solution.
///
/// # Errors
/// When one does, which none should.
pub fn checked(steps: Vec<Step>, verdict: &Verdict) -> Result<Vec<Step>, Refusal> {
    let solution = verdict.found.solution();
    let is_wrong = |step: &&Step| solution.is_some_and(|solution| !step.agrees_with(solution));
    match steps.iter().find(is_wrong) {
        Some(step) => Err(fault(step.technique)),
        None => Ok(steps),
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
