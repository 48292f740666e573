//! The tridagon: twelve cells of four boxes that three values cannot fill.
//!
//! Each of four boxes in a rectangle has three of the cells, one in each row and each column. Read
//! as a permutation, such a triple is even or odd. If an odd number of the four is odd, three
//! values alone cannot fill the twelve cells, so one of the other candidates there, the guardians,
//! must be true.

use super::SIDE;
use crate::logic::almost_locked_sets::Effects;
use crate::logic::board::{Board, values_of};
use crate::logic::cell_set::CellSet;
use crate::logic::find::{Search, StepCollector};
use crate::logic::step::{Candidate, Role, Step};
use crate::logic::technique::Technique;

/// The columns of the three cells, row by row, for all triples; even ones first.
const TRIPLES: [[usize; 3]; 6] = [
    [0, 1, 2],
    [1, 2, 0],
    [2, 0, 1],
    [0, 2, 1],
    [1, 0, 2],
    [2, 1, 0],
];
/// The first odd triple.
const ODD: usize = 3;
/// The largest number of guardians to consider.
const MOST_GUARDIANS: usize = 6;

/// Finds tridagons. A single guardian is placed; several eliminate what each of them excludes.
pub(super) fn find(board: &Board, found: &mut StepCollector) -> Search {
    // Fewest guardians first: those are the patterns that people see.
    for most in [1, MOST_GUARDIANS] {
        for values in (0..1u64 << SIDE).filter(|mask| mask.count_ones() == 3) {
            if let Some(boxes) = Boxes::new(board, values) {
                boxes.search(most, found)?;
            }
        }
    }
    Search::Continue(())
}

/// The number of guardians of each triple of each box, for three given values.
struct Boxes<'a> {
    board: &'a Board,
    values: u64,
    /// `None` if a cell of the triple has none of the values, or there are too many guardians.
    guardians: [[Option<usize>; 6]; SIDE],
}

