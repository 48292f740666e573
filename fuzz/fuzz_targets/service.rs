//! Sends arbitrary bodies and queries to every route of the API: no response is an internal error, all
//! JSON is an object or a list of objects with a version, and a request ends within its time.
#![no_main]

use std::sync::LazyLock;
use std::time::{Duration, Instant};

use libfuzzer_sys::fuzz_target;
use serde_json::Value;
use sudokit_service::{JSON, JSON_LINES, Limits, Request, Service};

/// Long requests would make fuzzing slow.
const TIME: Duration = Duration::from_millis(50);
/// What cannot be interrupted: one technique, one part of a drawing.
const LATE: Duration = Duration::from_secs(5);

static SERVICE: LazyLock<Service> = LazyLock::new(|| {
    Service::new(Limits {
        body: 1 << 16,
        text: 1 << 14,
        batch_body: 1 << 16,
        drawn_puzzles: 4,
        drawn_symbols: 2_000,
        picture_width: 400,
        time: TIME,
        batch_time: TIME,
        ..Limits::default()
    })
});

const BATCHES: [&str; 3] = ["batch/parse", "batch/check", "batch/solve"];

fuzz_target!(|bytes: &[u8]| {
    let [number, kind, rest @ ..] = bytes else {
        return;
    };
    let routes = Service::routes().iter().map(|route| route.name);
    let routes: Vec<&str> = routes.chain(BATCHES).collect();
    // A query, the end of a line, and the body.
    let (query, body) = match rest.iter().position(|byte| *byte == b'\n') {
        Some(end) if kind & 1 != 0 => (&rest[..end], &rest[end + 1..]),
        _ => (&rest[..0], rest),
    };
    let Ok(query) = std::str::from_utf8(query) else {
        return;
    };
    let request = Request {
        route: routes[usize::from(*number) % routes.len()],
        query,
        content_type: if kind & 2 == 0 { JSON } else { "text/plain" },
        body,
    };
    let start = Instant::now();
    let response = SERVICE.call(&request);
    assert!(start.elapsed() < LATE, "{request:?}");
    let text = String::from_utf8_lossy(&response.body);
    assert_ne!(response.status, 500, "{text}");
    let has_version = |value: &Value| match value {
        Value::Array(all) => all.iter().all(|each| each.get("schema").is_some()),
        value => value.get("schema").is_some() || value.get("openapi").is_some(),
    };
    let check = |json: &str| {
        let value: Value = serde_json::from_str(json).expect("JSON");
        assert!(has_version(&value), "{request:?}\n{json}");
    };
    match response.content_type {
        JSON => check(&text),
        JSON_LINES => text.lines().for_each(check),
        _ => {}
    }
});
