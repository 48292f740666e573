use super::*;
use crate::Puzzle;
use crate::logic::{HouseMark, LockedSet, Mark, Technique};

fn shape() -> Shape {
    "3x3".parse().expect("a shape")
}

/// A board on which every cell has every candidate.
fn board() -> Board {
    Board::new(&Puzzle::new(shape()))
}

fn node(cells: &[u16], on: bool, parents: &[u16]) -> Node {
    Node {
        cells: cells.to_vec(),
        value: 2,
        on,
        parents: parents.to_vec(),
        set: None,
        house: None,
    }
}

/// A step that has everything that can be drawn, whether it makes sense or not.
fn everything() -> Step {
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
    let house = |house, role| HouseMark { house, role };
    Step {
        technique: Technique::NiceLoop,
        placements: vec![Candidate::new(0, 1)],
        eliminations: vec![Candidate::new(8, 3)],
        pattern: StepPattern {
            values: vec![2],
            cells: vec![20, 60],
            houses: vec![house(3, HouseRole::Base), house(20, HouseRole::Cover)],
            marks: marks.collect(),
            sets: sets(1),
            chains: vec![Chain {
                nodes: vec![
                    node(&[10], false, &[]),
                    node(&[15, 16], true, &[0]),
                    node(&[70], false, &[1]),
                ],
                is_loop: true,
            }],
            ..StepPattern::default()
        },
    }
}

/// Sets of two cells each, from cell 60 on.
fn sets(count: u16) -> Vec<LockedSet> {
    let set = |number: u16| LockedSet {
        cells: vec![60 + 2 * number, 61 + 2 * number],
        values: vec![4, 5],
        commons: vec![4],
    };
    (0..count).map(set).collect()
}

fn names(drawing: &Drawing) -> Vec<(String, &str)> {
    let entries = drawing.legend.iter();
    entries
        .map(|entry| (entry.class.to_string(), entry.name.as_str()))
        .collect()
}

#[test]
fn the_legend_names_everything_that_is_drawn() {
    let drawing = Drawing::new(&board(), &everything());
    let expected = [
        ("placed", "placed"),
        ("eliminated", "eliminated"),
        ("defining", "pattern"),
        ("fin", "fin"),
        ("endo-fin", "endo-fin"),
        ("extra", "extra candidate"),
        ("colour-a", "first colour"),
        ("colour-b", "second colour"),
        ("colour-c", "third colour"),
        ("colour-d", "fourth colour"),
        ("on", "true in the chain"),
        ("off", "false in the chain"),
        ("set-1", "set A"),
        ("cell", "cell of the pattern"),
        ("base", "base house"),
        ("cover", "cover house"),
        ("group", "group of candidates"),
        ("strong", "strong link"),
        ("weak", "weak link"),
    ];
    assert_eq!(
        names(&drawing),
        expected.map(|(class, name)| (class.to_string(), name))
    );
}

#[test]
fn a_loop_has_as_many_links_as_nodes() {
    let drawing = Drawing::new(&board(), &everything());
    let ends: Vec<(&[u16], &[u16], Class)> = drawing
        .links
        .iter()
        .map(|link| (&link.from.cells[..], &link.to.cells[..], link.class))
        .collect();
    let expected: [(&[u16], &[u16], Class); 3] = [
        (&[10], &[15, 16], Class::Strong),
        (&[15, 16], &[70], Class::Weak),
        (&[70], &[10], Class::Weak),
    ];
    assert_eq!(ends, expected);
}

#[test]
fn a_cell_of_a_set_is_not_marked_twice() {
    let drawing = Drawing::new(&board(), &everything());
    let mut cells = drawing.areas.iter();
    let cells = cells.find(|area| area.class == Class::Cell).expect("cells");
    assert_eq!(cells.cells, [20]);
}

#[test]
fn a_candidate_is_drawn_once_by_its_most_important_part() {
    let mut step = everything();
    step.pattern.chains[0].nodes.push(node(&[0], true, &[2]));
    step.pattern.chains[0].nodes[3].value = 1;
    let drawing = Drawing::new(&board(), &step);
    let mut parts = drawing.candidates.iter();
    let parts = parts.by_ref().filter(|part| part.candidate.cell == 0);
    let classes: Vec<Class> = parts.map(|part| part.class).collect();
    assert_eq!(classes, [Class::Placed]);
}

#[test]
fn sets_that_look_alike_share_an_entry_and_differ_in_their_labels() {
    let mut step = everything();
    step.pattern.sets = sets(6);
    let drawing = Drawing::new(&board(), &step);
    let labels: Vec<&str> = drawing.labels.iter().map(|l| l.text.as_str()).collect();
    assert_eq!(labels, ["A", "B", "C", "D", "E", "F"]);
    let names = names(&drawing);
    assert!(names.contains(&("set-1".into(), "sets A, E")), "{names:?}");
    assert!(names.contains(&("set-4".into(), "set D")), "{names:?}");
}

#[test]
fn several_chains_have_numbers_where_they_start() {
    let mut step = everything();
    assert!(Drawing::new(&board(), &step).labels.len() == 1);
    let chain = step.pattern.chains[0].clone();
    step.pattern.chains.push(chain);
    let drawing = Drawing::new(&board(), &step);
    let chains = &drawing.labels[1..];
    let names: Vec<&str> = chains.iter().map(|label| label.text.as_str()).collect();
    assert_eq!(names, ["1", "2"]);
    assert_ne!(chains[0].x, chains[1].x, "they would hide each other");
    assert_eq!(drawing.links.iter().filter(|l| l.chain == 2).count(), 3);
}

#[test]
fn where_to_look_gives_nothing_away() {
    let step = everything();
    let first = Drawing::where_to_look(&shape(), &step);
    assert_eq!(first.focus.cells.len(), 18, "a row and a box");
    assert!(first.candidates.is_empty() && first.areas.is_empty() && first.legend.is_empty());
    let mut without_houses = step.clone();
    without_houses.pattern.houses.clear();
    let focus = Drawing::where_to_look(&shape(), &without_houses).focus;
    assert!(
        focus.cells.contains(&20) && focus.cells.contains(&70),
        "{focus:?}"
    );
    // What the step changes is shown only if nothing else is known of it.
    assert!(!focus.cells.contains(&8), "{focus:?}");
    without_houses.pattern = StepPattern::default();
    let focus = Drawing::where_to_look(&shape(), &without_houses).focus;
    assert_eq!(focus.cells, [0, 8]);
}

#[cfg(all(feature = "formats", feature = "serde"))]
#[test]
fn it_is_serialized_with_names_and_path_data() {
    let mut step = everything();
    step.pattern = StepPattern::default();
    step.eliminations.clear();
    let drawing = serde_json::to_value(Drawing::new(&board(), &step)).expect("JSON");
    let circle = "M0.049 0.191a0.142 0.142 0 1 1 0.284 0a0.142 0.142 0 1 1 -0.284 0Z";
    let expected = serde_json::json!([{
        "class": "placed", "cell": 0, "value": 1, "x": 0.191, "y": 0.191, "path": circle,
    }]);
    assert_eq!(drawing["candidates"], expected);
    assert_eq!(drawing["legend"][0]["kind"], "candidate");
    assert_eq!(drawing["focus"]["class"], "focus");
    assert!(drawing.get("links").is_none());
}
