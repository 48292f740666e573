//! Complete 9×9 grids, each of the 6,670,903,752,021,072,936,960 exactly as likely as any other.
//!
//! Draw everything that a grid could be made of, each part from a fixed number of ways, and throw
//! away what does not fit: then every grid that is left has the same chance. What makes it fast is
//! that the ways are so few that one draw in eleven fits.
//!
//! ```text
//! B1 B2 B3     B1   the values in order; they are exchanged at the very end
//! B4 B5 B6     B2, B3, B4, B7   any that fit B1 (in a band 56 ways to share the values out
//! B7 B8 B9          among the rows, and 6 orders of each row)
//!              B5, B6   one of 56 ways to share the values out, 2 orders of each row
//!              B8   its columns are known, 2 orders of each
//!              B9   is known, and fits or does not
//! ```
//!
//! Why two orders: three values of a row of B5 have to keep off one column each, because of B2. If
//! these are three columns, there are two such orders; if two, the value alone with its column
//! takes the other's, and the two others change places; if it is the same column for all, there
//! is no order, and the draw is thrown away.
//!
//! The share of draws that fit is the number of grids divided by that of draws, 9.39 %; a test
//! compares it, so the sampler counts the Sudoku grids as it goes.

use std::sync::OnceLock;

use crate::random::Random;

/// Three sets of values, nine bits each: what the rows or the columns of a box hold.
type Lines = u32;

const ALL: Lines = (1 << 27) - 1;

/// The rows and the columns of a box with its values in order.
const IN_ROWS: Lines = 0b111000000_000111000_000000111;
const IN_COLUMNS: Lines = 0b100100100_010010010_001001001;

/// The ways to share nine values out among the rows of a box beside another, and the orders of
/// three rows.
const SPLITS: u64 = 56;
const ORDERS: u64 = 216;

/// How many draws there are; each grid whose first box is in order is one of them.
const DRAWS: u64 = SPLITS * SPLITS * SPLITS * ORDERS * ORDERS * ORDERS * ORDERS * 512;

/// Draws a grid, each as likely as any other.
pub(crate) fn draw(random: &mut Random) -> [u8; 81] {
    let tables = Tables::get();
    loop {
        if let Some(boxes) = tables.try_one(random.below(DRAWS)) {
            let mut names = [1, 2, 3, 4, 5, 6, 7, 8, 9];
            random.shuffle(&mut names);
            return written(&boxes, &names);
        }
    }
}

/// What a box holds, by rows and by columns: a cell is where they meet.
#[derive(Clone, Copy)]
struct Content {
    rows: Lines,
    columns: Lines,
}

struct Tables {
    /// For each split and each value of the first box, how far to shift the value to its row in
    /// the second.
    shifts: [[u8; 9]; SPLITS as usize],
    /// What the rows of the second box hold, and the columns of one below the first.
    rows: [Lines; SPLITS as usize],
    columns: [Lines; SPLITS as usize],
    /// The split of the third box where the second has this one.
    other: [u8; SPLITS as usize],
    /// What the columns of a box beside the first hold, by split and order.
    beside: Vec<Lines>,
    /// What the rows of a box below the first hold, by split and order.
    below: Vec<Lines>,
    /// Where three values go that have to keep off columns; see [`way_number`].
    ways: [[Way; 2]; 27],
}

/// How far to shift three values, or [`NO_WAY`].
type Way = [u8; 3];
const NO_WAY: Way = [u8::MAX; 3];

