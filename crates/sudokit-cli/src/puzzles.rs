//! What `hint`, `explain` and `rate` do alike with files: read puzzle after puzzle, work on them
//! side by side, and speak of those that cannot be worked on.

use std::io::{self, IsTerminal};
use std::ops::ControlFlow;

use sudokit::format::{Content, Diagnostic, Piece, ReadOptions, Record};

use crate::effort::Effort;
use crate::exit::Exit;
use crate::files;
use crate::input::Source;
use crate::output::{Destination, Sink};
use crate::pipeline::{self, Circumstances, Crew, Item, NoLines};
use crate::report;
use crate::talk::Talk;
use sudokit::solve::Status;

/// The files to read, and how.
pub struct Job {
    pub sources: Vec<Source>,
    pub read: ReadOptions,
    pub effort: Effort,
    pub destination: Destination,
}

/// A puzzle in its file.
#[derive(Clone, Copy)]
pub struct Case<'a> {
    /// The file's name, as it was typed.
    pub file: &'a str,
    pub piece: &'a Piece,
    /// Whether it is the only one in its file.
    pub alone: bool,
}

impl Case<'_> {
    /// How to speak of it.
    pub fn place(&self) -> String {
        report::place(self.file, self.piece, self.alone)
    }

    /// How to head a page about it.
    pub fn title(&self) -> String {
        match self.name() {
            Some(name) => format!("{}: {name}", self.place()),
            None => self.place(),
        }
    }

    /// The name that the file gives it.
    pub fn name(&self) -> Option<&str> {
        match &self.piece.content {
            Content::Puzzle(record) => record.name.as_deref(),
            _ => None,
        }
    }
}

/// Why there is no work to be done on a puzzle.
pub struct Trouble {
    /// [`Status::RuleBroken`] or [`Status::Unreadable`].
    pub status: Status,
    /// In one line.
    pub detail: String,
    diagnostic: Diagnostic,
}

impl Trouble {
    /// Says what is wrong, with the place in the file.
    pub fn tell(&self, talk: &Talk, file: &str, piece: &Piece) {
        talk.diagnostic(file, piece, &self.diagnostic);
    }

    /// What it means for the run.
    pub fn exit(&self) -> Exit {
        match self.status {
            Status::RuleBroken => Exit::Failed,
            _ => Exit::Trouble,
        }
    }
}

/// What came of a puzzle.
pub type Found<T> = Result<T, Trouble>;

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
        let stream = source.open()?;
        let shared = job.destination == Destination::Stdout && io::stdout().is_terminal();
        let mut watch = talk.watch(stream.size, shared);
        let file = source.to_string();
        let examine = |piece: &Piece, alone: bool| {
            let file = &file;
            examine(piece, |record| work(&Case { file, piece, alone }, record))
        };
        let receive = |item: Item<'_, Option<Found<T>>>| {
            let Item::Piece(piece, found, Circumstances { alone, pause }) = item else {
                return Ok(ControlFlow::Continue(()));
            };
            if let Some(found) = found {
                let case = Case {
                    file: &file,
                    piece,
                    alone,
                };
                worst.raise(take(sink, &case, &found)?);
                if let Err(trouble) = &found {
                    sink.hand_over()?;
                    trouble.tell(talk, &file, piece);
                    worst.raise(trouble.exit());
                }
            }
            if pause {
                sink.hand_over()?;
            }
            Ok(ControlFlow::Continue(()))
        };
        let (place, lines) = ((source, stream), None::<NoLines<_>>);
        let seen = pipeline::run(&crew, place, &job.read, &mut watch, examine, lines, receive)?;
        match seen.puzzles {
            0 if !seen.stopped => Err(source.without_puzzle().into()),
            _ => Ok(()),
        }
    })?;
    worst.raise(exit);
    Ok(worst)
}

/// What comes of a piece: nothing if it is text between puzzles.
pub fn examine<T>(piece: &Piece, work: impl FnOnce(&Record) -> T) -> Option<Found<T>> {
    match &piece.content {
        Content::Verbatim => None,
        Content::Unreadable(diagnostic) => Some(Err(Trouble {
            status: Status::Unreadable,
            detail: diagnostic.message.clone(),
            diagnostic: diagnostic.clone(),
        })),
        Content::Puzzle(record) => Some(match record.puzzle.check() {
            Ok(()) => Ok(work(record)),
            Err(error) => Err(Trouble {
                status: Status::RuleBroken,
                detail: report::rule_words(record, &error),
                diagnostic: record.rule_diagnostic(&piece.text, piece.line, &error),
            }),
        }),
    }
}
