//! Which candidates should be true.
//!
//! A search that proves chooses the candidates that took part in the most recent conflicts. A search
//! that seeks a solution chooses, in their place, candidates that exclude them and were true in the
//! longest assignment without a conflict so far (the target), or else when they last had a value. From
//! time to time it sets the latter to the target, to true, or changes some at random, and looks for a
//! new target. Choices are always true, which has the most consequences: a search that also made
//! choices false, as solvers for propositional logic do, took twice as long to find solutions.
//!
//! Seeking finds solutions many times faster on boards with several, and loses on proofs. So a search
//! takes turns, and what it learns serves both. Hard boards with thousands of open candidates are
//! beyond any proof, and are mostly sought.

use super::groups::Literal;
use crate::random::Random;

/// When a search seeks solutions instead of proving that there are none.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Seeks {
    #[default]
    InTurns,
    Never,
    Always,
}

/// The conflicts of the next turn of seeking, and of the turn of proving after it. Each later turn is
/// half as long again.
#[derive(Clone, Copy, Debug)]
struct Turns {
    seeking: u64,
    proving: u64,
}

/// Which variables should be true.
#[derive(Clone, Debug)]
pub(super) struct Phases {
    seeks: Seeks,
    is_seeking: bool,
    next_turn: u64,
    turns: Turns,
    /// The last value of each variable.
    saved: Vec<bool>,
    target: Vec<bool>,
    /// The length of the assignment that the target was taken from, 0 for none.
    target_len: usize,
    changes: u64,
    next_change: u64,
    random: Random,
}

/// The number of variables beyond which a hard board is sought rather than proven: hard 25×25 boards
/// have about 1,600, hard 36×36 boards 3,800.
const FEW_VARIABLES: usize = 2_500;

/// The conflicts before the first change; each later interval is longer by as many. With 1,000 there
/// is not enough time to come close to a solution.
const CHANGE_INTERVAL: u64 = 3_000;

impl Phases {
    pub fn new(variables: usize, seeks: Seeks) -> Phases {
        let (first_turn, seeking, proving) = match variables {
            ..=FEW_VARIABLES => (20_000, 10_000, 30_000),
            _ => (2_000, 30_000, 13_500),
        };
        Phases {
            seeks,
            is_seeking: seeks == Seeks::Always,
            next_turn: first_turn,
            turns: Turns { seeking, proving },
            saved: vec![true; variables],
            target: vec![true; variables],
            target_len: 0,
            changes: 0,
            next_change: CHANGE_INTERVAL,
            random: Random::new(1, 0),
        }
    }

    /// Returns whether the search seeks a solution at the moment.
    pub fn is_seeking(&self) -> bool {
        self.is_seeking
    }

    /// Returns whether a variable should be made true.
    pub fn wants(&self, variable: u32) -> bool {
        match self.target_len {
            _ if !self.is_seeking => true,
            0 => self.saved[variable as usize],
            _ => self.target[variable as usize],
        }
    }

    /// Keeps the value of a literal that becomes open.
    #[inline]
    pub fn save(&mut self, literal: Literal) {
        self.saved[literal.variable() as usize] = literal.is_positive();
    }

    /// Looks at an assignment without a conflict.
    pub fn observe(&mut self, literals: &[Literal]) {
        if self.is_seeking && literals.len() > self.target_len {
            self.target_len = literals.len();
            for literal in literals {
                self.target[literal.variable() as usize] = literal.is_positive();
            }
        }
    }

    /// Changes what it wants if it is time. Returns whether it did.
    pub fn update(&mut self, conflicts: u64) -> bool {
        if self.seeks == Seeks::InTurns && conflicts >= self.next_turn {
            self.take_turns(conflicts);
            return true;
        }
        let is_time = self.is_seeking && conflicts >= self.next_change;
        if is_time {
            self.changes += 1;
            self.next_change = conflicts + CHANGE_INTERVAL * (self.changes + 1);
            self.change_saved();
            self.target_len = 0;
        }
        is_time
    }

    fn take_turns(&mut self, conflicts: u64) {
        self.is_seeking = !self.is_seeking;
        let turn = match self.is_seeking {
            true => &mut self.turns.seeking,
            false => &mut self.turns.proving,
        };
        self.next_turn = conflicts + *turn;
        *turn += *turn / 2;
        if self.is_seeking {
            self.saved.fill(true);
            self.target_len = 0;
            self.changes = 0;
            self.next_change = conflicts + CHANGE_INTERVAL;
        }
    }

    fn change_saved(&mut self) {
        match self.changes % 4 {
            1 | 3 => self.saved.copy_from_slice(&self.target),
            2 => self.saved.fill(true),
            _ => {
                for saved in &mut self.saved {
                    *saved ^= self.random.below(8) == 0;
                }
            }
        }
    }
}
