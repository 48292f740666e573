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

    /// Explain each step in whole paragraphs
    #[arg(long, help_heading = "Writing")]
    pub full: bool,

    #[command(flatten)]
    pub words: WordsArgs,

    #[command(flatten)]
    pub output: OutputArgs,
}

/// How to write explanations; one of them at most.
#[derive(Args, Debug)]
#[group(multiple = false)]
pub struct DocumentArgs {
    /// Write one JSON object a line, with every step as data and in words
    ///
    /// Cells count from 0 along the rows, so that r1c1 is 0 and r2c1 of a 9×9 board is 9; houses
    /// count from 0, too: rows, columns, then boxes.
    #[arg(long, help_heading = "Writing")]
    pub json: bool,

    /// Write Markdown
    #[arg(long, help_heading = "Writing")]
    pub markdown: bool,

    /// Write a page for a browser, with a drawing of every step
    #[arg(long, help_heading = "Writing")]
    pub html: bool,
}

/// What `explain` was asked to do.
pub struct ExplainOptions {
    pub job: FileOptions,
    pub logic: Logic,
    pub coordinates: Coordinates,
    /// Chains in Eureka notation.
    pub eureka: bool,
    pub style: ExplainStyle,
    /// Paragraphs and not only sentences, where the style has the choice.
    pub full: bool,
    /// Draw the position before each step that is not a single.
    pub grid: bool,
    pub colours: bool,
}

/// How explanations are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ExplainStyle {
    Sentences,
    Json,
    Markdown,
    Html,
}

impl ExplainOptions {
    /// The options that the flags ask for.
    ///
    /// # Errors
    /// When there is nothing to read, or flags contradict each other.
    pub fn new(args: ExplainArgs, search: SearchOptions) -> Result<ExplainOptions, CliError> {
        let destination = args.output.destination();
        let document = &args.document;
        if document.json && (args.full || args.words.grid) {
            let flag = if args.full { "--full" } else { "--grid" };
            return Err(CliError::new(
                format!("--json and {flag} do not go together"),
                format!(
                    "leave out {flag}: the JSON has every step as data and in whole paragraphs"
                ),
            ));
        }
        Ok(ExplainOptions {
            logic: args.logic.logic(Logic::new())?,
            coordinates: args.words.coordinates,
            eureka: args.words.eureka,
            style: match (document.json, document.markdown, document.html) {
                (true, ..) => ExplainStyle::Json,
                (_, true, _) => ExplainStyle::Markdown,
                (_, _, true) => ExplainStyle::Html,
                _ => ExplainStyle::Sentences,
            },
            full: args.full,
            grid: args.words.grid,
            colours: destination.is_coloured(),
            job: FileOptions::new(args.read, destination, search)?,
        })
    }
}
