//! Words for intersections.

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
        reason: format!("{value} in {base} lies in {cover}"),
        full: format!(
            "{} needs {value} somewhere, and it can only stand in {places}. All of these cells belong to \
             {cover} as well. Whichever of them takes the {value}, {cover} has it then, so no \
             other cell of {cover} can be {value}.",
            capital(&base)
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
        reason: format!("{value} in {base} lies in {cover}, which leaves it one place in {other}"),
        full: format!(
            "{} needs {value} somewhere, and it can only stand where {base} meets {cover}. So {cover} \
             gets its {value} there, and no other cell of {cover} can be {value}. That leaves \
             {other} with one cell for its {value}: {cell}.",
            capital(&base)
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
        reason: format!("{cells} in {houses} hold only {values}"),
        full: format!(
            "{cells} have no candidates but {values}: as many values as cells, so each of these \
             values stands in one of them. The cells belong to {houses} at once, and neither \
             house can hold any of these values a second time. They can go from all other cells \
             of {houses}."
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

/// With a capital letter, to begin a sentence.
pub(super) fn capital(text: &str) -> String {
    let mut letters = text.chars();
    let first = letters.next().map(|letter| letter.to_uppercase());
    first.into_iter().flatten().chain(letters).collect()
}
