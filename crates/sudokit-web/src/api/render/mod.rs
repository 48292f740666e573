//! `render`: draws puzzles as pictures or as pages for printing.

mod figure;
mod options;

use axum::Json;
use axum::extract::State;
use axum::http::{HeaderName, HeaderValue, header};
use axum::response::{IntoResponse, Response};
use serde::Serialize;
use sudokit::format::{Content, Piece, Reader};
use sudokit_render::{Booklet, BookletPuzzle, Picture, RenderError};
use utoipa::ToSchema;

use super::puzzle_input::{ParsedPuzzle, PuzzleInput};
use crate::config::Limits;
use crate::error::{ApiError, ErrorBody};
use crate::queue::Budget;
use crate::request::PuzzleRequest;
use crate::router::AppState;
use figure::DrawnPuzzle;
pub use options::RenderParams;
use options::{PictureForm, RenderOptions};

pub const SVG: &str = "image/svg+xml";
pub const PNG: &str = "image/png";
pub const PDF: &str = "application/pdf";

/// The header with notes about parts missing in a file.
const NOTES: HeaderName = HeaderName::from_static("sudokit-notes");

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
        )),
        (status = 413, body = ErrorBody),
        (status = 422, body = ErrorBody)
    )
)]
pub async fn render(
    State(state): State<AppState>,
    request: PuzzleRequest<RenderParams>,
) -> Result<Response, ApiError> {
    let PuzzleRequest {
        position,
        time_limit,
        params,
    } = request;
    let limits = state.limits.clone();
    let work = move |budget: &Budget| {
        let options = RenderOptions::new(params, &limits)?;
        let puzzles = puzzles(position, &options, &limits)?;
        check_amount(&puzzles, &options, limits.drawn_symbols)?;
        render_puzzles(&options, puzzles, budget)
    };
    let rendered = state
        .queue
        .run(time_limit.duration(&state.limits), work)
        .await?;
    Ok(rendered.into_response())
}

/// The result of drawing.
enum Rendered {
    File {
        kind: &'static str,
        bytes: Vec<u8>,
        notes: Vec<String>,
    },
    Pages(PagesResponse),
}

/// Parses one puzzle for a picture, or all puzzles of the text for pages.
fn puzzles(
    position: PuzzleInput,
    options: &RenderOptions,
    limits: &Limits,
) -> Result<Vec<ParsedPuzzle>, ApiError> {
    let is_text_alone =
        position.values.is_none() && position.placed.is_none() && position.candidates.is_none();
    let mut puzzles = Vec::new();
    if let Some(text) = position.puzzle.as_ref()
        && is_text_alone
        && options.form.has_pages()
    {
        let mut reader = Reader::new(text.as_bytes(), position.read_options()?);
        let mut piece = Piece::default();
        // Reading from memory does not fail.
        while reader.read(&mut piece).unwrap_or(false) {
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
        true => Ok(vec![position.read()?]),
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
) -> Result<Rendered, ApiError> {
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
        PictureForm::Png => (PNG, picture(options, items)?.png().map_err(failed)?),
        PictureForm::Pdf => (PDF, booklet(options, items).pdf().map_err(failed)?),
        PictureForm::Pages => {
            let pages = booklet(options, items).svg_pages().collect();
            return Ok(Rendered::Pages(PagesResponse { pages, notes }));
        }
    };
    Ok(Rendered::File { kind, bytes, notes })
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
    ApiError::internal(error.to_string())
}

impl IntoResponse for Rendered {
    fn into_response(self) -> Response {
        match self {
            Rendered::Pages(pages) => Json(pages).into_response(),
            Rendered::File { kind, bytes, notes } => {
                let mut response = ([(header::CONTENT_TYPE, kind)], bytes).into_response();
                // Notes are plain text, which is always valid in a header.
                if let Ok(notes) = HeaderValue::from_str(&notes.join("; "))
                    && !notes.is_empty()
                {
                    response.headers_mut().insert(NOTES, notes);
                }
                response
            }
        }
    }
}
