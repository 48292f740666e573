//! Exocets: two base cells whose values must be those of two target cells.
//!
//! The base cells are in one line and one box. Three cross lines, one through each box of the band,
//! each need every value: one passes next to the base cells in their own box, the others through
//! the other two boxes. If a value is in the base, no cross line has it within the base line or the
//! base box. So each has it elsewhere, in three different lines. If there is no room for that
//! without the target cells, the value is in a target. If this holds for every candidate of the
//! base, the two values of the base are in the two targets.

use super::{SIDE, at};
use crate::logic::almost_locked_sets::Effects;
use crate::logic::board::{Board, bits, mask_of, values_of};
use crate::logic::cell_set::CellSet;
use crate::logic::find::{Search, StepCollector};
use crate::logic::step::{Case, HouseRole, Role};
use crate::logic::technique::Technique;

/// Finds exocets with both targets in the band of the base.
pub(super) fn juniors(board: &Board, found: &mut StepCollector) -> Search {
    search(board, Technique::JuniorExocet, found)
}

/// Finds exocets with one or both targets outside the band of the base.
pub(super) fn seniors(board: &Board, found: &mut StepCollector) -> Search {
    search(board, Technique::SeniorExocet, found)
}

fn search(board: &Board, technique: Technique, found: &mut StepCollector) -> Search {
    for turned in [false, true] {
        let rooms = Rooms::new(board, turned);
        for base_line in 0..SIDE {
            for escape in 0..SIDE {
                let start = escape / 3 * 3;
                let places = (start..start + 3).filter(|position| *position != escape);
                let base: CellSet = places.map(|place| at(turned, base_line, place)).collect();
                let open = base.iter().all(|cell| board.candidates(cell) != 0);
                let values = board.union(base);
                if open && BASE_VALUES.contains(&values.count_ones()) {
                    let base = Base {
                        cells: base,
                        values,
                        line: base_line,
                        escape,
                    };
                    rooms.across(&base, technique, found)?;
                }
            }
        }
    }
    Search::Continue(())
}

/// The number of values that the two base cells may have together: with two they are a naked pair.
const BASE_VALUES: std::ops::RangeInclusive<u32> = 3..=5;

struct Base {
    cells: CellSet,
    values: u64,
    line: usize,
    /// The position of the third cell that the line and the box share.
    escape: usize,
}

/// The lines in which each value is or can be, as bits, by value and position.
struct Rooms<'a> {
    board: &'a Board,
    turned: bool,
    lines: [[u16; SIDE]; SIDE],
}

/// A cell by line and position.
type Place = (usize, usize);

