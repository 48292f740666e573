//! HTML, Markdown, LaTeX, and links.

use crate::boards::Board;
use crate::{Case, Expected, case};

pub fn cases() -> Vec<Case> {
    let mut cases = tables();
    cases.extend(blocks());
    cases.extend(links());
    cases.extend(forums());
    cases
}

/// Tables and blocks in the tags of a forum.
fn forums() -> Vec<Case> {
    let board = Board::Nine;
    let mut cases = Vec::new();
    for blank in ["", " ", "0", "."] {
        let rows = board.rows(blank);
        for [open, close] in [["[td]", "[/td]"], ["[td][b]", "[/b][/td]"]] {
            for between in ["\n", ""] {
                let row = |row: &Vec<String>| {
                    let cells = row.iter().map(|cell| format!("{open}{cell}{close}"));
                    format!("[tr]{}[/tr]{between}", cells.collect::<String>())
                };
                let rows: String = rows.iter().map(row).collect();
                let text = format!("Hello,\n[table]{between}{rows}[/table]\nthank you\n");
                let name = format!("a forum's table of {open:?}, blank {blank:?}, {between:?}");
                cases.push(case(name, text, Expected::Read(board)));
            }
        }
    }
    for (open, close) in [
        ("[code]", "[/code]"),
        ("[font=courier]", "[/font]"),
        ("[quote=\"ann\"]", "[/quote]"),
        ("[code]\n", "\n[/code]"),
    ] {
        for (blank, between) in [(".", ""), ("0", ""), ("0", " ")] {
            let rows: Vec<String> = board
                .rows(blank)
                .iter()
                .map(|row| row.join(between))
                .collect();
            let text = format!("Hello,\n{open}{}{close}\nthank you\n", rows.join("\n"));
            let name = format!("a forum's {open:?}, blank {blank:?}, between {between:?}");
            cases.push(case(name, text, Expected::Read(board)));
        }
    }
    cases
}

