//! Flags that mean the same in every verb, and what their help and errors say.

mod common;

use common::*;

/// The help of a verb without its line breaks.
fn help(verb: &[&str]) -> String {
    let ran = Scratch::new().run(&[verb, &["--help"]].concat()).ends(0);
    ran.stdout.split_whitespace().collect::<Vec<_>>().join(" ")
}

#[test]
fn the_versions_of_the_exercise_are_engines() {
    let scratch = Scratch::with("board.txt", KNOWN);
    let engines = ["compare", "--engine", "A,B,c", "--json", "board.txt"];
    let shown = scratch.run(&engines).ends(0).stdout;
    let names = ["backtracking", "forward-checking", "mrv-degree-lcv"];
    for (line, name) in shown.lines().zip(names) {
        assert!(line.contains(&format!("\"engine\":\"{name}\"")), "{line}");
    }
    assert_eq!(shown.lines().count(), 3);
    let solve = ["solve", "--engine", "C+jump=conflict-directed", "board.txt"];
    scratch.run(&solve).ends(0).gives(KNOWN_SOLUTION);
    scratch
        .run(&["solve", "--engine", "D", "board.txt"])
        .ends(2);
}

#[test]
fn replaced_rules_of_engines_are_documented() {
    let rules = [
        "cell=reading-order|least-domain|least-domain-degree|fullest-line|fullest-house",
        "value=ascending|least-constraining",
        "propagate=conflicts|forward-checking|house-sets|strategies",
        "jump=chronological|conflict-directed",
    ];
    let scratch = Scratch::with("board.txt", KNOWN);
    for verb in ["solve", "check", "count", "compare"] {
        let help = help(&[verb]);
        for rule in rules {
            assert!(help.contains(rule), "{verb}: {help}");
        }
        for engine in [
            "guessing",
            "backtracking+cell=high",
            "backtracking+cello=fullest-house",
        ] {
            let mut ran = scratch
                .run(&[verb, "--engine", engine, "board.txt"])
                .ends(2);
            for rule in rules {
                ran = ran.says(rule);
            }
        }
    }
    let wrong = ["solve", "--engine", "A+jump=high", "board.txt"];
    scratch
        .run(&wrong)
        .ends(2)
        .says("`high` is not a rule for jumping back");
}

#[test]
fn logic_only_says_which_strategies_it_uses() {
    let help = help(&["solve"]);
    for strategy in [
        "single candidates",
        "single possibilities",
        "preemptive sets",
        "pointers",
    ] {
        assert!(help.contains(strategy), "{strategy}: {help}");
    }
}

/// The first of them requires naked singles only, the second more.
fn two() -> Scratch {
    Scratch::with("two.txt", format!("{KNOWN}\n{MEDIUM}\n"))
}

/// Its hardest technique is pointing; it requires hidden singles as well.
const MEDIUM: &str =
    "9.7.18.....5........34..82.2..37.........2..17...6...25...2..93....93.6.8........";

#[test]
fn technique_and_hardest_mean_the_same_everywhere() {
    let rate = |flags: &[&str]| {
        let base = ["rate", "-q", "--format", "%g", "two.txt"];
        two().run(&[&base, flags].concat()).ends(0).stdout
    };
    assert_eq!(
        rate(&["--technique", "hidden-single"]),
        format!("{MEDIUM}\n")
    );
    assert_eq!(rate(&["--hardest", "hidden-single"]), "");
    assert_eq!(
        rate(&["--hardest", "pointing,x-wing"]),
        format!("{MEDIUM}\n")
    );
    assert_eq!(rate(&["--technique", "pointing,x-wing"]), "");
    let ran = two().run(&["rate", "--hardest", "x-wing,pointing", "two.txt"]);
    ran.says("1 of 2 puzzles needs X-wing or Pointing as the hardest technique");

    let generate = |flags: &[&str]| {
        let base = [
            "generate",
            "--seed",
            "7",
            "--json",
            "--difficulty",
            "..hard",
        ];
        let ran = Scratch::new().run(&[&base, flags].concat()).ends(0);
        serde_json::from_str::<serde_json::Value>(&ran.stdout).unwrap()
    };
    let required = generate(&["--technique", "hidden-single,naked-pair"]);
    let techniques = required["techniques"].as_object().unwrap();
    assert!(techniques.contains_key("hidden-single") && techniques.contains_key("naked-pair"));
    assert_eq!(
        required,
        generate(&["--with-technique", "hidden-single,naked-pair"]),
        "the former name"
    );
    assert_eq!(
        generate(&["--hardest", "naked-pair"])["hardest"],
        "naked-pair"
    );
}

