//! A stream in a buffer: what has been read and not yet been handed out.

use std::io::{self, Read};

/// How much is read at once.
const BLOCK: usize = 256 * 1024;
/// The most that is held for one piece of text. No puzzle is longer, so a longer line is cut
/// rather than read into memory as a whole.
const MOST: usize = 16 * 1024 * 1024;

/// The part of a stream that is in memory.
pub(super) struct Source<R> {
    input: R,
    buffer: Vec<u8>,
    /// Where the part that was not yet handed out starts in the buffer.
    start: usize,
    ended: bool,
}

impl<R: Read> Source<R> {
    pub fn new(input: R) -> Source<R> {
        Source {
            input,
            buffer: Vec::new(),
            start: 0,
            ended: false,
        }
    }

    /// What is there.
    pub fn window(&self) -> &[u8] {
        &self.buffer[self.start..]
    }

    /// Whether [`window`](Self::window) is all there will be, for one piece of text.
    pub fn complete(&self) -> bool {
        self.ended || self.window().len() >= MOST
    }

    /// Whether the stream has come to its end.
    pub fn ended(&self) -> bool {
        self.ended
    }

    /// Hands out the first bytes of the window.
    pub fn consume(&mut self, length: usize) {
        self.start = (self.start + length).min(self.buffer.len());
    }

    /// Reads more: at least a block, and as much again as there already is, so that a long piece
    /// is looked at only a few times. How the stream cuts its own reads makes no difference.
    pub fn grow(&mut self) -> io::Result<()> {
        self.buffer.drain(..self.start);
        self.start = 0;
        let wanted = self.buffer.len().max(BLOCK);
        let mut limited = (&mut self.input).take(wanted as u64);
        let read = limited.read_to_end(&mut self.buffer)?;
        self.ended = read < wanted;
        Ok(())
    }

    /// Reads everything, or as much as a place can count.
    pub fn read_all(&mut self) -> io::Result<()> {
        while !self.ended && self.window().len() < u32::MAX as usize / 2 {
            self.grow()?;
        }
        Ok(())
    }
}
