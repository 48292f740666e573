//! The ways in which links write a 9×9 board as text: SudokuWiki's pairs, and the run lengths of
//! SudokuPad. Also the escapes of addresses.

use crate::format::candidates;
use crate::puzzle::{Origin, Puzzle};
use crate::shape::Shape;

/// What SudokuWiki puts before a board of pairs.
pub(super) const PAIRS: &[u8] = b"S9B";

/// Reads SudokuWiki's pairs: two digits in base 36 for each cell. Up to 9 they are a given, up to
/// 18 a value that was found, and above that 18 plus the mask of the candidates.
pub(super) fn from_pairs(text: &[u8], shape: &Shape) -> Option<Puzzle> {
    let pairs = text.strip_prefix(PAIRS)?;
    if pairs.len() != 2 * shape.cells() || shape.size() != 9 {
        return None;
    }
    let mut puzzle = Puzzle::new(shape.clone());
    let mut masks = vec![shape.all_values(); shape.cells()];
    let digit = |byte: u8| char::from(byte).to_digit(36);
    for (cell, pair) in pairs.chunks(2).enumerate() {
        let code = digit(pair[0])? * 36 + digit(pair[1])?;
        match code {
            1..=9 => puzzle.set(cell, code as u8, Origin::Given),
            10..=18 => puzzle.set(cell, code as u8 - 9, Origin::Placed),
            19..=529 => masks[cell] = u64::from(code - 18),
            _ => return None,
        }
    }
    puzzle.set_candidates(masks);
    // A position in which nothing was excluded yet is a plain puzzle.
    if !candidates::restrict(&puzzle) {
        puzzle = without_candidates(&puzzle);
    }
    Some(puzzle)
}

/// Returns a puzzle with the values of another one only.
fn without_candidates(puzzle: &Puzzle) -> Puzzle {
    let mut plain = Puzzle::new(puzzle.shape().clone());
    for (cell, value) in puzzle.values().iter().enumerate() {
        if let Some(origin) = puzzle.origin(cell) {
            plain.set(cell, *value, origin);
        }
    }
    plain
}

/// Writes a puzzle as SudokuWiki's pairs.
pub(super) fn to_pairs(puzzle: &Puzzle, out: &mut String) {
    out.push_str("S9B");
    for (cell, mask) in candidates::left(puzzle).into_iter().enumerate() {
        let value = u32::from(puzzle.values()[cell]);
        let code = match puzzle.origin(cell) {
            Some(Origin::Given) => value,
            Some(Origin::Placed) => value + 9,
            _ => mask as u32 + 18,
        };
        for digit in [code / 36, code % 36] {
            out.extend(char::from_digit(digit, 36));
        }
    }
}

/// The digits of SudokuPad's run lengths.
const RUNS: &[u8; 60] = b"0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwx";

/// The digits of its older form, in which they count empty cells only.
const BLANKS: &[u8; 70] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz()[]-.~:@!$&'*,;=_";

/// Reads run lengths: each character is a value (0 for an empty cell) plus ten times the number of
/// empty cells after it. Stops as soon as there are enough cells, and returns the rest.
pub(super) fn from_runs(text: &[u8], cells: usize) -> Option<(Vec<u8>, &[u8])> {
    let mut values = Vec::with_capacity(cells);
    for (at, byte) in text.iter().enumerate() {
        let code = RUNS.iter().position(|digit| digit == byte)?;
        values.push((code % 10) as u8);
        values.resize(values.len() + code / 10, 0);
        if values.len() >= cells {
            return (values.len() == cells).then(|| (values, &text[at + 1..]));
        }
    }
    None
}

/// Writes run lengths.
pub(super) fn to_runs(values: &[u8]) -> String {
    let mut text = String::new();
    let mut rest = values;
    while let [first, after @ ..] = rest {
        let blanks = after
            .iter()
            .take(5)
            .take_while(|value| **value == 0)
            .count();
        text.push(char::from(RUNS[usize::from(*first) + 10 * blanks]));
        rest = &after[blanks..];
    }
    text
}

