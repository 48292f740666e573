//! What `hint`, `explain`, `rate` and others do alike with files: read puzzle after puzzle, work on them
//! side by side, and speak of those that cannot be worked on.

use std::io::{self, IsTerminal};
use std::ops::ControlFlow;

use sudokit::format::{Piece, ReadOptions, Record};

use crate::case::{self, Case, Found};
use crate::effort::Effort;
use crate::exit::Exit;
use crate::files;
use crate::input::Source;
use crate::output::{Destination, Sink};
use crate::pipeline::{self, Circumstances, Crew, Item, NoLines};
use crate::talk::Talk;

/// The files to read, and how.
pub struct Job {
    pub sources: Vec<Source>,
    pub read: ReadOptions,
    pub effort: Effort,
    pub destination: Destination,
}

/// Works on every puzzle of every file. `work` runs on many threads; `take` gets what came of
/// each puzzle in the order of the files, writes it, and says what it means for the run.
///
/// # Errors
/// Those of `take`, and those of writing.
pub fn each<T: Send>(
    job: &Job,
    talk: &Talk,
    sink: &mut Sink,
    work: impl Fn(&Case<'_>, &Record) -> T + Sync,
    mut take: impl FnMut(&mut Sink, &Case<'_>, &Found<T>) -> anyhow::Result<Exit>,
) -> anyhow::Result<Exit> {
    job.destination.check(&job.sources)?;
    let crew = Crew::new(&job.effort)?;
    let mut worst = Exit::Answered;
    let exit = files::each(&job.sources, talk, &job.effort.cancel, |source| {
        file(job, (&crew, talk), source, &work, |case, found, pause| {
            if let Some(found) = found {
                worst.raise(take(sink, case, &found)?);
                if let Err(trouble) = &found {
                    sink.hand_over()?;
                    trouble.tell(talk, case.file, case.piece);
                    worst.raise(trouble.exit());
                }
            }
            if pause {
                sink.hand_over()?;
            }
            Ok(())
        })
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
    job: &Job,
    (crew, talk): (&Crew, &Talk),
    source: &Source,
    work: impl Fn(&Case<'_>, &Record) -> T + Sync,
    mut take: impl FnMut(&Case<'_>, Option<Found<T>>, bool) -> anyhow::Result<()>,
) -> anyhow::Result<()> {
    let stream = source.open()?;
    let shared = job.destination == Destination::Stdout && io::stdout().is_terminal();
    let mut watch = talk.watch(stream.size, shared);
    let file = &source.to_string()[..];
    let examine = |piece: &Piece, alone: bool| {
        case::examine(piece, |record| work(&Case { file, piece, alone }, record))
    };
    let receive = |item: Item<'_, Option<Found<T>>>| {
        if let Item::Piece(piece, found, Circumstances { alone, pause }) = item {
            take(&Case { file, piece, alone }, found, pause)?;
        }
        Ok(ControlFlow::Continue(()))
    };
    let (place, lines) = ((source, stream), None::<NoLines<_>>);
    let seen = pipeline::run(crew, place, &job.read, &mut watch, examine, lines, receive)?;
    match seen.puzzles {
        0 if !seen.stopped => Err(source.without_puzzle().into()),
        _ => Ok(()),
    }
}
