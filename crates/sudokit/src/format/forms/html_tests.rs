//! Puzzles in HTML pages.

use crate::format::{Content, Form, ReadOptions, Record, read_puzzle, write};

const PUZZLE: &str =
    "4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......";

fn rows(cell: impl Fn(char) -> String) -> String {
    let symbols: Vec<char> = PUZZLE.chars().collect();
    let row = |row: &[char]| {
        let cells: String = row.iter().map(|symbol| cell(*symbol)).collect();
        format!("<tr>{cells}</tr>\n")
    };
    symbols.chunks(9).map(row).collect()
}

fn read(text: &str) -> Record {
    let record = read_puzzle(text.as_bytes(), ReadOptions::default());
    record.unwrap_or_else(|problem| panic!("{problem:?} in\n{text}"))
}

fn or_blank(symbol: char, blank: &str) -> String {
    match symbol {
        '.' => blank.to_string(),
        symbol => symbol.to_string(),
    }
}

#[test]
fn tables() {
    let page = |rows: &str| {
        format!(
            "<html>\n<body>\n<h1>Sudoku</h1>\n<table class=\"s\">\n{rows}</table>\n</body></html>\n"
        )
    };
    let cells: [fn(char) -> String; 8] = [
        |c| format!("<td>{}</td>", or_blank(c, "")),
        |c| format!("<td>{}</td>", or_blank(c, "&nbsp;")),
        |c| format!("<td>{}", or_blank(c, " ")),
        |c| format!("<td class='c'> <b>{}</b> </td>", or_blank(c, "")),
        |c| format!("<TD>\n  {}\n</TD>", or_blank(c, "0")),
        |c| {
            format!(
                "<td><input type=\"text\" maxlength=1 value=\"{}\"></td>",
                or_blank(c, "")
            )
        },
        |c| match c {
            '.' => "<td><input maxlength=\"1\"></td>".to_string(),
            c => format!("<td>{c}</td>"),
        },
        |c| format!("<td><!-- 7 --><span>{}</span></td>", or_blank(c, ".")),
    ];
    for cell in cells {
        let text = page(&rows(cell));
        let record = read(&text);
        assert_eq!(record.puzzle.to_string(), PUZZLE, "{text}");
        assert_eq!(record.form, Form::Html);
        let mut copy = Vec::new();
        record.write_values(text.as_bytes(), record.puzzle.values(), &mut copy);
        assert_eq!(String::from_utf8(copy).unwrap(), text);
        // Any answer is read again.
        let answer = [1; 81];
        let mut filled = Vec::new();
        record.write_values(text.as_bytes(), &answer, &mut filled);
        let filled = String::from_utf8(filled).unwrap();
        assert_eq!(read(&filled).puzzle.to_string(), "1".repeat(81), "{filled}");
    }
}

#[test]
fn headers_and_numbers_are_left_out() {
    let body: String = rows(|c| format!("<td>{}</td>", or_blank(c, "")));
    let head = |mark: &str| -> String {
        let cells: String = (1..=9).map(|n| format!("<{mark}>{n}</{mark}>")).collect();
        format!("<tr><{mark}></{mark}>{cells}</tr>\n")
    };
    for mark in ["th", "td"] {
        let numbered: String = body
            .lines()
            .enumerate()
            .map(|(n, row)| {
                row.replacen("<tr>", &format!("<tr><{mark}>{}</{mark}>", n + 1), 1) + "\n"
            })
            .collect();
        let text = format!("<table>\n{}{numbered}</table>", head(mark));
        assert_eq!(read(&text).puzzle.to_string(), PUZZLE, "{text}");
    }
}

#[test]
fn boxes_may_be_tables() {
    let symbols: Vec<char> = PUZZLE.chars().collect();
    let inner = |band: usize, stack: usize| {
        let row = |row: usize| {
            let cell = |column: usize| {
                let symbol = symbols[(band * 3 + row) * 9 + stack * 3 + column];
                format!("<td>{}</td>", or_blank(symbol, ""))
            };
            format!("<tr>{}</tr>", (0..3).map(cell).collect::<String>())
        };
        format!(
            "<td><table>{}</table></td>",
            (0..3).map(row).collect::<String>()
        )
    };
    let outer = |band: usize| {
        let boxes: String = (0..3).map(|stack| inner(band, stack)).collect();
        format!("<tr>{boxes}</tr>\n")
    };
    let text = format!(
        "<table>\n{}</table>\n",
        (0..3).map(outer).collect::<String>()
    );
    assert_eq!(read(&text).puzzle.to_string(), PUZZLE);
}

