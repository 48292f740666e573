//! Marks before the lines of a grid, other bars, full-width separators, brackets around cells,
//! lines after a grid.

use crate::boards::{Board, lines};
use crate::{Case, Expected, case};

pub fn cases() -> Vec<Case> {
    let mut cases = comments();
    cases.extend(bars());
    cases.extend(separators());
    cases.extend(trailing_lines());
    cases.extend(candidates());
    cases.extend(brackets());
    cases
}

/// Brackets around each cell, alone and behind a command of LaTeX.
fn brackets() -> Vec<Case> {
    let mut cases = Vec::new();
    for [open, close] in [["[", "]"], ["(", ")"], ["{", "}"]] {
        for blank in [" ", "", ".", "0", "_"] {
            let rows = Board::Nine.rows(blank);
            let row = |row: &Vec<String>, between: &str, bar: &str| {
                let cells: Vec<String> = row.iter().map(|c| format!("{open}{c}{close}")).collect();
                let boxes: Vec<String> = cells.chunks(3).map(|cells| cells.join(between)).collect();
                boxes.join(bar)
            };
            for (layout, before, between, bar) in [
                ("side by side", "", "", ""),
                ("apart", "", " ", " "),
                ("in boxes", "", "", " | "),
                ("behind a command", "\\setrow ", "", "  "),
            ] {
                let lines: Vec<String> = rows
                    .iter()
                    .map(|r| before.to_string() + &row(r, between, bar))
                    .collect();
                let name = format!("cells like {open}5{close} {layout}, blank {blank:?}");
                let text = lines.join("\n") + "\n";
                cases.push(case(&name, &text, Expected::Read(Board::Nine)));
                let bands: Vec<String> = lines.chunks(3).map(|band| band.join("\n")).collect();
                let text = format!("A puzzle:\n\n{}\n\nGood luck!\n", bands.join("\n\n"));
                cases.push(case(name + ", in bands", text, Expected::Read(Board::Nine)));
            }
        }
    }
    cases
}

/// Candidates with something between and around them. All nine are listed in open cells, so that
/// no other value is known.
fn candidates() -> Vec<Case> {
    let mut cases = Vec::new();
    for [open, separator, close] in [
        ["", "", ""],
        ["", ",", ""],
        ["", "/", ""],
        ["", "-", ""],
        ["", ";", ""],
        ["{", " ", "}"],
        ["{", "", "}"],
        ["{", ",", "}"],
        ["[", ", ", "]"],
        ["[", ",", "]"],
        ["[", "", "]"],
        ["(", " ", ")"],
        ["(", "/", ")"],
    ] {
        let all: Vec<String> = (1..=9).map(|value| value.to_string()).collect();
        let blank = format!("{open}{}{close}", all.join(separator));
        for framed in [false, true] {
            let text = |rows: &[Vec<String>]| match framed {
                true => boxed(rows, "|"),
                false => lines(rows, " "),
            };
            let name = format!("candidates like {blank:?}, framed: {framed}");
            let rows = Board::Nine.rows(&blank);
            cases.push(case(&name, text(&rows), Expected::Read(Board::Nine)));
            let value = |value: u8| format!("{open}{value}{close}");
            let cells = Board::Nine.cells(&blank, value);
            let rows: Vec<Vec<String>> = cells.chunks(9).map(<[String]>::to_vec).collect();
            let name = format!("{name}, with values like them");
            cases.push(case(name, text(&rows), Expected::Read(Board::Nine)));
        }
    }
    cases
}

