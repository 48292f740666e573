use sudokit::Puzzle;
use sudokit::logic::{
    Candidate, Chain, HouseMark, HouseRole, LockedSet, Mark, Node, Role, StepPattern, Technique,
};

use super::*;

fn board(text: &str) -> Board {
    let puzzle: Puzzle = text.parse().unwrap();
    Board::new(&puzzle)
}

/// A step that has everything that can be drawn, whether it makes sense or not.
fn everything() -> Step {
    let node = |cells: &[u16], on: bool, parents: &[u16]| Node {
        cells: cells.to_vec(),
        value: 2,
        on,
        parents: parents.to_vec(),
        set: None,
        house: None,
    };
    let roles = [
        Role::Defining,
        Role::Fin,
        Role::EndoFin,
        Role::Extra,
        Role::ColourA,
        Role::ColourB,
        Role::ColourC,
        Role::ColourD,
    ];
    let marks = roles.iter().enumerate().map(|(index, role)| Mark {
        candidate: Candidate::new(40 + index, 9),
        role: *role,
    });
    Step {
        technique: Technique::NiceLoop,
        placements: vec![Candidate::new(0, 1)],
        eliminations: vec![Candidate::new(8, 3)],
        pattern: StepPattern {
            values: vec![2],
            cells: vec![20],
            houses: vec![
                HouseMark {
                    house: 3,
                    role: HouseRole::Base,
                },
                HouseMark {
                    house: 20,
                    role: HouseRole::Cover,
                },
            ],
            marks: marks.collect(),
            sets: vec![LockedSet {
                cells: vec![60, 61],
                values: vec![4, 5],
                commons: vec![4],
            }],
            chains: vec![Chain {
                nodes: vec![
                    node(&[10], false, &[]),
                    node(&[15, 16], true, &[0]),
                    node(&[70], false, &[1]),
                ],
                is_loop: true,
            }],
        },
    }
}

#[test]
fn every_part_is_drawn_and_explained() {
    let empty = board(&".".repeat(81));
    let step = everything();
    let svg = super::step(&empty, &step, &Words::new(&empty));
    let names = [
        "placed",
        "gone",
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
        "member set-1",
        "set set-1",
        "base",
        "cover",
        "cell",
        "group",
        "strong",
        "weak",
        "arrow",
    ];
    for name in names {
        assert!(
            svg.contains(&format!("class=\"{name}\"")),
            "{name} in {svg}"
        );
    }
    // A loop has as many links as nodes.
    assert_eq!(svg.matches("class=\"arrow\"").count(), 3);
    let legend = legend(&step);
    let words: Vec<&str> = legend.iter().map(|(_, name)| name.as_str()).collect();
    for word in [
        "placed",
        "crossed out",
        "fin",
        "set 1",
        "base",
        "cover",
        "cells of the pattern",
        "strong link",
    ] {
        assert!(words.contains(&word), "{word} in {words:?}");
    }
}

fn with_sets(count: u16) -> Step {
    let mut step = everything();
    step.pattern.sets = (0..count)
        .map(|number| LockedSet {
            cells: vec![2 * number, 2 * number + 1],
            values: vec![4, 5],
            commons: vec![4],
        })
        .collect();
    step
}

#[test]
fn many_sets_have_numbers() {
    let empty = board(&".".repeat(81));
    let numbers = |count: u16| {
        let svg = super::step(&empty, &with_sets(count), &Words::new(&empty));
        svg.matches("class=\"set-number").count()
    };
    assert_eq!(numbers(4), 0);
    assert_eq!(numbers(6), 12);
}

#[test]
fn a_legend_of_many_sets_has_their_numbers_as_the_pen_writes_letters() {
    let mut pen = Pen::for_picture();
    for entry in entries(&with_sets(6)) {
        entry.sign.draw(&mut pen);
    }
    let svg = pen.finish();
    assert_eq!(svg.matches("class=\"set-number").count(), 6);
    assert!(!svg.contains("<text"), "{svg}");
}

#[test]
fn a_drawing_shows_every_candidate_once() {
    let empty = board("1... .... .... ....");
    let step = Step {
        pattern: StepPattern::default(),
        placements: vec![Candidate::new(5, 2)],
        eliminations: Vec::new(),
        ..everything()
    };
    let svg = super::step(&empty, &step, &Words::new(&empty));
    let plain = svg.split("class=\"plain\"").skip(1);
    let symbols = plain.filter_map(|text| text.split(['<', '>']).nth(1));
    let shown: usize = symbols.map(str::len).sum();
    let candidates: u32 = (0..16)
        .map(|cell| empty.candidates(cell).count_ones())
        .sum();
    assert_eq!(shown as u32, candidates - 1, "{svg}");
}

#[test]
fn all_sizes_can_be_drawn() {
    for size in ["2x3", "4x4", "8x8"] {
        let shape: sudokit::Shape = size.parse().unwrap();
        let board = Board::new(&Puzzle::new(shape.clone()));
        let svg = position(&board, &Words::new(&board), "a < b");
        assert!(svg.contains("aria-label=\"a &lt; b\"") && svg.ends_with("</svg>"));
        assert!(svg.contains(&format!(">{}</text>", shape.size())));
    }
}
