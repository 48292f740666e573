//! `qr`: a link as a QR code.

use axum::extract::{FromRequest, Request, State};
use axum::http::header;
use axum::response::{IntoResponse, Response};
use serde::{Deserialize, Serialize};
use sudokit_render::QrCode;
use utoipa::ToSchema;

use super::render::SVG;
use crate::body::{fields, part};
use crate::refusal::{Refusal, RefusalBody};
use crate::router::Shared;

/// What to write as a QR code. It comes in the body of a request, because a link holds a whole
/// position behind its `#`, and that belongs into no log.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct QrAsked {
    /// The text; a QR code holds about 2,900 bytes.
    #[schema(example = "http://localhost:8081/#p=2x2:1...............")]
    pub text: String,
}

impl FromRequest<Shared> for QrAsked {
    type Rejection = Refusal;

    async fn from_request(request: Request, shared: &Shared) -> Result<QrAsked, Refusal> {
        part(fields(request, &shared.limits, "text").await?)
    }
}

/// Make a QR code of a link
#[utoipa::path(
    post, path = "/api/v1/qr",
    request_body = QrAsked,
    responses(
        (status = 200, body = String, content_type = "image/svg+xml"),
        (status = 422, body = RefusalBody)
    )
)]
pub async fn qr(State(shared): State<Shared>, asked: QrAsked) -> Result<Response, Refusal> {
    let work = move |_: &_| {
        QrCode::new(&asked.text)
            .map(|code| code.svg())
            .map_err(|error| {
                Refusal::senseless("too-long-for-qr", error.to_string())
                    .hint("share the puzzle without notes, or as text")
            })
    };
    let svg = shared.desk.work(shared.limits.time, work).await?;
    Ok(([(header::CONTENT_TYPE, SVG)], svg).into_response())
}
