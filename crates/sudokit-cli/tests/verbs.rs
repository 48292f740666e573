//! `check`, `count`, `convert` and `compare`.

mod common;
use common::*;

#[test]
fn check_names_the_house_and_the_cells() {
    let scratch = Scratch::with("broken.txt", rows(BROKEN));
    scratch
        .run(&["check", "broken.txt"])
        .ends(1)
        .gives("broken.txt: rule broken: 5 appears twice in row 1, at r1c1 and r1c2\n")
        .says("--> broken.txt:1:1");
    scratch
        .run(&["check", "-q", "broken.txt"])
        .ends(1)
        .says_nothing();
}

#[test]
fn check_tests_solutions_in_the_file() {
    let wrong = KNOWN_SOLUTION.replace("534", "543");
    let table = format!("puzzle,solution\n{KNOWN},{KNOWN_SOLUTION}\n{KNOWN},{wrong}\n");
    let scratch = Scratch::with("table.csv", table);
    scratch
        .run(&["check", "table.csv"])
        .ends(1)
        .gives("table.csv:2: valid and unique\ntable.csv:3: valid and unique; the solution in the file is wrong: row 1, column 2 is 4, not 3\n")
        .says("1 solution in the file is wrong\n");
}

#[test]
fn check_writes_json_and_csv() {
    let scratch = Scratch::with("two.txt", format!("{KNOWN}\n{BROKEN}\n"));
    let json = scratch.run(&["check", "--json", "-q", "two.txt"]).ends(1);
    let lines: Vec<serde_json::Value> = json
        .stdout
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    assert_eq!(
        (&lines[0]["status"], &lines[1]["status"]),
        (&"unique".into(), &"rule-broken".into())
    );
    scratch
        .run(&["check", "--csv", "-q", "two.txt"])
        .ends(1)
        .gives(
            "file,line,name,status,own solution,detail\ntwo.txt,1,,unique,,\n\
         two.txt,2,,rule-broken,,\"5 appears twice in row 1, at r1c1 and r1c2\"\n",
        );
}

#[test]
fn every_verb_reports_the_same_problem() {
    let bad = BROKEN.replace("55", "5?").replace("..", ".§");
    let scratch = Scratch::with("bad.txt", format!("{KNOWN}\n{BROKEN}\n{bad}\n"));
    let rule_broken = serde_json::json!({
        "code": "duplicate-value",
        "message": "5 appears twice in row 1, at r1c1 and r1c2",
        "line": 2,
        "column": 1,
        "help": "change or clear one of the two cells",
    });
    let unreadable = serde_json::json!({
        "code": "unknown-symbol",
        "message": "`§` in row 1, column 4 is neither a value nor a blank",
        "line": 3,
        "column": 4,
        "help": "values are 1-9; a blank is 0 . _ - * ? or X",
    });
    for arguments in [
        &["solve", "--json", "bad.txt"][..],
        &["check", "--json", "bad.txt"],
        &["count", "--json", "bad.txt"],
        &["count", "--candidates", "--json", "bad.txt"],
        &["hint", "--json", "bad.txt"],
        &["explain", "--json", "bad.txt"],
        &["rate", "--json", "bad.txt"],
        #[cfg(feature = "library")]
        &["library", "add", "--json", "new.db", "bad.txt"],
    ] {
        let run = scratch.run(arguments).ends(2);
        let objects: Vec<serde_json::Value> = serde_json::Deserializer::from_str(&run.stdout)
            .into_iter()
            .map(|object| object.unwrap_or_else(|error| panic!("{error} in {run:#?}")))
            .collect();
        assert_eq!(objects.len(), 3, "{run:#?}");
        for (object, status, problem) in [
            (&objects[1], "rule-broken", &rule_broken),
            (&objects[2], "unreadable", &unreadable),
        ] {
            assert_eq!(object["status"], status, "{arguments:?}");
            assert_eq!(&object["problem"], problem, "{arguments:?}");
            for old in ["error", "detail"] {
                assert!(object.get(old).is_none(), "{arguments:?}: {object}");
            }
        }
        assert!(objects[0].get("problem").is_none(), "{arguments:?}");
    }
}

