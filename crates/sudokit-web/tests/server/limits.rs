//! Errors and limits.

use std::io::Write;
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use crate::client::{PUZZLE, Response, TestServer};

/// A puzzle with too many solutions to count.
fn endless() -> Value {
    json!({ "puzzle": ".".repeat(81) })
}

#[test]
fn unreadable_puzzles_are_errors_with_a_place() {
    let server = TestServer::new();
    let json = [("content-type", "application/json")];
    for body in ["", "{", "[]", "\"text\"", "{\"puzzle\": \"\u{1}\"}"] {
        let response = server.request("POST", "/api/v1/solve", &json, body.as_bytes());
        response.expect_error(400, "malformed-request");
    }
    let short = json!({ "puzzle": "12..\n..9.\n....\n....\n" });
    let error = server
        .post("solve", &short)
        .expect_error(422, "value-range");
    assert_eq!((&error["line"], &error["column"]), (&json!(2), &json!(3)));
    assert!(error["help"].is_string());
    let not_text = [("content-type", "text/plain")];
    let response = server.request("POST", "/api/v1/solve", &not_text, b"\xff\xfe");
    response.expect_error(400, "malformed-request");
}

#[test]
fn invalid_requests_are_errors() {
    let server = TestServer::new();
    for (verb, change, code) in [
        ("solve", json!({ "limit": 0 }), "wrong-limit"),
        ("solve", json!({ "limit": 1_001 }), "wrong-limit"),
        ("solve", json!({ "limit": -1 }), "wrong-field"),
        ("solve", json!({ "limits": 1 }), "wrong-field"),
        ("solve", json!({ "shape": "7" }), "unknown-shape"),
        ("solve", json!({ "form": "pdf" }), "unknown-form"),
        ("solve", json!({ "symbols": "" }), "unknown-symbols"),
        ("solve", json!({ "blank": "" }), "unknown-blank"),
        ("solve", json!({ "values": [1] }), "two-puzzles"),
        ("solve", json!({ "placed": [2] }), "wrong-placed"),
        ("solve", json!({ "placed": [81] }), "wrong-placed"),
        ("solve", json!({ "candidates": [[1]] }), "wrong-candidates"),
        (
            "solve",
            json!({ "candidates": vec![[10]; 81] }),
            "wrong-candidates",
        ),
        ("hint", json!({ "stage": 4 }), "wrong-stage"),
        (
            "hint",
            json!({ "techniques": ["x-wnig"] }),
            "unknown-technique",
        ),
        ("convert", json!({}), "wrong-field"),
        ("convert", json!({ "to": "pdf" }), "unknown-form"),
    ] {
        let mut request = json!({ "puzzle": PUZZLE });
        let fields = change.as_object().unwrap().clone();
        request.as_object_mut().unwrap().extend(fields);
        server.post(verb, &request).expect_error(422, code);
    }
    server
        .post("solve", &json!({}))
        .expect_error(422, "no-puzzle");
    let values = json!({ "values": [1, 2, 3] });
    server
        .post("solve", &values)
        .expect_error(422, "wrong-values");
}

#[test]
fn messages_name_the_field() {
    let server = TestServer::new();
    let message = |verb: &str, field: &str, value: Value| {
        let request = json!({ "puzzle": PUZZLE, field: value });
        let problem = server.post(verb, &request).expect_error(422, "wrong-field");
        problem["message"].as_str().unwrap().to_string()
    };
    let unknown = message("count", "limt", json!(1));
    assert_eq!(unknown, "unknown field `limt`: did you mean `limit`?");
    let unknown = message("parse", "puzle", json!(""));
    assert_eq!(unknown, "unknown field `puzle`: did you mean `puzzle`?");
    assert_eq!(message("parse", "xyz", json!(1)), "unknown field `xyz`");
    assert!(message("count", "limit", json!("many")).starts_with("`limit`: "));
    assert!(message("convert", "form", json!(7)).starts_with("`form`: "));
    assert_eq!(
        message("convert", "shape", Value::Null),
        "missing field `to`"
    );
    let both = [("content-type", "application/json")];
    let body = json!({ "puzzle": PUZZLE }).to_string();
    let response = server.request("POST", "/api/v1/solve?limit=1", &both, body.as_bytes());
    response.expect_error(422, "misplaced-field");
    let batch = server.post_text("batch/solve?placed=1", PUZZLE);
    batch.expect_error(422, "wrong-field");
    let null = server.post_text("batch/solve?limit=null", PUZZLE);
    null.expect_error(422, "wrong-field");
    let twice = server.post_text("batch/solve?limit=1&limit=2", PUZZLE);
    twice.expect_error(422, "wrong-field");
}

