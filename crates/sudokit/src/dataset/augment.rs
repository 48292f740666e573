//! Random isomorphs of puzzles and their solutions, fast enough to be made anew in each epoch.

use crate::random::Random;
use crate::symmetry::Transformation;

/// The orders of three things.
const ORDERS: [[u8; 3]; 6] = [
    [0, 1, 2],
    [0, 2, 1],
    [1, 0, 2],
    [1, 2, 0],
    [2, 0, 1],
    [2, 1, 0],
];

/// A transformation of classic 9×9 boards, applied without allocation.
///
/// ```
/// use sudokit::dataset::Isomorph;
/// use sudokit::random::Random;
///
/// let isomorph = Isomorph::random(&mut Random::new(1, 0));
/// let values = std::array::from_fn(|cell| (cell % 10) as u8);
/// assert_eq!(isomorph.apply(&values), *isomorph.transformation().apply_values(&values));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Isomorph {
    transposed: bool,
    /// The source row of each row, and the source column of each column, after transposing.
    rows: [u8; 9],
    columns: [u8; 9],
    /// What each value becomes; 0 stays 0.
    labels: [u8; 10],
}

impl Isomorph {
    /// Draws one of the 9! · 6⁸ · 2 transformations, all equally likely: relabels the values,
    /// permutes bands, stacks, and the rows and columns within them, and transposes or not.
    pub fn random(random: &mut Random) -> Isomorph {
        let [
            l9,
            l8,
            l7,
            l6,
            l5,
            l4,
            l3,
            l2,
            bands,
            b1,
            b2,
            b3,
            stacks,
            s1,
            s2,
            s3,
            transposed,
        ] = random.numbers_below([9, 8, 7, 6, 5, 4, 3, 2, 6, 6, 6, 6, 6, 6, 6, 6, 2]);
        let mut labels = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9];
        for (last, place) in (2..10).rev().zip([l9, l8, l7, l6, l5, l4, l3, l2]) {
            labels.swap(last, 1 + place as usize);
        }
        Isomorph {
            transposed: transposed == 1,
            rows: lines(bands, [b1, b2, b3]),
            columns: lines(stacks, [s1, s2, s3]),
            labels,
        }
    }

    /// Returns the transformed board. Values above 9 become 0.
    pub fn apply(&self, values: &[u8; 81]) -> [u8; 81] {
        let mut transformed = [0; 81];
        self.apply_to([&padded(values)], [&mut transformed]);
        transformed
    }

    /// Transforms several boards at once: finding the source of each cell is half of the work.
    #[inline]
    fn apply_to<const N: usize>(&self, from: [&[u8; 256]; N], mut to: [&mut [u8; 81]; N]) {
        let labels = padded(&self.labels);
        let (down, across) = if self.transposed { (1, 9) } else { (9, 1) };
        let columns = self.columns.map(|column| column * across);
        for row in 0..9 {
            let start = self.rows[row] * down;
            for (column, source) in columns.into_iter().enumerate() {
                let source = start.wrapping_add(source);
                for (to, from) in to.iter_mut().zip(from) {
                    let value = from[usize::from(source)];
                    to[row * 9 + column] = labels[usize::from(value)];
                }
            }
        }
    }

    /// Returns the same transformation in the form that applies to all boards.
    pub fn transformation(&self) -> Transformation {
        let (rows, columns) = (self.rows.to_vec(), self.columns.to_vec());
        let labels = self.labels.to_vec();
        Transformation::new(self.transposed, rows, columns, labels)
            .unwrap_or_else(|| Transformation::identity(9))
    }
}

/// Returns numbers followed by zeros, so that every byte is an index and none needs a check.
#[inline]
fn padded<const N: usize>(numbers: &[u8; N]) -> [u8; 256] {
    let mut padded = [0; 256];
    padded[..N].copy_from_slice(numbers);
    padded
}

fn lines(order: u64, within: [u64; 3]) -> [u8; 9] {
    let mut lines = [0; 9];
    let parts = ORDERS[order as usize].into_iter().zip(within);
    for (three, (part, order)) in lines.chunks_exact_mut(3).zip(parts) {
        let order = ORDERS[order as usize];
        three.iter_mut().zip(order).for_each(|(line, within)| {
            *line = part * 3 + within;
        });
    }
    lines
}

/// Makes random isomorphs of pairs of puzzle and solution.
///
/// Each pair has its own random numbers, which depend on the seed and the number of the pair in the
/// set. The first copies do not change if more are requested.
#[derive(Clone, Debug)]
pub struct Augmentation {
    seed: u64,
    copies: usize,
    threads: usize,
}

