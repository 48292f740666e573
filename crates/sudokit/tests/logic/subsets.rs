//! Checks singles, intersections, subsets and fish against their definitions, and on boards of
//! other shapes against the solution.

use sudokit::logic::{Board, Candidate, Family, HouseRole, Logic, Step, Technique};
use sudokit::{Puzzle, Shape};

use super::support::{assert_sound, dug, own_puzzles, position, solution};

fn of_families(families: &[Family]) -> Vec<Technique> {
    let all = Technique::ALL.iter().copied();
    all.filter(|t| families.contains(&t.family())).collect()
}

/// Returns the techniques of these families, up to the sizes that a person looks for.
fn simple() -> Vec<Technique> {
    let families = [
        Family::Singles,
        Family::Intersections,
        Family::Subsets,
        Family::Fish,
    ];
    let mut techniques = of_families(&families);
    techniques.retain(|t| t.is_usual());
    techniques
}

#[test]
fn every_subset_matches_its_definition() {
    let logic = Logic::with(simple());
    let subsets = Logic::with(of_families(&[Family::Subsets]));
    let mut seen = 0;
    for puzzle in own_puzzles().iter().step_by(29) {
        let mut board = Board::new(puzzle);
        while let Ok(next) = logic.advise(&board) {
            for step in subsets.all_steps(&board) {
                assert_subset(&board, &step);
                seen += 1;
            }
            board.apply(&next);
        }
    }
    assert!(seen > 300, "only {seen} subsets were found");
}

fn assert_subset(board: &Board, step: &Step) {
    let describe = || format!("{step:?}\nin {}", position(board));
    let (cells, values) = (&step.pattern.cells, &step.pattern.values);
    let mask = values
        .iter()
        .fold(0u64, |mask, value| mask | 1 << (value - 1));
    assert_eq!(cells.len(), values.len(), "{}", describe());
    let house = step.houses(HouseRole::Base).next().expect("a house");
    let house = board.shape().houses()[house].cells();
    assert!(
        cells.iter().all(|cell| house.contains(cell)),
        "{}",
        describe()
    );
    let is_naked = step.technique.name().starts_with("Naked");
    if is_naked {
        let only = |cell: &u16| board.candidates(*cell as usize) & !mask == 0;
        assert!(cells.iter().all(only), "{}", describe());
        let sees = |gone: &Candidate| {
            let peers = board.shape().peers(gone.cell as usize);
            values.contains(&gone.value) && cells.iter().all(|cell| peers.contains(cell))
        };
        assert!(step.eliminations.iter().all(sees), "{}", describe());
    } else {
        let mut others = house.iter().filter(|cell| !cells.contains(cell));
        let free = |cell: &u16| board.candidates(*cell as usize) & mask == 0;
        assert!(others.all(free), "{}", describe());
        let inside = |c: &Candidate| cells.contains(&c.cell) && !values.contains(&c.value);
        assert!(step.eliminations.iter().all(inside), "{}", describe());
    }
}

#[test]
fn every_intersection_matches_its_definition() {
    let confined = Logic::with([Technique::Pointing, Technique::Claiming]);
    let logic = Logic::with(simple());
    for puzzle in own_puzzles().iter().skip(2).step_by(29) {
        let mut board = Board::new(puzzle);
        while let Ok(next) = logic.advise(&board) {
            for step in confined.all_steps(&board) {
                let value = step.pattern.values[0];
                let cells = |role| {
                    let house = step.houses(role).next().expect("a house");
                    board.shape().houses()[house].cells()
                };
                let (base, cover) = (cells(HouseRole::Base), cells(HouseRole::Cover));
                let mut places = base.iter().filter(|cell| board.has(**cell as usize, value));
                assert!(places.all(|cell| cover.contains(cell)));
                let goes = |c: &Candidate| cover.contains(&c.cell) && !base.contains(&c.cell);
                assert!(step.eliminations.iter().all(goes));
            }
            board.apply(&next);
        }
    }
}

/// Solves a puzzle and checks each step taken and, at one in `every` positions, all steps of every
/// technique. Returns the number of steps checked. If no technique applies, a cell is filled from
/// the solution.
fn check_all(puzzle: &Puzzle, techniques: &[Technique], every: usize) -> usize {
    let solution = solution(puzzle);
    let (logic, mut board) = (Logic::with(techniques.iter().copied()), Board::new(puzzle));
    let (mut seen, mut rounds) = (0, 0);
    while let Some(open) = board.values().iter().position(|value| *value == 0) {
        let Some(next) = logic.next_step(&board) else {
            board.place(open, solution.values()[open]);
            continue;
        };
        let mut steps = vec![next.clone()];
        if rounds % every == 0 {
            steps.extend(logic.all_steps(&board));
        }
        for step in &steps {
            assert_sound(&board, step, &solution);
        }
        seen += steps.len();
        rounds += 1;
        board.apply(&next);
    }
    seen
}

