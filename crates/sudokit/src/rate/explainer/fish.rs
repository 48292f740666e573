//! X-wings, swordfish and jellyfish.

use std::ops::ControlFlow;

use super::grid::{COLUMNS, Grid, HOUSE_CELLS, ROWS, cells_at, combinations, count, digits};
use super::hint::{Found, Hint};
use super::sets::tuple;
use super::technique::Technique;

/// Lines in which a digit has as many places as there are lines. Columns are tried before rows.
pub fn fish(grid: &Grid, size: usize, found: &mut Found<'_>) -> ControlFlow<()> {
    for (bases, covers) in [(COLUMNS, ROWS), (ROWS, COLUMNS)] {
        let mut fit = [0; 9];
        for (digit, lines) in fit.iter_mut().enumerate() {
            if grid.solved_cells(digit) > 9 - 2 * size {
                continue;
            }
            for line in 0..9 {
                if (2..=size).contains(&count(grid.places(digit, bases + line))) {
                    *lines |= 1 << line;
                }
            }
        }
        for lines in combinations(size, 9) {
            for digit in (0..9).filter(|digit| lines & !fit[*digit] == 0) {
                let places = digits(lines).map(|line| grid.places(digit, bases + line));
                let Some(crossing) = tuple(places, size) else {
                    continue;
                };
                let rating = [3.2, 3.8, 5.2][size - 2];
                let mut hint = Hint::new(Technique::Fish(size as u8), rating);
                for line in digits(crossing) {
                    let cover = covers + line;
                    for position in digits(grid.places(digit, cover) & !lines) {
                        let cell = HOUSE_CELLS[cover][position] as usize;
                        hint.eliminations.add(cell, 1 << digit);
                    }
                    hint.covers |= 1 << cover;
                }
                if hint.eliminations.is_empty() {
                    continue;
                }
                for line in digits(lines) {
                    let base = bases + line;
                    let cells = cells_at(base, grid.places(digit, base));
                    hint.cells.extend(cells.map(|cell| cell as u8));
                    hint.houses |= 1 << base;
                }
                hint.digits = 1 << digit;
                found(hint)?;
            }
        }
    }
    ControlFlow::Continue(())
}
