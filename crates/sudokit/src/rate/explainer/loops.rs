//! Unique rectangles and loops.

use std::ops::ControlFlow;

use super::grid::{
    Cells, Grid, HOUSE_CELLS, HOUSES, Mask, PEER_SET, cells_at, combinations, count, digits,
    is_pair,
};
use super::hint::{Eliminations, Found, Hint};
use super::sets::tuple;
use super::technique::Technique;
use crate::bits::bits;

/// All hints, the easiest first; of equally rated ones those with the lower type number.
pub fn loops(grid: &Grid, found: &mut Found<'_>) -> ControlFlow<()> {
    let mut hints: Vec<LoopHint> = Vec::new();
    for start in (0..81).filter(|cell| is_pair(grid.candidates(*cell))) {
        let mut search = Search {
            grid,
            pair: grid.candidates(start),
            path: vec![start as u8],
            visited: [house_bits(start), 0],
            found: Vec::new(),
        };
        search.extend(start, None, 2, 0);
        for path in search.found {
            Loop::new(grid, path, search.pair).hints(&mut hints);
        }
    }
    // The sort is stable: ties stay in the order of discovery.
    hints.sort_by(|a, b| {
        let ratings = a.rating.total_cmp(&b.rating);
        ratings.then(a.kind.number().cmp(&b.kind.number()))
    });
    for hint in hints {
        found(hint.into_hint())?;
    }
    ControlFlow::Continue(())
}

/// The houses of a cell, bit 0 for the first block.
fn house_bits(cell: usize) -> u32 {
    HOUSES[cell].iter().fold(0, |set, house| set | 1 << house)
}

/// A depth-first search for loops through one cell with two candidates.
struct Search<'a> {
    grid: &'a Grid,
    pair: Mask,
    path: Vec<u8>,
    /// The houses that the even and the odd cells of the path visit.
    visited: [u32; 2],
    found: Vec<Vec<u8>>,
}

impl Search<'_> {
    /// Extends the path from its last cell. `came_by` is the kind of house of the last link,
    /// `allowance` the number of cells with more candidates that are still free, and `extra` the
    /// further digits met so far.
    ///
    /// As in the original, the digits of a cell are added to `extra` before the cell is examined, so
    /// that cells tried earlier affect their siblings.
    fn extend(&mut self, last: usize, came_by: Option<usize>, allowance: i32, mut extra: Mask) {
        let start = self.path[0];
        for kind in (0..3).filter(|kind| Some(*kind) != came_by) {
            for next in HOUSE_CELLS[HOUSES[last][kind] as usize] {
                if next == start && self.path.len() >= 4 {
                    // Both parities must visit the same houses.
                    if self.visited[0] == self.visited[1] {
                        self.found.push(self.path.clone());
                    }
                    continue;
                }
                let candidates = self.grid.candidates(next as usize);
                if candidates & self.pair != self.pair || self.path.contains(&next) {
                    continue;
                }
                let more = candidates & !self.pair;
                extra |= more;
                if more != 0 && count(extra) != 1 && allowance <= 0 {
                    continue;
                }
                // No house twice within one parity: no extension of such a path is a valid loop.
                let parity = self.path.len() % 2;
                let houses = house_bits(next as usize);
                if self.visited[parity] & houses != 0 {
                    continue;
                }
                self.visited[parity] |= houses;
                self.path.push(next);
                let allowance = allowance - i32::from(more != 0);
                self.extend(next as usize, Some(kind), allowance, extra);
                self.path.pop();
                self.visited[parity] &= !houses;
            }
        }
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    One,
    Two,
    ThreeNaked,
    ThreeHidden,
    Four,
}

impl Kind {
    fn number(self) -> u8 {
        match self {
            Kind::One => 1,
            Kind::Two => 2,
            Kind::ThreeNaked | Kind::ThreeHidden => 3,
            Kind::Four => 4,
        }
    }
}

