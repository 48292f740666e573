//! Reads puzzles that are laid out like the one before, without looking for their form again.

use std::io::Read;

use super::Reader;
use super::State;
use crate::format::read::lines::{Line, Lines};
use crate::format::read::pieces::VERBATIM;
use crate::format::read::segment::line_ends;
use crate::format::read::template::{LineTemplate, Template};
use crate::format::{Content, Piece, Record};

impl<R: Read> Reader<R> {
    /// Reads the next line by the template of the last one, if it matches.
    pub(super) fn read_by_template(&mut self, piece: &mut Piece) -> bool {
        let Some(template) = &self.template else {
            return false;
        };
        if !matches!(piece.content, Content::Puzzle(_)) {
            piece.content = Content::Puzzle(template.record().clone());
        }
        let Content::Puzzle(record) = &mut piece.content else {
            return false;
        };
        let window = self.source.window();
        let length = match template {
            Template::Row(template) => template.read(window, record),
            Template::Line(template) => {
                let next = Lines::new(window, self.source.complete()).next();
                // The last line of a file may lack a line end; the template's line has one.
                let fits = |line: &Line| line.end < line.next && template.fits(line.of(window));
                next.filter(fits).map(|line| {
                    template.read(line.of(window), record);
                    line.next
                })
            }
        };
        let Some(length) = length else {
            return false;
        };
        piece.text.clear();
        piece.text.extend_from_slice(&window[..length]);
        (piece.line, piece.column) = (self.line, 1);
        self.line += 1;
        self.source.consume(length);
        self.learn_from_template();
        true
    }

    /// Returns whether the next lines are a grid of the layout of the last one, and end as it does:
    /// with a blank line, or with the file. They start at this offset of the window.
    pub(super) fn has_same_layout(&self, at: usize) -> bool {
        let Some(layout) = &self.layout else {
            return false;
        };
        let window = &self.source.window()[at..];
        let is_end = match window.get(layout.len()..) {
            None => false,
            Some([]) => self.source.ended(),
            Some([b'\n', ..] | [b'\r', b'\n', ..]) => true,
            Some(_) => false,
        };
        matches!(self.state, State::Text) && is_end && layout.fits(window)
    }

    /// Returns the length of blank lines before a grid of the layout of the last one. Other lines may
    /// say something about the grid.
    pub(super) fn lines_before_layout(&self) -> Option<usize> {
        self.layout.as_ref()?;
        let window = self.source.window();
        let mut at = 0;
        loop {
            let rest = &window[at..];
            at += match rest {
                [b'\n', ..] => 1,
                [b'\r', b'\n', ..] => 2,
                _ => break,
            };
            if at > VERBATIM / 2 {
                return None;
            }
        }
        (at > 0 && self.has_same_layout(at)).then_some(at)
    }

    /// Reads the puzzle at the start of the window, which has the layout of the last one.
    pub(super) fn read_by_layout(&mut self, piece: &mut Piece) {
        let Some(layout) = &self.layout else {
            return;
        };
        let text = &self.source.window()[..layout.len()];
        if !matches!(piece.content, Content::Puzzle(_)) {
            piece.content = Content::Puzzle(layout.record().clone());
        }
        if let Content::Puzzle(record) = &mut piece.content {
            layout.read(text, record);
        }
        piece.text.clear();
        piece.text.extend_from_slice(text);
        (piece.line, piece.column) = (self.line, self.lead.characters + 1);
        self.line += line_ends(&piece.text);
        self.lead.add(&piece.text);
        self.source.consume(piece.text.len());
        self.context.learn(layout.record());
    }

    /// Updates the context after lines read by the template.
    pub(super) fn learn_from_template(&mut self) {
        if let Some(template) = &self.template {
            self.context.learn(template.record());
        }
    }
}

/// Returns the template of a puzzle whose text is one line with a line end.
pub(super) fn line_template(record: &Record, text: &[u8]) -> Option<Template> {
    let line = Lines::new(text, true).next();
    let line = line.filter(|line| line.end < line.next && line.next == text.len())?;
    let template = LineTemplate::new(record, line.of(text))?;
    Some(Template::Line(Box::new(template)))
}
