//! The path of every file: read a batch of pieces, process them in parallel, and pass the results
//! on in order. Uniform lines take the [fast lane](crate::io::fast_lane) as far as it goes.
//!
//! Memory is bounded by the batch, whatever the size of the file. The next batch is read while one
//! is processed. Batches start small and grow while they are quick, so that the first results of a
//! file of hard puzzles do not wait for thousands of others.

use std::ops::ControlFlow;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};
use std::{io, iter, thread};

use rayon::prelude::*;
use sudokit::format::{Content, Piece, ReadOptions, Reader};
use sudokit::solve::CancelToken;

use crate::args::search::{self, SearchOptions};
use crate::io::fast_lane::{self, LineError, LinePacket, PacketPart};
use crate::io::input::{Source, Stream};
use crate::report::error::CliError;
use crate::terminal::progress::ProgressDisplay;

/// The largest number of puzzles in a batch.
const MOST_PUZZLES: usize = 1 << 14;

/// The largest size of a batch in bytes.
const MOST_BYTES: usize = 4 << 20;

/// A batch that takes less time doubles the next one.
const QUICK: Duration = Duration::from_millis(20);

/// A batch that takes more time halves the next one. An interruption may have to wait for the end of
/// a batch, and should not be noticed as a delay.
const SLOW: Duration = Duration::from_millis(80);

/// Deep recursion on a 64×64 board needs more than the default two megabytes.
const STACK: usize = 64 << 20;

/// The stack of the only thread where there is no room for a larger one, as under `ulimit -v 60000`.
const SMALL_STACK: usize = 16 << 20;

/// The threads that process pieces.
pub struct ThreadPool {
    pool: rayon::ThreadPool,
    threads: usize,
    cancel: CancelToken,
}

impl ThreadPool {
    /// Starts as many threads as the options allow, this machine can use and the system provides.
    ///
    /// # Errors
    /// When the system provides no threads.
    pub fn new(search: &SearchOptions) -> anyhow::Result<ThreadPool> {
        let wanted = search::useful_threads(search.threads);
        let fewer = iter::successors(Some(wanted), |threads| Some(threads / 2));
        let fewer = fewer.take_while(|threads| *threads > 0);
        let attempts = fewer.map(|threads| (threads, STACK));
        let mut refused = None;
        for (threads, stack) in attempts.chain([(1, SMALL_STACK)]) {
            match start(threads, stack) {
                Ok(pool) => {
                    return Ok(ThreadPool {
                        pool,
                        threads,
                        cancel: search.cancel.clone(),
                    });
                }
                Err(error) => refused = Some(error),
            }
        }
        let reason = refused.map_or(String::new(), |error| format!(": {error}"));
        Err(CliError::new(
            format!("cannot start a thread{reason}"),
            "allow this process more memory (`ulimit -v`) or more threads (`ulimit -u`)",
        )
        .into())
    }

    /// The number of threads.
    pub fn threads(&self) -> usize {
        self.threads
    }

    /// Runs something on one of the threads, whose stacks are large enough for deep searches.
    pub fn run<T: Send>(&self, work: impl FnOnce() -> T + Send) -> T {
        self.pool.install(work)
    }

    /// Calls `work` for each number below `count`, on the threads.
    ///
    /// Not generic on purpose: each instance of rayon's loops takes a second to compile, and what
    /// is done per puzzle takes longer than a dynamic call.
    fn for_each(&self, count: usize, work: &(dyn Fn(usize) + Sync)) {
        self.pool
            .install(|| (0..count).into_par_iter().for_each(work));
    }

    /// Runs something here that can spawn work on the threads, and waits for all of it.
    pub fn scope<'s, T>(&self, work: impl FnOnce(&rayon::Scope<'s>) -> T) -> T {
        self.pool.in_place_scope(work)
    }
}

/// Starts a pool of exactly this many threads.
fn start(threads: usize, stack: usize) -> Result<rayon::ThreadPool, rayon::ThreadPoolBuildError> {
    let mut started = Vec::new();
    let pool = rayon::ThreadPoolBuilder::new()
        .num_threads(threads)
        .spawn_handler(|thread| {
            let builder = thread::Builder::new().stack_size(stack);
            started.push(builder.spawn(|| thread.run())?);
            Ok(())
        })
        .build();
    if pool.is_err() {
        // The stacks of the threads that did start must be free before the next attempt.
        for thread in started {
            let _ = thread.join();
        }
    }
    pool
}

/// What was found in a stream.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct StreamSummary {
    /// The number of puzzles, readable or not.
    pub puzzles: u64,
    /// Whether the work stopped before the end of the stream.
    pub stopped: bool,
}

/// The circumstances of a piece.
#[derive(Clone, Copy, Debug)]
pub struct PieceContext {
    /// The puzzle is the only one in its file: it may use all threads, and its line number does not
    /// matter.
    pub alone: bool,
    /// No other result is ready: the output should be flushed.
    pub pause: bool,
}

