//! `sudokit solve`: the answer to each puzzle, in the form that came in.

mod answer;
mod args;
mod ask;
mod json;
mod preface;
mod tally;

use std::io::{self, IsTerminal, Write};
use std::ops::ControlFlow;
use std::path::Path;

use sudokit::Solver;
use sudokit::format::{Content, Piece, ReadOptions};
use sudokit::solve::End;

use crate::board;
use crate::exit::Exit;
use crate::files;
use crate::highlight;
use crate::input::Source;
use crate::lines::{self, Packet, Solved};
use crate::output::{Destination, Sink, beside};
use crate::pipeline::{self, Circumstances, Crew, Item};
use crate::talk::Talk;
use answer::Answer;
pub use args::{SolveArgs, WantedArgs};
pub use ask::{Ask, Wanted};
use preface::Preface;
use tally::Tally;

/// What `solve` was asked to do.
pub struct Plan {
    pub sources: Vec<Source>,
    pub read: ReadOptions,
    pub destination: Destination,
    pub ask: Ask,
    /// JSON lines instead of the input's form.
    pub json: bool,
    /// A table of what it cost.
    pub stats: bool,
    /// Colour the cells that were filled in, where a lone puzzle goes to a terminal.
    pub highlight: bool,
    /// Draw the answer to a lone puzzle as a board on standard output, wherever it is saved.
    pub draw: bool,
}

impl Plan {
    /// A solver for lines that look alike, unless something is wanted that needs each puzzle to
    /// be searched on its own.
    fn solver_for_lines(&self) -> Option<Solver> {
        let is_plain = matches!(self.ask.wanted, Wanted::One | Wanted::Unique);
        if !is_plain || self.json || self.stats {
            return None;
        }
        lines::solver(&self.ask.effort, 2)
    }
}

/// Answers every puzzle of every file, whatever happens to the others.
///
/// # Errors
/// What stops the whole run; what stops one file is told and counted.
pub fn run(plan: &Plan, talk: &Talk) -> anyhow::Result<Exit> {
    plan.destination.check(&plan.sources)?;
    let crew = Crew::new(&plan.ask.effort)?;
    let mut run = Run {
        plan,
        talk,
        crew: &crew,
        tally: Tally::new(),
        exit: Exit::Answered,
    };
    match plan.destination {
        Destination::Beside => run.save_each()?,
        _ => run.gather()?,
    }
    run.tally.tell(plan, talk, crew.threads());
    Ok(run.exit)
}

struct Run<'a> {
    plan: &'a Plan,
    talk: &'a Talk,
    crew: &'a Crew,
    tally: Tally,
    exit: Exit,
}

