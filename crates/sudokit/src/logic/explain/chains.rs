//! Words for chains, and for the implications of other techniques.

use super::{Explanation, Words, almost_locked_sets};
use crate::logic::step::{Chain, LockedSet, Node, Step};
use crate::logic::technique::{Family, Technique};
use crate::shape::House;

pub(super) fn explain(words: &Words, step: &Step) -> Explanation {
    let chain = match step.pattern.chains.first() {
        Some(chain) if chain.nodes.len() > 1 => chain,
        _ => return unexplained(step),
    };
    let (first, last) = (&chain.nodes[0], &chain.nodes[chain.nodes.len() - 1]);
    let shape = Shape::of(chain);
    let notation = words.notation(chain, &step.pattern.sets);
    let reason = match shape {
        Shape::Loop => format!("in the loop {notation}, exactly one of any two neighbours is true"),
        Shape::Return => format!("{notation} shows that {}", words.truth(first)),
        Shape::OneValue => format!(
            "{notation} shows that {} is in {} or in {}",
            words.value(first.value),
            words.places(first),
            words.places(last)
        ),
        Shape::Open => format!(
            "{notation} shows that {} or {}",
            words.truth(first),
            words.truth(last)
        ),
    };
    Explanation {
        title: title(step, shape),
        reason,
        full: format!(
            "{}{} {}",
            definition(step),
            words.links(chain, &step.pattern.sets),
            conclusion(words, step, chain, shape)
        ),
    }
}

/// What is true of the almost locked sets in a loop.
fn locked_sets(sets: &[LockedSet]) -> &'static str {
    if sets.is_empty() {
        ""
    } else if sets.iter().all(|set| set.commons.is_empty()) {
        " Each almost locked set in it loses exactly one of two neighbours, so it contains all its \
         other values."
    } else {
        " Each almost locked set in it loses exactly one of two neighbours, so it contains all its \
         other values; a set that forces a cell contains them together with this cell."
    }
}

/// What an almost locked set is, if the chain has one.
fn definition(step: &Step) -> String {
    match step.pattern.sets.is_empty() {
        true => String::new(),
        false => format!("{} ", almost_locked_sets::WHAT_IT_IS),
    }
}

fn unexplained(step: &Step) -> Explanation {
    Explanation {
        title: step.technique.name().to_string(),
        reason: String::new(),
        full: String::new(),
    }
}

/// How a chain ends.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Shape {
    /// Its ends exclude each other.
    Loop,
    /// It ends where it began.
    Return,
    /// Both ends have the same value.
    OneValue,
    /// The ends have different values.
    Open,
}

impl Shape {
    fn of(chain: &Chain) -> Shape {
        let same = |one: &Node, other: &Node| one.cells == other.cells && one.value == other.value;
        match (chain.nodes.first(), chain.nodes.last()) {
            _ if chain.is_loop => Shape::Loop,
            (Some(first), Some(last)) if same(first, last) => Shape::Return,
            (Some(first), Some(last)) if first.value == last.value => Shape::OneValue,
            _ => Shape::Open,
        }
    }
}

fn title(step: &Step, shape: Shape) -> String {
    let name = match (step.technique, shape) {
        (Technique::XChain, Shape::Loop) => "X-loop",
        (Technique::XyChain, Shape::Loop) => "XY-loop",
        (Technique::XChain | Technique::XyChain, _) => step.technique.name(),
        (_, Shape::Loop) => "Continuous nice loop",
        (_, Shape::Return) => "Discontinuous nice loop",
        _ if step.eliminations.len() == 1 => "Discontinuous nice loop",
        _ => "AIC",
    };
    match (step.technique, name) {
        (Technique::GroupedNiceLoop, "AIC") => "Grouped AIC".to_string(),
        (Technique::GroupedNiceLoop, _) => format!("Grouped {}", name.to_lowercase()),
        _ => name.to_string(),
    }
}

