//! Texts that resemble a puzzle and are none, or not the one that they resemble.

use crate::boards::{Board, lines};
use crate::{Case, Expected, case};

pub fn cases() -> Vec<Case> {
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
        ("two boards side by side", {
            let both: Vec<Vec<String>> = rows.iter().map(|row| [&row[..], &row[..]].concat()).collect();
            lines(&both, " ")
        }),
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
