//! Hidden and naked singles.

use std::ops::ControlFlow;

use super::grid::{
    ALL, BLOCKS, BLOCKS_COLUMNS_ROWS, Grid, HOUSE_CELLS, count, digits, houses_from, lowest,
};
use super::hint::{Found, Hint};
use super::technique::Technique;

/// The last empty cells of all houses come first (1.0), then digits with one place in a block
/// (1.2), a column or a row (1.5).
pub fn hidden(grid: &Grid, found: &mut Found<'_>) -> ControlFlow<()> {
    for is_last_cell in [true, false] {
        for houses in BLOCKS_COLUMNS_ROWS {
            let rating = match (is_last_cell, houses) {
                (true, _) => 1.0,
                (false, BLOCKS) => 1.2,
                (false, _) => 1.5,
            };
            for house in houses_from(houses) {
                let empty = grid.empty_cells(house);
                if empty == 0 || (empty == 1) != is_last_cell {
                    continue;
                }
                for digit in 0..9 {
                    let places = grid.places(digit, house);
                    if places != 0 && places & (places - 1) == 0 {
                        let cell = HOUSE_CELLS[house][lowest(places)];
                        let mut hint = Hint::new(Technique::HiddenSingle, rating);
                        hint.placement = Some((cell, digit as u8));
                        hint.houses = 1 << house;
                        found(hint)?;
                    }
                }
            }
        }
    }
    ControlFlow::Continue(())
}

pub fn naked(grid: &Grid, found: &mut Found<'_>) -> ControlFlow<()> {
    for cell in 0..81 {
        let candidates = grid.candidates(cell) & ALL;
        if count(candidates) == 1 {
            let mut hint = Hint::new(Technique::NakedSingle, 2.3);
            let digit = digits(candidates).next().unwrap_or_default();
            hint.placement = Some((cell as u8, digit as u8));
            found(hint)?;
        }
    }
    ControlFlow::Continue(())
}
