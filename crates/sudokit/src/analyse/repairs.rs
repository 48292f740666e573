//! Which slip would explain a puzzle that does not have exactly one solution.
//!
//! A person who copies a puzzle mistypes a given, enters one too many, or misses one. So every
//! puzzle that is one such slip away is searched: without each given, with each given changed, and
//! with each open cell filled. Only if none of them has exactly one solution, two givens are left
//! out together. A removal that leaves several solutions needs no second one: fewer givens never
//! have fewer solutions.

use crate::bits::values_of;
use crate::puzzle::{Grid, Origin, Puzzle};
use crate::solve::{End, Outcome, Solver};

/// One given that is added, changed or left out.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct GivenChange {
    /// The cell.
    pub cell: u16,
    /// The given as it stands; 0 if the cell is open.
    pub from: u8,
    /// The given afterwards; 0 if it is left out.
    pub to: u8,
}

/// Changes to the givens after which the puzzle has exactly one solution.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Repair {
    /// One change, or two givens that are left out together.
    pub changes: Vec<GivenChange>,
    /// The only solution afterwards. In the cell of a given that is left out it has another value:
    /// probably the one that was meant.
    pub solution: Grid,
}

impl Repair {
    /// Returns the puzzle with the changes made, and without placed values and candidates.
    pub fn applied(&self, puzzle: &Puzzle) -> Puzzle {
        let mut repaired = Puzzle::new(puzzle.shape().clone());
        for cell in super::given_cells(puzzle) {
            repaired.set(cell, puzzle.values()[cell], Origin::Given);
        }
        for change in &self.changes {
            repaired.set(change.cell.into(), change.to, Origin::Given);
        }
        repaired
    }
}

/// The repairs of a puzzle without a solution, or with several.
///
/// ```
/// use sudokit::analyse::Repairs;
/// use sudokit::{Puzzle, Solver};
///
/// // The 3 in the second row was a 2.
/// let puzzle: Puzzle = "1... ..3. .3.. ...4".parse()?;
/// let found = Repairs::of(&Solver::new(), &puzzle);
/// let meant: Puzzle = "1... ..2. .3.. ...4".parse()?;
/// assert!(found.repairs.iter().any(|repair| repair.solution.solves(&meant)));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Repairs {
    /// The repairs, likely ones first; none if the puzzle has exactly one solution.
    pub repairs: Vec<Repair>,
    /// The budget or cancellation that ended the search before all repairs were known.
    pub end: Option<End>,
}

impl Repairs {
    /// Finds the repairs of a puzzle of any shape. Placed values are ignored, and so are pencil
    /// marks that the puzzle does not need.
    ///
    /// The solver's limit on nodes applies to each search; a puzzle whose search it ends is no
    /// repair. Its time limit applies to all searches together, and what was found by then is
    /// returned.
    pub fn of(solver: &Solver, puzzle: &Puzzle) -> Repairs {
        let within_time = solver.with_deadline().limit(2);
        let mut search = Search {
            puzzle: super::without_player_marks(&within_time, puzzle),
            solver: within_time,
            repairs: Vec::new(),
            incomplete: None,
        };
        let end = search.run().err();
        let why = |end: End| match end {
            End::Cancelled if !solver.cancel_token().is_cancelled() => End::TimeLimit,
            end => end,
        };
        Repairs {
            repairs: search.repairs,
            end: end.or(search.incomplete).map(why),
        }
    }
}

struct Search {
    puzzle: Puzzle,
    solver: Solver,
    repairs: Vec<Repair>,
    /// The budget that left a single search without an answer.
    incomplete: Option<End>,
}

impl Search {
    fn run(&mut self) -> Result<(), End> {
        let outcome = self.solver.solve(&self.puzzle);
        match outcome.count {
            0 if outcome.end.is_early() => Err(outcome.end),
            0 => self.correct(),
            1 if outcome.is_unique() => Ok(()),
            _ => self.complete(),
        }
    }

