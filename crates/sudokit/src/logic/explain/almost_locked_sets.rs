//! Words for almost locked sets.

use super::{Explanation, Words, listed};
use crate::logic::drawing::set_name;
use crate::logic::step::{Case, HouseRole, LockedSet, Role, Step};
use crate::logic::technique::Technique;

/// A definition for players who meet an almost locked set for the first time.
pub(super) const WHAT_IT_IS: &str = "\
    An almost locked set is a group of cells in one house with one candidate value more than \
    cells: if it loses one of its values, it must contain all the others.";

pub(super) fn explain(words: &Words, step: &Step) -> Explanation {
    match step.technique {
        Technique::SueDeCoq => sue_de_coq(words, step),
        Technique::AlsXz => xz(words, step),
        Technique::AlsXyWing => xy_wing(words, step),
        Technique::AlsChain => chain(words, step),
        Technique::DeathBlossom => death_blossom(words, step),
        _ => aligned_exclusion(words, step),
    }
}

/// A set with the letter that it has in the drawing: `A (r1c23 {2,5,7})`.
pub(super) fn set(words: &Words, sets: &[LockedSet], index: usize) -> String {
    let Some(set) = sets.get(index) else {
        return String::new();
    };
    let cells = words.cells(set.cells.iter().map(|cell| *cell as usize));
    let values: Vec<String> = set.values.iter().map(|value| words.value(*value)).collect();
    format!("{} ({cells} {{{}}})", set_name(index), values.join(","))
}

/// All sets of a step.
fn sets(words: &Words, step: &Step) -> Vec<String> {
    let sets = &step.pattern.sets;
    (0..sets.len())
        .map(|index| set(words, sets, index))
        .collect()
}

/// The marked values, each once.
fn marked_values(step: &Step) -> Vec<u8> {
    let mut values: Vec<u8> = step.marked(Role::Defining).map(|c| c.value).collect();
    values.sort_unstable();
    values.dedup();
    values
}

/// `5 must be` or `2 and 5 must each be`.
fn each_is(words: &Words, values: &[u8]) -> String {
    match values {
        [value] => format!("{} must be", words.value(*value)),
        _ => format!("{} must each be", words.values(values)),
    }
}

fn xz(words: &Words, step: &Step) -> Explanation {
    let ([one, _], [first, second]) = (&step.pattern.sets[..], &sets(words, step)[..]) else {
        return unknown(step);
    };
    match &one.commons[..] {
        [link] => {
            let (link, kept) = (words.value(*link), marked_values(step));
            let kept = each_is(words, &kept);
            Explanation {
                title: step.technique.name().to_string(),
                reason: format!(
                    "{first} and {second} cannot both contain {link}, and {kept} in one of them"
                ),
                full: format!(
                    "{WHAT_IT_IS} Here {first} is one and {second} another. Every {link} in A sees \
                     every {link} in B, so only one of them can contain it. The set without {link} \
                     contains all its other values. So {kept} in A or in B, and not in a cell that \
                     sees all its places in both."
                ),
            }
        }
        links => {
            let both = words.values(links);
            Explanation {
                title: format!("Doubly linked {}", step.technique.name()),
                reason: format!("{first} and {second} each contain exactly one of {both}"),
                full: format!(
                    "{WHAT_IT_IS} Here {first} is one and {second} another. Neither of {both} can \
                     be in both sets, because its places see each other; and neither set can lose \
                     two of its values. So each set contains exactly one of {both}, and all its \
                     other values are locked into it. These can be eliminated from cells that see \
                     all their places in their set, and {both} from cells that see all their \
                     places in both sets."
                ),
            }
        }
    }
}

