//! One puzzle being dug out of a complete grid, as a sequence of questions.
//!
//! Cells go in a random order, whole orbits at once where the givens are to be symmetric: each goes
//! if the puzzle has one solution without it, given what went before. Who answers does not matter
//! here. To ask less often, several are taken away at once where that is likely to do: if the
//! puzzle has one solution without all of them, it has with some of them, so the outcome is the
//! same as one by one. If it has not, half of them are tried, and when all but the last have gone,
//! the last is needed without a question.

/// What is being dug.
#[derive(Clone, Debug)]
pub(super) struct Dig {
    /// Orbits that may go, in the order in which they are tried.
    order: Vec<u16>,
    next: usize,
    /// The question that is open is about `order[next..asked]`.
    asked: usize,
    /// Without all of `order[next..doomed]` there are several solutions; 0 if nothing is known.
    doomed: usize,
    /// At most so many at once, because more did not do.
    longest: usize,
    cells: usize,
    givens: usize,
    /// No fewer givens than this.
    fewest: usize,
    /// What has gone, in that order.
    removed: Vec<u16>,
    is_proven: bool,
}

/// What is known about a puzzle without the cells in question.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Answer {
    /// It has one solution.
    One,
    /// It has several.
    Several,
    /// A budget ended the search.
    Unknown,
}

impl Dig {
    /// Starts with all cells given, of which the orbits in `order` may go until no fewer than
    /// `fewest` are left.
    pub fn new(cells: usize, order: Vec<u16>, fewest: usize) -> Dig {
        Dig {
            removed: Vec::with_capacity(order.len()),
            order,
            next: 0,
            asked: 0,
            doomed: 0,
            longest: usize::MAX,
            cells,
            givens: cells,
            fewest,
            is_proven: true,
        }
    }

    /// The orbits to do without next, or `None` when all is done.
    pub fn ask(&mut self, orbits: &[Vec<u16>]) -> Option<&[u16]> {
        while self.next < self.order.len() && self.givens > self.fewest {
            let orbit = orbits[self.order[self.next] as usize].len();
            let spare = self.givens - self.fewest;
            if orbit > spare || self.doomed == self.next + 1 {
                self.keep_next();
                continue;
            }
            let mut length = (at_once(self.givens, self.cells) / orbit).clamp(1, self.longest);
            length = length.min(self.order.len() - self.next);
            while length > 1 && self.size_of(orbits, length) > spare {
                length -= 1;
            }
            self.asked = self.next + length;
            return Some(&self.order[self.next..self.asked]);
        }
        None
    }

    /// Takes the answer to the last question.
    pub fn answer(&mut self, orbits: &[Vec<u16>], answer: Answer) {
        let length = self.asked - self.next;
        match answer {
            Answer::One => {
                self.givens -= self.size_of(orbits, length);
                self.removed.extend(&self.order[self.next..self.asked]);
                self.next = self.asked;
                if self.doomed == 0 {
                    self.longest = usize::MAX;
                } else {
                    self.longest = ((self.doomed - self.next) / 2).max(1);
                }
            }
            Answer::Several | Answer::Unknown if length > 1 => {
                self.longest = length / 2;
                if answer == Answer::Several {
                    self.doomed = self.asked;
                }
            }
            _ => {
                self.is_proven &= answer == Answer::Several;
                self.keep_next();
            }
        }
    }

    fn keep_next(&mut self) {
        self.next += 1;
        self.doomed = 0;
        self.longest = usize::MAX;
    }

    fn size_of(&self, orbits: &[Vec<u16>], length: usize) -> usize {
        let asked = &self.order[self.next..self.next + length];
        asked
            .iter()
            .map(|orbit| orbits[*orbit as usize].len())
            .sum()
    }

    /// What has gone, in that order.
    pub fn removed(&self) -> &[u16] {
        &self.removed
    }

    /// Whether everything was tried and no question stayed without an answer, so that nothing
    /// more can go.
    pub fn is_exhausted(&self) -> bool {
        self.is_proven && self.next == self.order.len()
    }
}

/// How many cells to take away at once where so many are given: about as many as leave it open
/// whether that does.
fn at_once(givens: usize, cells: usize) -> usize {
    let percent = 100 * givens / cells;
    match percent {
        54.. => givens - cells / 2,
        43.. => 3,
        40.. => 2,
        _ => 1,
    }
}
