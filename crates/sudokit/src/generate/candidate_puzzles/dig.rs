//! The digging of one puzzle out of a complete grid, as a sequence of questions.
//!
//! Orbits of cells are removed in random order: each is removed if the puzzle has one solution
//! without it, given what was removed before. How the questions are answered does not matter here.
//! To ask fewer questions,
//!
//! * several orbits are removed at once where that is likely to succeed: if the puzzle has one
//!   solution without all of them, it has one without some of them, so the outcome is the same as
//!   one by one. If it has several solutions, half of them are tried, and when all but the last
//!   have been removed, the last is needed without a question;
//! * orbits known to be needed ([`ClassicUnavoidableSets`]) are skipped.

use std::ops::Range;

use super::unavoidable::{ClassicUnavoidableSets, GivensLeft};
use crate::solve::Solutions;

/// The state of the digging of one puzzle.
#[derive(Clone, Debug)]
pub(super) struct Dig {
    /// The orbits that may be removed, in the order in which they are tried.
    order: Vec<u16>,
    next: usize,
    /// The orbits in question, from those at `next..asked`; the others there are needed if these
    /// are removed.
    question: Vec<u16>,
    asked: usize,
    /// Without the next `failing` orbits that are not known to be needed there are several
    /// solutions; 0 if nothing is known.
    failing: usize,
    /// How many orbits to remove at once at most, because more failed.
    longest: usize,
    cells: usize,
    givens: usize,
    /// The smallest number of givens to leave.
    fewest: usize,
    /// The removed orbits, in that order.
    removed: Vec<u16>,
    /// The orbits that stay because a question about them had no answer.
    unanswered: Vec<u16>,
    groups: Option<ClassicUnavoidableSets>,
    /// What is left of the unavoidable sets without the orbits in question.
    ahead: Option<GivensLeft>,
}

impl Dig {
    /// Starts with all cells given. The orbits in `order` may be removed until `fewest` givens are
    /// left.
    pub fn new(cells: usize, order: Vec<u16>, fewest: usize) -> Dig {
        Dig {
            removed: Vec::with_capacity(order.len()),
            question: Vec::new(),
            order,
            next: 0,
            asked: 0,
            failing: 0,
            longest: usize::MAX,
            cells,
            givens: cells,
            fewest,
            unanswered: Vec::new(),
            groups: None,
            ahead: None,
        }
    }

    /// Adds sets of cells that must each keep a given.
    pub fn with_sets(mut self, groups: ClassicUnavoidableSets) -> Dig {
        self.groups = Some(groups);
        self
    }

    /// Returns the orbits to remove next, or `None` when done.
    pub fn ask(&mut self, orbits: &[Vec<u16>]) -> Option<&[u16]> {
        while self.next < self.order.len() && self.givens > self.fewest {
            let orbit = &orbits[self.order[self.next] as usize];
            let is_needed = |groups: &ClassicUnavoidableSets| groups.need(groups.left(), orbit);
            if orbit.len() > self.givens - self.fewest
                || self.groups.as_ref().is_some_and(is_needed)
            {
                self.next += 1;
                continue;
            }
            if self.failing == 1 {
                self.keep_next();
                continue;
            }
            let most = (at_once(self.givens, self.cells) / orbit.len()).clamp(1, self.longest);
            self.choose(orbits, most);
            return Some(&self.question);
        }
        None
    }

    /// Chooses up to `most` orbits to ask about.
    fn choose(&mut self, orbits: &[Vec<u16>], most: usize) {
        self.question.clear();
        let mut spare = self.givens - self.fewest;
        self.ahead = self.groups.as_ref().map(|groups| *groups.left());
        for (at, number) in self.order.iter().enumerate().skip(self.next) {
            let orbit = &orbits[*number as usize];
            if self.question.len() == most || orbit.len() > spare {
                break;
            }
            if let (Some(groups), Some(ahead)) = (&self.groups, &mut self.ahead) {
                if groups.need(ahead, orbit) {
                    continue;
                }
                groups.take(ahead, orbit);
            }
            spare -= orbit.len();
            self.question.push(*number);
            self.asked = at + 1;
        }
    }

