//! What can be asked for, and what cannot be.

use std::ops::RangeInclusive;

use super::aim::Aim;
use super::grids::GRID_NODES;
use super::run::Puzzles;
use super::setup::Setup;
use super::{GaveUp, Generated, Symmetry};
use crate::logic::{Level, Technique};
use crate::puzzle::{Puzzle, RuleError};
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
    is_minimal: bool,
    aim: Aim,
    is_rated: bool,
    threads: usize,
    effort: Option<u64>,
    solver: Solver,
}

/// Why there can be no such puzzle.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Impossible {
    /// The lower end of a range is above the upper.
    #[error("no number is both {low} or more and {high} or less")]
    EmptyRange {
        /// The lower end.
        low: u64,
        /// The upper end.
        high: u64,
    },
    /// Too few givens for a single solution.
    #[error("a puzzle with one solution has at least {least} givens here, not {asked}")]
    TooFewGivens {
        /// How many were asked for at most.
        asked: usize,
        /// How many there must be.
        least: usize,
    },
    /// More givens than cells.
    #[error("the board has {cells} cells, fewer than {asked} givens")]
    TooManyGivens {
        /// How many were asked for at least.
        asked: usize,
        /// How many cells there are.
        cells: usize,
    },
    /// The symmetry, or the clues with it, allow no such number of givens.
    #[error("with this symmetry no puzzle has {low} to {high} givens")]
    Symmetry {
        /// The fewest that were asked for.
        low: usize,
        /// The most.
        high: usize,
    },
    /// The clues to be kept break a rule.
    #[error("the clues to be kept break a rule")]
    Rule(RuleError),
    /// The clues are of another shape.
    #[error("the clues to be kept are of another shape: {found} where {asked} was asked for")]
    OtherShape {
        /// The shape of the clues.
        found: String,
        /// The shape that was asked for.
        asked: String,
    },
    /// The clues to be kept, or the shape itself, allow no solution.
    #[error("there is no complete grid to make a puzzle from")]
    NoSolution,
    /// The clues to be kept are a puzzle already.
    #[error("the clues to be kept have one solution already")]
    AlreadyUnique,
    /// Ratings do not use a technique, so no puzzle needs it.
    #[error("no rating uses the technique {}, so no puzzle has it for its hardest", .0.slug())]
    NotRated(Technique),
    /// Techniques and levels that exclude each other.
    #[error("a puzzle with the technique {} is at least {}, which was not asked for", .0.slug(), .0.level())]
    TechniqueAboveLevel(Technique),
    /// The same technique wanted and not wanted.
    #[error("the technique {} is both asked for and excluded", .0.slug())]
    TechniqueExcluded(Technique),
}

/// So many puzzles in a row may be other than what was asked for, unless another effort is
/// allowed.
const EFFORT: u64 = 100_000;
/// The same for boards with more than 100 cells, where a puzzle takes milliseconds.
const EFFORT_ON_LARGE_BOARDS: u64 = 1_000;