/// A result of the pipeline, in the order of the file.
pub enum Item<'a, T> {
    /// A piece and its result.
    Piece(&'a Piece, T, PieceContext),
    /// Many lines at once.
    Lines(SolvedLines<'a>),
}

/// Lines whose puzzles have a solution and need no message.
#[derive(Clone, Copy, Debug)]
pub struct SolvedLines<'a> {
    /// Their output.
    pub bytes: &'a [u8],
    /// How many have exactly one solution.
    pub unique: u64,
    /// How many have several solutions.
    pub several: u64,
    /// No other result is ready: the output should be flushed.
    pub pause: bool,
}

/// For verbs without a fast lane.
pub type NoFastLane<T> = fn(&mut LinePacket<T>);

/// Reads a stream to its end. `piece` is called for each piece, on many threads, with whether it is
/// the only one in its file; `lines`, if given, for uniform lines; `take` receives the results in
/// the order of the file and may stop.
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
    let mut reader = stream.reader(options.clone(), pool.cancel.clone());
    let smallest = pool.threads.max(2);
    let mut wanted = smallest;
    let mut batch = PieceBatch::default();
    let mut next = PieceBatch::default();
    let mut spare = Vec::new();
    let mut seen = StreamSummary::default();
    // The length of the text whose results were passed on.
    let mut done = 0;
    match batch.fill(&mut reader, wanted, false) {
        Err(_) if pool.cancel.is_cancelled() => {
            seen.stopped = true;
            return Ok(seen);
        }
        filled => filled.map_err(broken)?,
    }
    let alone = batch.puzzles <= 1;
    progress.begin(source, alone);
    let mut noted = false;
    loop {
        if pool.cancel.is_cancelled() {
            seen.stopped = true;
            return Ok(seen);
        }
        if let (Some(lines), true) = (&lines, batch.is_empty()) {
            let mut take_packet = |packet: &mut LinePacket<T>| {
                progress.make_way();
                let flow = pass_on(packet, &mut take)?;
                let lines = 0..packet.batch.len();
                seen.puzzles += lines.len() as u64;
                done += lines
                    .map(|line| packet.batch.text(line).len() as u64)
                    .sum::<u64>();
                progress.advance(bytes_read.file_bytes(done), seen.puzzles);
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
                Err(LineError::Reading(_)) if pool.cancel.is_cancelled() => continue,
                Err(LineError::Reading(error)) => return Err(broken(error).into()),
                Err(LineError::Taking(error)) => return Err(error),
            }
            match batch.fill(&mut reader, wanted, true) {
                Err(_) if pool.cancel.is_cancelled() => continue,
                filled => filled.map_err(broken)?,
            }
        }
        if batch.is_empty() {
            return Ok(seen);
        }
        let begun = Instant::now();
        let pieces = batch.pieces();
        let results: Vec<Mutex<Option<T>>> = pieces.iter().map(|_| Mutex::new(None)).collect();
        let mut filled = Ok(());
        pool.scope(|scope| {
            scope.spawn(|_| {
                pool.for_each(pieces.len(), &|index| {
                    let found = piece(&pieces[index], alone);
                    *results[index]
                        .lock()
                        .unwrap_or_else(PoisonError::into_inner) = Some(found);
                });
            });
            filled = next.fill(&mut reader, wanted, lines.is_some());
        });
        progress.make_way();
        let last = results.len().saturating_sub(1);
        for (index, (piece, result)) in pieces.iter().zip(results).enumerate() {
            let Ok(Some(found)) = result.into_inner() else {
                unreachable!("the loop has a result for every piece, or its panic was passed on");
            };
            let pause = index == last;
            if let Some(problem) = source.unusable(&piece.content) {
                return Err(problem.into());
            }
            if let Content::Puzzle(record) = &piece.content
                && options.shape.is_none()
                && !noted
                && let Some(note) = record.unusual_shape()
            {
                progress.note(format_args!("{source}: {note}"));
                noted = true;
            }
            let flow = take(Item::Piece(piece, found, PieceContext { alone, pause }))?;
            if flow.is_break() {
                seen.stopped = true;
                return Ok(seen);
            }
        }
        seen.puzzles += batch.puzzles as u64;
        let texts = batch.pieces().iter().map(|piece| piece.text.len() as u64);
        done += texts.sum::<u64>();
        progress.advance(bytes_read.file_bytes(done), seen.puzzles);
        match begun.elapsed() {
            time if time < QUICK => wanted = (wanted * 2).min(MOST_PUZZLES),
            time if time > SLOW => wanted = (wanted / 2).max(smallest),
            _ => {}
        }
        match filled {
            Err(_) if pool.cancel.is_cancelled() => continue,
            filled => filled.map_err(broken)?,
        }
        std::mem::swap(&mut batch, &mut next);
    }
}

/// Passes on the results of a packet, in order.
fn pass_on<T>(
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

/// Pieces, in memory that is reused.
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

    /// Reads pieces until the batch is full or the fast lane would be faster.
    fn fill(&mut self, reader: &mut Reader<Stream>, wanted: usize, quick: bool) -> io::Result<()> {
        (self.used, self.puzzles) = (0, 0);
        let mut bytes = 0;
        // At least two puzzles, because a single one would be taken for the only one.
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
