//! `render`: puzzles as pictures, and as pages to print.

mod asked;
mod drawing;

use axum::Json;
use axum::extract::State;
use axum::http::{HeaderName, HeaderValue, header};
use axum::response::{IntoResponse, Response};
use serde::Serialize;
use sudokit::format::{Content, Piece, Reader};
use sudokit_render::{Booklet, BookletPuzzle, Picture, RenderError};
use utoipa::ToSchema;

use super::position::{Position, Subject};
use crate::body::Question;
use crate::config::Limits;
use crate::desk::Budget;
use crate::refusal::{Refusal, RefusalBody};
use crate::router::Shared;
pub use asked::RenderAsked;
use asked::{PictureForm, Plan};
use drawing::Drawing;

pub const SVG: &str = "image/svg+xml";
pub const PNG: &str = "image/png";
pub const PDF: &str = "application/pdf";

/// What is missing in a picture, which has no place for words of the server.
const NOTES: HeaderName = HeaderName::from_static("sudokit-notes");

/// Pages to print.
#[derive(Serialize, ToSchema)]
pub struct PagesAnswer {
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
    request_body = Question<RenderAsked>,
    responses(
        (status = 200, content(
            (PagesAnswer = "application/json"),
            (String = "image/svg+xml"),
            (String = "image/png"),
            (String = "application/pdf"),
        )),
        (status = 413, body = RefusalBody),
        (status = 422, body = RefusalBody)
    )
)]
pub async fn render(
    State(shared): State<Shared>,
    question: Question<RenderAsked>,
) -> Result<Response, Refusal> {
    let Question {
        position,
        cost,
        asked,
    } = question;
    let limits = shared.limits.clone();
    let work = move |budget: &Budget| {
        let plan = Plan::new(asked, &limits)?;
        let subjects = subjects(position, &plan, &limits)?;
        check_amount(&subjects, &plan, limits.drawn_symbols)?;
        rendered(&plan, subjects, budget)
    };
    let rendered = shared.desk.work(cost.time(&shared.limits), work).await?;
    Ok(rendered.into_response())
}

/// What was drawn.
enum Rendered {
    File {
        kind: &'static str,
        bytes: Vec<u8>,
        notes: Vec<String>,
    },
    Pages(PagesAnswer),
}

/// One puzzle for a picture, all of a text for pages.
fn subjects(position: Position, plan: &Plan, limits: &Limits) -> Result<Vec<Subject>, Refusal> {
    let is_text_alone =
        position.values.is_none() && position.placed.is_none() && position.candidates.is_none();
    let mut subjects = Vec::new();
    if let Some(text) = position.puzzle.as_ref()
        && is_text_alone
        && plan.form.has_pages()
    {
        let mut reader = Reader::new(text.as_bytes(), position.read_options()?);
        let mut piece = Piece::default();
        // Reading from memory does not fail.
        while reader.read(&mut piece).unwrap_or(false) {
            match std::mem::replace(&mut piece.content, Content::Verbatim) {
                Content::Verbatim => {}
                Content::Unreadable(diagnostic) => return Err(Refusal::from(&diagnostic)),
                Content::Puzzle(record) => subjects.push(Subject::from(record)),
            }
            if subjects.len() > limits.drawn_puzzles {
                return Err(too_many(limits.drawn_puzzles));
            }
        }
    }
    match subjects.is_empty() {
        true => Ok(vec![position.read()?]),
        false => Ok(subjects),
    }
}

fn too_many(most: usize) -> Refusal {
    let message = format!("at most {most} puzzles are drawn at once");
    Refusal::senseless("too-many-puzzles", message)
}

/// How much there is to draw.
fn check_amount(subjects: &[Subject], plan: &Plan, most: usize) -> Result<(), Refusal> {
    let symbols = subjects.iter().map(|subject| {
        let shape = subject.puzzle.shape();
        match plan.has_candidates() {
            true => shape.cells() * shape.size(),
            false => shape.cells(),
        }
    });
    match symbols.sum::<usize>() > most {
        false => Ok(()),
        true => {
            let message = format!("at most {most} values and candidates are drawn at once");
            Err(Refusal::senseless("too-much-to-draw", message)
                .hint("draw fewer puzzles, or leave out candidates"))
        }
    }
}

fn rendered(plan: &Plan, subjects: Vec<Subject>, budget: &Budget) -> Result<Rendered, Refusal> {
    let (mut items, mut notes) = (Vec::new(), Vec::new());
    let alone = subjects.len() == 1;
    for (number, subject) in (1..).zip(subjects) {
        budget.check()?;
        let Drawing { item, missing } = drawing::draw(plan, subject, budget)?;
        notes.extend(missing.into_iter().map(|missing| match alone {
            true => missing,
            false => format!("puzzle {number}: {missing}"),
        }));
        items.push(item);
    }
    budget.check()?;
    let (kind, bytes) = match plan.form {
        PictureForm::Svg => (SVG, picture(plan, items)?.svg().into_bytes()),
        PictureForm::Png => (PNG, picture(plan, items)?.png().map_err(failed)?),
        PictureForm::Pdf => (PDF, booklet(plan, items).pdf().map_err(failed)?),
        PictureForm::Pages => {
            let pages = booklet(plan, items).svg_pages().collect();
            return Ok(Rendered::Pages(PagesAnswer { pages, notes }));
        }
    };
    Ok(Rendered::File { kind, bytes, notes })
}

fn picture(plan: &Plan, mut items: Vec<BookletPuzzle>) -> Result<Picture, Refusal> {
    let only = items.pop().ok_or_else(Refusal::no_puzzle)?;
    let picture = Picture::new(only.figure.heading(&plan.title)).theme(plan.theme);
    Ok(match plan.width {
        Some(width) => picture.width(width),
        None => picture,
    })
}

fn booklet(plan: &Plan, items: Vec<BookletPuzzle>) -> Booklet {
    let booklet = Booklet::of_puzzles(items)
        .title(&plan.title)
        .paper(plan.paper)
        .theme(plan.theme);
    match plan.per_page {
        Some(per_page) => booklet.per_page(per_page),
        None => booklet,
    }
}

fn failed(error: RenderError) -> Refusal {
    Refusal::internal(error.to_string())
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
