//! `sudokit dedupe`: one of all puzzles that are the same in another dress.

mod args;
mod classes;
mod outlet;
mod report;

use std::path::PathBuf;

use sudokit::format::{Content, Piece, Record};

use crate::case::{Case, Found};
use crate::check::Style;
use crate::dress;
use crate::exit::Exit;
use crate::files;
use crate::input::Source;
use crate::output::Destination;
use crate::pipeline::Crew;
use crate::problem::Problem;
use crate::puzzles::{self, Job};
use crate::quantities::{plural, thousands};
use crate::talk::Talk;
pub use args::DedupeArgs;
use classes::{Class, Classes};
use outlet::Outlet;
use report::Report;

/// What `dedupe` was asked to do.
pub struct Plan {
    pub job: Job,
    /// Where puzzles go that are not kept.
    pub dropped: Option<PathBuf>,
    pub written: Written,
}

/// What is written about the puzzles.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Written {
    /// Those that are kept, as they are.
    Kept,
    /// The canonical forms of those that are kept.
    Canonical,
    /// Which class each puzzle is of.
    Report(Style),
}

/// Keeps the first puzzle of each class, over all files.
///
/// # Errors
/// What stops the whole run.
pub fn run(plan: &Plan, talk: &Talk) -> anyhow::Result<Exit> {
    let dropped = Destination::from_option(plan.dropped.as_deref());
    plan.job.destination.check(&plan.job.sources)?;
    dropped.check(&plan.job.sources)?;
    if plan.dropped.is_some() && dropped == plan.job.destination {
        return Err(Problem::new(
            "-o and --dropped name the same file",
            "one of them would be written over: choose another name",
        )
        .into());
    }
    let crew = Crew::new(&plan.job.effort)?;
    let mut run = Run {
        plan,
        talk,
        crew: &crew,
        kept: Outlet::new(plan.job.destination.open()?),
        dropped: match plan.dropped {
            Some(_) => Some(Outlet::new(dropped.open()?)),
            None => None,
        },
        classes: Classes::new(),
        report: match plan.written {
            Written::Report(style) => Some(Report::new(style)),
            _ => None,
        },
        tally: Tally::default(),
        exit: Exit::Answered,
    };
    let exit = files::each(&plan.job.sources, talk, &plan.job.effort.cancel, |source| {
        run.file(source)
    })?;
    run.exit.raise(exit);
    run.finish(&dropped)
}

#[derive(Default)]
struct Tally {
    read: u64,
    kept: u64,
    /// Puzzles without a canonical form.
    alone: u64,
}

struct Run<'a> {
    plan: &'a Plan,
    talk: &'a Talk,
    crew: &'a Crew,
    kept: Outlet,
    dropped: Option<Outlet>,
    classes: Classes<()>,
    report: Option<Report>,
    tally: Tally,
    exit: Exit,
}

impl Run<'_> {
    fn file(&mut self, source: &Source) -> anyhow::Result<()> {
        let (job, crew) = (&self.plan.job, self.crew);
        let form = self.plan.written == Written::Canonical;
        let cancel = &job.effort.cancel;
        let work = |_: &Case<'_>, record: &Record| Class::of(&record.puzzle, form, cancel);
        let read = puzzles::file(
            job,
            (crew, self.talk),
            source,
            work,
            |case, found, pause| {
                // What was found out by then may have been cancelled on the way.
                if cancel.is_cancelled() {
                    return Ok(());
                }
                self.piece(case.file, case.piece, found)?;
                if pause {
                    self.kept.sink.hand_over()?;
                }
                Ok(())
            },
        );
        for outlet in std::iter::once(&mut self.kept).chain(&mut self.dropped) {
            outlet.end_file()?;
        }
        read
    }

    fn piece(
        &mut self,
        file: &str,
        piece: &Piece,
        found: Option<Found<Class>>,
    ) -> anyhow::Result<()> {
        let (record, class) = match (&piece.content, found) {
            (Content::Puzzle(record), Some(Ok(class))) => (record, class),
            (_, Some(Err(trouble))) => {
                self.kept.sink.hand_over()?;
                trouble.tell(self.talk, file, piece);
                self.exit.raise(trouble.exit());
                return Ok(());
            }
            _ => {
                let kept = self.report.is_none().then_some(&mut self.kept);
                let outlets = kept.into_iter().chain(&mut self.dropped);
                outlets.for_each(|outlet| outlet.between(&piece.text));
                return Ok(());
            }
        };
        self.tally.read += 1;
        self.tally.alone += u64::from(!class.is_canonical);
        let is_new = match &mut self.report {
            Some(report) => report.line(&mut self.kept.sink, file, piece, &class)?,
            None => self.classes.meet(class.key, || ()).is_ok(),
        };
        self.tally.kept += u64::from(is_new);
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

    /// What is written about a puzzle that is kept.
    fn text(&self, piece: &Piece, record: &Record, class: &Class) -> Vec<u8> {
        let mut text = Vec::with_capacity(piece.text.len());
        let written = class
            .way
            .as_ref()
            .map(|way| dress::write(piece, record, way, &mut text));
        match written {
            // The form that came in holds the same puzzle in another dress.
            Some(Ok(_)) => text,
            _ => piece.text.clone(),
        }
    }

    /// Finishes the files and says how many puzzles there were.
    fn finish(self, dropped: &Destination) -> anyhow::Result<Exit> {
        let Tally { read, kept, alone } = self.tally;
        if alone > 0 {
            self.talk.note(format_args!(
                "{} of other shapes, or with candidates of their own: of these only exact \
                 repetitions were found",
                plural(alone, "puzzle")
            ));
        }
        let outlets = [
            (&self.plan.job.destination, Some(self.kept)),
            (dropped, self.dropped),
        ];
        for (destination, outlet) in outlets {
            let Some(outlet) = outlet else { continue };
            destination.finish(outlet.sink, self.exit != Exit::Interrupted, self.talk)?;
        }
        self.talk.remark(format_args!(
            "{} read, {} kept, {} dropped",
            plural(read, "puzzle"),
            thousands(kept),
            thousands(read - kept)
        ));
        Ok(self.exit)
    }
}