/// The number of copies that a thread makes at a time.
#[cfg(feature = "threads")]
const PART: usize = 1 << 12;

impl Augmentation {
    /// Requests this many isomorphs of each pair, on one thread.
    pub fn new(seed: u64, copies: usize) -> Augmentation {
        Augmentation {
            seed,
            copies,
            threads: 1,
        }
    }

    /// Sets the number of threads; 0 means one per core.
    pub fn threads(mut self, threads: usize) -> Augmentation {
        self.threads = crate::platform::threads(threads);
        self
    }

    /// Returns the number of isomorphs of each pair.
    pub fn copies(&self) -> usize {
        self.copies
    }

    /// Returns the transformations of the pair with this number, counted from 0.
    pub fn isomorphs(&self, number: u64) -> impl Iterator<Item = Isomorph> {
        let mut random = Random::new(self.seed, number);
        (0..self.copies).map(move |_| Isomorph::random(&mut random))
    }

    /// Returns the isomorphs of all pairs and their solutions, in the order of the pairs.
    ///
    /// # Panics
    ///
    /// Panics if there is not one solution for each puzzle.
    pub fn pairs(
        &self,
        puzzles: &[[u8; 81]],
        solutions: &[[u8; 81]],
    ) -> (Vec<[u8; 81]>, Vec<[u8; 81]>) {
        let length = puzzles.len() * self.copies;
        let mut made = (vec![[0; 81]; length], vec![[0; 81]; length]);
        self.pairs_into(0, puzzles, solutions, &mut made.0, &mut made.1);
        made
    }

    /// Writes the isomorphs into two arrays with [`copies`](Self::copies) places for each pair. The
    /// first pair has the number `first` in its set, so a set can be augmented in parts.
    ///
    /// ```
    /// use sudokit::dataset::Augmentation;
    ///
    /// let (puzzles, solutions) = ([[0; 81]; 4], [[1; 81]; 4]);
    /// let augmentation = Augmentation::new(7, 3);
    /// let (mut inputs, mut labels) = (vec![[0; 81]; 6], vec![[0; 81]; 6]);
    /// augmentation.pairs_into(2, &puzzles[2..], &solutions[2..], &mut inputs, &mut labels);
    /// assert_eq!(labels, augmentation.pairs(&puzzles, &solutions).1[6..]);
    /// ```
    ///
    /// # Panics
    ///
    /// Panics if the lengths of the arrays do not fit.
    pub fn pairs_into(
        &self,
        first: u64,
        puzzles: &[[u8; 81]],
        solutions: &[[u8; 81]],
        out_puzzles: &mut [[u8; 81]],
        out_solutions: &mut [[u8; 81]],
    ) {
        let length = puzzles.len() * self.copies;
        assert_eq!(puzzles.len(), solutions.len(), "one solution per puzzle");
        assert_eq!(length, out_puzzles.len(), "one place per isomorph");
        assert_eq!(length, out_solutions.len(), "one place per isomorph");
        if self.copies == 0 {
            return;
        }
        #[cfg(feature = "threads")]
        if self.threads > 1 && length > PART {
            use rayon::prelude::*;

            let pairs = PART.div_ceil(self.copies);
            let places = pairs * self.copies;
            let inputs = puzzles.par_chunks(pairs).zip(solutions.par_chunks(pairs));
            let outputs = out_puzzles
                .par_chunks_mut(places)
                .zip(out_solutions.par_chunks_mut(places));
            let work = || {
                let parts = inputs.zip(outputs).enumerate();
                parts.for_each(|(part, (from, to))| {
                    self.fill(first + (part * pairs) as u64, from, to);
                });
            };
            return crate::platform::in_pool(self.threads, work);
        }
        self.fill(first, (puzzles, solutions), (out_puzzles, out_solutions));
    }

    fn fill(&self, first: u64, from: Boards<'_>, to: BoardsMut<'_>) {
        let places = to.0.chunks_exact_mut(self.copies);
        let places = places.zip(to.1.chunks_exact_mut(self.copies));
        let pairs = from.0.iter().zip(from.1).zip(places);
        for (number, ((puzzle, solution), (puzzles, solutions))) in (first..).zip(pairs) {
            let (puzzle, solution) = (padded(puzzle), padded(solution));
            let places = puzzles.iter_mut().zip(solutions);
            for (isomorph, (to_puzzle, to_solution)) in self.isomorphs(number).zip(places) {
                isomorph.apply_to([&puzzle, &solution], [to_puzzle, to_solution]);
            }
        }
    }
}

/// Puzzles and their solutions.
type Boards<'a> = (&'a [[u8; 81]], &'a [[u8; 81]]);

