//! `sudokit solve`: writes the solution of each puzzle in the form of the input.

mod options;
mod result;
mod search;
mod totals;

use std::io::{self, IsTerminal, Write};
use std::ops::ControlFlow;
use std::path::Path;

use sudokit::Solver;
use sudokit::format::{Content, Piece};
use sudokit::solve::End;

use crate::io::fast_lane::{self, LinePacket, SolvedLine};
use crate::io::input::{self, Source, Stream};
use crate::io::output::{Destination, Sink, beside};
use crate::io::pipeline::{self, Item, PieceContext, ThreadPool};
use crate::report::Exit;
use crate::report::error::CliError;
use crate::terminal::messages::Messages;
use crate::terminal::{board, highlight};
pub use options::{SolveArgs, SolveOptions};
use result::SolveResult;
pub use search::{SolutionSearch, WantedSolutions};
use totals::SolveTotals;

impl SolveOptions {
    /// A solver for uniform lines, unless the options require each puzzle to be searched on its
    /// own.
    fn solver_for_lines(&self) -> Option<Solver> {
        let is_plain = matches!(
            self.solutions.wanted,
            WantedSolutions::One | WantedSolutions::Unique
        );
        if !is_plain || self.json || self.stats {
            return None;
        }
        fast_lane::solver(&self.solutions.search, 2)
    }
}

/// Solves every puzzle of every file.
///
/// # Errors
/// Whatever stops the whole run; errors of single files are reported and counted.
pub fn run(options: &SolveOptions, messages: &Messages) -> anyhow::Result<Exit> {
    options.destination.check(&options.sources)?;
    let pool = ThreadPool::new(&options.solutions.search)?;
    let mut run = SolveRun {
        options,
        messages,
        pool: &pool,
        totals: SolveTotals::new(),
        exit: Exit::Answered,
    };
    match options.destination {
        Destination::Beside => run.save_each()?,
        _ => run.gather()?,
    }
    run.totals.print(options, messages, pool.threads());
    Ok(run.exit)
}

struct SolveRun<'a> {
    options: &'a SolveOptions,
    messages: &'a Messages,
    pool: &'a ThreadPool,
    totals: SolveTotals,
    exit: Exit,
}

