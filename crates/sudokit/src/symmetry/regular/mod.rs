//! The smallest form of boards that are too regular for the first search.
//!
//! If all rows have the same pattern, as in the table of a group, the first rows leave very many
//! orders of the columns open, and only later rows distinguish them. A search that fixes columns as
//! it reaches them gets lost in orders that are all alike. Here none is fixed before a row is
//! complete: after each row, the orders in which everything reads the same are one order and a
//! group of permutations ([`group`]), however many those are. The next row is read as small as this
//! group allows ([`row`]), and what is left of it is the group of the rows so far.
//!
//! So only rows are chosen, and automorphisms of the board that keep the rows before relate choices
//! to each other ([`choices`]). It takes milliseconds where the first search takes microseconds,
//! but it hardly ever gets lost.

mod choices;
mod group;
mod row;

use super::group_order::GroupOrder;
use super::search::MinlexForm;
use crate::bits::bits;
use crate::solve::CancelToken;
use choices::ChoiceTree;
use group::{Chain, Permutation, Stabilisers, orbit_sizes};
use row::{ReadState, Row};

/// Finds the smallest form of a board of `band_rows * stack_columns` rows, transposed or not.
/// Returns `None` if it was cancelled.
pub(super) fn smallest(
    values: &[u8],
    (band_rows, stack_columns): (usize, usize),
    transposable: bool,
    cancel: &CancelToken,
) -> Option<MinlexForm> {
    let size = band_rows * stack_columns;
    let mut views = vec![values.to_vec()];
    if transposable {
        let turned = (0..size * size).map(|cell| values[cell % size * size + cell / size]);
        views.push(turned.collect());
    }
    // Columns that are stacks of their own are as free as those of a single stack.
    let width = match stack_columns {
        1 => size,
        width => width,
    };
    let freedom = Stabilisers::new(free_columns(size, width), size + size / width);
    let mut search = Search {
        size,
        band_rows,
        width,
        views,
        form: PartialForm {
            lines: Vec::new(),
            freedoms: vec![vec![freedom]],
            changes: 0,
        },
        choice_tree: ChoiceTree::default(),
        cancel,
    };
    let starts = (0..search.views.len()).map(|view| PlacedRows {
        view,
        rows: Vec::new(),
        open_rows: 0,
        open_bands: (1 << (size / band_rows)) - 1,
        reached: ReadState {
            order: (0..(size + size / width) as u8).collect(),
            labels: 0,
        },
        homes: vec![None; size + 1],
    });
    let starts: Vec<_> = starts.collect();
    search.place_row(&starts);
    search.found()
}

/// Returns the group of all orders of the columns that keep stacks together. The points are the
/// columns, followed by the stacks.
fn free_columns(size: usize, width: usize) -> Chain {
    let degree = size + size / width;
    let exchange = |pairs: &[(usize, usize)]| -> Permutation {
        let mut images: Vec<u8> = (0..degree as u8).collect();
        pairs.iter().for_each(|pair| images.swap(pair.0, pair.1));
        images.into()
    };
    let within = (1..size).filter(|column| column % width != 0);
    let columns = within.map(|column| exchange(&[(column - 1, column)]));
    let stacks = (1..size / width).map(|stack| {
        let columns = (stack * width..(stack + 1) * width).map(|column| (column - width, column));
        let stacks = std::iter::once((size + stack - 1, size + stack));
        exchange(&columns.chain(stacks).collect::<Vec<_>>())
    });
    let generators: Vec<Permutation> = columns.chain(stacks).collect();
    let points: Vec<u8> = (0..size as u8).collect();
    group::chain(&points, &generators, degree)
}

/// The rows placed so far, in their order.
#[derive(Clone)]
struct PlacedRows {
    view: usize,
    rows: Vec<u8>,
    /// The rows of the current band that are not placed yet.
    open_rows: u128,
    /// The bands of which no row is placed yet.
    open_bands: u128,
    /// The columns, as far as their order is known.
    reached: ReadState,
    /// Where each value first occurred: the number of the row in the form, and the column.
    homes: Vec<Option<(u8, u8)>>,
}

