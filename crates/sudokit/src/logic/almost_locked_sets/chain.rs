//! Four or more almost locked sets in a row, each linked to the next.

use super::bit_rows::{self, BitRows, common_from, meet};
use super::network::Network;
use super::{Effects, list_set};
use crate::logic::board::{Board, mask_of, values_of};
use crate::logic::find::{Search, StepCollector};
use crate::logic::step::{Role, Step};
use crate::logic::technique::Technique;

/// The smallest number of links in a chain: one link is ALS-XZ, two are a wing.
const FEWEST_LINKS: usize = 3;

/// Finds chains. If the first set loses a value, it contains its link to the second set. So the
/// second loses that value and contains its link to the third, which is another value, and so on.
/// The last set loses its link and contains all its other values. So a value of both ends is in one
/// of them.
///
/// Chains run through the sets in the order of the houses, as in HoDoKu, unless variants are
/// wanted. The sets that each set can reach are computed before any chain is followed.
pub(super) fn find(board: &Board, found: &mut StepCollector) -> Search {
    let network = Network::new(board, found.wants_variants());
    let ways = Ways::new(&network, !found.wants_variants());
    let mut chains: Vec<SetChain> = Vec::new();
    let mut longest = usize::MAX;
    for start in 0..network.len() {
        for link in values_of(network.sets.sets[start].values) {
            if ways.may_reach_an_end(start, link) {
                ways.follow(start, link, longest, &mut chains);
                if !found.wants_all() {
                    chains.sort_by_key(SetChain::length_and_cells);
                    chains.truncate(1);
                    longest = chains.first().map_or(longest, |chain| chain.links.len());
                }
            }
        }
    }
    chains.sort_by_key(SetChain::length_and_cells);
    for chain in &chains {
        found.add(chain.step(&network))?;
    }
    Search::Continue(())
}

/// A chain of sets with an effect.
struct SetChain {
    start: usize,
    /// The value of each link and the set that it leads to.
    links: Vec<(u8, usize)>,
    cells: usize,
    gone: Effects,
}

impl SetChain {
    fn length_and_cells(&self) -> (usize, usize) {
        (self.links.len(), self.cells)
    }

    fn step(&self, network: &Network) -> Step {
        let sets = &network.sets;
        let values = self.gone.values();
        let mut step = self.gone.step(Technique::AlsChain).about(values_of(values));
        let end = self.links.last().map_or(self.start, |(_, set)| *set);
        for value in values_of(values) {
            let cells = sets.of(self.start, value).cells | sets.of(end, value).cells;
            step = step.marking(Role::Defining, value, cells);
        }
        let mut set = self.start;
        for &(value, next) in &self.links {
            let listed = &sets.sets[set];
            list_set(&mut step, listed.cells, listed.values, mask_of(value));
            set = next;
        }
        list_set(&mut step, sets.sets[set].cells, sets.sets[set].values, 0);
        step
    }
}

/// The sets that links lead to, from each set by each of its values.
struct Ways<'a> {
    network: &'a Network,
    /// By set: the index of its first way out; one for each of its values follows, in order.
    first: Vec<usize>,
    /// By way: the sets that one link leads to.
    next: BitRows,
    /// By way: the sets that three or more links lead to; `None` if links lead backwards too, and
    /// nearly every set can be reached.
    far: Option<BitRows>,
}

