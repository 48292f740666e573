//! The interface, described for programs (OpenAPI) and for people (a page), from the same code.

use axum::http::header;
use axum::response::{Html, IntoResponse, Response};
use utoipa::OpenApi;
use utoipa::openapi::OpenApi as Document;

#[derive(OpenApi)]
#[openapi(info(
    title = "Sudokit",
    description = "Solve, check, count, explain, rate and convert Sudoku puzzles."
))]
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
        let document = document.to_pretty_json().unwrap_or_default();
        Reference {
            page: format!("<!doctype html><title>Sudokit</title><pre>{document}</pre>"),
            document,
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