struct Search<'a> {
    size: usize,
    band_rows: usize,
    /// The number of columns of a stack.
    width: usize,
    /// The board, and the transposed one if allowed.
    views: Vec<Vec<u8>>,
    form: PartialForm,
    /// The choices among the lines of the board: all rows, then all columns.
    choice_tree: ChoiceTree,
    cancel: &'a CancelToken,
}

impl AsMut<ChoiceTree> for Search<'_> {
    fn as_mut(&mut self) -> &mut ChoiceTree {
        &mut self.choice_tree
    }
}

impl Search<'_> {
    /// Places the row that reads smallest; if there are several, one after another.
    fn place_row(&mut self, parents: &[PlacedRows]) {
        let level = parents[0].rows.len();
        if level == self.size {
            return self.complete(&parents[0]);
        }
        let mut read = 0u128;
        let mut next: Vec<(usize, Vec<u8>, PlacedRows)> = Vec::new();
        for parent in parents {
            for row in bits(self.next_rows(parent)) {
                let line = self.line(parent.view, row);
                if self.choice_tree.is_equivalent(read, line) {
                    continue;
                }
                read |= 1 << line;
                if let Some((reading, beginning)) = self.read(parent, row) {
                    next.push((line, reading, beginning));
                }
                if self.cancel.is_cancelled() {
                    return;
                }
            }
        }
        next.retain(|(_, reading, _)| *reading == self.form.lines[level]);
        let lines = next.iter().fold(0, |lines, (line, ..)| lines | 1 << line);
        ChoiceTree::choose(self, lines, |search, line| {
            if let Some((.., beginning)) = next.iter().find(|(other, ..)| *other == line) {
                search.place_row(std::slice::from_ref(beginning));
            }
        });
    }

    fn complete(&mut self, complete: &PlacedRows) {
        let (rows, columns) = (
            complete.rows.iter(),
            complete.reached.order[..self.size].iter(),
        );
        let rows = rows.map(|row| self.line(complete.view, *row as usize) as u8);
        let columns = columns.map(|c| self.line(1 - complete.view, *c as usize) as u8);
        let order = rows.chain(columns).collect();
        self.choice_tree.complete(order, self.form.changes);
    }

    /// Reads a row. Returns `None` if it reads larger than the form.
    fn read(&mut self, parent: &PlacedRows, row: usize) -> Option<(Vec<u8>, PlacedRows)> {
        let level = parent.rows.len();
        let values = &self.views[parent.view][row * self.size..][..self.size];
        let reached = Row {
            level,
            values,
            homes: &parent.homes,
            width: self.width,
            cancel: self.cancel,
        }
        .read(&mut self.form, &parent.reached)?;
        let mut beginning = parent.clone();
        beginning.reached = reached;
        beginning.rows.push(row as u8);
        for (column, value) in values.iter().enumerate().filter(|(_, value)| **value != 0) {
            let home = &mut beginning.homes[*value as usize];
            if home.is_none() {
                *home = Some((level as u8, column as u8));
            }
        }
        let band = row / self.band_rows;
        if beginning.open_rows == 0 {
            beginning.open_bands &= !(1 << band);
            beginning.open_rows = self.rows_of(band);
        }
        beginning.open_rows &= !(1 << row);
        Some((self.form.lines[level].clone(), beginning))
    }

    /// Returns the rows that may come next: those of the current band, or of any other.
    fn next_rows(&self, beginning: &PlacedRows) -> u128 {
        if beginning.open_rows != 0 {
            return beginning.open_rows;
        }
        bits(beginning.open_bands).fold(0, |rows, band| rows | self.rows_of(band))
    }

    fn rows_of(&self, band: usize) -> u128 {
        ((1 << self.band_rows) - 1) << (band * self.band_rows)
    }

    /// Returns the number of a row of a view among all lines; the rows of the other view are the
    /// columns.
    fn line(&self, view: usize, row: usize) -> usize {
        view * self.size + row
    }

    fn found(self) -> Option<MinlexForm> {
        if self.cancel.is_cancelled() {
            return None;
        }
        let size = self.size;
        let values = self.form.lines.concat();
        let mut automorphisms = GroupOrder::one();
        let rows = self.choice_tree.group(2 * size);
        let columns = self
            .form
            .freedoms
            .last()?
            .first()?
            .chain(Stabilisers::WHOLE);
        let orbits = orbit_sizes(&rows).chain(orbit_sizes(columns));
        orbits.for_each(|orbit| automorphisms.multiply(orbit));
        let used = values.iter().copied().max().unwrap_or(0) as usize;
        (2..=size - used).for_each(|factor| automorphisms.multiply(factor));
        let order = &self.choice_tree.best()?.order;
        let line = |line: &u8| line % size as u8;
        Some(MinlexForm {
            values,
            transposed: order[0] as usize >= size,
            rows: order[..size].iter().map(line).collect(),
            columns: order[size..].iter().map(line).collect(),
            automorphisms,
        })
    }
}

