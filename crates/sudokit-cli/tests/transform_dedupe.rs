//! `transform` and `dedupe`.

mod common;
use common::*;

/// The puzzles of the objects that `transform --json` prints.
fn puzzles(ran: &Ran) -> Vec<String> {
    let lines = ran.stdout.lines();
    lines
        .map(|line| {
            let object: serde_json::Value = serde_json::from_str(line).unwrap();
            object["puzzle"].as_str().unwrap().to_string()
        })
        .collect()
}

#[test]
fn every_form_can_be_read_back() {
    let examples = concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples");
    for entry in std::fs::read_dir(examples).unwrap() {
        let path = entry.unwrap().path();
        if path
            .extension()
            .is_some_and(|extension| extension == "ipynb")
        {
            continue;
        }
        let scratch = Scratch::with("in", std::fs::read(&path).unwrap());
        let turned = ["--rotate", "90", "--swap-stacks", "1,2"];
        let json = scratch.run(&[&["transform", "--json"], &turned[..], &["in"]].concat());
        let same = scratch.run(&[&["transform", "-q", "-o", "out"], &turned[..], &["in"]].concat());
        same.ends(0);
        let again = ["transform", "--apply", "identity", "--json", "out"];
        let again = scratch.run(&again).ends(0);
        assert!(!puzzles(&again).is_empty());
        assert_eq!(
            puzzles(&json.ends(0)),
            puzzles(&again),
            "{}",
            path.display()
        );
    }
}

#[test]
fn progress_and_solutions_are_transformed_too() {
    let known: Vec<u8> = KNOWN.bytes().collect();
    let mirror = |line: &str| -> String {
        let rows = line.as_bytes().chunks(9);
        rows.flat_map(|row| row.iter().rev().map(|byte| *byte as char))
            .collect()
    };
    let table = format!("puzzle,solution\n{KNOWN},{KNOWN_SOLUTION}\n");
    let scratch = Scratch::with("table.csv", table);
    let expected = format!(
        "puzzle,solution\n{},{}\n",
        mirror(KNOWN),
        mirror(KNOWN_SOLUTION)
    );
    let run = scratch.run(&["transform", "--mirror", "left-right", "table.csv"]);
    run.ends(0).gives(&expected);

    let mut state = known.clone();
    state[2] = b'4';
    let rows = |cells: &[u8]| -> String {
        cells
            .chunks(9)
            .map(|row| format!("{}\n", std::str::from_utf8(row).unwrap()))
            .collect()
    };
    let sections = format!("[Puzzle]\n{}[State]\n{}", rows(&known), rows(&state));
    scratch.write("played.sdk", sections);
    let run = scratch
        .run(&["transform", "--mirror", "top-bottom", "played.sdk"])
        .ends(0);
    let flipped = |cells: &[u8]| -> Vec<u8> { cells.chunks(9).rev().flatten().copied().collect() };
    let expected = format!(
        "[Puzzle]\n{}[State]\n{}",
        rows(&flipped(&known)),
        rows(&flipped(&state))
    );
    run.gives(&expected);
}

#[test]
fn isomorphs_are_dropped_with_any_number_of_threads() {
    let own = own_puzzles();
    let scratch = Scratch::with("own.txt", &own);
    let shuffle = [
        "transform",
        "-q",
        "--shuffle",
        "--seed",
        "5",
        "-o",
        "shuffled.txt",
        "own.txt",
    ];
    scratch.run(&shuffle).ends(0);
    assert_ne!(scratch.read("shuffled.txt"), own);
    let puzzles = own.lines().count();
    for threads in ["1", "4"] {
        let dedupe = [
            "dedupe",
            "--threads",
            threads,
            "--dropped",
            "again.txt",
            "own.txt",
            "shuffled.txt",
        ];
        let run = scratch.run(&dedupe).ends(0).gives(&own);
        run.says(&format!(
            "{} puzzles read, {puzzles} kept, {puzzles} dropped",
            2 * puzzles
        ));
        assert_eq!(scratch.read("again.txt"), scratch.read("shuffled.txt"));
    }
    let canonical = |file| {
        let run = scratch.run(&["dedupe", "-q", "--canonical", file]).ends(0);
        run.stdout
    };
    assert_eq!(canonical("own.txt"), canonical("shuffled.txt"));
}

#[test]
fn kept_and_dropped_need_two_files() {
    let scratch = Scratch::with("in.txt", format!("{KNOWN}\n"));
    let asked = ["dedupe", "in.txt", "-o", "out.txt", "--dropped", "out.txt"];
    scratch.run(&asked).ends(2).says("name the same file");
    assert!(!scratch.path("out.txt").exists());
}

#[test]
fn unreadable_puzzles_are_reported_and_left_out() {
    let lines = format!("{KNOWN}\n{BROKEN}\n12\n{KNOWN}\n{HARD}");
    let scratch = Scratch::with("in.txt", lines);
    let run = scratch.run(&["dedupe", "in.txt"]).ends(2);
    let run = run.gives(&format!("{KNOWN}\n{HARD}"));
    run.says("5 appears twice in row 1")
        .says("3 puzzles read, 2 kept, 1 dropped");
    let run = scratch.run(&["transform", "--transpose", "in.txt"]).ends(2);
    assert_eq!(
        run.stdout.lines().filter(|line| *line == "Invalid").count(),
        2
    );
}

#[test]
fn files_are_joined_cleanly() {
    let scratch = Scratch::with("one.csv", format!("puzzle,solution\n{KNOWN},\n"));
    scratch.write("two.csv", format!("puzzle,solution\n{HARD},\n{KNOWN},\n"));
    let both = format!("puzzle,solution\n{KNOWN},\n{HARD},\n");
    scratch
        .run(&["dedupe", "-q", "one.csv", "two.csv"])
        .ends(0)
        .gives(&both);
    scratch.write("one.json", format!("[\"{KNOWN}\"]\n"));
    scratch.write("two.json", format!("[\"{KNOWN}\", \"{HARD}\"]\n"));
    let both = format!("[\"{KNOWN}\"]\n[\"{HARD}\"]\n");
    scratch
        .run(&["dedupe", "-q", "one.json", "two.json"])
        .ends(0)
        .gives(&both);
}

#[test]
fn an_input_is_never_overwritten() {
    let scratch = Scratch::with("in.txt", KNOWN);
    for arguments in [
        ["dedupe", "-o", "in.txt", "in.txt"],
        ["dedupe", "--dropped", "in.txt", "in.txt"],
    ] {
        scratch.run(&arguments).ends(2).says("is an input");
    }
    let transform = ["transform", "--transpose", "-o", "in.txt", "in.txt"];
    scratch.run(&transform).ends(2).says("is an input");
    assert_eq!(scratch.read("in.txt"), KNOWN);
}

#[test]
fn a_random_seed_is_reported() {
    let scratch = Scratch::with("in.txt", KNOWN);
    let first = scratch.run(&["transform", "--shuffle", "in.txt"]).ends(0);
    let seed = first.stderr.split_whitespace().nth(2).unwrap().to_string();
    let again = ["transform", "--shuffle", "--seed", &seed, "in.txt"];
    scratch
        .run(&again)
        .ends(0)
        .gives(&first.stdout)
        .says_nothing();
    scratch
        .run(&["transform", "--seed", "1", "in.txt"])
        .ends(2)
        .says("--shuffle");
}
