//! What `hint`, `explain`, `rate` and others do alike with files: read puzzle after puzzle, work on them
//! side by side, and speak of those that cannot be worked on.

use std::io::{self, IsTerminal};
use std::ops::ControlFlow;

use sudokit::format::{Piece, ReadOptions, Record};

use crate::args::ReadArgs;
use crate::args::search::SearchOptions;
use crate::io::input::{self, Source};
use crate::io::output::{Destination, Sink};
use crate::io::pipeline::{self, Item, NoFastLane, PieceContext, ThreadPool};
use crate::report::Exit;
use crate::report::error::CliError;
use crate::report::located::{self, LocatedPuzzle, PuzzleResult};
use crate::terminal::messages::Messages;

/// The files to read, and how.
pub struct FileOptions {
    pub sources: Vec<Source>,
    pub read: ReadOptions,
    pub search: SearchOptions,
    pub destination: Destination,
}

impl FileOptions {
    /// The files that the flags name.
    ///
    /// # Errors
    /// When there is nothing to read.
    pub fn new(
        read: ReadArgs,
        destination: Destination,
        search: SearchOptions,
    ) -> Result<FileOptions, CliError> {
        Ok(FileOptions {
            sources: read.sources()?,
            read: read.options(),
            search,
            destination,
        })
    }
}

/// Works on every puzzle of every file. `work` runs on many threads; `take` gets what came of
/// each puzzle in the order of the files, writes it, and says what it means for the run.
///
/// # Errors
/// Those of `take`, and those of writing.
pub fn each<T: Send>(
    job: &FileOptions,
    messages: &Messages,
    sink: &mut Sink,
    work: impl Fn(&LocatedPuzzle<'_>, &Record) -> T + Sync,
    mut take: impl FnMut(&mut Sink, &LocatedPuzzle<'_>, &PuzzleResult<T>) -> anyhow::Result<Exit>,
) -> anyhow::Result<Exit> {
    job.destination.check(&job.sources)?;
    let pool = ThreadPool::new(&job.search)?;
    let mut worst = Exit::Answered;
    let exit = input::each(&job.sources, messages, &job.search.cancel, |source| {
        file(
            job,
            (&pool, messages),
            source,
            &work,
            |located, found, pause| {
                if let Some(found) = found {
                    worst.raise(take(sink, located, &found)?);
                    if let Err(trouble) = &found {
                        sink.hand_over()?;
                        trouble.tell(messages, located.file, located.piece);
                        worst.raise(trouble.exit());
                    }
                }
                if pause {
                    sink.hand_over()?;
                }
                Ok(())
            },
        )
    })?;
    worst.raise(exit);
    Ok(worst)
}

/// Works on every puzzle of a file. `take` gets every piece of it in its order, text between
/// puzzles as well, and whether what was written so far should be handed over.
///
/// # Errors
/// Those of `take`, and what stops the work on this file.
pub fn file<T: Send>(
    job: &FileOptions,
    (pool, messages): (&ThreadPool, &Messages),
    source: &Source,
    work: impl Fn(&LocatedPuzzle<'_>, &Record) -> T + Sync,
    mut take: impl FnMut(&LocatedPuzzle<'_>, Option<PuzzleResult<T>>, bool) -> anyhow::Result<()>,
) -> anyhow::Result<()> {
    let stream = source.open()?;
    let shared = job.destination == Destination::Stdout && io::stdout().is_terminal();
    let mut progress = messages.progress(stream.size, shared);
    let file = &source.to_string()[..];
    let examine = |piece: &Piece, alone: bool| {
        located::examine(piece, |record| {
            work(&LocatedPuzzle { file, piece, alone }, record)
        })
    };
    let receive = |item: Item<'_, Option<PuzzleResult<T>>>| {
        if let Item::Piece(piece, found, PieceContext { alone, pause }) = item {
            take(&LocatedPuzzle { file, piece, alone }, found, pause)?;
        }
        Ok(ControlFlow::Continue(()))
    };
    let (place, lines) = ((source, stream), None::<NoFastLane<_>>);
    let seen = pipeline::run(
        pool,
        place,
        &job.read,
        &mut progress,
        examine,
        lines,
        receive,
    )?;
    match seen.puzzles {
        0 if !seen.stopped => Err(source.without_puzzle().into()),
        _ => Ok(()),
    }
}
