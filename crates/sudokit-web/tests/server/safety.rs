//! Headers, hosts, origins, and paths that try to lead out.

use crate::client::{PUZZLE, Reply, Running};

fn has_safe_headers(reply: &Reply) {
    let policy = &reply.headers["content-security-policy"];
    assert!(policy.contains("default-src 'self'"), "{policy}");
    assert!(policy.contains("frame-ancestors 'none'"), "{policy}");
    assert!(!policy.contains("unsafe-"), "{policy}");
    assert_eq!(reply.headers["x-content-type-options"], "nosniff");
    assert_eq!(reply.headers["referrer-policy"], "no-referrer");
}

#[test]
fn every_answer_has_the_headers() {
    let server = Running::new();
    for reply in [
        server.get("/"),
        server.get("/robots.txt"),
        server.get("/nothing"),
        server.get("/api"),
        server.get("/api/v1/health"),
        server.get("/api/v1/solve"),
        server.post_text("solve", PUZZLE),
        server.post_text("batch/solve", PUZZLE),
        server.ask("GET", "/", &[("host", "evil.example")], b""),
    ] {
        has_safe_headers(&reply);
    }
    let answer = server.post_text("solve", PUZZLE);
    assert_eq!(answer.headers["cache-control"], "no-store");
}

#[test]
fn no_path_leads_to_a_file_of_the_machine() {
    let server = Running::new();
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
        server.get(path).refuses(404, "not-found");
    }
}

#[test]
fn files_are_kept_by_the_browser_until_they_change() {
    let server = Running::new();
    let first = server.get("/robots.txt");
    assert_eq!(first.status, 200);
    assert_eq!(first.headers["cache-control"], "no-cache");
    assert_eq!(first.headers["content-type"], "text/plain; charset=utf-8");
    let tag = first.headers["etag"].as_str();
    let again = server.ask("GET", "/robots.txt", &[("if-none-match", tag)], b"");
    assert_eq!((again.status, again.body.len()), (304, 0));
    let other = [("if-none-match", "\"another\"")];
    assert_eq!(server.ask("GET", "/robots.txt", &other, b"").status, 200);
    let head = server.ask("HEAD", "/robots.txt", &[], b"");
    assert_eq!((head.status, head.body.len()), (200, 0));
}

#[test]
fn only_names_of_this_machine_are_answered_to() {
    let server = Running::new();
    let port = server.address.port();
    let named = |host: &str| server.ask("GET", "/api/v1/health", &[("host", host)], b"");
    for host in [
        "localhost",
        "127.0.0.1",
        "[::1]",
        &format!("localhost:{port}"),
    ] {
        assert_eq!(named(host).status, 200, "{host}");
    }
    for host in ["evil.example", "localhost.evil.example", "192.168.1.1:80"] {
        named(host).refuses(421, "wrong-host");
    }
    named("").refuses(400, "malformed-request");
}

#[test]
fn pages_of_other_sites_are_sent_away() {
    let server = Running::new();
    let asked = |origin: &str| {
        let headers = [("origin", origin), ("content-type", "text/plain")];
        server.ask("POST", "/api/v1/solve", &headers, PUZZLE.as_bytes())
    };
    assert_eq!(asked("http://localhost").status, 200);
    for origin in ["http://evil.example", "null", "http://localhost:1"] {
        asked(origin).refuses(403, "foreign-origin");
    }
}
