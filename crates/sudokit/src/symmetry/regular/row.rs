//! One row, read as small as the freedom of stacks and columns allows.

use super::PartialForm;
use super::choices::ChoiceTree;
use super::group::{Permutation, Stabilisers, generators, source};
use crate::bits::bits;
use crate::solve::CancelToken;

/// A row to be read.
pub(super) struct Row<'a> {
    /// Its number in the form.
    pub level: usize,
    /// Its values, by column.
    pub values: &'a [u8],
    /// Where each value first occurred: the number of the row in the form, and the column.
    pub homes: &'a [Option<(u8, u8)>],
    /// The number of columns of a stack.
    pub width: usize,
    pub cancel: &'a CancelToken,
}

/// The state after reading some rows and stacks.
#[derive(Clone)]
pub(super) struct ReadState {
    /// The columns in an order that reads like the form, followed by the stacks. All other such
    /// orders follow from it by the freedom that the form leaves.
    pub order: Vec<u8>,
    /// How many values occurred.
    pub labels: u8,
}

impl Row<'_> {
    /// Returns where the value of a column first occurred, if that was in an earlier row.
    pub fn home(&self, column: usize) -> Option<(u8, u8)> {
        self.homes[self.values[column] as usize]
    }

    /// Returns the columns of a stack.
    pub fn columns_of(&self, stack: usize) -> std::ops::Range<usize> {
        stack * self.width..(stack + 1) * self.width
    }

    /// Reads the row. Returns `None` if it reads larger than the form.
    pub fn read(&self, form: &mut PartialForm, reached: &ReadState) -> Option<ReadState> {
        let all = 0..self.values.len();
        let known = self.known_automorphisms(form, 0, reached, all);
        let mut reading = Reading {
            row: self,
            form,
            choice_tree: ChoiceTree::knowing(known),
        };
        reading.read_stack(0, reached);
        let (labels, best) = (self.labels_after(reached), reading.choice_tree.best()?);
        if reading.form.freedoms.len() == self.level + 1 {
            // The permutations that keep all stacks in their slots were found stack by stack.
            let within = reading.form.freedoms[self.level].last()?;
            let freedom = reading
                .choice_tree
                .freedom(within.chain(Stabilisers::WHOLE));
            let freedom = Stabilisers::new(freedom, best.order.len());
            reading.form.freedoms.push(vec![freedom]);
        }
        Some(ReadState {
            order: best.order.clone(),
            labels,
        })
    }

    fn labels_after(&self, reached: &ReadState) -> u8 {
        let columns = 0..self.values.len();
        let new = columns.filter(|c| self.values[*c] != 0 && self.home(*c).is_none());
        reached.labels + new.count() as u8
    }

    /// Returns the generators of the freedom before a slot that change nothing in these columns of
    /// the row either.
    pub fn known_automorphisms(
        &self,
        form: &PartialForm,
        slot: usize,
        reached: &ReadState,
        columns: std::ops::Range<usize>,
    ) -> Vec<Permutation> {
        let order = &reached.order;
        let generators =
            generators(form.freedoms[self.level][slot].chain(Stabilisers::WHOLE)).iter();
        let of_columns = generators.map(|one| {
            let mut images = vec![0; one.len()];
            for (place, image) in one.iter().enumerate() {
                images[order[place] as usize] = order[*image as usize];
            }
            Permutation::from(images)
        });
        let kept = of_columns.filter(|one| self.is_kept_by(one, &columns));
        kept.collect()
    }

    fn is_kept_by(&self, permutation: &[u8], columns: &std::ops::Range<usize>) -> bool {
        columns.clone().all(|column| {
            let image = permutation[column] as usize;
            columns.contains(&image)
                && (self.values[column] == 0) == (self.values[image] == 0)
                && match (self.home(column), self.home(image)) {
                    (None, None) => true,
                    (Some((row, home)), Some(other)) => (row, permutation[home as usize]) == other,
                    _ => false,
                }
        })
    }
}

struct Reading<'a> {
    row: &'a Row<'a>,
    form: &'a mut PartialForm,
    choice_tree: ChoiceTree,
}

impl Reading<'_> {
    /// Reads the stack that reads smallest in the next slot; if there are several, one after
    /// another.
    fn read_stack(&mut self, slot: usize, reached: &ReadState) {
        let (size, level) = (self.row.values.len(), self.row.level);
        if slot == size / self.row.width {
            let changes = self.form.changes;
            self.choice_tree.complete(reached.order.clone(), changes);
            return;
        }
        let freedom = &self.form.freedoms[level][slot];
        let slots = freedom.orbit(Stabilisers::WHOLE, size + slot);
        let stacks = slots.fold(0u128, |mask, slot| mask | 1 << reached.order[slot]);
        let mut next: Vec<(usize, Vec<u8>, ReadState)> = Vec::new();
        let mut read = 0u128;
        for stack in bits(stacks) {
            if self.choice_tree.is_equivalent(read, stack) {
                continue;
            }
            read |= 1 << stack;
            let end = Stack::read(self.row, self.form, slot, reached, stack - size);
            if let Some(end) = end {
                next.push((stack, self.line(slot), end));
            }
            if self.row.cancel.is_cancelled() {
                return;
            }
        }
        let smallest = self.line(slot);
        next.retain(|(_, line, _)| *line == smallest);
        let stacks = next
            .iter()
            .fold(0, |stacks, (stack, ..)| stacks | 1 << stack);
        ChoiceTree::choose(self, stacks, |reading, stack| {
            if let Some((.., end)) = next.iter().find(|(other, ..)| *other == stack) {
                reading.read_stack(slot + 1, end);
            }
        });
    }

    /// Returns how the form reads in a slot.
    fn line(&self, slot: usize) -> Vec<u8> {
        let line = self.form.lines.get(self.row.level);
        let line = line.and_then(|line| line.get(slot * self.row.width..));
        line.map_or(Vec::new(), |l| {
            l.iter().take(self.row.width).copied().collect()
        })
    }
}

