//! `qr`: a link as a QR code.

use axum::extract::{FromRequest, Request, State};
use axum::http::header;
use axum::response::{IntoResponse, Response};
use serde::{Deserialize, Serialize};
use sudokit_render::qr::Code;
use utoipa::ToSchema;

use super::render::SVG;
use crate::error::{ApiError, ErrorBody};
use crate::request::{fields, part};
use crate::router::AppState;

/// What to write as a QR code. It comes in the body of a request, because a link holds a whole
/// position behind its `#`, and that belongs into no log.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct QrParams {
    /// The text; a QR code holds about 2,900 bytes.
    #[schema(example = "http://localhost:8081/#p=2x2:1...............")]
    pub text: String,
}

impl FromRequest<AppState> for QrParams {
    type Rejection = ApiError;

    async fn from_request(request: Request, state: &AppState) -> Result<QrParams, ApiError> {
        part(fields(request, &state.limits, "text").await?)
    }
}

/// Make a QR code of a link
#[utoipa::path(
    post, path = "/api/v1/qr",
    request_body = QrParams,
    responses(
        (status = 200, body = String, content_type = "image/svg+xml"),
        (status = 422, body = ErrorBody)
    )
)]
pub async fn qr(State(state): State<AppState>, params: QrParams) -> Result<Response, ApiError> {
    let work = move |_: &_| {
        Code::new(&params.text)
            .map(|code| code.svg())
            .map_err(|error| {
                ApiError::unprocessable("too-long-for-qr", error.to_string())
                    .help("share the puzzle without notes, or as text")
            })
    };
    let svg = state.queue.run(state.limits.time, work).await?;
    Ok(([(header::CONTENT_TYPE, SVG)], svg).into_response())
}
