//! Words for almost locked sets.

use super::{Explanation, Words, listed};
use crate::logic::step::{HouseRole, LockedSet, Role, Step};
use crate::logic::technique::Technique;

/// What an almost locked set is, for those who meet one for the first time.
const WHAT_IT_IS: &str = "An almost locked set is a group of cells in one house with just one \
     candidate value more than cells: take one of its values away, and all the others must stand \
     in it.";

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

/// A set: `r1c23 {2,5,7}`.
fn set(words: &Words, set: &LockedSet) -> String {
    let values: Vec<String> = set.values.iter().map(|value| words.value(*value)).collect();
    format!("{} {{{}}}", cells(words, set), values.join(","))
}

fn cells(words: &Words, set: &LockedSet) -> String {
    words.cells(set.cells.iter().map(|cell| *cell as usize))
}

/// The marked values, each once.
fn marked_values(step: &Step) -> Vec<u8> {
    let mut values: Vec<u8> = step.marked(Role::Defining).map(|c| c.value).collect();
    values.sort_unstable();
    values.dedup();
    values
}

/// `5 is` or `2 and 5 are each`.
fn each_is(words: &Words, values: &[u8]) -> String {
    match values {
        [value] => format!("{} is", words.value(*value)),
        _ => format!("{} are each", words.values(values)),
    }
}

fn xz(words: &Words, step: &Step) -> Explanation {
    let [one, other] = &step.pattern.sets[..] else {
        return unknown(step);
    };
    let (first, second) = (set(words, one), set(words, other));
    match &one.commons[..] {
        [link] => {
            let (link, kept) = (words.value(*link), marked_values(step));
            let kept = each_is(words, &kept);
            Explanation {
                title: step.technique.name().to_string(),
                reason: format!(
                    "{first} and {second} cannot both have {link}, and {kept} in one of them"
                ),
                full: format!(
                    "{WHAT_IT_IS} Here {first} is one and {second} another. Every {link} of the \
                     first sees every {link} of the second, so only one of them can have it. The \
                     one that does without {link} has all its other values. So {kept} in one of \
                     the two sets, and cannot stand in a cell that sees it throughout both."
                ),
            }
        }
        links => {
            let both = words.values(links);
            Explanation {
                title: format!("Doubly linked {}", step.technique.name()),
                reason: format!("{first} and {second} share out {both}, one each"),
                full: format!(
                    "{WHAT_IT_IS} Here {first} is one and {second} another. They can both have \
                     neither of {both}, because these see each other from set to set; and no set \
                     can do without two of its values. So each set gets exactly one of {both}, \
                     and all the other values of each set are locked into it: they leave the \
                     cells that see them throughout their set, as {both} leave those that see \
                     them throughout both."
                ),
            }
        }
    }
}

fn xy_wing(words: &Words, step: &Step) -> Explanation {
    let ([wing, pivot, other], [link, second]) = (&step.pattern.sets[..], &step.pattern.values[..])
    else {
        return unknown(step);
    };
    let (one, middle, two) = (set(words, wing), set(words, pivot), set(words, other));
    let (link, second) = (words.value(*link), words.value(*second));
    let kept = each_is(words, &marked_values(step));
    Explanation {
        title: step.technique.name().to_string(),
        reason: format!(
            "{middle} takes {link} from {one} or {second} from {two}, and {kept} in one of them"
        ),
        full: format!(
            "{WHAT_IT_IS} The pivot here is {middle}. It cannot have {link} together with {one}, \
             nor {second} together with {two}, because these values see each other from set to \
             set. As it can do without one value at most, it has {link} or {second} itself, so \
             one of the two wings has to do without and has all its other values. So {kept} in \
             one of the wings."
        ),
    }
}

