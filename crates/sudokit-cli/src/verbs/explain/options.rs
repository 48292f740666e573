//! The flags of `sudokit explain`.

use clap::Args;
use sudokit::logic::{Coordinates, Logic};

use crate::args::search::SearchOptions;
use crate::args::{LogicArgs, OutputArgs, ReadArgs, WordsArgs};
use crate::io::puzzles::FileOptions;
use crate::report::error::CliError;

#[derive(Args, Debug)]
pub struct ExplainArgs {
    #[command(flatten)]
    pub read: ReadArgs,

    #[command(flatten)]
    pub logic: LogicArgs,

    #[command(flatten)]
    pub document: DocumentArgs,

    /// Show the steps of Sudoku Explainer 1.2.1 with the rating of each, and ER, EP and ED
    ///
    /// With --full every chain is told from its assumptions to its conclusion, with the chains
    /// inside it.
    #[arg(long, conflicts_with_all = ["grid", "eureka", "techniques"], help_heading = "Output")]
    pub se: bool,

    /// Explain each step in full paragraphs
    #[arg(long, help_heading = "Output")]
    pub full: bool,

    #[command(flatten)]
    pub words: WordsArgs,

    #[command(flatten)]
    pub output: OutputArgs,
}

/// The format of explanations; at most one of these.
#[derive(Args, Debug)]
#[group(multiple = false)]
pub struct DocumentArgs {
    /// Write one JSON object per line, with every step as data and in words
    ///
    /// Cells are numbered from 0 along the rows: r1c1 is 0, and r2c1 of a 9×9 board is 9. Houses
    /// are numbered from 0: rows, columns, then boxes.
    #[arg(long, help_heading = "Output")]
    pub json: bool,

    /// Write a CSV table, one row per step and one for the result
    #[arg(long, help_heading = "Output")]
    pub csv: bool,

    /// Write Markdown
    #[arg(long, help_heading = "Output")]
    pub markdown: bool,

    /// Write a web page with a drawing of every step
    #[cfg(feature = "render")]
    #[arg(long, help_heading = "Output")]
    pub html: bool,
}

impl DocumentArgs {
    fn style(&self) -> ExplainStyle {
        #[cfg(feature = "render")]
        if self.html {
            return ExplainStyle::Html;
        }
        match (self.json, self.csv, self.markdown) {
            (true, ..) => ExplainStyle::Json,
            (_, true, _) => ExplainStyle::Csv,
            (.., true) => ExplainStyle::Markdown,
            _ => ExplainStyle::Sentences,
        }
    }
}

/// The options of `explain`.
pub struct ExplainOptions {
    pub job: FileOptions,
    pub logic: Logic,
    pub coordinates: Coordinates,
    /// Write chains in Eureka notation.
    pub eureka: bool,
    pub style: ExplainStyle,
    /// Show the steps of Sudoku Explainer.
    pub se: bool,
    /// Write full paragraphs, in the formats that have the choice.
    pub full: bool,
    /// Draw the position before each step that is not a single.
    pub grid: bool,
    pub colours: bool,
}

/// The format of explanations.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ExplainStyle {
    Sentences,
    Json,
    Csv,
    Markdown,
    #[cfg(feature = "render")]
    Html,
}

impl ExplainOptions {
    /// The options for these flags.
    ///
    /// # Errors
    /// When there is nothing to read, or flags contradict each other.
    pub fn new(args: ExplainArgs, search: SearchOptions) -> Result<ExplainOptions, CliError> {
        let destination = args.output.destination();
        let document = &args.document;
        if document.json && (args.full || args.words.grid) {
            let flag = if args.full { "--full" } else { "--grid" };
            return Err(CliError::new(
                format!("--json and {flag} cannot be combined"),
                format!("remove {flag}: the JSON has every step as data and in full paragraphs"),
            ));
        }
        if document.csv && (args.full || args.words.grid) {
            let flag = if args.full { "--full" } else { "--grid" };
            return Err(CliError::new(
                format!("--csv and {flag} cannot be combined: a row holds one sentence"),
                format!("remove {flag}, or use --json for every step in full"),
            ));
        }
        let style = document.style();
        if args.se && !matches!(style, ExplainStyle::Sentences | ExplainStyle::Json) {
            return Err(CliError::new(
                "--se writes text or JSON only",
                "remove the other format, or use --json",
            ));
        }
        Ok(ExplainOptions {
            logic: args.logic.logic(Logic::new())?,
            coordinates: args.words.coordinates,
            eureka: args.words.eureka,
            style,
            se: args.se,
            full: args.full,
            grid: args.words.grid,
            colours: destination.is_coloured(),
            job: FileOptions::new(args.read, destination, search)?,
        })
    }
}
