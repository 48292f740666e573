//! Back to the choice before, whether or not it had anything to do with the failure.

use super::Jump;
use crate::solve::textbook::board::{Board, Contradiction};

pub(super) struct Chronological;

impl Jump for Chronological {
    fn opened(&mut self, _: usize) {}

    fn refuted(&mut self, _: usize, _: &Board<'_>, _: Contradiction) {}

    fn solved(&mut self, _: usize) {}

    fn exhausted(&mut self, level: usize, _: &Board<'_>, _: usize) -> usize {
        level - 1
    }
}
