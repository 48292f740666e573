//! Cells that say where they are, and the marks that chats and assistants put around cells.

use crate::boards::Board;
use crate::{Case, Expected, case};

pub fn cases() -> Vec<Case> {
    let mut cases = objects();
    cases.extend(maps());
    cases.extend(facts());
    cases.extend(marked());
    cases.extend(wide());
    cases.extend(wikis());
    cases.extend(sheets());
    cases
}

/// Returns the row, column and value of each cell, counted from `first`; open ones have no value.
fn places(first: usize) -> Vec<(usize, usize, Option<String>)> {
    let cells = Board::Nine.rows("").concat().into_iter().enumerate();
    let place = |(cell, value): (usize, String)| {
        let value = (!value.is_empty()).then_some(value);
        (cell / 9 + first, cell % 9 + first, value)
    };
    cells.map(place).collect()
}

/// JSON objects with row, column and value.
fn objects() -> Vec<Case> {
    let mut cases = Vec::new();
    for (row, column, value) in [
        ("row", "column", "value"),
        ("row", "col", "digit"),
        ("r", "c", "v"),
        ("y", "x", "val"),
        ("i", "j", "n"),
        ("rowIndex", "colIndex", "value"),
    ] {
        for first in [0, 1] {
            let object = |(r, c, v): &(usize, usize, Option<String>)| {
                let v = v.clone().unwrap_or("null".to_string());
                format!("{{\"{row}\": {r}, \"{column}\": {c}, \"{value}\": {v}}}")
            };
            let swapped = |(r, c, v): &(usize, usize, Option<String>)| {
                let v = v.clone().unwrap_or("0".to_string());
                format!("{{\n \"{value}\": {v},\n \"{column}\": {c},\n \"{row}\": {r}\n}}")
            };
            let mut all = places(first);
            let givens: Vec<_> = all.iter().filter(|(.., v)| v.is_some()).cloned().collect();
            let join = |objects: Vec<String>, between: &str| objects.join(between);
            let name =
                |what: &str| format!("objects with {row}, {column}, {value}, {what} {first}");
            let of = |places: &[_]| join(places.iter().map(object).collect(), ", ");
            let list = format!("[{}]\n", of(&givens));
            cases.push(case(name("givens"), list, Expected::Read(Board::Nine)));
            let list = format!("[{}]", of(&all));
            cases.push(case(name("all cells"), list, Expected::Read(Board::Nine)));
            let inner = format!("{{\"size\": 9, \"givens\": [{}]}}\n", of(&givens));
            cases.push(case(
                name("in an object"),
                inner,
                Expected::Read(Board::Nine),
            ));
            all.reverse();
            let list = format!("[{}]\n", join(all.iter().map(swapped).collect(), ",\n"));
            cases.push(case(name("backwards"), list, Expected::Read(Board::Nine)));
        }
    }
    for first in [0, 1] {
        let triple = |(r, c, v): (usize, usize, Option<String>)| Some(format!("[{r},{c},{}]", v?));
        let triples: Vec<String> = places(first).into_iter().filter_map(triple).collect();
        let text = format!("[{}]\n", triples.join(","));
        let name = format!("arrays of three numbers, {first}");
        cases.push(case(name, text, Expected::Read(Board::Nine)));
    }
    let twice = "{\"row\": 1, \"col\": 9, \"value\": 5},".repeat(12);
    let text = format!("[{}]", twice.trim_end_matches(','));
    cases.push(case("one cell again and again", text, Expected::Refused));
    cases
}

