//! Why a chain proves its step, told in full.

use std::collections::HashMap;
use std::sync::Arc;

use super::chains::{Cause, Link};
use super::step::{cell_name, house_name};

/// The cases that chains distinguish, each with everything that follows from it and is needed.
#[derive(Clone, Debug, PartialEq)]
pub struct Argument {
    cases: Cases,
    /// The nodes of each case, causes before consequences.
    branches: Vec<Branch>,
    /// What the chains prove, in words: `r1c2 is not 5`.
    proven: String,
}

/// What the cases are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cases {
    /// One assumption that leads to its opposite.
    Opposite,
    /// One assumption that leads back to itself, and so does its opposite.
    Cycle,
    /// One assumption that leads to a candidate being true and false.
    Contradiction,
    /// A candidate that is true or false.
    Double,
    /// The candidates of a cell.
    Cell(u8),
    /// The places of a digit in a house.
    Region { house: u8, digit: u8 },
}

/// The consequences of one assumption, which is the first node.
pub type Branch = Vec<ArgumentNode>;

/// A candidate that is on or off, and why.
#[derive(Clone, Debug, PartialEq)]
pub struct ArgumentNode {
    pub link: Link,
    /// The nodes of the branch that it follows from.
    pub parents: Vec<usize>,
    /// The technique that makes it follow, if links do not.
    pub rule: Option<Rule>,
}

/// A technique inside an assumption.
#[derive(Clone, Debug, PartialEq)]
pub enum Rule {
    /// A pattern, in words.
    Pattern(String),
    /// Other chains.
    Chains(Arc<Argument>),
}

/// Collects the nodes of a branch, causes first.
pub struct BranchBuilder {
    branch: Branch,
    /// The index of each node by its key.
    known: HashMap<u16, usize>,
}

impl BranchBuilder {
    pub fn new() -> BranchBuilder {
        BranchBuilder {
            branch: Vec::new(),
            known: HashMap::new(),
        }
    }

    /// The index of a node that was added.
    pub fn find(&self, link: Link) -> Option<usize> {
        self.known.get(&link.key()).copied()
    }

    /// Adds a node whose parents were added before, and returns its index.
    pub fn add(&mut self, link: Link, mut parents: Vec<usize>, rule: Option<Rule>) -> usize {
        parents.sort_unstable();
        parents.dedup();
        let index = self.branch.len();
        self.known.insert(link.key(), index);
        self.branch.push(ArgumentNode {
            link,
            parents,
            rule,
        });
        index
    }

    pub fn finish(self) -> Branch {
        self.branch
    }
}

impl Argument {
    pub(super) fn new(cases: Cases, branches: Vec<Branch>, proven: String) -> Argument {
        Argument {
            cases,
            branches,
            proven,
        }
    }

    /// Creates the argument of chains in which each node follows from the one before it.
    pub(super) fn of_chain(
        cases: Cases,
        links: impl Iterator<Item = Link>,
        proven: String,
    ) -> Argument {
        let node = |(index, link): (usize, Link)| ArgumentNode {
            link,
            parents: index.checked_sub(1).into_iter().collect(),
            rule: None,
        };
        Argument::new(cases, vec![links.enumerate().map(node).collect()], proven)
    }

    /// Returns the sentences, one per line. Consequences are numbered, and refer to those that they
    /// follow from. Chains inside others are numbered after the consequence that they prove, 7.1 to
    /// 7.9 for instance, and indented.
    pub fn lines(&self) -> Vec<String> {
        let mut lines = Vec::new();
        self.tell("", "", &mut lines);
        lines
    }

    fn tell(&self, indent: &str, prefix: &str, lines: &mut Vec<String>) {
        let opening = match self.cases {
            Cases::Opposite | Cases::Cycle | Cases::Contradiction => None,
            Cases::Double => {
                let first = self.branches.first().and_then(|branch| branch.first());
                let cell = first.map(|node| (claim(node.link), opposite(node.link)));
                let (one, other) = cell.unwrap_or_default();
                Some(format!("Either {one} or {other}."))
            }
            Cases::Cell(cell) => {
                let values = self.assumed(|link| (link.digit + 1).to_string());
                let cell = cell_name(cell.into());
                Some(format!("{cell} is {values}."))
            }
            Cases::Region { house, digit } => {
                let cells = self.assumed(|link| cell_name(link.cell.into()));
                let house = house_name(house.into());
                Some(format!("The {} of {house} is in {cells}.", digit + 1))
            }
        };
        lines.extend(opening.map(|opening| format!("{indent}{opening}")));
        let mut first = 1;
        for branch in &self.branches {
            for (index, node) in branch.iter().enumerate() {
                let number = |index: usize| format!("{prefix}{}", first + index);
                let text = node.told(branch, index, number);
                lines.push(format!("{indent}{}. {text}", number(index)));
                if let Some(Rule::Chains(inside)) = &node.rule {
                    let prefix = format!("{}.", number(index));
                    inside.tell(&format!("{indent}   "), &prefix, lines);
                }
            }
            first += branch.len();
        }
        lines.push(format!("{indent}{}", self.closing()));
    }