fn tables() -> Vec<Case> {
    let board = Board::Nine;
    let mut cases = Vec::new();
    for blank in ["", "0", ".", "&nbsp;", " "] {
        let rows = board.rows(blank);
        let html = |open: &str, close: &str, between: &str| -> String {
            let row = |row: &Vec<String>| {
                let cells: Vec<String> = row.iter().map(|c| format!("{open}{c}{close}")).collect();
                format!("<tr>{}</tr>", cells.join(between))
            };
            rows.iter().map(row).collect::<Vec<_>>().join("\n")
        };
        for (name, text) in [
            (
                "an HTML table",
                format!("<table>\n{}\n</table>\n", html("<td>", "</td>", "")),
            ),
            (
                "an HTML table with classes",
                format!(
                    "<table class=\"sudoku\">\n<tbody>\n{}\n</tbody></table>\n",
                    html("<td class=\"cell b1\">", "</td>", "\n")
                ),
            ),
            (
                "an HTML page",
                format!(
                    "<!DOCTYPE html>\n<html><head><title>Sudoku 9</title></head>\n<body><h1>No. 12</h1>\n<table>{}</table>\n</body></html>\n",
                    html("<td>", "</td>", "")
                ),
            ),
            (
                "an HTML table of headings",
                format!("<TABLE>\n{}\n</TABLE>\n", html("<TD><B>", "</B></TD>", "")),
            ),
        ] {
            let name = format!("{name}, blank {blank:?}");
            cases.push(case(name, text, Expected::Read(board)));
        }
    }
    for blank in ["", " ", "0", ".", "_"] {
        let rows = board.rows(blank);
        let row = |row: &Vec<String>| format!("| {} |", row.join(" | "));
        let body: Vec<String> = rows.iter().map(row).collect();
        let rule = format!("|{}", "---|".repeat(9));
        let letters = "| A | B | C | D | E | F | G | H | I |";
        let empty = format!("|{}", "   |".repeat(9));
        let indexed = |head: &str, label: &dyn Fn(usize) -> String| {
            let row = |(number, row): (usize, &String)| format!("| {} {row}\n", label(number));
            let rows: String = body.iter().enumerate().map(row).collect();
            format!("|   {head}\n|---{rule}\n{rows}")
        };
        for (name, text) in [
            (
                "Markdown with rows of numbers",
                indexed(letters, &|number| (number + 1).to_string()),
            ),
            (
                "Markdown with rows of bold numbers",
                indexed(letters, &|number| format!("**{}**", number + 1)),
            ),
            (
                "Markdown with rows of letters",
                indexed("| 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9 |", &|number| {
                    char::from(b'A' + number as u8).to_string()
                }),
            ),
            (
                "Markdown with rows and columns from 0",
                indexed("| 0 | 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 |", &|number| {
                    number.to_string()
                }),
            ),
            (
                "Markdown with rows and columns of names",
                indexed(
                    "| c1 | c2 | c3 | c4 | c5 | c6 | c7 | c8 | c9 |",
                    &|number| format!("r{}", number + 1),
                ),
            ),
            (
                "Markdown with letters",
                format!("{letters}\n{rule}\n{}\n", body.join("\n")),
            ),
            (
                "Markdown with an empty header",
                format!("{empty}\n{rule}\n{}\n", body.join("\n")),
            ),
            (
                "Markdown without a header",
                format!("{}\n", body.join("\n")),
            ),
            (
                "Markdown with the first row as header",
                format!("{}\n{rule}\n{}\n", body[0], body[1..].join("\n")),
            ),
        ] {
            let name = format!("{name}, blank {blank:?}");
            cases.push(case(name, text, Expected::Read(board)));
        }
    }
    for blank in ["", " ", "0", "."] {
        let rows = board.rows(blank);
        let body: Vec<String> = rows.iter().map(|row| row.join(" & ")).collect();
        let hlines: Vec<String> = body
            .iter()
            .map(|row| format!("{row} \\\\ \\hline"))
            .collect();
        let sudoku: Vec<String> = rows
            .iter()
            .map(|row| format!("|{}|.", row.join("|")))
            .collect();
        for (name, text) in [
            (
                "a LaTeX array",
                format!(
                    "\\begin{{array}}{{ccccccccc}}\n{}\n\\end{{array}}\n",
                    body.join(" \\\\\n")
                ),
            ),
            (
                "a LaTeX tabular",
                format!(
                    "\\begin{{tabular}}{{|c|c|c|c|c|c|c|c|c|}}\n\\hline\n{}\n\\end{{tabular}}\n",
                    hlines.join("\n")
                ),
            ),
            (
                "LaTeX's sudoku package",
                format!(
                    "\\begin{{sudoku}}\n{}\n\\end{{sudoku}}\n",
                    sudoku.join("\n")
                ),
            ),
            (
                "a LaTeX document",
                format!(
                    "\\documentclass{{article}}\n\\usepackage{{sudoku}}\n\\begin{{document}}\n\\begin{{sudoku}}\n{}\n\\end{{sudoku}}\n\\end{{document}}\n",
                    sudoku.join("\n")
                ),
            ),
        ] {
            let name = format!("{name}, blank {blank:?}");
            cases.push(case(name, text, Expected::Read(board)));
        }
    }
    cases
}

