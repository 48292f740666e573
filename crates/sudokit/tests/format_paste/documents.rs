//! JSON, XML, sections, program files, and tables.

use sudokit::Solver;

use crate::boards::Board;
use crate::{Case, Expected, case};

pub fn cases() -> Vec<Case> {
    let mut cases = json();
    cases.extend(rows_as_strings());
    cases.extend(rules());
    cases.extend(programs());
    cases.extend(tables());
    cases.extend(links());
    cases
}

/// Links in fields, and the JSON that links carry.
fn links() -> Vec<Case> {
    let board = Board::Nine;
    let mut cases = Vec::new();
    for link in [
        format!(
            "https://www.sudokuwiki.org/sudoku.htm?bd={}",
            board.line("0")
        ),
        format!("https://sudokuexchange.com/play/?s={}&d=3", board.line("0")),
        format!("http://localhost:8081/#p=3x3:{}", board.line(".")),
    ] {
        for (name, text, count) in [
            ("a table", format!("id,puzzle\n1,{link}\n2,{link}\n"), 2),
            (
                "a table with an answer",
                format!("puzzle,solution\n{link},\n"),
                1,
            ),
            (
                "a table with quotation marks",
                format!("name;\"puzzle\"\nx;\"{link}\"\n"),
                1,
            ),
            (
                "another column",
                format!("name,url,rating\nx,{link},3\n"),
                1,
            ),
            ("JSON", format!("{{\"puzzle\": \"{link}\"}}\n"), 1),
            (
                "JSON under another key",
                format!("[{{\"name\": \"x\", \"url\": \"{link}\"}}]\n"),
                1,
            ),
            (
                "JSON Lines",
                format!("{{\"link\": \"{link}\"}}\n").repeat(3),
                3,
            ),
            ("a list in JSON", format!("[\"{link}\", \"{link}\"]\n"), 2),
        ] {
            let expected = match count {
                1 => Expected::Read(board),
                count => Expected::Many(board, count),
            };
            cases.push(case(format!("{link:.30} in {name}"), text, expected));
        }
    }
    let remote = "{\"puzzle\": \"https://sudokupad.app/abc123\"}\n";
    cases.push(case(
        "a link to a server in JSON",
        remote,
        Expected::Refused,
    ));
    let pad = |extra: &str| {
        let cell = |value: &u8| match value {
            0 => "{}".to_string(),
            value => format!("{{\"value\": {value}}}"),
        };
        let rows: Vec<String> = board
            .values()
            .chunks(9)
            .map(|row| format!("[{}]", row.iter().map(cell).collect::<Vec<_>>().join(", ")))
            .collect();
        let place = |number: usize, at: usize| {
            let (row, column) = (number / 3 * 3 + at / 3, number % 3 * 3 + at % 3);
            format!("[{row},{column}]")
        };
        let region = |number: usize| {
            let places: Vec<String> = (0..9).map(|at| place(number, at)).collect();
            format!("[{}]", places.join(","))
        };
        let regions: Vec<String> = (0..9).map(region).collect();
        format!(
            "{{\n \"cellSize\": 50,\n \"cells\": [\n  {}\n ],\n \"regions\": [{}]{extra}\n}}\n",
            rows.join(",\n  "),
            regions.join(",")
        )
    };
    for (name, extra, is_read) in [
        ("plain", "", true),
        (
            "with a title",
            ", \"metadata\": {\"title\": \"X\"}, \"cages\": [{\"value\": \"title: X\"}], \"lines\": []",
            true,
        ),
        (
            "with a cage",
            ", \"cages\": [{\"cells\": [[0,0],[0,1]], \"value\": \"8\"}]",
            false,
        ),
        (
            "with a line",
            ", \"lines\": [{\"wayPoints\": [[0,0],[1,1]]}]",
            false,
        ),
        (
            "with a rule",
            ", \"metadata\": {\"antiknight\": true}",
            false,
        ),
    ] {
        let expected = if is_read {
            Expected::Read(board)
        } else {
            Expected::Refused
        };
        cases.push(case(
            format!("SudokuPad's JSON {name}"),
            pad(extra),
            expected,
        ));
    }
    cases
}

