//! What a search found and what it cost.

use std::fmt;
use std::ops::AddAssign;
use std::time::Duration;

use crate::puzzle::{Grid, Puzzle};

/// Why a search ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum End {
    /// Everything was searched: the count is exact.
    Exhausted,
    /// The limit on solutions was reached, or the caller wanted no more.
    Limit,
    /// The node limit was reached.
    NodeLimit,
    /// The time limit was reached.
    TimeLimit,
    /// Somebody cancelled it.
    Cancelled,
    /// Logic alone found nothing more.
    Stuck,
}

impl End {
    /// Whether a budget or a cancellation ended the search before it knew the answer.
    pub fn is_early(self) -> bool {
        !matches!(self, End::Exhausted | End::Limit)
    }

    /// The name that programs see.
    pub fn name(self) -> &'static str {
        match self {
            End::Exhausted => "exhausted",
            End::Limit => "limit",
            End::NodeLimit => "node-limit",
            End::TimeLimit => "time-limit",
            End::Cancelled => "interrupted",
            End::Stuck => "stuck",
        }
    }
}

/// What a search cost. Engines count what they have: a counter that means nothing to an engine
/// stays 0.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Statistics {
    /// Positions in which the search chose a cell, or found that it need not.
    pub nodes: u64,
    /// Values put into cells, by choice or by deduction.
    pub assignments: u64,
    /// Values taken back because they led nowhere.
    pub backtracks: u64,
    /// Times a cell or house was looked at to see whether a value fits.
    pub checks: u64,
    /// The most choices that were open at once.
    pub deepest: u64,
    /// The time it took.
    pub elapsed: Duration,
}

/// Adds up what several searches cost; `deepest` is the deepest of them.
impl AddAssign for Statistics {
    fn add_assign(&mut self, other: Statistics) {
        self.nodes += other.nodes;
        self.assignments += other.assignments;
        self.backtracks += other.backtracks;
        self.checks += other.checks;
        self.deepest = self.deepest.max(other.deepest);
        self.elapsed += other.elapsed;
    }
}

/// What a search found.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Outcome {
    /// How many solutions were found, up to the limit.
    pub count: u64,
    /// The first of them.
    pub solution: Option<Grid>,
    /// Why the search ended; only [`End::Exhausted`] makes the count exact.
    pub end: End,
    /// The solution, or the most complete position met, 0 for open cells.
    pub attempt: Grid,
    /// What it cost.
    pub statistics: Statistics,
}

impl Outcome {
    /// Whether there is exactly one solution, proven.
    pub fn is_unique(&self) -> bool {
        self.count == 1 && self.end == End::Exhausted
    }

    /// With nothing held back: a search on several threads that was stopped may hold a solution
    /// that it has not counted, because another might have come before it.
    pub fn settled(mut self, puzzle: &Puzzle) -> Outcome {
        if self.count == 0 && self.end.is_early() && self.attempt.solves(puzzle) {
            self.count = 1;
            self.solution = Some(self.attempt.clone());
        }
        self
    }

    /// Whether there is no solution, proven.
    pub fn is_impossible(&self) -> bool {
        self.count == 0 && self.end == End::Exhausted
    }
}

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
/// # Ok::<(), sudokit::format::Diagnostic>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "openapi", schema(rename_all = "kebab-case"))]
#[non_exhaustive]
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

#[cfg(feature = "serde")]
impl serde::Serialize for Status {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.name())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::solve::Solver;

    #[test]
    fn a_solution_that_was_not_counted_counts() {
        let puzzle: Puzzle = "1... ..2. .3.. ...4".parse().unwrap();
        let mut outcome = Solver::new().solve(&puzzle);
        let solution = outcome.solution.take();
        assert!(solution.is_some());
        (outcome.count, outcome.end) = (0, End::Cancelled);
        let settled = outcome.clone().settled(&puzzle);
        assert_eq!((settled.count, settled.solution), (1, solution));
        outcome.attempt = Grid::trusted(puzzle.shape().clone(), puzzle.values().to_vec());
        assert_eq!(outcome.settled(&puzzle).count, 0);
    }

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
