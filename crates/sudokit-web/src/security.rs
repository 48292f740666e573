//! Request checks and response headers for security.
//!
//! Any web page can send requests to a server on the visitor's own machine. Two checks prevent
//! that. If the server listens on a loopback address only, the `Host` header must name this machine;
//! a foreign name that was made to resolve to it (DNS rebinding) does not. And if a browser says
//! which page a request comes from (`Origin`), it must be a page of this server.

use axum::extract::{Request, State};
use axum::http::header::{self, HeaderName};
use axum::http::uri::Authority;
use axum::http::{HeaderMap, HeaderValue};
use axum::middleware::Next;
use axum::response::Response;
use sudokit_service::ApiError;

use crate::response::http;

/// Everything from this server, nothing inline; the page may also create images itself.
const CONTENT_SECURITY_POLICY: &str = "default-src 'self'; script-src 'self'; style-src 'self'; \
     img-src 'self' data: blob:; object-src 'none'; base-uri 'none'; form-action 'self'; \
     frame-ancestors 'none'";

/// The headers of every response.
const HEADERS: [(HeaderName, &str); 6] = [
    (header::CONTENT_SECURITY_POLICY, CONTENT_SECURITY_POLICY),
    (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
    (header::REFERRER_POLICY, "no-referrer"),
    (header::X_FRAME_OPTIONS, "DENY"),
    (
        HeaderName::from_static("cross-origin-opener-policy"),
        "same-origin",
    ),
    (
        HeaderName::from_static("cross-origin-resource-policy"),
        "same-origin",
    ),
];

/// Which `Host` headers are accepted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AllowedHosts {
    /// Names of this machine.
    Loopback,
    /// Any name.
    Any,
}

/// Rejects forbidden requests, and adds the security headers to every response.
pub async fn middleware(
    State(allowed_hosts): State<AllowedHosts>,
    request: Request,
    next: Next,
) -> Response {
    let mut response = match check(allowed_hosts, &request) {
        Ok(()) => next.run(request).await,
        Err(error) => http(error.into()),
    };
    let headers = response.headers_mut();
    for (name, value) in HEADERS {
        headers.insert(name, HeaderValue::from_static(value));
    }
    if !headers.contains_key(header::CACHE_CONTROL) {
        headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    }
    response
}

fn check(allowed_hosts: AllowedHosts, request: &Request) -> Result<(), ApiError> {
    // A proxy and this server might not choose the same one of two.
    if request.headers().get_all(header::HOST).iter().count() > 1 {
        return Err(ApiError::bad_request("more than one `Host` header"));
    }
    let host = host(request).ok_or_else(|| ApiError::bad_request("missing `Host` header"))?;
    if allowed_hosts == AllowedHosts::Loopback && !is_loopback(host.host()) {
        let message = "this server accepts requests from its own machine only";
        return Err(ApiError::new(421, "wrong-host", message).help(
            "use http://localhost, or start the server with --host to allow other machines",
        ));
    }
    match origin(request.headers()) {
        None => Ok(()),
        Some(Some(origin)) if origin == host.as_str() => Ok(()),
        Some(_) => Err(ApiError::new(
            403,
            "foreign-origin",
            "requests from pages of other sites are forbidden",
        )),
    }
}

fn host(request: &Request) -> Option<Authority> {
    match request.uri().authority() {
        Some(authority) => Some(authority.clone()),
        None => request
            .headers()
            .get(header::HOST)?
            .to_str()
            .ok()?
            .parse()
            .ok(),
    }
}

/// Returns the host and port of the page that sent the request; `Some(None)` for a page without
/// one, such as a sandboxed page.
fn origin(headers: &HeaderMap) -> Option<Option<&str>> {
    let origin = headers.get(header::ORIGIN)?.to_str().unwrap_or_default();
    let authority = origin.split_once("://").map(|(_, authority)| authority);
    Some(authority)
}

fn is_loopback(host: &str) -> bool {
    let host = host.trim_start_matches('[').trim_end_matches(']');
    let is_name = host.eq_ignore_ascii_case("localhost");
    is_name
        || host
            .parse()
            .is_ok_and(|ip: std::net::IpAddr| ip.is_loopback())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn recognises_loopback_names() {
        for host in ["localhost", "LocalHost", "127.0.0.1", "127.8.9.1", "[::1]"] {
            assert!(is_loopback(host), "{host}");
        }
        for host in [
            "localhost.evil.example",
            "10.0.0.1",
            "0.0.0.0",
            "evil.example",
            "",
        ] {
            assert!(!is_loopback(host), "{host}");
        }
    }
}
