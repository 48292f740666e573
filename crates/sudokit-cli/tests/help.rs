//! Help, versions, manual pages and completions.

mod common;
use common::*;

#[test]
fn long_help_has_usage_first_and_examples_last() {
    let scratch = Scratch::new();
    let short = scratch.run(&["-h"]).ends(0).stdout;
    let long = scratch.run(&["--help"]).ends(0).stdout;
    let usage_then_examples = |help: &str| {
        let (usage, examples) = (help.find("Usage: "), help.find("\nExamples:\n"));
        usage.is_some() && usage < examples && !help[examples.unwrap() + 1..].contains("\n\n")
    };
    assert!(usage_then_examples(&long), "{long}");
    assert!(long.contains("Exit codes:") && !short.contains("Exit codes:"));
    assert!(long.contains("or logic alone left cells open"), "{long}");
    assert!(short.contains("--dir"), "{short}");
    let man = scratch.run(&["man", "--help"]).ends(0).stdout;
    assert!(usage_then_examples(&man), "{man}");
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
        "neighbours",
        "generate",
        "dataset",
        #[cfg(feature = "render")]
        "render",
        #[cfg(feature = "library")]
        "library",
    ] {
        assert!(short.contains(verb));
        let help = scratch.run(&[verb, "--help"]).ends(0).stdout;
        assert!(
            usage_then_examples(&help) && help.contains("Exit codes:"),
            "{help}"
        );
    }
}

#[test]
fn versions_are_short_or_long() {
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
fn completions_and_manual_pages_cover_every_verb() {
    let scratch = Scratch::new();
    for shell in ["bash", "zsh", "fish", "powershell", "elvish"] {
        let script = scratch.run(&["completions", shell]).ends(0).stdout;
        assert!(script.contains("convert"), "{shell}");
        // The others complete only flags.
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
        .says("no such directory: `nowhere`");
}
