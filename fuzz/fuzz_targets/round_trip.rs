//! Reads arbitrary bytes, and writes what was read: the pieces add up to the input, a puzzle's own
//! values change nothing, an answer reads back, and every form that can hold a puzzle gives it back.
#![no_main]

mod mutator;

use libfuzzer_sys::fuzz_target;
use sudokit::format::write::{Entry, Loss, WriteOptions, Writer};
use sudokit::format::{Content, Form, Piece, ReadOptions, Reader, Record};
use sudokit::{Problem, Puzzle};

fn pieces(bytes: &[u8], options: ReadOptions) -> Vec<Piece> {
    let mut reader = Reader::new(bytes, options);
    let (mut piece, mut pieces) = (Piece::default(), Vec::new());
    while reader.read(&mut piece).expect("a slice can always be read") {
        pieces.push(piece.clone());
    }
    pieces
}

fn puzzles(pieces: &[Piece]) -> Result<Vec<&Record>, &Problem> {
    let found = pieces.iter().filter_map(|piece| match &piece.content {
        Content::Puzzle(record) => Some(Ok(record)),
        Content::Unreadable(problem) => Some(Err(problem)),
        Content::Verbatim => None,
    });
    found.collect()
}

fn write_and_read(form: Form, puzzle: &Puzzle) {
    let mut writer = Writer::new(form, WriteOptions::default());
    let mut text = Vec::new();
    writer.begin(&mut text);
    let Ok(losses) = writer.puzzle(Entry::from(puzzle), &mut text) else {
        return;
    };
    writer.end(&mut text);
    let mut options = ReadOptions::default();
    for loss in &losses {
        match loss {
            Loss::Shape(shape) => options.shape = Some(shape.clone()),
            Loss::Symbols(symbols) => options.symbols = symbols.parse().ok(),
            _ => {}
        }
    }
    if form.can_read() {
        options.form = Some(form);
    }
    let pieces = pieces(&text, options);
    let shown = || String::from_utf8_lossy(&text).into_owned();
    let found = puzzles(&pieces).unwrap_or_else(|problem| panic!("{form}: {problem}\n{}", shown()));
    assert_eq!(found.len(), 1, "{form}\n{}", shown());
    // In a form that lists candidates, a cell with one candidate counts as filled.
    let lists_candidates = matches!(form, Form::Pencilmarks | Form::CandidateLine | Form::Sdx);
    let keeps = |(new, old): (&u8, &u8)| new == old || *old == 0 && lists_candidates;
    let read = found[0].puzzle.values().iter();
    assert!(read.zip(puzzle.values()).all(keeps), "{form}\n{}", shown());
    assert_eq!(found[0].puzzle.shape(), puzzle.shape(), "{form}\n{}", shown());
}

fuzz_target!(|bytes: &[u8]| {
    let first = pieces(bytes, ReadOptions::default());
    let (mut together, mut written) = (Vec::new(), Vec::new());
    for piece in &first {
        together.extend_from_slice(&piece.text);
        let _ = piece.problem();
        match &piece.content {
            Content::Puzzle(record) => {
                record.write_values(&piece.text, record.puzzle.values(), &mut written);
            }
            _ => written.extend_from_slice(&piece.text),
        }
    }
    assert_eq!(together, bytes);
    // A full puzzle beside a solution column is itself the answer.
    let all_open = |record: &&Record| !record.puzzle.is_full();
    let records: Vec<&Record> = first
        .iter()
        .filter_map(|piece| match &piece.content {
            Content::Puzzle(record) => Some(record),
            _ => None,
        })
        .collect();
    if records.iter().all(all_open) {
        assert_eq!(written, bytes);
    }
    for record in records.iter().take(2) {
        let puzzle = &record.puzzle;
        if puzzle.candidates().is_none() && puzzle.check().is_ok() && puzzle.shape().size() <= 16 {
            Form::ALL.iter().for_each(|form| write_and_read(*form, puzzle));
        }
    }
});
