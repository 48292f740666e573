//! What became of a puzzle, in the words that `solve`, `check` and `count` share.

use serde::Serialize;
use sudokit::Puzzle;
use sudokit::solve::{End, Outcome};

/// What became of a puzzle. Programs see these names in kebab-case; `--json` explains them in its
/// long help.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Status {
    /// It has exactly one solution.
    Unique,
    /// It has several.
    Several,
    /// It has one; whether there are more is not known.
    Solved,
    /// It has none.
    NoSolution,
    /// It breaks a rule as it stands.
    RuleBroken,
    /// It cannot be read.
    Unreadable,
    /// Every cell had a value from the start, and no rule is broken.
    Complete,
    /// A budget, Ctrl-C or the end of logic came before a solution.
    Open,
}

impl Status {
    /// What a search says about a puzzle that breaks no rule.
    pub fn of(puzzle: &Puzzle, outcome: &Outcome) -> Status {
        Status::after(puzzle, outcome.count, outcome.end)
    }

    /// What so many solutions say about it, if the search for them ended like this.
    pub fn after(puzzle: &Puzzle, count: u64, end: End) -> Status {
        match (count, end) {
            (0, End::Exhausted) => Status::NoSolution,
            (0, _) => Status::Open,
            (1, _) if puzzle.is_full() => Status::Complete,
            (1, End::Exhausted) => Status::Unique,
            (1, _) => Status::Solved,
            _ => Status::Several,
        }
    }

    /// The name that programs see.
    pub fn name(self) -> &'static str {
        match self {
            Status::Unique => "unique",
            Status::Several => "several",
            Status::Solved => "solved",
            Status::NoSolution => "no-solution",
            Status::RuleBroken => "rule-broken",
            Status::Unreadable => "unreadable",
            Status::Complete => "complete",
            Status::Open => "open",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::help;

    const ALL: [Status; 8] = [
        Status::Unique,
        Status::Several,
        Status::Solved,
        Status::NoSolution,
        Status::RuleBroken,
        Status::Unreadable,
        Status::Complete,
        Status::Open,
    ];

    #[test]
    fn both_ways_to_write_a_status_agree_and_the_help_explains_it() {
        for status in ALL {
            let written = serde_json::to_value(status).unwrap();
            assert_eq!(written, status.name());
            let explained = format!("\n  {} ", status.name());
            assert!(help::STATUS_WORDS.contains(&explained), "{explained}");
        }
    }
}
