//! Facts as logic programs, scripts and tables write them.

use crate::format::{Content, Form, Piece, ReadOptions, Reader, Record, read_puzzle, write};
use crate::problem::Problem;

const PUZZLE: &str =
    "4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......";

fn facts(between: &str, fact: impl Fn(usize, usize, char) -> String) -> String {
    let cells = PUZZLE
        .chars()
        .enumerate()
        .filter(|(_, symbol)| *symbol != '.');
    let facts: Vec<String> = cells
        .map(|(cell, symbol)| fact(cell / 9, cell % 9, symbol))
        .collect();
    facts.join(between)
}

fn read(text: &str) -> Result<Record, Problem> {
    read_puzzle(text.as_bytes(), ReadOptions::default())
}

#[test]
fn facts_are_read_in_many_forms() {
    let letters = |row: usize| char::from(b'A' + row as u8);
    for (text, form) in [
        (
            format!(
                "given({}).",
                facts("; ", |r, c, v| format!("{},{},{v}", r + 1, c + 1))
            ),
            Form::Facts,
        ),
        (
            facts("\n", |r, c, v| format!("initial({},{},{v}).", r + 1, c + 1)),
            Form::Facts,
        ),
        (
            facts(" ", |r, c, v| format!("initial({},{},{v}).", r + 1, c + 1)),
            Form::Facts,
        ),
        (
            facts("\n", |r, c, v| format!("cell({r}, {c}, {v})")),
            Form::Facts,
        ),
        (
            facts("\n", |r, c, v| format!("grid[{r}][{c}] = {v};")),
            Form::Facts,
        ),
        (
            facts("\n", |r, c, v| {
                format!("constraint sudoku[{},{}] = {v};", r + 1, c + 1)
            }),
            Form::Facts,
        ),
        (
            facts("\n", |r, c, v| format!("r{}c{}={v}", r + 1, c + 1)),
            Form::Facts,
        ),
        (
            facts("\n", |r, c, v| {
                format!("  <cell row=\"{r}\" col=\"{c}\" value=\"{v}\"/>")
            }),
            Form::Facts,
        ),
        (
            facts("", |r, c, v| {
                format!("<c x='{}' y='{}' given='yes' v='{v}'>", c + 1, r + 1)
            }),
            Form::Facts,
        ),
        (
            facts(", ", |r, c, v| format!("R{}C{}: {v}", r + 1, c + 1)),
            Form::Facts,
        ),
        (
            facts("\n", |r, c, v| format!("{}{}={v}", letters(r), c + 1)),
            Form::Facts,
        ),
        (
            facts("\n", |r, c, v| format!("{} {} {v}", r + 1, c + 1)),
            Form::Triples,
        ),
        (facts("\n", |r, c, v| format!("{r},{c},{v}")), Form::Triples),
        (
            format!(
                "row,col,value\n{}",
                facts("\n", |r, c, v| format!("{},{},{v}", r + 1, c + 1))
            ),
            Form::Triples,
        ),
        (
            format!(
                "col,row,value\n{}",
                facts("\n", |r, c, v| format!("{},{},{v}", c + 1, r + 1))
            ),
            Form::Triples,
        ),
        (
            format!(
                "9\n19\n{}",
                facts("\n", |r, c, v| format!("{} {} {v}", r + 1, c + 1))
            ),
            Form::Triples,
        ),
        (
            format!(
                "INSERT INTO cells VALUES\n{};\n",
                facts(",\n", |r, c, v| format!("({},{},{v})", r + 1, c + 1))
            ),
            Form::Facts,
        ),
        (
            format!(
                "% the givens\n{}\n% rules\n1 {{ x(R,C,V) }} 1 :- row(R).\n",
                facts("\n", |r, c, v| format!(
                    "given({},{},{v}). % {v}",
                    r + 1,
                    c + 1
                ))
            ),
            Form::Facts,
        ),
    ] {
        let record = read(&text).unwrap_or_else(|problem| panic!("{problem:?} in\n{text}"));
        assert_eq!(record.puzzle.to_string(), PUZZLE, "{text}");
        assert_eq!(record.form, form, "{text}");
    }
}

#[test]
fn answers_are_further_facts() {
    let text = "size(4).\np(1,1,1). p(2,3,2).\np(3,2,3). p(4,4,4).\np(1,2,2).\np(1,3,4).\np(1,4,3).\np(2,1,3).\n:- p(X,Y,Z).\n";
    let mut reader = Reader::new(text.as_bytes(), ReadOptions::default());
    let mut piece = Piece::default();
    let mut out = Vec::new();
    let answer = [1, 2, 4, 3, 3, 4, 2, 1, 4, 3, 1, 2, 2, 1, 3, 4];
    while reader.read(&mut piece).unwrap() {
        match &piece.content {
            Content::Puzzle(record) => record.write_values(&piece.text, &answer, &mut out),
            Content::Verbatim => out.extend_from_slice(&piece.text),
            Content::Unreadable(problem) => panic!("{problem:?}"),
        }
    }
    let expected = text.replace(
        "p(2,1,3).\n",
        "p(2,1,3).\np(2,2,4).\np(2,4,1).\np(3,1,4).\np(3,3,1).\np(3,4,2).\np(4,1,2).\np(4,2,1).\np(4,3,3).\n",
    );
    assert_eq!(String::from_utf8(out).unwrap(), expected);
}

