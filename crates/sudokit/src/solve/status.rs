//! What became of a puzzle: the one set of names that all doors tell it by.

use std::fmt;

use serde::{Serialize, Serializer};

use super::outcome::{End, Outcome};
use crate::puzzle::Puzzle;

/// What became of a puzzle. Programs see the [names](Self::name), in kebab-case.
///
/// ```
/// use sudokit::solve::Status;
/// use sudokit::{Puzzle, Solver};
///
/// let puzzle: Puzzle = "1... ..2. .3.. ...4".parse()?;
/// let status = Status::of(&puzzle, &Solver::new().solve(&puzzle));
/// assert_eq!(status, Status::Unique);
/// assert_eq!(status.name(), "unique");
/// # Ok::<(), sudokit::Problem>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "openapi", schema(rename_all = "kebab-case"))]
pub enum Status {
    /// It has exactly one solution.
    Unique,
    /// It has several solutions.
    Several,
    /// It has a solution; whether there are more is not known.
    Solved,
    /// It has no solution.
    NoSolution,
    /// It breaks a rule as it stands.
    RuleBroken,
    /// It cannot be read. (A server refuses such a puzzle instead.)
    Unreadable,
    /// Every cell has a value from the start, and no rule is broken.
    Complete,
    /// Time, a budget or logic came to an end before a solution was found.
    Open,
}

impl Status {
    /// All of them.
    pub const ALL: [Status; 8] = [
        Status::Unique,
        Status::Several,
        Status::Solved,
        Status::NoSolution,
        Status::RuleBroken,
        Status::Unreadable,
        Status::Complete,
        Status::Open,
    ];

    /// What a search says about a puzzle.
    pub fn of(puzzle: &Puzzle, outcome: &Outcome) -> Status {
        Status::after(puzzle, outcome.count, outcome.end)
    }

    /// What so many solutions say about a puzzle, if the search for them ended like this.
    pub fn after(puzzle: &Puzzle, count: u64, end: End) -> Status {
        match (count, end) {
            // What breaks a rule has no solution, so only then it needs to be looked at.
            (0, _) if puzzle.check().is_err() => Status::RuleBroken,
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

    /// Whether nothing that is put into the open cells makes a solution.
    pub fn is_hopeless(self) -> bool {
        matches!(self, Status::NoSolution | Status::RuleBroken)
    }
}

impl fmt::Display for Status {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl Serialize for Status {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.name())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Solver;

    #[test]
    fn each_puzzle_has_the_status_that_fits() {
        let full = "1234341221434321";
        let cases = [
            ("1... ..2. .3.. ...4", 2, "unique"),
            ("1... .... .... ...4", 2, "several"),
            ("1... .... .... ...4", 1, "solved"),
            ("1... .... .... ...4", 0, "open"),
            ("123. ...4 .... ....", 2, "no-solution"),
            ("11.. .... .... ....", 2, "rule-broken"),
            ("11.. .... .... ....", 0, "rule-broken"),
            (full, 2, "complete"),
            (full, 1, "complete"),
        ];
        for (text, limit, name) in cases {
            let puzzle: Puzzle = text.parse().unwrap();
            let outcome = Solver::new().limit(limit).solve(&puzzle);
            assert_eq!(Status::of(&puzzle, &outcome).name(), name, "{text}");
        }
    }
}
