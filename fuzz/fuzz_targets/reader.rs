//! Reads arbitrary bytes: nothing panics, the pieces add up to the input, and writing a puzzle's own
//! values changes nothing.
#![no_main]

mod mutator;

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
                let values = record.puzzle.values();
                // A complete puzzle is its own answer, which fills an empty solution column.
                match values.contains(&0) {
                    true => record.write_values(&piece.text, values, &mut written),
                    false => record.write_puzzle(&piece.text, values, None, &mut written),
                }
            }
            _ => written.extend_from_slice(&piece.text),
        }
    }
    assert_eq!(together, bytes);
    assert_eq!(written, bytes);
});
