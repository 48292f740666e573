//! `sudokit hint`: the next step from where the player stands, as much of it as is wanted.

mod args;
mod claim;
mod why;
mod write;

use sudokit::format::Record;
use sudokit::logic::{
    Coordinates, Logic, Mistake, NoStep, Position, Stage, Standing, Step, Technique,
};
use sudokit::solve::Status;

use crate::case::Case;
use crate::exit::Exit;
use crate::output::Sink;
use crate::puzzles::{self, Job};
use crate::talk::Talk;
pub use args::{AskedArgs, HintArgs};
pub use claim::Claim;
use why::Reason;

/// What `hint` was asked to do.
pub struct Plan {
    pub job: Job,
    pub logic: Logic,
    pub coordinates: Coordinates,
    /// Chains in Eureka notation.
    pub eureka: bool,
    pub asked: Asked,
    /// Draw the position with its candidates.
    pub grid: bool,
    pub colours: bool,
    pub json: bool,
}

/// What was asked about each position.
#[derive(Clone, Debug)]
pub enum Asked {
    /// The next step, as much of it as this.
    Next(Stage),
    /// Every step that is possible now.
    All,
    /// Whether this is so, and why.
    Why(Claim),
}

impl Asked {
    /// How much of each step is told.
    fn stage(&self) -> Stage {
        match self {
            Asked::Next(stage) => *stage,
            _ => Stage::Step,
        }
    }
}

/// What was found out about a position.
struct Finding {
    position: Position,
    status: Status,
    advice: Advice,
}

enum Advice {
    Step(Box<Step>),
    All(Vec<Step>),
    /// About each cell of the claim.
    Why(Vec<Reason>),
    /// There is nothing left to do, nothing that these techniques find, or no time.
    Standing(Standing),
    /// The player got something wrong, or the puzzle never had a solution.
    Mistakes(Vec<Mistake>),
    /// A step of this technique contradicts the solution.
    Fault(Technique),
    /// The claim names a cell or a value that the board does not have.
    Misunderstood(String),
}

impl Finding {
    fn exit(&self) -> Exit {
        match &self.advice {
            Advice::Misunderstood(_) | Advice::Fault(_) => Exit::Trouble,
            Advice::Standing(Standing::Interrupted) => Exit::Interrupted,
            // What is wrong with the puzzle weighs more than what was found in it.
            _ if self.status == Status::Several => Exit::Failed,
            Advice::Step(_) => Exit::Answered,
            Advice::All(steps) if steps.is_empty() => Exit::GaveUp,
            Advice::All(_) => Exit::Answered,
            Advice::Why(reasons) => {
                let exits = reasons.iter().map(Reason::exit);
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
/// What stops the whole run.
pub fn run(plan: &Plan, talk: &Talk) -> anyhow::Result<Exit> {
    let mut sink = Sink::stdout();
    let mut any = false;
    let work = |case: &Case<'_>, record: &Record| advise(plan, record, case.alone);
    let exit = puzzles::each(&plan.job, talk, &mut sink, work, |sink, case, found| {
        let is_first = !std::mem::replace(&mut any, true);
        if let Ok(finding) = found {
            write::note(talk, case, finding);
        }
        write::write(plan, sink, case, found, is_first)?;
        Ok(found.as_ref().map_or(Exit::Answered, Finding::exit))
    })?;
    sink.finish()?;
    Ok(exit)
}

fn advise(plan: &Plan, record: &Record, alone: bool) -> Finding {
    let threads = if alone { 0 } else { 1 };
    let solver = plan.job.effort.solver(threads);
    let position = Position::new(record.position(), solver, &plan.logic)
        .coordinates(plan.coordinates)
        .symbols(record.symbols.clone());
    let status = position.status();
    let advice = if position.is_cancelled() {
        Advice::Standing(Standing::Interrupted)
    } else if status.is_hopeless() {
        Advice::Mistakes(position.mistakes())
    } else {
        answer(&plan.asked, record, &position)
    };
    Finding {
        position,
        status,
        advice,
    }
}

/// The answer to what was asked about a position that has a solution, as far as is known.
fn answer(asked: &Asked, record: &Record, position: &Position) -> Advice {
    match asked {
        Asked::Next(_) => match position.next_step() {
            Ok(step) => Advice::Step(Box::new(step)),
            Err(end) => no_step(end),
        },
        Asked::All if position.board().is_complete() => Advice::Standing(Standing::Solved),
        Asked::All => match without_guesses(position).all_steps() {
            Ok(steps) => Advice::All(steps),
            Err(end) => no_step(end),
        },
        Asked::Why(claim) => match claim.on(position.board(), &record.symbols) {
            Ok(claims) => {
                let position = without_guesses(position);
                let reasons = claims.into_iter().map(|claim| why::find(claim, &position));
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

/// Without brute force, which shows everything and explains nothing.
fn without_guesses(position: &Position) -> Position {
    position.with_logic(&position.logic().without(Technique::BruteForce))
}
