//! The arguments of forcing chains and nets, and the steps made from them.

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

/// The contradiction that implications end in.
#[derive(Clone, Copy, Debug)]
pub(super) enum Conflict {
    /// A node is both true and false.
    Clash,
    /// No candidate is left in a unit.
    Nothing(Subject),
}

/// A list of implications with their causes, causes first.
#[derive(Clone, Default)]
pub(in crate::logic) struct Account {
    entries: Vec<(Literal, Vec<u16>)>,
}

impl Account {
    /// Adds a consequence of existing entries and returns its index.
    pub fn add(&mut self, literal: Literal, parents: Vec<u16>) -> u16 {
        self.entries.push((literal, parents));
        self.entries.len() as u16 - 1
    }

    /// Adds the literals of a chain that are missing, each as a consequence of the one before it.
    pub fn add_chain(&mut self, chain: impl IntoIterator<Item = Literal>) {
        let mut last = None;
        for literal in chain {
            let known = self.find(literal);
            last = Some(known.unwrap_or_else(|| self.add(literal, last.into_iter().collect())));
        }
    }

    /// Returns the literals, causes first.
    pub fn literals(&self) -> impl Iterator<Item = Literal> {
        self.entries.iter().map(|(literal, _)| *literal)
    }

    /// Returns the index of a literal, if it was added.
    pub fn find(&self, literal: Literal) -> Option<u16> {
        let found = self.entries.iter().position(|(known, _)| *known == literal);
        found.map(|index| index as u16)
    }

    /// Converts the implications to a chain for a step.
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

/// Returns the step that makes a literal true.
pub(super) fn conclude(technique: Technique, links: &Links, literal: Literal) -> Step {
    let place = links.place(literal.node as usize);
    let step = Step::new(technique);
    match literal.on {
        true => step.placing(place.cells.first().unwrap_or_default(), place.value),
        false => step.eliminating(place.value, place.cells),
    }
}

/// Adds the unit of the argument to the pattern.
pub(super) fn about_subject(step: Step, subject: Subject) -> Step {
    match subject {
        Subject::Cell(cell) => step.in_cells([cell]),
        Subject::House(house, value) => step.about([value]).in_houses(HouseRole::Base, [house]),
    }
}
