//! Pictures, pages and QR codes: options and errors.

use std::time::Duration;

use serde_json::{Value, json};

use crate::client::{PUZZLE, Response, SOLUTION, TestServer};

/// A puzzle with two solutions, and no step to either.
const SEVERAL: &str = "..34 3412 ..43 4321";
const IMPOSSIBLE: &str = "123. ...4 .... ....";

/// A request with the puzzle and more fields.
fn request_with(fields: Value) -> Value {
    let mut request = json!({ "puzzle": PUZZLE });
    let fields = fields.as_object().unwrap().clone();
    request.as_object_mut().unwrap().extend(fields);
    request
}

/// Checks that the response is a file of this type and returns its body.
#[track_caller]
fn file(response: Response, kind: &str) -> Vec<u8> {
    let words = String::from_utf8_lossy(&response.body).into_owned();
    assert_eq!(response.status, 200, "{words}");
    assert_eq!(response.headers["content-type"], kind);
    response.body
}

#[track_caller]
fn svg(server: &TestServer, fields: Value) -> String {
    let response = server.post("render", &request_with(fields));
    String::from_utf8(file(response, "image/svg+xml")).unwrap()
}

/// Returns the pages as SVG, and the notes.
#[track_caller]
fn pages(server: &TestServer, request: Value) -> (Vec<String>, Value) {
    let mut request = request;
    request["to"] = json!("pages");
    let answer = server.post("render", &request).ok();
    let pages: Vec<String> = serde_json::from_value(answer["pages"].clone()).unwrap();
    for page in &pages {
        assert!(page.starts_with("<svg") && page.ends_with("</svg>"));
    }
    (pages, answer["notes"].clone())
}

/// Returns the width and height of a PNG.
fn pixels(png: &[u8]) -> (u32, u32) {
    assert!(png.starts_with(b"\x89PNG\r\n\x1a\n"));
    let number = |at: usize| u32::from_be_bytes(png[at..at + 4].try_into().unwrap());
    (number(16), number(20))
}

#[test]
fn a_picture_is_svg_or_png() {
    let server = TestServer::new();
    let plain = svg(&server, json!({}));
    assert!(plain.contains("A 9×9 Sudoku with 30 of 81 values"));
    assert_eq!(
        plain,
        svg(&server, json!({ "to": "svg", "theme": "light" }))
    );
    let png = |fields: Value| {
        let response = server.post("render", &request_with(fields));
        pixels(&file(response, "image/png"))
    };
    assert_eq!(png(json!({ "to": "png" })), (990, 990));
    assert_eq!(png(json!({ "to": "png", "size": 200 })), (200, 200));
    assert!(svg(&server, json!({ "size": 321 })).contains("width=\"321\""));
}

#[test]
fn a_picture_shows_the_requested_parts() {
    let server = TestServer::new();
    let plain = svg(&server, json!({}));
    for other in [
        json!({ "show_candidates": true }),
        json!({ "step": true }),
        json!({ "theme": "dark" }),
        json!({ "theme": "print" }),
        json!({ "title": "Monday" }),
    ] {
        assert_ne!(svg(&server, other.clone()), plain, "{other}");
    }
    assert!(svg(&server, json!({ "title": "<Monday>" })).contains("&lt;Monday&gt;"));
    let step = svg(&server, json!({ "step": true }));
    assert!(step.contains("r5c5 can only be 5"));
    let step = svg(&server, json!({ "step": true, "coordinates": "a1" }));
    assert!(step.contains("E5 can only be 5"));
}

#[test]
fn a_picture_shows_placed_values_and_candidates() {
    let server = TestServer::new();
    let mut values = vec![0; 16];
    (values[0], values[6]) = (1, 2);
    let mut candidates = vec![Value::Null; 16];
    candidates[1] = json!([3]);
    let request = json!({
        "values": values, "placed": [6], "candidates": candidates, "show_candidates": true
    });
    let response = server.post("render", &request);
    let svg = String::from_utf8(file(response, "image/svg+xml")).unwrap();
    assert_eq!(svg.matches("class=\"given\"").count(), 1);
    assert_eq!(svg.matches("class=\"value\"").count(), 1);
    let all = server.post(
        "render",
        &json!({ "values": values, "show_candidates": true }),
    );
    let all = String::from_utf8(all.body).unwrap();
    let uses = |svg: &str| svg.matches("<use").count();
    assert!(uses(&svg) < uses(&all), "removed candidates are not drawn");
}

