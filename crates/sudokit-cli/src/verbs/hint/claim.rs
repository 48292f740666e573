//! The claims of `--why`: `r4c5!=7`, `r4c5=3`, `D5≠7`.

use std::str::FromStr;

use sudokit::format::Symbols;
use sudokit::logic::{Board, Candidate, Claim};

/// A claim as typed; its cells and value are resolved once the board is known.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TypedClaim {
    lines: ClaimHouses,
    value: String,
    is_placement: bool,
}

/// Rows and columns as typed. Digits are concatenated, as in `r1c34`: the meaning of `r12` depends
/// on the number of rows.
#[derive(Clone, Debug, PartialEq, Eq)]
enum ClaimHouses {
    /// `r4c5`
    Numbers { rows: String, columns: String },
    /// `D5`
    Letters { rows: String, columns: String },
}

impl TypedClaim {
    /// The claim about each of its cells.
    ///
    /// # Errors
    /// When the board has no such cell or value.
    pub fn on(&self, board: &Board, symbols: &Symbols) -> Result<Vec<Claim>, String> {
        let size = board.size();
        let cells = self.lines.cells(size)?;
        let Some(value) = symbols.value(&self.value, size) else {
            let (first, last) = (symbols.symbol(1), symbols.symbol(size as u8));
            return Err(format!(
                "`{}` is not a value of this board; values are {first} to {last}",
                self.value
            ));
        };
        let claim = |cell| Claim {
            candidate: Candidate::new(cell, value),
            is_placement: self.is_placement,
        };
        Ok(cells.into_iter().map(claim).collect())
    }
}

impl ClaimHouses {
    /// Parses `r4c5`, `r12c3` or `D5`.
    fn read(cells: &str) -> Option<ClaimHouses> {
        let cells = cells.to_ascii_lowercase();
        let are_digits = |text: &str| {
            let is_number = text.bytes().all(|byte| byte.is_ascii_digit());
            is_number && !text.is_empty() && !text.starts_with('0')
        };
        if let Some((rows, columns)) = cells
            .strip_prefix('r')
            .and_then(|rest| rest.split_once('c'))
            .filter(|(rows, columns)| are_digits(rows) && are_digits(columns))
        {
            return Some(ClaimHouses::Numbers {
                rows: rows.to_string(),
                columns: columns.to_string(),
            });
        }
        let letters = cells.bytes().take_while(u8::is_ascii_lowercase).count();
        let (rows, columns) = cells.split_at(letters);
        // Rows are concatenated only if there are at most nine.
        let are_rows = letters == 1 || rows.bytes().all(|letter| letter <= b'i');
        (letters > 0 && are_rows && are_digits(columns)).then(|| ClaimHouses::Letters {
            rows: rows.to_string(),
            columns: columns.to_string(),
        })
    }

    fn typed(&self) -> String {
        match self {
            ClaimHouses::Numbers { rows, columns } => format!("r{rows}c{columns}"),
            ClaimHouses::Letters { rows, columns } => format!("{}{columns}", rows.to_uppercase()),
        }
    }

    /// The cells on a board of this size.
    fn cells(&self, size: usize) -> Result<Vec<usize>, String> {
        let (rows, columns) = match self {
            ClaimHouses::Numbers { rows, columns } => (numbers(rows, size), numbers(columns, size)),
            ClaimHouses::Letters { rows, columns } => {
                let row = |letter: u8| usize::from(letter - b'a') + 1;
                (rows.bytes().map(row).collect(), numbers(columns, size))
            }
        };
        let mut cells = Vec::new();
        for row in rows {
            for column in &columns {
                if !(1..=size).contains(&row) || !(1..=size).contains(column) {
                    let typed = self.typed();
                    return Err(format!("{typed} is not on this {size}×{size} board"));
                }
                cells.push((row - 1) * size + column - 1);
            }
        }
        Ok(cells)
    }
}

/// Numbers of lines: one per digit, unless the board has lines of two digits.
fn numbers(digits: &str, size: usize) -> Vec<usize> {
    match size {
        ..=9 => digits.bytes().map(|d| usize::from(d - b'0')).collect(),
        // A number too long to parse is not a line.
        _ => vec![digits.parse().unwrap_or(usize::MAX)],
    }
}

impl FromStr for TypedClaim {
    type Err = String;

    fn from_str(text: &str) -> Result<TypedClaim, String> {
        let unknown = || "expected a cell and a value, such as r4c5!=7, r4c5=3 or D5≠7".to_string();
        // Longer operators first, or `!=` would be taken for `=`.
        let signs = [
            ("!=", false),
            ("<>", false),
            ("≠", false),
            ("==", true),
            ("=", true),
        ];
        let split = signs.iter().find_map(|(sign, is_placement)| {
            let (cells, value) = text.split_once(sign)?;
            Some((cells.trim(), value.trim(), *is_placement))
        });
        let (cells, value, is_placement) = split.ok_or_else(unknown)?;
        let lines = ClaimHouses::read(cells).ok_or_else(unknown)?;
        if value.is_empty() {
            return Err(unknown());
        }
        Ok(TypedClaim {
            lines,
            value: value.to_string(),
            is_placement,
        })
    }
}

#[cfg(test)]
mod tests {
    use sudokit::{Puzzle, Shape};

    use super::*;

    /// The cells of a claim by name, its value, and whether it is a placement.
    fn read(text: &str, shape: &str) -> Result<(Vec<String>, u8, bool), String> {
        let shape: Shape = shape.parse().unwrap();
        let board = Board::new(&Puzzle::new(shape));
        let words = sudokit::logic::Words::new(&board);
        let claim: TypedClaim = text.parse()?;
        let claims = claim.on(&board, &Symbols::Numbers)?;
        let cells = claims.iter().map(|c| words.cell(c.candidate.cell.into()));
        let (first, is_placement) = (claims[0].candidate, claims[0].is_placement);
        Ok((cells.collect(), first.value, is_placement))
    }

    #[test]
    fn claims_are_read_in_every_spelling() {
        for text in ["r4c5!=7", "r4c5 ≠ 7", "R4C5<>7", "D5!=7", "d5≠7"] {
            let expected = (vec!["r4c5".to_string()], 7, false);
            assert_eq!(read(text, "3x3"), Ok(expected), "{text}");
        }
        for text in ["r4c5=3", "r4c5 == 3", "D5=3"] {
            let expected = (vec!["r4c5".to_string()], 3, true);
            assert_eq!(read(text, "3x3"), Ok(expected), "{text}");
        }
        for wrong in ["", "r4c5", "=3", "r0c1=3", "r4c5=", "rxc1=3", "5=3", "≠"] {
            assert!(wrong.parse::<TypedClaim>().is_err(), "{wrong}");
        }
        for wrong in ["r1c10=3", "J1=3", "r1c1=10"] {
            assert!(read(wrong, "3x3").is_err(), "{wrong}");
        }
    }

    #[test]
    fn several_cells_are_read_as_they_are_written() {
        let cells = |text: &str, shape: &str| read(text, shape).unwrap().0.join(" ");
        assert_eq!(cells("r1c34!=5", "3x3"), "r1c3 r1c4");
        assert_eq!(cells("r12c3!=5", "3x3"), "r1c3 r2c3");
        assert_eq!(cells("AB3≠5", "3x3"), "r1c3 r2c3");
        assert_eq!(cells("R3=4", "4x5"), "r18c3");
        assert_eq!(cells("r12c16=5", "4x4"), "r12c16");
    }
}
