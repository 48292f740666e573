//! The smallest form of a complete classic 9×9 grid, fast.
//!
//! Its first row is always 123456789, so the question is which row comes second. For two rows of a
//! band, each triad of the second takes its values from the two other triads of the first: all
//! three from one of them (a *pure* pair), or two from one and one from the other (a *mixed* pair).
//! The counts are the same in all three triads and determine the order of the stacks; only the
//! first stack can be chosen. So a pair of rows and a first stack fix almost everything:
//!
//! * Pure: 456 789, then 1, 2 and 3 in some order. A band with a pure pair has only pure pairs, and
//!   beats every mixed one; a fifth of all grids have such a band.
//! * Mixed: 457, then 189, 289, 389 or 89 followed by 1, 2 or 3. Most grids have a pair that begins
//!   with 457189, and there the order of all columns follows.
//!
//! There are 108 mixed pairs with their first stacks. A few table lookups tell which of these
//! beginnings each has, and those with the smallest remain, about twenty on average. Their second
//! row leaves a handful, the third row usually one.

/// The smallest form. Rows and columns refer to the grid or, if `transposed`, to the transposed
/// grid.
pub(super) struct MinlexGrid {
    pub values: [u8; 81],
    pub transposed: bool,
    pub rows: [u8; 9],
    pub columns: [u8; 9],
    pub automorphisms: usize,
}

/// Finds the smallest form of a grid that obeys all rules.
pub(super) fn smallest(values: &[u8; 81]) -> MinlexGrid {
    let grid = Lines::new(values);
    let mut candidates = Candidates::new();
    match grid.pure_bands() {
        0 => grid.mixed(&mut candidates),
        bands => grid.pure(bands, &mut candidates),
    }
    candidates.keep_smallest(|candidate| grid.read(candidate, candidate.rows[2]));
    grid.complete(&candidates.items)
}

/// All rows and then all columns of the grid, with values from 0. The inner arrays have sixteen
/// entries so that four bits are always a valid index.
struct Lines {
    values: [[u8; 16]; 18],
    /// The place of each value in a line.
    places: [[u8; 16]; 18],
    /// The values of each triad.
    triads: [[u16; 3]; 18],
}

/// Two lines of a band as first and second row, and the order of the columns.
#[derive(Clone, Copy)]
struct Candidate {
    /// The first, second and third line.
    rows: [u8; 3],
    columns: [u8; 9],
}

/// The candidates that read smallest so far.
struct Candidates {
    items: Vec<Candidate>,
    key: u64,
}

impl Candidates {
    fn new() -> Candidates {
        Candidates {
            items: Vec::with_capacity(32),
            key: u64::MAX,
        }
    }

    fn add(&mut self, key: u64, candidate: Candidate) {
        if key < self.key {
            self.items.clear();
            self.key = key;
        }
        if key == self.key {
            self.items.push(candidate);
        }
    }

    fn keep_smallest(&mut self, key: impl Fn(&Candidate) -> u64) {
        let (mut smallest, mut kept) = (u64::MAX, 0);
        for index in 0..self.items.len() {
            let candidate = self.items[index];
            let key = key(&candidate);
            if key > smallest {
                continue;
            }
            if key < smallest {
                (smallest, kept) = (key, 0);
            }
            self.items[kept] = candidate;
            kept += 1;
        }
        self.items.truncate(kept);
    }
}

/// The other two lines of the band, in both orders, for each first line.
const OTHERS: [[[usize; 2]; 2]; 3] = [[[1, 2], [2, 1]], [[0, 2], [2, 0]], [[0, 1], [1, 0]]];
const ORDERS: [[usize; 3]; 6] = [
    [0, 1, 2],
    [0, 2, 1],
    [1, 0, 2],
    [1, 2, 0],
    [2, 0, 1],
    [2, 1, 0],
];
/// The stack that follows each one, in both directions.
const NEXT: [[usize; 3]; 2] = [[1, 2, 0], [2, 0, 1]];

