//! Givens of a classic board that clash.
//!
//! The vector engines never compare a value with itself in another box, so a board whose givens
//! clash may look sound to them until thousands of nodes are searched. Looking for clashes takes
//! longer than solving an easy puzzle, though. So they look only when a puzzle proves not to be
//! easy: the single engine before the first split, the lanes once in a while among the puzzles
//! that are being split.

/// Whether two cells of a house have the same single candidate.
pub(super) fn has_clash(candidates: impl IntoIterator<Item = u16>) -> bool {
    let (mut rows, mut columns, mut boxes) = ([0; 9], [0; 9], [0; 9]);
    let mut twice = 0;
    for (cell, mask) in candidates.into_iter().enumerate().take(81) {
        let single = if mask.is_power_of_two() { mask } else { 0 };
        let (row, column) = (cell / 9, cell % 9);
        let in_box = row / 3 * 3 + column / 3;
        twice |= single & (rows[row] | columns[column] | boxes[in_box]);
        rows[row] |= single;
        columns[column] |= single;
        boxes[in_box] |= single;
    }
    twice != 0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_kind_of_house_is_looked_at() {
        for (other, clash) in [(8, true), (72, true), (20, true), (40, false)] {
            let mut candidates = [0x1ff; 81];
            candidates[0] = 4;
            candidates[other] = 4;
            assert_eq!(has_clash(candidates), clash, "{other}");
            candidates[other] = 8;
            assert!(!has_clash(candidates));
        }
    }
}
