//! Words for colouring.

use super::single_digit::{only_value, shared_house};
use super::{Telling, Words};
use crate::logic::step::{Candidate, Role, Step};
use crate::logic::technique::Technique;

const TWO_COLOURS: &str = "Where two candidates are the only ones left for a job, exactly one of \
                           them is true; coloured in turn, all candidates of one colour are true \
                           together, and all of the other are false.";

pub(super) fn tell(words: &Words, step: &Step) -> Telling {
    let (title, reason, full) = match (step.technique, &step.pattern.cells[..]) {
        (Technique::SimpleColouring, [one, other]) => wrap(words, step, [*one, *other]),
        (Technique::SimpleColouring, _) => trap(words, step),
        (Technique::MultiColouring, _) if crosses_out_a_colour(step) => refuted(words, step),
        (Technique::MultiColouring, _) => bridge(words, step),
        _ if step.pattern.cells.is_empty() => medusa_trap(step),
        _ => medusa_contradiction(words, step),
    };
    Telling {
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
        format!("{value} is in all of {one} or in all of {other}, both seen from {targets}"),
        format!(
            "{TWO_COLOURS} For {value} the links between houses with two places for it give the \
             colours {one} and {other}. A cell that sees a cell of each colour sees a {value} in \
             any case."
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
        format!("{value} is in all of {one} or in none, and {a} and {b} share {shared}"),
        format!(
            "{TWO_COLOURS} For {value} the links between houses with two places for it give the \
             colours {one} and {other}. If the first were true, {a} and {b} would both be {value}, \
             though they share {shared}. So that colour is false."
        ),
    )
}

fn refuted(words: &Words, step: &Step) -> (String, String, String) {
    let value = only_value(words, step);
    let [one, _, third, fourth] = four_colours(words, step);
    (
        "Multi-colouring (type 2)".to_string(),
        format!("{value} in {one} would rule it out of both {third} and {fourth}"),
        format!(
            "{TWO_COLOURS} For {value} there are two such groups. In the second, either all of \
             {third} or all of {fourth} have it. The colour {one} of the first group sees cells \
             of both, so it would leave no place for either: it is false."
        ),
    )
}

fn bridge(words: &Words, step: &Step) -> (String, String, String) {
    let value = only_value(words, step);
    let [near, far, met, last] = four_colours(words, step);
    (
        "Multi-colouring (type 1)".to_string(),
        format!("{value} is in all of {far} or in all of {last}"),
        format!(
            "{TWO_COLOURS} For {value} there are two such groups: {near} against {far}, and {met} \
             against {last}. A cell of {near} sees one of {met}, so these two colours cannot both \
             be true, and at least one of the opposite colours is: {far} or {last}. A cell that \
             sees a cell of each of these cannot be {value}."
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
    words.cells(step.marked(role).map(|mark| mark.cell as usize))
}

/// Whether what goes is the first colour itself.
fn crosses_out_a_colour(step: &Step) -> bool {
    let eliminated = |c: &Candidate| step.eliminations.contains(c);
    step.marked(Role::ColourA).all(|c| eliminated(&c))
}
