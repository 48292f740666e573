//! Words for exotic patterns.

use super::{Explanation, Words, listed};
use crate::logic::drawing::set_name;
use crate::logic::step::{Candidate, HouseRole, Role, Step};
use crate::logic::technique::Technique;

pub(super) fn explain(words: &Words, step: &Step) -> Explanation {
    match step.technique {
        Technique::Fireworks => fireworks(words, step),
        Technique::SkLoop => sk_loop(words, step),
        Technique::Tridagon => tridagon(words, step),
        Technique::MultiSectorLockedSets => multi_sector(words, step),
        _ => exocet(words, step),
    }
}

fn cells(words: &Words, cells: &[u16]) -> String {
    words.cells(cells.iter().map(|cell| *cell as usize))
}

fn fireworks(words: &Words, step: &Step) -> Explanation {
    let (values, all) = (&step.pattern.values, &step.pattern.cells);
    let kind = match values.len() {
        3 => "triple",
        _ => "quadruple",
    };
    let (names, places) = (words.values(values), cells(words, all));
    let corners = cells(words, &all[..all.len().saturating_sub(2)]);
    Explanation {
        title: format!("{} {kind}", step.technique.name()),
        reason: format!("{names} must fill {places}"),
        full: format!(
            "Look at the rows and columns that cross in {corners}. Outside the box of the \
             crossing, each of the values {names} that belongs to it has at most one place in the \
             row and one in the column. If it is in neither of these two, row and column both have \
             it within the box, where it appears only once, so it is in the crossing. So each \
             value is in one of {places}, and there are as many values as cells: no other value \
             can go there."
        ),
    }
}

fn sk_loop(words: &Words, step: &Step) -> Explanation {
    let pairs: Vec<String> = (step.pattern.sets.iter().enumerate())
        .map(|(index, pair)| {
            let links: Vec<String> = pair.commons.iter().map(|v| words.value(*v)).collect();
            let (name, cells) = (set_name(index), cells(words, &pair.cells));
            format!("{name} ({cells}) –{}–", links.join(""))
        })
        .collect();
    Explanation {
        title: step.technique.name().to_string(),
        reason: format!(
            "the cells of the loop {} use up its values",
            pairs.join(" ")
        ),
        full: format!(
            "Eight pairs of cells form a loop around four boxes: {}. Neighbouring pairs share a \
             line and a box in turn. Every candidate of a pair is one of the values that link it \
             to the previous or the next pair, and each link value can be used only once in its \
             line or box. The sixteen cells have exactly sixteen such values, so every one of them \
             is used within the loop and can go nowhere else in its line or box.",
            pairs.join(" ")
        ),
    }
}

fn tridagon(words: &Words, step: &Step) -> Explanation {
    let guardians: Vec<String> = (step.marked(Role::Extra))
        .map(|Candidate { cell, value }| {
            format!("{} in {}", words.value(value), words.cell(cell as usize))
        })
        .collect();
    let (values, twelve) = (
        words.values(&step.pattern.values),
        cells(words, &step.pattern.cells),
    );
    let reason = match &guardians[..] {
        [only] => format!("{twelve} cannot contain only {values}, and {only} must be true"),
        _ => format!(
            "{twelve} cannot contain only {values}, and one of {} must be true",
            listed(&guardians)
        ),
    };
    Explanation {
        title: step.technique.name().to_string(),
        reason,
        full: format!(
            "The cells {twelve} are in four boxes, three in each, no two of them in the same row \
             or column of their box. They cannot be filled with {values} alone: try the few ways \
             to fill one box and follow each through the other three. So one of the other \
             candidates in these cells must be true: {}.",
            listed(&guardians)
        ),
    }
}

fn exocet(words: &Words, step: &Step) -> Explanation {
    let [base @ .., one, other] = &step.pattern.cells[..] else {
        return Explanation {
            title: step.technique.name().to_string(),
            reason: "the pattern is incomplete".to_string(),
            full: String::new(),
        };
    };
    let (base, targets) = (cells(words, base), cells(words, &[*one, *other]));
    let values = words.values(&step.pattern.values);
    let covers: Vec<usize> = step.houses(HouseRole::Cover).collect();
    let covers = words.houses(&covers);
    Explanation {
        title: step.technique.name().to_string(),
        reason: format!("{targets} contain the same two of {values} as {base}"),
        full: format!(
            "The base cells {base} have the candidates {values}. Take a value that is in one of \
             them. Each of {covers} must contain it as well, but not in the line or the box of the \
             base. Without the target cells {targets} there are too few places left: the three of \
             them cannot all have it in different lines. So every value of the base is also in a \
             target cell. The base contains two values and there are two targets, so base and \
             targets contain the same two values."
        ),
    }
}

fn multi_sector(words: &Words, step: &Step) -> Explanation {
    let bases: Vec<usize> = step.houses(HouseRole::Base).collect();
    let covers: Vec<usize> = step.houses(HouseRole::Cover).collect();
    let (bases, covers) = (words.houses(&bases), words.houses(&covers));
    let values = words.values(&step.pattern.values);
    let count = step.pattern.cells.len();
    Explanation {
        title: step.technique.name().to_string(),
        reason: format!(
            "the {count} cells where {bases} and {covers} intersect have exactly {count} values, \
             with {values} counted by {line} and the others by {across}",
            line = first_word(&bases),
            across = first_word(&covers),
        ),
        full: format!(
            "There are {count} open cells where {bases} and {covers} intersect. Count the values \
             that they can take: {values} once for each of {bases} where these cells have them, \
             and the others once for each of {covers}. That is {count} as well. Each cell takes \
             one of these values and none can be taken twice, so all of them are taken here: \
             {values} can go nowhere else in {bases} where they were counted, and the other values \
             nowhere else in {covers}."
        ),
    }
}

/// `rows 2 and 5` → `row`.
fn first_word(houses: &str) -> &str {
    let word = houses.split(' ').next().unwrap_or_default();
    word.strip_suffix('s').unwrap_or(word)
}
