//! What can be typed behind `sudokit rate`.

use clap::Args;
use sudokit::logic::Technique;

use super::Template;
use crate::args::{LogicArgs, OutputArgs, ReadArgs, ReportArgs, ThreadsArgs};

#[derive(Args, Debug)]
pub struct RateArgs {
    #[command(flatten)]
    pub read: ReadArgs,

    /// Show only puzzles that take these techniques, with commas between them
    #[arg(
        long,
        value_name = "TECHNIQUES",
        value_delimiter = ',',
        help_heading = "Techniques"
    )]
    pub technique: Vec<Technique>,

    #[command(flatten)]
    pub logic: LogicArgs,

    #[command(flatten)]
    pub report: ReportArgs,

    /// Write a line of your own for each puzzle: '%g %l %s'
    ///
    /// %g is the puzzle in one line, %l its level, %s its score, %h the hardest technique, %n the
    /// number of steps, %t all techniques with the number of their steps, %u the status, %f the
    /// file, %L the line, %N the name, %% a percent sign.
    #[arg(long, value_name = "TEMPLATE", conflicts_with_all = ["json", "csv"], help_heading = "Writing")]
    pub format: Option<Template>,

    #[command(flatten)]
    pub output: OutputArgs,

    #[command(flatten)]
    pub threads: ThreadsArgs,
}
