//! Words for colouring.

use super::single_digit::{only_value, shared_house};
use super::{Explanation, Words, listed};
use crate::logic::step::{Candidate, Role, Step};
use crate::logic::technique::Technique;

const TWO_COLOURS: &str = "\
    When only two candidates are left in a cell, or for a value in a house, exactly one of \
    them is true. Along such links the candidates get two colours in turn: all candidates of \
    one colour are true, and all of the other are false.";

pub(super) fn explain(words: &Words, step: &Step) -> Explanation {
    let (title, reason, full) = match (step.technique, &step.pattern.cells[..]) {
        (Technique::SimpleColouring, [one, other]) => wrap(words, step, [*one, *other]),
        (Technique::SimpleColouring, _) => trap(words, step),
        (Technique::MultiColouring, _) if crosses_out_a_colour(step) => refuted(words, step),
        (Technique::MultiColouring, _) => bridge(words, step),
        _ if step.pattern.cells.is_empty() => medusa_trap(words, step),
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
        format!("{value} is either in {one} or in {other}, both seen by {targets}"),
        format!(
            "{TWO_COLOURS} Here {value} is either in {one} or in {other}. A cell that sees both \
             colours sees a {value} either way."
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
        format!("{value} is either in {one} or in {other}, but {a} and {b} share {shared}"),
        format!(
            "{TWO_COLOURS} Here {value} is either in {one} or in {other}. In the first case {a} \
             and {b} would both be {value}, although they share {shared}. So that colour is \
             false."
        ),
    )
}

fn refuted(words: &Words, step: &Step) -> (String, String, String) {
    let value = only_value(words, step);
    let [_, _, third, fourth] = four_colours(words, step);
    let refuted = words.cells(step.marked(Role::ColourA).map(|mark| mark.cell as usize));
    (
        "Multi-colouring (type 2)".to_string(),
        format!(
            "{value} is either in {third} or in {fourth}, both seen by the colour of {refuted}"
        ),
        format!(
            "{TWO_COLOURS} There are two such groups for {value}. In one, {value} is either in \
             {third} or in {fourth}. In the other, the colour of {refuted} sees cells of both. If \
             it were true, neither of the two could be true, so it is false."
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
            "{TWO_COLOURS} There are two such groups for {value}: it is either in {near} or in \
             {far}, and it is either in {met} or in {last}. A cell of the first colour sees a cell \
             of the third, so these two colours cannot both be true. At least one of the opposite \
             colours is true: {value} is in {far} or in {last}. A cell that sees both cannot be \
             {value}."
        ),
    )
}

fn medusa_trap(words: &Words, step: &Step) -> (String, String, String) {
    let count = step.marked(Role::ColourA).count() + step.marked(Role::ColourB).count();
    (
        step.technique.name().to_string(),
        format!(
            "one of two colours on {count} candidates is true, and whatever conflicts with both is \
             false"
        ),
        format!(
            "{TWO_COLOURS} Here the colours extend over several values, through cells with two \
             candidates and houses with two places for a value. An uncoloured candidate conflicts \
             with a colour that is in the same cell, or that it sees on the same value. If it \
             conflicts with both colours, it is false either way.\n{}\n{}",
            two_colours(words, step),
            conflicts(words, step)
        ),
    )
}

/// The candidates of both colours.
fn two_colours(words: &Words, step: &Step) -> String {
    let [first, second] = [Role::ColourA, Role::ColourB].map(|role| {
        let mut values: Vec<u8> = step.marked(role).map(|mark| mark.value).collect();
        values.sort_unstable();
        values.dedup();
        let places = values.iter().map(|value| {
            let of_value = step.marked(role).filter(|mark| mark.value == *value);
            let cells = words.cells(of_value.map(|mark| usize::from(mark.cell)));
            format!("{} in {cells}", words.value(*value))
        });
        places.collect::<Vec<_>>().join("; ")
    });
    format!("The first colour: {first}.\nThe second colour: {second}.")
}

/// For each eliminated candidate, what excludes it in either case.
fn conflicts(words: &Words, step: &Step) -> String {
    let lines = step.eliminations.iter().map(|candidate| {
        let [first, second] = [Role::ColourA, Role::ColourB].map(|role| {
            excluder(words, step, role, *candidate).map_or_else(String::new, |mark| {
                format!(
                    "{} = {}",
                    words.cell(mark.cell.into()),
                    words.value(mark.value)
                )
            })
        });
        let cell = words.cell(candidate.cell.into());
        let value = words.value(candidate.value);
        format!("{cell} ≠ {value}: {first} if the first colour is true, {second} if the second is.")
    });
    lines.collect::<Vec<_>>().join("\n")
}

/// The candidate of a colour that excludes another: in the same cell, or the same value in a cell
/// that it sees.
fn excluder(words: &Words, step: &Step, role: Role, candidate: Candidate) -> Option<Candidate> {
    let peers = words.shape.peers(candidate.cell.into());
    let mut marks = step.marked(role);
    marks.find(|mark| match mark.cell == candidate.cell {
        true => mark.value != candidate.value,
        false => mark.value == candidate.value && peers.contains(&mark.cell),
    })
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
            "{a} and {b} would both be {values}, although they share {}",
            shared_house(words, *one, *other)
        ),
        ([cell], [number]) if coloured.any(|c| c.cell == *number) => {
            format!("{cell} would be {values} at once")
        }
        _ => format!("{} would have no candidate left", cells.concat()),
    };
    // What each candidate of such a cell would be lost to, in full.
    let losses = match step.pattern.cells[..] {
        [number] if !step.marked(Role::ColourA).any(|c| c.cell == number) => {
            let lost = step.pattern.values.iter().filter_map(|value| {
                let candidate = Candidate::new(usize::from(number), *value);
                let mark = excluder(words, step, Role::ColourA, candidate)?;
                let (value, cell) = (words.value(*value), words.cell(mark.cell.into()));
                Some(format!("{value} because of {cell}"))
            });
            format!(": it would lose {}", listed(&lost.collect::<Vec<_>>()))
        }
        _ => String::new(),
    };
    (
        step.technique.name().to_string(),
        format!("if one of two colours were true, {why}"),
        format!(
            "{TWO_COLOURS} Here the colours extend over several values, through cells with two \
             candidates and houses with two places for a value.\n{}\nIf the first colour were \
             true, {why}{losses}. So every candidate of that colour is false{}.",
            two_colours(words, step),
            match step.placements.is_empty() {
                true => "",
                false => ", and every candidate of the other is true",
            }
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

/// Returns whether the step eliminates the first colour itself.
fn crosses_out_a_colour(step: &Step) -> bool {
    let eliminated = |c: &Candidate| step.eliminations.contains(c);
    step.marked(Role::ColourA).all(|c| eliminated(&c))
}