#[test]
fn plain_text_is_accepted() {
    let server = TestServer::new();
    let path = "render?to=png&size=100&step=true&show_candidates=true";
    let png = file(server.post_text(path, PUZZLE), "image/png");
    assert_eq!(pixels(&png).0, 100);
    let path = "render?to=pdf&per_page=2&answers=true&paper=letter&title=Monday";
    let pdf = file(server.post_text(path, PUZZLE), "application/pdf");
    assert!(pdf.starts_with(b"%PDF-"));
}

#[test]
fn pages_hold_the_requested_number_of_puzzles() {
    let server = TestServer::new();
    let seven = format!("{PUZZLE}\n").repeat(7);
    for (per_page, expected) in [(1, 7), (2, 4), (4, 2), (6, 2)] {
        let request = json!({ "puzzle": seven, "per_page": per_page });
        let (pages, notes) = pages(&server, request);
        assert_eq!(pages.len(), expected, "{per_page} a page");
        assert_eq!(notes, json!([]));
    }
    let request = json!({ "puzzle": seven, "per_page": 6, "answers": true });
    assert_eq!(pages(&server, request).0.len(), 3);
    let (letter, _) = pages(&server, json!({ "puzzle": PUZZLE, "paper": "letter" }));
    assert!(letter[0].contains("width=\"612\" height=\"792\""));
    let (a4, _) = pages(&server, json!({ "puzzle": PUZZLE }));
    assert!(a4[0].contains("width=\"595.3\" height=\"841.9\""));
}

#[test]
fn puzzles_on_pages_have_qr_codes() {
    let server = TestServer::new();
    let two = format!("{PUZZLE}\n{SOLUTION}\n");
    let codes = |request: Value| {
        let (pages, notes) = pages(&server, request);
        let code = "<path fill=\"#fff\"";
        (pages.concat().matches(code).count(), notes)
    };
    assert_eq!(codes(json!({ "puzzle": two })).0, 0);
    let request = json!({ "puzzle": two, "qr": "https://sudoku.example/", "answers": true });
    assert_eq!(codes(request), (2, json!([])), "the solutions have none");
    let large = json!({ "values": vec![0; 36 * 36], "qr": "https://sudoku.example/" });
    let missing = "no QR code: a board of 36 values is too large for a link";
    assert_eq!(codes(large), (0, json!([missing])));
}

#[test]
fn a_pdf_has_the_same_pages() {
    let server = TestServer::new();
    let request = json!({ "puzzle": format!("{PUZZLE}\n{PUZZLE}\n"), "per_page": 1, "to": "pdf" });
    let pdf = file(server.post("render", &request), "application/pdf");
    let text = String::from_utf8_lossy(&pdf);
    assert!(text.contains("/Count 2"), "two pages");
}

#[test]
fn missing_parts_are_noted() {
    let server = TestServer::new();
    let several = format!("{PUZZLE}\n\n{}\n{}\n", ".".repeat(81), SOLUTION);
    let request = json!({ "puzzle": several, "answers": true, "per_page": 4 });
    let (with_answers, notes) = pages(&server, request.clone());
    let several = "puzzle 2: no answer because the puzzle has several solutions";
    assert_eq!((with_answers.len(), &notes), (2, &json!([several])));
    let mut pdf = request;
    pdf["to"] = json!("pdf");
    let pdf = server.post("render", &pdf);
    assert_eq!(pdf.headers["sudokit-notes"], several);

    let note = |puzzle: &str| {
        let request = json!({ "puzzle": puzzle, "step": true });
        let response = server.post("render", &request);
        assert_eq!(response.status, 200, "{}", response.text());
        response.headers.get("sudokit-notes").cloned()
    };
    assert_eq!(note(PUZZLE), None);
    assert_eq!(
        note(SOLUTION).unwrap(),
        "no step because the puzzle is solved"
    );
    assert_eq!(note(IMPOSSIBLE).unwrap(), "the puzzle has no solution");
    assert_eq!(
        note("11.. .... .... ....").unwrap(),
        "the puzzle has no solution"
    );
    let stuck = note(SEVERAL).unwrap();
    assert_eq!(stuck, "no step because no known technique applies");
}