    /// What is assumed in each case, as alternatives.
    fn assumed(&self, name: impl Fn(&Link) -> String) -> String {
        let first = self.branches.iter().filter_map(|branch| branch.first());
        let names: Vec<String> = first.map(|node| name(&node.link)).collect();
        match &names[..] {
            [most @ .., last] if !most.is_empty() => format!("{} or {last}", most.join(", ")),
            _ => names.concat(),
        }
    }

    fn closing(&self) -> String {
        let proven = &self.proven;
        let last = self.branches.last().and_then(|branch| branch.last());
        match self.cases {
            Cases::Opposite => {
                format!("The assumption leads to its opposite, so it is false: {proven}.")
            }
            Cases::Cycle => format!(
                "The chain returns to its start, and read backwards it shows that if one of these \
                 is wrong, all are. So its candidates are true and false in turn, one way or the \
                 other, and what sees the same digit both ways is false: {proven}."
            ),
            Cases::Contradiction => {
                let both = last.map(|last| {
                    let cell = cell_name(last.link.cell.into());
                    let digit = last.link.digit + 1;
                    format!("That makes {cell} both {digit} and not {digit}")
                });
                let both = both.unwrap_or_default();
                format!("{both}, which is impossible, so the assumption is false: {proven}.")
            }
            Cases::Double | Cases::Cell(_) | Cases::Region { .. } => {
                format!("Every case leads to the same, so it is true: {proven}.")
            }
        }
    }
}

impl ArgumentNode {
    /// The sentence about a node of a branch.
    fn told(
        &self,
        branch: &[ArgumentNode],
        index: usize,
        number: impl Fn(usize) -> String,
    ) -> String {
        let claim = claim(self.link);
        let because = self.because(branch);
        match self.parents[..] {
            [] => format!("Suppose that {claim}."),
            [parent] if parent + 1 == index => format!("Then {claim}{because}"),
            _ => {
                let parents: Vec<String> = self.parents.iter().map(|each| number(*each)).collect();
                let parents = match &parents[..] {
                    [most @ .., last] if !most.is_empty() => {
                        format!("{} and {last}", most.join(", "))
                    }
                    _ => parents.concat(),
                };
                format!("By {parents}, {claim}{because}")
            }
        }
    }

    fn because(&self, branch: &[ArgumentNode]) -> String {
        let Link {
            cell,
            digit,
            is_on,
            cause,
        } = self.link;
        let digit = digit + 1;
        let house = cause.house(cell.into());
        let house = house.map(house_name).unwrap_or_default();
        match (&self.rule, is_on, cause) {
            (Some(Rule::Pattern(pattern)), ..) => format!(", by {pattern}."),
            (Some(Rule::Chains(_)), ..) => ", as these chains show:".to_string(),
            (None, true, Cause::Cell) => ", the only candidate left in the cell.".to_string(),
            (None, true, _) => format!(", the only place left for {digit} in {house}."),
            (None, false, Cause::Cell) => {
                let other = self.parents.first().and_then(|parent| branch.get(*parent));
                let other = other.map_or(0, |parent| parent.link.digit + 1);
                format!(", because the cell is {other}.")
            }
            (None, false, _) => format!(", because {digit} can appear only once in {house}."),
        }
    }
}

/// What a node says: `r1c2 is 5`, `r1c2 is not 5`.
pub fn claim(link: Link) -> String {
    let (cell, digit) = (cell_name(link.cell.into()), link.digit + 1);
    match link.is_on {
        true => format!("{cell} is {digit}"),
        false => format!("{cell} is not {digit}"),
    }
}

