//! Which path leads where.

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
use crate::desk::Desk;
use crate::guard::{Audience, guard};
use crate::refusal::Refusal;
use crate::{assets, reference};

/// What all requests share.
#[derive(Clone)]
pub struct Shared {
    pub limits: Arc<Limits>,
    pub desk: Desk,
    pub batch_desk: Desk,
    /// The collection, if there is one.
    pub library: Option<Arc<Path>>,
}

/// Everything that is served.
pub fn router(config: &Config) -> Router {
    let limits = Arc::new(config.limits.clone());
    let shared = Shared {
        desk: Desk::new(limits.parallel, limits.waiting),
        batch_desk: Desk::new(limits.parallel_batches, limits.waiting),
        library: config.library.as_deref().map(Arc::from),
        limits,
    };
    let audience = match config.address.ip().is_loopback() {
        true => Audience::Loopback,
        false => Audience::Anybody,
    };
    let (interface, document) = OpenApiRouter::with_openapi(reference::heading())
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
        .routes(routes!(api::about::techniques))
        .routes(routes!(api::about::forms))
        .routes(routes!(api::about::health))
        .split_for_parts();
    let reference = Arc::new(reference::Reference::new(&document));
    let page = reference.clone();
    interface
        .route(
            "/api/v1/openapi.json",
            get(move || async move { reference.document() }),
        )
        .route("/api", get(move || async move { page.page() }))
        .route("/api/style.css", get(reference::style))
        .method_not_allowed_fallback(async || Refusal::wrong_method())
        .fallback(assets::file)
        .layer(CompressionLayer::new().compress_when(SizeAbove::new(1_024).and(is_worth_it)))
        .layer(middleware::from_fn_with_state(audience, guard))
        .with_state(shared)
}

/// Lines that are sent one by one must not wait until a block of them can be compressed, and some
/// files are compressed already.
fn is_worth_it(_: StatusCode, _: Version, headers: &HeaderMap, _: &Extensions) -> bool {
    let kind = headers.get(CONTENT_TYPE).map(HeaderValue::as_bytes);
    let as_it_is = [batch::JSON_LINES, api::render::PNG, api::render::PDF];
    kind.is_none_or(|kind| as_it_is.iter().all(|other| other.as_bytes() != kind))
}
