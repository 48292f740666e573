//! The best form so far, which everything else is compared with.

use std::cmp::Ordering;

use super::arrangement::Arrangement;

/// The smallest form that was found so far, perhaps only its beginning. Whatever is under way
/// reads exactly like it.
pub(super) struct Best<const N: usize> {
    pub rows: [[u8; N]; N],
    /// So many rows, …
    level: usize,
    /// … and so much of the next one are known.
    cursor: usize,
    /// Whether it has become smaller since the last time that somebody looked.
    pub improved: bool,
}

impl<const N: usize> Best<N> {
    pub fn new() -> Self {
        Best {
            rows: [[0; N]; N],
            level: 0,
            cursor: 0,
            improved: false,
        }
    }

    /// What is known of a row.
    pub fn known(&self, level: usize) -> &[u8] {
        let length = match level.cmp(&self.level) {
            Ordering::Less => N,
            Ordering::Equal => self.cursor,
            Ordering::Greater => 0,
        };
        &self.rows[level][..length]
    }

    /// Whether the row under way of an arrangement still reads like the best form.
    pub fn reads_like(&self, arrangement: &Arrangement<N>) -> bool {
        let line = &arrangement.line[..arrangement.cursor];
        self.rows[arrangement.level][..arrangement.cursor] == *line
    }

    /// Compares a value, or takes it over if it is smaller than the one that was known.
    pub fn compare(&mut self, level: usize, place: usize, value: u8) -> bool {
        let is_known = level < self.level || (level == self.level && place < self.cursor);
        let known = &mut self.rows[level][place];
        if is_known && value >= *known {
            return value == *known;
        }
        *known = value;
        (self.level, self.cursor) = (level, place + 1);
        self.improved = true;
        true
    }
}