/// Maps from the names of cells or rows.
fn maps() -> Vec<Case> {
    let mut cases = Vec::new();
    let letter = |row: usize| char::from(b'A' + row as u8);
    type Name<'a> = &'a dyn Fn(usize, usize) -> String;
    let names: [(&str, Name); 5] = [
        ("r1c1", &|r, c| format!("r{}c{}", r + 1, c + 1)),
        ("A1", &|r, c| format!("{}{}", letter(r), c + 1)),
        ("0,0", &|r, c| format!("{r},{c}")),
        ("(0, 0)", &|r, c| format!("({r}, {c})")),
        ("1-1", &|r, c| format!("{}-{}", r + 1, c + 1)),
    ];
    for (name, key) in names {
        let field =
            |(r, c, v): (usize, usize, Option<String>)| Some(format!("\"{}\": {}", key(r, c), v?));
        let fields: Vec<String> = places(0).into_iter().filter_map(field).collect();
        for (between, text) in [(", ", "{F}\n"), (",\n  ", "{\"puzzle\": {F}}\n")] {
            let text = text.replace('F', &fields.join(between));
            cases.push(case(
                format!("a map from {name}"),
                text,
                Expected::Read(Board::Nine),
            ));
        }
    }
    let rows = Board::Nine.rows("0");
    for (name, key) in [("row1", "row"), ("1", ""), ("line_1", "line_")] {
        let field = |(row, cells): (usize, &Vec<String>)| {
            format!("\"{key}{}\": [{}]", row + 1, cells.join(","))
        };
        let fields: Vec<String> = rows.iter().enumerate().map(field).collect();
        let text = format!("{{{}}}\n", fields.join(", "));
        cases.push(case(
            format!("a map from {name}"),
            text,
            Expected::Read(Board::Nine),
        ));
    }
    cases
}

/// Facts in the words of people and of programs.
fn facts() -> Vec<Case> {
    let mut cases = Vec::new();
    type Fact<'a> = &'a dyn Fn(usize, usize, &str) -> String;
    let letter = |row: usize| char::from(b'A' + row as u8);
    let kinds: [(&str, &str, [&str; 2], Fact); 9] = [
        ("tuples", ", ", ["[", "]"], &|r, c, v| {
            format!("({r}, {c}, {v})")
        }),
        ("named tuples", ", ", ["givens = [", "]"], &|r, c, v| {
            format!("({r}, {c}, {v})")
        }),
        ("a dictionary", ", ", ["{", "}"], &|r, c, v| {
            format!("({r}, {c}): {v}")
        }),
        ("R1C1 5", "\n", ["", "\n"], &|r, c, v| {
            format!("R{}C{} {v}", r + 1, c + 1)
        }),
        ("row 1 col 1: 5", "\n", ["", "\n"], &|r, c, v| {
            format!("row {} col {}: {v}", r + 1, c + 1)
        }),
        ("row 1, column 1 is 5", "\n", ["", "\n"], &|r, c, v| {
            format!("Row {}, column {} is {v}", r + 1, c + 1)
        }),
        ("A1 is 5", "\n", ["", "\n"], &|r, c, v| {
            format!("{}{} is {v}", letter(r), c + 1)
        }),
        ("constraints", "\n", ["", "\n"], &|r, c, v| {
            format!("s.add(X[{r}][{c}] == {v})")
        }),
        ("elements by value", "\n", ["", "\n"], &|r, c, v| {
            format!("<cell value=\"{v}\" col=\"{}\" row=\"{}\"/>", c + 1, r + 1)
        }),
    ];
    for (name, between, [open, close], fact) in kinds {
        let fact = |(r, c, v): (usize, usize, Option<String>)| Some(fact(r, c, &v?));
        let facts: Vec<String> = places(0).into_iter().filter_map(fact).collect();
        let text = format!("{open}{}{close}", facts.join(between));
        cases.push(case(name, text, Expected::Read(Board::Nine)));
    }
    for (header, order) in [
        ("row,col,value", [0, 1, 2]),
        ("col,row,value", [1, 0, 2]),
        ("value,row,col", [2, 0, 1]),
        ("\"digit\";\"column\";\"row\"", [2, 1, 0]),
    ] {
        let line = |(r, c, v): (usize, usize, Option<String>)| {
            let parts = [r.to_string(), c.to_string(), v?];
            Some(order.map(|at| parts[at].clone()).join(",") + "\n")
        };
        let lines: String = places(1).into_iter().filter_map(line).collect();
        let text = format!("{header}\n{lines}");
        cases.push(case(header, text, Expected::Read(Board::Nine)));
    }
    cases
}

