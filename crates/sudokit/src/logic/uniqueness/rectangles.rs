//! Unique rectangles, types 1 to 6, and hidden rectangles: four cells in two rows, two columns and
//! two boxes that would be deadly with two values.

use super::deadly::Deadly;
use crate::logic::board::{Board, bits, values_of};
use crate::logic::cell_set::CellSet;
use crate::logic::find::{Search, StepCollector};
use crate::logic::step::HouseRole;
use crate::logic::technique::Technique;

/// A rectangle whose first corner has the two values alone, and whose others each have at least
/// one of them. The corners go around: the third is opposite the first.
struct Rectangle {
    values: [u8; 2],
    corners: [usize; 4],
}

pub(super) fn find(technique: Technique, board: &Board, found: &mut StepCollector) -> Search {
    each(board, |rectangle| {
        let Rectangle { values, corners } = rectangle;
        let deadly = Deadly::new(technique, board, values, &corners);
        match (technique, deadly.extra.len()) {
            (Technique::UniqueRectangle1, 1) => deadly.one_cell(found),
            (Technique::UniqueRectangle2, 2) if !is_diagonal(&deadly) => deadly.one_value(found),
            (Technique::UniqueRectangle3, 2) if !is_diagonal(&deadly) => deadly.subset(found),
            (Technique::UniqueRectangle4, 2) if !is_diagonal(&deadly) => deadly.strong_link(found),
            (Technique::UniqueRectangle5, 2) if is_diagonal(&deadly) => {
                deadly.one_value(found)?;
                match found.wants_variants() {
                    true => x_wing(&deadly, found),
                    false => Search::Continue(()),
                }
            }
            (Technique::UniqueRectangle5, 3) => deadly.one_value(found),
            (Technique::UniqueRectangle6, 2) if is_diagonal(&deadly) => x_wing(&deadly, found),
            (Technique::HiddenRectangle, 2..) if found.wants_variants() => {
                hidden(&deadly, found)?;
                hidden_by_pairs(&deadly, found)
            }
            (Technique::HiddenRectangle, 2..) => hidden(&deadly, found),
            _ => Search::Continue(()),
        }
    })
}

/// Finds every rectangle, from each of its corners that has two candidates.
fn each(board: &Board, mut visit: impl FnMut(Rectangle) -> Search) -> Search {
    let (size, geometry) = (board.size(), board.geometry());
    for first in board.pairs() {
        let mut values = values_of(board.candidates(first));
        let (Some(a), Some(b)) = (values.next(), values.next()) else {
            continue;
        };
        let lines = geometry.main_houses(first);
        let possible = (board.cells(a) | board.cells(b)) - CellSet::of(first);
        for second in possible & board.house(lines.row.into()) {
            for fourth in possible & board.house(lines.column.into()) {
                let third = fourth / size * size + second % size;
                if possible.contains(third)
                    && super::can_be_exchanged(board, [first, third], [second, fourth])
                {
                    visit(Rectangle {
                        values: [a, b],
                        corners: [first, second, third, fourth],
                    })?;
                }
            }
        }
    }
    Search::Continue(())
}

/// Returns whether the two corners with other candidates are opposite.
fn is_diagonal(deadly: &Deadly) -> bool {
    let corner = |index: usize| deadly.extra.contains(deadly.cells[index]);
    corner(0) == corner(2) && corner(1) == corner(3)
}

/// Type 6: an X-wing shows that one of the values is in two opposite corners. They are not the
/// corners with other candidates: the remaining two would have the other value.
///
/// SudokuWiki calls the same pattern type 5, and places the value in the remaining two.
fn x_wing(deadly: &Deadly, found: &mut StepCollector) -> Search {
    let (board, geometry) = (deadly.board, deadly.board.geometry());
    let corners: CellSet = deadly.cells.iter().copied().collect();
    let [first, third] = [0, 2].map(|corner| geometry.main_houses(deadly.cells[corner]));
    for value in deadly.values {
        for lines in [[first.row, third.row], [first.column, third.column]] {
            let mut lines = lines.map(usize::from);
            lines.sort_unstable();
            // A line that has the value already has no place for it in the rectangle.
            let only_corners = lines.iter().all(|line| {
                let places = board.cells(value) & board.house(*line);
                !places.is_empty() && corners.contains_all(places)
            });
            let targets = deadly.extra & board.cells(value);
            if only_corners && !targets.is_empty() {
                let other = deadly.values.into_iter().filter(|v| *v != value);
                let step = deadly
                    .step([value].into_iter().chain(other))
                    .in_houses(HouseRole::Base, lines);
                found.add(match deadly.technique {
                    Technique::UniqueRectangle5 => (corners - deadly.extra)
                        .iter()
                        .fold(step, |step, corner| step.placing(corner, value)),
                    _ => step.eliminating(value, targets),
                })?;
            }
        }
    }
    Search::Continue(())
}

