//! The 9×9 board as Sudoku Explainer sees it: values, candidates, and the order in which houses,
//! cells and peers are visited.

use crate::bits::bits;

/// A set of digits, bit 0 for digit 1; or of positions in a house, or of lines.
pub type Mask = u16;
/// A set of cells, bit `row * 9 + column`.
pub type Cells = u128;

/// All digits, or all positions of a house.
pub const ALL: Mask = 0x1FF;

/// Houses 0 to 8 are the blocks, 9 to 17 the rows, 18 to 26 the columns.
pub const BLOCKS: usize = 0;
pub const ROWS: usize = 9;
pub const COLUMNS: usize = 18;
/// The order in which single and set techniques visit houses.
pub const BLOCKS_COLUMNS_ROWS: [usize; 3] = [BLOCKS, COLUMNS, ROWS];

/// The cells of each house, by position.
pub const HOUSE_CELLS: [[u8; 9]; 27] = house_cells();
/// The block, row and column of each cell.
pub const HOUSES: [[u8; 3]; 81] = houses();
/// The position of each cell in its block, row and column.
pub const POSITIONS: [[u8; 3]; 81] = positions();
/// The cells of each house as a set.
pub const HOUSE_SET: [Cells; 27] = house_sets();
/// The peers of each cell: those of its block, then of its row, then of its column.
pub const PEERS: [[u8; 20]; 81] = peers();
/// The peers of each cell as a set.
pub const PEER_SET: [Cells; 81] = peer_sets();

const fn house_cells() -> [[u8; 9]; 27] {
    let mut cells = [[0; 9]; 27];
    let mut house = 0;
    while house < 9 {
        let mut position = 0;
        while position < 9 {
            let (row, column) = (house / 3 * 3 + position / 3, house % 3 * 3 + position % 3);
            cells[BLOCKS + house][position] = (row * 9 + column) as u8;
            cells[ROWS + house][position] = (house * 9 + position) as u8;
            cells[COLUMNS + house][position] = (position * 9 + house) as u8;
            position += 1;
        }
        house += 1;
    }
    cells
}

const fn houses() -> [[u8; 3]; 81] {
    let mut houses = [[0; 3]; 81];
    let mut cell = 0;
    while cell < 81 {
        let (row, column) = (cell / 9, cell % 9);
        let block = row / 3 * 3 + column / 3;
        houses[cell] = [
            (BLOCKS + block) as u8,
            (ROWS + row) as u8,
            (COLUMNS + column) as u8,
        ];
        cell += 1;
    }
    houses
}

const fn positions() -> [[u8; 3]; 81] {
    let mut positions = [[0; 3]; 81];
    let mut cell = 0;
    while cell < 81 {
        let (row, column) = (cell / 9, cell % 9);
        positions[cell] = [(row % 3 * 3 + column % 3) as u8, column as u8, row as u8];
        cell += 1;
    }
    positions
}

const fn house_sets() -> [Cells; 27] {
    let mut sets = [0; 27];
    let mut house = 0;
    while house < 27 {
        let mut position = 0;
        while position < 9 {
            sets[house] |= 1 << HOUSE_CELLS[house][position];
            position += 1;
        }
        house += 1;
    }
    sets
}

const fn peer_sets() -> [Cells; 81] {
    let mut sets = [0; 81];
    let mut cell = 0;
    while cell < 81 {
        let of = HOUSES[cell];
        let seen =
            HOUSE_SET[of[0] as usize] | HOUSE_SET[of[1] as usize] | HOUSE_SET[of[2] as usize];
        sets[cell] = seen & !(1 << cell);
        cell += 1;
    }
    sets
}

const fn peers() -> [[u8; 20]; 81] {
    let mut peers = [[0; 20]; 81];
    let mut cell = 0;
    while cell < 81 {
        let mut seen: Cells = 1 << cell;
        let (mut count, mut kind) = (0, 0);
        while kind < 3 {
            let mut position = 0;
            while position < 9 {
                let peer = HOUSE_CELLS[HOUSES[cell][kind] as usize][position];
                if seen >> peer & 1 == 0 {
                    seen |= 1 << peer;
                    peers[cell][count] = peer;
                    count += 1;
                }
                position += 1;
            }
            kind += 1;
        }
        cell += 1;
    }
    peers
}

