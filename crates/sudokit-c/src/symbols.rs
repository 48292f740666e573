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

/// Not a value of any cell; a batch finds no solution for a puzzle that contains it.
const NO_VALUE: u8 = u8::MAX;

/// The value of a character, or [`NO_VALUE`]. Comparisons instead of a table, so that the compiler
/// can vectorize them.
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

/// A puzzle in one of the two forms.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Written {
    /// Its givens, 0 for an open cell.
    Givens([u8; CELLS]),
    /// The candidates of each cell, value `v` in bit `v - 1`.
    Candidates([u16; CELLS]),
}

/// Reads 81 characters of a puzzle, followed by any other character, or 729. Returns `None` for
/// any other number.
///
/// # Safety
/// `text` must be readable up to and including the first character that is not part of a puzzle,
/// or for 729 characters.
pub(crate) unsafe fn read(text: *const c_char) -> Option<Written> {
    let mut values = [0; CANDIDATES];
    let mut length = 0;
    while length < CANDIDATES {
        // SAFETY: all characters before this one are part of a puzzle, and they are fewer than 729.
        let symbol = unsafe { text.add(length).read() } as u8;
        match value(symbol) {
            NO_VALUE => break,
            known => values[length] = known,
        }
        length += 1;
    }
    interpret(&values[..length])
}

fn interpret(values: &[u8]) -> Option<Written> {
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

/// Converts 81 characters into values. Returns `false` if some are not cells; then the values have
/// no solution.
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
        // SAFETY: the string ends with a zero byte, which is not part of a puzzle.
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
    fn any_other_character_ends_a_puzzle() {
        let puzzle = "7".repeat(81);
        for end in ["", "\n", "\r\n", ",12", " 5", "#"] {
            let read = read_text(&format!("{puzzle}{end}"));
            assert_eq!(read, Some(Written::Givens([7; CELLS])), "{end:?}");
        }
    }

    #[test]
    fn candidates_have_fixed_positions() {
        let text = format!("1.3......{}", "023456789".repeat(80));
        let mut expected = [0b1_1111_1110; CELLS];
        expected[0] = 0b101;
        assert_eq!(read_text(&text), Some(Written::Candidates(expected)));
        let misplaced = text.replacen("1.3", "13.", 1);
        assert_eq!(read_text(&misplaced), None);
    }

    #[test]
    fn nothing_beyond_729_characters_is_read() {
        let text = "123456789".repeat(81);
        // SAFETY: 729 characters are readable, and nothing after them is read.
        let read = unsafe { read(text.as_ptr().cast()) };
        assert_eq!(read, Some(Written::Candidates([0x1ff; CELLS])));
    }

    #[test]
    fn other_lengths_are_rejected() {
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
