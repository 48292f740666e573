//! Which files to read, and how.

use std::path::PathBuf;

use clap::{Args, ValueHint};
use sudokit::Shape;
use sudokit::format::{Form, Symbols};

use super::names::form_parser;

/// Which files to read, and what the reader should not have to guess.
#[derive(Args, Debug)]
pub struct ReadArgs {
    /// Files to read; `-` or no file at all is standard input
    #[arg(value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub files: Vec<PathBuf>,

    /// The form of the input [default: found from its content]
    ///
    /// One of line (sdm), candidates (sukaku), rows (msk), spaced, csv, boxed, simple-sudoku (ss),
    /// pencilmarks (pm), sdk, hodoku, opensudoku (xml), table (kaggle), json, list.
    #[arg(long, value_name = "FORM", value_parser = form_parser(), help_heading = "Reading", hide_possible_values = true)]
    pub from: Option<Form>,

    /// The shape of the boards: a size (9), box rows x box columns (3x4), jigsaw:LABELS, and
    /// +diagonals or +windows behind it
    #[arg(long, value_name = "SHAPE", help_heading = "Reading")]
    pub shape: Option<Shape>,

    /// The character of an open cell
    #[arg(long, value_name = "CHARACTER", help_heading = "Reading")]
    pub blank: Option<char>,

    /// How values are written: 1-9A-G, 0-9A-F, A-P, numbers, or all symbols in order (MONTHSDAY)
    #[arg(long, value_name = "SYMBOLS", help_heading = "Reading")]
    pub symbols: Option<Symbols>,
}
