//! A regular grid, shuffled: a start for boards so large that no search finds a grid in reasonable
//! time.
//!
//! In a regular grid each row is the one above, moved by the width of a box, and where a band ends
//! by one more. Exchanging values, rows within a band, whole bands, and the same with columns,
//! keeps every rule. Only a tiny part of all grids can be had so.

use crate::random::Random;

/// Draws a grid with boxes of so many rows and columns.
pub(super) fn draw(rows: usize, columns: usize, random: &mut Random) -> Vec<u8> {
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

/// Lines in an order that keeps those of a band together.
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
    use crate::puzzle::{Grid, Puzzle};
    use crate::shape::Shape;

    #[test]
    fn they_keep_the_rules() {
        for (rows, columns) in [(2, 2), (2, 3), (3, 4), (5, 6), (6, 6), (1, 7), (8, 8)] {
            let shape = Shape::boxes(rows, columns).expect("a shape");
            let values = draw(rows, columns, &mut Random::new(1, 0));
            let grid = Grid::trusted(shape.clone(), values);
            assert!(grid.solves(&Puzzle::new(shape)), "{rows}×{columns}");
        }
    }
}
