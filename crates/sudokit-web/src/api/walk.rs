//! Step after step, with an eye on the clock.

use std::ops::ControlFlow;

use axum::http::StatusCode;
use sudokit::logic::{Board, Ending, Logic, Standing, Step, Technique};

use super::verdict::Verdict;
use crate::error::ApiError;
use crate::queue::Budget;

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
) -> Result<(Standing, Vec<Step>), ApiError> {
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
    match ending {
        Ending::Wrong(technique) => Err(fault(technique)),
        _ => Ok((ending.standing().unwrap_or(Standing::Stuck), steps)),
    }
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
) -> Result<Result<Step, Standing>, ApiError> {
    let found = logic.advise_while(board, || budget.check().is_ok());
    match found {
        Ok(step) => check(&step, verdict).map(|()| Ok(step)),
        Err(Standing::Interrupted) => Err(ApiError::timed_out()),
        Err(standing) => Ok(Err(standing)),
    }
}

/// Steps, unless one of them contradicts the solution.
///
/// # Errors
/// When one does, which none should.
pub fn checked(steps: Vec<Step>, verdict: &Verdict) -> Result<Vec<Step>, ApiError> {
    steps.iter().try_for_each(|step| check(step, verdict))?;
    Ok(steps)
}

fn check(step: &Step, verdict: &Verdict) -> Result<(), ApiError> {
    match verdict.found.solution() {
        Some(solution) if !step.agrees_with(solution) => Err(fault(step.technique)),
        _ => Ok(()),
    }
}

fn fault(technique: Technique) -> ApiError {
    ApiError::new(
        StatusCode::INTERNAL_SERVER_ERROR,
        "fault",
        format!(
            "a step of {technique} contradicts the solution: this is a fault in Sudokit, please \
             report it with this puzzle"
        ),
    )
}
