//! Splits a stream of bytes into pieces.

mod alike;

use std::io::{self, Read};

use self::alike::line_template;
use crate::format::forms::table::{RowEnd, Table, row_end};
use crate::format::forms::{self, link};
use crate::format::read::batches::LineBatch;
use crate::format::read::context::FileContext;
use crate::format::read::layout::Layout;
use crate::format::read::lines::{LineKind, Lines, kind_of};
use crate::format::read::pieces::{
    Document, LONGEST_LEAD, LONGEST_PUZZLE, NextPiece, Step, Window,
};
use crate::format::read::segment::{Segment, line_ends, locate};
use crate::format::read::sniff::{self, Start};
use crate::format::read::source::Source;
use crate::format::read::template::{RowTemplate, Template};
use crate::format::read::text::{is_link, is_string, next_piece, next_pieces};
use crate::format::{Blanks, Content, Form, Piece, Record, Span, Symbols};
use crate::problem::{Place, Problem, ProblemCode};
use crate::shape::Shape;
use crate::solve::CancelToken;

/// Options that override what the content suggests.
#[derive(Clone, Debug, Default)]
pub struct ReadOptions {
    /// The form (`--from`).
    pub form: Option<Form>,
    /// The shape (`--shape`).
    pub shape: Option<Shape>,
    /// The symbols of an empty cell (`--blank`).
    pub blank: Option<Blanks>,
    /// The symbols of the values (`--symbols`).
    pub symbols: Option<Symbols>,
}

impl ReadOptions {
    /// Returns whether a character is named as a blank.
    pub(crate) fn is_blank(&self, character: char) -> bool {
        self.blank.is_some_and(|blanks| blanks.contains(character))
    }
}

/// Reads pieces from a stream, block by block. Memory does not grow with the file, whatever its
/// form.
///
/// A stream without any puzzle ends with an empty, unreadable piece ([`ProblemCode::NoPuzzle`]), so
/// that the lack of puzzles is not mistaken for success.
pub struct Reader<R> {
    source: Source<R>,
    options: ReadOptions,
    state: State,
    /// The number of the next line.
    line: usize,
    /// What has been consumed of that line.
    lead: Lead,
    context: FileContext,
    /// Whether the rest of the first block was searched for its convention.
    looked_ahead: bool,
    /// The layout of the last puzzle in its line, if the next lines may share it.
    template: Option<Template>,
    /// The layout of the last puzzle of several lines, or of a document.
    layout: Option<Layout>,
    /// The first non-blank line and its place.
    first_line: Option<(Place, String)>,
    /// Whether a puzzle was found, readable or not.
    found: bool,
    /// Whether the rest of a line that is too long for a puzzle is passed through.
    in_long_line: bool,
    /// The puzzle below the text or header that was the last piece, if it is known already.
    pending: Option<NextPiece>,
    /// Whether a stream of another form than the named one is refused.
    refuses_other_forms: bool,
    /// Whether the stream is said to be a table.
    expects_table: bool,
    /// Ends reading early.
    cancel: CancelToken,
    /// The work since the token was last examined, in bytes.
    unchecked: usize,
}

/// The work, in bytes, after which the token is examined: a millisecond or two in the slowest form.
const CHECK_EVERY: usize = 16 * 1024;

/// Lines longer than this are not read in batches, so the end of a block cuts off no more than
/// this.
const LONGEST_BATCH_LINE: usize = 4_096;

/// Returns whether text that is clearly of one form cannot be of another, although a part of it
/// could be read so. Nested lists are JSON and source text.
fn excludes(found: Form, other: Form) -> bool {
    let is_document = matches!(
        found,
        Form::Sdk | Form::OpenSudoku | Form::KSudoku | Form::Json
    );
    (is_document || is_link(found)) && (found, other) != (Form::Json, Form::Code)
}

/// Returns whether a puzzle could have been written in a form, although another one is more likely.
fn is_instance(record: &Record, form: Form) -> bool {
    let is_complete = || record.puzzle.values().iter().all(|value| *value != 0);
    match form {
        _ if record.form == form => true,
        // Any address with a puzzle in it.
        Form::Link => is_link(record.form),
        // It marks placed values only, and a complete board has none of its candidates.
        Form::Sdx => record.form == Form::Pencilmarks || is_complete(),
        // A cell with a single candidate looks like a value.
        Form::Pencilmarks => is_complete(),
        _ => false,
    }
}