/// Values and candidates.
#[derive(Clone)]
pub struct Grid {
    /// The value of each cell, 0 if it is empty.
    values: [u8; 81],
    /// The candidates of each cell; a cell with a value has none.
    candidates: [Mask; 81],
    /// The cells of each digit's candidates.
    cells: [Cells; 9],
    /// The positions of each digit's candidates in each house.
    places: [[Mask; 27]; 9],
    /// The number of cells without a value in each house.
    empty: [u8; 27],
    /// The number of cells that have each digit as their value.
    solved: [u8; 9],
}

impl Grid {
    /// Creates the board of a puzzle: an empty cell has every digit that no peer is given.
    pub fn new(values: &[u8; 81]) -> Grid {
        let candidates = std::array::from_fn(|cell| {
            let given = PEERS[cell].iter().map(|peer| values[*peer as usize]);
            let taken = given.filter(|value| *value > 0);
            ALL & !taken.fold(0, |mask, value| mask | 1 << (value - 1))
        });
        Grid::with_candidates(values, &candidates)
    }

    /// Creates a board with the given candidates in its empty cells.
    pub fn with_candidates(values: &[u8; 81], candidates: &[Mask; 81]) -> Grid {
        let mut grid = Grid {
            values: *values,
            candidates: [0; 81],
            cells: [0; 9],
            places: [[0; 27]; 9],
            empty: [0; 27],
            solved: [0; 9],
        };
        for cell in 0..81 {
            if values[cell] > 0 {
                grid.solved[values[cell] as usize - 1] += 1;
                continue;
            }
            for house in HOUSES[cell] {
                grid.empty[house as usize] += 1;
            }
            grid.candidates[cell] = candidates[cell];
            for digit in digits(candidates[cell]) {
                grid.cells[digit] |= 1 << cell;
                for (house, position) in HOUSES[cell].into_iter().zip(POSITIONS[cell]) {
                    grid.places[digit][house as usize] |= 1 << position;
                }
            }
        }
        grid
    }

    #[inline]
    pub fn is_empty(&self, cell: usize) -> bool {
        self.values[cell] == 0
    }

    pub fn is_solved(&self) -> bool {
        self.solved
            .iter()
            .map(|count| *count as usize)
            .sum::<usize>()
            == 81
    }

    /// The candidates of all cells.
    pub fn all_candidates(&self) -> &[Mask; 81] {
        &self.candidates
    }

    #[inline]
    pub fn candidates(&self, cell: usize) -> Mask {
        self.candidates[cell]
    }

    /// The cells that have candidates.
    #[inline]
    pub fn open_cells(&self) -> Cells {
        self.cells.iter().fold(0, |all, cells| all | cells)
    }

    /// The cells where a digit is a candidate.
    #[inline]
    pub fn cells(&self, digit: usize) -> Cells {
        self.cells[digit]
    }

    /// The positions in a house where a digit is a candidate.
    #[inline]
    pub fn places(&self, digit: usize, house: usize) -> Mask {
        self.places[digit][house]
    }

    /// The number of cells of a house without a value.
    #[inline]
    pub fn empty_cells(&self, house: usize) -> usize {
        self.empty[house] as usize
    }

    /// The number of cells that have a digit as their value.
    #[inline]
    pub fn solved_cells(&self, digit: usize) -> usize {
        self.solved[digit] as usize
    }

    /// Drops a candidate, if it is there.
    #[inline]
    pub fn remove(&mut self, cell: usize, digit: usize) {
        self.candidates[cell] &= !(1 << digit);
        self.cells[digit] &= !(1 << cell);
        let places = &mut self.places[digit];
        for (house, position) in HOUSES[cell].into_iter().zip(POSITIONS[cell]) {
            places[house as usize] &= !(1 << position);
        }
    }