impl Lines {
    fn new(values: &[u8; 81]) -> Lines {
        let mut lines = Lines {
            values: [[0; 16]; 18],
            places: [[0; 16]; 18],
            triads: [[0; 3]; 18],
        };
        for row in 0..9 {
            for column in 0..9 {
                let value = values[row * 9 + column].wrapping_sub(1) & 15;
                lines.values[row][column] = value;
                lines.values[9 + column][row] = value;
                lines.places[row][value as usize] = column as u8;
                lines.places[9 + column][value as usize] = row as u8;
                lines.triads[row][column / 3] |= 1 << value;
                lines.triads[9 + column][row / 3] |= 1 << value;
            }
        }
        lines
    }

    fn value(&self, line: usize, place: u8) -> u8 {
        self.values[line][(place & 15) as usize]
    }

    fn place(&self, line: usize, value: u8) -> u8 {
        self.places[line][(value & 15) as usize]
    }

    /// Returns the bands, one bit each, in which triads only change places.
    fn pure_bands(&self) -> u8 {
        (0..6).fold(0, |bands, band| {
            let [first, second] = [self.triads[3 * band], self.triads[3 * band + 1]];
            let is_pure = second[0] == first[1] || second[0] == first[2];
            bands | u8::from(is_pure) << band
        })
    }

    /// Adds the candidates of pure bands.
    fn pure(&self, bands: u8, candidates: &mut Candidates) {
        for first in (0..18).filter(|line| bands >> (line / 3) & 1 == 1) {
            for [second, third] in OTHERS[first % 3] {
                let band = first - first % 3;
                let rows = [first, band + second, band + third];
                self.pure_pair(rows, candidates);
            }
        }
    }

    fn pure_pair(&self, rows: [usize; 3], candidates: &mut Candidates) {
        let [first, second, _] = rows;
        let follow = |column: u8| self.place(first, self.value(second, column));
        for start in [0, 3, 6] {
            let own = [start, start + 1, start + 2];
            let next = own.map(follow);
            let last = next.map(follow);
            let round = last.map(|column| follow(column) as usize % 3);
            for order in ORDERS {
                // Where each of the three columns is in this order.
                let mut labels = [0; 3];
                (0..3).for_each(|place| labels[order[place]] = place as u64);
                let key = (order.iter()).fold(0, |key, place| key * 4 + labels[round[*place]]);
                let columns = [own, next, last].map(|columns| order.map(|place| columns[place]));
                candidates.add(key, Candidate::new(rows, columns));
            }
        }
    }

    /// Adds the candidates of mixed pairs.
    fn mixed(&self, candidates: &mut Candidates) {
        // The pairs and first stacks that begin smallest.
        let (mut best, mut starts, mut count) = (4, [(0, 0); 108], 0);
        for pair in 0..36 {
            let rows = rows_of(pair);
            let mix = Mix::new(self, rows);
            for stack in 0..3 {
                let class = mix.class(self, stack);
                if class < best {
                    (best, count) = (class, 0);
                }
                if class == best {
                    starts[count] = (pair, stack);
                    count += 1;
                }
            }
        }
        for (pair, stack) in &starts[..count] {
            let mix = Mix::new(self, rows_of(*pair));
            match best {
                3 => mix.late(self, *stack, candidates),
                _ => mix.early(self, *stack, candidates),
            }
        }
    }

    /// Returns a line in the labels of a candidate, as a number that compares as it reads.
    fn read(&self, candidate: &Candidate, line: u8) -> u64 {
        let first = candidate.rows[0] as usize;
        let mut labels = [0u8; 16];
        for (label, &column) in candidate.columns.iter().enumerate() {
            labels[(self.value(first, column) & 15) as usize] = label as u8 + 1;
        }
        self.read_labelled(candidate, line, &labels)
    }

