//! Complete 9×9 grids, drawn uniformly from all 6,670,903,752,021,072,936,960.
//!
//! Draw everything that a grid could be made of, each part from a fixed number of choices, and
//! reject what does not fit: then every grid that is left has the same probability. It is fast
//! because there are so few choices that one draw in eleven fits.
//!
//! ```text
//! B1 B2 B3     B1   the values in order; they are permuted at the very end
//! B4 B5 B6     B2, B3, B4, B7   any that fit B1 (in a band 56 ways to distribute the values
//! B7 B8 B9          over the rows, and 6 orders of each row)
//!              B5, B6   one of 56 ways to distribute the values, 2 orders of each row
//!              B8   its columns are known, 2 orders of each
//!              B9   is known, and fits or does not
//! ```
//!
//! Why two orders: each of the three values of a row of B5 must avoid one column, because of B2. If
//! these are three different columns, there are two orders; if two, the value that is alone with
//! its column takes the other one, and the remaining two values can be in either order; if all
//! three must avoid the same column, there is no order, and the draw is rejected.
//!
//! The share of draws that fit is the number of grids divided by the number of draws, 9.39 %; a
//! test compares it, so the sampler counts the Sudoku grids as it goes.
//!
//! A trial takes about three hundred instructions without a branch. Two trials run side by side,
//! because one alone would mostly wait for its own results.

mod tables;

use crate::random::Random;
use tables::Tables;

/// Three sets of values, nine bits each: the contents of the rows or columns of a box.
type Lines = u32;

const ALL: Lines = (1 << 27) - 1;
/// A set of values multiplied by this is that set three times.
const THRICE: u32 = 0b1_000000001_000000001;

/// The rows and columns of a box with its values in order.
const IN_ROWS: Lines = 0b111000000_000111000_000000111;
const IN_COLUMNS: Lines = 0b100100100_010010010_001001001;

/// The number of ways to distribute nine values over the rows of a box next to another, and the
/// number of orders of three rows.
const SPLITS: usize = 56;
const ORDERS: usize = 216;

/// The draw: the orders of B7, B4, B3 and B2, the splits of B5, B4 and B2, and which of two orders
/// the rows of B5 and B6 and the columns of B8 have, one bit each.
type Draw = [u64; 8];

/// The number of choices for each part; each grid whose first box is in order is one draw.
const WAYS: Draw = {
    let (orders, splits) = (ORDERS as u64, SPLITS as u64);
    [orders, orders, orders, orders, splits, splits, splits, 512]
};

/// Draws a grid with a uniform distribution.
pub(crate) fn draw(random: &mut Random) -> [u8; 81] {
    let tables = Tables::get();
    let trial = loop {
        let first = random.numbers_below(WAYS);
        let after_first = random.clone();
        let [first, second] = Trial::two(tables, [first, random.numbers_below(WAYS)]);
        // One branch for both: it is rare that either fits, so it is well predicted.
        if first.fits | second.fits {
            if !first.fits {
                break second;
            }
            *random = after_first;
            break first;
        }
    };
    let mut names = [1, 2, 3, 4, 5, 6, 7, 8, 9];
    random.shuffle(&mut names);
    cells(&trial.boxes(tables), &names)
}

/// A draw that is being completed.
#[derive(Clone, Copy, Default)]
struct Trial {
    beside: usize,
    below: usize,
    middle: usize,
    orders: usize,
    columns_2: Lines,
    columns_3: Lines,
    rows_4: Lines,
    rows_5: Lines,
    columns_5: Lines,
    columns_6: Lines,
    rows_7: Lines,
    rows_8: Lines,
    fits: bool,
}

impl Trial {
    #[inline]
    fn two(tables: &Tables, draws: [Draw; 2]) -> [Trial; 2] {
        let mut trials = draws.map(|draw| Trial::begin(tables, draw));
        for trial in &mut trials {
            trial.rows_5 = tables.distributed(trial.rows_4, trial.middle);
        }
        for trial in &mut trials {
            let ordered = tables.ordered(trial.rows_5, trial.columns_2, trial.orders);
            (trial.columns_5, trial.fits) = ordered;
        }
        for trial in &mut trials {
            let ordered = tables.ordered(trial.rows_6(), trial.columns_3, trial.orders >> 3);
            trial.columns_6 = ordered.0;
            trial.fits &= ordered.1;
        }
        for trial in &mut trials {
            let ordered = tables.ordered(trial.columns_8(), trial.rows_7, trial.orders >> 6);
            trial.rows_8 = ordered.0;
            trial.fits &= ordered.1;
        }
        for trial in &mut trials {
            trial.fits &= all_meet(trial.rows_9(), trial.columns_9());
        }
        trials
    }

    #[inline]
    fn begin(tables: &Tables, draw: Draw) -> Trial {
        let draw = draw.map(|number| number as usize);
        let [
            seventh,
            fourth,
            third,
            second,
            middle,
            below,
            beside,
            orders,
        ] = draw;
        Trial {
            beside,
            below,
            middle,
            orders,
            columns_2: tables.beside(beside, second),
            columns_3: tables.beside(other(beside), third),
            rows_4: tables.below(below, fourth),
            rows_7: tables.below(other(below), seventh),
            ..Trial::default()
        }
    }

    fn rows_6(&self) -> Lines {
        ALL & !(self.rows_4 | self.rows_5)
    }

    fn columns_8(&self) -> Lines {
        ALL & !(self.columns_2 | self.columns_5)
    }

