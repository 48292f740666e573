//! `sudokit dedupe`: keeps one puzzle of each class of isomorphic puzzles.

mod classes;
mod options;
mod write;

use sudokit::format::{Content, Encoding, Piece, Record};

use crate::args::quantities::{plural, thousands};
use crate::io::input::{self, Source};
use crate::io::output::Destination;
use crate::io::pipeline::ThreadPool;
use crate::io::puzzles;
use crate::report::Exit;
use crate::report::error::CliError;
use crate::report::located::{LocatedPuzzle, PuzzleResult};
use crate::terminal::messages::Messages;
use crate::verbs::transform::rewrite;
use classes::{ClassMap, PuzzleClass};
pub use options::{DedupeArgs, DedupeOptions, DedupeOutput};
use write::{ClassReport, FilteredOutput};

/// Keeps the first puzzle of each class, over all files.
///
/// # Errors
/// Whatever stops the whole run.
pub fn run(options: &DedupeOptions, messages: &Messages) -> anyhow::Result<Exit> {
    let dropped = Destination::from_option(options.dropped.as_deref());
    options.job.destination.check(&options.job.sources)?;
    dropped.check(&options.job.sources)?;
    if options.dropped.is_some() && dropped == options.job.destination {
        return Err(CliError::new(
            "-o and --dropped name the same file",
            "one would overwrite the other: choose another name",
        )
        .into());
    }
    let pool = ThreadPool::new(&options.job.search)?;
    let mut run = DedupeRun {
        options,
        messages,
        pool: &pool,
        kept: FilteredOutput::new(options.job.destination.open_like(&options.job.sources)?),
        dropped: match options.dropped {
            Some(_) => Some(FilteredOutput::new(
                dropped.open_like(&options.job.sources)?,
            )),
            None => None,
        },
        classes: ClassMap::new(),
        report: match options.written {
            DedupeOutput::Report(style) => Some(ClassReport::new(style)),
            _ => None,
        },
        totals: DedupeTotals::default(),
        exit: Exit::Answered,
    };
    let exit = input::each(
        &options.job.sources,
        messages,
        &options.job.search.cancel,
        |source| run.file(source),
    )?;
    run.exit.raise(exit);
    run.finish(&dropped)
}

#[derive(Default)]
struct DedupeTotals {
    read: u64,
    kept: u64,
    /// Puzzles without a canonical form.
    alone: u64,
}

struct DedupeRun<'a> {
    options: &'a DedupeOptions,
    messages: &'a Messages,
    pool: &'a ThreadPool,
    kept: FilteredOutput,
    dropped: Option<FilteredOutput>,
    classes: ClassMap<()>,
    report: Option<ClassReport>,
    totals: DedupeTotals,
    exit: Exit,
}

impl DedupeRun<'_> {
    fn file(&mut self, source: &Source) -> anyhow::Result<()> {
        let (job, pool) = (&self.options.job, self.pool);
        let form = self.options.written == DedupeOutput::Canonical;
        let cancel = &job.search.cancel;
        let work =
            |_: &LocatedPuzzle<'_>, record: &Record| PuzzleClass::of(&record.puzzle, form, cancel);
        let read = puzzles::file(
            job,
            (pool, self.messages),
            source,
            work,
            |located, found, pause| {
                // The result may have been cancelled half-way.
                if cancel.is_cancelled() {
                    return Ok(());
                }
                self.keep_encoding(located.encoding);
                self.piece(located.file, located.piece, found)?;
                if pause {
                    self.kept.sink.flush_stream()?;
                }
                Ok(())
            },
        );
        for output in std::iter::once(&mut self.kept).chain(&mut self.dropped) {
            output.end_file()?;
        }
        read
    }

    /// Encodes the puzzles as they were read.
    fn keep_encoding(&mut self, encoding: Encoding) {
        let (job, dropped) = (&self.options.job, self.options.dropped.as_deref());
        let inputs = job.sources.len();
        if self.options.written == DedupeOutput::Kept {
            let encoding = job.destination.encoding(encoding, inputs);
            self.kept.sink.keep_encoding(encoding);
        }
        if let Some(output) = &mut self.dropped {
            let destination = Destination::from_option(dropped);
            output
                .sink
                .keep_encoding(destination.encoding(encoding, inputs));
        }
    }

    fn piece(
        &mut self,
        file: &str,
        piece: &Piece,
        found: Option<PuzzleResult<PuzzleClass>>,
    ) -> anyhow::Result<()> {
        let (record, class) = match (&piece.content, found) {
            (Content::Puzzle(record), Some(Ok(class))) => (record, class),
            (_, Some(Err(error))) => {
                let flushed = self.kept.sink.flush_stream();
                error.print(self.messages, file, piece);
                self.exit.raise(error.exit());
                return Ok(flushed?);
            }
            _ => {
                let kept = self.report.is_none().then_some(&mut self.kept);
                let outputs = kept.into_iter().chain(&mut self.dropped);
                outputs.for_each(|output| output.between(&piece.text));
                return Ok(());
            }
        };
        self.totals.read += 1;
        self.totals.alone += u64::from(!class.is_canonical);
        let is_new = match &mut self.report {
            Some(report) => report.line(&mut self.kept.sink, file, piece, &class)?,
            None => self.classes.meet(class.key, || ()).is_ok(),
        };
        self.totals.kept += u64::from(is_new);
        if self.report.is_none() {
            let text = is_new.then(|| self.text(piece, record, &class));
            self.kept.puzzle(record.form, text.as_deref())?;
        }
        if let Some(dropped) = &mut self.dropped {
            let text = (!is_new).then_some(&piece.text[..]);
            dropped.puzzle(record.form, text)?;
        }
        Ok(())
    }

    /// The text of a puzzle that is kept.
    fn text(&self, piece: &Piece, record: &Record, class: &PuzzleClass) -> Vec<u8> {
        let mut text = Vec::with_capacity(piece.text.len());
        let written = class
            .way
            .as_ref()
            .map(|way| rewrite(piece, record, way, &mut text));
        match written {
            // The canonical form of the puzzle, in the form of the input.
            Some(Ok(_)) => text,
            _ => piece.text.clone(),
        }
    }

    /// Finishes the files and reports how many puzzles there were.
    fn finish(self, dropped: &Destination) -> anyhow::Result<Exit> {
        let DedupeTotals { read, kept, alone } = self.totals;
        if alone > 0 {
            let have = if alone == 1 { "has" } else { "have" };
            self.messages.note(format_args!(
                "{} {have} no canonical form (other shapes, or given candidates): only exact \
                 duplicates of these were found",
                plural(alone, "puzzle")
            ));
        }
        let outputs = [
            (&self.options.job.destination, Some(self.kept)),
            (dropped, self.dropped),
        ];
        for (destination, output) in outputs {
            let Some(output) = output else { continue };
            destination.finish(output.sink, self.exit != Exit::Interrupted, self.messages)?;
        }
        self.messages.remark(format_args!(
            "{} read, {} kept, {} dropped",
            plural(read, "puzzle"),
            thousands(kept),
            thousands(read - kept)
        ));
        Ok(self.exit)
    }
}
