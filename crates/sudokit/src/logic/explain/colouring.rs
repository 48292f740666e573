//! Words for colouring.

use super::single_digit::{only_value, shared_house};
use super::{Explanation, Words};
use crate::logic::step::{Candidate, Role, Step};
use crate::logic::technique::Technique;

const TWO_COLOURS: &str = "Where two candidates are the only ones left for a cell, or for a value in a house, exactly one of \
                           them is true; coloured in turn, all candidates of one colour are true \
                           together, and all of the other are false.";

pub(super) fn explain(words: &Words, step: &Step) -> Explanation {
    let (title, reason, full) = match (step.technique, &step.pattern.cells[..]) {
        (Technique::SimpleColouring, [one, other]) => wrap(words, step, [*one, *other]),
        (Technique::SimpleColouring, _) => trap(words, step),
        (Technique::MultiColouring, _) if crosses_out_a_colour(step) => refuted(words, step),
        (Technique::MultiColouring, _) => bridge(words, step),
        _ if step.pattern.cells.is_empty() => medusa_trap(step),
        _ => medusa_contradiction(words, step),
    };
    Explanation {
        title,
        reason,
        full,
    }
}

fn trap(words: &Words, step: &Step) -> (String, String, String) {
    let value = only_value(words, step);
    let [one, other] = [Role::ColourA, Role::ColourB].map(|role| in_colour(words, step, role));
    let targets = words.targets(step);
    (
        "Simple colouring (trap)".to_string(),
        format!("{value} is in {one} or in {other}, both seen from {targets}"),
        format!(
            "{TWO_COLOURS} Here {value} is in {one}, or else in {other}. A cell that sees a cell \
             of each colour sees a {value} in any case."
        ),
    )
}

fn wrap(words: &Words, step: &Step, [a, b]: [u16; 2]) -> (String, String, String) {
    let value = only_value(words, step);
    let [one, other] = [Role::ColourA, Role::ColourB].map(|role| in_colour(words, step, role));
    let shared = shared_house(words, a, b);
    let (a, b) = (words.cell(a as usize), words.cell(b as usize));
    (
        "Simple colouring (wrap)".to_string(),
        format!("{value} is in {one} or in {other}, and {a} and {b} share {shared}"),
        format!(
            "{TWO_COLOURS} Here {value} is in {one}, or else in {other}. In the first case {a} \
             and {b} would both be {value}, though they share {shared}. So that colour is false."
        ),
    )
}

fn refuted(words: &Words, step: &Step) -> (String, String, String) {
    let value = only_value(words, step);
    let [_, _, third, fourth] = four_colours(words, step);
    let refuted = words.cells(step.marked(Role::ColourA).map(|mark| mark.cell as usize));
    (
        "Multi-colouring (type 2)".to_string(),
        format!("{value} is in {third} or in {fourth}, both seen from the colour of {refuted}"),
        format!(
            "{TWO_COLOURS} Of {value} there are two groups of this kind. In one it is in {third}, \
             or else in {fourth}. In the other the colour of {refuted} sees a cell of each. With \
             it neither of the two could be true, so it is false."
        ),
    )
}

fn bridge(words: &Words, step: &Step) -> (String, String, String) {
    let value = only_value(words, step);
    let [near, far, met, last] = four_colours(words, step);
    (
        "Multi-colouring (type 1)".to_string(),
        format!("{value} is in {far} or in {last}"),
        format!(
            "{TWO_COLOURS} Of {value} there are two groups of this kind: it is in {near}, or else \
             in {far}; and it is in {met}, or else in {last}. A cell of the first colour sees one \
             of the third, so these two cannot both be true. At least one of the opposite colours \
             is: {value} is in {far} or in {last}. A cell that sees a cell of each of these cannot \
             be {value}."
        ),
    )
}

fn medusa_trap(step: &Step) -> (String, String, String) {
    let count = step.marked(Role::ColourA).count() + step.marked(Role::ColourB).count();
    (
        step.technique.name().to_string(),
        format!(
            "of {count} candidates in two colours one colour is true, and what meets both is false"
        ),
        format!(
            "{TWO_COLOURS} Here the colours run through several values: by cells with two \
             candidates, and by houses with two places for a value. A candidate that is not \
             coloured meets a colour where it shares its cell with it, or sees the same value in \
             it. One that meets both colours loses either way."
        ),
    )
}

fn medusa_contradiction(words: &Words, step: &Step) -> (String, String, String) {
    let mut coloured = step.marked(Role::ColourA);
    let cells: Vec<String> = step
        .pattern
        .cells
        .iter()
        .map(|cell| words.cell(*cell as usize))
        .collect();
    let values = words.values(&step.pattern.values);
    let why = match (&cells[..], &step.pattern.cells[..]) {
        ([a, b], [one, other]) => format!(
            "{a} and {b} would both be {values}, though they share {}",
            shared_house(words, *one, *other)
        ),
        ([cell], [number]) if coloured.any(|c| c.cell == *number) => {
            format!("{cell} would be {values} at once")
        }
        _ => format!("{} would have no value left", cells.concat()),
    };
    (
        step.technique.name().to_string(),
        format!("in one of two colours {why}"),
        format!(
            "{TWO_COLOURS} Here the colours run through several values: by cells with two \
             candidates, and by houses with two places for a value. If the first colour were \
             true, {why}. So every candidate of that colour is false."
        ),
    )
}

fn four_colours(words: &Words, step: &Step) -> [String; 4] {
    [Role::ColourA, Role::ColourB, Role::ColourC, Role::ColourD]
        .map(|role| in_colour(words, step, role))
}

fn in_colour(words: &Words, step: &Step, role: Role) -> String {
    let cells = words.cells(step.marked(role).map(|mark| mark.cell as usize));
    match step.marked(role).count() {
        1 => cells,
        _ => format!("all of {cells}"),
    }
}

/// Whether what goes is the first colour itself.
fn crosses_out_a_colour(step: &Step) -> bool {
    let eliminated = |c: &Candidate| step.eliminations.contains(c);
    step.marked(Role::ColourA).all(|c| eliminated(&c))
}