impl AsMut<ChoiceTree> for Reading<'_> {
    fn as_mut(&mut self) -> &mut ChoiceTree {
        &mut self.choice_tree
    }
}

/// A stack to be read in a slot of the current row.
pub(super) struct Stack<'a> {
    row: &'a Row<'a>,
    form: &'a mut PartialForm,
    /// The slot, from left to right.
    slot: usize,
    choice_tree: ChoiceTree,
    /// What the best reading leaves of the freedom before it.
    rest: usize,
}

/// How far the stack was read.
#[derive(Clone)]
struct Position {
    place: usize,
    /// What is left of the freedom.
    group: usize,
    reached: ReadState,
}

impl<'a> Stack<'a> {
    /// Reads a stack in the next slot. Returns `None` if it reads larger than the form.
    pub fn read(
        row: &'a Row<'a>,
        form: &'a mut PartialForm,
        slot: usize,
        reached: &ReadState,
        stack: usize,
    ) -> Option<ReadState> {
        let columns = row.columns_of(stack);
        let known = row.known_automorphisms(form, slot, reached, columns.clone());
        let mut reading = Stack {
            row,
            form,
            slot,
            choice_tree: ChoiceTree::knowing(known),
            rest: Stabilisers::WHOLE,
        };
        let position = Position {
            place: slot * row.width,
            group: Stabilisers::WHOLE,
            reached: reached.clone(),
        };
        let columns = columns.fold(0u128, |mask, column| mask | 1 << column);
        reading.read_on(position, columns);
        let best = reading.choice_tree.best()?;
        let (level, next) = (row.level, slot + 1);
        if reading.form.freedoms[level].len() == next {
            let freedoms = &mut reading.form.freedoms[level];
            let freedom = reading
                .choice_tree
                .freedom(freedoms[slot].chain(reading.rest));
            freedoms.push(Stabilisers::new(freedom, best.order.len()));
        }
        let line = &reading.form.lines[level][slot * row.width..next * row.width];
        let new = line.iter().filter(|label| **label > reached.labels).count();
        Some(ReadState {
            order: best.order.clone(),
            labels: reached.labels + new as u8,
        })
    }

    /// Reads to the end of the stack, with each column in turn where several are equally good.
    fn read_on(&mut self, mut position: Position, mut allowed: u128) {
        while position.place < (self.slot + 1) * self.row.width {
            if self.row.cancel.is_cancelled() {
                return;
            }
            let (label, columns) = self.smallest(&position, allowed);
            let place = (self.row.level, self.slot, position.place);
            if columns == 0 || !self.form.compare(place, label) {
                return;
            }
            allowed = u128::MAX;
            if columns & (columns - 1) != 0 {
                return ChoiceTree::choose(self, columns, |reading, column| {
                    let mut next = position.clone();
                    reading.put(&mut next, column);
                    reading.read_on(next, allowed);
                });
            }
            self.put(&mut position, columns.trailing_zeros() as usize);
        }
        let order = position.reached.order;
        if self.choice_tree.complete(order, self.form.changes) {
            self.rest = position.group;
        }
    }

    fn freedom(&mut self) -> &mut Stabilisers {
        &mut self.form.freedoms[self.row.level][self.slot]
    }

    /// Returns the smallest label possible in the next place, and the columns that bring it there.
    fn smallest(&mut self, position: &Position, allowed: u128) -> (u8, u128) {
        let step = self.freedom().keep(position.group, position.place);
        let freedom = &self.form.freedoms[self.row.level][self.slot];
        let (mut smallest, mut columns) = (u8::MAX, 0);
        for place in freedom.orbit(position.group, position.place) {
            let column = position.reached.order[place] as usize;
            if allowed >> column & 1 == 0 {
                continue;
            }
            let label = match (self.row.values[column], self.row.home(column)) {
                (0, _) => 0,
                (_, None) => position.reached.labels + 1,
                (_, Some((row, home))) => {
                    let mut at = source(&position.reached.order, home);
                    let mut group = position.group;
                    if let Some((link, rest)) = &step {
                        let way = link.way_to(place);
                        at = way.map_or(at, |way| source(way, at as u8));
                        group = *rest;
                    }
                    self.form.lines[row as usize][freedom.lowest(group, at)]
                }
            };
            if label < smallest {
                (smallest, columns) = (label, 0);
            }
            columns |= u128::from(label == smallest) << column;
        }
        (smallest, columns)
    }

    /// Puts a column into the next place, and the home of its value into the first place that is
    /// left.
    fn put(&mut self, position: &mut Position, column: usize) {
        self.pin(position, column as u8, position.place);
        match self.row.home(column) {
            Some((_, home)) => {
                let at = source(&position.reached.order, home);
                let lowest = self.freedom().lowest(position.group, at);
                self.pin(position, home, lowest);
            }
            None => position.reached.labels += u8::from(self.row.values[column] != 0),
        }
        position.place += 1;
    }

    fn pin(&mut self, position: &mut Position, column: u8, place: usize) {
        if let Some((link, rest)) = self.freedom().keep(position.group, place) {
            let order = &mut position.reached.order;
            if let Some(way) = link.way_to(source(order, column)) {
                *order = way.iter().map(|point| order[*point as usize]).collect();
            }
            position.group = rest;
        }
    }
}

impl AsMut<ChoiceTree> for Stack<'_> {
    fn as_mut(&mut self) -> &mut ChoiceTree {
        &mut self.choice_tree
    }
}
