//! `-o`, `--json` and `--csv`: every verb that reports something has them, and one that does not
//! says why.

mod common;
use common::*;

/// Verbs that write about puzzles, each with flags that make it quick.
const REPORTING: [&[&str]; 12] = [
    &["solve"],
    &["solve", "--limit", "2"],
    &["check"],
    &["count"],
    &["count", "--candidates"],
    &["compare", "--engine", "general", "--node-limit", "1000"],
    &["transform", "--canonical"],
    &["transform", "--automorphisms"],
    &["dedupe"],
    &["hint", "--all"],
    &["explain"],
    &["rate"],
];

/// The records of a table.
fn records(table: &str) -> Vec<Vec<String>> {
    let mut records = vec![vec![String::new()]];
    let mut is_quoted = false;
    for symbol in table.trim_end_matches('\n').chars() {
        let last = records.last_mut().unwrap();
        match symbol {
            '"' => is_quoted = !is_quoted,
            ',' if !is_quoted => last.push(String::new()),
            '\n' if !is_quoted => records.push(vec![String::new()]),
            other => last.last_mut().unwrap().push(other),
        }
    }
    records
}

#[test]
fn every_reporting_verb_writes_tables_json_and_files() {
    let scratch = Scratch::with("two.txt", format!("{KNOWN}\n{KNOWN}\n"));
    for verb in REPORTING {
        for style in [&[][..], &["--json"], &["--csv"]] {
            let arguments = [verb, &["two.txt"], style].concat();
            let shown = scratch.run(&arguments).ends_with_any(&[0, 3]);
            assert!(!shown.stdout.is_empty(), "{arguments:?}");
            match style {
                ["--csv"] => {
                    let records = records(&shown.stdout);
                    assert!(records.len() > 1, "{arguments:?}: {shown:?}");
                    let columns = records[0].len();
                    assert!(columns > 1, "{arguments:?}: {shown:?}");
                    for record in &records {
                        assert_eq!(record.len(), columns, "{arguments:?}: {shown:?}");
                    }
                }
                ["--json"] => {
                    for line in shown.stdout.lines() {
                        serde_json::from_str::<serde_json::Value>(line).unwrap();
                    }
                }
                _ => {}
            }
            let saved = scratch.run(&[&arguments[..], &["-o", "out"]].concat());
            assert_eq!(saved.code, shown.code, "{arguments:?}: {saved:?}");
            assert_eq!(saved.stdout, "", "{arguments:?}");
            // Times differ from run to run.
            if !scratch.read("out").contains(" µs") && !style.contains(&"--json") {
                let is_timed = verb[0] == "compare";
                let same = scratch.read("out") == shown.stdout;
                assert!(same || is_timed, "{arguments:?}");
            }
            assert_eq!(
                scratch.read("out").lines().count(),
                shown.stdout.lines().count()
            );
            std::fs::remove_file(scratch.path("out")).unwrap();
        }
    }
    assert_eq!(scratch.names(), ["two.txt"]);
}

#[test]
fn neighbours_are_a_table_too() {
    let scratch = Scratch::with("four.txt", "1...4.......3..2\n");
    let table = scratch
        .run(&["neighbours", "-q", "--csv", "four.txt"])
        .ends(0);
    let records = records(&table.stdout);
    assert_eq!(
        records[0],
        [
            "puzzle", "from", "file", "line", "removed", "added", "level", "score", "hardest"
        ]
    );
    let lines = scratch
        .run(&["neighbours", "-q", "four.txt"])
        .ends(0)
        .stdout;
    let puzzles: Vec<&str> = records[1..].iter().map(|record| &record[0][..]).collect();
    assert_eq!(puzzles, lines.lines().collect::<Vec<_>>());
    scratch
        .run(&[
            "neighbours",
            "--csv",
            "--resume",
            "state",
            "-o",
            "out",
            "four.txt",
        ])
        .ends(2)
        .says("cannot be used with");
}

#[test]
fn a_flag_that_makes_no_sense_is_refused_with_the_reason() {
    let scratch = Scratch::with("board.txt", KNOWN);
    for (arguments, reason) in [
        (
            &["convert", "--json", "board.txt"][..],
            "`--to json` is a form",
        ),
        (
            &["convert", "--csv", "board.txt"],
            "`convert` has no --csv: it writes puzzles in a form",
        ),
        (
            &["serve", "-o", "x"],
            "`serve` has no -o: it writes nothing",
        ),
        (&["serve", "--json"], "`serve` has no --json"),
        (&["completions", "bash", "-o", "x"], "redirect it"),
        (&["man", "--csv"], "`man` has no --csv"),
        (
            &["hint", "--csv", "--why", "r1c1=1", "board.txt"],
            "use --json",
        ),
        (
            &["explain", "--csv", "--full", "board.txt"],
            "a row holds one sentence",
        ),
        (
            &["check", "--save", "board.txt"],
            "name the output with -o PATH",
        ),
        (&["solve", "--to-blank", "x", "board.txt"], "add --to FORM"),
    ] {
        let ran = scratch.run(arguments).ends(2).says(reason).gives("");
        assert_eq!(ran.stderr.matches("error: ").count(), 1, "{ran:?}");
    }
    if cfg!(feature = "render") {
        scratch
            .run(&["render", "--json", "board.txt"])
            .ends(2)
            .says("`render` has no --json: it draws pictures")
            .says("`sudokit convert --to json`");
    }
    assert_eq!(scratch.names(), ["board.txt"]);
}

#[test]
fn solutions_are_written_in_another_form() {
    let scratch = Scratch::with("board.txt", rows(KNOWN));
    scratch
        .run(&["solve", "--to", "line", "board.txt"])
        .ends(0)
        .gives(&format!("{KNOWN_SOLUTION}\n"));
    // The form has a place for both.
    let json = scratch.run(&["solve", "--to", "json", "board.txt"]).ends(0);
    let puzzles: serde_json::Value = serde_json::from_str(&json.stdout).unwrap();
    assert_eq!(puzzles[0]["puzzle"], KNOWN);
    assert_eq!(puzzles[0]["solution"], KNOWN_SOLUTION);
    // What was written is what `convert` makes of the solution.
    for form in ["rows", "boxed", "csv", "spaced", "list", "markdown", "link"] {
        let solved = scratch.run(&["solve", "--to", form, "board.txt"]).ends(0);
        scratch
            .run(&["convert", "--to", form, KNOWN_SOLUTION])
            .ends(0)
            .gives(&solved.stdout);
    }
    // One line out for each line in.
    scratch.write(
        "four.txt",
        format!("{KNOWN}\n{IMPOSSIBLE}\n12345\n{BROKEN}\n"),
    );
    scratch
        .run(&["solve", "--to", "line", "four.txt"])
        .ends(2)
        .gives(&format!(
            "{KNOWN_SOLUTION}\nNo Solution\nInvalid\nInvalid\n"
        ));
    // Several solutions, collected and streamed.
    for limit in ["3", "1001"] {
        let several = scratch.run(&["solve", "--to", "line", "--limit", limit, EMPTY_FOUR]);
        let several = several.ends(0).stdout;
        assert_eq!(
            several.lines().count(),
            limit.parse::<usize>().unwrap().min(288)
        );
    }
    scratch
        .run(&["solve", "--save", "--to", "csv", "board.txt"])
        .ends(2)
        .says("cannot be used with");
    // A form that cannot hold the board.
    scratch
        .run(&["solve", "--to", "hodoku", EMPTY_FOUR])
        .ends(2)
        .says("cannot write a solution");
}