impl SolveRun<'_> {
    /// Writes all solutions to standard output or to one file.
    fn gather(&mut self) -> anyhow::Result<()> {
        let mut sink = self.options.destination.open()?;
        let mut any = false;
        let (sources, cancel) = (&self.options.sources, &self.options.solutions.search.cancel);
        let exit = input::each(sources, self.messages, cancel, |source| {
            self.file(source, source.open()?, &mut sink)?;
            any = true;
            Ok(())
        })?;
        self.exit.raise(exit);
        match &self.options.destination {
            Destination::File(path) if any => self.keep(sink, path),
            Destination::File(_) => Ok(()),
            _ => sink.finish(),
        }
    }

    /// Writes the solutions of each input to a file next to it.
    fn save_each(&mut self) -> anyhow::Result<()> {
        let (sources, cancel) = (&self.options.sources, &self.options.solutions.search.cancel);
        let exit = input::each(sources, self.messages, cancel, |source| self.save(source))?;
        self.exit.raise(exit);
        Ok(())
    }

    fn save(&mut self, source: &Source) -> anyhow::Result<()> {
        let path = beside(source)?;
        // Opened before the output is created, so that a missing input is reported as such, and
        // only once: a FIFO that is opened twice blocks or loses what was written to it.
        let stream = source.open()?;
        if stream.is_converted {
            return Err(CliError::new(
                format!("cannot save solutions in the workbook `{source}`"),
                "name a CSV file with -o, such as `-o answers.csv`",
            )
            .into());
        }
        let mut sink = Sink::create(&path)?;
        self.file(source, stream, &mut sink)?;
        self.keep(sink, &path)
    }

    /// Finishes a file, unless the run was interrupted: an earlier output is worth more than half
    /// of a new one.
    fn keep(&self, sink: Sink, path: &Path) -> anyhow::Result<()> {
        if self.options.solutions.search.cancel.is_cancelled() {
            self.messages
                .note(format_args!("`{}` was not written", path.display()));
            return Ok(());
        }
        sink.finish()?;
        self.messages
            .remark(format_args!("Saved {}", path.display()));
        Ok(())
    }

    fn file(&mut self, source: &Source, mut stream: Stream, sink: &mut Sink) -> anyhow::Result<()> {
        let (options, messages, pool) = (self.options, self.messages, self.pool);
        // JSON lines are new text, which is UTF-8.
        if !options.json {
            let encoding = stream.encoding().map_err(|error| source.broken(&error))?;
            let inputs = options.sources.len();
            sink.keep_encoding(options.destination.encoding(encoding, inputs));
        }
        let to_stdout = options.draw || options.destination == Destination::Stdout;
        let shared = to_stdout && io::stdout().is_terminal();
        let mut progress = messages.progress(stream.size, shared);
        let name = source.to_string();
        let mut leading_text = LeadingText::default();
        let work = |piece: &Piece, alone: bool| {
            if options.solutions.wanted.is_streamed() {
                return None;
            }
            result::find(
                options,
                &name,
                piece,
                if alone { pool.threads() } else { 1 },
            )
        };
        let solver = options.solver_for_lines();
        let quick = solver.as_ref().map(|solver| {
            |packet: &mut LinePacket<_>| {
                let write = |solved: &SolvedLine<'_>, out: &mut Vec<u8>| {
                    // Which of several solutions is found first depends on the other puzzles in the
                    // packet, and so on threads and timing. Searched on its own, it does not.
                    let is_ordinary = solved.count == 1;
                    if is_ordinary {
                        solved.batch.write_values(solved.line, solved.values, out);
                    }
                    is_ordinary
                };
                let special = |piece: &Piece| result::find(options, &name, piece, 1);
                fast_lane::answer(solver, packet, write, special);
            }
        });
        let take = |item: Item<'_, Option<SolveResult>>| {
            let (piece, found, circumstances) = match item {
                Item::Piece(piece, found, circumstances) => (piece, found, circumstances),
                Item::Lines(lines) => {
                    leading_text.give_way(sink)?;
                    sink.write_all(lines.bytes)?;
                    self.totals.count_unique(lines.unique);
                    if lines.pause {
                        sink.flush_stream()?;
                    }
                    return Ok(ControlFlow::Continue(()));
                }
            };
            let PieceContext { alone, pause } = circumstances;
            if matches!(piece.content, Content::Verbatim) {
                // Text between puzzles is not part of JSON lines.
                if !options.json {
                    leading_text.write(&piece.text, sink)?;
                }
                if pause {
                    sink.flush_stream()?;
                }
                return Ok(ControlFlow::Continue(()));
            }
            leading_text.give_way(sink)?;
            let found = match found {
                Some(answer) if alone => {
                    self.write_lone(sink, piece, &answer)?;
                    Some(answer)
                }
                Some(answer) => {
                    sink.write_all(&answer.bytes)?;
                    Some(answer)
                }
                None => self.stream(&name, piece, sink)?,
            };
            // A message about a solution must follow it if both go to the same place.
            if pause || found.as_ref().is_some_and(SolveResult::is_remarkable) {
                sink.flush_stream()?;
                messages.follows(sink.leaves_line_open());
            }
            let Some(answer) = found else {
                return Ok(ControlFlow::Continue(()));
            };
            self.exit.raise(answer.exit(options.solutions.wanted));
            self.totals
                .count(options, messages, &name, piece, &answer, alone);
            Ok(match answer.end {
                End::Cancelled => ControlFlow::Break(()),
                _ => ControlFlow::Continue(()),
            })
        };
        let seen = pipeline::run(
            pool,
            (source, stream),
            &options.read,
            &mut progress,
            work,
            quick,
            take,
        )?;
        drop(progress);
        if seen.stopped {
            messages.line(format_args!("Interrupted: {name}"));
        } else if seen.puzzles == 0 {
            return Err(source.without_puzzle().into());
        }
        Ok(())
    }

    /// Writes solutions as they are found.
    fn stream(
        &self,
        name: &str,
        piece: &Piece,
        sink: &mut Sink,
    ) -> anyhow::Result<Option<SolveResult>> {
        // On several threads solutions come in any order, so --threads must ask for it.
        let threads = self
            .options
            .solutions
            .search
            .threads
            .clamp(1, self.pool.threads());
        let (options, out) = (self.options, &mut *sink);
        let answer = self.pool.run(|| {
            result::search(options, name, piece, threads, &mut |bytes| {
                out.write_all(bytes)?;
                out.flush_stream()
            })
        })?;
        Ok(answer)
    }

    /// Writes the solution of a lone puzzle, coloured or drawn as a board if wanted.
    fn write_lone(&self, sink: &mut Sink, piece: &Piece, answer: &SolveResult) -> io::Result<()> {
        let coloured = self.options.highlight && !self.options.json;
        match (&piece.content, &answer.attempt) {
            (Content::Puzzle(record), Some(grid)) if self.options.draw => {
                let drawn = board::draw(&record.puzzle, &record.symbols, grid);
                anstream::stdout().write_all(format!("{drawn}\n").as_bytes())?;
                sink.write_all(&answer.bytes)
            }
            (Content::Puzzle(record), Some(_)) if coloured => {
                let symbols = highlight::SymbolWidth::of(record);
                sink.write_all(&highlight::filled_in(&piece.text, &answer.bytes, symbols))
            }
            _ => sink.write_all(&answer.bytes),
        }
    }
}

/// Longer text is written anyway: memory is bounded, whatever the file.
const HELD_AT_MOST: usize = 16 << 20;

/// Holds back the text before the first puzzle: a file without a puzzle is not copied.
#[derive(Default)]
pub struct LeadingText {
    held: Vec<u8>,
    is_over: bool,
}

impl LeadingText {
    /// Writes text between puzzles, or holds it back before the first puzzle.
    ///
    /// # Errors
    /// When writing fails.
    pub fn write(&mut self, text: &[u8], sink: &mut Sink) -> io::Result<()> {
        if self.is_over {
            return sink.write_all(text);
        }
        self.held.extend_from_slice(text);
        match self.held.len() {
            length if length > HELD_AT_MOST => self.give_way(sink),
            _ => Ok(()),
        }
    }

    /// Writes the text held back, on a new line: a puzzle follows.
    ///
    /// # Errors
    /// When writing fails.
    pub fn give_way(&mut self, sink: &mut Sink) -> io::Result<()> {
        if !self.is_over {
            self.is_over = true;
            sink.fresh_line()?;
            sink.write_all(&std::mem::take(&mut self.held))?;
        }
        Ok(())
    }
}
