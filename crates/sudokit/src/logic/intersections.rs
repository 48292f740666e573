//! Intersections: a value, or a few values, confined to the intersection of two houses.
//!
//! *Pointing* starts from a box (or region, or window), *claiming* from a row, column or
//! diagonal. If that leaves only one place for the value in a neighbouring house, it is *direct*. A
//! naked pair or triple that is in a box and a line at once, with eliminations in both, is
//! *locked*.

use super::board::Board;
use super::find::{Search, StepCollector};
use super::singles::easiest_first;
use super::step::{HouseRole, Role, Step};
use super::subsets::{cross_out_beside, naked_in, shared_houses, subset};
use super::technique::Technique;
use crate::shape::HouseKind;

/// Finds the steps of one technique of this family.
pub(super) fn find(technique: Technique, board: &Board, found: &mut StepCollector) -> Search {
    match technique {
        Technique::LockedPair => locked(technique, 2, board, found),
        Technique::LockedTriple => locked(technique, 3, board, found),
        Technique::DirectPointing | Technique::DirectClaiming => direct(technique, board, found),
        _ => crossing_out(technique, board, found),
    }
}

/// Returns whether a technique starts from this kind of house.
fn starts_from(technique: Technique, kind: HouseKind) -> bool {
    let is_line = matches!(
        kind,
        HouseKind::Row | HouseKind::Column | HouseKind::Diagonal
    );
    match technique {
        Technique::Claiming | Technique::DirectClaiming => is_line,
        _ => !is_line,
    }
}

/// The value has no place in the base outside the cover, so it has none in the cover outside the
/// base.
fn crossing_out(technique: Technique, board: &Board, found: &mut StepCollector) -> Search {
    let houses = board.shape().houses();
    for base in easiest_first(board) {
        if !starts_from(technique, houses[base].kind()) {
            continue;
        }
        for value in 1..=board.size() as u8 {
            let places = board.places(base, value);
            if places.count_ones() < 2 {
                continue;
            }
            for cover in shared_houses(board, base, places).skip(1) {
                if board.places(cover, value).count_ones() > places.count_ones() {
                    found.add(confined(technique, board, base, cover, value))?;
                }
            }
        }
    }
    Search::Continue(())
}

/// Returns the step that eliminates the value from the cover.
fn confined(technique: Technique, board: &Board, base: usize, cover: usize, value: u8) -> Step {
    let in_base = |cell: &usize| board.shape().houses_of(*cell).contains(&(base as u16));
    let gone = board.places_as_cells(cover, value);
    pattern(technique, board, base, value)
        .in_houses(HouseRole::Cover, [cover])
        .eliminating(value, gone.filter(|cell| !in_base(cell)))
}

fn pattern(technique: Technique, board: &Board, base: usize, value: u8) -> Step {
    Step::new(technique)
        .about([value])
        .in_cells(board.places_as_cells(base, value))
        .in_houses(HouseRole::Base, [base])
        .marking(Role::Defining, value, board.places_as_cells(base, value))
}

/// The value is confined as above, and that leaves it one place in another house of the base's
/// kind, where it is placed. The order is Sudoku Explainer's: covers that are columns, then rows;
/// or bases that are columns, then rows; then base, cover, value, other house.
fn direct(technique: Technique, board: &Board, found: &mut StepCollector) -> Search {
    let houses = board.shape().houses();
    let is_column = |house: usize| houses[house].kind() == HouseKind::Column;
    let mut confinements = Vec::new();
    for base in (0..houses.len()).filter(|base| starts_from(technique, houses[*base].kind())) {
        for value in 1..=board.size() as u8 {
            let places = board.places(base, value);
            if places.count_ones() > 1 {
                let covers = shared_houses(board, base, places).skip(1);
                confinements.extend(covers.map(|cover| {
                    let after_columns = !(is_column(base) || is_column(cover));
                    (after_columns, base, cover, value)
                }));
            }
        }
    }
    confinements.sort_unstable();
    for (_, base, cover, value) in confinements {
        let of_kind = |house: &usize| houses[*house].kind() == houses[base].kind();
        for other in (0..houses.len()).filter(|other| *other != base && of_kind(other)) {
            if let Some(cell) = only_place_left(board, other, (base, cover), value) {
                let step = pattern(technique, board, base, value)
                    .in_houses(HouseRole::Base, [other])
                    .in_houses(HouseRole::Cover, [cover])
                    .placing(cell, value);
                found.add(step)?;
                break;
            }
        }
    }
    Search::Continue(())
}

/// Returns the only place that a value keeps in a house if a base confines it to a cover, unless it
/// already was the only one. A cell of all three houses keeps the value: two diagonals share their
/// centre.
fn only_place_left(
    board: &Board,
    house: usize,
    (base, cover): (usize, usize),
    value: u8,
) -> Option<usize> {
    let is_in = |cell: usize, house: usize| board.shape().houses_of(cell).contains(&(house as u16));
    let is_lost = |cell: &usize| is_in(*cell, cover) && !is_in(*cell, base);
    let mut kept = board
        .places_as_cells(house, value)
        .filter(|cell| !is_lost(cell));
    let (only, more) = (kept.next(), kept.next());
    let loses_some = board.places(house, value).count_ones() > 1;
    only.filter(|_| more.is_none() && loses_some)
}

/// Finds naked subsets that are in a box and a line, with eliminations in both.
fn locked(technique: Technique, count: usize, board: &Board, found: &mut StepCollector) -> Search {
    let houses = board.shape().houses();
    for area in
        (2 * board.size()..houses.len()).filter(|h| starts_from(technique, houses[*h].kind()))
    {
        naked_in(board, area, count, &mut |positions, values| {
            for line in shared_houses(board, area, positions).skip(1) {
                let mut step = subset(technique, board, area, positions, values)
                    .in_houses(HouseRole::Base, [line]);
                cross_out_beside(board, area, values, &mut step);
                let in_area = step.eliminations.len();
                cross_out_beside(board, line, values, &mut step);
                if in_area > 0 && step.eliminations.len() > in_area {
                    found.add(step)?;
                }
            }
            Search::Continue(())
        })?;
    }
    Search::Continue(())
}
