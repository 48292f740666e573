//! What can be asked for.

use std::ops::RangeInclusive;

use super::evaluate::DifficultyTarget;
use super::grids::{Grids, grid_nodes};
use super::puzzles::Puzzles;
use super::{GaveUp, Generated, Impossible, Symmetry, impossible, tiny_boards};
use crate::logic::{Level, Technique};
use crate::puzzle::Puzzle;
use crate::shape::Shape;
use crate::solve::lanes::{UnavailableWidth, Width};
use crate::solve::{CancelToken, Solver};

/// A request for puzzles. Every method narrows it down; [`puzzles`](Generator::puzzles) makes
/// them.
#[derive(Clone, Debug)]
pub struct Generator {
    shape: Shape,
    seed: u64,
    clues: Option<Puzzle>,
    symmetry: Symmetry,
    givens: Option<RangeInclusive<usize>>,
    pattern: Option<Vec<bool>>,
    is_minimal: bool,
    target: DifficultyTarget,
    is_rated: bool,
    threads: usize,
    attempt_limit: Option<u64>,
    solver: Solver,
}

/// So many puzzles in a row may be other than what was asked for, unless another attempt_limit is
/// allowed.
const ATTEMPT_LIMIT: u64 = 100_000;
/// The same for boards with more than 100 cells, and for patterns, where a puzzle takes
/// milliseconds.
const SLOW_ATTEMPT_LIMIT: u64 = 1_000;

impl Generator {
    /// Puzzles of a shape, dug out until no given can go, of any difficulty, by seed 0.
    pub fn new(shape: Shape) -> Generator {
        Generator {
            shape,
            seed: 0,
            clues: None,
            symmetry: Symmetry::None,
            givens: None,
            pattern: None,
            is_minimal: false,
            target: DifficultyTarget::default(),
            is_rated: false,
            threads: 1,
            attempt_limit: None,
            solver: Solver::new(),
        }
    }

    /// Puzzles of the classic 9×9 board.
    pub fn classic() -> Generator {
        Generator::new(Shape::classic())
    }

    /// Other puzzles for each seed, and always the same for one.
    pub fn seed(mut self, seed: u64) -> Generator {
        self.seed = seed;
        self
    }

    /// Puzzles with so many givens.
    pub fn givens(mut self, givens: RangeInclusive<usize>) -> Generator {
        self.givens = Some(givens);
        self
    }

    /// Puzzles in which no given can go: without any of them there are several solutions. Without
    /// a symmetry, a number of givens, a pattern or a difficulty, puzzles are so anyway (on large
    /// boards as far as the proofs went); this insists on it. Of clues that are
    /// [extended](Self::extend) only the added ones have to be needed.
    pub fn minimal(mut self, is_minimal: bool) -> Generator {
        self.is_minimal = is_minimal;
        self
    }

    /// Puzzles whose givens stand symmetrically.
    pub fn symmetry(mut self, symmetry: Symmetry) -> Generator {
        self.symmetry = symmetry;
        self
    }

    /// Puzzles with givens in these cells and no others: one `true` for each, in reading order.
    pub fn pattern(mut self, pattern: Vec<bool>) -> Generator {
        self.pattern = Some(pattern);
        self
    }

    /// Puzzles that have these givens, and others where they are not enough. The shape must be
    /// the same.
    pub fn extend(mut self, clues: Puzzle) -> Generator {
        self.clues = Some(clues);
        self
    }

    /// Puzzles of one of these levels.
    pub fn level(mut self, levels: RangeInclusive<Level>) -> Generator {
        self.target.levels = levels;
        self
    }

    /// Puzzles with a score in this range.
    pub fn score(mut self, scores: RangeInclusive<u32>) -> Generator {
        self.target.scores = scores;
        self
    }

    /// Puzzles whose hardest technique is this one, or another that was named so.
    pub fn hardest(mut self, technique: Technique) -> Generator {
        self.target.hardest.push(technique);
        self
    }

    /// Puzzles whose solve has a step of this technique.
    pub fn uses(mut self, technique: Technique) -> Generator {
        self.target.uses.push(technique);
        self
    }

    /// Puzzles whose solve has no step of this technique.
    pub fn without(mut self, technique: Technique) -> Generator {
        self.target.without.push(technique);
        self
    }

    /// Whether each puzzle is rated. With a level, score or technique asked for it always is.
    pub fn rated(mut self, is_rated: bool) -> Generator {
        self.is_rated = is_rated;
        self
    }

    /// Lets so many threads work; 0 means one for each core.
    pub fn threads(mut self, threads: usize) -> Generator {
        self.threads = match threads {
            0 => std::thread::available_parallelism().map_or(1, |cores| cores.get()),
            _ => threads,
        };
        self
    }

    /// Gives up when so many puzzles in a row were not what was asked for.
    pub fn attempt_limit(mut self, tries: u64) -> Generator {
        self.attempt_limit = Some(tries);
        self
    }

    /// The attempt_limit that was allowed, or what is usual: 100,000 puzzles in a row, or 1,000 on boards
    /// with more than 100 cells and with a pattern.
    pub fn effective_attempt_limit(&self) -> u64 {
        let is_slow = self.shape.cells() > 100 || self.pattern.is_some();
        let usual = if is_slow {
            SLOW_ATTEMPT_LIMIT
        } else {
            ATTEMPT_LIMIT
        };
        self.attempt_limit.unwrap_or(usual)
    }