    fn read_labelled(&self, candidate: &Candidate, line: u8, labels: &[u8; 16]) -> u64 {
        let values = &self.values[line as usize % 18];
        candidate.columns.iter().fold(0, |key, column| {
            let value = values[(column & 15) as usize];
            key << 4 | u64::from(labels[(value & 15) as usize])
        })
    }

    /// Returns the smallest form of all candidates.
    fn complete(&self, candidates: &[Candidate]) -> MinlexGrid {
        let mut best = [u64::MAX; 9];
        let mut found = MinlexGrid {
            values: [0; 81],
            transposed: false,
            rows: [0; 9],
            columns: [0; 9],
            automorphisms: 0,
        };
        for candidate in candidates {
            let first = candidate.rows[0] as usize;
            let mut labels = [0u8; 16];
            for (label, &column) in candidate.columns.iter().enumerate() {
                labels[(self.value(first, column) & 15) as usize] = label as u8 + 1;
            }
            let order = self.order_of_rows(candidate, &labels);
            let mut ahead = false;
            let mut behind = false;
            for (best, &line) in best.iter_mut().zip(&order) {
                let key = self.read_labelled(candidate, line, &labels);
                if !ahead && key > *best {
                    behind = true;
                    break;
                }
                ahead |= key < *best;
                *best = key;
            }
            if behind {
                continue;
            }
            if ahead {
                found.automorphisms = 0;
                found.transposed = first >= 9;
                found.rows = order.map(|line| line % 9);
                found.columns = candidate.columns;
            }
            found.automorphisms += 1;
        }
        for (row, mut key) in best.into_iter().enumerate() {
            for column in (0..9).rev() {
                found.values[row * 9 + column] = (key & 15) as u8;
                key >>= 4;
            }
        }
        found
    }

    /// Returns the order of all lines: the values of the first column determine the order of the
    /// other bands.
    fn order_of_rows(&self, candidate: &Candidate, labels: &[u8; 16]) -> [u8; 9] {
        let rows = candidate.rows;
        let column = (candidate.columns[0] & 15) as usize;
        let own = rows[0] / 3;
        let start = own - own % 3;
        let others = OTHERS[(own % 3) as usize][0];
        let mut bands = others.map(|band| {
            let line = 3 * (start + band as u8);
            let mut lines = [line, line + 1, line + 2].map(|line| {
                let value = self.values[line as usize % 18][column];
                (labels[(value & 15) as usize], line)
            });
            sort(&mut lines, 0, 1);
            sort(&mut lines, 1, 2);
            sort(&mut lines, 0, 1);
            lines
        });
        if bands[1][0] < bands[0][0] {
            bands.swap(0, 1);
        }
        let [[a, b, c], [d, e, f]] = bands.map(|lines| lines.map(|(_, line)| line));
        [rows[0], rows[1], rows[2], a, b, c, d, e, f]
    }
}

fn sort(items: &mut [(u8, u8); 3], one: usize, other: usize) {
    if items[other] < items[one] {
        items.swap(one, other);
    }
}

/// Returns the first, second and third line of each of the 36 pairs.
fn rows_of(pair: usize) -> [usize; 3] {
    let (band, first) = (pair / 6 * 3, pair / 2 % 3);
    let [second, third] = OTHERS[first][pair % 2];
    [band + first, band + second, band + third]
}

impl Candidate {
    fn new(rows: [usize; 3], columns: [[u8; 3]; 3]) -> Candidate {
        let [[a, b, c], [d, e, f], [g, h, i]] = columns;
        Candidate {
            rows: rows.map(|row| row as u8),
            columns: [a, b, c, d, e, f, g, h, i],
        }
    }
}

/// A mixed pair of lines. Two columns of each stack have values of the *next* stack, and one, the
/// *odd* one, has a value of the stack before it.
struct Mix {
    rows: [usize; 3],
    way: usize,
    /// The odd column of each stack, …
    odd: [u8; 3],
    /// … and where the first line has the value of that column.
    odd_leads: [u8; 3],
}

