//! Follows chains from one start, breadth first, so that each end is reached by a shortest chain.

use super::links::{Links, contains, insert};
use crate::logic::board::bits;

/// The consequences of one node being false: the other nodes that must be true, each with the chain
/// that leads there. A search creates it once and refills it for every start.
pub(in crate::logic) struct Reach {
    /// The nodes that must be true, and those that must be false and lead further.
    on: Vec<u64>,
    off: Vec<u64>,
    /// The true nodes in the order in which they were reached.
    ends: Vec<u16>,
    /// By true node: the false node before it, and the number of links to it.
    before_on: Vec<u16>,
    length: Vec<u16>,
    /// By false node: the true node before it.
    before_off: Vec<u16>,
}

impl Reach {
    pub fn new(links: &Links) -> Reach {
        Reach {
            on: vec![0; links.words()],
            off: vec![0; links.words()],
            ends: Vec::with_capacity(links.len()),
            before_on: vec![0; links.len()],
            length: vec![0; links.len()],
            before_off: vec![0; links.len()],
        }
    }

    /// Follows all chains from a node that is assumed to be false, up to a number of links.
    pub fn follow(&mut self, links: &Links, start: usize, most_links: u16) {
        self.begin(start);
        self.take_strong(links, start, 1);
        self.spread(links, most_links);
    }

    /// Follows the chains that begin with one strong link.
    pub fn follow_link(&mut self, links: &Links, start: usize, first: usize) {
        self.begin(start);
        self.take(first, start, 1);
        self.spread(links, u16::MAX);
    }

    fn begin(&mut self, start: usize) {
        self.on.fill(0);
        self.off.fill(0);
        self.ends.clear();
        insert(&mut self.off, start);
    }

    /// Follows chains from the ends so far.
    fn spread(&mut self, links: &Links, most_links: u16) {
        let mut next = 0;
        while let Some(&end) = self.ends.get(next) {
            next += 1;
            let length = self.length[end as usize] + 2;
            if length > most_links {
                break;
            }
            for word in 0..links.words() {
                let weak = links.weak(end as usize)[word];
                let new = weak & links.linked()[word] & !self.off[word];
                self.off[word] |= new;
                for bit in bits(new) {
                    let node = word * 64 + bit;
                    self.before_off[node] = end;
                    self.take_strong(links, node, length);
                }
            }
        }
    }

    #[inline]
    fn take_strong(&mut self, links: &Links, from: usize, length: u16) {
        for &to in links.strong(from) {
            self.take(to.into(), from, length);
        }
    }

    #[inline]
    fn take(&mut self, to: usize, from: usize, length: u16) {
        if !contains(&self.on, to) {
            insert(&mut self.on, to);
            self.before_on[to] = from as u16;
            self.length[to] = length;
            self.ends.push(to as u16);
        }
    }

    /// Returns the nodes that must be true, nearest first, each with the number of links to it.
    pub fn ends(&self) -> impl Iterator<Item = (usize, u16)> {
        let ends = self.ends.iter();
        ends.map(|end| (*end as usize, self.length[*end as usize]))
    }

    /// Returns the chain from the start to an end, alternately false and true.
    pub fn chain(&self, end: usize) -> Vec<u16> {
        let mut chain = Vec::with_capacity(self.length[end] as usize + 1);
        let mut node = end;
        loop {
            chain.push(node as u16);
            let before = self.before_on[node];
            chain.push(before);
            if chain.len() > self.length[end] as usize {
                break;
            }
            node = self.before_off[before as usize] as usize;
        }
        chain.reverse();
        chain
    }
}
