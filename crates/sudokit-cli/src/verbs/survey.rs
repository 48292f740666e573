//! Verbs that write one line about each puzzle: `check` and `count`.

use std::io::{self, IsTerminal, Write};
use std::ops::ControlFlow;

use indicatif::ProgressBar;
use sudokit::Solver;
use sudokit::format::{Encoding, Piece, ReadOptions, Record};

use crate::args::search::SearchOptions;
use crate::io::columnar::AddedColumn;
use crate::io::fast_lane::{self, LinePacket, SolvedLine};
use crate::io::input::{self, Source, Stream};
use crate::io::output::{Destination, Sink};
use crate::io::pipeline::{self, Item, PieceContext, SolvedLines, ThreadPool};
use crate::report::Exit;
use crate::report::located::{self, LocatedPuzzle, PuzzleError, PuzzleResult};
use crate::terminal::messages::Messages;
use crate::terminal::progress::ProgressDisplay;

/// What to compute for each puzzle; called from many threads.
pub trait LineAnalysis: Sync {
    /// The result for one puzzle.
    type Finding: Send;
    /// Additional results for a batch of uniform lines.
    type Notes;

    /// How to read the files.
    fn read_options(&self) -> &ReadOptions;

    /// Computes the result for a puzzle that breaks no rule. A long search may show its progress on
    /// the bar.
    fn find(&self, record: &Record, context: &SearchContext<'_>) -> Self::Finding;

    /// A solver for uniform lines, if the number of solutions is all that is needed.
    fn solver_for_lines(&self) -> Option<Solver>;

    /// Computes the additional results for a batch.
    fn notes(&self, puzzles: &[[u8; 81]]) -> Self::Notes;

    /// Writes the line of a solved puzzle, or declines.
    fn write_line(
        &self,
        source: &str,
        solved: &SolvedLine<'_>,
        notes: &Self::Notes,
        out: &mut Vec<u8>,
    ) -> bool;
}

/// The resources of a search for one puzzle.
pub struct SearchContext<'a> {
    /// The name of the file.
    pub source: &'a str,
    pub threads: usize,
    pub bar: Option<&'a ProgressBar>,
}

/// What to do with the results, in the order of the file.
pub trait LineReport<F> {
    /// The heading above all lines.
    ///
    /// # Errors
    /// When it cannot be serialized.
    fn headings(&self) -> anyhow::Result<Vec<u8>>;

    /// The columns that a report in a Parquet or Arrow file adds to the rows of its input, if that
    /// is where it goes.
    fn added_columns(&self) -> Vec<AddedColumn> {
        Vec::new()
    }

    /// The values of these columns for a puzzle.
    fn added_values(&self, _: &LocatedPuzzle<'_>, _: &PuzzleResult<F>) -> Vec<String> {
        Vec::new()
    }

