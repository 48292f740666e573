//! The fast lane for uniform lines: many classic 9×9 puzzles, solved in parallel.
//!
//! A packet is a block of the file. On one thread it is read, solved and written, and its memory is
//! reused for the next; on several threads a few packets are in progress at once and are written in
//! order.
//!
//! Lines with a solution are ordinary, and their text is written at once. Everything that needs a
//! message (no solution, a broken rule, an interruption) becomes a piece and takes the normal path.

use std::collections::VecDeque;
use std::ops::{ControlFlow, Range};
use std::sync::{Arc, Mutex, mpsc};
use std::{io, mem};

use sudokit::Solver;
use sudokit::format::{LineBatch, Piece, Reader};
use sudokit::solve::Answers;

use crate::args::search::SearchOptions;
use crate::io::input::Stream;
use crate::io::pipeline::ThreadPool;

/// The fast lane pays off from this many lines on.
pub const WORTHWHILE: usize = 32;

/// The largest number of lines in a packet.
const MOST_LINES: usize = 1 << 11;

/// Packets in progress beyond one per thread, so that no thread waits for another's output to be
/// written.
const SPARE_PACKETS: usize = 2;

/// Lines with their results, in memory that is reused.
pub struct LinePacket<T> {
    pub batch: LineBatch,
    answers: Answers,
    /// The output of the ordinary lines.
    pub bytes: Vec<u8>,
    /// All lines, in order.
    pub parts: Vec<PacketPart<T>>,
}

impl<T> Default for LinePacket<T> {
    fn default() -> Self {
        LinePacket {
            batch: LineBatch::default(),
            answers: Answers::new(),
            bytes: Vec::new(),
            parts: Vec::new(),
        }
    }
}

/// The results of some lines.
pub enum PacketPart<T> {
    /// Lines that need no message.
    Ordinary(OrdinaryLines),
    /// A line that takes the normal path.
    Special(Box<Piece>, T),
}

/// Ordinary lines: puzzles with a solution.
#[derive(Clone, Debug, Default)]
pub struct OrdinaryLines {
    /// The range of their text in the packet's bytes.
    pub bytes: Range<usize>,
    /// How many have one solution.
    pub unique: u64,
    /// How many have several.
    pub several: u64,
}

impl OrdinaryLines {
    fn puzzles(&self) -> u64 {
        self.unique + self.several
    }
}

/// A solver for lines, unless the options require each puzzle to be searched on its own.
pub fn solver(search: &SearchOptions, limit: u64) -> Option<Solver> {
    let solver = search.solver(1).limit(limit);
    solver.batches_are_quick().then_some(solver)
}

/// An ordinary line and its solution.
pub struct SolvedLine<'a> {
    pub batch: &'a LineBatch,
    pub line: usize,
    /// How many solutions it has, up to the limit.
    pub count: u32,
    /// One of them.
    pub values: &'a [u8; 81],
}