    /// No solution: leaves out each given, then changes each, then leaves out two.
    fn correct(&mut self) -> Result<(), End> {
        let (mut hopeless, mut several) = (Vec::new(), Vec::new());
        for cell in self.cells_to_blame() {
            match self.attempt(vec![self.change(cell, 0)])?.count {
                0 => hopeless.push(cell),
                1 => {}
                _ => several.push(cell),
            }
        }
        for cell in several {
            self.change_value(cell)?;
        }
        if self.repairs.is_empty() {
            for (index, one) in hopeless.iter().enumerate() {
                for other in &hopeless[index + 1..] {
                    self.attempt(vec![self.change(*one, 0), self.change(*other, 0)])?;
                }
            }
        }
        Ok(())
    }

    /// Several solutions: fills each open cell, then changes each given.
    fn complete(&mut self) -> Result<(), End> {
        for cell in 0..self.puzzle.shape().cells() {
            if self.puzzle.values()[cell] == 0 {
                self.change_value(cell)?;
            }
        }
        for cell in super::given_cells(&self.puzzle).collect::<Vec<_>>() {
            self.change_value(cell)?;
        }
        Ok(())
    }

    /// Returns the givens that may be wrong, those in conflict with others first.
    fn cells_to_blame(&self) -> Vec<usize> {
        let values = self.puzzle.values();
        let is_repeated = |cell: &usize| {
            let peers = self.puzzle.shape().peers(*cell);
            peers
                .iter()
                .any(|peer| values[usize::from(*peer)] == values[*cell])
        };
        let (mut repeated, others): (Vec<usize>, Vec<usize>) =
            super::given_cells(&self.puzzle).partition(is_repeated);
        repeated.extend(others);
        repeated
    }

    /// Tries every other value of the cell.
    fn change_value(&mut self, cell: usize) -> Result<(), End> {
        let mut open = self.puzzle.clone();
        open.set(cell, 0, Origin::Given);
        for value in values_of(open.allowed(cell)) {
            if value != self.puzzle.values()[cell] {
                self.attempt(vec![self.change(cell, value)])?;
            }
        }
        Ok(())
    }

    fn change(&self, cell: usize, to: u8) -> GivenChange {
        GivenChange {
            cell: cell as u16,
            from: self.puzzle.values()[cell],
            to,
        }
    }

