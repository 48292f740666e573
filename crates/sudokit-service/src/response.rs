//! Responses.

use serde::Serialize;
use sudokit::json::Versioned;

/// The content type of JSON.
pub const JSON: &str = "application/json";
/// The content type of one JSON value per line.
pub const JSON_LINES: &str = "application/x-ndjson";
/// The content type of SVG pictures.
pub const SVG: &str = "image/svg+xml";
/// The content type of PNG pictures.
pub const PNG: &str = "image/png";
/// The content type of PDF files.
pub const PDF: &str = "application/pdf";

/// A response, or an error as one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Response {
    /// The HTTP status.
    pub status: u16,
    /// The media type of the body.
    pub content_type: &'static str,
    /// Which requested parts are missing in a file; the header `sudokit-notes`.
    pub notes: Option<String>,
    /// The body.
    pub body: Vec<u8>,
}

impl Response {
    /// A file.
    pub(crate) fn file(content_type: &'static str, body: impl Into<Vec<u8>>) -> Response {
        Response {
            status: 200,
            content_type,
            notes: None,
            body: body.into(),
        }
    }

    /// An object, with the version of its fields.
    pub fn json(value: impl Serialize) -> Response {
        // Plain data always serializes.
        let body = serde_json::to_vec(&Versioned::new(value));
        Response::file(JSON, body.unwrap_or_default())
    }

    /// A list of objects, each of which has the version of its fields.
    pub(crate) fn json_list<T: Serialize>(values: impl IntoIterator<Item = T>) -> Response {
        let objects: Vec<_> = values.into_iter().map(Versioned::new).collect();
        Response::file(JSON, serde_json::to_vec(&objects).unwrap_or_default())
    }
}