/// Every verb with `--json` reports the same puzzles with the same words.
#[test]
fn solve_check_and_count_share_status_words() {
    let puzzles = [
        (KNOWN, "unique"),
        (EMPTY_FOUR, "several"),
        (IMPOSSIBLE, "no-solution"),
        (BROKEN, "rule-broken"),
        ("12345", "unreadable"),
        (KNOWN_SOLUTION, "complete"),
    ];
    let text: Vec<&str> = puzzles.iter().map(|(puzzle, _)| *puzzle).collect();
    let expected: Vec<&str> = puzzles.iter().map(|(_, status)| *status).collect();
    let scratch = Scratch::with("all.txt", text.join("\n") + "\n");
    scratch.write("hard.txt", format!("{HARD}\n"));
    let status = |arguments: &[&str]| -> Vec<String> {
        let lines = scratch.run(arguments).stdout;
        let lines = lines.lines().map(|line| {
            let line: serde_json::Value = serde_json::from_str(line).unwrap();
            line["status"].as_str().unwrap().to_string()
        });
        lines.collect()
    };
    for verb in ["solve", "check", "count"] {
        assert_eq!(
            status(&[verb, "--json", "-q", "all.txt"]),
            expected,
            "{verb}"
        );
        let budget = ["--engine", "backtracking", "--node-limit"];
        let hard = |nodes| {
            let arguments = [&[verb, "--json"], &budget[..], &[nodes, "hard.txt"]].concat();
            status(&arguments)
        };
        assert_eq!(hard("100"), ["open"], "{verb}");
        // Enough to find the solution, too few to prove it unique.
        assert_eq!(hard("52000"), ["solved"], "{verb}");
        let help = scratch.run(&[verb, "--help"]).ends(0).stdout;
        assert!(help.contains("no-solution  no solution"), "{help}");
    }
    let compare = scratch.run(&["compare", "--help"]).ends(0).stdout;
    assert!(!compare.contains("no-solution"), "{compare}");
}

#[test]
fn count_prints_numbers_and_reports_limits() {
    let scratch = Scratch::with("four.txt", format!("{EMPTY_FOUR}\n{KNOWN}\n{IMPOSSIBLE}\n"));
    scratch
        .run(&["count", "four.txt"])
        .ends(1)
        .gives("288\n1\n0\n")
        .says_nothing();
    scratch
        .run(&["count", "--limit", "100", "four.txt"])
        .ends(1)
        .gives("100\n1\n0\n")
        .says("note: four.txt:1: at least 100: stopped at the limit\n");
    scratch.write("empty.txt", ".".repeat(81));
    scratch
        .run(&["count", "--node-limit", "100k", "empty.txt"])
        .ends(3)
        .says("stopped at the node limit of 100,000\n");
    scratch
        .run(&["count", "--time-limit", "50ms", "empty.txt"])
        .ends(3)
        .says("stopped at the time limit of 50 ms\n");
    let json = scratch
        .run(&["count", "--json", "--limit", "7", "empty.txt"])
        .ends(0);
    let line: serde_json::Value = serde_json::from_str(&json.stdout).unwrap();
    assert_eq!((&line["count"], &line["exact"]), (&7.into(), &false.into()));
}

#[test]
fn convert_round_trips() {
    let scratch = Scratch::with("board.sdm", format!("{KNOWN}\n{HARD}\n"));
    for form in [
        "rows", "spaced", "csv", "boxed", "ss", "sdk", "hodoku", "xml", "table", "json", "list",
    ] {
        let there = scratch.run(&["convert", "--to", form, "board.sdm"]).ends(0);
        let back = scratch
            .run_with_input(&["convert", "--to", "line"], &there.stdout)
            .ends(0);
        assert_eq!(
            back.stdout,
            format!("{KNOWN}\n{HARD}\n"),
            "by way of {form}:\n{}",
            there.stdout
        );
    }
}

#[test]
fn convert_writes_other_blanks_and_reports_what_does_not_fit() {
    let scratch = Scratch::with("board.txt", KNOWN);
    scratch
        .run(&["convert", "--to", "line", "--to-blank", "0", "board.txt"])
        .ends(0)
        .gives(&(KNOWN.replace('.', "0") + "\n"));
    scratch.write("four.txt", EMPTY_FOUR);
    scratch
        .run(&["convert", "--to", "hodoku", "four.txt", "-o", "out.txt"])
        .ends(2)
        .says("cannot convert four.txt: ");
    assert!(!scratch.names().contains(&"out.txt".to_string()));
}

