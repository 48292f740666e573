//! Parses arbitrary text as what flags and requests name: shapes, ranges, techniques, symbols,
//! patterns, transformations. Nothing panics, and what is written reads back.
#![no_main]

use std::fmt::Display;
use std::str::FromStr;

use libfuzzer_sys::fuzz_target;
use sudokit::format::{Blanks, Form, Symbols};
use sudokit::logic::{Level, Technique};
use sudokit::pattern::{Pattern, Symmetry};
use sudokit::range::Range;
use sudokit::symmetry::{Notation, Transformation};
use sudokit::{Engine, Shape};

/// Parses a name, and checks that it reads back as it was written.
fn round_trip<T: FromStr + Display + PartialEq>(text: &str) {
    if let Ok(value) = text.parse::<T>() {
        let written = value.to_string();
        let again = written.parse::<T>();
        assert!(again.is_ok_and(|again| again == value), "{text:?}: {written:?}");
    }
}

fuzz_target!(|text: &str| {
    round_trip::<Shape>(text);
    round_trip::<Range<u32>>(text);
    // What stays in its place is not written, so the size is lost.
    if let Ok(change) = text.parse::<Transformation>() {
        let written: Notation = change.to_string().parse().expect("a notation");
        assert!(written.for_size(change.size()).is_ok_and(|again| again == change), "{text:?}");
    }
    round_trip::<Symbols>(text);
    round_trip::<Blanks>(text);
    round_trip::<Form>(text);
    round_trip::<Engine>(text);
    let _ = text.parse::<Technique>().map_err(|error| error.to_string());
    let _ = text.parse::<Level>().map_err(|error| error.to_string());
    let _ = text.parse::<Symmetry>().map_err(|error| error.to_string());
    let _ = text.parse::<Pattern>().map_err(|error| error.to_string());
    for size in [4, 9, 16] {
        let notation = text.parse::<Notation>();
        let _ = notation.and_then(|notation| notation.for_size(size));
        let shape: Shape = size.to_string().parse().expect("a size");
        let _ = Pattern::read(text.as_bytes(), &shape);
    }
});
