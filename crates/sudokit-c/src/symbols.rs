//! Puzzles and solutions as characters.
//!
//! A cell is a digit from 1 to 9, or `.` or `0` where it is open. A puzzle by its candidates (a
//! Sukaku) has nine characters for each cell: the digit itself where the cell may have it, `.` or
//! `0` where it may not.

use std::ffi::c_char;

pub(crate) const CELLS: usize = 81;
const CANDIDATES: usize = CELLS * 9;

/// The character of an open cell.
pub(crate) const OPEN: u8 = b'.';

/// No value of any cell; the lanes find no solution where it stands.
const NO_VALUE: u8 = u8::MAX;

/// What a character means, [`NO_VALUE`] where it means nothing. Comparisons instead of a table,
/// so that the compiler does many at once.
fn value(symbol: u8) -> u8 {
    let digit = symbol.wrapping_sub(b'0');
    match symbol {
        OPEN => 0,
        _ if digit <= 9 => digit,
        _ => NO_VALUE,
    }
}

/// The character of a value.
pub(crate) fn symbol(value: u8) -> u8 {
    match value {
        0 => OPEN,
        _ => b'0'.wrapping_add(value),
    }
}

/// A puzzle as it was written.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Written {
    /// By its givens, 0 for an open cell.
    Givens([u8; CELLS]),
    /// By the candidates of each cell, value `v` in bit `v - 1`.
    Candidates([u16; CELLS]),
}

/// Reads 81 or 729 characters of a puzzle that end with any other character. Returns `None` for
/// any other number of them.
///
/// # Safety
/// `text` is readable up to and including the first character that is none of a puzzle, or for
/// 729 characters.
pub(crate) unsafe fn read(text: *const c_char) -> Option<Written> {
    let mut values = [0; CANDIDATES];
    let mut length = 0;
    while length < CANDIDATES {
        // SAFETY: all characters before this one were those of a puzzle, and fewer than 729.
        let symbol = unsafe { text.add(length).read() } as u8;
        match value(symbol) {
            NO_VALUE => break,
            known => values[length] = known,
        }
        length += 1;
    }
    understand(&values[..length])
}

fn understand(values: &[u8]) -> Option<Written> {
    if let Ok(givens) = values.try_into() {
        return Some(Written::Givens(givens));
    }
    if values.len() != CANDIDATES {
        return None;
    }
    let mut candidates = [0; CELLS];
    for (mask, cell) in candidates.iter_mut().zip(values.chunks_exact(9)) {
        for (place, value) in cell.iter().enumerate() {
            match usize::from(*value) {
                0 => {}
                value if value == place + 1 => *mask |= 1 << place,
                _ => return None,
            }
        }
    }
    Some(Written::Candidates(candidates))
}

/// Turns 81 characters into values. Where it returns `false`, some were no cells, and the values
/// have no solution.
pub(crate) fn read_cells(symbols: &[u8; CELLS], values: &mut [u8; CELLS]) -> bool {
    let mut largest = 0;
    for (place, symbol) in values.iter_mut().zip(symbols) {
        *place = value(*symbol);
        largest = largest.max(*place);
    }
    largest != NO_VALUE
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read_text(text: &str) -> Option<Written> {
        let text = std::ffi::CString::new(text).unwrap();
        // SAFETY: the string ends with a zero byte, which is no character of a puzzle.
        unsafe { read(text.as_ptr()) }
    }

    #[test]
    fn dots_and_zeros_are_open_cells() {
        let text = format!("1.09{}", ".".repeat(77));
        let mut expected = [0; CELLS];
        (expected[0], expected[3]) = (1, 9);
        assert_eq!(read_text(&text), Some(Written::Givens(expected)));
    }

    #[test]
    fn whatever_is_no_cell_ends_a_puzzle() {
        let puzzle = "7".repeat(81);
        for end in ["", "\n", "\r\n", ",12", " 5", "#"] {
            let read = read_text(&format!("{puzzle}{end}"));
            assert_eq!(read, Some(Written::Givens([7; CELLS])), "{end:?}");
        }
    }

    #[test]
    fn candidates_stand_in_their_places() {
        let text = format!("1.3......{}", "023456789".repeat(80));
        let mut expected = [0b1_1111_1110; CELLS];
        expected[0] = 0b101;
        assert_eq!(read_text(&text), Some(Written::Candidates(expected)));
        let misplaced = text.replacen("1.3", "13.", 1);
        assert_eq!(read_text(&misplaced), None);
    }

    #[test]
    fn nothing_beyond_729_characters_is_looked_at() {
        let text = "123456789".repeat(81);
        // SAFETY: 729 characters are readable; that no end follows is what is tested.
        let read = unsafe { read(text.as_ptr().cast()) };
        assert_eq!(read, Some(Written::Candidates([0x1ff; CELLS])));
    }

    #[test]
    fn any_other_length_is_no_puzzle() {
        for length in [0, 1, 80, 82, 162, 728] {
            assert_eq!(read_text(&".".repeat(length)), None, "{length}");
        }
        let bad_symbol = format!("{}x{}", ".".repeat(40), ".".repeat(40));
        assert_eq!(read_text(&bad_symbol), None);
    }

    #[test]
    fn every_byte_is_a_value_or_makes_the_cells_unreadable() {
        for byte in 0..=u8::MAX {
            let mut symbols = [OPEN; CELLS];
            symbols[80] = byte;
            let mut values = [0; CELLS];
            let readable = read_cells(&symbols, &mut values);
            assert_eq!(readable, byte == OPEN || byte.is_ascii_digit(), "{byte}");
            if readable && byte != b'0' {
                assert_eq!(symbol(values[80]), byte);
            }
        }
    }
}
