//! From numbers to puzzles: drafts in batches, judged in order, until enough were kept.
//!
//! Every draft has a number, and everything about it follows from the seed and that number. So
//! it does not matter which thread makes it, how many are made at once, or how many are made in
//! vain: the puzzles that are kept are those with the lowest numbers.

use std::collections::VecDeque;
use std::ops::Range;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use rayon::prelude::*;

use super::judge::{Judge, Judged};
use super::setup::{Draft, Setup};
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

/// Puzzles, one after the other, in the order of their numbers. Made by
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
}

/// Who does the work.
enum Crew {
    Alone,
    Pool(rayon::ThreadPool),
}

impl Crew {
    fn new(threads: usize) -> Crew {
        match threads {
            1 => Crew::Alone,
            // Without threads from the system it goes on alone.
            _ => match rayon::ThreadPoolBuilder::new().num_threads(threads).build() {
                Ok(pool) => Crew::Pool(pool),
                Err(_) => Crew::Alone,
            },
        }
    }

    fn threads(&self) -> u64 {
        match self {
            Crew::Alone => 1,
            Crew::Pool(pool) => pool.current_num_threads() as u64,
        }
    }

    /// The drafts of these numbers, in order.
    fn draft(&self, setup: &Setup, numbers: Range<u64>) -> Vec<Draft> {
        let Crew::Pool(pool) = self else {
            return drafts::make(setup, numbers);
        };
        let length = numbers.end - numbers.start;
        let part = length
            .div_ceil(self.threads())
            .clamp(1, drafts::batch(setup));
        let parts = length.div_ceil(part);
        let range = |number: u64| {
            let start = numbers.start + number * part;
            start..numbers.end.min(start + part)
        };
        let made = || {
            (0..parts)
                .into_par_iter()
                .map(|number| drafts::make(setup, range(number)))
        };
        let parts: Vec<Vec<Draft>> = pool.install(|| made().collect());
        parts.into_iter().flatten().collect()
    }

    fn judge(&self, judge: &Judge<'_>, drafts: &[Draft]) -> Vec<Judged> {
        match self {
            Crew::Alone => drafts.iter().map(|draft| judge.judge(draft)).collect(),
            Crew::Pool(pool) => {
                pool.install(|| drafts.par_iter().map(|draft| judge.judge(draft)).collect())
            }
        }
    }
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
        }
    }

    /// How far the work is.
    pub fn figures(&self) -> Arc<Figures> {
        Arc::clone(&self.figures)
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
            if self.setup.solver.cancel_token().is_cancelled() {
                return;
            }
            for judged in self.crew.judge(&judge, part) {
                // Numbers without a draft are tries, too.
                self.in_vain += judged.generated.index - looked_at;
                looked_at = judged.generated.index + 1;
                self.sort_in(judged);
                if self.ready.len() as u64 == self.left {
                    self.figures.tried.store(looked_at, Ordering::Relaxed);
                    return;
                }
            }
            self.figures.tried.store(looked_at, Ordering::Relaxed);
        }
        self.in_vain += numbers.end - looked_at;
        self.figures.tried.store(numbers.end, Ordering::Relaxed);
    }

    fn sort_in(&mut self, judged: Judged) {
        if judged.distance == 0 {
            self.in_vain = 0;
            self.figures.kept.fetch_add(1, Ordering::Relaxed);
            self.ready.push_back(judged.generated);
            return;
        }
        self.in_vain += 1;
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

    fn give_up(&mut self) -> GaveUp {
        let closest = self.closest.take().map(|judged| {
            let mut closest = judged.generated;
            if closest.rating.is_none() && self.setup.aim.is_some() {
                closest.rating = Rating::of_puzzle(&closest.puzzle);
            }
            Box::new(closest)
        });
        GaveUp {
            tried: self.next,
            in_vain: self.in_vain,
            closest,
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
            if self.setup.solver.cancel_token().is_cancelled() {
                break;
            }
            if self.in_vain >= self.effort {
                self.left = 0;
                return Some(Err(self.give_up()));
            }
            self.work();
        }
        None
    }
}
