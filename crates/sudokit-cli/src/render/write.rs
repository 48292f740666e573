//! Writes pictures and booklets: one file, or numbered ones.

use std::io::Write;
use std::path::{Path, PathBuf};

use sudokit_render::{Booklet, Figure, Item, Picture};

use super::args::PictureForm;
use super::{Drawing, Plan};
use crate::output::{Destination, Sink};
use crate::problem::Problem;
use crate::talk::Talk;

/// Writes everything that is to be drawn; no file appears where that is nothing.
pub fn write(plan: &Plan, talk: &Talk, stdout: Sink, drawings: Vec<Drawing>) -> anyhow::Result<()> {
    match &plan.job.destination {
        Destination::File(path) if drawings.is_empty() => {
            talk.note(format_args!("`{}` was not written", path.display()));
            Ok(())
        }
        _ if drawings.is_empty() => Ok(()),
        Destination::File(path) => files(plan, talk, path, drawings),
        _ => {
            let mut sink = stdout;
            sink.write_all(&content(plan, drawings)?)?;
            sink.finish()
        }
    }
}

fn files(plan: &Plan, talk: &Talk, path: &Path, drawings: Vec<Drawing>) -> anyhow::Result<()> {
    let count = drawings.len();
    if count == 1 || plan.form == PictureForm::Pdf {
        save(plan, path, &content(plan, drawings)?)?;
        talk.remark(format_args!("Saved {}", path.display()));
        return Ok(());
    }
    for (index, drawing) in drawings.into_iter().enumerate() {
        if plan.job.effort.cancel.is_cancelled() {
            return Ok(());
        }
        let number = index + 1;
        let heading = match plan.title.is_empty() {
            true => String::new(),
            false => format!("{} {number}", plan.title),
        };
        let bytes = picture(plan, drawing.figure.heading(heading))?;
        save(plan, &numbered(path, number, count), &bytes)?;
    }
    let (first, last) = (numbered(path, 1, count), numbered(path, count, count));
    talk.remark(format_args!(
        "Saved {} to {}",
        first.display(),
        last.display()
    ));
    Ok(())
}

/// All drawings in one file.
fn content(plan: &Plan, mut drawings: Vec<Drawing>) -> anyhow::Result<Vec<u8>> {
    if plan.form == PictureForm::Pdf {
        return Ok(booklet(plan, drawings).pdf()?);
    }
    match (drawings.pop(), drawings.len()) {
        (Some(drawing), 0) => picture(plan, drawing.figure.heading(&plan.title)),
        _ => Err(Problem::new(
            "several puzzles do not fit into one picture",
            "write pages with --to pdf, or numbered pictures with -o board.png",
        )
        .into()),
    }
}

fn picture(plan: &Plan, figure: Figure) -> anyhow::Result<Vec<u8>> {
    let mut picture = Picture::new(figure).theme(plan.theme);
    if let Some(size) = plan.size {
        picture = picture.width(size);
    }
    match plan.form {
        PictureForm::Svg => Ok(picture.svg().into_bytes()),
        _ => Ok(picture.png()?),
    }
}

fn booklet(plan: &Plan, drawings: Vec<Drawing>) -> Booklet {
    let items = drawings.into_iter().map(|drawing| Item {
        figure: drawing.figure,
        answer: drawing.answer,
        name: drawing.name,
        code: drawing.code,
    });
    let booklet = Booklet::of(items.collect())
        .title(&plan.title)
        .paper(plan.paper)
        .theme(plan.theme);
    match plan.per_page {
        Some(per_page) => booklet.per_page(per_page),
        None => booklet,
    }
}

fn save(plan: &Plan, path: &Path, bytes: &[u8]) -> anyhow::Result<()> {
    Destination::File(path.to_path_buf()).check(&plan.job.sources)?;
    let mut sink = Sink::create(path)?;
    sink.write_all(bytes)?;
    sink.finish()
}

/// `board.png` becomes `board-03.png`, where there are as many as that has digits.
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
