//! Words for singles.

use super::{Telling, Words};
use crate::logic::step::{HouseRole, Step};
use crate::logic::technique::Technique;

pub(super) fn tell(words: &Words, step: &Step) -> Telling {
    let house = step
        .houses(HouseRole::Base)
        .next()
        .map(|house| words.house(house));
    let house = house.unwrap_or_default();
    let placed = step.placements.first();
    let cell = placed
        .map(|c| words.cell(c.cell as usize))
        .unwrap_or_default();
    let value = placed.map(|c| words.value(c.value)).unwrap_or_default();
    let (reason, full) = match step.technique {
        Technique::FullHouse => (
            format!("{cell} is the last open cell of {house}"),
            format!(
                "All cells of {house} are filled but {cell}, and of its values only {value} is \
                 missing."
            ),
        ),
        Technique::NakedSingle => (
            format!("{cell} can only be {value}"),
            format!(
                "Every value but {value} already stands in a house of {cell}, or was crossed out \
                 there before. One value is left for the cell."
            ),
        ),
        _ => (
            format!("{value} has only one place in {house}"),
            format!(
                "Each house needs {value} once. In {house} it can stand in {cell} alone: in every \
                 other open cell it is already ruled out."
            ),
        ),
    };
    Telling {
        title: step.technique.name().to_string(),
        reason,
        full,
    }
}
