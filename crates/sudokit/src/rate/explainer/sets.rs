//! Naked and hidden pairs, triplets and quads, and the direct variants of hidden ones.

use std::ops::ControlFlow;

use super::grid::{
    ALL, BLOCKS_COLUMNS_ROWS, Grid, HOUSE_CELLS, Mask, cells_at, combinations, count, digits,
    houses_from, lowest,
};
use super::hint::{Found, Hint};
use super::technique::Technique;

/// Returns the union of sets if each has at least two members and together they have as many
/// members as there are sets.
pub fn tuple(sets: impl Iterator<Item = Mask>, size: usize) -> Option<Mask> {
    let mut union = 0;
    for set in sets {
        union |= set;
        if count(set) < 2 || count(union) > size {
            return None;
        }
    }
    (count(union) == size).then_some(union)
}

/// Cells of a house that share as many digits as there are cells.
pub fn naked(grid: &Grid, size: usize, found: &mut Found<'_>) -> ControlFlow<()> {
    for house in BLOCKS_COLUMNS_ROWS.into_iter().flat_map(houses_from) {
        if grid.empty_cells(house) < 2 * size {
            continue;
        }
        let candidates = HOUSE_CELLS[house].map(|cell| grid.candidates(cell as usize));
        let mut fit: Mask = 0;
        for (position, mask) in candidates.iter().enumerate() {
            if (2..=size).contains(&count(*mask)) {
                fit |= 1 << position;
            }
        }
        if count(fit) < size {
            continue;
        }
        for cells in combinations(size, 9).filter(|cells| cells & !fit == 0) {
            let sets = digits(cells).map(|position| candidates[position]);
            let Some(union) = tuple(sets, size) else {
                continue;
            };
            let rating = [3.0, 3.6, 5.0][size - 2];
            let mut hint = Hint::new(Technique::NakedSet(size as u8), rating);
            for position in digits(ALL & !cells) {
                let cell = HOUSE_CELLS[house][position] as usize;
                hint.eliminations.add(cell, candidates[position] & union);
            }
            if !hint.eliminations.is_empty() {
                hint.cells = cells_at(house, cells).map(|cell| cell as u8).collect();
                hint.digits = union;
                hint.houses = 1 << house;
                found(hint)?;
            }
        }
    }
    ControlFlow::Continue(())
}

/// Digits that have as many places in a house as there are digits.
pub fn hidden(grid: &Grid, size: usize, found: &mut Found<'_>) -> ControlFlow<()> {
    each_hidden(grid, size, 2 * size, |house, set, positions| {
        let rating = [3.4, 4.0, 5.4][size - 2];
        let mut hint = Hint::new(Technique::HiddenSet(size as u8), rating);
        for cell in cells_at(house, positions) {
            hint.eliminations.add(cell, grid.candidates(cell) & !set);
        }
        match hint.eliminations.is_empty() {
            true => ControlFlow::Continue(()),
            false => found(described(hint, house, set, positions)),
        }
    })
}

/// A hidden set that leaves another digit one place in the house. Only that digit is placed; the
/// set itself need not remove anything.
pub fn direct_hidden(grid: &Grid, size: usize, found: &mut Found<'_>) -> ControlFlow<()> {
    each_hidden(grid, size, size, |house, set, positions| {
        let place = digits(ALL & !set).find_map(|digit| {
            let places = grid.places(digit, house);
            let outside = places & !positions;
            (count(places) >= 2 && count(outside) == 1).then(|| (digit, lowest(outside)))
        });
        let Some((digit, position)) = place else {
            return ControlFlow::Continue(());
        };
        let (technique, rating) = match size {
            2 => (Technique::DirectHiddenPair, 2.0),
            _ => (Technique::DirectHiddenTriplet, 2.5),
        };
        let mut hint = Hint::new(technique, rating);
        hint.placement = Some((HOUSE_CELLS[house][position], digit as u8));
        found(described(hint, house, set, positions))
    })
}

/// Visits hidden sets in houses that have more than `above` empty cells.
fn each_hidden(
    grid: &Grid,
    size: usize,
    above: usize,
    mut visit: impl FnMut(usize, Mask, Mask) -> ControlFlow<()>,
) -> ControlFlow<()> {
    for house in BLOCKS_COLUMNS_ROWS.into_iter().flat_map(houses_from) {
        if grid.empty_cells(house) <= above {
            continue;
        }
        let mut fit: Mask = 0;
        for digit in 0..9 {
            if (2..=size).contains(&count(grid.places(digit, house))) {
                fit |= 1 << digit;
            }
        }
        if count(fit) < size {
            continue;
        }
        for set in combinations(size, 9).filter(|set| set & !fit == 0) {
            let places = digits(set).map(|digit| grid.places(digit, house));
            if let Some(positions) = tuple(places, size) {
                visit(house, set, positions)?;
            }
        }
    }
    ControlFlow::Continue(())
}

fn described(mut hint: Hint, house: usize, set: Mask, positions: Mask) -> Hint {
    hint.cells = cells_at(house, positions).map(|cell| cell as u8).collect();
    hint.digits = set;
    hint.houses = 1 << house;
    hint
}