/// The corner opposite the first cannot be one value if the other has only the rectangle's places
/// in its row and in its column: they would complete the pattern.
fn hidden(deadly: &Deadly, found: &mut StepCollector) -> Search {
    let board = deadly.board;
    let &[_, second, opposite, fourth] = deadly.cells else {
        return Search::Continue(());
    };
    let lines = board.geometry().main_houses(opposite);
    let (row, column) = (usize::from(lines.row), usize::from(lines.column));
    let [a, b] = deadly.values;
    for (linked, other) in [(a, b), (b, a)] {
        let places = |line: usize| board.cells(linked) & board.house(line);
        let pair = |corner: usize| CellSet::of(corner) | CellSet::of(opposite);
        if board.has(opposite, other)
            && places(row) == pair(fourth)
            && places(column) == pair(second)
        {
            found.add(
                deadly
                    .step([linked, other])
                    .in_houses(HouseRole::Base, [row, column])
                    .eliminating(other, [opposite]),
            )?;
        }
    }
    Search::Continue(())
}

/// The same, if a pair or another line takes the place of one of the two lines (SudokuWiki's hidden
/// rectangle type 2). If the corner has one value, a neighbour has the other because it can have
/// nothing else, or because this has no other place in the line of the two. Then the first corner
/// has the same value as the opposite one, and the last corner follows because the line that it
/// shares with the first has no other place for its value.
///
/// The first corner may also have that value because the opposite one takes all its other places in
/// a house. Then both neighbours follow from the lines that they share with the first.
fn hidden_by_pairs(deadly: &Deadly, found: &mut StepCollector) -> Search {
    let board = deadly.board;
    let &[first, second, opposite, fourth] = deadly.cells else {
        return Search::Continue(());
    };
    let [a, b] = deadly.values;
    for (linked, other) in [(a, b), (b, a)] {
        if !board.has(opposite, other) {
            continue;
        }
        let line_with = |one: usize, corner: usize| {
            let houses = super::houses_of(board, one) & super::houses_of(board, corner);
            let places = CellSet::of(one) | CellSet::of(corner);
            bits(houses).find(|house| board.cells(linked) & board.house(*house) == places)
        };
        // Why a neighbour of the corner has the linked value: a line, or none for a pair.
        let directly = |corner: usize| match deadly.extra.contains(corner) {
            false => Some(None),
            true => line_with(opposite, corner).map(Some),
        };
        for (near, last) in [(second, fourth), (fourth, second)] {
            let Some(reason) = directly(near) else {
                continue;
            };
            let Some(line) = line_with(first, last) else {
                continue;
            };
            let lines = reason.into_iter().chain([line]);
            found.add(
                deadly
                    .step([linked, other])
                    .in_houses(HouseRole::Base, lines)
                    .eliminating(other, [opposite]),
            )?;
        }
        let leaves_first = |house: &usize| {
            let places = board.cells(other) & board.house(*house);
            board
                .peers(opposite)
                .contains_all(places - CellSet::of(first))
        };
        let house = bits(super::houses_of(board, first)).find(leaves_first);
        let lines = [second, fourth].map(|corner| line_with(first, corner));
        if let (Some(house), [Some(one), Some(two)]) = (house, lines) {
            found.add(
                deadly
                    .step([linked, other])
                    .in_houses(HouseRole::Base, [house, one, two])
                    .eliminating(other, [opposite]),
            )?;
        }
    }
    Search::Continue(())
}