fn chain(words: &Words, step: &Step) -> Explanation {
    let sets = &step.pattern.sets;
    let (Some(first), Some(last)) = (sets.first(), sets.last()) else {
        return unknown(step);
    };
    let mut line = String::new();
    for listed in sets {
        line.push_str(&set(words, listed));
        if let Some(link) = listed.commons.first() {
            line.push_str(&format!(" –{}– ", words.value(*link)));
        }
    }
    let kept = each_is(words, &step.pattern.values);
    let (start, end) = (cells(words, first), cells(words, last));
    Explanation {
        title: format!("{} of {} sets", step.technique.name(), sets.len()),
        reason: format!("in {line} {kept} in the first or the last set"),
        full: format!(
            "{WHAT_IT_IS} Here {count} of them are linked: {line}. The value between two sets can \
             only be in one of them. Suppose that {start} does without the value that it has in \
             common with {end}: then it has all its others, also the link to the next set, which must do without that and so has \
             its next link, and so on to {end}, which does without its link and has all its other \
             values. So {kept} in the first or in the last set.",
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
    let petals: Vec<String> = step.pattern.sets.iter().map(|s| set(words, s)).collect();
    let losses: Vec<String> = (step.pattern.sets.iter())
        .map(|petal| {
            let lost = petal.commons.first().map(|lost| words.value(*lost));
            format!(
                "{}, the petal {} loses it",
                lost.unwrap_or_default(),
                cells(words, petal)
            )
        })
        .collect();
    let petals = listed(&petals);
    Explanation {
        title: step.technique.name().to_string(),
        reason: format!(
            "whatever {stem} is, it takes a value from {petals}, and {value} is in one of them"
        ),
        full: format!(
            "{WHAT_IT_IS} Here each candidate of the stem {stem} has such a set, a petal, that it \
             sees throughout: {petals}. If {stem} is {losses}; the petal that loses its value has all \
             its other values. All petals have {value}, so it is in one of them.",
            losses = losses.join(", if it is "),
        ),
    }
}

fn sue_de_coq(words: &Words, step: &Step) -> Explanation {
    let [core, along, around] = &step.pattern.sets[..] else {
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
    let (meet, first, second) = (set(words, core), set(words, along), set(words, around));
    let count = core.cells.len() + along.cells.len() + around.cells.len();
    let shared = |part: &LockedSet| words.values(&part.commons);
    Explanation {
        title,
        reason: format!("{meet} shares its values with {first} in {line} and {second} in {block}"),
        full: format!(
            "{meet} stands where {line} and {block} meet. In {line}, {first} takes its part of \
             {along}; in {block}, {second} takes its part of {around}. Each value can be used \
             only once in its house, and counted so the {count} cells have exactly {count} values \
             to share out. So none is to spare: what belongs to {line} stays within these cells \
             of {line}, what belongs to {block} within these cells of {block}, and a value that \
             only {core} has within those.",
            along = shared(along),
            around = shared(around),
            core = cells(words, core),
        ),
    }
}

fn aligned_exclusion(words: &Words, step: &Step) -> Explanation {
    let base = words.cells(step.pattern.cells.iter().map(|cell| *cell as usize));
    let all = match step.pattern.cells.len() {
        2 => "both",
        _ => "all three",
    };
    let excluders: Vec<String> = step.pattern.sets.iter().map(|s| set(words, s)).collect();
    let seen = match excluders.is_empty() {
        true => String::new(),
        false => format!(" The cells that see {all} are {}.", listed(&excluders)),
    };
    Explanation {
        title: step.technique.name().to_string(),
        reason: format!(
            "every way to fill {base} with what goes leaves nothing to a cell that sees {all}"
        ),
        full: format!(
            "Go through all ways to fill {base}.{seen} A way is impossible if two cells that see \
             each other would be equal, or if it uses up all candidates of a cell that sees \
             {all}. A candidate that is left with no possible way cannot be right."
        ),
    }
}

/// A step that this technique did not make: there is nothing to say beyond its name.
fn unknown(step: &Step) -> Explanation {
    Explanation {
        title: step.technique.name().to_string(),
        reason: "its pattern is incomplete".to_string(),
        full: String::new(),
    }
}