    /// Keeps the changes if they leave exactly one solution.
    fn attempt(&mut self, changes: Vec<GivenChange>) -> Result<Outcome, End> {
        let mut changed = self.puzzle.clone();
        for change in &changes {
            changed.set(change.cell.into(), change.to, Origin::Given);
        }
        let outcome = self.solver.solve(&changed);
        match outcome.end {
            End::Cancelled | End::TimeLimit => return Err(outcome.end),
            end if end.is_early() => self.incomplete = Some(end),
            _ => {}
        }
        if let (true, Some(solution)) = (outcome.is_unique(), &outcome.solution) {
            self.repairs.push(Repair {
                changes,
                solution: solution.clone(),
            });
        }
        Ok(outcome)
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;
    use crate::shape::Shape;
    use crate::solve::CancelToken;

    const EASY: &str =
        "6......4.....1.67..9.5.7...52.4....6.8.........4..2.3.7..9....2..82....3.6......5";

    fn parse(text: &str) -> Puzzle {
        text.parse().unwrap()
    }

    fn with(puzzle: &Puzzle, cell: usize, value: u8) -> Puzzle {
        let mut changed = puzzle.clone();
        changed.set(cell, value, Origin::Given);
        changed
    }

    /// A given that the puzzle needs, and the puzzle without it.
    fn missed(puzzle: &Puzzle) -> (usize, Puzzle) {
        super::super::given_cells(puzzle)
            .map(|cell| (cell, with(puzzle, cell, 0)))
            .find(|(_, slip)| !Solver::new().solve(slip).is_unique())
            .unwrap()
    }

    #[test]
    fn every_repair_leaves_exactly_one_solution() {
        let easy = parse(EASY);
        for slip in [with(&easy, 0, 5), with(&easy, 1, 6), missed(&easy).1] {
            let found = Repairs::of(&Solver::new(), &slip);
            assert_eq!(found.end, None);
            assert!(!found.repairs.is_empty());
            for repair in &found.repairs {
                let outcome = Solver::new().solve(&repair.applied(&slip));
                assert!(outcome.is_unique(), "{repair:?}");
                assert_eq!(outcome.solution.as_ref(), Some(&repair.solution));
            }
        }
    }

    /// Every given changed to every other value: the slip is among the repairs, unless it makes
    /// another puzzle with exactly one solution.
    #[test]
    fn a_mistyped_given_is_found() {
        let easy = parse(EASY);
        let solution = Solver::new().solve(&easy).solution.unwrap();
        for cell in super::super::given_cells(&easy) {
            for value in (1..=9).filter(|value| *value != easy.values()[cell]) {
                let slip = with(&easy, cell, value);
                if Solver::new().solve(&slip).is_unique() {
                    continue;
                }
                let found = Repairs::of(&Solver::new(), &slip);
                let is_meant = |repair: &Repair| repair.solution == solution;
                assert!(found.repairs.iter().any(is_meant), "r{cell} = {value}");
                assert!(found.repairs.iter().all(|repair| repair.changes.len() == 1));
            }
        }
    }

    #[test]
    fn givens_in_conflict_come_first() {
        // A second 6 in the first row.
        let found = Repairs::of(&Solver::new(), &with(&parse(EASY), 1, 6));
        let cells: Vec<u16> = found
            .repairs
            .iter()
            .map(|one| one.changes[0].cell)
            .collect();
        assert_eq!(cells[0], 1, "{cells:?}");
        assert_eq!(found.repairs[0].changes[0].to, 0);
    }

    #[test]
    fn a_missed_given_is_found() {
        let easy = parse(EASY);
        let (cell, slip) = missed(&easy);
        let added = GivenChange {
            cell: cell as u16,
            from: 0,
            to: easy.values()[cell],
        };
        let found = Repairs::of(&Solver::new(), &slip);
        assert!(found.repairs.iter().any(|repair| repair.changes == [added]));
    }

    #[test]
    fn two_givens_if_need_be() {
        let easy = parse(EASY);
        let slip = with(&with(&easy, 1, 6), 79, 5);
        let found = Repairs::of(&Solver::new(), &slip);
        assert!(found.repairs.iter().all(|repair| repair.changes.len() == 2));
        let cells = |repair: &Repair| {
            repair
                .changes
                .iter()
                .map(|one| one.cell)
                .collect::<Vec<_>>()
        };
        assert!(found.repairs.iter().any(|repair| cells(repair) == [1, 79]));
    }

    #[test]
    fn nothing_to_repair() {
        assert_eq!(
            Repairs::of(&Solver::new(), &parse(EASY)),
            Repairs::default()
        );
        // No single given makes an empty board unique.
        let empty = Puzzle::new(Shape::with_size(4).unwrap());
        assert_eq!(Repairs::of(&Solver::new(), &empty), Repairs::default());
    }

    #[test]
    fn a_budget_is_reported() {
        let cancelled = CancelToken::new();
        cancelled.cancel();
        let slip = with(&parse(EASY), 1, 6);
        let found = Repairs::of(&Solver::new().cancel_with(cancelled), &slip);
        assert!(found.end.is_some() || !found.repairs.is_empty());
        let mut large = Puzzle::new(Shape::with_size(16).unwrap());
        large.set(0, 1, Origin::Given);
        let late = Solver::new().time_limit(Duration::ZERO);
        assert_eq!(Repairs::of(&late, &large).end, Some(End::TimeLimit));
    }
}
