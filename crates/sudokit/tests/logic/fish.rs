//! Checks fish against their definition: as many covers as bases, every place of a base in a cover
//! or a fin, and eliminations that see all fins.

use sudokit::Puzzle;
use sudokit::logic::{Board, Candidate, Family, HouseRole, Logic, Role, Step, Technique};

use super::chains::{exclude, one_must_be_true};
use super::support::{own_puzzles, position};

fn fish() -> Vec<Technique> {
    let all = Technique::ALL.iter().copied();
    all.filter(|t| t.family() == Family::Fish && *t != Technique::KrakenFish)
        .collect()
}

/// Returns positions of solves with only the simple techniques, where fish of all kinds are common.
fn positions(step_by: usize) -> Vec<Board> {
    let simple = [
        Technique::NakedSingle,
        Technique::HiddenSingle,
        Technique::Pointing,
        Technique::Claiming,
    ];
    let logic = Logic::with(simple);
    let mut positions = Vec::new();
    for puzzle in own_puzzles().iter().skip(5).step_by(step_by) {
        let mut board = Board::new(puzzle);
        positions.push(board.clone());
        while let Ok(step) = logic.advise(&board) {
            board.apply(&step);
        }
        if !board.is_complete() {
            positions.push(board);
        }
    }
    positions
}

#[test]
fn every_fish_matches_its_definition() {
    let mut seen = 0;
    for board in positions(16) {
        for technique in fish() {
            for step in Logic::with([technique]).all_steps(&board) {
                assert_fish(&board, &step);
                seen += 1;
            }
        }
    }
    assert!(seen > 500, "only {seen} fish were found");
}

fn assert_fish(board: &Board, step: &Step) {
    let describe = || format!("{step:?}\nin {}", position(board));
    let value = step.pattern.values[0];
    let bases: Vec<usize> = step.houses(HouseRole::Base).collect();
    let covers: Vec<usize> = step.houses(HouseRole::Cover).collect();
    assert_eq!(bases.len(), covers.len(), "{}", describe());
    assert!(
        bases.iter().all(|base| !covers.contains(base)),
        "{}",
        describe()
    );
    let name = step.technique.name().to_lowercase();
    let sizes = [
        "x-wing",
        "swordfish",
        "jellyfish",
        "squirmbag",
        "whale",
        "leviathan",
    ];
    let size = sizes.iter().position(|size| name.ends_with(size));
    assert_eq!(
        size.map(|size| size + 2),
        Some(bases.len()),
        "{}",
        describe()
    );

    let times = |houses: &[usize], cell: usize| {
        let of_cell = board.shape().houses_of(cell);
        of_cell
            .iter()
            .filter(|h| houses.contains(&(**h as usize)))
            .count()
    };
    let role = |role: Role| -> Vec<usize> { step.marked(role).map(|c| c.cell as usize).collect() };
    let (fins, endo_fins) = (role(Role::Fin), role(Role::EndoFin));
    for cell in (0..81).filter(|cell| board.has(*cell, value)) {
        let (in_bases, in_covers) = (times(&bases, cell), times(&covers, cell));
        assert_eq!(in_bases > 1, endo_fins.contains(&cell), "{}", describe());
        let is_fin = in_bases == 1 && in_covers == 0;
        assert_eq!(is_fin, fins.contains(&cell), "{}", describe());
    }
    for &Candidate { cell, value: gone } in &step.eliminations {
        let cell = cell as usize;
        assert_eq!(gone, value);
        assert!(times(&covers, cell) > times(&bases, cell), "{}", describe());
        let sees = |fin: &usize| board.shape().peers(cell).contains(&(*fin as u16));
        assert!(fins.iter().chain(&endo_fins).all(sees), "{}", describe());
    }
    let has_fins = !fins.is_empty() || !endo_fins.is_empty();
    let should = name.starts_with("finned") || name.starts_with("sashimi");
    assert_eq!(has_fins, should, "{}", describe());
    if !name.contains("franken") && !name.contains("mutant") && has_fins {
        let kept = |base: &usize| {
            let cells = board.shape().houses()[*base].cells().iter();
            let places = cells.map(|c| *c as usize).filter(|c| board.has(*c, value));
            places.filter(|c| times(&covers, *c) > 0).count()
        };
        let is_sashimi = bases.iter().any(|base| kept(base) < 2);
        assert_eq!(is_sashimi, name.starts_with("sashimi"), "{}", describe());
    }
}

/// A siamese fish is two finned fish with the same bases: its first covers and its last.
#[test]
fn every_siamese_fish_is_two_fish() {
    let mut seen = 0;
    let lines = fish().into_iter();
    for technique in lines.filter(|t| t.is_rated() && !t.slug().contains("franken")) {
        let logic = Logic::with([technique]).with_variants_of([technique]);
        for board in positions(8) {
            for step in logic.all_steps(&board) {
                let bases: Vec<usize> = step.houses(HouseRole::Base).collect();
                let covers: Vec<usize> = step.houses(HouseRole::Cover).collect();
                if covers.len() > bases.len() {
                    assert_siamese(&board, &step, &bases, &covers);
                    seen += 1;
                }
            }
        }
    }
    assert!(seen > 5, "only {seen} siamese fish were found");
}

