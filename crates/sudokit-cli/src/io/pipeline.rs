//! The road that every file takes: read a batch of pieces, work on them side by side, hand the
//! results over in their order. Where many lines look alike, the [quick road](crate::lines) is
//! taken as far as it leads.
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

use crate::args::search::{self, SearchOptions};
use crate::io::fast_lane::{self, LineError, LinePacket, PacketPart};
use crate::io::input::{Source, Stream};
use crate::terminal::progress::ProgressDisplay;

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
pub struct ThreadPool {
    pool: rayon::ThreadPool,
    threads: usize,
    cancel: CancelToken,
}

impl ThreadPool {
    /// As many threads as the effort allows and this machine has a use for.
    ///
    /// # Errors
    /// When the system gives no threads.
    pub fn new(search: &SearchOptions) -> anyhow::Result<ThreadPool> {
        let threads = search::useful_threads(search.threads);
        let pool = rayon::ThreadPoolBuilder::new()
            .num_threads(threads)
            .stack_size(STACK)
            .build()?;
        Ok(ThreadPool {
            pool,
            threads,
            cancel: search.cancel.clone(),
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

    /// Runs something here that can give the threads work, and waits until all of it is done.
    pub fn scope<'s, T>(&self, work: impl FnOnce(&rayon::Scope<'s>) -> T) -> T {
        self.pool.in_place_scope(work)
    }
}

/// What a stream turned out to hold.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct StreamSummary {
    /// How many puzzles it held, readable or not.
    pub puzzles: u64,
    /// Whether the work ended before the stream did.
    pub stopped: bool,
}

/// What one may want to know about a piece besides its text.
#[derive(Clone, Copy, Debug)]
pub struct PieceContext {
    /// The puzzle is the only one in its file: it may use all threads, and its line number is of
    /// no interest.
    pub alone: bool,
    /// No other result is waiting: what was written should be handed over.
    pub pause: bool,
}

/// What comes out of the pipeline, in the order of the file.
pub enum Item<'a, T> {
    /// A piece and what was found out about it.
    Piece(&'a Piece, T, PieceContext),
    /// Many lines at once.
    Lines(SolvedLines<'a>),
}

/// SolvedLines with puzzles that have a solution, about which there is nothing to say.
#[derive(Clone, Copy, Debug)]
pub struct SolvedLines<'a> {
    /// What goes to the output for them.
    pub bytes: &'a [u8],
    /// How many have one solution.
    pub unique: u64,
    /// How many have several.
    pub several: u64,
    /// No other result is waiting: what was written should be handed over.
    pub pause: bool,
}

/// A verb without a quick road for lines.
pub type NoFastLane<T> = fn(&mut LinePacket<T>);

