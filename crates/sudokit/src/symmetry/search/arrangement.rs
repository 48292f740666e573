//! One way to begin the canonical form: some rows in their order, and what follows from them.

use std::cmp::Ordering;

use super::columns::Columns;
use crate::bits::bits;

/// A value that no placed row has.
const NOWHERE: u8 = u8::MAX;
/// Represents any new value where stacks are compared; all other values are smaller.
const NEW: u8 = u8::MAX;

/// The placed rows, and what they determine about columns and values.
#[derive(Clone)]
pub(super) struct Arrangement<const N: usize> {
    /// The index of the view.
    pub view: usize,
    /// The rows in their order; the last one may be incomplete.
    rows: [u8; N],
    /// How many rows are complete.
    pub level: usize,
    /// How much of the next row is complete.
    pub cursor: usize,
    /// The current row, as far as it is complete.
    pub line: [u8; N],
    /// The stacks before this place are settled for the current row.
    settled: usize,
    /// The columns in which the current row has values that occurred before.
    seen: u64,
    /// The rows of the current band that are not placed yet.
    pub open_rows: u64,
    /// The bands of which no row is placed yet.
    pub open_bands: u64,
    pub columns: Columns<N>,
    /// The level of the row in which each value first occurred, …
    home_level: [u8; N],
    /// … and its column. The label of a value is what the canonical form has there.
    home_column: [u8; N],
    labels: u8,
}

/// Why reading of a row stopped.
pub(super) enum Stop {
    /// The row is complete.
    Done,
    /// It reads larger than the best form.
    Worse,
    /// Any of the stacks in these slots may come next.
    Stacks(u64),
    /// Any of these columns may be in the place before the cursor.
    Columns(u64),
}

/// The stacks that may come next, by their slots.
enum Next {
    /// They are alike so far, and their order is left open.
    Alike(u64),
    One(usize),
    Several(u64),
}

impl<const N: usize> Arrangement<N> {
    /// Makes an arrangement without any rows.
    pub fn new(view: usize, size: usize, box_columns: usize) -> Self {
        Arrangement {
            view,
            rows: [0; N],
            level: 0,
            cursor: 0,
            line: [0; N],
            settled: 0,
            seen: 0,
            open_rows: 0,
            open_bands: u64::MAX >> (64 - box_columns),
            columns: Columns::free(size, box_columns),
            home_level: [NOWHERE; N],
            home_column: [0; N],
            labels: 0,
        }
    }

    /// Returns the first `count` rows.
    pub fn rows(&self, count: usize) -> &[u8] {
        &self.rows[..count]
    }

    /// Returns whether a row is known to read larger than the best form, as far as its columns are
    /// settled.
    pub fn reads_larger(&self, row: usize, view: &View<N>, best: &Best<N>) -> bool {
        let mut labels = self.labels;
        for (place, &known) in best.known(self.level).iter().enumerate() {
            let Some(column) = self.columns.settled_at(place) else {
                return false;
            };
            let value = match view.values[row][column] {
                0 => 0,
                value => self.label(value, &self.columns, best).unwrap_or_else(|| {
                    labels += 1;
                    labels
                }),
            };
            if value != known {
                return value > known;
            }
        }
        false
    }

    /// Returns the smallest label that a value can have, if it occurred before.
    fn label(&self, value: u8, columns: &Columns<N>, best: &Best<N>) -> Option<u8> {
        let digit = value as usize - 1;
        match self.home_level[digit] {
            NOWHERE => None,
            level => {
                let place = columns.lowest(self.home_column[digit] as usize);
                Some(best.rows[level as usize][place])
            }
        }
    }

    /// Starts a row.
    pub fn begin(&mut self, row: usize, band_rows: usize, view: &View<N>) {
        let band = row / band_rows;
        if self.open_rows == 0 {
            self.open_bands &= !(1 << band);
            self.open_rows = (u64::MAX >> (64 - band_rows)) << (band * band_rows);
        }
        self.open_rows &= !(1 << row);
        self.rows[self.level] = row as u8;
        self.seen = 0;
        for column in bits(view.filled[row]) {
            let digit = view.values[row][column] as usize - 1;
            self.seen |= u64::from(self.home_level[digit] != NOWHERE) << column;
        }
    }

    /// Ends a row.
    pub fn end(&mut self) {
        self.level += 1;
        self.cursor = 0;
        self.settled = 0;
    }

    /// Fixes the stack of this slot as the next one.
    pub fn choose_stack(&mut self, slot: usize, width: usize) {
        self.columns.pin_stack(slot);
        self.settled = self.cursor + width;
    }

    /// Fixes this column in the place before the cursor.
    pub fn choose_column(&mut self, column: usize, view: &View<N>) {
        self.columns.pin(column);
        let row = self.rows[self.level] as usize;
        let digit = view.values[row][column] as usize - 1;
        self.columns.pin(self.home_column[digit] as usize);
    }

