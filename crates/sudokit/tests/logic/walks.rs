//! Positions and steps for tests that check definitions.

use sudokit::logic::{Board, Family, Logic, Step, Technique};

use super::support::own_puzzles;

/// Solves some of the puzzles and calls `check` with every step that the techniques of a family
/// find on the way. Returns the techniques that found any.
pub fn each_step(family: Family, mut check: impl FnMut(&Board, &Step)) -> Vec<Technique> {
    let techniques = Technique::ALL.iter().filter(|t| t.family() == family);
    let finder = Logic::with(techniques.copied().filter(|t| t.is_usual()));
    let logic = Logic::with(Technique::ALL.iter().copied().filter(|t| {
        let last_resort = t.family() == Family::LastResort;
        t.is_usual() && !last_resort
    }));
    let mut met = Vec::new();
    for puzzle in own_puzzles().iter().step_by(5) {
        let mut board = Board::new(puzzle);
        while let Ok(next) = logic.advise(&board) {
            if next.technique.family() != Family::Singles {
                for step in finder.all_steps(&board) {
                    check(&board, &step);
                    met.push(step.technique);
                }
            }
            board.apply(&next);
        }
    }
    met.sort_unstable();
    met.dedup();
    met
}

/// Returns whether two cells share a house.
pub fn see(board: &Board, one: u16, other: u16) -> bool {
    board.shape().peers(one as usize).contains(&other)
}

/// Returns the cells of a house where a value is possible.
pub fn places(board: &Board, house: usize, value: u8) -> Vec<u16> {
    let cells = board.shape().houses()[house].cells().iter().copied();
    cells.filter(|c| board.has(*c as usize, value)).collect()
}
