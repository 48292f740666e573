//! The text in front of the first puzzle of a file.
//!
//! It belongs to the answer, but only if there is one: a file in which there is no puzzle after
//! all should not be copied to the output.

use std::io::{self, Write};

use crate::output::Sink;

/// A text that is longer is written all the same: memory is bounded, whatever the file.
const HELD_AT_MOST: usize = 16 << 20;

/// Holds text back until there is a puzzle behind it.
#[derive(Default)]
pub struct Preface {
    held: Vec<u8>,
    is_over: bool,
}

impl Preface {
    /// Writes text that stands between puzzles, or keeps it if there has been no puzzle yet.
    ///
    /// # Errors
    /// Those of writing.
    pub fn write(&mut self, text: &[u8], sink: &mut Sink) -> io::Result<()> {
        if self.is_over {
            return sink.write_all(text);
        }
        self.held.extend_from_slice(text);
        match self.held.len() {
            length if length > HELD_AT_MOST => self.give_way(sink),
            _ => Ok(()),
        }
    }

    /// Writes what was held back, on a line of its own: here comes a puzzle.
    ///
    /// # Errors
    /// Those of writing.
    pub fn give_way(&mut self, sink: &mut Sink) -> io::Result<()> {
        if !self.is_over {
            self.is_over = true;
            sink.fresh_line()?;
            sink.write_all(&std::mem::take(&mut self.held))?;
        }
        Ok(())
    }
}
