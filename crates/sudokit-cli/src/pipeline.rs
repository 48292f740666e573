//! The road that every file takes: read a batch of pieces, work on them side by side, hand the
//! results over in their order.
//!
//! Memory is bounded by the batch, whatever the size of the file. While one batch is worked on
//! the next is read. Batches start small and grow as long as they are quick, so that the first
//! answers of a file of hard puzzles do not wait for thousands of others.

use std::io;
use std::ops::ControlFlow;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use rayon::prelude::*;
use sudokit::format::{Content, Piece, ReadOptions, Reader};
use sudokit::solve::CancelToken;

use crate::effort::Effort;
use crate::input::{Source, Stream};
use crate::progress::Watch;

/// A batch holds no more puzzles than this…
const MOST_PUZZLES: usize = 1 << 14;
/// … and no more text.
const MOST_BYTES: usize = 4 << 20;
/// A batch that is done sooner could have been larger.
const QUICK: Duration = Duration::from_millis(50);
/// A batch that takes longer should have been smaller.
const SLOW: Duration = Duration::from_millis(400);
/// Deep recursion on a 64×64 board needs more than the usual two megabytes.
const STACK: usize = 64 << 20;

/// The threads that do the work.
pub struct Crew {
    pool: rayon::ThreadPool,
    threads: usize,
    cancel: CancelToken,
}

impl Crew {
    /// As many threads as the effort allows.
    ///
    /// # Errors
    /// When the system gives no threads.
    pub fn new(effort: &Effort) -> anyhow::Result<Crew> {
        let threads = match effort.threads {
            0 => std::thread::available_parallelism().map_or(1, |cores| cores.get()),
            threads => threads,
        };
        let pool = rayon::ThreadPoolBuilder::new()
            .num_threads(threads)
            .stack_size(STACK)
            .build()?;
        Ok(Crew {
            pool,
            threads,
            cancel: effort.cancel.clone(),
        })
    }

    /// How many they are.
    pub fn threads(&self) -> usize {
        self.threads
    }

    /// Runs something on one of the threads, which have room for deep searches.
    pub fn run<T: Send>(&self, work: impl FnOnce() -> T + Send) -> T {
        self.pool.install(work)
    }
}

/// What a stream turned out to hold.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Seen {
    /// How many puzzles it held, readable or not.
    pub puzzles: u64,
    /// Whether the work ended before the stream did.
    pub stopped: bool,
}

/// What one may want to know about a piece besides its text.
#[derive(Clone, Copy, Debug)]
pub struct Circumstances {
    /// The puzzle is the only one in its file: it may use all threads, and its line number is of
    /// no interest.
    pub alone: bool,
    /// No other result is waiting: what was written should be handed over.
    pub pause: bool,
}

/// Reads a stream to its end: `work` is called for each piece, on many threads, with whether it
/// is alone in its file; `take` gets the results in the order of the pieces and may end it.
///
/// # Errors
/// Those of `take`, and those of reading.
pub fn run<T: Send>(
    crew: &Crew,
    source: &Source,
    stream: Stream,
    options: &ReadOptions,
    watch: &mut Watch<'_>,
    work: impl Fn(&Piece, bool) -> T + Sync,
    mut take: impl FnMut(&Piece, T, Circumstances) -> anyhow::Result<ControlFlow<()>>,
) -> anyhow::Result<Seen> {
    let bytes_read = stream.read.clone();
    let broken = |error: io::Error| source.broken(&error);
    let mut reader = Reader::new(stream, options.clone());
    let smallest = crew.threads.max(2);
    let mut wanted = smallest;
    let mut batch = Batch::default();
    let mut next = Batch::default();
    batch.fill(&mut reader, wanted).map_err(broken)?;
    let alone = batch.puzzles <= 1;
    watch.begin(source, alone);
    let mut seen = Seen::default();
    while !batch.pieces().is_empty() {
        if crew.cancel.is_cancelled() {
            seen.stopped = true;
            return Ok(seen);
        }
        let begun = Instant::now();
        let mut results: Vec<T> = Vec::new();
        let mut filled = Ok(());
        crew.pool.in_place_scope(|scope| {
            scope.spawn(|_| {
                let pieces = batch.pieces().par_iter();
                pieces
                    .map(|piece| work(piece, alone))
                    .collect_into_vec(&mut results);
            });
            filled = next.fill(&mut reader, wanted);
        });
        watch.make_way();
        let last = batch.used - 1;
        for (index, (piece, result)) in batch.pieces().iter().zip(results).enumerate() {
            if let Some(problem) = source.unusable(&piece.content) {
                return Err(problem.into());
            }
            let pause = index == last;
            if take(piece, result, Circumstances { alone, pause })?.is_break() {
                seen.stopped = true;
                return Ok(seen);
            }
        }
        seen.puzzles += batch.puzzles as u64;
        watch.advance(bytes_read.load(Ordering::Relaxed), seen.puzzles);
        match begun.elapsed() {
            time if time < QUICK => wanted = (wanted * 2).min(MOST_PUZZLES),
            time if time > SLOW => wanted = (wanted / 2).max(smallest),
            _ => {}
        }
        filled.map_err(broken)?;
        std::mem::swap(&mut batch, &mut next);
    }
    Ok(seen)
}

/// Pieces whose memory is used again and again.
#[derive(Default)]
struct Batch {
    pieces: Vec<Piece>,
    used: usize,
    puzzles: usize,
}

impl Batch {
    fn pieces(&self) -> &[Piece] {
        &self.pieces[..self.used]
    }

    fn fill(&mut self, reader: &mut Reader<Stream>, wanted: usize) -> io::Result<()> {
        (self.used, self.puzzles) = (0, 0);
        let mut bytes = 0;
        // Two puzzles at least, because one alone would be taken for the only one.
        while self.puzzles < wanted && (bytes < MOST_BYTES || self.puzzles < 2) {
            if self.used == self.pieces.len() {
                self.pieces.push(Piece::default());
            }
            let piece = &mut self.pieces[self.used];
            if !reader.read(piece)? {
                break;
            }
            bytes += piece.text.len();
            self.used += 1;
            if !matches!(piece.content, Content::Verbatim) {
                self.puzzles += 1;
            }
        }
        Ok(())
    }
}
