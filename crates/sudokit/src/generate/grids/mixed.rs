//! Grids for boards so large that no search finds one in reasonable time: a regular grid, changed
//! at random until nothing of its regularity is left.
//!
//! In a regular grid each row is the one above shifted by the width of a box, and by one more at
//! the end of a band. Permuting values, rows within a band, whole bands, and the same with columns,
//! keeps every rule, but reaches only a tiny part of all grids. So the grid is then changed in
//! places. Each change keeps it valid:
//!
//! * two values are swapped in cells that are connected by common houses;
//! * two rows of a band, or columns of a stack, are swapped in a cycle of places;
//! * a few values are removed from the whole grid, or a few rows from a band, and filled in again
//!   by a search that does not know where they were.
//!
//! The first two are fast but only permute what the last one opens up. Whether every grid can be
//! reached, and with which probability, is not known.

use crate::puzzle::Puzzle;
use crate::random::Random;
use crate::shape::Shape;
use crate::solve::{CancelToken, Completer, Completion};

/// The node limit for filling in a few values or rows, which is nearly always enough; if it is
/// reached, the grid stays as it is.
const NODES: u64 = 300;

/// Changes a grid of a plain shape with boxes. The larger the board, the longer it takes; after a
/// cancellation the grid is less changed.
pub(super) fn mix(shape: &Shape, values: &mut Vec<u8>, random: &mut Random, cancel: &CancelToken) {
    let size = shape.size();
    let mut completer = Completer::new(shape);
    for _ in 0..size {
        if cancel.is_cancelled() {
            return;
        }
        for _ in 0..size {
            exchange_values(shape, values, random);
            exchange_lines(shape, values, random);
        }
        let open = match random.place(3) {
            0 => cells_of_rows(shape, random),
            _ => cells_of_values(values, size, random),
        };
        complete_again(&mut completer, shape, values, &open, random, cancel);
    }
}

/// Swaps two values in the cells connected with a random one.
fn exchange_values(shape: &Shape, values: &mut [u8], random: &mut Random) {
    let start = random.place(values.len());
    let one = values[start];
    let mut other = random.place(shape.size() - 1) as u8 + 1;
    other += u8::from(other >= one);
    let mut group = vec![start];
    let mut is_in_group = vec![false; values.len()];
    is_in_group[start] = true;
    let mut next = 0;
    while let Some(&cell) = group.get(next) {
        next += 1;
        let partner = match values[cell] == one {
            true => other,
            false => one,
        };
        for &house in shape.houses_of(cell) {
            let cells = shape.houses()[house as usize].cells().iter();
            let found = cells
                .map(|cell| *cell as usize)
                .find(|c| values[*c] == partner);
            if let Some(found) = found.filter(|found| !is_in_group[*found]) {
                is_in_group[found] = true;
                group.push(found);
            }
        }
    }
    for cell in group {
        values[cell] ^= one ^ other;
    }
}

/// Swaps two lines of a band in the places connected with a random one.
fn exchange_lines(shape: &Shape, values: &mut [u8], random: &mut Random) {
    let Some((rows, columns)) = shape.box_size() else {
        return;
    };
    let size = shape.size();
    let (thickness, is_row) = match random.place(2) {
        0 => (rows, true),
        _ => (columns, false),
    };
    let cell = |line: usize, place: usize| match is_row {
        true => line * size + place,
        false => place * size + line,
    };
    let one = random.place(size);
    let band = one - one % thickness;
    let other = band + random.place(thickness);
    let start = random.place(size);
    if one == other {
        return;
    }
    let mut place = start;
    loop {
        values.swap(cell(one, place), cell(other, place));
        // The first line now has this value twice, unless the cycle is complete.
        let twice = values[cell(one, place)];
        let others = (0..size).filter(|other| *other != place);
        match others
            .into_iter()
            .find(|other| values[cell(one, *other)] == twice)
        {
            Some(next) => place = next,
            None => return,
        }
    }
}

/// Returns all cells with one of a few values.
fn cells_of_values(values: &[u8], size: usize, random: &mut Random) -> Vec<usize> {
    let mut names: Vec<u8> = (1..=size as u8).collect();
    random.shuffle(&mut names);
    names.truncate(3 + random.place(3));
    let cells = values.iter().enumerate();
    let open = cells.filter(|(_, value)| names.contains(value));
    open.map(|(cell, _)| cell).collect()
}

/// Returns all cells of a few rows of a band.
fn cells_of_rows(shape: &Shape, random: &mut Random) -> Vec<usize> {
    let (size, rows) = (shape.size(), shape.box_size().map_or(1, |(rows, _)| rows));
    let band = random.place(size / rows) * rows;
    let mut lines: Vec<usize> = (band..band + rows).collect();
    random.shuffle(&mut lines);
    lines.truncate(3);
    let cells = lines
        .into_iter()
        .flat_map(|row| row * size..(row + 1) * size);
    cells.collect()
}

