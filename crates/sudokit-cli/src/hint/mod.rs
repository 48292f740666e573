//! `sudokit hint`: the next step from where the player stands, as much of it as is wanted.

mod args;
mod claim;
mod why;
mod write;

use sudokit::format::Record;
use sudokit::logic::{Board, Coordinates, Logic, Mistake, Stage, Standing, Step, Technique, Words};
use sudokit::solve::Status;

use crate::case::Case;
use crate::exit::Exit;
use crate::output::Sink;
use crate::puzzles::{self, Job};
use crate::talk::Talk;
use crate::verdict::Verdict;
pub use args::{AskedArgs, HintArgs};
pub use claim::Claim;
use why::{Knowledge, Reason};

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
    board: Board,
    words: Words,
    status: Status,
    /// Whether there is only one solution was not found out.
    is_unknown: bool,
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
            Advice::Standing(Standing::Stuck) => Exit::GaveUp,
            Advice::Standing(Standing::Broken) | Advice::Mistakes(_) => Exit::Failed,
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
    let (puzzle, effort) = (record.position(), &plan.job.effort);
    let threads = if alone { 0 } else { 1 };
    let verdict = Verdict::of(puzzle, effort, threads);
    let board = Board::new(puzzle);
    let words = Words::new(&board)
        .coordinates(plan.coordinates)
        .symbols(record.symbols.clone());
    let advice = if verdict.interrupted {
        Advice::Standing(Standing::Interrupted)
    } else if verdict.status.is_hopeless() {
        Advice::Mistakes(Mistake::all(puzzle, effort.solver(threads)))
    } else {
        let knowledge = Knowledge {
            board: &board,
            logic: &verdict.found.sound(&plan.logic),
            solution: verdict.found.solution(),
            effort,
        };
        answer(&plan.asked, record, &knowledge)
    };
    Finding {
        is_unknown: verdict.found.is_unknown(),
        status: verdict.status,
        board,
        words,
        advice,
    }
}

/// The answer to what was asked about a position that has a solution, as far as is known.
fn answer(asked: &Asked, record: &Record, knowledge: &Knowledge<'_>) -> Advice {
    let Knowledge { board, logic, .. } = *knowledge;
    let solution = knowledge.solution;
    let wanted = || !knowledge.effort.cancel.is_cancelled();
    let is_wrong = |step: &&Step| solution.is_some_and(|solution| !step.agrees_with(solution));
    match asked {
        Asked::Next(_) => match logic.advise_while(board, wanted) {
            Ok(step) if is_wrong(&&step) => Advice::Fault(step.technique),
            Ok(step) => Advice::Step(Box::new(step)),
            Err(standing) => Advice::Standing(standing),
        },
        Asked::All if board.is_complete() => Advice::Standing(Standing::Solved),
        Asked::All => {
            let steps = without_guesses(logic).all_steps_while(board, wanted);
            let Some(steps) = steps else {
                return Advice::Standing(Standing::Interrupted);
            };
            match steps.iter().find(is_wrong) {
                Some(step) => Advice::Fault(step.technique),
                None => Advice::All(steps),
            }
        }
        Asked::Why(claim) => match claim.on(board, &record.symbols) {
            Ok(claims) => {
                let reasons = claims.into_iter().map(|claim| why::find(claim, knowledge));
                Advice::Why(reasons.collect())
            }
            Err(message) => Advice::Misunderstood(message),
        },
    }
}

/// Without a look at the solution, which shows everything and explains nothing.
fn without_guesses(logic: &Logic) -> Logic {
    let techniques = logic.techniques().iter().copied();
    Logic::with(techniques.filter(|each| *each != Technique::BruteForce))
}
