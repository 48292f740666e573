//! Puzzles as text on the command line, in place of a file.

mod common;
use common::*;

/// The same puzzle in several forms, and its solution in each.
fn forms() -> Vec<(String, String)> {
    let scratch = Scratch::new();
    let in_form = |form: &str, line: &str| {
        let ran = scratch.run_with_input(&["convert", "--to", form, "-"], line);
        ran.ends(0).stdout
    };
    [
        "rows",
        "spaced",
        "csv",
        "boxed",
        "simple-sudoku",
        "hodoku",
        "list",
        "sudokuwiki",
        "link",
    ]
    .into_iter()
    .map(|form| {
        let puzzle = in_form(form, KNOWN);
        let solved = scratch.run_with_input(&["solve", "-"], &puzzle).ends(0);
        (puzzle, solved.stdout)
    })
    .chain([
        (KNOWN.to_string(), format!("{KNOWN_SOLUTION}\n")),
        (KNOWN.replace('.', "0"), format!("{KNOWN_SOLUTION}\n")),
        (KNOWN.replace('.', "*"), format!("{KNOWN_SOLUTION}\n")),
        (KNOWN.replace('.', "-"), format!("{KNOWN_SOLUTION}\n")),
        (KNOWN.replace('.', "_"), format!("{KNOWN_SOLUTION}\n")),
        (
            format!("https://example.org/?p={KNOWN}"),
            format!("https://example.org/?p={KNOWN_SOLUTION}\n"),
        ),
    ])
    .collect()
}

#[test]
fn a_puzzle_in_any_form_is_solved() {
    let scratch = Scratch::new();
    for (puzzle, solved) in forms() {
        // As a shell passes `"$(cat file)"`.
        let typed = puzzle.trim_end_matches('\n');
        for verb in [&[][..], &["solve"]] {
            let ran = scratch.run(&[verb, &[typed]].concat()).ends(0);
            assert_eq!(ran.stdout.trim_end(), solved.trim_end(), "{puzzle}");
            assert!(ran.stdout.ends_with('\n'), "{puzzle}");
        }
    }
}

#[test]
fn a_puzzle_that_starts_with_a_dash_is_not_a_flag() {
    let (puzzle, solution) = (&HARD[1..], &HARD_SOLUTION[1..]);
    let dashed = format!("-{}8", puzzle.replace('.', "-"));
    let scratch = Scratch::new();
    let ran = scratch.run(&["check", &dashed, KNOWN]);
    assert!(!ran.stderr.contains("unexpected argument"), "{ran:?}");
    // Rotated by one cell it breaks a rule or not, but it is read.
    assert!(ran.stdout.contains("<argument>: "), "{ran:?} {solution}");
    let framed = "-------------\n".to_string();
    let ran = scratch.run(&[&format!("{framed}{}", rows(KNOWN))]);
    assert!(ran.stdout.contains("534678912"), "{ran:?}");
}

#[test]
fn a_file_of_that_name_wins() {
    let scratch = Scratch::with(KNOWN, HARD);
    scratch.run(&[KNOWN]).ends(0).gives(HARD_SOLUTION);
}

#[test]
fn every_verb_that_reads_files_reads_puzzles() {
    let scratch = Scratch::new();
    for verb in [
        "check", "count", "compare", "hint", "explain", "rate", "dedupe",
    ] {
        scratch.run(&[verb, KNOWN]).ends(0);
    }
    scratch.run(&["convert", "--to", "csv", KNOWN]).ends(0);
    let ran = scratch.run(&["check", KNOWN, HARD]).ends(0);
    assert_eq!(ran.stdout.matches("<argument>: ").count(), 2, "{ran:?}");
    let ran = scratch.run(&["solve", "--json", KNOWN]).ends(0);
    assert!(ran.stdout.contains("\"file\":\"<argument>\""), "{ran:?}");
    let board = ["--shape", "2x2", "1...............", "--to", "line"];
    scratch.run(&[&["solve"], &board[..]].concat()).ends(0);
}

#[test]
fn what_is_neither_is_explained() {
    let scratch = Scratch::new();
    for (typed, message) in [
        (
            &KNOWN[1..],
            "it is not a puzzle either: this line has 80 symbols; a 9×9 puzzle has 81",
        ),
        (
            "https://example.org/board",
            "no puzzle in the address `https://example.org/board`",
        ),
        ("boards/53..7.txt", "the directory `boards` does not exist"),
        ("slove", "did you mean the command `sudokit solve`?"),
        ("aaaabbbbccccdddd", "no such file: `aaaabbbbccccdddd`"),
        ("2024-11-16", "no such file: `2024-11-16`"),
    ] {
        let ran = scratch.run(&[typed]).ends(2).gives("").says(message);
        assert_eq!(ran.stderr.matches("error: ").count(), 1, "{ran:?}");
    }
    // Names that no file system has.
    let long = ".".repeat(700);
    scratch.run(&[&long]).ends(2).says("no such file: ");
}

#[test]
fn a_solution_without_a_file_is_not_saved() {
    let scratch = Scratch::new();
    scratch
        .run(&["solve", "--save", KNOWN])
        .ends(2)
        .says("--save needs a file: a puzzle that was typed has no name")
        .says("-o PATH");
    scratch.run(&[KNOWN, "-o", "answer.txt"]).ends(0);
    assert_eq!(scratch.read("answer.txt"), format!("{KNOWN_SOLUTION}\n"));
}
