//! The smallest form of any board with boxes, by branch and bound.
//!
//! The form is built row by row, in reading order, and whatever reads larger than the best form so
//! far is abandoned at once. Choices that make no difference yet are not tried: the order of
//! columns that read alike stays open ([`columns`]), and with it the labels of the values in them.
//! Only where the next value depends on it, one of several rows, stacks or columns is chosen
//! ([`arrangement`]), one after another.
//!
//! Two arrangements that read the same to the end give an automorphism. It shows that a whole
//! branch would only repeat another one, so the work grows with the number of generators of the
//! group rather than with its order ([`automorphisms`]).

mod arrangement;
mod automorphisms;
mod columns;

use super::group_order::GroupOrder;
use crate::bits::bits;
use arrangement::{Arrangement, Best, Stop, View};
use automorphisms::{Automorphisms, Kind};

/// How many rows are read at most. A search reads dozens or hundreds; on a large board whose rows
/// all have the same pattern, and so say next to nothing about the order of its columns, it could
/// go on forever. With this limit it ends after some hundredths of a second and needs no
/// cancellation.
const MOST_READINGS: u64 = 20_000;

/// The smallest form, without the labels, which follow from it.
pub(super) struct MinlexForm {
    /// The values of the form.
    pub values: Vec<u8>,
    /// Whether rows and columns were exchanged first.
    pub transposed: bool,
    /// The rows in their new order.
    pub rows: Vec<u8>,
    /// The columns in their new order.
    pub columns: Vec<u8>,
    /// The number of automorphisms; values that do not occur are interchangeable.
    pub automorphisms: GroupOrder,
}

/// Finds the smallest form of a board of `band_rows * stack_columns` rows, transposed or not.
/// Returns `None` if the search was abandoned.
pub(super) fn smallest(
    values: &[u8],
    band_rows: usize,
    stack_columns: usize,
    transposable: bool,
) -> Option<MinlexForm> {
    let size = band_rows * stack_columns;
    match size {
        0..=9 => Search::<9>::run(values, band_rows, stack_columns, transposable),
        10..=16 => Search::<16>::run(values, band_rows, stack_columns, transposable),
        17..=32 => Search::<32>::run(values, band_rows, stack_columns, transposable),
        _ => Search::<64>::run(values, band_rows, stack_columns, transposable),
    }
}

struct Search<const N: usize> {
    size: usize,
    band_rows: usize,
    stack_columns: usize,
    views: Vec<View<N>>,
    best: Best<N>,
    /// The arrangement that reads like the best form, …
    leaf: Option<Box<Arrangement<N>>>,
    /// … and the choices that led to it.
    best_path: Vec<BranchPoint>,
    /// The choices that lead to the current arrangement.
    path: Vec<BranchPoint>,
    automorphisms: Automorphisms<N>,
    /// How many best forms were found so far.
    bests: u64,
    /// How many rows were read.
    readings: u64,
    /// Set if a branch repeats another: the depth to return to.
    go_back: Option<usize>,
}

/// A point with several choices.
#[derive(Clone, Copy)]
struct BranchPoint {
    /// Which of the choices was taken.
    index: usize,
    /// How many choices are equivalent, because of automorphisms.
    equivalent: usize,
    /// How many choices it represents that are plainly the same.
    weight: usize,
}

/// One of several ways to continue.
struct Choice<const N: usize> {
    arrangement: Arrangement<N>,
    /// Why reading stopped, if that is known already.
    stop: Option<Stop>,
    /// The row, the column, or the first column of the stack that was chosen.
    element: usize,
    weight: usize,
}

/// A choice that was tried.
#[derive(Clone, Copy)]
struct Tried {
    view: usize,
    element: usize,
    /// Whether it leads to the best form.
    holds_best: bool,
}

impl<const N: usize> Search<N> {
    fn run(
        values: &[u8],
        band_rows: usize,
        stack_columns: usize,
        transposable: bool,
    ) -> Option<MinlexForm> {
        let size = band_rows * stack_columns;
        let mut views = vec![View::new(size, band_rows, |r, c| values[r * size + c])];
        if transposable {
            views.push(View::new(size, band_rows, |r, c| values[c * size + r]));
        }
        let mut search = Search::<N> {
            size,
            band_rows,
            stack_columns,
            views,
            best: Best::new(),
            leaf: None,
            best_path: Vec::new(),
            path: Vec::new(),
            automorphisms: Automorphisms::new(),
            bests: 0,
            readings: 0,
            go_back: None,
        };
        let starts =
            (0..search.views.len()).map(|view| Arrangement::new(view, size, stack_columns));
        let starts: Vec<_> = starts.collect();
        search.choose_row(&starts);
        search.found()
    }

