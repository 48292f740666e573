//! `sudokit compare`: runs several engines on the same puzzles and compares their costs.
//!
//! Every engine searches for one solution of every puzzle, one engine at a time on one thread, so
//! that the times are comparable. Every solution is verified.

#[cfg(feature = "render")]
mod chart;
mod options;
mod write;

use std::io::{self, IsTerminal, Write};

use sudokit::format::{Content, Piece};
use sudokit::solve::{End, Statistics};
use sudokit::{Engine, Puzzle};

use crate::args::search::SearchOptions;
use crate::io::input::{self, Source};
#[cfg(feature = "render")]
use crate::io::output::{Destination, Sink};
use crate::io::pipeline::ThreadPool;
use crate::report::error::CliError;
use crate::report::{self, Exit, located};
use crate::terminal::messages::Messages;
use crate::terminal::progress::ProgressDisplay;
pub use options::{CompareArgs, CompareOptions};

/// Runs every engine on every puzzle and reports the costs.
///
/// # Errors
/// Whatever stops the whole run.
pub fn run(options: &CompareOptions, messages: &Messages) -> anyhow::Result<Exit> {
    options.destination.check(&options.sources)?;
    #[cfg(feature = "render")]
    if let Some(path) = &options.plot {
        Destination::File(path.clone()).check(&options.sources)?;
    }
    let pool = ThreadPool::new(&options.search)?;
    let mut run = CompareRun {
        options,
        messages,
        pool: &pool,
        engines: options
            .engines
            .iter()
            .cloned()
            .map(EngineTotals::new)
            .collect(),
        exit: Exit::Answered,
    };
    let exit = input::each(
        &options.sources,
        messages,
        &options.search.cancel,
        |source| run.file(source),
    )?;
    run.exit.raise(exit);
    // What was finished before an interruption is reported.
    if run.is_interrupted() || run.engines.iter().any(|engine| engine.puzzles() > 0) {
        run.show()?;
    }
    Ok(run.exit)
}

struct CompareRun<'a> {
    options: &'a CompareOptions,
    messages: &'a Messages,
    pool: &'a ThreadPool,
    engines: Vec<EngineTotals>,
    exit: Exit,
}

impl CompareRun<'_> {
    fn file(&mut self, source: &Source) -> anyhow::Result<()> {
        let (options, messages) = (self.options, self.messages);
        let stream = source.open()?;
        let progress = messages.progress(None, io::stdout().is_terminal());
        let name = source.to_string();
        let cancel = options.search.cancel.clone();
        let mut reader = stream.reader(options.read.clone(), cancel);
        let (mut piece, mut puzzles) = (Piece::default(), 0);
        loop {
            match reader.read(&mut piece) {
                Ok(true) => {}
                Ok(false) => break,
                Err(_) if self.is_interrupted() => return Ok(()),
                Err(error) => return Err(source.broken(&error).into()),
            }
            if options.search.cancel.is_cancelled() {
                return Ok(());
            }
            if let Some(problem) = source.unusable(&piece.content) {
                return Err(problem.into());
            }
            puzzles += u64::from(!matches!(piece.content, Content::Verbatim));
            let place = report::place(&name, &piece, false);
            match located::examine(&piece, |record| {
                self.puzzle(&record.puzzle, &place, &progress)
            }) {
                None => {}
                Some(Ok(compared)) => compared?,
                Some(Err(failure)) => {
                    failure.print(messages, &name, &piece);
                    self.exit.raise(failure.exit());
                }
            }
        }
        match puzzles {
            0 => Err(source.without_puzzle().into()),
            _ => Ok(()),
        }
    }

    /// Runs every engine on one puzzle.
    fn puzzle(
        &mut self,
        puzzle: &Puzzle,
        place: &str,
        progress: &ProgressDisplay<'_>,
    ) -> anyhow::Result<()> {
        let mut first: Option<(EngineResult, &str)> = None;
        for engine in &mut self.engines {
            progress.say(format!("{} on {place}", engine.name));
            let (pool, search) = (self.pool, &self.options.search);
            let answer = pool.run(|| engine.attempt(puzzle, search));
            match answer {
                EngineResult::GaveUp => continue,
                EngineResult::Interrupted => return Ok(()),
                EngineResult::Wrong => return Err(wrong_answer(&engine.name, place).into()),
                EngineResult::Impossible => self.exit.raise(Exit::Failed),
                EngineResult::Solved => {}
            }
            match first {
                None => first = Some((answer, &engine.name)),
                Some((before, other)) if before != answer => {
                    return Err(disagreement([other, &engine.name], place).into());
                }
                Some(_) => {}
            }
        }
        Ok(())
    }

    fn is_interrupted(&self) -> bool {
        self.options.search.cancel.is_cancelled()
    }

    fn show(&self) -> anyhow::Result<()> {
        let interrupted = self.is_interrupted();
        let destination = &self.options.destination;
        let mut sink = destination.open()?;
        sink.write_all(&write::report(self.options, &self.engines, interrupted)?)?;
        destination.finish(sink, true, self.messages)?;
        if interrupted {
            self.messages.interrupted("showing only what was finished");
        }
        #[cfg(feature = "render")]
        if let Some(path) = &self.options.plot {
            // An earlier chart is worth more than half of a new one.
            if interrupted {
                self.messages
                    .note(format_args!("`{}` was not written", path.display()));
                return Ok(());
            }
            let mut sink = Sink::create(path)?;
            sink.write_all(chart::draw(self.options, &self.engines).as_bytes())?;
            sink.finish()?;
            self.messages
                .remark(format_args!("Saved {}", path.display()));
        }
        Ok(())
    }
}

