//! `sudokit library add`: adds the puzzles of files.
//!
//! A batch of puzzles is examined on many threads and added by one, in a transaction. Nothing is
//! reported about a puzzle, on the bar or on standard output, before its transaction is committed.

use std::fs;
use std::io::{self, IsTerminal, Write};
use std::ops::ControlFlow;
use std::path::PathBuf;
use std::time::UNIX_EPOCH;

use serde::Serialize;
use sudokit::Problem;
use sudokit::format::{Piece, ReadOptions};
use sudokit::solve::Status;
use sudokit_library::{FileStamp, Import, ImportSource, Imported, Isomorphs, Library, RatingKind};

use super::intake::{self, AcceptedPuzzle, Examined, Examiner, RejectedPuzzle};
use super::{problem, rate};
use crate::args::quantities::{plural, thousands};
use crate::args::search::SearchOptions;
use crate::io::fast_lane::LinePacket;
use crate::io::input::{self, Source};
use crate::io::output::Sink;
use crate::io::pipeline::{self, Item, ThreadPool};
use crate::report::{self, Exit};
use crate::terminal::messages::Messages;

/// The options of `add`.
pub struct AddOptions {
    pub library: PathBuf,
    pub sources: Vec<Source>,
    pub read: ReadOptions,
    pub isomorphs: Isomorphs,
    /// Also add puzzles with several solutions.
    pub keep_several: bool,
    /// Rate everything afterwards.
    pub rate: bool,
    pub json: bool,
    pub search: SearchOptions,
}

/// Per file, this many puzzles rejected for the same reason are named.
const NAMED: u64 = 10;

/// Adds every file.
///
/// # Errors
/// Whatever stops the whole run.
pub fn run(options: &AddOptions, messages: &Messages) -> anyhow::Result<Exit> {
    let library = Library::create_or_open(&options.library).map_err(|error| problem(&error))?;
    let pool = ThreadPool::new(&options.search)?;
    let mut run = AddRun {
        options,
        messages,
        pool: &pool,
        library,
        sink: Sink::stdout(),
        totals: AddTotals::default(),
    };
    let cancel = &options.search.cancel;
    let mut exit = input::each(&options.sources, messages, cancel, |source| {
        run.file(source)
    })?;
    exit.raise(run.totals.exit());
    run.totals.print(messages);
    if options.rate && !cancel.is_cancelled() {
        let work = rate::RateWork {
            search: &options.search,
            kind: RatingKind::Level,
            limit: None,
            json: false,
        };
        exit.raise(rate::rate(&mut run.library, &work, messages)?);
    }
    Ok(exit)
}

struct AddRun<'a> {
    options: &'a AddOptions,
    messages: &'a Messages,
    pool: &'a ThreadPool,
    library: Library,
    sink: Sink,
    totals: AddTotals,
}

impl AddRun<'_> {
    fn file(&mut self, source: &Source) -> anyhow::Result<()> {
        let (options, messages, pool) = (self.options, self.messages, self.pool);
        let stream = source.open()?;
        let intake = self
            .library
            .import(&origin(options, source), options.isomorphs);
        let intake = intake.map_err(|error| problem(&error))?;
        let line_done = intake.line_done();
        if line_done > 1 {
            messages.note(format_args!(
                "resuming `{source}` at line {}, where an earlier run ended",
                thousands(line_done)
            ));
        }
        let mut progress =
            messages.progress(stream.size, options.json && io::stdout().is_terminal());
        let examiner = Examiner::new(options, pool.threads(), line_done);
        let examine = |piece: &Piece, alone: bool| examiner.piece(piece, alone);
        let quick = examiner
            .is_quick()
            .then_some(|packet: &mut LinePacket<_>| examiner.lines(packet));
        let mut report = AddReport {
            options,
            messages,
            name: source.to_string(),
            intake,
            sink: &mut self.sink,
            total: &mut self.totals,
            batch: AddBatch::default(),
            heading: None,
            named: AddTotals::default(),
        };
        let take = |item: Item<'_, Option<Examined>>| report.item(item);
        let file = (source, stream);
        let seen = pipeline::run(
            pool,
            file,
            &options.read,
            &mut progress,
            examine,
            quick,
            take,
        )?;
        drop(progress);
        report.keep()?;
        if !seen.stopped {
            let finished = report.intake.finish();
            finished.map_err(|error| problem(&error))?;
        }
        match seen.puzzles {
            0 if !seen.stopped => Err(source.without_puzzle().into()),
            _ => Ok(()),
        }
    }
}

