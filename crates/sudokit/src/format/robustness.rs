//! Tests that no form loses a byte or panics, whatever the input.

use proptest::prelude::*;

use crate::format::forms::{hodoku, list, table};
use crate::format::read::pieces::pieces_of;
use crate::format::read::segment::Segment;
use crate::format::write::{Entry, WriteOptions, Writer};
use crate::format::{Content, Form, Piece, ReadOptions, Reader, Record};
use crate::puzzle::Puzzle;

const SAMPLES: [&str; 8] = [
    ":0401:3:9.567.1..61.5+4...+9.849+3+15+6....8.39.....+2.+9....+987.4...+5+61.+9782.+8+7+9.+26.51..2+1857+96:249 261 165:328::\n",
    "six 6 3 2 1 0 0 0 0 6 0 0 2 0 0 0 0 0 0 0 3 0 0 4 0 0 0 0 0 0 0 5 0 0 6 0 0 0 0 1\r\n",
    "\"7\",53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79,\"\",x\n",
    "2,1;0;3;0;0;4;0;0;0;0;0;0;0;0;0;1,\n",
    "#N one\r\n[Puzzle]\r\n1...\r\n..2.\r\n.3..\r\n...4\r\n[State]\r\n12..\r\n..2.\r\n.3..\r\n...4\r\n\r\n[Puzzle]\n1...\n....\n....\n...2",
    "<opensudoku>\n<!-- a -->\n<game data=\"530070000600195000098000060800060003400803001700020006060000280000419005000080079\"/><game data='1'></game></opensudoku>",
    "[\n {\"name\": \"é\\n\", \"puzzle\": \"1...\\n..2.\\n.3..\\n...4\", \"candidates\": [[1],[2]]},\n {\"grid\": [[1,0,null,\"\"],[0,0,2,0],[0,3,0,0],[0,0,0,4]], \"solution\": []}\n]\n",
    "{\"board\":\"1.....2..3.....4\",\"solution\":\"\",\"shape\":\"2x2\"}\n[\"1...\",\"..2.\",\".3..\",\"...4\"]\n{\"puzzles\":[\"1.....2..3.....4\"]}\n",
];

/// Texts that no writer makes.
const OTHER_SAMPLES: [&str; 17] = [
    "puzzle,solution\n53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79,534678912672195348198342567859761423426853791713924856961537284287419635345286179\n",
    "id,puzzle\n1,\"53..7....\n6..195...\n.98....6.\n8...6...3\n4..8.3..1\n7...2...6\n.6....28.\n...419..5\n....8..79\"\n",
    "1.....2..3.....4,1234341221434321\n",
    "board = [[1, 0, None, ''], [0, 0, 2, 0], (0, 3, 0, 0), [0, 0, 0, 4]]\n",
    "int g[4][4] = {\n {1,0,0,0},\n {0,0,2,0},\n {0,3,0,0},\n {0,0,0,4}\n};\n",
    "<table><tr><td>1</td><td></td><td></td><td></td></tr><tr><td></td><td></td><td>2</td><td></td></tr><tr><td></td><td>3</td><td></td><td></td></tr><tr><td></td><td></td><td></td><td>4</td></tr></table>\n",
    "> | 1 |   |   |   |\n> |---|---|---|---|\n> |   |   | 2 |   |\n> |   | 3 |   |   |\n> |   |   |   | 4 |\n",
    "\\begin{array}{cccc}1&&&\\\\&&2&\\\\&3&&\\\\&&&4\\end{array}\n",
    "https://www.sudokuwiki.org/sudoku.htm?bd=530070000600195000098000060800060003400803001700020006060000280000419005000080079\n",
    ",,,,\n,1,,,\n,,,2,\n,,3,,\n,,,,4\n",
    "6 2 3\n1 0 0 0 0 6\n0 0 2 0 0 0\n0 0 0 0 3 0\n0 4 0 0 0 0\n0 0 0 5 0 0\n6 0 0 0 0 1\n",
    "initial(1,1,1). initial(2,3,2). initial(3,2,3). initial(4,4,4).\n",
    "\n    2\n1 3   4\n      1\n",
    "1 |  \n  |2 \n--+--\n 3|\n  | 4\n",
    "; 1 . ! . .\n; . . ! 2 .\n; ---------\n; . 3 ! . .\n; . . ! . 4\n",
    "１，，，\r\n，，２，\r\n，３，，\r\n，，，４\r\n\r\nb5f3c0a735caed24a844cfb6837ecc58\r\n",
    "|   | A | B | C | D |\n|---|---|---|---|---|\n| 1 | 1 |   |   |   |\n| 2 |   |   | 2 |   |\n| 3 |   | 3 |   |   |\n| 4 |   |   |   | 4 |\n",
];

/// Every sample: those above, and files of all forms that can be written.
fn samples() -> &'static [Vec<u8>] {
    static SAMPLES_OF_ALL_FORMS: std::sync::OnceLock<Vec<Vec<u8>>> = std::sync::OnceLock::new();
    SAMPLES_OF_ALL_FORMS.get_or_init(|| {
        let texts = SAMPLES.iter().chain(&OTHER_SAMPLES);
        let mut samples: Vec<Vec<u8>> = texts.map(|text| text.as_bytes().to_vec()).collect();
        for form in Form::ALL.iter().copied() {
            samples.extend(file(form));
        }
        samples
    })
}

