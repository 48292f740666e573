//! Transformations: changes of a board that lead to an equivalent one.

use std::ops::Range;

use super::SymmetryError;
use crate::bits::{mask_of, values_of};
use crate::puzzle::{Origin, Puzzle};
use crate::random::Random;
use crate::shape::Shape;

/// A change of a board that maps houses to houses: permutes rows and columns, optionally
/// transposes, and renames values.
///
/// Rows and columns are exchanged first, if requested. Row `i` of the result is then row
/// `rows()[i]` of that board, column `j` is column `columns()[j]`, and value `v` becomes
/// `values()[v]`.
///
/// The text form is `transpose rows=2,1,3,… columns=… values=…`, counted from 1. Parts that change
/// nothing are left out; the transformation that changes nothing at all is `identity`.
///
/// ```
/// use sudokit::{Puzzle, symmetry::Transformation};
///
/// let puzzle: Puzzle = "1234341221434321".parse()?;
/// let turn = Transformation::rotate(4, 1);
/// assert_eq!(turn.apply_values(puzzle.values())[..4], [4, 2, 3, 1]);
/// let swap = Transformation::swap_rows(4, 0, 1);
/// assert_eq!(swap.to_string(), "rows=2,1,3,4");
/// let both = turn.then(&swap);
/// assert_eq!(both.apply(&puzzle)?, swap.apply(&turn.apply(&puzzle)?)?);
/// assert_eq!(both.then(&both.inverse()), Transformation::identity(4));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Transformation {
    transposed: bool,
    rows: Vec<u8>,
    columns: Vec<u8>,
    /// One more entry than there are values: an open cell stays open.
    values: Vec<u8>,
}

impl Transformation {
    /// Returns the transformation that changes nothing.
    ///
    /// # Panics
    ///
    /// Panics if the size is above 64.
    pub fn identity(size: usize) -> Transformation {
        assert!(size <= crate::shape::MAX_SIZE, "size {size}");
        let lines: Vec<u8> = (0..size as u8).collect();
        Transformation {
            transposed: false,
            rows: lines.clone(),
            columns: lines,
            values: (0..=size as u8).collect(),
        }
    }

    /// Makes a transformation from its parts; value `v` becomes `values[v]`, and `values[0]` is 0.
    /// Returns `None` if a part is not a permutation or the sizes differ.
    pub fn new(
        transposed: bool,
        rows: Vec<u8>,
        columns: Vec<u8>,
        values: Vec<u8>,
    ) -> Option<Transformation> {
        let size = rows.len();
        let fits = size <= crate::shape::MAX_SIZE
            && is_permutation(&rows, 0..size)
            && is_permutation(&columns, 0..size)
            && values.first() == Some(&0)
            && is_permutation(&values[1..], 1..size + 1);
        fits.then_some(Transformation {
            transposed,
            rows,
            columns,
            values,
        })
    }

    /// Exchanges rows with columns.
    pub fn transpose(size: usize) -> Transformation {
        Transformation {
            transposed: true,
            ..Transformation::identity(size)
        }
    }

    /// Rotates the board clockwise by `quarters` quarter turns.
    pub fn rotate(size: usize, quarters: usize) -> Transformation {
        let quarter = Transformation::transpose(size).then(&Transformation::mirror(size));
        let turned = std::iter::repeat_n(&quarter, quarters % 4);
        turned.fold(Transformation::identity(size), |all, one| all.then(one))
    }

    /// Reverses the order of the columns: left becomes right.
    pub fn mirror(size: usize) -> Transformation {
        let mut mirror = Transformation::identity(size);
        mirror.columns.reverse();
        mirror
    }

    /// Reverses the order of the rows: top becomes bottom.
    pub fn flip(size: usize) -> Transformation {
        let mut flip = Transformation::identity(size);
        flip.rows.reverse();
        flip
    }

    /// Swaps two rows.
    ///
    /// # Panics
    ///
    /// Panics if there are no such rows; so do the other swaps.
    pub fn swap_rows(size: usize, one: usize, other: usize) -> Transformation {
        let mut swap = Transformation::identity(size);
        swap.rows.swap(one, other);
        swap
    }

    /// Swaps two columns.
    pub fn swap_columns(size: usize, one: usize, other: usize) -> Transformation {
        let mut swap = Transformation::identity(size);
        swap.columns.swap(one, other);
        swap
    }