#[test]
fn uncertain_facts_are_refused() {
    // Without an 8 or 9 in any index, rows may count from 0 or from 1.
    let text = facts("\n", |r, c, v| {
        format!("given({},{},{v}).", r % 7 + 1, (c + r) % 7 + 1)
    });
    let problem = read(&text).unwrap_err();
    assert!(!problem.message.is_empty());
    let few: Vec<String> = (1..=8).map(|n| format!("given({n},{n},{n}).")).collect();
    let options = ReadOptions {
        shape: Some("3x3".parse().unwrap()),
        ..ReadOptions::default()
    };
    let problem = read_puzzle(few.join("\n").as_bytes(), options).unwrap_err();
    assert!(
        problem.message.contains("count from 0 or from 1"),
        "{problem:?}"
    );
    let seven = (0..8).map(|n| format!("cell({},{},{}).", n % 7, n * 3 % 8 % 7, n % 7 + 1));
    let seven: Vec<String> = seven.collect();
    let problem = read(&seven.join("\n")).unwrap_err();
    assert!(problem.message.contains("size of the board"), "{problem:?}");
}

#[test]
fn other_numbers_are_no_facts() {
    for text in [
        "1 2 5\n2 3 4\n",
        "f(1,2,3);\nf(1,2,3);\n",
        "glVertex(0,0,1);\nglVertex(0,1,1);\nglVertex(1,0,1);\n",
    ] {
        assert!(read(text).is_err(), "{text}");
    }
}

#[test]
fn written_facts_are_read() {
    let record = read(&format!("{PUZZLE}\n")).unwrap();
    for form in [Form::Facts, Form::Triples] {
        let mut out = Vec::new();
        write::puzzle(
            form,
            &record.puzzle,
            None,
            &write::WriteOptions::default(),
            &mut out,
        )
        .unwrap();
        let text = String::from_utf8(out).unwrap();
        let copy = read(&text).unwrap_or_else(|problem| panic!("{problem:?} in\n{text}"));
        assert_eq!((copy.form, &copy.puzzle), (form, &record.puzzle));
    }
}

#[test]
fn declared_indices_are_certain() {
    let board = |first: usize| {
        let cells = [
            (3, 1, 8),
            (3, 4, 1),
            (3, 7, 7),
            (4, 3, 6),
            (4, 5, 9),
            (5, 2, 7),
            (6, 8, 6),
            (7, 3, 2),
        ];
        let mut values = vec![0; 81];
        cells
            .iter()
            .for_each(|(row, column, value)| values[(row - first) * 9 + column - first] = *value);
        let facts = cells.map(|(row, column, value)| format!("p({row},{column},{value})."));
        (facts.join("\n"), values)
    };
    for (head, first) in [
        ("row(1..9). column(1..9).", 1),
        ("size(9).\nrow(1..9).\ncol(1..9).", 1),
        ("row(0..8). % from the top\ncol(0..8).\nvalue(1..9).", 0),
    ] {
        let (facts, values) = board(first);
        assert!(read(&format!("size(9).\n{facts}")).is_err());
        let record = read(&format!("{head}\n{facts}\n")).unwrap();
        assert_eq!(record.puzzle.values(), values, "{head}");
    }
}

#[test]
fn written_facts_are_read_however_few() {
    for cell in [0, 40, 80] {
        let mut values = vec![0; 81];
        values[cell] = 5;
        let shape = crate::Shape::classic();
        let puzzle = crate::Puzzle::from_values(shape, values).unwrap();
        let mut out = Vec::new();
        let options = write::WriteOptions::default();
        write::puzzle(Form::Facts, &puzzle, None, &options, &mut out).unwrap();
        let options = ReadOptions {
            form: Some(Form::Facts),
            ..ReadOptions::default()
        };
        assert_eq!(read_puzzle(&out, options).unwrap().puzzle, puzzle);
    }
}

#[test]
fn a_damaged_fact_is_reported_and_not_left_out() {
    let good = [
        facts("\n", |r, c, v| format!("given({},{},{v}).", r + 1, c + 1)),
        facts("\n", |r, c, v| format!("grid[{r}][{c}] = {v};")),
        facts("\n", |r, c, v| format!("r{}c{}={v}", r + 1, c + 1)),
        facts("\n", |r, c, v| format!("{},{},{v}", r + 1, c + 1)),
    ];
    for text in good {
        let lines: Vec<&str> = text.lines().collect();
        assert!(read(&text).is_ok(), "{text}");
        for at in [1, 8, lines.len() - 1] {
            let line = lines[at];
            let damage = [
                line[..line.len() - 2].to_string(),
                line.replacen(['(', '[', 'c', ','], "", 1),
                format!("{line}{line}").replacen(['.', ';'], "", 1),
                line.replacen([')', ']', '=', ','], "\n", 1),
                line.replacen(['v', 'i'], "\n", 1).replacen(',', ",\n", 1),
            ];
            for damage in damage.into_iter().filter(|damage| damage != line) {
                let mut lines = lines.clone();
                lines[at] = &damage;
                let text = lines.join("\n") + "\n";
                assert!(read(&text).is_err(), "{text}");
            }
        }
    }
    // Other text around the facts is not damage.
    let text = facts("\n", |r, c, v| format!("given({},{},{v}).", r + 1, c + 1));
    for text in [
        format!("program 1.\n{text}\nshow(given/3).\n"),
        format!("{text}\n:- given(1,1,V), V > 9.\n"),
        format!("digits(9).\n{text}\n\ngiven(X,Y) :- row(X).\n"),
    ] {
        assert!(read(&text).is_ok(), "{text}");
    }
}

#[test]
fn a_damaged_fact_with_letters_and_words_is_reported() {
    let letters = |row: usize| char::from(b'A' + row as u8);
    let text = facts("\n", |r, c, v| format!("{}{} is {v}", letters(r), c + 1));
    assert!(read(&text).is_ok());
    let damaged = text.replacen("E5 is", "E5 i", 1);
    assert_ne!(damaged, text);
    let problem = read(&damaged).unwrap_err();
    assert_eq!(problem.message, "this line among the facts is none");
}
