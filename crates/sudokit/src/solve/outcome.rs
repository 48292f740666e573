//! The result of a search: what it found, what it cost, and the status of the puzzle.

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
    /// The limit on solutions was reached, or the callback asked to stop.
    Limit,
    /// The node limit was reached.
    NodeLimit,
    /// The time limit was reached.
    TimeLimit,
    /// The search was cancelled.
    Cancelled,
    /// The strategies found nothing more.
    Stuck,
}

impl End {
    /// Returns whether the search ended before it knew the answer: by a budget, by cancellation, or
    /// because the strategies found nothing more.
    pub fn is_early(self) -> bool {
        !matches!(self, End::Exhausted | End::Limit)
    }

    /// Returns the name used in output, in kebab-case.
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

/// What a search cost. A counter that means nothing to an engine stays 0.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Statistics {
    /// Positions in which the search chose a cell, or found that none was left to choose. The engine
    /// that learns also counts each contradiction.
    pub nodes: u64,
    /// Values put into cells, by choice or by deduction.
    pub assignments: u64,
    /// Values undone because they led to a contradiction.
    pub backtracks: u64,
    /// Times a cell or house was checked to see whether a value fits.
    pub checks: u64,
    /// The most choices that were open at once.
    pub deepest: u64,
    /// The elapsed time.
    pub elapsed: Duration,
}

/// Adds the cost of another search; `deepest` becomes the larger of the two.
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
    /// The number of solutions found, up to the limit.
    pub count: u64,
    /// The first solution found.
    pub solution: Option<Grid>,
    /// Why the search ended. The count is exact only for [`End::Exhausted`].
    pub end: End,
    /// The solution, or the most complete position seen, with 0 for open cells.
    pub attempt: Grid,
    /// What it cost.
    pub statistics: Statistics,
}

impl Outcome {
    /// Returns whether the puzzle is proven to have exactly one solution.
    pub fn is_unique(&self) -> bool {
        self.count == 1 && self.end == End::Exhausted
    }

    /// Counts a solution that the search has found but not reported: a search on several threads
    /// that is stopped early may hold one back, because another could still come before it.
    /// Returns whether it did.
    pub(super) fn count_held_back_solution(&mut self, puzzle: &Puzzle) -> bool {
        let is_held_back = self.count == 0 && self.end.is_early() && self.attempt.solves(puzzle);
        if is_held_back {
            self.count = 1;
            self.solution = Some(self.attempt.clone());
        }
        is_held_back
    }

    /// Returns whether the puzzle is proven to have no solution.
    pub fn is_impossible(&self) -> bool {
        self.count == 0 && self.end == End::Exhausted
    }
}

/// The status of a puzzle. Its [name](Self::name) is used in all output.
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
#[non_exhaustive]
pub enum Status {
    /// The puzzle has exactly one solution.
    Unique,
    /// The puzzle has several solutions.
    Several,
    /// The puzzle has a solution; whether it has more is unknown.
    Solved,
    /// The puzzle has no solution.
    NoSolution,
    /// The values of the puzzle break a rule.
    RuleBroken,
    /// The puzzle cannot be read. (The server rejects such a puzzle instead.)
    Unreadable,
    /// The puzzle has a value in every cell, and no rule is broken.
    Complete,
    /// The search ended early without a solution.
    Open,
    /// The puzzle can be solved, but the solution that its file gives is wrong.
    WrongSolution,
}

impl Status {
    /// All statuses.
    pub const ALL: [Status; 9] = [
        Status::Unique,
        Status::Several,
        Status::Solved,
        Status::NoSolution,
        Status::RuleBroken,
        Status::Unreadable,
        Status::Complete,
        Status::Open,
        Status::WrongSolution,
    ];

    /// Returns the status of a puzzle after a search.
    pub fn of(puzzle: &Puzzle, outcome: &Outcome) -> Status {
        Status::after(puzzle, outcome.count, outcome.end)
    }

    /// Returns the status of a puzzle for which a search found `count` solutions and ended with
    /// `end`.
    pub fn after(puzzle: &Puzzle, count: u64, end: End) -> Status {
        match (count, end) {
            // A puzzle that breaks a rule has no solution, so others need no check.
            (0, _) if puzzle.check().is_err() => Status::RuleBroken,
            (0, End::Exhausted) => Status::NoSolution,
            (0, _) => Status::Open,
            (1, _) if puzzle.is_full() => Status::Complete,
            (1, End::Exhausted) => Status::Unique,
            (1, _) => Status::Solved,
            _ => Status::Several,
        }
    }

    /// Returns the name used in output, in kebab-case.
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
            Status::WrongSolution => "wrong-solution",
        }
    }

    /// Returns whether the puzzle is known to have no solution.
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
    fn a_held_back_solution_is_counted() {
        let puzzle: Puzzle = "1... ..2. .3.. ...4".parse().unwrap();
        let mut outcome = Solver::new().solve(&puzzle);
        let solution = outcome.solution.take();
        assert!(solution.is_some());
        (outcome.count, outcome.end) = (0, End::Cancelled);
        let mut counted = outcome.clone();
        assert!(counted.count_held_back_solution(&puzzle));
        assert_eq!((counted.count, counted.solution), (1, solution));
        // Nothing is added to a count, and nothing to a search that was not stopped.
        for (count, end) in [(2, End::NodeLimit), (2, End::Limit), (0, End::Exhausted)] {
            (outcome.count, outcome.end) = (count, end);
            assert!(!outcome.count_held_back_solution(&puzzle), "{end:?}");
            assert_eq!(outcome.count, count, "{end:?}");
        }
        (outcome.count, outcome.end) = (0, End::Cancelled);
        outcome.attempt = Grid::trusted(puzzle.shape().clone(), puzzle.values().to_vec());
        assert!(!outcome.count_held_back_solution(&puzzle));
        assert_eq!(outcome.count, 0);
    }

    #[test]
    fn the_smallest_solution_does_not_hide_the_others() {
        for (text, count, name) in [
            ("1... ..2. .3.. ...4", 1, "unique"),
            ("1... .... .... ...4", 2, "several"),
            ("123. ...4 .... ....", 0, "no-solution"),
            ("1234341221434321", 1, "complete"),
        ] {
            let puzzle: Puzzle = text.parse().unwrap();
            let outcome = Solver::new().first(&puzzle);
            assert_eq!(outcome.count, count, "{text}");
            assert_eq!(Status::of(&puzzle, &outcome).name(), name, "{text}");
        }
        let empty = Puzzle::new(crate::Shape::classic());
        for nodes in 1..300 {
            let outcome = Solver::new().node_limit(nodes).first(&empty);
            let status = Status::of(&empty, &outcome);
            assert!(matches!(
                status,
                Status::Open | Status::Solved | Status::Several
            ));
            assert_eq!(status == Status::Several, outcome.count == 2, "{nodes}");
        }
    }

    #[test]
    fn only_puzzles_without_a_solution_are_hopeless() {
        for status in Status::ALL {
            let expected = matches!(status.name(), "no-solution" | "rule-broken");
            assert_eq!(status.is_hopeless(), expected, "{status}");
        }
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