/// The source as the library records it.
fn origin(options: &AddOptions, source: &Source) -> ImportSource {
    let Some(path) = source.path() else {
        return ImportSource::named(&source.to_string());
    };
    let whole = path.canonicalize().unwrap_or_else(|_| path.to_path_buf());
    let stamp = || {
        let metadata = fs::metadata(path).ok().filter(fs::Metadata::is_file)?;
        let modified = metadata.modified().ok()?.duration_since(UNIX_EPOCH).ok()?;
        Some(FileStamp {
            size: metadata.len(),
            modified: i64::try_from(modified.as_nanos()).ok()?,
        })
    };
    let read = &options.read;
    let shown = |value: Option<String>| value.unwrap_or_default();
    let terms = [
        shown(read.form.map(|form| form.to_string())),
        shown(read.shape.as_ref().map(ToString::to_string)),
        shown(read.blank.map(|blank| blank.to_string())),
        shown(read.symbols.as_ref().map(ToString::to_string)),
        format!("{:?}", options.isomorphs),
        options.keep_several.to_string(),
    ];
    ImportSource {
        path: whole.display().to_string(),
        stamp: stamp(),
        options: terms.join(";"),
    }
}

/// Adds the examined puzzles, in the order of the file.
struct AddReport<'a> {
    options: &'a AddOptions,
    messages: &'a Messages,
    name: String,
    intake: Import<'a>,
    sink: &'a mut Sink,
    total: &'a mut AddTotals,
    batch: AddBatch,
    /// The text between the last puzzle and the next.
    heading: Option<String>,
    /// How many rejected puzzles of this file were named.
    named: AddTotals,
}

/// What was added since the last commit: not to be reported yet.
#[derive(Default)]
struct AddBatch {
    totals: AddTotals,
    json: Vec<u8>,
    line: u64,
}

impl AddBatch {
    fn note(&mut self, options: &AddOptions, line: &AddJson<'_>) -> anyhow::Result<()> {
        if options.json {
            self.json.extend(report::json_line(line));
        }
        Ok(())
    }
}

impl AddReport<'_> {
    fn item(&mut self, item: Item<'_, Option<Examined>>) -> anyhow::Result<ControlFlow<()>> {
        let Item::Piece(piece, finding, circumstances) = item else {
            return Ok(ControlFlow::Continue(()));
        };
        let flow = match finding {
            None => {
                self.heading = intake::heading(&piece.text);
                ControlFlow::Continue(())
            }
            Some(Examined::Interrupted) => ControlFlow::Break(()),
            Some(finding) => {
                self.puzzle(piece, finding, circumstances.alone)?;
                self.heading = None;
                self.batch.line = piece.line as u64;
                ControlFlow::Continue(())
            }
        };
        if circumstances.pause {
            self.keep()?;
        }
        Ok(flow)
    }

    fn puzzle(&mut self, piece: &Piece, finding: Examined, alone: bool) -> anyhow::Result<()> {
        match finding {
            Examined::Fit(fit) => self.take(piece, *fit),
            Examined::Refused(refused) => self.refuse(piece, &refused, alone),
            Examined::Known | Examined::Interrupted => Ok(()),
        }
    }

    fn take(&mut self, piece: &Piece, fit: AcceptedPuzzle) -> anyhow::Result<()> {
        let heading = self.heading.take().filter(|_| fit.takes_heading);
        let title = fit.title.or(heading);
        let line = piece.line as u64;
        let taken = self.intake.add(&fit.puzzle, line, title.as_deref());
        let taken = taken.map_err(|error| problem(&error))?;
        self.batch.totals.count(taken, fit.status);
        let (word, id) = match taken {
            Imported::New(id) => ("new", id),
            Imported::Duplicate(id) => ("duplicate", id),
            Imported::Isomorph(id) => ("isomorph", id),
        };
        let line = AddJson {
            file: &self.name,
            line: piece.line,
            name: title.as_deref(),
            taken: word,
            id: Some(id),
            status: fit.status,
            problem: None,
        };
        self.batch.note(self.options, &line)
    }

    fn refuse(
        &mut self,
        piece: &Piece,
        refused: &RejectedPuzzle,
        alone: bool,
    ) -> anyhow::Result<()> {
        self.batch.totals.refuse(refused.status);
        let named = self.named.refuse(refused.status);
        match &refused.problem {
            Some(problem) => self.messages.puzzle_problem(&self.name, piece, problem),
            None if named <= NAMED && !self.options.json => {
                let place = report::place(&self.name, piece, alone);
                let words = words(refused.status);
                self.messages
                    .remark(format_args!("{place}: rejected: {words}"));
            }
            None if named == NAMED + 1 && !self.options.json => {
                let words = words(refused.status);
                self.messages.note(format_args!(
                    "`{}` has more rejected puzzles ({words}); --json lists them all",
                    self.name
                ));
            }
            None => {}
        }
        let line = AddJson {
            file: &self.name,
            line: piece.line,
            name: None,
            taken: "refused",
            id: None,
            status: refused.status,
            problem: refused.problem.as_ref(),
        };
        self.batch.note(self.options, &line)
    }

    /// Commits the transaction, then reports it.
    fn keep(&mut self) -> anyhow::Result<()> {
        let kept = self.intake.commit(self.batch.line);
        kept.map_err(|error| problem(&error))?;
        let batch = std::mem::take(&mut self.batch);
        self.batch.line = batch.line;
        self.total.add(&batch.totals);
        self.sink.write_all(&batch.json)?;
        self.sink.flush_stream()?;
        Ok(())
    }
}

