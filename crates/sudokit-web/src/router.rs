//! The routes.

use std::path::Path;
use std::sync::Arc;

use axum::http::header::CONTENT_TYPE;
use axum::http::{Extensions, HeaderMap, HeaderValue, StatusCode, Version};
use axum::routing::get;
use axum::{Router, middleware};
use tower_http::compression::CompressionLayer;
use tower_http::compression::predicate::{Predicate, SizeAbove};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::api::{self, batch};
use crate::config::{Config, Limits};
use crate::error::ApiError;
use crate::queue::WorkQueue;
use crate::security::{self, AllowedHosts};
use crate::{assets, reference};

/// The state shared by all requests.
#[derive(Clone)]
pub struct AppState {
    pub limits: Arc<Limits>,
    pub queue: WorkQueue,
    pub batch_queue: WorkQueue,
    /// The path of the library, if there is one.
    pub library: Option<Arc<Path>>,
}

/// Creates the router with all routes.
pub fn router(config: &Config) -> Router {
    let limits = Arc::new(config.limits.clone());
    let state = AppState {
        queue: WorkQueue::new(limits.parallel, limits.waiting),
        batch_queue: WorkQueue::new(limits.parallel_batches, limits.waiting),
        library: config.library.as_deref().map(Arc::from),
        limits,
    };
    let allowed_hosts = match config.address.ip().is_loopback() {
        true => AllowedHosts::Loopback,
        false => AllowedHosts::Any,
    };
    let (api_routes, document) = OpenApiRouter::with_openapi(reference::empty_document())
        .routes(routes!(api::parse::parse))
        .routes(routes!(api::check::check))
        .routes(routes!(api::solve::solve))
        .routes(routes!(api::count::count))
        .routes(routes!(api::hint::hint))
        .routes(routes!(api::explain::explain))
        .routes(routes!(api::rate::rate))
        .routes(routes!(api::convert::convert))
        .routes(routes!(api::generate::generate))
        .routes(routes!(api::render::render))
        .routes(routes!(api::qr::qr))
        .routes(routes!(batch::batch))
        .routes(routes!(api::library::library))
        .routes(routes!(api::library::library_puzzle))
        .routes(routes!(api::metadata::techniques))
        .routes(routes!(api::metadata::forms))
        .routes(routes!(api::metadata::health))
        .split_for_parts();
    let reference = Arc::new(reference::Reference::new(&document));
    let page = reference.clone();
    api_routes
        .route(
            "/api/v1/openapi.json",
            get(move || async move { reference.document() }),
        )
        .route("/api", get(move || async move { page.page() }))
        .route("/api/style.css", get(reference::style))
        .method_not_allowed_fallback(async || ApiError::method_not_allowed())
        .fallback(assets::file)
        .layer(CompressionLayer::new().compress_when(SizeAbove::new(1_024).and(should_compress)))
        .layer(middleware::from_fn_with_state(
            allowed_hosts,
            security::middleware,
        ))
        .with_state(state)
}

/// Streamed lines must not wait until a block can be compressed, and PNG and PDF files are already
/// compressed.
fn should_compress(_: StatusCode, _: Version, headers: &HeaderMap, _: &Extensions) -> bool {
    let kind = headers.get(CONTENT_TYPE).map(HeaderValue::as_bytes);
    let uncompressed = [batch::JSON_LINES, api::render::PNG, api::render::PDF];
    kind.is_none_or(|kind| uncompressed.iter().all(|other| other.as_bytes() != kind))
}
