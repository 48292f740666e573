//! The puzzle or position of a request.

use std::str::FromStr;

use serde::{Deserialize, Serialize};
use sudokit::format::{Form, ReadOptions, Symbols};
#[cfg(feature = "text")]
use sudokit::format::{Record, read_puzzle_until};
use sudokit::{Grid, Origin, Puzzle, Shape};
use utoipa::ToSchema;

use crate::budget::Budget;
#[cfg(feature = "text")]
use crate::budget::OutOfBudget;
use crate::error::ApiError;
use crate::list;

/// A position, as text or as values. Cells are numbered from 0, row by row; values start at 1.
#[derive(Debug, Default, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct PuzzleInput {
    /// The puzzle as text in any form.
    #[schema(
        example = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
    )]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub puzzle: Option<String>,
    /// The value of each cell, 0 for empty cells; instead of `puzzle`.
    #[serde(
        default,
        deserialize_with = "list::optional",
        skip_serializing_if = "Option::is_none"
    )]
    pub values: Option<Vec<u8>>,
    /// The cells with values placed by a player; the others are givens.
    #[serde(
        default,
        deserialize_with = "list::optional",
        skip_serializing_if = "Option::is_none"
    )]
    pub placed: Option<Vec<usize>>,
    /// The candidates of each cell; `null` for all of them.
    #[serde(
        default,
        deserialize_with = "list::optional",
        skip_serializing_if = "Option::is_none"
    )]
    pub candidates: Option<Vec<Option<Vec<u8>>>>,
    /// The shape: a size (`9`), the rows and columns of a box (`3x4`), or `jigsaw:LABELS`, optionally
    /// followed by `+diagonals` or `+windows`.
    #[schema(example = "3x3")]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub shape: Option<String>,
    /// The form of the text; by default detected.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub form: Option<String>,
    /// The characters for empty cells in the text; a space may be one of them.
    #[schema(example = ".")]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub blank: Option<String>,
    /// The symbols of the values: `1-9A-G`, `0-9A-F`, `A-P`, `numbers`, or all symbols in order.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub symbols: Option<String>,
}

/// A parsed position.
pub struct ParsedPuzzle {
    /// The puzzle.
    pub puzzle: Puzzle,
    /// The symbols of the values.
    pub symbols: Symbols,
    /// The form of the text, if it was text.
    pub form: Option<Form>,
    /// The name, if the text has one.
    pub name: Option<String>,
    /// The solution included in the text.
    pub claimed: Option<Grid>,
    /// What the text was read as, if its size or boxes are not the usual ones.
    pub note: Option<String>,
}

impl PuzzleInput {
    /// The names of the fields.
    pub const FIELDS: &[&str] = &[
        "puzzle",
        "values",
        "placed",
        "candidates",
        "shape",
        "form",
        "blank",
        "symbols",
    ];

    /// Returns the length of the text in bytes.
    pub fn text_length(&self) -> usize {
        self.puzzle.as_ref().map_or(0, String::len)
    }

    /// Returns the options for reading text.
    ///
    /// # Errors
    /// If a field has an unknown value.
    pub fn read_options(&self) -> Result<ReadOptions, ApiError> {
        Ok(ReadOptions {
            form: parse_field("unknown-form", self.form.as_deref())?,
            shape: parse_field("unknown-shape", self.shape.as_deref())?,
            blank: parse_field("unknown-blank", self.blank.as_deref())?,
            symbols: parse_field("unknown-symbols", self.symbols.as_deref())?,
        })
    }

    /// Parses the position within a budget.
    ///
    /// # Errors
    /// If it cannot be parsed, if its fields do not fit together, or if the budget is used up.
    pub fn read(self, budget: &Budget) -> Result<ParsedPuzzle, ApiError> {
        let options = self.read_options()?;
        let mut parsed = match (&self.puzzle, self.values) {
            (Some(text), None) => read_text(text, options, budget)?,
            (None, Some(values)) => from_values(values, options)?,
            (None, None) => return Err(ApiError::no_puzzle()),
            (Some(_), Some(_)) => {
                let message = "`puzzle` and `values` cannot be used together";
                return Err(ApiError::unprocessable("two-puzzles", message));
            }
        };
        if let Some(cells) = &self.placed {
            mark_placed(&mut parsed.puzzle, cells)?;
        }
        if let Some(lists) = &self.candidates {
            let masks = masks(&parsed.puzzle, lists)?;
            parsed.puzzle.set_candidates(masks);
        }
        Ok(parsed)
    }
}

#[cfg(feature = "text")]
impl From<Record> for ParsedPuzzle {
    fn from(record: Record) -> ParsedPuzzle {
        ParsedPuzzle {
            note: record.unusual_shape(),
            puzzle: record.puzzle,
            symbols: record.symbols,
            form: Some(record.form),
            name: record.name,
            claimed: record.claimed,
        }
    }
}

