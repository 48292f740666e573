//! `qr`: creates QR codes.

use serde::{Deserialize, Serialize};
use sudokit_render::QrCode;
use utoipa::ToSchema;

use crate::error::ApiError;
use crate::field_names::field_names;
use crate::limits::Limits;
use crate::request::{Request, check_names, deserialize, fields};
use crate::response::{Response, SVG};
use crate::work::Work;

/// The text of a QR code. It is sent in the body, because a link contains a whole position, which
/// should not appear in logs.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct QrParams {
    /// The text, usually a link; at most about 2,900 bytes.
    #[schema(example = "http://localhost:8081/#p=2x2:1...............")]
    pub text: String,
}

impl QrParams {
    /// Parses a request.
    ///
    /// # Errors
    /// If it is malformed, too long, or has unknown or wrong fields.
    pub fn parse(request: &Request<'_>, limits: &Limits) -> Result<QrParams, ApiError> {
        let fields = fields(request, limits, "text")?;
        check_names(&fields, &[field_names::<QrParams>()])?;
        deserialize(&fields)
    }
}

/// Create a QR code
#[utoipa::path(
    post, path = "/api/v1/qr",
    request_body = QrParams,
    responses(
        (status = 200, body = String, content_type = "image/svg+xml")
    )
)]
pub fn qr(params: QrParams, limits: &Limits) -> Result<Work, ApiError> {
    Ok(Work::new(limits.time, move |_| {
        let code = QrCode::new(&params.text).map_err(|error| {
            ApiError::unprocessable("too-long-for-qr", error.to_string())
                .help("share the puzzle without notes, or as text")
        })?;
        Ok(Response::file(SVG, code.svg()))
    }))
}
