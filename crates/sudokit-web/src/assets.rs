//! The page's files, which are part of the program: no path leads out of them.

use axum::body::Body;
use axum::http::header::{self, HeaderMap, HeaderValue};
use axum::http::{Method, StatusCode, Uri};
use axum::response::{IntoResponse, Response};
use rust_embed::{EmbeddedFile, RustEmbed};

use crate::error::ApiError;

/// What a browser gets from `/`. Debug builds read the files anew each time, so that the page can
/// be worked on without building.
#[derive(RustEmbed)]
#[folder = "static/"]
struct Files;

/// The file of a path.
pub async fn file(method: Method, uri: Uri, headers: HeaderMap) -> Response {
    let Some(file) = find(uri.path()) else {
        return ApiError::not_found().into_response();
    };
    if method != Method::GET && method != Method::HEAD {
        let mut response = ApiError::method_not_allowed().into_response();
        let allow = HeaderValue::from_static("GET,HEAD");
        response.headers_mut().insert(header::ALLOW, allow);
        return response;
    }
    answer(&file, &headers)
}

fn find(path: &str) -> Option<EmbeddedFile> {
    let path = path.strip_prefix('/')?;
    let name = if path.is_empty() { "index.html" } else { path };
    // Embedded names are plain; whatever is not cannot be one of them.
    let plain = |part: &str| !part.is_empty() && !part.starts_with('.');
    let allowed = |c: char| c.is_ascii_alphanumeric() || "-_./".contains(c);
    match name.chars().all(allowed) && name.split('/').all(plain) {
        true => Files::get(name),
        false => None,
    }
}

/// The file, or word that the browser has it already.
fn answer(file: &EmbeddedFile, headers: &HeaderMap) -> Response {
    // Weak, because compression changes the bytes and not the file.
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
    fn no_path_leads_out_of_the_embedded_files() {
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