/// How the rest of the stream is read.
enum State {
    /// Nothing has been examined yet.
    Start,
    /// Only a byte order mark has been examined.
    Sniff,
    Text,
    Table(Table),
    /// A document, split by its form.
    Document(Box<dyn Document>),
    /// The rest of an unreadable stream is passed through unchanged.
    PassThrough,
}

impl<R: Read> Reader<R> {
    /// Creates a reader of this stream.
    pub fn new(input: R, options: ReadOptions) -> Reader<R> {
        Reader {
            source: Source::new(input),
            options,
            state: State::Start,
            line: 1,
            lead: Lead::default(),
            context: FileContext::default(),
            looked_ahead: false,
            template: None,
            layout: None,
            first_line: None,
            found: false,
            in_long_line: false,
            pending: None,
            refuses_other_forms: true,
            expects_table: false,
            cancel: CancelToken::new(),
            unchecked: 0,
        }
    }

    /// Ends reading early when this token is cancelled: every call then fails with an error of the
    /// kind [`Interrupted`](io::ErrorKind::Interrupted). The token is examined every few
    /// milliseconds, whatever the text is.
    #[must_use]
    pub fn cancelled_by(mut self, cancel: CancelToken) -> Reader<R> {
        self.cancel = cancel;
        self
    }

    /// Reads the stream as a table if it can be one, such as the text of a file with columns. A
    /// single column is then enough, and the first rows may be empty or broken; otherwise such a
    /// text is more likely something else.
    #[must_use]
    pub fn expecting_table(mut self) -> Reader<R> {
        self.expects_table = true;
        self
    }

    /// Fails if reading was cancelled; examines the token only after some work.
    fn check(&mut self, work: usize) -> io::Result<()> {
        self.unchecked += work;
        if self.unchecked < CHECK_EVERY {
            return Ok(());
        }
        self.unchecked = 0;
        match self.cancel.is_cancelled() {
            true => Err(io::ErrorKind::Interrupted.into()),
            false => Ok(()),
        }
    }

    /// Creates a reader of a document of this form, whatever it looks like.
    #[cfg(test)]
    pub(crate) fn of_document(input: R, form: Form, options: ReadOptions) -> Reader<R> {
        let mut reader = Reader::new(input, options);
        let document = forms::document(form).expect("a document form");
        reader.state = State::Document(document);
        reader
    }

    /// Reads the next piece into `piece`, reusing its memory. Returns `false` at the end of the
    /// stream.
    ///
    /// # Errors
    /// Only those of the stream itself, and [`Interrupted`](io::ErrorKind::Interrupted) if it was
    /// [cancelled](Self::cancelled_by): a problem of the text is a piece.
    pub fn read(&mut self, piece: &mut Piece) -> io::Result<bool> {
        // A puzzle may be found by looking ahead, which is work too.
        self.check(piece.text.len().max(256))?;
        if let Some(found) = self.pending.take() {
            self.emit(found, piece);
            return Ok(true);
        }
        loop {
            if matches!(self.state, State::Document(_)) {
                return match self.next_in_document()? {
                    Some(Step::Piece(found)) => {
                        self.emit(found, piece);
                        Ok(true)
                    }
                    Some(_) => {
                        self.read_by_layout(piece);
                        Ok(true)
                    }
                    None => Ok(self.finish(piece)),
                };
            }
            if self.source.window().is_empty() {
                if self.source.complete() {
                    return Ok(self.finish(piece));
                }
                match self.state {
                    // The result must not depend on how the stream splits its reads.
                    State::Start | State::Sniff => self.source.read_more()?,
                    _ => self.source.read_some()?,
                }
                self.check(CHECK_EVERY)?;
                continue;
            }
            if let Some(found) = self.long_line() {
                self.emit(found, piece);
                return Ok(true);
            }
            if self.read_by_template(piece) {
                return Ok(true);
            }
            if self.has_same_layout(0) {
                self.read_by_layout(piece);
                return Ok(true);
            }
            if let Some(length) = self.lines_before_layout() {
                self.emit(NextPiece::verbatim(length), piece);
                return Ok(true);
            }
            let found = match &self.state {
                State::Start => self.byte_order_mark(),
                State::Sniff => self.sniff()?,
                State::Text => Some(self.next_text()?),
                State::Table(_) => Some(self.next_row()?),
                State::Document(_) | State::PassThrough => {
                    Some(NextPiece::verbatim(self.source.window().len()))
                }
            };
            if let Some(found) = found {
                self.emit(found, piece);
                return Ok(true);
            }
        }
    }