/// Rows as strings with separators.
fn rows_as_strings() -> Vec<Case> {
    let mut cases = Vec::new();
    for board in [Board::Nine, Board::Six, Board::Sixteen] {
        for (blank, between) in [("0", " "), ("0", ","), ("", ","), (".", " "), ("", "; ")] {
            let rows: Vec<String> = board
                .rows(blank)
                .iter()
                .map(|row| format!("\"{}\"", row.join(between)))
                .collect();
            let size = board.size();
            let name = format!(
                "JSON: rows as strings, {size}×{size}, blank {blank:?}, between {between:?}"
            );
            let text = format!("{{\"rows\": [{}]}}\n", rows.join(", "));
            cases.push(case(name, text, Expected::Read(board)));
        }
    }
    cases
}

/// Lists of rules: those of a Sudoku, and others.
fn rules() -> Vec<Case> {
    let board = Board::Nine;
    let puzzle = board.line(".");
    let rule = |name: &str| {
        let standard = "{\"type\": \"Standard\"}, ";
        format!("{{\"board\": \"{puzzle}\", \"rules\": [{standard}{{\"type\": \"{name}\"}}]}}\n")
    };
    vec![
        case(
            "JSON: usual rules",
            rule("Classic Sudoku"),
            Expected::Read(board),
        ),
        case(
            "JSON: a rule of a variant",
            rule("Arrow"),
            Expected::Refused,
        ),
    ]
}

fn json() -> Vec<Case> {
    let mut cases = Vec::new();
    for board in [Board::Nine, Board::Sixteen] {
        for blank in ["0", "null", "\"\"", "\".\"", "-1"] {
            let rows = board.rows(blank);
            let lists: Vec<String> = rows
                .iter()
                .map(|row| format!("[{}]", row.join(",")))
                .collect();
            let nested = format!("[{}]", lists.join(","));
            let flat = format!("[{}]", rows.concat().join(","));
            let pretty = format!("[\n  {}\n]", lists.join(",\n  "));
            for (name, text) in [
                ("rows", nested.clone()),
                ("rows on lines", pretty.clone()),
                ("cells", flat.clone()),
                ("key puzzle", format!("{{\"puzzle\": {nested}}}")),
                (
                    "key board",
                    format!("{{\"board\": {pretty}, \"level\": 4}}"),
                ),
                ("key sudoku", format!("{{\"sudoku\": {nested}}}")),
                ("key problem", format!("{{\"id\": 7, \"problem\": {flat}}}")),
                (
                    "key mission",
                    format!("{{\"mission\": {flat}, \"win\": 1}}"),
                ),
                ("key clues", format!("{{\"clues\": {nested}}}")),
                (
                    "deep",
                    format!(
                        "{{\"newboard\": {{\"grids\": [{{\"value\": {nested}, \"difficulty\": \"Hard\"}}]}}}}"
                    ),
                ),
                ("in an array", format!("[{{\"grid\": {nested}}}]")),
                (
                    "in a result",
                    format!("{{\"result\": [{{\"board\": {nested}}}]}}"),
                ),
                ("a map of names", format!("{{\"easy 1\": {nested}}}")),
                (
                    "data",
                    format!("{{\"data_type\": \"rows\", \"data\": {nested}}}"),
                ),
            ] {
                let size = board.size();
                cases.push(case(
                    format!("JSON {name}, {size}×{size}, blank {blank}"),
                    text + "\n",
                    Expected::Read(board),
                ));
            }
        }
    }
    let line = Board::Nine.line(".");
    for (name, text) in [
        ("a string", format!("\"{line}\"")),
        ("a string in an array", format!("[\"{line}\"]")),
        (
            "key puzzle",
            format!("{{\"puzzle\": \"{line}\", \"name\": \"one\"}}"),
        ),
        ("key Puzzle", format!("{{\"Puzzle\": \"{line}\"}}")),
        (
            "key question",
            format!("{{\"question\": \"{line}\", \"answer\": \"\"}}"),
        ),
        (
            "deep",
            format!("{{\"a\": {{\"b\": [{{\"c\": \"{line}\"}}]}}}}"),
        ),
        ("JSON Lines", format!("{{\"id\": 1, \"quiz\": \"{line}\"}}")),
    ] {
        cases.push(case(
            format!("JSON string: {name}"),
            text + "\n",
            Expected::Read(Board::Nine),
        ));
    }
    cases
}

