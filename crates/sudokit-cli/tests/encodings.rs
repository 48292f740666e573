//! Files in other encodings and compressed files: read, and written in the same way.

mod common;
use common::*;

use std::io::Read;

use sudokit::format::{Compression, Decoder, Encoder, Encoding, TextEncoding};

fn encoded(text: &str, encoding: Encoding) -> Vec<u8> {
    let mut encoder = Encoder::new(encoding);
    let mut bytes = Vec::new();
    encoder.encode(text.as_bytes(), &mut bytes).unwrap();
    encoder.finish(&mut bytes).unwrap();
    bytes
}

fn decoded(bytes: &[u8]) -> (String, Encoding) {
    let mut decoder = Decoder::new(bytes);
    let encoding = decoder.encoding().unwrap();
    let mut text = String::new();
    decoder.read_to_string(&mut text).unwrap();
    (text, encoding)
}

fn plain(text: TextEncoding) -> Encoding {
    Encoding {
        compression: None,
        text,
    }
}

fn compressed(compression: Compression) -> Encoding {
    Encoding {
        compression: Some(compression),
        text: TextEncoding::Utf8,
    }
}

#[test]
fn the_answer_has_the_encoding_of_the_puzzle() {
    let text = format!("# é\r\n{KNOWN}\r\n{KNOWN}\r\n");
    let answer = text.replace(KNOWN, KNOWN_SOLUTION);
    for (encoding, mark) in [
        (TextEncoding::Utf16Le, "\u{feff}"),
        (TextEncoding::Utf16Be, "\u{feff}"),
        (TextEncoding::Utf16Le, ""),
        (TextEncoding::Utf16Be, ""),
        (TextEncoding::Windows1252, ""),
    ] {
        let bytes = encoded(&format!("{mark}{text}"), plain(encoding));
        let expected = encoded(&format!("{mark}{answer}"), plain(encoding));
        let scratch = Scratch::new();
        scratch.write("wide.txt", &bytes);
        scratch.run(&["solve", "--save", "wide.txt"]).ends(0);
        assert_eq!(scratch.bytes("wide_output.txt"), expected);
        scratch.run(&["wide.txt", "-o", "one.txt"]).ends(0);
        assert_eq!(scratch.bytes("one.txt"), expected);
        scratch
            .run(&["convert", "--to", "line", "wide.txt"])
            .ends(0)
            .gives(&format!("{KNOWN}\n{KNOWN}\n"));
        scratch
            .run(&["transform", "--transpose", "wide.txt", "-o", "turned.txt"])
            .ends(0);
        assert_eq!(decoded(&scratch.bytes("turned.txt")).1.text, encoding);
        // Two files have no common encoding.
        scratch
            .run(&["wide.txt", "wide.txt", "-o", "both.txt"])
            .ends(0);
        let both = decoded(&scratch.bytes("both.txt"));
        assert_eq!(both.1, Encoding::default());
        assert_eq!(both.0.matches(KNOWN_SOLUTION).count(), 4);
    }
}

#[test]
fn frames_of_dos_are_read() {
    let text = "┌────┬────┐\r\n│1 . │. . │\r\n│. . │2 . │\r\n├────┼────┤\r\n│. 3 │. . │\r\n│. . │. 4 │\r\n└────┴────┘\r\n";
    let scratch = Scratch::new();
    scratch.write("dos.txt", encoded(text, plain(TextEncoding::Cp437)));
    scratch.run(&["solve", "--save", "dos.txt"]).ends(0);
    let (answer, encoding) = decoded(&scratch.bytes("dos_output.txt"));
    assert_eq!(encoding.text, TextEncoding::Cp437);
    assert!(answer.starts_with("┌────┬────┐\r\n│1 "), "{answer}");
    assert!(!answer.contains('.'), "{answer}");
}

#[test]
fn compressed_files_are_read_and_saved_compressed() {
    for kind in [Compression::Gzip, Compression::Zstd] {
        let scratch = Scratch::new();
        let name = format!("puzzles.txt.{}", kind.extension());
        let mut bytes = encoded(&format!("# one\n{KNOWN}\n"), compressed(kind));
        bytes.extend(encoded(&format!("{HARD}\n"), compressed(kind)));
        scratch.write(&name, &bytes);
        let answer = format!("# one\n{KNOWN_SOLUTION}\n{HARD_SOLUTION}\n");
        scratch.run(&["solve", &name]).ends(0).gives(&answer);
        scratch.run(&["solve", "--save", &name]).ends(0);
        let saved = format!("puzzles_output.txt.{}", kind.extension());
        let (text, encoding) = decoded(&scratch.bytes(&saved));
        assert_eq!(
            (text.as_str(), encoding),
            (answer.as_str(), compressed(kind))
        );
        scratch.run(&["solve", &name, "-o", "plain.txt"]).ends(0);
        assert_eq!(scratch.read("plain.txt"), answer);
        let packed = format!("packed.{}", kind.extension());
        scratch.run(&["solve", "plain.txt", "-o", &packed]).ends(0);
        assert_eq!(decoded(&scratch.bytes(&packed)), (answer, compressed(kind)));
        scratch.write("cut", &bytes[..bytes.len() - 9]);
        scratch
            .run(&["check", "cut"])
            .ends(2)
            .says("damaged or cut off");
    }
}

#[test]
fn many_compressed_lines_take_the_fast_lane() {
    let text = format!("{KNOWN}\n").repeat(5000);
    let scratch = Scratch::new();
    scratch.write("many.gz", encoded(&text, compressed(Compression::Gzip)));
    let answer = format!("{KNOWN_SOLUTION}\n").repeat(5000);
    scratch.run(&["solve", "many.gz"]).ends(0).gives(&answer);
}

#[test]
fn archives_are_refused_by_name() {
    let scratch = Scratch::new();
    for (bytes, name, help) in [
        (&b"BZh91AY&SY\x00\x00"[..], "bzip2", "bunzip2"),
        (b"\xfd7zXZ\x00\x00\x04", "xz", "unxz"),
        (
            b"PK\x03\x04\x14\x00\x00\x00\x08\x00board.txt",
            "a zip archive",
            "unzip",
        ),
    ] {
        scratch.write("packed", bytes);
        scratch
            .run(&["solve", "packed"])
            .ends(2)
            .says(name)
            .says(help);
    }
}
