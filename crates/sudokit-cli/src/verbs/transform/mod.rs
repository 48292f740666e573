//! `sudokit transform`: writes isomorphs of puzzles, and answers questions about isomorphism.

mod moves;
mod options;
mod queries;
mod write;

use std::io;

use sudokit::format::{Content, Piece, Record};
use sudokit::random::{Random, any_seed};
use sudokit::symmetry::{self, Canonical, SymmetryError, Transformation};

use crate::args::files::ReportStyle;
use crate::io::input::{self, Source};
use crate::io::output::Sink;
use crate::io::pipeline::ThreadPool;
use crate::io::puzzles;
use crate::report::Exit;
use crate::report::error::CliError;
use crate::report::located::{LocatedPuzzle, PuzzleResult};
use crate::terminal::messages::Messages;
use moves::Move;
pub use options::{TransformArgs, TransformOptions, TransformRequest};
pub use write::rewrite;
use write::{TransformOutput, TransformedPuzzle};

/// The canonical form of a puzzle, if one of the moves needs it.
type PreparedForm = Option<Result<Canonical, SymmetryError>>;

/// Transforms every puzzle of every file, or answers the question about them.
///
/// # Errors
/// Whatever stops the whole run.
pub fn run(options: &TransformOptions, messages: &Messages) -> anyhow::Result<Exit> {
    let moves = match &options.asked {
        TransformRequest::Moves(moves) => moves,
        TransformRequest::Isomorphic => return queries::isomorphic(options, messages),
        TransformRequest::Automorphisms => return queries::automorphisms(options, messages),
    };
    options.job.destination.check(&options.job.sources)?;
    let pool = ThreadPool::new(&options.job.search)?;
    let seed = options.seed.unwrap_or_else(any_seed);
    let mut run = TransformRun {
        options,
        messages,
        pool: &pool,
        moves,
        random: Random::new(seed, 0),
        sink: options.job.destination.open_like(&options.job.sources)?,
        output: TransformOutput::new(options),
        exit: Exit::Answered,
    };
    let exit = input::each(
        &options.job.sources,
        messages,
        &options.job.search.cancel,
        |source| run.file(source),
    )?;
    run.exit.raise(exit);
    if moves.contains(&Move::Shuffle) && options.seed.is_none() {
        messages.note(format_args!("--seed {seed} gives the same again"));
    }
    run.finish()
}

/// The state of a run.
struct TransformRun<'a> {
    options: &'a TransformOptions,
    messages: &'a Messages,
    pool: &'a ThreadPool,
    moves: &'a [Move],
    random: Random,
    sink: Sink,
    output: TransformOutput,
    exit: Exit,
}

impl TransformRun<'_> {
    fn file(&mut self, source: &Source) -> anyhow::Result<()> {
        let (job, pool) = (&self.options.job, self.pool);
        let is_canonical = self.moves.contains(&Move::Canonical);
        let cancel = &job.search.cancel;
        let work = |_: &LocatedPuzzle<'_>, record: &Record| {
            is_canonical.then(|| symmetry::canonical_with(&record.puzzle, cancel))
        };
        puzzles::file(
            job,
            (pool, self.messages),
            source,
            work,
            |located, found, pause| {
                // The result may have been cancelled half-way.
                if cancel.is_cancelled() {
                    return Ok(());
                }
                self.piece(located, found)?;
                if pause {
                    self.sink.flush_stream()?;
                }
                Ok(())
            },
        )
    }

    fn piece(
        &mut self,
        located: &LocatedPuzzle<'_>,
        found: Option<PuzzleResult<PreparedForm>>,
    ) -> anyhow::Result<()> {
        let piece = located.piece;
        if self.options.form.is_none() && self.options.style == ReportStyle::Words {
            let job = &self.options.job;
            let inputs = job.sources.len();
            let encoding = job.destination.encoding(located.encoding, inputs);
            self.sink.keep_encoding(encoding);
        }
        let (record, canonical) = match (&piece.content, found) {
            (Content::Puzzle(record), Some(Ok(canonical))) => (record, canonical),
            (_, Some(Err(error))) => {
                let written = self.invalid(piece);
                error.print(self.messages, located.file, piece);
                self.exit.raise(error.exit());
                return Ok(written?);
            }
            _ => return Ok(self.output.between(&mut self.sink, &piece.text)?),
        };
        let written = self.way(record, canonical.as_ref()).and_then(|way| {
            let transformed = TransformedPuzzle {
                located,
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
                if self.options.show {
                    self.sink.flush_stream()?;
                    self.messages
                        .line(format_args!("{}: {way}", located.place()));
                }
            }
            Err(_) if self.options.job.search.cancel.is_cancelled() => {}
            Err(reason) => {
                let written = self.invalid(piece);
                let message = format!("cannot transform {}: {reason}", located.place());
                self.messages.cli_error(&CliError::new(message, ""));
                self.exit.raise(Exit::Trouble);
                written?;
            }
        }
        Ok(())
    }

    /// Writes what stands for a puzzle that cannot be transformed.
    fn invalid(&mut self, piece: &Piece) -> io::Result<()> {
        self.output.invalid(&mut self.sink, piece)?;
        self.sink.flush_stream()
    }

    /// All moves combined.
    fn way(
        &mut self,
        record: &Record,
        canonical: Option<&Result<Canonical, SymmetryError>>,
    ) -> Result<Transformation, String> {
        let original = &record.puzzle;
        let mut way = Transformation::identity(original.shape().size());
        for one in self.moves {
            let said = |error: SymmetryError| error.to_string();
            let puzzle = way.apply(original).map_err(said)?;
            way = match (one, canonical) {
                // The canonical form does not depend on the moves before it.
                (Move::Canonical, Some(found)) if puzzle.shape() == original.shape() => {
                    found.clone().map_err(said)?.transformation
                }
                (Move::Canonical, _) => {
                    let cancel = &self.options.job.search.cancel;
                    let found = symmetry::canonical_with(&puzzle, cancel).map_err(said)?;
                    way.then(&found.transformation)
                }
                _ => way.then(&one.transformation(&puzzle, &record.symbols, &mut self.random)?),
            };
        }
        Ok(way)
    }

    fn finish(mut self) -> anyhow::Result<Exit> {
        self.output.finish(&mut self.sink, self.messages)?;
        let is_wanted = self.exit != Exit::Interrupted;
        let destination = &self.options.job.destination;
        destination.finish(self.sink, is_wanted, self.messages)?;
        Ok(self.exit)
    }
}
