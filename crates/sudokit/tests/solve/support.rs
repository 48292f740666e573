//! A simple oracle, and random puzzles.

use proptest::prelude::*;
use sudokit::{Origin, Puzzle, Shape};

/// Counts solutions up to a limit in the simplest way: the first open cell, every value that no peer
/// has, no propagation, and nothing shared with any engine.
pub fn oracle(puzzle: &Puzzle, limit: u64) -> u64 {
    let mut values = puzzle.values().to_vec();
    match clashes(puzzle) {
        true => 0,
        false => count(puzzle, &mut values, 0, limit),
    }
}

fn clashes(puzzle: &Puzzle) -> bool {
    let (shape, values) = (puzzle.shape(), puzzle.values());
    (0..values.len()).any(|cell| {
        let same = |peer: &u16| values[*peer as usize] == values[cell];
        values[cell] != 0 && shape.peers(cell).iter().any(same)
    })
}

fn count(puzzle: &Puzzle, values: &mut Vec<u8>, from: usize, limit: u64) -> u64 {
    let Some(cell) = (from..values.len()).find(|cell| values[*cell] == 0) else {
        return 1;
    };
    let mut found = 0;
    for value in 1..=puzzle.shape().size() as u8 {
        let fits = puzzle.allowed(cell) >> (value - 1) & 1 == 1
            && !has_peer_with(puzzle.shape(), values, cell, value);
        if fits && found < limit {
            values[cell] = value;
            found += count(puzzle, values, cell + 1, limit - found);
            values[cell] = 0;
        }
    }
    found
}

fn has_peer_with(shape: &Shape, values: &[u8], cell: usize, value: u8) -> bool {
    let peers = shape.peers(cell).iter();
    peers
        .into_iter()
        .any(|peer| values[*peer as usize] == value)
}

/// Returns a full grid of a shape with boxes: a cyclic grid, with values and lines shuffled by `seed`.
pub fn full_grid(shape: &Shape, seed: u64) -> Vec<u8> {
    let (rows, columns) = shape.box_size().expect("a shape with boxes");
    let size = shape.size();
    let mut random = Random(seed | 1);
    let values = random.shuffled(size);
    let lines = |random: &mut Random, bands: usize, lines: usize| -> Vec<usize> {
        let order = random.shuffled(bands);
        let within = order.into_iter().map(|band| {
            let lines_of = random.shuffled(lines);
            lines_of.into_iter().map(move |line| band * lines + line)
        });
        within.flatten().collect()
    };
    let row_order = lines(&mut random, columns, rows);
    let column_order = lines(&mut random, rows, columns);
    let cell = |row: usize, column: usize| (row % rows * columns + row / rows + column) % size;
    row_order
        .iter()
        .flat_map(|row| column_order.iter().map(move |column| cell(*row, *column)))
        .map(|value| values[value] as u8 + 1)
        .collect()
}

/// A small random number generator (xorshift), so that a seed identifies a puzzle.
pub struct Random(pub u64);

impl Random {
    /// Returns the next number.
    pub fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0
    }

    /// Returns a number below a bound.
    pub fn below(&mut self, bound: usize) -> usize {
        (self.next() % bound as u64) as usize
    }

    /// Returns the numbers below a bound in random order.
    pub fn shuffled(&mut self, bound: usize) -> Vec<usize> {
        let mut numbers: Vec<usize> = (0..bound).collect();
        for last in (1..bound).rev() {
            numbers.swap(last, self.below(last + 1));
        }
        numbers
    }
}

/// Puzzles of all kinds: some values of a full grid (with one or several solutions), possibly with a
/// wrong value or restricted to candidates.
pub fn puzzles() -> impl Strategy<Value = Puzzle> {
    let shapes = [
        "2x2",
        "2x3",
        "3x2",
        "2x4",
        "3x3",
        "3x3",
        "3x3",
        "1x5",
        "2x2+diagonals",
        "3x3+diagonals",
        "3x3+windows",
    ];
    let shape = prop::sample::select(shapes.to_vec());
    let shape = shape.prop_map(|name| name.parse::<Shape>().expect("a shape"));
    (shape, any::<u64>(), 0.0..1.0f64, 0..10u8).prop_map(|(shape, seed, kept, kind)| {
        let mut random = Random(seed | 1);
        let grid = full_grid(&shape, seed);
        let mut puzzle = Puzzle::new(shape.clone());
        // Enough givens for the oracle, which has no heuristics, to finish at once.
        let least = if shape.size() > 8 { 0.40 } else { 0.0 };
        let share = least + kept * (1.0 - least);
        for (cell, value) in grid.iter().enumerate() {
            if (random.below(1_000) as f64) < share * 1_000.0 {
                puzzle.set(cell, *value, Origin::Given);
            }
        }
        match kind {
            0 | 1 => {
                let value = random.below(shape.size()) as u8 + 1;
                puzzle.set(random.below(shape.cells()), value, Origin::Given);
            }
            2 | 3 => {
                let all = shape.all_values();
                let masks = grid.iter().map(|value| {
                    let sparse = random.next() | random.next();
                    sparse & all | 1 << (value - 1)
                });
                puzzle.set_candidates(masks.collect());
            }
            _ => {}
        }
        puzzle
    })
}
