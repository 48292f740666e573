//! Reads arbitrary bytes: nothing panics, the pieces add up to the input, and writing a puzzle's own
//! values changes nothing.
#![no_main]

use libfuzzer_sys::fuzz_target;
use sudokit::format::{Content, Piece, ReadOptions, Reader};

fuzz_target!(|bytes: &[u8]| {
    let mut reader = Reader::new(bytes, ReadOptions::default());
    let (mut piece, mut together, mut written) = (Piece::default(), Vec::new(), Vec::new());
    while reader.read(&mut piece).expect("a slice can always be read") {
        together.extend_from_slice(&piece.text);
        match &piece.content {
            Content::Puzzle(record) => {
                let _ = record.puzzle.check();
                record.write_values(&piece.text, record.puzzle.values(), &mut written);
            }
            _ => written.extend_from_slice(&piece.text),
        }
    }
    assert_eq!(together, bytes);
    assert_eq!(written, bytes);
});
