//! `sudokit compare`: several engines on the same puzzles, and what they cost.
//!
//! Every engine looks for one solution of every puzzle, on one thread and one after the other, so
//! that the times can be compared. Every answer is verified.

mod args;
mod entrant;
mod plot;
mod write;

use std::io::{self, IsTerminal, Write};
use std::path::PathBuf;

use sudokit::format::{Content, Piece, ReadOptions, Reader};
use sudokit::{Engine, Puzzle};

use crate::case;
use crate::check::Style;
use crate::effort::Effort;
use crate::exit::Exit;
use crate::files;
use crate::input::Source;
use crate::output::{Destination, Sink};
use crate::pipeline::Crew;
use crate::problem::Problem;
use crate::progress::Watch;
use crate::report;
use crate::talk::Talk;
pub use args::CompareArgs;
use entrant::{Entrant, Result as Answer};

/// What `compare` was asked to do.
pub struct Plan {
    pub sources: Vec<Source>,
    pub read: ReadOptions,
    /// Each with the name to show.
    pub engines: Vec<(String, Engine)>,
    /// The budgets are for each puzzle and engine; the engine is not looked at.
    pub effort: Effort,
    pub style: Style,
    pub plot: Option<PathBuf>,
}

/// Runs every engine on every puzzle and shows what it cost.
///
/// # Errors
/// What stops the whole run.
pub fn run(plan: &Plan, talk: &Talk) -> anyhow::Result<Exit> {
    if let Some(path) = &plan.plot {
        Destination::File(path.clone()).check(&plan.sources)?;
    }
    let crew = Crew::new(&plan.effort)?;
    let mut run = Run {
        plan,
        talk,
        crew: &crew,
        entrants: plan.engines.iter().cloned().map(Entrant::new).collect(),
        exit: Exit::Answered,
    };
    let exit = files::each(&plan.sources, talk, &plan.effort.cancel, |source| {
        run.file(source)
    })?;
    run.exit.raise(exit);
    // What was finished before an interruption is worth seeing, however little it is.
    if run.is_interrupted() || run.entrants.iter().any(|entrant| entrant.puzzles() > 0) {
        run.show()?;
    }
    Ok(run.exit)
}

struct Run<'a> {
    plan: &'a Plan,
    talk: &'a Talk,
    crew: &'a Crew,
    entrants: Vec<Entrant>,
    exit: Exit,
}

impl Run<'_> {
    fn file(&mut self, source: &Source) -> anyhow::Result<()> {
        let (plan, talk) = (self.plan, self.talk);
        let stream = source.open()?;
        let watch = talk.watch(None, io::stdout().is_terminal());
        let name = source.to_string();
        let mut reader = Reader::new(stream, plan.read.clone());
        let (mut piece, mut puzzles) = (Piece::default(), 0);
        while reader
            .read(&mut piece)
            .map_err(|error| source.broken(&error))?
        {
            if plan.effort.cancel.is_cancelled() {
                return Ok(());
            }
            if let Some(problem) = source.unusable(&piece.content) {
                return Err(problem.into());
            }
            puzzles += u64::from(!matches!(piece.content, Content::Verbatim));
            let place = report::place(&name, &piece, false);
            match case::examine(&piece, |record| self.puzzle(&record.puzzle, &place, &watch)) {
                None => {}
                Some(Ok(compared)) => compared?,
                Some(Err(trouble)) => {
                    trouble.tell(talk, &name, &piece);
                    self.exit.raise(trouble.exit());
                }
            }
        }
        match puzzles {
            0 => Err(source.without_puzzle().into()),
            _ => Ok(()),
        }
    }

    /// Lets every engine try one puzzle.
    fn puzzle(&mut self, puzzle: &Puzzle, place: &str, watch: &Watch<'_>) -> anyhow::Result<()> {
        let mut first: Option<(Answer, &str)> = None;
        for entrant in &mut self.entrants {
            watch.say(format!("{} on {place}", entrant.name));
            let (crew, effort) = (self.crew, &self.plan.effort);
            let answer = crew.run(|| entrant.attempt(puzzle, effort));
            match answer {
                Answer::GaveUp => continue,
                Answer::Interrupted => return Ok(()),
                Answer::Wrong => return Err(wrong_answer(&entrant.name, place).into()),
                Answer::Impossible => self.exit.raise(Exit::Failed),
                Answer::Solved => {}
            }
            match first {
                None => first = Some((answer, &entrant.name)),
                Some((before, other)) if before != answer => {
                    return Err(disagreement([other, &entrant.name], place).into());
                }
                Some(_) => {}
            }
        }
        Ok(())
    }

    fn is_interrupted(&self) -> bool {
        self.plan.effort.cancel.is_cancelled()
    }

    fn show(&self) -> anyhow::Result<()> {
        let interrupted = self.is_interrupted();
        let mut sink = Sink::stdout();
        sink.write_all(&write::report(self.plan, &self.entrants, interrupted)?)?;
        sink.finish()?;
        if interrupted {
            self.talk
                .line("Interrupted: only what was finished until then is shown");
        }
        if let Some(path) = &self.plan.plot {
            // An earlier picture is worth more than half of a new one.
            if interrupted {
                self.talk
                    .note(format_args!("`{}` was not written", path.display()));
                return Ok(());
            }
            let mut sink = Sink::create(path)?;
            sink.write_all(plot::draw(self.plan, &self.entrants).as_bytes())?;
            sink.finish()?;
            self.talk.remark(format_args!("Saved {}", path.display()));
        }
        Ok(())
    }
}

fn wrong_answer(engine: &str, place: &str) -> Problem {
    Problem::new(
        format!("the answer of {engine} to {place} does not solve it"),
        "this is a mistake in sudokit; please report it with the puzzle",
    )
}

fn disagreement([one, other]: [&str; 2], place: &str) -> Problem {
    Problem::new(
        format!("{one} and {other} disagree on whether {place} has a solution"),
        "this is a mistake in sudokit; please report it with the puzzle",
    )
}
