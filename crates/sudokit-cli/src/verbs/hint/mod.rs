//! `sudokit hint`: shows the next step of a position, in as much detail as requested.

mod claim;
mod options;
mod why;
mod write;

use sudokit::format::Record;
use sudokit::logic::{Board, Logic, Mistake, Stage, Standing, Step, Technique, Words};
use sudokit::solve::Status;

use crate::io::output::Sink;
use crate::io::puzzles;
use crate::report::Exit;
use crate::report::located::LocatedPuzzle;
use crate::report::logic::Verdict;
use crate::terminal::messages::Messages;
pub use claim::Claim;
pub use options::{HintArgs, HintOptions, HintRequest};
use why::{Knowledge, Reason};

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
    board: Board,
    words: Words,
    status: Status,
    /// Uniqueness could not be determined in time.
    is_unknown: bool,
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
/// Whatever stops the whole run.
pub fn run(options: &HintOptions, messages: &Messages) -> anyhow::Result<Exit> {
    let mut sink = Sink::stdout();
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
    sink.finish()?;
    Ok(exit)
}

fn advise(options: &HintOptions, record: &Record, alone: bool) -> HintFinding {
    let (puzzle, search) = (record.position(), &options.job.search);
    let threads = if alone { 0 } else { 1 };
    let verdict = Verdict::of(puzzle, search, threads);
    let board = Board::new(puzzle);
    let words = Words::new(&board)
        .coordinates(options.coordinates)
        .symbols(record.symbols.clone());
    let advice = if verdict.interrupted {
        Advice::Standing(Standing::Interrupted)
    } else if verdict.status.is_hopeless() {
        Advice::Mistakes(Mistake::all(puzzle, search.solver(threads)))
    } else {
        let knowledge = Knowledge {
            board: &board,
            logic: &verdict.found.sound(&options.logic),
            solution: verdict.found.solution(),
            search,
        };
        answer(&options.asked, record, &knowledge)
    };
    HintFinding {
        is_unknown: verdict.found.is_unknown(),
        status: verdict.status,
        board,
        words,
        advice,
    }
}

/// Answers the request for a position that has a solution, as far as is known.
fn answer(asked: &HintRequest, record: &Record, knowledge: &Knowledge<'_>) -> Advice {
    let Knowledge { board, logic, .. } = *knowledge;
    let solution = knowledge.solution;
    let wanted = || !knowledge.search.cancel.is_cancelled();
    let is_wrong = |step: &&Step| solution.is_some_and(|solution| !step.agrees_with(solution));
    match asked {
        HintRequest::Next(_) => match logic.advise_while(board, wanted) {
            Ok(step) if is_wrong(&&step) => Advice::Fault(step.technique),
            Ok(step) => Advice::Step(Box::new(step)),
            Err(standing) => Advice::Standing(standing),
        },
        HintRequest::All if board.is_complete() => Advice::Standing(Standing::Solved),
        HintRequest::All => {
            let steps = without_guesses(logic).all_steps_while(board, wanted);
            let Some(steps) = steps else {
                return Advice::Standing(Standing::Interrupted);
            };
            match steps.iter().find(is_wrong) {
                Some(step) => Advice::Fault(step.technique),
                None => Advice::All(steps),
            }
        }
        HintRequest::Why(claim) => match claim.on(board, &record.symbols) {
            Ok(claims) => {
                let reasons = claims.into_iter().map(|claim| why::find(claim, knowledge));
                Advice::Why(reasons.collect())
            }
            Err(message) => Advice::Misunderstood(message),
        },
    }
}

/// Without brute force, which shows everything and explains nothing.
fn without_guesses(logic: &Logic) -> Logic {
    let techniques = logic.techniques().iter().copied();
    Logic::with(techniques.filter(|each| *each != Technique::BruteForce))
}
