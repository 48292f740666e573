//! `sudokit render`: draws puzzles as pictures and as pages to print.

mod options;

use std::io::Write;
use std::path::{Path, PathBuf};

use sudokit::format::Record;
use sudokit::logic::{Board, Logic, NoStep, Position, Words};
use sudokit::solve::Status;
use sudokit_render::{Booklet, BookletPuzzle, Figure, Picture, QrCode};

use crate::args::quantities::thousands;
use crate::io::output::{Destination, Sink};
use crate::io::puzzles;
use crate::report::Exit;
use crate::report::error::CliError;
use crate::report::located::LocatedPuzzle;
use crate::terminal::messages::Messages;
use options::PictureForm;
pub use options::{PaperName, PuzzlesPerPage, RenderArgs, RenderOptions};

/// The most puzzles to draw: all figures are kept in memory.
const MOST: usize = 10_000;

/// A puzzle, ready to be drawn.
#[derive(Clone)]
struct RenderedPuzzle {
    figure: Figure,
    /// The solved board, if asked for and there is one.
    answer: Option<Figure>,
    /// Its name in the file.
    name: String,
    /// A QR code to play it.
    code: Option<QrCode>,
    /// What was asked for and is missing, and why.
    missing: Vec<String>,
    exit: Exit,
}

/// Draws every puzzle of every file.
///
/// # Errors
/// Whatever stops the whole run.
pub fn run(options: &RenderOptions, messages: &Messages) -> anyhow::Result<Exit> {
    let (mut drawings, mut count) = (Vec::new(), 0);
    let work = |located: &LocatedPuzzle<'_>, record: &Record| draw(options, located, record);
    // Nothing is written before everything is read.
    let mut sink = Sink::stdout();
    let exit = puzzles::each(
        &options.job,
        messages,
        &mut sink,
        work,
        |_, located, found| {
            let Ok(drawing) = found else {
                return Ok(Exit::Answered);
            };
            for missing in &drawing.missing {
                messages.note(format_args!("{}: {missing}", located.place()));
            }
            count += 1;
            if drawings.len() < MOST {
                drawings.push(drawing.clone());
            }
            Ok(drawing.exit)
        },
    )?;
    if count > MOST {
        return Err(CliError::new(
            format!(
                "too many puzzles to draw at once: {}",
                thousands(count as u64)
            ),
            format!("the maximum is {}", thousands(MOST as u64)),
        )
        .into());
    }
    if options.job.search.cancel.is_cancelled() {
        drawings.clear();
    }
    write(options, messages, sink, drawings)?;
    Ok(exit)
}

fn draw(options: &RenderOptions, located: &LocatedPuzzle<'_>, record: &Record) -> RenderedPuzzle {
    let board = Board::new(&record.puzzle);
    let words = Words::new(&board).symbols(record.symbols.clone());
    let figure = Figure::new(board.clone()).words(words.clone());
    let mut drawing = RenderedPuzzle {
        figure: figure.candidates(options.candidates),
        answer: None,
        name: located.name().unwrap_or_default().to_string(),
        code: None,
        missing: Vec::new(),
        exit: Exit::Answered,
    };
    match options
        .qr
        .as_ref()
        .map(|page| page.qr_code(&record.puzzle, &record.symbols))
    {
        Some(Err(error)) => drawing.missing.push(format!("no QR code: {error}")),
        code => drawing.code = code.and_then(Result::ok),
    }
    if !options.step && !options.answers {
        return drawing;
    }
    let threads = if located.alone { 0 } else { 1 };
    let solver = options.job.search.solver(threads);
    let position = Position::new(&record.puzzle, solver, &Logic::new());
    let status = position.status();
    if position.is_cancelled() {
        drawing.exit = Exit::Interrupted;
        return drawing;
    }
    if status.is_hopeless() {
        drawing.missing.push("there is no solution".to_string());
        drawing.exit = Exit::Failed;
        return drawing;
    }
    if options.answers {
        match position.only_solution() {
            Some(solution) => {
                let solved = Figure::solved(board.clone(), solution);
                drawing.answer = Some(solved.words(words.clone()));
            }
            None => drawing.lacks(answer_missing(status)),
        }
    }
    if options.step {
        match position.next_step() {
            Ok(step) => drawing.figure = drawing.figure.step(step),
            Err(end @ NoStep::Wrong(_)) => drawing.lacks((&end.to_string(), Exit::Trouble)),
            Err(end) => drawing.lacks(step_missing(end)),
        }
    }
    drawing
}

impl RenderedPuzzle {
    fn lacks(&mut self, (why, exit): (&str, Exit)) {
        self.missing.push(why.to_string());
        self.exit.raise(exit);
    }
}