impl<'a> Ways<'a> {
    fn new(network: &'a Network, is_ordered: bool) -> Ways<'a> {
        let count = network.len();
        let mut first = Vec::with_capacity(count + 1);
        let mut total = 0;
        for set in &network.sets.sets {
            first.push(total);
            total += set.values.count_ones() as usize;
        }
        let mut ways = Ways {
            network,
            first,
            next: BitRows::new(total, count),
            far: None,
        };
        ways.find_next(is_ordered);
        if is_ordered {
            ways.far = Some(ways.find_far(total));
        }
        ways
    }

    fn find_next(&mut self, is_ordered: bool) {
        let mut later = self.network.blank();
        if !is_ordered {
            later.fill(u64::MAX);
        }
        for set in (0..self.network.len()).rev() {
            let mut allowed = later.clone();
            self.network.remove_overlapping(&mut allowed, set);
            for (way, value) in self.ways(set) {
                let row = self.next.row_mut(way);
                bit_rows::add(row, self.network.links(set, value));
                row.iter_mut()
                    .zip(&allowed)
                    .for_each(|(row, ok)| *row &= ok);
            }
            later[set / 64] |= 1 << (set % 64);
        }
    }

    /// Goes from the last set to the first, because links only lead to later sets.
    fn find_far(&self, total: usize) -> BitRows {
        let count = self.network.len();
        let (mut two, mut far) = (BitRows::new(total, count), BitRows::new(total, count));
        // The sets reached from a set entered by a value: with one link, and with two or more.
        let (mut near, mut beyond) = (BitRows::new(total, count), BitRows::new(total, count));
        for set in (0..count).rev() {
            let values = self.network.sets.sets[set].values;
            for (way, value) in self.ways(set) {
                let next = self.next.row(way);
                for other in common_from(next, next, set + 1) {
                    let entered = self.way(other, value);
                    bit_rows::add(two.row_mut(way), near.row(entered));
                    bit_rows::add(far.row_mut(way), beyond.row(entered));
                }
            }
            for (entered, value) in self.ways(set) {
                for leaving in values_of(values & !mask_of(value)) {
                    let way = self.way(set, leaving);
                    bit_rows::add(near.row_mut(entered), self.next.row(way));
                    bit_rows::add(beyond.row_mut(entered), two.row(way));
                    bit_rows::add(beyond.row_mut(entered), far.row(way));
                }
            }
        }
        far
    }

    /// Returns the ways out of a set, each with its value.
    fn ways(&self, set: usize) -> impl Iterator<Item = (usize, u8)> + use<> {
        let first = self.first[set];
        values_of(self.network.sets.sets[set].values)
            .enumerate()
            .map(move |(index, value)| (first + index, value))
    }

    /// Returns the way out of a set by one of its values.
    fn way(&self, set: usize, value: u8) -> usize {
        let before = self.network.sets.sets[set].values & (mask_of(value) - 1);
        self.first[set] + before.count_ones() as usize
    }

    /// Returns whether a chain from this set could have an effect. Usually this quick check rules
    /// it out.
    fn may_reach_an_end(&self, start: usize, link: u8) -> bool {
        let Some(far) = &self.far else {
            return true;
        };
        let far = far.row(self.way(start, link));
        let mut others = values_of(self.network.sets.sets[start].values & !mask_of(link));
        others.any(|value| meet(far, self.network.targets(start, value)))
    }

    /// Follows links from a set, shortest chains first, and collects chains with an effect up to
    /// the given length.
    fn follow(&self, start: usize, link: u8, longest: usize, chains: &mut Vec<SetChain>) {
        let mut trail = vec![Stop {
            set: start,
            entered: 0,
            before: 0,
        }];
        // A set may be entered by a value once with one link, once with two, and once with more.
        let mut seen = vec![0u8; self.next_way_count()];
        let (mut begin, mut links) = (0, 0);
        while begin < trail.len() && links < longest {
            let end = trail.len();
            links += 1;
            for before in begin..end {
                let Stop { set, entered, .. } = trail[before];
                let leaving = match links {
                    1 => mask_of(link),
                    _ => self.network.sets.sets[set].values & !mask_of(entered),
                };
                for value in values_of(leaving) {
                    let row = self.next.row(self.way(set, value));
                    for next in common_from(row, row, 0) {
                        if self.far.is_none() && is_on_trail(&trail, before, next) {
                            continue;
                        }
                        let seen = &mut seen[self.way(next, value)];
                        let class = 1 << links.min(FEWEST_LINKS);
                        if *seen & class != 0 {
                            continue;
                        }
                        *seen |= class;
                        trail.push(Stop {
                            set: next,
                            entered: value,
                            before,
                        });
                        if links >= FEWEST_LINKS {
                            chains.extend(self.close(start, link, &trail));
                        }
                    }
                }
            }
            begin = end;
        }
    }

    fn next_way_count(&self) -> usize {
        let last = self.network.len() - 1;
        self.first[last] + self.network.sets.sets[last].values.count_ones() as usize
    }

    /// Returns the chain that ends at the trail's last stop, if it has an effect.
    fn close(&self, start: usize, link: u8, trail: &[Stop]) -> Option<SetChain> {
        let sets = &self.network.sets;
        let end = trail.last()?;
        let shared = sets.sets[start].values & sets.sets[end.set].values;
        let mut gone = Effects::default();
        for value in values_of(shared & !mask_of(link) & !mask_of(end.entered)) {
            gone.add(value, sets.seen_by_both(start, end.set, value));
        }
        if gone.is_empty() {
            return None;
        }
        let (mut links, mut cells) = (Vec::new(), sets.sets[start].cells.len());
        let mut stop = end;
        while stop.entered != 0 {
            links.push((stop.entered, stop.set));
            cells += sets.sets[stop.set].cells.len();
            stop = &trail[stop.before];
        }
        links.reverse();
        Some(SetChain {
            start,
            links,
            cells,
            gone,
        })
    }
}

/// Returns whether a trail passed a set before or at a stop. In order of the houses it cannot.
fn is_on_trail(trail: &[Stop], stop: usize, set: usize) -> bool {
    let mut stop = stop;
    loop {
        let Stop { before, .. } = trail[stop];
        if trail[stop].set == set {
            return true;
        }
        if stop == 0 {
            return false;
        }
        stop = before;
    }
}

/// A set on the way, the value by which it was entered, and the stop before it.
#[derive(Clone, Copy)]
struct Stop {
    set: usize,
    entered: u8,
    before: usize,
}
