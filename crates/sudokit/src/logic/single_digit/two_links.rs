//! Two strong links joined by a weak one: of the two free ends, one has the value.
//!
//! Two rows or two columns make a skyscraper, a row and a column a two-string kite, and any other
//! pair (one link in a box) a turbot fish.

use super::links::{Direction, Link, Links};
use crate::logic::board::Board;
use crate::logic::find::{Search, StepCollector};
use crate::logic::step::{HouseRole, Role, Step};
use crate::logic::technique::Technique;

pub(super) fn find(technique: Technique, board: &Board, found: &mut StepCollector) -> Search {
    for value in 1..=board.size() as u8 {
        // Two links and a cell to cross the value out of need five.
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

/// What two links make, if anything of their own: a link that stands in a box and in a line at once
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
            // Where the free ends see each other too, two rows are an X-wing.
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
