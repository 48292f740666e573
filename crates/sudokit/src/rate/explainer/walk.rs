//! The walk from step to step, and the ratings that follow from it.

use std::ops::ControlFlow;
use std::time::Duration;

use super::budget::Budget;
use super::chains::{self, Mode, Workspace};
use super::difficulty::Difficulty;
use super::grid::{Grid, Mask};
use super::hint::Hint;
use super::step::Step;
use super::technique::Level;
use super::{aligned, bug, fish, locking, loops, sets, singles, wings};
use crate::platform::Instant;
use crate::puzzle::Puzzle;
use crate::range::Range;
use crate::solve::{CancelToken, End};

/// The three ratings of a puzzle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub struct Ratings {
    /// The rating of the hardest step.
    pub er: Difficulty,
    /// The rating of the hardest step up to the first that places a digit.
    pub ep: Difficulty,
    /// The rating of the first step.
    pub ed: Difficulty,
}

impl Ratings {
    /// Creates ratings from their parts, for instance from a database.
    pub fn new(er: Difficulty, ep: Difficulty, ed: Difficulty) -> Ratings {
        Ratings { er, ep, ed }
    }

    /// Returns whether no step is harder than those up to the first placement.
    pub fn is_pearl(self) -> bool {
        self.er == self.ep
    }

    /// Returns whether no step is harder than the first.
    pub fn is_diamond(self) -> bool {
        self.er == self.ep && self.ep == self.ed
    }

    /// Returns whether the techniques solve the puzzle.
    pub fn is_solved(self) -> bool {
        self.er != Difficulty::UNSOLVED
    }
}

/// The reason why a puzzle has no ratings.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Unrated {
    /// The board is not a plain 9×9.
    #[error("Sudoku Explainer rates plain 9×9 boards only, not {0}")]
    Shape(String),
    /// Every cell has a value already.
    #[error("every cell already has a value")]
    Complete,
    /// The budget was used up, or the walk was cancelled.
    #[error("{}", match .0 {
        End::TimeLimit => "stopped at the time limit",
        _ => "interrupted",
    })]
    Ended(End),
}

/// Which ratings are asked for. A walk ends as soon as they are out of reach.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct RatingFilter {
    /// The range of ER.
    pub er: Option<Range<Difficulty>>,
    /// Only pearls: no step is harder than those up to the first placement.
    pub pearl: bool,
    /// Only diamonds: no step is harder than the first.
    pub diamond: bool,
}

impl RatingFilter {
    /// Returns whether these ratings are asked for.
    pub fn fits(&self, ratings: Ratings) -> bool {
        self.er
            .as_ref()
            .is_none_or(|range| range.contains(ratings.er))
            && (!self.pearl || ratings.is_pearl())
            && (!self.diamond || ratings.is_diamond())
    }

    /// Returns whether a walk that has come this far may still end with ratings that fit.
    fn may_fit(&self, so_far: &Progress) -> bool {
        let ends = self.er.as_ref().map(|range| *range.0.end());
        let exceeds = |limit: Option<f64>| {
            limit.is_some_and(|limit| Difficulty::rounded(so_far.er) > Difficulty::rounded(limit))
        };
        ends.is_none_or(|most| Difficulty::rounded(so_far.er) <= most)
            && !(self.pearl && exceeds(so_far.ep))
            && !(self.diamond && exceeds(so_far.ed))
    }
}

/// The ratings of the steps so far.
#[derive(Default)]
struct Progress {
    er: f64,
    ep: Option<f64>,
    ed: Option<f64>,
}

impl Progress {
    fn add(&mut self, hint: &Hint) {
        self.er = self.er.max(hint.rating);
        self.ed.get_or_insert(self.er);
        if hint.placement.is_some() {
            self.ep.get_or_insert(self.er);
        }
    }

    fn ratings(&self, is_solved: bool) -> Ratings {
        let rounded = |rating: Option<f64>| rating.map(Difficulty::rounded).unwrap_or_default();
        Ratings {
            er: match is_solved {
                true => Difficulty::rounded(self.er),
                false => Difficulty::UNSOLVED,
            },
            ep: rounded(self.ep),
            ed: rounded(self.ed),
        }
    }
}

/// A puzzle's steps.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Walk {
    /// The steps, in order.
    pub steps: Vec<Step>,
    /// The ratings that follow from them.
    pub ratings: Ratings,
}

/// Rates puzzles as Sudoku Explainer 1.2.1.3 does.
#[derive(Clone, Debug, Default)]
pub struct Explainer {
    time_limit: Option<Duration>,
    cancel: CancelToken,
}

impl Explainer {
    /// Creates a rater without a time limit.
    pub fn new() -> Explainer {
        Explainer::default()
    }

    /// Sets the time that a puzzle may take.
    pub fn time_limit(mut self, time: Duration) -> Explainer {
        self.time_limit = Some(time);
        self
    }

    /// Sets the token that cancels a walk.
    pub fn cancel_with(mut self, cancel: CancelToken) -> Explainer {
        self.cancel = cancel;
        self
    }

    /// Rates a puzzle. Whether it has one solution is not examined: one that the techniques do not
    /// solve has an ER of [20.0](Difficulty::UNSOLVED).
    ///
    /// # Errors
    /// When the board is not a plain 9×9 or is complete, or the budget is used up.
    pub fn rate(&self, puzzle: &Puzzle) -> Result<Ratings, Unrated> {
        let rated = self.rate_if(puzzle, &RatingFilter::default())?;
        Ok(rated.expect("the empty filter fits everything"))
    }