fn conclusion(words: &Words, step: &Step, chain: &Chain, shape: Shape) -> String {
    let (first, last) = (&chain.nodes[0], &chain.nodes[chain.nodes.len() - 1]);
    match shape {
        Shape::Loop => format!(
            "If {}, then {}, so the chain closes into a loop that can be read in both directions. \
             Exactly one of any two neighbours in it is true, and whatever conflicts with both is \
             false.{}",
            words.truth(last),
            words.denial(first),
            locked_sets(&step.pattern.sets)
        ),
        Shape::Return => format!(
            "So the assumption leads to its opposite: {}, and all other candidates of the cell are \
             false.",
            words.truth(first)
        ),
        Shape::OneValue => format!(
            "So {value} is in {} or in {}. A cell that sees both cannot be {value}.",
            words.places(first),
            words.places(last),
            value = words.value(first.value)
        ),
        Shape::Open => format!(
            "So {} or {}. Whatever conflicts with both is false.",
            words.truth(first),
            words.truth(last)
        ),
    }
}

impl Words {
    /// The chain of a step in Eureka notation: `(5)r1c2=r1c8-(5=3)r2c8`. `=` joins two of which
    /// one must be true, `-` two of which one must be false. `None` where a step is not a chain.
    pub fn eureka(&self, step: &Step) -> Option<String> {
        match &step.pattern.chains[..] {
            [chain] if step.technique.family() == Family::Chains => {
                Some(self.notation(chain, &step.pattern.sets))
            }
            _ => None,
        }
    }

    fn notation(&self, chain: &Chain, sets: &[LockedSet]) -> String {
        let nodes = &chain.nodes;
        let mut text = String::new();
        let mut named = None;
        let mut index = 0;
        while let Some(node) = nodes.get(index) {
            if index > 0 {
                text.push_str(link(node));
            }
            let follows_by_set = |index: usize| set_of(nodes.get(index), sets).is_some();
            let partner = nodes.get(index + 1).filter(|next| {
                let in_cell = next.cells == node.cells && !follows_by_set(index + 2);
                in_cell || follows_by_set(index + 1)
            });
            let mut places = self.places(node);
            match partner {
                Some(next) => {
                    let (one, other) = (self.value(node.value), self.value(next.value));
                    let set = set_of(Some(next), sets);
                    let in_set = |set: &LockedSet| {
                        self.cells(set.cells.iter().map(|cell| usize::from(*cell)))
                    };
                    // A set takes values from the cell that it forces: `(3=28)r1789c9-(28=5)r7c8`.
                    let taken: String = set.map_or_else(String::new, |set| {
                        set.commons.iter().map(|value| self.value(*value)).collect()
                    });
                    match set {
                        Some(set) if !set.commons.is_empty() => {
                            let (mut from, mut to) = (self.places(node), self.places(next));
                            let end = match set.values.contains(&node.value) {
                                true => &mut from,
                                false => &mut to,
                            };
                            *end = in_set(set);
                            text.push_str(&format!("({one}={taken}){from}-({taken}={other})"));
                            places = to;
                        }
                        _ => {
                            text.push_str(&format!("({one}{}{other})", link(next)));
                            places = set.map_or(places, in_set);
                        }
                    }
                    named = None;
                    index += 1;
                }
                None if named == Some(node.value) => {}
                None => {
                    text.push_str(&format!("({})", self.value(node.value)));
                    named = Some(node.value);
                }
            }
            text.push_str(&places);
            index += 1;
        }
        if let (true, Some(first)) = (chain.is_loop, nodes.first()) {
            text.push_str(&format!(
                "-({}){}",
                self.value(first.value),
                self.places(first)
            ));
        }
        text
    }

    /// The implications of a plain chain, one sentence each.
    fn links(&self, chain: &Chain, sets: &[LockedSet]) -> String {
        let mut sentences = Vec::new();
        for index in 0..chain.nodes.len() {
            sentences.push(match index {
                0 => format!("Suppose that {}.", self.claim(&chain.nodes[0])),
                _ => match chain.nodes[index].set {
                    Some(set) => {
                        format!(
                            "Then {}.",
                            self.locked(chain, index, sets, usize::from(set))
                        )
                    }
                    None => format!("Then {}.", self.consequence(chain, index)),
                },
            });
        }
        sentences.join(" ")
    }

