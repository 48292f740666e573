//! The flags of `sudokit hint`.

use std::io::IsTerminal;

use clap::Args;
use sudokit::logic::{Coordinates, Logic, Stage};

use super::TypedClaim;
use crate::args::files::ReportStyle;
use crate::args::search::SearchOptions;
use crate::args::{LogicArgs, OutputArgs, ReadArgs, ReportArgs, WordsArgs};
use crate::io::output::Destination;
use crate::io::puzzles::FileOptions;
use crate::report::error::CliError;

#[derive(Args, Debug)]
pub struct HintArgs {
    #[command(flatten)]
    pub read: ReadArgs,

    #[command(flatten)]
    pub asked: HintRequestArgs,

    #[command(flatten)]
    pub logic: LogicArgs,

    #[command(flatten)]
    pub words: WordsArgs,

    #[command(flatten)]
    pub report: ReportArgs,

    #[command(flatten)]
    pub output: OutputArgs,
}

/// What to ask about a position; at most one of these.
#[derive(Args, Debug)]
#[group(multiple = false)]
pub struct HintRequestArgs {
    /// How much to show: 1 where to look, 2 which technique, 3 the whole step
    #[arg(
        long,
        value_name = "N",
        default_value = "3",
        allow_negative_numbers = true,
        value_parser = stage,
        help_heading = "Questions"
    )]
    pub stage: Stage,

    /// List every step that is possible now, by technique
    #[arg(long, help_heading = "Questions")]
    pub all: bool,

    /// Test a claim and show the step that proves it: r4c5!=7, r4c5=3, D5≠7, r4c57!=3
    #[arg(long, value_name = "CLAIM", help_heading = "Questions")]
    pub why: Option<TypedClaim>,
}

/// The options of `hint`.
pub struct HintOptions {
    pub job: FileOptions,
    pub logic: Logic,
    pub coordinates: Coordinates,
    /// Write chains in Eureka notation.
    pub eureka: bool,
    pub asked: HintRequest,
    /// Draw the position with its candidates.
    pub grid: bool,
    pub colours: bool,
    pub style: ReportStyle,
}

/// What to ask about each position.
#[derive(Clone, Debug)]
pub enum HintRequest {
    /// The next step, in this much detail.
    Next(Stage),
    /// Every step that is possible now.
    All,
    /// Whether a claim is right, and why.
    Why(TypedClaim),
}

impl HintOptions {
    /// The options for these flags.
    ///
    /// # Errors
    /// When there is nothing to read, or no technique is left.
    pub fn new(args: HintArgs, search: SearchOptions) -> Result<HintOptions, CliError> {
        let destination = args.output.destination();
        let style = args.report.style();
        if style == ReportStyle::Csv && args.asked.why.is_some() {
            return Err(CliError::new(
                "--csv and --why cannot be combined: a proof is no list of steps",
                "use --json, which has the steps of the proof as data",
            ));
        }
        let at_terminal = destination == Destination::Stdout && std::io::stdout().is_terminal();
        Ok(HintOptions {
            logic: args.logic.logic(Logic::new())?,
            coordinates: args.words.coordinates,
            eureka: args.words.eureka,
            asked: asked(args.asked),
            grid: args.words.grid || at_terminal,
            colours: destination.is_coloured(),
            style,
            job: FileOptions::new(args.read, destination, search)?,
        })
    }
}

fn asked(args: HintRequestArgs) -> HintRequest {
    match args.why {
        Some(claim) => HintRequest::Why(claim),
        None if args.all => HintRequest::All,
        None => HintRequest::Next(args.stage),
    }
}

fn stage(text: &str) -> Result<Stage, String> {
    let number = text.trim().parse().ok();
    let stage = number.and_then(Stage::of_number);
    stage.ok_or_else(|| "expected 1, 2 or 3".to_string())
}
