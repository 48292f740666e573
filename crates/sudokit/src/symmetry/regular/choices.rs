//! A search over choices that uses symmetry: equivalent choices are tried once.

use std::rc::Rc;

use super::group::{Chain, Link, Permutation, chain, generators, orbit};
use crate::bits::bits;

/// The choices made, the best result they led to, and the automorphisms found.
#[derive(Default)]
pub(super) struct ChoiceTree {
    choices: Vec<u8>,
    best: Option<Best>,
    automorphisms: Vec<Permutation>,
    /// Set if the current branch repeats another since this depth.
    go_back: Option<usize>,
}

/// The best result.
pub(super) struct Best {
    /// All points in the order that was found.
    pub order: Vec<u8>,
    /// The choices that led to it.
    choices: Vec<u8>,
    /// How often the form had changed by then.
    changes: u64,
}

impl ChoiceTree {
    /// Starts with automorphisms that are known already.
    pub fn knowing(automorphisms: Vec<Permutation>) -> ChoiceTree {
        ChoiceTree {
            automorphisms,
            ..ChoiceTree::default()
        }
    }

    pub fn best(&self) -> Option<&Best> {
        self.best.as_ref()
    }

    /// Returns the group of all automorphisms that move the choices on the way to the best result.
    /// They are strong generators along it: everything as good as a choice was either tried and
    /// became an automorphism, or was skipped because of one.
    pub fn group(&self, degree: usize) -> Chain {
        let choices = self.best.as_ref().map_or(&[][..], |best| &best.choices);
        chain(choices, &self.automorphisms, degree)
    }

    /// Returns the group of all permutations of places that keep the best result as it reads: the
    /// automorphisms, and what they leave to the columns that had no part in the choices.
    pub fn freedom(&self, rest: &[Rc<Link>]) -> Chain {
        let Some(best) = &self.best else {
            return Vec::new();
        };
        let mut places = vec![0; best.order.len()];
        for (place, point) in best.order.iter().enumerate() {
            places[*point as usize] = place as u8;
        }
        let place = |point: u8| places[point as usize];
        let moved = |one: &Permutation| -> Permutation {
            let points = best.order.iter().map(|point| one[*point as usize]);
            points.map(place).collect()
        };
        let moves = self.automorphisms.iter().map(moved);
        let moves: Vec<_> = moves.chain(generators(rest).iter().cloned()).collect();
        let choices = best.choices.iter().map(|point| place(*point));
        let points: Vec<u8> = choices
            .chain(rest.iter().map(|link| link.point()))
            .collect();
        chain(&points, &moves, best.order.len())
    }

    /// Returns whether an automorphism that keeps all choices maps one of these points to that one.
    pub fn is_equivalent(&self, tried: u128, point: usize) -> bool {
        let keeps = |one: &&Permutation| self.choices.iter().all(|c| one[*c as usize] == *c);
        let keeping = self.automorphisms.iter().filter(keeps);
        tried != 0 && orbit(keeping, point as u8) & tried != 0
    }

    /// Follows one choice after another, except those that would only repeat another.
    pub fn choose<S: AsMut<ChoiceTree>>(
        search: &mut S,
        points: u128,
        mut follow: impl FnMut(&mut S, usize),
    ) {
        let depth = search.as_mut().choices.len();
        let mut tried = 0;
        for point in bits(points) {
            if search.as_mut().is_equivalent(tried, point) {
                continue;
            }
            tried |= 1 << point;
            search.as_mut().choices.push(point as u8);
            follow(search, point);
            let choice_tree = search.as_mut();
            choice_tree.choices.truncate(depth);
            if choice_tree.go_back.is_some_and(|turn| turn < depth) {
                return;
            }
            choice_tree.go_back = None;
        }
    }

    /// Records an order that reads like the form: it is better than the best if the form has
    /// changed since, and otherwise equally good. Returns whether it is better.
    pub fn complete(&mut self, order: Vec<u8>, changes: u64) -> bool {
        match &self.best {
            Some(best) if best.changes == changes => {
                let mut automorphism = best.order.clone();
                for (from, to) in best.order.iter().zip(&order) {
                    automorphism[*from as usize] = *to;
                }
                self.automorphisms.push(automorphism.into());
                let mut both = self.choices.iter().zip(&best.choices);
                self.go_back = both.position(|(one, other)| one != other);
                false
            }
            _ => {
                self.best = Some(Best {
                    order,
                    choices: self.choices.clone(),
                    changes,
                });
                true
            }
        }
    }
}
