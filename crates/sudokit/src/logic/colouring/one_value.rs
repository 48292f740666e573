//! Colouring the places of one value.

use crate::logic::board::Board;
use crate::logic::cell_set::CellSet;
use crate::logic::find::{Search, StepCollector};
use crate::logic::single_digit::Links;
use crate::logic::step::{Role, Step};
use crate::logic::technique::Technique;

/// More groups than a value can have on a board of at most 128 cells: each has two cells in a
/// row of its own.
const MOST: usize = 64;

/// Places of a value joined by strong links, in two colours.
#[derive(Clone, Copy)]
struct Group {
    colours: [Colour; 2],
}

/// Places that are all true or all false.
#[derive(Clone, Copy)]
struct Colour {
    cells: CellSet,
    /// The cells that see one of them.
    seen: CellSet,
}

impl Group {
    const NONE: Group = Group {
        colours: [Colour {
            cells: CellSet::EMPTY,
            seen: CellSet::EMPTY,
        }; 2],
    };

    fn cells(&self) -> CellSet {
        self.colours[0].cells | self.colours[1].cells
    }
}

/// One group: a colour that contradicts itself is false, and what sees both colours is false.
pub(super) fn simple(board: &Board, found: &mut StepCollector) -> Search {
    let mut groups = [Group::NONE; MOST];
    for value in 1..=board.size() as u8 {
        let count = colour(board, value, &mut groups);
        for group in &groups[..count] {
            for (colour, opposite) in both_ways(group) {
                if let Some(pair) = clash(board, colour) {
                    let group = Group {
                        colours: [colour, opposite],
                    };
                    found.add(
                        coloured(Technique::SimpleColouring, value, &[group])
                            .eliminating(value, colour.cells)
                            .in_cells(pair),
                    )?;
                }
            }
            let [one, other] = group.colours;
            let trapped = (board.cells(value) & one.seen & other.seen) - group.cells();
            // A single link proves no more than pointing does.
            if !trapped.is_empty() && group.cells().len() > 2 {
                found.add(
                    coloured(Technique::SimpleColouring, value, &[*group])
                        .eliminating(value, trapped),
                )?;
            }
        }
    }
    Search::Continue(())
}

/// Two groups: a colour that sees both colours of another group is false; and if a colour of one
/// sees a colour of the other, one of the opposite colours is true.
pub(super) fn multiple(board: &Board, found: &mut StepCollector) -> Search {
    let mut groups = [Group::NONE; MOST];
    for value in 1..=board.size() as u8 {
        let count = colour(board, value, &mut groups);
        for (index, one) in groups[..count].iter().enumerate() {
            for other in &groups[index + 1..count] {
                for (one, other) in [(one, other), (other, one)] {
                    refute(value, one, other, found)?;
                }
                bridge(board, value, one, other, found)?;
            }
        }
    }
    Search::Continue(())
}

/// Eliminates a colour of one group that sees both colours of the other.
fn refute(value: u8, one: &Group, other: &Group, found: &mut StepCollector) -> Search {
    for (colour, opposite) in both_ways(one) {
        let both = other.colours.iter().all(|c| c.cells.meets(colour.seen));
        if both {
            let group = Group {
                colours: [colour, opposite],
            };
            found.add(
                coloured(Technique::MultiColouring, value, &[group, *other])
                    .eliminating(value, colour.cells),
            )?;
        }
    }
    Search::Continue(())
}

/// If a colour of one group sees a colour of the other, eliminates what sees both opposite colours.
fn bridge(
    board: &Board,
    value: u8,
    one: &Group,
    other: &Group,
    found: &mut StepCollector,
) -> Search {
    for (near, far) in both_ways(one) {
        for (met, last) in both_ways(other) {
            let targets = (board.cells(value) & far.seen & last.seen) - one.cells() - other.cells();
            if near.seen.meets(met.cells) && !targets.is_empty() {
                let groups = [[near, far], [met, last]].map(|colours| Group { colours });
                found.add(
                    coloured(Technique::MultiColouring, value, &groups).eliminating(value, targets),
                )?;
            }
        }
    }
    Search::Continue(())
}

fn both_ways(group: &Group) -> [(Colour, Colour); 2] {
    let [one, other] = group.colours;
    [(one, other), (other, one)]
}

/// Returns two cells of a colour that see each other.
fn clash(board: &Board, colour: Colour) -> Option<[usize; 2]> {
    let first = (colour.cells & colour.seen).first()?;
    let second = (colour.cells & board.peers(first)).first()?;
    Some([first, second])
}

/// Returns a step with the groups in their colours: A and B, then C and D.
fn coloured(technique: Technique, value: u8, groups: &[Group]) -> Step {
    let roles = [
        [Role::ColourA, Role::ColourB],
        [Role::ColourC, Role::ColourD],
    ];
    let mut step = Step::new(technique).about([value]);
    for (group, roles) in groups.iter().zip(roles) {
        for (colour, role) in group.colours.iter().zip(roles) {
            step = step.marking(role, value, colour.cells);
        }
    }
    step
}

/// Colours a value and returns the number of groups.
fn colour(board: &Board, value: u8, groups: &mut [Group; MOST]) -> usize {
    let links = Links::of(board, value);
    let mut joined = [CellSet::EMPTY; CellSet::CAPACITY];
    let mut left = CellSet::EMPTY;
    for link in links.as_slice() {
        left |= link.cells();
        for end in link.ends {
            joined[end].insert(link.other_end(end));
        }
    }
    let mut count = 0;
    while let Some(start) = left.first()
        && count < MOST
    {
        let mut sides = [CellSet::of(start), CellSet::EMPTY];
        let (mut edge, mut side) = (sides[0], 0);
        while !edge.is_empty() {
            side ^= 1;
            let next = edge
                .iter()
                .fold(CellSet::EMPTY, |all, cell| all | joined[cell]);
            edge = next - sides[side];
            sides[side] |= edge;
        }
        left -= sides[0] | sides[1];
        groups[count].colours = sides.map(|cells| Colour {
            cells,
            seen: cells
                .iter()
                .fold(CellSet::EMPTY, |seen, cell| seen | board.peers(cell)),
        });
        count += 1;
    }
    count
}
