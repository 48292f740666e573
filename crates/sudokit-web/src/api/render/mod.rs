//! `render`: puzzles as pictures, and as pages to print.

mod figure;
mod options;

use axum::Json;
use axum::extract::State;
use axum::http::{HeaderName, HeaderValue, header};
use axum::response::{IntoResponse, Response};
use serde::Serialize;
use sudokit::format::{Content, Piece, Reader};
use sudokit_render::{Booklet, Item, Picture, RenderError};
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

/// What is missing in a picture, which has no place for words of the server.
const NOTES: HeaderName = HeaderName::from_static("sudokit-notes");

/// Pages to print.
#[derive(Serialize, ToSchema)]
pub struct PagesResponse {
    /// Each page as SVG, with the size of its paper in points.
    pub pages: Vec<String>,
    /// What was asked for and is missing: answers of puzzles with several solutions.
    pub notes: Vec<String>,
}

/// Draw puzzles: as a picture, or as pages to print
///
/// A picture is of one puzzle; pages hold as many as the text of a file in any form has. Where
/// something that was asked for is missing, such as the answer of a puzzle with several
/// solutions, the header `sudokit-notes` of a picture says so.
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

/// What was drawn.
enum Rendered {
    File {
        kind: &'static str,
        bytes: Vec<u8>,
        notes: Vec<String>,
    },
    Pages(PagesResponse),
}

/// One puzzle for a picture, all of a text for pages.
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
                Content::Unreadable(diagnostic) => return Err(ApiError::from(&diagnostic)),
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
    let message = format!("at most {most} puzzles are drawn at once");
    ApiError::unprocessable("too-many-puzzles", message)
}

/// How much there is to draw.
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
            let message = format!("at most {most} values and candidates are drawn at once");
            Err(ApiError::unprocessable("too-much-to-draw", message)
                .help("draw fewer puzzles, or leave out candidates"))
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
        let DrawnPuzzle { item, missing } = figure::draw(options, parsed, budget)?;
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

fn picture(options: &RenderOptions, mut items: Vec<Item>) -> Result<Picture, ApiError> {
    let only = items.pop().ok_or_else(ApiError::no_puzzle)?;
    let picture = Picture::new(only.figure.heading(&options.title)).theme(options.theme);
    Ok(match options.width {
        Some(width) => picture.width(width),
        None => picture,
    })
}

fn booklet(options: &RenderOptions, items: Vec<Item>) -> Booklet {
    let booklet = Booklet::of(items)
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
            Rendered::Pages(answer) => Json(answer).into_response(),
            Rendered::File { kind, bytes, notes } => {
                let mut response = ([(header::CONTENT_TYPE, kind)], bytes).into_response();
                // Notes are plain words, which are always possible in a header.
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
