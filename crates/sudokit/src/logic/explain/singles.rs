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
            format!("{cell} is the last open cell of {house}"),
            format!(
                "All cells of {house} are filled but {cell}, and of its values only {value} is \
                 missing."
            ),
        ),
        Technique::NakedSingle => (
            format!("{cell} can only be {value}"),
            match holders(words, step) {
                Some(holders) => format!(
                    "{cell} sees every value but {value}: {holders}. One value is left for the \
                     cell."
                ),
                None => format!(
                    "Every value but {value} already stands in a house of {cell}, or was crossed \
                     out there before. One value is left for the cell."
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
                        "Each house needs {value} once. In {house} it can stand in {cell} alone: \
                         {the} in {} {see} every other open cell.",
                        words.cells(blockers)
                    )
                }
                _ => format!(
                    "Each house needs {value} once. In {house} it can stand in {cell} alone: in \
                     every other open cell a {value} sees it, or it was crossed out before."
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

/// Which cell has which of the other values, as the pattern lists them: ascending.
fn holders(words: &Words, step: &Step) -> Option<String> {
    let placed = step.placements.first()?.value;
    let holders = step
        .pattern
        .cells
        .get(1..)
        .filter(|rest| !rest.is_empty())?;
    let others = (1..).filter(|value| *value != placed);
    let told = others.zip(holders).map(|(value, holder)| {
        format!("{} in {}", words.value(value), words.cell(*holder as usize))
    });
    Some(super::listed(&told.collect::<Vec<_>>()))
}
