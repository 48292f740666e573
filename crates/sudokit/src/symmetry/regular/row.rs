//! One row, read as small as the freedom of stacks and columns allows.

use super::form::Form;
use super::group::{Permutation, Stabilisers, generators};
use super::stack::Stack;
use super::turns::Turns;
use crate::bits::bits;
use crate::solve::CancelToken;

/// A row to be read.
pub(super) struct Row<'a> {
    /// Its number in the form.
    pub level: usize,
    /// Its values, by column.
    pub values: &'a [u8],
    /// Where each value was first seen: the number of the row in the form, and the column.
    pub homes: &'a [Option<(u8, u8)>],
    /// How many columns a stack has.
    pub width: usize,
    pub cancel: &'a CancelToken,
}

/// What was reached by reading some rows and stacks.
#[derive(Clone)]
pub(super) struct Reached {
    /// The columns in an order that reads like the form, and behind them the stacks. All other
    /// orders that read so follow from it by the freedom that the form leaves.
    pub order: Vec<u8>,
    /// How many values were seen.
    pub labels: u8,
}

impl Row<'_> {
    /// Where the value of a column was first seen, if that was in a row before.
    pub fn home(&self, column: usize) -> Option<(u8, u8)> {
        self.homes[self.values[column] as usize]
    }

    /// The columns of a stack.
    pub fn columns_of(&self, stack: usize) -> std::ops::Range<usize> {
        stack * self.width..(stack + 1) * self.width
    }

    /// Reads the row, unless it reads larger than the form.
    pub fn read(&self, form: &mut Form, reached: &Reached) -> Option<Reached> {
        let all = 0..self.values.len();
        let known = self.known_automorphisms(form, 0, reached, all);
        let mut reading = Reading {
            row: self,
            form,
            turns: Turns::knowing(known),
        };
        reading.read_stack(0, reached);
        let (labels, best) = (self.labels_after(reached), reading.turns.best()?);
        if reading.form.freedoms.len() == self.level + 1 {
            // What keeps all stacks in their slots was found out stack by stack.
            let within = reading.form.freedoms[self.level].last()?;
            let freedom = reading.turns.freedom(within.chain(Stabilisers::WHOLE));
            let freedom = Stabilisers::new(freedom, best.order.len());
            reading.form.freedoms.push(vec![freedom]);
        }
        Some(Reached {
            order: best.order.clone(),
            labels,
        })
    }

    fn labels_after(&self, reached: &Reached) -> u8 {
        let columns = 0..self.values.len();
        let new = columns.filter(|c| self.values[*c] != 0 && self.home(*c).is_none());
        reached.labels + new.count() as u8
    }

    /// Those generators of the freedom before a slot that change nothing in these columns of the
    /// row either.
    pub fn known_automorphisms(
        &self,
        form: &Form,
        slot: usize,
        reached: &Reached,
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
    form: &'a mut Form,
    turns: Turns,
}

impl Reading<'_> {
    /// Reads the stack that reads smallest in the next slot; if there are several, one after the
    /// other.
    fn read_stack(&mut self, slot: usize, reached: &Reached) {
        let (size, level) = (self.row.values.len(), self.row.level);
        if slot == size / self.row.width {
            let changes = self.form.changes;
            self.turns.complete(reached.order.clone(), changes);
            return;
        }
        let freedom = &self.form.freedoms[level][slot];
        let slots = freedom.orbit(Stabilisers::WHOLE, size + slot);
        let stacks = slots.fold(0u128, |mask, slot| mask | 1 << reached.order[slot]);
        let mut next: Vec<(usize, Vec<u8>, Reached)> = Vec::new();
        let mut read = 0u128;
        for stack in bits(stacks) {
            if self.turns.is_twin(read, stack) {
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
        Turns::choose(self, stacks, |reading, stack| {
            if let Some((.., end)) = next.iter().find(|(other, ..)| *other == stack) {
                reading.read_stack(slot + 1, end);
            }
        });
    }

    /// How the form reads in a slot.
    fn line(&self, slot: usize) -> Vec<u8> {
        let line = self.form.lines.get(self.row.level);
        let line = line.and_then(|line| line.get(slot * self.row.width..));
        line.map_or(Vec::new(), |l| {
            l.iter().take(self.row.width).copied().collect()
        })
    }
}

impl AsMut<Turns> for Reading<'_> {
    fn as_mut(&mut self) -> &mut Turns {
        &mut self.turns
    }
}