impl Mix {
    fn new(lines: &Lines, rows: [usize; 3]) -> Mix {
        let [first, second, _] = rows;
        let (above, below) = (&lines.triads[first], &lines.triads[second]);
        let way = usize::from((below[0] & above[1]).count_ones() == 1);
        let odd = [0, 1, 2].map(|stack| {
            let value = (below[stack] & above[NEXT[1 - way][stack]]).trailing_zeros() as u8;
            (lines.place(second, value), lines.place(first, value))
        });
        Mix {
            rows,
            way,
            odd: odd.map(|(column, _)| column),
            odd_leads: odd.map(|(_, lead)| lead),
        }
    }

    /// Returns where the first line has the value that the second has in a column, …
    fn follow(&self, lines: &Lines, column: u8) -> u8 {
        lines.place(self.rows[0], lines.value(self.rows[1], column))
    }

    /// … and the way back.
    fn trace(&self, lines: &Lines, column: u8) -> u8 {
        lines.place(self.rows[1], lines.value(self.rows[0], column))
    }

    /// Returns how the second triad of the second row begins if this stack comes first: with 1, 2
    /// or 3 (less one), or with 8 (as 3).
    fn class(&self, lines: &Lines, stack: usize) -> usize {
        let next = NEXT[self.way][stack];
        let before = self.trace(lines, self.odd[next]);
        let lead = self.odd_leads[next];
        if before == self.odd[NEXT[self.way][next]] {
            3
        } else if lead == before {
            0
        } else if lead == self.odd[stack] {
            2
        } else {
            1
        }
    }

    /// Adds the candidate in which the odd column of the second stack comes first in it.
    fn early(&self, lines: &Lines, stack: usize, candidates: &mut Candidates) {
        let next = NEXT[self.way][stack];
        let (odd, start) = (self.odd[stack], 3 * stack as u8);
        let x = self.trace(lines, self.odd[next]);
        let y = (3 * start + 3) - x - odd;
        let second = self.follow(lines, y);
        let third = (9 * next as u8 + 3) - self.odd[next] - second;
        let columns = [
            [x, y, odd],
            [self.odd[next], second, third],
            [odd, second, third].map(|column| self.follow(lines, column)),
        ];
        candidates.add(
            self.key(lines, &columns),
            Candidate::new(self.rows, columns),
        );
    }

    /// Adds the candidates in which the odd column of the second stack comes last in it; the first
    /// two columns may be in either order.
    fn late(&self, lines: &Lines, stack: usize, candidates: &mut Candidates) {
        let next = NEXT[self.way][stack];
        let (odd, start) = (self.odd[stack], 3 * stack as u8);
        let one = if odd == start { start + 1 } else { start };
        let other = (3 * start + 3) - one - odd;
        for [x, y] in [[one, other], [other, one]] {
            let (fourth, fifth) = (self.follow(lines, x), self.follow(lines, y));
            let columns = [
                [x, y, odd],
                [fourth, fifth, self.odd[next]],
                [odd, fourth, fifth].map(|column| self.follow(lines, column)),
            ];
            let label = columns[0].iter().position(|c| *c == self.odd_leads[next]);
            let key = (label.unwrap_or(0) as u64) << 12 | self.key(lines, &columns);
            candidates.add(key, Candidate::new(self.rows, columns));
        }
    }

    /// Returns how the third triad of the second row reads.
    fn key(&self, lines: &Lines, columns: &[[u8; 3]; 3]) -> u64 {
        let mut labels = [6; 16];
        for (label, column) in columns[0].iter().enumerate() {
            labels[(column & 15) as usize] = label as u64 + 1;
        }
        columns[2].iter().fold(0, |key, column| {
            let lead = self.follow(lines, *column);
            key << 4 | labels[(lead & 15) as usize]
        })
    }
}
