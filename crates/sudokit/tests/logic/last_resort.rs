//! Checks that every implication of a forcing chain or net holds on the board, and that the
//! argument is complete: it ends in a contradiction, or covers all possibilities.

use sudokit::Puzzle;
use sudokit::logic::{Board, Chain, Family, HouseRole, Logic, Node, Standing, Step, Technique};

use super::chains::{exclude, one_must_be_true};
use super::support::{assert_sound, dug, own_puzzles, solution};

const FORCING: [Technique; 3] = [
    Technique::Nishio,
    Technique::ForcingChain,
    Technique::ForcingNet,
];

/// Calls `check` with every step of every forcing technique, on boards from real solves.
fn each_step(mut check: impl FnMut(&Board, &Step)) {
    let singles = [Technique::NakedSingle, Technique::HiddenSingle];
    let walk = Logic::with(singles.into_iter().chain([Technique::ForcingNet]));
    for puzzle in own_puzzles().into_iter().step_by(97) {
        let mut board = Board::new(&puzzle);
        while let Ok(next) = walk.advise(&board) {
            if next.technique == Technique::ForcingNet {
                let all = Logic::with(FORCING).all_steps(&board);
                all.iter().for_each(|step| check(&board, step));
            }
            board.apply(&next);
        }
    }
}

fn assert_implications_hold(board: &Board, chain: &Chain, step: &Step) {
    for (index, node) in chain.nodes.iter().enumerate() {
        let parents: Vec<&Node> = node
            .parents
            .iter()
            .inspect(|parent| assert!((**parent as usize) < index, "{step:?}"))
            .map(|parent| &chain.nodes[*parent as usize])
            .collect();
        if index == 0 {
            assert!(parents.is_empty(), "{step:?}");
            continue;
        }
        let is_plain = parents.len() == 1 && exclude(board, parents[0], node);
        match node.on {
            true => {
                assert!(parents.iter().all(|parent| !parent.on), "{step:?}");
                let all: Vec<&Node> = parents.into_iter().chain([node]).collect();
                assert!(one_must_be_true(board, &all), "{step:?}");
            }
            false => assert!(is_plain || is_refuted(board, &parents, node), "{step:?}"),
        }
    }
}

/// Returns whether these and the opposite of a node lead to a contradiction by singles alone.
fn is_refuted(board: &Board, parents: &[&Node], node: &Node) -> bool {
    let mut board = board.clone();
    for parent in parents.iter().filter(|parent| !parent.on) {
        board.eliminate(parent.cells[0] as usize, parent.value);
    }
    for true_node in parents.iter().filter(|parent| parent.on).chain([&node]) {
        board.place(true_node.cells[0] as usize, true_node.value);
    }
    let singles = Logic::with([Technique::NakedSingle, Technique::HiddenSingle]);
    while let Ok(step) = singles.advise(&board) {
        board.apply(&step);
    }
    board.contradiction().is_some()
}

#[test]
fn every_implication_holds() {
    let mut nodes = 0;
    each_step(|board, step| {
        for chain in &step.pattern.chains {
            assert_implications_hold(board, chain, step);
            nodes += chain.nodes.len();
        }
    });
    assert!(nodes > 1000, "{nodes}");
}

#[test]
fn contradictions_are_real_and_verities_cover_all_possibilities() {
    let (mut contradictions, mut verities) = (0, 0);
    each_step(|board, step| match &step.pattern.chains[..] {
        [chain] => {
            contradictions += 1;
            assert_contradiction(board, step, chain);
        }
        chains => {
            verities += 1;
            let conclusion = |node: &Node| match (&step.placements[..], &step.eliminations[..]) {
                ([c], []) => node.on && node.cells == [c.cell] && node.value == c.value,
                ([], [c]) => !node.on && node.cells == [c.cell] && node.value == c.value,
                _ => false,
            };
            let ends = chains
                .iter()
                .map(|chain| chain.nodes.last().expect("nodes"));
            assert!(ends.into_iter().all(conclusion), "{step:?}");
            let starts: Vec<&Node> = chains.iter().map(|chain| &chain.nodes[0]).collect();
            let both = starts.len() == 2
                && starts[0].on != starts[1].on
                && (&starts[0].cells, starts[0].value) == (&starts[1].cells, starts[1].value);
            assert!(both || one_must_be_true(board, &starts), "{step:?}");
        }
    });
    assert!(
        contradictions > 0 && verities > 0,
        "{contradictions} {verities}"
    );
}

