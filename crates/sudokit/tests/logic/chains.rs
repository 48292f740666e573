//! Checks chains against their definition: every link holds on the board, the technique may use all
//! of its links, and every elimination excludes both ends, or two neighbours of a loop.

use sudokit::logic::{Board, Candidate, Chain, Logic, Node, Step, Technique, Words};

use super::support::own_puzzles;

const CHAINS: [Technique; 4] = [
    Technique::XChain,
    Technique::XyChain,
    Technique::NiceLoop,
    Technique::GroupedNiceLoop,
];

/// Calls `check` with every chain of every technique, on boards from real solves.
fn each_step(mut check: impl FnMut(&Board, &Step)) {
    let singles = [Technique::NakedSingle, Technique::HiddenSingle];
    let walk = Logic::with(singles.into_iter().chain(CHAINS));
    for puzzle in own_puzzles().into_iter().step_by(29) {
        let mut board = Board::new(&puzzle);
        while let Ok(next) = walk.advise(&board) {
            if CHAINS.contains(&next.technique) {
                let all = Logic::with(CHAINS).all_steps(&board);
                all.iter().for_each(|step| check(&board, step));
            }
            board.apply(&next);
        }
    }
}

/// Returns whether two nodes cannot both be true.
pub fn exclude(board: &Board, one: &Node, other: &Node) -> bool {
    let sees = |a: &u16, b: &u16| board.shape().peers(*a as usize).contains(b);
    if one.value == other.value {
        let pairs = one
            .cells
            .iter()
            .flat_map(|a| other.cells.iter().map(move |b| (a, b)));
        return pairs.clone().all(|(a, b)| sees(a, b));
    }
    one.cells.len() == 1 && one.cells == other.cells
}

/// Returns whether one of these nodes must be true: they contain all candidates of a cell, or all
/// places of a value in a house.
pub fn one_must_be_true(board: &Board, nodes: &[&Node]) -> bool {
    let [first, rest @ ..] = nodes else {
        return false;
    };
    if first.cells.len() == 1 && rest.iter().all(|node| node.cells == first.cells) {
        let values = nodes
            .iter()
            .fold(0, |mask, node| mask | 1 << (node.value - 1));
        if values == board.candidates(first.cells[0] as usize) {
            return true;
        }
    }
    let covered = |cell: &u16| nodes.iter().any(|node| node.cells.contains(cell));
    let one_value = rest.iter().all(|node| node.value == first.value);
    one_value
        && board.shape().houses().iter().any(|house| {
            let mut places = house
                .cells()
                .iter()
                .filter(|cell| board.has(**cell as usize, first.value));
            places.clone().next().is_some() && places.all(covered)
        })
}

fn node(candidate: &Candidate) -> Node {
    Node {
        cells: vec![candidate.cell],
        value: candidate.value,
        on: true,
        parents: Vec::new(),
        set: None,
        house: None,
    }
}

fn only_chain(step: &Step) -> &Chain {
    assert_eq!(step.pattern.chains.len(), 1, "{step:?}");
    &step.pattern.chains[0]
}

#[test]
fn every_link_holds() {
    each_step(|board, step| {
        let nodes = &only_chain(step).nodes;
        assert!(
            nodes.len() >= 4 && nodes.len().is_multiple_of(2),
            "{step:?}"
        );
        assert!(nodes[0].parents.is_empty(), "{step:?}");
        for (index, pair) in nodes.windows(2).enumerate() {
            assert_eq!(pair[1].parents, [index as u16], "{step:?}");
            assert_ne!(pair[0].on, pair[1].on, "{step:?}");
            match pair[1].on {
                true => assert!(one_must_be_true(board, &[&pair[0], &pair[1]]), "{step:?}"),
                false => assert!(exclude(board, &pair[0], &pair[1]), "{step:?}"),
            }
        }
        assert!(!nodes[0].on && nodes[nodes.len() - 1].on, "{step:?}");
    });
}

