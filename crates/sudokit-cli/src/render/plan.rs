//! From what was typed behind `sudokit render` to what is meant.

use std::io::IsTerminal;
use std::path::Path;

use sudokit_render::link::Address;
use sudokit_render::{Paper, PerPage, Theme};

use super::args::{PictureForm, RenderArgs};
use crate::output::Destination;
use crate::problem::Problem;
use crate::puzzles::Job;

/// What `render` was asked to do.
pub struct Plan {
    pub job: Job,
    pub form: PictureForm,
    pub candidates: bool,
    pub step: bool,
    pub answers: bool,
    pub title: String,
    pub theme: Theme,
    pub size: Option<u32>,
    pub per_page: Option<PerPage>,
    pub paper: Paper,
    pub qr: Option<Address>,
}

impl Plan {
    /// What was typed, with the files that it is about.
    ///
    /// # Errors
    /// When it makes no sense together.
    pub fn new(
        args: RenderArgs,
        job: impl FnOnce(crate::args::ReadArgs, Destination) -> Result<Job, Problem>,
    ) -> Result<Plan, Problem> {
        let destination = Destination::from_option(args.output.as_deref());
        let form = form(args.to, &destination)?;
        fits(&args, form)?;
        refuse_terminal(form, &destination)?;
        let usual_theme = match form {
            PictureForm::Pdf => Theme::Print,
            _ => Theme::Light,
        };
        Ok(Plan {
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
            job: job(args.read, destination)?,
        })
    }
}

/// `--to`, or else what the name of the output says.
fn form(to: Option<PictureForm>, destination: &Destination) -> Result<PictureForm, Problem> {
    match (to, destination) {
        (Some(form), _) => Ok(form),
        (None, Destination::File(path)) => by_name(path),
        (None, _) => Ok(PictureForm::Svg),
    }
}

fn by_name(path: &Path) -> Result<PictureForm, Problem> {
    let extension = path.extension().and_then(|extension| extension.to_str());
    match extension.map(str::to_ascii_lowercase).as_deref() {
        Some("svg") => Ok(PictureForm::Svg),
        Some("png") => Ok(PictureForm::Png),
        Some("pdf") => Ok(PictureForm::Pdf),
        _ => Err(Problem::new(
            format!(
                "`{}` does not say what to write: its name ends neither in .svg nor in .png or .pdf",
                path.display()
            ),
            "choose another name, or say it with --to svg, --to png or --to pdf",
        )),
    }
}

/// Pages are for PDF, pixels for the others.
fn fits(args: &RenderArgs, form: PictureForm) -> Result<(), Problem> {
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
        Some((flag, _, true)) => Err(Problem::new(
            format!("{flag} is for PDF, and this writes {}", form.name()),
            "write a PDF with -o board.pdf or --to pdf",
        )),
        Some((flag, ..)) => Err(Problem::new(
            format!("{flag} counts pixels, and a PDF has none"),
            "choose how large boards are with --per-page",
        )),
    }
}

/// Bytes that are no text do no good on a terminal.
fn refuse_terminal(form: PictureForm, destination: &Destination) -> Result<(), Problem> {
    let is_terminal = *destination == Destination::Stdout && std::io::stdout().is_terminal();
    if form == PictureForm::Svg || !is_terminal {
        return Ok(());
    }
    let name = form.name();
    Err(Problem::new(
        format!("a {name} cannot be shown on a terminal"),
        format!("name a file with -o board.{}", name.to_ascii_lowercase()),
    ))
}
