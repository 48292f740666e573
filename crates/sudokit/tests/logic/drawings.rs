//! Checks the drawings of many real steps.

use std::collections::BTreeSet;

use sudokit::Puzzle;
use sudokit::logic::drawing::{Class, Drawing};
use sudokit::logic::{Board, Logic, Step, Technique, Words};

use super::cases::cases;
use super::support::{board_of, own_puzzles};

fn classes(drawing: &Drawing) -> BTreeSet<Class> {
    let areas = drawing.areas.iter().map(|area| area.class);
    let groups = drawing.groups.iter().map(|group| group.class);
    let links = drawing.links.iter().map(|link| link.class);
    let candidates = drawing.candidates.iter().map(|candidate| candidate.class);
    let labels = drawing.labels.iter().map(|label| label.class);
    let all = areas.chain(groups).chain(links).chain(candidates);
    all.chain(labels).collect()
}

fn check(board: &Board, step: &Step) {
    let drawing = Drawing::new(board, step);
    let in_legend: Vec<Class> = drawing.legend.iter().map(|entry| entry.class).collect();
    let once: BTreeSet<Class> = in_legend.iter().copied().collect();
    assert_eq!(in_legend.len(), once.len(), "duplicate entry: {step:?}");
    assert_eq!(classes(&drawing), once, "{step:?}");
    let names: BTreeSet<&str> = drawing.legend.iter().map(|e| e.name.as_str()).collect();
    assert_eq!(names.len(), once.len(), "duplicate name: {step:?}");
    for entry in &drawing.legend {
        assert!(!entry.path.is_empty(), "{:?} has no sample", entry.class);
    }

    // Placements and eliminations are drawn as such, whatever else the candidates are part of.
    let drawn = |class: Class| {
        let candidates = drawing.candidates.iter();
        let drawn = candidates.filter(move |drawn| drawn.class == class);
        drawn.map(|drawn| drawn.candidate).collect::<Vec<_>>()
    };
    assert_eq!(drawn(Class::Eliminated), step.eliminations, "{step:?}");
    assert_eq!(drawn(Class::Placed).len(), step.placements.len());

    let size = board.size() as f64;
    for candidate in &drawing.candidates {
        let at = candidate.candidate;
        let (cell, value) = (usize::from(at.cell), at.value);
        assert_eq!(candidate.x.floor() as usize, cell % board.size());
        assert_eq!(candidate.y.floor() as usize, cell / board.size());
        assert!(board.has(cell, value), "{at:?} of {step:?}");
    }
    for label in &drawing.labels {
        let inside = 0.0..=size;
        assert!(inside.contains(&label.x) && inside.contains(&label.y));
    }
    assert!(!drawing.focus.cells.is_empty(), "{step:?}");
}

#[test]
fn the_legend_lists_exactly_what_is_drawn() {
    let mut seen = BTreeSet::new();
    for (_, case) in cases() {
        let puzzle: Puzzle = case.position.parse().expect("a position");
        let board = Board::new(&puzzle);
        for step in case.logic().all_steps(&board).iter().take(20) {
            check(&board, step);
            seen.extend(classes(&Drawing::new(&board, step)));
        }
    }
    // Every class occurs in real steps.
    let names: Vec<String> = seen.iter().map(ToString::to_string).collect();
    for class in [
        "placed",
        "eliminated",
        "defining",
        "common",
        "fin",
        "endo-fin",
        "extra",
        "colour-a",
        "colour-b",
        "colour-c",
        "colour-d",
        "on",
        "off",
        "set-1",
        "set-2",
        "cell",
        "base",
        "cover",
        "group",
        "strong",
        "weak",
        "chain-1",
        "chain-2",
    ] {
        assert!(
            names.iter().any(|name| name == class),
            "no {class} in {names:?}"
        );
    }
}

#[test]
fn every_step_of_a_solve_can_be_drawn() {
    for puzzle in own_puzzles().iter().step_by(12) {
        let mut board = Board::new(puzzle);
        let logic = Logic::new();
        while let Some(step) = logic.next_step(&board) {
            check(&board, &step);
            board.apply(&step);
        }
    }
}

/// The letters of sets in a text: `A (r1c2 {3,5})` has one.
fn letters(text: &str) -> BTreeSet<String> {
    let words = text.split_whitespace().zip(text.split_whitespace().skip(1));
    let named = words.filter(|(word, next)| {
        let is_letter = word.len() == 1 && word.chars().all(|c| c.is_ascii_uppercase());
        is_letter && next.starts_with('(')
    });
    named.map(|(word, _)| word.to_string()).collect()
}