fn programs() -> Vec<Case> {
    let board = Board::Nine;
    let dots = board.line(".");
    let zeros = board.line("0");
    let rows: Vec<String> = board.rows(".").iter().map(|row| row.concat()).collect();
    let rows = rows.join("\n");
    let mut cases = Vec::new();
    for (name, text) in [
        ("an SDK section", format!("[Puzzle]\n{rows}\n")),
        (
            "SDK with a head",
            format!("#A me\n#D a puzzle\n#L 3\n[Puzzle]\n{rows}\n"),
        ),
        (
            "bare SDK with a head",
            format!("#AAuthor\n#DDescription\n#CComment\n#B12-05-2024\n{rows}\n"),
        ),
        ("SDM with comments", format!("# first\n{dots}\n")),
        ("a HoDoKu line", format!(":0000:x:{dots}:::\n")),
        (
            "a HoDoKu line of five digits",
            format!(":10401:x:{dots}:::\n"),
        ),
        ("Susser", format!("{dots}:117 223\n")),
        ("puzzle, count", format!("{dots}:1\n")),
        (
            "Sudoku Exchange's bank",
            format!("0000183b305c {zeros}  7.1\n"),
        ),
        ("with a rating", format!("{dots} 7.1\n")),
        ("with a rating and a name", format!("{dots},7.1,easy one\n")),
        ("with a number before it", format!("12,{dots}\n")),
        ("numbered 1.", format!("1. {dots}\n")),
        ("numbered 1)", format!("1) {dots}\n")),
        ("labelled Puzzle:", format!("Puzzle: {dots}\n")),
        ("labelled with an equals sign", format!("puzzle={dots}\n")),
        ("in quotation marks", format!("\"{dots}\"\n")),
        ("in apostrophes", format!("'{dots}'\n")),
        ("in brackets", format!("[{dots}]\n")),
        ("in parentheses", format!("({dots})\n")),
        ("in backticks", format!("`{dots}`\n")),
        ("with a full stop", format!("The puzzle is {zeros}.\n")),
        ("with a semicolon", format!("{dots};\n")),
        ("with a trailing comma", format!("{dots},\n")),
        (
            "OpenSudoku",
            format!("<opensudoku><game data=\"{zeros}\" /></opensudoku>\n"),
        ),
        (
            "OpenSudoku with a head",
            format!(
                "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<opensudoku>\n<name>a</name>\n<game data=\"{zeros}\" />\n</opensudoku>\n"
            ),
        ),
        (
            "other XML",
            format!("<puzzles><puzzle id=\"1\">{zeros}</puzzle></puzzles>\n"),
        ),
        ("a list line", {
            let cells = board.rows("0").concat().join(" ");
            format!("one 9 3 3 {cells}\n")
        }),
        (
            "one cell per line",
            board.rows("0").concat().join("\n") + "\n",
        ),
        (
            "Project Euler",
            format!("Grid 01\n{}\n", rows.replace('.', "0")),
        ),
        ("a size above", format!("9\n{}\n", rows.replace('.', "0"))),
        (
            "a size of two numbers above",
            format!("9 9\n{}\n", rows.replace('.', "0")),
        ),
        ("boxes above", format!("3 3\n{}\n", rows.replace('.', "0"))),
        (
            "size and boxes above",
            format!("9 3 3\n{}\n", rows.replace('.', "0")),
        ),
        ("DIM", format!("DIM=9x9\n{rows}\n")),
        ("an MS-DOS end of file", format!("{rows}\n\u{1a}")),
        ("form feeds", format!("{rows}\n\u{c}\n")),
    ] {
        let expected = match name {
            // The stop may as well be a cell too many.
            "with a full stop" => Expected::ReadOrRefused(board),
            // Only the elements of known programs are puzzles.
            "other XML" => Expected::ReadOrRefused(board),
            _ => Expected::Read(board),
        };
        cases.push(case(format!("program: {name}"), text, expected));
    }
    let six: Vec<String> = Board::Six
        .rows("0")
        .iter()
        .map(|row| row.join(" "))
        .collect();
    let six = six.join("\n");
    cases.push(case(
        "program: 6 2 3 above a 6×6",
        format!("6 2 3\n{six}\n"),
        Expected::Read(Board::Six),
    ));
    let sixteen: Vec<String> = Board::Sixteen
        .rows("0")
        .iter()
        .map(|row| row.join(" "))
        .collect();
    let sixteen = sixteen.join("\n");
    for (name, head) in [
        ("16", "16\n"),
        ("16 4 4", "16 4 4\n"),
        ("4 4", "4 4\n"),
        ("4", "4\n"),
    ] {
        let text = format!("{head}{sixteen}\n");
        cases.push(case(
            format!("program: {name} above a 16×16"),
            text,
            Expected::Read(Board::Sixteen),
        ));
    }
    cases
}

