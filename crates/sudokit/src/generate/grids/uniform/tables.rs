//! The lookup tables of the sampler.

use std::sync::OnceLock;

use super::{ALL, Lines, ORDERS, SPLITS, THRICE};

/// The lengths of tables by split and by order: every number of six or eight bits is a valid index,
/// so that no lookup needs a bounds check.
const SPLITS_PADDED: usize = 64;
const ORDERS_PADDED: usize = 256;

pub(super) struct Tables {
    /// The rows of a box next to the first, by split, and the columns of one below.
    pub split_rows: [Lines; SPLITS],
    pub split_columns: [Lines; SPLITS],
    /// The choice of each value in a split, one bit each: the next row or the one after.
    choices: [u16; SPLITS_PADDED],
    /// The columns of a box next to the first, by split and order.
    beside: [[Lines; ORDERS_PADDED]; SPLITS_PADDED],
    /// The rows of a box below the first, by split and order.
    below: [[Lines; ORDERS_PADDED]; SPLITS_PADDED],
    /// For each three values, which of them go to the first and which to the second line, by three
    /// choices.
    spread: [[Lines; 8]; 512],
    /// For each three values, a factor that hashes their 27 placements without collisions; see
    /// [`factor`].
    factors: [u32; 512],
    /// For each three values, their orders, by the hash of their placement in another box.
    orders: [[Order; 64]; 512],
}

/// The orders of three values that each avoid a line: the values that go to the next line, and in
/// the upper half those that go elsewhere in the second order. The others go to the line after.
type Order = u32;
/// There is no such order.
const NO_ORDER: Order = 1 << 15;

impl Tables {
    pub fn get() -> &'static Tables {
        static TABLES: OnceLock<Box<Tables>> = OnceLock::new();
        TABLES.get_or_init(Tables::new)
    }

    fn new() -> Box<Tables> {
        let mut tables = Box::new(Tables {
            split_rows: [0; SPLITS],
            split_columns: [0; SPLITS],
            choices: [0; SPLITS_PADDED],
            beside: [[0; ORDERS_PADDED]; SPLITS_PADDED],
            below: [[0; ORDERS_PADDED]; SPLITS_PADDED],
            spread: [[0; 8]; 512],
            factors: [0; 512],
            orders: [[NO_ORDER; 64]; 512],
        });
        for (split, choices) in splits().enumerate() {
            tables.add_split(split, choices);
        }
        for set in (0..512u32).filter(|set| set.count_ones() == 3) {
            tables.add_triple(set);
        }
        tables
    }

    fn add_split(&mut self, split: usize, choices: u16) {
        let rows = split_rows(choices);
        self.choices[split] = choices;
        self.split_rows[split] = rows;
        self.split_columns[split] = transposed(rows);
        for order in 0..ORDERS {
            let columns = columns_of(rows, order);
            self.beside[split][order] = columns;
            self.below[split][order] = transposed(columns);
        }
    }

    fn add_triple(&mut self, set: u32) {
        let values = values_of(set);
        let number = set as usize;
        for (choice, spread) in self.spread[number].iter_mut().enumerate() {
            *spread = placed(values, [choice & 1, choice >> 1 & 1, choice >> 2 & 1]);
        }
        let all_off: [[usize; 3]; 27] = std::array::from_fn(|n| [n % 3, n / 3 % 3, n / 9]);
        let places = all_off.map(|off| placed(values, off));
        let factor = factor(&places);
        self.factors[number] = factor;
        for (off, place) in all_off.into_iter().zip(places) {
            self.orders[number][hashed(place, factor)] = order(values, off);
        }
    }

    /// Returns the columns of a box next to the first.
    #[inline]
    pub fn beside(&self, split: usize, order: usize) -> Lines {
        self.beside[split % SPLITS_PADDED][order % ORDERS_PADDED]
    }

    /// Returns the rows of a box below the first.
    #[inline]
    pub fn below(&self, split: usize, order: usize) -> Lines {
        self.below[split % SPLITS_PADDED][order % ORDERS_PADDED]
    }

    /// Returns the rows of the box next to one with these rows. The split refers to the values of
    /// each row in ascending order.
    #[inline]
    pub fn distributed(&self, rows: Lines, split: usize) -> Lines {
        let choices = usize::from(self.choices[split % SPLITS_PADDED]);
        let [first, second, third] = sets(rows);
        let first = self.spread[first][choices & 7];
        let second = self.spread[second][choices >> 3 & 7];
        let third = self.spread[third][choices >> 6 & 7];
        rotated(first, 1) | rotated(second, 2) | third
    }

    /// Returns the columns of a box with these rows whose values avoid their columns in another
    /// box, and whether there are any; `orders` has one bit for each row. (The same works with rows
    /// and columns exchanged.)
    #[inline]
    pub fn ordered(&self, rows: Lines, taken: Lines, orders: usize) -> (Lines, bool) {
        let mut order = 0;
        for set in sets(rows) {
            let places = taken & (set as u32 * THRICE);
            order |= self.orders[set][hashed(places, self.factors[set])];
        }
        let second = rows & SECOND_ORDERS[orders & 7];
        let second = second | second >> 9 | second >> 18;
        let to_next = (order ^ (order >> 16 & second)) & 511;
        let to_next = taken & (to_next * THRICE);
        let columns = rotated(to_next, 1) | rotated(taken ^ to_next, 2);
        (columns, order & NO_ORDER == 0)
    }
}

