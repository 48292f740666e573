//! `sudokit convert`: puzzles in another form.

use std::collections::BTreeSet;
use std::io::{self, IsTerminal, Write};
use std::ops::ControlFlow;

use clap::Args;
use sudokit::format::write::{WriteOptions, Writer};
use sudokit::format::{Content, Form, Piece, ReadOptions};

use crate::args::{LookArgs, OutputArgs, ReadArgs, form_parser};
use crate::effort::Effort;
use crate::exit::Exit;
use crate::files;
use crate::input::Source;
use crate::output::{Destination, Sink};
use crate::pipeline::{self, Crew, Item, NoLines};
use crate::problem::Problem;
use crate::report;
use crate::talk::Talk;

/// What can be typed behind `sudokit convert`.
#[derive(Args, Debug)]
pub struct ConvertArgs {
    #[command(flatten)]
    pub read: ReadArgs,

    /// The form to write
    #[arg(long, value_name = "FORM", value_parser = form_parser(), help_heading = "Writing")]
    pub to: Form,

    #[command(flatten)]
    pub look: LookArgs,

    #[command(flatten)]
    pub output: OutputArgs,
}

/// What `convert` was asked to do.
pub struct Plan {
    pub sources: Vec<Source>,
    pub read: ReadOptions,
    pub form: Form,
    pub write: WriteOptions,
    pub destination: Destination,
    pub effort: Effort,
}

/// Writes the puzzles of all files as one file of the other form.
///
/// # Errors
/// What stops the whole run; what stops one puzzle is told and counted.
pub fn run(plan: &Plan, talk: &Talk) -> anyhow::Result<Exit> {
    plan.destination.check(&plan.sources)?;
    let crew = Crew::new(&plan.effort)?;
    let sink = plan.destination.open()?;
    let mut run = Run {
        plan,
        talk,
        crew: &crew,
        sink,
        writer: Writer::new(plan.form, plan.write.clone()),
        written: 0,
        lost: BTreeSet::new(),
        exit: Exit::Answered,
    };
    let exit = files::each(&plan.sources, talk, &plan.effort.cancel, |source| {
        run.file(source)
    })?;
    run.exit.raise(exit);
    run.finish()
}

struct Run<'a> {
    plan: &'a Plan,
    talk: &'a Talk,
    crew: &'a Crew,
    sink: Sink,
    writer: Writer,
    written: u64,
    /// What the form has no place for, each said once.
    lost: BTreeSet<String>,
    exit: Exit,
}

impl Run<'_> {
    fn file(&mut self, source: &Source) -> anyhow::Result<()> {
        let stream = source.open()?;
        let shared = self.plan.destination == Destination::Stdout && io::stdout().is_terminal();
        let mut watch = self.talk.watch(stream.size, shared);
        let (crew, read) = (self.crew, &self.plan.read);
        let name = source.to_string();
        let take = |item: Item<'_, ()>| {
            let Item::Piece(piece, (), circumstances) = item else {
                return Ok(ControlFlow::Continue(()));
            };
            self.piece(&name, piece, circumstances.alone)?;
            if circumstances.pause {
                self.sink.hand_over()?;
            }
            Ok(ControlFlow::Continue(()))
        };
        let (file, lines) = ((source, stream), None::<NoLines<()>>);
        let seen = pipeline::run(crew, file, read, &mut watch, |_, _| (), lines, take)?;
        match seen.puzzles {
            0 if !seen.stopped => Err(source.without_puzzle().into()),
            _ => Ok(()),
        }
    }

    fn piece(&mut self, name: &str, piece: &Piece, alone: bool) -> io::Result<()> {
        let record = match &piece.content {
            Content::Puzzle(record) => record,
            Content::Verbatim => return Ok(()),
            Content::Unreadable(diagnostic) => {
                self.talk.diagnostic(name, piece, diagnostic);
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
                self.talk.problem(&Problem::new(
                    format!("cannot convert {place}: {reason}"),
                    "",
                ));
                self.exit.raise(Exit::Trouble);
                Ok(())
            }
        }
    }

    /// Ends the file and says what was left out of it. Where no puzzle could be written, or the
    /// work was interrupted, no file appears.
    fn finish(mut self) -> anyhow::Result<Exit> {
        if self.written > 0 {
            let mut text = Vec::new();
            self.writer.end(&mut text);
            self.sink.write_all(&text)?;
        }
        for lost in &self.lost {
            self.talk.note(lost);
        }
        let is_wanted = self.written > 0 && self.exit != Exit::Interrupted;
        let destination = &self.plan.destination;
        destination.finish(self.sink, is_wanted, self.talk)?;
        Ok(self.exit)
    }
}