#[test]
fn invalid_requests_are_errors() {
    let server = TestServer::new();
    for (fields, code) in [
        (json!({ "to": "gif" }), "wrong-field"),
        (json!({ "theme": "pink" }), "wrong-field"),
        (json!({ "paper": "a3", "to": "pdf" }), "wrong-field"),
        (json!({ "colour": "red" }), "wrong-field"),
        (json!({ "size": 31 }), "wrong-size"),
        (json!({ "size": 4_097 }), "wrong-size"),
        (json!({ "size": -1 }), "wrong-field"),
        (json!({ "per_page": 3, "to": "pdf" }), "wrong-per-page"),
        (json!({ "per_page": 2 }), "misplaced-field"),
        (json!({ "answers": true, "to": "png" }), "misplaced-field"),
        (json!({ "paper": "a4" }), "misplaced-field"),
        (json!({ "qr": "http://x" }), "misplaced-field"),
        (json!({ "qr": "x", "to": "pdf" }), "wrong-address"),
        (json!({ "size": 100, "to": "pages" }), "misplaced-field"),
        (json!({ "title": "x".repeat(201) }), "wrong-title"),
        (json!({ "values": [1] }), "two-puzzles"),
        (json!({ "values": [1], "to": "pdf" }), "two-puzzles"),
        (json!({ "shape": "7", "to": "pdf" }), "unknown-shape"),
        (json!({ "puzzle": "hello", "to": "pdf" }), "no-puzzle"),
        (json!({ "puzzle": "", "to": "pdf" }), "no-puzzle"),
        (json!({ "placed": [2], "to": "pdf" }), "wrong-placed"),
    ] {
        let response = server.post("render", &request_with(fields));
        response.expect_error(422, code);
    }
    server
        .post("render", &json!({}))
        .expect_error(422, "no-puzzle");
    let second = json!({ "puzzle": format!("{PUZZLE}\n12..\n"), "to": "pages" });
    let error = server.post("render", &second);
    assert_eq!(error.expect_error(422, "board-size")["line"], 2);
    let two = json!({ "puzzle": format!("{PUZZLE}\n{PUZZLE}\n") });
    server
        .post("render", &two)
        .expect_error(422, "several-puzzles");
}

#[test]
fn drawing_has_limits() {
    let server = TestServer::with(|limits| {
        (limits.service.drawn_puzzles, limits.service.drawn_symbols) = (3, 1_000);
        limits.service.picture_width = 300;
    });
    let file = |count: usize| format!("{PUZZLE}\n").repeat(count);
    let request = |count: usize| json!({ "puzzle": file(count), "to": "pages" });
    assert_eq!(pages(&server, request(3)).0.len(), 1);
    server
        .post("render", &request(4))
        .expect_error(422, "too-many-puzzles");
    for field in ["show_candidates", "step"] {
        let mut with = request(1);
        with[field] = json!(true);
        assert_eq!(server.post("render", &with).status, 200);
        with["puzzle"] = json!(file(2));
        server
            .post("render", &with)
            .expect_error(422, "too-much-to-draw");
    }
    let large = request_with(json!({ "size": 301 }));
    server
        .post("render", &large)
        .expect_error(422, "wrong-size");
    let server = TestServer::with(|limits| limits.service.time = Duration::ZERO);
    for fields in [json!({}), json!({ "step": true })] {
        server
            .post("render", &request_with(fields))
            .expect_error(504, "time-limit");
    }
}

#[test]
fn boards_of_every_size_are_drawn() {
    let server = TestServer::new();
    for size in [4, 6, 16, 25, 64] {
        let request = json!({ "values": vec![0; size * size], "shape": size.to_string() });
        let picture = server.post("render", &request);
        file(picture, "image/svg+xml");
    }
}

#[test]
fn a_link_becomes_a_qr_code() {
    let server = TestServer::new();
    let link = format!("http://localhost:8081/#p=3x3:{PUZZLE}");
    let svg = file(server.post("qr", &json!({ "text": link })), "image/svg+xml");
    assert!(svg.starts_with(b"<svg"));
    assert_eq!(svg, file(server.post_text("qr", &link), "image/svg+xml"));
    let other = server.post("qr", &json!({ "text": "other" }));
    assert_ne!(svg, file(other, "image/svg+xml"));
}

#[test]
fn too_long_qr_codes_are_errors() {
    let server = TestServer::new();
    let long = json!({ "text": "x".repeat(3_000) });
    server
        .post("qr", &long)
        .expect_error(422, "too-long-for-qr");
    server
        .post("qr", &json!({}))
        .expect_error(422, "wrong-field");
    let more = json!({ "text": "x", "size": 3 });
    server.post("qr", &more).expect_error(422, "wrong-field");
    server
        .get("/api/v1/qr?text=x")
        .expect_error(405, "wrong-method");
}
