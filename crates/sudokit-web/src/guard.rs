//! Who may ask, and the headers of every answer.
//!
//! A page somewhere on the web can send requests to a server on the reader's own machine. Two
//! checks keep it out. The `Host` header must name this machine where the server listens to
//! nobody else: a foreign name that was made to resolve here (DNS rebinding) does not. And where
//! a browser says which page a request comes from (`Origin`), it must be a page of this server.

use axum::extract::{Request, State};
use axum::http::header::{self, HeaderName};
use axum::http::uri::Authority;
use axum::http::{HeaderMap, HeaderValue, StatusCode};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};

use crate::refusal::Refusal;

/// Everything from this server, nothing inline; pictures may be made on the page itself.
const CONTENT_SECURITY_POLICY: &str = "default-src 'self'; script-src 'self'; style-src 'self'; \
     img-src 'self' data: blob:; object-src 'none'; base-uri 'none'; form-action 'self'; \
     frame-ancestors 'none'";

/// What every answer carries.
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

/// Whom the server listens to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Audience {
    /// This machine alone.
    Loopback,
    /// Whoever can reach it, by whatever name.
    Anybody,
}

/// Lets a request through, or not, and adds the headers.
pub async fn guard(State(audience): State<Audience>, request: Request, next: Next) -> Response {
    let mut response = match admit(audience, &request) {
        Ok(()) => next.run(request).await,
        Err(refusal) => refusal.into_response(),
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

fn admit(audience: Audience, request: &Request) -> Result<(), Refusal> {
    let host = host(request).ok_or_else(|| Refusal::malformed("the `Host` header is missing"))?;
    if audience == Audience::Loopback && !is_loopback(host.host()) {
        let message = "this server answers to its own machine's names only";
        return Err(
            Refusal::new(StatusCode::MISDIRECTED_REQUEST, "wrong-host", message)
                .hint("ask for http://localhost, or start it with --host for others"),
        );
    }
    match origin(request.headers()) {
        None => Ok(()),
        Some(Some(origin)) if origin == host.as_str() => Ok(()),
        Some(_) => Err(Refusal::new(
            StatusCode::FORBIDDEN,
            "foreign-origin",
            "pages of other sites may not use this server",
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

/// The host and port of the page that a request comes from; `Some(None)` where it has none, as a
/// sandboxed page has.
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
    fn names_of_this_machine() {
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
