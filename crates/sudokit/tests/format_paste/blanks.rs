//! Every character for an open cell in every simple layout.

use crate::boards::{Board, lines};
use crate::{Case, Expected, case};

/// Characters that people use for an open cell.
const BLANKS: [&str; 24] = [
    "0", ".", "_", "-", "*", "?", "x", "X", " ", "o", "O", "#", "/", "·", "•", "□", "☐", "∙", "–",
    "—", "~", "+", "○", "%",
];

/// Words and numbers for an open cell, where cells are separated.
const WORDS: [&str; 12] = [
    "", "-1", "nan", "NaN", "None", "null", "NA", "N/A", "\"\"", "__", "..", "--",
];

pub fn cases() -> Vec<Case> {
    let mut cases = Vec::new();
    for blank in BLANKS {
        for (name, text) in layouts(blank) {
            let expected = expected(blank, &name);
            cases.push(case(format!("blank {blank:?}, {name}"), text, expected));
        }
    }
    for blank in WORDS {
        let rows = Board::Nine.rows(blank);
        for (name, between) in [("commas", ","), ("semicolons", ";"), ("tabs", "\t")] {
            let text = lines(&rows, between);
            let name = format!("blank word {blank:?}, {name}");
            cases.push(case(name, text, expected_word(blank)));
        }
        if !blank.is_empty() {
            let text = lines(&rows, " ");
            let name = format!("blank word {blank:?}, spaces");
            cases.push(case(name, text, expected_word(blank)));
        }
    }
    for (name, symbol) in [
        ("decimal points", (|v| format!("{v}.0")) as fn(u8) -> String),
        ("leading zeros", |v| format!("0{v}")),
    ] {
        for (blank, between) in [("nan", ","), ("0.0", " "), ("00", " "), ("", ",")] {
            if (name == "leading zeros") == (blank == "0.0") {
                continue;
            }
            let cells = Board::Nine.cells(blank, symbol);
            let rows: Vec<Vec<String>> = cells.chunks(9).map(<[String]>::to_vec).collect();
            let text = lines(&rows, between);
            let name = format!("{name} with {blank:?}");
            cases.push(case(name, text, Expected::Read(Board::Nine)));
        }
    }
    cases
}

fn expected_word(blank: &str) -> Expected {
    match blank {
        // Quotation marks may also be around what is between two of them.
        "\"\"" => Expected::ReadOrRefused(Board::Nine),
        _ => Expected::Read(Board::Nine),
    }
}

fn expected(blank: &str, layout: &str) -> Expected {
    let is_line = layout.starts_with("line");
    match blank {
        // A comment, to the reader of lines.
        "#" | "/" if is_line => Expected::ReadOrRefused(Board::Nine),
        // Separators and open cells look the same.
        " " if layout.contains("spaced") || layout.contains("groups") => {
            Expected::ReadOrRefused(Board::Nine)
        }
        // Spaces between separators may as well be indentation.
        " " if layout.contains("joined") || layout.contains("bars") => {
            Expected::ReadOrRefused(Board::Nine)
        }
        "/" | "-" | "." | "_" if layout.contains("slashes") || layout.contains("stops") => {
            Expected::ReadOrRefused(Board::Nine)
        }
        _ => Expected::Read(Board::Nine),
    }
}

/// The board with a blank, in the layouts that need no frame.
fn layouts(blank: &str) -> Vec<(String, String)> {
    let board = Board::Nine;
    let rows = board.rows(blank);
    let plain: Vec<String> = rows.iter().map(|row| row.concat()).collect();
    let grouped: Vec<String> = rows
        .iter()
        .map(|row| {
            let groups: Vec<String> = row.chunks(3).map(<[String]>::concat).collect();
            groups.join(" ")
        })
        .collect();
    let mut layouts = vec![
        ("line".to_string(), plain.concat() + "\n"),
        ("line without end".to_string(), plain.concat()),
        ("rows".to_string(), plain.join("\n") + "\n"),
        ("rows with CRLF".to_string(), plain.join("\r\n") + "\r\n"),
        ("spaced".to_string(), lines(&rows, " ")),
        ("commas".to_string(), lines(&rows, ",")),
        ("commas and spaces".to_string(), lines(&rows, ", ")),
        ("semicolons".to_string(), lines(&rows, ";")),
        ("tabs".to_string(), lines(&rows, "\t")),
        ("line of groups".to_string(), plain.join(" ") + "\n"),
        ("line, commas".to_string(), rows.concat().join(",") + "\n"),
        ("rows in groups".to_string(), grouped.join("\n") + "\n"),
        ("rows in bars".to_string(), lines(&rows, "|")),
        (
            "rows with blank lines".to_string(),
            plain.join("\n\n") + "\n",
        ),
        (
            "rows in bands".to_string(),
            plain
                .chunks(3)
                .map(|band| band.join("\n") + "\n")
                .collect::<Vec<_>>()
                .join("\n"),
        ),
        (
            "line, rows joined by slashes".to_string(),
            plain.join("/") + "\n",
        ),
        (
            "line, rows joined by commas".to_string(),
            plain.join(",") + "\n",
        ),
        (
            "line, rows joined by bars".to_string(),
            plain.join("|") + "\n",
        ),
        (
            "line, rows joined by semicolons".to_string(),
            plain.join(";") + "\n",
        ),
    ];
    if blank == " " {
        let trimmed: Vec<&str> = plain.iter().map(|row| row.trim_end()).collect();
        layouts.push(("rows trimmed".to_string(), trimmed.join("\n") + "\n"));
    }
    layouts
}
