//! What can be typed behind `sudokit hint`.

use clap::Args;
use sudokit::logic::Stage;

use super::Claim;
use crate::args::{LogicArgs, ReadArgs, WordsArgs};

#[derive(Args, Debug)]
pub struct HintArgs {
    #[command(flatten)]
    pub read: ReadArgs,

    #[command(flatten)]
    pub asked: AskedArgs,

    #[command(flatten)]
    pub logic: LogicArgs,

    #[command(flatten)]
    pub words: WordsArgs,

    /// Write one JSON object a line
    #[arg(long, help_heading = "Writing")]
    pub json: bool,
}

/// What is asked about a position; one of them at most.
#[derive(Args, Debug)]
#[group(multiple = false)]
pub struct AskedArgs {
    /// How much to tell: 1 where to look, 2 for which technique, 3 the whole step
    #[arg(
        long,
        value_name = "N",
        default_value = "3",
        allow_negative_numbers = true,
        value_parser = stage,
        help_heading = "Asking"
    )]
    pub stage: Stage,

    /// Show every step that is possible now, by technique
    #[arg(long, help_heading = "Asking")]
    pub all: bool,

    /// Say whether this is right, and which step shows it: r4c5!=7, r4c5=3, D5≠7, r4c57!=3
    #[arg(long, value_name = "CLAIM", help_heading = "Asking")]
    pub why: Option<Claim>,
}

fn stage(text: &str) -> Result<Stage, String> {
    let number = text.trim().parse().ok();
    let stage = number.and_then(Stage::of_number);
    stage.ok_or_else(|| "say 1, 2 or 3".to_string())
}