#[test]
fn steps_on_large_boards_agree_with_the_solution() {
    for line in include_str!("large_puzzles.txt").lines() {
        if line.starts_with('#') {
            continue;
        }
        let (shape, values) = line.split_once(' ').expect("a shape and values");
        let values = values.split(' ').map(|v| v.parse().expect("a value"));
        let shape: Shape = shape.parse().expect("a shape");
        let puzzle = Puzzle::from_values(shape, values.collect()).expect("a puzzle");
        // Most steps on a large board are singles, so not every position is checked.
        assert!(check_all(&puzzle, &simple(), 16) > 100);
    }
}

/// The boxes of the classic board, with four pairs of cells swapped.
const JIGSAW: &str = "jigsaw:aaaabbccc\
                      aaabbbccc\
                      aabbbbccc\
                      ddddeeeff\
                      dddeeefff\
                      ddeeeffff\
                      ggghhhhii\
                      ggghhhiii\
                      ggghhiiii";

#[test]
fn steps_on_other_shapes_agree_with_the_solution() {
    for shape in ["4", "2x3", "1x9", "3x3+windows", JIGSAW] {
        assert!(check_all(&dug(shape, 0), &simple(), 4) > 5, "{shape}");
    }
}

/// Two diagonals share a cell and windows overlap boxes: a value confined to the intersection of
/// two houses may still be where a third house meets both.
#[test]
fn steps_where_three_houses_meet_agree_with_the_solution() {
    let mut techniques = simple();
    // Fish of mixed houses take long to find among this many houses, and add nothing here.
    techniques.retain(|t| !t.slug().contains("franken") && !t.slug().contains("mutant"));
    let jigsaw_with_diagonals = format!("{JIGSAW}+diagonals");
    let shapes = [
        "3x3+diagonals",
        "3x3+diagonals+windows",
        &jigsaw_with_diagonals,
    ];
    for shape in shapes {
        for number in 0..4 {
            let puzzle = dug(shape, number);
            assert!(check_all(&puzzle, &techniques, 3) > 50, "{shape}");
        }
    }
}

#[test]
fn a_cell_on_both_diagonals_keeps_its_candidate() {
    let shape: Shape = "3x3+diagonals".parse().expect("a shape");
    let mut board = Board::new(&Puzzle::new(shape));
    let only_in = |board: &mut Board, diagonal: fn(usize) -> usize, kept: &[usize]| {
        for cell in (0..9).map(diagonal).filter(|cell| !kept.contains(cell)) {
            board.eliminate(cell, 1);
        }
    };
    // 1 in one diagonal is confined to r4c6 and r5c5. That removes it from r4c4 in the other, which
    // keeps r1c1 and the centre, r5c5.
    let (falling, rising) = (|line: usize| line * 10, |line: usize| 8 + line * 8);
    only_in(&mut board, rising, &[32, 40]);
    only_in(&mut board, falling, &[0, 30, 40]);
    let claiming = Logic::with([Technique::DirectClaiming]);
    assert_eq!(claiming.all_steps(&board), []);
    board.eliminate(0, 1);
    let steps = claiming.all_steps(&board);
    let placed = steps.iter().flat_map(|step| &step.placements);
    assert!(placed.clone().count() > 0);
    assert!(
        placed
            .copied()
            .all(|placed| placed == Candidate::new(40, 1))
    );
}

#[test]
fn broken_positions_cause_no_panics_and_no_false_candidates() {
    let every = of_families(&[
        Family::Singles,
        Family::Intersections,
        Family::Subsets,
        Family::Fish,
    ]);
    for (number, puzzle) in own_puzzles().iter().step_by(40).enumerate() {
        let mut board = Board::new(puzzle);
        // Remove arbitrary candidates until cells and houses have none left.
        for turn in 0..400 {
            let at = (turn * 211 + number * 97) % 729;
            board.eliminate(at / 9, (at % 9) as u8 + 1);
            if turn % 40 != 0 {
                continue;
            }
            for technique in &every {
                if let Some(step) = Logic::with([*technique]).next_step(&board) {
                    let mut named = step.placements.iter().chain(&step.eliminations);
                    assert!(
                        named.all(|c| board.has(c.cell as usize, c.value)),
                        "{step:?}"
                    );
                }
            }
        }
    }
}

#[test]
fn the_reported_house_is_the_easiest_to_see() {
    // r1c1 is the only place for 1 in its box, its row and its column.
    let mut board = Board::new(&Puzzle::new(Shape::classic()));
    for cell in [
        1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 18, 19, 20, 27, 36, 45, 54, 63, 72,
    ] {
        board.eliminate(cell, 1);
    }
    let step = Logic::with([Technique::HiddenSingle]).next_step(&board);
    let house = step.and_then(|step| step.houses(HouseRole::Base).next());
    assert_eq!(
        house.map(|h| board.shape().houses()[h].to_string()),
        Some("box 1".to_string())
    );
}