    /// Reads many lines at once if the next ones match the last piece and contain classic 9×9
    /// puzzles: at most `most` lines, and only those in memory. Returns `false` and an empty batch
    /// if the next line is anything else; use [`read`](Self::read) then.
    ///
    /// # Errors
    /// Those of the stream.
    pub fn read_lines(&mut self, batch: &mut LineBatch, most: usize) -> io::Result<bool> {
        self.check(CHECK_EVERY)?;
        batch.clear();
        let convention = self.context.convention.as_ref();
        match &self.template {
            Some(template) if template.is_classic() && self.pending.is_none() => {
                batch.begin(template, self.line, &self.options, convention);
            }
            _ => return Ok(false),
        }
        loop {
            let length = batch.take(self.source.window(), most);
            if length > 0 {
                batch.start = self.source.move_into(length, &mut batch.text);
                self.line += batch.len();
                self.learn_from_template();
                return Ok(true);
            }
            // The line may be cut off at the end of the block.
            let is_cut = self.source.window().len() < LONGEST_BATCH_LINE && !self.source.complete();
            if !is_cut {
                return Ok(false);
            }
            self.source.read_some()?;
        }
    }

    /// Returns whether [`read_lines`](Self::read_lines) would return at least this many lines that
    /// are already in memory.
    pub fn sees_lines(&self, lines: usize) -> bool {
        let template = self
            .template
            .as_ref()
            .filter(|template| template.is_classic() && self.pending.is_none());
        template.is_some_and(|template| template.matches_lines(self.source.window(), lines))
    }

    /// Makes the byte order mark that some programs put before UTF-8 text a piece of its own.
    fn byte_order_mark(&mut self) -> Option<NextPiece> {
        const MARK: &[u8] = b"\xef\xbb\xbf";
        self.state = State::Sniff;
        self.source.window().starts_with(MARK).then_some(NextPiece {
            length: MARK.len(),
            content: Content::Verbatim,
        })
    }

    /// Detects what the stream contains; this may yield its first piece.
    fn sniff(&mut self) -> io::Result<Option<NextPiece>> {
        if let Some(problem) = self.other_form() {
            self.state = State::PassThrough;
            return Ok(Some(NextPiece {
                length: self.source.window().len(),
                content: Content::Unreadable(problem),
            }));
        }
        let window = self.source.window();
        let is_complete = self.source.complete();
        match sniff::start(window, is_complete, self.expects_table, &self.options) {
            Start::Text => {
                self.state = State::Text;
                Ok(None)
            }
            Start::Table(table, length) => {
                self.state = State::Table(table);
                Ok(Some(NextPiece {
                    length,
                    content: Content::Verbatim,
                }))
            }
            Start::Refused(problem) => {
                self.state = State::PassThrough;
                Ok(Some(NextPiece {
                    length: self.source.window().len(),
                    content: Content::Unreadable(problem),
                }))
            }
            Start::Document(form) => match forms::document(form) {
                Ok(document) => {
                    self.state = State::Document(document);
                    Ok(None)
                }
                Err(problem) => {
                    self.state = State::PassThrough;
                    Ok(Some(NextPiece {
                        length: self.source.window().len(),
                        content: Content::Unreadable(problem),
                    }))
                }
            },
        }
    }

    /// Returns the problem that the stream has another form than the one that was named, judged by
    /// the first puzzle within the text in memory.
    ///
    /// A named form decides where two readings fit. What is refused is text that has this form in no
    /// reading, although a board could be made out of it.
    fn other_form(&self) -> Option<Problem> {
        let named = self.options.form.filter(|_| self.refuses_other_forms)?;
        let fits = |piece: &Piece| match &piece.content {
            Content::Puzzle(record) => is_instance(record, named),
            _ => false,
        };
        let piece = self.first_puzzle(None).filter(|piece| !fits(piece))?;
        let Content::Puzzle(record) = &piece.content else {
            return None;
        };
        let found = record.form;
        let named_piece = || self.first_puzzle(Some(named));
        if !excludes(found, named) && named_piece().is_some_and(|piece| fits(&piece)) {
            return None;
        }
        let first = piece
            .text
            .iter()
            .position(|byte| !byte.is_ascii_whitespace());
        let first = first.unwrap_or(0);
        let (place, excerpt) = locate(&piece.text, piece.line, Span::new(first, first + 1));
        let problem = Problem::new(
            ProblemCode::OtherForm,
            format!("the form is `{found}`, not `{named}`"),
            format!("use --from {found}, or leave it out"),
        );
        Some(problem.at(place, excerpt, found.description()))
    }