    /// Rates a puzzle, or returns `None` as soon as its ratings cannot fit the filter.
    ///
    /// # Errors
    /// Those of [`rate`](Explainer::rate).
    pub fn rate_if(
        &self,
        puzzle: &Puzzle,
        filter: &RatingFilter,
    ) -> Result<Option<Ratings>, Unrated> {
        let ratings = self.run(puzzle, false, |_, progress| {
            match filter.may_fit(progress) {
                true => ControlFlow::Continue(()),
                false => ControlFlow::Break(()),
            }
        })?;
        Ok(ratings.filter(|ratings| filter.fits(*ratings)))
    }

    /// Rates a puzzle and keeps the steps, each chain with its argument.
    ///
    /// # Errors
    /// Those of [`rate`](Explainer::rate).
    pub fn walk(&self, puzzle: &Puzzle) -> Result<Walk, Unrated> {
        let mut steps = Vec::new();
        let ratings = self.run(puzzle, true, |hint, _| {
            steps.push(Step::new(hint));
            ControlFlow::Continue(())
        })?;
        Ok(Walk {
            steps,
            ratings: ratings.expect("the walk went on to its end"),
        })
    }

    /// Walks until the end, or until `visit` has seen enough. With `tells`, hints have arguments.
    fn run(
        &self,
        puzzle: &Puzzle,
        tells: bool,
        mut visit: impl FnMut(&Hint, &Progress) -> ControlFlow<()>,
    ) -> Result<Option<Ratings>, Unrated> {
        let mut grid = grid_of(puzzle)?;
        let deadline = self
            .time_limit
            .and_then(|time| Instant::now().checked_add(time));
        let mut workspace = Workspace::new(Budget::new(&self.cancel, deadline));
        workspace.tells = tells;
        workspace.budget.examine();
        let mut progress = Progress::default();
        while !grid.is_solved() {
            let hint = next(&grid, &mut workspace);
            if let Some(end) = workspace.budget.ended() {
                return Err(Unrated::Ended(end));
            }
            let Some(hint) = hint else {
                return Ok(Some(progress.ratings(false)));
            };
            progress.add(&hint);
            if visit(&hint, &progress).is_break() {
                return Ok(None);
            }
            hint.apply(&mut grid);
            workspace.next_grid();
        }
        Ok(Some(progress.ratings(true)))
    }
}

fn grid_of(puzzle: &Puzzle) -> Result<Grid, Unrated> {
    let shape = puzzle.shape();
    if !shape.is_classic() {
        let size = shape.size();
        return Err(Unrated::Shape(format!("{size}×{size} ({shape})")));
    }
    if puzzle.is_full() {
        return Err(Unrated::Complete);
    }
    let values: [u8; 81] = std::array::from_fn(|cell| puzzle.values()[cell]);
    let grid = Grid::new(&values);
    Ok(match puzzle.candidates() {
        None => grid,
        Some(_) => {
            let allowed = |cell: usize| puzzle.allowed(cell) as Mask & grid.candidates(cell);
            Grid::with_candidates(&values, &std::array::from_fn(allowed))
        }
    })
}

/// The number of producers: they are tried in order, and the first hint of the first that has one
/// is the next step.
pub(super) const PRODUCERS: u8 = 30;

fn next(grid: &Grid, workspace: &mut Workspace<'_>) -> Option<Hint> {
    (1..=PRODUCERS).find_map(|producer| produce(producer, grid, workspace))
}

/// The first hint of a producer.
pub(super) fn produce(producer: u8, grid: &Grid, workspace: &mut Workspace<'_>) -> Option<Hint> {
    let mut first = None;
    let found = &mut |hint| {
        first = Some(hint);
        ControlFlow::Break(())
    };
    let _ = match producer {
        1 => singles::hidden(grid, found),
        2 => locking::direct(grid, found),
        3 => sets::direct_hidden(grid, 2, found),
        4 => singles::naked(grid, found),
        5 => sets::direct_hidden(grid, 3, found),
        6 => locking::indirect(grid, found),
        7 => sets::naked(grid, 2, found),
        8 => fish::fish(grid, 2, found),
        9 => sets::hidden(grid, 2, found),
        10 => sets::naked(grid, 3, found),
        11 => fish::fish(grid, 3, found),
        12 => sets::hidden(grid, 3, found),
        13 => wings::wings(grid, 2, found),
        14 => wings::wings(grid, 3, found),
        15 => loops::loops(grid, found),
        16 => sets::naked(grid, 4, found),
        17 => fish::fish(grid, 4, found),
        18 => sets::hidden(grid, 4, found),
        19 => bug::bug(grid, found),
        20 => aligned::exclusion(grid, 2, found),
        21 => chains::plain(grid, workspace, found),
        22 => aligned::exclusion(grid, 3, found),
        23 => chains::multiple(grid, Mode::Nishio, workspace, found),
        24 => chains::multiple(grid, Mode::Chains(Level::Multiple), workspace, found),
        25 => chains::multiple(grid, Mode::Chains(Level::Dynamic), workspace, found),
        26 => chains::multiple(grid, Mode::Chains(Level::Plus), workspace, found),
        27 => chains::multiple(grid, Mode::Chains(Level::PlusChains), workspace, found),
        28 => chains::multiple(grid, Mode::Chains(Level::PlusMultiple), workspace, found),
        29 => chains::multiple(grid, Mode::Chains(Level::PlusDynamic), workspace, found),
        _ => chains::multiple(
            grid,
            Mode::Chains(Level::PlusDynamicChains),
            workspace,
            found,
        ),
    };
    first
}
