//! What programs print, and rows that have other text around each of them.

use crate::boards::{Board, lines};
use crate::marks::boxed;
use crate::{Case, Expected, case};

/// Text around each row, with `#` for its number.
const AROUND: [(&str, &str, &str); 17] = [
    ("keys of a settings file", "row#=", ""),
    ("assignments with words", "Row # = ", ""),
    ("added lines of a difference", "+", ""),
    ("line ends of cat", "", "$"),
    ("comments of C behind the rows", "", " // row #"),
    ("elements of XML", "<row>", "</row>"),
    ("elements with a number", "<row n=\"#\">", "</row>"),
    ("messages of a chat", "ann: ", ""),
    ("messages with a time", "12:0# <ann> ", ""),
    ("calls", "println!(\"", "\");"),
    ("echo", "echo \"", "\""),
    ("numbers of grep", "#:", ""),
    ("names of files and numbers of grep", "p.txt:#:", ""),
    ("indices of R", " [#,] ", ""),
    ("data of BASIC", "DATA ", ""),
    ("lines of BASIC", "#0 DATA ", ""),
    ("code of a forum", "    ", ""),
];

pub fn cases() -> Vec<Case> {
    let mut cases = Vec::new();
    for board in [Board::Six, Board::Nine] {
        for (name, before, after) in AROUND {
            for (blank, between) in [(".", ""), ("0", ""), ("0", " "), (".", " "), ("_", "")] {
                let rows = board.rows(blank);
                let row = |(number, row): (usize, &Vec<String>)| {
                    let number = (number + 1).to_string();
                    let [before, after] = [before, after].map(|text| text.replace('#', &number));
                    format!("{before}{}{after}\n", row.join(between))
                };
                let text: String = rows.iter().enumerate().map(row).collect();
                let size = board.size();
                let name = format!("{name}, {size}×{size}, blank {blank:?}, between {between:?}");
                let expected = match around_is_certain(before) {
                    true => Expected::Read(board),
                    false => Expected::ReadOrRefused(board),
                };
                cases.push(case(&name, &text, expected));
                let titled = format!("My puzzle\n\n{text}\nThe end.\n");
                cases.push(case(format!("{name}, with a title"), titled, expected));
            }
        }
    }
    cases.extend(languages());
    cases.extend(framed());
    cases.extend(blocks());
    cases
}

/// Frames with other text around each line.
fn framed() -> Vec<Case> {
    let mut cases = Vec::new();
    for (name, before, after) in [
        ("messages of a log", "[INFO] ", ""),
        ("messages with a date", "2026-11-19 10:00:0# INFO  ", ""),
        ("strings of C", "\"", "\\n\""),
        ("names of files", "p.txt: ", ""),
    ] {
        for (drawing, blank, bar) in [
            ("boxes", ".", "|"),
            ("boxes", "0", "|"),
            ("lines", ".", "│"),
        ] {
            let text = boxed(&Board::Nine.rows(blank), bar);
            let text: String = text
                .lines()
                .enumerate()
                .map(|(number, line)| {
                    let before = before.replace('#', &(number % 10).to_string());
                    format!("{before}{line}{after}\n")
                })
                .collect();
            let name = format!("{name} around {drawing}, blank {blank:?}");
            cases.push(case(name, text, Expected::Read(Board::Nine)));
        }
    }
    cases
}

/// Grids that a program or its comments hold as they are.
fn blocks() -> Vec<Case> {
    let mut cases = Vec::new();
    for (name, board, between) in [
        ("rows", Board::Nine, ""),
        ("spaced", Board::Nine, " "),
        ("spaced 6×6", Board::Six, " "),
    ] {
        let rows = board.rows("0");
        let lines: Vec<String> = rows.iter().map(|row| row.join(between)).collect();
        for (kind, text) in [
            (
                "a comment of C",
                format!("/*\n * {}\n */\n", lines.join("\n * ")),
            ),
            (
                "a documented comment",
                format!("/**\n * {}\n */\n", lines.join("\n * ")),
            ),
            (
                "a comment with gaps",
                format!("/*\n * {}\n */\n", lines.join("\n *\n * ")),
            ),
        ] {
            cases.push(case(format!("{kind}: {name}"), text, Expected::Read(board)));
        }
        let numbered = lines.iter().enumerate();
        let numbered: String = numbered
            .map(|(at, line)| format!("{:6}\t{line}\n", at + 1))
            .collect();
        cases.push(case(
            format!("cat -n: {name}"),
            numbered,
            Expected::Read(board),
        ));
        for comma in [", ", ",", " "] {
            let rows: Vec<String> = rows.iter().map(|row| row.join(comma)).collect();
            let text = format!("[{}]\n", rows.join(";"));
            let name = format!("a matrix of MATLAB on one line, {comma:?}: {name}");
            cases.push(case(name, text, Expected::Read(board)));
        }
    }
    cases
}

