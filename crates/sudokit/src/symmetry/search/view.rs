//! A board as the search looks at it: as it is, or with rows and columns exchanged.

/// The values of a board of up to `N` rows, and what is asked about them again and again.
pub(super) struct View<const N: usize> {
    pub values: [[u8; N]; N],
    /// The columns in which each row has a value.
    pub filled: [u64; N],
    /// The rows without any value.
    pub blank_rows: u64,
    /// The bands without any value.
    pub blank_bands: u64,
}

impl<const N: usize> View<N> {
    /// `at` gives the value in a row and column.
    pub fn new(size: usize, band_rows: usize, at: impl Fn(usize, usize) -> u8) -> Self {
        let mut view = View {
            values: [[0; N]; N],
            filled: [0; N],
            blank_rows: 0,
            blank_bands: u64::MAX >> (64 - size / band_rows),
        };
        for row in 0..size {
            for column in 0..size {
                let value = at(row, column);
                view.values[row][column] = value;
                view.filled[row] |= u64::from(value != 0) << column;
            }
            match view.filled[row] {
                0 => view.blank_rows |= 1 << row,
                _ => view.blank_bands &= !(1 << (row / band_rows)),
            }
        }
        view
    }

    /// How many values a row has in each stack, the fewest first.
    pub fn counts(&self, row: usize, stack_columns: usize, size: usize) -> [u8; N] {
        let stack = u64::MAX >> (64 - stack_columns);
        let mut counts = [0; N];
        let stacks = (0..size).step_by(stack_columns);
        for (count, first) in counts.iter_mut().zip(stacks) {
            *count = (self.filled[row] >> first & stack).count_ones() as u8;
        }
        counts[..size / stack_columns].sort_unstable();
        counts
    }
}
