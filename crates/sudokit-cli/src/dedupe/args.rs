//! What can be typed behind `sudokit dedupe`.

use std::path::PathBuf;

use clap::{Args, ValueHint};

use super::{Plan, Written};
use crate::args::{OutputArgs, ReadArgs, ReportArgs, ThreadsArgs};
use crate::check::Style;
use crate::effort::Effort;
use crate::plan;
use crate::problem::Problem;

#[derive(Args, Debug)]
pub struct DedupeArgs {
    #[command(flatten)]
    pub read: ReadArgs,

    /// Write the canonical form of each puzzle that is kept
    #[arg(long, conflicts_with_all = ["json", "csv"], help_heading = "Writing")]
    pub canonical: bool,

    #[command(flatten)]
    pub report: ReportArgs,

    #[command(flatten)]
    pub output: OutputArgs,

    /// Write the puzzles that are dropped to this file
    #[arg(long, value_name = "PATH", value_hint = ValueHint::FilePath, help_heading = "Writing")]
    pub dropped: Option<PathBuf>,

    #[command(flatten)]
    pub threads: ThreadsArgs,
}

impl DedupeArgs {
    /// What is meant by it.
    ///
    /// # Errors
    /// When there is nothing to read.
    pub fn plan(self, unlimited: Effort) -> Result<Plan, Problem> {
        let effort = Effort {
            threads: self.threads.number,
            ..unlimited
        };
        let written = match self.report.style() {
            Style::Words if self.canonical => Written::Canonical,
            Style::Words => Written::Kept,
            style => Written::Report(style),
        };
        let destination = self.output.destination();
        Ok(Plan {
            job: plan::job(self.read, destination, effort)?,
            dropped: self.dropped,
            written,
        })
    }
}