impl Generator {
    /// Puzzles of a shape, dug out until no given can go, of any difficulty, by seed 0.
    pub fn new(shape: Shape) -> Generator {
        Generator {
            shape,
            seed: 0,
            clues: None,
            symmetry: Symmetry::None,
            givens: None,
            is_minimal: false,
            aim: Aim::default(),
            is_rated: false,
            threads: 1,
            effort: None,
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
    /// a symmetry, a number of givens or a difficulty, puzzles are always so; with one of them
    /// they need not be, and this insists on it.
    pub fn minimal(mut self, is_minimal: bool) -> Generator {
        self.is_minimal = is_minimal;
        self
    }

    /// Puzzles whose givens stand symmetrically.
    pub fn symmetry(mut self, symmetry: Symmetry) -> Generator {
        self.symmetry = symmetry;
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
        self.aim.levels = levels;
        self
    }

    /// Puzzles with a score in this range.
    pub fn score(mut self, scores: RangeInclusive<u32>) -> Generator {
        self.aim.scores = scores;
        self
    }

    /// Puzzles whose hardest technique is this one, or another that was named so.
    pub fn hardest(mut self, technique: Technique) -> Generator {
        self.aim.hardest.push(technique);
        self
    }

    /// Puzzles whose solve has a step of this technique.
    pub fn uses(mut self, technique: Technique) -> Generator {
        self.aim.uses.push(technique);
        self
    }

    /// Puzzles whose solve has no step of this technique.
    pub fn without(mut self, technique: Technique) -> Generator {
        self.aim.without.push(technique);
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
    pub fn effort(mut self, tries: u64) -> Generator {
        self.effort = Some(tries);
        self
    }

    /// The effort that was allowed, or what is usual for the shape: 100,000 puzzles in a row, or
    /// 1,000 on boards with more than 100 cells.
    pub fn allowed_effort(&self) -> u64 {
        let usual = match self.shape.cells() {
            ..=100 => EFFORT,
            _ => EFFORT_ON_LARGE_BOARDS,
        };
        self.effort.unwrap_or(usual)
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
            self.allowed_effort(),
            self.threads,
        ))
    }

    /// One puzzle, or `None` if somebody cancelled.
    ///
    /// # Errors
    /// When there can be no such puzzle, or the effort was in vain.
    pub fn one(&self) -> Result<Option<Generated>, OneError> {
        Ok(self.puzzles(1)?.next().transpose()?)
    }

    fn setup(&self) -> Result<Setup, Impossible> {
        let shape = &self.shape;
        let clues = self.checked_clues()?;
        self.check_techniques()?;
        let orbits = self.symmetry.orbits(shape.size());
        let is_free =
            |orbit: &Vec<u16>| orbit.iter().all(|cell| clues.values()[*cell as usize] == 0);
        let numbered = orbits.iter().zip(0u16..);
        let removable = numbered.filter(|(orbit, _)| is_free(orbit));
        let removable: Vec<u16> = removable.map(|(_, number)| number).collect();
        self.check_givens(&orbits, &removable)?;
        let asks_difficulty = self.aim != Aim::default();
        Ok(Setup {
            shape: shape.clone(),
            seed: self.seed,
            clues,
            orbits,
            removable,
            givens: self.givens.clone(),
            is_minimal: self.is_minimal,
            aim: asks_difficulty.then(|| self.aim.clone()),
            is_rated: self.is_rated,
            solver: match shape.is_classic() {
                true => self.solver.clone(),
                false => self.solver.clone().node_limit(proof_nodes(shape)),
            },
            grid_nodes: GRID_NODES,
        })
    }

    /// The clues to be kept, of which there are several completions.
    fn checked_clues(&self) -> Result<Puzzle, Impossible> {
        let clues = self
            .clues
            .clone()
            .unwrap_or_else(|| Puzzle::new(self.shape.clone()));
        if clues.shape() != &self.shape {
            return Err(Impossible::OtherShape {
                found: clues.shape().to_string(),
                asked: self.shape.to_string(),
            });
        }
        clues.check().map_err(Impossible::Rule)?;
        if self.shape.is_plain() && clues.clues() == 0 {
            return Ok(clues);
        }
        let outcome = self
            .solver
            .clone()
            .limit(2)
            .node_limit(GRID_NODES)
            .solve(&clues);
        match outcome.count {
            0 if !outcome.end.is_early() => Err(Impossible::NoSolution),
            1 if !outcome.end.is_early() => Err(Impossible::AlreadyUnique),
            _ => Ok(clues),
        }
    }

    fn check_techniques(&self) -> Result<(), Impossible> {
        let aim = &self.aim;
        range(*aim.levels.start() as u64, *aim.levels.end() as u64)?;
        range((*aim.scores.start()).into(), (*aim.scores.end()).into())?;
        let wanted = || aim.hardest.iter().chain(&aim.uses).copied();
        if let Some(technique) = wanted().find(|technique| !technique.is_rated()) {
            return Err(Impossible::NotRated(technique));
        }
        let highest = *aim.levels.end();
        let above = |technique: &Technique| technique.level() > highest;
        if let Some(technique) = aim.uses.iter().copied().find(above) {
            return Err(Impossible::TechniqueAboveLevel(technique));
        }
        if let Some(first) = aim.hardest.first()
            && aim.hardest.iter().all(above)
        {
            return Err(Impossible::TechniqueAboveLevel(*first));
        }
        match wanted().find(|technique| aim.without.contains(technique)) {
            Some(technique) => Err(Impossible::TechniqueExcluded(technique)),
            None => Ok(()),
        }
    }

    fn check_givens(&self, orbits: &[Vec<u16>], removable: &[u16]) -> Result<(), Impossible> {
        let Some(givens) = &self.givens else {
            return Ok(());
        };
        let (low, high) = (*givens.start(), *givens.end());
        range(low as u64, high as u64)?;
        let (least, cells) = (least_givens(&self.shape), self.shape.cells());
        if high < least {
            return Err(Impossible::TooFewGivens { asked: high, least });
        }
        if low > cells {
            return Err(Impossible::TooManyGivens { asked: low, cells });
        }
        // Which numbers of cells whole orbits can have.
        let sizes = removable.iter().map(|orbit| orbits[*orbit as usize].len());
        let fixed = cells - sizes.clone().sum::<usize>();
        let mut reachable = vec![false; cells + 1];
        reachable[fixed] = true;
        for size in sizes {
            for count in (size..=cells).rev() {
                reachable[count] |= reachable[count - size];
            }
        }
        match (low..=high.min(cells)).any(|count| reachable[count]) {
            true => Ok(()),
            false => Err(Impossible::Symmetry { low, high }),
        }
    }
}

/// Why there is not even one puzzle.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum OneError {
    /// There can be no such puzzle.
    #[error(transparent)]
    Impossible(#[from] Impossible),
    /// None was found.
    #[error(transparent)]
    GaveUp(#[from] GaveUp),
}

fn range(low: u64, high: u64) -> Result<(), Impossible> {
    match low <= high {
        true => Ok(()),
        false => Err(Impossible::EmptyRange { low, high }),
    }
}

/// The fewest givens that a puzzle with one solution can have, as far as that is known: two
/// values that are nowhere given can be exchanged; and on the classic board an exhaustive search
/// (McGuire, Tugemann and Civario, 2012) found no puzzle with 16.
fn least_givens(shape: &Shape) -> usize {
    match shape.is_classic() {
        true => 17,
        false => shape.size() - 1,
    }
}

/// How many nodes may go into the proof that a given is not needed; without a proof it stays.
fn proof_nodes(shape: &Shape) -> u64 {
    match shape.size() {
        ..=9 => 20_000,
        10..=16 => 500,
        _ => 100,
    }
}
