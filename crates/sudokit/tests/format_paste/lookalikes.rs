//! Texts that resemble a puzzle and are none, or not the one that they resemble.

use crate::boards::{Board, lines};
use crate::{Case, Expected, case};

pub fn cases() -> Vec<Case> {
    let mut cases = texts();
    let line = Board::Nine.line(".");
    let cells: Vec<String> = Board::Six.cells(".", |value| value.to_string());
    let mut joined = cells.clone();
    joined[18] = "..".to_string();
    for (name, text) in [
        (
            "a link with a cell too many",
            format!("http://localhost:8081/#p=.{}.\n", &line[..80]),
        ),
        (
            "a link with a cell too many and a field",
            format!("https://x.example/?puzzle={line}.&n=2\n"),
        ),
        (
            "cells on a line each, two of them on one",
            joined.join("\n") + "\n",
        ),
    ] {
        cases.push(case(format!("look-alike: {name}"), text, Expected::Refused));
    }
    cases
}

fn texts() -> Vec<Case> {
    let board = Board::Nine;
    let dots = board.line(".");
    let rows = board.rows("0");
    let text = lines(&rows, "");
    let table = |cell: &dyn Fn(usize, usize) -> String, size: usize, between: &str| -> String {
        let row = |r: usize| {
            (1..=size)
                .map(|c| cell(r, c))
                .collect::<Vec<_>>()
                .join(between)
        };
        (1..=size).map(row).collect::<Vec<_>>().join("\n") + "\n"
    };
    let product = |r: usize, c: usize| (r * c).to_string();
    let mut cases = Vec::new();
    for (name, text) in [
        ("nothing", String::new()),
        ("blank lines", "\n \n\t\n".to_string()),
        ("80 cells", format!("{}\n", &dots[..80])),
        ("82 cells", format!("{dots}5\n")),
        ("80 separated cells", rows.concat()[..80].join(",") + "\n"),
        ("82 separated cells", [&rows.concat()[..], &["5".to_string()]].concat().join(" ") + "\n"),
        ("8 rows of 9", lines(&rows[..8], "")),
        ("10 rows of 9", format!("{text}123456789\n")),
        ("10 rows in comments", format!("; 123456789\n{text}").trim_end().replace('\n', "\n; ")),
        ("10 rows in comments, one below", format!("; {}; 123456789\n", text.trim_end().replace('\n', "\n; ") + "\n")),
        ("10 spaced rows in comments", format!("% {}", lines(&[&rows[8..], &rows[..]].concat(), " ").trim_end().replace('\n', "\n% "))),
        ("a row of 8 cells", text.replacen("0\n", "\n", 1)),
        ("a row of 10 cells", text.replacen('\n', "7\n", 1)),
        ("a letter among digits", text.replacen('8', "B", 1)),
        ("a value above 9", lines(&rows, ",").replacen('8', "12", 1)),
        ("a negative value", lines(&rows, ",").replacen('8', "-8", 1)),
        ("a fraction", lines(&rows, ",").replacen('8', "8.5", 1)),
        ("a multiplication table", table(&product, 9, " ")),
        ("a multiplication table in CSV", table(&product, 9, ",")),
        ("a multiplication table in columns", table(&|r, c| format!("{:>3}", r * c), 9, " ")),
        ("an addition table", table(&|r, c| (r + c).to_string(), 9, "\t")),
        ("a telephone list", "Ann 555-0101\nBob 555-0102\nCid 555-0103\nDan 555-0104\n".to_string()),
        ("a list of numbers", "030 1234567\n040 7654321\n089 1122334\n".to_string()),
        ("sales figures", "month,north,south,east\nJan,12,45,7\nFeb,9,51,8\nMar,14,38,11\n".to_string()),
        ("a nine-column sheet of sales", {
            let row = |r: usize| (1..10).map(|c| (r * 137 + c * 59).to_string()).collect::<Vec<_>>().join(",");
            (1..10).map(row).collect::<Vec<_>>().join("\n") + "\n"
        }),
        ("a chess board", "r n b q k b n r\np p p p p p p p\n. . . . . . . .\n. . . . . . . .\n. . . . P . . .\n. . . . . . . .\nP P P P . P P P\nR N B Q K B N R\n".to_string()),
        ("a chess position", "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1\n".to_string()),
        ("a magic square", "2 7 6\n9 5 1\n4 3 8\n".to_string()),
        ("tic-tac-toe", "X|O|X\n-+-+-\nO|X|O\n-+-+-\n | |X\n".to_string()),
        ("source code", "fn main() {\n    let n = 9;\n    for i in 0..n {\n        println!(\"{}\", i * i);\n    }\n}\n".to_string()),
        ("a script", "#!/bin/sh\nset -e\nfor i in 1 2 3 4 5 6 7 8 9; do\n  echo $i\ndone\n".to_string()),
        ("a matrix of 3×3", "a = [[1, 2, 3], [4, 5, 6], [7, 8, 9]]\n".to_string()),
        ("an identity matrix of 5×5", table(&|r, c| u8::from(r == c).to_string(), 5, " ")),
        ("a log", "2024-05-12 10:01:02 INFO started\n2024-05-12 10:01:03 WARN slow: 123 ms\n2024-05-12 10:01:05 INFO done\n".to_string()),
        ("an IPv4 list", "192.168.0.1\n192.168.0.2\n10.0.0.1\n".to_string()),
        ("JSON without a puzzle", "{\"name\": \"x\", \"numbers\": [1, 2, 3]}\n".to_string()),
        ("a web page", "<html><body><p>Hello</p></body></html>\n".to_string()),
        ("an HTML table of 3×3", "<table><tr><td>1</td><td>2</td><td>3</td></tr><tr><td>4</td><td>5</td><td>6</td></tr><tr><td>7</td><td>8</td><td>9</td></tr></table>\n".to_string()),
        ("a link without a puzzle", "https://www.sudokuwiki.org/sudoku.htm\n".to_string()),
        ("a link with 80 cells", format!("https://www.sudokuwiki.org/sudoku.htm?bd={}\n", &board.line("0")[1..])),
        ("a quiz", "question,answer\nWhat is 6 times 7?,42\nWho?,nobody\n".to_string()),
        ("a formula", {
            let clause = |n: usize| format!("-{n} -{} 0\n", n + 9);
            format!("c rules of Sudoku\np cnf 729 300\n{}", (1..300).map(clause).collect::<String>())
        }),
        ("a formula of ternary clauses", {
            let clause = |n: usize| format!("{} {} {} 0\n", n % 9 + 1, n % 7 + 1, n % 5 + 1);
            format!("p cnf 9 300\n{}", (1..300).map(clause).collect::<String>())
        }),
        ("a hash", "d41d8cd98f00b204e9800998ecf8427e  empty.txt\n".to_string()),
        ("base64", "SGVsbG8sIHdvcmxkIQ==\n".to_string()),
        ("a card number", "4539 1488 0343 6467\n".to_string()),
        ("pi", "3.14159265358979323846264338327950288419716939937510582097494459230781640628620899\n".to_string()),
        ("a poem", "Roses are red,\nviolets are blue,\nthis is no puzzle,\nnor is it for you.\n".to_string()),
        ("a book's README", "# Solver\n\nRun it with `solve 9` and wait.\n\n- fast\n- small\n".to_string()),
        ("10×10 without anything that asks for it", {
            let mut rows = vec![vec!["0".to_string(); 10]; 10];
            rows[3][4] = "5".to_string();
            rows[7][1] = "9".to_string();
            lines(&rows, ",")
        }),
        ("15-puzzle states", table(&|r, c| ((r * 5 + c * (r % 3 * 2 + 1)) % 16).to_string(), 16, " ")),
        ("a table of small numbers", table(&|r, c| (r * c % 3 + 1).to_string(), 6, " ")),
        ("sums beside their rest", "1234=5\n1235=4\n1245=3\n1345=2\n2345=1\n123=45\n".to_string()),
        ("81 numbers in a row", {
            let number = |at: usize| ((at % 9 + 8 * (at / 9)) % 9 + 1).to_string();
            format!("int t[] = {{{}}};\n", (0..81).map(number).collect::<Vec<_>>().join(", "))
        }),
        ("a map of lines in a string", {
            let rows = ["111...222", "111...222", "111...222", ".........", ".333.444.", ".333.444.", ".333.444.", ".........", "........."];
            format!("Lines.Parse(\"\"\"\n{}\n\"\"\")\n", rows.join("\n"))
        }),
        ("facts whose values may count from 0", (0..9).map(|n| format!("field.set({n}, {}, {n});\n", (n * 4 + n / 2) % 9)).collect()),
        ("a rule of dashes in a comment", format!("% {}\n% Sudoku in ASP\n% {}\n", "-".repeat(25), "-".repeat(25))),
        ("brackets in source text", "case xs of\n  [] -> []\n".to_string()),
        ("a triangle of numbers", (1..10).map(|r| (1..=r).map(|c| c.to_string()).collect::<Vec<_>>().join(" ") + "\n").collect()),
        ("ragged rows", "1 2 3\n4 5 6 7 8\n9 1\n2 3 4 5\n6\n7 8 9 1 2 3\n4 5\n6 7 8 9 1 2 3 4 5\n1 2\n".to_string()),
        ("eight rows with spaces", lines(&board.rows(" ")[1..], "")),
        ("eight rows with trimmed spaces", lines(&board.rows(" ")[1..], " ").lines().map(|l| format!("{}\n", l.trim_end())).collect()),
        ("a timetable", "7:00 12:00 15:00 18:00\n7:30 12:30 15:30 18:30\n8:00 13:00 16:00 19:00\n8:30 13:30 16:30 19:30\n".to_string()),
        ("scores", "1:0 2:1 0:0 3:2\n1:1 0:2 2:2 4:0\n2:0 1:3 0:1 1:1\n0:0 2:3 3:3 1:2\n".to_string()),
        ("a table of names", "| Name | 1 | 2 | 3 |\n|---|---|---|---|\n| Ann | 5 | 3 | 8 |\n| Bob | 2 | 9 | 1 |\n".to_string()),
        ("nine checksums", (0..9).map(|n| format!("b5f3c0a735caed24a844cfb6837ecc5{n}\n")).collect()),
        ("a map of regions", format!("{dots},{}\n", "111222333".repeat(3) + &"444555666".repeat(3) + &"777888999".repeat(3))),
        ("states of a sliding puzzle", table(&|r, c| ((r * r + c * (r % 2 * 3 + 1)) % 9).to_string(), 9, " ")),
        ("states of a sliding puzzle in runs", table(&|r, c| ((r * 2 + c) % 9).to_string(), 9, "")),
        ("states of 3×3", (0..6).map(|n| format!("{} {} {}\n{} {} {}\n{} {} {}\n\n", (4 + n) % 9, (2 + n) % 9, (6 + n) % 9, (3 + n) % 9, (5 + n) % 9, n, (1 + n) % 9, (8 + n) % 9, (7 + n) % 9)).collect()),
        ("the table of a group in C", "int c[4][4] = {{0,1,2,3},{1,0,3,2},{2,3,0,1},{3,2,1,0}};\n".to_string()),
        ("clauses without a header", "1 2 3 0\n2 3 4 0\n3 4 1 0\n4 1 2 0\n".to_string()),
        ("the matrix of a graph", "0 1 0 1 0 0\n1 0 1 0 0 0\n0 1 0 0 1 0\n1 0 0 0 1 1\n0 0 1 1 0 0\n0 0 0 1 0 0\n".to_string()),
        ("a table of constants in C", format!("const int t[9][9] = {{\n{}}};\n", (0..9).map(|r| format!("{{{}}},\n", (0..9).map(|c| (r * c % 4).to_string()).collect::<Vec<_>>().join(","))).collect::<String>())),
        ("a board of 100×100", table(&|r, c| ((r * 10 + r / 10 + c) % 100 + 1).to_string(), 100, " ")),
        ("a list of 100 numbers", (0..100).map(|n| format!("{}\n", n * n % 11)).collect()),
    ] {
        cases.push(case(format!("look-alike: {name}"), text, Expected::Refused));
    }
    let cell = |r: usize, c: usize| &rows[r - 1][c - 1];
    let map = |row: &dyn Fn(usize) -> String, column: &dyn Fn(usize) -> String| {
        let cells = |r: usize| {
            let field = |c: usize| format!("\"{}\": {}", column(c), cell(r, c));
            (1..10).map(field).collect::<Vec<_>>().join(", ")
        };
        let rows = (1..10).map(|r| format!("\"{}\": {{{}}}", row(r), cells(r)));
        format!("{{{}}}\n", rows.collect::<Vec<_>>().join(",\n"))
    };
    let given = |map: String| {
        let is_blank = |part: &str| part.trim_end_matches(['}', '\n']).ends_with(": 0");
        let rows = map.trim_end().trim_end_matches('}').split("},\n");
        let row = |row: &str| {
            let (head, cells) = row.split_once(": {").unwrap();
            let cells: Vec<&str> = cells.split(", ").filter(|cell| !is_blank(cell)).collect();
            format!("{head}: {{{}", cells.join(", "))
        };
        rows.map(row).collect::<Vec<_>>().join("},\n") + "}}\n"
    };
    let letter = |n: usize| char::from(b'@' + n as u8).to_string();
    for (name, text) in [
        (
            "a map of maps",
            map(&|r| format!("r{r}"), &|c| format!("c{c}")),
        ),
        (
            "a map of maps with words",
            map(&|r| format!("row_{r}"), &|c| format!("col_{c}")),
        ),
        (
            "a map of maps from 0",
            map(&|r| (r - 1).to_string(), &|c| (c - 1).to_string()),
        ),
        ("a map of letters", map(&letter, &|c| c.to_string())),
        (
            "a sparse map of maps",
            given(map(&|r| format!("r{r}"), &|c| format!("c{c}"))),
        ),
        (
            "a sparse map of maps from 0",
            given(map(&|r| (r - 1).to_string(), &|c| (c - 1).to_string())),
        ),
        (
            "a sparse map in an object",
            format!(
                "{{\"puzzle\": {}}}\n",
                given(map(&letter, &|c| c.to_string())).trim_end()
            ),
        ),
        ("facts below the grid in comments", {
            let facts = (1..10).flat_map(|r| (1..10).map(move |c| (r, c)));
            let facts = facts.filter(|(r, c)| cell(*r, *c) != "0");
            let facts: String = facts
                .map(|(r, c)| format!("x({r}, {c}, {}).\n", cell(r, c)))
                .collect();
            format!(
                "% Clues\n%\n% {}%\n{facts}",
                lines(&rows, ",").trim_end().replace('\n', "\n% ") + "\n"
            )
        }),
        (
            "a string with line breaks and backslashes",
            format!(
                "let p = \"{}\";\n",
                text.trim_end().replace('\n', "\\n\\\n         ")
            ),
        ),
        (
            "a string of C with backslashes",
            format!("char *p = \"\\\n{}\";\n", text.replace('\n', "\\n\\\n")),
        ),
    ] {
        cases.push(case(format!("rather: {name}"), text, Expected::Read(board)));
    }
    for (name, text, count) in [
        ("two lines", format!("{dots}\n{dots}\n"), 2),
        ("two grids", format!("{text}\n{text}"), 2),
        ("two grids without a gap", format!("{text}{text}"), 2),
        (
            "two grids with numbered rules",
            format!("--- 1 ---\n{text}--- 2 ---\n{text}"),
            2,
        ),
        (
            "two grids with a rule between them",
            format!("{text}=== 12 ===\n{text}"),
            2,
        ),
        (
            "two lines with numbered rules",
            format!("*** #1 ***\n{dots}\n*** #2 ***\n{dots}\n"),
            2,
        ),
        (
            "two grids with titles",
            format!("Grid 01\n{text}Grid 02\n{text}"),
            2,
        ),
        ("a line and a grid", format!("{dots}\n\n{text}"), 2),
        (
            "grids with numbers",
            format!("Puzzle N°  1\n{text}\nPuzzle N° 2\n{text}"),
            2,
        ),
        (
            "lines in a string of source text",
            format!(
                "import sys\n\nPUZZLES = \"\"\"\n{dots}\n{dots}\n\"\"\"\n\ndef main():\n    run(PUZZLES)\n"
            ),
            2,
        ),
        (
            "a comment of Haskell above lines",
            format!("{{-# LANGUAGE Safe #-}}\n\n{dots}\n{dots}\n"),
            2,
        ),
        (
            "three code literals",
            {
                let lists: Vec<String> = rows
                    .iter()
                    .map(|row| format!("[{}]", row.join(",")))
                    .collect();
                let list = lists.join(",\n ");
                format!("a = [{list}]\nb = [{list}]\nc = [{list}]\n")
            },
            3,
        ),
    ] {
        cases.push(case(
            format!("several: {name}"),
            text,
            Expected::Many(board, count),
        ));
    }
    cases
}

