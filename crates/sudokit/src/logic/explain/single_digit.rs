//! Words for single-digit patterns.

use super::{Telling, Words};
use crate::logic::step::Step;

pub(super) fn tell(_words: &Words, step: &Step) -> Telling {
    Telling {
        title: step.technique.name().to_string(),
        reason: String::new(),
        full: String::new(),
    }
}
