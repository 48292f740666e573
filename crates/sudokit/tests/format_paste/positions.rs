//! Spaces as empty cells, with and without bars, and without the spaces at the ends of lines.

use crate::boards::Board;
use crate::{Case, Expected, case};

/// How the cells of a row are laid out: between cells, between boxes, between bands.
const LAYOUTS: [(&str, &str, &str, &str); 7] = [
    ("side by side", "", "", ""),
    ("with spaces", " ", " ", ""),
    ("with gaps", "", " ", ""),
    ("in bars", "", "|", ""),
    ("in bars and rules", "", "|", "-----------"),
    ("in bars and corners", "", "|", "---+---+---"),
    (
        "in spaced bars and corners",
        " ",
        " | ",
        "------+-------+------",
    ),
];

pub fn cases() -> Vec<Case> {
    let mut cases = Vec::new();
    for board in [Board::Nine, Board::BlankTop, Board::BlankRows] {
        for (name, between, bar, rule) in LAYOUTS {
            for trimmed in [false, true] {
                let text = grid(board, (between, bar, rule), trimmed);
                let ends = if trimmed { "trimmed" } else { "whole" };
                let name = format!("{board:?}, spaces {name}, {ends}");
                // An empty line may be a gap as well as a row.
                let has_empty_lines = trimmed && board != Board::Nine && !bar.contains('|');
                let expected = match has_empty_lines {
                    true => Expected::ReadOrRefused(board),
                    false => Expected::Read(board),
                };
                let titled = format!("A puzzle for you:\n\n{text}\nGood luck!\n");
                cases.push(case(format!("{name}, with a title"), titled, expected));
                cases.push(case(name, text, expected));
            }
        }
    }
    for blank in [" ", ".", "0", ""] {
        let rows = Board::Nine.rows(blank);
        let rows: Vec<String> = rows.iter().map(|row| row.join(" | ")).collect();
        let text = rows.join("\n") + "\n";
        let name = format!("bars between all cells, blank {blank:?}");
        cases.push(case(name, text, Expected::Read(Board::Nine)));
    }
    cases
}

fn grid(board: Board, (between, bar, rule): (&str, &str, &str), trimmed: bool) -> String {
    let rows = board.rows(" ");
    let row = |row: &Vec<String>| {
        let boxes: Vec<String> = row.chunks(3).map(|cells| cells.join(between)).collect();
        let row = boxes.join(bar);
        match trimmed {
            true => row.trim_end().to_string() + "\n",
            false => row + "\n",
        }
    };
    let bands: Vec<String> = rows
        .chunks(3)
        .map(|band| band.iter().map(row).collect())
        .collect();
    let rule = if rule.is_empty() {
        String::new()
    } else {
        format!("{rule}\n")
    };
    bands.join(&rule)
}
