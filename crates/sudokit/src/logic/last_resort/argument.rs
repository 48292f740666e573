//! What forcing chains and nets argue with, and the steps that their arguments make.

use super::units::Subject;
use crate::logic::chains::links::Links;
use crate::logic::step::{Chain, HouseRole, Node, Step};
use crate::logic::technique::Technique;

/// A node taken to be true or false.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::logic) struct Literal {
    pub node: u16,
    pub on: bool,
}

impl Literal {
    pub fn on(node: usize) -> Literal {
        Literal {
            node: node as u16,
            on: true,
        }
    }

    pub fn off(node: usize) -> Literal {
        Literal {
            node: node as u16,
            on: false,
        }
    }

    pub fn opposite(self) -> Literal {
        Literal {
            on: !self.on,
            ..self
        }
    }
}

/// Where implications end that cannot all be true.
#[derive(Clone, Copy, Debug)]
pub(super) enum Conflict {
    /// A node is both true and false.
    Clash,
    /// Nothing is left in a unit.
    Nothing(Subject),
}

/// Implications as they are collected: each with those it follows from, causes first.
#[derive(Default)]
pub(in crate::logic) struct Account {
    entries: Vec<(Literal, Vec<u16>)>,
}

impl Account {
    /// Adds what follows from entries that are already there; gives its number.
    pub fn add(&mut self, literal: Literal, parents: Vec<u16>) -> u16 {
        self.entries.push((literal, parents));
        self.entries.len() as u16 - 1
    }

    /// Adds a chain, each literal following from the one before it, as far as it is not there yet.
    pub fn add_chain(&mut self, chain: impl IntoIterator<Item = Literal>) {
        let mut last = None;
        for literal in chain {
            let known = self.find(literal);
            last = Some(known.unwrap_or_else(|| self.add(literal, last.into_iter().collect())));
        }
    }

    /// Where a literal stands, if it was added.
    pub fn find(&self, literal: Literal) -> Option<u16> {
        let found = self.entries.iter().position(|(known, _)| *known == literal);
        found.map(|index| index as u16)
    }

    /// The implications as a step lists them.
    pub fn into_chain(self, links: &Links) -> Chain {
        let nodes = self.entries.into_iter().map(|(literal, parents)| {
            let place = links.place(literal.node as usize);
            Node {
                cells: place.cells.iter().map(|cell| cell as u16).collect(),
                value: place.value,
                on: literal.on,
                parents,
                set: None,
                house: None,
            }
        });
        Chain {
            nodes: nodes.collect(),
            is_loop: false,
        }
    }
}

/// The step that makes a literal come true.
pub(super) fn conclude(technique: Technique, links: &Links, literal: Literal) -> Step {
    let place = links.place(literal.node as usize);
    let step = Step::new(technique);
    match literal.on {
        true => step.placing(place.cells.first().unwrap_or_default(), place.value),
        false => step.eliminating(place.value, place.cells),
    }
}

/// With the unit that the argument turns on.
pub(super) fn about_subject(step: Step, subject: Subject) -> Step {
    match subject {
        Subject::Cell(cell) => step.in_cells([cell]),
        Subject::House(house, value) => step.about([value]).in_houses(HouseRole::Base, [house]),
    }
}