#[test]
fn sets_have_the_same_letters_in_the_drawing_and_in_the_words() {
    let mut with_sets = BTreeSet::new();
    for (_, case) in cases() {
        let puzzle: Puzzle = case.position.parse().expect("a position");
        let board = board_of(&puzzle);
        let words = Words::new(&board);
        for step in case.logic().all_steps(&board).iter().take(20) {
            let labels = Drawing::new(&board, step).labels;
            let of_sets = labels
                .iter()
                .filter(|label| matches!(label.class, Class::Set(_)));
            let drawn: BTreeSet<String> = of_sets.map(|label| label.text.clone()).collect();
            let told = letters(&words.paragraphs(step).join(" "));
            assert_eq!(
                drawn,
                told,
                "{:?}: {:?}",
                step.technique,
                words.paragraphs(step)
            );
            if !drawn.is_empty() {
                with_sets.insert(step.technique);
            }
        }
    }
    for technique in [
        Technique::AlsXz,
        Technique::AlsXyWing,
        Technique::AlsChain,
        Technique::DeathBlossom,
        Technique::SueDeCoq,
        Technique::SkLoop,
        Technique::GroupedNiceLoop,
        Technique::UniqueRectangle3,
    ] {
        assert!(
            with_sets.contains(&technique),
            "{technique:?} in {with_sets:?}"
        );
    }
}

/// The links of the first step of a technique: how many are strong, and how many weak.
fn links(technique: Technique) -> (usize, usize) {
    let cases = cases();
    let mut of_technique = cases.iter().filter(|(_, case)| {
        case.technique == technique.slug() && case.step.is_some() && !case.variants
    });
    let (_, case) = of_technique.next().expect("a case");
    let board = board_of(&case.position.parse::<Puzzle>().expect("a position"));
    let step = case.logic().next_step(&board).expect("a step");
    let links = Drawing::new(&board, &step).links;
    let count = |class| links.iter().filter(|link| link.class == class).count();
    (count(Class::Strong), count(Class::Weak))
}

#[test]
fn links_are_drawn_where_the_argument_uses_them() {
    assert_eq!(links(Technique::Skyscraper), (2, 1));
    assert_eq!(links(Technique::TwoStringKite), (2, 1));
    assert_eq!(links(Technique::TurbotFish), (2, 1));
    assert_eq!(links(Technique::EmptyRectangle), (2, 1));
    assert_eq!(links(Technique::WWing), (3, 2));
    assert_eq!(links(Technique::XyWing), (3, 2));
    // The pivot follows from both arms.
    assert_eq!(links(Technique::XyzWing), (4, 2));
    assert_eq!(links(Technique::AlsXyWing), (0, 2));
    assert_eq!(links(Technique::UniqueRectangle4), (1, 0));
    assert!(links(Technique::RemotePair).0 >= 8);
    assert!(links(Technique::AlsXz).1 >= 1);
    assert!(links(Technique::AlsChain).1 >= 3);
    assert!(links(Technique::DeathBlossom).1 >= 2);
    assert!(links(Technique::HiddenRectangle).0 >= 1);
    assert!(links(Technique::SimpleColouring).0 >= 3);
    assert!(links(Technique::MultiColouring).0 >= 2);
    // Proven by counting.
    assert_eq!(links(Technique::SueDeCoq), (0, 0));
    assert_eq!(links(Technique::XWing), (0, 0));
}

#[test]
fn the_linking_value_and_the_kept_value_of_linked_sets_are_marked_and_named() {
    for technique in [Technique::AlsXz, Technique::AlsXyWing, Technique::AlsChain] {
        let cases = cases();
        let (_, case) = (cases.iter())
            .find(|(_, case)| case.technique == technique.slug() && case.step.is_some())
            .expect("a case");
        let board = board_of(&case.position.parse::<Puzzle>().expect("a position"));
        let step = case.logic().next_step(&board).expect("a step");
        let drawing = Drawing::new(&board, &step);
        let name = |class| {
            let mut entries = drawing.legend.iter();
            let entry = entries.find(|entry| entry.class == class);
            entry.map(|entry| entry.name.as_str())
        };
        assert_eq!(
            name(Class::Common),
            Some("links two sets (X)"),
            "{technique:?}"
        );
        assert_eq!(
            name(Class::Defining),
            Some("in one of the sets (Z)"),
            "{technique:?}"
        );
        let marked = drawing
            .candidates
            .iter()
            .filter(|c| c.class == Class::Common);
        let values: BTreeSet<u8> = marked.map(|c| c.candidate.value).collect();
        let commons = step.pattern.sets.iter().flat_map(|set| &set.commons);
        assert_eq!(values, commons.copied().collect(), "{technique:?}");
    }
}
