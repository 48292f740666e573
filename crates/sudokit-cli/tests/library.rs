//! `sudokit library`: what is added, what is rejected, and what is found.
#![cfg(feature = "library")]

mod common;
use common::*;

use std::process::Stdio;

use serde_json::Value;

fn json(text: &str) -> Vec<Value> {
    let lines = text.lines().map(|line| serde_json::from_str(line).unwrap());
    lines.collect()
}

/// KNOWN reversed, with each value v replaced by 10 - v: an isomorph.
fn twin() -> String {
    let turned = KNOWN.chars().rev().map(|symbol| match symbol.to_digit(10) {
        Some(value) => char::from_digit(10 - value, 10).unwrap(),
        None => symbol,
    });
    turned.collect()
}

#[test]
fn puzzles_of_any_form_are_added_once() {
    let scratch = Scratch::with("a.sdm", format!("# ours\n{KNOWN}\n{HARD} # by A. Inkala\n"));
    scratch.write(
        "rows.txt",
        format!("Grid 01\n{}\nGrid 02\n{}", rows(KNOWN), rows(&twin())),
    );
    scratch
        .run(&["library", "add", "p.db", "a.sdm", "rows.txt"])
        .ends(0)
        .gives("")
        .says("4 puzzles: 2 new, 1 already known, 1 isomorphic to known ones\n");
    let shown = scratch
        .run(&["library", "show", "p.db", "1", "--json"])
        .ends(0);
    let shown = &json(&shown.stdout)[0];
    assert_eq!(shown["puzzle"], KNOWN);
    assert_eq!(shown["seen"], 3);
    let sightings = shown["sightings"].as_array().unwrap();
    let seen: Vec<_> = sightings
        .iter()
        .map(|seen| {
            (
                seen["line"].as_u64().unwrap(),
                seen["name"].as_str(),
                seen["isomorph"] == true,
            )
        })
        .collect();
    let expected = [
        (2, None, false),
        (2, Some("Grid 01"), false),
        (13, Some("Grid 02"), true),
    ];
    assert_eq!(seen, expected);
    assert!(sightings[1]["file"].as_str().unwrap().ends_with("rows.txt"));
    let by_title = scratch.run(&[
        "library", "list", "p.db", "--text", "inkala", "--to", "line",
    ]);
    by_title.ends(0).gives(&format!("{HARD}\n"));
    // Adding the same files again changes nothing.
    scratch
        .run(&["library", "add", "p.db", "a.sdm", "rows.txt"])
        .ends(0)
        .says("3 already known, 1 iso");
    let again = scratch
        .run(&["library", "show", "p.db", "1", "--json"])
        .ends(0);
    assert_eq!(json(&again.stdout)[0], *shown);
}

#[test]
fn unusable_puzzles_are_rejected_with_their_place() {
    let solved = KNOWN_SOLUTION;
    let text = format!(
        "{KNOWN}\n{IMPOSSIBLE}\n{BROKEN}\n{solved}\n{}\n",
        ".".repeat(81)
    );
    let scratch = Scratch::with("a.txt", text);
    scratch
        .run(&["library", "add", "p.db", "a.txt"])
        .ends(1)
        .says("a.txt:2: rejected: no solution\n")
        .says("error: 5 appears twice in row 1, at r1c1 and r1c2\n --> a.txt:3:1")
        .says("a.txt:4: rejected: no open cell\n")
        .says("a.txt:5: rejected: several solutions\n")
        .says("5 puzzles: 1 new, 1 rejected (several solutions), 1 rejected (no solution)");
    let keep = [
        "library",
        "add",
        "p.db",
        "a.txt",
        "--keep-several",
        "--json",
    ];
    let kept = scratch.run(&keep).ends(1);
    let taken: Vec<_> = json(&kept.stdout)
        .iter()
        .map(|line| {
            format!(
                "{} {}",
                line["taken"].as_str().unwrap(),
                line["status"].as_str().unwrap()
            )
        })
        .collect();
    let expected = [
        "duplicate unique",
        "refused no-solution",
        "refused rule-broken",
        "refused complete",
        "new several",
    ];
    assert_eq!(taken, expected);
    // It is flagged and never rated.
    scratch
        .run(&["library", "rate", "p.db"])
        .ends(0)
        .says("1 puzzle rated: 1 easy");
    let several = scratch
        .run(&["library", "list", "p.db", "--status", "several", "--json"])
        .ends(0);
    let several = json(&several.stdout);
    assert_eq!((several.len(), &several[0]["level"]), (1, &Value::Null));
    scratch.write("bad.txt", "53..7...\n");
    scratch.run(&["library", "add", "p.db", "bad.txt"]).ends(2);
}

