//! The routes of the service: receiving requests, queueing their work, sending responses.

use std::convert::Infallible;
use std::ops::ControlFlow;
use std::time::{Duration, Instant};

use axum::body::{Body, Bytes, HttpBody};
use axum::extract::{Path, Request, State};
use axum::http::header;
use axum::response::{IntoResponse, Response};
use http_body_util::BodyExt;
use sudokit_service::{ApiError, Budget, JSON_LINES, Response as Reply};
use tokio::runtime::Handle;
use tokio::sync::mpsc;
use tokio::time::timeout_at;
use tokio_stream::StreamExt;
use tokio_stream::wrappers::ReceiverStream;

use crate::memory::Reserved;
use crate::response::http;
use crate::router::AppState;

/// How long a client may take to receive the rest of a batch that timed out.
const FINAL_SEND_TIME: Duration = Duration::from_secs(1);

/// The number of chunks that may wait for a slow client before the work pauses.
const MAX_CHUNKS: usize = 4;

/// Answers a request with a body in the work queue.
pub async fn post(route: &'static str, state: AppState, request: Request) -> Response {
    http(
        answer(route, &state, request)
            .await
            .unwrap_or_else(Into::into),
    )
}

async fn answer(route: &str, state: &AppState, request: Request) -> Result<Reply, ApiError> {
    let (parts, body) = request.into_parts();
    let limits = &state.limits;
    let mut memory = state.memory.reserve();
    let most = limits.service.body;
    let body = receive(body, most, limits.receive_time, Some(&mut memory)).await?;
    let kind = parts.headers.get(header::CONTENT_TYPE);
    let work = state.service.prepare(&sudokit_service::Request {
        route,
        query: parts.uri.query().unwrap_or_default(),
        content_type: kind.and_then(|kind| kind.to_str().ok()).unwrap_or_default(),
        body: &body,
    })?;
    // The parsed request, which takes about as much, may wait for long.
    drop(body);
    let time = work.time_limit();
    let work = move |budget: &Budget| {
        let _memory = memory;
        work.run(budget)
    };
    state.queue.run(time, work).await
}

/// Answers a request that needs no work.
pub async fn get(route: &'static str, state: AppState) -> Response {
    http(state.service.call(&sudokit_service::Request {
        route,
        query: "",
        content_type: "",
        body: &[],
    }))
}

/// Answers a batch with a stream of lines.
pub async fn batch(
    State(state): State<AppState>,
    Path(verb): Path<String>,
    request: Request,
) -> Response {
    let response = stream(&state, &verb, request).await;
    response.unwrap_or_else(|error| http(error.into()))
}

async fn stream(state: &AppState, verb: &str, request: Request) -> Result<Response, ApiError> {
    let query = request.uri().query().unwrap_or_default();
    let batch = state.service.batch(verb, query)?;
    let (limits, times) = (&state.limits, &state.limits.service);
    // The slot comes before the body, so that only a few large bodies are in memory.
    let slot = state
        .batch_queue
        .acquire(Instant::now() + times.time)
        .await?;
    let body = request.into_body();
    let text = receive(body, times.batch_body, limits.receive_time, None).await?;
    let budget = Budget::new(times.batch_time);
    let give_up_at = Instant::now() + times.batch_time + FINAL_SEND_TIME;
    let cancels = budget.cancel_on_drop();
    let (sender, receiver) = mpsc::channel(MAX_CHUNKS);
    tokio::task::spawn_blocking(move || {
        let _slot = slot;
        batch.run(&text, &budget, &mut |chunk| {
            // A client that does not read must not occupy the slot forever.
            let sending = timeout_at(give_up_at.into(), sender.send(Bytes::from(chunk)));
            match Handle::current().block_on(sending) {
                Ok(Ok(())) => ControlFlow::Continue(()),
                _ => ControlFlow::Break(()),
            }
        });
    });
    // The stream owns the guard that cancels the work, so that both end together.
    let chunks = ReceiverStream::new(receiver).map(move |chunk| {
        let _ = &cancels;
        Ok::<Bytes, Infallible>(chunk)
    });
    let kind = [(header::CONTENT_TYPE, JSON_LINES)];
    Ok((kind, Body::from_stream(chunks)).into_response())
}

/// Receives a body, in memory that is reserved as it arrives.
///
/// # Errors
/// If the body is longer than `most`, takes longer than `time`, is incomplete, or finds no memory.
async fn receive(
    body: Body,
    most: usize,
    time: Duration,
    memory: Option<&mut Reserved>,
) -> Result<Bytes, ApiError> {
    let received = tokio::time::timeout(time, receive_all(body, most, memory)).await;
    received.unwrap_or_else(|_| {
        let message = "receiving the body took too long";
        Err(ApiError::new(408, "slow-body", message))
    })
}

/// How many excess bytes of a body are read before it is rejected: a client may not read the
/// response while it is still sending.
const MAX_DISCARDED: usize = 8 * 1024 * 1024;

async fn receive_all(
    mut body: Body,
    most: usize,
    mut memory: Option<&mut Reserved>,
) -> Result<Bytes, ApiError> {
    // A body of known length takes no more than that while it arrives.
    let expected = body.size_hint().exact().unwrap_or_default();
    let expected = usize::try_from(expected).map_or(0, |expected| expected.min(most));
    let (mut bytes, mut length) = (Vec::with_capacity(expected), 0);
    while let Some(frame) = body.frame().await {
        let frame = frame.map_err(|_| ApiError::bad_request("the body is incomplete"))?;
        let Some(data) = frame.data_ref() else {
            continue;
        };
        length += data.len();
        if length <= most {
            if let Some(memory) = &mut memory {
                memory.grow(length)?;
            }
            bytes.extend_from_slice(data);
        } else if length > most + MAX_DISCARDED {
            break;
        }
    }
    match length > most {
        true => Err(ApiError::too_long("body", most)),
        false => Ok(bytes.into()),
    }
}
