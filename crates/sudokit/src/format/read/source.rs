//! A stream in a buffer: what has been read and not yet been handed out.

use std::io::{self, Read};

/// How much is read at once: some two thousand lines, which together with their answers stay in
/// the nearer caches.
const BLOCK: usize = 160 * 1024;
/// The most that is held for one piece of text. No puzzle is longer, so a longer line is cut
/// rather than read into memory as a whole.
const MOST: usize = 16 * 1024 * 1024;

/// The part of a stream that is in memory.
pub(crate) struct Source<R> {
    input: R,
    /// The window, and room around it that holds anything.
    buffer: Vec<u8>,
    /// Where the window starts in the buffer…
    start: usize,
    /// … and where it ends.
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

    /// What is there.
    pub fn window(&self) -> &[u8] {
        &self.buffer[self.start..self.end]
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
        self.start = (self.start + length).min(self.end);
    }

    /// Hands out the first bytes of the window for good: they stand in `target` from the place
    /// that is returned on. What is shorter is copied, they or the rest of the window; where it
    /// is the rest, the two memories change their owners.
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

    /// Reads more: at least a block, and as much again as there already is, so that a long piece
    /// is looked at only a few times. How the stream cuts its own reads makes no difference.
    pub fn read_more(&mut self) -> io::Result<()> {
        let wanted = self.make_room();
        let goal = self.end + wanted;
        while self.end < goal && !self.ended {
            self.read(goal)?;
        }
        Ok(())
    }

    /// Reads what is there, without waiting for a whole block.
    pub fn read_some(&mut self) -> io::Result<()> {
        let wanted = self.make_room();
        self.read(self.end + wanted)
    }

    /// Reads everything, or as much as a place can count.
    pub fn read_to_end(&mut self) -> io::Result<()> {
        while !self.ended && self.window().len() < u32::MAX as usize / 2 {
            self.read_more()?;
        }
        Ok(())
    }

    /// Makes room behind the window; gives how much is to be read.
    fn make_room(&mut self) -> usize {
        self.buffer.copy_within(self.start..self.end, 0);
        (self.start, self.end) = (0, self.end - self.start);
        let wanted = self.end.max(BLOCK);
        let needed = self.end + wanted;
        if self.buffer.is_empty() {
            self.buffer = room_for(needed);
        } else if self.buffer.len() < needed {
            self.buffer.resize(needed, 0);
        }
        wanted
    }

    /// Reads once, up to this place of the buffer.
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

/// Memory for so many bytes, for a block at least, and for what a block may cut off a line.
/// It comes cleared, which costs nothing where a short file never touches it.
fn room_for(bytes: usize) -> Vec<u8> {
    vec![0; bytes.max(BLOCK) + BLOCK / 8]
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Gives three bytes at a time, whatever is asked for.
    struct Trickle<'a>(&'a [u8]);

    impl Read for Trickle<'_> {
        fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
            let length = buffer.len().min(3);
            (&mut self.0).take(length as u64).read(buffer)
        }
    }

    #[test]
    fn reads_are_as_long_as_asked_for() {
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
    fn what_is_given_and_what_is_left_are_the_text() {
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