/// Marks around cells and lines.
fn marked() -> Vec<Case> {
    let mut cases = Vec::new();
    let board = Board::Nine;
    for mark in ["**", "`", "*", "__", "***"] {
        for blank in [".", "0", "_", "-"] {
            // The blank must not be the mark.
            if mark.starts_with(blank) {
                continue;
            }
            let cell = |cell: &String| match cell.as_str() {
                "" => blank.to_string(),
                cell => format!("{mark}{cell}{mark}"),
            };
            let row = |row: &Vec<String>| row.iter().map(cell).collect::<Vec<_>>().join(" ");
            let rows: Vec<String> = board.rows("").iter().map(row).collect();
            let text = format!("Here it is:\n\n{}\n\nGood luck!\n", rows.join("\n"));
            let name = format!("marks {mark} around givens, blank {blank}");
            cases.push(case(name, text, Expected::Read(board)));
        }
    }
    let line = board.rows("0").concat().concat();
    for (open, close) in [("```\n", "\n```\n"), ("```text\n", "\n```\n\nSolve it.\n")] {
        let text = format!("{open}{line}{close}");
        // Words after a line are a damaged line as well as words.
        let expected = match close.contains("Solve") {
            true => Expected::ReadOrRefused(board),
            false => Expected::Read(board),
        };
        cases.push(case(format!("a line between {open:?}"), text, expected));
    }
    let element = format!("<code>{line}</code>\n");
    cases.push(case("a line in an element", element, Expected::Read(board)));
    let script = format!("<script>\nvar puzzle = \"{line}\";\n</script>\n");
    cases.push(case("a line in a script", script, Expected::Read(board)));
    let rows: Vec<String> = board.rows("0").iter().map(|row| row.concat()).collect();
    for end in [",", ", "] {
        let text = format!("{}\n", rows.join(&format!("{end}\n")));
        cases.push(case(
            format!("rows that end with {end:?}"),
            text,
            Expected::Read(board),
        ));
        let text = format!("{}{end}\n", rows.join(&format!("{end}\n")));
        cases.push(case(
            format!("all rows end with {end:?}"),
            text,
            Expected::Read(board),
        ));
    }
    let flow = |row: &Vec<String>| format!("  - [{}]\n", row.join(", "));
    let flow: String = board.rows("~").iter().map(flow).collect();
    let text = format!("grid:\n{flow}");
    cases.push(case("null of YAML", text, Expected::Read(board)));
    let boxes = |row: &Vec<String>| format!("【{}】\n", row.join("】【"));
    for blank in [" ", "0", "　"] {
        let text: String = board.rows(blank).iter().map(boxes).collect();
        let name = format!("wide brackets around {blank:?}");
        cases.push(case(name, text, Expected::Read(board)));
    }
    for blank in ["0", ""] {
        let cells = board.rows(blank).concat();
        let names = (0..81).map(|cell| (char::from(b'A' + cell / 9), cell % 9 + 1));
        let entries: Vec<String> = names
            .zip(&cells)
            .filter(|(_, value)| !value.is_empty())
            .map(|((row, column), value)| format!("'{row}{column}': {value}"))
            .collect();
        let text = format!("{{{}}}\n", entries.join(", "));
        let name = format!("a dictionary of Python with {blank:?}");
        cases.push(case(name, text, Expected::Read(board)));
    }
    let message = |row: &String| format!("[12:30] {row}\n");
    let text: String = rows.iter().map(message).collect();
    cases.push(case("the time of a message", text, Expected::Read(board)));
    let head = "| A | B | C | D | E | F | G | H | I |\n|---|---|---|---|---|---|---|---|---|\n";
    let row = |row: &Vec<String>| format!("| {} |\n", row.join(" | "));
    let rows: String = board.rows("&nbsp;").iter().map(row).collect();
    cases.push(case(
        "entities in a Markdown table",
        format!("{head}{rows}"),
        Expected::Read(board),
    ));
    cases
}

/// Separators and brackets of an East Asian keyboard.
fn wide() -> Vec<Case> {
    let board = Board::Nine;
    let rows: Vec<String> = board.rows("0").iter().map(|row| row.join("，")).collect();
    let brackets = [
        ("[[", "],[", "]]"),
        ("［［", "］，［", "］］"),
        ("【【", "】，\n【", "】】\n"),
        ("board = [[", "]，\n[", "]]\n"),
    ];
    let bracketed = |(open, between, close): (&str, &str, &str)| {
        let text = format!("{open}{}{close}", rows.join(between));
        case(
            format!("full-width commas, {open}"),
            text,
            Expected::Read(board),
        )
    };
    let mut cases: Vec<Case> = brackets.into_iter().map(bracketed).collect();
    let rows: Vec<String> = board.rows("0").iter().map(|row| row.join("، ")).collect();
    cases.push(case(
        "Arabic commas",
        rows.join("\n"),
        Expected::Read(board),
    ));
    cases
}

