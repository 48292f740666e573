//! Security headers, `Host` and `Origin` checks, and path traversal.

use crate::client::{PUZZLE, Response, TestServer};

fn check_security_headers(response: &Response) {
    let policy = &response.headers["content-security-policy"];
    assert!(policy.contains("default-src 'self'"), "{policy}");
    assert!(policy.contains("frame-ancestors 'none'"), "{policy}");
    assert!(!policy.contains("unsafe-"), "{policy}");
    assert_eq!(response.headers["x-content-type-options"], "nosniff");
    assert_eq!(response.headers["referrer-policy"], "no-referrer");
}

#[test]
fn every_response_has_the_security_headers() {
    let server = TestServer::new();
    for response in [
        server.get("/"),
        server.get("/robots.txt"),
        server.get("/nothing"),
        server.get("/api"),
        server.get("/api/v1/health"),
        server.get("/api/v1/solve"),
        server.post_text("solve", PUZZLE),
        server.post_text("batch/solve", PUZZLE),
        server.request("GET", "/", &[("host", "evil.example")], b""),
    ] {
        check_security_headers(&response);
    }
    let answer = server.post_text("solve", PUZZLE);
    assert_eq!(answer.headers["cache-control"], "no-store");
}

#[test]
fn paths_never_reach_files_of_the_machine() {
    let server = TestServer::new();
    for path in [
        "/../Cargo.toml",
        "/../../../../../../etc/passwd",
        "/..%2f..%2fCargo.toml",
        "/%2e%2e/Cargo.toml",
        "/..\\Cargo.toml",
        "//etc/passwd",
        "/./robots.txt",
        "/robots.txt%00",
        "/static/robots.txt",
        "/src/lib.rs",
        "/.git/config",
    ] {
        server.get(path).expect_error(404, "not-found");
    }
}

#[test]
fn files_are_cached_until_they_change() {
    let server = TestServer::new();
    let first = server.get("/robots.txt");
    assert_eq!(first.status, 200);
    assert_eq!(first.headers["cache-control"], "no-cache");
    assert_eq!(first.headers["content-type"], "text/plain; charset=utf-8");
    let tag = first.headers["etag"].as_str();
    let again = server.request("GET", "/robots.txt", &[("if-none-match", tag)], b"");
    assert_eq!((again.status, again.body.len()), (304, 0));
    let other = [("if-none-match", "\"another\"")];
    assert_eq!(
        server.request("GET", "/robots.txt", &other, b"").status,
        200
    );
    let head = server.request("HEAD", "/robots.txt", &[], b"");
    assert_eq!((head.status, head.body.len()), (200, 0));
}

#[test]
fn only_loopback_hosts_are_accepted() {
    let server = TestServer::new();
    let port = server.address.port();
    let named = |host: &str| server.request("GET", "/api/v1/health", &[("host", host)], b"");
    for host in [
        "localhost",
        "127.0.0.1",
        "[::1]",
        &format!("localhost:{port}"),
    ] {
        assert_eq!(named(host).status, 200, "{host}");
    }
    for host in ["evil.example", "localhost.evil.example", "192.168.1.1:80"] {
        named(host).expect_error(421, "wrong-host");
    }
    named("").expect_error(400, "malformed-request");
}

#[test]
fn requests_from_other_sites_are_forbidden() {
    let server = TestServer::new();
    let send = |origin: &str| {
        let headers = [("origin", origin), ("content-type", "text/plain")];
        server.request("POST", "/api/v1/solve", &headers, PUZZLE.as_bytes())
    };
    assert_eq!(send("http://localhost").status, 200);
    for origin in ["http://evil.example", "null", "http://localhost:1"] {
        send(origin).expect_error(403, "foreign-origin");
    }
}