    /// Reads an arrangement until there is a choice, and explores every choice.
    fn explore(&mut self, mut arrangement: Arrangement<N>, stop: Option<Stop>) {
        let stop = stop.unwrap_or_else(|| self.read_on(&mut arrangement));
        match stop {
            Stop::Worse => {}
            Stop::Done => {
                arrangement.end();
                match arrangement.level == self.size {
                    true => self.complete(arrangement),
                    false => self.choose_row(&[arrangement]),
                }
            }
            Stop::Stacks(slots) => {
                let choices = bits(slots).map(|slot| {
                    let mut next = arrangement.clone();
                    next.choose_stack(slot, self.stack_columns);
                    let first = arrangement.columns.at(slot);
                    Choice {
                        arrangement: next,
                        stop: None,
                        element: first - first % self.stack_columns,
                        weight: 1,
                    }
                });
                let choices: Vec<_> = choices.collect();
                self.branch(&[arrangement], Kind::Stack, choices);
            }
            Stop::Columns(candidates) => {
                let view = &self.views[arrangement.view];
                let choices = bits(candidates).map(|column| {
                    let mut next = arrangement.clone();
                    next.choose_column(column, view);
                    Choice {
                        arrangement: next,
                        stop: None,
                        element: column,
                        weight: 1,
                    }
                });
                let choices: Vec<_> = choices.collect();
                self.branch(&[arrangement], Kind::Column, choices);
            }
        }
    }

    fn read_on(&mut self, arrangement: &mut Arrangement<N>) -> Stop {
        self.readings += 1;
        if self.readings > MOST_READINGS {
            return Stop::Worse;
        }
        let view = &self.views[arrangement.view];
        arrangement.read_on(view, self.size, self.stack_columns, &mut self.best)
    }

    /// Chooses the next row among those that read smallest.
    fn choose_row(&mut self, parents: &[Arrangement<N>]) {
        let mut choices: Vec<Choice<N>> = Vec::new();
        let promising = self.promising(parents);
        for (parent, promising) in parents.iter().zip(promising) {
            let mut rows = self.next_rows(parent) & promising;
            while rows != 0 {
                let row = rows.trailing_zeros() as usize;
                let same = self.same_rows(parent, row, rows);
                rows &= !same;
                let view = &self.views[parent.view];
                if parent.reads_larger(row, view, &self.best) {
                    continue;
                }
                let mut arrangement = parent.clone();
                arrangement.begin(row, self.band_rows, &self.views[parent.view]);
                match self.read_on(&mut arrangement) {
                    Stop::Worse => {}
                    stop => choices.push(Choice {
                        arrangement,
                        stop: Some(stop),
                        element: row,
                        weight: same.count_ones() as usize,
                    }),
                }
            }
        }
        self.branch(parents, Kind::Row, choices);
    }

    /// Returns the rows that can read smallest. Before the first one is placed, it is enough to
    /// count the values in each stack: the fewer at the front, the smaller.
    fn promising(&self, parents: &[Arrangement<N>]) -> [u64; 2] {
        if parents[0].level > 0 {
            return [u64::MAX; 2];
        }
        let (mut best, mut rows) = ([u8::MAX; N], [0; 2]);
        for (index, view) in self.views.iter().enumerate() {
            for row in 0..self.size {
                let counts = view.counts(row, self.stack_columns, self.size);
                if counts < best {
                    (best, rows) = (counts, [0; 2]);
                }
                rows[index] |= u64::from(counts == best) << row;
            }
        }
        rows
    }

    /// Returns the rows that may come next: those of the current band, or of any other.
    fn next_rows(&self, arrangement: &Arrangement<N>) -> u64 {
        if arrangement.open_rows != 0 {
            return arrangement.open_rows;
        }
        bits(arrangement.open_bands).fold(0, |rows, band| rows | self.rows_of(band))
    }

    fn rows_of(&self, band: usize) -> u64 {
        (u64::MAX >> (64 - self.band_rows)) << (band * self.band_rows)
    }

