//! Lines and rows read in batches equal those read one by one, for any text and any way in which
//! the stream splits it.

use std::io::{self, Read};

use proptest::prelude::*;
use sudokit::format::{Content, LineBatch, Piece, ReadOptions, Reader};

const PUZZLE: &str =
    "1..5.37..6.3..8.9......98...1.......8761..........6...........7.8.9.76.47...6.312";
const SOLUTION: &str =
    "198543726643278591527619843914735268876192435235486179462351987381927654759864312";

/// Returns at most this many bytes at a time.
struct Cut<'a>(&'a [u8], usize);

impl Read for Cut<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let length = buffer.len().min(self.1);
        self.0.read(&mut buffer[..length])
    }
}

/// A piece, and its text with other values.
#[derive(Debug, PartialEq)]
struct Seen {
    text: Vec<u8>,
    line: usize,
    content: String,
    written: Vec<u8>,
}

/// The cells of a full grid, which solves no puzzle.
fn values(start: usize) -> [u8; 81] {
    std::array::from_fn(|cell| ((cell + start) % 9) as u8 + 1)
}

fn seen(piece: &Piece) -> Seen {
    let mut written = Vec::new();
    let content = match &piece.content {
        Content::Puzzle(record) => {
            if record.puzzle.shape().is_classic() {
                record.write_values(&piece.text, &values(piece.line), &mut written);
            }
            // The blank of a puzzle without empty cells is arbitrary.
            format!(
                "{:?} {:?} {:?} {:?}",
                record.puzzle, record.form, record.name, record.claimed
            )
        }
        other => format!("{other:?}"),
    };
    Seen {
        text: piece.text.clone(),
        line: piece.line,
        content,
        written,
    }
}

fn one_by_one(text: &str) -> Vec<Seen> {
    let mut reader = Reader::new(text.as_bytes(), ReadOptions::default());
    let (mut piece, mut all) = (Piece::default(), Vec::new());
    while reader.read(&mut piece).unwrap() {
        all.push(seen(&piece));
    }
    all
}

/// Reads everything, in batches where possible, and counts the lines that came in batches.
fn in_batches(text: &str, cut: usize, most: usize) -> (Vec<Seen>, usize) {
    let mut reader = Reader::new(Cut(text.as_bytes(), cut), ReadOptions::default());
    let (mut piece, mut batch) = (Piece::default(), LineBatch::default());
    let (mut all, mut batched) = (Vec::new(), 0);
    loop {
        let announced = reader.sees_lines(1);
        if reader.read_lines(&mut batch, most).unwrap() {
            assert!(batch.len() <= most && !batch.is_empty());
            batched += batch.len();
            for line in 0..batch.len() {
                all.push(seen_in(&batch, line));
            }
            continue;
        }
        assert!(!announced && batch.is_empty());
        if !reader.read(&mut piece).unwrap() {
            return (all, batched);
        }
        all.push(seen(&piece));
    }
}

fn seen_in(batch: &LineBatch, line: usize) -> Seen {
    let piece = batch.piece(line);
    let Content::Puzzle(record) = &piece.content else {
        panic!("{piece:?}");
    };
    assert_eq!(record.puzzle.values(), batch.puzzles()[line]);
    assert_eq!(piece.text, batch.text(line));
    assert_eq!(piece.line, batch.line_number(line));
    let digits = |digits: &[u8; 81]| digits.map(|digit| digit - b'0').to_vec();
    let claimed = record.claimed.as_ref().map(|grid| grid.values().to_vec());
    assert_eq!(claimed, batch.claimed(line).map(digits));
    let mut copy = Vec::new();
    batch.write_values(line, &batch.puzzles()[line], &mut copy);
    let mut expected = Vec::new();
    record.write_values(&piece.text, record.puzzle.values(), &mut expected);
    assert_eq!(copy, expected);
    let mut written = Vec::new();
    batch.write_values(line, &values(piece.line), &mut written);
    Seen {
        written,
        ..seen(&piece)
    }
}

/// A field with a puzzle, or with something similar.
fn puzzle() -> impl Strategy<Value = String> {
    prop_oneof![
        20 => Just(PUZZLE.to_string()),
        5 => Just(SOLUTION.to_string()),
        5 => "[1-9.]{81}",
        1 => "[.]{81}",
        1 => "[0-9.]{81}",
        1 => "[1-9. x]{78,82}",
        1 => Just(PUZZLE.replace('.', "0")),
        1 => Just(format!("\"{PUZZLE}\"")),
        1 => Just(format!(" {PUZZLE} ")),
        1 => Just("1.....2..3.....4".to_string()),
        1 => Just(String::new()),
    ]
}

fn solution() -> impl Strategy<Value = String> {
    prop_oneof![
        10 => Just(SOLUTION.to_string()),
        10 => Just(String::new()),
        2 => "[1-9]{81}",
        1 => "[0-9.]{79,82}",
        1 => Just(format!("\"{SOLUTION}\"")),
        1 => Just(format!("{SOLUTION} ")),
        1 => Just("No Solution".to_string()),
    ]
}

fn other() -> impl Strategy<Value = String> {
    prop_oneof![
        8 => "[0-9]{1,5}",
        1 => "[ -~]{0,9}",
        1 => Just("#".to_string()),
        1 => Just("\u{e9}\u{2003}".to_string()),
    ]
}

fn line_end() -> impl Strategy<Value = &'static str> {
    prop_oneof![12 => Just("\n"), 4 => Just("\r\n"), 1 => Just("\r"), 1 => Just("\n\n")]
}