impl<'a> Rooms<'a> {
    fn new(board: &'a Board, turned: bool) -> Rooms<'a> {
        let mut lines = [[0; SIDE]; SIDE];
        let places = (0..SIDE).flat_map(|line| (0..SIDE).map(move |place| (line, place)));
        for (line, position) in places {
            let cell = at(turned, line, position);
            let mask = match board.value(cell) {
                0 => board.candidates(cell),
                value => mask_of(value),
            };
            for value in values_of(mask) {
                lines[value as usize - 1][position] |= 1 << line;
            }
        }
        Rooms {
            board,
            turned,
            lines,
        }
    }

    /// Tries every choice of cross lines, one in each of the other two boxes.
    fn across(&self, base: &Base, technique: Technique, found: &mut StepCollector) -> Search {
        let outside = |position: &usize| position / 3 != base.escape / 3;
        for second in (0..SIDE).filter(outside) {
            for third in (second + 1..SIDE).filter(outside) {
                if second / 3 != third / 3 {
                    let crossing = [base.escape, second, third];
                    match technique {
                        Technique::JuniorExocet => self.junior(base, crossing, found)?,
                        _ => self.senior(base, crossing, found)?,
                    }
                }
            }
        }
        Search::Continue(())
    }

    fn junior(&self, base: &Base, crossing: [usize; 3], found: &mut StepCollector) -> Search {
        let band = base.line / 3 * 3;
        for first in (band..band + 3).filter(|line| *line != base.line) {
            for second in (band..band + 3).filter(|line| *line != base.line) {
                let targets = [(first, crossing[1]), (second, crossing[2])];
                self.examine(base, crossing, targets, Technique::JuniorExocet, found)?;
            }
        }
        Search::Continue(())
    }

    fn senior(&self, base: &Base, crossing: [usize; 3], found: &mut StepCollector) -> Search {
        let in_band = |line: usize| line / 3 == base.line / 3;
        let usable = |(line, position): &Place| {
            let outside = match *position == base.escape {
                true => !in_band(*line),
                false => *line != base.line,
            };
            outside && self.candidates((*line, *position)) & base.values != 0
        };
        let places = crossing
            .into_iter()
            .flat_map(|position| (0..SIDE).map(move |line| (line, position)));
        let places: Vec<Place> = places.filter(usable).collect();
        for (index, &one) in places.iter().enumerate() {
            for &other in &places[index + 1..] {
                if !(in_band(one.0) && in_band(other.0)) {
                    let targets = [one, other];
                    self.examine(base, crossing, targets, Technique::SeniorExocet, found)?;
                }
            }
        }
        Search::Continue(())
    }

    fn cell(&self, (line, position): Place) -> usize {
        at(self.turned, line, position)
    }

    fn candidates(&self, place: Place) -> u64 {
        self.board.candidates(self.cell(place))
    }

    /// For each cross line, returns the lines where it could have a value outside the base line,
    /// the base box and the targets.
    fn room(&self, base: &Base, crossing: [usize; 3], value: u8, targets: [Place; 2]) -> [u16; 3] {
        crossing.map(|position| {
            let mut lines = self.lines[value as usize - 1][position];
            lines &= match position == base.escape {
                true => !(0b111 << (base.line / 3 * 3)),
                false => !(1 << base.line),
            };
            for (line, _) in targets.iter().filter(|target| target.1 == position) {
                lines &= !(1 << line);
            }
            lines
        })
    }

    fn examine(
        &self,
        base: &Base,
        crossing: [usize; 3],
        targets: [Place; 2],
        technique: Technique,
        found: &mut StepCollector,
    ) -> Search {
        let [one, other] = targets.map(|target| self.candidates(target));
        if one & base.values == 0 || other & base.values == 0 {
            return Search::Continue(());
        }
        let has_room = |value: u8| can_be_spread(self.room(base, crossing, value, targets));
        if values_of(base.values).any(has_room) {
            return Search::Continue(());
        }
        let mut gone = Effects::default();
        for (target, candidates) in targets.into_iter().zip([one, other]) {
            for value in values_of(candidates & !base.values) {
                gone.add(value, CellSet::of(self.cell(target)));
            }
        }
        for value in values_of(base.values & !(one | other)) {
            gone.add(value, base.cells & self.board.cells(value));
        }
        if gone.is_empty() {
            return Search::Continue(());
        }
        let left = |value: u8| {
            let room = self.room(base, crossing, value, targets);
            let places = crossing
                .into_iter()
                .zip(room)
                .flat_map(|(position, lines)| {
                    bits(u64::from(lines)).map(move |line| self.cell((line, position)) as u16)
                });
            Case {
                values: vec![value],
                cells: places.collect(),
                set: None,
            }
        };
        let cases: Vec<Case> = values_of(base.values).map(left).collect();
        let targets = targets.map(|target| self.cell(target));
        let mut step = gone
            .step(technique)
            .about(values_of(base.values))
            .in_cells(base.cells)
            .in_cells(targets)
            .by_cases(cases);
        for value in values_of(base.values) {
            let there = targets
                .into_iter()
                .filter(|cell| self.board.has(*cell, value));
            step = step.marking(Role::Defining, value, there);
        }
        let houses = match self.turned {
            true => &self.board.geometry().rows,
            false => &self.board.geometry().columns,
        };
        let crossing = crossing.map(|position| houses[position]);
        found.add(step.in_houses(HouseRole::Cover, crossing))
    }
}

/// Returns whether three cross lines can have a value in three different lines.
fn can_be_spread(rooms: [u16; 3]) -> bool {
    let [one, two, three] = rooms;
    let fits = |lines: u16, count: u32| lines.count_ones() >= count;
    rooms.iter().all(|room| fits(*room, 1))
        && fits(one | two, 2)
        && fits(one | three, 2)
        && fits(two | three, 2)
        && fits(one | two | three, 3)
}

#[cfg(test)]
mod tests {
    use super::can_be_spread;

    #[test]
    fn three_values_need_three_lines() {
        assert!(can_be_spread([0b001, 0b010, 0b100]));
        assert!(can_be_spread([0b011, 0b011, 0b110]));
        assert!(!can_be_spread([0b011, 0b011, 0b011]));
        assert!(!can_be_spread([0b001, 0b001, 0b110]));
        assert!(!can_be_spread([0, 0b111, 0b111]));
    }
}