/// Parses an optional field.
///
/// # Errors
/// If the field has an unknown value.
pub fn parse_field<T>(code: &'static str, word: Option<&str>) -> Result<Option<T>, ApiError>
where
    T: FromStr,
    T::Err: std::fmt::Display,
{
    let read = word.map(str::parse).transpose();
    read.map_err(|error: T::Err| ApiError::unprocessable(code, error.to_string()))
}

#[cfg(feature = "text")]
fn read_text(text: &str, options: ReadOptions, budget: &Budget) -> Result<ParsedPuzzle, ApiError> {
    let read = read_puzzle_until(text.as_bytes(), options, budget.cancel_token());
    let record = read.map_err(|problem| ApiError::from(&problem))?;
    Ok(record.ok_or(OutOfBudget)?.into())
}

#[cfg(not(feature = "text"))]
fn read_text(_: &str, _: ReadOptions, _: &Budget) -> Result<ParsedPuzzle, ApiError> {
    Err(ApiError::without_text())
}

fn from_values(values: Vec<u8>, options: ReadOptions) -> Result<ParsedPuzzle, ApiError> {
    let wrong = |message: String| ApiError::unprocessable("wrong-values", message);
    let shape = match options.shape {
        Some(shape) => shape,
        None => {
            let size = values.len().isqrt();
            Shape::with_size(size).map_err(|error| wrong(error.to_string()))?
        }
    };
    let symbols = options.symbols.unwrap_or(match shape.size() {
        size if size <= Symbols::FromOne.capacity() => Symbols::FromOne,
        _ => Symbols::Numbers,
    });
    let puzzle = Puzzle::from_values(shape, values).map_err(|error| wrong(error.to_string()))?;
    Ok(ParsedPuzzle {
        puzzle,
        symbols,
        form: None,
        name: None,
        claimed: None,
        note: None,
    })
}

fn mark_placed(puzzle: &mut Puzzle, cells: &[usize]) -> Result<(), ApiError> {
    for &cell in cells {
        let value = puzzle.values().get(cell).copied().unwrap_or_default();
        if value == 0 {
            let message = format!("cell {cell} is in `placed` but has no value");
            return Err(ApiError::unprocessable("wrong-placed", message));
        }
        puzzle.set(cell, value, Origin::Placed);
    }
    Ok(())
}

fn masks(puzzle: &Puzzle, lists: &[Option<Vec<u8>>]) -> Result<Vec<u64>, ApiError> {
    let wrong = |message: String| Err(ApiError::unprocessable("wrong-candidates", message));
    let (cells, size) = (puzzle.shape().cells(), puzzle.shape().size());
    if lists.len() != cells {
        let found = lists.len();
        return wrong(format!(
            "expected candidates for {cells} cells, found {found}"
        ));
    }
    let mut masks = Vec::with_capacity(cells);
    for (cell, list) in lists.iter().enumerate() {
        let Some(list) = list else {
            masks.push(puzzle.shape().all_values());
            continue;
        };
        let mut mask = 0;
        for &value in list {
            if !(1..=size).contains(&usize::from(value)) {
                return wrong(format!(
                    "cell {cell} has candidate {value}, expected 1 to {size}"
                ));
            }
            mask |= 1u64 << (value - 1);
        }
        masks.push(mask);
    }
    Ok(masks)
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    #[test]
    fn fields_lists_every_field() {
        let full = PuzzleInput {
            puzzle: Some(String::new()),
            values: Some(Vec::new()),
            placed: Some(Vec::new()),
            candidates: Some(Vec::new()),
            shape: Some(String::new()),
            form: Some(String::new()),
            blank: Some(String::new()),
            symbols: Some(String::new()),
        };
        let written = serde_json::to_value(full).unwrap();
        let written = written.as_object().unwrap();
        assert_eq!(written.len(), PuzzleInput::FIELDS.len());
        assert!(
            PuzzleInput::FIELDS
                .iter()
                .all(|name| written.contains_key(*name))
        );
    }

    #[test]
    fn reading_ends_with_the_budget() {
        let text = "53..7....\n6..195\n".repeat(10_000);
        let input = || PuzzleInput {
            puzzle: Some(text.clone()),
            ..PuzzleInput::default()
        };
        let code = |time| {
            let read = input().read(&Budget::new(time));
            read.err().map(|error| error.status())
        };
        let (late, early) = (code(Duration::ZERO), code(Duration::from_secs(60)));
        assert_eq!(late, Some(ApiError::timed_out().status()));
        assert!(early.is_some() && early != late);
    }

    #[test]
    fn parses_values_placed_cells_and_candidates() {
        let mut values = vec![0; 16];
        (values[0], values[5]) = (1, 3);
        let mut candidates = vec![None; 16];
        candidates[1] = Some(vec![2, 4]);
        let parsed = PuzzleInput {
            values: Some(values),
            placed: Some(vec![5]),
            candidates: Some(candidates),
            ..PuzzleInput::default()
        };
        let budget = Budget::new(Duration::from_secs(60));
        let puzzle = parsed.read(&budget).ok().unwrap().puzzle;
        assert_eq!(puzzle.origin(0), Some(Origin::Given));
        assert_eq!(puzzle.origin(5), Some(Origin::Placed));
        assert_eq!((puzzle.allowed(1), puzzle.allowed(2)), (0b1010, 0b1111));
    }
}