#[test]
fn compare_runs_all_or_the_named_engines() {
    let scratch = Scratch::with("known.txt", format!("{KNOWN}\n"));
    let all = scratch.run(&["compare", "known.txt"]).ends(0);
    for engine in [
        "backtracking",
        "forward-checking",
        "mrv-degree",
        "strategies",
        "general",
        "learn",
    ] {
        assert!(
            all.stdout.lines().any(|line| line.starts_with(engine)),
            "{}",
            all.stdout
        );
    }
    let csv = scratch
        .run(&[
            "compare",
            "--csv",
            "--engine",
            "general,backtracking",
            "known.txt",
        ])
        .ends(0);
    let engines: Vec<&str> = csv
        .stdout
        .lines()
        .map(|line| line.split(',').next().unwrap())
        .collect();
    assert_eq!(engines, ["engine", "general", "backtracking"]);
    let json = scratch
        .run(&["compare", "--json", "--vary", "cell", "known.txt"])
        .ends(0);
    assert_eq!(json.stdout.lines().count(), 5);
    assert!(
        json.stdout
            .contains("\"engine\":\"mrv-degree+cell=fullest-house\"")
    );
    scratch
        .run(&[
            "compare",
            "--vary",
            "cell",
            "--engine",
            "general",
            "known.txt",
        ])
        .ends(2)
        .says("has no rules");
}

#[test]
fn compare_varies_several_rules_one_at_a_time() {
    let scratch = Scratch::with("known.txt", format!("{KNOWN}\n"));
    let rows = |arguments: &[&str]| {
        let arguments = [&["compare", "--csv"], arguments, &["known.txt"]].concat();
        let table = scratch.run(&arguments).ends(0).stdout;
        let rows = table.lines().skip(1);
        rows.map(|row| row.split(',').next().unwrap().to_string())
            .collect::<Vec<_>>()
    };
    let (jump, value) = (rows(&["--vary", "jump"]), rows(&["--vary", "value"]));
    let both = [jump.clone(), value].concat();
    assert!(jump.len() > 1 && both.len() > jump.len() + 1, "{both:?}");
    assert_eq!(rows(&["--vary", "jump,value"]), both);
    assert_eq!(rows(&["--vary", "jump", "--vary", "value"]), both);
    assert_eq!(rows(&["--vary", "jump,jump"]), jump);
}

#[test]
fn compare_rejects_the_lanes_engine() {
    let scratch = Scratch::with("known.txt", format!("{KNOWN}\n"));
    let all = scratch.run(&["compare", "--csv", "known.txt"]).ends(0);
    assert!(!all.stdout.contains("lanes"), "{}", all.stdout);
    scratch
        .run(&["compare", "--engine", "general,lanes", "known.txt"])
        .ends(2)
        .gives("")
        .says("one at a time");
}

#[test]
fn compare_counts_giving_up_as_a_result() {
    let scratch = Scratch::with("hard.txt", HARD);
    let ran = scratch
        .run(&[
            "compare",
            "--node-limit",
            "100",
            "--engine",
            "backtracking",
            "hard.txt",
        ])
        .ends(0);
    assert!(ran.stdout.contains("gave up"), "{}", ran.stdout);
    assert!(
        ran.stdout.contains("gives up on a puzzle after 100 nodes"),
        "{}",
        ran.stdout
    );
}

#[test]
#[cfg(feature = "render")]
fn compare_draws_a_chart() {
    let scratch = Scratch::with("known.txt", KNOWN);
    scratch
        .run(&["compare", "--plot", "costs.svg", "known.txt"])
        .ends(0)
        .says("Saved costs.svg");
    let svg = scratch.read("costs.svg");
    assert!(svg.starts_with("<svg ") && svg.ends_with("</svg>\n"));
    assert!(
        svg.contains(">search nodes<") && svg.contains(">time<") && svg.contains(">backtracking<")
    );
    assert!(svg.contains("prefers-color-scheme: dark"));
}
