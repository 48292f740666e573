//! What one client may occupy, and what an operator sees.

use std::io::{Read, Write};
use std::net::{Ipv4Addr, SocketAddr, TcpStream};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use serde_json::json;
use sudokit_web::OnRequest;

use crate::client::{PUZZLE, Response, TestServer};

/// A server that others can reach.
fn public(change: impl FnOnce(&mut sudokit_web::Config)) -> TestServer {
    TestServer::configured(|config| {
        config.address = SocketAddr::from((Ipv4Addr::UNSPECIFIED, 0));
        change(config);
    })
}

/// Starts a request that takes as long as it may.
fn start_long_request(server: &TestServer, forwarded_for: &str) -> TcpStream {
    let body = ".".repeat(81);
    let mut stream = server.connect();
    let head = format!(
        "POST /api/v1/count HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\
         x-forwarded-for: {forwarded_for}\r\ncontent-type: text/plain\r\n\
         content-length: 81\r\n\r\n{body}"
    );
    stream.write_all(head.as_bytes()).unwrap();
    stream
}

/// Waits until the server is answering this many requests besides the one that asks.
fn wait_for_requests(server: &TestServer, expected: usize) {
    let line = format!("sudokit_requests_in_progress {}\n", expected + 1);
    let start = Instant::now();
    while !server.get("/metrics").text().contains(&line) {
        assert!(start.elapsed() < Duration::from_secs(20));
        std::thread::sleep(Duration::from_millis(10));
    }
}

#[test]
fn a_client_that_never_reads_is_disconnected() {
    let server = TestServer::with(|limits| limits.send_time = Duration::from_millis(300));
    let mut stream = server.connect();
    stream
        .set_write_timeout(Some(Duration::from_secs(20)))
        .unwrap();
    let request = b"GET /api/v1/techniques HTTP/1.1\r\nhost: localhost\r\n\r\n".repeat(64);
    let start = Instant::now();
    // The responses fill the buffers of both sides; then the server stops reading, and gives up.
    while stream.write_all(&request).is_ok() {
        assert!(start.elapsed() < Duration::from_secs(30), "still connected");
    }
    // Not because this side could not write for long, but because the connection was reset.
    assert!(start.elapsed() < Duration::from_secs(19));
}

#[test]
fn connections_of_one_client_are_limited() {
    let server = public(|config| config.limits.connections_per_client = 3);
    let open: Vec<_> = (0..3)
        .map(|_| {
            let mut stream = server.connect();
            stream
                .write_all(b"GET /health HTTP/1.1\r\nhost: localhost\r\n\r\n")
                .unwrap();
            let mut first = [0; 12];
            stream.read_exact(&mut first).unwrap();
            assert_eq!(&first, b"HTTP/1.1 200");
            stream
        })
        .collect();
    let mut refused = server.connect();
    let mut rest = Vec::new();
    let _ = refused.read_to_end(&mut rest);
    assert!(rest.is_empty());
    drop(open);
    // The server notices closed connections soon, not at once.
    let start = Instant::now();
    loop {
        let mut stream = server.connect();
        let request = b"GET /metrics HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n";
        let _ = stream.write_all(request);
        let mut text = String::new();
        let _ = stream.read_to_string(&mut text);
        if text.contains("sudokit_refused_connections_total ") {
            break;
        }
        assert!(start.elapsed() < Duration::from_secs(10));
    }
}

