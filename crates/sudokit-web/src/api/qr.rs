//! `qr`: creates QR codes.

use axum::extract::{FromRequest, Request, State};
use axum::http::header;
use axum::response::{IntoResponse, Response};
use serde::{Deserialize, Serialize};
use sudokit_render::QrCode;
use utoipa::ToSchema;

use super::render::SVG;
use crate::error::{ApiError, ErrorBody};
use crate::request::{deserialize, fields};
use crate::router::AppState;

/// The text of a QR code. It is sent in the body, because a link contains a whole position, which
/// should not appear in logs.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct QrParams {
    /// The text, usually a link; at most about 2,900 bytes.
    #[schema(example = "http://localhost:8081/#p=2x2:1...............")]
    pub text: String,
}

impl FromRequest<AppState> for QrParams {
    type Rejection = ApiError;

    async fn from_request(request: Request, state: &AppState) -> Result<QrParams, ApiError> {
        deserialize(fields(request, &state.limits, "text").await?)
    }
}

/// Create a QR code
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
        QrCode::new(&params.text)
            .map(|code| code.svg())
            .map_err(|error| {
                ApiError::unprocessable("too-long-for-qr", error.to_string())
                    .help("share the puzzle without notes, or as text")
            })
    };
    let svg = state.queue.run(state.limits.time, work).await?;
    Ok(([(header::CONTENT_TYPE, SVG)], svg).into_response())
}
