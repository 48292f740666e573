//! Where answers go, and what they look like.

use std::path::PathBuf;

use clap::{Args, ValueHint};
use sudokit::format::Symbols;
use sudokit::format::write::WriteOptions;

use crate::check::Style;
use crate::output::Destination;

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
    pub fn style(&self) -> Style {
        match (self.json, self.csv) {
            (true, _) => Style::Json,
            (_, true) => Style::Csv,
            _ => Style::Words,
        }
    }
}

/// How to write the cells of a form.
#[derive(Args, Debug)]
pub struct LookArgs {
    /// The character to write for an open cell
    #[arg(long, value_name = "CHARACTER", help_heading = "Writing")]
    pub to_blank: Option<char>,

    /// How to write values: 1-9A-G, 0-9A-F, A-P, numbers, or all symbols in order (MONTHSDAY)
    #[arg(long, value_name = "SYMBOLS", help_heading = "Writing")]
    pub to_symbols: Option<Symbols>,
}

impl LookArgs {
    /// What a writer has to know.
    pub fn options(&self) -> WriteOptions {
        WriteOptions {
            blank: self.to_blank,
            symbols: self.to_symbols.clone(),
        }
    }
}
