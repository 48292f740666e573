//! Bodies in other encodings and compressed bodies.

use sudokit::format::{Compression, Encoder, Encoding, TextEncoding};

use crate::client::{PUZZLE, Response, SOLUTION, TestServer};

fn encoded(text: &str, compression: Option<Compression>, encoding: TextEncoding) -> Vec<u8> {
    let mut encoder = Encoder::new(Encoding {
        compression,
        text: encoding,
    });
    let mut bytes = Vec::new();
    encoder.encode(text.as_bytes(), &mut bytes).unwrap();
    encoder.finish(&mut bytes).unwrap();
    bytes
}

fn post(server: &TestServer, route: &str, body: &[u8]) -> Response {
    let text = [("content-type", "text/plain")];
    server.request("POST", &format!("/api/v1/{route}"), &text, body)
}

#[test]
fn bodies_are_decoded() {
    let server = TestServer::new();
    let file = format!("\u{feff}# two\n{PUZZLE}\n{PUZZLE}\n");
    let one = format!("\u{feff}{PUZZLE}\n");
    for compression in [None, Some(Compression::Gzip), Some(Compression::Zstd)] {
        for encoding in [
            TextEncoding::Utf8,
            TextEncoding::Utf16Le,
            TextEncoding::Utf16Be,
        ] {
            let lines = post(
                &server,
                "batch/solve",
                &encoded(&file, compression, encoding),
            )
            .lines();
            assert_eq!(lines.len(), 2, "{compression:?} {encoding:?}");
            assert_eq!(lines[1]["line"], 3);
            assert_eq!(lines[1]["solution"], SOLUTION);
            let solved = post(&server, "solve", &encoded(&one, compression, encoding)).ok();
            assert_eq!(solved["solution"], SOLUTION);
        }
    }
    let latin = [b"# caf\xe9\n", PUZZLE.as_bytes(), b"\n"].concat();
    let lines = post(&server, "batch/solve", &latin).lines();
    assert_eq!(lines[0]["solution"], SOLUTION);
}

#[test]
fn the_limit_applies_to_the_text() {
    let server = TestServer::with(|limits| {
        (limits.service.body, limits.service.batch_body) = (9_000, 9_000)
    });
    let bomb = format!("{PUZZLE}\n# {}\n", ".".repeat(1 << 20));
    let bomb = encoded(&bomb, Some(Compression::Gzip), TextEncoding::Utf8);
    assert!(bomb.len() < 9_000);
    let lines = post(&server, "batch/parse", &bomb).lines();
    let last = lines.last().unwrap();
    assert_eq!(last["problem"]["code"], "too-long");
    post(&server, "solve", &bomb).expect_error(413, "too-long");
}

#[test]
fn archives_are_refused_by_name() {
    let server = TestServer::new();
    let archive = b"PK\x03\x04\x14\x00\x00\x00\x08\x00board.txt";
    let error = post(&server, "solve", archive).expect_error(400, "malformed-request");
    assert_eq!(error["message"], "the input is a zip archive");
    let lines = post(&server, "batch/parse", archive).lines();
    assert_eq!(lines[0]["problem"]["message"], "the input is a zip archive");
    let broken = &encoded(PUZZLE, Some(Compression::Gzip), TextEncoding::Utf8)[..30];
    post(&server, "solve", broken).expect_error(400, "malformed-request");
}