fn wrong_answer(engine: &str, place: &str) -> CliError {
    CliError::new(
        format!("{engine} gives a wrong solution for {place}"),
        "this is a bug in sudokit; please report it with the puzzle",
    )
}

fn disagreement([one, other]: [&str; 2], place: &str) -> CliError {
    CliError::new(
        format!("{one} and {other} disagree on whether {place} has a solution"),
        "this is a bug in sudokit; please report it with the puzzle",
    )
}

/// The result of an engine on a puzzle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EngineResult {
    /// It found a solution, which was verified.
    Solved,
    /// It proved that there is no solution.
    Impossible,
    /// A budget was reached.
    GaveUp,
    /// Ctrl-C was pressed.
    Interrupted,
    /// What it found is not a solution.
    Wrong,
}

/// An engine and the sum of its costs.
pub struct EngineTotals {
    pub name: String,
    engine: Engine,
    pub solved: u64,
    pub impossible: u64,
    pub gave_up: u64,
    pub statistics: Statistics,
}

impl EngineTotals {
    pub fn new((name, engine): (String, Engine)) -> EngineTotals {
        EngineTotals {
            name,
            engine,
            solved: 0,
            impossible: 0,
            gave_up: 0,
            statistics: Statistics::default(),
        }
    }

    /// How many puzzles it has tried.
    pub fn puzzles(&self) -> u64 {
        self.solved + self.impossible + self.gave_up
    }

    /// Runs it on a puzzle within the budgets and adds up the costs.
    pub fn attempt(&mut self, puzzle: &Puzzle, search: &SearchOptions) -> EngineResult {
        let outcome = search.solver(1).engine(self.engine).limit(1).solve(puzzle);
        if outcome.end == End::Cancelled {
            return EngineResult::Interrupted;
        }
        self.statistics += outcome.statistics;
        match outcome.solution {
            Some(grid) if grid.solves(puzzle) => {
                self.solved += 1;
                EngineResult::Solved
            }
            Some(_) => EngineResult::Wrong,
            None if outcome.end == End::Exhausted => {
                self.impossible += 1;
                EngineResult::Impossible
            }
            None => {
                self.gave_up += 1;
                EngineResult::GaveUp
            }
        }
    }
}
