//! Solves arbitrary givens and candidates on a 4×4, 6×6 or 9×9 board: all engines agree on the count,
//! the vector engines with every width that the CPU has.
#![no_main]

use libfuzzer_sys::fuzz_target;
use sudokit::internals::Width;
use sudokit::solve::Answers;
use sudokit::solve::textbook::PRESETS;
use sudokit::{Engine, Grid, Origin, Puzzle, Shape, Solver};

const LIMIT: u64 = 3;

fuzz_target!(|bytes: &[u8]| {
    let [kind, bytes @ ..] = bytes else { return };
    let name = ["2x2", "2x3", "3x3", "3x3+diagonals"][*kind as usize % 4];
    let shape: Shape = name.parse().expect("a shape");
    let mut puzzle = Puzzle::new(shape.clone());
    for (cell, byte) in bytes.iter().take(shape.cells()).enumerate() {
        let value = byte % (shape.size() as u8 + 1);
        puzzle.set(cell, value, Origin::Given);
    }
    if kind & 64 != 0 {
        let listed = bytes.iter().skip(shape.cells());
        let masks = listed.map(|byte| u64::from(*byte) | 0x100);
        let masks = masks.chain(std::iter::repeat(u64::MAX)).take(shape.cells());
        puzzle.set_candidates(masks.collect());
    }
    let expected = Solver::new().limit(LIMIT).solve(&puzzle);
    if shape.is_classic() {
        for width in Width::ALL {
            check_width(width, &puzzle, expected.count);
        }
    }
    let textbook = PRESETS.iter().map(|preset| Engine::Textbook(preset.rules));
    for engine in textbook.chain([Engine::General, Engine::Learn]) {
        let solver = Solver::new().engine(engine).limit(LIMIT).node_limit(20_000);
        let outcome = solver.solve(&puzzle);
        if !outcome.end.is_early() {
            assert_eq!(outcome.count, expected.count, "{engine}");
        }
        if let Some(solution) = outcome.solution {
            assert!(solution.solves(&puzzle), "{engine}");
        }
    }
});

/// Checks the lanes, the engine for one board, and the move from one to the other.
fn check_width(width: Width, puzzle: &Puzzle, expected: u64) {
    let Ok(solver) = Solver::new().limit(LIMIT).width(width) else {
        return;
    };
    // Solved among other puzzles, so that they share the lanes.
    let mut answers = Answers::new();
    match puzzle.candidates() {
        None => {
            let values = std::array::from_fn(|cell| puzzle.values()[cell]);
            solver.solve_batch(&[[0; 81], values, values], &mut answers);
        }
        Some(_) => {
            let masks = std::array::from_fn(|cell| puzzle.allowed(cell) as u16);
            solver.solve_candidates_batch(&[[0x1ff; 81], masks, masks], &mut answers);
        }
    }
    for at in [1, 2] {
        assert_eq!(u64::from(answers.counts()[at]), expected, "{width:?}");
        if let Some(solution) = answers.solution(at) {
            let grid = Grid::new(Shape::classic(), solution.to_vec()).expect("a grid");
            assert!(grid.solves(puzzle), "{width:?}");
        }
    }
    // On its own, `single` may take hours where no split touches the contradiction.
    let single = solver.clone().node_limit(20_000);
    for (engine, solver) in [(Engine::Auto, solver), (Engine::Single, single)] {
        let outcome = solver.engine(engine).solve(puzzle);
        if !outcome.end.is_early() {
            assert_eq!(outcome.count, expected, "{width:?}, {engine}");
        }
        if let Some(solution) = outcome.solution {
            assert!(solution.solves(puzzle), "{width:?}, {engine}");
        }
    }
}
