//! Words for wings.

use super::single_digit::alternatives;
use super::{Explanation, Words, listed};
use crate::logic::step::{Candidate, HouseRole, Role, Step};
use crate::logic::technique::Technique;

pub(super) fn explain(words: &Words, step: &Step) -> Explanation {
    let cells: Vec<String> = step
        .pattern
        .cells
        .iter()
        .map(|cell| words.cell(*cell as usize))
        .collect();
    let values: Vec<String> = step
        .pattern
        .values
        .iter()
        .map(|v| words.value(*v))
        .collect();
    let (reason, full) = match step.technique {
        Technique::RemotePair => remote_pair(&cells, &values),
        Technique::WWing => w_wing(words, step, &cells, &values),
        Technique::XyWing => xy_wing(words, step, &cells, &values),
        Technique::XyzWing => xyz_wing(words, step, &cells, &values),
        _ => bent(words, step, &cells, &values),
    };
    let title = match (step.technique, cells.len()) {
        (Technique::LargeWing, 5) => "VWXYZ-wing".to_string(),
        (Technique::LargeWing, 6) => "UVWXYZ-wing".to_string(),
        (Technique::LargeWing, size) => format!("Wing of {size} cells"),
        (technique, _) => technique.name().to_string(),
    };
    Explanation {
        title,
        reason,
        full,
    }
}

fn remote_pair(cells: &[String], values: &[String]) -> (String, String) {
    let ([first, .., last], [x, y]) = (cells, values) else {
        return Default::default();
    };
    let chain = cells.join(" – ");
    (
        format!("{x} and {y} alternate along {chain}"),
        format!(
            "Each of the cells {chain} can only be {x} or {y}, and each sees the next, so the two \
             values alternate along the chain. The number of cells is even, so one of the ends, \
             {first} and {last}, is {x} and the other is {y}. A cell that sees both ends can be \
             neither."
        ),
    )
}

fn w_wing(words: &Words, step: &Step, cells: &[String], values: &[String]) -> (String, String) {
    let ([one, other, near, far], [kept, linked]) = (cells, values) else {
        return Default::default();
    };
    let house: Vec<usize> = step.houses(HouseRole::Base).collect();
    let house = words.houses(&house);
    (
        format!(
            "{one} and {other} can only be {kept} or {linked}, and {house} has its {linked} in \
             {near} or {far}"
        ),
        format!(
            "{one} and {other} have only the candidates {kept} and {linked}. In {house}, {linked} \
             can only go in {near}, which {one} sees, or in {far}, which {other} sees. So {one} \
             and {other} cannot both be {linked}: at least one of them is {kept}, and a cell that \
             sees both cannot be {kept}."
        ),
    )
}

fn xy_wing(words: &Words, step: &Step, cells: &[String], values: &[String]) -> (String, String) {
    let ([pivot, one, other], [shared, ..]) = (cells, values) else {
        return Default::default();
    };
    let [of_pivot, of_one, of_other] = candidates_of_three(words, step);
    (
        format!("{pivot} is {of_pivot}, and either way {one} or {other} is {shared}"),
        format!(
            "The pivot {pivot} is {of_pivot}. It sees {one}, which is {of_one}, and {other}, which \
             is {of_other}. Whichever value the pivot takes, one of these two loses it and must be \
             {shared}. A cell that sees both {one} and {other} cannot be {shared}."
        ),
    )
}

fn xyz_wing(words: &Words, step: &Step, cells: &[String], values: &[String]) -> (String, String) {
    let ([pivot, one, other], [shared, ..]) = (cells, values) else {
        return Default::default();
    };
    let [of_pivot, of_one, of_other] = candidates_of_three(words, step);
    (
        format!(
            "{shared} must be in {pivot} ({of_pivot}), {one} ({of_one}) or {other} ({of_other})"
        ),
        format!(
            "The pivot {pivot} is {of_pivot}. It sees {one}, which is {of_one}, and {other}, which \
             is {of_other}. If the pivot is not {shared}, one of these two loses the pivot's value \
             and must be {shared}. So one of the three cells is {shared}, and a cell that sees all \
             three cannot be {shared}."
        ),
    )
}

fn bent(words: &Words, step: &Step, cells: &[String], values: &[String]) -> (String, String) {
    let [scattered, others @ ..] = values else {
        return Default::default();
    };
    let list = words.cells(step.pattern.cells.iter().map(|cell| *cell as usize));
    let (count, all) = (cells.len(), listed(&sorted(values)));
    let places = step.marked(Role::Defining);
    let places = places.filter(|mark| step.pattern.values.first() == Some(&mark.value));
    let places: Vec<String> = places.map(|mark| words.cell(mark.cell as usize)).collect();
    let places = alternatives(&places);
    (
        format!("{list} contain only {all}, and {places} must be {scattered}"),
        format!(
            "The {count} cells {list} have {count} candidates between them: {all}. Any two of the \
             cells that share one of the candidates {} see each other, so each of these {} values \
             is used at most once. That leaves a cell for {scattered}: {places} must be \
             {scattered}, and a cell that sees all of these cannot be {scattered}.",
            listed(others),
            count - 1,
        ),
    )
}

fn sorted(values: &[String]) -> Vec<String> {
    let mut values = values.to_vec();
    values.sort();
    values
}

/// The candidates of a pivot and its two pincers: `3 or 7`.
fn candidates_of_three(words: &Words, step: &Step) -> [String; 3] {
    let of = |index: usize| {
        let cell = step.pattern.cells.get(index).copied();
        let marks = step.marked(Role::Defining);
        let mine = marks.filter(|mark: &Candidate| Some(mark.cell) == cell);
        let values: Vec<String> = mine.map(|mark| words.value(mark.value)).collect();
        alternatives(&values)
    };
    [of(0), of(1), of(2)]
}