    /// The line about a puzzle.
    ///
    /// # Errors
    /// When it cannot be serialized.
    fn line(&self, located: &LocatedPuzzle<'_>, found: &PuzzleResult<F>)
    -> anyhow::Result<Vec<u8>>;

    /// Whether a message follows the line, so that the line must be flushed first.
    fn is_remarkable(&self, finding: &F) -> bool;

    /// Counts a result, writes its messages and returns its exit code; an interruption stops the
    /// run.
    fn enter(&mut self, located: &LocatedPuzzle<'_>, finding: &F) -> Exit;

    /// Counts an unusable puzzle and reports why.
    fn enter_error(&mut self, located: &LocatedPuzzle<'_>, error: &PuzzleError);

    /// Counts lines that need no message.
    fn enter_lines(&mut self, lines: &SolvedLines<'_>) -> Exit;
}

/// Runs the analysis on every puzzle of every file.
///
/// # Errors
/// Whatever stops the whole run.
pub fn run<Q: LineAnalysis>(
    analysis: &Q,
    report: &mut impl LineReport<Q::Finding>,
    (sources, destination, search): (&[Source], &Destination, &SearchOptions),
    messages: &Messages,
) -> anyhow::Result<Exit> {
    destination.check(sources)?;
    let pool = ThreadPool::new(search)?;
    let added = report.added_columns();
    let mut sink = match added.is_empty() {
        true => destination.open()?,
        false => destination.open_adding(sources, added)?,
    };
    if !sink.keeps_rows() {
        sink.write_all(&report.headings()?)?;
    }
    let (mut worst, mut any) = (Exit::Answered, false);
    let shared = *destination == Destination::Stdout && io::stdout().is_terminal();
    let exit = input::each(sources, messages, &search.cancel, |source| {
        let stream = source.open()?;
        let progress = messages.progress(stream.size, shared);
        let place = (source, stream, progress);
        file(analysis, report, (&pool, &mut sink), place, &mut worst)?;
        any = true;
        Ok(())
    })?;
    worst.raise(exit);
    destination.finish(sink, any, messages)?;
    Ok(worst)
}

/// Runs the analysis on every puzzle of a file.
fn file<Q: LineAnalysis>(
    analysis: &Q,
    report: &mut impl LineReport<Q::Finding>,
    (pool, sink): (&ThreadPool, &mut Sink),
    (source, stream, mut progress): (&Source, Stream, ProgressDisplay<'_>),
    worst: &mut Exit,
) -> anyhow::Result<()> {
    let bar = progress.bar();
    let name = source.to_string();
    let find = |piece: &Piece, alone: bool| {
        let (threads, bar) = match alone {
            true => (pool.threads(), bar.as_ref()),
            false => (1, None),
        };
        let context = SearchContext {
            source: &name,
            threads,
            bar,
        };
        located::examine(piece, |record| analysis.find(record, &context))
    };
    let solver = analysis.solver_for_lines();
    let quick = solver.as_ref().map(|solver| {
        |packet: &mut LinePacket<_>| {
            let notes = analysis.notes(packet.batch.puzzles());
            let write = |solved: &SolvedLine<'_>, out: &mut _| {
                analysis.write_line(&name, solved, &notes, out)
            };
            fast_lane::answer(solver, packet, write, |piece| find(piece, false));
        }
    });
    let take = |item: Item<'_, Option<PuzzleResult<Q::Finding>>>| {
        let (pause, exit) = match item {
            Item::Lines(lines) => {
                // Known before it is written: a closed pipe does not hide it.
                let exit = report.enter_lines(&lines);
                worst.raise(exit);
                sink.write_all(lines.bytes)?;
                (lines.pause, exit)
            }
            Item::Piece(piece, None, PieceContext { pause, .. }) => {
                if sink.keeps_rows() {
                    sink.write_all(&piece.text)?;
                }
                (pause, Exit::Answered)
            }
            Item::Piece(piece, Some(found), PieceContext { alone, pause }) => {
                let file = &name;
                let located = LocatedPuzzle {
                    file,
                    piece,
                    alone,
                    encoding: Encoding::default(),
                };
                let mut written = match sink.keeps_rows() {
                    true => sink.write_row(&piece.text, report.added_values(&located, &found)),
                    false => sink.write_all(&report.line(&located, &found)?),
                };
                if !found
                    .as_ref()
                    .is_ok_and(|found| !report.is_remarkable(found))
                {
                    written = written.and_then(|()| sink.flush_stream());
                }
                let exit = match &found {
                    Ok(finding) => report.enter(&located, finding),
                    Err(error) => {
                        report.enter_error(&located, error);
                        error.exit()
                    }
                };
                worst.raise(exit);
                written?;
                (pause, exit)
            }
        };
        if pause {
            sink.flush_stream()?;
        }
        Ok(match exit {
            Exit::Interrupted => ControlFlow::Break(()),
            _ => ControlFlow::Continue(()),
        })
    };
    let (file, options) = ((source, stream), analysis.read_options());
    let seen = pipeline::run(pool, file, options, &mut progress, find, quick, take)?;
    drop(progress);
    match seen.puzzles {
        0 if !seen.stopped => Err(source.without_puzzle().into()),
        _ => Ok(()),
    }
}
