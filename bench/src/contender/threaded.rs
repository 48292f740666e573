//! Several instances of a contender, each with a share of the puzzles on its own thread.

use anyhow::Result;

use super::{Answers, Cells, Contender, Family};

/// Instances that share the work.
pub struct Threaded {
    /// The one on the calling thread.
    first: Box<dyn Contender>,
    /// The others, each on its own thread.
    others: Vec<Box<dyn Contender>>,
    share: usize,
}

impl Threaded {
    /// Creates `threads` instances with `make`.
    pub fn new(threads: usize, make: impl Fn() -> Box<dyn Contender>) -> Threaded {
        Threaded {
            first: make(),
            others: (1..threads).map(|_| make()).collect(),
            share: 1,
        }
    }
}

impl Contender for Threaded {
    fn name(&self) -> String {
        let threads = 1 + self.others.len();
        format!("{}-{threads}-threads", self.first.name())
    }

    fn family(&self) -> Family {
        self.first.family()
    }

    fn prepare(&mut self, puzzles: &[Cells], limit: u32) -> Result<()> {
        self.share = puzzles.len().div_ceil(1 + self.others.len()).max(1);
        // With few puzzles, nothing may be left for the last instances.
        let mut shares = puzzles.chunks(self.share).chain(std::iter::repeat(&[][..]));
        std::iter::once(&mut self.first)
            .chain(&mut self.others)
            .zip(&mut shares)
            .try_for_each(|(part, share)| part.prepare(share, limit))
    }

    fn run(&mut self, answers: Answers<'_>) -> Result<()> {
        let counts = answers.counts.chunks_mut(self.share);
        let solutions = answers.solutions.chunks_mut(self.share);
        let mut places = counts
            .zip(solutions)
            .map(|(counts, solutions)| Answers { counts, solutions });
        let Some(own) = places.next() else {
            return Ok(());
        };
        std::thread::scope(|scope| {
            let threads: Vec<_> = self
                .others
                .iter_mut()
                .zip(places)
                .map(|(part, place)| scope.spawn(move || part.run(place)))
                .collect();
            self.first.run(own)?;
            threads
                .into_iter()
                .try_for_each(|thread| match thread.join() {
                    Ok(result) => result,
                    Err(panic) => std::panic::resume_unwind(panic),
                })
        })
    }
}