    /// Stops soon after somebody cancels this token.
    pub fn cancel_with(mut self, token: CancelToken) -> Generator {
        self.solver = self.solver.cancel_with(token);
        self
    }

    /// Lets the lanes use registers of this width. The puzzles are the same with every width.
    ///
    /// # Errors
    /// When the CPU does not have it.
    pub fn width(mut self, width: Width) -> Result<Generator, UnavailableWidth> {
        self.solver = self.solver.width(width)?;
        Ok(self)
    }

    /// So many puzzles.
    ///
    /// # Errors
    /// When there can be no such puzzle.
    pub fn puzzles(&self, count: u64) -> Result<Puzzles, Impossible> {
        let setup = self.setup()?;
        Ok(Puzzles::new(
            setup,
            count,
            self.effective_attempt_limit(),
            self.threads,
        ))
    }

    /// One puzzle, or `None` if somebody cancelled.
    ///
    /// # Errors
    /// When there can be no such puzzle, or the attempt_limit was in vain.
    pub fn puzzle(&self) -> Result<Option<Generated>, GenerateError> {
        Ok(self.puzzles(1)?.next().transpose()?)
    }

    /// The request made ready, if nothing speaks against it.
    pub(super) fn setup(&self) -> Result<Setup, Impossible> {
        let shape = &self.shape;
        let solver = match shape.is_classic() {
            true => self.solver.clone(),
            false => self.solver.clone().node_limit(proof_nodes(shape)),
        };
        let clues = self.clues.clone();
        let clues = clues.unwrap_or_else(|| Puzzle::new(shape.clone()));
        impossible::check_clues(shape, &clues, &solver.clone().node_limit(grid_nodes(shape)))?;
        impossible::check_difficulty(&self.target)?;
        tiny_boards::check(shape, &self.target)?;
        let orbits = self.symmetry.orbits(shape.size());
        let is_free = |orbit: &&Vec<u16>| {
            let mut cells = orbit.iter();
            cells.all(|cell| clues.values()[*cell as usize] == 0)
        };
        let numbers = 0u16..;
        let free = orbits.iter().zip(numbers);
        let free = free.filter(|(orbit, _)| is_free(orbit));
        let free: Vec<u16> = free.map(|(_, number)| number).collect();
        if let Some(givens) = &self.givens {
            impossible::check_givens(shape, givens, &orbits, &free)?;
        }
        if let Some(pattern) = &self.pattern {
            let givens = self.givens.as_ref();
            impossible::check_pattern(shape, pattern, self.symmetry, givens, &clues)?;
        }
        let places = |pattern: &Vec<bool>| {
            let cells = pattern.iter().zip(0u16..);
            cells
                .filter(|(is_given, _)| **is_given)
                .map(|(_, cell)| cell)
                .collect()
        };
        Ok(Setup {
            shape: shape.clone(),
            seed: self.seed,
            grids: Grids::new(&clues),
            clues,
            orbits,
            free,
            givens: self.givens.clone(),
            pattern: self.pattern.as_ref().map(places),
            is_minimal: self.is_minimal,
            target: (self.target != DifficultyTarget::default()).then(|| self.target.clone()),
            is_rated: self.is_rated,
            solver,
        })
    }
}

/// A request that is not known to be impossible.
#[derive(Clone, Debug)]
pub(super) struct Setup {
    pub shape: Shape,
    pub seed: u64,
    /// Givens that every puzzle has; an empty board if none were asked for.
    pub clues: Puzzle,
    /// The complete grids that have them.
    pub grids: Grids,
    pub orbits: Vec<Vec<u16>>,
    /// The orbits that may go.
    pub free: Vec<u16>,
    pub givens: Option<RangeInclusive<usize>>,
    /// Where givens stand, if that was asked for.
    pub pattern: Option<Vec<u16>>,
    pub is_minimal: bool,
    pub target: Option<DifficultyTarget>,
    pub is_rated: bool,
    /// How uniqueness is proven.
    pub solver: Solver,
}

impl Setup {
    /// Whether a cell has a given that every puzzle has.
    pub fn is_clue(&self, cell: usize) -> bool {
        self.clues.values()[cell] != 0
    }

    /// The values of a solution without these orbits.
    pub fn without(&self, solution: &[u8], removed: &[u16]) -> Vec<u8> {
        let mut values = solution.to_vec();
        for orbit in removed {
            for cell in &self.orbits[*orbit as usize] {
                values[*cell as usize] = 0;
            }
        }
        values
    }

    /// A puzzle of the shape; values come from a grid, so they always fit.
    pub fn puzzle(&self, values: &[u8]) -> Puzzle {
        Puzzle::from_values(self.shape.clone(), values.to_vec())
            .unwrap_or_else(|_| Puzzle::new(self.shape.clone()))
    }
}

/// Why there is not even one puzzle.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum GenerateError {
    /// There can be no such puzzle.
    #[error(transparent)]
    Impossible(#[from] Impossible),
    /// None was found.
    #[error(transparent)]
    GaveUp(#[from] GaveUp),
}

/// How many nodes may go into the proof that a given is not needed; without a proof it stays.
fn proof_nodes(shape: &Shape) -> u64 {
    match shape.size() {
        ..=9 => 20_000,
        10..=16 => 500,
        _ => 100,
    }
}