#[test]
fn eliminations_exclude_two_nodes_that_are_not_both_false() {
    each_step(|board, step| {
        let Chain { nodes, is_loop } = only_chain(step);
        let (first, last) = (&nodes[0], &nodes[nodes.len() - 1]);
        assert_eq!(*is_loop, exclude(board, first, last), "{step:?}");
        for removed in &step.eliminations {
            let removed = node(removed);
            let out =
                |a: &Node, b: &Node| exclude(board, &removed, a) && exclude(board, &removed, b);
            let weak = (1..nodes.len() - 1).step_by(2);
            let beside = weak.map(|on| (&nodes[on], &nodes[on + 1]));
            assert!(
                out(first, last) || *is_loop && beside.into_iter().any(|(a, b)| out(a, b)),
                "{step:?}"
            );
        }
    });
}

/// Calls `check` with every chain that has almost locked sets, on boards from real solves.
fn each_step_with_sets(mut check: impl FnMut(&Board, &Step)) {
    let grouped = [Technique::GroupedNiceLoop];
    let (logic, variants) = (Logic::new(), Logic::with(grouped).with_variants_of(grouped));
    let mut seen = 0;
    for puzzle in own_puzzles().into_iter().skip(1).step_by(40) {
        let mut board = Board::new(&puzzle);
        let mut looked = 0;
        while let Ok(next) = logic.advise(&board) {
            if next.technique > Technique::XyzWing && looked < 2 {
                looked += 1;
                let all = variants.all_steps(&board);
                let with_sets = all.iter().filter(|step| !step.pattern.sets.is_empty());
                for step in with_sets {
                    check(&board, step);
                    seen += 1;
                }
            }
            board.apply(&next);
        }
    }
    assert!(seen > 30, "{seen}");
}

/// Returns the node of a link through a set that is a cell outside it: the set forces this cell.
fn forced_cell<'a>(step: &Step, link: &'a [Node]) -> Option<&'a Node> {
    let set = &step.pattern.sets[link[1].set? as usize];
    link.iter().find(|node| !set.values.contains(&node.value))
}

/// Returns the places of a value in a set of a step, as a true node.
fn place_in_set(board: &Board, step: &Step, set: u16, value: u8) -> Node {
    let cells = step.pattern.sets[set as usize].cells.iter().copied();
    Node {
        cells: cells
            .filter(|cell| board.has(*cell as usize, value))
            .collect(),
        ..node(&Candidate::new(0, value))
    }
}

#[test]
fn links_through_almost_locked_sets_hold() {
    each_step_with_sets(|board, step| {
        for set in &step.pattern.sets {
            let cells = set.cells.iter().map(|cell| *cell as usize);
            let values = cells.fold(0, |mask, cell| mask | board.candidates(cell));
            assert_eq!(
                values.count_ones() as usize,
                set.cells.len() + 1,
                "{step:?}"
            );
        }
        let nodes = &only_chain(step).nodes;
        for pair in nodes.windows(2) {
            match (pair[1].on, pair[1].set) {
                (true, None) => {
                    assert!(one_must_be_true(board, &[&pair[0], &pair[1]]), "{step:?}");
                }
                (true, Some(set)) => {
                    assert_ne!(pair[0].value, pair[1].value, "{step:?}");
                    let cell = forced_cell(step, pair);
                    for node in pair.iter().filter(|node| Some(*node) != cell) {
                        let place = place_in_set(board, step, set, node.value);
                        assert_eq!(node.cells, place.cells, "{step:?}");
                    }
                    let Some(cell) = cell else { continue };
                    let taken = &step.pattern.sets[set as usize].commons;
                    let left = |value: &u8| {
                        *value != cell.value && board.has(cell.cells[0] as usize, *value)
                    };
                    let others: Vec<u8> = (1..=9).filter(left).collect();
                    assert_eq!(&others, taken, "{step:?}");
                    for value in taken {
                        let candidate = node(&Candidate::new(cell.cells[0] as usize, *value));
                        let place = place_in_set(board, step, set, *value);
                        assert!(exclude(board, &candidate, &place), "{step:?}");
                        assert!(pair.iter().all(|node| node.value != *value), "{step:?}");
                    }
                }
                (false, set) => {
                    assert_eq!(set, None, "{step:?}");
                    assert!(exclude(board, &pair[0], &pair[1]), "{step:?}");
                }
            }
        }
    });
}

