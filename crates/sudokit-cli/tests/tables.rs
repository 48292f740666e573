//! Tables with and without a header: which column is the puzzle, where the answer goes, and what a
//! transformation moves.

mod common;
use common::*;

/// The headers of tables, and how a row of theirs is made of a puzzle, a solution and a number.
const TABLES: [(&str, &str); 16] = [
    ("source,question,answer,rating", "mine and yours,P,S,N"),
    ("question,answer", "P,S"),
    ("\"Question\",\"Answer\"", "\"P\",\"S\""),
    ("givens,solution", "P,S"),
    ("grid,solution", "P,S"),
    ("unsolved,solved", "P,S"),
    ("solved;unsolved", "S;P"),
    ("puzzle,answer", "P,S"),
    ("quizzes,solutions", "P,S"),
    ("BOARD\tSOLUTION", "P\tS"),
    ("Puzzle;Solution", "P;S"),
    ("input|target", "P|S"),
    ("before,after", "P,S"),
    ("", "P;S"),
    ("", "P,S"),
    ("", "P S"),
];

fn table(header: &str, row: &str, solution: &str, blank: char) -> String {
    let puzzle = KNOWN.replace('.', &blank.to_string());
    let row = |number: usize| {
        let number = number.to_string();
        row.replace('N', &number)
            .replace('P', &puzzle)
            .replace('S', solution)
    };
    let mut lines: Vec<String> = (1..4).map(row).collect();
    if !header.is_empty() {
        lines.insert(0, header.to_string());
    }
    lines.join("\n") + "\n"
}

#[test]
fn solutions_are_checked() {
    let wrong = KNOWN_SOLUTION.replacen("53467", "53476", 1);
    for (header, row) in TABLES {
        for blank in ['0', '.'] {
            let right = table(header, row, KNOWN_SOLUTION, blank);
            let scratch = Scratch::with("right.csv", &right);
            scratch.run(&["check", "-q", "right.csv"]).ends(0);
            scratch.write("wrong.csv", table(header, row, &wrong, blank));
            let run = scratch.run(&["check", "-q", "--json", "wrong.csv"]).ends(1);
            for line in run.stdout.lines() {
                let object: serde_json::Value = serde_json::from_str(line).unwrap();
                assert_eq!(object["status"], "wrong-solution", "{header:?}: {line}");
                let problem = &object["problem"];
                assert_eq!(problem["code"], "wrong-solution");
                let message = problem["message"].as_str().unwrap();
                assert!(
                    message.ends_with("row 1, column 4 is 7, not 6"),
                    "{message}"
                );
            }
            assert_eq!(run.stdout.lines().count(), 3, "{header:?}");
            let words = scratch.run(&["check", "-q", "wrong.csv"]).ends(1).stdout;
            assert_eq!(
                words.matches("row 1, column 4 is 7, not 6").count(),
                3,
                "{words}"
            );
        }
    }
}

#[test]
fn answers_go_into_the_column_of_solutions() {
    for (header, row) in TABLES {
        let right = table(header, row, KNOWN_SOLUTION, '.');
        let wrong = table(
            header,
            row,
            &KNOWN_SOLUTION.replacen("53467", "53476", 1),
            '.',
        );
        let scratch = Scratch::with("table.csv", &wrong);
        scratch.run(&["solve", "table.csv"]).ends(0).gives(&right);
        let is_known = ["before,after", ""].iter().all(|name| *name != header);
        if is_known {
            scratch.write("empty.csv", table(header, row, "", '.'));
            scratch.run(&["solve", "empty.csv"]).ends(0).gives(&right);
        }
    }
}

#[test]
fn boards_of_a_row_are_transformed_together() {
    for (header, row) in TABLES {
        let scratch = Scratch::with("table.csv", table(header, row, KNOWN_SOLUTION, '0'));
        let shuffled = scratch
            .run(&["transform", "--shuffle", "--seed", "7", "table.csv"])
            .ends(0);
        assert!(!shuffled.stdout.contains(KNOWN_SOLUTION), "{header:?}");
        scratch.write("shuffled.csv", &shuffled.stdout);
        let run = scratch
            .run(&["check", "-q", "--json", "shuffled.csv"])
            .ends(0);
        assert_eq!(
            run.stdout.matches("\"own_solution\":\"right\"").count(),
            3,
            "{header:?}"
        );
    }
}

#[test]
fn fields_of_several_lines_are_read() {
    let grid = rows(KNOWN);
    let text = format!("id,puzzle,solution\n1,\"{grid}\",\n2,{KNOWN},\n");
    let scratch = Scratch::with("table.csv", &text);
    let expected = text.replace(",\n", &format!(",{KNOWN_SOLUTION}\n"));
    scratch
        .run(&["solve", "table.csv"])
        .ends(0)
        .gives(&expected);
    // A quotation that is never closed spoils its own row only.
    let open = format!("id,puzzle\n1,{KNOWN}\n\"2,{KNOWN}\n3,{KNOWN}\n");
    scratch.write("open.csv", open);
    let run = scratch.run(&["solve", "open.csv"]).ends(2);
    assert_eq!(run.stdout.matches(KNOWN_SOLUTION).count(), 2, "{run:#?}");
}