impl Tables {
    fn get() -> &'static Tables {
        static TABLES: OnceLock<Tables> = OnceLock::new();
        TABLES.get_or_init(Tables::new)
    }

    fn new() -> Tables {
        let splits = splits();
        let mut tables = Tables {
            shifts: [[0; 9]; SPLITS as usize],
            rows: [0; SPLITS as usize],
            columns: [0; SPLITS as usize],
            other: [0; SPLITS as usize],
            beside: Vec::new(),
            below: Vec::new(),
            ways: ways(),
        };
        for (number, split) in splits.iter().enumerate() {
            let third: [u8; 9] = std::array::from_fn(|value| 3 - value as u8 / 3 - split[value]);
            let other = splits.iter().position(|other| *other == third);
            tables.other[number] = other.unwrap_or_default() as u8;
            tables.shifts[number] = split.map(|row| 9 * row);
            for (value, row) in split.iter().enumerate() {
                tables.rows[number] |= 1 << value << (9 * row);
            }
            tables.columns[number] = mirrored(tables.rows[number]);
            for order in 0..ORDERS as usize {
                let columns = columns_of(tables.rows[number], order);
                tables.beside.push(columns);
                tables.below.push(mirrored(columns));
            }
        }
        tables
    }

    /// The grid of a draw, if it is one.
    #[inline]
    fn try_one(&self, draw: u64) -> Option<[Content; 9]> {
        let (orders, rest) = (draw % 512, draw / 512);
        let (beside, rest) = ((rest % SPLITS) as usize, rest / SPLITS);
        let (below, rest) = ((rest % SPLITS) as usize, rest / SPLITS);
        let (middle, rest) = ((rest % SPLITS) as usize, rest / SPLITS);
        let (second, rest) = ((rest % ORDERS) as usize, rest / ORDERS);
        let (third, rest) = ((rest % ORDERS) as usize, rest / ORDERS);
        let (fourth, seventh) = ((rest % ORDERS) as usize, (rest / ORDERS) as usize);
        let entry = |split: usize, order: usize| split * ORDERS as usize + order;
        let columns_2 = self.beside[entry(beside, second)];
        let columns_3 = self.beside[entry(self.other[beside] as usize, third)];
        let rows_4 = self.below[entry(below, fourth)];
        let rows_7 = self.below[entry(self.other[below] as usize, seventh)];

        let rows_5 = self.shared_out(rows_4, middle);
        let columns_5 = self.ordered(rows_5, columns_2, orders)?;
        let rows_6 = ALL & !(rows_4 | rows_5);
        let columns_6 = self.ordered(rows_6, columns_3, orders >> 3)?;
        let columns_8 = ALL & !(columns_2 | columns_5);
        let rows_8 = self.ordered(columns_8, rows_7, orders >> 6)?;
        let columns_9 = ALL & !(columns_3 | columns_6);
        let rows_9 = ALL & !(rows_7 | rows_8);
        let fits = (0..3).all(|line| {
            let row = (rows_9 >> (9 * line) & 511) * 0b1_000000001_000000001;
            (0..3).all(|column| row & columns_9 & 511 << (9 * column) != 0)
        });
        if !fits {
            return None;
        }

        let content = |rows, columns| Content { rows, columns };
        Some([
            content(IN_ROWS, IN_COLUMNS),
            content(self.rows[beside], columns_2),
            content(self.rows[self.other[beside] as usize], columns_3),
            content(rows_4, self.columns[below]),
            content(rows_5, columns_5),
            content(rows_6, columns_6),
            content(rows_7, self.columns[self.other[below] as usize]),
            content(rows_8, columns_8),
            content(rows_9, columns_9),
        ])
    }

    /// The rows of the box beside one with these rows, by a split: it speaks of the values of a
    /// row in their order.
    #[inline]
    fn shared_out(&self, rows: Lines, split: usize) -> Lines {
        let shifts = &self.shifts[split];
        let mut shared = 0;
        for row in 0..3 {
            let mut left = rows >> (9 * row) & 511;
            for shift in &shifts[3 * row..3 * row + 3] {
                shared |= (left & left.wrapping_neg()) << shift;
                left &= left.wrapping_sub(1);
            }
        }
        shared
    }

    /// The columns of a box with these rows whose values keep off the columns where another box
    /// has them; `orders` has one bit for each row. (The same with rows and columns exchanged.)
    #[inline]
    fn ordered(&self, rows: Lines, taken: Lines, orders: u64) -> Option<Lines> {
        let mut columns = 0;
        for row in 0..3 {
            let set = rows >> (9 * row) & 511;
            let first = set & set.wrapping_neg();
            let rest = set ^ first;
            let second = rest & rest.wrapping_neg();
            let third = rest ^ second;
            let number = way_number([first, second, third].map(|value| column_of(taken, value)));
            let way = &self.ways[number][(orders >> row & 1) as usize];
            if *way == NO_WAY {
                return None;
            }
            columns |= first << way[0] | second << way[1] | third << way[2];
        }
        Some(columns)
    }
}

/// In which of three lines a value is.
#[inline]
fn column_of(lines: Lines, value: u32) -> usize {
    usize::from(lines & value << 9 != 0) + 2 * usize::from(lines & value << 18 != 0)
}

