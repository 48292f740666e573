//! The OpenAPI document and the API reference page, both generated from the code.

mod page;
mod schema;

use std::net::SocketAddr;
use std::sync::{Arc, OnceLock};

use axum::http::header;
use axum::response::{Html, IntoResponse, Response};
use serde_json::Value;
use sudokit_service::{JSON, Service, openapi};
use utoipa::OpenApi;

use crate::library;

/// The routes of the server itself.
#[derive(OpenApi)]
#[openapi(paths(library::library, library::library_puzzle))]
struct LibraryRoutes;

/// The document, and the page, which is generated when it is first asked for.
pub struct Reference {
    document: Value,
    page: OnceLock<String>,
    service: Arc<Service>,
    port: u16,
}

impl Reference {
    /// Generates the document, for a server at this address.
    pub fn new(service: Arc<Service>, address: SocketAddr) -> Reference {
        let document = openapi::document().merge_from(LibraryRoutes::openapi());
        Reference {
            document: openapi::finish(document),
            page: OnceLock::new(),
            service,
            port: address.port(),
        }
    }

    /// Returns the OpenAPI document.
    pub fn document(&self) -> Response {
        let kind = [(header::CONTENT_TYPE, JSON)];
        (kind, format!("{:#}", self.document)).into_response()
    }

    /// Returns the reference page. The first time, sample answers are computed.
    pub fn page(&self) -> Response {
        let make = || page::page(&self.document, &self.service, self.port);
        Html(self.page.get_or_init(make).clone()).into_response()
    }
}

/// Returns the style sheet of the page.
pub async fn style() -> Response {
    let kind = [(header::CONTENT_TYPE, "text/css; charset=utf-8")];
    (kind, include_str!("style.css")).into_response()
}
