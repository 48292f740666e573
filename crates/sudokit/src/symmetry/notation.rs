//! The text form of transformations.

use std::fmt;
use std::str::FromStr;

use super::Transformation;

/// Writes the transformation as [`FromStr`] reads it.
impl fmt::Display for Transformation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let list = |numbers: &[u8], first: u8| {
            let numbers = numbers.iter().map(|number| (number + first).to_string());
            numbers.collect::<Vec<_>>().join(",")
        };
        let mut parts = Vec::new();
        if self.is_transposed() {
            parts.push("transpose".to_string());
        }
        if !self.rows().is_sorted() {
            parts.push(format!("rows={}", list(self.rows(), 1)));
        }
        if !self.columns().is_sorted() {
            parts.push(format!("columns={}", list(self.columns(), 1)));
        }
        if !self.values().is_sorted() {
            parts.push(format!("values={}", list(&self.values()[1..], 0)));
        }
        match parts.is_empty() {
            true => f.write_str("identity"),
            false => f.write_str(&parts.join(" ")),
        }
    }
}

/// A parsed transformation whose board size may be open: `transpose` and `identity` fit any board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Notation {
    transposed: bool,
    rows: Option<Vec<u8>>,
    columns: Option<Vec<u8>>,
    values: Option<Vec<u8>>,
}

/// Why a text is not a transformation.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum NotationError {
    /// An unknown word.
    #[error(
        "`{0}` is not part of a transformation: use transpose, rows=…, columns=… or values=… with \
         all numbers from 1 up, or identity"
    )]
    Word(String),
    /// A part does not have all numbers from 1 up, each once.
    #[error("`{0}` must list every number from 1 up once, separated by commas")]
    Permutation(String),
    /// A part appears twice.
    #[error("`{0}` appears twice")]
    Twice(String),
    /// The parts differ in size, or do not have the board's size.
    #[error("expected {expected} {part}, found {found}")]
    Size {
        /// Which part: rows, columns or values.
        part: &'static str,
        /// The number found.
        found: usize,
        /// The number expected.
        expected: usize,
    },
    /// The text does not determine the size of the board.
    #[error("the transformation does not determine the size of the board")]
    NoSize,
}

impl Notation {
    /// Returns the board size, if the text determines it.
    pub fn size(&self) -> Option<usize> {
        let parts = [&self.rows, &self.columns, &self.values];
        parts.into_iter().flatten().map(Vec::len).next()
    }

    /// Returns the transformation for boards of a size.
    ///
    /// # Errors
    ///
    /// Returns an error if it is for another size.
    pub fn for_size(&self, size: usize) -> Result<Transformation, NotationError> {
        let all = || (1..=size as u8).collect::<Vec<_>>();
        let part = |numbers: &Option<Vec<u8>>, part: &'static str| {
            let numbers = numbers.clone().unwrap_or_else(all);
            match numbers.len() {
                found if found != size => Err(NotationError::Size {
                    part,
                    found,
                    expected: size,
                }),
                _ => Ok(numbers),
            }
        };
        let from_zero = |numbers: Vec<u8>| numbers.into_iter().map(|number| number - 1).collect();
        let rows = part(&self.rows, "rows").map(from_zero)?;
        let columns = part(&self.columns, "columns").map(from_zero)?;
        let mut values = part(&self.values, "values")?;
        values.insert(0, 0);
        Transformation::new(self.transposed, rows, columns, values).ok_or(NotationError::NoSize)
    }
}

impl FromStr for Notation {
    type Err = NotationError;

    fn from_str(text: &str) -> Result<Notation, NotationError> {
        let mut notation = Notation {
            transposed: false,
            rows: None,
            columns: None,
            values: None,
        };
        for word in text.split_whitespace() {
            let slot = match word.split_once('=') {
                None if word == "identity" => continue,
                None if word == "transpose" && !notation.transposed => {
                    notation.transposed = true;
                    continue;
                }
                None if word == "transpose" => return Err(NotationError::Twice(word.to_string())),
                Some(("rows", numbers)) => (&mut notation.rows, numbers),
                Some(("columns", numbers)) => (&mut notation.columns, numbers),
                Some(("values", numbers)) => (&mut notation.values, numbers),
                _ => return Err(NotationError::Word(word.to_string())),
            };
            let (part, numbers) = slot;
            if part.is_some() {
                return Err(NotationError::Twice(word.to_string()));
            }
            let numbers = permutation(numbers);
            *part = Some(numbers.ok_or_else(|| NotationError::Permutation(word.to_string()))?);
        }
        Ok(notation)
    }
}

impl FromStr for Transformation {
    type Err = NotationError;

    fn from_str(text: &str) -> Result<Transformation, NotationError> {
        let notation: Notation = text.parse()?;
        let size = notation.size().ok_or(NotationError::NoSize)?;
        notation.for_size(size)
    }
}

fn permutation(text: &str) -> Option<Vec<u8>> {
    let numbers: Vec<u8> = (text.split(','))
        .map(|number| number.trim().parse().ok())
        .collect::<Option<_>>()?;
    let is_whole = Transformation::relabel(&numbers).is_some();
    is_whole.then_some(numbers)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_round_trips() {
        for text in [
            "rows=2,1,3,4",
            "transpose columns=1,2,4,3",
            "rows=4,3,2,1 columns=1,2,4,3 values=2,3,4,1",
        ] {
            let transformation: Transformation = text.parse().unwrap();
            assert_eq!(transformation.to_string(), text);
        }
        let nothing: Notation = " identity ".parse().unwrap();
        let nothing = nothing.for_size(6).unwrap();
        assert_eq!(nothing, Transformation::identity(6));
        assert_eq!(nothing.to_string(), "identity");
    }

    #[test]
    fn mistakes_are_named() {
        let read = |text: &str| text.parse::<Transformation>().unwrap_err();
        assert_eq!(read("transpose"), NotationError::NoSize);
        assert_eq!(read("flip"), NotationError::Word("flip".into()));
        let twice = "rows=1,2,2,3";
        assert_eq!(read(twice), NotationError::Permutation(twice.into()));
        let again = "columns=1,2";
        assert_eq!(
            read("columns=2,1 columns=1,2"),
            NotationError::Twice(again.into())
        );
        assert_eq!(
            read("rows=1,2 values=1,2,3"),
            NotationError::Size {
                part: "values",
                found: 3,
                expected: 2
            }
        );
    }
}
