//! Help, versions, manual pages and completions.

mod common;
use common::*;

#[test]
fn help_is_short_or_long_with_examples_first() {
    let scratch = Scratch::new();
    let short = scratch.run(&["-h"]).ends(0).stdout;
    let long = scratch.run(&["--help"]).ends(0).stdout;
    assert!(long.starts_with("Examples:\n"), "{long}");
    assert!(long.contains("Exit codes:") && !short.contains("Exit codes:"));
    assert!(long.contains("or logic alone left cells open"), "{long}");
    assert!(short.contains("--dir"), "{short}");
    let man = scratch.run(&["man", "--help"]).ends(0).stdout;
    assert!(man.starts_with("Examples:\n  sudokit man"), "{man}");
    for verb in [
        "solve",
        "check",
        "count",
        "compare",
        "convert",
        "transform",
        "dedupe",
        "hint",
        "explain",
        "rate",
        "render",
        "neighbours",
        "library",
        "generate",
    ] {
        assert!(short.contains(verb));
        let help = scratch.run(&[verb, "--help"]).ends(0).stdout;
        assert!(
            help.starts_with("Examples:\n") && help.contains("Exit codes:"),
            "{help}"
        );
    }
}

#[test]
fn versions_are_short_and_long() {
    let scratch = Scratch::new();
    let version = format!("sudokit {}\n", env!("CARGO_PKG_VERSION"));
    scratch.run(&["--version"]).ends(0).gives(&version);
    let long = scratch.run(&["-V"]).ends(0).stdout;
    assert!(
        long.starts_with(&version) && long.contains("threads"),
        "{long}"
    );
    scratch
        .run(&["--version", "--verbose"])
        .ends(0)
        .gives(&long);
}

#[test]
fn completions_and_manual_pages_know_every_verb() {
    let scratch = Scratch::new();
    for shell in ["bash", "zsh", "fish", "powershell", "elvish"] {
        let script = scratch.run(&["completions", shell]).ends(0).stdout;
        assert!(script.contains("convert"), "{shell}");
        // The others complete flags alone.
        let completes_values = ["bash", "zsh", "fish"].contains(&shell);
        assert_eq!(script.contains("lanes"), completes_values, "{shell}");
    }
    assert!(scratch.run(&["man"]).ends(0).stdout.starts_with(".ie"));
    std::fs::create_dir(scratch.path("man")).unwrap();
    scratch.run(&["man", "--dir", "man"]).ends(0);
    for page in [
        "sudokit.1",
        "sudokit-solve.1",
        "sudokit-compare.1",
        "sudokit-man.1",
        "sudokit-library.1",
        "sudokit-library-add.1",
    ] {
        let text = scratch.read(&format!("man/{page}"));
        let header = text.lines().find(|line| line.starts_with(".TH")).unwrap();
        let version = concat!("sudokit ", env!("CARGO_PKG_VERSION"));
        assert!(header.contains(version), "{header}");
        let date = header.split(' ').nth(3).unwrap();
        assert_eq!(date.split('-').count(), 3, "{header}");
    }
    scratch
        .run(&["man", "--dir", "nowhere"])
        .ends(2)
        .says("there is no directory `nowhere`");
}
