//! The steps of a logical solve as rows of a table.

use crate::logic::{Logic, NoStep, Position, Standing, Step, Technique};
use crate::puzzle::Puzzle;
use crate::solve::Solver;

/// What a step does to a candidate.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "kebab-case"))]
pub enum Action {
    /// The value is placed in the cell.
    Placed,
    /// The candidate is removed from the cell.
    Removed,
}

impl Action {
    /// Returns the name that programs see.
    pub fn name(self) -> &'static str {
        match self {
            Action::Placed => "placed",
            Action::Removed => "removed",
        }
    }
}

/// One effect of a step. A step has as many rows as it has effects.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub struct TrajectoryRow {
    /// The number of the step, from 0.
    pub step: u32,
    /// The technique of the step.
    pub technique: Technique,
    /// The cell, `row * size + column`.
    pub cell: u16,
    /// The value.
    pub value: u8,
    /// Whether the value is placed in the cell or removed from its candidates. Candidates that a
    /// placed value removes from other cells have no row.
    pub action: Action,
}

/// The rows of a solve.
///
/// ```
/// use sudokit::dataset::{Action, Trajectory};
/// use sudokit::logic::{Logic, Standing};
///
/// let puzzle: sudokit::Puzzle = "1... ..2. .3.. ...4".parse()?;
/// let trajectory = Trajectory::new(&puzzle, &Logic::new());
/// assert_eq!(trajectory.standing, Some(Standing::Solved));
/// assert_eq!(trajectory.rows.len(), 12);
/// assert!(trajectory.rows.iter().all(|row| row.action == Action::Placed));
/// # Ok::<(), sudokit::Problem>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Trajectory {
    /// The effects of all steps, in order: of each step, placements before removals.
    pub rows: Vec<TrajectoryRow>,
    /// How far the steps lead; `None` if a step contradicts the solution, which is a bug in its
    /// technique.
    pub standing: Option<Standing>,
}

impl Trajectory {
    /// Solves a puzzle of any shape with techniques, as far as they lead.
    pub fn new(puzzle: &Puzzle, logic: &Logic) -> Trajectory {
        Trajectory::with(puzzle, logic, Solver::new())
    }

    /// The same with a solver that decides which techniques are sound, and whose cancellation token
    /// ends the solve.
    pub fn with(puzzle: &Puzzle, logic: &Logic, solver: Solver) -> Trajectory {
        let position = Position::new(puzzle, solver, logic);
        let mut walk = position.walk();
        let steps = walk.by_ref().zip(0..);
        let rows = steps
            .flat_map(|(step, number)| rows(number, &step))
            .collect();
        Trajectory {
            rows,
            standing: walk.end().and_then(NoStep::standing),
        }
    }
}

fn rows(number: u32, step: &Step) -> Vec<TrajectoryRow> {
    let effects = [
        (&step.placements, Action::Placed),
        (&step.eliminations, Action::Removed),
    ];
    let effects = effects
        .into_iter()
        .flat_map(|(candidates, action)| candidates.iter().map(move |each| (each, action)));
    effects
        .map(|(candidate, action)| TrajectoryRow {
            step: number,
            technique: step.technique,
            cell: candidate.cell,
            value: candidate.value,
            action,
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::solve::CancelToken;

    #[test]
    fn the_rows_lead_from_the_puzzle_to_the_solution() {
        let line =
            "1....7.9..3..2...8..96..5....53..9...1..8...26....4...3......1..4......7..7...3..";
        let puzzle: Puzzle = line.parse().expect("a puzzle");
        let trajectory = Trajectory::new(&puzzle, &Logic::new());
        assert_eq!(trajectory.standing, Some(Standing::Solved));
        let solution = Solver::new().solve(&puzzle).solution.expect("a solution");
        let mut values = puzzle.values().to_vec();
        let mut last = 0;
        for row in &trajectory.rows {
            let (cell, right) = (row.cell as usize, solution.values()[row.cell as usize]);
            match row.action {
                Action::Placed => {
                    assert_eq!((values[cell], row.value), (0, right));
                    values[cell] = row.value;
                }
                Action::Removed => assert_ne!(row.value, right),
            }
            assert!(row.step == last || row.step == last + 1);
            last = row.step;
        }
        assert_eq!(values, solution.values());
        let removes = |row: &&TrajectoryRow| row.action == Action::Removed;
        assert!(trajectory.rows.iter().filter(removes).count() > 10);
    }

    #[test]
    fn a_solve_says_how_far_it_came() {
        let puzzle: Puzzle = "1... ..2. .3.. ...4".parse().expect("a puzzle");
        let stuck = Trajectory::new(&puzzle, &Logic::with([]));
        assert_eq!(
            (stuck.rows.len(), stuck.standing),
            (0, Some(Standing::Stuck))
        );
        let cancel = CancelToken::new();
        cancel.cancel();
        let solver = Solver::new().cancel_with(cancel);
        let ended = Trajectory::with(&puzzle, &Logic::new(), solver);
        assert_eq!(ended.standing, Some(Standing::Interrupted));
    }
}
