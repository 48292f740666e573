//! Checks every run of every contender: counts against the first contender's, and solutions against the
//! rules.

use anyhow::{Result, bail, ensure};
use serde::Serialize;

use crate::contender::{Answers, Cells, Claim};

/// How far the answers of a contender could be checked.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Checked {
    /// Every count and every solution.
    All,
    /// Every solution that it printed; it prints no counts.
    Solutions,
    /// Nothing: it does not print one solution per puzzle.
    Nothing,
}

/// The results of the first contender; all others have to agree.
#[derive(Default)]
pub struct Verifier {
    expected: Option<Vec<u32>>,
}

impl Verifier {
    /// Checks the results of a run.
    ///
    /// # Errors
    ///
    /// Returns the first puzzle with a wrong answer.
    pub fn check(
        &mut self,
        puzzles: &[Cells],
        claim: Claim,
        answers: &Answers<'_>,
    ) -> Result<Checked> {
        match claim {
            Claim::Answers => self.check_answers(puzzles, answers),
            Claim::Printed { solutions, times } => self.check_printed(puzzles, &solutions, times),
        }
    }

    fn check_answers(&mut self, puzzles: &[Cells], answers: &Answers<'_>) -> Result<Checked> {
        let expected = self.expected.get_or_insert_with(|| answers.counts.to_vec());
        for (index, (count, expected)) in answers.counts.iter().zip(expected).enumerate() {
            ensure!(
                count == expected,
                "puzzle {} ({}) has {count} solutions, where others find {expected}",
                index + 1,
                line_of(&puzzles[index]),
            );
            if *count > 0 {
                check_solution(index, &puzzles[index], &answers.solutions[index])?;
            }
        }
        Ok(Checked::All)
    }

    /// Programs print a solution for each puzzle that has one, or only if it is the only one.
    fn check_printed(
        &self,
        puzzles: &[Cells],
        solutions: &[Cells],
        times: usize,
    ) -> Result<Checked> {
        let Some(expected) = &self.expected else {
            return Ok(Checked::Nothing);
        };
        let those_with = |wanted: fn(u32) -> bool| -> Vec<usize> {
            let indices = expected.iter().enumerate();
            let fitting = indices.filter(|(_, count)| wanted(**count));
            fitting.map(|(index, _)| index).collect()
        };
        let solvable = those_with(|count| count > 0);
        let unique = those_with(|count| count == 1);
        let printed_for = match solutions.len() {
            0 => return Ok(Checked::Nothing),
            length if length == solvable.len() * times => solvable,
            length if length == unique.len() * times => unique,
            _ => return Ok(Checked::Nothing),
        };
        for (index, solution) in printed_for.into_iter().cycle().zip(solutions) {
            check_solution(index, &puzzles[index], solution)?;
        }
        Ok(Checked::Solutions)
    }
}

fn check_solution(index: usize, puzzle: &Cells, solution: &Cells) -> Result<()> {
    if !solves(solution, puzzle) {
        bail!(
            "{} is no solution of puzzle {} ({})",
            line_of(solution),
            index + 1,
            line_of(puzzle)
        );
    }
    Ok(())
}

/// Returns whether `solution` solves `puzzle`. Uses no code from the library, so that it cannot share a
/// bug with it.
fn solves(solution: &Cells, puzzle: &Cells) -> bool {
    let mut seen = [0u16; 27];
    for (cell, value) in solution.iter().enumerate() {
        let (row, column) = (cell / 9, cell % 9);
        for house in [row, 9 + column, 18 + row / 3 * 3 + column / 3] {
            seen[house] |= 1u16.checked_shl((*value).into()).unwrap_or(0);
        }
    }
    let keeps_givens = puzzle
        .iter()
        .zip(solution)
        .all(|(given, value)| *given == 0 || given == value);
    keeps_givens && seen.iter().all(|values| *values == 0b11_1111_1110)
}

fn line_of(cells: &Cells) -> String {
    let symbol = |value: &u8| char::from_digit((*value).into(), 10).unwrap_or('?');
    cells.iter().map(symbol).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns a grid with the same nine values in each row, shifted so that columns and boxes have all of
    /// them.
    fn solution() -> Cells {
        std::array::from_fn(|cell| {
            let (row, column) = (cell / 9, cell % 9);
            ((row % 3 * 3 + row / 3 + column) % 9) as u8 + 1
        })
    }

    fn check(verifier: &mut Verifier, count: u32, solution: Cells) -> Result<Checked> {
        let (counts, solutions) = (&mut [count][..], &mut [solution][..]);
        verifier.check(&[[0; 81]], Claim::Answers, &Answers { counts, solutions })
    }

    fn check_print(verifier: &mut Verifier, printed: &[Cells]) -> Result<Checked> {
        let (counts, solutions) = (&mut [][..], &mut [][..]);
        let claim = Claim::Printed {
            solutions: printed.to_vec(),
            times: 1,
        };
        verifier.check(&[[0; 81]], claim, &Answers { counts, solutions })
    }

    #[test]
    fn wrong_counts_and_wrong_solutions_are_found() {
        let mut verifier = Verifier::default();
        let mut wrong = solution();
        wrong.swap(0, 1);
        assert!(check(&mut verifier, 2, wrong).is_err());
        assert_eq!(check(&mut verifier, 2, solution()).unwrap(), Checked::All);
        assert!(check(&mut verifier, 1, solution()).is_err());
        assert!(check(&mut verifier, 0, solution()).is_err());
    }

    #[test]
    fn a_solution_keeps_the_givens() {
        let mut puzzle = solution();
        assert!(solves(&solution(), &puzzle));
        puzzle[80] = puzzle[80] % 9 + 1;
        assert!(!solves(&solution(), &puzzle));
        assert!(!solves(&[200; 81], &[0; 81]));
    }

    #[test]
    fn printed_solutions_are_checked_if_their_number_matches() {
        let mut verifier = Verifier::default();
        check(&mut verifier, 2, solution()).unwrap();
        let checked = |verifier: &mut _, printed: &[_]| check_print(verifier, printed).unwrap();
        assert_eq!(checked(&mut verifier, &[solution()]), Checked::Solutions);
        assert_eq!(checked(&mut verifier, &[]), Checked::Nothing);
        assert_eq!(checked(&mut verifier, &[solution(); 2]), Checked::Nothing);
        assert!(check_print(&mut verifier, &[[5; 81]]).is_err());
    }
}
