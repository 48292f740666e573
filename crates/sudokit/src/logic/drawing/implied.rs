//! The links that the argument of a step uses, where its pattern lists cells or sets and no chain.
//!
//! The text of a two-string kite says "one of these two, because these two exclude each other", so
//! its drawing shows the two strong links and the weak one between them. A pattern that is proven
//! by counting (a fish, a sue de coq) has no links to show.

use super::super::CellSet;
use super::super::{Board, Candidate, Chain, HouseRole, Node, Role, Step, Technique};

/// Returns the links of a step as chains, each from a cause to its consequences. There are none if
/// the pattern has chains of its own, or if the argument uses no links.
pub(super) fn chains(board: &Board, step: &Step) -> Vec<Chain> {
    if !step.pattern.chains.is_empty() {
        return Vec::new();
    }
    let chains = match step.technique {
        Technique::Skyscraper | Technique::TwoStringKite | Technique::TurbotFish => {
            single_digit(step)
        }
        Technique::EmptyRectangle => empty_rectangle(board, step),
        Technique::RemotePair => remote_pair(step),
        Technique::WWing => w_wing(step),
        Technique::XyWing => xy_wing(board, step),
        Technique::XyzWing => xyz_wing(board, step),
        Technique::AlsXz | Technique::AlsXyWing | Technique::AlsChain => Some(sets(board, step)),
        Technique::DeathBlossom => death_blossom(board, step),
        Technique::UniqueRectangle4
        | Technique::UniqueRectangle5
        | Technique::UniqueRectangle6
        | Technique::HiddenRectangle
        | Technique::UniqueLoop
        | Technique::BugType4 => Some(houses(board, step)),
        Technique::SimpleColouring | Technique::MultiColouring | Technique::Medusa => {
            Some(colours(board, step))
        }
        _ => None,
    };
    chains.unwrap_or_default()
}

/// A chain in which every candidate follows from the one before it, false and true in turn.
fn alternating(nodes: impl IntoIterator<Item = (Vec<u16>, u8)>, first_is_on: bool) -> Chain {
    let nodes = nodes.into_iter().enumerate();
    let nodes = nodes.map(|(index, (cells, value))| Node {
        cells,
        value,
        on: (index % 2 == 0) == first_is_on,
        parents: index
            .checked_sub(1)
            .map(|parent| parent as u16)
            .into_iter()
            .collect(),
        set: None,
        house: None,
    });
    Chain {
        nodes: nodes.collect(),
        is_loop: false,
    }
}

fn strong(one: Candidate, other: Candidate) -> Chain {
    let ends = [one, other].map(|end| (vec![end.cell], end.value));
    alternating(ends, false)
}

fn single_digit(step: &Step) -> Option<Vec<Chain>> {
    let (value, cells) = (*step.pattern.values.first()?, &step.pattern.cells);
    let nodes = cells.iter().map(|cell| (vec![*cell], value));
    Some(vec![alternating(nodes, false)])
}

/// If the value is not in one line of the box, it is in the other, which it leaves through the near
/// end of the strong link.
fn empty_rectangle(board: &Board, step: &Step) -> Option<Vec<Chain>> {
    let value = *step.pattern.values.first()?;
    let bases: Vec<usize> = step.houses(HouseRole::Base).collect();
    let (&[near, far], &[block, line, ..]) = (&step.pattern.cells[..], &bases[..]) else {
        return None;
    };
    let places = board.cells(value) & board.house(block);
    let in_line = places & board.house(line);
    let nodes = [
        (listed(places - in_line), value),
        (listed(in_line), value),
        (vec![near], value),
        (vec![far], value),
    ];
    Some(vec![alternating(nodes, false)])
}

/// Both values alternate along the cells, so there is one chain for each.
fn remote_pair(step: &Step) -> Option<Vec<Chain>> {
    let &[x, y] = &step.pattern.values[..] else {
        return None;
    };
    let chain = |first: u8, second: u8| {
        let cells = step.pattern.cells.iter().enumerate();
        let nodes = cells.flat_map(|(index, cell)| {
            let (entered, left) = if index % 2 == 0 {
                (first, second)
            } else {
                (second, first)
            };
            [(vec![*cell], entered), (vec![*cell], left)]
        });
        alternating(nodes, false)
    };
    Some(vec![chain(x, y), chain(y, x)])
}

fn w_wing(step: &Step) -> Option<Vec<Chain>> {
    let (&[one, other, near, far], &[kept, linked]) =
        (&step.pattern.cells[..], &step.pattern.values[..])
    else {
        return None;
    };
    let nodes = [
        (one, kept),
        (one, linked),
        (near, linked),
        (far, linked),
        (other, linked),
        (other, kept),
    ];
    let nodes = nodes.map(|(cell, value)| (vec![cell], value));
    Some(vec![alternating(nodes, false)])
}

