//! One stack of a row, read as small as the freedom of its columns allows.

use super::form::Form;
use super::group::{Stabilisers, source};
use super::row::{Reached, Row};
use super::turns::Turns;

/// A stack that is to stand in a slot of the row under way.
pub(super) struct Stack<'a> {
    row: &'a Row<'a>,
    form: &'a mut Form,
    /// The slot, from left to right.
    slot: usize,
    turns: Turns,
    /// What the best reading leaves of the freedom before it.
    rest: usize,
}

/// How far the stack was read.
#[derive(Clone)]
struct Position {
    place: usize,
    /// What is left of the freedom.
    group: usize,
    reached: Reached,
}

impl<'a> Stack<'a> {
    /// Reads a stack in the next slot, unless it reads larger than the form.
    pub fn read(
        row: &'a Row<'a>,
        form: &'a mut Form,
        slot: usize,
        reached: &Reached,
        stack: usize,
    ) -> Option<Reached> {
        let columns = row.columns_of(stack);
        let known = row.known_automorphisms(form, slot, reached, columns.clone());
        let mut reading = Stack {
            row,
            form,
            slot,
            turns: Turns::knowing(known),
            rest: Stabilisers::WHOLE,
        };
        let position = Position {
            place: slot * row.width,
            group: Stabilisers::WHOLE,
            reached: reached.clone(),
        };
        let columns = columns.fold(0u128, |mask, column| mask | 1 << column);
        reading.read_on(position, columns);
        let best = reading.turns.best()?;
        let (level, next) = (row.level, slot + 1);
        if reading.form.freedoms[level].len() == next {
            let freedoms = &mut reading.form.freedoms[level];
            let freedom = reading.turns.freedom(freedoms[slot].chain(reading.rest));
            freedoms.push(Stabilisers::new(freedom, best.order.len()));
        }
        let line = &reading.form.lines[level][slot * row.width..next * row.width];
        let new = line.iter().filter(|label| **label > reached.labels).count();
        Some(Reached {
            order: best.order.clone(),
            labels: reached.labels + new as u8,
        })
    }

    /// Reads on to the end of the stack, and where several columns are as good with each of them.
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
                return Turns::choose(self, columns, |reading, column| {
                    let mut next = position.clone();
                    reading.put(&mut next, column);
                    reading.read_on(next, allowed);
                });
            }
            self.put(&mut position, columns.trailing_zeros() as usize);
        }
        let order = position.reached.order;
        if self.turns.complete(order, self.form.changes) {
            self.rest = position.group;
        }
    }

    fn freedom(&mut self) -> &mut Stabilisers {
        &mut self.form.freedoms[self.row.level][self.slot]
    }

    /// The smallest label that can stand in the next place, and the columns that bring it there.
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

    /// Puts a column into the next place, and the home of its value into the first that is left.
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

impl AsMut<Turns> for Stack<'_> {
    fn as_mut(&mut self) -> &mut Turns {
        &mut self.turns
    }
}