/// The rows that have their second order, by a bit for each.
const SECOND_ORDERS: [Lines; 8] = {
    let mut rows = [0; 8];
    let mut orders = 0;
    while orders < 8 {
        let bits = orders as u32;
        rows[orders] = (bits & 1 | (bits >> 1 & 1) << 9 | (bits >> 2) << 18) * 511;
        orders += 1;
    }
    rows
};

/// Returns the three sets as indices.
#[inline]
fn sets(lines: Lines) -> [usize; 3] {
    [0, 9, 18].map(|shift| (lines >> shift & 511) as usize)
}

/// Moves each set by this many lines, cyclically.
#[inline]
fn rotated(lines: Lines, by: u32) -> Lines {
    (lines << (9 * by) | lines >> (27 - 9 * by)) & ALL
}

/// Hashes the placement of three values to a number below 64.
#[inline]
fn hashed(places: Lines, factor: u32) -> usize {
    (places.wrapping_mul(factor) >> 26) as usize
}

/// Returns a factor that hashes these placements without collisions. One in a few hundred does;
/// they are tried in a fixed order.
fn factor(places: &[Lines; 27]) -> u32 {
    let mut factor = 1u32;
    loop {
        factor = factor.wrapping_mul(0x915f_77f5).wrapping_add(1);
        let numbers = places.iter().map(|place| 1u64 << hashed(*place, factor));
        if numbers.fold(0, |all, number| all | number).count_ones() == 27 {
            return factor;
        }
    }
}

/// Returns the three values of a set, each as a set.
fn values_of(set: u32) -> [u32; 3] {
    let first = set & set.wrapping_neg();
    let last = 1 << set.checked_ilog2().unwrap_or_default();
    [first, set ^ first ^ last, last]
}

/// Returns three values, each in its line.
fn placed(values: [u32; 3], lines: [usize; 3]) -> Lines {
    let placed = values.iter().zip(lines);
    placed.fold(0, |all, (value, line)| all | value << (9 * line))
}

/// The six orders of three values: the column of each.
const PERMUTATIONS: [[usize; 3]; 6] = [
    [0, 1, 2],
    [0, 2, 1],
    [1, 0, 2],
    [1, 2, 0],
    [2, 0, 1],
    [2, 1, 0],
];

/// Returns the two orders of three values in which each avoids a line.
fn order(values: [u32; 3], off: [usize; 3]) -> Order {
    let keeps_off = |order: &&[usize; 3]| (0..3).all(|value| order[value] != off[value]);
    let to_next = |order: &[usize; 3]| {
        let goes = |value: &usize| order[*value] == (off[*value] + 1) % 3;
        let going = (0..3).filter(goes);
        going.fold(0, |all, value| all | values[value])
    };
    let mut orders = PERMUTATIONS.iter().filter(keeps_off).map(to_next);
    match (orders.next(), orders.next()) {
        (Some(first), Some(second)) => first | (first ^ second) << 16,
        _ => NO_ORDER,
    }
}

/// Returns the ways to distribute nine values, in order and three per row, over the rows of the
/// next box: three per row, none in its own. A value's bit says whether it goes to the next row or
/// the one after, so the split of the third box has all bits inverted: the last split belongs to
/// the first, and so on.
fn splits() -> impl Iterator<Item = u16> {
    let three_per_row = |choices: &u16| {
        let rows = split_rows(*choices);
        (0..3).all(|row| (rows >> (9 * row) & 511).count_ones() == 3)
    };
    (0..512).filter(three_per_row)
}

fn split_rows(choices: u16) -> Lines {
    (0..9).fold(0, |rows, value| {
        let row = (value / 3 + 1 + u32::from(choices >> value & 1)) % 3;
        rows | 1 << value << (9 * row)
    })
}

/// Returns the columns of a box with these rows, each in one of six orders.
fn columns_of(rows: Lines, orders: usize) -> Lines {
    let orders = [orders % 6, orders / 6 % 6, orders / 36];
    let rows = sets(rows).into_iter().zip(orders);
    rows.fold(0, |columns, (set, order)| {
        columns | placed(values_of(set as u32), PERMUTATIONS[order])
    })
}

/// Returns the sets with values permuted as if the first box were transposed.
fn transposed(lines: Lines) -> Lines {
    let mut transposed = 0;
    for bit in 0..27 {
        let (line, value) = (bit / 9, bit % 9);
        transposed |= (lines >> bit & 1) << (9 * line + value % 3 * 3 + value / 3);
    }
    transposed
}