    /// Reads the row until something has to be chosen.
    pub fn read_on(
        &mut self,
        view: &View<N>,
        size: usize,
        width: usize,
        best: &mut Best<N>,
    ) -> Stop {
        while self.cursor < size {
            if self.cursor == self.settled {
                let end = self.columns.group_end(self.cursor);
                if end > self.cursor + width {
                    match self.next_stacks(end, view, width, best) {
                        Next::Alike(slots) => {
                            if !self.read_alike(slots, end, view, width, best) {
                                return Stop::Worse;
                            }
                            continue;
                        }
                        Next::One(slot) => self.columns.pin_stack(slot),
                        Next::Several(slots) => return Stop::Stacks(slots),
                    }
                }
                self.settled += width;
            }
            if let Some(stop) = self.read_cell(view, best) {
                return stop;
            }
        }
        Stop::Done
    }

    /// Reads the cell at the cursor, or its next column where its columns differ.
    fn read_cell(&mut self, view: &View<N>, best: &mut Best<N>) -> Option<Stop> {
        let row = self.rows[self.level] as usize;
        let (filled, end) = (view.filled[row], self.columns.cell_end(self.cursor));
        if end == self.cursor + 1 {
            return self.read_column(view, best);
        }
        let middle = self.columns.part(self.cursor, end, filled);
        if middle > self.cursor {
            self.columns.start_cell(middle);
            return (!self.write_blanks(middle, best)).then_some(Stop::Worse);
        }
        if self.seen_between(self.cursor, end) == 0 {
            return (!self.write_new(end, view, best)).then_some(Stop::Worse);
        }
        let (value, candidates) = self.smallest(&self.columns, self.cursor, end, view, best);
        if !self.write(value, best) {
            return Some(Stop::Worse);
        }
        if candidates & (candidates - 1) != 0 {
            return Some(Stop::Columns(candidates));
        }
        self.choose_column(candidates.trailing_zeros() as usize, view);
        None
    }

    /// Reads the column at the cursor, which is alone in its cell.
    fn read_column(&mut self, view: &View<N>, best: &mut Best<N>) -> Option<Stop> {
        let column = self.columns.at(self.cursor);
        let value = view.values[self.rows[self.level] as usize][column];
        if value == 0 {
            return (!self.write(0, best)).then_some(Stop::Worse);
        }
        match self.label(value, &self.columns, best) {
            None => (!self.write_new(self.cursor + 1, view, best)).then_some(Stop::Worse),
            Some(label) if !self.write(label, best) => Some(Stop::Worse),
            Some(_) => {
                self.columns
                    .pin(self.home_column[value as usize - 1] as usize);
                None
            }
        }
    }

    /// Returns the columns between two places in which the row has a value that occurred before.
    fn seen_between(&self, start: usize, end: usize) -> u64 {
        let columns = (start..end).map(|place| 1u64 << self.columns.at(place));
        columns.fold(0, |mask, column| mask | column) & self.seen
    }

    /// Returns the smallest label possible at the start of a cell, and the columns that can bring
    /// it there. All columns of the cell are filled, some of them with values that occurred before.
    fn smallest(
        &self,
        columns: &Columns<N>,
        start: usize,
        end: usize,
        view: &View<N>,
        best: &Best<N>,
    ) -> (u8, u64) {
        let values = &view.values[self.rows[self.level] as usize];
        let (mut smallest, mut candidates) = (NEW, 0);
        for place in start..end {
            let column = columns.at(place);
            if self.seen >> column & 1 == 0 {
                continue;
            }
            let digit = values[column] as usize - 1;
            let home = self.home_column[digit] as usize;
            let mut lowest = columns.lowest(home);
            // The home is in the same cell, so its first place is taken.
            if lowest == start && home != column {
                lowest += 1;
            }
            let label = best.rows[self.home_level[digit] as usize][lowest];
            if label < smallest {
                (smallest, candidates) = (label, 0);
            }
            candidates |= u64::from(label == smallest) << column;
        }
        (smallest, candidates)
    }

    /// Returns which of the stacks between the cursor and `end` come next: those that begin
    /// smallest.
    fn next_stacks(&self, end: usize, view: &View<N>, width: usize, best: &Best<N>) -> Next {
        let (mut smallest, mut length) = ([NEW; N], N);
        let (mut slots, mut alike) = (0u64, false);
        for slot in (self.cursor..end).step_by(width) {
            let seen = self.seen_between(slot, slot + width);
            let (beginning, known) = match seen {
                0 => self.pattern(slot, width, view),
                _ => self.beginning(slot, width, view, best),
            };
            let compared = known.min(length);
            let both = beginning.iter().zip(&smallest).take(compared);
            let difference = both.map(|(one, other)| one.cmp(other));
            match difference.fold(Ordering::Equal, Ordering::then) {
                Ordering::Greater => continue,
                Ordering::Less => slots = 0,
                Ordering::Equal => {}
            }
            if slots == 0 {
                (smallest, length, alike) = (beginning, known, seen == 0);
            }
            slots |= 1 << slot;
        }
        match (alike, slots.count_ones()) {
            (true, _) => Next::Alike(slots),
            (false, 1) => Next::One(slots.trailing_zeros() as usize),
            (false, _) => Next::Several(slots),
        }
    }