#[test]
fn eliminations_of_chains_with_sets_exclude_what_must_be_true() {
    each_step_with_sets(|board, step| {
        let Chain { nodes, is_loop } = only_chain(step);
        let (first, last) = (&nodes[0], &nodes[nodes.len() - 1]);
        for removed in &step.eliminations {
            let removed = node(removed);
            let out =
                |a: &Node, b: &Node| exclude(board, &removed, a) && exclude(board, &removed, b);
            let mut weak = (1..nodes.len() - 1).step_by(2);
            let is_beside = weak.any(|on| out(&nodes[on], &nodes[on + 1]));
            // In a loop a set contains all its values but one of the two that link it.
            let mut strong = nodes.windows(2).filter(|pair| pair[1].set.is_some());
            let is_locked_out = strong.any(|pair| {
                let set = pair[1].set.expect("a set");
                let values = &step.pattern.sets[set as usize].values;
                let mut locked = values
                    .iter()
                    .filter(|value| **value != pair[0].value && **value != pair[1].value);
                locked.any(|value| {
                    let mut place = place_in_set(board, step, set, *value);
                    if let Some(cell) = forced_cell(step, pair)
                        && board.has(cell.cells[0] as usize, *value)
                    {
                        place.cells.extend(&cell.cells);
                    }
                    exclude(board, &removed, &place)
                })
            });
            assert!(
                out(first, last) || *is_loop && (is_beside || is_locked_out),
                "{step:?}"
            );
        }
    });
}

/// What a loop eliminates depends on its links, and where almost locked sets also force cells, the
/// shortest chains are others. The loops without such links must be listed nevertheless.
#[test]
fn more_links_hide_no_loop() {
    let line = ":0000:x:...+6+8..+9+7928+3+17+4+5+665.+9.4.+8+1+814...+632+2..8+4+1+9+75+5+79+26+3+81+43.5..8+1\
                2+9+7+9+2+1365+48.+8....7+6+3:::";
    let board = Board::new(&line.parse().expect("a position"));
    let nice_loop = [Technique::GroupedNiceLoop];
    let logic = Logic::with(nice_loop).with_variants_of(nice_loop);
    let expected = [(1, 3), (32, 5), (77, 5)].map(|(cell, value)| Candidate::new(cell, value));
    let steps = logic.all_steps(&board);
    assert!(steps.iter().any(|step| step.eliminations == expected));
}

#[test]
fn each_technique_uses_only_its_own_links() {
    each_step(|board, step| {
        let nodes = &only_chain(step).nodes;
        let is_short = nodes.len() <= 21;
        let has_group = nodes.iter().any(|node| node.cells.len() > 1);
        assert_eq!(
            has_group,
            step.technique == Technique::GroupedNiceLoop,
            "{step:?}"
        );
        match step.technique {
            Technique::XChain => {
                let one_value = nodes.iter().all(|node| node.value == nodes[0].value);
                assert!(one_value && is_short, "{step:?}");
            }
            Technique::XyChain => {
                let pair = |node: &Node| board.candidates(node.cells[0] as usize).count_ones() == 2;
                assert!(nodes.iter().all(pair) && is_short, "{step:?}");
                assert!(
                    nodes.chunks(2).all(|two| two[0].cells == two[1].cells),
                    "{step:?}"
                );
            }
            _ => {}
        }
    });
}

#[test]
fn the_step_with_the_most_eliminations_comes_first() {
    let mut compared = 0;
    for puzzle in own_puzzles().into_iter().step_by(29) {
        let board = Board::new(&puzzle);
        for technique in CHAINS {
            let logic = Logic::with([technique]);
            let counts = logic
                .all_steps(&board)
                .into_iter()
                .map(|s| s.eliminations.len());
            let first = logic.next_step(&board).map(|step| step.eliminations.len());
            assert_eq!(first, counts.max(), "{technique}");
            compared += usize::from(first.is_some());
        }
    }
    assert!(compared > 0);
}

#[test]
fn chains_are_written_in_eureka_notation() {
    each_step(|board, step| {
        let text = Words::new(board).eureka(step).expect("a chain");
        let links = text.matches(['=', '-']).count();
        let chain = only_chain(step);
        let expected = chain.nodes.len() - 1 + usize::from(chain.is_loop);
        assert_eq!(links, expected, "{text}");
    });
    let board = Board::new(&own_puzzles()[0]);
    let single = Logic::new().next_step(&board).expect("a step");
    assert_eq!(Words::new(&board).eureka(&single), None);
}
