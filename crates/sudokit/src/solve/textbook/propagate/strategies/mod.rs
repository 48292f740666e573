//! What a person would try before guessing: four strategies, the cheapest first.
//!
//! 1. [`single_candidates`]: a cell with one value left;
//! 2. [`single_possibilities`]: a value with one place left in a house;
//! 3. [`preemptive_sets`]: as many values as places for them;
//! 4. [`pointers`]: a value whose places in one house all lie in a second one.
//!
//! Each has its turn for as long as it finds something, and whenever a later one does, the first
//! begins again: what an expensive strategy finds is usually finished off by a cheap one.
//!
//! The last three look for a value's places in a house and so rest on the house having to hold
//! every value, which is true of a house with as many cells as there are values.

mod house_view;
mod pointers;
mod preemptive_sets;
mod single_candidates;
mod single_possibilities;

use super::Propagate;
use super::forward_checking::ForwardChecking;
use crate::solve::textbook::board::{Board, Contradiction, Domains, Reason};

/// Applies one strategy: whether it changed anything.
type Strategy = fn(&mut Board<'_>) -> Result<bool, Contradiction>;

const IN_THIS_ORDER: [Strategy; 4] = [
    single_candidates::apply,
    single_possibilities::apply,
    preemptive_sets::apply,
    pointers::apply,
];

pub(in super::super) struct Strategies;

impl Propagate for Strategies {
    fn domains(&self) -> Domains {
        ForwardChecking.domains()
    }

    fn start(&self, board: &mut Board<'_>) -> Result<(), Contradiction> {
        ForwardChecking.start(board)?;
        apply_until_dry(board)
    }

    fn place(
        &self,
        board: &mut Board<'_>,
        cell: usize,
        value: u8,
        reason: Reason,
    ) -> Result<(), Contradiction> {
        ForwardChecking.place(board, cell, value, reason)?;
        apply_until_dry(board)
    }
}

fn apply_until_dry(board: &mut Board<'_>) -> Result<(), Contradiction> {
    let mut turn = 0;
    while turn < IN_THIS_ORDER.len() && !board.is_full() {
        let found = IN_THIS_ORDER[turn](board)?;
        turn = if found { 0 } else { turn + 1 };
    }
    Ok(())
}

/// Places a value that logic found, with what forward checking concludes from it.
fn insert(
    board: &mut Board<'_>,
    cell: usize,
    value: u8,
    reason: Reason,
) -> Result<(), Contradiction> {
    ForwardChecking.place(board, cell, value, reason)
}

/// Whether a house has to hold every value and does not yet.
fn is_unfinished(board: &Board<'_>, house: usize) -> bool {
    let cells = board.shape().houses()[house].cells().len();
    cells == board.shape().size() && board.lacking(house) != 0
}

/// The houses that have to hold every value and do not yet.
fn unfinished_houses(board: &Board<'_>) -> impl Iterator<Item = usize> {
    let houses = 0..board.shape().houses().len();
    houses.filter(|house| is_unfinished(board, *house))
}

#[cfg(test)]
mod examples;
