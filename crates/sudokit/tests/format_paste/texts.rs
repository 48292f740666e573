//! Prose around a puzzle, digits of other scripts, invisible characters, and encodings.

use crate::boards::{Board, lines};
use crate::{Case, Expected, case};

pub fn cases() -> Vec<Case> {
    let mut cases = prose();
    cases.extend(lines_among_words());
    cases.extend(strings_of_rows());
    cases.extend(digits());
    cases.extend(encodings());
    cases
}

fn prose() -> Vec<Case> {
    let mut cases = Vec::new();
    for (board, blank) in [
        (Board::Nine, "."),
        (Board::Nine, "0"),
        (Board::Nine, "-"),
        (Board::Six, "."),
        (Board::Sixteen, "0"),
    ] {
        let rows = board.rows(blank);
        let between = if board == Board::Sixteen { " " } else { "" };
        let text = lines(&rows, between);
        let spaced = lines(&rows, " ");
        for (name, text) in [
            ("a title", format!("Puzzle 12\n{text}")),
            (
                "a title with a rule",
                format!("My Sudoku\n=========\n\n{text}"),
            ),
            (
                "words before and after",
                format!("Can anyone solve this?\n\n{text}\nI found only two numbers.\n"),
            ),
            (
                "a greeting",
                format!("Hi all,\nhere is the puzzle from Monday:\n{spaced}Regards\n"),
            ),
            ("a date", format!("2024-05-12\n{text}")),
            ("a level", format!("Level: hard\nAuthor: me\n\n{text}")),
            ("comments", format!("# from a book\n{text}# end\n")),
            ("comments of a script", format!("-- from a book\n{text}")),
            ("comments of Lisp", format!("; from a book\n{text}")),
            ("comments of Prolog", format!("% from a book\n{text}")),
            ("a comment of C", format!("/* from a book */\n{text}")),
            ("empty lines", format!("\n\n\n{text}\n\n")),
            (
                "leading spaces",
                text.lines().map(|line| format!("    {line}\n")).collect(),
            ),
            (
                "leading tabs",
                text.lines().map(|line| format!("\t{line}\n")).collect(),
            ),
            ("old Mac line ends", text.replace('\n', "\r")),
            ("no final line end", text.trim_end().to_string()),
        ] {
            let size = board.size();
            let name = format!("prose: {name}, {size}×{size}, blank {blank:?}");
            cases.push(case(name, text, Expected::Read(board)));
        }
    }
    cases
}

/// Puzzles of one line each, with captions between them or as strings of a program.
fn lines_among_words() -> Vec<Case> {
    let mut cases = Vec::new();
    for board in [Board::Nine, Board::Six] {
        let line = board.line(".");
        let size = board.size();
        for (name, text, count) in [
            (
                "captions with numbers",
                format!("Puzzle 1\n{line}\nPuzzle 2\n{line}\nPuzzle 3\n{line}\n"),
                3,
            ),
            ("numbers", format!("{line}\n2)\n{line}\n(3)\n{line}\n"), 3),
            (
                "a chat",
                format!("Can you do this one?\n{line}\nI’m stuck, thanks.\n"),
                1,
            ),
            (
                "captions with colons",
                format!("Easy:\n{line}\nHard:\n{line}\n"),
                2,
            ),
            (
                "comments without a space",
                format!("{line}#83\n{line}#from a book\n{line}\n"),
                3,
            ),
            (
                "calls",
                format!(
                    "class Tests {{\n  [Fact]\n  void One() {{\n    var input = \"{line}\";\n    var grid = \
                     new Grid().Load(input, true);\n    Strategy.PlanAndExecute(grid);\n    \
                     Assert.Equal(10, grid.Count);\n    Check(1, 2, 3, 4, 5, 6);\n  }}\n  [Fact]\n  \
                     void Two() {{\n    Solve(\"{line}\", 3);\n  }}\n}}\n"
                ),
                2,
            ),
            (
                "a list of strings",
                format!(
                    "puzzles = [\n    '{line}',\n    '{line}',\n]\nfor p in puzzles:\n    print(p)\n"
                ),
                2,
            ),
            (
                "code in prose",
                format!("# Solver\n\nTry `{line}` first.\nIt has few givens\n\n- `{line}`\n"),
                2,
            ),
        ] {
            let name = format!("lines among words: {name}, {size}×{size}");
            cases.push(case(name, text, Expected::Many(board, count)));
        }
    }
    cases
}

