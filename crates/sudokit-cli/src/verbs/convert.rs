//! `sudokit convert`: writes puzzles in another form.

use std::collections::BTreeSet;
use std::io::{self, IsTerminal, Write};
use std::ops::ControlFlow;

use clap::Args;
use sudokit::format::write::{WriteOptions, Writer};
use sudokit::format::{Content, Form, Piece, ReadOptions};

use crate::args::search::SearchOptions;
use crate::args::{OutputArgs, ReadArgs, WriteArgs, form_parser};
use crate::io::columnar;
use crate::io::input::{self, Source};
use crate::io::output::{Destination, Sink};
use crate::io::pipeline::{self, Item, NoFastLane, ThreadPool};
use crate::report::error::CliError;
use crate::report::{self, Exit};
use crate::terminal::messages::Messages;

/// The flags of `sudokit convert`.
#[derive(Args, Debug)]
pub struct ConvertArgs {
    #[command(flatten)]
    pub read: ReadArgs,

    /// Form to write; not needed if -o names a Parquet or Arrow file
    #[arg(long, value_name = "FORM", value_parser = form_parser(Form::can_write), required_unless_present = "output", help_heading = "Output")]
    pub to: Option<Form>,

    #[command(flatten)]
    pub look: WriteArgs,

    #[command(flatten)]
    pub output: OutputArgs,
}

/// The options of `convert`.
pub struct ConvertOptions {
    pub sources: Vec<Source>,
    pub read: ReadOptions,
    pub form: Form,
    /// The output is a Parquet or Arrow file, which holds a table.
    pub is_columnar: bool,
    pub write: WriteOptions,
    pub destination: Destination,
    pub search: SearchOptions,
}

impl ConvertOptions {
    /// The options for these flags.
    ///
    /// # Errors
    /// When there is nothing to read.
    pub fn new(args: ConvertArgs, search: SearchOptions) -> Result<ConvertOptions, CliError> {
        let destination = args.output.destination();
        let is_columnar = destination.is_columnar();
        let form = match (args.to, is_columnar) {
            (None | Some(Form::Table), true) => Form::Table,
            (Some(form), false) => form,
            (Some(_), true) => {
                return Err(CliError::new(
                    "a Parquet or Arrow file holds a table",
                    "leave out --to, or choose another name with -o",
                ));
            }
            (None, false) => {
                return Err(CliError::new(
                    "no form to write: --to is missing",
                    "name one, such as `--to line`; only -o NAME.parquet and -o NAME.arrow need none",
                ));
            }
        };
        Ok(ConvertOptions {
            sources: args.read.sources()?,
            read: args.read.options(),
            form,
            is_columnar,
            write: args.look.options(),
            destination,
            search,
        })
    }
}

impl ConvertOptions {
    /// Whether rows of tables are written with all their columns: from and to a Parquet or Arrow
    /// file, if all inputs have the same ones.
    fn keeps_rows(&self) -> bool {
        let are_columnar = self
            .sources
            .iter()
            .all(|source| columnar::of_source(source).is_some());
        let is_alone = self.sources.len() == 1;
        self.form == Form::Table && (are_columnar || is_alone && self.is_columnar)
    }
}

/// Writes the puzzles of all files as one file of the other form.
///
/// # Errors
/// Whatever stops the whole run; errors of single puzzles are reported and counted.
pub fn run(options: &ConvertOptions, messages: &Messages) -> anyhow::Result<Exit> {
    options.destination.check(&options.sources)?;
    let pool = ThreadPool::new(&options.search)?;
    let keeps_rows = options.keeps_rows();
    let sink = match keeps_rows {
        true => options.destination.open_like(&options.sources)?,
        false => options.destination.open()?,
    };
    let mut run = ConvertRun {
        options,
        messages,
        pool: &pool,
        sink,
        writer: Writer::new(options.form, options.write.clone()),
        gap: Vec::new(),
        keeps_rows,
        is_columnar: false,
        in_table: false,
        written: 0,
        lost: BTreeSet::new(),
        exit: Exit::Answered,
    };
    let exit = input::each(
        &options.sources,
        messages,
        &options.search.cancel,
        |source| run.file(source),
    )?;
    run.exit.raise(exit);
    run.finish()
}

