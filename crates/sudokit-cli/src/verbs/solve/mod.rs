//! `sudokit solve`: writes the solution of each puzzle in the form of the input.

mod form;
mod options;
mod result;
mod search;
mod totals;

use std::collections::HashMap;
use std::io::{self, IsTerminal, Write};
use std::ops::ControlFlow;
use std::path::Path;

use sudokit::Solver;
use sudokit::format::{Content, Piece};
use sudokit::solve::{End, Status};

use crate::io::fast_lane::{self, LinePacket, SolvedLine};
use crate::io::input::{self, Source, Stream};
use crate::io::output::{Destination, Sink, beside};
use crate::io::pipeline::{self, Item, PieceContext, ThreadPool};
use crate::report::error::{self, CliError};
use crate::report::{self, Exit};
use crate::terminal::messages::Messages;
use crate::terminal::progress::watch;
use crate::terminal::{board, highlight};
use form::FormOutput;
pub use options::{SolveArgs, SolveOptions, SolveOutput};
use result::{Part, SolveResult};
use search::Resources;
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
        if !is_plain || !self.output.keeps_text() || self.stats {
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
    run_counted(options, messages).map(|(exit, _)| exit)
}

/// Solves every puzzle of every file, and says how many could be read.
///
/// # Errors
/// Whatever stops the whole run; errors of single files are reported and counted.
pub fn run_counted(options: &SolveOptions, messages: &Messages) -> anyhow::Result<(Exit, u64)> {
    let sources = match options.destination {
        Destination::Beside => without_outputs(&options.sources, messages)?,
        _ => options.sources.clone(),
    };
    options.destination.check(&sources)?;
    let form = match &options.output {
        SolveOutput::Form(form, options) => Some(FormOutput::new(*form, options)),
        _ => None,
    };
    let pool = ThreadPool::new(&options.solutions.search)?;
    let mut run = SolveRun {
        options,
        sources,
        messages,
        pool: &pool,
        form,
        totals: SolveTotals::new(),
        exit: Exit::Answered,
    };
    match options.destination {
        Destination::Beside => run.save_each()?,
        _ => run.gather()?,
    }
    run.totals.print(options, messages, pool.threads());
    Ok((run.exit, run.totals.readable()))
}

/// The inputs without the outputs of an earlier run: `board_output.csv` is left out if `board.csv`
/// is an input.
fn without_outputs(sources: &[Source], messages: &Messages) -> Result<Vec<Source>, CliError> {
    // The name counts, not what a link points to: an output that is a link to another input must
    // not pass for that input.
    let place = |path: &Path| {
        let parent = path
            .parent()
            .filter(|parent| !parent.as_os_str().is_empty());
        let parent = parent.unwrap_or(Path::new("."));
        let parent = parent
            .canonicalize()
            .unwrap_or_else(|_| parent.to_path_buf());
        (parent, path.file_name().map(ToOwned::to_owned))
    };
    let mut outputs = HashMap::new();
    for source in sources {
        outputs.insert(place(&beside(source)?), source);
    }
    let mut inputs = Vec::new();
    for source in sources {
        let input = source.path().and_then(|path| outputs.get(&place(path)));
        match input {
            Some(input) => messages.note(format_args!(
                "`{source}` is left out: it is the output for `{input}`"
            )),
            None => inputs.push(source.clone()),
        }
    }
    Ok(inputs)
}

struct SolveRun<'a> {
    options: &'a SolveOptions,
    sources: Vec<Source>,
    messages: &'a Messages,
    pool: &'a ThreadPool,
    /// The writer of another form than that of the input.
    form: Option<FormOutput>,
    totals: SolveTotals,
    exit: Exit,
}