#[test]
fn standard_input_can_be_added() {
    let scratch = Scratch::new();
    scratch
        .run_with_input(&["library", "add", "p.db"], format!("{KNOWN}\n"))
        .ends(0)
        .says("1 puzzle: 1 new");
    scratch
        .run_with_input(
            &["library", "add", "p.db", "-", "--keep-isomorphs"],
            format!("{}\n", twin()),
        )
        .ends(0)
        .says("1 puzzle: 1 new");
    scratch
        .run(&["library", "remove", "p.db", "--isomorphs"])
        .ends(0)
        .says("1 puzzle removed");
    scratch
        .run(&["library", "export", "p.db"])
        .ends(0)
        .gives(&format!("{KNOWN}\n"));
}

#[test]
fn a_file_that_is_not_a_library_is_never_changed() {
    let scratch = Scratch::with("a.txt", format!("{KNOWN}\n"));
    scratch.write("empty.db", "");
    for action in ["list", "stats", "rate"] {
        scratch
            .run(&["library", action, "a.txt"])
            .ends(2)
            .says("`a.txt` is not a library: it is not a database");
        scratch
            .run(&["library", action, "none.db"])
            .ends(2)
            .says("library not found: `none.db`");
        scratch
            .run(&["library", action, "empty.db"])
            .ends(2)
            .says("it is empty");
    }
    scratch
        .run(&["library", "add", "a.txt", "a.txt"])
        .ends(2)
        .says("`a.txt` is not a library");
    scratch
        .run(&["library", "list", "."])
        .ends(2)
        .says("it is a directory");
    assert_eq!(scratch.read("a.txt"), format!("{KNOWN}\n"));
    scratch.run(&["library", "add", "p.db", "a.txt"]).ends(0);
    scratch
        .run(&["library", "list", "p.bd"])
        .ends(2)
        .says("did you mean `p.db`?");
    scratch
        .run(&["library", "export", "p.db", "-o", "p.db"])
        .ends(2)
        .says("`p.db` is an input, and inputs are never overwritten");
    scratch.run(&["library", "list", "p.db"]).ends(0);
}

#[test]
fn a_damaged_library_is_reported() {
    let scratch = Scratch::with("a.txt", format!("{KNOWN}\n"));
    scratch.run(&["library", "add", "p.db", "a.txt"]).ends(0);
    let path = scratch.path("p.db");
    let mut bytes = std::fs::read(&path).unwrap();
    let half = bytes.len() / 2;
    bytes.truncate(half);
    std::fs::write(&path, &bytes).unwrap();
    for action in ["list", "stats"] {
        scratch
            .run(&["library", action, "p.db"])
            .ends(2)
            .says("`p.db` is damaged: ")
            .says(" help: ");
    }
    assert_eq!(std::fs::read(&path).unwrap().len(), half);
}

