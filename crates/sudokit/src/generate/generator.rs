//! The request for puzzles, and its checked form.

use std::ops::RangeInclusive;
use std::sync::Arc;

use super::evaluate::DifficultyTarget;
use super::grids::{Grids, grid_nodes};
use super::puzzles::{Progress, Puzzles};
use super::{GaveUp, Generated, Impossible, Symmetry, impossible, tiny_boards};
use crate::logic::{Level, Technique};
use crate::pattern::Pattern;
use crate::puzzle::Puzzle;
use crate::range::Range;
use crate::rate::explainer::Difficulty;
use crate::shape::Shape;
#[cfg(feature = "unstable-internals")]
use crate::solve::arch::{UnavailableWidth, Width};
use crate::solve::{CancelToken, Solver};

/// A request for puzzles. Each method narrows it down; [`puzzles`](Generator::puzzles) generates
/// them.
#[derive(Clone, Debug)]
pub struct Generator {
    shape: Shape,
    seed: u64,
    clues: Option<Puzzle>,
    symmetry: Symmetry,
    givens: Option<RangeInclusive<usize>>,
    pattern: Option<Pattern>,
    is_minimal: bool,
    target: DifficultyTarget,
    is_rated: bool,
    threads: usize,
    attempt_limit: Option<u64>,
    solver: Solver,
}

/// The default limit on misses in a row.
const ATTEMPT_LIMIT: u64 = 100_000;
/// The default on boards with more than 100 cells and for patterns, where each puzzle takes
/// milliseconds.
const SLOW_ATTEMPT_LIMIT: u64 = 1_000;
/// From this number of cells on, the time for a puzzle grows with the square of the cells, and the
/// default falls accordingly.
const SLOWER_CELLS: u64 = 400;
/// The default limit on the work for a pattern, in the units of [`candidate_puzzles`]: about a
/// minute on one thread. An attempt takes a millisecond or ten seconds, depending on the pattern.
///
/// [`candidate_puzzles`]: super::candidate_puzzles
const PATTERN_WORK_LIMIT: u64 = 500_000_000;

impl Generator {
    /// Requests puzzles of a shape with seed 0: any difficulty, and no given that can be removed.
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

    /// Requests puzzles of the classic 9×9 board.
    pub fn classic() -> Generator {
        Generator::new(Shape::classic())
    }

    /// Sets the seed. The same request with the same seed always gives the same puzzles.
    pub fn seed(mut self, seed: u64) -> Generator {
        self.seed = seed;
        self
    }

    /// Sets the number of givens.
    pub fn givens(mut self, givens: RangeInclusive<usize>) -> Generator {
        self.givens = Some(givens);
        self
    }

    /// Requires that no given can be removed: without any of them there are several solutions.
    ///
    /// Without a symmetry, a number of givens, a pattern or a difficulty, puzzles are minimal
    /// anyway (on large boards as far as the searches could prove it); this makes it a requirement.
    /// Of [extended](Self::extend) clues, only the added ones have to be necessary.
    pub fn minimal(mut self, is_minimal: bool) -> Generator {
        self.is_minimal = is_minimal;
        self
    }

    /// Requires a symmetric pattern of givens.
    pub fn symmetry(mut self, symmetry: Symmetry) -> Generator {
        self.symmetry = symmetry;
        self
    }

    /// Requires givens in exactly the cells of a pattern.
    pub fn pattern(mut self, pattern: Pattern) -> Generator {
        self.pattern = Some(pattern);
        self
    }

    /// Requires these givens, and adds others if they are not enough for a single solution. The
    /// shape must be the same.
    pub fn extend(mut self, clues: Puzzle) -> Generator {
        self.clues = Some(clues);
        self
    }

    /// Requires a level in this range.
    pub fn level(mut self, levels: RangeInclusive<Level>) -> Generator {
        self.target.levels = levels;
        self
    }

    /// Requires a score in this range.
    pub fn score(mut self, scores: RangeInclusive<u32>) -> Generator {
        self.target.scores = scores;
        self
    }

    /// Requires an ER of Sudoku Explainer in this range, on a plain 9×9 board.
    pub fn er(mut self, range: Range<Difficulty>) -> Generator {
        self.target.er = Some(range);
        self
    }

    /// Requires that this is the hardest technique. If called several times, any one of the
    /// techniques will do.
    pub fn hardest(mut self, technique: Technique) -> Generator {
        self.target.hardest.push(technique);
        self
    }

    /// Requires a step of this technique in the solution path. If called several times, all of the
    /// techniques are required.
    pub fn uses(mut self, technique: Technique) -> Generator {
        self.target.uses.push(technique);
        self
    }

    /// Forbids steps of this technique in the solution path.
    pub fn without(mut self, technique: Technique) -> Generator {
        self.target.without.push(technique);
        self
    }

    /// Sets whether each puzzle is rated. With a level, score or technique required it always is.
    pub fn rated(mut self, is_rated: bool) -> Generator {
        self.is_rated = is_rated;
        self
    }

    /// Sets the number of threads; 0 means one per core.
    pub fn threads(mut self, threads: usize) -> Generator {
        self.threads = crate::platform::threads(threads);
        self
    }