#[test]
fn boards_have_at_most_64_values() {
    let server = TestServer::new();
    let cells = |size: usize| json!({ "values": vec![0; size * size] });
    let parsed = server.post("parse", &cells(64)).ok();
    assert_eq!(parsed["board"]["size"], 64);
    server
        .post("parse", &cells(65))
        .expect_error(422, "wrong-values");
    let shape = json!({ "puzzle": PUZZLE, "shape": "9x9" });
    server
        .post("parse", &shape)
        .expect_error(422, "unknown-shape");
}

#[test]
fn unknown_paths_and_methods_are_errors() {
    let server = TestServer::new();
    for path in ["/nothing", "/api/v1/nothing", "/api/v2/solve", "/api/v1/"] {
        server.get(path).expect_error(404, "not-found");
    }
    server
        .post_text("batch/explain", PUZZLE)
        .expect_error(404, "not-found");
    let wrong = server.get("/api/v1/solve");
    wrong.expect_error(405, "wrong-method");
    assert_eq!(wrong.headers["allow"], "POST");
    let wrong = server.request("DELETE", "/robots.txt", &[], b"");
    wrong.expect_error(405, "wrong-method");
    assert_eq!(wrong.headers["allow"], "GET,HEAD");
}

#[test]
fn other_media_types_are_errors() {
    let server = TestServer::new();
    for kind in ["image/png", "application/xml", "multipart/form-data", ""] {
        let headers = [("content-type", kind)];
        let response = server.request("POST", "/api/v1/solve", &headers, PUZZLE.as_bytes());
        response.expect_error(415, "wrong-media-type");
    }
}

#[test]
fn bodies_have_a_length_limit() {
    let server = TestServer::with(|limits| {
        (limits.service.body, limits.service.batch_body) = (1_000, 2_000)
    });
    let long = "#".repeat(3_000);
    server
        .post_text("solve", &long)
        .expect_error(413, "too-long");
    server
        .post_text("batch/solve", &long)
        .expect_error(413, "too-long");
    let longer = "#".repeat(1_000_000);
    server
        .post_text("solve", &longer)
        .expect_error(413, "too-long");
    let server = TestServer::with(|limits| limits.service.text = 1_000);
    server
        .post_text("solve", &long)
        .expect_error(413, "too-long");
    let fits = "#".repeat(900) + "\n" + PUZZLE;
    assert_eq!(server.post_text("solve", &fits).ok()["status"], "unique");
}

/// Bodies are in memory before their requests have a place in the queue.
#[test]
fn all_bodies_together_have_a_limit() {
    let server = TestServer::with(|limits| limits.received = 100_000);
    let head = "POST /api/v1/solve HTTP/1.1\r\nhost: localhost\r\ncontent-type: text/plain\r\n\
                content-length: 90000\r\n\r\n";
    let long = "#".repeat(30_000) + "\n" + PUZZLE;
    let started = Instant::now();
    let mut attempts = 0;
    let (waiting, refused) = loop {
        let mut waiting = server.connect();
        waiting.write_all(head.as_bytes()).unwrap();
        waiting.write_all(&[b'#'; 80_000]).unwrap();
        // On a busy machine the other request may get the memory first, and this one is refused.
        attempts += 1;
        std::thread::sleep(attempts * Duration::from_millis(20));
        let answer = server.post_text("solve", &long);
        if answer.status == 503 || started.elapsed() > Duration::from_secs(20) {
            break (waiting, answer);
        }
    };
    refused.expect_error(503, "busy");
    assert_eq!(refused.headers["retry-after"], "1");
    assert_eq!(server.post_text("solve", PUZZLE).ok()["status"], "unique");
    drop(waiting);
    let started = Instant::now();
    let answer = loop {
        let answer = server.post_text("solve", &long);
        if answer.status == 200 || started.elapsed() > Duration::from_secs(20) {
            break answer;
        }
        std::thread::sleep(Duration::from_millis(20));
    };
    assert_eq!(answer.ok()["status"], "unique");
}

#[test]
fn lists_and_objects_have_a_limit_before_they_are_read() {
    let server = TestServer::new();
    for field in ["values", "placed", "candidates", "techniques"] {
        let request = format!("{{\"{field}\": [{}]}}", vec!["null"; 100_000].join(","));
        let json = [("content-type", "application/json")];
        let response = server.request("POST", "/api/v1/hint", &json, request.as_bytes());
        let problem = response.expect_error(422, "wrong-field");
        let message = problem["message"].as_str().unwrap();
        assert!(message.starts_with(&format!("`{field}`: ")), "{message}");
        assert!(!message.contains(" column "), "{message}");
    }
    let fields: Vec<String> = (0..100).map(|number| format!("\"{number}\": 0")).collect();
    let request = format!("{{{}}}", fields.join(","));
    let json = [("content-type", "application/json")];
    let response = server.request("POST", "/api/v1/solve", &json, request.as_bytes());
    response.expect_error(400, "malformed-request");
}

