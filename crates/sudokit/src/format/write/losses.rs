//! What a form can store of a puzzle, what it leaves out, and what it cannot write.

use std::fmt;

use super::style::Style;
use super::text;
use super::{Entry, WriteOptions};
use crate::format::forms::info::{CellText, ShapeText};
use crate::format::forms::sizes::{is_usual, shows_size};
use crate::format::{Form, Symbols, candidates};
use crate::puzzle::Puzzle;
use crate::shape::{MIN_SIZE, Shape};

/// A property of a puzzle that a form cannot store. The text can still be read.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Loss {
    /// The text does not name the shape, and it is not the usual one.
    Shape(Shape),
    /// The text does not show the convention of its symbols.
    Symbols(String),
    /// Values placed by a player become givens.
    Placed,
    /// The candidates are left out. The values alone have the same single solution.
    Candidates,
    /// The name is left out.
    Name,
    /// The solution is left out.
    Solution,
}

/// A note to the person who asked for the text.
impl fmt::Display for Loss {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Loss::Shape(shape) => write!(
                f,
                "the output does not name its shape; read it with --shape {shape}"
            ),
            Loss::Symbols(symbols) => write!(
                f,
                "the output does not show which symbols it uses; read it with --symbols {symbols}"
            ),
            Loss::Placed => f.write_str("placed values are written as givens"),
            Loss::Candidates => f.write_str("the form does not store what the candidates exclude"),
            Loss::Name => f.write_str("the form does not store the name"),
            Loss::Solution => f.write_str("the form does not store the solution"),
        }
    }
}

/// Why a puzzle cannot be written in a form.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum WriteError {
    /// The form is only read.
    ReadOnly {
        /// The requested form.
        form: Form,
    },
    /// The puzzle has another solution, or more of them, without what its candidates exclude.
    Candidates {
        /// The requested form.
        form: Form,
    },
    /// The form only stores 9×9 boards.
    Size {
        /// The requested form.
        form: Form,
        /// The size of the board.
        size: usize,
    },
    /// There are more values than symbols.
    Values {
        /// The requested form.
        form: Form,
        /// The size of the board.
        size: usize,
        /// The number of values that can be written.
        capacity: usize,
    },
    /// The form needs boxes, which a jigsaw does not have.
    Regions {
        /// The requested form.
        form: Form,
    },
    /// A cell has no candidates, and the form writes every cell by its candidates.
    NoCandidate {
        /// The requested form.
        form: Form,
        /// The row of the cell, from 1.
        row: usize,
        /// The column of the cell, from 1.
        column: usize,
    },
    /// The requested blank is also the symbol of a value.
    Blank {
        /// The blank.
        blank: char,
    },
    /// A requested symbol has a meaning of its own in the form.
    Symbol {
        /// The symbol.
        symbol: char,
    },
}

impl fmt::Display for WriteError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            WriteError::ReadOnly { form } => {
                let others = names(|_| true);
                write!(f, "the {form} form cannot be written; {others} can")
            }
            WriteError::Candidates { form } => {
                let others = names(|form| form.info().candidates);
                write!(f, "the {form} form cannot hold candidates; {others} can")
            }
            WriteError::Size { form, size } => {
                let others = names(|form| form.info().any_size);
                write!(
                    f,
                    "the {form} form cannot hold {size}×{size} boards, only 9×9; {others} can"
                )
            }
            WriteError::Values {
                form,
                size,
                capacity,
            } => {
                let wide = |form| {
                    Style::new(form, *size, &WriteOptions::default()).is_ok()
                        && form.info().any_size
                        && form.info().largest >= *size
                };
                write!(
                    f,
                    "the {form} form has symbols for {capacity} values, not {size}; {} can \
                     hold them",
                    names(wide)
                )
            }
            WriteError::Regions { form } => {
                let others = names(|form| form.info().shapes == ShapeText::All);
                write!(f, "the {form} form cannot hold regions; {others} can")
            }
            WriteError::NoCandidate { form, row, column } => write!(
                f,
                "the {form} form cannot hold a cell without candidates (row {row}, column \
                 {column})"
            ),
            WriteError::Blank { blank } => {
                write!(f, "the blank `{blank}` is also the symbol of a value")
            }
            WriteError::Symbol { symbol } => {
                write!(f, "`{}` cannot be a symbol", symbol.escape_default())
            }
        }
    }
}

impl std::error::Error for WriteError {}

/// Joins the names of the forms that qualify: `a, b or c`.
fn names(can: impl Fn(Form) -> bool) -> String {
    let forms = Form::ALL.iter().copied().filter(|form| form.can_write());
    let names: Vec<&str> = forms.filter(|form| can(*form)).map(Form::name).collect();
    match names.split_last() {
        Some((last, [])) => last.to_string(),
        Some((last, others)) => format!("{} or {last}", others.join(", ")),
        None => "no form".to_string(),
    }
}