fn assert_siamese(board: &Board, step: &Step, bases: &[usize], covers: &[usize]) {
    let (value, size) = (step.pattern.values[0], bases.len());
    let is_in = |houses: &[usize], cell: usize| {
        let mut of_cell = board.shape().houses_of(cell).iter();
        of_cell.any(|house| houses.contains(&(*house as usize)))
    };
    let mut explained = Vec::new();
    for half in [&covers[..size], &covers[covers.len() - size..]] {
        let places = (0..81).filter(|cell| board.has(*cell, value));
        let fins: Vec<usize> = places
            .clone()
            .filter(|cell| is_in(bases, *cell) && !is_in(half, *cell))
            .collect();
        assert!(!fins.is_empty(), "{step:?}");
        let sees = |cell: usize, fin: &usize| board.shape().peers(cell).contains(&(*fin as u16));
        let gone: Vec<usize> = places
            .filter(|cell| is_in(half, *cell) && !is_in(bases, *cell))
            .filter(|cell| fins.iter().all(|fin| sees(*cell, fin)))
            .collect();
        assert!(!gone.is_empty(), "{step:?}");
        explained.push(gone);
    }
    let mut all = explained.concat();
    all.sort_unstable();
    all.dedup();
    let removed: Vec<usize> = step.eliminations.iter().map(|c| c.cell as usize).collect();
    assert_eq!(removed, all, "{step:?}");
    assert!(
        explained.iter().all(|half| half.len() < all.len()),
        "{step:?}"
    );
}

#[test]
fn every_kraken_fish_matches_its_definition() {
    let mut seen = 0;
    for board in positions(24) {
        for step in Logic::with([Technique::KrakenFish]).all_steps(&board) {
            assert_kraken(&board, &step);
            seen += 1;
        }
    }
    assert!(seen > 20, "only {seen} kraken fish were found");
}

/// Checks that every base place is in a cover or a fin, that the prey is in a cover and in no base,
/// and that a chain from every fin eliminates the prey, with links that hold on the board.
fn assert_kraken(board: &Board, step: &Step) {
    let describe = || format!("{step:?}\nin {}", position(board));
    let value = step.pattern.values[0];
    let cells_of = |role: HouseRole| -> Vec<u16> {
        let houses = step
            .houses(role)
            .map(|house| &board.shape().houses()[house]);
        houses.flat_map(|house| house.cells()).copied().collect()
    };
    let (bases, covers) = (cells_of(HouseRole::Base), cells_of(HouseRole::Cover));
    assert_eq!(bases.len(), covers.len(), "{}", describe());
    let fins: Vec<Candidate> = step.marked(Role::Fin).collect();
    let places = bases
        .iter()
        .filter(|cell| board.has(**cell as usize, value));
    let outside: Vec<Candidate> = places
        .filter(|cell| !covers.contains(cell))
        .map(|cell| Candidate::new(*cell as usize, value))
        .collect();
    let is_fin = |candidate: &Candidate| fins.contains(candidate);
    assert!(outside.iter().all(is_fin), "{}", describe());
    assert_eq!(outside.len(), fins.len(), "{}", describe());
    let [prey] = step.eliminations[..] else {
        panic!("{}", describe());
    };
    let is_prey = covers.contains(&prey.cell) && !bases.contains(&prey.cell);
    assert!(is_prey && prey.value == value, "{}", describe());
    assert_eq!(step.pattern.chains.len(), fins.len(), "{}", describe());
    for (fin, chain) in fins.iter().zip(&step.pattern.chains) {
        let [first, .., last] = &chain.nodes[..] else {
            panic!("{}", describe());
        };
        let is_from_fin = first.on && first.cells == [fin.cell] && first.value == value;
        let is_to_prey = !last.on && last.cells == [prey.cell] && last.value == value;
        assert!(is_from_fin && is_to_prey, "{}", describe());
        for pair in chain.nodes.windows(2) {
            let holds = match pair[0].on {
                true => !pair[1].on && exclude(board, &pair[0], &pair[1]),
                false => pair[1].on && one_must_be_true(board, &[&pair[0], &pair[1]]),
            };
            assert!(holds, "{}", describe());
        }
    }
}

#[test]
fn an_extra_fin_prevents_eliminations_that_it_does_not_see() {
    // 5 has two places in rows 1 and 5, in columns 1 and 5, and a third in row 1 at r1c9. Only a
    // cell that sees r1c9 could lose its 5, and none in columns 1 and 5 does.
    let mut board = Board::new(&Puzzle::new(sudokit::Shape::classic()));
    for column in (0..9).filter(|column| ![0, 4].contains(column)) {
        board.eliminate(4 * 9 + column, 5);
        if column != 8 {
            board.eliminate(column, 5);
        }
    }
    for technique in [
        Technique::XWing,
        Technique::FinnedXWing,
        Technique::SashimiXWing,
    ] {
        assert_eq!(Logic::with([technique]).next_step(&board), None);
    }
    board.eliminate(8, 5);
    let step = Logic::with([Technique::XWing]).next_step(&board);
    assert_eq!(step.map(|step| step.eliminations.len()), Some(14));
}