    /// States a node that follows because an almost locked set lost another value.
    fn locked(&self, chain: &Chain, index: usize, sets: &[LockedSet], set: usize) -> String {
        let node = &chain.nodes[index];
        let claim = self.claim(node);
        let parent = node.parents.first();
        let (Some(parent), Some(pattern)) = (
            parent.and_then(|parent| chain.nodes.get(usize::from(*parent))),
            sets.get(set),
        ) else {
            return claim;
        };
        let (name, lost) = (
            almost_locked_sets::set(self, sets, set),
            self.value(parent.value),
        );
        if !pattern.values.contains(&parent.value) {
            let taken: Vec<String> = pattern.commons.iter().map(|v| self.value(*v)).collect();
            return format!(
                "{claim}, because without {lost} {} takes {} from the set {name}, which contains \
                 all its other values",
                self.places(parent),
                taken.join(" or ")
            );
        }
        let reason = format!("without {lost} the set {name} contains all its other values");
        match pattern.values.contains(&node.value) {
            true => format!("{claim}, because {reason}"),
            false => format!(
                "{claim}, because {reason}, and the cell sees {} there",
                self.values(&pattern.commons)
            ),
        }
    }

    /// States a node and why it follows from its parents.
    pub(super) fn consequence(&self, chain: &Chain, index: usize) -> String {
        let node = &chain.nodes[index];
        let parents = node
            .parents
            .iter()
            .filter_map(|p| chain.nodes.get(*p as usize));
        let parents: Vec<&Node> = parents.collect();
        let claim = self.claim(node);
        let Some(first) = parents.first() else {
            return claim;
        };
        let in_cell = parents.iter().all(|parent| parent.cells == node.cells);
        let shared_house = || {
            let cells = parents.iter().flat_map(|parent| &parent.cells);
            self.shared_house(cells.chain(&node.cells))
        };
        match (node.on, in_cell) {
            (true, true) => format!("{claim}, the only candidate left in the cell"),
            (true, false) => {
                let house = node.house.map(|house| self.house(house as usize));
                let house = house.unwrap_or_else(shared_house);
                let place = match node.cells.len() {
                    1 => "place",
                    _ => "places",
                };
                let value = self.value(node.value);
                format!("{claim}, the only {place} left for {value} in {house}")
            }
            (false, true) => format!("{claim}, because the cell is {}", self.value(first.value)),
            (false, false) => format!(
                "{claim}, because {} can appear only once in {}",
                self.value(node.value),
                shared_house()
            ),
        }
    }

    /// A house that all the cells share.
    fn shared_house<'a>(&self, cells: impl Iterator<Item = &'a u16> + Clone) -> String {
        let is_shared = |house: &&House| cells.clone().all(|cell| house.cells().contains(cell));
        let house = self.shape.houses().iter().find(is_shared);
        house.map_or_else(|| "the house".to_string(), ToString::to_string)
    }

    /// `r1c2 is 5`, `r1c2 is not 5`; a group: `5 is in r1c23`.
    pub(super) fn claim(&self, node: &Node) -> String {
        match node.on {
            true => self.truth(node),
            false => self.denial(node),
        }
    }

    fn truth(&self, node: &Node) -> String {
        let (places, value) = (self.places(node), self.value(node.value));
        match node.cells.len() {
            1 => format!("{places} is {value}"),
            _ => format!("{value} is in {places}"),
        }
    }

    fn denial(&self, node: &Node) -> String {
        let (places, value) = (self.places(node), self.value(node.value));
        match node.cells.len() {
            1 => format!("{places} is not {value}"),
            _ => format!("{value} is not in {places}"),
        }
    }

    fn places(&self, node: &Node) -> String {
        self.cells(node.cells.iter().map(|cell| *cell as usize))
    }
}

/// The almost locked set through which a node follows.
fn set_of<'a>(node: Option<&Node>, sets: &'a [LockedSet]) -> Option<&'a LockedSet> {
    sets.get(usize::from(node?.set?))
}

/// The sign between a node and the one before it.
fn link(node: &Node) -> &'static str {
    match node.on {
        true => "=",
        false => "-",
    }
}
