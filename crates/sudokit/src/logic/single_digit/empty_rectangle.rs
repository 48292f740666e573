//! The empty rectangle: in a box the value lies in one row and one column only. A strong link that
//! starts in that row ends in a cell that has the value, unless the box has it in that column.

use super::links::{Direction, Link, Links};
use crate::logic::board::Board;
use crate::logic::cell_set::CellSet;
use crate::logic::find::{Search, StepCollector};
use crate::logic::step::{HouseRole, Role, Step};
use crate::logic::technique::Technique;

pub(super) fn find(board: &Board, found: &mut StepCollector) -> Search {
    let geometry = board.geometry();
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
            // Two candidates would be a strong link: a turbot fish.
            if places.len() < 3 {
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

/// The rows and columns that hold all these cells between them, neither doing it alone.
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

/// A box whose candidates of a value lie in a row and a column.
struct Corner {
    value: u8,
    block: usize,
    places: CellSet,
}

impl Corner {
    /// Follows a link that starts in one line of the corner to what it sees in the other.
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
