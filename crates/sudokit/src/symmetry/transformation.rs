//! What can be done to a board without changing what kind of puzzle it is.

use std::ops::Range;

use super::SymmetryError;
use crate::bits::{mask_of, values_of};
use crate::puzzle::{Origin, Puzzle};
use crate::random::Random;
use crate::shape::Shape;

/// A change of a board that keeps houses houses: rows and columns in another order, perhaps
/// exchanged with each other, and values under other names.
///
/// First rows and columns are exchanged, if that is wanted; row `i` of the result is then row
/// `rows()[i]` of that, column `j` is column `columns()[j]`, and value `v` becomes `values()[v]`.
///
/// As text it is `transpose rows=2,1,3,… columns=… values=…`, counted from 1; parts that change
/// nothing are left out, and the transformation that changes nothing at all is `identity`.
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
    /// One more than there are values: an open cell stays open.
    values: Vec<u8>,
}

impl Transformation {
    /// The transformation that changes nothing.
    ///
    /// # Panics
    /// When the size is above 64.
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

    /// A transformation from its parts; `values[v]` is what value `v` becomes, and `values[0]` is 0.
    /// `None` where one of them is no permutation, or they are not of one size.
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

    /// ChoiceTree the board clockwise by so many quarters.
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

    /// Reverses the order of the rows: what was above is below.
    pub fn flip(size: usize) -> Transformation {
        let mut flip = Transformation::identity(size);
        flip.rows.reverse();
        flip
    }

    /// Exchanges two rows.
    ///
    /// # Panics
    /// When there are no such rows; so do the other exchanges.
    pub fn swap_rows(size: usize, one: usize, other: usize) -> Transformation {
        let mut swap = Transformation::identity(size);
        swap.rows.swap(one, other);
        swap
    }

    /// Exchanges two columns.
    pub fn swap_columns(size: usize, one: usize, other: usize) -> Transformation {
        let mut swap = Transformation::identity(size);
        swap.columns.swap(one, other);
        swap
    }

    /// Exchanges two bands of so many rows.
    pub fn swap_bands(size: usize, band_rows: usize, one: usize, other: usize) -> Transformation {
        let mut swap = Transformation::identity(size);
        for row in 0..band_rows {
            swap.rows
                .swap(one * band_rows + row, other * band_rows + row);
        }
        swap
    }

    /// Exchanges two stacks of so many columns.
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

    /// Gives values other names: value `v` becomes `names[v - 1]`. `None` where that is no
    /// permutation of the values.
    pub fn relabel(names: &[u8]) -> Option<Transformation> {
        let lines: Vec<u8> = (0..names.len().min(64) as u8).collect();
        let values = std::iter::once(0).chain(names.iter().copied()).collect();
        Transformation::new(false, lines.clone(), lines, values)
    }

    /// Any transformation of a board with boxes, all with the same chance.
    ///
    /// It depends on nothing but the numbers that `random` gives, in a way that will not change:
    /// values, the order of bands, the rows of each, the order of stacks, the columns of each, and,
    /// where that keeps the shape, whether to transpose are drawn in turn.
    ///
    /// # Errors
    /// When the shape has more houses than rows, columns and boxes, or other ones.
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

    /// The number of rows, columns and values.
    pub fn size(&self) -> usize {
        self.rows.len()
    }

    /// Whether rows and columns are exchanged first.
    pub fn is_transposed(&self) -> bool {
        self.transposed
    }

    /// Which row stands in each row of the result, from 0.
    pub fn rows(&self) -> &[u8] {
        &self.rows
    }

    /// Which column stands in each column of the result, from 0.
    pub fn columns(&self) -> &[u8] {
        &self.columns
    }

    /// What becomes of each value; the first entry is 0, for an open cell.
    pub fn values(&self) -> &[u8] {
        &self.values
    }

    /// This transformation, and then another one.
    ///
    /// # Panics
    /// When they are not of one size.
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

    /// The transformation that undoes this one.
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

    /// The cell that stands in a cell of the result.
    pub fn source(&self, cell: usize) -> usize {
        let size = self.size();
        let row = self.rows[cell / size] as usize;
        let column = self.columns[cell % size] as usize;
        match self.transposed {
            false => row * size + column,
            true => column * size + row,
        }
    }

    /// The values of a board after the transformation. It is not asked whether houses stay houses:
    /// see [`shape`](Self::shape).
    ///
    /// # Panics
    /// When there is not one value for each cell, or one is larger than the size.
    pub fn apply_values(&self, values: &[u8]) -> Vec<u8> {
        let cells = self.size() * self.size();
        assert_eq!(values.len(), cells, "one value for each cell");
        let sources = (0..cells).map(|cell| values[self.source(cell)]);
        sources.map(|value| self.values[value as usize]).collect()
    }

    /// A puzzle after the transformation, its candidates and what was placed included.
    ///
    /// # Errors
    /// When the transformation does not fit the puzzle's shape.
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

    /// The shape of a board after the transformation: its own, or, where boxes that are not square
    /// are transposed, the one whose boxes stand instead of lying.
    ///
    /// # Errors
    /// When some house would not be a house any more.
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

/// Lines in parts of so many, the parts and the lines of each in any order.
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
