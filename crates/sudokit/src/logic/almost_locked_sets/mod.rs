//! Almost locked sets: cells of one house with one candidate value more than cells.
//!
//! If such a set loses one of its values, the others are locked into its cells. These techniques
//! connect sets by values that can be in only one of two sets (restricted commons) and look for
//! values that must be in one of them.
//!
//! | file | subject |
//! |---|---|
//! | `sets` | all almost locked sets of a board, and the places of their values |
//! | `network` | which sets exclude each other by a value, and which could eliminate one together |
//! | `bit_rows` | the bit rows of the network |
//! | `xz`, `xy_wing`, `chain` | chains of two, three, and more sets |
//! | `death_blossom` | a cell with a set for each of its candidates |
//! | `sue_de_coq` | the intersection of a line and a box, with a set in each |
//! | `aligned_exclusion` | two or three cells, combination by combination |
//!
//! Sets are found and used house by house, and linked sets have no cell in common. HoDoKu does the
//! same, so the first step found is usually the same. The arguments hold as well if sets share
//! cells: a value that links two sets is in none of the shared cells, because a cell does not see
//! itself. Such sets are used where variants are wanted.

mod aligned_exclusion;
mod bit_rows;
mod chain;
mod death_blossom;
mod network;
pub(super) mod sets;
mod sue_de_coq;
mod xy_wing;
mod xz;

use super::board::{Board, mask_of, values_of};
use super::cell_set::CellSet;
use super::find::{Search, StepCollector};
use super::step::{LockedSet, Step};
use super::technique::Technique;

/// Finds the steps of one technique of this family.
pub(super) fn find(technique: Technique, board: &Board, found: &mut StepCollector) -> Search {
    match technique {
        Technique::SueDeCoq => sue_de_coq::find(board, found),
        Technique::AlsXz => xz::find(board, found),
        Technique::AlsXyWing => xy_wing::find(board, found),
        Technique::AlsChain => chain::find(board, found),
        Technique::DeathBlossom => death_blossom::find(board, found),
        Technique::AlignedPairExclusion => aligned_exclusion::pairs(board, found),
        Technique::AlignedTripletExclusion => aligned_exclusion::triplets(board, found),
        _ => Search::Continue(()),
    }
}

/// Adds a set to a step's pattern, with the values that link it to the next.
pub(super) fn list_set(step: &mut Step, cells: CellSet, values: u64, commons: u64) {
    step.pattern.sets.push(LockedSet {
        cells: cells.iter().map(|cell| cell as u16).collect(),
        values: values_of(values).collect(),
        commons: values_of(commons).collect(),
    });
}

/// Eliminations, collected without allocation because there are usually none.
#[derive(Default)]
pub(super) struct Effects {
    values: u64,
    cells: [CellSet; sets::MOST_VALUES],
}

impl Effects {
    pub(super) fn add(&mut self, value: u8, cells: CellSet) {
        if !cells.is_empty() {
            self.values |= mask_of(value);
            self.cells[value as usize - 1] |= cells;
        }
    }

    pub(super) fn is_empty(&self) -> bool {
        self.values == 0
    }

    /// Returns the values that are eliminated somewhere.
    pub(super) fn values(&self) -> u64 {
        self.values
    }

    /// Returns a step with these eliminations.
    pub(super) fn step(&self, technique: Technique) -> Step {
        values_of(self.values).fold(Step::new(technique), |step, value| {
            step.eliminating(value, self.cells[value as usize - 1])
        })
    }
}