/// A number at the start of a line may be a label of the row or a column of its own.
fn around_is_certain(before: &str) -> bool {
    !before.starts_with(['#', ' ', '1', 'p', 'e'])
        && !before.contains("DATA")
        && !before.contains('(')
}

/// Literals of languages that are not among the others.
fn languages() -> Vec<Case> {
    let board = Board::Nine;
    let rows = board.rows("0");
    let each = |before: &str, between: &str, after: &str| -> Vec<String> {
        rows.iter()
            .map(|row| format!("{before}{}{after}", row.join(between)))
            .collect()
    };
    let nil: Vec<String> = board
        .rows("nil")
        .iter()
        .map(|row| format!("[{}]", row.join(", ")))
        .collect();
    let dots: Vec<String> = board.rows(".").iter().map(|row| row.concat()).collect();
    let texts = [
        (
            "Go",
            format!(
                "var grid = [9][9]int{{\n\t{},\n}}\n",
                each("{", ", ", "}").join(",\n\t")
            ),
        ),
        (
            "Kotlin",
            format!(
                "val g = arrayOf(\n  {}\n)\n",
                each("intArrayOf(", ", ", ")").join(",\n  ")
            ),
        ),
        (
            "Scala",
            format!(
                "val g = List(\n  {})\n",
                each("List(", ", ", ")").join(",\n  ")
            ),
        ),
        (
            "Swift",
            format!("let g: [[Int?]] = [\n  {}\n]\n", nil.join(",\n  ")),
        ),
        (
            "Ruby, words",
            format!("grid = %w(\n  {}\n)\n", dots.join("\n  ")),
        ),
        (
            "Ruby, a text",
            format!("GRID = <<~EOS\n  {}\nEOS\n", dots.join("\n  ")),
        ),
        (
            "Perl, words",
            format!("my @g = qw(\n{}\n);\n", each("", " ", "").join("\n")),
        ),
        (
            "PHP",
            format!(
                "$grid = array(\n  {}\n);\n",
                each("array(", ",", ")").join(",\n  ")
            ),
        ),
        (
            "Lua",
            format!("grid = {{\n  {},\n}}\n", each("{", ",", "}").join(",\n  ")),
        ),
        (
            "Julia",
            format!("g = [{}]\n", each("", " ", "").join(";\n ")),
        ),
        (
            "R",
            format!(
                "m <- matrix(c({}), nrow=9, byrow=TRUE)\n",
                each("", ",", "").join(",\n")
            ),
        ),
        (
            "Clojure",
            format!("(def g [\n  {}])\n", each("[", " ", "]").join("\n  ")),
        ),
        (
            "C, a text",
            format!("const char *g =\n  \"{}\";\n", dots.join("\"\n  \"")),
        ),
        (
            "Java, a text",
            format!("String s = \"{}\";\n", dots.join("\"\n  + \"")),
        ),
        (
            "YAML, a text",
            format!("puzzle: |\n  {}\n", dots.join("\n  ")),
        ),
        (
            "YAML, rows",
            format!("puzzle:\n  - \"{}\"\n", dots.join("\"\n  - \"")),
        ),
        (
            "SQL, a text",
            format!("INSERT INTO puzzles (grid) VALUES ('{}');\n", dots.concat()),
        ),
        (
            "a table of AsciiDoc",
            format!("|===\n{}\n|===\n", each("|", " |", "").join("\n")),
        ),
        (
            "output of Octave",
            format!("g =\n\n{}\n\n", each("   ", "   ", "").join("\n")),
        ),
        (
            "output of IPython",
            format!(
                "Out[3]: \narray([{}])\n",
                each("[", ", ", "]").join(",\n       ")
            ),
        ),
        (
            "a session of Python",
            format!(
                ">>> grid = [\n... {},\n... ]\n",
                each("[", ", ", "]").join(",\n... ")
            ),
        ),
        (
            "code of a forum",
            format!("[code]\n{}[/code]\n", lines(&rows, " ")),
        ),
        (
            "a mail with a signature",
            format!(
                "Hi,\n\ncan you solve this?\n\n{}\nCheers,\nAnn\n-- \nTel. 555 0101\n",
                dots.join("\n") + "\n"
            ),
        ),
    ];
    let cases = texts.into_iter();
    cases
        .map(|(name, text)| case(format!("program: {name}"), text, Expected::Read(board)))
        .collect()
}