/// Strings of several lines whose marks are on the lines of the first and the last row.
fn strings_of_rows() -> Vec<Case> {
    let mut cases = Vec::new();
    for (board, between) in [
        (Board::Nine, ""),
        (Board::Nine, " "),
        (Board::Nine, ","),
        (Board::Six, " "),
        (Board::Sixteen, " "),
    ] {
        let size = board.size();
        let rows = lines(&board.rows("0"), between);
        let rows = rows.trim_end();
        for (name, text) in [
            (
                "Python",
                format!("board = \"\"\"\n{rows}\"\"\"\nprint(board)\n"),
            ),
            (
                "Python, glued",
                format!("board = \"\"\"{rows}\"\"\"\nprint(board)\n"),
            ),
            (
                "Java",
                format!("    var grid = \"\"\"\n{rows}\"\"\";\n    solve(grid);\n"),
            ),
            (
                "Go",
                format!("var grid = `\n{rows}`\n\nfunc main() {{\n}}\n"),
            ),
            (
                "a Go table",
                format!("\t\tinput: `\n{rows}`,\n\t\tvalid: true,\n"),
            ),
            (
                "Rust",
                format!("let grid = \"{rows}\";\nlet puzzle = parse(grid);\n"),
            ),
            (
                "C#",
                format!("    var grid = Parse(@\"\n{rows}\");\n    Solve(grid);\n"),
            ),
            ("PHP", format!("<?php\n$grid = \"\n{rows}\n\";\n")),
        ] {
            let name = format!("strings of rows: {name}, {size}×{size}, between {between:?}");
            cases.push(case(name, text, Expected::Read(board)));
        }
    }
    cases
}

/// Digits of other scripts: the first is 1, and they follow each other unless all nine are given.
const DIGITS: [(&str, &str, &str); 16] = [
    ("full-width", "１２３４５６７８９", "０"),
    ("full-width with a stop", "１２３４５６７８９", "．"),
    (
        "full-width with an ideographic space",
        "１２３４５６７８９",
        "\u{3000}",
    ),
    ("Arabic-Indic", "١٢٣٤٥٦٧٨٩", "٠"),
    ("Arabic-Indic with a stop", "١٢٣٤٥٦٧٨٩", "."),
    ("Persian", "۱۲۳۴۵۶۷۸۹", "۰"),
    ("Devanagari", "१२३४५६७८९", "०"),
    ("Bengali", "১২৩৪৫৬৭৮৯", "০"),
    ("Thai", "๑๒๓๔๕๖๗๘๙", "๐"),
    ("circled", "①②③④⑤⑥⑦⑧⑨", "."),
    ("black circled", "❶❷❸❹❺❻❼❽❾", "."),
    ("superscript", "¹²³⁴⁵⁶⁷⁸⁹", "⁰"),
    ("subscript", "₁₂₃₄₅₆₇₈₉", "₀"),
    ("Chinese", "一二三四五六七八九", "〇"),
    ("Chinese with a stop", "一二三四五六七八九", "."),
    ("bold", "𝟏𝟐𝟑𝟒𝟓𝟔𝟕𝟖𝟗", "𝟎"),
];

