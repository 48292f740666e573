//! What can be typed behind `sudokit neighbours`.

use std::path::PathBuf;

use clap::builder::RangedU64ValueParser;
use clap::{Args, ValueHint};
use sudokit::analyse::Neighbourhood;

use super::filter::FilterArgs;
use crate::args::{ReadArgs, ThreadsArgs};
use crate::quantities;

/// Beyond this there are more ways to take givens away than anybody can wait for.
const MOST_REMOVED: u64 = 6;
/// Beyond this what comes of one removal may fill the memory.
const MOST_ADDED: u64 = 3;

#[derive(Args, Debug)]
pub struct NeighboursArgs {
    #[command(flatten)]
    pub read: ReadArgs,

    /// How many givens to take away
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = RangedU64ValueParser::<usize>::new().range(0..=MOST_REMOVED))]
    pub remove: usize,

    /// How many others to put in instead
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = RangedU64ValueParser::<usize>::new().range(0..=MOST_ADDED))]
    pub add: usize,

    /// Pass over removals that leave more than N solutions
    #[arg(long, value_name = "N", default_value_t = Neighbourhood::LIMIT, allow_negative_numbers = true, value_parser = quantities::count)]
    pub limit: u64,

    /// Go on from the hardest of what was found, so many rounds in all
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = RangedU64ValueParser::<u64>::new().range(1..))]
    pub rounds: u64,

    /// With --rounds: go on from so many
    #[arg(long, value_name = "N", default_value_t = 10, requires = "rounds", value_parser = RangedU64ValueParser::<usize>::new().range(1..=1_000_000))]
    pub keep: usize,

    #[command(flatten)]
    pub filter: FilterArgs,

    /// Keep puzzles that are the same up to symmetry, and leave out only those that are equal
    #[arg(long, help_heading = "Choosing")]
    pub isomorphs: bool,

    /// Write one JSON object a line, with what was taken away and what was added
    #[arg(long, help_heading = "Writing")]
    pub json: bool,

    /// Write to this file; it appears whole or not at all, unless --resume lets it grow
    #[arg(short, long, value_name = "PATH", value_hint = ValueHint::FilePath, help_heading = "Writing")]
    pub output: Option<PathBuf>,

    /// Keep in this file how far the hunt has come, and go on from there if it exists
    ///
    /// The output grows while the hunt goes on. A hunt that was ended in any way goes on with the
    /// same command, and its output is the same as if nothing had happened.
    #[arg(long, value_name = "PATH", requires = "output", value_hint = ValueHint::FilePath, help_heading = "Writing")]
    pub resume: Option<PathBuf>,

    #[command(flatten)]
    pub threads: ThreadsArgs,
}

impl NeighboursArgs {
    /// What decides about the output, in one line.
    pub fn asked(&self) -> String {
        let filter = &self.filter;
        let mut asked = format!("-{}+{} --limit {}", self.remove, self.add, self.limit);
        if self.rounds > 1 {
            asked += &format!(" --rounds {} --keep {}", self.rounds, self.keep);
        }
        let mut flag = |is_set: bool, name: &str| {
            if is_set {
                asked += &format!(" --{name}");
            }
        };
        flag(filter.minimal, "minimal");
        flag(self.isomorphs, "isomorphs");
        flag(self.json, "json");
        if let Some(givens) = &filter.givens {
            asked += &format!(" --givens {givens}");
        }
        if let Some(score) = &filter.score {
            asked += &format!(" --score {score}");
        }
        for level in &filter.level {
            asked += &format!(" --level {}", level.name());
        }
        for technique in &filter.hardest {
            asked += &format!(" --hardest {}", technique.slug());
        }
        for file in &self.read.files {
            asked += &format!(" {}", file.display());
        }
        asked
    }
}