fn assert_contradiction(board: &Board, step: &Step, chain: &Chain) {
    let start = &chain.nodes[0];
    let refuted = match start.on {
        true => &step.eliminations,
        false => &step.placements,
    };
    assert!(
        refuted.len() == 1 && refuted[0].value == start.value,
        "{step:?}"
    );
    assert_eq!(start.cells, [refuted[0].cell], "{step:?}");
    let is_off = |cell: u16, value: u8| {
        let off = |node: &Node| !node.on && node.value == value && node.cells.contains(&cell);
        chain.nodes.iter().any(off)
    };
    let pattern = &step.pattern;
    if let (Some(house), [value]) = (step.houses(HouseRole::Base).next(), &pattern.values[..]) {
        let cells = board.shape().houses()[house].cells().iter();
        let mut places = cells.filter(|cell| board.has(**cell as usize, *value));
        assert!(places.all(|cell| is_off(*cell, *value)), "{step:?}");
    } else if let [cell] = pattern.cells[..] {
        let mut values = (1..=9).filter(|value| board.has(cell as usize, *value));
        assert!(values.all(|value| is_off(cell, value)), "{step:?}");
    } else {
        let last = chain.nodes.last().expect("nodes");
        let opposite = |node: &Node| {
            node.on != last.on && node.value == last.value && node.cells == last.cells
        };
        assert!(chain.nodes.iter().any(opposite), "{step:?}");
    }
}

#[test]
fn nishio_uses_only_one_value() {
    each_step(|_, step| {
        let nodes = step.pattern.chains.iter().flat_map(|chain| &chain.nodes);
        let mut values: Vec<u8> = nodes.map(|node| node.value).collect();
        values.dedup();
        assert!(
            step.technique != Technique::Nishio || values.len() == 1,
            "{step:?}"
        );
    });
}

#[test]
fn nets_solve_project_puzzles_without_brute_force() {
    let logic = Logic::with([
        Technique::NakedSingle,
        Technique::HiddenSingle,
        Technique::NiceLoop,
        Technique::ForcingNet,
    ]);
    for puzzle in own_puzzles().into_iter().step_by(7) {
        let path = logic.solve(&puzzle);
        assert_eq!(path.standing, Standing::Solved);
        assert_eq!(path.board.values(), solution(&puzzle).values());
    }
}

#[test]
fn templates_never_eliminate_the_solution() {
    let templates = Logic::with([Technique::TemplateSet, Technique::TemplateDelete]);
    for puzzle in own_puzzles().into_iter().step_by(13) {
        let solution = solution(&puzzle);
        let path = templates.solve(&puzzle);
        for (cell, value) in solution.values().iter().enumerate() {
            let placed = path.board.value(cell);
            assert!(placed == *value || path.board.has(cell, *value));
        }
    }
}

#[test]
fn brute_force_follows_the_solution_and_does_nothing_without_one() {
    let puzzle = &own_puzzles()[0];
    let path = Logic::with([Technique::BruteForce]).solve(puzzle);
    assert_eq!(path.board.values(), solution(puzzle).values());
    // r1c9 must be 9, but its column already has a 9.
    let mut text = "12345678.........9".to_string();
    text.push_str(&".".repeat(81 - text.len()));
    let impossible: Puzzle = text.parse().expect("a puzzle");
    assert!(
        Logic::with([Technique::BruteForce])
            .next_step(&Board::new(&impossible))
            .is_none()
    );
}

#[test]
fn chains_and_last_resorts_are_sound_on_other_shapes() {
    let singles = [Technique::NakedSingle, Technique::HiddenSingle];
    let others = Technique::ALL
        .iter()
        .copied()
        .filter(|technique| matches!(technique.family(), Family::Chains | Family::LastResort));
    let logic = Logic::with(singles.into_iter().chain(others.clone()));
    for shape in ["2x2", "2x3", "1x7", "3x3+diagonals", "3x3+windows", "2x5"] {
        let puzzle = dug(shape, 0);
        let solution = solution(&puzzle);
        let mut board = Board::new(&puzzle);
        let mut looked = 0;
        while let Ok(step) = logic.advise(&board) {
            assert_sound(&board, &step, &solution);
            if !singles.contains(&step.technique) && looked < 3 {
                looked += 1;
                let all = Logic::with(others.clone()).all_steps(&board);
                all.iter()
                    .for_each(|step| assert_sound(&board, step, &solution));
            }
            board.apply(&step);
        }
        assert_eq!(board.values(), solution.values(), "{shape}");
    }
}
