//! The routes.

use std::net::SocketAddr;
use std::path::Path;
use std::sync::Arc;

use axum::extract::{Request, State};
use axum::http::header::CONTENT_TYPE;
use axum::http::{Extensions, HeaderMap, HeaderValue, StatusCode, Version};
use axum::response::Response;
use axum::routing::{get, post};
use axum::{Router, middleware};
use sudokit_service::{ApiError, JSON_LINES, Method, PDF, PNG, Service};
use tower_http::compression::CompressionLayer;
use tower_http::compression::predicate::{Predicate, SizeAbove};

use crate::clients::{self, Clients};
use crate::config::{Config, Limits};
use crate::memory::Memory;
use crate::observe::{self, Metrics};
use crate::queue::WorkQueue;
use crate::reference::Reference;
use crate::response::http;
use crate::security::{self, AllowedHosts};
use crate::{api, assets, library, reference};

/// The state shared by all requests.
#[derive(Clone)]
pub struct AppState {
    pub limits: Arc<Limits>,
    pub service: Arc<Service>,
    pub queue: WorkQueue,
    pub batch_queue: WorkQueue,
    /// The memory for the bodies of requests, except for those of batches.
    pub memory: Memory,
    /// The path of the library, if there is one.
    pub library: Option<Arc<Path>>,
    pub metrics: Metrics,
}

/// Creates the router with all routes, for a server at this address.
pub fn router(
    config: &Config,
    metrics: &Metrics,
    clients: &Clients,
    address: SocketAddr,
) -> Router {
    let limits = Arc::new(config.limits.clone());
    let service = Service::new(limits.service.clone()).has_library(config.library.is_some());
    let state = AppState {
        queue: WorkQueue::new(limits.parallel, limits.waiting),
        batch_queue: WorkQueue::new(limits.parallel_batches, limits.waiting),
        memory: Memory::new(limits.received),
        library: config.library.as_deref().map(Arc::from),
        service: Arc::new(service),
        metrics: metrics.clone(),
        limits,
    };
    let is_private = config.address.ip().is_loopback() && config.trusted_proxies.is_empty();
    let allowed_hosts = match is_private {
        true => AllowedHosts::Loopback,
        false => AllowedHosts::Any,
    };
    let mut router = Router::new();
    for route in Service::routes() {
        let name = route.name;
        let handler = match route.method {
            Method::Get => get(move |State(state)| api::get(name, state)),
            Method::Post => {
                post(move |State(state), request: Request| api::post(name, state, request))
            }
        };
        router = router.route(&format!("/api/v1/{name}"), handler);
    }
    let reference = Arc::new(Reference::new(state.service.clone(), address));
    let page = reference.clone();
    router
        .route("/api/v1/batch/{verb}", post(api::batch))
        .route("/api/v1/library", get(library::library))
        .route("/api/v1/library/{id}", get(library::library_puzzle))
        .route(
            "/api/v1/openapi.json",
            get(move || async move { reference.document() }),
        )
        .route("/api", get(move || blocking(move || page.page())))
        .route("/api/style.css", get(reference::style))
        .route("/health", get(observe::health))
        .route("/ready", get(observe::ready))
        .route("/metrics", get(observe::metrics))
        .method_not_allowed_fallback(async || http(ApiError::method_not_allowed().into()))
        .fallback(assets::file)
        .layer(CompressionLayer::new().compress_when(SizeAbove::new(1_024).and(should_compress)))
        .layer(middleware::from_fn_with_state(
            clients.clone(),
            clients::middleware,
        ))
        .layer(middleware::from_fn_with_state(
            allowed_hosts,
            security::middleware,
        ))
        .layer(middleware::from_fn_with_state(
            (metrics.clone(), clients.clone(), config.on_request.clone()),
            observe::middleware,
        ))
        .with_state(state)
}

/// Runs what may take a while on a thread that may wait.
async fn blocking(work: impl FnOnce() -> Response + Send + 'static) -> Response {
    let done = tokio::task::spawn_blocking(work).await;
    done.unwrap_or_else(|_| http(ApiError::internal("internal server error").into()))
}

/// Streamed lines must not wait until a block can be compressed, and PNG and PDF files are already
/// compressed.
fn should_compress(_: StatusCode, _: Version, headers: &HeaderMap, _: &Extensions) -> bool {
    let kind = headers.get(CONTENT_TYPE).map(HeaderValue::as_bytes);
    let uncompressed = [JSON_LINES, PNG, PDF];
    kind.is_none_or(|kind| uncompressed.iter().all(|other| other.as_bytes() != kind))
}
