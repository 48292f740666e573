//! `render`: draws puzzles as pictures or as pages for printing.

mod figure;
mod options;

use serde::Serialize;
use sudokit::format::{Content, Piece, Reader};
use sudokit_render::{Booklet, BookletPuzzle, Picture, RenderError};
use utoipa::ToSchema;

use crate::budget::{Budget, OutOfBudget};
use crate::error::ApiError;
use crate::limits::Limits;
use crate::puzzle_input::{ParsedPuzzle, PuzzleInput};
use crate::request::PuzzleRequest;
use crate::response::{PDF, PNG, Response, SVG};
use crate::work::Work;
use figure::DrawnPuzzle;
pub use options::RenderParams;
use options::{PictureForm, RenderOptions};

/// Pages for printing.
#[derive(Serialize, ToSchema)]
pub struct PagesResponse {
    /// Each page as SVG, in the size of the paper in points.
    pub pages: Vec<String>,
    /// Parts that are missing, such as the solutions of puzzles that have several.
    pub notes: Vec<String>,
}

/// Draw puzzles as a picture or as pages for printing
///
/// A picture shows one puzzle; pages show all puzzles of the text. If a requested part is missing,
/// such as the solution of a puzzle that has several, the header `sudokit-notes` says so.
#[utoipa::path(
    post, path = "/api/v1/render",
    request_body = PuzzleRequest<RenderParams>,
    responses(
        (status = 200, content(
            (PagesResponse = "application/json"),
            (String = "image/svg+xml"),
            (String = "image/png"),
            (String = "application/pdf"),
        ))
    )
)]
pub fn render(request: PuzzleRequest<RenderParams>, limits: &Limits) -> Result<Work, ApiError> {
    let PuzzleRequest {
        position,
        time_limit,
        params,
    } = request;
    let (time, limits) = (time_limit.duration(limits), limits.clone());
    Ok(Work::new(time, move |budget| {
        let options = RenderOptions::new(params, &limits)?;
        let puzzles = puzzles(position, &options, &limits, budget)?;
        check_amount(&puzzles, &options, limits.drawn_symbols)?;
        render_puzzles(&options, puzzles, budget)
    }))
}

/// Parses one puzzle for a picture, or all puzzles of the text for pages.
fn puzzles(
    position: PuzzleInput,
    options: &RenderOptions,
    limits: &Limits,
    budget: &Budget,
) -> Result<Vec<ParsedPuzzle>, ApiError> {
    let is_text_alone =
        position.values.is_none() && position.placed.is_none() && position.candidates.is_none();
    let mut puzzles = Vec::new();
    if let Some(text) = position.puzzle.as_ref()
        && is_text_alone
        && options.form.has_pages()
    {
        let reader = Reader::new(text.as_bytes(), position.read_options()?);
        let mut reader = reader.cancelled_by(budget.cancel_token());
        let mut piece = Piece::default();
        // Reading from memory fails only if it is cancelled.
        while reader.read(&mut piece).map_err(|_| OutOfBudget)? {
            match std::mem::replace(&mut piece.content, Content::Verbatim) {
                Content::Verbatim => {}
                Content::Unreadable(problem) => return Err(ApiError::from(&problem)),
                Content::Puzzle(record) => puzzles.push(ParsedPuzzle::from(record)),
            }
            if puzzles.len() > limits.drawn_puzzles {
                return Err(too_many(limits.drawn_puzzles));
            }
        }
    }
    match puzzles.is_empty() {
        true => Ok(vec![position.read(budget)?]),
        false => Ok(puzzles),
    }
}

fn too_many(most: usize) -> ApiError {
    let message = format!("too many puzzles: at most {most} can be drawn at once");
    ApiError::unprocessable("too-many-puzzles", message)
}

/// Checks that there is not too much to draw.
fn check_amount(
    puzzles: &[ParsedPuzzle],
    options: &RenderOptions,
    most: usize,
) -> Result<(), ApiError> {
    let symbols = puzzles.iter().map(|parsed| {
        let shape = parsed.puzzle.shape();
        match options.has_candidates() {
            true => shape.cells() * shape.size(),
            false => shape.cells(),
        }
    });
    match symbols.sum::<usize>() > most {
        false => Ok(()),
        true => {
            let message = format!("too much to draw: at most {most} values and candidates");
            Err(ApiError::unprocessable("too-much-to-draw", message)
                .help("draw fewer puzzles, or no candidates"))
        }
    }
}

fn render_puzzles(
    options: &RenderOptions,
    puzzles: Vec<ParsedPuzzle>,
    budget: &Budget,
) -> Result<Response, ApiError> {
    let (mut items, mut notes) = (Vec::new(), Vec::new());
    let alone = puzzles.len() == 1;
    for (number, parsed) in (1..).zip(puzzles) {
        budget.check()?;
        let DrawnPuzzle {
            item,
            notes: missing,
        } = figure::draw(options, parsed, budget)?;
        notes.extend(missing.into_iter().map(|missing| match alone {
            true => missing,
            false => format!("puzzle {number}: {missing}"),
        }));
        items.push(item);
    }
    budget.check()?;
    let (kind, bytes) = match options.form {
        PictureForm::Svg => (SVG, picture(options, items)?.svg().into_bytes()),
        PictureForm::Png => {
            let picture = picture(options, items)?.cancel_with(budget.cancel_token());
            (PNG, picture.png().map_err(failed)?)
        }
        PictureForm::Pdf => {
            let booklet = booklet(options, items).cancel_with(budget.cancel_token());
            (PDF, booklet.pdf().map_err(failed)?)
        }
        PictureForm::Pages => {
            let booklet = booklet(options, items);
            let checked = |page| budget.check().map(|()| page);
            let pages: Result<_, _> = booklet.svg_pages().map(checked).collect();
            let pages = pages?;
            return Ok(Response::json(PagesResponse { pages, notes }));
        }
    };
    Ok(Response {
        notes: (!notes.is_empty()).then(|| notes.join("; ")),
        ..Response::file(kind, bytes)
    })
}

fn picture(options: &RenderOptions, mut items: Vec<BookletPuzzle>) -> Result<Picture, ApiError> {
    let only = items.pop().ok_or_else(ApiError::no_puzzle)?;
    let picture = Picture::new(only.figure.heading(&options.title)).theme(options.theme);
    Ok(match options.width {
        Some(width) => picture.width(width),
        None => picture,
    })
}

fn booklet(options: &RenderOptions, items: Vec<BookletPuzzle>) -> Booklet {
    let booklet = Booklet::of_puzzles(items)
        .title(&options.title)
        .paper(options.paper)
        .theme(options.theme);
    match options.per_page {
        Some(per_page) => booklet.per_page(per_page),
        None => booklet,
    }
}

fn failed(error: RenderError) -> ApiError {
    match error {
        RenderError::Cancelled => ApiError::timed_out(),
        error => ApiError::internal(error.to_string()),
    }
}
