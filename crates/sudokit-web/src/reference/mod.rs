//! The OpenAPI document and the API reference page, both generated from the code.

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
        description = "Solve, check, count, explain, rate, convert, generate and draw Sudoku puzzles."
    ),
    // Types used only in paths and batch lines are not found automatically.
    components(schemas(BatchVerb, ParsedPuzzleLine))
)]
struct ApiDocument;

/// Returns the OpenAPI document without any routes.
pub fn empty_document() -> Document {
    ApiDocument::openapi()
}

/// The document and the page, generated once.
pub struct Reference {
    document: String,
    page: String,
}

impl Reference {
    /// Generates both from an OpenAPI document.
    pub fn new(document: &Document) -> Reference {
        // Plain data always serializes.
        let document = serde_json::to_value(document).unwrap_or_default();
        Reference {
            page: page::page(&document),
            document: format!("{document:#}"),
        }
    }

    /// Returns the OpenAPI document.
    pub fn document(&self) -> Response {
        let kind = [(header::CONTENT_TYPE, "application/json")];
        (kind, self.document.clone()).into_response()
    }

    /// Returns the reference page.
    pub fn page(&self) -> Response {
        Html(self.page.clone()).into_response()
    }
}

/// Returns the style sheet of the page.
pub async fn style() -> Response {
    let kind = [(header::CONTENT_TYPE, "text/css; charset=utf-8")];
    (kind, include_str!("style.css")).into_response()
}
