//! Words for the last resorts.

use super::{Explanation, Words, listed};
use crate::logic::step::{Case, Chain, HouseRole, Node, Refutation, Role, Step};
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
            words.numbered(chain, 1, &step.pattern.refutations)
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
    clash(words, chain)
}

/// The last node contradicts one before it.
fn clash(words: &Words, chain: &Chain) -> String {
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

/// The impossible consequence of an assumption within a chain.
fn failure(words: &Words, refutation: &Refutation) -> String {
    match (refutation.cell, refutation.house) {
        (Some(cell), _) => format!("leave no value for {}", words.cell(cell.into())),
        (_, Some((house, value))) => format!(
            "leave no place for {} in {}",
            words.value(value),
            words.house(house.into())
        ),
        _ => clash(words, &refutation.case),
    }
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
             once{left}. {uses} {targets}.{}",
            ways(words, step)
        ),
    }
}

/// The templates, by their open cells.
fn ways(words: &Words, step: &Step) -> String {
    let way = |case: &Case| words.cells(case.cells.iter().map(|cell| usize::from(*cell)));
    let ways: Vec<String> = step.pattern.cases.iter().map(way).collect();
    match (step.pattern.case_count, &ways[..]) {
        (Some(count), _) => format!("\nThere are {count} ways. One of them: {}.", ways.concat()),
        (None, [only]) => format!("\nThere is one way: {only}."),
        (None, ways) => format!("\nThere are {} ways: {}.", ways.len(), ways.join("; ")),
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
                    self.numbered(chain, number - nodes.len(), &[])
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
    /// just the one before. An assumption within the chain that fails follows the node that it
    /// proves, with numbers of its own: 7.1, 7.2 …
    fn numbered(&self, chain: &Chain, first: usize, refutations: &[Refutation]) -> String {
        let mut lines = Vec::new();
        let number = |index: usize| (first + index).to_string();
        for (index, node) in chain.nodes.iter().enumerate() {
            let proof = refutations
                .iter()
                .find(|each| usize::from(each.node) == index);
            let Some(proof) = proof else {
                lines.push(self.numbered_node(chain, index, 0, &number));
                continue;
            };
            let parents = node
                .parents
                .iter()
                .map(|parent| number(usize::from(*parent)));
            lines.push(format!(
                "{}. By {}, {}, because the opposite fails:",
                number(index),
                listed(&parents.collect::<Vec<_>>()),
                self.claim(node)
            ));
            let (case, known) = (&proof.case, usize::from(proof.known));
            let inner = |inside: usize| match inside < known {
                true => {
                    let same = |node: &Node| {
                        let known = &case.nodes[inside];
                        (&node.cells, node.value, node.on) == (&known.cells, known.value, known.on)
                    };
                    chain
                        .nodes
                        .iter()
                        .position(same)
                        .map(number)
                        .unwrap_or_default()
                }
                false => format!("{}.{}", number(index), inside - known + 1),
            };
            for inside in known..case.nodes.len() {
                lines.push(self.numbered_node(case, inside, known, &inner));
            }
            lines.push(format!(
                "That would {}, which is impossible.",
                failure(self, proof)
            ));
        }
        lines.join("\n")
    }

    /// A node with its number and those of its causes. The first `known` nodes are told elsewhere.
    fn numbered_node(
        &self,
        chain: &Chain,
        index: usize,
        known: usize,
        number: &impl Fn(usize) -> String,
    ) -> String {
        let (node, own) = (&chain.nodes[index], number(index));
        if node.parents.is_empty() {
            return format!("{own}. Suppose that {}.", self.claim(node));
        }
        let consequence = self.consequence(chain, index);
        match node.parents[..] {
            [parent] if usize::from(parent) + 1 == index && index > known => {
                format!("{own}. Then {consequence}.")
            }
            _ => {
                let parents = node
                    .parents
                    .iter()
                    .map(|parent| number(usize::from(*parent)));
                let parents: Vec<String> = parents.collect();
                format!("{own}. By {}, {consequence}.", listed(&parents))
            }
        }
    }
}
