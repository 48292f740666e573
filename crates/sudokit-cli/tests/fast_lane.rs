//! Files of 9×9 lines take the fast lane. The output must not show it: a node limit sends every
//! puzzle down the normal path, one at a time, and both outputs must agree.

mod common;
use common::*;

/// A puzzle with very many solutions: every fourth value of one of them, from a different start
/// each time.
fn several(start: usize) -> String {
    let cells = KNOWN_SOLUTION.chars().enumerate();
    cells
        .map(|(cell, value)| match (cell * 7 + start) % 4 {
            0 => value,
            _ => '.',
        })
        .collect()
}

/// Lines of every kind. The fast lane opens for many readable lines in a row, so the others are
/// left out every second time.
fn lines() -> Vec<String> {
    let several = [several(0), several(1)];
    let kinds = [
        KNOWN,
        HARD,
        KNOWN,
        HARD,
        BROKEN,
        KNOWN,
        IMPOSSIBLE,
        HARD,
        &several[0],
        KNOWN,
        KNOWN_SOLUTION,
        HARD,
        "53..7",
        KNOWN,
        "# a word in between",
        HARD,
        "",
        &several[1],
        KNOWN,
    ];
    let readable = kinds.iter().filter(|line| line.len() == 81);
    let readable: Vec<&str> = readable.copied().cycle().take(64).collect();
    let lines = [&kinds[..], &readable].concat().repeat(3);
    lines.iter().map(ToString::to_string).collect()
}

/// The readable lines as rows of a table; most are plain, some claim a solution that may be wrong
/// or oddly written.
fn table(header: &str) -> String {
    let mut text = header.to_string() + "\n";
    for (number, line) in lines().iter().enumerate() {
        let wrong = KNOWN_SOLUTION.replace('1', "2");
        let claimed = match number % 7 {
            0 => "",
            1 => &wrong,
            2 => HARD_SOLUTION,
            3 if number % 50 == 3 => "\"a quoted, word\"",
            4 if number % 50 == 4 => "Invalid",
            _ => KNOWN_SOLUTION,
        };
        text += &match header {
            "id,puzzle,solution,clues" => format!("{number},{line},{claimed},{}", number % 30),
            "puzzle,rating" => format!("{line},{number}"),
            _ => format!("{line},{claimed}"),
        };
        text += "\n";
    }
    text
}

/// The same lines as files: with both line endings, with columns after the puzzles, without a final
/// newline, and as tables.
fn files() -> Vec<(&'static str, String)> {
    let lines = lines();
    let is_puzzle = |line: &&String| line.len() == 81;
    let columns: Vec<String> = lines
        .iter()
        .filter(is_puzzle)
        .enumerate()
        .map(|(number, line)| format!("{line} number {number}"))
        .collect();
    vec![
        ("plain.txt", lines.join("\n") + "\n"),
        ("windows.txt", lines.join("\r\n") + "\r\n"),
        ("open.txt", lines.join("\n")),
        ("columns.txt", columns.join("\n") + "\n"),
        ("zeros.txt", lines.join("\n").replace('.', "0") + "\n"),
        ("kaggle.csv", table("quizzes,solutions").replace('.', "0")),
        ("columns.csv", table("id,puzzle,solution,clues")),
        (
            "windows.csv",
            table("quizzes,solutions").replace('\n', "\r\n"),
        ),
        ("rated.csv", table("puzzle,rating")),
    ]
}

const VERBS: [&[&str]; 5] = [
    &["solve"],
    &["solve", "--unique"],
    &["check"],
    &["check", "--unique"],
    &["count", "--limit", "3"],
];

/// Both paths; the fast lane also by its engine's name and on several threads.
#[test]
fn both_paths_give_the_same_output() {
    let scratch = Scratch::new();
    for (name, text) in files() {
        scratch.write(name, text);
        for verb in VERBS {
            let run = |more: &[&str]| scratch.run(&[verb, more, &[name]].concat());
            let slow = run(&["--node-limit", "100000000", "--threads", "1"]);
            assert!(slow.code > 0 && !slow.stderr.is_empty(), "{slow:?}");
            for quick in [
                &["--threads", "1"][..],
                &["--threads", "3"],
                &["--engine", "lanes"],
            ] {
                let quick = run(quick);
                assert_eq!(slow.stdout, quick.stdout, "{verb:?} {name}");
                assert_eq!(slow.stderr, quick.stderr, "{verb:?} {name}");
                assert_eq!(slow.code, quick.code, "{verb:?} {name}");
            }
        }
    }
}

#[test]
fn the_chosen_solution_of_several_does_not_depend_on_threads() {
    let text: String = (0..40).map(|start| several(start) + "\n").collect();
    let scratch = Scratch::with("several.txt", text);
    let one = scratch.run(&["--threads", "1", "several.txt"]).ends(0);
    for threads in ["2", "5", "8"] {
        scratch
            .run(&["--threads", threads, "several.txt"])
            .ends(0)
            .gives(&one.stdout);
    }
}

/// The widths of this machine, as the command reports them.
fn widths(scratch: &Scratch) -> Vec<&'static str> {
    let about = scratch.run(&["-V"]).ends(0).stdout;
    let lanes = about
        .lines()
        .find(|line| line.starts_with("lanes"))
        .unwrap();
    let all = ["avx512", "avx2", "portable"];
    all.into_iter()
        .filter(|width| lanes.contains(width))
        .collect()
}

fn with_width(scratch: &Scratch, width: &str, arguments: &[&str]) -> Ran {
    let mut command = scratch.command(arguments);
    ran(command.env("SUDOKIT_SIMD", width).output().unwrap())
}

#[test]
fn every_width_gives_the_same_answers() {
    let scratch = Scratch::with("lines.txt", lines().join("\n"));
    let widths = widths(&scratch);
    assert!(widths.contains(&"portable"), "{widths:?}");
    for verb in VERBS {
        let arguments = [verb, &["lines.txt"]].concat();
        let expected = scratch.run(&arguments);
        for width in &widths {
            let found = with_width(&scratch, width, &arguments).ends(expected.code);
            assert_eq!(expected.stdout, found.stdout, "{width} {verb:?}");
            assert_eq!(expected.stderr, found.stderr, "{width} {verb:?}");
        }
    }
}

#[test]
fn a_width_is_shown_and_an_unknown_one_rejected() {
    let scratch = Scratch::with("known.txt", KNOWN);
    let about = with_width(&scratch, "portable", &["--version", "--verbose"]).ends(0);
    assert!(
        about.stdout.contains("\nlanes    portable, 8 at once"),
        "{about:?}"
    );
    for arguments in [
        &["known.txt"][..],
        &["check", "known.txt"],
        &["count", "known.txt"],
        &["compare", "known.txt"],
        &["convert", "--to", "csv", "known.txt"],
        &["-V"],
    ] {
        with_width(&scratch, "avx9", arguments)
            .ends(2)
            .gives("")
            .says("SUDOKIT_SIMD: `avx9` is not a vector width");
    }
    for width in ["avx512", "avx2"] {
        if !widths(&scratch).contains(&width) {
            with_width(&scratch, width, &["known.txt"])
                .ends(2)
                .says("this CPU has no");
        }
    }
}
