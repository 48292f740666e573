//! Files of 9×9 lines are answered many at once. Nobody should be able to tell from what comes
//! out: a node limit sends every puzzle down the slow road, one at a time, and the two must agree.

mod common;
use common::*;

/// Has very many solutions: every fourth value of one of them, from a different start each time.
fn several(start: usize) -> String {
    let cells = KNOWN_SOLUTION.chars().enumerate();
    cells
        .map(|(cell, value)| match (cell * 7 + start) % 4 {
            0 => value,
            _ => '.',
        })
        .collect()
}

/// Lines of every kind: first of all plain ones, because only behind those the quick road opens.
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
    let kinds = kinds.iter().map(ToString::to_string);
    kinds.cycle().take(19 * 12).collect()
}

/// The same lines as files: with both line ends, with columns behind the puzzles, and with no
/// end of the last line.
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
    ]
}

const VERBS: [&[&str]; 5] = [
    &["solve"],
    &["solve", "--unique"],
    &["check"],
    &["check", "--unique"],
    &["count", "--limit", "3"],
];

/// Both roads, the quick one also by its name and on several threads.
#[test]
fn both_roads_say_the_same() {
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
fn which_of_several_solutions_is_given_does_not_depend_on_threads() {
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