    /// Swaps two bands of `band_rows` rows.
    pub fn swap_bands(size: usize, band_rows: usize, one: usize, other: usize) -> Transformation {
        let mut swap = Transformation::identity(size);
        for row in 0..band_rows {
            swap.rows
                .swap(one * band_rows + row, other * band_rows + row);
        }
        swap
    }

    /// Swaps two stacks of `stack_columns` columns.
    pub fn swap_stacks(
        size: usize,
        stack_columns: usize,
        one: usize,
        other: usize,
    ) -> Transformation {
        let mut swap = Transformation::identity(size);
        for column in 0..stack_columns {
            let [from, to] = [one, other].map(|stack| stack * stack_columns + column);
            swap.columns.swap(from, to);
        }
        swap
    }

    /// Renames values: value `v` becomes `names[v - 1]`. Returns `None` if that is not a
    /// permutation of the values.
    pub fn relabel(names: &[u8]) -> Option<Transformation> {
        let lines: Vec<u8> = (0..names.len().min(64) as u8).collect();
        let values = std::iter::once(0).chain(names.iter().copied()).collect();
        Transformation::new(false, lines.clone(), lines, values)
    }

    /// Returns a random transformation of a board with boxes, with a uniform distribution.
    ///
    /// It depends on nothing but the numbers that `random` returns, in a way that will not change:
    /// values, the order of bands, the rows of each, the order of stacks, the columns of each, and,
    /// if that keeps the shape, whether to transpose are drawn in this order.
    ///
    /// # Errors
    ///
    /// Returns an error if the shape has other houses than rows, columns and boxes.
    pub fn random(shape: &Shape, random: &mut Random) -> Result<Transformation, SymmetryError> {
        let boxes = shape.box_size().filter(|_| shape.is_plain());
        let (band_rows, stack_columns) = boxes.ok_or(SymmetryError::NoPlainBoxes)?;
        let mut shuffled = Transformation::identity(shape.size());
        random.shuffle(&mut shuffled.values[1..]);
        shuffled.rows = shuffled_lines(band_rows, stack_columns, random);
        shuffled.columns = shuffled_lines(stack_columns, band_rows, random);
        if super::is_transposable(shape) {
            shuffled.transposed = random.below(2) == 1;
        }
        Ok(shuffled)
    }

    /// Returns the number of rows, columns and values.
    pub fn size(&self) -> usize {
        self.rows.len()
    }

    /// Returns whether rows and columns are exchanged first.
    pub fn is_transposed(&self) -> bool {
        self.transposed
    }

    /// Returns the source row of each row of the result, from 0.
    pub fn rows(&self) -> &[u8] {
        &self.rows
    }

    /// Returns the source column of each column of the result, from 0.
    pub fn columns(&self) -> &[u8] {
        &self.columns
    }

    /// Returns what each value becomes; the first entry is 0, for an open cell.
    pub fn values(&self) -> &[u8] {
        &self.values
    }

    /// Returns this transformation followed by another.
    ///
    /// # Panics
    ///
    /// Panics if their sizes differ.
    pub fn then(&self, next: &Transformation) -> Transformation {
        assert_eq!(self.size(), next.size(), "transformations of one size");
        let (rows, columns) = match next.transposed {
            false => (&self.rows, &self.columns),
            true => (&self.columns, &self.rows),
        };
        Transformation {
            transposed: self.transposed != next.transposed,
            rows: composed(rows, &next.rows),
            columns: composed(columns, &next.columns),
            values: composed(&next.values, &self.values),
        }
    }

    /// Returns the transformation that undoes this one.
    pub fn inverse(&self) -> Transformation {
        let (rows, columns) = match self.transposed {
            false => (&self.rows, &self.columns),
            true => (&self.columns, &self.rows),
        };
        Transformation {
            transposed: self.transposed,
            rows: inverted(rows),
            columns: inverted(columns),
            values: inverted(&self.values),
        }
    }

    /// Returns the cell that a cell of the result comes from.
    pub fn source(&self, cell: usize) -> usize {
        let size = self.size();
        let row = self.rows[cell / size] as usize;
        let column = self.columns[cell % size] as usize;
        match self.transposed {
            false => row * size + column,
            true => column * size + row,
        }
    }

