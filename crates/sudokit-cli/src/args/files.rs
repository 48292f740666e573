//! Flags for files: what to read, what to write, and in which form.

use std::io::IsTerminal;
use std::path::PathBuf;
use std::str::FromStr;

use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use clap::{Args, ValueHint};
use sudokit::Shape;
use sudokit::format::write::WriteOptions;
use sudokit::format::{Blanks, Form, ReadOptions, Symbols};

use crate::io::input::Source;
use crate::io::output::Destination;
use crate::report::error::CliError;

/// What to read, and what the reader should not have to guess.
#[derive(Args, Debug)]
pub struct ReadArgs {
    /// Files to read, or puzzles as text; `-` or nothing means standard input
    ///
    /// A puzzle is one line of symbols (53..7....6..195…), several lines in quotation marks, or a
    /// link with a puzzle in it. If there is a file of that name, the file is read.
    #[arg(value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub files: Vec<PathBuf>,

    /// Form of the input [default: detected from the content]
    #[arg(long, value_name = "FORM", value_parser = form_parser(Form::can_read), long_help = from_help(), help_heading = "Input", hide_possible_values = true)]
    pub from: Option<Form>,

    /// Shape of the boards: a size (9), box rows x box columns (3x4) or jigsaw:LABELS, optionally
    /// with +diagonals or +windows
    #[arg(long, value_name = "SHAPE", help_heading = "Input")]
    pub shape: Option<Shape>,

    /// Characters for an empty cell; a space may be one of them (' .')
    #[arg(long, value_name = "CHARACTERS", help_heading = "Input")]
    pub blank: Option<Blanks>,

    /// Symbols for the values: 1-9A-G, 0-9A-F, A-P, numbers, or all symbols in order (MONTHSDAY)
    #[arg(long, value_name = "SYMBOLS", help_heading = "Input")]
    pub symbols: Option<Symbols>,
}

/// Where to write.
#[derive(Args, Debug)]
pub struct OutputArgs {
    /// Write to this file, which is created whole or not at all
    #[arg(id = "output", short = 'o', long = "output", value_name = "PATH", value_hint = ValueHint::FilePath, help_heading = "Output")]
    pub path: Option<PathBuf>,
}

impl OutputArgs {
    /// The file that was named, or standard output.
    pub fn destination(&self) -> Destination {
        Destination::from_option(self.path.as_deref())
    }
}

/// The format of a report; at most one of these.
#[derive(Args, Debug)]
#[group(multiple = false)]
pub struct ReportArgs {
    /// Write one JSON object per line
    #[arg(long, help_heading = "Output")]
    pub json: bool,

    /// Write a CSV table
    #[arg(long, help_heading = "Output")]
    pub csv: bool,
}

impl ReportArgs {
    /// The format of the report.
    pub fn style(&self) -> ReportStyle {
        match (self.json, self.csv) {
            (true, _) => ReportStyle::Json,
            (_, true) => ReportStyle::Csv,
            _ => ReportStyle::Words,
        }
    }
}

impl ReportArgs {
    /// The format of a report that goes there: a Parquet or Arrow file holds a table.
    pub fn style_for(&self, destination: &Destination) -> ReportStyle {
        match self.style() {
            ReportStyle::Words if destination.is_columnar() => ReportStyle::Csv,
            style => style,
        }
    }

    /// Whether the report becomes columns of its input: both are Parquet or Arrow files, and no
    /// other format was asked for.
    pub fn adds_columns(&self, sources: &[Source], destination: &Destination) -> bool {
        self.style() == ReportStyle::Words && destination.keeps_rows(sources)
    }
}

/// How to write the cells of a form.
#[derive(Args, Debug)]
pub struct WriteArgs {
    /// Write this character for an empty cell
    #[arg(long, value_name = "CHARACTER", help_heading = "Output")]
    pub to_blank: Option<char>,

    /// Write values as 1-9A-G, 0-9A-F, A-P, numbers, or all symbols in order (MONTHSDAY)
    #[arg(long, value_name = "SYMBOLS", help_heading = "Output")]
    pub to_symbols: Option<Symbols>,
}

impl WriteArgs {
    /// The options of the writer.
    pub fn options(&self) -> WriteOptions {
        WriteOptions {
            blank: self.to_blank,
            symbols: self.to_symbols.clone(),
        }
    }
}

/// Parses the name of a form that can be read or written, or an alias.
pub fn form_parser(can: fn(Form) -> bool) -> impl TypedValueParser<Value = Form> {
    let forms = Form::ALL.iter().filter(move |form| can(**form));
    named::<Form>(forms.map(|form| {
        let names = form.names();
        PossibleValue::new(names[0])
            .aliases(names[1..].iter().copied())
            .help(form.description())
    }))
}

/// The help of `--from`, with a line for each form.
fn from_help() -> String {
    let mut help = "Form of the input [default: detected from the content]\n".to_string();
    for form in Form::ALL.iter().filter(|form| form.can_read()) {
        let names = match form.names() {
            [name] => name.to_string(),
            [name, others @ ..] => format!("{name} ({})", others.join(", ")),
            [] => continue,
        };
        help += &format!("\n- {names}: {}", form.description());
    }
    help
}

/// Parses one of a few names, which the help lists.
pub fn named<T>(names: impl Into<PossibleValuesParser>) -> impl TypedValueParser<Value = T>
where
    T: FromStr<Err: std::error::Error + Send + Sync + 'static> + Clone + Send + Sync + 'static,
{
    names.into().try_map(|name| name.parse::<T>())
}

/// The format of a report.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ReportStyle {
    /// One line of text.
    Words,
    /// One JSON object per line.
    Json,
    /// A CSV table.
    Csv,
}

impl ReadArgs {
    /// The files that were named, or standard input unless it is a terminal.
    ///
    /// # Errors
    /// When no file was named and standard input is a terminal.
    pub fn sources(&self) -> Result<Vec<Source>, CliError> {
        if self.files.is_empty() {
            if std::io::stdin().is_terminal() {
                return Err(CliError::new(
                    "no input: no file was named and nothing is piped in",
                    "name a file or give a puzzle as text, or `-` to type one and end it with Ctrl-D",
                ));
            }
            return Ok(vec![Source::Stdin]);
        }
        let (files, options) = (self.files.iter(), self.options());
        Ok(files.map(|typed| Source::typed(typed, &options)).collect())
    }

    /// The options of the reader.
    pub fn options(&self) -> ReadOptions {
        ReadOptions {
            form: self.from,
            shape: self.shape.clone(),
            blank: self.blank,
            symbols: self.symbols.clone(),
        }
    }
}