#[test]
fn requests_of_one_client_are_limited_by_the_address_behind_the_proxy() {
    let server = TestServer::configured(|config| {
        config.trusted_proxies = vec!["127.0.0.1/32".parse().unwrap()];
        config.limits.requests_per_client = 2;
        config.limits.parallel = 4;
        config.limits.service.time = Duration::from_secs(20);
    });
    let long = [
        start_long_request(&server, "198.51.100.7"),
        start_long_request(&server, "203.0.113.5, 198.51.100.7"),
    ];
    wait_for_requests(&server, 2);
    let solve = |client: &str| {
        let headers = [
            ("content-type", "text/plain"),
            ("x-forwarded-for", client),
            ("host", "sudoku.example"),
        ];
        server.request("POST", "/api/v1/solve", &headers, PUZZLE.as_bytes())
    };
    let refused = solve("198.51.100.7");
    refused.expect_error(429, "too-many-requests");
    assert_eq!(refused.headers["retry-after"], "1");
    assert_eq!(refused.headers["x-content-type-options"], "nosniff");
    assert_eq!(solve("198.51.100.8").ok()["status"], "unique");
    drop(long);
    let start = Instant::now();
    while solve("198.51.100.7").status != 200 {
        assert!(start.elapsed() < Duration::from_secs(10));
    }
}

#[test]
fn the_own_machine_is_not_limited() {
    let server = TestServer::with(|limits| {
        limits.requests_per_client = 0;
        limits.connections_per_client = 0;
    });
    assert_eq!(server.post_text("solve", PUZZLE).ok()["status"], "unique");
}

#[test]
fn two_host_headers_are_refused() {
    let server = TestServer::new();
    let mut stream = server.connect();
    let head =
        "GET / HTTP/1.1\r\nhost: localhost\r\nhost: evil.example\r\nconnection: close\r\n\r\n";
    stream.write_all(head.as_bytes()).unwrap();
    Response::read(&mut stream).expect_error(400, "malformed-request");
}

#[test]
fn metrics_count_requests_by_route_and_status() {
    let server = TestServer::new();
    server.post_text("solve", PUZZLE).ok();
    server.post_text("solve", "nonsense").json(422);
    server.get("/made-up/by/a/client");
    let metrics = server.get("/metrics");
    assert_eq!(metrics.headers["content-type"], "text/plain; version=0.0.4");
    let text = metrics.text();
    for line in [
        "# TYPE sudokit_requests_total counter",
        "sudokit_requests_total{route=\"/api/v1/solve\",status=\"200\"} 1",
        "sudokit_requests_total{route=\"/api/v1/solve\",status=\"422\"} 1",
        "sudokit_requests_total{route=\"page\",status=\"404\"} 1",
        "sudokit_request_seconds_count{route=\"/api/v1/solve\"} 2",
        "sudokit_requests_in_progress 1",
        "sudokit_connections 1",
    ] {
        assert!(text.lines().any(|other| other == line), "{line}\n{text}");
    }
}

#[test]
fn requests_are_reported_without_what_was_played() {
    let reports = Arc::new(Mutex::new(Vec::new()));
    let sink = reports.clone();
    let server = TestServer::configured(|config| {
        config.on_request = Some(OnRequest::new(move |report| {
            sink.lock()
                .unwrap()
                .push(serde_json::to_value(report).unwrap());
        }));
    });
    server.post_text("count?limit=7", PUZZLE).ok();
    let reports = reports.lock().unwrap();
    let [report] = &reports[..] else {
        panic!("{reports:?}");
    };
    assert_eq!(report["client"], "127.0.0.1");
    assert_eq!(report["method"], "POST");
    assert_eq!(report["path"], "/api/v1/count");
    assert_eq!(report["status"], 200);
    assert!(report["milliseconds"].as_f64().unwrap() > 0.0);
    assert!(report["time"].as_f64().unwrap() > 1.7e9);
}

#[test]
fn a_full_queue_is_healthy_but_not_ready() {
    let server = TestServer::with(|limits| {
        (limits.parallel, limits.waiting) = (1, 0);
        limits.service.time = Duration::from_secs(20);
    });
    assert_eq!(server.get("/ready").text(), "ready\n");
    let long = start_long_request(&server, "");
    wait_for_requests(&server, 1);
    assert_eq!(server.get("/health").status, 200);
    let start = Instant::now();
    while server.get("/ready").status != 503 {
        assert!(start.elapsed() < Duration::from_secs(10));
    }
    let busy = server.post("solve", &json!({ "puzzle": PUZZLE }));
    busy.expect_error(503, "busy");
    drop(long);
}