    /// Applies the transformation to the values of a board. It does not check that houses stay
    /// houses; [`shape`](Self::shape) does.
    ///
    /// # Panics
    ///
    /// Panics if there is not one value for each cell, or one is larger than the size.
    pub fn apply_values(&self, values: &[u8]) -> Vec<u8> {
        let cells = self.size() * self.size();
        assert_eq!(values.len(), cells, "one value for each cell");
        let sources = (0..cells).map(|cell| values[self.source(cell)]);
        sources.map(|value| self.values[value as usize]).collect()
    }

    /// Applies the transformation to a puzzle, including its candidates and placed values.
    ///
    /// # Errors
    ///
    /// Returns an error if the transformation does not fit the puzzle's shape.
    pub fn apply(&self, puzzle: &Puzzle) -> Result<Puzzle, SymmetryError> {
        let shape = self.shape(puzzle.shape())?;
        let mut transformed = Puzzle::new(shape);
        let cells = puzzle.values().len();
        for (cell, value) in self.apply_values(puzzle.values()).into_iter().enumerate() {
            let origin = puzzle.origin(self.source(cell)).unwrap_or(Origin::Given);
            if value != 0 {
                transformed.set(cell, value, origin);
            }
        }
        if let Some(masks) = puzzle.candidates() {
            let masks = (0..cells).map(|cell| self.apply_mask(masks[self.source(cell)]));
            transformed.set_candidates(masks.collect());
        }
        Ok(transformed)
    }

    fn apply_mask(&self, mask: u64) -> u64 {
        values_of(mask).fold(0, |mask, value| {
            mask | mask_of(self.values[usize::from(value)])
        })
    }

    /// Returns the shape of a transformed board: its own, or, if boxes that are not square are
    /// transposed, the one with transposed boxes.
    ///
    /// # Errors
    ///
    /// Returns an error if a house would not be mapped to a house.
    pub fn shape(&self, shape: &Shape) -> Result<Shape, SymmetryError> {
        if self.size() != shape.size() {
            return Err(SymmetryError::Size {
                transformation: self.size(),
                board: shape.size(),
            });
        }
        let target = match shape.box_size() {
            Some((rows, columns)) if self.transposed && shape.is_plain() => {
                let turned = Shape::boxes(columns, rows).ok();
                turned.filter(|turned| turned != shape)
            }
            _ => None,
        };
        let target = target.unwrap_or_else(|| shape.clone());
        let mut found = vec![false; target.houses().len()];
        for (index, house) in target.houses().iter().enumerate() {
            let mut sources: Vec<u16> = (house.cells().iter())
                .map(|cell| self.source(*cell as usize) as u16)
                .collect();
            sources.sort_unstable();
            let mut houses = shape.houses_of(sources[0] as usize).iter();
            found[index] = houses.any(|house| shape.houses()[*house as usize].cells() == sources);
        }
        match found.iter().position(|found| !found) {
            None => Ok(target),
            Some(house) => Err(SymmetryError::House(target.houses()[house].to_string())),
        }
    }
}

fn composed(first: &[u8], second: &[u8]) -> Vec<u8> {
    second.iter().map(|index| first[*index as usize]).collect()
}

fn inverted(permutation: &[u8]) -> Vec<u8> {
    let mut inverse = vec![0; permutation.len()];
    for (index, &image) in permutation.iter().enumerate() {
        inverse[image as usize] = index as u8;
    }
    inverse
}

fn is_permutation(numbers: &[u8], of: Range<usize>) -> bool {
    let mut seen = 0u128;
    let all = numbers.iter().all(|number| {
        let is_new = of.contains(&(*number as usize)) && seen >> number & 1 == 0;
        seen |= 1 << (number & 127);
        is_new
    });
    all && numbers.len() == of.len()
}

/// Returns lines in groups of `lines`, with the groups and the lines of each in random order.
fn shuffled_lines(lines: usize, parts: usize, random: &mut Random) -> Vec<u8> {
    let mut order: Vec<u8> = (0..parts as u8).collect();
    random.shuffle(&mut order);
    let mut all = Vec::with_capacity(lines * parts);
    for part in order {
        let first = part * lines as u8;
        let start = all.len();
        all.extend(first..first + lines as u8);
        random.shuffle(&mut all[start..]);
    }
    all
}
