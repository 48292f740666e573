//! Words for single-digit patterns, and for what other patterns say in the same way.

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
    let reason =
        format!("the {value}s of {houses} meet in {shared}, and {free} or {last} is {value}");
    let full = format!(
        "In {one} the {value} can only stand in {free} or {joined}, and in {other} only in {met} \
         or {last}. {joined} and {met} both lie in {shared}, so at most one of them is {value}; \
         a house that does not have its {value} there has it at its other end. So {free} or \
         {last} is {value}, perhaps both, and no cell that sees the two can be {value}."
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
        "the {value}s of {block} lie in {line} and {other}, and {link} has its {value} in {near} \
         or {far}"
    );
    let full = format!(
        "In {block} the {value} lies in {line} or in {other}; the other cells of {block} form the \
         empty rectangle. If it lies in {line}, then {near} is not {value}, and {far} is, being \
         the only other place in {link}. So either {far} is {value}, or {block} has its {value} \
         in {other}. A cell of {other} outside {block} that sees {far} loses its {value} both ways."
    );
    (reason, full)
}

/// The value that a step is about.
pub(super) fn only_value(words: &Words, step: &Step) -> String {
    let value = step.pattern.values.first();
    value.map_or(String::new(), |value| words.value(*value))
}

/// A house that two cells share, a line rather than a box.
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
