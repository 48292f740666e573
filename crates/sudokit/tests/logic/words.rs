//! Compares the explanations with `docs/techniques.md`, which this test generates: every technique
//! with the first example of `testdata/techniques`.
//!
//! `SUDOKIT_UPDATE=1 cargo test -p sudokit --test logic words` regenerates it; review the diff.

use std::fmt::Write;
use std::path::Path;

use sudokit::Puzzle;
use sudokit::logic::{Family, Technique, Words};

use super::cases::{Case, cases};
use super::support::board_of;

const HEAD: &str = "\
# Techniques

All techniques of Sudokit, in the order in which it tries them, each with an example position and
its explanation. The largest fish have no example yet, and the positions of rare patterns are
constructed. `sudokit explain` and `sudokit hint` use the techniques marked *usual*. Those marked
*rated* determine the level and score of a puzzle; levels, scores and order are HoDoKu's where HoDoKu
has the technique. The others are used if they are named: `--techniques +NAME`. A technique that is
named is also used with its optional variants, which few players look for and ratings do not use; an
example of them comes second. The positions are HoDoKu library lines, so they can be passed to
`sudokit hint -`.

A test writes this page (`crates/sudokit/tests/logic/words.rs`), so the words are those of the
program.
";

#[test]
fn the_techniques_page_is_up_to_date() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/techniques.md");
    let page = page();
    if std::env::var_os("SUDOKIT_UPDATE").is_some() {
        std::fs::write(&path, &page).expect("docs/techniques.md");
    }
    let kept = std::fs::read_to_string(&path).unwrap_or_default();
    for (number, (ours, theirs)) in page.lines().zip(kept.lines()).enumerate() {
        assert_eq!(ours, theirs, "docs/techniques.md, line {}", number + 1);
    }
    assert_eq!(page.lines().count(), kept.lines().count(), "line count");
}

fn page() -> String {
    let (mut page, mut family) = (HEAD.to_string(), None);
    let cases = cases();
    for technique in Technique::ALL {
        if family != Some(technique.family()) {
            family = Some(technique.family());
            let _ = write!(page, "\n## {}\n", heading(technique.family()));
        }
        let _ = write!(
            page,
            "\n### {}\n\n{}\n",
            technique.name(),
            facts(*technique)
        );
        page.push_str(&example(&cases, *technique, false).unwrap_or_default());
        if let Some(variant) = example(&cases, *technique, true) {
            let _ = write!(page, "\nAn optional variant:\n{variant}");
        }
    }
    page
}

fn facts(technique: Technique) -> String {
    let when = match (technique.is_rated(), technique.is_usual()) {
        (true, _) => "usual, rated",
        (_, true) => "usual",
        _ => "when named",
    };
    let unique = match technique.assumes_uniqueness() {
        true => ", assumes a single solution",
        false => "",
    };
    format!(
        "`{}` · {} · score {} · {when}{unique}",
        technique.slug(),
        technique.level(),
        technique.score()
    )
}

/// The first example of a technique, or of its variants.
fn example(cases: &[(String, Case)], technique: Technique, variants: bool) -> Option<String> {
    let mut of_technique = cases
        .iter()
        .filter(|(_, case)| case.technique == technique.slug());
    let (_, case) = of_technique
        .find(|(_, case)| case.step.is_some() && !case.among_all && case.variants == variants)?;
    let board = board_of(&case.position.parse::<Puzzle>().expect("a position"));
    let step = case.logic().next_step(&board).expect("a step");
    let words = Words::new(&board);
    let mut text = format!("\n> {}\n", words.sentence(&step));
    for paragraph in words.paragraphs(&step) {
        let _ = write!(text, "\n{paragraph}\n");
    }
    let _ = write!(text, "\n```text\n{}\n```\n", case.position);
    Some(text)
}

fn heading(family: Family) -> &'static str {
    match family {
        Family::Singles => "Singles",
        Family::Intersections => "Intersections",
        Family::Subsets => "Subsets",
        Family::Fish => "Fish",
        Family::SingleDigit => "Single-digit patterns",
        Family::Wings => "Wings",
        Family::Uniqueness => "Uniqueness",
        Family::Colouring => "Colouring",
        Family::Chains => "Chains",
        Family::AlmostLockedSets => "Almost locked sets",
        Family::Exotic => "Exotic patterns",
        Family::LastResort => "Last resorts",
        other => panic!("no heading for {other:?}"),
    }
}