/// A table: its columns, their order, and its rows.
fn table() -> impl Strategy<Value = String> {
    let headers = prop_oneof![
        Just("quizzes,solutions"),
        Just("id,puzzle,solution,clues,difficulty"),
        Just("solution;id;puzzle"),
        Just("level\tpuzzle"),
        Just("puzzle,rating"),
    ];
    let row = (puzzle(), solution(), other(), line_end());
    (headers, prop::collection::vec(row, 0..30)).prop_map(|(header, rows)| {
        let delimiter = header.find([',', ';', '\t']).unwrap();
        let delimiter = &header[delimiter..=delimiter];
        let mut text = format!("{header}\n{}", first_row(header, delimiter));
        for (puzzle, solution, other, end) in rows {
            let fields = header.split(delimiter).map(|column| match column {
                "quizzes" | "puzzle" => &puzzle[..],
                "solutions" | "solution" => &solution,
                _ => &other,
            });
            text += &fields.collect::<Vec<_>>().join(delimiter);
            text += end;
        }
        text
    })
}

/// A first row that sets the layout of the others.
fn first_row(header: &str, delimiter: &str) -> String {
    let fields = header.split(delimiter).map(|column| match column {
        "quizzes" | "puzzle" => PUZZLE,
        _ => "",
    });
    fields.collect::<Vec<_>>().join(delimiter) + "\n"
}

/// Lines with a puzzle, and possibly more columns.
fn lines() -> impl Strategy<Value = String> {
    let behind = prop_oneof![6 => Just(String::new()), 1 => other().prop_map(|o| format!(" {o}"))];
    below(PUZZLE.to_string(), behind)
}

/// Lines with a puzzle and something behind it, below a first line.
fn below(first: String, behind: impl Strategy<Value = String>) -> impl Strategy<Value = String> {
    let line = (puzzle(), behind, line_end());
    prop::collection::vec(line, 0..30).prop_map(move |lines| {
        let lines = lines.into_iter();
        let text: String = lines
            .map(|(puzzle, behind, end)| puzzle + &behind + end)
            .collect();
        format!("{first}\n{text}")
    })
}

proptest! {
    #[test]
    fn batches_equal_single_rows(text in table(), cut in 1usize..400, most in 1usize..9) {
        prop_assert_eq!(in_batches(&text, cut, most).0, one_by_one(&text));
    }

    #[test]
    fn batches_equal_single_lines(text in lines(), cut in 1usize..400, most in 1usize..9) {
        prop_assert_eq!(in_batches(&text, cut, most).0, one_by_one(&text));
    }
}

/// Lines with a puzzle and mostly its solution, without a header.
fn pairs() -> impl Strategy<Value = String> {
    let behind = prop_oneof![
        8 => solution().prop_map(|solution| format!(",{solution}")),
        1 => puzzle().prop_map(|puzzle| format!(",{puzzle}")),
        1 => (solution(), solution()).prop_map(|(one, other)| format!(",{one};{other}")),
        1 => other().prop_map(|other| format!(",{other}")),
    ];
    below(format!("{PUZZLE},{SOLUTION}"), behind)
}

proptest! {
    #[test]
    fn batches_equal_single_pairs(text in pairs(), cut in 1usize..400, most in 1usize..9) {
        prop_assert_eq!(in_batches(&text, cut, most).0, one_by_one(&text));
    }
}

/// Pairs of puzzle and solution without a header are read in batches.
#[test]
fn plain_pairs_are_read_in_batches() {
    for row in [
        format!("{PUZZLE},{SOLUTION}"),
        format!("{PUZZLE} {SOLUTION}"),
        format!("17;{PUZZLE};{SOLUTION};2.2"),
    ] {
        let text = format!("{row}\n").repeat(5_000);
        let (seen, batched) = in_batches(&text, usize::MAX, usize::MAX);
        assert_eq!((seen.len(), batched), (5_000, 4_999), "{row}");
    }
}

/// Common tables are read in batches.
#[test]
fn plain_tables_are_read_in_batches() {
    for (header, row) in [
        ("quizzes,solutions", format!("{PUZZLE},{SOLUTION}")),
        ("quizzes,solutions", format!("{PUZZLE},")),
        ("puzzle;rating", format!("{PUZZLE};4.5")),
        (
            "source,question,answer,rating",
            format!("mine,{PUZZLE},{SOLUTION},3"),
        ),
        (
            "id,puzzle,solution,clues,difficulty",
            format!("17,{PUZZLE},{SOLUTION},27,2.2"),
        ),
    ] {
        for end in ["\n", "\r\n"] {
            let text = format!("{header}{end}{}", format!("{row}{end}").repeat(5_000));
            let (seen, batched) = in_batches(&text, usize::MAX, usize::MAX);
            assert_eq!((seen.len(), batched), (5_001, 4_999), "{header}");
        }
    }
}

/// An error in the middle of a stream comes after all that was read before it.
#[test]
fn text_before_an_error_is_not_lost() {
    struct Broken<'a>(&'a [u8]);
    impl Read for Broken<'_> {
        fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
            match self.0.read(buffer)? {
                0 => Err(io::Error::other("the disk is gone")),
                count => Ok(count),
            }
        }
    }
    let text = format!("{PUZZLE}\n").repeat(10) + "1.";
    let mut reader = Reader::new(Broken(text.as_bytes()), ReadOptions::default());
    let (mut piece, mut batch) = (Piece::default(), LineBatch::default());
    // The kind of the stream is detected from a whole block.
    assert!(reader.read(&mut piece).is_err());
    assert!(reader.read(&mut piece).unwrap());
    assert!(reader.read_lines(&mut batch, 100).unwrap());
    assert_eq!(batch.len(), 9);
    assert!(reader.read_lines(&mut batch, 100).is_err());
}