fn way_number(off: [usize; 3]) -> usize {
    off[0] + 3 * off[1] + 9 * off[2]
}

/// The six orders of three things.
const PERMUTATIONS: [[usize; 3]; 6] = [
    [0, 1, 2],
    [0, 2, 1],
    [1, 0, 2],
    [1, 2, 0],
    [2, 0, 1],
    [2, 1, 0],
];

/// For three values, each with a column to keep off, the two orders in which they do.
fn ways() -> [[Way; 2]; 27] {
    let mut ways = [[NO_WAY; 2]; 27];
    for (number, ways) in ways.iter_mut().enumerate() {
        let off = [number % 3, number / 3 % 3, number / 9];
        let orders = PERMUTATIONS.iter();
        let orders = orders.filter(|order| (0..3).all(|value| order[value] != off[value]));
        for (way, order) in ways.iter_mut().zip(orders) {
            *way = order.map(|column| 9 * column as u8);
        }
    }
    ways
}

/// The rows, 0 to 2, that the values 0 to 8 can have in a box beside one that has them in order:
/// three values a row, none in its own.
fn splits() -> Vec<[u8; 9]> {
    let mut splits = Vec::new();
    // Each value is in one of the two other rows: nine bits.
    for choice in 0u32..512 {
        let row = |value: usize| (value as u32 / 3 + 1 + (choice >> value & 1)) % 3;
        let split: [u8; 9] = std::array::from_fn(|value| row(value) as u8);
        if (0..3).all(|row| split.iter().filter(|each| **each == row).count() == 3) {
            splits.push(split);
        }
    }
    splits
}

/// The columns of a box with these rows, each in one of six orders.
fn columns_of(rows: Lines, orders: usize) -> Lines {
    let mut columns = 0;
    for (row, order) in [orders % 6, orders / 6 % 6, orders / 36]
        .into_iter()
        .enumerate()
    {
        let mut left = rows >> (9 * row) & 511;
        for column in PERMUTATIONS[order] {
            columns |= (left & left.wrapping_neg()) << (9 * column);
            left &= left.wrapping_sub(1);
        }
    }
    columns
}

/// The same with the values exchanged so that the first box is mirrored at its diagonal.
fn mirrored(lines: Lines) -> Lines {
    let mut mirrored = 0;
    for bit in 0..27 {
        let (line, value) = (bit / 9, bit % 9);
        mirrored |= (lines >> bit & 1) << (9 * line + value % 3 * 3 + value / 3);
    }
    mirrored
}

/// The values cell by cell, under other names.
fn written(boxes: &[Content; 9], names: &[u8; 9]) -> [u8; 81] {
    let mut values = [0; 81];
    for (number, content) in boxes.iter().enumerate() {
        let corner = number / 3 * 27 + number % 3 * 3;
        for row in 0..3 {
            for column in 0..3 {
                let meeting = content.rows >> (9 * row) & content.columns >> (9 * column) & 511;
                let name = names.get(meeting.trailing_zeros() as usize);
                values[corner + 9 * row + column] = name.copied().unwrap_or_default();
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
            let grid = Grid::new(Shape::classic(), draw(&mut random).to_vec());
            assert!(grid.solves(&empty), "{grid}");
        }
    }

    /// If a grid were left out or could be drawn in two ways, the share would not be this.
    #[test]
    fn so_many_draws_fit_as_there_are_grids() {
        let (tables, mut random) = (Tables::get(), Random::new(2, 0));
        let draws = 400_000;
        let fitting = (0..draws)
            .filter(|_| tables.try_one(random.below(DRAWS)).is_some())
            .count();
        let grids_in_order = 6_670_903_752_021_072_936_960.0 / 362_880.0;
        let share = grids_in_order / DRAWS as f64;
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
        let (tables, mut random) = (Tables::get(), Random::new(3, 0));
        let start = random.below(DRAWS / 2);
        let names = [1, 2, 3, 4, 5, 6, 7, 8, 9];
        let mut grids: Vec<[u8; 81]> = (0..SPLITS * SPLITS * 512)
            .filter_map(|step| tables.try_one(start + step))
            .map(|boxes| written(&boxes, &names))
            .collect();
        let found = grids.len();
        assert!(found > 10_000, "{found}");
        grids.sort_unstable();
        grids.dedup();
        assert_eq!(grids.len(), found);
    }

    #[test]
    fn every_value_is_in_every_cell_alike() {
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
