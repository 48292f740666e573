//! Words for subsets.

use super::report::capitalized;
use super::{Explanation, Words, listed};
use crate::logic::step::{HouseRole, Step};
use crate::logic::technique::Technique;

pub(super) fn explain(words: &Words, step: &Step) -> Explanation {
    let cells = step.pattern.cells.iter();
    let cells: Vec<String> = cells.map(|cell| words.cell(*cell as usize)).collect();
    let (count, cells) = (number(cells.len()), listed(&cells));
    let values = words.values(&step.pattern.values);
    let house = step.houses(HouseRole::Base).next();
    let house = house.map(|house| words.house(house)).unwrap_or_default();
    let (reason, full) = match step.technique {
        Technique::NakedPair | Technique::NakedTriple | Technique::NakedQuad => (
            format!("{cells} contain only {values}"),
            format!(
                "{cells} are in {house} and have only {count} candidates between them: {values}. \
                 There are as many cells as values, so each cell takes one of them, and no other \
                 cell that shares a house with all of these cells can have any of them."
            ),
        ),
        Technique::HiddenPair | Technique::HiddenTriple | Technique::HiddenQuad => (
            format!("{values} in {house} can only go in {cells}"),
            format!(
                "{house} must contain {values}, and they have only {count} places there: {cells}. \
                 There are as many cells as values, so each of these cells takes one of these \
                 values and can have no other.",
                house = capitalized(&house)
            ),
        ),
        _ => {
            let placed = step.placements.first();
            let value = placed.map(|c| words.value(c.value)).unwrap_or_default();
            let cell = placed.map(|c| words.cell(c.cell as usize));
            let cell = cell.unwrap_or_default();
            (
                format!(
                    "{values} in {house} can only go in {cells}, which leaves only one place for {value}"
                ),
                format!(
                    "{house} must contain {values}, and they have only {count} places there: \
                     {cells}. There are as many cells as values, so no other value can go in them. \
                     That leaves {cell} as the only place for {value}.",
                    house = capitalized(&house)
                ),
            )
        }
    };
    Explanation {
        title: step.technique.name().to_string(),
        reason,
        full,
    }
}

fn number(count: usize) -> &'static str {
    match count {
        2 => "two",
        3 => "three",
        _ => "four",
    }
}
