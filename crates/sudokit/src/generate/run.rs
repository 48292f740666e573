//! From numbers to puzzles: drafts in batches, judged in order, until enough were kept.
//!
//! Every draft has a number, and everything about it follows from the seed and that number. So
//! it does not matter which thread makes it, how many are made at once, or how many are made in
//! vain: the puzzles that are kept are those with the lowest numbers.
//!
//! When many in a row were in vain, drafts are made in blocks from then on, and the nearest of
//! each are changed ([`near`]). When that begins depends on request and seed alone, and so do the
//! blocks.

use std::collections::VecDeque;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use super::crew::Crew;
use super::judge::{Judge, Judged};
use super::near::{self, First, Search};
use super::setup::Setup;
use super::{GaveUp, Generated, drafts};
use crate::rate::Rating;

/// How far the work is, to be read by anybody at any time.
#[derive(Debug, Default)]
pub struct Figures {
    tried: AtomicU64,
    kept: AtomicU64,
}

impl Figures {
    /// How many puzzles were made and looked at.
    pub fn tried(&self) -> u64 {
        self.tried.load(Ordering::Relaxed)
    }

    /// How many of them were what was asked for.
    pub fn kept(&self) -> u64 {
        self.kept.load(Ordering::Relaxed)
    }
}

/// Puzzles, one after the other, in the order of their numbers; rare ones that were found from near
/// hits in an order of their own, which is always the same. Made by
/// [`Generator::puzzles`](super::Generator::puzzles).
///
/// Ends when as many were given as were asked for, when somebody cancels, or with [`GaveUp`].
pub struct Puzzles {
    setup: Arc<Setup>,
    /// So many are still to be given.
    left: u64,
    effort: u64,
    crew: Crew,
    figures: Arc<Figures>,
    next: u64,
    ready: VecDeque<Generated>,
    /// How many in a row were not what was asked for.
    in_vain: u64,
    closest: Option<Judged>,
    last_batch: u64,
    /// Whether it goes on from near hits, because drafts alone were long in vain.
    searches: bool,
}

impl Puzzles {
    pub(super) fn new(setup: Setup, count: u64, effort: u64, threads: usize) -> Puzzles {
        Puzzles {
            setup: Arc::new(setup),
            left: count,
            effort,
            crew: Crew::new(threads),
            figures: Arc::default(),
            next: 0,
            ready: VecDeque::new(),
            in_vain: 0,
            closest: None,
            last_batch: 0,
            searches: false,
        }
    }

    /// How far the work is.
    pub fn figures(&self) -> Arc<Figures> {
        Arc::clone(&self.figures)
    }

    /// The puzzle that came closest among those that were not what was asked for, as far as the
    /// work went; rated if a difficulty was asked for.
    pub fn closest(&self) -> Option<Generated> {
        let mut closest = self.closest.as_ref()?.generated.clone();
        if closest.rating.is_none() && self.setup.aim.is_some() {
            closest.rating = Rating::of_puzzle(&closest.puzzle);
        }
        Some(closest)
    }

    /// Makes the next drafts and keeps those that are what was asked for.
    fn work(&mut self) {
        let setup = Arc::clone(&self.setup);
        let length = self.batch_length();
        let numbers = self.next..self.next + length;
        self.next = numbers.end;
        self.last_batch = length;
        let drafts = self.crew.draft(&setup, numbers.clone());
        let judge = Judge::new(&setup);
        let mut looked_at = numbers.start;
        for part in drafts.chunks(self.judged_at_once()) {
            if self.is_cancelled() {
                return;
            }
            for judged in self.crew.each(part, |draft| judge.judge(draft)) {
                // Numbers without a draft are tries, too.
                self.in_vain += judged.generated.index - looked_at;
                looked_at = judged.generated.index + 1;
                self.sort_in(judged, 1);
                if self.has_enough() {
                    self.figures.tried.store(looked_at, Ordering::Relaxed);
                    return;
                }
            }
            self.figures.tried.store(looked_at, Ordering::Relaxed);
        }
        self.in_vain += numbers.end - looked_at;
        self.figures.tried.store(numbers.end, Ordering::Relaxed);
    }

