//! Checks the drawings of many real steps.

use std::collections::BTreeSet;

use sudokit::Puzzle;
use sudokit::logic::drawing::{Class, Drawing};
use sudokit::logic::{Board, Logic, Step};

use super::cases::cases;
use super::support::own_puzzles;

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
    let drawing = Drawing::new(board.shape(), step);
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
        let is_set = matches!(candidate.class, Class::Set(_));
        assert!(is_set || board.has(cell, value), "{at:?} of {step:?}");
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
            seen.extend(classes(&Drawing::new(board.shape(), step)));
        }
    }
    // Every class occurs in real steps.
    let names: Vec<String> = seen.iter().map(ToString::to_string).collect();
    for class in [
        "placed",
        "eliminated",
        "defining",
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