fn xy_wing(words: &Words, step: &Step) -> Explanation {
    let ([one, middle, two], [link, second]) = (&sets(words, step)[..], &step.pattern.values[..])
    else {
        return unknown(step);
    };
    let (link, second) = (words.value(*link), words.value(*second));
    let kept = each_is(words, &marked_values(step));
    Explanation {
        title: step.technique.name().to_string(),
        reason: format!(
            "{middle} takes {link} from {one} or {second} from {two}, and {kept} in one of these \
             two"
        ),
        full: format!(
            "{WHAT_IT_IS} The pivot here is {middle}; the wings are {one} and {two}. {link} cannot \
             be both in B and in A, nor {second} both in B and in C, because their places see each \
             other. B can lose at most one of its values, so it contains {link} or {second}. The \
             wing that loses this value contains all its others. So {kept} in A or in C, and not \
             in a cell that sees all its places in both."
        ),
    }
}

fn chain(words: &Words, step: &Step) -> Explanation {
    let sets = &step.pattern.sets;
    let Some(last) = sets.len().checked_sub(1) else {
        return unknown(step);
    };
    let mut line = String::new();
    for (index, listed) in sets.iter().enumerate() {
        line.push_str(&set(words, sets, index));
        if let Some(link) = listed.commons.first() {
            line.push_str(&format!(" –{}– ", words.value(*link)));
        }
    }
    let kept = each_is(words, &step.pattern.values);
    let (start, end) = (set_name(0), set_name(last));
    Explanation {
        title: format!("{} of {} sets", step.technique.name(), sets.len()),
        reason: format!("in the chain {line}, {kept} in {start} or in {end}"),
        full: format!(
            "{WHAT_IT_IS} Here {count} of them are linked: {line}. The value between two sets can \
             be in only one of them. Suppose that {start} loses a value that {end} has too. Then \
             it contains all its others, including its link to the next set. That set loses this \
             link and so contains its next one, and so on to {end}, which loses its link and \
             contains all its other values. So {kept} in {start} or in {end}, and not in a cell \
             that sees all its places in both.",
            count = sets.len(),
        ),
    }
}

fn death_blossom(words: &Words, step: &Step) -> Explanation {
    let (Some(&stem), Some(&value)) = (step.pattern.cells.first(), step.pattern.values.first())
    else {
        return unknown(step);
    };
    let (stem, value) = (words.cell(stem as usize), words.value(value));
    let losses: Vec<String> = (step.pattern.sets.iter().enumerate())
        .map(|(index, petal)| {
            let lost = petal.commons.iter().map(|lost| words.value(*lost));
            let lost = lost.collect::<Vec<_>>().join(" or ");
            format!("{lost}, the petal {} loses that value", set_name(index))
        })
        .collect();
    let petals = listed(&sets(words, step));
    Explanation {
        title: step.technique.name().to_string(),
        reason: format!(
            "whichever value {stem} takes, one of {petals} loses it, and {value} must be in one of \
             them"
        ),
        full: format!(
            "{WHAT_IT_IS} Here each candidate of the stem {stem} has such a set, called a petal, \
             and sees all its places there: {petals}. If {stem} is {losses}. That petal then \
             contains all its other values. All petals have the candidate {value}, so it must be \
             in one of them.",
            losses = losses.join("; if it is "),
        ),
    }
}

fn sue_de_coq(words: &Words, step: &Step) -> Explanation {
    let ([core, along, around], [meet, first, second]) =
        (&step.pattern.sets[..], &sets(words, step)[..])
    else {
        return unknown(step);
    };
    let houses: Vec<usize> = step.houses(HouseRole::Base).collect();
    let [line, block] = houses[..] else {
        return unknown(step);
    };
    let (line, block) = (words.house(line), words.house(block));
    let own_values = [along, around]
        .iter()
        .any(|part| part.values != part.commons);
    let title = match own_values {
        true => format!("Extended {}", step.technique.name()),
        false => step.technique.name().to_string(),
    };
    let count = core.cells.len() + along.cells.len() + around.cells.len();
    let shared = |part: &LockedSet| words.values(&part.commons);
    Explanation {
        title,
        reason: format!("{meet} shares its values with {first} in {line} and {second} in {block}"),
        full: format!(
            "{meet} is where {line} and {block} intersect. It shares {along} with {first} in \
             {line}, and {around} with {second} in {block}. A value can be used only once in its \
             house, so the {count} cells have exactly {count} values between them, and all of \
             these are used. The values shared in {line} must be in these cells of {line}, those \
             shared in {block} in these cells of {block}, and a value that only A has must be \
             there.",
            along = shared(along),
            around = shared(around),
        ),
    }
}