fn blocks() -> Vec<Case> {
    let mut cases = Vec::new();
    for (board, blank) in [
        (Board::Nine, "."),
        (Board::Nine, "0"),
        (Board::Nine, "_"),
        (Board::Six, "."),
        (Board::Sixteen, "."),
    ] {
        let rows = board.rows(blank);
        let between = if board == Board::Sixteen { " " } else { "" };
        let rows: Vec<String> = rows.iter().map(|row| row.join(between)).collect();
        let text = rows.join("\n");
        let quoted = |prefix: &str| format!("{prefix}{}", rows.join(&format!("\n{prefix}")));
        let size = board.size();
        for (name, text) in [
            ("a code fence", format!("```\n{text}\n```\n")),
            (
                "a code fence with a language",
                format!("Here it is:\n\n```text\n{text}\n```\n\nThanks!\n"),
            ),
            ("a fence of tildes", format!("~~~\n{text}\n~~~\n")),
            (
                "an indented block",
                format!("Puzzle:\n\n{}\n", quoted("    ")),
            ),
            ("HTML pre", format!("<pre>\n{text}\n</pre>\n")),
            ("HTML pre on one line", format!("<pre>{text}</pre>\n")),
            (
                "HTML pre and code",
                format!("<html><body>\n<pre><code>{text}\n</code></pre>\n</body></html>\n"),
            ),
            ("HTML breaks", format!("{}<br>\n", rows.join("<br>\n"))),
            (
                "HTML paragraphs",
                format!("<p>{}</p>\n", rows.join("<br/>")),
            ),
            ("a forum's code tag", format!("[code]\n{text}\n[/code]\n")),
            ("a mail quote", format!("{}\n", quoted("> "))),
            (
                "a mail quote of a quote",
                format!("On Monday she wrote:\n{}\n\nI am stuck.\n", quoted(">> ")),
            ),
            ("a quote with a bar", format!("{}\n", quoted("| "))),
            (
                "ANSI colours",
                format!(
                    "{}\n",
                    quoted("\u{1b}[1;34m").replace('\n', "\u{1b}[0m\n") + "\u{1b}[0m"
                ),
            ),
            ("trailing backslashes", format!("{}\n", rows.join("\\\n"))),
            ("trailing spaces", format!("{}\n", rows.join("   \n"))),
            ("a comment block", format!("{}\n", quoted("// "))),
            ("a list of bullets", format!("{}\n", quoted("* "))),
            ("a list of dashes", format!("{}\n", quoted("- "))),
        ] {
            let expected = match name {
                "a comment block" | "HTML paragraphs" | "a list of bullets"
                | "a list of dashes" | "a quote with a bar" => Expected::ReadOrRefused(board),
                _ => Expected::Read(board),
            };
            cases.push(case(
                format!("{name}, {size}×{size}, blank {blank:?}"),
                text,
                expected,
            ));
        }
    }
    cases
}

fn links() -> Vec<Case> {
    let board = Board::Nine;
    let mut cases = Vec::new();
    for blank in ["0", "."] {
        let line = board.line(blank);
        for (name, text) in [
            (
                "SudokuWiki",
                format!("https://www.sudokuwiki.org/sudoku.htm?bd={line}"),
            ),
            (
                "SudokuWiki without www",
                format!("http://sudokuwiki.org/Sudoku.htm?bd={line}\n"),
            ),
            (
                "Sudoku Exchange",
                format!("https://sudokuexchange.com/play/?s={line}&d=3\n"),
            ),
            (
                "a query of another site",
                format!("https://example.org/solve?lang=en&puzzle={line}\n"),
            ),
            ("a fragment", format!("https://example.org/play#{line}\n")),
            (
                "a fragment with a name",
                format!("https://example.org/play#p={line}\n"),
            ),
            ("a path", format!("https://example.org/board/{line}\n")),
            (
                "a link in Markdown",
                format!("Try [this one](https://example.org/?grid={line}) today.\n"),
            ),
            (
                "a link in HTML",
                format!("<a href=\"https://example.org/?grid={line}&amp;x=1\">play</a>\n"),
            ),
            (
                "a link in prose",
                format!("I am stuck at https://example.org/?board={line}, any idea?\n"),
            ),
            (
                "a localhost link",
                format!("http://localhost:8080/?sudoku={line}\n"),
            ),
        ] {
            cases.push(case(
                format!("link: {name}, blank {blank:?}"),
                text,
                Expected::Read(board),
            ));
        }
    }
    cases
}