/// A file of two puzzles in a form, if it can be written.
fn file(form: Form) -> Option<Vec<u8>> {
    const LINES: [&str; 2] = [
        "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79",
        ".....9..2.3..78..98..1..75...6.9....57.....6...2.....5..3.8.5..4..6......9..2...4",
    ];
    if !form.can_write() {
        return None;
    }
    let mut writer = Writer::new(form, WriteOptions::default());
    let mut text = Vec::new();
    writer.begin(&mut text);
    for line in LINES {
        let puzzle: Puzzle = line.parse().ok()?;
        writer.puzzle(Entry::from(&puzzle), &mut text).ok()?;
    }
    writer.end(&mut text);
    Some(text)
}

/// Reads a text as a file, and checks every piece.
fn check_file(text: &[u8]) {
    let mut reader = Reader::new(text, ReadOptions::default());
    let (mut piece, mut pieces) = (Piece::default(), Vec::new());
    while reader.read(&mut piece).expect("a slice can be read") {
        pieces.push(piece.clone());
    }
    let joined: Vec<u8> = pieces.iter().flat_map(|piece| piece.text.clone()).collect();
    assert_eq!(joined, text, "pieces are the file");
    for piece in &pieces {
        let _ = piece.problem();
        if let Content::Puzzle(record) = &piece.content {
            check_record(record, &piece.text);
        }
    }
}

/// A sample with a few of its parts removed, doubled, or replaced.
fn mutated() -> impl Strategy<Value = Vec<u8>> {
    let edit = (any::<u16>(), 0usize..9, 0u8..4, any::<u8>());
    (0..samples().len(), prop::collection::vec(edit, 0..6)).prop_map(|(sample, edits)| {
        let mut text = samples()[sample].clone();
        for (at, length, kind, byte) in edits {
            let start = usize::from(at) % (text.len() + 1);
            let end = (start + length).min(text.len());
            let old = text[start..end].to_vec();
            let new = match kind {
                0 => Vec::new(),
                1 => [old.as_slice(), old.as_slice()].concat(),
                2 => vec![byte],
                _ => vec![b"\"[]{},:;\\<>/&\n\r+ 09.|"[usize::from(byte) % 21]],
            };
            text.splice(start..end, new);
        }
        text
    })
}

fn any_text() -> impl Strategy<Value = Vec<u8>> {
    prop_oneof![
        4 => mutated(),
        1 => prop::collection::vec(any::<u8>(), 0..300),
        1 => "[\\[\\]{}\",:0-9. \n]{0,200}".prop_map(String::into_bytes),
    ]
}

/// Checks that a record's own values reproduce the text, and that any answer and any word can be
/// written.
fn check_record(record: &Record, text: &[u8]) {
    let mut copy = Vec::new();
    record.write_values(text, record.puzzle.values(), &mut copy);
    if record.answer.is_none() || !record.puzzle.is_full() {
        assert_eq!(
            String::from_utf8_lossy(&copy),
            String::from_utf8_lossy(text)
        );
    }
    let largest = record.puzzle.shape().size() as u8;
    record.write_values(
        text,
        &vec![largest; record.puzzle.values().len()],
        &mut copy,
    );
    record.write_word(text, "No Solution", &mut copy);
    for cell in 0..record.puzzle.values().len() {
        record.place(text, 1, cell);
    }
}

fn check_pieces(pieces: &[Piece], text: &[u8]) {
    let joined: Vec<u8> = pieces.iter().flat_map(|piece| piece.text.clone()).collect();
    assert_eq!(joined, text, "pieces are the document");
    for piece in pieces {
        match &piece.content {
            Content::Puzzle(record) => check_record(record, &piece.text),
            Content::Unreadable(problem) => {
                assert!(!problem.message.is_empty() && problem.place().is_some());
            }
            Content::Verbatim => assert!(!piece.text.is_empty()),
        }
    }
}

#[test]
fn truncated_files_lose_nothing() {
    for sample in samples() {
        for end in (0..sample.len()).step_by(1 + sample.len() / 120) {
            check_file(&sample[..end]);
        }
    }
}

#[test]
fn files_of_two_forms_lose_nothing() {
    for one in samples() {
        for other in samples() {
            check_file(&[&one[..], &other[..]].concat());
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig {
        failure_persistence: None,
        ..ProptestConfig::with_cases(2000)
    })]

    #[test]
    fn no_byte_is_lost_and_nothing_panics(text in any_text()) {
        check_file(&text);
        let options = ReadOptions::default();
        let segment = Segment { text: &text, line: 1, options: &options, convention: None };
        for form in [Form::Json, Form::OpenSudoku, Form::Sdk] {
            check_pieces(&pieces_of(&text, form), &text);
        }
        let table = table::Table::from_header(b"id,puzzle,solution,clues").expect("a header");
        table::Table::from_header(&text);
        for record in [hodoku::read(&segment), list::read(&segment), table.read(&segment)] {
            match record {
                Ok(record) => check_record(&record, &text),
                Err(problem) => prop_assert!(problem.place().is_some()),
            }
        }
    }
}
