//! Whether the solutions of a set are right.

use crate::solve::{Answers, Solver};

/// What is found about a puzzle and the solution that a set gives for it. Programs see these names
/// in kebab-case.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Verdict {
    /// The solution is right, and the only one.
    Right,
    /// The puzzle breaks a rule or has a value above 9.
    Invalid,
    /// The puzzle has no solution.
    NoSolution,
    /// The puzzle has several solutions.
    Several,
    /// The set gives no solution, or one with open cells.
    Missing,
    /// The set gives something other than the only solution, first in this cell.
    Wrong {
        /// The first cell that differs.
        cell: u8,
    },
    /// The search was cancelled or reached a budget.
    Open,
}

impl Verdict {
    /// Returns the name that programs see.
    pub fn name(self) -> &'static str {
        match self {
            Verdict::Right => "right",
            Verdict::Invalid => "invalid",
            Verdict::NoSolution => "no-solution",
            Verdict::Several => "several",
            Verdict::Missing => "missing",
            Verdict::Wrong { .. } => "wrong",
            Verdict::Open => "open",
        }
    }
}

/// Compares the solutions of a set with those that a solver finds. The solver decides on threads
/// and cancellation; its limit on solutions is ignored.
///
/// ```
/// use sudokit::dataset::{Verdict, verify};
/// use sudokit::{Puzzle, Solver};
///
/// let line = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
/// let puzzle: Puzzle = line.parse()?;
/// let solution = Solver::new().solve(&puzzle).solution.expect("it has a solution");
/// let puzzles = [<[u8; 81]>::try_from(puzzle.values())?; 2];
/// let mut solutions = [<[u8; 81]>::try_from(solution.values())?; 2];
/// solutions[1].swap(7, 8);
/// let verdicts = verify(&puzzles, &solutions, &Solver::new());
/// assert_eq!(verdicts, [Verdict::Right, Verdict::Wrong { cell: 7 }]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Panics
///
/// Panics if there is not one solution for each puzzle.
pub fn verify(puzzles: &[[u8; 81]], solutions: &[[u8; 81]], solver: &Solver) -> Vec<Verdict> {
    assert_eq!(puzzles.len(), solutions.len(), "one solution per puzzle");
    let mut answers = Answers::new();
    solver.clone().limit(2).solve_batch(puzzles, &mut answers);
    let mut open = answers.unfinished().iter().peekable();
    let pairs = puzzles.iter().zip(solutions).enumerate();
    pairs
        .map(|(index, (puzzle, given))| {
            let is_open = open.next_if_eq(&&(index as u32)).is_some();
            match (answers.counts()[index], answers.solution(index)) {
                (2.., _) => Verdict::Several,
                _ if is_open => Verdict::Open,
                (1, Some(solution)) => compare(given, solution),
                _ if is_valid(puzzle) => Verdict::NoSolution,
                _ => Verdict::Invalid,
            }
        })
        .collect()
}

fn compare(given: &[u8; 81], solution: &[u8; 81]) -> Verdict {
    if given.contains(&0) {
        return Verdict::Missing;
    }
    let differs = given.iter().zip(solution).position(|(one, two)| one != two);
    match differs {
        None => Verdict::Right,
        Some(cell) => Verdict::Wrong { cell: cell as u8 },
    }
}

fn is_valid(puzzle: &[u8; 81]) -> bool {
    let puzzle = crate::Puzzle::from_values(crate::Shape::classic(), puzzle.to_vec());
    puzzle.is_ok_and(|puzzle| puzzle.check().is_ok())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::solve::CancelToken;

    fn board(text: &str) -> [u8; 81] {
        let puzzle: crate::Puzzle = text.parse().expect("a puzzle");
        puzzle.values().try_into().expect("81 cells")
    }

    #[test]
    fn every_kind_of_mistake_is_found() {
        let line =
            "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
        let puzzle = board(line);
        let solution = crate::dataset::guesses(&puzzle)
            .expect("one solution")
            .solution;
        let mut clash = puzzle;
        clash[2] = 5;
        let mut high = puzzle;
        high[2] = 10;
        let mut dead = puzzle;
        dead[2] = 2;
        let mut part = solution;
        part[80] = 0;
        let puzzles = [puzzle, clash, high, dead, [0; 81], puzzle, puzzle, puzzle];
        let mut solutions = [solution; 8];
        solutions[5] = part;
        solutions[6].swap(30, 31);
        solutions[7] = [11; 81];
        let verdicts = verify(&puzzles, &solutions, &Solver::new());
        let names: Vec<&str> = verdicts.iter().map(|verdict| verdict.name()).collect();
        let expected = [
            "right",
            "invalid",
            "invalid",
            "no-solution",
            "several",
            "missing",
            "wrong",
            "wrong",
        ];
        assert_eq!(names, expected);
        assert_eq!(verdicts[6], Verdict::Wrong { cell: 30 });
        assert_eq!(verdicts[7], Verdict::Wrong { cell: 0 });
        let cancelled = CancelToken::new();
        cancelled.cancel();
        let solver = Solver::new().cancel_with(cancelled);
        let verdicts = verify(&puzzles[..1], &solutions[..1], &solver);
        assert_eq!(verdicts, [Verdict::Open]);
    }
}
