//! Which files to read, and how.

use std::io::IsTerminal;
use std::path::PathBuf;
use std::str::FromStr;

use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use clap::{Args, ValueHint};
use sudokit::Shape;
use sudokit::format::write::WriteOptions;
use sudokit::format::{Form, ReadOptions, Symbols};

use crate::io::input::Source;
use crate::io::output::Destination;
use crate::report::error::CliError;

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

/// Where to write.
#[derive(Args, Debug)]
pub struct OutputArgs {
    /// Write to this file; it appears whole or not at all
    #[arg(id = "output", short = 'o', long = "output", value_name = "PATH", value_hint = ValueHint::FilePath, help_heading = "Writing")]
    pub path: Option<PathBuf>,
}

impl OutputArgs {
    /// The file that was named, or standard output.
    pub fn destination(&self) -> Destination {
        Destination::from_option(self.path.as_deref())
    }
}

/// How to write a report; one of them at most.
#[derive(Args, Debug)]
#[group(multiple = false)]
pub struct ReportArgs {
    /// Write one JSON object a line
    #[arg(long, help_heading = "Writing")]
    pub json: bool,

    /// Write a CSV table
    #[arg(long, help_heading = "Writing")]
    pub csv: bool,
}

impl ReportArgs {
    /// How the report is written.
    pub fn style(&self) -> ReportStyle {
        match (self.json, self.csv) {
            (true, _) => ReportStyle::Json,
            (_, true) => ReportStyle::Csv,
            _ => ReportStyle::Words,
        }
    }
}

/// How to write the cells of a form.
#[derive(Args, Debug)]
pub struct WriteArgs {
    /// The character to write for an open cell
    #[arg(long, value_name = "CHARACTER", help_heading = "Writing")]
    pub to_blank: Option<char>,

    /// How to write values: 1-9A-G, 0-9A-F, A-P, numbers, or all symbols in order (MONTHSDAY)
    #[arg(long, value_name = "SYMBOLS", help_heading = "Writing")]
    pub to_symbols: Option<Symbols>,
}

impl WriteArgs {
    /// What a writer has to know.
    pub fn options(&self) -> WriteOptions {
        WriteOptions {
            blank: self.to_blank,
            symbols: self.to_symbols.clone(),
        }
    }
}

/// Reads the name of a form, or another that it has.
pub fn form_parser() -> impl TypedValueParser<Value = Form> {
    let names = Form::ALL
        .iter()
        .map(|(_, names)| PossibleValue::new(names[0]).aliases(names[1..].iter().copied()));
    named::<Form>(names)
}

/// Reads one of a few names, which the help lists.
pub fn named<T>(names: impl Into<PossibleValuesParser>) -> impl TypedValueParser<Value = T>
where
    T: FromStr<Err: std::error::Error + Send + Sync + 'static> + Clone + Send + Sync + 'static,
{
    names.into().try_map(|name| name.parse::<T>())
}

/// How a report is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ReportStyle {
    /// A line for people.
    Words,
    /// One JSON object a line.
    Json,
    /// A CSV table.
    Csv,
}

impl ReadArgs {
    /// The files that were named, or standard input if something is piped into it.
    ///
    /// # Errors
    /// When there is neither.
    pub fn sources(&self) -> Result<Vec<Source>, CliError> {
        if self.files.is_empty() {
            if std::io::stdin().is_terminal() {
                return Err(CliError::new(
                    "no file was named, and nothing is piped in",
                    "name a file, or `-` to type a puzzle here and end it with Ctrl-D",
                ));
            }
            return Ok(vec![Source::Stdin]);
        }
        Ok(self.files.iter().map(|path| Source::new(path)).collect())
    }

    /// The options of the reader.
    pub fn options(self) -> ReadOptions {
        ReadOptions {
            form: self.from,
            shape: self.shape,
            blank: self.blank,
            symbols: self.symbols,
        }
    }
}
