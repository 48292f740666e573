//! Reads puzzles one by one, processes them in parallel and reports those that are unusable, for
//! `hint`, `explain`, `rate` and others.

use std::io::{self, IsTerminal, Write};
use std::ops::ControlFlow;

use serde::{Deserialize, Serialize};
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
    /// The files of the flags.
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

/// Processes every puzzle of every file. `work` runs on many threads; `take` receives the results
/// in the order of the files, writes them, and returns what they mean for the exit code.
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
    let take =
        |sink: &mut Sink, located: &LocatedPuzzle<'_>, _, found: &_| take(sink, located, found);
    each_after(None, job, messages, sink, work, take)
}

/// The place of a puzzle among all of a run, in the order in which they are read.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Place {
    /// The number of the file, from 1.
    file: usize,
    line: usize,
    column: usize,
}

/// Processes the puzzles after a place, if one is given. Those before it are read and passed over
/// in silence.
///
/// # Errors
/// Those of [`each`].
pub fn each_after<T: Send>(
    done: Option<Place>,
    job: &FileOptions,
    messages: &Messages,
    sink: &mut Sink,
    work: impl Fn(&LocatedPuzzle<'_>, &Record) -> T + Sync,
    mut take: impl FnMut(&mut Sink, &LocatedPuzzle<'_>, Place, &PuzzleResult<T>) -> anyhow::Result<Exit>,
) -> anyhow::Result<Exit> {
    job.destination.check(&job.sources)?;
    let pool = ThreadPool::new(&job.search)?;
    let mut worst = Exit::Answered;
    let mut files = 0;
    let exit = input::each(&job.sources, messages, &job.search.cancel, |source| {
        files += 1;
        let place = |located: &LocatedPuzzle<'_>| Place {
            file: files,
            line: located.piece.line,
            column: located.piece.column,
        };
        let is_done = |located: &LocatedPuzzle<'_>| done.is_some_and(|done| place(located) <= done);
        let work = |located: &LocatedPuzzle<'_>, record: &Record| {
            (!is_done(located)).then(|| work(located, record))
        };
        file(
            job,
            (&pool, messages),
            source,
            work,
            |located, found, pause| {
                let found = match found {
                    _ if is_done(located) => None,
                    Some(Ok(found)) => found.map(Ok),
                    Some(Err(error)) => Some(Err(error)),
                    None => None,
                };
                if let Some(found) = found {
                    let taken = take(sink, located, place(located), &found);
                    let mut written = taken.map(|exit| worst.raise(exit));
                    // Reported even if the output is a closed pipe.
                    if let Err(error) = &found {
                        written = written.and_then(|()| Ok(sink.flush_stream()?));
                        error.print(messages, located.file, located.piece);
                        worst.raise(error.exit());
                    }
                    written?;
                } else if sink.keeps_rows() {
                    sink.write_all(&located.piece.text)?;
                }
                if pause {
                    sink.flush_stream()?;
                }
                Ok(())
            },
        )
    })?;
    worst.raise(exit);
    Ok(worst)
}

/// Processes every puzzle of a file. `take` receives every piece in order, including text between
/// puzzles, and whether the output should be flushed.
///
/// # Errors
/// Those of `take`, and whatever stops the work on this file.
pub fn file<T: Send>(
    job: &FileOptions,
    (pool, messages): (&ThreadPool, &Messages),
    source: &Source,
    work: impl Fn(&LocatedPuzzle<'_>, &Record) -> T + Sync,
    mut take: impl FnMut(&LocatedPuzzle<'_>, Option<PuzzleResult<T>>, bool) -> anyhow::Result<()>,
) -> anyhow::Result<()> {
    let mut stream = source.open()?;
    let encoding = stream.encoding().map_err(|error| source.broken(&error))?;
    let shared = job.destination == Destination::Stdout && io::stdout().is_terminal();
    let mut progress = messages.progress(stream.size, shared);
    let file = &source.to_string()[..];
    let examine = |piece: &Piece, alone: bool| {
        located::examine(piece, |record| {
            let located = LocatedPuzzle {
                file,
                piece,
                alone,
                encoding,
            };
            work(&located, record)
        })
    };
    let receive = |item: Item<'_, Option<PuzzleResult<T>>>| {
        if let Item::Piece(piece, found, PieceContext { alone, pause }) = item {
            let located = LocatedPuzzle {
                file,
                piece,
                alone,
                encoding,
            };
            take(&located, found, pause)?;
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
