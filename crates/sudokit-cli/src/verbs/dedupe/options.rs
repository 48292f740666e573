//! The flags of `sudokit dedupe`.

use std::path::PathBuf;

use clap::{Args, ValueHint};

use crate::args::files::ReportStyle;
use crate::args::search::SearchOptions;
use crate::args::{OutputArgs, ReadArgs, ReportArgs, ThreadsArgs};
use crate::io::puzzles::FileOptions;
use crate::report::error::CliError;

#[derive(Args, Debug)]
pub struct DedupeArgs {
    #[command(flatten)]
    pub read: ReadArgs,

    /// Write the canonical form of each puzzle that is kept
    #[arg(long, conflicts_with_all = ["json", "csv"], help_heading = "Output")]
    pub canonical: bool,

    #[command(flatten)]
    pub report: ReportArgs,

    #[command(flatten)]
    pub output: OutputArgs,

    /// Write the dropped puzzles to this file
    #[arg(long, value_name = "PATH", value_hint = ValueHint::FilePath, help_heading = "Output")]
    pub dropped: Option<PathBuf>,

    #[command(flatten)]
    pub threads: ThreadsArgs,
}

/// The options of `dedupe`.
pub struct DedupeOptions {
    pub job: FileOptions,
    /// The file for puzzles that are not kept.
    pub dropped: Option<PathBuf>,
    pub written: DedupeOutput,
}

impl DedupeOptions {
    /// The options for these flags.
    ///
    /// # Errors
    /// When there is nothing to read.
    pub fn new(args: DedupeArgs, search: SearchOptions) -> Result<DedupeOptions, CliError> {
        let search = search.with_threads(&args.threads);
        let written = match args.report.style() {
            ReportStyle::Words if args.canonical => DedupeOutput::Canonical,
            ReportStyle::Words => DedupeOutput::Kept,
            style => DedupeOutput::Report(style),
        };
        let destination = args.output.destination();
        Ok(DedupeOptions {
            job: FileOptions::new(args.read, destination, search)?,
            dropped: args.dropped,
            written,
        })
    }
}

/// What to write.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum DedupeOutput {
    /// The puzzles that are kept, unchanged.
    Kept,
    /// Their canonical forms.
    Canonical,
    /// The class of each puzzle.
    Report(ReportStyle),
}
