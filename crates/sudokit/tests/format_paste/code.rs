//! Source code and printed values of many languages.

use crate::boards::Board;
use crate::{Case, Expected, case};

/// How a language writes nested lists: what comes before and after the board, the brackets of the
/// board and of a row, and what separates cells and rows.
struct Language {
    name: &'static str,
    lead: &'static str,
    board: [&'static str; 2],
    row: [&'static str; 2],
    cells: &'static str,
    rows: &'static str,
    trail: &'static str,
}

const fn language(
    name: &'static str,
    lead: &'static str,
    [board, row]: [[&'static str; 2]; 2],
    [cells, rows]: [&'static str; 2],
    trail: &'static str,
) -> Language {
    Language {
        name,
        lead,
        board,
        row,
        cells,
        rows,
        trail,
    }
}

const SQUARE: [[&str; 2]; 2] = [["[\n", "\n]"], ["  [", "]"]];
const CURLY: [[&str; 2]; 2] = [["{\n", "\n}"], ["    {", "}"]];
const ROUND: [[&str; 2]; 2] = [["(\n", "\n)"], ["  (", ")"]];
const USUAL: [&str; 2] = [", ", ",\n"];

const LANGUAGES: [Language; 42] = [
    language("Python", "board = ", SQUARE, USUAL, "\n"),
    language(
        "Python with a trailing comma",
        "board = ",
        SQUARE,
        USUAL,
        ",\n",
    ),
    language("Python with a prompt", ">>> grid = ", SQUARE, USUAL, "\n"),
    language(
        "Python on one line",
        "grid=",
        [["[", "]"], ["[", "]"]],
        [",", ","],
        "\n",
    ),
    language("Python tuples", "grid = ", ROUND, USUAL, "\n"),
    language(
        "Python script",
        "#!/usr/bin/env python3\nimport sys\n\nboard = ",
        SQUARE,
        USUAL,
        "\n\nprint(solve(board))\n",
    ),
    language(
        "numpy",
        "import numpy as np\n\ngrid = np.array(",
        SQUARE,
        USUAL,
        ")\n",
    ),
    language(
        "numpy printed",
        "",
        [["[", "]"], ["[", "]"]],
        [" ", "\n "],
        "\n",
    ),
    language(
        "numpy repr",
        "array(",
        [["[", "]"], ["[", "]"]],
        [", ", ",\n       "],
        ")\n",
    ),
    language(
        "numpy repr with a type",
        "array(",
        [["[", "]"], ["[", "]"]],
        [", ", ",\n       "],
        ", dtype=int8)\n",
    ),
    language("C", "int grid[9][9] = ", CURLY, USUAL, ";\n"),
    language(
        "C with a constant",
        "#include <stdio.h>\n#define N 9\n\nint grid[N][N] = ",
        CURLY,
        USUAL,
        ";\n",
    ),
    language(
        "C++ vectors",
        "vector<vector<int>> board = ",
        CURLY,
        USUAL,
        ";\n",
    ),
    language(
        "C++ main",
        "int main() {\n  int grid[9][9] = ",
        CURLY,
        USUAL,
        ";\n  solve(grid);\n  return 0;\n}\n",
    ),
    language("Java", "int[][] board = new int[][] ", CURLY, USUAL, ";\n"),
    language(
        "Java constant",
        "private static final int[][] GRID = ",
        CURLY,
        USUAL,
        ";\n",
    ),
    language("C#", "int[,] board = new int[9, 9] ", CURLY, USUAL, ";\n"),
    language("Rust", "let board: [[u8; 9]; 9] = ", SQUARE, USUAL, ";\n"),
    language(
        "Rust vec",
        "let board = vec!",
        [["[\n", "\n]"], ["    vec![", "]"]],
        USUAL,
        ";\n",
    ),
    language("JavaScript", "const board = ", SQUARE, USUAL, ";\n"),
    language(
        "TypeScript",
        "export const board: number[][] = ",
        SQUARE,
        USUAL,
        ";\n",
    ),
    language("Go", "board := [][]int", CURLY, USUAL, "\n"),
    language("Go sized", "var grid = [9][9]int", CURLY, USUAL, "\n"),
    language(
        "Kotlin",
        "val board = arrayOf",
        [["(\n", "\n)"], ["    intArrayOf(", ")"]],
        USUAL,
        "\n",
    ),
    language(
        "Scala",
        "val board = Array",
        [["(\n", "\n)"], ["  Array(", ")"]],
        USUAL,
        "\n",
    ),
    language("Swift", "let board: [[Int]] = ", SQUARE, USUAL, "\n"),
    language(
        "Haskell",
        "board :: [[Int]]\nboard = ",
        [["[", "]"], ["[", "]"]],
        [",", "\n        ,"],
        "\n",
    ),
    language(
        "OCaml",
        "let board = ",
        [["[|\n", "\n|]"], ["  [|", "|]"]],
        ["; ", ";\n"],
        "\n",
    ),
    language(
        "F#",
        "let board = ",
        [["[\n", "\n]"], ["  [", "]"]],
        ["; ", "\n"],
        "\n",
    ),
    language(
        "Lisp",
        "(defvar *board* '",
        [["(", ")"], ["(", ")"]],
        [" ", "\n  "],
        ")\n",
    ),
    language(
        "Scheme vectors",
        "(define board (vector\n",
        [["", ""], ["  (vector ", ")"]],
        [" ", "\n"],
        "))\n",
    ),
    language(
        "Clojure",
        "(def board\n",
        [["[", "]"], ["[", "]"]],
        [" ", "\n "],
        ")\n",
    ),
    language(
        "Mathematica",
        "board = ",
        [["{", "}"], ["{", "}"]],
        [", ", ",\n "],
        ";\n",
    ),
    language(
        "MATLAB",
        "board = ",
        [["[", "]"], ["", ""]],
        [" ", ";\n     "],
        ";\n",
    ),
    language(
        "Octave on one line",
        "A = ",
        [["[", "]"], ["", ""]],
        [",", ";"],
        "\n",
    ),
    language(
        "Julia",
        "board = ",
        [["[", "]"], ["", ""]],
        [" ", "\n  "],
        "\n",
    ),
    language(
        "R",
        "board <- matrix(c(\n",
        [["", ""], ["  ", ""]],
        USUAL,
        "), nrow = 9, byrow = TRUE)\n",
    ),
    language(
        "MiniZinc",
        "start = ",
        [["[|", "|]"], ["", ""]],
        [", ", "\n|"],
        ";\n",
    ),
    language(
        "MiniZinc array2d",
        "puzzle = array2d(1..9, 1..9, [\n",
        [["", ""], ["  ", ""]],
        USUAL,
        "]);\n",
    ),
    language("Essence", "letting puzzle be ", SQUARE, USUAL, "\n"),
    language(
        "Prolog",
        "problem(1, ",
        [["[", "]"], ["[", "]"]],
        [",", ",\n            "],
        ").\n",
    ),
    language(
        "PHP",
        "<?php\n$board = array",
        [["(\n", "\n)"], ["  array(", ")"]],
        USUAL,
        ";\n",
    ),
];

pub fn cases() -> Vec<Case> {
    let mut cases = Vec::new();
    for language in &LANGUAGES {
        let blanks: &[&str] = match language.name {
            "Prolog" => &["0", "_"],
            "Clojure" | "Lisp" => &["0", "nil"],
            "MiniZinc" => &["0", "_"],
            name if name.starts_with("Python") => &["0", "None", "''", "\"\"", "'.'"],
            name if name.starts_with("numpy") => &["0", "nan"],
            "JavaScript" | "TypeScript" => &["0", "null", "undefined", "\"\"", "'.'"],
            "Mathematica" => &["0", "_", "Null"],
            "R" => &["0", "NA"],
            "Rust" => &["0", "'.'"],
            _ => &["0"],
        };
        for blank in blanks {
            let is_quoted = blank.contains(['\'', '"']) && *blank != "''" && *blank != "\"\"";
            let quote = if is_quoted { &blank[..1] } else { "" };
            let symbol = |value: u8| format!("{quote}{value}{quote}");
            let text = written(language, Board::Nine, blank, symbol);
            let name = format!("{}, blank {blank}", language.name);
            cases.push(case(name, text, Expected::Read(Board::Nine)));
        }
        let usual = ["numpy printed", "MATLAB", "Julia"];
        if !usual.contains(&language.name) {
            let text = written(language, Board::Sixteen, "0", |value| value.to_string());
            let text = text
                .replace("[9]", "[16]")
                .replace("; 9]", "; 16]")
                .replace("9, 9", "16, 16");
            let text = text
                .replace("1..9", "1..16")
                .replace("N 9", "N 16")
                .replace("nrow = 9", "nrow = 16");
            let name = format!("{}, 16×16", language.name);
            cases.push(case(name, text, Expected::Read(Board::Sixteen)));
        }
    }
    cases.extend(strings());
    cases.extend(facts());
    cases.extend(configurations());
    cases.extend(frames());
    cases
}

/// A way to write a `T`, and what a case calls it.
type Named<T> = (&'static str, fn(T) -> String);

/// Data frames as pandas prints them: columns are as wide as their widest cell, and rows and columns
/// have names.
fn frames() -> Vec<Case> {
    let mut cases = Vec::new();
    let columns: [Named<usize>; 4] = [
        ("from 0", |n| n.to_string()),
        ("from 1", |n| (n + 1).to_string()),
        ("letters", |n| char::from(b'A' + n as u8).to_string()),
        ("c1…", |n| format!("c{}", n + 1)),
    ];
    let numbers: [Named<u8>; 2] = [
        ("integers", |value| value.to_string()),
        ("floats", |value| format!("{value}.0")),
    ];
    for board in [Board::Nine, Board::Sixteen] {
        for (names, column) in columns {
            for (kind, number) in numbers {
                for blank in ["0", "NaN", "None", "<NA>"] {
                    let size = board.size();
                    let mut rows: Vec<Vec<String>> = vec![vec![String::new()]];
                    rows[0].extend((0..size).map(column));
                    for (at, cells) in board.cells(blank, number).chunks(size).enumerate() {
                        rows.push([&[at.to_string()], cells].concat());
                    }
                    let width = |at: usize| rows.iter().map(|row| row[at].len()).max();
                    let widths: Vec<usize> = (0..=size).filter_map(width).collect();
                    let text: String = rows
                        .iter()
                        .map(|row| {
                            let cell = |(cell, width): (&String, &usize)| {
                                format!("{cell:>w$}", w = *width)
                            };
                            let cells: Vec<String> = row.iter().zip(&widths).map(cell).collect();
                            format!("{}\n", cells.join("  "))
                        })
                        .collect();
                    let name = format!("pandas, {size}, {names}, {kind}, {blank}");
                    cases.push(case(name, text, Expected::Read(board)));
                }
            }
        }
    }
    cases
}

fn written(
    language: &Language,
    board: Board,
    blank: &str,
    symbol: impl Fn(u8) -> String,
) -> String {
    let cells = board.cells(blank, symbol);
    let rows: Vec<String> = cells
        .chunks(board.size())
        .map(|row| {
            format!(
                "{}{}{}",
                language.row[0],
                row.join(language.cells),
                language.row[1]
            )
        })
        .collect();
    let [open, close] = language.board;
    format!(
        "{}{open}{}{close}{}",
        language.lead,
        rows.join(language.rows),
        language.trail
    )
}

/// Rows and whole boards as strings in code.
fn strings() -> Vec<Case> {
    let mut cases = Vec::new();
    for blank in [".", "0", "_", "-", " "] {
        let line = Board::Nine.line(blank);
        let rows: Vec<&str> = line
            .as_bytes()
            .chunks(9)
            .map(|row| std::str::from_utf8(row).unwrap())
            .collect();
        let quoted = |quote: &str, between: &str| -> String {
            let rows: Vec<String> = rows
                .iter()
                .map(|row| format!("{quote}{row}{quote}"))
                .collect();
            rows.join(between)
        };
        for (name, text) in [
            ("a string in Python", format!("grid = '{line}'\n")),
            ("a string in Java", format!("String grid = \"{line}\";\n")),
            (
                "a constant in C",
                format!("static const char *PUZZLE = \"{line}\";\n"),
            ),
            ("a call", format!("solve(\"{line}\")\n")),
            ("a call with a prompt", format!("$ ./sudoku \"{line}\"\n")),
            (
                "a list of rows",
                format!("board = [{}]\n", quoted("\"", ",\n         ")),
            ),
            (
                "rows of a Java array",
                format!("String[] rows = {{\n  {}\n}};\n", quoted("\"", ",\n  ")),
            ),
            (
                "rows that are concatenated",
                format!("grid = ({})\n", quoted("'", "\n        ")),
            ),
            (
                "rows that are added",
                format!("String grid =\n    {};\n", quoted("\"", " +\n    ")),
            ),
            (
                "a triple-quoted string",
                format!("grid = \"\"\"\n{}\n\"\"\"\n", rows.join("\n")),
            ),
            (
                "a template string",
                format!("const grid = `\n{}\n`;\n", rows.join("\n")),
            ),
            (
                "a here document",
                format!("cat <<EOF\n{}\nEOF\n", rows.join("\n")),
            ),
            (
                "a line with \\n",
                format!("grid = \"{}\"\n", rows.join("\\n")),
            ),
            ("characters in Java", {
                let row = |row: &str| {
                    let cells: Vec<String> = row.chars().map(|c| format!("'{c}'")).collect();
                    format!("  {{{}}}", cells.join(","))
                };
                let rows: Vec<String> = rows.iter().map(|text| row(text)).collect();
                format!("char[][] board = {{\n{}\n}};\n", rows.join(",\n"))
            }),
            ("characters in JSON", {
                let row = |row: &str| {
                    let cells: Vec<String> = row.chars().map(|c| format!("\"{c}\"")).collect();
                    format!("[{}]", cells.join(","))
                };
                let rows: Vec<String> = rows.iter().map(|text| row(text)).collect();
                format!("[{}]\n", rows.join(","))
            }),
        ] {
            let name = format!("{name}, blank {blank:?}");
            let expected = match blank {
                " " => Expected::ReadOrRefused(Board::Nine),
                _ => Expected::Read(Board::Nine),
            };
            cases.push(case(name, text, expected));
        }
    }
    cases
}

/// One fact, assignment or triple for each given.
fn facts() -> Vec<Case> {
    let board = Board::Nine;
    let given = |write: &dyn Fn(usize, usize, u8) -> String, between: &str| -> String {
        let values = board.values();
        let given = values.iter().enumerate().filter(|(_, value)| **value > 0);
        let facts: Vec<String> = given
            .map(|(cell, value)| write(cell / 9 + 1, cell % 9 + 1, *value))
            .collect();
        facts.join(between) + "\n"
    };
    let mut cases = Vec::new();
    for (name, text) in [
        (
            "answer-set facts",
            given(&|r, c, v| format!("initial({r},{c},{v})."), "\n"),
        ),
        (
            "answer-set facts on one line",
            given(&|r, c, v| format!("cell({r}, {c}, {v})."), " "),
        ),
        (
            "Prolog facts with a comment",
            format!(
                "% a puzzle\n{}",
                given(&|r, c, v| format!("given({r},{c},{v})."), "\n")
            ),
        ),
        ("r1c2=5", given(&|r, c, v| format!("r{r}c{c}={v}"), " ")),
        (
            "r1c2=5 on lines",
            given(&|r, c, v| format!("r{r}c{c}={v}"), "\n"),
        ),
        ("R1C2: 5", given(&|r, c, v| format!("R{r}C{c}: {v}"), "\n")),
        (
            "triples with spaces",
            given(&|r, c, v| format!("{r} {c} {v}"), "\n"),
        ),
        (
            "triples with commas",
            given(&|r, c, v| format!("{r},{c},{v}"), "\n"),
        ),
        (
            "triples from 0",
            given(&|r, c, v| format!("{} {} {v}", r - 1, c - 1), "\n"),
        ),
        (
            "triples with a header",
            format!(
                "row,col,value\n{}",
                given(&|r, c, v| format!("{r},{c},{v}"), "\n")
            ),
        ),
        (
            "triples in brackets",
            format!(
                "[{}]\n",
                given(&|r, c, v| format!("({r}, {c}, {v})"), ", ").trim_end()
            ),
        ),
        (
            "SQL tuples",
            format!(
                "INSERT INTO cells VALUES\n{};\n",
                given(&|r, c, v| format!("({r}, {c}, {v})"), ",\n").trim_end()
            ),
        ),
        (
            "assignments",
            given(
                &|r, c, v| format!("grid[{}][{}] = {v};", r - 1, c - 1),
                "\n",
            ),
        ),
    ] {
        // Facts list the givens; whether counting starts at 0 can only be known if both ends occur.
        cases.push(case(name, text, Expected::ReadOrRefused(board)));
    }
    cases
}

/// YAML, TOML, INI and similar files.
fn configurations() -> Vec<Case> {
    let board = Board::Nine;
    let rows = board.rows("0");
    let dotted: Vec<String> = board.rows(".").iter().map(|row| row.concat()).collect();
    let list = |row: &Vec<String>| format!("[{}]", row.join(", "));
    let lists: Vec<String> = rows.iter().map(list).collect();
    let mut cases = Vec::new();
    for (name, text) in [
        (
            "YAML rows",
            format!("puzzle:\n  - {}\n", lists.join("\n  - ")),
        ),
        (
            "YAML block",
            format!("name: one\npuzzle: |\n  {}\n", dotted.join("\n  ")),
        ),
        (
            "YAML line",
            format!("puzzle: \"{}\"\nlevel: 3\n", dotted.concat()),
        ),
        (
            "YAML strings",
            format!("puzzle:\n  - \"{}\"\n", dotted.join("\"\n  - \"")),
        ),
        (
            "YAML items",
            format!("cells:\n  - {}\n", rows.concat().join("\n  - ")),
        ),
        ("YAML lists", {
            let rows: Vec<String> = rows.iter().map(|row| row.join("\n    - ")).collect();
            format!("grid:\n  - - {}\n", rows.join("\n  - - "))
        }),
        ("YAML lists, open", {
            let rows = board.rows("null");
            let rows: Vec<String> = rows.iter().map(|row| row.join("\n  - ")).collect();
            format!("grid:\n-\n  - {}\nlevel: 3\n", rows.join("\n-\n  - "))
        }),
        (
            "TOML rows",
            format!("[puzzle]\nrows = [\n  {},\n]\n", lists.join(",\n  ")),
        ),
        (
            "TOML block",
            format!("grid = \"\"\"\n{}\n\"\"\"\n", dotted.join("\n")),
        ),
        ("TOML line", format!("puzzle = \"{}\"\n", dotted.concat())),
        ("INI line", format!("[game]\npuzzle={}\n", dotted.concat())),
        ("INI rows", {
            let rows: Vec<String> = dotted
                .iter()
                .enumerate()
                .map(|(n, row)| format!("row{}={row}", n + 1))
                .collect();
            format!("[game]\n{}\n", rows.join("\n"))
        }),
        (
            "SQL string",
            format!(
                "INSERT INTO puzzles (id, grid) VALUES (1, '{}');\n",
                dotted.concat()
            ),
        ),
        ("pandas frame", {
            let rows: Vec<String> = rows
                .iter()
                .enumerate()
                .map(|(n, row)| format!("{n}  {}", row.join("  ")))
                .collect();
            format!("   0  1  2  3  4  5  6  7  8\n{}\n", rows.join("\n"))
        }),
    ] {
        // Other keys of a settings file may be unreadable lines among readable ones.
        let expected = match name {
            "YAML line" | "INI rows" => Expected::ReadOrRefused(board),
            _ => Expected::Read(board),
        };
        cases.push(case(name, text, expected));
    }
    cases
}
