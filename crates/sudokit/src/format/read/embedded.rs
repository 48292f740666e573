//! Puzzles that are embedded in other text: arrays in source text, and
//! tables in markup.

use crate::format::forms::code::{self, Search};
use crate::format::forms::line::{self, LinePuzzle};
use crate::format::forms::{facts, html, latex, wiki};
use crate::format::read::lines::{Line, Lines};
use crate::format::read::pieces::{NextPiece, VERBATIM};
use crate::format::read::text::{Allowed, Splitter, is_link};
use crate::format::{Content, Form};

/// Returns whether puzzles of this form are embedded in other text.
pub(super) fn is_embedded(form: Form) -> bool {
    matches!(
        form,
        Form::Code | Form::Html | Form::Facts | Form::Triples | Form::Latex | Form::Wiki
    )
}

impl<'a> Splitter<'a> {
    /// Returns the embedded puzzle that starts at a line. The inner `None` says that the line
    /// contains none and cannot be anything else.
    pub(super) fn embedded(
        &self,
        line: Line,
        ahead: &mut Lines<'a>,
        allowed: Allowed,
    ) -> Option<Option<NextPiece>> {
        let found = match allowed {
            Allowed::Everything => {
                let markup = self.markup(line, ahead);
                let found = markup.or_else(|| self.facts(line, ahead));
                found.or_else(|| self.array(line, ahead))
            }
            Allowed::Only(Form::Code) => self.array(line, ahead),
            Allowed::Only(Form::Facts | Form::Triples) => self.facts(line, ahead),
            Allowed::Only(Form::Html | Form::Latex | Form::Wiki) => self.markup(line, ahead),
            _ => None,
        };
        match (found, allowed) {
            (None, Allowed::Only(form)) if is_embedded(form) => Some(None),
            (None, _) => None,
            (found, _) => Some(found),
        }
    }

    /// Returns the puzzle that follows the last one on the same line, or after nothing but
    /// separators. Only as much of the text as that takes is examined, so that many puzzles on one
    /// line take linear time.
    pub(super) fn embedded_next(&self, lines: &Lines<'a>) -> Option<NextPiece> {
        let context = self.code_context(0, lines.complete);
        let found = code::follow(context);
        let found = found.or_else(|| self.rest_of_line(context))?;
        self.piece(found, 0, &mut lines.clone())
    }

    /// Searches the line that the last puzzle is on for another one. The kind that was found last is
    /// searched for first, and the others only before what was found, so that nothing is examined
    /// often.
    fn rest_of_line(&self, context: code::Context) -> Option<Search> {
        let last = self.context.embedded.get();
        let allowed = self.options.form.is_none() || self.options.form == last;
        if !self.context.in_line || !allowed || self.context.form.is_some_and(is_link) {
            return None;
        }
        let near = &self.text[..self.text.len().min(VERBATIM)];
        let end = memchr::memchr2(b'\n', b'\r', near).unwrap_or(near.len());
        let search = |form: Form, end: usize| match form {
            Form::Html => html::search(context, end),
            Form::Latex => latex::search(context, end),
            _ => code::search(context, end, true),
        };
        let first = last.unwrap_or(Form::Code);
        let mut found = search(first, end);
        let mut length = found.length()?.min(end);
        if self.options.form.is_none() {
            for form in [Form::Code, Form::Html, Form::Latex] {
                if form == first {
                    continue;
                }
                let other = search(form, length);
                if let Some(shorter) = other.length().filter(|shorter| *shorter < length) {
                    (found, length) = (other, shorter);
                    self.context.embedded.set(Some(form));
                }
            }
        }
        Some(found)
    }

    /// Returns the array that starts at a line.
    fn array(&self, line: Line, ahead: &mut Lines<'a>) -> Option<NextPiece> {
        let content = line.of(self.text);
        if line.start < self.searched.get() || !code::may_start(content) {
            return None;
        }
        // What can be read as a line is one. A bracket at its start may be taken for a symbol.
        let segment = self.segment(line);
        let has_bracket = matches!(content.trim_ascii_start(), [b'[' | b'{' | b'(', ..]);
        let is_read = |whole: LinePuzzle| !has_bracket || whole.read(&segment).is_ok();
        if self.options.form.is_none() && line::find(&segment).is_some_and(is_read) {
            return None;
        }
        let context = self.code_context(line.start, ahead.complete);
        self.context.embedded.set(Some(Form::Code));
        let found = code::search(context, line.end - line.start, true);
        self.piece(found, line.start, ahead)
    }

    /// Returns the table or preformatted text that starts at a line.
    fn markup(&self, line: Line, ahead: &mut Lines<'a>) -> Option<NextPiece> {
        let content = line.of(self.text);
        let context = self.code_context(line.start, ahead.complete);
        let is_closed = line.start >= self.unclosed.get();
        if is_closed && html::may_start(content) {
            self.context.embedded.set(Some(Form::Html));
            let found = html::search(context, content.len());
            if !matches!(found, Search::Nothing) {
                return self.piece(found, line.start, ahead);
            }
        }
        if wiki::may_start(content) {
            let found = wiki::search(context);
            if !matches!(found, Search::Nothing) {
                return self.piece(found, line.start, ahead);
            }
        }
        if !latex::may_start(content) {
            return None;
        }
        self.context.embedded.set(Some(Form::Latex));
        let found = latex::search(context, content.len());
        self.piece(found, line.start, ahead)
    }

    /// Returns the facts that start at a line.
    fn facts(&self, line: Line, ahead: &mut Lines<'a>) -> Option<NextPiece> {
        let content = line.of(self.text);
        let is_new = line.start >= self.searched.get();
        if !is_new || !facts::may_start(content) {
            return None;
        }
        let numbers = self.options.form.is_some() || line::find(&self.segment(line)).is_none();
        let context = self.code_context(line.start, ahead.complete);
        self.piece(facts::search(context, numbers), line.start, ahead)
    }

    fn code_context<'b>(&'b self, start: usize, complete: bool) -> code::Context<'b>
    where
        'a: 'b,
    {
        code::Context {
            text: &self.text[start..],
            line: self.number,
            complete,
            options: self.options,
            convention: self.context.convention.as_ref(),
            last_size: self.context.array_size,
            start,
            searched: self.searched,
            unclosed: self.unclosed,
        }
    }

    /// Returns the piece for what a search found.
    fn piece(&self, found: Search, start: usize, ahead: &mut Lines) -> Option<NextPiece> {
        match found {
            Search::Nothing => None,
            Search::NeedsMore => {
                ahead.needs_more = true;
                None
            }
            Search::Piece(length, content) => Some(NextPiece { length, content }),
            Search::Other(length, problem) => {
                // Only the first line of the text has its number.
                if start == 0 {
                    self.context.passed_over.get_or_init(|| problem);
                }
                Some(NextPiece {
                    length,
                    content: Content::Verbatim,
                })
            }
        }
    }
}
