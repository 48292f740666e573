//! Reading is bounded and interruptible, and a bad byte spoils only its own line.

use std::io::{ErrorKind, Read};

use sudokit::ProblemCode;
use sudokit::format::{Content, Piece, ReadOptions, Reader};
use sudokit::solve::CancelToken;

const PUZZLE: &str =
    "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";

/// Returns the number of puzzles, and the lines and codes of the problems.
fn read(text: impl Read) -> (usize, Vec<(usize, ProblemCode)>, usize) {
    let mut reader = Reader::new(text, ReadOptions::default());
    let (mut piece, mut puzzles, mut problems, mut longest) = (Piece::default(), 0, Vec::new(), 0);
    while reader.read(&mut piece).expect("memory can be read") {
        longest = longest.max(piece.text.len());
        match &piece.content {
            Content::Puzzle(_) => puzzles += 1,
            Content::Unreadable(problem) => problems.push((piece.line, problem.code)),
            Content::Verbatim => {}
        }
    }
    (puzzles, problems, longest)
}

#[test]
fn a_bad_byte_spoils_its_own_line() {
    for bad in [0u8, 1, 0x0e, 0x7f, 0xff] {
        for line in [1, 2, 3, 500] {
            let mut lines = vec![PUZZLE.as_bytes().to_vec(); 500];
            lines[line - 1][40] = bad;
            let text = lines.join(&b'\n');
            let (puzzles, problems, _) = read(&text[..]);
            assert_eq!(puzzles, 499, "{bad} in line {line}");
            assert_eq!(problems.len(), 1);
            assert_eq!(problems[0].0, line);
        }
    }
}

#[test]
fn binary_input_is_refused_as_a_whole() {
    let mut noise = Vec::new();
    for number in 0u32..5_000 {
        noise.extend(number.wrapping_mul(0x9e37_79b9).to_le_bytes());
    }
    for start in [
        &b"\x7fELF\x02\x01"[..],
        b"\x89PNG\r\n\x1a\n",
        b"%PDF-1.4\n",
        b"PK\x03\x04",
        b"",
    ] {
        let text = [start, &noise].concat();
        let (puzzles, problems, _) = read(&text[..]);
        assert_eq!((puzzles, problems), (0, vec![(1, ProblemCode::NotText)]));
    }
}

#[test]
fn a_long_line_is_reported_once_and_not_kept_in_memory() {
    for filler in [&b"5"[..], b"some words ", b"53..7....\t"] {
        let long = filler.repeat(4_000_000 / filler.len());
        let text = [
            PUZZLE.as_bytes(),
            b"\n",
            &long,
            b"\n",
            PUZZLE.as_bytes(),
            b"\n",
        ]
        .concat();
        let (puzzles, problems, longest) = read(&text[..]);
        assert_eq!(puzzles, 2);
        assert_eq!(problems, [(2, ProblemCode::BoardSize)]);
        assert!(longest < 2_500_000, "{longest}");
    }
}

/// An endless stream that is cancelled after some bytes.
struct Endless<'a> {
    text: &'a [u8],
    at: usize,
    left: usize,
    cancel: CancelToken,
}

impl Read for Endless<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
        self.left = self.left.saturating_sub(buffer.len());
        if self.left == 0 {
            self.cancel.cancel();
        }
        for byte in buffer.iter_mut() {
            *byte = self.text[self.at % self.text.len()];
            self.at += 1;
        }
        Ok(buffer.len())
    }
}

#[test]
fn reading_can_be_cancelled_in_every_form() {
    let rows = PUZZLE.as_bytes().chunks(9).collect::<Vec<_>>().join(&b'\n');
    let rows = String::from_utf8(rows).unwrap();
    for (start, text) in [
        ("", format!("{PUZZLE}\n")),
        ("", format!("{rows}\n\n")),
        ("puzzle\n", format!("{PUZZLE}\n")),
        ("[", format!("\"{PUZZLE}\",")),
        ("[", "[".to_string()),
        ("{\"a\": \"", "a".to_string()),
        ("<opensudoku>", format!("<game data=\"{PUZZLE}\"/>")),
        ("<opensudoku><!--", "-".to_string()),
        ("", format!("[Puzzle]\n{rows}\n")),
        ("[Puzzle]\n", "53..7....\n".to_string()),
        ("", "5".to_string()),
        ("", "words and more words ".to_string()),
        ("", "\n".to_string()),
    ] {
        let cancel = CancelToken::new();
        let endless = Endless {
            text: text.as_bytes(),
            at: 0,
            left: 1_500_000,
            cancel: cancel.clone(),
        };
        let stream = start.as_bytes().chain(endless);
        let mut reader = Reader::new(stream, ReadOptions::default()).cancelled_by(cancel);
        let mut piece = Piece::default();
        let error = loop {
            match reader.read(&mut piece) {
                Ok(true) => {}
                Ok(false) => panic!("{start}{text}: the stream has no end"),
                Err(error) => break error,
            }
        };
        assert_eq!(error.kind(), ErrorKind::Interrupted, "{start}{text}");
    }
}

#[test]
fn a_header_is_a_piece_of_its_own() {
    let text = &b"4 2 2\n1...\n..2.\n.3..\n...4\n"[..];
    let mut reader = Reader::new(text, ReadOptions::default());
    let mut piece = Piece::default();
    assert!(reader.read(&mut piece).unwrap());
    assert_eq!(piece.text, b"4 2 2\n");
    assert!(reader.read(&mut piece).unwrap());
    assert!(matches!(&piece.content, Content::Puzzle(record) if record.puzzle.clues() == 4));
    assert_eq!((piece.line, piece.text.len()), (2, 20));
    assert!(!reader.read(&mut piece).unwrap());
}

#[test]
fn a_row_with_a_letter_and_a_number_is_no_header() {
    let blank = ".".repeat(36) + "\n";
    let text = format!("W.............1.....................\n{}", blank.repeat(35));
    let options = ReadOptions {
        symbols: Some("1-9A-Za".parse().unwrap()),
        ..ReadOptions::default()
    };
    let mut reader = Reader::new(text.as_bytes(), options);
    let mut piece = Piece::default();
    assert!(reader.read(&mut piece).unwrap());
    assert!(matches!(&piece.content, Content::Puzzle(record) if record.puzzle.clues() == 2));
}