fn aligned_exclusion(words: &Words, step: &Step) -> Explanation {
    let base = words.cells(step.pattern.cells.iter().map(|cell| *cell as usize));
    let all = match step.pattern.cells.len() {
        2 => "both",
        _ => "all three",
    };
    let excluders = sets(words, step);
    if step.pattern.sets.iter().any(|set| set.cells.len() > 1) {
        return aligned_exclusion_by_sets(words, step, &base, &listed(&excluders));
    }
    let seen = match excluders.is_empty() {
        true => String::new(),
        false => format!(" These cells see {all}: {}.", listed(&excluders)),
    };
    Explanation {
        title: step.technique.name().to_string(),
        reason: format!("no valid combination of values in {base} allows it"),
        full: format!(
            "Consider every combination of values in {base}.{seen} A combination is impossible if \
             two cells that see each other would be equal, or if it uses up all candidates of a \
             cell that sees {all}. A candidate without a possible combination is false.{}",
            combinations(words, step)
        ),
    }
}

/// The combinations with an eliminated candidate, each with what excludes it.
fn combinations(words: &Words, step: &Step) -> String {
    let case = |case: &Case| {
        let pairs = || case.cells.iter().zip(&case.values);
        let values = pairs().map(|(cell, value)| {
            format!(
                "{} = {}",
                words.cell(usize::from(*cell)),
                words.value(*value)
            )
        });
        let values: Vec<String> = values.collect();
        let sets = &step.pattern.sets;
        let excluder = case.set.map(usize::from);
        let why = match excluder.and_then(|index| Some((index, sets.get(index)?))) {
            Some((index, one)) if one.cells.len() == 1 => {
                format!("leave no value for {}", set(words, sets, index))
            }
            Some((index, _)) => format!("take two values from {}", set(words, sets, index)),
            None => {
                let sees = |one: u16, other: u16| {
                    let peers = words.shape.peers(usize::from(one));
                    peers.contains(&other)
                };
                let twice = pairs().find_map(|(one, value)| {
                    let mut others = pairs().filter(|(_, same)| *same == value);
                    let (other, _) = others.find(|(other, _)| sees(*one, **other))?;
                    let both = words.cells([usize::from(*one), usize::from(*other)]);
                    Some(format!(
                        "put {} twice in a house: {both}",
                        words.value(*value)
                    ))
                });
                twice.unwrap_or_default()
            }
        };
        format!("{} would {why}.", listed(&values))
    };
    let cases: Vec<String> = step.pattern.cases.iter().map(case).collect();
    match step.pattern.case_count {
        None => format!("\n{}", cases.join("\n")),
        Some(count) => format!(
            "\nThere are {count} combinations with an eliminated candidate. One of them: {}",
            cases.join("\n")
        ),
    }
}

fn aligned_exclusion_by_sets(words: &Words, step: &Step, base: &str, sets: &str) -> Explanation {
    Explanation {
        title: step.technique.name().to_string(),
        reason: format!(
            "every combination of values in {base} with it takes two values from one of {sets}"
        ),
        full: format!(
            "{WHAT_IT_IS} Here these are such sets: {sets}. Consider every combination of values \
             in {base}. It is impossible if both cells see each other and would be equal, or if \
             each takes another value from the same set, by seeing all its places there: the set \
             would have fewer values than cells. A candidate without a possible combination is \
             false.{}",
            combinations(words, step)
        ),
    }
}

/// A step that the technique did not make: only its name is known.
fn unknown(step: &Step) -> Explanation {
    Explanation {
        title: step.technique.name().to_string(),
        reason: "the pattern is incomplete".to_string(),
        full: String::new(),
    }
}
