//! What run.mjs calls: one function per question, with numbers as answers.

use std::time::Duration;

use sudokit::generate::Generator;
use sudokit::rate::Rating;
use sudokit::solve::{Answers, End, Engine, Status};
use sudokit::{Grid, Puzzle, Shape, Solver};

const PUZZLE: &str =
    "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";

fn puzzle() -> Puzzle {
    PUZZLE.parse().expect("a puzzle")
}

/// Returns the number of solutions of a classic puzzle, and 100 if the solution is right.
#[unsafe(no_mangle)]
pub extern "C" fn solve() -> u32 {
    let puzzle = puzzle();
    let outcome = Solver::new().threads(0).solve(&puzzle);
    assert_eq!(Status::of(&puzzle, &outcome), Status::Unique);
    let solved = outcome.solution.is_some_and(|grid| grid.solves(&puzzle));
    outcome.count as u32 + 100 * u32::from(solved)
}

/// Returns the score of the same puzzle.
#[unsafe(no_mangle)]
pub extern "C" fn rate() -> u32 {
    Rating::of_puzzle(&puzzle()).expect("a rating").score
}

/// Returns the number of givens of a puzzle made with this seed on four threads, or on as many as
/// there are; the puzzle must be the same either way.
#[unsafe(no_mangle)]
pub extern "C" fn generate(seed: u32) -> u32 {
    let made = |threads| {
        let generator = Generator::new(Shape::classic()).seed(seed.into());
        let made = generator.threads(threads).puzzle().expect("a request");
        made.expect("a puzzle").puzzle
    };
    let puzzle = made(4);
    assert_eq!(puzzle, made(0));
    assert!(Solver::new().solve(&puzzle).is_unique());
    puzzle.clues() as u32
}

/// Returns the number of 4×4 grids.
#[unsafe(no_mangle)]
pub extern "C" fn count() -> u32 {
    let empty = Puzzle::new(Shape::with_size(4).expect("a shape"));
    Solver::new().limit(u64::MAX).threads(4).solve(&empty).count as u32
}

/// Counts the solutions of an empty 9×9 board for this many milliseconds, and returns how many
/// milliseconds the search reports; 0 if anything but the clock ended it.
#[unsafe(no_mangle)]
pub extern "C" fn count_for(milliseconds: u32) -> u32 {
    let time = Duration::from_millis(milliseconds.into());
    let solver = Solver::new().limit(u64::MAX).time_limit(time);
    let outcome = solver.solve(&Puzzle::new(Shape::classic()));
    match outcome.end {
        End::TimeLimit => outcome.statistics.elapsed.as_millis() as u32,
        _ => 0,
    }
}

/// Returns a new seed.
#[unsafe(no_mangle)]
pub extern "C" fn any_seed() -> u32 {
    sudokit::random::any_seed() as u32
}

/// Compares `single` and the lanes with the general engine on puzzles with few and with many
/// solutions, and returns the number of puzzles that they agree on.
#[unsafe(no_mangle)]
pub extern "C" fn engines(seed: u32) -> u32 {
    let mut agreed = 0;
    let generator = Generator::new(Shape::classic())
        .seed(seed.into())
        .threads(1);
    let made = generator
        .puzzle()
        .expect("a request")
        .expect("a puzzle")
        .puzzle;
    for left_out in 0..12 {
        let mut values: [u8; 81] = made.values().try_into().expect("81 cells");
        let givens = values.iter_mut().filter(|value| **value != 0);
        givens.take(left_out).for_each(|value| *value = 0);
        let text: String = values
            .iter()
            .map(|value| char::from(b'0' + value))
            .collect();
        let puzzle: Puzzle = text.parse().expect("a puzzle");
        let solver = Solver::new().limit(50);
        let expected = solver.clone().engine(Engine::General).solve(&puzzle).count;
        let single = solver.clone().engine(Engine::Single).solve(&puzzle);
        let mut answers = Answers::new();
        let lanes = solver.engine(Engine::Lanes);
        lanes.solve_batch(&[values; 20], &mut answers);
        let solved = single.solution.is_some_and(|grid| grid.solves(&puzzle));
        let in_lanes = |at: usize| {
            let values = answers.solution(at).expect("a solution").to_vec();
            Grid::new(Shape::classic(), values).is_ok_and(|grid| grid.solves(&puzzle))
        };
        let same = answers
            .counts()
            .iter()
            .all(|count| u64::from(*count) == expected);
        let agree = single.count == expected && solved && same && (0..20).all(in_lanes);
        agreed += u32::from(agree);
    }
    agreed
}
