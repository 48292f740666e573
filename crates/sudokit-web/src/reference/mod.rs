//! The interface, described for programs (OpenAPI) and for people (a page), from the same code.

mod page;
mod schema;

use axum::http::header;
use axum::response::{Html, IntoResponse, Response};
use utoipa::OpenApi;
use utoipa::openapi::OpenApi as Document;

use crate::api::batch::BatchVerb;
use crate::api::parse::ParsedPuzzleLine;

#[derive(OpenApi)]
#[openapi(
    info(
        title = "Sudokit",
        description = "Solve, check, count, explain, rate, convert and draw Sudoku puzzles."
    ),
    // What stands in a path or in a line of a batch is not found by itself.
    components(schemas(BatchVerb, ParsedPuzzleLine))
)]
struct Heading;

/// The document before any path is in it.
pub fn heading() -> Document {
    Heading::openapi()
}

/// Both descriptions, made once.
pub struct Reference {
    document: String,
    page: String,
}

impl Reference {
    /// Describes an interface.
    pub fn new(document: &Document) -> Reference {
        // Plain data always becomes JSON.
        let document = serde_json::to_value(document).unwrap_or_default();
        Reference {
            page: page::page(&document),
            document: format!("{document:#}"),
        }
    }

    /// The OpenAPI document.
    pub fn document(&self) -> Response {
        let kind = [(header::CONTENT_TYPE, "application/json")];
        (kind, self.document.clone()).into_response()
    }

    /// The page.
    pub fn page(&self) -> Response {
        Html(self.page.clone()).into_response()
    }
}

/// How the page looks.
pub async fn style() -> Response {
    let kind = [(header::CONTENT_TYPE, "text/css; charset=utf-8")];
    (kind, include_str!("style.css")).into_response()
}
