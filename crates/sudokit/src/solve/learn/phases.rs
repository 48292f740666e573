//! Which value to choose: true, or one to return to.
//!
//! A search that proves makes every choice true, which has the most consequences. A search that seeks
//! a solution prefers the values of the longest assignment without a conflict so far (the target), or
//! else the last value of a variable. From time to time it sets the latter to the target, to true, or
//! changes some at random, and looks for a new target.
//!
//! Seeking finds solutions many times faster on boards with several, and loses on proofs. Taking
//! turns costs a proof 3 %, because what is learned serves both. Hard boards with thousands of open
//! candidates are sought first, because a proof is rarely within reach.

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

/// The value to choose for each variable.
#[derive(Clone, Debug)]
pub(super) struct Phases {
    seeks: Seeks,
    is_seeking: bool,
    next_turn: u64,
    /// The conflicts of the next turn of seeking. A turn of proving takes twice as many.
    turn: u64,
    /// The last value of each variable.
    saved: Vec<bool>,
    target: Vec<bool>,
    /// The length of the assignment that the target was taken from, 0 for none.
    target_len: usize,
    changes: u64,
    next_change: u64,
    random: Random,
}

/// The conflicts of the first turn of seeking; each later one is half as long again.
const FIRST_TURN: u64 = 10_000;

/// The number of variables beyond which a search seeks first: hard 25×25 boards have about 1,600,
/// hard 36×36 boards 3,800.
const FEW_VARIABLES: usize = 2_500;

/// The conflicts of the first turn of seeking on such a board, which is the first of all turns. After
/// as few as 1,000 conflicts of proving, two of three 36×36 boards took three to ten times as long.
const FIRST_TURN_OF_MANY: u64 = 200_000;

/// The conflicts before the first change; each later interval is longer by as many.
const CHANGE_INTERVAL: u64 = 1_000;

impl Phases {
    pub fn new(variables: usize, seeks: Seeks) -> Phases {
        let (next_turn, turn) = match variables {
            ..=FEW_VARIABLES => (2 * FIRST_TURN, FIRST_TURN),
            _ => (0, FIRST_TURN_OF_MANY),
        };
        Phases {
            seeks,
            is_seeking: seeks == Seeks::Always,
            next_turn,
            turn,
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
        if self.is_seeking {
            self.next_turn = conflicts + self.turn;
            self.turn += self.turn / 2;
            self.saved.fill(true);
            self.target_len = 0;
            self.changes = 0;
            self.next_change = conflicts + CHANGE_INTERVAL;
        } else {
            self.next_turn = conflicts + 2 * self.turn;
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