/// Nothing is written to a library that is not what it says, whatever the action.
#[test]
fn a_library_with_a_fault_is_refused_and_not_written() {
    let scratch = Scratch::with("a.txt", format!("{KNOWN}\n{HARD}\n"));
    let path = scratch.path("p.db");
    let actions: [&[&str]; 4] = [
        &["add", "p.db", "a.txt"],
        &["rate", "p.db"],
        &["list", "p.db"],
        &["stats", "p.db"],
    ];
    let refuses = |fault: &dyn Fn(&mut Vec<u8>), actions: &[&[&str]], message: &str| {
        let _ = std::fs::remove_file(&path);
        scratch.run(&["library", "add", "p.db", "a.txt"]).ends(0);
        let mut bytes = std::fs::read(&path).unwrap();
        fault(&mut bytes);
        std::fs::write(&path, &bytes).unwrap();
        for action in actions {
            let ran = scratch.run(&[&["library"], *action].concat()).ends(2);
            ran.says("`p.db` is damaged: ")
                .says(message)
                .says(" help: ");
            assert_eq!(std::fs::read(&path).unwrap(), bytes, "{action:?}");
            assert!(!scratch.path("p.db-wal").exists(), "{action:?}");
        }
    };
    // The offset of the version in the header of every SQLite file.
    let set_version = |version: i32| {
        move |bytes: &mut Vec<u8>| bytes[60..64].copy_from_slice(&version.to_be_bytes())
    };
    refuses(&set_version(0), &actions, "there is no library version 0");
    refuses(&set_version(-1), &actions, "there is no library version -1");
    // A migration that was interrupted outside of its transaction, or a version set by hand.
    let message = "its tables are not those of library version 1";
    refuses(&set_version(1), &actions, message);
    // A page in the middle that a disk or a copy has damaged.
    let damage = |bytes: &mut Vec<u8>| {
        let page = usize::from(u16::from_be_bytes([bytes[16], bytes[17]]));
        let middle = bytes.len() / page / 2 * page;
        bytes[middle..middle + page].fill(0xa5);
    };
    refuses(&damage, &actions[..2], "");
}

#[test]
fn a_newer_library_version_is_reported() {
    let scratch = Scratch::with("a.txt", format!("{KNOWN}\n"));
    scratch.run(&["library", "add", "p.db", "a.txt"]).ends(0);
    let path = scratch.path("p.db");
    let mut bytes = std::fs::read(&path).unwrap();
    // The offset of the version in the header of every SQLite file.
    bytes[60..64].copy_from_slice(&99u32.to_be_bytes());
    std::fs::write(&path, &bytes).unwrap();
    for action in ["list", "rate"] {
        let ran = scratch.run(&["library", action, "p.db"]).ends(2);
        ran.says("`p.db` has library version 99")
            .says("install a newer Sudokit");
    }
}