impl SolveRun<'_> {
    /// Writes all solutions to standard output or to one file.
    fn gather(&mut self) -> anyhow::Result<()> {
        let mut sink = self.options.destination.open_like(&self.sources)?;
        if self.options.output == SolveOutput::Csv {
            sink.write_all(&report::csv_row(result::HEADINGS)?)?;
        }
        let mut any = false;
        let (sources, cancel) = (self.sources.clone(), &self.options.solutions.search.cancel);
        let exit = input::each(&sources, self.messages, cancel, |source| {
            self.file(source, source.open()?, &mut sink)?;
            any = true;
            Ok(())
        })?;
        self.exit.raise(exit);
        if let Some(form) = &mut self.form {
            sink.write_all(&form.end())?;
            for lost in form.losses() {
                self.messages.note(lost);
            }
        }
        match &self.options.destination {
            Destination::File(path) if any || cancel.is_cancelled() => self.keep(sink, path),
            Destination::File(_) => Ok(()),
            _ => sink.finish(),
        }
    }

    /// Writes the solutions of each input to a file next to it.
    fn save_each(&mut self) -> anyhow::Result<()> {
        let (sources, cancel) = (self.sources.clone(), &self.options.solutions.search.cancel);
        let exit = input::each(&sources, self.messages, cancel, |source| {
            self.totals.begin_file();
            // Each input has its own output, so the next one may succeed.
            self.save(source).map_err(error::of_one_file)
        })?;
        self.exit.raise(exit);
        Ok(())
    }

    fn save(&mut self, source: &Source) -> anyhow::Result<()> {
        let path = beside(source)?;
        // Opened before the output is created, so that a missing input is reported as such, and
        // only once: a FIFO that is opened twice blocks or loses what was written to it.
        let stream = source.open()?;
        if let Some(kind) = stream.converted_from {
            return Err(CliError::new(
                format!("cannot save solutions in the {kind} `{source}`"),
                "name a file with -o, such as `-o answers.csv`",
            )
            .into());
        }
        let (mut sink, failed) = match Sink::create(&path) {
            // The prompt shows the solution even if it cannot be saved.
            Err(failed) if self.options.is_prompt => (Sink::discard(), Some(failed)),
            sink => (sink?, None),
        };
        self.file(source, stream, &mut sink)?;
        let saved = match failed {
            None => self.keep(sink, &path),
            Some(failed) => Err(failed.into()),
        };
        match saved.as_ref().map_err(error::behind) {
            Err(Some(failed)) if self.options.is_prompt => Err(CliError::new(
                format!("not saved: {}", failed.message),
                "`sudokit solve FILE -o PATH` saves it elsewhere",
            )
            .into()),
            _ => saved,
        }
    }

    /// Finishes a file. After an interruption, what was done is kept beside it: an earlier output
    /// is worth more than half of a new one.
    fn keep(&self, sink: Sink, path: &Path) -> anyhow::Result<()> {
        if self.options.solutions.search.cancel.is_cancelled() {
            return sink.keep_partial(path, &self.totals.done(), self.messages);
        }
        sink.finish()?;
        self.messages
            .remark(format_args!("Saved {}", path.display()));
        Ok(())
    }

    fn file(&mut self, source: &Source, mut stream: Stream, sink: &mut Sink) -> anyhow::Result<()> {
        let (options, messages, pool) = (self.options, self.messages, self.pool);
        // Other forms are new text, which is UTF-8.
        if options.output.keeps_text() {
            let encoding = stream.encoding().map_err(|error| source.broken(&error))?;
            let inputs = self.sources.len();
            sink.keep_encoding(options.destination.encoding(encoding, inputs));
        }
        let to_stdout = options.is_prompt || options.destination == Destination::Stdout;
        let shared = to_stdout && io::stdout().is_terminal();
        let mut progress = messages.progress(stream.size, shared);
        let bar = progress.bar();
        let name = source.to_string();
        let mut leading_text = LeadingText::default();
        let work = |piece: &Piece, alone: bool| {
            if options.solutions.wanted.is_streamed() {
                return None;
            }
            let bar = bar.as_ref().filter(|_| alone);
            watch(bar, &name, |progress| {
                let threads = if alone { pool.threads() } else { 1 };
                result::find(options, &name, piece, Resources { threads, progress })
            })
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
                let special =
                    |piece: &Piece| result::find(options, &name, piece, Resources::one_thread());
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
                if options.output.keeps_text() {
                    leading_text.write(&piece.text, sink)?;
                }
                if pause {
                    sink.flush_stream()?;
                }
                return Ok(ControlFlow::Continue(()));
            }
            leading_text.give_way(sink)?;
            let found = match found {
                Some(answer) => answer,
                None => match self.stream(&name, piece, sink)? {
                    Some(answer) => answer,
                    None => return Ok(ControlFlow::Continue(())),
                },
            };
            // Known before it is written: a closed pipe does not hide it.
            self.exit.raise(found.exit(options.solutions.wanted));
            match alone {
                true => self.write_lone(sink, piece, &found)?,
                false => self.write(sink, piece, &found)?,
            }
            // A message about a solution must follow it if both go to the same place.
            let flushed = match pause || found.is_remarkable() {
                true => sink.flush_stream(),
                false => Ok(()),
            };
            messages.follows(sink.leaves_line_open());
            self.totals
                .count(options, messages, &name, piece, &found, alone);
            flushed?;
            Ok(match found.end {
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
            if options.destination == Destination::Stdout {
                messages.interrupted(format_args!("{name}: {}", self.totals.done()));
            }
        } else if seen.puzzles == 0 {
            return Err(source.without_puzzle().into());
        }
        Ok(())
    }

    /// Writes solutions as they are found.
    fn stream(
        &mut self,
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
        let resources = Resources {
            threads,
            progress: None,
        };
        let (options, form) = (self.options, &mut self.form);
        let answer = self.pool.run(|| {
            result::search(options, name, piece, resources, &mut |part| {
                match (part, &mut *form, &piece.content) {
                    (Part::Text(text), ..) => sink.write_all(text)?,
                    (Part::Solution(values), Some(form), Content::Puzzle(record)) => {
                        let text = form.solution(record, values).map_err(io::Error::other)?;
                        sink.write_all(&text)?;
                    }
                    (Part::Solution(_), ..) => {}
                }
                sink.flush_stream()
            })
        })?;
        Ok(answer)
    }

    /// Writes the solution of a lone puzzle, coloured or drawn as a board if wanted.
    fn write_lone(
        &mut self,
        sink: &mut Sink,
        piece: &Piece,
        answer: &SolveResult,
    ) -> anyhow::Result<()> {
        let coloured = self.options.highlight && self.options.output.keeps_text();
        match (&piece.content, &answer.attempt) {
            (Content::Puzzle(record), Some(grid)) if self.options.is_prompt => {
                let drawn = board::draw(&record.puzzle, &record.symbols, grid);
                anstream::stdout().write_all(format!("{drawn}\n").as_bytes())?;
                // A board is not shown twice, but a line can be copied.
                let lines = piece.text.trim_ascii().split(|byte| *byte == b'\n').count();
                if self.options.destination != Destination::Stdout || lines == 1 {
                    sink.write_all(&answer.bytes)?;
                }
            }
            (Content::Puzzle(record), Some(_)) if coloured => {
                let symbols = highlight::SymbolWidth::of(record);
                sink.write_all(&highlight::filled_in(&piece.text, &answer.bytes, symbols))?;
            }
            _ => self.write(sink, piece, answer)?,
        }
        Ok(())
    }

    /// Writes the solution of a puzzle.
    fn write(
        &mut self,
        sink: &mut Sink,
        piece: &Piece,
        answer: &SolveResult,
    ) -> anyhow::Result<()> {
        sink.write_all(&answer.bytes)?;
        let Some(form) = &mut self.form else {
            return Ok(());
        };
        let Content::Puzzle(record) = &piece.content else {
            sink.write_all(&form.word("Invalid"))?;
            return Ok(());
        };
        let attempt = answer.attempt.as_ref().map(|grid| grid.values());
        let attempt = attempt.filter(|_| answer.status == Status::Open);
        let solutions = answer.solutions.iter().map(|values| &values[..]);
        for values in solutions.chain(attempt) {
            let text = form.solution(record, values).map_err(|reason| {
                let help = "choose another form with --to";
                CliError::new(format!("cannot write a solution: {reason}"), help)
            })?;
            sink.write_all(&text)?;
        }
        let word = match answer.status {
            Status::NoSolution => form.word("No Solution"),
            Status::RuleBroken => form.word("Invalid"),
            _ => Vec::new(),
        };
        sink.write_all(&word)?;
        Ok(())
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