/// The smallest form found so far, perhaps only its beginning, and the freedom that its beginnings
/// leave to the columns.
struct PartialForm {
    /// The known values, row by row.
    pub lines: Vec<Vec<u8>>,
    /// How columns and stacks can be permuted while everything before some stack of some row reads
    /// the same: by row, then by stack.
    pub freedoms: Vec<Vec<Stabilisers>>,
    /// How often it became smaller or longer.
    pub changes: u64,
}

impl PartialForm {
    /// Compares a label with the known one in a place of a row, and replaces that if the label is
    /// smaller. Returns whether it is not larger.
    pub fn compare(&mut self, (level, stack, place): (usize, usize, usize), label: u8) -> bool {
        let known = self.lines.get(level).and_then(|line| line.get(place));
        if let Some(known) = known.filter(|known| label >= **known) {
            return label == *known;
        }
        self.changes += 1;
        self.lines.resize(level + 1, Vec::new());
        self.lines[level].truncate(place);
        self.lines[level].push(label);
        self.freedoms.truncate(level + 1);
        self.freedoms[level].truncate(stack + 1);
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::puzzle::{Origin, Puzzle};
    use crate::random::Random;
    use crate::shape::Shape;
    use crate::solve::Solver;
    use crate::symmetry::search;

    /// Returns a board with some values of a solution, or with any that break no rule.
    fn some_board(shape: &Shape, random: &mut Random) -> Puzzle {
        let (cells, size) = (shape.cells(), shape.size());
        let mut puzzle = Puzzle::new(shape.clone());
        for _ in 0..random.place(3 * cells) {
            let (cell, value) = (random.place(cells), random.place(size) as u8 + 1);
            let before = puzzle.values()[cell];
            puzzle.set(cell, value, Origin::Given);
            if puzzle.check().is_err() {
                puzzle.set(cell, before, Origin::Given);
            }
        }
        if random.place(2) == 0 {
            let solution = Solver::new().solve(&Puzzle::new(shape.clone())).solution;
            let solution = solution.expect("an empty board has solutions");
            for (cell, value) in solution.values().iter().enumerate() {
                let kept = random.place(3) > 0;
                puzzle.set(cell, if kept { *value } else { 0 }, Origin::Given);
            }
        }
        puzzle
    }

    #[test]
    fn both_searches_find_the_same() {
        let mut random = Random::new(4, 0);
        let boxes = [
            (2, 2),
            (2, 3),
            (3, 2),
            (1, 5),
            (4, 1),
            (2, 4),
            (3, 3),
            (3, 4),
            (4, 4),
        ];
        for (rows, columns) in boxes.into_iter().cycle().take(180) {
            let shape = Shape::boxes(rows, columns).expect("a shape");
            let puzzle = some_board(&shape, &mut random);
            let transposable = rows == columns || rows == 1 || columns == 1;
            let quick = search::smallest(puzzle.values(), rows, columns, transposable)
                .expect("such boards are not given up");
            let cancel = CancelToken::new();
            let found = smallest(puzzle.values(), (rows, columns), transposable, &cancel)
                .expect("not cancelled");
            assert_eq!(found.values, quick.values, "{puzzle:?}");
            assert_eq!(found.automorphisms, quick.automorphisms, "{puzzle:?}");
            let from = match found.transposed {
                false => |row: u8, column: u8| (row as usize, column as usize),
                true => |row: u8, column: u8| (column as usize, row as usize),
            };
            let size = rows * columns;
            for (cell, label) in found.values.iter().enumerate() {
                let (row, column) = from(found.rows[cell / size], found.columns[cell % size]);
                assert_eq!(*label == 0, puzzle.values()[row * size + column] == 0);
            }
        }
    }
}
