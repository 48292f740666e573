//! Patterns of a single value: two strong links joined by a weak one, and the empty rectangle.

use super::board::Board;
use super::cell_set::CellSet;
use super::find::{Search, StepCollector};
use super::step::{HouseRole, Role, Step};
use super::technique::Technique;

/// Finds the steps of one technique of this family.
pub(super) fn find(technique: Technique, board: &Board, found: &mut StepCollector) -> Search {
    match technique {
        Technique::EmptyRectangle => empty_rectangle(board, found),
        _ => two_links(technique, board, found),
    }
}

/// More houses than any board of at most 128 cells has.
const MOST: usize = 64;

/// A house with two places for the value.
#[derive(Clone, Copy, Debug)]
pub(super) struct Link {
    pub house: usize,
    pub ends: [usize; 2],
    pub direction: Direction,
}

/// The kind of house of a link.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Direction {
    Row,
    Column,
    /// A box, a region, a diagonal or a window.
    Other,
}

/// All strong links of a value, in the order of the houses, on the stack.
pub(super) struct Links {
    links: [Link; MOST],
    len: usize,
}

impl Links {
    /// Finds the strong links of a value.
    pub(super) fn of(board: &Board, value: u8) -> Links {
        let none = Link {
            house: 0,
            ends: [0, 0],
            direction: Direction::Other,
        };
        let mut all = Links {
            links: [none; MOST],
            len: 0,
        };
        let houses = board.shape().houses();
        let (rows, columns) = (board.geometry().rows.len(), board.geometry().columns.len());
        for (house, members) in houses.iter().enumerate().take(MOST) {
            let places = board.places(house, value);
            if places.count_ones() == 2 {
                let cells = members.cells();
                let first = places.trailing_zeros() as usize;
                let second = (places & (places - 1)).trailing_zeros() as usize;
                all.links[all.len] = Link {
                    house,
                    ends: [cells[first] as usize, cells[second] as usize],
                    // Rows come first in a shape, then columns.
                    direction: match house {
                        _ if house < rows => Direction::Row,
                        _ if house < rows + columns => Direction::Column,
                        _ => Direction::Other,
                    },
                };
                all.len += 1;
            }
        }
        all
    }

    /// The links.
    pub(super) fn as_slice(&self) -> &[Link] {
        &self.links[..self.len]
    }
}

impl Link {
    /// Its two ends.
    pub(super) fn cells(&self) -> CellSet {
        CellSet::of(self.ends[0]) | CellSet::of(self.ends[1])
    }

    /// The end that is not this one.
    pub(super) fn other_end(&self, end: usize) -> usize {
        self.ends[usize::from(self.ends[0] == end)]
    }
}

/// Two strong links joined by a weak one: one of the two free ends has the value.
///
/// Two rows or two columns make a skyscraper, a row and a column a two-string kite, and any other
/// pair (one link in a box) a turbot fish.
fn two_links(technique: Technique, board: &Board, found: &mut StepCollector) -> Search {
    for value in 1..=board.size() as u8 {
        // Two links and an elimination need five places.
        if board.cells(value).len() < 5 {
            continue;
        }
        let links = Links::of(board, value);
        let links = links.as_slice();
        for (index, one) in links.iter().enumerate() {
            for other in &links[index + 1..] {
                let apart = !one.cells().meets(other.cells());
                if apart && kind(board, one, other) == Some(technique) {
                    join(technique, board, value, one, other, found)?;
                }
            }
        }
    }
    Search::Continue(())
}

/// Returns the technique that two links form, if any. A link that is in a box and a line at once
/// counts as the line's.
fn kind(board: &Board, one: &Link, other: &Link) -> Option<Technique> {
    let within_line = |link: &Link| {
        let [first, second] = link.ends.map(|end| board.geometry().main_houses(end));
        first.row == second.row || first.column == second.column
    };
    match (one.direction, other.direction) {
        (Direction::Row, Direction::Row) | (Direction::Column, Direction::Column) => {
            Some(Technique::Skyscraper)
        }
        (_, Direction::Other) if within_line(other) => None,
        (Direction::Other, _) if within_line(one) => None,
        (Direction::Other, _) | (_, Direction::Other) => Some(Technique::TurbotFish),
        _ => Some(Technique::TwoStringKite),
    }
}