#[test]
fn receiving_a_body_has_a_time_limit() {
    let server = TestServer::with(|limits| limits.receive_time = Duration::from_millis(200));
    let mut slow = server.connect();
    let head = "POST /api/v1/solve HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\
                content-type: text/plain\r\ncontent-length: 100\r\n\r\n53..";
    slow.write_all(head.as_bytes()).unwrap();
    Response::read(&mut slow).expect_error(408, "slow-body");
}

#[test]
fn receiving_headers_has_a_time_limit() {
    let server = TestServer::with(|limits| limits.receive_time = Duration::from_millis(200));
    let mut slow = server.connect();
    slow.write_all(b"POST /api/v1/solve HTTP/1.1\r\nhost:")
        .unwrap();
    let mut rest = Vec::new();
    // The connection is closed, with or without a response.
    let _ = std::io::Read::read_to_end(&mut slow, &mut rest);
    assert!(rest.is_empty() || rest.starts_with(b"HTTP/1.1 408"));
}

#[test]
fn time_is_limited_by_server_and_request() {
    let server = TestServer::with(|limits| limits.service.time = Duration::from_millis(300));
    let counted = server.post("count", &endless()).ok();
    assert_eq!(
        (&counted["exact"], &counted["ended"]),
        (&json!(false), &json!("time-limit"))
    );
    let mut request = endless();
    request["time_limit_ms"] = json!(3_600_000);
    assert_eq!(server.post("count", &request).ok()["ended"], "time-limit");

    let none = json!({ "puzzle": PUZZLE, "time_limit_ms": 0 });
    let refused = server.post("solve", &none);
    refused.expect_error(422, "wrong-time-limit");

    let server = TestServer::with(|limits| limits.service.time = Duration::ZERO);
    server
        .post("solve", &json!({ "puzzle": PUZZLE }))
        .expect_error(504, "time-limit");
    // Values need no reading, so the time ends in the search.
    let digits = PUZZLE.chars().map(|symbol| symbol.to_digit(10));
    let values: Vec<u32> = digits.map(Option::unwrap_or_default).collect();
    let at_once = |verb: &str| server.post(verb, &json!({ "values": values }));
    let unsolved = at_once("solve").ok();
    assert_eq!(unsolved["status"], "open");
    // What is known by then comes back, the givens at least.
    let attempt = unsolved["attempt"].as_array().expect("an attempt");
    let kept = attempt.iter().zip(&values);
    assert!(
        kept.into_iter()
            .all(|(value, given)| *given == 0 || value == given)
    );
    assert_eq!(at_once("check").ok()["status"], "open");
    assert_eq!(at_once("explain").ok()["standing"], "interrupted");
    at_once("hint").expect_error(504, "time-limit");
    at_once("rate").expect_error(504, "time-limit");
}

#[test]
fn a_batch_has_limits_per_puzzle_and_in_total() {
    let server = TestServer::with(|limits| {
        (limits.service.batch_puzzles, limits.service.time) = (3, Duration::from_millis(100));
    });
    let file = format!("{PUZZLE}\n{}\n{PUZZLE}\n{PUZZLE}\n", ".".repeat(81));
    let lines = server.post_text("batch/count", &file).lines();
    assert_eq!(lines.len(), 4);
    assert_eq!(lines[1]["ended"], "time-limit");
    assert_eq!(lines[2]["count"], 1);
    assert_eq!(lines[3]["problem"]["code"], "too-many-puzzles");

    let server = TestServer::with(|limits| limits.service.batch_time = Duration::from_millis(200));
    let endless = format!("{}\n", ".".repeat(81)).repeat(5);
    let lines = server.post_text("batch/count", &endless).lines();
    assert_eq!(lines.last().unwrap()["problem"]["code"], "time-limit");
}

#[test]
fn a_full_queue_rejects_requests_with_retry_after() {
    let server = TestServer::with(|limits| {
        (limits.parallel, limits.waiting) = (1, 1);
        limits.service.time = Duration::from_secs(2);
    });
    let started = Instant::now();
    let replies: Vec<Response> = std::thread::scope(|scope| {
        let asking = (0..6).map(|_| scope.spawn(|| server.post("count", &endless())));
        let asking: Vec<_> = asking.collect();
        asking.into_iter().map(|one| one.join().unwrap()).collect()
    });
    let refused: Vec<&Response> = replies
        .iter()
        .filter(|response| response.status == 503)
        .collect();
    assert!(refused.len() >= 4, "{replies:?}");
    for response in refused {
        response.expect_error(503, "busy");
        assert_eq!(response.headers["retry-after"], "1");
    }
    assert!(replies.iter().any(|response| response.status == 200));
    assert!(started.elapsed() < Duration::from_secs(20));
    // The server is still responsive.
    assert_eq!(server.get("/api/v1/health").status, 200);
}