/// Reads a stream to its end. `piece` is called for each piece, on many threads, with whether it
/// is alone in its file; `lines`, where there is such a thing, for lines that look alike; `take`
/// gets the results in the order of the file and may end it.
///
/// # Errors
/// Those of `take`, and those of reading.
pub fn run<T: Send>(
    pool: &ThreadPool,
    (source, stream): (&Source, Stream),
    options: &ReadOptions,
    progress: &mut ProgressDisplay<'_>,
    piece: impl Fn(&Piece, bool) -> T + Sync,
    lines: Option<impl Fn(&mut LinePacket<T>) + Sync>,
    mut take: impl FnMut(Item<'_, T>) -> anyhow::Result<ControlFlow<()>>,
) -> anyhow::Result<StreamSummary> {
    let bytes_read = stream.read.clone();
    let broken = |error: io::Error| source.broken(&error);
    let mut reader = Reader::new(stream, options.clone());
    let smallest = pool.threads.max(2);
    let mut wanted = smallest;
    let mut batch = PieceBatch::default();
    let mut next = PieceBatch::default();
    let mut spare = Vec::new();
    batch.fill(&mut reader, wanted, false).map_err(broken)?;
    let alone = batch.puzzles <= 1;
    progress.begin(source, alone);
    let mut seen = StreamSummary::default();
    loop {
        if pool.cancel.is_cancelled() {
            seen.stopped = true;
            return Ok(seen);
        }
        if let (Some(lines), true) = (&lines, batch.is_empty()) {
            let mut take_packet = |packet: &mut LinePacket<T>| {
                progress.make_way();
                let flow = hand_over(packet, &mut take)?;
                seen.puzzles += packet.batch.len() as u64;
                progress.advance(bytes_read.load(Ordering::Relaxed), seen.puzzles);
                match pool.cancel.is_cancelled() {
                    true => Ok(ControlFlow::Break(())),
                    false => Ok(flow),
                }
            };
            let followed =
                fast_lane::follow(pool, &mut reader, &mut spare, lines, &mut take_packet);
            match followed {
                Ok(ControlFlow::Continue(())) => {}
                Ok(ControlFlow::Break(())) => {
                    seen.stopped = true;
                    return Ok(seen);
                }
                Err(LineError::Reading(error)) => return Err(broken(error).into()),
                Err(LineError::Taking(error)) => return Err(error),
            }
            batch.fill(&mut reader, wanted, true).map_err(broken)?;
        }
        if batch.is_empty() {
            return Ok(seen);
        }
        let begun = Instant::now();
        let mut results = Vec::new();
        let mut filled = Ok(());
        pool.scope(|scope| {
            scope.spawn(|_| {
                let pieces = batch.pieces().par_iter();
                results = pieces.map(|each| piece(each, alone)).collect();
            });
            filled = next.fill(&mut reader, wanted, lines.is_some());
        });
        progress.make_way();
        let last = results.len().saturating_sub(1);
        for (index, (piece, found)) in batch.pieces().iter().zip(results).enumerate() {
            let pause = index == last;
            if let Some(problem) = source.unusable(&piece.content) {
                return Err(problem.into());
            }
            let flow = take(Item::Piece(piece, found, PieceContext { alone, pause }))?;
            if flow.is_break() {
                seen.stopped = true;
                return Ok(seen);
            }
        }
        seen.puzzles += batch.puzzles as u64;
        progress.advance(bytes_read.load(Ordering::Relaxed), seen.puzzles);
        match begun.elapsed() {
            time if time < QUICK => wanted = (wanted * 2).min(MOST_PUZZLES),
            time if time > SLOW => wanted = (wanted / 2).max(smallest),
            _ => {}
        }
        filled.map_err(broken)?;
        std::mem::swap(&mut batch, &mut next);
    }
}

/// Hands over what was found out about the lines of a packet, in their order.
fn hand_over<T>(
    packet: &mut LinePacket<T>,
    take: &mut impl FnMut(Item<'_, T>) -> anyhow::Result<ControlFlow<()>>,
) -> anyhow::Result<ControlFlow<()>> {
    let last = packet.parts.len().saturating_sub(1);
    for (index, part) in packet.parts.drain(..).enumerate() {
        let pause = index == last;
        let flow = match part {
            PacketPart::Ordinary(lines) => take(Item::Lines(SolvedLines {
                bytes: &packet.bytes[lines.bytes],
                unique: lines.unique,
                several: lines.several,
                pause,
            })),
            PacketPart::Special(piece, found) => {
                let alone = false;
                take(Item::Piece(&piece, found, PieceContext { alone, pause }))
            }
        };
        if flow?.is_break() {
            return Ok(ControlFlow::Break(()));
        }
    }
    Ok(ControlFlow::Continue(()))
}

/// Pieces, in memory that is used again and again.
#[derive(Default)]
struct PieceBatch {
    pieces: Vec<Piece>,
    used: usize,
    puzzles: usize,
}

impl PieceBatch {
    fn pieces(&self) -> &[Piece] {
        &self.pieces[..self.used]
    }

    fn is_empty(&self) -> bool {
        self.used == 0
    }

    /// Reads pieces, as far as the quick road, if there is one, would not be quicker.
    fn fill(&mut self, reader: &mut Reader<Stream>, wanted: usize, quick: bool) -> io::Result<()> {
        (self.used, self.puzzles) = (0, 0);
        let mut bytes = 0;
        // Two puzzles at least, because one alone would be taken for the only one.
        while self.puzzles < wanted && (bytes < MOST_BYTES || self.puzzles < 2) {
            if quick && reader.sees_lines(fast_lane::WORTHWHILE) {
                break;
            }
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