    /// Returns the first puzzle within the text in memory, if the stream had this form.
    fn first_puzzle(&self, form: Option<Form>) -> Option<Piece> {
        let options = ReadOptions {
            form,
            ..self.options.clone()
        };
        let reader = Reader::new(self.source.window(), options);
        let mut reader = reader.cancelled_by(self.cancel.clone());
        reader.refuses_other_forms = false;
        reader.line = self.line;
        let mut piece = Piece::default();
        while let Ok(true) = reader.read(&mut piece) {
            if matches!(piece.content, Content::Puzzle(_)) {
                return Some(piece);
            }
        }
        None
    }

    /// Returns the next piece of a document, or `None` at its end.
    fn next_in_document(&mut self) -> io::Result<Option<Step>> {
        let State::Document(document) = &mut self.state else {
            return Ok(None);
        };
        loop {
            let lead = match self.lead.bytes {
                long if long > LONGEST_LEAD => 0,
                short => short,
            };
            let buffer = self.source.window_with_lead(lead);
            let window = Window {
                buffer,
                lead,
                skipped: if lead == 0 { self.lead.characters } else { 0 },
                line: self.line,
                ended: self.source.ended(),
                options: &self.options,
                layout: self.layout.as_ref(),
            };
            match document.next(&window) {
                found @ (Step::Piece(_) | Step::SameLayout) => return Ok(Some(found)),
                Step::More if !window.ended => {
                    self.source.read_more()?;
                    if self.cancel.is_cancelled() {
                        return Err(io::ErrorKind::Interrupted.into());
                    }
                }
                // No text is lost if a form cannot make sense of it.
                Step::More => {
                    let length = window.text().len();
                    return Ok((length > 0).then(|| Step::Piece(NextPiece::verbatim(length))));
                }
            }
        }
    }

    /// Returns a part of a line that is too long for a puzzle. The first part is reported; the
    /// others are passed through.
    fn long_line(&mut self) -> Option<NextPiece> {
        let window = self.source.window();
        let is_line = matches!(self.state, State::Text | State::Table(_));
        if self.in_long_line {
            let end = memchr::memchr2(b'\n', b'\r', window);
            self.in_long_line = end.is_none();
            return match end {
                Some(0) => None,
                Some(end) => Some(NextPiece::verbatim(end)),
                None => Some(NextPiece::verbatim(window.len())),
            };
        }
        let is_long = is_line
            && window.len() >= LONGEST_PUZZLE
            && memchr::memchr2(b'\n', b'\r', &window[..LONGEST_PUZZLE]).is_none();
        if !is_long {
            return None;
        }
        self.in_long_line = true;
        let shown = &window[..LONGEST_LEAD];
        let (place, excerpt) = locate(shown, self.line, Span::new(0, LONGEST_LEAD));
        let problem = Problem::new(
            ProblemCode::BoardSize,
            format!("the line is longer than any puzzle: more than {LONGEST_PUZZLE} bytes"),
            "write one puzzle per line, or one line per row",
        );
        Some(NextPiece {
            length: LONGEST_PUZZLE,
            content: Content::Unreadable(problem.at(place, excerpt, "the line starts here")),
        })
    }

    fn next_text(&mut self) -> io::Result<NextPiece> {
        self.context.in_line = self.lead.bytes > 0;
        loop {
            let mut lines = Lines::new(self.source.window(), self.source.complete());
            let (found, following) =
                next_pieces(&mut lines, self.line, &self.options, &self.context);
            if lines.needs_more {
                self.source.read_more()?;
                self.check(CHECK_EVERY)?;
                if let Some(found) = self.long_line() {
                    return Ok(found);
                }
                continue;
            }
            let is_ambiguous = matches!(&found.content,
                Content::Unreadable(problem) if problem.code == ProblemCode::AmbiguousSymbols);
            if is_ambiguous && !self.looked_ahead {
                self.looked_ahead = true;
                self.context.convention = self.convention_behind(found.length);
                continue;
            }
            self.pending = following;
            return Ok(self.without_header(found));
        }
    }

