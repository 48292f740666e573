//! 3D Medusa: colouring through all values at once. Strong links join the two places of a value in
//! a house, and the two candidates of a cell.
//!
//! Three findings refute a colour: two values of it in one cell, one value twice in a house, a cell
//! whose candidates all see it. Otherwise a candidate that conflicts with both colours is false,
//! whether through its cell or through its houses.

use crate::logic::board::{Board, values_of};
use crate::logic::cell_set::CellSet;
use crate::logic::find::{Search, StepCollector};
use crate::logic::single_digit::Links;
use crate::logic::step::{Role, Step};
use crate::logic::technique::Technique;

/// The largest number of values on a board of at most 128 cells.
const VALUES: usize = 11;

/// Cells by value, the first for value 1.
type Places = [CellSet; VALUES];

pub(super) fn find(board: &Board, found: &mut StepCollector) -> Search {
    let links = Joined::new(board);
    let mut left = links.ends;
    for value in 1..=board.size() as u8 {
        while let Some(start) = left[value as usize - 1].first() {
            let group = Group::grown(board, &links, start, value);
            for (index, places) in left.iter_mut().enumerate() {
                *places -= group.colours[0].places[index] | group.colours[1].places[index];
            }
            group.conclude(board, found)?;
        }
    }
    Search::Continue(())
}

/// The strong links of all values between cells.
struct Joined {
    /// By value and cell: the cells at the other end.
    cells: [[CellSet; CellSet::CAPACITY]; VALUES],
    /// By value: the cells that have a strong link, within the cell or to another.
    ends: Places,
}

impl Joined {
    fn new(board: &Board) -> Joined {
        let mut joined = Joined {
            cells: [[CellSet::EMPTY; CellSet::CAPACITY]; VALUES],
            ends: [CellSet::EMPTY; VALUES],
        };
        for value in 1..=board.size() as u8 {
            let index = value as usize - 1;
            joined.ends[index] = board.pairs() & board.cells(value);
            for link in Links::of(board, value).as_slice() {
                joined.ends[index] |= link.cells();
                for end in link.ends {
                    joined.cells[index][end].insert(link.other_end(end));
                }
            }
        }
        joined
    }
}

/// Linked candidates in two colours.
struct Group {
    colours: [Colour; 2],
}

/// Candidates that are all true or all false.
#[derive(Clone, Copy)]
struct Colour {
    places: Places,
    /// By value: the cells that see one of its places.
    seen: Places,
    /// The cells that have a candidate of this colour.
    cells: CellSet,
    /// The cells that have two.
    twice: CellSet,
}

impl Group {
    /// Returns all candidates linked to one.
    fn grown(board: &Board, links: &Joined, start: usize, value: u8) -> Group {
        let none = Colour {
            places: [CellSet::EMPTY; VALUES],
            seen: [CellSet::EMPTY; VALUES],
            cells: CellSet::EMPTY,
            twice: CellSet::EMPTY,
        };
        let mut group = Group {
            colours: [none, none],
        };
        let mut edge = [CellSet::EMPTY; VALUES];
        edge[value as usize - 1].insert(start);
        let mut side = 0;
        while edge.iter().any(|places| !places.is_empty()) {
            let mut next = [CellSet::EMPTY; VALUES];
            for (index, places) in edge.iter().enumerate() {
                for cell in *places {
                    group.colours[side].add(board, cell, index);
                    next[index] |= links.cells[index][cell];
                    if board.pairs().contains(cell) {
                        let other = board.candidates(cell) & !(1 << index);
                        next[other.trailing_zeros() as usize].insert(cell);
                    }
                }
            }
            side ^= 1;
            for (places, known) in next.iter_mut().zip(group.colours[side].places) {
                *places -= known;
            }
            edge = next;
        }
        group
    }

