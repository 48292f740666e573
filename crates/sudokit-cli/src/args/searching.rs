//! Who searches, and what that may cost.

use std::time::Duration;

use clap::Args;
use sudokit::Engine;

use crate::engines::EngineParser;
use crate::quantities;

/// Who does the work.
#[derive(Args, Debug)]
pub struct WorkArgs {
    /// The engine that searches [default: auto, the fastest that fits]
    #[arg(long, value_name = "ENGINE", value_parser = EngineParser, help_heading = "Searching")]
    pub engine: Option<Engine>,

    #[command(flatten)]
    pub threads: ThreadsArgs,
}

/// How many do the work.
#[derive(Args, Debug)]
pub struct ThreadsArgs {
    /// How many threads to use, up to 1024; 0 is one for each core
    ///
    /// No more than four for each core are started: answers do not depend on their number, and
    /// more of them would only wait for each other.
    #[arg(
        id = "threads",
        long = "threads",
        value_name = "N",
        default_value_t = 0,
        hide_default_value = true,
        allow_negative_numbers = true,
        value_parser = quantities::threads,
        help_heading = "Searching"
    )]
    pub number: usize,
}

/// What the work may cost.
#[derive(Args, Debug)]
pub struct BudgetArgs {
    /// Give up on a puzzle after so many search nodes (10000, 10k, 5M)
    #[arg(long, value_name = "NODES", allow_negative_numbers = true, value_parser = quantities::count, help_heading = "Budgets")]
    pub node_limit: Option<u64>,

    /// Give up on a puzzle after so much time (500ms, 10s, 2m, 1h)
    #[arg(long, value_name = "TIME", allow_hyphen_values = true, value_parser = quantities::time, help_heading = "Budgets")]
    pub time_limit: Option<Duration>,
}