    /// Cuts off the header above a puzzle, so that the line of a piece is that of its puzzle.
    fn without_header(&mut self, mut found: NextPiece) -> NextPiece {
        let Content::Puzzle(record) = &mut found.content else {
            return found;
        };
        let above = record.header.as_ref().map_or(0, |header| header.above);
        if above == 0 {
            return found;
        }
        record.map_spans(|at| at.saturating_sub(above as u32));
        self.pending = Some(NextPiece {
            length: found.length - above,
            ..found
        });
        NextPiece::verbatim(above)
    }

    /// Returns the convention of the first puzzle after these bytes that shows one, within the text
    /// in memory.
    fn convention_behind(&self, mut at: usize) -> Option<Symbols> {
        let window = self.source.window();
        let mut context = FileContext::default();
        while context.convention.is_none() {
            let mut lines = Lines::new(window.get(at..)?, self.source.complete());
            let found = next_piece(&mut lines, 1, &self.options, &context);
            if found.length == 0 {
                return None;
            }
            if let Content::Puzzle(record) = &found.content {
                context.learn(record);
            }
            at += found.length;
        }
        context.convention
    }

    fn next_row(&mut self) -> io::Result<NextPiece> {
        loop {
            let window = self.source.window();
            let mut lines = Lines::new(window, self.source.complete());
            let (line, table) = match (lines.next(), &self.state) {
                (Some(line), State::Table(table)) => (line, table),
                _ => {
                    self.source.read_more()?;
                    self.check(CHECK_EVERY)?;
                    if let Some(found) = self.long_line() {
                        return Ok(found);
                    }
                    continue;
                }
            };
            let mut next = line.next;
            match row_end(window, line.end, table.delimiter) {
                RowEnd::Line | RowEnd::TooFar => {}
                RowEnd::Open if self.source.complete() => {}
                RowEnd::Open => {
                    self.source.read_more()?;
                    continue;
                }
                RowEnd::At(end) => {
                    let mut rest = Lines::new(&window[end..], self.source.complete());
                    if rest.next().is_none() && rest.needs_more {
                        self.source.read_more()?;
                        continue;
                    }
                    next = end + rest.at;
                }
            }
            let segment = Segment {
                text: &window[..next],
                line: self.line,
                options: &self.options,
                convention: self.context.convention.as_ref(),
            };
            // A row of one column is a blank line if it is empty.
            let is_row = self.expects_table && table.has_one_column();
            let content = match kind_of(line.of(window), &self.options) {
                LineKind::Blank if !is_row => Content::Verbatim,
                LineKind::Comment => Content::Verbatim,
                _ if table.is_ruler(line.of(window)) => Content::Verbatim,
                _ => table.read(&segment).into(),
            };
            return Ok(NextPiece {
                length: next,
                content,
            });
        }
    }

    /// Moves a piece out of the window.
    fn emit(&mut self, found: NextPiece, piece: &mut Piece) {
        piece.text.clear();
        piece
            .text
            .extend_from_slice(&self.source.window()[..found.length]);
        piece.line = self.line;
        piece.column = self.lead.characters + 1;
        piece.content = found.content;
        self.line += line_ends(&piece.text);
        self.source.consume(found.length);
        // While sniffing there was only a byte order mark.
        if !matches!(self.state, State::Sniff) {
            self.lead.add(&piece.text);
            self.observe(piece);
        }
        if matches!(piece.content, Content::Verbatim) {
            self.context.pass_over(&piece.text);
        }
        if let Content::Unreadable(problem) = &piece.content {
            self.context.refuse(problem, &piece.text);
        }
        if let Content::Puzzle(record) = &piece.content {
            self.context.learn(record);
            self.context.in_string = is_string(record, &piece.text);
            let is_block = matches!(self.state, State::Document(_))
                || matches!(self.state, State::Text) && line_ends(&piece.text) > 1;
            self.layout = match is_block {
                true => Layout::new(record, &piece.text),
                false => None,
            };
            self.template = match &self.state {
                State::Table(table) => {
                    let template = RowTemplate::new(*table, record);
                    template.map(|template| Template::Row(Box::new(template)))
                }
                _ => line_template(record, &piece.text).or(self.template.take()),
            };
        }
    }

