//! Words for singles.

use super::{Explanation, Words};
use crate::logic::step::{HouseRole, Step};
use crate::logic::technique::Technique;

pub(super) fn explain(words: &Words, step: &Step) -> Explanation {
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
            format!("{cell} is the last open cell in {house}"),
            format!(
                "{cell} is the only open cell in {house}, and {value} is the only value missing \
                 there."
            ),
        ),
        Technique::NakedSingle => (
            format!("{cell} can only be {value}"),
            match holders(words, step) {
                Some(holders) => format!(
                    "{cell} sees every value except {value}: {holders}. Only {value} is left for \
                     the cell."
                ),
                None => format!(
                    "Every value except {value} already appears in a house of {cell} or was \
                     eliminated there. Only {value} is left for the cell."
                ),
            },
        ),
        _ => (
            format!("{value} has only one place in {house}"),
            match &step.pattern.cells[..] {
                [_, blockers @ ..] if !blockers.is_empty() => {
                    let blockers: Vec<usize> = blockers.iter().map(|c| *c as usize).collect();
                    let (the, see) = match blockers.len() {
                        1 => (format!("the {value}"), "sees"),
                        _ => (format!("the {value}s"), "see"),
                    };
                    format!(
                        "Every house must contain {value} once. In {house}, only {cell} can be \
                         {value}: {the} in {} {see} every other open cell.",
                        words.cells(blockers)
                    )
                }
                _ => format!(
                    "Every house must contain {value} once. In {house}, only {cell} can be \
                     {value}: every other open cell sees a {value} or no longer has it as a \
                     candidate."
                ),
            },
        ),
    };
    Explanation {
        title: step.technique.name().to_string(),
        reason,
        full,
    }
}

/// Lists which cell holds which of the other values, in ascending order, as the pattern does.
fn holders(words: &Words, step: &Step) -> Option<String> {
    let placed = step.placements.first()?.value;
    let holders = step
        .pattern
        .cells
        .get(1..)
        .filter(|rest| !rest.is_empty())?;
    let others = (1..).filter(|value| *value != placed);
    let holders = others.zip(holders).map(|(value, holder)| {
        format!("{} in {}", words.value(value), words.cell(*holder as usize))
    });
    Some(super::listed(&holders.collect::<Vec<_>>()))
}
