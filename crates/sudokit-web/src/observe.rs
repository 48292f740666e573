//! What an operator can see: metrics, a report of each request, and whether the server is ready.

use std::fmt;
use std::net::IpAddr;
use std::sync::Arc;
use std::time::{Instant, SystemTime, UNIX_EPOCH};

use axum::extract::{MatchedPath, Request, State};
use axum::http::{StatusCode, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use prometheus::{
    HistogramOpts, HistogramVec, IntCounter, IntCounterVec, IntGauge, Opts, Registry, TextEncoder,
};
use serde::Serialize;

use crate::clients::{Client, Clients};
use crate::router::AppState;

/// A request that was answered. Queries and bodies are left out, because they hold what people play.
#[derive(Clone, Debug, Serialize)]
pub struct RequestReport {
    /// When the request arrived, in seconds since 1970.
    pub time: f64,
    /// The client.
    pub client: IpAddr,
    /// The method.
    pub method: String,
    /// The path.
    pub path: String,
    /// The status of the response.
    pub status: u16,
    /// The time until the response began, in milliseconds.
    pub milliseconds: f64,
}

/// A function that receives a report of each request.
#[derive(Clone)]
pub struct OnRequest(Arc<dyn Fn(&RequestReport) + Send + Sync>);

impl OnRequest {
    /// Creates it from a function, which must be quick: the server waits for it.
    pub fn new(report: impl Fn(&RequestReport) + Send + Sync + 'static) -> OnRequest {
        OnRequest(Arc::new(report))
    }
}

impl fmt::Debug for OnRequest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("OnRequest").finish_non_exhaustive()
    }
}

/// The metrics of a server.
#[derive(Clone, Debug)]
pub struct Metrics {
    registry: Registry,
    requests: IntCounterVec,
    seconds: HistogramVec,
    in_progress: IntGauge,
    /// Open connections.
    pub connections: IntGauge,
    /// Connections that were closed at once because their client had too many.
    pub refused_connections: IntCounter,
}

/// The upper bounds of the response times that are counted, in seconds.
const SECONDS: &[f64] = &[0.001, 0.003, 0.01, 0.03, 0.1, 0.3, 1.0, 3.0, 10.0];

impl Metrics {
    /// Creates metrics at zero.
    ///
    /// # Errors
    /// If a name is not valid or registered twice.
    pub fn new() -> prometheus::Result<Metrics> {
        let registry = Registry::new_custom(Some("sudokit".to_string()), None)?;
        let requests = Opts::new("requests_total", "Requests by route and status.");
        let seconds = HistogramOpts::new(
            "request_seconds",
            "Time until the response began, by route.",
        );
        let metrics = Metrics {
            requests: IntCounterVec::new(requests, &["route", "status"])?,
            seconds: HistogramVec::new(seconds.buckets(SECONDS.to_vec()), &["route"])?,
            in_progress: IntGauge::new("requests_in_progress", "Requests being answered.")?,
            connections: IntGauge::new("connections", "Open connections.")?,
            refused_connections: IntCounter::new(
                "refused_connections_total",
                "Connections closed at once because their client had too many.",
            )?,
            registry,
        };
        let registry = &metrics.registry;
        registry.register(Box::new(metrics.requests.clone()))?;
        registry.register(Box::new(metrics.seconds.clone()))?;
        registry.register(Box::new(metrics.in_progress.clone()))?;
        registry.register(Box::new(metrics.connections.clone()))?;
        registry.register(Box::new(metrics.refused_connections.clone()))?;
        Ok(metrics)
    }
}

/// Counts a gauge up until it is dropped.
pub struct Counted(IntGauge);

impl Counted {
    /// Counts up.
    pub fn new(gauge: &IntGauge) -> Counted {
        gauge.inc();
        Counted(gauge.clone())
    }
}

impl Drop for Counted {
    fn drop(&mut self) {
        self.0.dec();
    }
}

/// Measures and reports each request.
pub async fn middleware(
    State((metrics, clients, on_request)): State<(Metrics, Clients, Option<OnRequest>)>,
    request: Request,
    next: Next,
) -> Response {
    let (started, time) = (Instant::now(), SystemTime::now());
    // Unknown paths are one route: otherwise clients could make up any number of them.
    let route = request.extensions().get::<MatchedPath>();
    let route = route.map_or("page".to_string(), |path| path.as_str().to_string());
    let Client(client) = clients.client(&request);
    let (method, path) = (request.method().clone(), request.uri().path().to_string());
    let response = {
        let _counted = Counted::new(&metrics.in_progress);
        next.run(request).await
    };
    let elapsed = started.elapsed().as_secs_f64();
    let status = response.status().as_u16();
    let labels = [route.as_str(), &status.to_string()];
    metrics.requests.with_label_values(&labels).inc();
    metrics
        .seconds
        .with_label_values(&[&route])
        .observe(elapsed);
    if let Some(OnRequest(report)) = on_request {
        report(&RequestReport {
            time: time
                .duration_since(UNIX_EPOCH)
                .map_or(0.0, |time| (time.as_secs_f64() * 1e3).round() / 1e3),
            client,
            method: method.to_string(),
            path,
            status,
            milliseconds: (elapsed * 1e6).round() / 1e3,
        });
    }
    response
}

/// `/metrics`: the metrics in the text format of Prometheus.
pub async fn metrics(State(state): State<AppState>) -> Response {
    match TextEncoder::new().encode_to_string(&state.metrics.registry.gather()) {
        Ok(text) => ([(header::CONTENT_TYPE, prometheus::TEXT_FORMAT)], text).into_response(),
        Err(error) => (StatusCode::INTERNAL_SERVER_ERROR, error.to_string()).into_response(),
    }
}

/// `/health`: the process is alive.
pub async fn health() -> &'static str {
    "ok\n"
}

/// `/ready`: there is room in the queue, and the library can be opened.
pub async fn ready(State(state): State<AppState>) -> Response {
    let problem = match state.queue.is_full() {
        true => Some("the queue is full\n"),
        false => library_problem(state.library.clone()).await,
    };
    match problem {
        None => "ready\n".into_response(),
        Some(problem) => (StatusCode::SERVICE_UNAVAILABLE, problem).into_response(),
    }
}

async fn library_problem(path: Option<Arc<std::path::Path>>) -> Option<&'static str> {
    let path = path?;
    let opened = tokio::task::spawn_blocking(move || {
        sudokit_library::Library::open_read_only(&path).is_ok()
    });
    match opened.await {
        Ok(true) => None,
        _ => Some("the library cannot be opened\n"),
    }
}
