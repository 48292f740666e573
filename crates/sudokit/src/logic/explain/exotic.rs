//! Words for exotic patterns.

use super::{Explanation, Words, listed};
use crate::logic::drawing::set_name;
use crate::logic::step::{Candidate, Case, HouseRole, Role, Step};
use crate::logic::technique::Technique;
use crate::shape::HouseKind;

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
             or column of their box. They cannot be filled with {values} alone. {}\nSo one of the \
             other candidates in these cells must be true: {}.",
            fillings(words, step),
            listed(&guardians)
        ),
    }
}

/// The ways to fill the cells of a tridagon with its three values, and why each fails.
fn fillings(words: &Words, step: &Step) -> String {
    let boxes = words.boxes_of(&step.pattern.cells);
    let in_box = |house: &usize| -> Vec<u16> {
        let of_box = words.shape.houses()[*house].cells();
        let cells = step.pattern.cells.iter().copied();
        cells.filter(|cell| of_box.contains(cell)).collect()
    };
    let by_box: Vec<Vec<u16>> = boxes.iter().map(in_box).collect();
    let ([first, across, down, last], &[a, b, c]) = (&by_box[..], &step.pattern.values[..]) else {
        return String::new();
    };
    let sees = |one: u16, other: u16| words.shape.peers(usize::from(one)).contains(&other);
    // The three values are alike, so one way to fill the first box stands for all six.
    let filled: Vec<(u16, u8)> = first.iter().copied().zip([a, b, c]).collect();
    let ways = |cells: &[u16]| -> Vec<Vec<(u16, u8)>> {
        let orders = [
            [a, b, c],
            [a, c, b],
            [b, a, c],
            [b, c, a],
            [c, a, b],
            [c, b, a],
        ];
        let ways = orders.map(|order| cells.iter().copied().zip(order).collect::<Vec<_>>());
        let fits = |way: &Vec<(u16, u8)>| {
            let mut all = way
                .iter()
                .flat_map(|one| filled.iter().map(move |other| (one, other)));
            all.all(|(one, other)| one.1 != other.1 || !sees(one.0, other.0))
        };
        ways.into_iter().filter(fits).collect()
    };
    let told = |way: &[(u16, u8)]| {
        let parts = way.iter().map(|(cell, value)| {
            format!(
                "{} = {}",
                words.cell(usize::from(*cell)),
                words.value(*value)
            )
        });
        listed(&parts.collect::<Vec<_>>())
    };
    let last_box = words.houses(&boxes[3..]);
    let mut lines = vec![format!(
        "The three values are alike, so one way to fill {} stands for all six: {}. Two ways are \
         then left for {} and two for {}.",
        words.house(boxes[0]),
        told(&filled),
        words.house(boxes[1]),
        words.house(boxes[2])
    )];
    for one in ways(across) {
        for other in ways(down) {
            let left = |cell: u16| -> Vec<u8> {
                let around = one
                    .iter()
                    .chain(&other)
                    .filter(|(seen, _)| sees(cell, *seen));
                let taken: Vec<u8> = around.map(|(_, value)| *value).collect();
                [a, b, c]
                    .into_iter()
                    .filter(|value| !taken.contains(value))
                    .collect()
            };
            let lefts: Vec<(u16, Vec<u8>)> = last.iter().map(|cell| (*cell, left(*cell))).collect();
            let placeless = [a, b, c]
                .into_iter()
                .find(|value| !lefts.iter().any(|(_, left)| left.contains(value)));
            let why = match placeless {
                Some(value) => format!("no cell of {last_box} can be {}", words.value(value)),
                None => {
                    let each = lefts.iter().map(|(cell, left)| {
                        let left = left.iter().map(|value| words.value(*value));
                        let left = left.collect::<Vec<_>>().join(" or ");
                        format!("{} could only be {left}", words.cell(usize::from(*cell)))
                    });
                    listed(&each.collect::<Vec<_>>())
                }
            };
            lines.push(format!("If {} and {}, {why}.", told(&one), told(&other)));
        }
    }
    lines.join("\n")
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
             targets contain the same two values.\n{}",
            rooms(words, step)
        ),
    }
}

/// For each value of an exocet, the places that are left without the targets, and why they are too
/// few.
fn rooms(words: &Words, step: &Step) -> String {
    let covers: Vec<usize> = step.houses(HouseRole::Cover).collect();
    let houses = words.shape.houses();
    let room = |case: &Case| {
        let value = words.value(case.values[0]);
        let is_in = |house: usize, cell: &u16| houses[house].cells().contains(cell);
        let empty = covers
            .iter()
            .find(|cover| !case.cells.iter().any(|cell| is_in(**cover, cell)));
        if let Some(cover) = empty {
            return format!("{value} has no place left in {}.", words.house(*cover));
        }
        let is_crossing = |house: &usize| {
            houses[*house].kind() != houses[covers[0]].kind()
                && matches!(houses[*house].kind(), HouseKind::Row | HouseKind::Column)
        };
        let lines = (0..houses.len()).filter(is_crossing);
        let lines: Vec<usize> = lines
            .filter(|line| case.cells.iter().any(|cell| is_in(*line, cell)))
            .collect();
        let places = cells(words, &case.cells);
        match lines.len() {
            ..3 => format!(
                "{value} is left in {places}, which are all in {}.",
                words.houses(&lines)
            ),
            // Two of the three have it in one and the same line only.
            _ => {
                let only = covers.iter().filter_map(|cover| {
                    let here = lines.iter().filter(|line| {
                        let mut here = case.cells.iter();
                        here.any(|cell| is_in(*cover, cell) && is_in(**line, cell))
                    });
                    let here: Vec<usize> = here.copied().collect();
                    match here[..] {
                        [line] => Some((*cover, line)),
                        _ => None,
                    }
                });
                let only: Vec<(usize, usize)> = only.collect();
                let same = only.iter().find_map(|(cover, line)| {
                    let mut others = only.iter();
                    let (other, _) = others.find(|(other, same)| other > cover && same == line)?;
                    Some((words.houses(&[*cover, *other]), words.house(*line)))
                });
                let (covers, line) = same.unwrap_or_default();
                format!("{value} is left in {places}, where {covers} have it only in {line}.")
            }
        }
    };
    let rooms: Vec<String> = step.pattern.cases.iter().map(room).collect();
    rooms.join("\n")
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
