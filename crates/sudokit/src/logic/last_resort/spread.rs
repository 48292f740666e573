//! All consequences of an assumption by plain chains, each with a shortest chain.

use super::argument::Literal;
use crate::logic::board::bits;
use crate::logic::chains::links::{Links, contains, insert};

/// The consequences of an assumption by chains, in which each follows from the previous one alone.
pub(in crate::logic) struct Spread {
    pub on: Vec<u64>,
    pub off: Vec<u64>,
    queue: Vec<Literal>,
    /// For each node being true and being false: the previous node (in the opposite state) and the
    /// number of links.
    before: [Vec<u16>; 2],
    depth: [Vec<u16>; 2],
}

impl Spread {
    pub fn new(links: &Links) -> Spread {
        let numbers = || vec![0; links.len()];
        Spread {
            on: vec![0; links.words()],
            off: vec![0; links.words()],
            queue: Vec::with_capacity(2 * links.len()),
            before: [numbers(), numbers()],
            depth: [numbers(), numbers()],
        }
    }

    /// Follows all chains, breadth first.
    pub fn follow(&mut self, links: &Links, assumption: Literal) {
        self.on.fill(0);
        self.off.fill(0);
        self.queue.clear();
        self.take(assumption, assumption.node, 0);
        let mut next = 0;
        while let Some(&literal) = self.queue.get(next) {
            next += 1;
            let node = literal.node as usize;
            let depth = self.depth(literal) + 1;
            if !literal.on {
                for &to in links.strong(node) {
                    if !contains(&self.on, to as usize) {
                        self.take(Literal::on(to as usize), literal.node, depth);
                    }
                }
                continue;
            }
            for word in 0..links.words() {
                for bit in bits(links.weak(node)[word] & !self.off[word]) {
                    self.take(Literal::off(word * 64 + bit), literal.node, depth);
                }
            }
        }
    }

    fn take(&mut self, literal: Literal, before: u16, depth: u16) {
        let (state, node) = (usize::from(literal.on), literal.node as usize);
        insert(
            if literal.on {
                &mut self.on
            } else {
                &mut self.off
            },
            node,
        );
        self.before[state][node] = before;
        self.depth[state][node] = depth;
        self.queue.push(literal);
    }

    /// Returns the number of links that lead to a consequence.
    pub fn depth(&self, literal: Literal) -> u16 {
        self.depth[usize::from(literal.on)][literal.node as usize]
    }

    /// Returns the chain to a consequence read backwards: from the opposite of the consequence to
    /// the opposite of the assumption.
    pub fn chain_back(&self, end: Literal) -> impl Iterator<Item = Literal> {
        self.chain(end).into_iter().rev().map(Literal::opposite)
    }

    /// Returns the chain from the assumption to a consequence.
    pub fn chain(&self, end: Literal) -> Vec<Literal> {
        let mut chain = vec![end];
        let mut literal = end;
        for _ in 0..self.depth(end) {
            let before = self.before[usize::from(literal.on)][literal.node as usize];
            literal = Literal {
                node: before,
                on: !literal.on,
            };
            chain.push(literal);
        }
        chain.reverse();
        chain
    }
}

/// The consequences of each node being false, without the chains, which makes this fast.
pub(in crate::logic) struct Closures {
    words: usize,
    /// By node: what is true, then what is false.
    rows: Vec<u64>,
}

impl Closures {
    pub fn new(links: &Links) -> Closures {
        let words = links.words();
        let mut closures = Closures {
            words,
            rows: vec![0; links.len() * 2 * words],
        };
        let mut queue = Vec::with_capacity(links.len());
        for node in 0..links.len() {
            let row = &mut closures.rows[node * 2 * words..][..2 * words];
            let (on, off) = row.split_at_mut(words);
            close(links, node, on, off, &mut queue);
        }
        closures
    }

    /// Returns what is true and what is false if a node is false.
    pub fn if_false(&self, node: usize) -> (&[u64], &[u64]) {
        self.rows[node * 2 * self.words..][..2 * self.words].split_at(self.words)
    }

    /// Computes the same for a node being true: what it excludes, and all that follows from that.
    pub fn if_true(&self, links: &Links, node: usize, on: &mut [u64], off: &mut [u64]) {
        on.fill(0);
        insert(on, node);
        off.copy_from_slice(links.weak(node));
        for word in 0..self.words {
            for bit in bits(links.weak(node)[word] & links.linked()[word]) {
                let (more_on, more_off) = self.if_false(word * 64 + bit);
                on.iter_mut()
                    .zip(more_on)
                    .for_each(|(word, more)| *word |= more);
                off.iter_mut()
                    .zip(more_off)
                    .for_each(|(word, more)| *word |= more);
            }
        }
    }
}

fn close(links: &Links, start: usize, on: &mut [u64], off: &mut [u64], queue: &mut Vec<u16>) {
    insert(off, start);
    queue.clear();
    let reach = |from: usize, on: &mut [u64], queue: &mut Vec<u16>| {
        for &to in links.strong(from) {
            if !contains(on, to as usize) {
                insert(on, to as usize);
                queue.push(to);
            }
        }
    };
    reach(start, on, queue);
    let mut next = 0;
    while let Some(&node) = queue.get(next) {
        next += 1;
        for (word, off) in off.iter_mut().enumerate() {
            let new = links.weak(node as usize)[word] & !*off;
            *off |= new;
            for bit in bits(new & links.linked()[word]) {
                reach(word * 64 + bit, on, queue);
            }
        }
    }
}