/// One problem for a text that would be dozens of boards, and what it says.
pub fn tables() -> Vec<(&'static str, String, &'static str)> {
    let table =
        |rows: usize, columns: usize, between: &str, cell: &dyn Fn(usize, usize) -> String| {
            let row = |r: usize| {
                (0..columns)
                    .map(|c| cell(r, c))
                    .collect::<Vec<_>>()
                    .join(between)
                    + "\n"
            };
            (0..rows).map(row).collect::<String>()
        };
    let small = |r: usize, c: usize| ((r * 7 + c) % 10).to_string();
    let large = |r: usize, c: usize| ((r * 37 + c * 11) % 100 + 1).to_string();
    let too_large = "the largest board is 64×64";
    let names = (0..100)
        .map(|c| format!("c{c}"))
        .collect::<Vec<_>>()
        .join(",");
    vec![
        ("100×100 in CSV", table(100, 100, ",", &large), too_large),
        (
            "100×100 digits in CSV",
            table(100, 100, ",", &small),
            too_large,
        ),
        ("100×100 in rows", table(100, 100, "", &small), too_large),
        (
            "100×100 with spaces",
            table(100, 100, " ", &small),
            too_large,
        ),
        (
            "100×100 with a header",
            format!("{names}\n{}", table(100, 100, ",", &large)),
            too_large,
        ),
        (
            "100×100 with labels",
            format!(",{names}\n{}", table(100, 100, ",", &large)),
            too_large,
        ),
        (
            "65×65 in code",
            format!(
                "a = [\n[{}]]\n",
                table(65, 65, ", ", &large)
                    .trim_end()
                    .replace('\n', "],\n[")
            ),
            too_large,
        ),
        (
            "30 rows of 70",
            table(30, 70, ",", &|r, c| ((r + c) % 2).to_string()),
            too_large,
        ),
        (
            "1,000 rows of 120 fractions",
            table(1_000, 120, ",", &|r, c| {
                format!("0.{:03}", (r * 31 + c) % 1000)
            }),
            too_large,
        ),
        (
            "150 rows of measurements",
            table(150, 5, ",", &|r, c| format!("{}.{c}", r % 8)),
            "no values of a 5×5 puzzle",
        ),
        (
            "500 rows of large numbers",
            table(500, 12, ",", &|r, c| (r * 911 + c * 7919).to_string()),
            "no values of a 12×12 puzzle",
        ),
        (
            "500 rows of 5",
            table(500, 5, ",", &small),
            "too many rows of 5 cells",
        ),
    ]
}

