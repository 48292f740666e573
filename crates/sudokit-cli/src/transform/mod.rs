//! `sudokit transform`: puzzles in another dress, and what can be asked about dresses.

mod answer;
mod args;
mod moves;
mod write;

use std::io::{self, IsTerminal};
use std::ops::ControlFlow;

use sudokit::format::{Content, Form, Piece, Record};
use sudokit::random::Random;
use sudokit::symmetry::{self, Canonical, Misfit, Transformation};

use crate::case::{self, Case, Found};
use crate::exit::Exit;
use crate::files;
use crate::input::Source;
use crate::output::{Destination, Sink};
use crate::pipeline::{self, Crew, Item, NoLines};
use crate::problem::Problem;
use crate::puzzles::Job;
use crate::talk::Talk;
pub use args::TransformArgs;
use moves::Move;
use sudokit::random::any_seed;
use write::{Output, Transformed};

/// What `transform` was asked to do.
pub struct Plan {
    pub job: Job,
    pub asked: Asked,
    /// The seed of shuffles.
    pub seed: Option<u64>,
    /// Say which transformation it was.
    pub show: bool,
    pub json: bool,
    /// The form to write, if it is not the one that came in.
    pub form: Option<Form>,
}

/// What is to be done, or to be found out.
pub enum Asked {
    Moves(Vec<Move>),
    Isomorphic,
    Automorphisms,
}

/// What was found out about a puzzle: its canonical form, if one of the moves asks for it.
type Prepared = Option<Result<Canonical, Misfit>>;

/// Transforms every puzzle of every file, or answers what was asked about them.
///
/// # Errors
/// What stops the whole run.
pub fn run(plan: &Plan, talk: &Talk) -> anyhow::Result<Exit> {
    let moves = match &plan.asked {
        Asked::Moves(moves) => moves,
        Asked::Isomorphic => return answer::isomorphic(plan, talk),
        Asked::Automorphisms => return answer::automorphisms(plan, talk),
    };
    plan.job.destination.check(&plan.job.sources)?;
    let crew = Crew::new(&plan.job.effort)?;
    let seed = plan.seed.unwrap_or_else(any_seed);
    let mut run = Run {
        plan,
        talk,
        crew: &crew,
        moves,
        random: Random::new(seed, 0),
        sink: sink(&plan.job.destination)?,
        output: Output::new(plan),
        exit: Exit::Answered,
    };
    let exit = files::each(&plan.job.sources, talk, &plan.job.effort.cancel, |source| {
        run.file(source)
    })?;
    run.exit.raise(exit);
    if moves.contains(&Move::Shuffle) && plan.seed.is_none() {
        talk.note(format_args!("--seed {seed} gives the same again"));
    }
    run.finish()
}

/// Where what is written goes.
fn sink(destination: &Destination) -> Result<Sink, Problem> {
    match destination {
        Destination::File(path) => Sink::create(path),
        _ => Ok(Sink::stdout()),
    }
}

struct Run<'a> {
    plan: &'a Plan,
    talk: &'a Talk,
    crew: &'a Crew,
    moves: &'a [Move],
    random: Random,
    sink: Sink,
    output: Output,
    exit: Exit,
}