/// Solves the lines of a packet. `write` writes the text for a line that has a solution, or
/// declines; then, and if there is no solution, `special` handles it as a piece.
pub fn answer<T>(
    solver: &Solver,
    packet: &mut LinePacket<T>,
    write: impl Fn(&SolvedLine<'_>, &mut Vec<u8>) -> bool,
    special: impl Fn(&Piece) -> T,
) {
    let LinePacket {
        batch,
        answers,
        bytes,
        parts,
    } = packet;
    solver.solve_batch(batch.puzzles(), answers);
    bytes.clear();
    parts.clear();
    let mut ordinary = OrdinaryLines::default();
    let mut unfinished = answers.unfinished().iter().peekable();
    for line in 0..batch.len() {
        let count = answers.counts()[line];
        let is_finished = unfinished.next_if_eq(&&(line as u32)).is_none();
        let solution = answers.solution(line).filter(|_| is_finished);
        let is_ordinary = solution.is_some_and(|values| {
            let solved = SolvedLine {
                batch,
                line,
                count,
                values,
            };
            write(&solved, bytes)
        });
        if is_ordinary {
            match count {
                1 => ordinary.unique += 1,
                _ => ordinary.several += 1,
            }
            ordinary.bytes.end = bytes.len();
            continue;
        }
        if ordinary.puzzles() > 0 {
            parts.push(PacketPart::Ordinary(mem::take(&mut ordinary)));
        }
        ordinary.bytes = bytes.len()..bytes.len();
        let piece = Box::new(batch.piece(line));
        let found = special(&piece);
        parts.push(PacketPart::Special(piece, found));
    }
    if ordinary.puzzles() > 0 {
        parts.push(PacketPart::Ordinary(ordinary));
    }
}

/// Why the fast lane was left before the end of the file.
pub enum LineError {
    /// Reading failed.
    Reading(io::Error),
    /// Taking the results failed.
    Taking(anyhow::Error),
}

/// Solves lines for as long as they are uniform. `take` receives the packets in the order of the
/// file and may stop.
///
/// # Errors
/// Those of `take`, and those of reading.
pub fn follow<T: Send>(
    pool: &ThreadPool,
    reader: &mut Reader<Stream>,
    spare: &mut Vec<LinePacket<T>>,
    answer: &(impl Fn(&mut LinePacket<T>) + Sync),
    take: &mut impl FnMut(&mut LinePacket<T>) -> anyhow::Result<ControlFlow<()>>,
) -> Result<ControlFlow<()>, LineError> {
    if pool.threads() > 1 {
        return follow_together(pool, reader, spare, answer, take);
    }
    let mut packet = spare.pop().unwrap_or_default();
    while read(reader, &mut packet)? {
        answer(&mut packet);
        if take(&mut packet).map_err(LineError::Taking)?.is_break() {
            return Ok(ControlFlow::Break(()));
        }
    }
    spare.push(packet);
    Ok(ControlFlow::Continue(()))
}

/// The same on several threads: this one reads and passes results on, the others solve.
fn follow_together<T: Send>(
    pool: &ThreadPool,
    reader: &mut Reader<Stream>,
    spare: &mut Vec<LinePacket<T>>,
    answer: &(impl Fn(&mut LinePacket<T>) + Sync),
    take: &mut impl FnMut(&mut LinePacket<T>) -> anyhow::Result<ControlFlow<()>>,
) -> Result<ControlFlow<()>, LineError> {
    let most = pool.threads() + SPARE_PACKETS;
    pool.scope(|scope| {
        let mut under_way = VecDeque::new();
        let mut more = Ok(true);
        loop {
            while matches!(more, Ok(true)) && under_way.len() < most {
                let mut packet = spare.pop().unwrap_or_default();
                more = read(reader, &mut packet);
                if !matches!(more, Ok(true)) {
                    spare.push(packet);
                    break;
                }
                // The channel carries no packet, because a channel for each type of packet takes
                // long to compile.
                let packet = Arc::new(Mutex::new(packet));
                let (done, answered) = mpsc::sync_channel(1);
                under_way.push_back((Arc::clone(&packet), answered));
                scope.spawn(move |_| {
                    if let Ok(mut packet) = packet.lock() {
                        answer(&mut packet);
                    }
                    // The receiver is gone if the file was left early.
                    let _ = done.send(());
                });
            }
            let Some((packet, answered)) = under_way.pop_front() else {
                return more.map(|_| ControlFlow::Continue(()));
            };
            // Both fail only if the thread panicked, which the scope propagates.
            let (Ok(()), Ok(mut packet)) = (answered.recv(), packet.lock()) else {
                return Ok(ControlFlow::Break(()));
            };
            if take(&mut packet).map_err(LineError::Taking)?.is_break() {
                return Ok(ControlFlow::Break(()));
            }
            spare.push(mem::take(&mut packet));
        }
    })
}

fn read<T>(reader: &mut Reader<Stream>, packet: &mut LinePacket<T>) -> Result<bool, LineError> {
    let read = reader.read_lines(&mut packet.batch, MOST_LINES);
    read.map_err(LineError::Reading)
}