/// Grids in comments of many languages.
fn comments() -> Vec<Case> {
    let mut cases = Vec::new();
    let prefixes = [
        "; ", ";; ", ";", "# ", "## ", "// ", "/// ", "//! ", "//", "-- ", "% ", "%% ", "%", "' ",
        "! ", "REM ", "rem ", "* ", "  * ", "  # ",
    ];
    for prefix in prefixes {
        for (kind, blank, between, framed) in [
            ("rows", ".", "", false),
            ("rows", "0", "", false),
            ("spaced", "0", " ", false),
            ("boxed", ".", " ", true),
        ] {
            let rows = Board::Nine.rows(blank);
            let text = match framed {
                true => boxed(&rows, "|"),
                false => lines(&rows, between),
            };
            let marked = |text: &str| -> String {
                text.lines()
                    .map(|line| format!("{prefix}{line}\n"))
                    .collect()
            };
            let name = format!("comments with {prefix:?}: {kind}, blank {blank:?}");
            let titled = format!(
                "{prefix}My puzzle\n{}\n{}",
                prefix.trim_end(),
                marked(&text)
            );
            cases.push(case(
                format!("{name}, with a title"),
                titled,
                Expected::Read(Board::Nine),
            ));
            cases.push(case(name, marked(&text), Expected::Read(Board::Nine)));
        }
    }
    cases
}

pub fn boxed(rows: &[Vec<String>], bar: &str) -> String {
    let rule = "+-------+-------+-------+\n";
    let row = |row: &Vec<String>| {
        let boxes: Vec<String> = row
            .chunks(3)
            .map(|cells| format!(" {} ", cells.join(" ")))
            .collect();
        format!("{bar}{}{bar}\n", boxes.join(bar))
    };
    let bands: Vec<String> = rows
        .chunks(3)
        .map(|band| band.iter().map(row).collect())
        .collect();
    format!("{rule}{}{rule}", bands.join(rule))
}

/// Other marks for bars.
fn bars() -> Vec<Case> {
    let mut cases = Vec::new();
    for bar in ["!", ":", "/", "¦", "‖", "∣", "｜"] {
        for blank in [".", "0", " ", "-"] {
            let rows = Board::Nine.rows(blank);
            let inner = |between: &str, bar: &str| -> String {
                let row = |row: &Vec<String>| {
                    let boxes: Vec<String> =
                        row.chunks(3).map(|cells| cells.join(between)).collect();
                    boxes.join(bar) + "\n"
                };
                rows.iter().map(row).collect()
            };
            for (layout, text) in [
                ("in a frame", boxed(&rows, bar)),
                ("alone", inner(" ", &format!(" {bar} "))),
                ("tight", inner("", bar)),
            ] {
                let name = format!("bars of {bar:?} {layout}, blank {blank:?}");
                cases.push(case(name, text, Expected::Read(Board::Nine)));
            }
        }
    }
    cases
}

/// Full-width commas and semicolons.
fn separators() -> Vec<Case> {
    let mut cases = Vec::new();
    for separator in ["，", "、", "；", "， "] {
        for blank in ["0", ".", "", "０"] {
            let rows = Board::Nine.rows(blank);
            let name = format!("separator {separator:?}, blank {blank:?}");
            let line = rows.concat().join(separator) + "\n";
            cases.push(case(
                name.clone(),
                lines(&rows, separator),
                Expected::Read(Board::Nine),
            ));
            cases.push(case(
                format!("{name}, one line"),
                line,
                Expected::Read(Board::Nine),
            ));
        }
    }
    cases
}

/// Lines after a grid that are no part of it.
fn trailing_lines() -> Vec<Case> {
    let mut cases = Vec::new();
    for board in [Board::Six, Board::Nine, Board::Sixteen] {
        let between = if board == Board::Sixteen { " " } else { "" };
        let text = lines(&board.rows("."), between);
        for line in [
            "b5f3c0a735caed24a844cfb6837ecc58",
            "da39a3ee5e6b4b0d3255bfef95601890afd80709",
            "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
            "b5f3c0a735caed24a844cfb6837ecc58  puzzle.txt",
            "MD5 (puzzle.txt) = b5f3c0a735caed24a844cfb6837ecc58",
            "2024-05-12",
            "(c) 2024",
            "-- ",
        ] {
            let name = format!("{board:?}, then {line:?}");
            cases.push(case(
                name,
                format!("{text}\n{line}\n"),
                Expected::Read(board),
            ));
        }
    }
    cases
}
