//! Pointing and claiming, and their direct variants that place a digit.

use std::ops::ControlFlow;

use super::grid::{
    BLOCKS, COLUMNS, Grid, HOUSE_CELLS, HOUSE_SET, HOUSES, ROWS, cells_at, count, houses_from,
    lowest,
};
use super::hint::{Found, Hint};
use super::technique::Technique;

/// The base and cover houses, in the order in which they are tried.
const PASSES: [(usize, usize); 4] = [
    (BLOCKS, COLUMNS),
    (BLOCKS, ROWS),
    (COLUMNS, BLOCKS),
    (ROWS, BLOCKS),
];

/// A digit whose places in the base house all lie in the cover house.
struct Locked {
    digit: usize,
    base: usize,
    cover: usize,
}

fn each(grid: &Grid, mut visit: impl FnMut(Locked) -> ControlFlow<()>) -> ControlFlow<()> {
    for (bases, covers) in PASSES {
        for base in houses_from(bases) {
            for cover in houses_from(covers) {
                let outside = HOUSE_SET[base] & !HOUSE_SET[cover];
                if outside == HOUSE_SET[base] {
                    continue;
                }
                for digit in 0..9 {
                    if grid.cells(digit) & outside == 0 && count(grid.places(digit, base)) >= 2 {
                        visit(Locked { digit, base, cover })?;
                    }
                }
            }
        }
    }
    ControlFlow::Continue(())
}

/// Removes a locked digit from the rest of the cover house.
pub fn indirect(grid: &Grid, found: &mut Found<'_>) -> ControlFlow<()> {
    each(grid, |Locked { digit, base, cover }| {
        let victims = grid.cells(digit) & HOUSE_SET[cover] & !HOUSE_SET[base];
        if victims == 0 {
            return ControlFlow::Continue(());
        }
        let (technique, rating) = match base < ROWS {
            true => (Technique::Pointing, 2.6),
            false => (Technique::Claiming, 2.8),
        };
        let mut hint = Hint::new(technique, rating);
        for cell in cells_at(cover, grid.places(digit, cover)) {
            if victims >> cell & 1 == 1 {
                hint.eliminations.add(cell, 1 << digit);
            }
        }
        describe(grid, &mut hint, digit, base, cover);
        found(hint)
    })
}

/// Places a locked digit in another house of the base's type, where one place is left outside the
/// cover house. Its eliminations are not made.
pub fn direct(grid: &Grid, found: &mut Found<'_>) -> ControlFlow<()> {
    each(grid, |Locked { digit, base, cover }| {
        let first = base / 9 * 9;
        for other in houses_from(first).filter(|other| *other != base) {
            if HOUSE_SET[other] & HOUSE_SET[cover] == 0 || count(grid.places(digit, other)) < 2 {
                continue;
            }
            let mut outside = grid.places(digit, other);
            for position in 0..9 {
                let houses = HOUSES[HOUSE_CELLS[other][position] as usize];
                if houses.contains(&(cover as u8)) {
                    outside &= !(1 << position);
                }
            }
            if count(outside) == 1 {
                let (technique, rating) = match base < ROWS {
                    true => (Technique::DirectPointing, 1.7),
                    false => (Technique::DirectClaiming, 1.9),
                };
                let mut hint = Hint::new(technique, rating);
                let cell = HOUSE_CELLS[other][lowest(outside)];
                hint.placement = Some((cell, digit as u8));
                describe(grid, &mut hint, digit, base, cover);
                found(hint)?;
            }
        }
        ControlFlow::Continue(())
    })
}

fn describe(grid: &Grid, hint: &mut Hint, digit: usize, base: usize, cover: usize) {
    let cells = cells_at(base, grid.places(digit, base));
    hint.cells = cells.map(|cell| cell as u8).collect();
    hint.digits = 1 << digit;
    hint.houses = 1 << base;
    hint.covers = 1 << cover;
}
