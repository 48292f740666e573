//! Words for intersections.

use super::report::capitalized;
use super::{Explanation, Words, listed};
use crate::logic::step::{HouseRole, Step};
use crate::logic::technique::Technique;

pub(super) fn explain(words: &Words, step: &Step) -> Explanation {
    match step.technique {
        Technique::LockedPair | Technique::LockedTriple => locked(words, step),
        Technique::DirectPointing | Technique::DirectClaiming => direct(words, step),
        _ => crossing_out(words, step),
    }
}

fn crossing_out(words: &Words, step: &Step) -> Explanation {
    let name = step.technique.name();
    let title = match step.pattern.cells.len() {
        2 => format!("{name} pair"),
        3 => format!("{name} triple"),
        _ => name.to_string(),
    };
    let Confined { value, base, cover } = Confined::new(words, step);
    let places = words.cells(step.pattern.cells.iter().map(|cell| *cell as usize));
    Explanation {
        title,
        reason: format!("all {value}s in {base} are in {cover}"),
        full: format!(
            "{} must contain {value}, and it can only go in {places}. These cells are all in \
             {cover} as well, so one of them is the {value} of {cover}, and no other cell of \
             {cover} can be {value}.",
            capitalized(&base)
        ),
    }
}

fn direct(words: &Words, step: &Step) -> Explanation {
    let Confined { value, base, cover } = Confined::new(words, step);
    let other = step.houses(HouseRole::Base).nth(1);
    let other = other.map(|house| words.house(house)).unwrap_or_default();
    let placed = step.placements.first();
    let cell = placed.map(|c| words.cell(c.cell as usize));
    let cell = cell.unwrap_or_default();
    Explanation {
        title: step.technique.name().to_string(),
        reason: format!(
            "all {value}s in {base} are in {cover}, which leaves only one place for {value} in {other}"
        ),
        full: format!(
            "{} must contain {value}, and it can only go where {base} and {cover} intersect. So \
             {cover} has its {value} there, and no other cell of {cover} can be {value}. That \
             leaves only one place for {value} in {other}: {cell}.",
            capitalized(&base)
        ),
    }
}

fn locked(words: &Words, step: &Step) -> Explanation {
    let houses: Vec<String> = step
        .houses(HouseRole::Base)
        .map(|house| words.house(house))
        .collect();
    let cells: Vec<String> = step
        .pattern
        .cells
        .iter()
        .map(|cell| words.cell(*cell as usize))
        .collect();
    let (cells, houses) = (listed(&cells), listed(&houses));
    let values = words.values(&step.pattern.values);
    Explanation {
        title: step.technique.name().to_string(),
        reason: format!("{cells} in {houses} contain only {values}"),
        full: format!(
            "{cells} have only the candidates {values}. There are as many values as cells, so each \
             of these values goes in one of them. The cells are in both {houses}, and neither can \
             contain one of these values twice. So the values can be eliminated from all other \
             cells of {houses}."
        ),
    }
}

/// A value, the house that it is confined in, and the house that it is confined to.
struct Confined {
    value: String,
    base: String,
    cover: String,
}

impl Confined {
    fn new(words: &Words, step: &Step) -> Confined {
        let first = |role: HouseRole| step.houses(role).next().map(|house| words.house(house));
        let value = step.pattern.values.first();
        Confined {
            value: value.map(|value| words.value(*value)).unwrap_or_default(),
            base: first(HouseRole::Base).unwrap_or_default(),
            cover: first(HouseRole::Cover).unwrap_or_default(),
        }
    }
}
