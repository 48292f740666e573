//! Classic 9×9 candidate puzzles, a thousand dug at once so that their questions fill the lanes.
//!
//! Most questions ask whether a single given is needed. It is if there is a solution with another
//! value in its cell: that is one candidate eliminated and one solution to find, half the work of
//! finding two.

use std::ops::Range;

use super::CandidatePuzzle;
use super::dig::Dig;
use super::{begin, finished};
use crate::generate::generator::Setup;
use crate::solve::Solutions;
use crate::solve::{Answers, Solver};

/// How many puzzles are dug at once: enough to keep the lanes full until the last ones are done,
/// few enough to stay in the caches.
pub(super) const BATCH: u64 = 1_024;

const OPEN: u16 = 0x1ff;

/// A puzzle being dug.
struct Work {
    number: u64,
    solution: Vec<u8>,
    dig: Dig,
    /// The current puzzle, as the lanes take it.
    masks: [u16; 81],
}

pub(super) fn make(setup: &Setup, numbers: Range<u64>) -> Vec<CandidatePuzzle> {
    let mut candidates = Vec::new();
    let mut start = numbers.start;
    while start < numbers.end {
        let end = numbers.end.min(start + BATCH);
        dig_together(setup, start..end, &mut candidates);
        start = end;
    }
    candidates
}

fn dig_together(setup: &Setup, numbers: Range<u64>, candidates: &mut Vec<CandidatePuzzle>) {
    let mut works: Vec<Work> = numbers
        .filter_map(|number| {
            let (solution, dig) = begin(setup, number)?;
            let masks = std::array::from_fn(|cell| 1 << (solution[cell] - 1));
            Some(Work {
                number,
                solution,
                dig,
                masks,
            })
        })
        .collect();
    let first = candidates.len();
    let mut round = Round::default();
    while !works.is_empty() {
        round.clear();
        let mut at = 0;
        while at < works.len() {
            if round.ask(setup, at, &mut works[at]) {
                at += 1;
            } else {
                let done = works.swap_remove(at);
                candidates.push(finished(setup, done.number, done.solution, &done.dig));
            }
        }
        round.search(&setup.solver);
        if setup.solver.cancel_token().is_cancelled() {
            return;
        }
        round.answer(setup, &mut works);
    }
    candidates[first..].sort_unstable_by_key(|candidate| candidate.index);
}

/// One question of each puzzle.
#[derive(Default)]
struct Round {
    /// Questions about one given: is there a solution with another value in its cell?
    struck: Questions,
    /// Questions about several givens: is there more than one solution without them?
    bare: Questions,
}

#[derive(Default)]
struct Questions {
    asking: Vec<u32>,
    masks: Vec<[u16; 81]>,
    answers: Answers,
}

impl Questions {
    /// Adds a question about the puzzle at index `at`, with `masks` changed.
    fn add(&mut self, at: usize, masks: &[u16; 81], change: impl FnOnce(&mut [u16; 81])) {
        self.asking.push(at as u32);
        self.masks.push(*masks);
        // Changed in place, so that it is copied just once.
        if let Some(masks) = self.masks.last_mut() {
            change(masks);
        }
    }
}

impl Round {
    fn clear(&mut self) {
        for questions in [&mut self.struck, &mut self.bare] {
            questions.asking.clear();
            questions.masks.clear();
        }
    }

    /// Adds the next question of a puzzle; returns `false` if it has none.
    fn ask(&mut self, setup: &Setup, at: usize, work: &mut Work) -> bool {
        let Some(question) = work.dig.ask(&setup.orbits) else {
            return false;
        };
        let orbits = question.iter().map(|orbit| &setup.orbits[*orbit as usize]);
        let mut cells = orbits.flatten().map(|cell| *cell as usize);
        match (cells.next(), cells.next()) {
            (Some(only), None) => self.struck.add(at, &work.masks, |masks| {
                masks[only] = OPEN & !masks[only];
            }),
            (first, second) => self.bare.add(at, &work.masks, |masks| {
                let cells = first.into_iter().chain(second).chain(cells);
                cells.for_each(|cell| masks[cell] = OPEN);
            }),
        }
        true
    }

    fn search(&mut self, solver: &Solver) {
        for (questions, limit) in [(&mut self.struck, 1), (&mut self.bare, 2)] {
            let solver = solver.clone().limit(limit);
            solver.solve_candidates_batch(&questions.masks, &mut questions.answers);
        }
    }

    /// Passes the answers on to the puzzles that asked.
    fn answer(&self, setup: &Setup, works: &mut [Work]) {
        for (questions, alone) in [(&self.struck, 0), (&self.bare, 1)] {
            let counts = questions.answers.counts();
            for (at, count) in questions.asking.iter().zip(counts) {
                let work = &mut works[*at as usize];
                if *count != alone {
                    work.dig.answer(&setup.orbits, Solutions::Several);
                    continue;
                }
                let before = work.dig.removed().len();
                work.dig.answer(&setup.orbits, Solutions::One);
                for orbit in &work.dig.removed()[before..] {
                    for cell in &setup.orbits[*orbit as usize] {
                        work.masks[*cell as usize] = OPEN;
                    }
                }
            }
        }
    }
}
