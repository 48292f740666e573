//! What a search says of a position before logic looks at it.
//!
//! Logic proves steps from what stands on the board. Whether the board makes sense at all (one
//! solution, several, none) it cannot see, and techniques that argue with a single solution are
//! wrong where there are several.

use sudokit::logic::{CellSet, Logic, Technique, Words};
use sudokit::solve::End;
use sudokit::{Grid, Origin, Puzzle};

use crate::effort::Effort;
use crate::status::Status;

/// How many search nodes it may cost: nearly every puzzle needs fewer than a thousand.
const NODES: u64 = 1_000_000;

/// How many cells may be looked at on boards that are larger than most: a node there costs as
/// much as the board has cells, and a hint should not keep anybody waiting.
const LARGE_BOARD_CELLS: u64 = 5_000_000;

/// Why some techniques are left out where the search ended early.
pub const UNKNOWN: &str = "whether there is only one solution would take too long to find out, so \
                           techniques that take it for granted are left out";

/// What a search says of a puzzle.
pub struct Verdict {
    pub status: Status,
    /// The first solution that was found; there may be others.
    pub solution: Option<Grid>,
    /// Somebody pressed Ctrl-C.
    pub interrupted: bool,
}

impl Verdict {
    /// Searches, on so many threads.
    pub fn of(puzzle: &Puzzle, effort: &Effort, threads: usize) -> Verdict {
        let nodes = node_limit(puzzle.shape().cells());
        let solver = effort.solver(threads).limit(2).node_limit(nodes);
        let outcome = Effort::settled(solver.solve(puzzle), puzzle);
        Verdict {
            status: Status::of(puzzle, &outcome),
            solution: outcome.solution,
            interrupted: outcome.end == End::Cancelled,
        }
    }

    /// Whether the search ended before it knew how many solutions there are.
    pub fn is_unknown(&self) -> bool {
        matches!(self.status, Status::Open | Status::Solved)
    }

    /// Of these techniques those that hold here.
    pub fn sound(&self, logic: &Logic) -> Logic {
        if matches!(self.status, Status::Unique | Status::Complete) {
            return logic.clone();
        }
        let techniques = logic.techniques().iter().copied();
        // It takes its value from a solution, and there may be others.
        let certain = techniques.filter(|technique| *technique != Technique::BruteForce);
        Logic::with(certain).without_uniqueness()
    }
}

/// How many nodes a search may cost on a board of so many cells.
pub fn node_limit(cells: usize) -> u64 {
    match cells <= CellSet::CAPACITY {
        true => NODES,
        false => LARGE_BOARD_CELLS / cells as u64,
    }
}

/// What a player got wrong: a placed value, or a candidate that was crossed out and should not
/// have been.
pub struct Mistake {
    pub cell: usize,
    /// The value that was placed, if one was.
    pub placed: Option<u8>,
    /// The value that the cell has in the solution.
    pub right: u8,
}

/// The player's mistakes in a position without a solution, if the givens alone have one.
pub fn mistakes(puzzle: &Puzzle, effort: &Effort, threads: usize) -> Vec<Mistake> {
    let mut givens = Puzzle::new(puzzle.shape().clone());
    for cell in 0..puzzle.shape().cells() {
        if puzzle.origin(cell) == Some(Origin::Given) {
            givens.set(cell, puzzle.values()[cell], Origin::Given);
        }
    }
    let verdict = Verdict::of(&givens, effort, threads);
    let Some(solution) = verdict
        .solution
        .filter(|_| verdict.status == Status::Unique)
    else {
        return Vec::new();
    };
    let cells = 0..puzzle.shape().cells();
    let wrong = cells.filter(|cell| {
        let right = solution.values()[*cell];
        puzzle.allowed(*cell) >> (right - 1) & 1 == 0
    });
    let mistake = |cell: usize| Mistake {
        cell,
        placed: Some(puzzle.values()[cell]).filter(|value| *value != 0),
        right: solution.values()[cell],
    };
    wrong.map(mistake).collect()
}

/// What went wrong, a sentence each; of many mistakes the first few.
pub fn mistake_sentences(words: &Words, mistakes: &[Mistake]) -> Vec<String> {
    const TOLD: usize = 5;
    let told = mistakes.iter().take(TOLD).map(|mistake| {
        let cell = words.cell(mistake.cell);
        match mistake.placed {
            Some(placed) => format!("A mistake: {cell} is not {}.", words.value(placed)),
            None => format!(
                "A mistake: {} was crossed out in {cell}, but belongs there.",
                words.value(mistake.right)
            ),
        }
    });
    let mut sentences: Vec<String> = told.collect();
    if mistakes.len() > TOLD {
        sentences.push(format!("… and {} more.", mistakes.len() - TOLD));
    }
    sentences
}