impl Run<'_> {
    /// All answers one after the other, on standard output or in one file.
    fn gather(&mut self) -> anyhow::Result<()> {
        let mut sink = self.plan.destination.open()?;
        let mut any = false;
        let (sources, cancel) = (&self.plan.sources, &self.plan.ask.effort.cancel);
        let exit = files::each(sources, self.talk, cancel, |source| {
            self.file(source, &mut sink)?;
            any = true;
            Ok(())
        })?;
        self.exit.raise(exit);
        match &self.plan.destination {
            Destination::File(path) if any => self.keep(sink, path),
            Destination::File(_) => Ok(()),
            _ => sink.finish(),
        }
    }

    /// Each answer in a file of its own, beside its input.
    fn save_each(&mut self) -> anyhow::Result<()> {
        let (sources, cancel) = (&self.plan.sources, &self.plan.ask.effort.cancel);
        let exit = files::each(sources, self.talk, cancel, |source| self.save(source))?;
        self.exit.raise(exit);
        Ok(())
    }

    fn save(&mut self, source: &Source) -> anyhow::Result<()> {
        let path = beside(source)?;
        // A file that is not there should not be blamed on the place for its answer.
        source.open()?;
        let mut sink = Sink::create(&path)?;
        self.file(source, &mut sink)?;
        self.keep(sink, &path)
    }

    /// Finishes a file, unless the run was interrupted: an earlier answer is worth more than
    /// half of a new one.
    fn keep(&self, sink: Sink, path: &Path) -> anyhow::Result<()> {
        if self.plan.ask.effort.cancel.is_cancelled() {
            self.talk
                .note(format_args!("`{}` was not written", path.display()));
            return Ok(());
        }
        sink.finish()?;
        self.talk.remark(format_args!("Saved {}", path.display()));
        Ok(())
    }

    fn file(&mut self, source: &Source, sink: &mut Sink) -> anyhow::Result<()> {
        let (plan, talk, crew) = (self.plan, self.talk, self.crew);
        let stream = source.open()?;
        let to_stdout = plan.draw || plan.destination == Destination::Stdout;
        let shared = to_stdout && io::stdout().is_terminal();
        let mut watch = talk.watch(stream.size, shared);
        let name = source.to_string();
        let mut preface = Preface::default();
        let work = |piece: &Piece, alone: bool| {
            if plan.ask.wanted.is_streamed() {
                return None;
            }
            answer::find(plan, &name, piece, if alone { crew.threads() } else { 1 })
        };
        let solver = plan.solver_for_lines();
        let quick = solver.as_ref().map(|solver| {
            |packet: &mut Packet<_>| {
                let write = |solved: &Solved<'_>, out: &mut Vec<u8>| {
                    // Which of several solutions is found first depends on the neighbours of a
                    // puzzle, and so on threads and timing. Searched on its own it does not.
                    let is_ordinary = solved.count == 1;
                    if is_ordinary {
                        solved.batch.write_values(solved.line, solved.values, out);
                    }
                    is_ordinary
                };
                let special = |piece: &Piece| answer::find(plan, &name, piece, 1);
                lines::answer(solver, packet, write, special);
            }
        });
        let take = |item: Item<'_, Option<Answer>>| {
            let (piece, found, circumstances) = match item {
                Item::Piece(piece, found, circumstances) => (piece, found, circumstances),
                Item::Lines(lines) => {
                    preface.give_way(sink)?;
                    sink.write_all(lines.bytes)?;
                    self.tally.count_unique(lines.unique);
                    if lines.pause {
                        sink.hand_over()?;
                    }
                    return Ok(ControlFlow::Continue(()));
                }
            };
            let Circumstances { alone, pause } = circumstances;
            if matches!(piece.content, Content::Verbatim) {
                // Text between puzzles is no part of JSON lines.
                if !plan.json {
                    preface.write(&piece.text, sink)?;
                }
                if pause {
                    sink.hand_over()?;
                }
                return Ok(ControlFlow::Continue(()));
            }
            preface.give_way(sink)?;
            let found = match found {
                Some(answer) if alone => {
                    self.write_lone(sink, piece, &answer)?;
                    Some(answer)
                }
                Some(answer) => {
                    sink.write_all(&answer.bytes)?;
                    Some(answer)
                }
                None => self.stream(&name, piece, sink)?,
            };
            // What is said about an answer should come behind it where both go to one place.
            if pause || found.as_ref().is_some_and(Answer::is_remarkable) {
                sink.hand_over()?;
                talk.follows(sink.leaves_line_open());
            }
            let Some(answer) = found else {
                return Ok(ControlFlow::Continue(()));
            };
            self.exit.raise(answer.exit(plan.ask.wanted));
            self.tally.count(plan, talk, &name, piece, &answer, alone);
            Ok(match answer.end {
                End::Cancelled => ControlFlow::Break(()),
                _ => ControlFlow::Continue(()),
            })
        };
        let seen = pipeline::run(
            crew,
            (source, stream),
            &plan.read,
            &mut watch,
            work,
            quick,
            take,
        )?;
        drop(watch);
        if seen.stopped {
            talk.line(format_args!("Interrupted: {name}"));
        } else if seen.puzzles == 0 {
            return Err(source.without_puzzle().into());
        }
        Ok(())
    }

    /// Hands solutions over as they are found.
    fn stream(&self, name: &str, piece: &Piece, sink: &mut Sink) -> anyhow::Result<Option<Answer>> {
        // On several threads solutions come in any order, so that takes asking for.
        let threads = self.plan.ask.effort.threads.clamp(1, self.crew.threads());
        let (plan, out) = (self.plan, &mut *sink);
        let answer = self.crew.run(|| {
            answer::search(plan, name, piece, threads, &mut |bytes| {
                out.write_all(bytes)?;
                out.hand_over()
            })
        })?;
        Ok(answer)
    }

    /// Writes the answer to a lone puzzle: coloured, perhaps, and drawn as a board.
    fn write_lone(&self, sink: &mut Sink, piece: &Piece, answer: &Answer) -> io::Result<()> {
        let coloured = self.plan.highlight && !self.plan.json;
        match (&piece.content, &answer.attempt) {
            (Content::Puzzle(record), Some(grid)) if self.plan.draw => {
                let drawn = board::draw(&record.puzzle, &record.symbols, grid);
                anstream::stdout().write_all(format!("{drawn}\n").as_bytes())?;
                sink.write_all(&answer.bytes)
            }
            (Content::Puzzle(record), Some(_)) if coloured => {
                let symbols = highlight::Symbols::of(record);
                sink.write_all(&highlight::filled_in(&piece.text, &answer.bytes, symbols))
            }
            _ => sink.write_all(&answer.bytes),
        }
    }
}
