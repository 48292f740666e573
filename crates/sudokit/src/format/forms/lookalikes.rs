//! Numbers that fill a square and are no puzzle: states of a sliding puzzle, clauses of a formula,
//! the matrix of a graph, and tables whose numbers repeat almost everywhere.
//!
//! A puzzle with a mistake, or a wrong answer, must not pass for one of them.

use crate::puzzle::Puzzle;
use crate::shape::MAX_SIZE;

/// What the numbers of a square are, if they are no puzzle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Lookalike {
    /// Each row has the numbers from 0 to one below its length once.
    Counted,
    /// Each row ends with its only 0.
    Clauses,
    /// There are only 0 and 1.
    Binary,
    /// Values are repeated in this many rows, columns and boxes.
    Repeating(Repeats),
}

impl Lookalike {
    /// Finds what a square of numbers is. `with_zeros` says that 0 stands for its empty cells.
    pub fn of(puzzle: &Puzzle, with_zeros: bool) -> Option<Lookalike> {
        if puzzle.check().is_ok() {
            return None;
        }
        let repeats = Repeats::of(puzzle);
        if with_zeros && counts_from_zero(puzzle) {
            Some(Lookalike::Counted)
        } else if with_zeros && are_clauses(puzzle) {
            Some(Lookalike::Clauses)
        } else if with_zeros && puzzle.values().iter().all(|value| *value <= 1) {
            Some(Lookalike::Binary)
        } else {
            let is_other = repeats.are_everywhere(puzzle);
            is_other.then_some(Lookalike::Repeating(repeats))
        }
    }

    /// Describes the numbers, and says what to do if they are a puzzle.
    pub fn words(self, size: usize) -> (String, String) {
        let last = size - 1;
        let blank = "use --blank 0 if 0 is an empty cell".to_string();
        match self {
            Lookalike::Counted => (
                format!(
                    "each row has the numbers 0 to {last} once, like the states of a sliding puzzle"
                ),
                match size {
                    ..=9 => format!(
                        "use --symbols {} if 0 is a value, or --blank 0 if it is an empty cell",
                        (0..size).map(|digit| digit.to_string()).collect::<String>()
                    ),
                    _ => blank,
                },
            ),
            Lookalike::Clauses => (
                "each row ends with its only 0, like the clauses of a formula".to_string(),
                blank,
            ),
            Lookalike::Binary => (
                "there are only 0 and 1, like in the matrix of a graph".to_string(),
                blank,
            ),
            Lookalike::Repeating(Repeats {
                rows,
                columns,
                boxes,
            }) => (
                format!(
                    "the numbers are no puzzle: values are repeated in {rows} rows, {columns} columns and {boxes} boxes"
                ),
                format!("add --shape {size} if they are a puzzle with mistakes"),
            ),
        }
    }
}

/// In how many rows, columns and boxes a value occurs twice.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Repeats {
    pub rows: usize,
    pub columns: usize,
    pub boxes: usize,
}

impl Repeats {
    pub fn of(puzzle: &Puzzle) -> Repeats {
        let size = puzzle.shape().size();
        let repeating = |cell: &dyn Fn(usize, usize) -> usize| {
            let repeats = |house: &usize| {
                let mut seen = [false; MAX_SIZE + 1];
                let values = (0..size).map(|at| usize::from(puzzle.values()[cell(*house, at)]));
                let mut values = values.filter(|value| *value != 0);
                values.any(|value| std::mem::replace(&mut seen[value], true))
            };
            (0..size).filter(repeats).count()
        };
        let boxes = puzzle.shape().box_size().map_or(0, |(rows, columns)| {
            repeating(&|house, at| {
                let across = size / columns;
                let (row, column) = (house / across * rows, house % across * columns);
                (row + at / columns) * size + column + at % columns
            })
        });
        Repeats {
            rows: repeating(&|row, at| row * size + at),
            columns: repeating(&|column, at| at * size + column),
            boxes,
        }
    }

    /// Returns whether values are repeated in most houses of two kinds, or of all three if each value
    /// occurs once for each row: that may be the state of a search, which leaves one kind intact.
    fn are_everywhere(self, puzzle: &Puzzle) -> bool {
        let size = puzzle.shape().size();
        let kinds = [self.rows, self.columns, self.boxes];
        let most = kinds.into_iter().filter(|count| 2 * count > size).count();
        most == 3 || most == 2 && !is_even(puzzle)
    }
}

/// Returns whether every value occurs once for each row.
fn is_even(puzzle: &Puzzle) -> bool {
    let size = puzzle.shape().size();
    let mut counts = [0; MAX_SIZE + 1];
    for value in puzzle.values() {
        counts[usize::from(*value)] += 1;
    }
    counts[1..=size].iter().all(|count| *count == size)
}

/// Returns whether each row has the numbers from 0 to one below its length once, against the rules:
/// 0 is rather a value, as in states of a sliding puzzle and in tables of groups. A board that lacks
/// its largest value alone obeys the rules.
pub(crate) fn counts_from_zero(puzzle: &Puzzle) -> bool {
    let size = puzzle.shape().size();
    let numbers = |row: &[u8]| row.iter().fold(0u128, |seen, value| seen | 1 << value);
    let is_counted = |row: &[u8]| numbers(row) == (1 << size) - 1;
    puzzle.values().chunks(size).all(is_counted) && puzzle.check().is_err()
}

/// Returns whether the last cell of each row is its only open one.
fn are_clauses(puzzle: &Puzzle) -> bool {
    let size = puzzle.shape().size();
    let is_clause = |row: &[u8]| row.iter().position(|value| *value == 0) == Some(size - 1);
    puzzle.values().chunks(size).all(is_clause)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::format::{ReadOptions, read_puzzle};

    fn lookalike(rows: &[&str]) -> Option<Lookalike> {
        let options = ReadOptions {
            blank: Some('0'.into()),
            shape: Some(crate::Shape::with_size(rows.len()).unwrap()),
            ..ReadOptions::default()
        };
        let record = read_puzzle(rows.join("\n").as_bytes(), options).expect("a board");
        Lookalike::of(&record.puzzle, true)
    }

    #[test]
    fn mistakes_and_wrong_answers_are_puzzles() {
        for rows in [
            // Two mistakes.
            ["1230", "0021", "0310", "0044"],
            // Each row is a permutation, which a search started from.
            ["1234", "1234", "2143", "1234"],
            // Each box is.
            ["1212", "3434", "1221", "3443"],
        ] {
            assert_eq!(lookalike(&rows), None, "{rows:?}");
        }
        let is_repeating = |rows: &[&str]| matches!(lookalike(rows), Some(Lookalike::Repeating(_)));
        assert!(is_repeating(&["1112", "1113", "2212", "1123"]));
        assert!(is_repeating(&["1234", "1230", "1204", "1034"]));
        assert_eq!(
            lookalike(&["0123", "1230", "0123", "3210"]),
            Some(Lookalike::Counted)
        );
        assert_eq!(
            lookalike(&["1230", "2340", "3410", "4120"]),
            Some(Lookalike::Clauses)
        );
        assert_eq!(
            lookalike(&["0101", "1010", "0001", "0100"]),
            Some(Lookalike::Binary)
        );
    }
}
