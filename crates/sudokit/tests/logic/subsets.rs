//! Singles, intersections, subsets and fish: each by its definition, and on boards of other
//! shapes against the solution.

use sudokit::logic::{Board, Candidate, Family, HouseRole, Logic, Step, Technique};
use sudokit::{Puzzle, Shape, Solver};

use super::support::{own_puzzles, position, solution};

fn of_families(families: &[Family]) -> Vec<Technique> {
    let all = Technique::ALL.iter().copied();
    all.filter(|t| families.contains(&t.family())).collect()
}

/// What these families use, up to the sizes that a person looks for.
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
fn every_subset_keeps_its_definition() {
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
    assert!(seen > 300, "only {seen} subsets to look at");
}

fn assert_subset(board: &Board, step: &Step) {
    let tell = || format!("{step:?}\nin {}", position(board));
    let (cells, values) = (&step.pattern.cells, &step.pattern.values);
    let mask = values
        .iter()
        .fold(0u64, |mask, value| mask | 1 << (value - 1));
    assert_eq!(cells.len(), values.len(), "{}", tell());
    let house = step.houses(HouseRole::Base).next().expect("a house");
    let house = board.shape().houses()[house].cells();
    assert!(cells.iter().all(|cell| house.contains(cell)), "{}", tell());
    let is_naked = step.technique.name().starts_with("Naked");
    if is_naked {
        let only = |cell: &u16| board.candidates(*cell as usize) & !mask == 0;
        assert!(cells.iter().all(only), "{}", tell());
        let sees = |gone: &Candidate| {
            let peers = board.shape().peers(gone.cell as usize);
            values.contains(&gone.value) && cells.iter().all(|cell| peers.contains(cell))
        };
        assert!(step.eliminations.iter().all(sees), "{}", tell());
    } else {
        let mut others = house.iter().filter(|cell| !cells.contains(cell));
        let free = |cell: &u16| board.candidates(*cell as usize) & mask == 0;
        assert!(others.all(free), "{}", tell());
        let inside = |c: &Candidate| cells.contains(&c.cell) && !values.contains(&c.value);
        assert!(step.eliminations.iter().all(inside), "{}", tell());
    }
}

#[test]
fn every_intersection_keeps_its_definition() {
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

/// Walks, and looks at all steps of every technique at some of the positions; answers how many
/// steps there were. Where the walk is stuck, a cell is filled from the solution.
fn check_all(puzzle: &Puzzle, techniques: &[Technique]) -> usize {
    let solution = solution(puzzle);
    let (logic, mut board) = (Logic::with(techniques.iter().copied()), Board::new(puzzle));
    let (mut seen, mut rounds) = (0, 0);
    while let Some(open) = board.values().iter().position(|value| *value == 0) {
        let Some(next) = logic.next_step(&board) else {
            board.place(open, solution.values()[open]);
            continue;
        };
        // Singles are most of a walk on a large board, so not every position is looked at whole.
        let steps = match rounds % 16 {
            0 => logic.all_steps(&board),
            _ => vec![next.clone()],
        };
        for step in &steps {
            let right = |c: &Candidate| solution.values()[c.cell as usize] == c.value;
            assert!(step.placements.iter().all(right), "{step:?}");
            assert!(!step.eliminations.iter().any(right), "{step:?}");
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
        assert!(check_all(&puzzle, &simple()) > 100);
    }
}

/// A puzzle with one solution: the engine's answer to an empty board, with as many cells opened
/// as that allows, in an order that only looks random.
fn dug(shape: &str, most: usize) -> Puzzle {
    let shape: Shape = shape.parse().expect("a shape");
    let empty = Puzzle::new(shape.clone());
    let grid = Solver::new().solve(&empty).solution.expect("a grid");
    let (mut values, mut opened) = (grid.values().to_vec(), 0);
    for turn in 0..values.len() {
        let cell = (turn * 37 + 11) % values.len();
        let value = std::mem::replace(&mut values[cell], 0);
        let puzzle = Puzzle::from_values(shape.clone(), values.clone()).expect("a puzzle");
        match opened < most && Solver::new().solve(&puzzle).is_unique() {
            true => opened += 1,
            false => values[cell] = value,
        }
    }
    Puzzle::from_values(shape, values).expect("a puzzle")
}

/// The boxes of the classic board, with four pairs of cells exchanged.
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
    for shape in ["4", "2x3", "3x3+diagonals", "3x3+windows", "1x9", JIGSAW] {
        assert!(check_all(&dug(shape, 60), &simple()) > 5, "{shape}");
    }
}

#[test]
fn nothing_panics_and_nothing_false_is_there_in_broken_positions() {
    let every = of_families(&[
        Family::Singles,
        Family::Intersections,
        Family::Subsets,
        Family::Fish,
    ]);
    for (number, puzzle) in own_puzzles().iter().step_by(40).enumerate() {
        let mut board = Board::new(puzzle);
        // Cross out without sense until houses and cells run dry.
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
fn the_house_that_is_shown_is_the_easiest() {
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
