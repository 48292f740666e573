//! Boards with a row too many, one of whose rows is empty: it must not be taken for a gap, a frame
//! or a border, which would leave a whole board.

use sudokit::format::{Content, Piece, ReadOptions, Reader};

use crate::boards::Board;

/// The layouts: their name, and how rows with an empty cell as a space are written.
type Layout = (&'static str, fn(&[Vec<String>]) -> String);

const LAYOUTS: [Layout; 7] = [
    ("Markdown without a header", |rows| {
        table(rows, "| ", " | ", " |")
    }),
    ("bars between cells", |rows| table(rows, "", "|", "")),
    ("Markdown with empty names", |rows| {
        let names =
            "|   |   |   |   |   |   |   |   |   |\n|---|---|---|---|---|---|---|---|---|\n";
        format!("{names}{}", table(rows, "| ", " | ", " |"))
    }),
    ("bars in a string", |rows| {
        format!(
            "puzzle = \"\"\"\n{}\"\"\"\n",
            table(rows, "| ", " | ", " |")
        )
    }),
    ("frame of every cell", |rows| {
        let rule = |l: &str, m: &str, r: &str| format!("{l}{}{r}\n", ["───"; 9].join(m));
        let middle = rule("├", "┼", "┤");
        let rows: Vec<String> = rows
            .iter()
            .map(|row| format!("│ {} │\n", row.join(" │ ")))
            .collect();
        format!(
            "{}{}{}",
            rule("┌", "┬", "┐"),
            rows.join(&middle),
            rule("└", "┴", "┘")
        )
    }),
    ("tabs", |rows| {
        let cell = |cell: &String| cell.trim().to_string();
        let row = |row: &Vec<String>| row.iter().map(cell).collect::<Vec<_>>().join("\t");
        rows.iter().map(|cells| row(cells) + "\n").collect()
    }),
    ("spaces", |rows| table(rows, "", "", "")),
];

fn table(rows: &[Vec<String>], before: &str, between: &str, after: &str) -> String {
    rows.iter()
        .map(|row| format!("{before}{}{after}\n", row.join(between)))
        .collect()
}

fn puzzles(text: &str) -> Vec<Vec<u8>> {
    let mut reader = Reader::new(text.as_bytes(), ReadOptions::default());
    let (mut piece, mut found) = (Piece::default(), Vec::new());
    while reader.read(&mut piece).unwrap() {
        if let Content::Puzzle(record) = &piece.content {
            found.push(record.puzzle.values().to_vec());
        }
    }
    found
}

#[test]
fn a_row_too_many_is_seen_beside_an_empty_row() {
    for board in [Board::BlankTop, Board::BlankRows, Board::SparseTop] {
        for (name, write) in LAYOUTS {
            // An empty row above a sheet is its border.
            if (name, board) == ("tabs", Board::BlankTop) {
                continue;
            }
            let rows = board.rows(" ");
            assert_eq!(puzzles(&write(&rows)), [board.values()], "{name}");
            for twice in 0..rows.len() {
                let mut rows = rows.clone();
                rows.insert(twice, rows[twice].clone());
                let text = write(&rows);
                assert_eq!(puzzles(&text), Vec::<Vec<u8>>::new(), "{name}\n{text}");
            }
        }
    }
}
