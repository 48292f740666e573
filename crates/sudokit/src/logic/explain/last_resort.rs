//! Words for the last resorts.

use super::{Explanation, Words, listed};
use crate::logic::step::{Chain, HouseRole, Node, Role, Step};
use crate::logic::technique::Technique;

pub(super) fn explain(words: &Words, step: &Step) -> Explanation {
    match step.technique {
        Technique::TemplateSet | Technique::TemplateDelete => templates(words, step),
        Technique::BruteForce => brute_force(words, step),
        _ => match &step.pattern.chains[..] {
            [chain] => contradiction(words, step, chain),
            chains => verity(words, step, chains),
        },
    }
}

/// An assumption that fails.
fn contradiction(words: &Words, step: &Step, chain: &Chain) -> Explanation {
    let outcome = outcome(words, step, chain);
    let assumed = chain.nodes.first().map(|node| words.equation(node));
    let title = match step.technique {
        Technique::Nishio => "Nishio".to_string(),
        technique => format!("{} (contradiction)", technique.name()),
    };
    Explanation {
        title,
        reason: format!("{} would {outcome}", assumed.unwrap_or_default()),
        full: format!(
            "{}\nThat would {outcome}, which is impossible, so the assumption is false.",
            words.numbered(chain, 1)
        ),
    }
}

/// The impossible consequence of the assumption.
fn outcome(words: &Words, step: &Step, chain: &Chain) -> String {
    let house = step.houses(HouseRole::Base).next();
    if let (Some(house), [value, ..]) = (house, &step.pattern.values[..]) {
        let (value, house) = (words.value(*value), words.house(house));
        return format!("leave no place for {value} in {house}");
    }
    if let [cell] = step.pattern.cells[..] {
        return format!("leave no value for {}", words.cell(cell as usize));
    }
    // The last node contradicts one before it.
    let clash = chain.nodes.last().map(|last| {
        let cells = words.cells(last.cells.iter().map(|cell| *cell as usize));
        let value = words.value(last.value);
        match last.cells.len() {
            1 => format!("make {cells} both {value} and not {value}"),
            _ => format!("put {value} in {cells} and also rule it out there"),
        }
    });
    clash.unwrap_or_default()
}

/// Several cases that lead to the same conclusion.
fn verity(words: &Words, step: &Step, chains: &[Chain]) -> Explanation {
    let (value, house) = (
        step.pattern.values.first().map(|value| words.value(*value)),
        step.houses(HouseRole::Base)
            .next()
            .map(|house| words.house(house)),
    );
    let (reason, opening) = match (value, house, &step.pattern.cells[..]) {
        (Some(value), Some(house), _) => (
            format!("the same follows wherever {value} goes in {house}"),
            format!("{value} must go somewhere in {house}. Try each place."),
        ),
        (_, _, [cell]) => {
            let cell = words.cell(*cell as usize);
            (
                format!("the same follows whichever value {cell} takes"),
                format!("{cell} must take one of its candidates. Try each of them."),
            )
        }
        _ => {
            let first = chains.first().and_then(|chain| chain.nodes.first());
            let claim = first.map(|node| words.claim(node)).unwrap_or_default();
            (
                format!("the same follows whether {claim} or not"),
                format!("Either {claim} or not. Try both cases."),
            )
        }
    };
    Explanation {
        title: format!("{} (verity)", step.technique.name()),
        reason,
        full: format!(
            "{opening}\n{}\nEvery case leads to the same conclusion, so it is true.",
            words.branches(chains)
        ),
    }
}

fn templates(words: &Words, step: &Step) -> Explanation {
    let value = step.pattern.values.first().copied().unwrap_or_default();
    let taken = step.marked(Role::Defining).filter(|c| c.value != value);
    let taken: Vec<String> = taken
        .map(|c| format!("{} = {}", words.cell(c.cell.into()), words.value(c.value)))
        .collect();
    let (value, targets) = (words.value(value), words.targets(step));
    let (left, before) = match taken.is_empty() {
        true => (String::new(), String::new()),
        false => (
            format!(" that {} leave", listed(&taken)),
            format!(
                "First consider the other values: every way to place all of a value uses a place \
                 that is then lost to the others. This shows that {}. ",
                listed(&taken)
            ),
        ),
    };
    let (every, uses) = match step.technique {
        Technique::TemplateSet => ("every way", "Every one of them uses"),
        _ => ("no way", "None of them uses"),
    };
    Explanation {
        title: step.technique.name().to_string(),
        reason: format!("{every} to place all {value}s{left} uses {targets}"),
        full: format!(
            "{before}Consider all ways to place {value} in every row, column and box at \
             once{left}. {uses} {targets}."
        ),
    }
}

fn brute_force(words: &Words, step: &Step) -> Explanation {
    let cells = step.placements.iter().map(|c| c.cell as usize);
    let cells = words.cells(cells);
    Explanation {
        title: step.technique.name().to_string(),
        reason: format!("the value of {cells} is taken from the solution"),
        full: format!(
            "No technique in use finds a step here. This is not a deduction: the value of {cells} \
             is taken from the solution, which was found by trial and error."
        ),
    }
}

impl Words {
    /// The cases and where each leads, with the sentences of all of them numbered in one sequence.
    pub(super) fn branches(&self, chains: &[Chain]) -> String {
        let mut branches = Vec::new();
        let mut number = 1;
        for chain in chains {
            branches.push(match &chain.nodes[..] {
                [only] => format!("If {}, the conclusion holds at once.", self.claim(only)),
                nodes => {
                    number += nodes.len();
                    self.numbered(chain, number - nodes.len())
                }
            });
        }
        branches.join("\n")
    }

    /// `r1c2 = 5`, `r1c2 ≠ 5`.
    fn equation(&self, node: &Node) -> String {
        let sign = if node.on { '=' } else { '≠' };
        let cells = self.cells(node.cells.iter().map(|cell| *cell as usize));
        format!("{cells} {sign} {}", self.value(node.value))
    }

    /// Implications as numbered sentences, each naming the ones it follows from unless that is
    /// just the one before.
    fn numbered(&self, chain: &Chain, first: usize) -> String {
        let sentences = chain.nodes.iter().enumerate().map(|(index, node)| {
            let number = first + index;
            if node.parents.is_empty() {
                return format!("{number}. Suppose that {}.", self.claim(node));
            }
            let consequence = self.consequence(chain, index);
            match node.parents[..] {
                [parent] if parent as usize + 1 == index => {
                    format!("{number}. Then {consequence}.")
                }
                _ => {
                    let parents = node.parents.iter().map(|parent| *parent as usize + first);
                    let parents: Vec<String> = parents.map(|number| number.to_string()).collect();
                    format!("{number}. By {}, {consequence}.", listed(&parents))
                }
            }
        });
        sentences.collect::<Vec<_>>().join("\n")
    }
}