    /// Makes a block of drafts, and changes those that come nearest.
    fn search(&mut self) {
        let setup = Arc::clone(&self.setup);
        let judge = Judge::new(&setup);
        let search = Search::new(&setup, &judge);
        let length = near::BLOCK.min((self.effort - self.in_vain).max(1));
        let numbers = self.next..self.next + length;
        self.next = numbers.end;
        let drafts = self.crew.draft(&setup, numbers);
        // Numbers without a draft are tries, too.
        let without = length - drafts.len() as u64;
        self.note_tried(without);
        self.in_vain += without;
        let mut starts = Vec::new();
        for part in drafts.chunks(self.judged_at_once()) {
            if self.is_cancelled() {
                return;
            }
            for start in self.crew.each(part, |draft| search.start(draft)) {
                self.note_tried(1);
                match start {
                    First::Hit(hit) => self.sort_in(hit, 1),
                    First::Near(start) => {
                        self.in_vain += 1;
                        starts.push(start);
                    }
                }
                if self.has_enough() {
                    return;
                }
            }
        }
        // The nearest of a part of a block might be others than those of the block, and what is
        // found should not depend on the effort.
        if length < near::BLOCK {
            return;
        }
        let starts = near::nearest(starts, self.effort.saturating_sub(self.in_vain));
        for part in starts.chunks(self.crew.threads() as usize) {
            let outcomes = self
                .crew
                .each(part, |(start, most)| search.go_on(start, *most));
            if self.is_cancelled() {
                return;
            }
            for outcome in outcomes {
                self.note_tried(outcome.tried);
                self.sort_in(outcome.judged, outcome.tried);
                if self.has_enough() {
                    return;
                }
            }
        }
    }

    fn has_enough(&self) -> bool {
        self.ready.len() as u64 == self.left
    }

    fn note_tried(&self, count: u64) {
        self.figures.tried.fetch_add(count, Ordering::Relaxed);
    }

    fn is_cancelled(&self) -> bool {
        self.setup.solver.cancel_token().is_cancelled()
    }

    /// Keeps a puzzle that took so many tries if it is what was asked for.
    fn sort_in(&mut self, judged: Judged, tries: u64) {
        if judged.distance == 0 {
            self.in_vain = 0;
            self.figures.kept.fetch_add(1, Ordering::Relaxed);
            self.ready.push_back(judged.generated);
            return;
        }
        self.in_vain += tries;
        let closest = self
            .closest
            .as_ref()
            .map_or(u64::MAX, |closest| closest.distance);
        if judged.distance < closest {
            self.closest = Some(judged);
        }
    }

    /// As many drafts as will probably do, but no more than are good to make together, and no
    /// more than the effort allows.
    fn batch_length(&self) -> u64 {
        let tried = self.figures.tried().max(1);
        let kept = self.figures.kept();
        let wanted = match kept {
            // Nothing is known yet: begin with few, and double.
            0 if self.is_selective() => (self.last_batch * 2).max(16 * self.crew.threads()),
            0 => self.left,
            _ => self.left.saturating_mul(tried).div_ceil(kept),
        };
        let most = drafts::batch(&self.setup) * self.crew.threads();
        // A few for each thread where one takes long.
        let most = most.max(4 * self.crew.threads());
        wanted
            .clamp(1, most)
            .min((self.effort - self.in_vain).max(1))
            .min(match self.may_search() {
                true => near::first_effort(&self.setup) - self.in_vain,
                false => u64::MAX,
            })
    }

    /// Whether changes of drafts are worth a look.
    fn may_search(&self) -> bool {
        self.is_selective() && self.setup.pattern.is_none()
    }

    /// Whether drafts can be other than what was asked for.
    fn is_selective(&self) -> bool {
        let setup = &self.setup;
        let narrows = setup.givens.is_some() || setup.pattern.is_some() || setup.is_minimal;
        setup.aim.is_some() || narrows
    }

    /// Few where that takes long, so that not many are looked at in vain at the end.
    fn judged_at_once(&self) -> usize {
        let threads = self.crew.threads() as usize;
        match self.setup.aim.is_some() || self.setup.is_rated {
            true => 16 * threads,
            false => 1_024 * threads,
        }
    }

    fn give_up(&self) -> GaveUp {
        GaveUp {
            tried: self.figures.tried(),
            in_vain: self.in_vain,
            closest: self.closest().map(Box::new),
        }
    }
}

impl Iterator for Puzzles {
    type Item = Result<Generated, GaveUp>;

    fn next(&mut self) -> Option<Self::Item> {
        while self.left > 0 {
            if let Some(generated) = self.ready.pop_front() {
                self.left -= 1;
                return Some(Ok(generated));
            }
            if self.is_cancelled() {
                break;
            }
            if self.in_vain >= self.effort {
                self.left = 0;
                return Some(Err(self.give_up()));
            }
            self.searches |= self.may_search() && self.in_vain >= near::first_effort(&self.setup);
            match self.searches {
                true => self.search(),
                false => self.work(),
            }
        }
        None
    }
}
