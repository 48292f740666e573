//! Extended rectangles: three values in two lines that could be swapped.
//!
//! Six cells, three in each of two rows with a column each (or the other way round). With three
//! values alone both lines contain the same three, and swapping the lines preserves everything
//! where both cells of each column share a box, or all three columns run through the same boxes.

use crate::logic::board::{Board, mask_of, values_of};
use crate::logic::cell_set::CellSet;
use crate::logic::find::{Search, StepCollector};
use crate::logic::step::{Role, Step};
use crate::logic::technique::Technique;

pub(super) fn find(board: &Board, found: &mut StepCollector) -> Search {
    let size = board.size();
    for (along, across) in [(size, 1), (1, size)] {
        for one in 0..size {
            for other in one + 1..size {
                let lines = Lines {
                    board,
                    starts: [one * along, other * along],
                    step: across,
                };
                lines.triples(found)?;
            }
        }
    }
    Search::Continue(())
}

/// Two parallel lines of cells.
struct Lines<'a> {
    board: &'a Board,
    /// The first cell of each.
    starts: [usize; 2],
    /// The distance from one cell to the next.
    step: usize,
}

impl Lines<'_> {
    /// Returns the two cells at one position of the lines.
    fn pair(&self, position: usize) -> [usize; 2] {
        self.starts.map(|start| start + position * self.step)
    }

    /// Returns the candidates of both, if both are open.
    fn union(&self, position: usize) -> Option<u64> {
        let [one, other] = self.pair(position).map(|cell| self.board.candidates(cell));
        (one != 0 && other != 0).then_some(one | other)
    }

    /// Tries every choice of three positions. Five of the six cells have three values, or all have
    /// four, so two positions never have more than four.
    fn triples(&self, found: &mut StepCollector) -> Search {
        let size = self.board.size();
        for first in 0..size {
            let Some(a) = self.union(first) else { continue };
            for second in first + 1..size {
                let Some(b) = self.union(second) else {
                    continue;
                };
                for third in second + 1..size {
                    let Some(c) = self.union(third) else { continue };
                    // At least two positions have no extra cell but perhaps an extra value.
                    let fewest = (a | b).count_ones().min((a | c).count_ones());
                    if fewest.min((b | c).count_ones()) <= 4 {
                        let pairs = [first, second, third].map(|position| self.pair(position));
                        self.judge(pairs, found)?;
                    }
                }
            }
        }
        Search::Continue(())
    }

    fn judge(&self, pairs: [[usize; 2]; 3], found: &mut StepCollector) -> Search {
        let cells: CellSet = pairs.into_iter().flatten().collect();
        let values = self.board.union(cells);
        if values.count_ones() == 4 {
            for extra in values_of(values) {
                let places = self.board.cells(extra);
                let targets = places & self.board.common_peers(cells & places);
                let several = (cells & places).len() > 1;
                if several && !targets.is_empty() && can_be_exchanged(self.board, pairs) {
                    let three = values & !mask_of(extra);
                    found.add(
                        self.step(pairs, three, cells & places)
                            .about([extra])
                            .eliminating(extra, targets),
                    )?;
                }
            }
        }
        for cell in cells {
            let three = self.board.union(cells - CellSet::of(cell));
            let (own, of_cell) = (self.board.candidates(cell), CellSet::of(cell));
            if three.count_ones() == 3
                && own & three != 0
                && own & !three != 0
                && can_be_exchanged(self.board, pairs)
            {
                let step = self.step(pairs, three, of_cell);
                let gone = values_of(own & three);
                found.add(gone.fold(step, |step, value| step.eliminating(value, [cell])))?;
            }
        }
        Search::Continue(())
    }

    fn step(&self, pairs: [[usize; 2]; 3], three: u64, extra: CellSet) -> Step {
        let cells: CellSet = pairs.into_iter().flatten().collect();
        let mut step = Step::new(Technique::ExtendedRectangle)
            .about(values_of(three))
            .in_cells(pairs.into_iter().flatten());
        for value in values_of(three) {
            step = step.marking(Role::Defining, value, cells & self.board.cells(value));
        }
        for value in values_of(self.board.union(extra) & !three) {
            step = step.marking(Role::Extra, value, extra & self.board.cells(value));
        }
        step
    }
}

/// Returns whether swapping the cells of each pair preserves the values of every house: each house
/// has as many of the pairs' first cells as of their second, all three or one pair's.
fn can_be_exchanged(board: &Board, pairs: [[usize; 2]; 3]) -> bool {
    let houses = pairs.map(|pair| pair.map(|cell| super::houses_of(board, cell)));
    let of_line = |line: usize| [houses[0][line], houses[1][line], houses[2][line]];
    let ([a, b, c], [d, e, f]) = (of_line(0), of_line(1));
    // A house of one whole line keeps its values because the lines have the same three.
    let (first, second) = (a & b & c, d & e & f);
    let own = [a & !first, b & !first, c & !first];
    let other = [d & !second, e & !second, f & !second];
    let disjoint = |[a, b, c]: [u64; 3]| a & b == 0 && b & c == 0 && a & c == 0;
    first & second == 0 && disjoint(own) && disjoint(other) && own == other
}
