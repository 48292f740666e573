//! The flags of `sudokit render`.

use std::io::IsTerminal;
use std::path::{Path, PathBuf};

use clap::{Args, ValueEnum, ValueHint};
use sudokit_render::{PageAddress, Paper, PerPage, Picture, Theme};

use crate::args::ReadArgs;
use crate::args::search::SearchOptions;
use crate::io::output::Destination;
use crate::io::puzzles::FileOptions;
use crate::report::error::CliError;

#[derive(Args, Debug)]
pub struct RenderArgs {
    #[command(flatten)]
    pub read: ReadArgs,

    /// Draw all candidates
    #[arg(long, help_heading = "Drawing")]
    pub candidates: bool,

    /// Draw the next step, as `hint` finds it, with its explanation and a legend
    #[arg(long, help_heading = "Drawing")]
    pub step: bool,

    /// Colours [default: light, or print for a PDF]
    #[arg(long, value_name = "THEME", help_heading = "Drawing")]
    pub theme: Option<ThemeName>,

    /// Title above the board, or at the top of every page
    #[arg(long, value_name = "TEXT", help_heading = "Drawing")]
    pub title: Option<String>,

    /// Width of a picture in pixels, from 32 to 8192 [default: depends on the board]
    #[arg(
        long,
        value_name = "PIXELS",
        allow_negative_numbers = true,
        value_parser = clap::value_parser!(u32).range(i64::from(Picture::MIN_WIDTH)..=i64::from(Picture::MAX_WIDTH)),
        help_heading = "Drawing"
    )]
    pub size: Option<u32>,

    /// Puzzles per page of a PDF [default: up to 4, or 2 with --step]
    #[arg(long, value_name = "N", help_heading = "Pages")]
    pub per_page: Option<PuzzlesPerPage>,

    /// Put the answers at the end of a PDF
    #[arg(long, help_heading = "Pages")]
    pub answers: bool,

    /// Put a QR code beside each puzzle of a PDF, to play it on the page at this address
    ///
    /// The address is that of a `sudokit serve` that others can reach.
    #[arg(long, value_name = "ADDRESS", help_heading = "Pages")]
    pub qr: Option<PageAddress>,

    /// Paper of a PDF [default: a4]
    #[arg(long, value_name = "PAPER", help_heading = "Pages")]
    pub paper: Option<PaperName>,

    /// Write to this file, which is created whole or not at all
    ///
    /// Several puzzles become numbered pictures (board-1.png, board-2.png, …) or pages of one PDF.
    #[arg(short, long, value_name = "PATH", value_hint = ValueHint::FilePath, help_heading = "Output")]
    pub output: Option<PathBuf>,

    /// Format to write [default: from the extension of the output, or svg]
    #[arg(long, value_name = "FORM", help_heading = "Output")]
    pub to: Option<PictureForm>,
}

/// The format of a picture.
#[derive(ValueEnum, Debug, Clone, Copy, PartialEq, Eq)]
pub enum PictureForm {
    Svg,
    Png,
    Pdf,
}

impl PictureForm {
    /// Its name in messages.
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

/// The options of `render`.
pub struct RenderOptions {
    pub job: FileOptions,
    pub form: PictureForm,
    pub candidates: bool,
    pub step: bool,
    pub answers: bool,
    pub title: String,
    pub theme: Theme,
    pub size: Option<u32>,
    pub per_page: Option<PerPage>,
    pub paper: Paper,
    pub qr: Option<PageAddress>,
}

impl RenderOptions {
    /// The options for these flags.
    ///
    /// # Errors
    /// When flags contradict each other.
    pub fn new(args: RenderArgs, search: SearchOptions) -> Result<RenderOptions, CliError> {
        let destination = Destination::from_option(args.output.as_deref());
        let form = form(args.to, &destination)?;
        fits(&args, form)?;
        refuse_terminal(form, &destination)?;
        let usual_theme = match form {
            PictureForm::Pdf => Theme::Print,
            _ => Theme::Light,
        };
        Ok(RenderOptions {
            form,
            candidates: args.candidates,
            step: args.step,
            answers: args.answers,
            title: args.title.unwrap_or_default(),
            theme: args.theme.map_or(usual_theme, Theme::from),
            size: args.size,
            per_page: args.per_page.map(PerPage::from),
            paper: args.paper.map_or(Paper::A4, Paper::from),
            qr: args.qr,
            job: FileOptions::new(args.read, destination, search)?,
        })
    }
}

/// `--to`, or else the extension of the output.
fn form(to: Option<PictureForm>, destination: &Destination) -> Result<PictureForm, CliError> {
    match (to, destination) {
        (Some(form), _) => Ok(form),
        (None, Destination::File(path)) => by_name(path),
        (None, _) => Ok(PictureForm::Svg),
    }
}

fn by_name(path: &Path) -> Result<PictureForm, CliError> {
    let extension = path.extension().and_then(|extension| extension.to_str());
    match extension.map(str::to_ascii_lowercase).as_deref() {
        Some("svg") => Ok(PictureForm::Svg),
        Some("png") => Ok(PictureForm::Png),
        Some("pdf") => Ok(PictureForm::Pdf),
        _ => Err(CliError::new(
            format!(
                "`{}` has an unknown extension: expected .svg, .png or .pdf",
                path.display()
            ),
            "choose another name, or add --to svg, --to png or --to pdf",
        )),
    }
}

/// Page flags are for PDF, pixels for the others.
fn fits(args: &RenderArgs, form: PictureForm) -> Result<(), CliError> {
    let is_pdf = form == PictureForm::Pdf;
    let flags = [
        ("--per-page", args.per_page.is_some(), true),
        ("--answers", args.answers, true),
        ("--paper", args.paper.is_some(), true),
        ("--qr", args.qr.is_some(), true),
        ("--size", args.size.is_some(), false),
    ];
    let misplaced = flags
        .iter()
        .find(|(_, typed, for_pdf)| *typed && *for_pdf != is_pdf);
    match misplaced {
        None => Ok(()),
        Some((flag, _, true)) => Err(CliError::new(
            format!("{flag} is for PDF, but the output is {}", form.name()),
            "write a PDF with -o board.pdf or --to pdf",
        )),
        Some((flag, ..)) => Err(CliError::new(
            format!("{flag} is for pictures, but the output is PDF"),
            "choose the size of boards with --per-page",
        )),
    }
}

/// Binary data is useless on a terminal.
fn refuse_terminal(form: PictureForm, destination: &Destination) -> Result<(), CliError> {
    let is_terminal = *destination == Destination::Stdout && std::io::stdout().is_terminal();
    if form == PictureForm::Svg || !is_terminal {
        return Ok(());
    }
    let name = form.name();
    Err(CliError::new(
        format!("cannot write {name} to a terminal"),
        format!("name a file with -o board.{}", name.to_ascii_lowercase()),
    ))
}
