//! The quick road for lines that look alike: many classic 9×9 puzzles, answered side by side.
//!
//! A packet is a block of the file. On one thread it is read, answered and handed over, and then
//! its memory takes the next one; on several threads a few of them are under way at once, and
//! handed over in their order.
//!
//! Puzzles with a solution are ordinary, and their text is written at once. Whatever needs words
//! (no solution, a broken rule, an interruption) becomes a piece and goes the way of every other.

use std::collections::VecDeque;
use std::io;
use std::ops::{ControlFlow, Range};
use std::sync::mpsc;

use sudokit::Solver;
use sudokit::format::{LineBatch, Piece, Reader};
use sudokit::solve::Answers;

use crate::args::search::SearchOptions;
use crate::io::input::Stream;
use crate::io::pipeline::ThreadPool;

/// The quick road is worth taking for so many lines.
pub const WORTHWHILE: usize = 32;

/// A packet has no more lines than this, however short they are.
const MOST_LINES: usize = 1 << 11;

/// So many packets are under way besides one for each thread, so that nobody waits for the
/// writing of another.
const SPARE_PACKETS: usize = 2;

/// Some lines and what was found out about them, in memory that is used again.
pub struct LinePacket<T> {
    pub batch: LineBatch,
    answers: Answers,
    /// What goes to the output for ordinary lines.
    pub bytes: Vec<u8>,
    /// All lines, in their order.
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

/// What was found out about some lines.
pub enum PacketPart<T> {
    /// Lines about which there is nothing to say.
    Ordinary(OrdinaryLines),
    /// A line that goes the way of every other piece.
    Special(Box<Piece>, T),
}

/// OrdinaryLines puzzles: those that have a solution.
#[derive(Clone, Debug, Default)]
pub struct OrdinaryLines {
    /// Where in the packet's bytes their text stands.
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

/// A solver for lines, unless what is asked for needs each puzzle to be searched on its own.
pub fn solver(search: &SearchOptions, limit: u64) -> Option<Solver> {
    let solver = search.solver(1).limit(limit);
    solver.batches_are_quick().then_some(solver)
}

/// An ordinary line: where it stands, and what was found.
pub struct SolvedLine<'a> {
    pub batch: &'a LineBatch,
    pub line: usize,
    /// How many solutions it has, up to the limit.
    pub count: u32,
    /// One of them.
    pub values: &'a [u8; 81],
}

/// Answers the lines of a packet. `write` writes the text for a line that has a solution, or
/// declines; then, as where there is no solution, `special` finds out about it as a piece.
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
            parts.push(PacketPart::Ordinary(std::mem::take(&mut ordinary)));
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

/// Why lines were left before the file's end.
pub enum LineError {
    /// They could not be read.
    Reading(io::Error),
    /// What was found could not be handed over.
    Taking(anyhow::Error),
}

/// Follows the quick road for as long as lines look alike. `take` gets the packets in the order
/// of the file and may end it.
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

/// The same on several threads: this one reads and hands over, the others answer.
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
                let (done, answered) = mpsc::sync_channel(1);
                scope.spawn(move |_| {
                    answer(&mut packet);
                    // Nobody waits for it any more where the file was left early.
                    let _ = done.send(packet);
                });
                under_way.push_back(answered);
            }
            let Some(oldest) = under_way.pop_front() else {
                return more.map(|_| ControlFlow::Continue(()));
            };
            // It is gone only if its thread panicked, which the scope passes on.
            let Ok(mut packet) = oldest.recv() else {
                return Ok(ControlFlow::Break(()));
            };
            if take(&mut packet).map_err(LineError::Taking)?.is_break() {
                return Ok(ControlFlow::Break(()));
            }
            spare.push(packet);
        }
    })
}

fn read<T>(reader: &mut Reader<Stream>, packet: &mut LinePacket<T>) -> Result<bool, LineError> {
    let read = reader.read_lines(&mut packet.batch, MOST_LINES);
    read.map_err(LineError::Reading)
}
