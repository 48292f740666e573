//! The threads that do the work.

use std::ops::Range;

use rayon::prelude::*;

use super::drafts;
use super::setup::{Draft, Setup};

/// Who does the work.
pub(super) enum Crew {
    Alone,
    Pool(rayon::ThreadPool),
}

impl Crew {
    pub fn new(threads: usize) -> Crew {
        match threads {
            1 => Crew::Alone,
            // Without threads from the system it goes on alone.
            _ => match rayon::ThreadPoolBuilder::new().num_threads(threads).build() {
                Ok(pool) => Crew::Pool(pool),
                Err(_) => Crew::Alone,
            },
        }
    }

    pub fn threads(&self) -> u64 {
        match self {
            Crew::Alone => 1,
            Crew::Pool(pool) => pool.current_num_threads() as u64,
        }
    }

    /// The drafts of these numbers, in order.
    pub fn draft(&self, setup: &Setup, numbers: Range<u64>) -> Vec<Draft> {
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

    /// The same work for each of these, the results in order.
    pub fn each<T: Sync, R: Send>(
        &self,
        items: &[T],
        work: impl Fn(&T) -> R + Send + Sync,
    ) -> Vec<R> {
        match self {
            Crew::Alone => items.iter().map(work).collect(),
            Crew::Pool(pool) => pool.install(|| items.par_iter().map(work).collect()),
        }
    }
}
