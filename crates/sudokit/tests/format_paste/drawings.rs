//! Frames of all kinds, row and column labels, and the borders of spreadsheets.

use crate::boards::{Board, lines};
use crate::{Case, Expected, case};

/// The strokes of a frame: top, between bands, bottom (left end, stroke, crossing, right end each),
/// the bar at the left, between boxes and at the right.
struct Frame {
    name: &'static str,
    rules: [Option<[&'static str; 4]>; 3],
    bars: [&'static str; 3],
}

const FRAMES: [Frame; 14] = [
    Frame {
        name: "plus and minus",
        rules: [
            Some(["+", "-", "+", "+"]),
            Some(["+", "-", "+", "+"]),
            Some(["+", "-", "+", "+"]),
        ],
        bars: ["|", "|", "|"],
    },
    Frame {
        name: "light box drawing",
        rules: [
            Some(["┌", "─", "┬", "┐"]),
            Some(["├", "─", "┼", "┤"]),
            Some(["└", "─", "┴", "┘"]),
        ],
        bars: ["│", "│", "│"],
    },
    Frame {
        name: "heavy box drawing",
        rules: [
            Some(["┏", "━", "┳", "┓"]),
            Some(["┣", "━", "╋", "┫"]),
            Some(["┗", "━", "┻", "┛"]),
        ],
        bars: ["┃", "┃", "┃"],
    },
    Frame {
        name: "double box drawing",
        rules: [
            Some(["╔", "═", "╦", "╗"]),
            Some(["╠", "═", "╬", "╣"]),
            Some(["╚", "═", "╩", "╝"]),
        ],
        bars: ["║", "║", "║"],
    },
    Frame {
        name: "inner strokes",
        rules: [None, Some(["", "-", "+", ""]), None],
        bars: ["", "|", ""],
    },
    Frame {
        name: "inner strokes of minus",
        rules: [None, Some(["", "-", "-", ""]), None],
        bars: ["", "|", ""],
    },
    Frame {
        name: "inner strokes of equals",
        rules: [None, Some(["", "=", "=", ""]), None],
        bars: ["", "|", ""],
    },
    Frame {
        name: "double bars",
        rules: [None, Some(["", "=", "++", ""]), None],
        bars: ["", "||", ""],
    },
    Frame {
        name: "equals and bars",
        rules: [
            Some(["|", "=", "|", "|"]),
            Some(["|", "=", "|", "|"]),
            Some(["|", "=", "|", "|"]),
        ],
        bars: ["|", "|", "|"],
    },
    Frame {
        name: "asterisks",
        rules: [
            Some(["*", "-", "-", "*"]),
            Some(["|", "-", "+", "|"]),
            Some(["*", "-", "-", "*"]),
        ],
        bars: ["|", "|", "|"],
    },
    Frame {
        name: "dots and colons",
        rules: [
            Some([".", "-", ".", "."]),
            Some([":", "-", "+", ":"]),
            Some(["'", "-", "'", "'"]),
        ],
        bars: ["|", "|", "|"],
    },
    Frame {
        name: "hashes",
        rules: [
            Some(["#", "#", "#", "#"]),
            Some(["#", "#", "#", "#"]),
            Some(["#", "#", "#", "#"]),
        ],
        bars: ["#", "#", "#"],
    },
    Frame {
        name: "exclamation marks",
        rules: [
            Some(["+", "-", "+", "+"]),
            Some(["!", "-", "+", "!"]),
            Some(["+", "-", "+", "+"]),
        ],
        bars: ["!", "!", "!"],
    },
    Frame {
        name: "bars only",
        rules: [None, None, None],
        bars: ["|", "|", "|"],
    },
];

pub fn cases() -> Vec<Case> {
    let mut cases = Vec::new();
    for board in [Board::Six, Board::Nine, Board::Sixteen] {
        for frame in &FRAMES {
            for blank in [".", "0", "_", "-", " ", "X"] {
                for spaced in [true, false] {
                    if board == Board::Sixteen && !spaced {
                        continue;
                    }
                    let text = framed(board, frame, blank, spaced);
                    let kind = if spaced { "spaced" } else { "tight" };
                    let size = board.size();
                    let name = format!("{size}×{size}, {}, {kind}, blank {blank:?}", frame.name);
                    cases.push(case(name, text, expected(board, frame, blank, spaced)));
                }
            }
        }
    }
    cases.extend(cell_frames());
    cases.extend(spreadsheets());
    cases.extend(labels());
    cases
}

fn expected(board: Board, frame: &Frame, blank: &str, spaced: bool) -> Expected {
    let unusual = ["hashes", "exclamation marks"].contains(&frame.name);
    let has_frame = frame.rules[0].is_some() || frame.name == "bars only";
    match blank {
        _ if unusual => Expected::ReadOrRefused(board),
        // A row of open cells looks like a rule.
        "_" | "-" if frame.name == "inner strokes of minus" => Expected::ReadOrRefused(board),
        // Without a frame around it, a space is no cell that can be counted for sure.
        " " if !has_frame || spaced => Expected::ReadOrRefused(board),
        _ => Expected::Read(board),
    }
}

fn framed(board: Board, frame: &Frame, blank: &str, spaced: bool) -> String {
    let (box_rows, box_columns) = board.boxes();
    let rows = board.rows(blank);
    let width = if board == Board::Sixteen { 2 } else { 1 };
    let [left, middle, right] = frame.bars;
    let boxed: Vec<String> = rows
        .iter()
        .map(|row| {
            let boxes: Vec<String> = row
                .chunks(box_columns)
                .map(|cells| {
                    let cells: Vec<String> = cells.iter().map(|c| format!("{c:>width$}")).collect();
                    match spaced {
                        true => format!(" {} ", cells.join(" ")),
                        false => cells.concat(),
                    }
                })
                .collect();
            format!("{left}{}{right}", boxes.join(middle))
        })
        .collect();
    let box_width = match spaced {
        true => box_columns * (width + 1) + 1,
        false => box_columns * width,
    };
    let rule = |rule: &Option<[&str; 4]>| -> String {
        let Some([left, stroke, crossing, right]) = rule else {
            return String::new();
        };
        let strokes = vec![stroke.repeat(box_width); board.size() / box_columns];
        format!("{left}{}{right}\n", strokes.join(crossing))
    };
    let bands: Vec<String> = boxed
        .chunks(box_rows)
        .map(|band| band.join("\n") + "\n")
        .collect();
    let [top, between, bottom] = frame.rules.each_ref().map(rule);
    format!("{top}{}{bottom}", bands.join(&between))
}

/// Frames around every cell.
fn cell_frames() -> Vec<Case> {
    let mut cases = Vec::new();
    for blank in [".", "0", "-", "_", " "] {
        let rows = Board::Nine.rows(blank);
        for (name, bar, rule, cell) in [
            (
                "cells in plus and minus",
                "|",
                "+---+---+---+---+---+---+---+---+---+",
                " C ",
            ),
            (
                "cells in tight plus and minus",
                "|",
                "+-+-+-+-+-+-+-+-+-+",
                "C",
            ),
            (
                "cells in box drawing",
                "│",
                "├───┼───┼───┼───┼───┼───┼───┼───┼───┤",
                " C ",
            ),
            ("cells in bars", "|", "", " C "),
        ] {
            let row = |row: &Vec<String>| {
                let cells: Vec<String> = row.iter().map(|c| cell.replace('C', c)).collect();
                format!("{bar}{}{bar}", cells.join(bar))
            };
            let rows: Vec<String> = rows.iter().map(row).collect();
            let text = match rule {
                "" => rows.join("\n") + "\n",
                rule => format!("{rule}\n{}\n{rule}\n", rows.join(&format!("\n{rule}\n"))),
            };
            let name = format!("{name}, blank {blank:?}");
            cases.push(case(name, text, Expected::Read(Board::Nine)));
        }
        let row = |row: &Vec<String>| {
            let cells: Vec<String> = row.iter().map(|cell| format!("{cell:>3} ")).collect();
            format!("│{}│\n", cells.join("│"))
        };
        let rows: Vec<String> = Board::Sixteen.rows(blank).iter().map(row).collect();
        let rule = format!("├{}┤\n", ["────"; 16].join("┼"));
        let text = format!("{rule}{}{rule}", rows.join(&rule));
        let name = format!("16×16 in box drawing, blank {blank:?}");
        let quoted: String = text.lines().map(|line| format!("> {line}\n")).collect();
        for (name, text) in [(format!("{name}, in a mail"), quoted), (name, text)] {
            cases.push(case(name, text, Expected::Read(Board::Sixteen)));
        }
    }
    cases
}

fn spreadsheets() -> Vec<Case> {
    let mut cases = Vec::new();
    let add = |cases: &mut Vec<Case>, name: String, rows: &[Vec<String>], between: &str| {
        let text = lines(rows, between);
        cases.push(case(name, text, Expected::Read(Board::Nine)));
    };
    let empty = String::new;
    for blank in ["", "0", "."] {
        for (separator, between) in [("commas", ","), ("semicolons", ";"), ("tabs", "\t")] {
            let rows = Board::Nine.rows(blank);
            let name = |what: &str| format!("sheet with {what}, blank {blank:?}, {separator}");
            let wide = |left: usize, right: usize| -> Vec<Vec<String>> {
                rows.iter()
                    .map(|row| {
                        let mut wide = vec![empty(); left];
                        wide.extend(row.iter().cloned());
                        wide.extend(vec![empty(); right]);
                        wide
                    })
                    .collect()
            };
            let blank_row = |length: usize| vec![empty(); length];
            let mut sheet = wide(1, 0);
            sheet.insert(0, blank_row(10));
            add(
                &mut cases,
                name("an empty border at the top left"),
                &sheet,
                between,
            );
            let mut sheet = wide(0, 1);
            sheet.push(blank_row(10));
            add(
                &mut cases,
                name("an empty border at the bottom right"),
                &sheet,
                between,
            );
            let mut sheet = wide(1, 1);
            sheet.insert(0, blank_row(11));
            sheet.push(blank_row(11));
            add(
                &mut cases,
                name("an empty border around it"),
                &sheet,
                between,
            );
            add(
                &mut cases,
                name("an empty column after it"),
                &wide(0, 1),
                between,
            );
            let mut sheet = wide(2, 3);
            sheet.insert(0, blank_row(14));
            sheet.insert(0, blank_row(14));
            add(&mut cases, name("a wide empty border"), &sheet, between);
            let gaps: Vec<Vec<String>> = rows
                .iter()
                .map(|row| {
                    row.chunks(3)
                        .map(<[String]>::to_vec)
                        .collect::<Vec<_>>()
                        .join(&empty())
                })
                .collect();
            let mut sheet = gaps.clone();
            sheet.insert(6, blank_row(11));
            sheet.insert(3, blank_row(11));
            add(&mut cases, name("gaps between the boxes"), &sheet, between);
            let index: Vec<Vec<String>> = rows
                .iter()
                .enumerate()
                .map(|(number, row)| [vec![number.to_string()], row.clone()].concat())
                .collect();
            let header: Vec<String> = (0..9).map(|n| n.to_string()).collect();
            let mut sheet = index.clone();
            sheet.insert(0, [vec![empty()], header.clone()].concat());
            add(
                &mut cases,
                name("an index of columns and rows"),
                &sheet,
                between,
            );
            for (kind, names) in [
                ("letters", ["A", "B", "C", "D", "E", "F", "G", "H", "I"]),
                (
                    "names",
                    ["c1", "c2", "c3", "c4", "c5", "c6", "c7", "c8", "c9"],
                ),
                ("numbers", ["0", "1", "2", "3", "4", "5", "6", "7", "8"]),
            ] {
                let mut sheet = rows.clone();
                sheet.insert(0, names.map(String::from).to_vec());
                add(
                    &mut cases,
                    name(&format!("a header of {kind}")),
                    &sheet,
                    between,
                );
            }
            let quoted: Vec<Vec<String>> = rows
                .iter()
                .map(|row| row.iter().map(|cell| format!("\"{cell}\"")).collect())
                .collect();
            add(&mut cases, name("quotation marks"), &quoted, between);
        }
    }
    cases
}

/// Labels of rows and columns in plain text.
fn labels() -> Vec<Case> {
    let mut cases = Vec::new();
    for blank in [".", "0", "_"] {
        let rows = Board::Nine.rows(blank);
        let row = |number: usize, between: &str| rows[number].join(between);
        let labelled = |label: &dyn Fn(usize) -> String, between: &str| -> String {
            let rows: Vec<String> = (0..9)
                .map(|n| format!("{}{}", label(n), row(n, between)))
                .collect();
            rows.join("\n") + "\n"
        };
        let letter = |n: usize| char::from(b'A' + n as u8);
        let texts = [
            ("rows 1:", labelled(&|n| format!("{}: ", n + 1), "")),
            ("rows 1: spaced", labelled(&|n| format!("{}: ", n + 1), " ")),
            ("rows A", labelled(&|n| format!("{} ", letter(n)), " ")),
            ("rows A:", labelled(&|n| format!("{}: ", letter(n)), " ")),
            ("rows A |", labelled(&|n| format!("{} | ", letter(n)), " ")),
            ("rows r1", labelled(&|n| format!("r{}: ", n + 1), " ")),
            ("rows R1 tight", labelled(&|n| format!("R{} ", n + 1), "")),
            ("rows Row 1:", labelled(&|n| format!("Row {}: ", n + 1), "")),
            ("rows 1.", labelled(&|n| format!("{}. ", n + 1), "")),
            ("rows 1)", labelled(&|n| format!("{}) ", n + 1), "")),
            (
                "columns and rows of numbers",
                format!(
                    "   1 2 3 4 5 6 7 8 9\n{}",
                    labelled(&|n| format!("{}  ", letter(n)), " ")
                ),
            ),
            (
                "columns of letters, rows of numbers",
                format!(
                    "  A B C D E F G H I\n{}",
                    labelled(&|n| format!("{} ", n + 1), " ")
                ),
            ),
            (
                "columns and rows from 0",
                format!(
                    "  0 1 2 3 4 5 6 7 8\n{}",
                    labelled(&|n| format!("{n} "), " ")
                ),
            ),
            (
                "columns of letters above a rule",
                format!(
                    "    A B C D E F G H I\n    -----------------\n{}",
                    labelled(&|n| format!("{} | ", n + 1), " ")
                ),
            ),
        ];
        for (name, text) in texts {
            let name = format!("labels: {name}, blank {blank:?}");
            cases.push(case(name, text, Expected::Read(Board::Nine)));
        }
    }
    cases
}
