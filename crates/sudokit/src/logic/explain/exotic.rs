//! Words for exotic patterns.

use super::{Explanation, Words, listed};
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
        reason: format!("{names} fill {places}"),
        full: format!(
            "Look at the rows and columns that cross in {corners}. Outside the box of the crossing \
             each of the values {names} that belongs to it has at most one place in the row and \
             one in the column. If it were in neither of these two, row and column would both \
             need it within the box; there it stands only once, so it would be in the crossing. \
             Each value is therefore in one of {places}, and there are as many values as cells: \
             nothing else has room there."
        ),
    }
}

fn sk_loop(words: &Words, step: &Step) -> Explanation {
    let pairs: Vec<String> = (step.pattern.sets.iter())
        .map(|pair| {
            let links: Vec<String> = pair.commons.iter().map(|v| words.value(*v)).collect();
            format!("{} –{}–", cells(words, &pair.cells), links.join(""))
        })
        .collect();
    Explanation {
        title: step.technique.name().to_string(),
        reason: format!("the loop {} uses up its values", pairs.join(" ")),
        full: format!(
            "Eight pairs of cells make a loop around four boxes: {}. Neighbouring pairs lie in one \
             line or one box, in turn. Every candidate of a pair belongs to the values that link \
             it to the pair before or behind it, and each of these can be used only once in its \
             line or box. The sixteen cells have just sixteen such values to share out, so every \
             one of them is used within the loop and can stand nowhere else in its line or box.",
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
    let saved = match &guardians[..] {
        [only] => format!("only {only} saves {twelve} from {values}"),
        _ => format!("one of {} saves {twelve} from {values}", listed(&guardians)),
    };
    Explanation {
        title: step.technique.name().to_string(),
        reason: format!("{saved} alone"),
        full: format!(
            "The cells {twelve} stand in four boxes, three in each, no two of a box in one row or \
             column. With nothing but {values} they cannot be filled: that can be seen by trying \
             the few ways to fill one box and following each around the other three. So one of \
             the other candidates in these cells must be true: {}.",
            listed(&guardians)
        ),
    }
}

fn exocet(words: &Words, step: &Step) -> Explanation {
    let [base @ .., one, other] = &step.pattern.cells[..] else {
        return Explanation {
            title: step.technique.name().to_string(),
            reason: "its pattern is incomplete".to_string(),
            full: String::new(),
        };
    };
    let (base, targets) = (cells(words, base), cells(words, &[*one, *other]));
    let values = words.values(&step.pattern.values);
    let covers: Vec<usize> = step.houses(HouseRole::Cover).collect();
    let covers = words.houses(&covers);
    Explanation {
        title: step.technique.name().to_string(),
        reason: format!("{targets} have the same two of {values} as {base}"),
        full: format!(
            "The base cells {base} have the candidates {values}. Take a value that is in one of \
             them. Each of {covers} needs it as well, and none can have it in the line or the box \
             of the base. Without the target cells {targets} too few places are left: they cannot \
             all three have it in different lines. So every value of the base is also in a target \
             cell. The base has two values and there are two targets, so base and targets have \
             the same two values."
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
            "where {bases} meet {covers}, {count} cells have just {count} values, with {values} \
             counted by {line} and the others by {across}",
            line = first_word(&bases),
            across = first_word(&covers),
        ),
        full: format!(
            "{count} open cells stand where {bases} meet {covers}. Count the values that they can \
             take: {values} once for each of {bases} where these cells have them, the others once \
             for each of {covers}. That makes {count} as well. Each cell takes one of them and \
             none can be taken twice, so all are taken here: in {bases}, {values} have no other \
             place where they were counted, and in {covers} the other values have none."
        ),
    }
}

/// `rows 2 and 5` → `row`.
fn first_word(houses: &str) -> &str {
    let word = houses.split(' ').next().unwrap_or_default();
    word.strip_suffix('s').unwrap_or(word)
}