#[test]
fn preformatted_text() {
    let symbols: Vec<char> = PUZZLE.chars().collect();
    let lines: Vec<String> = symbols.chunks(9).map(|row| row.iter().collect()).collect();
    for text in [
        format!("<p>Try this</p>\n<pre>{}</pre>\n", lines.join("\n")),
        format!("<pre>\n{}\n</pre>\n", lines.join("\n")),
        format!("<pre class=\"x\"><code>{}</code></pre>\n", lines.join("\n")),
        format!("<code>{}</code>\n", lines.join("<br>\n")),
        format!("<code>{}</code>\n", lines.join("<br/>")),
    ] {
        let record = read(&text);
        assert_eq!(record.puzzle.to_string(), PUZZLE, "{text}");
        assert_eq!(record.form, Form::Html, "{text}");
    }
}

#[test]
fn other_tables_are_text() {
    let text =
        "<table><tr><td>Name</td><td>Points</td></tr><tr><td>A</td><td>5</td></tr></table>\n";
    let problem = read_puzzle(text.as_bytes(), ReadOptions::default()).unwrap_err();
    assert!(problem.message.contains("no puzzle"), "{problem:?}");
    let eight: Vec<String> = rows(|c| format!("<td>{c}</td>"))
        .lines()
        .take(8)
        .map(String::from)
        .collect();
    let text = format!("<table>{}</table>", eight.join("\n"));
    let problem = read_puzzle(text.as_bytes(), ReadOptions::default()).unwrap_err();
    assert!(
        problem.message.contains("the table has 8 rows"),
        "{problem:?}"
    );
}

#[test]
fn written_tables_are_read() {
    let record = read(&format!("{PUZZLE}\n"));
    let mut out = Vec::new();
    let options = write::WriteOptions::default();
    write::puzzle(
        Form::Html,
        &record.puzzle,
        Some("a < b & c"),
        &options,
        &mut out,
    )
    .unwrap();
    let copy = read(std::str::from_utf8(&out).unwrap());
    assert_eq!(copy.puzzle, record.puzzle);
    assert_eq!(copy.name.as_deref(), Some("a < b & c"));
    assert!(matches!(Content::from(Ok(copy)), Content::Puzzle(_)));
}

#[test]
fn elements_with_one_cell_each() {
    let answer = "4".repeat(81);
    let inputs: [fn(char) -> String; 6] = [
        |c| format!("<input maxlength=\"1\" value=\"{}\">", or_blank(c, "")),
        |c| format!("<input value='{}' />\n", or_blank(c, "")),
        |c| format!("  <div class=\"cell\">{}</div>\n", or_blank(c, "")),
        |c| format!("<span>{}</span>", or_blank(c, "&nbsp;")),
        |c| format!("<cell value=\"{}\"/>", or_blank(c, "0")),
        |c| match c {
            '.' => "<input name=\"x\">".to_string(),
            c => format!("<input name=\"x\" value=\"{c}\" readonly>"),
        },
    ];
    for cell in inputs {
        for [open, close] in [["", ""], ["<div class=\"row\">", "</div>\n"]] {
            let text = rows(cell).replace("<tr>", open).replace("</tr>", close);
            let text = format!("<body>\n<h1>A puzzle</h1>\n<div>{text}</div>\n<p>9</p></body>\n");
            let record = read(&text);
            assert_eq!(record.puzzle.to_string(), PUZZLE, "{text}");
            let mut copy = Vec::new();
            record.write_values(text.as_bytes(), record.puzzle.values(), &mut copy);
            assert_eq!(String::from_utf8(copy).unwrap(), text);
            let values: Vec<u8> = answer.bytes().map(|digit| digit - b'0').collect();
            let mut out = Vec::new();
            record.write_values(text.as_bytes(), &values, &mut out);
            let out = String::from_utf8(out).unwrap();
            assert_eq!(out.matches('4').count(), 81, "{out}");
        }
    }
}

#[test]
fn other_elements_are_no_cells() {
    let digits = |count: usize| -> String {
        let symbols = PUZZLE.chars().take(count);
        symbols
            .map(|c| format!("<b>{}</b>", or_blank(c, "")))
            .collect()
    };
    for text in [
        digits(80),
        digits(79) + "<i>3</i><b></b>",
        digits(40) + "and" + &digits(41),
    ] {
        assert!(
            read_puzzle(text.as_bytes(), ReadOptions::default()).is_err(),
            "{text}"
        );
    }
    let table = format!(
        "if a<b then\n<table>\n{}</table>\n",
        rows(|c| format!("<td>{c}</td>"))
    );
    assert_eq!(read(&table).puzzle.to_string(), PUZZLE);
}

#[test]
fn an_element_with_a_whole_board() {
    let text = format!("<?xml version=\"1.0\"?>\n<puzzle><board>{PUZZLE}</board></puzzle>\n");
    assert_eq!(read(&text).puzzle.to_string(), PUZZLE);
}