    /// Applies the answer to the last question.
    pub fn answer(&mut self, orbits: &[Vec<u16>], answer: Solutions) {
        let length = self.question.len();
        match answer {
            Solutions::One => {
                let orbits = self.question.iter().map(|number| &orbits[*number as usize]);
                self.givens -= orbits.map(Vec::len).sum::<usize>();
                if let (Some(groups), Some(ahead)) = (&mut self.groups, self.ahead) {
                    groups.set_left(ahead);
                }
                self.removed.append(&mut self.question);
                self.next = self.asked;
                self.failing = self.failing.saturating_sub(length);
                self.longest = match self.failing {
                    0 => usize::MAX,
                    failing => (failing / 2).max(1),
                };
            }
            Solutions::Several | Solutions::Unknown if length > 1 => {
                self.longest = length / 2;
                if answer == Solutions::Several {
                    self.failing = length;
                }
            }
            _ => {
                if answer == Solutions::Unknown {
                    self.unanswered.append(&mut self.question);
                }
                self.keep_next();
            }
        }
    }

    /// Starts another pass, about the orbits whose questions had no answer. Returns whether there
    /// are any.
    pub fn ask_again(&mut self) -> bool {
        let has_more = self.next == self.order.len() && !self.unanswered.is_empty();
        if has_more {
            self.order = std::mem::take(&mut self.unanswered);
            self.next = 0;
        }
        has_more
    }

    fn keep_next(&mut self) {
        self.next += 1;
        self.failing = 0;
        self.longest = usize::MAX;
    }

    /// Returns the orbits that may be removed, in the order in which they are tried.
    pub fn order(&self) -> &[u16] {
        &self.order
    }

    /// Returns the positions in that order that the last question was about; all before them are
    /// decided.
    pub fn in_question(&self) -> Range<usize> {
        self.next..self.asked
    }

    /// Returns the removed orbits, in that order.
    pub fn removed(&self) -> &[u16] {
        &self.removed
    }

    /// Returns whether everything was tried and every question was answered, so that nothing more
    /// can be removed.
    pub fn is_exhausted(&self) -> bool {
        self.unanswered.is_empty() && self.next == self.order.len()
    }
}

/// Returns how many cells to remove at once: about as many as make success and failure equally
/// likely.
fn at_once(givens: usize, cells: usize) -> usize {
    match 100 * givens / cells {
        57.. => givens - 53 * cells / 100,
        48.. => 4,
        45.. => 3,
        41.. => 2,
        _ => 1,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Digs where a puzzle has one solution as long as it keeps one cell of each of these pairs.
    fn dug(order: Vec<u16>, pairs: &[[u16; 2]], fewest: usize) -> (Dig, usize) {
        let orbits: Vec<Vec<u16>> = (0..20).map(|cell| vec![cell]).collect();
        let mut dig = Dig::new(20, order, fewest);
        let mut questions = 0;
        while let Some(question) = dig.ask(&orbits) {
            questions += 1;
            let question = question.to_vec();
            let is_gone = |cell: &u16| question.contains(cell) || dig.removed().contains(cell);
            let several = pairs.iter().any(|pair| pair.iter().all(is_gone));
            let answer = if several {
                Solutions::Several
            } else {
                Solutions::One
            };
            dig.answer(&orbits, answer);
        }
        (dig, questions)
    }

    #[test]
    fn removing_several_at_once_gives_the_same_puzzle() {
        let pairs = [[0, 1], [3, 9], [4, 9], [10, 19], [18, 17]];
        let mut random = crate::random::Random::new(1, 0);
        for _ in 0..200 {
            let mut order: Vec<u16> = (0..20).collect();
            random.shuffle(&mut order);
            let mut expected: Vec<u16> = Vec::new();
            for cell in &order {
                let is_gone = |other: &u16| other == cell || expected.contains(other);
                if !pairs.iter().any(|pair| pair.iter().all(is_gone)) {
                    expected.push(*cell);
                }
            }
            let (dig, _) = dug(order, &pairs, 0);
            assert_eq!(dig.removed(), expected);
            assert!(dig.is_exhausted());
        }
    }

    #[test]
    fn it_stops_at_the_fewest_after_few_questions() {
        let (dig, questions) = dug((0..20).collect(), &[], 7);
        assert_eq!((dig.removed().len(), questions), (13, 2));
        assert!(!dig.is_exhausted());
    }

    #[test]
    fn without_an_answer_a_given_stays() {
        let orbits: Vec<Vec<u16>> = (0..4).map(|cell| vec![cell]).collect();
        let mut dig = Dig::new(4, vec![0, 1, 2, 3], 0);
        while dig.ask(&orbits).is_some() {
            dig.answer(&orbits, Solutions::Unknown);
        }
        assert!(dig.removed().is_empty() && !dig.is_exhausted());
    }
}