/// Returns what a form would leave out of a puzzle.
///
/// # Errors
/// If the form cannot store the puzzle.
pub fn losses<'a>(
    form: Form,
    entry: impl Into<Entry<'a>>,
    options: &WriteOptions,
) -> Result<Vec<Loss>, WriteError> {
    let entry = entry.into();
    let (puzzle, shape) = (entry.puzzle, entry.puzzle.shape());
    let info = form.info();
    if info.write.is_none() {
        return Err(WriteError::ReadOnly { form });
    }
    if !info.any_size && shape.size() != 9 {
        return Err(WriteError::Size {
            form,
            size: shape.size(),
        });
    }
    if shape.size() > info.largest {
        return Err(WriteError::Values {
            form,
            size: shape.size(),
            capacity: info.largest,
        });
    }
    if info.shapes == ShapeText::Boxes && shape.box_size().is_none() {
        return Err(WriteError::Regions { form });
    }
    let loses_candidates = !info.candidates && candidates::restrict(puzzle);
    if loses_candidates && !candidates::are_progress(puzzle) {
        return Err(WriteError::Candidates { form });
    }
    let by_candidates = match form {
        Form::SudokuWiki => puzzle.has_placed() || candidates::restrict(puzzle),
        _ => info.cells == CellText::CandidateList,
    };
    if by_candidates {
        check_candidates(form, puzzle)?;
    }
    let style = Style::new(form, shape.size(), options)?;

    let mut losses = Vec::new();
    if !names_shape(form, shape)
        || !confirms_size(form, puzzle, &style)
        || form == Form::Rows && rows_look_like_puzzles(puzzle)
    {
        losses.push(Loss::Shape(shape.clone()));
    }
    if !shows_symbols(form, puzzle, &style) {
        losses.push(Loss::Symbols(style.symbols.spelled(shape.size())));
    }
    if puzzle.has_placed() && !info.placed {
        losses.push(Loss::Placed);
    }
    if loses_candidates {
        losses.push(Loss::Candidates);
    }
    if entry.name.is_some() && !info.name {
        losses.push(Loss::Name);
    }
    if entry.solution.is_some() && !info.solution {
        losses.push(Loss::Solution);
    }
    Ok(losses)
}

fn check_candidates(form: Form, puzzle: &Puzzle) -> Result<(), WriteError> {
    match candidates::left(puzzle).iter().position(|mask| *mask == 0) {
        None => Ok(()),
        Some(cell) => Err(WriteError::NoCandidate {
            form,
            row: puzzle.shape().row(cell) + 1,
            column: puzzle.shape().column(cell) + 1,
        }),
    }
}

/// Returns whether each row could be a smaller puzzle: the rows of a 16×16 board with no value
/// above 4 could be sixteen 4×4 puzzles.
fn rows_look_like_puzzles(puzzle: &Puzzle) -> bool {
    let size = puzzle.shape().size();
    let smaller = size.isqrt();
    let fits = |value: &u8| usize::from(*value) <= smaller;
    smaller >= MIN_SIZE && smaller * smaller == size && puzzle.values().iter().all(fits)
}

/// Returns whether a reader can infer the shape from the text.
fn names_shape(form: Form, shape: &Shape) -> bool {
    match form.info().shapes {
        ShapeText::All => true,
        ShapeText::Boxes => shape.is_plain(),
        ShapeText::Frame if text::shows_boxes(shape) => true,
        // As many characters as the candidates of a 9×9 board; similarly for 4×4 below.
        _ if form == Form::Line && shape.size() == 27 => false,
        _ if form == Form::CandidateLine && shape.size() == 4 => false,
        _ => Shape::with_size(shape.size()).is_ok_and(|usual| usual == *shape),
    }
}

/// Returns whether a reader believes the size of the board without `--shape`.
fn confirms_size(form: Form, puzzle: &Puzzle, style: &Style) -> bool {
    match (form.info().shapes, form.info().cells) {
        (ShapeText::All | ShapeText::Boxes, _) => true,
        (ShapeText::Frame, _) if text::shows_boxes(puzzle.shape()) => true,
        (_, CellText::CandidateSlots | CellText::CandidateList) => {
            let large = |mask: &u64| mask >> 9 != 0;
            is_usual(puzzle.shape().size()) || candidates::left(puzzle).iter().any(large)
        }
        _ => shows_size(puzzle, &style.symbols),
    }
}

/// Returns whether a reader can infer the meaning of the symbols from the text. Up to nine values
/// they are digits; above, a digit must occur together with the last letter, or with 0 as a blank.
/// From 33 values on, X is a value too, and lower-case letters look like upper-case ones.
fn shows_symbols(form: Form, puzzle: &Puzzle, style: &Style) -> bool {
    let size = puzzle.shape().size();
    if style.symbols == Symbols::Numbers || !form.info().follows_options {
        return true;
    }
    if style.symbols != Symbols::FromOne {
        return false;
    }
    let cells = form.info().cells;
    let (seen, has_blank) = match cells {
        CellText::CandidateSlots | CellText::CandidateList => {
            let seen = candidates::left(puzzle)
                .iter()
                .fold(0, |seen, mask| seen | mask);
            (seen, cells == CellText::CandidateSlots)
        }
        _ => {
            let filled = puzzle.values().iter().filter(|value| **value != 0);
            let seen = filled.fold(0u64, |seen, value| seen | 1 << (value - 1));
            (seen, !puzzle.is_full())
        }
    };
    let has_digit = seen & 0x1ff != 0;
    let has_last = seen >> (size - 1) & 1 == 1;
    let is_clear = has_digit && (has_last || (has_blank && style.blank == "0"));
    size <= 9 || seen == 0 || (size <= 32 && is_clear)
}