/// Tables of MediaWiki, and matrices of TikZ.
fn wikis() -> Vec<Case> {
    let mut cases = Vec::new();
    let board = Board::Nine;
    for blank in ["", " ", "&nbsp;", "."] {
        let rows = board.rows(blank);
        let inline: String = rows
            .iter()
            .map(|r| format!("|-\n| {}\n", r.join(" || ")))
            .collect();
        let own = |row: &Vec<String>| {
            let cells: String = row.iter().map(|cell| format!("| {cell}\n")).collect();
            format!("|-\n{cells}")
        };
        let own: String = rows.iter().map(own).collect();
        for (name, rows) in [("in one line", inline), ("in lines", own)] {
            for head in [
                "",
                "|+ Hard\n",
                "! 1 !! 2 !! 3 !! 4 !! 5 !! 6 !! 7 !! 8 !! 9\n",
            ] {
                let text = format!("== A puzzle ==\n{{| class=\"wikitable\"\n{head}{rows}|}}\n");
                let name = format!("a table of a wiki, cells {name}, blank {blank:?}, {head:?}");
                cases.push(case(name, text, Expected::Read(board)));
            }
        }
    }
    for (blank, open) in [
        ("", "\\matrix (m) [matrix of nodes] {"),
        ("~", "\\matrix[matrix of math nodes, nodes={draw}]{"),
        (".", "\\matrix{"),
    ] {
        let rows = board.rows(blank);
        let rows: String = rows
            .iter()
            .map(|r| format!("{} \\\\\n", r.join(" & ")))
            .collect();
        let text = format!("\\begin{{tikzpicture}}\n{open}\n{rows}}};\n\\end{{tikzpicture}}\n");
        cases.push(case(format!("TikZ, {open}"), text, Expected::Read(board)));
    }
    cases
}

/// Five boards that are one Samurai.
fn sheets() -> Vec<Case> {
    let rows: Vec<String> = Board::Nine
        .rows("0")
        .iter()
        .map(|row| row.join(","))
        .collect();
    let board = format!("[[{}]]", rows.join("],["));
    let boards = vec![board.clone(); 5].join(",");
    let names = ["topLeft", "topRight", "center", "bottomLeft", "bottomRight"];
    let fields: Vec<String> = names
        .iter()
        .map(|name| format!("\"{name}\":{board}"))
        .collect();
    let empty = vec!["0"; 81];
    // Boards that agree in the boxes that they share.
    let corner = |number: usize, own: bool| {
        let mut cells = empty.clone();
        let first = number / 2 * 54 + number % 2 * 6;
        for (at, value) in ["1", "2", "3"].into_iter().enumerate() {
            cells[if own { first } else { 60 - first } + at] = value;
        }
        cells
    };
    let mut middle = empty.clone();
    for number in 0..4 {
        let own = corner(number, true);
        (0..81)
            .filter(|at| own[*at] != "0")
            .for_each(|at| middle[at] = own[at]);
    }
    let board = |cells: &[&str]| format!("[{}]", cells.join(","));
    let outer: Vec<String> = (0..4).map(|number| board(&corner(number, false))).collect();
    let shared = [&outer[0], &outer[1], &board(&middle), &outer[2], &outer[3]];
    let shared: Vec<&str> = shared.iter().map(|board| board.as_str()).collect();
    let mut cases = Vec::new();
    for (name, text) in [
        ("under its name", format!("{{\"samurai\":[{boards}]}}")),
        (
            "with its type",
            format!("{{\"type\":\"Samurai\",\"boards\":[{boards}]}}"),
        ),
        ("by its corners", format!("{{{}}}", fields.join(","))),
        ("by what they share", format!("[{}]", shared.join(","))),
    ] {
        cases.push(case(
            format!("a Samurai in JSON {name}"),
            text,
            Expected::Refused,
        ));
    }
    cases
}
