//! A pivot set that is linked to two others by two different values.

use super::bit_rows::{add, common_from, meet};
use super::network::Network;
use super::{Effects, list_set};
use crate::logic::board::{Board, mask_of, values_of};
use crate::logic::find::{Search, StepCollector};
use crate::logic::step::Role;
use crate::logic::technique::Technique;

/// Finds ALS-XY-wings. The pivot can lose only one of its two links, so one of the two wings loses
/// its link and contains all its other values. So a value of both wings is in one of them.
pub(super) fn find(board: &Board, found: &mut StepCollector) -> Search {
    let network = Network::new(board, found.wants_variants());
    let mut search = Wings {
        partners: partners(&network),
        targets: targets(&network),
        others: network.blank(),
        network: &network,
    };
    for one in 0..network.len() {
        let row = search.partners[one].clone();
        for other in common_from(&row, &row, one + 1) {
            search.with_pivot(one, other, other + 1, found)?;
            search.with_pivot(other, one, one + 1, found)?;
        }
    }
    Search::Continue(())
}

/// Returns, for each set, those that it is linked to.
fn partners(network: &Network) -> Vec<Vec<u64>> {
    rows(network, |set, value| network.links(set, value))
}

/// Returns, for each set, those with which it could eliminate something.
fn targets(network: &Network) -> Vec<Vec<u64>> {
    rows(network, |set, value| network.targets(set, value))
}

/// Returns, for each set, the union of the rows of its values, without the sets that overlap it.
fn rows<'a>(network: &'a Network, of: impl Fn(usize, u8) -> &'a [u64]) -> Vec<Vec<u64>> {
    let row = |set: usize| {
        let mut row = network.blank();
        for value in values_of(network.sets.sets[set].values) {
            add(&mut row, of(set, value));
        }
        network.remove_overlapping(&mut row, set);
        row
    };
    (0..network.len()).map(row).collect()
}

struct Wings<'a> {
    network: &'a Network,
    partners: Vec<Vec<u64>>,
    targets: Vec<Vec<u64>>,
    others: Vec<u64>,
}

impl Wings<'_> {
    /// Looks for a second wing from one set on, for a given pivot and first wing.
    fn with_pivot(
        &mut self,
        pivot: usize,
        wing: usize,
        from: usize,
        found: &mut StepCollector,
    ) -> Search {
        if !meet(&self.partners[pivot], &self.targets[wing]) {
            return Search::Continue(());
        }
        let network = self.network;
        for link in values_of(network.commons(pivot, wing)) {
            let others = &mut self.others;
            others.fill(0);
            for value in values_of(network.sets.sets[pivot].values & !mask_of(link)) {
                add(others, network.links(pivot, value));
            }
            for (word, partners) in others.iter_mut().zip(&self.partners[pivot]) {
                *word &= partners;
            }
            for other in common_from(others, &self.targets[wing], from) {
                if other != wing {
                    examine(network, [wing, pivot, other], link, found)?;
                }
            }
        }
        Search::Continue(())
    }
}

fn examine(network: &Network, sets: [usize; 3], link: u8, found: &mut StepCollector) -> Search {
    let [wing, pivot, other] = sets;
    let all = &network.sets;
    let shared = all.sets[wing].values & all.sets[other].values;
    for second in values_of(network.commons(pivot, other) & !mask_of(link)) {
        let mut gone = Effects::default();
        for value in values_of(shared & !mask_of(link) & !mask_of(second)) {
            gone.add(value, all.seen_by_both(wing, other, value));
        }
        if gone.is_empty() {
            continue;
        }
        let mut step = gone.step(Technique::AlsXyWing).about([link, second]);
        for value in values_of(gone.values()) {
            let cells = all.of(wing, value).cells | all.of(other, value).cells;
            step = step.marking(Role::Defining, value, cells);
        }
        for (set, common) in [(wing, mask_of(link)), (pivot, mask_of(second)), (other, 0)] {
            let set = &all.sets[set];
            list_set(&mut step, set.cells, set.values, common);
        }
        found.add(step)?;
    }
    Search::Continue(())
}