/// Places for puzzles and their solutions.
type BoardsMut<'a> = (&'a mut [[u8; 81]], &'a mut [[u8; 81]]);

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use crate::Puzzle;
    use crate::shape::Shape;
    use crate::symmetry::isomorphism;

    fn pairs(count: usize) -> (Vec<[u8; 81]>, Vec<[u8; 81]>) {
        let solution: [u8; 81] =
            std::array::from_fn(|cell| ((cell / 9 * 3 + cell / 27 + cell % 9) % 9) as u8 + 1);
        let puzzle = |number: usize| {
            std::array::from_fn(|cell| match (cell * 7 + number).is_multiple_of(3) {
                true => solution[cell],
                false => 0,
            })
        };
        ((0..count).map(puzzle).collect(), vec![solution; count])
    }

    #[test]
    fn every_copy_is_an_isomorph_and_its_solution_goes_along() {
        let (puzzles, solutions) = pairs(3);
        let (copies, answers) = Augmentation::new(5, 20).pairs(&puzzles, &solutions);
        let board = |values: &[u8; 81]| {
            Puzzle::from_values(Shape::classic(), values.to_vec()).expect("values up to 9")
        };
        for (number, (copy, answer)) in copies.iter().zip(&answers).enumerate() {
            let (puzzle, solution) = (&puzzles[number / 20], &solutions[number / 20]);
            let found = isomorphism(&board(puzzle), &board(copy)).expect("a canonical form");
            assert!(found.is_some(), "copy {number}");
            assert!(
                isomorphism(&board(solution), &board(answer)).is_ok_and(|found| found.is_some())
            );
            let agrees = |(cell, value): (usize, &u8)| *value == 0 || *value == answer[cell];
            assert!(copy.iter().enumerate().all(agrees), "copy {number}");
            assert!(board(answer).check().is_ok() && !answer.contains(&0));
        }
    }

    #[test]
    fn an_isomorph_is_the_transformation_that_it_names() {
        let mut random = Random::new(2, 0);
        let (puzzles, _) = pairs(2);
        for _ in 0..100 {
            let isomorph = Isomorph::random(&mut random);
            let transformation = isomorph.transformation();
            assert_eq!(
                isomorph.apply(&puzzles[1])[..],
                transformation.apply_values(&puzzles[1])
            );
            assert!(transformation.shape(&Shape::classic()).is_ok());
        }
        assert_eq!(Isomorph::random(&mut random).apply(&[10; 81]), [0; 81]);
        assert_eq!(Isomorph::random(&mut random).apply(&[255; 81]), [0; 81]);
    }

    #[test]
    fn copies_depend_on_seed_and_number_alone() {
        let (puzzles, solutions) = pairs(3_000);
        let few = Augmentation::new(5, 2).pairs(&puzzles, &solutions);
        let many = Augmentation::new(5, 3).pairs(&puzzles, &solutions);
        for number in 0..puzzles.len() {
            assert_eq!(few.0[number * 2..][..2], many.0[number * 3..][..2]);
        }
        let threaded = Augmentation::new(5, 3).threads(2);
        assert_eq!(threaded.pairs(&puzzles, &solutions), many);
        assert_ne!(Augmentation::new(6, 3).pairs(&puzzles, &solutions), many);
        let none = Augmentation::new(5, 0).pairs(&puzzles, &solutions);
        assert!(none.0.is_empty() && none.1.is_empty());
    }

    #[test]
    fn every_kind_of_transformation_is_drawn() {
        let mut random = Random::new(1, 0);
        let (mut rows, mut columns, mut ones) = (BTreeSet::new(), BTreeSet::new(), BTreeSet::new());
        let mut transposed = 0;
        for _ in 0..20_000 {
            let isomorph = Isomorph::random(&mut random);
            rows.insert(isomorph.rows);
            columns.insert(isomorph.columns);
            ones.insert((isomorph.labels[1], isomorph.labels[9]));
            transposed += u32::from(isomorph.transposed);
        }
        assert_eq!((rows.len(), columns.len(), ones.len()), (1_296, 1_296, 72));
        assert!(transposed.abs_diff(10_000) < 500, "{transposed}");
    }

    #[test]
    fn a_seed_never_changes() {
        let isomorph = Augmentation::new(1, 1).isomorphs(2).next();
        let isomorph = isomorph.expect("one copy").transformation();
        assert_eq!(
            isomorph.to_string(),
            "rows=2,3,1,5,4,6,9,7,8 columns=4,6,5,2,3,1,8,9,7 values=3,2,9,6,1,5,4,8,7"
        );
    }
}
