//! Rows of bits, one bit per set, to query all sets at once.

/// Rows with one bit for every almost locked set.
pub(super) struct BitRows {
    words: usize,
    bits: Vec<u64>,
}

impl BitRows {
    /// Creates empty rows.
    pub(super) fn new(rows: usize, width: usize) -> BitRows {
        let words = width.div_ceil(64);
        BitRows {
            words,
            bits: vec![0; rows * words],
        }
    }

    pub(super) fn row(&self, row: usize) -> &[u64] {
        &self.bits[row * self.words..(row + 1) * self.words]
    }

    pub(super) fn row_mut(&mut self, row: usize) -> &mut [u64] {
        &mut self.bits[row * self.words..(row + 1) * self.words]
    }

    pub(super) fn set(&mut self, row: usize, bit: usize) {
        self.bits[row * self.words + bit / 64] |= 1 << (bit % 64);
    }
}

/// Adds the bits of another row.
#[inline]
pub(super) fn add(row: &mut [u64], other: &[u64]) {
    for (word, other) in row.iter_mut().zip(other) {
        *word |= other;
    }
}

/// Removes the bits of another row.
#[inline]
pub(super) fn remove(row: &mut [u64], other: &[u64]) {
    for (word, other) in row.iter_mut().zip(other) {
        *word &= !other;
    }
}

/// Returns whether two rows have a bit in common.
#[inline]
pub(super) fn meet(one: &[u64], other: &[u64]) -> bool {
    one.iter()
        .zip(other)
        .fold(0, |met, (one, other)| met | one & other)
        != 0
}

/// The bits that two rows have in common, starting at a bit.
pub(super) fn common_from<'a>(
    one: &'a [u64],
    other: &'a [u64],
    start: usize,
) -> impl Iterator<Item = usize> + 'a {
    let words = one.iter().zip(other).enumerate().skip(start / 64);
    words.flat_map(move |(index, (one, other))| {
        let cut = match index == start / 64 {
            true => u64::MAX << (start % 64),
            false => u64::MAX,
        };
        crate::logic::board::bits(one & other & cut).map(move |bit| index * 64 + bit)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn common_bits_are_listed_from_the_requested_start() {
        let mut rows = BitRows::new(2, 200);
        for bit in [0, 63, 64, 130, 199] {
            rows.set(0, bit);
            rows.set(1, bit);
        }
        rows.set(0, 131);
        let from = |start| common_from(rows.row(0), rows.row(1), start).collect::<Vec<_>>();
        assert_eq!(from(0), [0, 63, 64, 130, 199]);
        assert_eq!(from(64), [64, 130, 199]);
        assert_eq!(from(131), [199]);
        assert!(from(200).is_empty());
    }
}
