//! `sudokit hint`: shows the next step of a position, in as much detail as requested.

mod claim;
mod options;
mod write;

use sudokit::format::Record;
use sudokit::logic::{
    Mistake, NoStep, Position, Reason, Stage, Standing, Step, Technique, Verdict,
};
use sudokit::solve::Status;

use crate::io::puzzles;
use crate::report::Exit;
use crate::report::located::LocatedPuzzle;
use crate::terminal::messages::Messages;
pub use claim::TypedClaim;
pub use options::{HintArgs, HintOptions, HintRequest};

impl HintRequest {
    /// How much of each step to show.
    fn stage(&self) -> Stage {
        match self {
            HintRequest::Next(stage) => *stage,
            _ => Stage::Step,
        }
    }
}

/// The result for a position.
struct HintFinding {
    position: Position,
    status: Status,
    advice: Advice,
}

enum Advice {
    Step(Box<Step>),
    All(Vec<Step>),
    /// For each cell of the claim.
    Why(Vec<Reason>),
    /// There is nothing left to do, these techniques find nothing, or time ran out.
    Standing(Standing),
    /// The player made a mistake, or the puzzle has no solution.
    Mistakes(Vec<Mistake>),
    /// A step of this technique contradicts the solution.
    Fault(Technique),
    /// The claim names a cell or a value that the board does not have.
    Misunderstood(String),
}

impl HintFinding {
    fn exit(&self) -> Exit {
        match &self.advice {
            Advice::Misunderstood(_) | Advice::Fault(_) => Exit::Trouble,
            Advice::Standing(Standing::Interrupted) => Exit::Interrupted,
            // A defect of the puzzle outweighs what was found in it.
            _ if self.status == Status::Several => Exit::Failed,
            Advice::Step(_) => Exit::Answered,
            Advice::All(steps) if steps.is_empty() => Exit::GaveUp,
            Advice::All(_) => Exit::Answered,
            Advice::Why(reasons) => {
                let exits = reasons.iter().map(|reason| match reason.verdict() {
                    Verdict::Right => Exit::Answered,
                    Verdict::Wrong => Exit::Failed,
                    _ => Exit::GaveUp,
                });
                exits.max().unwrap_or_default()
            }
            Advice::Standing(Standing::Solved) => Exit::Answered,
            Advice::Standing(Standing::Broken) | Advice::Mistakes(_) => Exit::Failed,
            Advice::Standing(_) => Exit::GaveUp,
        }
    }
}

/// Gives a hint for every position of every file.
///
/// # Errors
/// Whatever stops the whole run.
pub fn run(options: &HintOptions, messages: &Messages) -> anyhow::Result<Exit> {
    let mut sink = options.job.destination.open()?;
    let mut any = false;
    let work =
        |located: &LocatedPuzzle<'_>, record: &Record| advise(options, record, located.alone);
    let exit = puzzles::each(
        &options.job,
        messages,
        &mut sink,
        work,
        |sink, located, found| {
            let is_first = !std::mem::replace(&mut any, true);
            if let Ok(finding) = found {
                write::note(messages, located, finding);
            }
            write::write(options, sink, located, found, is_first)?;
            Ok(found.as_ref().map_or(Exit::Answered, HintFinding::exit))
        },
    )?;
    options.job.destination.finish(sink, any, messages)?;
    Ok(exit)
}

fn advise(options: &HintOptions, record: &Record, alone: bool) -> HintFinding {
    let threads = if alone { 0 } else { 1 };
    let solver = options.job.search.solver(threads);
    let position = Position::new(record.position(), solver, &options.logic)
        .coordinates(options.coordinates)
        .symbols(record.symbols.clone());
    let status = position.status();
    let advice = if position.is_cancelled() {
        Advice::Standing(Standing::Interrupted)
    } else if status.is_hopeless() {
        Advice::Mistakes(position.mistakes())
    } else {
        answer(&options.asked, record, &position)
    };
    HintFinding {
        position,
        status,
        advice,
    }
}

/// Answers the request for a position that has a solution, as far as is known.
fn answer(asked: &HintRequest, record: &Record, position: &Position) -> Advice {
    match asked {
        HintRequest::Next(_) => match position.next_step() {
            Ok(step) => Advice::Step(Box::new(step)),
            Err(end) => no_step(end),
        },
        HintRequest::All if position.board().is_complete() => Advice::Standing(Standing::Solved),
        HintRequest::All => match position.without_guesses().all_steps() {
            Ok(steps) => Advice::All(steps),
            Err(end) => no_step(end),
        },
        HintRequest::Why(claim) => match claim.on(position.board(), &record.symbols) {
            Ok(claims) => {
                let reasons = claims.into_iter().map(|claim| position.why(claim));
                Advice::Why(reasons.collect())
            }
            Err(message) => Advice::Misunderstood(message),
        },
    }
}

fn no_step(end: NoStep) -> Advice {
    match end {
        NoStep::Wrong(technique) => Advice::Fault(technique),
        _ => Advice::Standing(end.standing().unwrap_or(Standing::Stuck)),
    }
}
