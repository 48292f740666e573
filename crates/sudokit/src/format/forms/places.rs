//! Cells that say where they are: facts, triples, and objects of JSON.
//!
//! Rows and columns count from 0 if a 0 occurs and from 1 if not, and the largest index or value is
//! the size of the board. Where neither is certain, the text is refused.

use crate::format::forms::sizes::is_usual;
use crate::format::record::{InsertedPart, Insertion};
use crate::format::{ReadOptions, Span};
use crate::shape::{MAX_SIZE, Shape};

/// The names of rows, columns and values, in lower case and without marks inside of them.
pub(crate) const ROWS: [&str; 7] = ["row", "r", "y", "i", "rows", "rowindex", "line"];
pub(crate) const COLUMNS: [&str; 8] = [
    "column",
    "col",
    "c",
    "x",
    "j",
    "columns",
    "colindex",
    "columnindex",
];
pub(crate) const VALUES: [&str; 8] = ["value", "val", "v", "digit", "number", "num", "n", "k"];

/// What a text says about the board before the cells.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Declared {
    pub size: Option<usize>,
    /// The number of the first row and column.
    pub first: Option<usize>,
}

impl Declared {
    pub fn add(&mut self, other: Declared) {
        self.size = self.size.or(other.size);
        self.first = self.first.or(other.first);
    }
}

/// How the rows and columns of a board are numbered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Numbering {
    pub size: usize,
    /// The number of the first row and column.
    pub first: usize,
}

/// Why the size of a board, or its first row, is not certain.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Uncertain {
    pub message: String,
    pub help: String,
}

/// Returns whether the values of some cells may count from 0: 0 occurs, although cells without a
/// value could be left out, and the largest value of the board does not.
pub(crate) fn counts_values_from_zero<Values: Iterator<Item = usize>>(
    values: impl Fn() -> Values,
    size: usize,
    options: &ReadOptions,
) -> bool {
    let zeros = values().filter(|value| *value == 0).count();
    let is_named = options.blank.is_some() || options.symbols.is_some();
    // Where most cells are open, those without a value are not left out.
    !is_named && zeros > 0 && 2 * zeros < values().count() && !values().any(|value| value == size)
}

impl Numbering {
    /// Returns the numbering of cells with these rows and columns and this largest value.
    ///
    /// `is_explicit` says that rows and columns are written as people name them, from 1.
    pub fn of(
        places: &[(usize, usize)],
        largest_value: usize,
        declared: Declared,
        is_explicit: bool,
        options: &ReadOptions,
    ) -> Result<Numbering, Uncertain> {
        let indices = || places.iter().flat_map(|place| <[usize; 2]>::from(*place));
        let has_zero = indices().any(|index| index == 0);
        // A declaration that the indices contradict does not count.
        let first = declared.first.filter(|first| !has_zero || *first == 0);
        let is_declared = first.is_some();
        let first = first.unwrap_or(usize::from(!has_zero));
        let largest = (indices().max().unwrap_or(0) + 1 - first).max(largest_value);
        let named = options.shape.as_ref().map(|shape| shape.size());
        let size = match named.or(declared.size) {
            Some(size) if largest > size => {
                return Err(Uncertain {
                    message: format!("{largest} occurs in the cells of a {size}×{size} board"),
                    help: "check rows, columns and values".to_string(),
                });
            }
            Some(size) => size,
            None if largest > MAX_SIZE => {
                return Err(Uncertain {
                    message: format!(
                        "{largest} occurs in the cells; the largest board is {MAX_SIZE}×{MAX_SIZE}"
                    ),
                    help: "check rows, columns and values".to_string(),
                });
            }
            None if is_usual(largest) => {
                // A single cell beyond all others is more likely a slip than a larger board.
                let smaller = (1..largest).rfind(|size| is_usual(*size));
                let smaller = smaller.unwrap_or(0);
                let is_beyond = |index: usize| index + 1 - first > smaller;
                let beyond = |place: &&(usize, usize)| is_beyond(place.0) || is_beyond(place.1);
                let witnesses = places.iter().filter(beyond).count();
                if witnesses + usize::from(largest_value > smaller) < 2 {
                    return Err(Uncertain {
                        message: format!("only one cell is outside of {smaller}×{smaller}"),
                        help: format!(
                            "correct its row or column, or use --shape {largest} if it is right"
                        ),
                    });
                }
                largest
            }
            // Every cell is listed.
            None if places.len() == largest * largest
                && Shape::usual_box_size(largest).is_some() =>
            {
                largest
            }
            None => {
                return Err(Uncertain {
                    message: format!(
                        "the size of the board is not certain: no index or value is above {largest}"
                    ),
                    help: "name the shape, for example --shape 3x3".to_string(),
                });
            }
        };
        let counts_from_one = indices().any(|index| index == size);
        if first == 1 && !counts_from_one && !is_explicit && !is_declared {
            return Err(Uncertain {
                message: format!(
                    "rows and columns may count from 0 or from 1: neither 0 nor {size} occurs"
                ),
                help: format!("add a cell of row or column {size}, or give the puzzle as rows"),
            });
        }
        Ok(Numbering { size, first })
    }

    /// Returns the cell of a row and a column, `None` if it is outside of the board.
    pub fn cell(self, (row, column): (usize, usize)) -> Option<usize> {
        let row = row.checked_sub(self.first).filter(|row| *row < self.size)?;
        let column = column.checked_sub(self.first)?;
        (column < self.size).then_some(row * self.size + column)
    }
}

/// Returns the text of another cell: a lead, and the text of an existing one with these parts of it
/// replaced.
pub(crate) fn insertion(
    text: &[u8],
    lead: String,
    whole: Span,
    mut parts: Vec<(Span, InsertedPart)>,
    first: usize,
) -> Insertion {
    let string = |start: u32, end: u32| {
        let bytes = Span { start, end }.of(text);
        String::from_utf8_lossy(bytes).into_owned()
    };
    parts.sort_by_key(|(span, _)| span.start);
    let mut inserted = vec![InsertedPart::Text(lead)];
    let mut at = whole.start;
    for (span, part) in parts {
        inserted.push(InsertedPart::Text(string(at, span.start)));
        inserted.push(part);
        at = span.end;
    }
    inserted.push(InsertedPart::Text(string(at, whole.end)));
    Insertion {
        parts: inserted,
        first,
    }
}
