//! Chains: nodes that follow from an assumption, and what is learned from them.
//!
//! A node says that a candidate is true ("on") or false ("off"). [`mod@plain`] has cycles and forcing
//! chains with one parent per node, [`propagate`] everything that follows from one assumption,
//! [`mod@multiple`] what several assumptions have in common, and [`advanced`] other techniques inside
//! an assumption. [`links`] tells in advance where a search finds nothing, and [`workspace`] has
//! what searches share.

mod advanced;
mod links;
mod multiple;
mod plain;
mod propagate;
mod workspace;

pub use multiple::{Mode, multiple};
pub use plain::plain;
pub use workspace::Workspace;

use super::grid::{Grid, HOUSES};
use super::hint::{Eliminations, Found, Hint};

/// Why a node follows from its parents.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum Cause {
    Block,
    Row,
    Column,
    Cell,
    Assumption,
    Advanced,
}

/// The causes of links in houses, in the order in which houses are visited.
const HOUSE_CAUSES: [Cause; 3] = [Cause::Block, Cause::Row, Cause::Column];

impl Cause {
    /// The house of a cell that this cause names.
    pub fn house(self, cell: usize) -> Option<usize> {
        HOUSES[cell].get(self as usize).map(|house| *house as usize)
    }
}

/// A node outside of its search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Link {
    pub cell: u8,
    pub digit: u8,
    pub is_on: bool,
    pub cause: Cause,
}

impl Link {
    /// A number for each combination of cell, digit and state: equal nodes have equal keys.
    pub fn key(self) -> u16 {
        (u16::from(self.cell) * 9 + u16::from(self.digit)) * 2 + u16::from(self.is_on)
    }
}

/// What the number of nodes adds to a rating: 0.1 for each of 4, 6, 8, 12, 16, 24 … below
/// `complexity - 2`, added one by one as the original does.
fn length_rating(complexity: u32) -> f64 {
    let length = i64::from(complexity) - 2;
    let (mut added, mut step, mut is_odd) = (0.0, 4, false);
    while length > step {
        added += 0.1;
        step = if is_odd { step * 4 / 3 } else { step * 3 / 2 };
        is_odd = !is_odd;
    }
    added
}

/// Returns the same in tenths.
pub fn length_tenths(complexity: u32) -> u16 {
    (length_rating(complexity) * 10.0).round() as u16
}

/// Applies what a node says: an "on" node removes the cell's other candidates and places its
/// digit, an "off" node removes its candidate.
fn conclude(grid: &Grid, hint: &mut Hint, cell: usize, digit: usize, is_on: bool) {
    if is_on {
        hint.placement = Some((cell as u8, digit as u8));
    }
    hint.eliminations = conclusion(grid, cell, digit, is_on);
}

fn conclusion(grid: &Grid, cell: usize, digit: usize, is_on: bool) -> Eliminations {
    let mut eliminations = Eliminations::default();
    match is_on {
        true => eliminations.add(cell, grid.candidates(cell) & !(1 << digit)),
        false => eliminations.add(cell, 1 << digit),
    }
    eliminations
}
