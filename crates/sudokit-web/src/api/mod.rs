//! The handlers of the API, one module per route: parameters, response, and the computation.

pub mod batch;
pub mod check;
pub mod convert;
pub mod count;
pub mod explain;
pub mod generate;
pub mod hint;
pub mod library;
pub mod metadata;
pub mod parse;
mod position;
pub mod puzzle_input;
pub mod qr;
pub mod rate;
pub mod render;
pub mod solve;

use axum::Json;
use serde::de::DeserializeOwned;

use crate::error::ApiError;
use crate::queue::Budget;
use crate::request::PuzzleRequest;
use crate::router::AppState;
use puzzle_input::ParsedPuzzle;

/// The result of a handler.
type ApiResult<R> = Result<Json<R>, ApiError>;

/// Parses the position and runs `work` in the work queue.
async fn respond<T, A>(
    state: &AppState,
    request: PuzzleRequest<T>,
    work: impl FnOnce(&ParsedPuzzle, T, &Budget) -> Result<A, ApiError> + Send + 'static,
) -> ApiResult<A>
where
    T: DeserializeOwned + Send + 'static,
    A: Send + 'static,
{
    let PuzzleRequest {
        position,
        time_limit,
        params,
    } = request;
    let work = move |budget: &Budget| work(&position.read()?, params, budget);
    state
        .queue
        .run(time_limit.duration(&state.limits), work)
        .await
        .map(Json)
}
