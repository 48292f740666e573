//! Responses of the service as HTTP.

use axum::http::{HeaderName, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};

/// The header with notes about parts missing in a file.
const NOTES: HeaderName = HeaderName::from_static("sudokit-notes");

/// The number of seconds after which to try again if the server is busy, or with the client.
const RETRY_AFTER: HeaderValue = HeaderValue::from_static("1");

/// Returns a response, or an error, as HTTP.
pub fn http(response: sudokit_service::Response) -> Response {
    let status = StatusCode::from_u16(response.status);
    let status = status.unwrap_or(StatusCode::INTERNAL_SERVER_ERROR);
    let kind = [(header::CONTENT_TYPE, response.content_type)];
    let mut made = (status, kind, response.body).into_response();
    // Notes are plain text, which is always valid in a header.
    let notes = response.notes.as_deref().map(HeaderValue::from_str);
    if let Some(Ok(notes)) = notes {
        made.headers_mut().insert(NOTES, notes);
    }
    let is_temporary = [
        StatusCode::SERVICE_UNAVAILABLE,
        StatusCode::TOO_MANY_REQUESTS,
    ]
    .contains(&status);
    if is_temporary {
        made.headers_mut().insert(header::RETRY_AFTER, RETRY_AFTER);
    }
    made
}
