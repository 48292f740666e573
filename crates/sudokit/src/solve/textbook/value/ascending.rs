//! The smallest value first.
//!
//! Together with reading order this finds the solutions in the order of a dictionary.

use super::ChooseValue;
use crate::bits::lowest_value;
use crate::solve::textbook::board::Board;

pub(super) struct Ascending;

impl ChooseValue for Ascending {
    fn choose(&self, _: &Board<'_>, _: usize, untried: u64) -> u8 {
        lowest_value(untried)
    }
}
