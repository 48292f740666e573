//! Every refusal, and every limit.

use std::io::Write;
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use crate::client::{PUZZLE, Reply, Running};

/// More solutions than anybody can count.
fn endless() -> Value {
    json!({ "puzzle": ".".repeat(81) })
}

#[test]
fn what_cannot_be_read_is_refused_with_its_place() {
    let server = Running::new();
    let json = [("content-type", "application/json")];
    for body in ["", "{", "[]", "\"text\"", "{\"puzzle\": \"\u{1}\"}"] {
        let reply = server.ask("POST", "/api/v1/solve", &json, body.as_bytes());
        reply.refuses(400, "malformed-request");
    }
    let short = json!({ "puzzle": "12..\n..9.\n....\n....\n" });
    let error = server.post("solve", &short).refuses(422, "value-range");
    assert_eq!((&error["line"], &error["column"]), (&json!(2), &json!(3)));
    assert!(error["help"].is_string());
    let not_text = [("content-type", "text/plain")];
    let reply = server.ask("POST", "/api/v1/solve", &not_text, b"\xff\xfe");
    reply.refuses(400, "malformed-request");
}

#[test]
fn what_makes_no_sense_is_refused() {
    let server = Running::new();
    for (verb, change, code) in [
        ("solve", json!({ "limit": 0 }), "wrong-limit"),
        ("solve", json!({ "limit": 1_001 }), "wrong-limit"),
        ("solve", json!({ "limit": -1 }), "wrong-field"),
        ("solve", json!({ "limits": 1 }), "wrong-field"),
        ("solve", json!({ "shape": "7" }), "unknown-shape"),
        ("solve", json!({ "form": "pdf" }), "unknown-form"),
        ("solve", json!({ "symbols": "" }), "unknown-symbols"),
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
        let mut asked = json!({ "puzzle": PUZZLE });
        let fields = change.as_object().unwrap().clone();
        asked.as_object_mut().unwrap().extend(fields);
        server.post(verb, &asked).refuses(422, code);
    }
    server.post("solve", &json!({})).refuses(422, "no-puzzle");
    let values = json!({ "values": [1, 2, 3] });
    server.post("solve", &values).refuses(422, "wrong-values");
}

#[test]
fn boards_have_at_most_64_values() {
    let server = Running::new();
    let cells = |size: usize| json!({ "values": vec![0; size * size] });
    let parsed = server.post("parse", &cells(64)).answer();
    assert_eq!(parsed["board"]["size"], 64);
    server
        .post("parse", &cells(65))
        .refuses(422, "wrong-values");
    let shape = json!({ "puzzle": PUZZLE, "shape": "9x9" });
    server.post("parse", &shape).refuses(422, "unknown-shape");
}

#[test]
fn paths_and_methods_that_do_not_exist() {
    let server = Running::new();
    for path in ["/nothing", "/api/v1/nothing", "/api/v2/solve", "/api/v1/"] {
        server.get(path).refuses(404, "not-found");
    }
    server
        .post_text("batch/explain", PUZZLE)
        .refuses(404, "not-found");
    let wrong = server.get("/api/v1/solve");
    wrong.refuses(405, "wrong-method");
    assert_eq!(wrong.headers["allow"], "POST");
    let wrong = server.ask("DELETE", "/robots.txt", &[], b"");
    wrong.refuses(405, "wrong-method");
    assert_eq!(wrong.headers["allow"], "GET,HEAD");
}

#[test]
fn other_media_types_are_refused() {
    let server = Running::new();
    for kind in ["image/png", "application/xml", "multipart/form-data", ""] {
        let headers = [("content-type", kind)];
        let reply = server.ask("POST", "/api/v1/solve", &headers, PUZZLE.as_bytes());
        reply.refuses(415, "wrong-media-type");
    }
}

#[test]
fn bodies_are_not_too_long() {
    let server = Running::with(|limits| (limits.body, limits.batch_body) = (1_000, 2_000));
    let long = "#".repeat(3_000);
    server.post_text("solve", &long).refuses(413, "too-long");
    server
        .post_text("batch/solve", &long)
        .refuses(413, "too-long");
    let longer = "#".repeat(1_000_000);
    server.post_text("solve", &longer).refuses(413, "too-long");
    let server = Running::with(|limits| limits.text = 1_000);
    server.post_text("solve", &long).refuses(413, "too-long");
    let fits = "#".repeat(900) + "\n" + PUZZLE;
    assert_eq!(
        server.post_text("solve", &fits).answer()["status"],
        "unique"
    );
}

