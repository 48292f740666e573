//! What can be typed behind `sudokit explain`.

use clap::Args;

use crate::args::{LogicArgs, OutputArgs, ReadArgs, WordsArgs};

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