/// Reads the older form: a digit is a value, any other character a number of empty cells.
pub(super) fn from_blanks(text: &[u8], cells: usize) -> Option<Vec<u8>> {
    let mut values = Vec::with_capacity(cells);
    for byte in text {
        match byte {
            b'1'..=b'9' => values.push(byte - b'0'),
            _ => {
                let blanks = BLANKS.iter().position(|digit| digit == byte)?;
                values.resize(values.len() + blanks, 0);
            }
        }
        if values.len() > cells {
            return None;
        }
    }
    (values.len() == cells).then_some(values)
}

/// Resolves `%2B` and its like. Returns the text, and for each of its bytes the offset where it
/// starts; one more offset is the end.
pub(super) fn unescape(text: &[u8]) -> (Vec<u8>, Vec<usize>) {
    let (mut plain, mut starts) = (Vec::with_capacity(text.len()), Vec::new());
    let mut at = 0;
    let digit = |at: usize| text.get(at).and_then(|byte| char::from(*byte).to_digit(16));
    while at < text.len() {
        starts.push(at);
        match (text[at], digit(at + 1), digit(at + 2)) {
            (b'%', Some(high), Some(low)) => {
                plain.push((high * 16 + low) as u8);
                at += 3;
            }
            (byte, ..) => {
                plain.push(byte);
                at += 1;
            }
        }
    }
    starts.push(text.len());
    (plain, starts)
}

/// Escapes the characters of base 64 that have a meaning of their own in an address.
pub(super) fn escape(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for character in text.chars() {
        match character {
            '+' => escaped.push_str("%2B"),
            '/' => escaped.push_str("%2F"),
            '=' => escaped.push_str("%3D"),
            _ => escaped.push(character),
        }
    }
    escaped
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn runs_are_a_value_and_the_blanks_after_it() {
        let line =
            "530070000600195000098000060800060003400803001700020006060000280000419005000080079";
        let values: Vec<u8> = line.bytes().map(|byte| byte - b'0').collect();
        let text = to_runs(&values);
        assert_eq!(text, "5NlQ19j9mGca3OIN1bWGk2m41TjS79");
        assert_eq!(from_runs(text.as_bytes(), 81), Some((values, &b""[..])));
        let blank = to_runs(&[0; 81]);
        assert_eq!(blank, "oooooooooooooK");
        assert_eq!(from_runs(blank.as_bytes(), 81).unwrap().0, [0; 81]);
        assert_eq!(from_runs(b"ooooooooooooooK", 81), None);
        assert_eq!(from_runs(b"ooo", 81), None);
        assert_eq!(from_runs(b"oo_o", 81), None);
    }

    #[test]
    fn the_older_form_counts_blanks() {
        let mut values = vec![0; 81];
        (values[0], values[3], values[80]) = (5, 7, 9);
        assert_eq!(from_blanks(b"5C7=M9", 81), None);
        assert_eq!(from_blanks(b"5C7=I9", 81), Some(values));
        assert_eq!(from_blanks(b"5C7", 81), None);
    }

    #[test]
    fn pairs_hold_values_and_candidates() {
        let shape = Shape::classic();
        let mut puzzle = Puzzle::new(shape.clone());
        puzzle.set(0, 5, Origin::Given);
        puzzle.set(1, 7, Origin::Placed);
        let mut text = String::new();
        to_pairs(&puzzle, &mut text);
        assert!(text.starts_with("S9B050g"), "{text}");
        let read = from_pairs(text.as_bytes(), &shape).unwrap();
        assert_eq!(read, puzzle);
        assert_eq!(read.candidates(), None);

        let mut masks = vec![0x1ff; 81];
        masks[80] = 0b11;
        puzzle.set_candidates(masks);
        text.clear();
        to_pairs(&puzzle, &mut text);
        assert!(text.ends_with("0l"), "{text}");
        let read = from_pairs(text.as_bytes(), &shape).unwrap();
        assert_eq!(read.allowed(80), 0b11);
        assert_eq!(from_pairs(&text.as_bytes()[..164], &shape), None);
        assert_eq!(
            from_pairs(text.replace("0l", "zz").as_bytes(), &shape),
            None
        );
    }

    #[test]
    fn escapes_are_resolved() {
        let (text, starts) = unescape(b"a%2Bc%zz%2");
        assert_eq!(text, b"a+c%zz%2");
        assert_eq!(starts[..4], [0, 1, 4, 5]);
        assert_eq!(starts.last(), Some(&10));
        assert_eq!(escape("a+/="), "a%2B%2F%3D");
    }
}
