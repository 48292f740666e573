//! What run.mjs calls: one function per question, with numbers as answers.

use std::time::Duration;

use sudokit::generate::Generator;
use sudokit::rate::Rating;
use sudokit::solve::{End, Status};
use sudokit::{Puzzle, Shape, Solver};

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