impl<'a> Boxes<'a> {
    /// Counts the guardians, unless too few boxes are left for these values.
    fn new(board: &'a Board, values: u64) -> Option<Boxes<'a>> {
        let mut boxes = Boxes {
            board,
            values,
            guardians: [[None; 6]; SIDE],
        };
        let mut usable = 0;
        for block in 0..SIDE {
            for triple in 0..TRIPLES.len() {
                boxes.guardians[block][triple] = boxes.count(block, triple);
            }
            usable += usize::from(boxes.guardians[block].iter().any(Option::is_some));
        }
        (usable >= 4).then_some(boxes)
    }

    fn count(&self, block: usize, triple: usize) -> Option<usize> {
        let mut count = 0;
        for cell in cells(block, triple) {
            let candidates = self.board.candidates(cell);
            // A cell that has none of the three values is not part of the pattern.
            if candidates & self.values == 0 {
                return None;
            }
            count += (candidates & !self.values).count_ones() as usize;
        }
        (count <= MOST_GUARDIANS).then_some(count)
    }

    /// Tries every rectangle of boxes.
    fn search(&self, most: usize, found: &mut StepCollector) -> Search {
        for rows in [[0, 1], [0, 2], [1, 2]] {
            for columns in [[0, 1], [0, 2], [1, 2]] {
                let block = |row: usize, column: usize| rows[row] * 3 + columns[column];
                let blocks = [block(0, 0), block(0, 1), block(1, 0), block(1, 1)];
                self.choose(blocks, &mut [0; 4], 0, most, found)?;
            }
        }
        Search::Continue(())
    }

    /// Chooses a triple for each box from `depth` on, with at most `left` more guardians.
    fn choose(
        &self,
        blocks: [usize; 4],
        triples: &mut [usize; 4],
        depth: usize,
        left: usize,
        found: &mut StepCollector,
    ) -> Search {
        let Some(&block) = blocks.get(depth) else {
            let odd = triples.iter().filter(|triple| **triple >= ODD).count();
            return match odd % 2 {
                1 => self.report(blocks, triples, found),
                _ => Search::Continue(()),
            };
        };
        for triple in 0..TRIPLES.len() {
            let count = self.guardians[block][triple];
            if let Some(left) = count.and_then(|count| left.checked_sub(count)) {
                triples[depth] = triple;
                self.choose(blocks, triples, depth + 1, left, found)?;
            }
        }
        Search::Continue(())
    }

    fn report(
        &self,
        blocks: [usize; 4],
        triples: &[usize; 4],
        found: &mut StepCollector,
    ) -> Search {
        let board = self.board;
        let chosen = blocks.iter().zip(triples);
        let twelve: CellSet = chosen
            .flat_map(|(block, triple)| cells(*block, *triple))
            .collect();
        let guardians = twelve.iter().flat_map(|cell| {
            values_of(board.candidates(cell) & !self.values)
                .map(move |value| Candidate::new(cell, value))
        });
        let step = match (guardians.clone().count(), guardians.clone().next()) {
            (1, Some(only)) => {
                Step::new(Technique::Tridagon).placing(only.cell as usize, only.value)
            }
            _ => self
                .excluded_by_all(guardians.clone())
                .step(Technique::Tridagon),
        };
        if step.is_idle() {
            return Search::Continue(());
        }
        let step = step.about(values_of(self.values)).in_cells(twelve);
        found.add(guardians.fold(step, |step, guardian| {
            step.marking(Role::Extra, guardian.value, [guardian.cell as usize])
        }))
    }

    /// Returns the candidates that every guardian excludes. Without guardians there are none: the
    /// position is then broken, and anything could be proved.
    fn excluded_by_all(&self, guardians: impl Iterator<Item = Candidate> + Clone) -> Effects {
        let mut gone = Effects::default();
        if guardians.clone().next().is_none() {
            return gone;
        }
        for value in 1..=SIDE as u8 {
            let excluded = guardians
                .clone()
                .fold(self.board.cells(value), |left, guardian| {
                    let cell = guardian.cell as usize;
                    left & match guardian.value == value {
                        true => self.board.peers(cell),
                        false => CellSet::of(cell),
                    }
                });
            gone.add(value, excluded);
        }
        gone
    }
}

/// Returns the cells of a triple in a box.
fn cells(block: usize, triple: usize) -> impl Iterator<Item = usize> {
    let (top, left) = (block / 3 * 3, block % 3 * 3);
    let columns = TRIPLES[triple].into_iter().enumerate();
    columns.map(move |(row, column)| (top + row) * SIDE + left + column)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns whether three values can fill the triples of four boxes, by exhaustive search.
    fn can_be_filled(triples: [usize; 4]) -> bool {
        let value = |fill: usize, row: usize| TRIPLES[fill][row];
        (0..6usize.pow(4)).any(|way| {
            let fills = [way % 6, way / 6 % 6, way / 36 % 6, way / 216];
            // Each row of a band has two of the cells, and so has each column of a stack.
            let rows_fit = [(0, 1), (2, 3)]
                .iter()
                .all(|&(a, b)| (0..3).all(|row| value(fills[a], row) != value(fills[b], row)));
            let in_column = |which: usize, column: usize| {
                let row = TRIPLES[triples[which]].iter().position(|c| *c == column);
                value(fills[which], row.expect("a permutation"))
            };
            let columns_fit = [(0, 2), (1, 3)]
                .iter()
                .all(|&(a, b)| (0..3).all(|column| in_column(a, column) != in_column(b, column)));
            rows_fit && columns_fit
        })
    }

    #[test]
    fn an_odd_number_of_odd_triples_cannot_be_filled() {
        for way in 0..6usize.pow(4) {
            let triples = [way % 6, way / 6 % 6, way / 36 % 6, way / 216];
            let odd = triples.iter().filter(|triple| **triple >= ODD).count();
            assert_eq!(can_be_filled(triples), odd % 2 == 0, "{triples:?}");
        }
    }
}