/// Fills some cells again, in any valid way.
fn complete_again(
    completer: &mut Completer<'_>,
    shape: &Shape,
    values: &mut Vec<u8>,
    open: &[usize],
    random: &mut Random,
    cancel: &CancelToken,
) {
    let mut rest = values.clone();
    open.iter().for_each(|cell| rest[*cell] = 0);
    let Ok(rest) = Puzzle::from_values(shape.clone(), rest) else {
        return;
    };
    if let Completion::Found(found) = completer.complete(&rest, random, NODES, cancel) {
        *values = found;
    }
}

/// Draws a regular grid with boxes of this many rows and columns, shuffled.
pub(super) fn regular_grid(rows: usize, columns: usize, random: &mut Random) -> Vec<u8> {
    let size = rows * columns;
    let mut names: Vec<u8> = (1..=size as u8).collect();
    random.shuffle(&mut names);
    // A band has as many rows as a box, a stack as many columns.
    let row_order = shuffled(size, rows, random);
    let column_order = shuffled(size, columns, random);
    let mut values = Vec::with_capacity(size * size);
    for row in &row_order {
        let moved = columns * (row % rows) + row / rows;
        values.extend(
            column_order
                .iter()
                .map(|column| names[(moved + column) % size]),
        );
    }
    values
}

/// Returns the lines in random order, those of a band together.
fn shuffled(size: usize, thickness: usize, random: &mut Random) -> Vec<usize> {
    let mut bands: Vec<usize> = (0..size / thickness).collect();
    random.shuffle(&mut bands);
    let mut order = Vec::with_capacity(size);
    for band in bands {
        let mut lines: Vec<usize> = (band * thickness..(band + 1) * thickness).collect();
        random.shuffle(&mut lines);
        order.extend(lines);
    }
    order
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::puzzle::Grid;

    #[test]
    fn every_change_keeps_the_rules() {
        let mut random = Random::new(1, 0);
        let cancel = CancelToken::new();
        for (rows, columns) in [(2, 3), (3, 3), (3, 4), (4, 2), (1, 7)] {
            let shape = Shape::boxes(rows, columns).expect("a shape");
            let mut values = regular_grid(rows, columns, &mut random);
            let is_grid = |values: &[u8]| {
                Grid::trusted(shape.clone(), values.to_vec()).solves(&Puzzle::new(shape.clone()))
            };
            for _ in 0..200 {
                let before = values.clone();
                exchange_values(&shape, &mut values, &mut random);
                assert!(is_grid(&values) && values != before);
                exchange_lines(&shape, &mut values, &mut random);
                assert!(is_grid(&values));
            }
            let before = values.clone();
            mix(&shape, &mut values, &mut random, &cancel);
            assert!(is_grid(&values) && values != before);
        }
    }

    /// Returns the lengths of the cycles of all pairs of rows in a band: a regular grid has equal
    /// ones everywhere.
    fn cycles(values: &[u8], size: usize, rows: usize) -> Vec<usize> {
        let mut lengths = Vec::new();
        for one in 0..size {
            for other in one + 1..(one / rows + 1) * rows {
                let mut seen = vec![false; size];
                for start in 0..size {
                    let (mut place, mut length) = (start, 0);
                    while !seen[place] {
                        seen[place] = true;
                        length += 1;
                        let value = values[other * size + place];
                        let line = &values[one * size..(one + 1) * size];
                        place = line.iter().position(|v| *v == value).expect("it is there");
                    }
                    if length > 0 {
                        lengths.push(length);
                    }
                }
            }
        }
        lengths
    }

    #[test]
    fn no_trace_of_the_regular_grid_is_left() {
        let shape = Shape::boxes(5, 6).expect("a shape");
        let mut random = Random::new(2, 0);
        let mut values = regular_grid(5, 6, &mut random);
        let kinds = |values: &[u8]| {
            let mut lengths = cycles(values, 30, 5);
            lengths.sort_unstable();
            lengths.dedup();
            lengths.len()
        };
        assert_eq!(kinds(&values), 1);
        mix(&shape, &mut values, &mut random, &CancelToken::new());
        assert!(kinds(&values) > 20, "{}", kinds(&values));
    }

    #[test]
    fn regular_grids_keep_the_rules() {
        for (rows, columns) in [(2, 2), (2, 3), (3, 4), (5, 6), (6, 6), (1, 7), (8, 8)] {
            let shape = Shape::boxes(rows, columns).expect("a shape");
            let values = regular_grid(rows, columns, &mut Random::new(1, 0));
            let grid = Grid::trusted(shape.clone(), values);
            assert!(grid.solves(&Puzzle::new(shape)), "{rows}×{columns}");
        }
    }
}