    fn rows_9(&self) -> Lines {
        ALL & !(self.rows_7 | self.rows_8)
    }

    fn columns_9(&self) -> Lines {
        ALL & !(self.columns_3 | self.columns_6)
    }

    fn boxes(&self, tables: &Tables) -> [Content; 9] {
        let content = |rows, columns| Content { rows, columns };
        let (rows, columns) = (&tables.split_rows, &tables.split_columns);
        [
            content(IN_ROWS, IN_COLUMNS),
            content(rows[self.beside], self.columns_2),
            content(rows[other(self.beside)], self.columns_3),
            content(self.rows_4, columns[self.below]),
            content(self.rows_5, self.columns_5),
            content(self.rows_6(), self.columns_6),
            content(self.rows_7, columns[other(self.below)]),
            content(self.rows_8, self.columns_8()),
            content(self.rows_9(), self.columns_9()),
        ]
    }
}

/// Returns the split of the third box where the second has this one: each value goes to the
/// remaining row.
#[inline]
fn other(split: usize) -> usize {
    SPLITS - 1 - split
}

/// Returns whether each of three rows has a value in common with each of three columns.
#[inline]
fn all_meet(rows: Lines, columns: Lines) -> bool {
    // The highest bit of each set, and the others: adding `OTHERS` to the lower bits carries into
    // the highest if any is set.
    const HIGHEST: Lines = 0x100 * THRICE;
    const OTHERS: Lines = 0xff * THRICE;
    let mut meet = HIGHEST;
    for row in 0..3 {
        let met = columns & ((rows >> (9 * row) & 511) * THRICE);
        meet &= ((met & OTHERS) + OTHERS) | met;
    }
    meet == HIGHEST
}

/// The contents of a box, by rows and by columns: a cell is where they intersect.
#[derive(Clone, Copy)]
struct Content {
    rows: Lines,
    columns: Lines,
}

/// Returns the values cell by cell, renamed.
fn cells(boxes: &[Content; 9], names: &[u8; 9]) -> [u8; 81] {
    // One entry for every four-bit number, so that no lookup needs a bounds check.
    let mut padded = [0; 16];
    padded[..9].copy_from_slice(names);
    let mut values = [0; 81];
    for (number, content) in boxes.iter().enumerate() {
        let corner = number / 3 * 27 + number % 3 * 3;
        for row in 0..3 {
            for column in 0..3 {
                let meeting = content.rows >> (9 * row) & content.columns >> (9 * column) & 511;
                let name = padded[(meeting.trailing_zeros() & 15) as usize];
                values[corner + 9 * row + column] = name;
            }
        }
    }
    values
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::puzzle::{Grid, Puzzle};
    use crate::shape::Shape;

    #[test]
    fn every_draw_that_fits_is_a_grid() {
        let mut random = Random::new(1, 0);
        let empty = Puzzle::new(Shape::classic());
        for _ in 0..2_000 {
            let grid = Grid::trusted(Shape::classic(), draw(&mut random).to_vec());
            assert!(grid.solves(&empty), "{grid}");
        }
    }

    /// If a grid were missing, or could be drawn in two ways, the share would differ.
    #[test]
    fn the_share_of_draws_that_fit_counts_the_grids() {
        let (tables, mut random) = (Tables::get(), Random::new(2, 0));
        let draws = 400_000;
        let fitting = (0..draws / 2)
            .flat_map(|_| Trial::two(tables, [(); 2].map(|()| random.numbers_below(WAYS))))
            .filter(|trial| trial.fits)
            .count();
        let grids_in_order = 6_670_903_752_021_072_936_960.0 / 362_880.0;
        let share = grids_in_order / WAYS.iter().product::<u64>() as f64;
        let deviation = (share * (1.0 - share) / draws as f64).sqrt();
        let found = fitting as f64 / draws as f64;
        assert!(
            (found - share).abs() < 4.0 * deviation,
            "{found} for {share}"
        );
    }

    #[test]
    fn no_two_draws_are_the_same_grid() {
        // As many draws as fit into a test, neighbours of each other in every part.
        let tables = Tables::get();
        let [seventh, fourth, third, second, middle, ..] = Random::new(3, 0).numbers_below(WAYS);
        let names = [1, 2, 3, 4, 5, 6, 7, 8, 9];
        let draws = (0..56 * 56 * 256).map(|number| {
            let [below, beside] = [number / 256 / 56, number / 256 % 56];
            let orders = [number % 256, number % 256 + 256];
            orders.map(|orders| {
                [
                    seventh, fourth, third, second, middle, below, beside, orders,
                ]
            })
        });
        let mut grids: Vec<[u8; 81]> = draws
            .flat_map(|draws| Trial::two(tables, draws))
            .filter(|trial| trial.fits)
            .map(|trial| cells(&trial.boxes(tables), &names))
            .collect();
        let found = grids.len();
        assert!(found > 10_000, "{found}");
        grids.sort_unstable();
        grids.dedup();
        assert_eq!(grids.len(), found);
    }

    #[test]
    fn every_value_is_equally_likely_in_every_cell() {
        let mut random = Random::new(4, 0);
        let mut counts = [[0u32; 9]; 81];
        for _ in 0..9_000 {
            let grid = draw(&mut random);
            for (counts, value) in counts.iter_mut().zip(grid) {
                counts[value as usize - 1] += 1;
            }
        }
        let counts = counts.as_flattened();
        assert!(
            counts.iter().all(|count| count.abs_diff(1_000) < 160),
            "{counts:?}"
        );
    }
}