    /// Records what the final problem needs if there is no puzzle.
    fn observe(&mut self, piece: &Piece) {
        self.found |= !matches!(piece.content, Content::Verbatim);
        if !self.found && self.first_line.is_none() {
            let length = piece.text.len();
            let start = length - piece.text.trim_ascii_start().len();
            let place = || locate(&piece.text, piece.line, Span::new(start, length));
            self.first_line = (start < length).then(place);
        }
    }

    /// Handles the end of the stream, and reports a problem if nothing was found.
    fn finish(&mut self, piece: &mut Piece) -> bool {
        if std::mem::replace(&mut self.found, true) {
            return false;
        }
        let problem = match self.first_line.take() {
            None => Problem::new(
                ProblemCode::NoPuzzle,
                "the input is empty",
                "give a file that contains a puzzle",
            ),
            Some((place, excerpt)) if link::is_remote(excerpt.as_bytes()) => Problem::new(
                ProblemCode::NoPuzzle,
                "the link names a puzzle on a server",
                "open the link and copy the puzzle, or export a link that holds the puzzle itself",
            )
            .at(place, excerpt, "only the id of the puzzle"),
            Some((place, excerpt)) => Problem::new(
                ProblemCode::NoPuzzle,
                "the input contains no puzzle",
                "write each puzzle on one line, or one line per row; 0 or . is an empty cell",
            )
            .at(place, excerpt, "the first line"),
        };
        let problem = self.context.passed_over.take().unwrap_or(problem);
        piece.text.clear();
        (piece.line, piece.column) = (self.line, 1);
        piece.content = Content::Unreadable(problem);
        true
    }
}

/// What has been consumed of a line: the pieces of a document need not start lines.
#[derive(Clone, Copy, Default)]
struct Lead {
    bytes: usize,
    characters: usize,
}

impl Lead {
    /// Adds a text that has been consumed.
    fn add(&mut self, text: &[u8]) {
        let rest = match memchr::memrchr2(b'\n', b'\r', text) {
            Some(at) => {
                *self = Lead::default();
                &text[at + 1..]
            }
            None => text,
        };
        self.bytes += rest.len();
        let is_first = |byte: &&u8| (**byte as i8) >= -0x40;
        self.characters += rest.iter().filter(is_first).count();
    }
}

/// Reads the only puzzle of a text, in any form. The record's spans count from the start of the
/// text.
///
/// # Errors
/// If the text contains no puzzle or several, or if its puzzle cannot be read.
pub fn read_puzzle(text: &[u8], options: ReadOptions) -> Result<Record, Problem> {
    let read = read_puzzle_until(text, options, CancelToken::new())?;
    Ok(read.expect("a token that nobody else has is not cancelled"))
}

/// Reads the only puzzle of a text like [`read_puzzle`], or returns `None` if the token is cancelled
/// before the end of the text.
///
/// # Errors
/// If the text contains no puzzle or several, or if its puzzle cannot be read.
pub fn read_puzzle_until(
    text: &[u8],
    options: ReadOptions,
    cancel: CancelToken,
) -> Result<Option<Record>, Problem> {
    let mut reader = Reader::new(text, options).cancelled_by(cancel);
    let (mut piece, mut offset, mut only) = (Piece::default(), 0, None);
    loop {
        match reader.read(&mut piece) {
            Ok(true) => {}
            Ok(false) => break,
            // Reading from memory fails only if it is cancelled.
            Err(_) => return Ok(None),
        }
        let length = piece.text.len();
        match std::mem::replace(&mut piece.content, Content::Verbatim) {
            Content::Verbatim => {}
            Content::Unreadable(problem) => return Err(problem),
            Content::Puzzle(mut record) => {
                if only.is_some() {
                    let span = Span::new(0, length);
                    let (place, excerpt) = locate(&piece.text, piece.line, span);
                    let message = "found several puzzles; expected one";
                    let help = "give them one at a time";
                    return Err(Problem::new(ProblemCode::SeveralPuzzles, message, help).at(
                        place,
                        excerpt,
                        "the second puzzle",
                    ));
                }
                record.map_spans(|at| at + offset as u32);
                only = Some(record);
            }
        }
        offset += length;
    }
    match only {
        Some(record) => Ok(Some(record)),
        None => Err(Problem::new(
            ProblemCode::NoPuzzle,
            "the input contains no puzzle",
            "give the text of one puzzle",
        )),
    }
}