#[test]
fn bodies_that_do_not_arrive_are_not_waited_for() {
    let server = Running::with(|limits| limits.receive_time = Duration::from_millis(200));
    let mut slow = server.connect();
    let head = "POST /api/v1/solve HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\
                content-type: text/plain\r\ncontent-length: 100\r\n\r\n53..";
    slow.write_all(head.as_bytes()).unwrap();
    Reply::read(&mut slow).refuses(408, "slow-body");
}

#[test]
fn heads_that_do_not_arrive_are_not_waited_for() {
    let server = Running::with(|limits| limits.receive_time = Duration::from_millis(200));
    let mut slow = server.connect();
    slow.write_all(b"POST /api/v1/solve HTTP/1.1\r\nhost:")
        .unwrap();
    let mut rest = Vec::new();
    // The end of the connection, whether it comes with an answer or not.
    let _ = std::io::Read::read_to_end(&mut slow, &mut rest);
    assert!(rest.is_empty() || rest.starts_with(b"HTTP/1.1 408"));
}

#[test]
fn time_is_limited_by_the_server_and_by_the_request() {
    let server = Running::with(|limits| limits.time = Duration::from_millis(300));
    let counted = server.post("count", &endless()).answer();
    assert_eq!(
        (&counted["exact"], &counted["ended"]),
        (&json!(false), &json!("time-limit"))
    );
    let mut asked = endless();
    asked["time_limit_ms"] = json!(3_600_000);
    assert_eq!(server.post("count", &asked).answer()["ended"], "time-limit");

    let at_once = |verb: &str| server.post(verb, &json!({ "puzzle": PUZZLE, "time_limit_ms": 0 }));
    assert_eq!(at_once("solve").answer()["status"], "open");
    assert_eq!(at_once("check").answer()["status"], "open");
    assert_eq!(at_once("explain").answer()["standing"], "interrupted");
    at_once("hint").refuses(504, "time-limit");
    at_once("rate").refuses(504, "time-limit");
}

#[test]
fn a_batch_has_a_limit_for_each_puzzle_and_for_all() {
    let server = Running::with(|limits| {
        (limits.batch_puzzles, limits.time) = (3, Duration::from_millis(100));
    });
    let file = format!("{PUZZLE}\n{}\n{PUZZLE}\n{PUZZLE}\n", ".".repeat(81));
    let lines = server.post_text("batch/count", &file).lines();
    assert_eq!(lines.len(), 4);
    assert_eq!(lines[1]["ended"], "time-limit");
    assert_eq!(lines[2]["count"], 1);
    assert_eq!(lines[3]["problem"]["code"], "too-many-puzzles");

    let server = Running::with(|limits| limits.batch_time = Duration::from_millis(200));
    let endless = format!("{}\n", ".".repeat(81)).repeat(5);
    let lines = server.post_text("batch/count", &endless).lines();
    assert_eq!(lines.last().unwrap()["problem"]["code"], "time-limit");
}

#[test]
fn who_finds_no_place_is_sent_away_and_told_to_come_back() {
    let server = Running::with(|limits| {
        (limits.parallel, limits.waiting) = (1, 1);
        limits.time = Duration::from_secs(2);
    });
    let begun = Instant::now();
    let replies: Vec<Reply> = std::thread::scope(|scope| {
        let asking = (0..6).map(|_| scope.spawn(|| server.post("count", &endless())));
        let asking: Vec<_> = asking.collect();
        asking.into_iter().map(|one| one.join().unwrap()).collect()
    });
    let refused: Vec<&Reply> = replies.iter().filter(|reply| reply.status == 503).collect();
    assert!(refused.len() >= 4, "{replies:?}");
    for reply in refused {
        reply.refuses(503, "busy");
        assert_eq!(reply.headers["retry-after"], "1");
    }
    assert!(replies.iter().any(|reply| reply.status == 200));
    assert!(begun.elapsed() < Duration::from_secs(20));
    // The server itself still answers.
    assert_eq!(server.get("/api/v1/health").status, 200);
}