fn tables() -> Vec<Case> {
    let mut cases = Vec::new();
    for (board, blank) in [
        (Board::Nine, "."),
        (Board::Nine, "0"),
        (Board::Six, "."),
        (Board::Sixteen, "."),
    ] {
        let puzzle = board.line(blank);
        let solution = Solver::new().solve(&board.puzzle()).solution.unwrap();
        let letters = |value: &u8| {
            char::from_digit(u32::from(*value), 36)
                .unwrap()
                .to_ascii_uppercase()
        };
        let solution: String = solution.values().iter().map(letters).collect();
        for (header, row) in [
            ("source,question,answer,rating", "someone,P,S,5"),
            ("question,answer", "P,S"),
            ("Question,Answer", "\"P\",\"S\""),
            ("answer;question", "S;P"),
            ("givens,solution", "P,S"),
            ("grid,solution", "P,S"),
            ("unsolved,solved", "P,S"),
            ("puzzle,answer", "P,"),
            ("quizzes,solutions", "P,S"),
            (
                "id\tpuzzle\tsolution\tclues\tdifficulty",
                "1\tP\tS\t24\t2.2",
            ),
            ("board|solution", "P|S"),
            ("Puzzle;Solution", "P;S"),
            ("input,target", "P,S"),
            ("input,target", "P,"),
            ("before,after", "P,S"),
            ("| puzzle | solution |\n|---|---|", "| P | S |"),
            ("puzzle", "P"),
            ("", "P;S"),
            ("", "P,S"),
            ("", "P S"),
            ("", "P\tS"),
            ("", "P:S"),
            ("", "S,P"),
            ("", "1,P,S"),
        ] {
            let text = format!("{header}\n{row}\n")
                .replace('P', &puzzle)
                .replace('S', &solution);
            let text = match header {
                "" => text.trim_start().to_string(),
                header => text.replacen(
                    &header.replace('P', &puzzle).replace('S', &solution),
                    header,
                    1,
                ),
            };
            let size = board.size();
            let name = format!("table {header:?} {row:?}, {size}×{size}, blank {blank:?}");
            cases.push(case(name, text, Expected::Read(board)));
        }
    }
    let rows: Vec<String> = Board::Nine
        .rows(".")
        .iter()
        .map(|row| row.concat())
        .collect();
    let cells = Board::Nine.rows("0").concat().join(",");
    let names = |prefix: &str| -> String {
        let names: Vec<String> = (1..82).map(|n| format!("{prefix}{n}")).collect();
        names.join(",")
    };
    for (name, text) in [
        (
            "a field of several lines",
            format!("id,puzzle\n1,\"{}\"\n", rows.join("\n")),
        ),
        (
            "a field of several lines and a solution",
            format!("id,puzzle,solution\n1,\"{}\",\n", rows.join("\n")),
        ),
        ("cells in columns", format!("{}\n{cells}\n", names("c"))),
        (
            "cells in columns after a number",
            format!("id,{}\n7,{cells}\n", names("puzzle_")),
        ),
        ("rows in columns", {
            let names: Vec<String> = (1..10).map(|n| format!("row{n}")).collect();
            format!("id,{}\n7,{}\n", names.join(","), rows.join(","))
        }),
        (
            "semicolons in a field",
            format!(
                "puzzle,solution\n{},\n",
                Board::Nine.rows("0").concat().join(";")
            ),
        ),
    ] {
        cases.push(case(
            format!("table: {name}"),
            text,
            Expected::Read(Board::Nine),
        ));
    }
    cases
}
