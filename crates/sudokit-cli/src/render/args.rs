//! What can be typed behind `sudokit render`.

use std::path::PathBuf;

use clap::{Args, ValueEnum, ValueHint};
use sudokit_render::link::Address;
use sudokit_render::{LARGEST, Paper, PerPage, SMALLEST, Theme};

use crate::args::ReadArgs;

#[derive(Args, Debug)]
pub struct RenderArgs {
    #[command(flatten)]
    pub read: ReadArgs,

    /// Draw all candidates
    #[arg(long, help_heading = "Drawing")]
    pub candidates: bool,

    /// Draw the next step, as `hint` finds it, with its words and a legend
    #[arg(long, help_heading = "Drawing")]
    pub step: bool,

    /// The colours [default: light, or print in a PDF]
    #[arg(long, value_name = "THEME", help_heading = "Drawing")]
    pub theme: Option<ThemeName>,

    /// A line above the board, or at the top of every page
    #[arg(long, value_name = "TEXT", help_heading = "Drawing")]
    pub title: Option<String>,

    /// The width of a picture in pixels, from 32 to 8192 [default: as the board needs]
    #[arg(
        long,
        value_name = "PIXELS",
        allow_negative_numbers = true,
        value_parser = clap::value_parser!(u32).range(i64::from(SMALLEST)..=i64::from(LARGEST)),
        help_heading = "Drawing"
    )]
    pub size: Option<u32>,

    /// How many puzzles stand on a page of a PDF [default: up to 4, or 2 with --step]
    #[arg(long, value_name = "N", help_heading = "Pages")]
    pub per_page: Option<PuzzlesPerPage>,

    /// Put the answers at the end of a PDF
    #[arg(long, help_heading = "Pages")]
    pub answers: bool,

    /// Put a QR code beside each puzzle of a PDF, to play it on the page at this address
    ///
    /// The address is that of a `sudokit serve` that others can reach.
    #[arg(long, value_name = "ADDRESS", help_heading = "Pages")]
    pub qr: Option<Address>,

    /// The paper of a PDF [default: a4]
    #[arg(long, value_name = "PAPER", help_heading = "Pages")]
    pub paper: Option<PaperName>,

    /// Write to this file; it appears whole or not at all
    ///
    /// Several puzzles are numbered pictures (board-1.png, board-2.png, …), or pages of one PDF.
    #[arg(short, long, value_name = "PATH", value_hint = ValueHint::FilePath, help_heading = "Writing")]
    pub output: Option<PathBuf>,

    /// What to write [default: as the name of the output ends, or else svg]
    #[arg(long, value_name = "FORM", help_heading = "Writing")]
    pub to: Option<PictureForm>,
}

/// What a picture is written as.
#[derive(ValueEnum, Debug, Clone, Copy, PartialEq, Eq)]
pub enum PictureForm {
    Svg,
    Png,
    Pdf,
}

impl PictureForm {
    /// How it is called in a message.
    pub fn name(self) -> &'static str {
        match self {
            PictureForm::Svg => "SVG",
            PictureForm::Png => "PNG",
            PictureForm::Pdf => "PDF",
        }
    }
}

#[derive(ValueEnum, Debug, Clone, Copy, PartialEq, Eq)]
pub enum ThemeName {
    Light,
    Dark,
    Print,
}

impl From<ThemeName> for Theme {
    fn from(name: ThemeName) -> Theme {
        match name {
            ThemeName::Light => Theme::Light,
            ThemeName::Dark => Theme::Dark,
            ThemeName::Print => Theme::Print,
        }
    }
}

#[derive(ValueEnum, Debug, Clone, Copy, PartialEq, Eq)]
pub enum PaperName {
    A4,
    Letter,
}

impl From<PaperName> for Paper {
    fn from(name: PaperName) -> Paper {
        match name {
            PaperName::A4 => Paper::A4,
            PaperName::Letter => Paper::Letter,
        }
    }
}

#[derive(ValueEnum, Debug, Clone, Copy, PartialEq, Eq)]
pub enum PuzzlesPerPage {
    #[value(name = "1")]
    One,
    #[value(name = "2")]
    Two,
    #[value(name = "4")]
    Four,
    #[value(name = "6")]
    Six,
}

impl From<PuzzlesPerPage> for PerPage {
    fn from(number: PuzzlesPerPage) -> PerPage {
        match number {
            PuzzlesPerPage::One => PerPage::One,
            PuzzlesPerPage::Two => PerPage::Two,
            PuzzlesPerPage::Four => PerPage::Four,
            PuzzlesPerPage::Six => PerPage::Six,
        }
    }
}