    /// Returns the rows among these that make no difference because they are empty: an empty row is
    /// like another one of its band, and a row of an empty band is like that of another.
    fn same_rows(&self, arrangement: &Arrangement<N>, row: usize, rows: u64) -> u64 {
        let view = &self.views[arrangement.view];
        let (band, starts) = (row / self.band_rows, arrangement.open_rows == 0);
        let mut same = 1 << row;
        if view.blank_rows >> row & 1 == 1 {
            same |= view.blank_rows & self.rows_of(band);
        }
        if starts && view.blank_bands >> band & 1 == 1 {
            let bands = view.blank_bands & arrangement.open_bands;
            same |= bits(bands).fold(0, |rows, band| rows | self.rows_of(band));
        }
        same & rows
    }

    /// Explores one choice after another, except those that would only repeat another.
    fn branch(&mut self, parents: &[Arrangement<N>], kind: Kind, mut choices: Vec<Choice<N>>) {
        let depth = self.path.len();
        if choices.len() == 1
            && let Some(choice) = choices.pop_if(|choice| choice.weight == 1)
        {
            return self.explore(choice.arrangement, choice.stop);
        }
        let mut tried: Vec<Tried> = Vec::with_capacity(choices.len());
        for (index, choice) in choices.into_iter().enumerate() {
            let (view, element, weight) = (choice.arrangement.view, choice.element, choice.weight);
            if !self.best.reads_like(&choice.arrangement) {
                continue;
            }
            let parent = parents.iter().find(|parent| parent.view == view);
            if let Some(equivalent_choice) =
                parent.and_then(|p| self.equivalent_choice(p, kind, &tried, element))
            {
                if equivalent_choice.holds_best {
                    self.best_path[depth].equivalent += weight;
                }
                continue;
            }
            self.path.push(BranchPoint {
                index,
                equivalent: weight,
                weight,
            });
            let bests = self.bests;
            self.explore(choice.arrangement, choice.stop);
            self.path.pop();
            let went_back = self.go_back.take();
            if let Some(turn) = went_back.filter(|turn| *turn < depth) {
                self.go_back = Some(turn);
                return;
            }
            if self.bests > bests {
                tried.iter_mut().for_each(|other| other.holds_best = false);
            }
            tried.push(Tried {
                view,
                element,
                holds_best: self.bests > bests || went_back.is_some(),
            });
        }
    }

    /// Returns a choice that was tried and is equivalent to this one.
    fn equivalent_choice(
        &self,
        parent: &Arrangement<N>,
        kind: Kind,
        tried: &[Tried],
        element: usize,
    ) -> Option<Tried> {
        let stack_columns = match kind {
            Kind::Stack => self.stack_columns,
            Kind::Row | Kind::Column => 1,
        };
        let orbit = self
            .automorphisms
            .orbit(parent, kind, stack_columns, element)?;
        let is_equivalent = |one: &&Tried| one.view == parent.view && orbit >> one.element & 1 == 1;
        tried.iter().find(is_equivalent).copied()
    }

    /// Records a complete arrangement: a new best one, or an automorphism.
    fn complete(&mut self, arrangement: Arrangement<N>) {
        match &self.leaf {
            Some(leaf) if !self.best.improved => {
                self.automorphisms.learn(leaf, &arrangement);
                let both = self.path.iter().zip(&mut self.best_path).enumerate();
                let parting = both.into_iter().find(|(_, (a, b))| a.index != b.index);
                if let Some((turn, (here, there))) = parting {
                    there.equivalent += here.weight;
                    self.go_back = Some(turn);
                }
            }
            _ => {
                self.leaf = Some(Box::new(arrangement));
                self.best_path.clone_from(&self.path);
                self.best.improved = false;
                self.bests += 1;
            }
        }
    }

    fn found(self) -> Option<MinlexForm> {
        let size = self.size;
        let leaf = self.leaf.filter(|_| self.readings <= MOST_READINGS)?;
        let rows = self.best.rows[..size].iter();
        let values: Vec<u8> = rows.flat_map(|row| &row[..size]).copied().collect();
        let mut automorphisms = GroupOrder::one();
        for turn in &self.best_path {
            automorphisms.multiply(turn.equivalent);
        }
        let used = values.iter().copied().max().unwrap_or(0) as usize;
        (2..=size - used).for_each(|factor| automorphisms.multiply(factor));
        leaf.columns
            .freedom(&mut |factor| automorphisms.multiply(factor));
        Some(MinlexForm {
            values,
            transposed: leaf.view == 1,
            rows: leaf.rows(size).to_vec(),
            columns: leaf.columns.order().to_vec(),
            automorphisms,
        })
    }
}