#[test]
fn puzzles_are_found_and_written_in_every_format() {
    let scratch = Scratch::with("a.txt", format!("{KNOWN}\n{HARD}\n"));
    scratch
        .run(&["library", "add", "p.db", "a.txt", "--rate"])
        .ends(0)
        .says("2 puzzles rated: 1 easy");
    let list = |flags: &[&str]| {
        let arguments = [&["library", "list", "p.db"], flags].concat();
        scratch.run(&arguments).ends(0).stdout
    };
    let table = list(&["--level", "easy"]);
    assert!(table.starts_with("id  givens  level"), "{table}");
    assert!(
        table.contains("Naked single") && table.trim_end().ends_with(KNOWN),
        "{table}"
    );
    assert_eq!(
        list(&["--givens", "..25", "--to", "line"]),
        format!("{HARD}\n")
    );
    assert_eq!(
        list(&["--pattern", "a.txt", "--to", "line"]),
        format!("{KNOWN}\n")
    );
    let mask: String = HARD
        .chars()
        .map(|symbol| if symbol == '.' { '.' } else { 'x' })
        .collect();
    assert_eq!(
        list(&["--pattern", &mask, "--to", "line"]),
        format!("{HARD}\n")
    );
    assert_eq!(
        list(&["--symmetry", "half-turn", "--to", "line"]),
        format!("{KNOWN}\n")
    );
    assert_eq!(
        list(&[
            "--score",
            "..204",
            "--technique",
            "naked-single",
            "--to",
            "line"
        ]),
        format!("{KNOWN}\n")
    );
    assert_eq!(
        list(&["--sort", "givens", "--to", "line"]),
        format!("{HARD}\n{KNOWN}\n")
    );
    assert_eq!(list(&["2", "--to", "line"]), format!("{HARD}\n"));
    let csv = list(&["--csv", "--hardest", "naked-single"]);
    assert!(
        csv.starts_with("id,puzzle,shape,givens,status,level,score,hardest,"),
        "{csv}"
    );
    assert!(
        csv.contains(&format!(
            "1,{KNOWN},3x3,30,unique,easy,204,naked-single,51,"
        )),
        "{csv}"
    );
    let entry = &json(&list(&["--json", "--rated"]))[0];
    assert_eq!(
        (&entry["level"], &entry["techniques"]["naked-single"]),
        (&"easy".into(), &30.into())
    );

    scratch
        .run(&["library", "list", "p.db", "--givens", "40.."])
        .ends(0)
        .gives("")
        .says("no matching puzzle");
    let export = [
        "library", "export", "p.db", "--to", "boxed", "-o", "out.txt", "1",
    ];
    scratch.run(&export).ends(0).says("Saved out.txt");
    scratch
        .run(&["convert", "--to", "line", "out.txt"])
        .ends(0)
        .gives(&format!("{KNOWN}\n"));
    let one = scratch
        .run(&[
            "library", "list", "p.db", "--random", "--limit", "1", "--to", "line",
        ])
        .ends(0);
    let seed = one.stderr.split_whitespace().nth(1).unwrap().to_string();
    let same = [
        "library", "list", "p.db", "--random", "--seed", &seed, "--limit", "1", "--to", "line",
    ];
    scratch.run(&same).ends(0).gives(&one.stdout);
}

#[test]
fn puzzles_are_removed_by_id_or_by_query() {
    let scratch = Scratch::with("a.txt", format!("{KNOWN}\n{HARD}\n"));
    scratch.run(&["library", "add", "p.db", "a.txt"]).ends(0);
    scratch
        .run(&["library", "remove", "p.db"])
        .ends(2)
        .says("no puzzles were named to remove");
    scratch
        .run(&["library", "remove", "p.db", "--givens", "30..", "--dry-run"])
        .ends(0)
        .says("1 puzzle would be removed");
    scratch
        .run(&["library", "remove", "p.db", "--givens", "30.."])
        .ends(0)
        .says("1 puzzle removed");
    scratch
        .run(&["library", "remove", "p.db", "1"])
        .ends(1)
        .says("0 puzzles removed");
    scratch
        .run(&["library", "remove", "p.db", "2"])
        .ends(0)
        .says("1 puzzle removed");
    scratch
        .run(&["library", "list", "p.db"])
        .ends(0)
        .says("no matching puzzle");
    scratch
        .run(&["library", "show", "p.db", "2"])
        .ends(1)
        .says("no puzzle 2 in `p.db`");
}

#[test]
fn contradicting_flags_are_rejected_with_a_suggestion() {
    let scratch = Scratch::with("a.txt", format!("{KNOWN}\n"));
    scratch.run(&["library", "add", "p.db", "a.txt"]).ends(0);
    for (flags, words) in [
        (&["--givens", "25..22"][..], "use 22..25"),
        (&["--level", "hadr"], "a similar value exists: 'hard'"),
        (&["--technique", "xwng"], "the nearest is `x-wing`"),
        (
            &["--pattern", "x..x"],
            "`x..x` is neither a file nor a pattern",
        ),
        (
            &["--symmetry", "half"],
            "a similar value exists: 'half-turn'",
        ),
        (&["--seed", "3"], "--random"),
    ] {
        let arguments = [&["library", "list", "p.db"], flags].concat();
        scratch.run(&arguments).ends(2).says(words);
    }
}

