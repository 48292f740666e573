//! The smallest form so far, and the freedom that its beginnings leave to the columns.

use super::group::Stabilisers;

/// The smallest form that was found so far, perhaps only its beginning.
pub(super) struct Form {
    /// What is known, row by row.
    pub lines: Vec<Vec<u8>>,
    /// In which ways columns and stacks can change places while everything before some stack of
    /// some row stays as it reads: by row, then by stack.
    pub freedoms: Vec<Vec<Stabilisers>>,
    /// How often it has become smaller, or longer.
    pub changes: u64,
}

impl Form {
    /// Compares a label with the one that is known in a place of a row, or takes it over if it is
    /// smaller. Says whether it is not larger.
    pub fn compare(&mut self, (level, stack, place): (usize, usize, usize), label: u8) -> bool {
        let known = self.lines.get(level).and_then(|line| line.get(place));
        if let Some(known) = known.filter(|known| label >= **known) {
            return label == *known;
        }
        self.changes += 1;
        self.lines.resize(level + 1, Vec::new());
        self.lines[level].truncate(place);
        self.lines[level].push(label);
        self.freedoms.truncate(level + 1);
        self.freedoms[level].truncate(stack + 1);
        true
    }
}
