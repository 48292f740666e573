//! Builds without default features: verbs that are missing say so.
#![cfg(not(all(feature = "library", feature = "render", feature = "web")))]

mod common;
use common::*;

/// The verbs and flags of each feature that is off.
fn missing() -> Vec<(&'static str, &'static str, &'static [&'static str])> {
    let all: [(bool, &str, &str, &[&str]); 3] = [
        (cfg!(feature = "library"), "library", "library", &[]),
        (cfg!(feature = "web"), "web", "serve", &[]),
        (
            cfg!(feature = "render"),
            "render",
            "render",
            &["generate --pdf", "explain --html", "compare --plot"],
        ),
    ];
    let missing = all.into_iter().filter(|(is_on, ..)| !is_on);
    missing
        .map(|(_, feature, verb, flags)| (feature, verb, flags))
        .collect()
}

#[test]
fn a_missing_verb_names_its_feature() {
    let scratch = Scratch::new();
    for (feature, verb, _) in missing() {
        scratch
            .run(&[verb])
            .ends(2)
            .says(&format!("error: this build of sudokit has no `{verb}`\n"))
            .says(&format!("--features {feature}`"));
    }
}

#[test]
fn help_does_not_mention_what_is_missing() {
    let scratch = Scratch::new();
    let overview = scratch.run(&["--help"]).ends(0).stdout;
    for (_, verb, flags) in missing() {
        assert!(!overview.contains(&format!("\n  {verb} ")), "{overview}");
        assert!(!overview.contains(&format!("sudokit {verb}")), "{overview}");
        for flag in flags {
            let (verb, flag) = flag.split_once(' ').unwrap();
            let help = scratch.run(&[verb, "--help"]).ends(0).stdout;
            assert!(!help.contains(flag), "{help}");
        }
    }
}

#[test]
fn the_other_verbs_work() {
    let scratch = Scratch::with("board.txt", KNOWN);
    scratch.run(&["board.txt"]).ends(0).gives(KNOWN_SOLUTION);
    scratch.run(&["hint", "--grid", "board.txt"]).ends(0);
    scratch.run(&["explain", "--grid", "board.txt"]).ends(0);
    scratch.run(&["generate", "--seed", "1"]).ends(0);
}
