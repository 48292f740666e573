//! Words for single-digit patterns, and phrases that other families share.

use super::{Explanation, Words};
use crate::logic::step::{HouseRole, Step};
use crate::logic::technique::Technique;

pub(super) fn explain(words: &Words, step: &Step) -> Explanation {
    let (reason, full) = match step.technique {
        Technique::EmptyRectangle => empty_rectangle(words, step),
        _ => two_links(words, step),
    };
    Explanation {
        title: step.technique.name().to_string(),
        reason,
        full,
    }
}

fn two_links(words: &Words, step: &Step) -> (String, String) {
    let value = only_value(words, step);
    let bases: Vec<usize> = step.houses(HouseRole::Base).collect();
    let (&[free, joined, met, last], &[one, other]) = (&step.pattern.cells[..], &bases[..]) else {
        return Default::default();
    };
    let shared = shared_house(words, joined, met);
    let [free, joined, met, last] = [free, joined, met, last].map(|c| words.cell(c as usize));
    let houses = words.houses(&bases);
    let (one, other) = (words.house(one), words.house(other));
    let reason = format!(
        "the {value}s in {houses} are linked through {shared}, and {free} or {last} must be {value}"
    );
    let full = format!(
        "In {one}, {value} can only go in {free} or {joined}, and in {other} only in {met} or \
         {last}. {joined} and {met} share {shared}, so they cannot both be {value}. So {free} or \
         {last}, or both, must be {value}, and a cell that sees both cannot be {value}."
    );
    (reason, full)
}

fn empty_rectangle(words: &Words, step: &Step) -> (String, String) {
    let value = only_value(words, step);
    let bases: Vec<usize> = step.houses(HouseRole::Base).collect();
    let (&[near, far], &[block, line, other, link]) = (&step.pattern.cells[..], &bases[..]) else {
        return Default::default();
    };
    let (near, far) = (words.cell(near as usize), words.cell(far as usize));
    let [block, line, other, link] = [block, line, other, link].map(|house| words.house(house));
    let reason = format!(
        "all {value}s in {block} are in {line} or {other}, and {link} has its {value} in {near} or \
         {far}"
    );
    let full = format!(
        "In {block}, {value} can only go in {line} or {other}; the other cells of {block} form the \
         empty rectangle. If it is in {line}, then {near} is not {value}, so {far} is, the only \
         other place in {link}. So either {far} is {value}, or {block} has its {value} in {other}. \
         A cell of {other} outside {block} that sees {far} cannot be {value} in either case."
    );
    (reason, full)
}

/// The first value of a pattern, as a symbol.
pub(super) fn only_value(words: &Words, step: &Step) -> String {
    let value = step.pattern.values.first();
    value.map_or(String::new(), |value| words.value(*value))
}

/// A house that two cells share, preferably a line.
pub(super) fn shared_house(words: &Words, one: u16, other: u16) -> String {
    let (one, other) = (one as usize, other as usize);
    let mut houses = words.shape.houses_of(one).iter();
    let shared = houses.find(|house| words.shape.houses_of(other).contains(house));
    shared.map_or(String::new(), |house| words.house(*house as usize))
}

/// Alternatives: `a`, `a or b`, `a, b or c`.
pub(super) fn alternatives(items: &[String]) -> String {
    match items {
        [] => String::new(),
        [one] => one.clone(),
        [most @ .., last] => format!("{} or {last}", most.join(", ")),
    }
}