    /// Gives a cell its value, and drops the digit from its peers.
    pub fn place(&mut self, cell: usize, digit: usize) {
        for other in digits(self.candidates[cell]) {
            self.remove(cell, other);
        }
        for peer in bits(PEER_SET[cell] & self.cells[digit]) {
            self.remove(peer, digit);
        }
        if self.values[cell] == 0 {
            for house in HOUSES[cell] {
                self.empty[house as usize] -= 1;
            }
            self.values[cell] = digit as u8 + 1;
            self.solved[digit] += 1;
        }
    }
}

/// The bits of a small mask, lowest first.
#[inline]
pub fn digits(mask: Mask) -> impl Iterator<Item = usize> {
    bits(u64::from(mask))
}

/// The lowest bit of a mask that is not empty.
#[inline]
pub fn lowest(mask: Mask) -> usize {
    mask.trailing_zeros() as usize
}

/// The number of bits. A table, because not every CPU the library is built for counts bits.
#[inline]
pub fn count(mask: Mask) -> usize {
    const COUNTS: [u8; 512] = {
        let mut counts = [0; 512];
        let mut mask = 1;
        while mask < 512 {
            counts[mask] = counts[mask / 2] + (mask % 2) as u8;
            mask += 1;
        }
        counts
    };
    COUNTS[mask as usize & 511] as usize
}

/// Whether exactly two bits are set.
#[inline]
pub fn is_pair(mask: Mask) -> bool {
    let rest = mask & mask.wrapping_sub(1);
    rest != 0 && rest & (rest - 1) == 0
}

/// All sets of `size` among the first `of` things, in ascending order of their masks.
pub fn combinations(size: usize, of: usize) -> impl Iterator<Item = Mask> {
    let first = if size <= of {
        (1u32 << size) - 1
    } else {
        u32::MAX
    };
    let end = 1u32 << of;
    std::iter::successors(Some(first), |mask| {
        // The next larger number with as many bits.
        let lowest = mask & mask.wrapping_neg();
        let carried = mask.checked_add(lowest).filter(|_| lowest > 0)?;
        Some(carried | (((mask ^ carried) / lowest) >> 2))
    })
    .take_while(move |mask| *mask < end)
    .map(|mask| mask as Mask)
}

/// The nine houses of a kind, by the first of them.
pub fn houses_from(first: usize) -> impl Iterator<Item = usize> {
    first..first + 9
}

/// The cells of a house at these positions.
pub fn cells_at(house: usize, positions: Mask) -> impl Iterator<Item = usize> {
    digits(positions).map(move |position| HOUSE_CELLS[house][position] as usize)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn combinations_count_upwards() {
        let pairs: Vec<Mask> = combinations(2, 4).collect();
        assert_eq!(pairs, [0b11, 0b101, 0b110, 0b1001, 0b1010, 0b1100]);
        assert_eq!(combinations(3, 9).count(), 84);
        assert_eq!(combinations(9, 9).collect::<Vec<_>>(), [0x1FF]);
        assert_eq!(combinations(3, 2).count(), 0);
        assert_eq!(combinations(0, 3).collect::<Vec<_>>(), [0]);
    }

    #[test]
    fn peers_come_by_block_row_and_column() {
        let expected = [
            1, 2, 9, 10, 11, 18, 19, 20, 3, 4, 5, 6, 7, 8, 27, 36, 45, 54, 63, 72,
        ];
        assert_eq!(PEERS[0], expected);
        assert!((0..81).all(|cell| PEER_SET[cell].count_ones() == 20));
    }

    #[test]
    fn placing_clears_the_peers() {
        let mut grid = Grid::new(&[0; 81]);
        grid.place(40, 4);
        assert!(!grid.is_empty(40) && !grid.is_solved());
        assert_eq!((grid.candidates(40), grid.empty_cells(4)), (0, 8));
        assert_eq!(grid.cells(4) & PEER_SET[40], 0);
        assert_eq!(grid.places(4, ROWS + 4), 0);
        assert_eq!(count(grid.places(4, ROWS)), 8);
        assert_eq!(grid.solved_cells(4), 1);
    }
}
