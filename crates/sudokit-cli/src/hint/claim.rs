//! What `--why` asks about: `r4c5!=7`, `r4c5=3`, `D5≠7`.

use std::str::FromStr;

use sudokit::format::Symbols;
use sudokit::logic::{Board, Candidate};

/// A claim as it was typed; its value is read once the puzzle's symbols are known.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Claim {
    row: usize,
    column: usize,
    value: String,
    is_placement: bool,
}

/// A claim about a board: a candidate is right, or wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OnBoard {
    pub candidate: Candidate,
    /// It is right; otherwise it is wrong.
    pub is_placement: bool,
}

impl Claim {
    /// The claim about a board.
    ///
    /// # Errors
    /// When the board has no such cell or value.
    pub fn on(&self, board: &Board, symbols: &Symbols) -> Result<OnBoard, String> {
        let size = board.size();
        if self.row > size || self.column > size {
            return Err(format!(
                "there is no r{}c{} on a board of {size} rows and columns",
                self.row, self.column
            ));
        }
        let Some(value) = symbols.value(&self.value, size) else {
            let (first, last) = (symbols.symbol(1), symbols.symbol(size as u8));
            return Err(format!(
                "`{}` is no value here; there are {first} to {last}",
                self.value
            ));
        };
        let cell = (self.row - 1) * size + self.column - 1;
        Ok(OnBoard {
            candidate: Candidate::new(cell, value),
            is_placement: self.is_placement,
        })
    }
}

impl FromStr for Claim {
    type Err = String;

    fn from_str(text: &str) -> Result<Claim, String> {
        let unknown = || "say a cell and a value, such as r4c5!=7, r4c5=3 or D5≠7".to_string();
        // Longer signs first, or `!=` would be taken for `=`.
        let signs = [
            ("!=", false),
            ("<>", false),
            ("≠", false),
            ("==", true),
            ("=", true),
        ];
        let split = signs.iter().find_map(|(sign, is_placement)| {
            let (cell, value) = text.split_once(sign)?;
            Some((cell.trim(), value.trim(), *is_placement))
        });
        let (cell, value, is_placement) = split.ok_or_else(unknown)?;
        let (row, column) = coordinates(cell).ok_or_else(unknown)?;
        if row == 0 || column == 0 || value.is_empty() {
            return Err(unknown());
        }
        Ok(Claim {
            row,
            column,
            value: value.to_string(),
            is_placement,
        })
    }
}

/// Row and column from 1, of `r4c5` or `D5`.
fn coordinates(cell: &str) -> Option<(usize, usize)> {
    let cell = cell.to_ascii_lowercase();
    if let Some((row, column)) = cell.strip_prefix('r').and_then(|rest| rest.split_once('c')) {
        return Some((row.parse().ok()?, column.parse().ok()?));
    }
    let letter = cell.bytes().next().filter(u8::is_ascii_lowercase)?;
    Some((usize::from(letter - b'a') + 1, cell[1..].parse().ok()?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn claims_are_read_in_every_spelling() {
        let claim = |text: &str| {
            let claim: Claim = text.parse().unwrap();
            (claim.row, claim.column, claim.value, claim.is_placement)
        };
        for text in ["r4c5!=7", "r4c5 ≠ 7", "R4C5<>7", "D5!=7", "d5≠7"] {
            assert_eq!(claim(text), (4, 5, "7".to_string(), false), "{text}");
        }
        for text in ["r4c5=3", "r4c5 == 3", "D5=3"] {
            assert_eq!(claim(text), (4, 5, "3".to_string(), true), "{text}");
        }
        assert_eq!(claim("r12c16=G"), (12, 16, "G".to_string(), true));
        assert_eq!(claim("R3=4"), (18, 3, "4".to_string(), true));
        for wrong in ["", "r4c5", "=3", "r0c1=3", "r4c5=", "rxc1=3", "5=3", "≠"] {
            let read = wrong.parse::<Claim>();
            assert!(read.is_err(), "{wrong}: {read:?}");
        }
    }
}
