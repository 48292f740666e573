//! `sudokit convert`: writes puzzles in another form.

use std::collections::BTreeSet;
use std::io::{self, IsTerminal, Write};
use std::ops::ControlFlow;

use clap::Args;
use sudokit::format::write::{WriteOptions, Writer};
use sudokit::format::{Content, Form, Piece, ReadOptions};

use crate::args::search::SearchOptions;
use crate::args::{OutputArgs, ReadArgs, WriteArgs, form_parser};
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

    /// Form to write
    #[arg(long, value_name = "FORM", value_parser = form_parser(Form::can_write), help_heading = "Output")]
    pub to: Form,

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
        Ok(ConvertOptions {
            sources: args.read.sources()?,
            read: args.read.options(),
            form: args.to,
            write: args.look.options(),
            destination: args.output.destination(),
            search,
        })
    }
}

/// Writes the puzzles of all files as one file of the other form.
///
/// # Errors
/// Whatever stops the whole run; errors of single puzzles are reported and counted.
pub fn run(options: &ConvertOptions, messages: &Messages) -> anyhow::Result<Exit> {
    options.destination.check(&options.sources)?;
    let pool = ThreadPool::new(&options.search)?;
    let sink = options.destination.open()?;
    let mut run = ConvertRun {
        options,
        messages,
        pool: &pool,
        sink,
        writer: Writer::new(options.form, options.write.clone()),
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
    written: u64,
    /// What the form cannot hold, each reported once.
    lost: BTreeSet<String>,
    exit: Exit,
}

impl ConvertRun<'_> {
    fn file(&mut self, source: &Source) -> anyhow::Result<()> {
        let stream = source.open()?;
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
        let record = match &piece.content {
            Content::Puzzle(record) => record,
            Content::Verbatim => return Ok(()),
            Content::Unreadable(problem) => {
                self.messages.puzzle_problem(name, piece, problem);
                self.exit.raise(Exit::Trouble);
                return Ok(());
            }
        };
        let mut text = Vec::new();
        if self.written == 0 {
            self.writer.begin(&mut text);
        }
        match self.writer.puzzle(record, &mut text) {
            Ok(losses) => {
                self.written += 1;
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
        if self.written > 0 {
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