/// A puzzle and what became of it, as JSON.
#[derive(Serialize)]
struct AddJson<'a> {
    file: &'a str,
    line: usize,
    #[serde(skip_serializing_if = "Option::is_none")]
    name: Option<&'a str>,
    taken: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    id: Option<i64>,
    status: Status,
    #[serde(skip_serializing_if = "Option::is_none")]
    problem: Option<&'a Problem>,
}

/// Why a puzzle is rejected.
fn words(status: Status) -> &'static str {
    match status {
        Status::Several => "several solutions",
        Status::NoSolution => "no solution",
        Status::Complete => "no open cell",
        Status::RuleBroken => "a broken rule",
        _ => "unreadable text",
    }
}

/// The reasons to reject a puzzle, in the order of the summary.
const REASONS: [Status; 5] = [
    Status::Several,
    Status::NoSolution,
    Status::Complete,
    Status::RuleBroken,
    Status::Unreadable,
];

/// How many puzzles were added, known or rejected.
#[derive(Default)]
struct AddTotals {
    new: u64,
    duplicates: u64,
    isomorphs: u64,
    /// Added, but uniqueness is unknown.
    undecided: u64,
    refused: [u64; REASONS.len()],
}

impl AddTotals {
    fn count(&mut self, taken: Imported, status: Status) {
        match taken {
            Imported::New(_) => self.new += 1,
            Imported::Duplicate(_) => self.duplicates += 1,
            Imported::Isomorph(_) => self.isomorphs += 1,
        }
        if matches!(status, Status::Open | Status::Solved) {
            self.undecided += 1;
        }
    }

    /// Counts a rejection and returns how many there are for this reason.
    fn refuse(&mut self, status: Status) -> u64 {
        let index = REASONS.iter().position(|reason| *reason == status);
        let count = &mut self.refused[index.unwrap_or(REASONS.len() - 1)];
        *count += 1;
        *count
    }

    fn add(&mut self, other: &AddTotals) {
        self.new += other.new;
        self.duplicates += other.duplicates;
        self.isomorphs += other.isomorphs;
        self.undecided += other.undecided;
        for (sum, count) in self.refused.iter_mut().zip(other.refused) {
            *sum += count;
        }
    }

    fn exit(&self) -> Exit {
        let mut exit = Exit::Answered;
        for (reason, count) in REASONS.iter().zip(self.refused) {
            match reason {
                _ if count == 0 => {}
                Status::Unreadable => exit.raise(Exit::Trouble),
                _ => exit.raise(Exit::Failed),
            }
        }
        if self.undecided > 0 {
            exit.raise(Exit::GaveUp);
        }
        exit
    }

    fn print(&self, messages: &Messages) {
        let counts = [
            (self.new, "new"),
            (self.duplicates, "already known"),
            (self.isomorphs, "isomorphic to known ones"),
        ];
        let refused = REASONS.iter().zip(self.refused);
        let refused = refused.map(|(reason, count)| (count, words(*reason)));
        let mut parts: Vec<String> = counts
            .into_iter()
            .filter(|(count, _)| *count > 0)
            .map(|(count, word)| format!("{} {word}", thousands(count)))
            .collect();
        parts.extend(
            refused
                .filter(|(count, _)| *count > 0)
                .map(|(count, words)| format!("{} rejected ({words})", thousands(count))),
        );
        let all = self.new + self.duplicates + self.isomorphs + self.refused.iter().sum::<u64>();
        if all > 0 {
            let puzzles = plural(all, "puzzle");
            messages.remark(format_args!("{puzzles}: {}", parts.join(", ")));
        }
        if self.undecided > 0 {
            messages.note(format_args!(
                "uniqueness unknown for {}",
                plural(self.undecided, "puzzle")
            ));
        }
    }
}
