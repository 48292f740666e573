//! The embedded files of the page. No request path can reach any other file.

use axum::body::Body;
use axum::http::header::{self, HeaderMap, HeaderValue};
use axum::http::{Method, StatusCode, Uri};
use axum::response::{IntoResponse, Response};
use rust_embed::{EmbeddedFile, RustEmbed};
use sudokit_service::ApiError;

use crate::response::http;

/// The files under `/`. Debug builds read them from disk for each request, so that changes show
/// without a rebuild.
#[derive(RustEmbed)]
#[folder = "static/"]
struct Files;

/// Serves the file of a path.
pub async fn file(method: Method, uri: Uri, headers: HeaderMap) -> Response {
    let Some(file) = find(uri.path()) else {
        return not_found(uri.path(), &headers);
    };
    if method != Method::GET && method != Method::HEAD {
        let mut response = http(ApiError::method_not_allowed().into());
        let allow = HeaderValue::from_static("GET,HEAD");
        response.headers_mut().insert(header::ALLOW, allow);
        return response;
    }
    respond(&file, &headers)
}

/// A page for people, and JSON for programs and below `/api`.
fn not_found(path: &str, headers: &HeaderMap) -> Response {
    let accepted = headers.get(header::ACCEPT).map(HeaderValue::as_bytes);
    let wants_page = accepted.is_some_and(|kinds| kinds.starts_with(b"text/html"));
    match Files::get("not-found.html").filter(|_| wants_page && !path.starts_with("/api/")) {
        Some(page) => {
            let kind = [(header::CONTENT_TYPE, with_charset("text/html"))];
            (StatusCode::NOT_FOUND, kind, Body::from(page.data.to_vec())).into_response()
        }
        None => http(ApiError::not_found().into()),
    }
}

fn find(path: &str) -> Option<EmbeddedFile> {
    let path = path.strip_prefix('/')?;
    let name = if path.is_empty() { "index.html" } else { path };
    // Only plain names are embedded.
    let plain = |part: &str| !part.is_empty() && !part.starts_with('.');
    let allowed = |c: char| c.is_ascii_alphanumeric() || "-_./".contains(c);
    match name.chars().all(allowed) && name.split('/').all(plain) {
        true => Files::get(name),
        false => None,
    }
}

/// Returns the file, or `304 Not Modified` if the browser has it already.
fn respond(file: &EmbeddedFile, headers: &HeaderMap) -> Response {
    // Weak, because compression changes the bytes.
    let tag = format!("W/\"{}\"", hexadecimal(&file.metadata.sha256_hash()[..12]));
    let known = headers.get_all(header::IF_NONE_MATCH).iter();
    let known = known.filter_map(|value| value.to_str().ok());
    let is_known = known
        .flat_map(|tags| tags.split(','))
        .any(|other| other.trim() == tag || other.trim() == "*");
    let common = [
        (header::ETAG, tag),
        (header::CACHE_CONTROL, "no-cache".to_string()),
    ];
    if is_known {
        return (StatusCode::NOT_MODIFIED, common).into_response();
    }
    let kind = [(header::CONTENT_TYPE, with_charset(file.metadata.mimetype()))];
    (common, kind, Body::from(file.data.to_vec())).into_response()
}

fn with_charset(kind: &str) -> String {
    let is_text = kind.starts_with("text/") || kind.ends_with("/javascript");
    match is_text {
        true => format!("{kind}; charset=utf-8"),
        false => kind.to_string(),
    }
}

fn hexadecimal(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_outside_the_embedded_files_are_not_found() {
        assert!(find("/robots.txt").is_some());
        for path in [
            "/../Cargo.toml",
            "/./robots.txt",
            "//etc/passwd",
            "/..%2fCargo.toml",
            "/%2e%2e/Cargo.toml",
            "/..\\Cargo.toml",
            "/robots.txt/",
            "robots.txt",
            "/.gitignore",
            "/robots.txt\0",
        ] {
            assert!(find(path).is_none(), "{path}");
        }
    }
}