    /// Gives up after this many puzzles in a row that do not match the request.
    ///
    /// The default is 100,000, or 1,000 with a pattern or on boards with more than 100 cells, and
    /// less on boards with more than 400 cells. For a pattern, the work is limited as well, by a
    /// count that is the same on every machine; a limit that is set here replaces both.
    pub fn attempt_limit(mut self, tries: u64) -> Generator {
        self.attempt_limit = Some(tries);
        self
    }

    /// Returns the attempt limit that was set, or the default for this request.
    pub fn effective_attempt_limit(&self) -> u64 {
        let cells = self.shape.cells() as u64;
        let usual = match cells {
            _ if cells > SLOWER_CELLS => {
                (SLOW_ATTEMPT_LIMIT * SLOWER_CELLS * SLOWER_CELLS / (cells * cells)).max(1)
            }
            _ if cells > 100 || self.pattern.is_some() => SLOW_ATTEMPT_LIMIT,
            _ => ATTEMPT_LIMIT,
        };
        self.attempt_limit.unwrap_or(usual)
    }

    /// Returns the limit on the work for a pattern.
    fn work_limit(&self) -> u64 {
        match (&self.pattern, self.attempt_limit) {
            (Some(_), None) => PATTERN_WORK_LIMIT,
            _ => u64::MAX,
        }
    }

    /// Stops soon after this token is cancelled.
    pub fn cancel_with(mut self, token: CancelToken) -> Generator {
        self.solver = self.solver.cancel_with(token);
        self
    }

    #[doc(hidden)]
    #[cfg(feature = "unstable-internals")]
    /// Sets the vector width of the search. Every width gives the same puzzles.
    ///
    /// # Errors
    ///
    /// Returns an error if the CPU does not support the width.
    pub fn width(mut self, width: Width) -> Result<Generator, UnavailableWidth> {
        self.solver = self.solver.width(width)?;
        Ok(self)
    }

    /// Returns an iterator that generates `count` puzzles.
    ///
    /// # Errors
    ///
    /// Returns an error if no puzzle can match the request.
    pub fn puzzles(&self, count: u64) -> Result<Puzzles, Impossible> {
        let setup = self.setup()?;
        Ok(Puzzles::new(setup, count, self.threads))
    }

    /// Generates one puzzle. Returns `None` if the request was cancelled.
    ///
    /// # Errors
    ///
    /// Returns an error if no puzzle can match the request, or if none was found within the attempt
    /// limit.
    pub fn puzzle(&self) -> Result<Option<Generated>, GenerateError> {
        Ok(self.puzzles(1)?.next().transpose()?)
    }

    /// Checks the request and prepares it for the work.
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
        if self.target.er.is_some() && !shape.is_classic() {
            let size = shape.size();
            let board = format!("{size}×{size} ({shape})");
            return Err(Impossible::ErOnOtherBoard(board));
        }
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
            impossible::check_pattern(shape, pattern.cells(), self.symmetry, givens, &clues)?;
        }
        let places = |pattern: &Pattern| {
            let cells = pattern.cells().iter().zip(0u16..);
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
            progress: Arc::new(Progress::new(
                self.effective_attempt_limit(),
                self.work_limit(),
            )),
        })
    }
}

/// A request that is not known to be impossible, prepared for the work.
#[derive(Clone, Debug)]
pub(super) struct Setup {
    pub shape: Shape,
    pub seed: u64,
    /// The givens that every puzzle has; an empty board if there are none.
    pub clues: Puzzle,
    /// The complete grids that contain them.
    pub grids: Grids,
    pub orbits: Vec<Vec<u16>>,
    /// The orbits that may be removed.
    pub free: Vec<u16>,
    pub givens: Option<RangeInclusive<usize>>,
    /// The cells of the givens, if a pattern was requested.
    pub pattern: Option<Vec<u16>>,
    pub is_minimal: bool,
    pub target: Option<DifficultyTarget>,
    pub is_rated: bool,
    /// Proves uniqueness.
    pub solver: Solver,
    /// What has been done, and the limits.
    pub progress: Arc<Progress>,
}

impl Setup {
    /// Returns whether a cell is one of the clues that every puzzle has.
    pub fn is_clue(&self, cell: usize) -> bool {
        self.clues.values()[cell] != 0
    }

    /// Returns the values of a solution without these orbits.
    pub fn without(&self, solution: &[u8], removed: &[u16]) -> Vec<u8> {
        let mut values = solution.to_vec();
        for orbit in removed {
            for cell in &self.orbits[*orbit as usize] {
                values[*cell as usize] = 0;
            }
        }
        values
    }

    /// Returns a puzzle of the shape. The values come from a grid, so they always fit.
    pub fn puzzle(&self, values: &[u8]) -> Puzzle {
        Puzzle::from_values(self.shape.clone(), values.to_vec())
            .unwrap_or_else(|_| Puzzle::new(self.shape.clone()))
    }
}

/// Why [`Generator::puzzle`] returned no puzzle.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum GenerateError {
    /// No puzzle can match the request.
    #[error(transparent)]
    Impossible(#[from] Impossible),
    /// None was found within the attempt limit.
    #[error(transparent)]
    GaveUp(#[from] GaveUp),
}

/// Returns the node limit of the proof that a given can be removed; without a proof it stays.
fn proof_nodes(shape: &Shape) -> u64 {
    match shape.size() {
        ..=9 => 20_000,
        10..=16 => 500,
        _ => 100,
    }
}