#[test]
fn statistics_count_every_puzzle() {
    let scratch = Scratch::with("a.txt", format!("{KNOWN}\n{HARD}\n{HARD}\n"));
    scratch
        .run(&["library", "add", "p.db", "a.txt", "--rate"])
        .ends(0);
    let words = scratch.run(&["library", "stats", "p.db"]).ends(0).stdout;
    assert!(
        words.starts_with("2 puzzles, found in 3 places\n\nlevel\n  Easy"),
        "{words}"
    );
    let counted = scratch
        .run(&["library", "stats", "p.db", "--json", "--level", "easy"])
        .ends(0);
    let counted = &json(&counted.stdout)[0];
    assert_eq!(counted["puzzles"], 1);
    assert_eq!(counted["givens"]["30"], 1);
    assert_eq!(counted["techniques"]["naked-single"], 1);
}

#[test]
fn a_closed_pipe_is_not_an_error() {
    let scratch = Scratch::with("a.txt", format!("{KNOWN}\n"));
    scratch.run(&["library", "add", "p.db", "a.txt"]).ends(0);
    for flags in [
        &["list", "p.db", "--json"][..],
        &["stats", "p.db", "--json"],
        &["show", "p.db", "1", "--json"],
    ] {
        let mut command = scratch.command(&[&["library"], flags].concat());
        command.stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = command.spawn().unwrap();
        drop(child.stdout.take());
        ran(child.wait_with_output().unwrap())
            .ends(0)
            .says_nothing();
    }
}

#[test]
fn puzzles_are_found_by_er() {
    let scratch = Scratch::with("a.sdm", format!("{KNOWN}\n{HARD}\n"));
    scratch.run(&["library", "add", "p.db", "a.sdm"]).ends(0);
    let list = |more: &[&str]| {
        let arguments = [&["library", "list", "p.db", "--json"], more].concat();
        scratch.run(&arguments)
    };
    list(&["--er", "7.0.."])
        .ends(0)
        .gives("")
        .says("2 puzzles without ER; `sudokit library rate --er p.db` computes it");
    let rate = ["library", "rate", "p.db", "--er", "--json"];
    let rated = json(&scratch.run(&rate).ends(0).says("2 puzzles rated").stdout);
    assert_eq!(rated.len(), 2);
    assert_eq!(rated[0]["model"], "Sudoku Explainer 1.2.1.3");
    scratch
        .run(&rate)
        .ends(0)
        .gives("")
        .says("every puzzle is rated");
    let hard = json(&list(&["--er", "7.0.."]).ends(0).stdout);
    assert_eq!(hard.len(), 1);
    assert_eq!(hard[0]["puzzle"], HARD);
    assert_eq!(hard[0]["er"], rated[1]["er"]);
    assert_eq!(hard[0]["model"], rated[1]["model"]);
    let sorted = json(&list(&["--sort", "er", "--reverse"]).ends(0).stdout);
    assert_eq!(sorted[0]["er"], rated[1]["er"]);
    assert_eq!(sorted[1]["er"], rated[0]["er"]);
    // Level and score are another rating.
    assert_eq!(hard[0]["level"], Value::Null);
    let table = ["library", "list", "p.db", "--er", "1.0.."];
    let table = scratch.run(&table).ends(0).stdout;
    assert!(table.lines().next().unwrap().contains("  ER  "), "{table}");
    let shown = scratch.run(&["library", "show", "p.db", "2"]).ends(0);
    let er = hard[0]["er"].as_f64().unwrap();
    assert!(
        shown.stdout.contains(&format!("ER          {er:.1}, EP ")),
        "{}",
        shown.stdout
    );
}

#[test]
fn puzzles_that_take_too_long_are_reported_and_stay_without_er() {
    let scratch = Scratch::with("a.sdm", format!("{HARD}\n{KNOWN}\n"));
    scratch.run(&["library", "add", "p.db", "a.sdm"]).ends(0);
    let rate = ["library", "rate", "p.db", "--er", "--time-limit", "1ms"];
    scratch
        .run(&rate)
        .ends(3)
        .says("puzzle 1: no ER: stopped at the time limit")
        .says("1 without ER");
    scratch.run(&rate[..4]).ends(0).says("rated");
}