struct LoopHint {
    kind: Kind,
    rating: f64,
    path: Vec<u8>,
    pair: Mask,
    /// The cells of the loop as a set.
    cells: Cells,
    /// House, digits and further cells of a naked or hidden set.
    set: Option<(usize, Mask, Cells)>,
    eliminations: Eliminations,
}

impl LoopHint {
    fn is_same(&self, other: &LoopHint) -> bool {
        self.kind == other.kind && self.cells == other.cells && self.set == other.set
    }

    fn into_hint(self) -> Hint {
        let technique = Technique::UniqueLoop {
            cells: self.path.len() as u8,
            kind: self.kind.number(),
        };
        let mut hint = Hint::new(technique, self.rating);
        hint.eliminations = self.eliminations;
        hint.digits = self.pair;
        hint.cells = self.path;
        hint.houses = self.set.map_or(0, |(house, ..)| 1 << house);
        hint
    }
}

/// A valid loop.
struct Loop<'a> {
    grid: &'a Grid,
    path: Vec<u8>,
    cells: Cells,
    pair: Mask,
}

impl<'a> Loop<'a> {
    fn new(grid: &'a Grid, path: Vec<u8>, pair: Mask) -> Loop<'a> {
        Loop {
            grid,
            cells: path.iter().fold(0, |set, cell| set | 1 << cell),
            path,
            pair,
        }
    }

    fn rating(&self) -> f64 {
        // The sums are those of the original, so that comparisons come out alike.
        match self.path.len() {
            4 => 4.5,
            6 => 4.5 + 0.1,
            8 => 4.5 + 0.2,
            _ => (4.5 + 0.3) + 0.2,
        }
    }

    fn add(
        &self,
        hints: &mut Vec<LoopHint>,
        kind: Kind,
        rating: f64,
        set: Option<(usize, Mask, Cells)>,
        eliminations: Eliminations,
    ) {
        let hint = LoopHint {
            kind,
            rating,
            path: self.path.clone(),
            pair: self.pair,
            cells: self.cells,
            set,
            eliminations,
        };
        if !hint.eliminations.is_empty() && !hints.iter().any(|other| other.is_same(&hint)) {
            hints.push(hint);
        }
    }

    fn hints(&self, hints: &mut Vec<LoopHint>) {
        let path = self.path.iter().map(|cell| *cell as usize);
        let more: Vec<usize> = path
            .filter(|cell| self.grid.candidates(*cell) != self.pair)
            .collect();
        let of_all = |set: Mask, cell: &usize| set | self.grid.candidates(*cell);
        let extra = more.iter().fold(0, of_all) & !self.pair;
        match more[..] {
            [] => {}
            [cell] => {
                let mut eliminations = Eliminations::default();
                eliminations.add(cell, self.pair);
                self.add(hints, Kind::One, self.rating(), None, eliminations);
            }
            [first, second] => {
                match count(extra) {
                    1 => self.type_2(&more, extra, hints),
                    _ => self.type_3([first, second], extra, hints),
                }
                self.type_4([first, second], hints);
            }
            _ => self.type_2(&more, extra, hints),
        }
    }

    /// One extra digit: it is in one of the extra cells.
    fn type_2(&self, more: &[usize], extra: Mask, hints: &mut Vec<LoopHint>) {
        let seen = more
            .iter()
            .fold(Cells::MAX, |seen, cell| seen & PEER_SET[*cell]);
        let mut eliminations = Eliminations::default();
        for digit in digits(extra) {
            for cell in bits(seen & self.grid.cells(digit)) {
                eliminations.add(cell, 1 << digit);
            }
        }
        self.add(hints, Kind::Two, self.rating(), None, eliminations);
    }

    /// The two extra cells act as one cell of a naked or hidden set.
    fn type_3(&self, [first, second]: [usize; 2], extra: Mask, hints: &mut Vec<LoopHint>) {
        for size in count(extra)..=7 {
            for house in shared_houses(first, second) {
                let empty = self.grid.empty_cells(house);
                if 2 * size <= empty {
                    self.type_3_naked(house, [first, second], extra, size, hints);
                }
                if 2 * size < empty {
                    self.type_3_hidden(house, [first, second], extra, size, hints);
                }
            }
        }
    }

    fn type_3_naked(
        &self,
        house: usize,
        [first, second]: [usize; 2],
        extra: Mask,
        size: usize,
        hints: &mut Vec<LoopHint>,
    ) {
        let grid = self.grid;
        let position = |cell: usize| cells_at(house, 0x1FF).position(|each| each == cell);
        let (Some(one), Some(two)) = (position(first), position(second)) else {
            return;
        };
        let wanted = combinations(size, 9)
            .filter(|positions| positions >> one & 1 == 1 && positions >> two & 1 == 0);
        for positions in wanted {
            let others = positions & !(1 << one);
            let sets = digits(positions).map(|position| match position == one {
                true => extra,
                false => grid.candidates(HOUSE_CELLS[house][position] as usize),
            });
            let Some(union) = tuple(sets, size) else {
                continue;
            };
            let shared = extra & grid.candidates(first) & grid.candidates(second);
            let of_all = |set: Mask, cell: usize| set | grid.candidates(cell);
            if count(cells_at(house, others).fold(shared, of_all)) != size {
                continue;
            }
            let mut eliminations = Eliminations::default();
            for cell in cells_at(house, 0x1FF & !positions & !(1 << two)) {
                eliminations.add(cell, grid.candidates(cell) & union);
            }
            let rating = self.rating() + (size - 1) as f64 * 0.1;
            let cells = cells_at(house, others).fold(0, |set, cell| set | 1 << cell);
            let set = Some((house, union, cells));
            self.add(hints, Kind::ThreeNaked, rating, set, eliminations);
        }
    }

    fn type_3_hidden(
        &self,
        house: usize,
        [first, second]: [usize; 2],
        extra: Mask,
        size: usize,
        hints: &mut Vec<LoopHint>,
    ) {
        let grid = self.grid;
        let free: Vec<usize> = digits(0x1FF & !extra & !self.pair).collect();
        for chosen in combinations(size - 2, free.len()) {
            let chosen = digits(chosen).fold(self.pair, |set, index| set | 1 << free[index]);
            let places = |digit: usize| {
                let cells = cells_at(house, grid.places(digit, house));
                let other = cells.filter(|cell| *cell != second);
                other.fold(0, |set: Cells, cell| set | 1 << cell)
            };
            let Some(cells) = digits(chosen)
                .map(places)
                .try_fold(0, |all, places| (places != 0).then_some(all | places))
            else {
                continue;
            };
            if bits(cells).count() != size {
                continue;
            }
            let cells = cells & !(1 << first);
            let mut eliminations = Eliminations::default();
            for cell in bits(cells) {
                eliminations.add(cell, grid.candidates(cell) & !chosen);
            }
            let rating = self.rating() + (size - 2) as f64 * 0.1;
            let set = Some((house, chosen, cells));
            self.add(hints, Kind::ThreeHidden, rating, set, eliminations);
        }
    }

    /// One digit of the pair is confined to the two extra cells, so the other goes.
    fn type_4(&self, [first, second]: [usize; 2], hints: &mut Vec<LoopHint>) {
        let confined = |digit: &usize| {
            shared_houses(first, second).any(|house| {
                let places = cells_at(house, self.grid.places(*digit, house));
                places
                    .filter(|cell| ![first, second].contains(cell))
                    .count()
                    == 0
            })
        };
        if let Some(digit) = digits(self.pair).find(confined) {
            let mut eliminations = Eliminations::default();
            for cell in [first, second] {
                eliminations.add(cell, self.pair & !(1 << digit));
            }
            self.add(hints, Kind::Four, self.rating(), None, eliminations);
        }
    }
}

fn shared_houses(first: usize, second: usize) -> impl Iterator<Item = usize> {
    let pairs = HOUSES[first].into_iter().zip(HOUSES[second]);
    pairs
        .filter(|(a, b)| a == b)
        .map(|(house, _)| house as usize)
}
