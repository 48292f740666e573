//! A buffered stream: what has been read but not consumed.

use std::io::{self, Read};

use crate::format::read::pieces::{LONGEST_LEAD, LONGEST_PUZZLE};

/// The size of a read: about two thousand lines, which fit into the nearer caches together with
/// their answers.
const BLOCK: usize = 160 * 1024;
/// The maximum size of one piece of text. No puzzle is longer, so a longer line is cut rather than
/// read into memory as a whole.
const MOST: usize = LONGEST_PUZZLE;

/// The part of a stream that is in memory.
pub(crate) struct Source<R> {
    input: R,
    /// The window, and unused space around it.
    buffer: Vec<u8>,
    /// The start of the window in the buffer.
    start: usize,
    /// The end of the window in the buffer.
    end: usize,
    ended: bool,
}

impl<R: Read> Source<R> {
    pub fn new(input: R) -> Source<R> {
        Source {
            input,
            buffer: Vec::new(),
            start: 0,
            end: 0,
            ended: false,
        }
    }

    /// Returns the bytes that have been read but not consumed.
    pub fn window(&self) -> &[u8] {
        &self.buffer[self.start..self.end]
    }

    /// Returns the window and this many bytes before it, at most [`LONGEST_LEAD`], which must have
    /// been consumed since the last move.
    pub fn window_with_lead(&self, lead: usize) -> &[u8] {
        &self.buffer[self.start.saturating_sub(lead)..self.end]
    }

    /// Returns whether [`window`](Self::window) cannot grow, for one piece of text.
    pub fn complete(&self) -> bool {
        self.ended || self.window().len() >= MOST
    }

    /// Returns whether the stream has ended.
    pub fn ended(&self) -> bool {
        self.ended
    }

    /// Consumes the first bytes of the window.
    pub fn consume(&mut self, length: usize) {
        self.start = (self.start + length).min(self.end);
    }

    /// Consumes the first bytes of the window and moves them to `target`; returns their offset
    /// there. The shorter of these bytes and the rest of the window is copied; if that is the rest,
    /// the two buffers are swapped.
    pub fn move_into(&mut self, length: usize, target: &mut Vec<u8>) -> usize {
        let window = self.window();
        let length = length.min(window.len());
        let (given, rest) = window.split_at(length);
        if given.len() < rest.len() {
            target.clear();
            target.extend_from_slice(given);
            self.consume(length);
            return 0;
        }
        let start = self.start;
        if target.len() < rest.len() {
            *target = room_for(rest.len());
        }
        target[..rest.len()].copy_from_slice(rest);
        (self.start, self.end) = (0, rest.len());
        std::mem::swap(&mut self.buffer, target);
        start
    }

    /// Reads more: at least a block, and at least as much as there already is, so that a long piece
    /// is examined only a few times. The result does not depend on how the stream splits its reads.
    pub fn read_more(&mut self) -> io::Result<()> {
        let wanted = self.make_room();
        let goal = self.end + wanted;
        while self.end < goal && !self.ended {
            self.read(goal)?;
        }
        Ok(())
    }

    /// Reads what is available, without waiting for a whole block.
    pub fn read_some(&mut self) -> io::Result<()> {
        let wanted = self.make_room();
        self.read(self.end + wanted)
    }

    /// Makes room after the window, and returns how much to read.
    fn make_room(&mut self) -> usize {
        let lead = self.start.min(LONGEST_LEAD);
        let length = self.end - self.start;
        self.buffer.copy_within(self.start - lead..self.end, 0);
        (self.start, self.end) = (lead, lead + length);
        let wanted = length.max(BLOCK);
        let needed = self.end + wanted;
        if self.buffer.is_empty() {
            self.buffer = room_for(needed);
        } else if self.buffer.len() < needed {
            self.buffer.resize(needed, 0);
        }
        wanted
    }

    /// Reads once, up to this offset of the buffer.
    fn read(&mut self, goal: usize) -> io::Result<()> {
        let room = &mut self.buffer[self.end..goal];
        match self.input.read(room) {
            Ok(0) => self.ended = true,
            Ok(count) => self.end += count.min(room.len()),
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => return Err(error),
        }
        Ok(())
    }
}

/// Allocates a buffer for this many bytes, at least a block, plus what a block may cut off a line.
/// Zeroed memory costs nothing until it is touched.
fn room_for(bytes: usize) -> Vec<u8> {
    vec![0; bytes.max(BLOCK) + BLOCK / 8]
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns at most three bytes per read.
    struct Trickle<'a>(&'a [u8]);

    impl Read for Trickle<'_> {
        fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
            let length = buffer.len().min(3);
            (&mut self.0).take(length as u64).read(buffer)
        }
    }

    #[test]
    fn reads_fill_the_request() {
        let text = b"a stream that comes in drops";
        let mut source = Source::new(Trickle(text));
        source.read_some().unwrap();
        assert_eq!(source.window(), b"a s");
        source.consume(2);
        source.read_more().unwrap();
        assert_eq!(source.window(), &text[2..]);
        assert!(source.complete());
    }

    #[test]
    fn moved_and_remaining_bytes_are_the_text() {
        let text: Vec<u8> = (0..250).collect();
        for lengths in [[3, 200, 7], [200, 3, 7], [0, 250, 0], [250, 1, 1]] {
            let mut source = Source::new(&text[..]);
            source.read_more().unwrap();
            let (mut target, mut given) = (Vec::new(), Vec::new());
            for length in lengths {
                let length = length.min(source.window().len());
                let start = source.move_into(length, &mut target);
                given.extend_from_slice(&target[start..start + length]);
                assert_eq!([&given[..], source.window()].concat(), text);
            }
        }
    }
}