/// Boards beside each other, and how many there are.
pub fn beside() -> Vec<(&'static str, String, usize)> {
    let rows = Board::Nine.rows(".");
    let framed: Vec<String> = Board::Nine
        .rows(".")
        .iter()
        .map(|row| {
            format!(
                "|{}|",
                row.chunks(3)
                    .map(<[String]>::concat)
                    .collect::<Vec<_>>()
                    .join("|")
            )
        })
        .collect();
    let all = |count: usize, gap: &str, row: &dyn Fn(usize) -> String| -> String {
        (0..9)
            .map(|r| vec![row(r); count].join(gap) + "\n")
            .collect()
    };
    let spaced = |r: usize| rows[r].join(" ");
    let zeros = |r: usize| rows[r].join(",").replace('.', "0");
    vec![
        ("rows", all(2, " ", &|r| rows[r].concat()), 2),
        ("rows with a tab", all(3, "\t", &|r| rows[r].concat()), 3),
        ("rows with a bar", all(2, " | ", &|r| rows[r].concat()), 2),
        ("spaced", all(3, "    ", &spaced), 3),
        ("spaced with one gap", all(2, " ", &spaced), 2),
        ("framed", all(2, "   ", &|r| framed[r].clone()), 2),
        ("csv", all(2, ",", &zeros), 2),
        ("csv with an empty column", all(3, ",,", &zeros), 3),
    ]
}