    /// Returns how a stack reads that has only blanks and new values in this row.
    fn pattern(&self, slot: usize, width: usize, view: &View<N>) -> ([u8; N], usize) {
        let filled = view.filled[self.rows[self.level] as usize];
        let mut line = [0; N];
        let mut start = slot;
        while start < slot + width {
            let end = self.columns.cell_end(start);
            let new = (start..end).filter(|place| filled >> self.columns.at(*place) & 1 == 1);
            let new = new.count();
            line[end - new - slot..end - slot].fill(NEW);
            start = end;
        }
        (line, width)
    }

    /// Returns how a stack reads if it comes next, up to its first value that occurred before.
    fn beginning(
        &self,
        slot: usize,
        width: usize,
        view: &View<N>,
        best: &Best<N>,
    ) -> ([u8; N], usize) {
        let filled = view.filled[self.rows[self.level] as usize];
        let mut columns = self.columns.clone();
        columns.pin_stack(slot);
        let mut line = [0; N];
        let first = self.cursor;
        let mut start = first;
        while start < first + width {
            let end = columns.cell_end(start);
            let middle = columns.part(start, end, filled);
            columns.start_cell(middle);
            let all = (middle..end).fold(0u64, |mask, place| mask | 1 << columns.at(place));
            if all & self.seen != 0 {
                line[middle - first] = self.smallest(&columns, middle, end, view, best).0;
                return (line, middle - first + 1);
            }
            line[middle - first..end - first].fill(NEW);
            start = end;
        }
        (line, width)
    }

    /// Reads stacks of a group that are alike, and leaves their order open.
    fn read_alike(
        &mut self,
        mut slots: u64,
        end: usize,
        view: &View<N>,
        width: usize,
        best: &mut Best<N>,
    ) -> bool {
        let behind = self.cursor + slots.count_ones() as usize * width;
        for slot in (self.cursor..behind).step_by(width) {
            self.columns
                .swap_stacks(slot, slots.trailing_zeros() as usize);
            slots &= slots - 1;
        }
        if behind < end {
            self.columns.start_group(behind);
        }
        self.settled = behind;
        while self.cursor < behind {
            if self.read_cell(view, best).is_some() {
                return false;
            }
        }
        true
    }

    fn write_blanks(&mut self, end: usize, best: &mut Best<N>) -> bool {
        (self.cursor..end).all(|_| self.write(0, best))
    }

    fn write_new(&mut self, end: usize, view: &View<N>, best: &mut Best<N>) -> bool {
        let row = self.rows[self.level] as usize;
        for place in self.cursor..end {
            let column = self.columns.at(place);
            let digit = view.values[row][column] as usize - 1;
            self.home_level[digit] = self.level as u8;
            self.home_column[digit] = column as u8;
            self.labels += 1;
            if !self.write(self.labels, best) {
                return false;
            }
        }
        true
    }

    /// Writes the next value of the row, unless the best form has a smaller one there.
    fn write(&mut self, value: u8, best: &mut Best<N>) -> bool {
        self.line[self.cursor] = value;
        let kept = best.compare(self.level, self.cursor, value);
        self.cursor += 1;
        kept
    }
}

/// A board as the search reads it, as it is or transposed: up to `N` rows of values, and what is
/// asked about them again and again.
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
    /// Makes a view; `at` returns the value in a row and column.
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

    /// Returns how many values a row has in each stack, fewest first.
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

/// The smallest form found so far, perhaps only its beginning. The current arrangement reads
/// exactly like it.
pub(super) struct Best<const N: usize> {
    pub rows: [[u8; N]; N],
    /// The number of rows …
    level: usize,
    /// … and of values of the next one that are known.
    cursor: usize,
    /// Whether it has become smaller since this was last reset.
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

    /// Returns what is known of a row.
    pub fn known(&self, level: usize) -> &[u8] {
        let length = match level.cmp(&self.level) {
            Ordering::Less => N,
            Ordering::Equal => self.cursor,
            Ordering::Greater => 0,
        };
        &self.rows[level][..length]
    }

    /// Returns whether the current row of an arrangement still reads like the best form.
    pub fn reads_like(&self, arrangement: &Arrangement<N>) -> bool {
        let line = &arrangement.line[..arrangement.cursor];
        self.rows[arrangement.level][..arrangement.cursor] == *line
    }

    /// Compares a value with the known one, and replaces that if the value is smaller. Returns
    /// whether it is not larger.
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