impl Run<'_> {
    fn file(&mut self, source: &Source) -> anyhow::Result<()> {
        let stream = source.open()?;
        let job = &self.plan.job;
        let shared = job.destination == Destination::Stdout && io::stdout().is_terminal();
        let mut watch = self.talk.watch(stream.size, shared);
        let (crew, read) = (self.crew, &job.read);
        let name = source.to_string();
        let is_canonical = self.moves.contains(&Move::Canonical);
        let cancel = &job.effort.cancel;
        let work = |piece: &Piece, _| {
            case::examine(piece, |record| {
                is_canonical.then(|| symmetry::canonical_with(&record.puzzle, cancel))
            })
        };
        let take = |item: Item<'_, Option<Found<Prepared>>>| {
            // What was found out by then may have been cancelled on the way.
            if cancel.is_cancelled() {
                return Ok(ControlFlow::Break(()));
            }
            if let Item::Piece(piece, found, circumstances) = item {
                let case = Case {
                    file: &name,
                    piece,
                    alone: circumstances.alone,
                };
                self.piece(&case, found)?;
                if circumstances.pause {
                    self.sink.hand_over()?;
                }
            }
            Ok(ControlFlow::Continue(()))
        };
        let (file, lines) = ((source, stream), None::<NoLines<_>>);
        let seen = pipeline::run(crew, file, read, &mut watch, work, lines, take)?;
        match seen.puzzles {
            0 if !seen.stopped => Err(source.without_puzzle().into()),
            _ => Ok(()),
        }
    }

    fn piece(&mut self, case: &Case<'_>, found: Option<Found<Prepared>>) -> anyhow::Result<()> {
        let piece = case.piece;
        let (record, canonical) = match (&piece.content, found) {
            (Content::Puzzle(record), Some(Ok(canonical))) => (record, canonical),
            (_, Some(Err(trouble))) => {
                self.output.invalid(&mut self.sink, piece)?;
                self.sink.hand_over()?;
                trouble.tell(self.talk, case.file, piece);
                self.exit.raise(trouble.exit());
                return Ok(());
            }
            _ => return Ok(self.output.between(&mut self.sink, &piece.text)?),
        };
        let written = self.way(record, canonical.as_ref()).and_then(|way| {
            let transformed = Transformed {
                case,
                record,
                way: &way,
                canonical: canonical.as_ref().and_then(|found| found.as_ref().ok()),
            };
            self.output
                .puzzle(&transformed)
                .map(|text| (way.clone(), text))
        });
        match written {
            Ok((way, text)) => {
                io::Write::write_all(&mut self.sink, &text)?;
                if self.plan.show {
                    self.sink.hand_over()?;
                    self.talk.line(format_args!("{}: {way}", case.place()));
                }
            }
            Err(_) if self.plan.job.effort.cancel.is_cancelled() => {}
            Err(reason) => {
                self.output.invalid(&mut self.sink, piece)?;
                self.sink.hand_over()?;
                let message = format!("cannot transform {}: {reason}", case.place());
                self.talk.problem(&Problem::new(message, ""));
                self.exit.raise(Exit::Trouble);
            }
        }
        Ok(())
    }

    /// All moves together.
    fn way(
        &mut self,
        record: &Record,
        canonical: Option<&Result<Canonical, Misfit>>,
    ) -> Result<Transformation, String> {
        let original = &record.puzzle;
        let mut way = Transformation::identity(original.shape().size());
        for one in self.moves {
            let said = |misfit: Misfit| misfit.to_string();
            let puzzle = way.apply(original).map_err(said)?;
            way = match (one, canonical) {
                // Whatever was done before, the canonical form is the same.
                (Move::Canonical, Some(found)) if puzzle.shape() == original.shape() => {
                    found.clone().map_err(said)?.transformation
                }
                (Move::Canonical, _) => {
                    let cancel = &self.plan.job.effort.cancel;
                    let found = symmetry::canonical_with(&puzzle, cancel).map_err(said)?;
                    way.then(&found.transformation)
                }
                _ => way.then(&one.transformation(&puzzle, &record.symbols, &mut self.random)?),
            };
        }
        Ok(way)
    }

    fn finish(mut self) -> anyhow::Result<Exit> {
        self.output.finish(&mut self.sink, self.talk)?;
        match &self.plan.job.destination {
            Destination::File(path) if self.exit == Exit::Interrupted => {
                let path = path.display();
                self.talk.note(format_args!("`{path}` was not written"));
            }
            Destination::File(path) => {
                self.sink.finish()?;
                self.talk.remark(format_args!("Saved {}", path.display()));
            }
            _ => self.sink.finish()?,
        }
        Ok(self.exit)
    }
}
