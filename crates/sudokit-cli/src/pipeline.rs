//! The road that every file takes: read a batch of pieces, work on them side by side, hand the
//! results over in their order.
//!
//! Memory is bounded by the batch, whatever the size of the file. While one batch is worked on
//! the next is read. Batches start small and grow as long as they are quick, so that the first
//! answers of a file of hard puzzles do not wait for thousands of others.

use std::io;
use std::ops::{ControlFlow, Range};
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use rayon::prelude::*;
use sudokit::format::{Content, LineBatch, Piece, ReadOptions, Reader};
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
/// A batch of lines that look alike may be larger: they are quick.
const MOST_LINES: usize = 1 << 15;
/// One thread takes so many of them at a time.
const LINES_AT_ONCE: usize = 1 << 11;
/// Deep recursion on a 64×64 board needs more than the usual two megabytes.
const STACK: usize = 64 << 20;
/// Threads beyond this for each core can only wait for each other. A few more than cores are
/// allowed, because what a container says about its cores is not always the truth.
const MOST_THREADS_A_CORE: usize = 4;

/// The threads that do the work.
pub struct Crew {
    pool: rayon::ThreadPool,
    threads: usize,
    cancel: CancelToken,
}

impl Crew {
    /// As many threads as the effort allows and this machine has a use for.
    ///
    /// # Errors
    /// When the system gives no threads.
    pub fn new(effort: &Effort) -> anyhow::Result<Crew> {
        let cores = std::thread::available_parallelism().map_or(1, |cores| cores.get());
        let threads = match effort.threads {
            0 => cores,
            threads => threads.min(cores * MOST_THREADS_A_CORE),
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

/// What was found out about some lines, in their order.
pub enum Part<T> {
    /// Lines about which there is nothing to say.
    Ordinary(Ordinary),
    /// A line that goes the way of every other piece.
    Special(Box<Piece>, T),
}

/// Ordinary puzzles: those that have a solution.
#[derive(Clone, Debug, Default)]
pub struct Ordinary {
    /// What goes to the output for them.
    pub bytes: Vec<u8>,
    /// How many have one solution.
    pub unique: u64,
    /// How many have several.
    pub several: u64,
}

impl Ordinary {
    /// How many puzzles they are.
    pub fn puzzles(&self) -> u64 {
        self.unique + self.several
    }
}

/// What comes out of the pipeline, in the order of the file.
pub enum Item<'a, T> {
    /// A piece and what was found out about it.
    Piece(&'a Piece, T, Circumstances),
    /// Many lines at once.
    Lines(Ordinary),
}

/// A verb without a quick road for lines.
pub type NoLines<T> = fn(&LineBatch, Range<usize>) -> Vec<Part<T>>;

/// Reads a stream to its end. `piece` is called for each piece, on many threads, with whether it
/// is alone in its file; `lines`, where there is such a thing, for lines that look alike; `take`
/// gets the results in the order of the file and may end it.
///
/// # Errors
/// Those of `take`, and those of reading.
pub fn run<T: Send>(
    crew: &Crew,
    (source, stream): (&Source, Stream),
    options: &ReadOptions,
    watch: &mut Watch<'_>,
    piece: impl Fn(&Piece, bool) -> T + Sync,
    lines: Option<impl Fn(&LineBatch, Range<usize>) -> Vec<Part<T>> + Sync>,
    mut take: impl FnMut(Item<'_, T>) -> anyhow::Result<ControlFlow<()>>,
) -> anyhow::Result<Seen> {
    let bytes_read = stream.read.clone();
    let broken = |error: io::Error| source.broken(&error);
    let mut reader = Reader::new(stream, options.clone());
    let smallest = crew.threads.max(2);
    let mut wanted = smallest;
    let mut batch = Batch::default();
    let mut next = Batch::default();
    batch.fill(&mut reader, wanted, false).map_err(broken)?;
    let alone = batch.puzzles <= 1;
    watch.begin(source, alone);
    let mut seen = Seen::default();
    while !batch.is_empty() {
        if crew.cancel.is_cancelled() {
            seen.stopped = true;
            return Ok(seen);
        }
        let begun = Instant::now();
        let mut results = Vec::new();
        let mut filled = Ok(());
        crew.pool.in_place_scope(|scope| {
            scope.spawn(|_| results = batch.work(&piece, lines.as_ref(), alone));
            filled = next.fill(&mut reader, wanted, lines.is_some());
        });
        watch.make_way();
        let last = results.len().saturating_sub(1);
        let mut pieces = batch.pieces().iter();
        for (index, result) in results.into_iter().enumerate() {
            let pause = index == last;
            let circumstances = Circumstances { alone, pause };
            let flow = match result {
                Outcome::Piece(found) => {
                    let Some(piece) = pieces.next() else { break };
                    if let Some(problem) = source.unusable(&piece.content) {
                        return Err(problem.into());
                    }
                    take(Item::Piece(piece, found, circumstances))?
                }
                Outcome::Part(Part::Special(piece, found)) => {
                    take(Item::Piece(&piece, found, circumstances))?
                }
                Outcome::Part(Part::Ordinary(lines)) => take(Item::Lines(lines))?,
            };
            if flow.is_break() {
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

/// What came of a piece of a batch, or of a part of its lines.
enum Outcome<T> {
    Piece(T),
    Part(Part<T>),
}

/// Pieces, or lines that look alike, in memory that is used again and again.
#[derive(Default)]
struct Batch {
    pieces: Vec<Piece>,
    used: usize,
    lines: LineBatch,
    is_lines: bool,
    puzzles: usize,
}

impl Batch {
    fn pieces(&self) -> &[Piece] {
        &self.pieces[..self.used]
    }

    fn is_empty(&self) -> bool {
        self.used == 0 && !self.is_lines
    }

    fn work<T: Send>(
        &self,
        piece: &(impl Fn(&Piece, bool) -> T + Sync),
        lines: Option<&(impl Fn(&LineBatch, Range<usize>) -> Vec<Part<T>> + Sync)>,
        alone: bool,
    ) -> Vec<Outcome<T>> {
        let Some(lines) = lines.filter(|_| self.is_lines) else {
            let pieces = self.pieces().par_iter();
            let results = pieces.map(|each| Outcome::Piece(piece(each, alone)));
            return results.collect();
        };
        let starts: Vec<usize> = (0..self.lines.len()).step_by(LINES_AT_ONCE).collect();
        let parts = starts.into_par_iter().map(|start| {
            let end = (start + LINES_AT_ONCE).min(self.lines.len());
            lines(&self.lines, start..end)
        });
        let parts: Vec<Vec<Part<T>>> = parts.collect();
        parts.into_iter().flatten().map(Outcome::Part).collect()
    }

    fn fill(&mut self, reader: &mut Reader<Stream>, wanted: usize, lines: bool) -> io::Result<()> {
        (self.used, self.puzzles) = (0, 0);
        self.is_lines = lines && reader.read_lines(&mut self.lines, MOST_LINES)?;
        if self.is_lines {
            self.puzzles = self.lines.len();
            return Ok(());
        }
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
