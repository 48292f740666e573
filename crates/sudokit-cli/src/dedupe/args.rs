//! What can be typed behind `sudokit dedupe`.

use std::path::PathBuf;

use clap::{Args, ValueHint};

use super::{Plan, Written};
use crate::args::{ReadArgs, ReportArgs};
use crate::check::Style;
use crate::effort::Effort;
use crate::output::Destination;
use crate::plan;
use crate::problem::Problem;
use crate::quantities;

#[derive(Args, Debug)]
pub struct DedupeArgs {
    #[command(flatten)]
    pub read: ReadArgs,

    /// Write the canonical form of each puzzle that is kept
    #[arg(long, conflicts_with_all = ["json", "csv"], help_heading = "Writing")]
    pub canonical: bool,

    #[command(flatten)]
    pub report: ReportArgs,

    /// Write to this file; it appears whole or not at all
    #[arg(short, long, value_name = "PATH", value_hint = ValueHint::FilePath, help_heading = "Writing")]
    pub output: Option<PathBuf>,

    /// Write the puzzles that are dropped to this file
    #[arg(long, value_name = "PATH", value_hint = ValueHint::FilePath, help_heading = "Writing")]
    pub dropped: Option<PathBuf>,

    /// How many threads to use, up to 1024; 0 is one for each core
    #[arg(
        long,
        value_name = "N",
        default_value_t = 0,
        hide_default_value = true,
        allow_negative_numbers = true,
        value_parser = quantities::threads,
        help_heading = "Searching"
    )]
    pub threads: usize,
}

impl DedupeArgs {
    /// What is meant by it.
    ///
    /// # Errors
    /// When there is nothing to read.
    pub fn plan(self, unlimited: Effort) -> Result<Plan, Problem> {
        let effort = Effort {
            threads: self.threads,
            ..unlimited
        };
        let written = match plan::style(&self.report) {
            Style::Words if self.canonical => Written::Canonical,
            Style::Words => Written::Kept,
            style => Written::Report(style),
        };
        let destination = Destination::from_option(self.output.as_deref());
        Ok(Plan {
            job: plan::job(self.read, destination, effort)?,
            dropped: self.dropped,
            written,
        })
    }
}