/// Tries the four ways to join two links by an end of each.
fn join(
    technique: Technique,
    board: &Board,
    value: u8,
    one: &Link,
    other: &Link,
    found: &mut StepCollector,
) -> Search {
    for joined in one.ends {
        for met in other.ends {
            if !board.peers(joined).contains(met) {
                continue;
            }
            let (free, last) = (one.other_end(joined), other.other_end(met));
            // If the free ends see each other too, two rows are an X-wing.
            if technique == Technique::Skyscraper && board.peers(free).contains(last) {
                continue;
            }
            let targets = board.cells(value) & board.peers(free) & board.peers(last);
            let targets = targets - one.cells() - other.cells();
            if !targets.is_empty() {
                let cells = [free, joined, met, last];
                found.add(
                    Step::new(technique)
                        .eliminating(value, targets)
                        .about([value])
                        .in_cells(cells)
                        .in_houses(HouseRole::Base, [one.house, other.house])
                        .marking(Role::Defining, value, cells),
                )?;
            }
        }
    }
    Search::Continue(())
}

/// The empty rectangle: in a box the value is confined to one row and one column. A strong link
/// that starts in that row ends in a cell that has the value, unless the box has it in that column.
///
/// Two candidates in the box are a strong link, which makes this a turbot fish; it counts as an
/// empty rectangle only where variants are wanted.
fn empty_rectangle(board: &Board, found: &mut StepCollector) -> Search {
    let geometry = board.geometry();
    let fewest = if found.wants_variants() { 2 } else { 3 };
    for value in 1..=board.size() as u8 {
        let links = Links::of(board, value);
        let lines = |direction| {
            let all = links.as_slice().iter();
            all.filter(move |link| link.direction == direction)
        };
        if lines(Direction::Row).next().is_none() && lines(Direction::Column).next().is_none() {
            continue;
        }
        for &block in &geometry.boxes {
            let places = board.cells(value) & board.house(block);
            if places.len() < fewest {
                continue;
            }
            for (row, column) in crossings(board, places) {
                let (across, down) = (board.house(row), board.house(column));
                let corner = Corner {
                    value,
                    block,
                    places,
                };
                for link in lines(Direction::Column) {
                    corner.extend(board, link, (row, across), (column, down), found)?;
                }
                for link in lines(Direction::Row) {
                    corner.extend(board, link, (column, down), (row, across), found)?;
                }
            }
        }
    }
    Search::Continue(())
}

/// Returns the pairs of a row and a column that together contain all these cells, while neither
/// does alone.
fn crossings(board: &Board, places: CellSet) -> impl Iterator<Item = (usize, usize)> {
    let geometry = board.geometry();
    let (rows, columns) = (&geometry.rows, &geometry.columns);
    rows.iter().flat_map(move |&row| {
        let rest = places - board.house(row);
        let crossed = rest != places && !rest.is_empty();
        let columns = if crossed { &columns[..] } else { &[] };
        let fitting = columns.iter().filter(move |&&column| {
            let line = board.house(column);
            line.contains_all(rest) && !line.contains_all(places)
        });
        fitting.map(move |&column| (row, column))
    })
}

/// A box whose candidates of a value are in one row and one column.
struct Corner {
    value: u8,
    block: usize,
    places: CellSet,
}

impl Corner {
    /// Follows a link that starts in one line of the corner to the cells that it sees in the other.
    fn extend(
        &self,
        board: &Board,
        link: &Link,
        (line, start): (usize, CellSet),
        (other, end): (usize, CellSet),
        found: &mut StepCollector,
    ) -> Search {
        let block = board.house(self.block);
        if link.cells().meets(block) {
            return Search::Continue(());
        }
        for near in link.ends {
            let far = link.other_end(near);
            if !start.contains(near) {
                continue;
            }
            let targets = board.cells(self.value) & end & board.peers(far);
            let targets = targets - block - link.cells();
            if !targets.is_empty() {
                found.add(
                    Step::new(Technique::EmptyRectangle)
                        .eliminating(self.value, targets)
                        .about([self.value])
                        .in_cells([near, far])
                        .in_houses(HouseRole::Base, [self.block, line, other, link.house])
                        .marking(Role::Defining, self.value, self.places | link.cells()),
                )?;
            }
        }
        Search::Continue(())
    }
}