struct ConvertRun<'a> {
    options: &'a ConvertOptions,
    messages: &'a Messages,
    pool: &'a ThreadPool,
    sink: Sink,
    writer: Writer,
    /// The text before the first puzzle, which may be the header and first rows of a table.
    gap: Vec<u8>,
    /// Rows of tables are written as they are, with all their columns.
    keeps_rows: bool,
    /// The file is a Parquet or Arrow file.
    is_columnar: bool,
    /// A row of the file was written as it is.
    in_table: bool,
    written: u64,
    /// What the form cannot hold, each reported once.
    lost: BTreeSet<String>,
    exit: Exit,
}

impl ConvertRun<'_> {
    fn file(&mut self, source: &Source) -> anyhow::Result<()> {
        self.in_table = false;
        self.gap.clear();
        let mut stream = source.open()?;
        // A file of columns becomes another one, whatever its rows look like.
        self.is_columnar = stream.is_table;
        // One column of text is more likely a table if it becomes one.
        stream.is_table |= self.keeps_rows;
        let shared = self.options.destination == Destination::Stdout && io::stdout().is_terminal();
        let mut progress = self.messages.progress(stream.size, shared);
        let (pool, read) = (self.pool, &self.options.read);
        let name = source.to_string();
        let take = |item: Item<'_, ()>| {
            let Item::Piece(piece, (), circumstances) = item else {
                return Ok(ControlFlow::Continue(()));
            };
            self.piece(&name, piece, circumstances.alone)?;
            if circumstances.pause {
                self.sink.flush_stream()?;
            }
            Ok(ControlFlow::Continue(()))
        };
        let (file, lines) = ((source, stream), None::<NoFastLane<()>>);
        let seen = pipeline::run(pool, file, read, &mut progress, |_, _| (), lines, take)?;
        match seen.puzzles {
            0 if !seen.stopped => Err(source.without_puzzle().into()),
            _ => Ok(()),
        }
    }

    fn piece(&mut self, name: &str, piece: &Piece, alone: bool) -> io::Result<()> {
        let keeps_text = self.keeps_rows && (self.is_columnar || self.in_table);
        let record = match &piece.content {
            Content::Puzzle(record) => record,
            other => {
                if let Content::Unreadable(problem) = other {
                    self.messages.puzzle_problem(name, piece, problem);
                    self.exit.raise(Exit::Trouble);
                }
                if keeps_text {
                    self.written += u64::from(matches!(other, Content::Unreadable(_)));
                    return self.sink.write_all(&piece.text);
                }
                if self.keeps_rows {
                    self.gap.extend_from_slice(&piece.text);
                }
                return Ok(());
            }
        };
        if keeps_text || self.keeps_rows && record.form == Form::Table {
            self.written += 1;
            self.in_table = true;
            self.sink.write_all(&std::mem::take(&mut self.gap))?;
            return self.sink.write_all(&piece.text);
        }
        let mut text = Vec::new();
        if self.written == 0 {
            self.writer.begin(&mut text);
        }
        match self.writer.puzzle(record, &mut text) {
            Ok(losses) => {
                self.written += 1;
                if record.other_columns > 0 {
                    let lost = "columns other than puzzle, solution and name are left out";
                    self.lost.insert(lost.to_string());
                }
                self.lost.extend(losses.iter().map(ToString::to_string));
                self.sink.write_all(&text)
            }
            Err(reason) => {
                let place = report::place(name, piece, alone);
                self.messages.cli_error(&CliError::new(
                    format!("cannot convert {place}: {reason}"),
                    "",
                ));
                self.exit.raise(Exit::Trouble);
                Ok(())
            }
        }
    }

    /// Finishes the file and reports what was lost. No file is created if no puzzle could be
    /// written or the run was interrupted.
    fn finish(mut self) -> anyhow::Result<Exit> {
        if self.written > 0 && !self.keeps_rows {
            let mut text = Vec::new();
            self.writer.end(&mut text);
            self.sink.write_all(&text)?;
        }
        for lost in &self.lost {
            self.messages.note(lost);
        }
        let is_wanted = self.written > 0 && self.exit != Exit::Interrupted;
        let destination = &self.options.destination;
        destination.finish(self.sink, is_wanted, self.messages)?;
        Ok(self.exit)
    }
}
