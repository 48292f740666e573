//! Solves arbitrary givens and candidates on a 4×4, 6×6 or 9×9 board: all engines agree on the count.
#![no_main]

use libfuzzer_sys::fuzz_target;
use sudokit::internals::Width;
use sudokit::solve::Answers;
use sudokit::solve::textbook::PRESETS;
use sudokit::{Engine, Origin, Puzzle, Shape, Solver};

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
    let values: Option<[u8; 81]> = puzzle.values().try_into().ok();
    if let (true, None, Some(values)) = (shape.is_classic(), puzzle.candidates(), values) {
        for width in Width::ALL {
            let Ok(solver) = Solver::new().limit(LIMIT).width(width) else {
                continue;
            };
            // Solved among other puzzles, so that they share the lanes.
            let mut answers = Answers::new();
            solver.solve_batch(&[[0; 81], values, values], &mut answers);
            assert_eq!(u64::from(answers.counts()[1]), expected.count, "{width:?}");
            assert_eq!(u64::from(answers.counts()[2]), expected.count, "{width:?}");
        }
    }
    let textbook = PRESETS.iter().map(|preset| Engine::Textbook(preset.rules));
    for engine in textbook.chain([Engine::General]) {
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