fn digits() -> Vec<Case> {
    let board = Board::Nine;
    let mut cases = Vec::new();
    for (name, digits, blank) in DIGITS {
        let digits: Vec<char> = digits.chars().collect();
        let symbol = |value: u8| digits[usize::from(value) - 1].to_string();
        let cells = board.cells(blank, symbol);
        cases.extend(layouts(
            &format!("digits: {name}"),
            &cells,
            blank != "\u{3000}",
        ));
    }
    let keycap = |value: u8| format!("{value}\u{fe0f}\u{20e3}");
    for blank in ["⬜", "0\u{fe0f}\u{20e3}", ".", "⬛"] {
        let cells = board.cells(blank, keycap);
        cases.extend(layouts(
            &format!("digits: keycaps, blank {blank:?}"),
            &cells,
            true,
        ));
    }
    for (name, blank) in [
        ("no-break spaces", "\u{a0}"),
        ("ideographic spaces", "\u{3000}"),
        ("en spaces", "\u{2002}"),
    ] {
        let cells = board.cells(blank, |value| value.to_string());
        let rows: Vec<Vec<String>> = cells.chunks(9).map(<[String]>::to_vec).collect();
        let framed: Vec<String> = rows
            .iter()
            .map(|row| format!("|{}|", row.join("|")))
            .collect();
        cases.push(case(
            format!("digits: {name} as blanks, rows"),
            lines(&rows, ""),
            Expected::ReadOrRefused(board),
        ));
        cases.push(case(
            format!("digits: {name} as blanks, cells in bars"),
            framed.join("\n") + "\n",
            Expected::Read(board),
        ));
    }
    for (name, hidden) in [
        ("zero-width spaces", "\u{200b}"),
        ("soft hyphens", "\u{ad}"),
        ("zero-width joiners", "\u{200d}"),
        ("word joiners", "\u{2060}"),
        ("byte order marks", "\u{feff}"),
        ("direction marks", "\u{200e}"),
    ] {
        let cells = board.cells(".", |value| value.to_string());
        let rows: Vec<String> = cells
            .chunks(9)
            .map(|row| row.join(hidden) + hidden)
            .collect();
        cases.push(case(
            format!("digits: {name} between cells"),
            rows.join("\n") + "\n",
            Expected::Read(board),
        ));
        let text = format!("{hidden}{}\n", cells.concat());
        cases.push(case(
            format!("digits: {name} before a line"),
            text,
            Expected::Read(board),
        ));
    }
    for (name, space) in [
        ("no-break spaces", "\u{a0}"),
        ("ideographic spaces", "\u{3000}"),
        ("thin spaces", "\u{2009}"),
    ] {
        let text = lines(&board.rows("0"), space);
        cases.push(case(
            format!("digits: {name} between cells"),
            text,
            Expected::Read(board),
        ));
    }
    cases
}

fn layouts(name: &str, cells: &[String], is_visible: bool) -> Vec<Case> {
    let board = Board::Nine;
    let rows: Vec<Vec<String>> = cells.chunks(9).map(<[String]>::to_vec).collect();
    let mut cases = vec![
        case(
            format!("{name}, line"),
            cells.concat() + "\n",
            Expected::Read(board),
        ),
        case(
            format!("{name}, rows"),
            lines(&rows, ""),
            // What looks like indentation may be open cells.
            match is_visible {
                true => Expected::Read(board),
                false => Expected::ReadOrRefused(board),
            },
        ),
        case(
            format!("{name}, commas"),
            lines(&rows, ","),
            Expected::Read(board),
        ),
    ];
    if is_visible {
        cases.push(case(
            format!("{name}, spaced"),
            lines(&rows, " "),
            Expected::Read(board),
        ));
    }
    cases
}

fn encodings() -> Vec<Case> {
    let board = Board::Nine;
    let mut cases = Vec::new();
    let line = board.line(".") + "\n";
    let rows = lines(&board.rows("0"), " ");
    let words = format!("Größe 9\n{}", lines(&board.rows("."), ""));
    for (name, text) in [
        ("a line", &line),
        ("rows", &rows),
        ("words and rows", &words),
    ] {
        let little: Vec<u8> = text.encode_utf16().flat_map(u16::to_le_bytes).collect();
        let big: Vec<u8> = text.encode_utf16().flat_map(u16::to_be_bytes).collect();
        let latin: Vec<u8> = text.chars().map(|c| c as u8).collect();
        for (encoding, bytes) in [
            (
                "UTF-8 with a mark",
                [b"\xef\xbb\xbf", text.as_bytes()].concat(),
            ),
            ("UTF-16 LE", little.clone()),
            ("UTF-16 BE", big.clone()),
            ("UTF-16 LE with a mark", [b"\xff\xfe", &little[..]].concat()),
            ("UTF-16 BE with a mark", [b"\xfe\xff", &big[..]].concat()),
            ("Latin-1", latin),
        ] {
            // The reader takes decoded text.
            cases.push(case(
                format!("encoding: {encoding}, {name}"),
                bytes,
                Expected::ReadOrRefused(board),
            ));
        }
    }
    let dotted = lines(&board.rows("·"), "");
    let latin: Vec<u8> = dotted.chars().map(|c| c as u8).collect();
    cases.push(case(
        "encoding: Latin-1, middle dots",
        latin,
        Expected::ReadOrRefused(board),
    ));
    cases
}
