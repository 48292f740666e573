//! Random walks through the search tree, side by side: an estimate of the number of solutions where
//! they are too many to count, and a random solution where a search finds none.
//!
//! A walk from the root of the search tree to a solution, with a random branch at each choice, meets
//! `b1`, `b2`, … branches on its way. The product of these numbers is an unbiased estimate of the
//! number of solutions (Knuth 1975), if a walk that ends in a contradiction counts as 0. But the
//! products of two walks differ by many orders of magnitude on a large board, and most walks end in
//! contradictions.
//!
//! So many walks go side by side. After each step some are continued twice and others not at all, by
//! chance and in proportion to their products so far (systematic resampling). The expected number of
//! copies of a walk times the product it continues with stays the same, so the estimate is still
//! unbiased, but it follows the walks that matter. The walks that reach a solution are draws from all
//! solutions, the closer to uniform the more walks there are.

use super::Completion;
use super::complete::pick_bit;
use super::search::choose;
use crate::bits::bits;
use crate::puzzle::Puzzle;
use crate::random::Random;
use crate::solve::control::{Control, Meter};
use crate::solve::propagate::{Propagator, SearchState};
use crate::solve::{CancelToken, End};

/// The number of walks side by side.
const WALKS: usize = 400;

/// Walks are resampled when their weights are as uneven as if only this share of them counted.
const EVEN_SHARE: f64 = 0.5;

/// With at most this many branches, those that lead to a contradiction are left out before one is
/// chosen. Among more of them there are hardly any.
const LOOK_AHEAD: u32 = 4;

/// A walk, with the weight of its product relative to the others.
struct Walk {
    state: SearchState,
    weight: f64,
}

/// Estimates the number of solutions below a position once. Returns the natural logarithm of the
/// estimate: minus infinity if no walk reached a solution.
pub(crate) fn sample(
    propagator: &mut Propagator<'_>,
    start: &SearchState,
    random: &mut Random,
    meter: &mut Meter<'_>,
) -> Result<f64, End> {
    let (_, logarithm) = walk(propagator, start, random, meter)?;
    Ok(logarithm)
}

/// The nodes of a draw, times the size of a position: some seconds.
const DRAW_WORK: u64 = 1 << 30;

/// Draws a solution at random. On boards with many houses, walks reach one where a search with
/// restarts ends in contradictions again and again.
pub(crate) fn draw(puzzle: &Puzzle, random: &mut Random, cancel: &CancelToken) -> Completion {
    let shape = puzzle.shape();
    let mut propagator = Propagator::new(shape, shape.geometry());
    let Ok(start) = propagator.start(puzzle) else {
        return Completion::Impossible;
    };
    let nodes = DRAW_WORK / shape.geometry().words() as u64;
    let control = Control::new(Some(nodes), None, cancel);
    let mut meter = Meter::new(&control, 1);
    let Ok((walks, _)) = walk(&mut propagator, &start, random, &mut meter) else {
        return Completion::Unknown;
    };
    // All weigh the same after this.
    let walks = resampled(walks, random);
    match walks.get(random.place(walks.len())) {
        Some(walk) => Completion::Found(walk.state.values(shape.geometry())),
        None => Completion::Unknown,
    }
}

/// Walks to solutions. Returns the walks that reached one, and the natural logarithm of the estimate
/// of all solutions.
fn walk(
    propagator: &mut Propagator<'_>,
    start: &SearchState,
    random: &mut Random,
    meter: &mut Meter<'_>,
) -> Result<(Vec<Walk>, f64), End> {
    let walk = |_| Walk {
        state: start.clone(),
        weight: 1.0,
    };
    let mut walks: Vec<Walk> = (0..WALKS).map(walk).collect();
    let mut logarithm = 0.0;
    while walks.iter().any(|walk| walk.state.open > 0) {
        for walk in walks.iter_mut().filter(|walk| walk.state.open > 0) {
            step(propagator, walk, random, meter)?;
        }
        walks.retain(|walk| walk.weight > 0.0);
        if walks.is_empty() {
            return Ok((walks, f64::NEG_INFINITY));
        }
        // Weights stay near 1, so that no number is too large for its type.
        let mean = walks.iter().map(|walk| walk.weight).sum::<f64>() / WALKS as f64;
        logarithm += mean.ln();
        for walk in &mut walks {
            walk.weight /= mean;
        }
        let squares: f64 = walks.iter().map(|walk| walk.weight * walk.weight).sum();
        if (WALKS as f64) < EVEN_SHARE * squares {
            walks = resampled(walks, random);
        }
    }
    Ok((walks, logarithm))
}

/// Takes one step: decides a cell at random. Without a branch to take, the weight becomes 0.
fn step(
    propagator: &mut Propagator<'_>,
    walk: &mut Walk,
    random: &mut Random,
    meter: &mut Meter<'_>,
) -> Result<(), End> {
    let branch = choose(&walk.state, propagator.geometry());
    let (cell, candidates) = (branch.cell, branch.left());
    if candidates.count_ones() <= LOOK_AHEAD {
        let mut states = Vec::new();
        for value in bits(candidates) {
            meter.node()?;
            let mut state = walk.state.clone();
            if propagator.assign(&mut state, cell, value as u32).is_ok() {
                states.push(state);
            }
        }
        walk.weight *= states.len() as f64;
        if !states.is_empty() {
            walk.state = states.swap_remove(random.place(states.len()));
        }
    } else {
        meter.node()?;
        walk.weight *= f64::from(candidates.count_ones());
        let value = pick_bit(candidates, random);
        if propagator.assign(&mut walk.state, cell, value).is_err() {
            walk.weight = 0.0;
        }
    }
    Ok(())
}

/// Continues each walk as often as its weight says, up to one time more or less by chance.
fn resampled(walks: Vec<Walk>, random: &mut Random) -> Vec<Walk> {
    let mut copies = Vec::with_capacity(WALKS);
    let mut due = random.fraction();
    let mut passed = 0.0;
    for walk in walks {
        passed += walk.weight;
        while passed > due && copies.len() < WALKS {
            due += 1.0;
            copies.push(Walk {
                state: walk.state.clone(),
                weight: 1.0,
            });
        }
    }
    copies
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::puzzle::Grid;

    #[test]
    fn draws_are_solutions() {
        for name in ["6", "9+windows", "16", "20+diagonals"] {
            let empty = Puzzle::new(name.parse().expect("a shape"));
            let drawn = draw(&empty, &mut Random::new(1, 0), &CancelToken::new());
            let Completion::Found(values) = drawn else {
                panic!("no grid of {name}");
            };
            let grid = Grid::trusted(empty.shape().clone(), values);
            assert!(grid.solves(&empty), "{name}");
        }
    }

    #[test]
    fn without_a_solution_nothing_is_drawn() {
        let drawn = |text: &str| {
            let puzzle: Puzzle = text.parse().expect("a puzzle");
            draw(&puzzle, &mut Random::new(1, 0), &CancelToken::new())
        };
        assert_eq!(drawn("123. ...4 .... ...."), Completion::Impossible);
        let cancelled = CancelToken::new();
        cancelled.cancel();
        let empty = Puzzle::new(crate::Shape::classic());
        let drawn = draw(&empty, &mut Random::new(1, 0), &cancelled);
        assert_eq!(drawn, Completion::Unknown);
    }
}
