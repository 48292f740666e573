//! Words for subsets.

use super::intersections::capital;
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
            format!("{cells} hold only {values}"),
            format!(
                "{cells} stand in {house}, and between them they have only {count} candidates: \
                 {values}. As many cells as values, so these cells use the values up, one each. \
                 No other cell that shares a house with all of them can have one."
            ),
        ),
        Technique::HiddenPair | Technique::HiddenTriple | Technique::HiddenQuad => (
            format!("{values} in {house} lie in {cells}"),
            format!(
                "{house} needs each of {values}, and they have only {count} places there: \
                 {cells}. As many cells as values, so these cells are taken by them, and \
                 no other value can stand there.",
                house = capital(&house)
            ),
        ),
        _ => {
            let placed = step.placements.first();
            let value = placed.map(|c| words.value(c.value)).unwrap_or_default();
            let cell = placed.map(|c| words.cell(c.cell as usize));
            let cell = cell.unwrap_or_default();
            (
                format!("{values} in {house} lie in {cells}, which leaves {value} one place there"),
                format!(
                    "{house} needs each of {values}, and they have only {count} places there: \
                     {cells}. As many cells as values, so no other value can stand in them. \
                     That leaves {cell} as the only place for {value}.",
                    house = capital(&house)
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
