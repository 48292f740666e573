//! What searches share and reuse.

use super::super::budget::Budget;
use super::links::LinkGraph;
use super::propagate::Propagation;

/// The budget, memory to reuse, and what is known about the grid of the current step.
pub struct Workspace<'a> {
    pub budget: Budget<'a>,
    /// Propagations of earlier searches.
    #[expect(clippy::vec_box, reason = "they are large, and moved in and out")]
    pub spare: Vec<Box<Propagation>>,
    pub links: Option<Box<LinkGraph>>,
    /// Where the last search with dynamic chains through the current grid got to. A search of a
    /// higher level goes on from there.
    pub known: Option<Propagations>,
    /// Whether hints get arguments, which takes time.
    pub tells: bool,
}

impl<'a> Workspace<'a> {
    pub fn new(budget: Budget<'a>) -> Workspace<'a> {
        Workspace {
            budget,
            spare: Vec::new(),
            links: None,
            known: None,
            tells: false,
        }
    }

    /// Forgets what is known about the grid, because it changes.
    pub fn next_grid(&mut self) {
        if let Some(known) = self.known.take() {
            self.recycle(known);
        }
    }

    /// Keeps the memory of propagations that are not needed any more.
    pub fn recycle(&mut self, old: Propagations) {
        let all = old.on.into_iter().chain(old.off);
        self.spare.extend(all.flatten());
    }
}

/// What follows from each candidate being on, and off.
pub struct Propagations {
    pub on: Vec<Option<Box<Propagation>>>,
    pub off: Vec<Option<Box<Propagation>>>,
}

impl Propagations {
    pub fn new() -> Propagations {
        Propagations {
            on: std::iter::repeat_with(|| None).take(729).collect(),
            off: std::iter::repeat_with(|| None).take(729).collect(),
        }
    }
}