#[test]
#[cfg(feature = "library")]
fn technique_and_hardest_mean_the_same_in_a_library() {
    let scratch = two();
    let add = ["library", "add", "p.db", "two.txt", "--rate"];
    scratch.run(&add).ends(0);
    let list = |flags: &[&str]| {
        let base = ["library", "list", "p.db", "--to", "line"];
        scratch.run(&[&base, flags].concat()).ends(0).stdout
    };
    assert_eq!(
        list(&["--technique", "hidden-single"]),
        format!("{MEDIUM}\n")
    );
    assert_eq!(list(&["--hardest", "hidden-single"]), "");
    assert_eq!(
        list(&["--hardest", "pointing,x-wing"]),
        format!("{MEDIUM}\n")
    );
}

#[test]
#[cfg(feature = "library")]
fn a_library_without_ratings_says_how_to_rate_it() {
    let scratch = two();
    scratch.run(&["library", "add", "p.db", "two.txt"]).ends(0);
    let flags: [&[&str]; 5] = [
        &["--level", "easy"],
        &["--score", "100.."],
        &["--technique", "x-wing"],
        &["--hardest", "x-wing"],
        &["--rated"],
    ];
    for flags in flags {
        for verb in ["list", "export"] {
            scratch
                .run(&[&["library", verb, "p.db"], flags].concat())
                .ends(0)
                .says("no puzzle is rated yet; `sudokit library rate p.db` rates them");
        }
    }
    scratch
        .run(&["library", "remove", "p.db", "--level", "easy"])
        .ends(0)
        .says("no puzzle is rated yet");
    let rate = ["library", "rate", "p.db", "--limit", "1"];
    scratch.run(&rate).ends(0);
    let ran = scratch.run(&["library", "list", "p.db", "--level", "extreme"]);
    ran.ends(0).says("1 puzzle is not rated yet");
    scratch.run(&["library", "rate", "p.db"]).ends(0);
    let ran = scratch.run(&["library", "list", "p.db", "--level", "extreme"]);
    assert!(!ran.ends(0).stderr.contains("rated yet"));
}

#[test]
fn a_limit_is_the_largest_number_of_results() {
    for (verb, meaning) in [
        (&["solve"][..], "Find at most N solutions of each puzzle"),
        (&["count"], "Count at most N solutions of each puzzle"),
        #[cfg(feature = "library")]
        (&["library", "list"], "Write at most N puzzles"),
        #[cfg(feature = "library")]
        (&["library", "export"], "Write at most N puzzles"),
        #[cfg(feature = "library")]
        (&["library", "rate"], "Rate at most N puzzles"),
    ] {
        assert!(help(verb).contains(meaning), "{verb:?}");
    }
    assert!(!help(&["neighbours"]).contains("--limit"));
    let scratch = Scratch::with("board.txt", KNOWN);
    scratch
        .run(&["neighbours", "--limit", "5", "board.txt"])
        .ends(2)
        .says("--max-solutions");
}

#[test]
fn a_file_of_another_form_is_refused() {
    let scratch = Scratch::with("line.txt", format!("{KNOWN}\n"));
    scratch.write("rows.txt", rows(KNOWN));
    scratch
        .run(&["solve", "--from", "line", "line.txt"])
        .ends(0);
    for verb in ["solve", "check", "rate", "convert"] {
        let mut command = vec![verb, "--from", "csv", "line.txt"];
        if verb == "convert" {
            command.extend(["--to", "rows"]);
        }
        scratch
            .run(&command)
            .ends(2)
            .gives("")
            .says("cannot read `line.txt`: the form is `line`, not `csv`")
            .says("use --from line, or leave it out");
    }
    let ran = scratch.run(&["solve", "--from", "boxed", "rows.txt"]);
    ran.ends(2)
        .gives("")
        .says("the form is `rows`, not `boxed`");
    let ran = scratch.run(&["solve", "--from", "json", "rows.txt"]);
    ran.ends(2).gives("").says("the form is `rows`, not `json`");
    // The other files are still read.
    let both = ["solve", "--from", "rows", "line.txt", "rows.txt"];
    scratch
        .run(&both)
        .ends(2)
        .gives(&rows(KNOWN_SOLUTION))
        .says("line.txt");
}
