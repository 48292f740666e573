//! What is around the cells of a grid: headers, labels, borders, spaces as cells.

use sudokit::{ProblemCode, Puzzle};

use super::*;

fn values(text: &str) -> Vec<u8> {
    text.parse::<Puzzle>().unwrap().values().to_vec()
}

/// Checks that a text is the example puzzle and keeps its other bytes.
fn assert_reads(text: &str) {
    let found = record(text);
    assert_eq!(found.puzzle.values(), values(LINE), "{text}");
    assert_eq!(found.puzzle.shape().size(), 9, "{text}");
}

fn assert_refused(text: &str) {
    let problem = problem(text);
    assert_eq!(problem.code, ProblemCode::BoardSize, "{text}");
    assert!(!problem.help.is_empty(), "{text}");
}

const SIX: &str = "1....6\n..2...\n....3.\n.4....\n...5..\n6....1\n";

#[test]
fn headers_set_the_boxes() {
    for (header, boxes) in [
        ("6 3 2\n", (3, 2)),
        ("6 2 3\n", (2, 3)),
        ("3 2\n", (3, 2)),
        ("3\n2\n", (3, 2)),
        ("size: 6\nbox: 3x2\n\n", (3, 2)),
        ("# boxes 3x2\n", (3, 2)),
        ("6\n", (2, 3)),
        ("Puzzle 7\n", (2, 3)),
    ] {
        let found = records(&format!("{header}{SIX}\n{SIX}"));
        let shapes: Vec<_> = found.iter().map(|r| r.puzzle.shape().box_size()).collect();
        assert_eq!(shapes, [Some(boxes); 2], "{header}");
    }
    for header in ["9 3 3\n", "4 2 2\n", "size: 9\n", "6 2\n", "9x9\n"] {
        assert_refused(&format!("{header}{SIX}"));
    }
}

#[test]
fn headers_list_the_symbols() {
    let grid = rows(".", |_, cells| cells.concat() + "\n");
    for header in ["123456789\n", "1 2 3 4 5 6 7 8 9\n\n", "ABCDEFGHI\n"] {
        assert_reads(&format!("{header}{grid}"));
    }
    let letters = |text: &str| -> String {
        let symbols = b"MONTHSDAY";
        let letter = |c: char| match c.to_digit(10) {
            Some(digit @ 1..) => char::from(symbols[digit as usize - 1]),
            _ => c,
        };
        text.chars().map(letter).collect()
    };
    assert_reads(&format!("MONTHSDAY\n{}", letters(&grid)));
}

#[test]
fn borders_and_labels_of_a_sheet_are_layout() {
    let sheet =
        |row: fn(usize, String) -> String| rows("", |at, cells| row(at, cells.join(",")) + "\n");
    let empty = ",,,,,,,,,\n";
    assert_reads(&format!("{empty}{}", sheet(|_, row| format!(",{row}"))));
    assert_reads(&format!("{}{empty}", sheet(|_, row| format!("{row},"))));
    assert_reads(&sheet(|at, row| format!("{at},{row}")));
    assert_reads(&sheet(|at, row| format!("R{},{row}", at + 1)));
    let numbered = sheet(|at, row| format!("{},{row}", at + 1));
    assert_reads(&format!(",1,2,3,4,5,6,7,8,9\n{numbered}"));
    assert_reads(&format!(
        "c1,c2,c3,c4,c5,c6,c7,c8,c9\n{}",
        sheet(|_, row| row)
    ));
    assert_reads(&rows("", |_, cells| boxes(cells, ",", ",,") + "\n"));
    assert_refused(&",,,,,,,,,\n".repeat(10));
    assert_refused(&"0,0,0,0,0,0,0,0,0,0\n".repeat(10));
}

#[test]
fn labels_quotes_and_marks_are_layout() {
    let letter = |row: usize| char::from(b'A' + row as u8);
    assert_reads(&rows(".", |row, cells| {
        format!("{}: {}\n", row + 1, cells.join(" "))
    }));
    assert_reads(&rows(".", |row, cells| {
        format!("{}| {} |\n", letter(row), boxes(cells, " ", " | "))
    }));
    assert_reads(&rows(".", |row, cells| {
        format!("r{} {}\n", row + 1, cells.concat())
    }));
    for mark in ["> ", ">> ", "# ", "// ", "- ", "* "] {
        assert_reads(&rows(".", |_, cells| format!("{mark}{}\n", cells.concat())));
        assert_reads(&rows(".", |_, cells| {
            format!("{mark}{}\n", cells.join(" "))
        }));
    }
    let grid = rows(".", |_, cells| cells.concat() + "\n");
    let commented = rows("0", |_, cells| format!("# {}\n", cells.concat()));
    assert_eq!(records(&format!("{commented}{grid}")).len(), 1);
}

#[test]
fn spaces_are_cells_by_position() {
    let wide = rows(" ", |_, cells| cells.concat() + "\n");
    assert_reads(&wide);
    let trimmed = rows(" ", |_, cells| cells.concat().trim_end().to_string() + "\n");
    assert_reads(&trimmed);
    let answer = written(&record(&trimmed), &trimmed, &[5; 81]);
    assert_eq!(answer, "555555555\n".repeat(9));
    assert_reads(&rows(" ", |_, cells| cells.join(" ") + "\n"));
    assert_reads(&rows(" ", |_, cells| boxes(cells, "", "|") + "\n"));
    assert_reads(&rows(" ", |_, cells| format!("    {}\n", cells.concat())));
    // The row that lacks a cell is faulty: nothing shows that spaces are cells.
    let short = rows(".", |row, cells| match row {
        4 => cells[..8].concat() + "\n",
        _ => cells.concat() + "\n",
    });
    assert_eq!(problem(&short).code, ProblemCode::RowLength);
}

#[test]
fn rows_on_one_line_and_cells_on_lines_of_their_own() {
    let rows_of = |blank: &str| -> Vec<String> {
        let text = rows(blank, |_, cells| cells.concat() + "\n");
        text.lines().map(String::from).collect()
    };
    for mark in ["/", ",", "|", ";", "\\n", " / "] {
        assert_reads(&(rows_of(".").join(mark) + "\n"));
    }
    assert_reads(&rows_of("0").join("."));
    assert_reads(&LINE.chars().map(|c| format!("{c}\n")).collect::<String>());
    let empty = LINE.replace('.', " ");
    assert_reads(&empty.chars().map(|c| format!("{c}\n")).collect::<String>());
}

#[test]
fn markdown_tables() {
    let rule = format!("|{}\n", "---|".repeat(9));
    let row = |cells: &[&str]| format!("| {} |\n", cells.join(" | "));
    let grid = rows(" ", |_, cells| row(cells));
    assert_reads(&format!("|{}\n{rule}{grid}", "   |".repeat(9)));
    assert_reads(&format!(
        "| 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9 |\n{rule}{grid}"
    ));
    let first_is_header = rows(" ", |at, cells| match at {
        0 => row(cells) + &rule,
        _ => row(cells),
    });
    assert_reads(&first_is_header);
    assert_reads(&rows(".", |at, cells| match at {
        0 => row(cells) + &rule,
        _ => row(cells).replace("6", "**6**").replace("8", "`8`"),
    }));
}