fn answer_missing(status: Status) -> (&'static str, Exit) {
    match status {
        Status::Several => ("no answer: there are several solutions", Exit::Answered),
        _ => ("no answer: the search gave up", Exit::GaveUp),
    }
}

fn step_missing(end: NoStep) -> (&'static str, Exit) {
    match end {
        NoStep::Solved => ("no step: it is solved", Exit::Answered),
        NoStep::Broken => ("no step: it cannot be completed", Exit::Failed),
        NoStep::Interrupted => ("no step: interrupted", Exit::Interrupted),
        _ => ("no step: no technique applies", Exit::GaveUp),
    }
}

/// Writes everything that was drawn; if that is nothing, no file is created.
fn write(
    options: &RenderOptions,
    messages: &Messages,
    stdout: Sink,
    drawings: Vec<RenderedPuzzle>,
) -> anyhow::Result<()> {
    match &options.job.destination {
        Destination::File(path) if drawings.is_empty() => {
            messages.note(format_args!("`{}` was not written", path.display()));
            Ok(())
        }
        _ if drawings.is_empty() => Ok(()),
        Destination::File(path) => files(options, messages, path, drawings),
        _ => {
            let mut sink = stdout;
            sink.write_all(&content(options, drawings)?)?;
            sink.finish()
        }
    }
}

fn files(
    options: &RenderOptions,
    messages: &Messages,
    path: &Path,
    drawings: Vec<RenderedPuzzle>,
) -> anyhow::Result<()> {
    let count = drawings.len();
    if count == 1 || options.form == PictureForm::Pdf {
        save(options, path, &content(options, drawings)?)?;
        messages.remark(format_args!("Saved {}", path.display()));
        return Ok(());
    }
    for (index, drawing) in drawings.into_iter().enumerate() {
        if options.job.search.cancel.is_cancelled() {
            return Ok(());
        }
        let number = index + 1;
        let heading = match options.title.is_empty() {
            true => String::new(),
            false => format!("{} {number}", options.title),
        };
        let bytes = picture(options, drawing.figure.heading(heading))?;
        save(options, &numbered(path, number, count), &bytes)?;
    }
    let (first, last) = (numbered(path, 1, count), numbered(path, count, count));
    messages.remark(format_args!(
        "Saved {} to {}",
        first.display(),
        last.display()
    ));
    Ok(())
}

/// All drawings in one file.
fn content(options: &RenderOptions, mut drawings: Vec<RenderedPuzzle>) -> anyhow::Result<Vec<u8>> {
    if options.form == PictureForm::Pdf {
        return Ok(booklet(options, drawings).pdf()?);
    }
    match (drawings.pop(), drawings.len()) {
        (Some(drawing), 0) => picture(options, drawing.figure.heading(&options.title)),
        _ => Err(CliError::new(
            "cannot draw several puzzles in one picture",
            "write pages with --to pdf, or numbered pictures with -o board.png",
        )
        .into()),
    }
}

fn picture(options: &RenderOptions, figure: Figure) -> anyhow::Result<Vec<u8>> {
    let mut picture = Picture::new(figure).theme(options.theme);
    if let Some(size) = options.size {
        picture = picture.width(size);
    }
    match options.form {
        PictureForm::Svg => Ok(picture.svg().into_bytes()),
        _ => Ok(picture.png()?),
    }
}

fn booklet(options: &RenderOptions, drawings: Vec<RenderedPuzzle>) -> Booklet {
    let puzzles = drawings.into_iter().map(|drawing| BookletPuzzle {
        figure: drawing.figure,
        answer: drawing.answer,
        name: drawing.name,
        code: drawing.code,
    });
    let booklet = Booklet::of_puzzles(puzzles.collect())
        .title(&options.title)
        .paper(options.paper)
        .theme(options.theme);
    match options.per_page {
        Some(per_page) => booklet.per_page(per_page),
        None => booklet,
    }
}

fn save(options: &RenderOptions, path: &Path, bytes: &[u8]) -> anyhow::Result<()> {
    Destination::File(path.to_path_buf()).check(&options.job.sources)?;
    let mut sink = Sink::create(path)?;
    sink.write_all(bytes)?;
    sink.finish()
}

/// `board.png` becomes `board-03.png`, with as many digits as the count has.
fn numbered(path: &Path, number: usize, count: usize) -> PathBuf {
    let digits = count.to_string().len();
    let mut name = path.file_stem().unwrap_or_default().to_os_string();
    name.push(format!("-{number:0digits$}"));
    if let Some(extension) = path.extension() {
        name.push(".");
        name.push(extension);
    }
    path.with_file_name(name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_sort_as_they_count() {
        let numbered = |number, count| {
            let path = numbered(Path::new("a/board.png"), number, count);
            path.display().to_string()
        };
        assert_eq!(numbered(3, 9), "a/board-3.png");
        assert_eq!(numbered(3, 12), "a/board-03.png");
    }
}