    fn conclude(&self, board: &Board, found: &mut StepCollector) -> Search {
        // A group of one value is left to simple colouring.
        let values = (0..VALUES).filter(|index| !self.places(*index).is_empty());
        if values.count() < 2 {
            return Search::Continue(());
        }
        for (colour, other) in [(0, 1), (1, 0)] {
            let colours = [&self.colours[colour], &self.colours[other]];
            if let Some((values, cells)) = colours[0].refutation(board) {
                let step = coloured(colours).about(values).in_cells(cells);
                found.add(match found.wants_variants() {
                    true => colours[1].placed(step),
                    false => colours[0].crossed_out(step),
                })?;
            }
        }
        self.trap(board, found)
    }

    fn places(&self, index: usize) -> CellSet {
        self.colours[0].places[index] | self.colours[1].places[index]
    }

    /// Returns the candidates that conflict with both colours.
    fn trap(&self, board: &Board, found: &mut StepCollector) -> Search {
        let [one, other] = &self.colours;
        let trapped = |value: u8| {
            let index = value as usize - 1;
            let met = (one.seen[index] | one.cells) & (other.seen[index] | other.cells);
            (board.cells(value) & met) - self.places(index)
        };
        let values = 1..=board.size() as u8;
        if values.clone().all(|value| trapped(value).is_empty()) {
            return Search::Continue(());
        }
        let step = coloured([one, other]);
        found.add(values.fold(step, |step, value| step.eliminating(value, trapped(value))))
    }
}

impl Colour {
    fn add(&mut self, board: &Board, cell: usize, index: usize) {
        self.places[index].insert(cell);
        self.seen[index] |= board.peers(cell);
        if self.cells.contains(cell) {
            self.twice.insert(cell);
        }
        self.cells.insert(cell);
    }

    /// Returns the proof that the colour is false, as values and cells: two values in a cell, a
    /// value in two cells that see each other, or no value for a cell.
    fn refutation(&self, board: &Board) -> Option<(Vec<u8>, Vec<usize>)> {
        if let Some(cell) = self.twice.first() {
            let values = (1..=VALUES as u8).filter(|v| self.places[*v as usize - 1].contains(cell));
            return Some((values.collect(), vec![cell]));
        }
        for value in 1..=board.size() as u8 {
            let index = value as usize - 1;
            if let Some(one) = (self.places[index] & self.seen[index]).first() {
                let other = (self.places[index] & board.peers(one)).first()?;
                return Some((vec![value], vec![one, other]));
            }
        }
        let mut emptied = CellSet::EMPTY;
        let mut spared = CellSet::EMPTY;
        for value in 1..=board.size() as u8 {
            let index = value as usize - 1;
            emptied |= board.cells(value) & self.seen[index];
            spared |= board.cells(value) - self.seen[index];
        }
        let cell = (emptied - spared - self.cells).first()?;
        Some((values_of(board.candidates(cell)).collect(), vec![cell]))
    }

    /// Returns a step that places every candidate of the colour, as SudokuWiki does where the
    /// opposite colour is refuted.
    fn placed(&self, step: Step) -> Step {
        let places = self.places.iter().enumerate();
        places.fold(step, |step, (index, cells)| {
            let value = index as u8 + 1;
            cells
                .iter()
                .fold(step, |step, cell| step.placing(cell, value))
        })
    }

    /// Returns a step that eliminates every candidate of the colour.
    fn crossed_out(&self, step: Step) -> Step {
        let places = self.places.iter().enumerate();
        places.fold(step, |step, (index, places)| {
            step.eliminating(index as u8 + 1, *places)
        })
    }
}

fn coloured(colours: [&Colour; 2]) -> Step {
    let mut step = Step::new(Technique::Medusa);
    for (colour, role) in colours.into_iter().zip([Role::ColourA, Role::ColourB]) {
        for (index, places) in colour.places.iter().enumerate() {
            step = step.marking(role, index as u8 + 1, *places);
        }
    }
    step
}
