//! `sudokit transform`: puzzles in another dress, and what can be asked about dresses.

mod answer;
mod args;
mod moves;
mod write;

use std::io;

use sudokit::format::{Content, Form, Record};
use sudokit::random::Random;
use sudokit::random::any_seed;
use sudokit::symmetry::{self, Canonical, SymmetryError, Transformation};

use crate::case::{Case, Found};
use crate::exit::Exit;
use crate::files;
use crate::input::Source;
use crate::output::Sink;
use crate::pipeline::Crew;
use crate::problem::Problem;
use crate::puzzles::{self, Job};
use crate::talk::Talk;
pub use args::TransformArgs;
use moves::Move;
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
type Prepared = Option<Result<Canonical, SymmetryError>>;

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
        sink: plan.job.destination.open()?,
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
        let (job, crew) = (&self.plan.job, self.crew);
        let is_canonical = self.moves.contains(&Move::Canonical);
        let cancel = &job.effort.cancel;
        let work = |_: &Case<'_>, record: &Record| {
            is_canonical.then(|| symmetry::canonical_with(&record.puzzle, cancel))
        };
        puzzles::file(
            job,
            (crew, self.talk),
            source,
            work,
            |case, found, pause| {
                // What was found out by then may have been cancelled on the way.
                if cancel.is_cancelled() {
                    return Ok(());
                }
                self.piece(case, found)?;
                if pause {
                    self.sink.hand_over()?;
                }
                Ok(())
            },
        )
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
        canonical: Option<&Result<Canonical, SymmetryError>>,
    ) -> Result<Transformation, String> {
        let original = &record.puzzle;
        let mut way = Transformation::identity(original.shape().size());
        for one in self.moves {
            let said = |misfit: SymmetryError| misfit.to_string();
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
        let is_wanted = self.exit != Exit::Interrupted;
        let destination = &self.plan.job.destination;
        destination.finish(self.sink, is_wanted, self.talk)?;
        Ok(self.exit)
    }
}