fn opposite(link: Link) -> String {
    claim(Link {
        is_on: !link.is_on,
        ..link
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::puzzle::Puzzle;
    use crate::rate::explainer::Explainer;
    use crate::rate::explainer::grid::{Grid, cells_at, digits};

    /// Checks every sentence on a board: each node follows from the parents that it names and from
    /// nothing else, the cases are complete, and each ends where the conclusion needs it. Returns
    /// the number of chains inside others.
    fn check(grid: &Grid, argument: &Argument) -> usize {
        let mut inside = 0;
        for branch in &argument.branches {
            for (index, node) in branch.iter().enumerate() {
                assert!(node.parents.iter().all(|parent| *parent < index));
                inside += check_node(grid, branch, node);
            }
            check_end(argument, branch);
        }
        let first = |branch: &Branch| branch[0].link;
        let assumed: Vec<Link> = argument.branches.iter().map(first).collect();
        match argument.cases {
            Cases::Opposite | Cases::Cycle | Cases::Contradiction => assert_eq!(assumed.len(), 1),
            Cases::Double => {
                assert_eq!(assumed.len(), 2);
                assert_eq!(claim(assumed[0]), opposite(assumed[1]));
            }
            Cases::Cell(cell) => {
                let all = digits(grid.candidates(cell.into()));
                let tried = assumed.iter().map(|link| usize::from(link.digit));
                assert_eq!(tried.collect::<Vec<_>>(), all.collect::<Vec<_>>());
            }
            Cases::Region { house, digit } => {
                let places = grid.places(digit.into(), house.into());
                let tried = assumed.iter().map(|link| usize::from(link.cell));
                let all = cells_at(house.into(), places);
                assert_eq!(tried.collect::<Vec<_>>(), all.collect::<Vec<_>>());
            }
        }
        inside
    }

    fn check_node(grid: &Grid, branch: &Branch, node: &ArgumentNode) -> usize {
        let Link {
            cell,
            digit,
            is_on,
            cause,
        } = node.link;
        let parents: Vec<Link> = node.parents.iter().map(|each| branch[*each].link).collect();
        let is_off = |cell: usize, digit: usize| {
            let same = |each: &Link| (each.cell.into(), each.digit.into()) == (cell, digit);
            parents.iter().any(|each| !each.is_on && same(each))
        };
        let (at, of) = (usize::from(cell), usize::from(digit));
        match (&node.rule, cause, cause.house(at)) {
            (Some(Rule::Chains(inside)), ..) => {
                let mut current = grid.clone();
                for parent in &parents {
                    assert!(!parent.is_on);
                    current.remove(parent.cell.into(), parent.digit.into());
                }
                return 1 + check(&current, inside);
            }
            (Some(Rule::Pattern(pattern)), ..) => {
                assert!(!parents.is_empty() && !pattern.is_empty());
            }
            (None, Cause::Assumption, _) => assert!(parents.is_empty()),
            (None, Cause::Cell, _) if is_on => {
                let mut others = digits(grid.candidates(at)).filter(|other| *other != of);
                assert!(others.all(|other| is_off(at, other)), "{node:?}");
            }
            (None, _, Some(house)) if is_on => {
                let places = cells_at(house, grid.places(of, house));
                let mut others = places.filter(|other| *other != at);
                assert!(others.all(|other| is_off(other, of)), "{node:?}");
            }
            (None, Cause::Cell, _) => {
                let [parent] = parents[..] else {
                    panic!("{node:?}")
                };
                assert!(parent.is_on && parent.cell == cell && parent.digit != digit);
            }
            (None, _, Some(house)) => {
                let [parent] = parents[..] else {
                    panic!("{node:?}")
                };
                assert!(parent.is_on && parent.digit == digit && parent.cell != cell);
                assert!(crate::rate::explainer::grid::HOUSE_CELLS[house].contains(&parent.cell));
            }
            (None, ..) => panic!("no reason: {node:?}"),
        }
        0
    }

    fn check_end(argument: &Argument, branch: &Branch) {
        let (first, last) = (branch[0].link, branch[branch.len() - 1].link);
        match argument.cases {
            Cases::Opposite => assert_eq!(claim(last), opposite(first)),
            Cases::Cycle => assert_eq!(claim(last), claim(first)),
            Cases::Contradiction => {
                let mut claims = branch.iter().map(|node| claim(node.link));
                assert!(claims.any(|each| each == opposite(last)));
                assert_eq!(argument.proven, opposite(first));
            }
            _ => assert_eq!(claim(last), argument.proven),
        }
    }

    /// Walks through puzzles and checks the argument of every chain. Returns the numbers of
    /// arguments and of chains inside others.
    fn check_walks<'a>(puzzles: impl Iterator<Item = &'a str>) -> (usize, usize) {
        let (mut arguments, mut inside) = (0, 0);
        for text in puzzles {
            let puzzle: Puzzle = text.parse().expect("a puzzle");
            let mut grid = Grid::new(&std::array::from_fn(|cell| puzzle.values()[cell]));
            for step in Explainer::new().walk(&puzzle).expect("a walk").steps {
                assert_eq!(step.argument.is_some(), step.complexity > 0, "{step}");
                if let Some(argument) = &step.argument {
                    arguments += 1;
                    inside += check(&grid, argument);
                    let lines = argument.lines();
                    assert!(lines.len() > 2 && lines.iter().all(|line| !line.contains("  is ")));
                }
                for (cell, value) in &step.eliminations {
                    grid.remove(*cell, usize::from(*value) - 1);
                }
                if let Some((cell, value)) = step.placement {
                    grid.place(cell, usize::from(value) - 1);
                }
            }
        }
        (arguments, inside)
    }

    #[test]
    fn every_sentence_of_a_chain_can_be_checked() {
        let text = include_str!("../../../testdata/own_puzzles.txt");
        let puzzles = text.lines().filter_map(|line| line.get(..81));
        let (arguments, _) = check_walks(puzzles.step_by(12));
        assert!(arguments > 50, "{arguments}");
    }

    /// ER 9.7, and 10.7 with chains inside the chains inside.
    #[test]
    fn chains_inside_chains_can_be_checked() {
        let hard = [
            "...4......5..8.2.6.....7...2........3......17..5.3.8.25...6.3.8..6....9...8.7....",
            "..3......4...8..36..8...1...4..6..73...9.........42.....4.7..686........7.....59.",
        ];
        let (_, inside) = check_walks(hard.into_iter());
        assert!(inside > 10, "{inside}");
    }
}