fn xy_wing(board: &Board, step: &Step) -> Option<Vec<Chain>> {
    let (&[pivot, one, other], &[shared, ..]) = (&step.pattern.cells[..], &step.pattern.values[..])
    else {
        return None;
    };
    let (x, y) = (partner(board, one, shared)?, partner(board, other, shared)?);
    let nodes = [
        (one, shared),
        (one, x),
        (pivot, x),
        (pivot, y),
        (other, y),
        (other, shared),
    ];
    let nodes = nodes.map(|(cell, value)| (vec![cell], value));
    Some(vec![alternating(nodes, false)])
}

/// Without the shared value in either pincer, both take a value from the pivot.
fn xyz_wing(board: &Board, step: &Step) -> Option<Vec<Chain>> {
    let (&[pivot, one, other], &[shared, ..]) = (&step.pattern.cells[..], &step.pattern.values[..])
    else {
        return None;
    };
    let mut chain = Chain::default();
    for pincer in [one, other] {
        let lost = partner(board, pincer, shared)?;
        let nodes = [(pincer, shared), (pincer, lost), (pivot, lost)];
        let arm = alternating(nodes.map(|(cell, value)| (vec![cell], value)), false);
        let before = chain.nodes.len() as u16;
        chain.nodes.extend(arm.nodes.into_iter().map(|node| Node {
            parents: node.parents.iter().map(|parent| parent + before).collect(),
            ..node
        }));
    }
    chain.nodes.push(Node {
        cells: vec![pivot],
        value: shared,
        on: true,
        parents: vec![2, 5],
        set: None,
        house: None,
    });
    Some(vec![chain])
}

/// The other candidate of a cell with two.
fn partner(board: &Board, cell: u16, value: u8) -> Option<u8> {
    let mut values = 1..=board.size() as u8;
    values.find(|other| *other != value && board.has(usize::from(cell), *other))
}

/// A value that links two neighbouring sets can be in only one of them.
fn sets(board: &Board, step: &Step) -> Vec<Chain> {
    let pairs = step.pattern.sets.windows(2);
    let links = pairs.flat_map(|pair| {
        let ends = |value: u8| [0, 1].map(|side| (places(board, &pair[side].cells, value), value));
        let commons = pair[0].commons.iter();
        commons.map(move |value| alternating(ends(*value), true))
    });
    links.collect()
}

/// The stem takes its value from the petal.
fn death_blossom(board: &Board, step: &Step) -> Option<Vec<Chain>> {
    let stem = *step.pattern.cells.first()?;
    let petals = step.pattern.sets.iter();
    let links = petals.filter_map(|petal| {
        let lost = *petal.commons.first()?;
        let ends = [
            (vec![stem], lost),
            (places(board, &petal.cells, lost), lost),
        ];
        Some(alternating(ends, true))
    });
    Some(links.collect())
}

/// The houses that a uniqueness step names have the linked value in two cells of its pattern.
fn houses(board: &Board, step: &Step) -> Vec<Chain> {
    let (values, bases) = (&step.pattern.values, step.houses(HouseRole::Base));
    let bases: Vec<usize> = bases.collect();
    let mut links: Vec<Chain> = Vec::new();
    for (index, house) in bases.iter().enumerate() {
        // Three houses are those of a hidden rectangle whose first one has the other value.
        let value = match (index, bases.len()) {
            (0, 3) => values.get(1),
            _ => values.first(),
        };
        let Some(&value) = value else { continue };
        let house = board.shape().houses()[*house].cells();
        if let [one, other] = places(board, house, value)[..]
            && [one, other]
                .iter()
                .all(|cell| step.pattern.cells.contains(cell))
        {
            let [one, other] = [one, other].map(|cell| Candidate::new(cell.into(), value));
            links.push(strong(one, other));
        }
    }
    links
}

/// Opposite colours meet where a house has two places for a value, or a cell two candidates.
fn colours(board: &Board, step: &Step) -> Vec<Chain> {
    let mut links = Vec::new();
    for (one, other) in [
        (Role::ColourA, Role::ColourB),
        (Role::ColourC, Role::ColourD),
    ] {
        for first in step.marked(one) {
            let others = step
                .marked(other)
                .filter(|second| is_conjugate(board, first, *second));
            links.extend(others.map(|second| strong(first, second)));
        }
    }
    links
}

/// Whether exactly one of two candidates is true, because there are no others.
fn is_conjugate(board: &Board, one: Candidate, other: Candidate) -> bool {
    if one.cell == other.cell {
        return board.candidates(usize::from(one.cell)).count_ones() == 2;
    }
    let shape = board.shape();
    let mut shared = shape.houses_of(usize::from(one.cell)).iter();
    one.value == other.value
        && shared.any(|house| {
            let cells = shape.houses()[usize::from(*house)].cells();
            cells.contains(&other.cell) && places(board, cells, one.value).len() == 2
        })
}

/// The cells that have a candidate.
fn places(board: &Board, cells: &[u16], value: u8) -> Vec<u16> {
    let having = cells.iter().copied();
    having
        .filter(|cell| board.has(usize::from(*cell), value))
        .collect()
}

fn listed(cells: CellSet) -> Vec<u16> {
    cells.iter().map(|cell| cell as u16).collect()
}
