//! Two almost locked sets that exclude each other by one value, or by two.

use super::bit_rows::{add, common_from};
use super::network::Network;
use super::{Effects, list_set};
use crate::logic::board::{Board, values_of};
use crate::logic::find::{Search, StepCollector};
use crate::logic::step::Role;
use crate::logic::technique::Technique;

/// Finds ALS-XZ steps. One of the sets loses the common value and contains all its other values. So
/// a value of both sets is in one of them. With two common values, each set contains exactly one of
/// them, and all its other values are locked into it.
pub(super) fn find(board: &Board, found: &mut StepCollector) -> Search {
    let network = Network::new(board, found.wants_variants());
    let (mut linked, mut useful) = (network.blank(), network.blank());
    for one in 0..network.len() {
        linked.fill(0);
        useful.fill(0);
        for value in values_of(network.sets.sets[one].values) {
            // One value can be the link and another the effect; with two links, any value may be
            // eliminated.
            let twice = linked.iter().zip(network.links(one, value));
            for (useful, (linked, links)) in useful.iter_mut().zip(twice) {
                *useful |= linked & links;
            }
            add(&mut linked, network.links(one, value));
            add(&mut useful, network.targets(one, value));
        }
        network.remove_overlapping(&mut linked, one);
        for other in common_from(&linked, &useful, one + 1) {
            examine(&network, one, other, found)?;
        }
    }
    Search::Continue(())
}

fn examine(network: &Network, one: usize, other: usize, found: &mut StepCollector) -> Search {
    let sets = &network.sets;
    let (first, second) = (&sets.sets[one], &sets.sets[other]);
    let commons = network.commons(one, other);
    let shared = first.values & second.values;
    let doubly = commons.count_ones() > 1;
    // With one link, the linking value itself eliminates nothing outside the two sets.
    let effects = if doubly { shared } else { shared & !commons };
    let mut gone = Effects::default();
    for value in values_of(effects) {
        gone.add(value, sets.seen_by_both(one, other, value));
    }
    if doubly {
        for (set, cells) in [(one, second.cells), (other, first.cells)] {
            for value in values_of(sets.sets[set].values & !commons) {
                gone.add(value, sets.of(set, value).seen - cells);
            }
        }
    }
    if gone.is_empty() {
        return Search::Continue(());
    }
    let mut step = gone.step(Technique::AlsXz).about(values_of(commons));
    for value in values_of(gone.values() & shared & !commons) {
        let cells = sets.of(one, value).cells | sets.of(other, value).cells;
        step = step.marking(Role::Defining, value, cells);
    }
    list_set(&mut step, first.cells, first.values, commons);
    list_set(&mut step, second.cells, second.values, 0);
    found.add(step)
}
