//! Splits plain text into lines that are puzzles, grids in blocks of lines, and the text between
//! them.
//!
//! Each piece is found from its own lines, so a file may mix forms.

use std::cell::{Cell, OnceCell};

use crate::Problem;
use crate::format::forms::grid::reading::Reading;
use crate::format::forms::grid::{Block, starts_fields};
use crate::format::forms::line::{self, LinePuzzle, Spread};
use crate::format::forms::{hodoku, link, list};
use crate::format::read::embedded::is_embedded;
use crate::format::read::lines::{Line, LineKind, Lines, is_row_of_marks, kind_of, split};
use crate::format::read::segment::{Segment, characters};
use crate::format::symbols::alphabet::{Tally, fits_any};
use crate::format::symbols::tokens;
use crate::format::symbols::tokens::BLANKS;
use crate::format::{Content, Form, ReadOptions, Record, Span, Symbols};
use crate::shape::{MAX_SIZE, MIN_SIZE};

/// The longest text between puzzles that becomes one piece.
const VERBATIM: usize = 64 * 1024;

/// What the puzzles read so far show about the file.
#[derive(Default)]
pub(crate) struct FileContext {
    /// The convention of its symbols.
    pub convention: Option<Symbols>,
    /// The size of the last puzzle, if it was on one line.
    pub line_size: Option<usize>,
    /// The form of the last puzzle.
    pub form: Option<Form>,
    /// The size of the last puzzle, if it was an array in source text.
    pub array_size: Option<usize>,
    /// Why the first array that is no puzzle is none.
    pub passed_over: OnceCell<Problem>,
}

impl FileContext {
    pub fn learn(&mut self, record: &Record) {
        let size = record.puzzle.shape().size();
        let is_new = self.convention.as_ref() != Some(&record.symbols);
        if size > 9 && record.symbols != Symbols::Numbers && is_new {
            self.convention = Some(record.symbols.clone());
        }
        let in_one_line = matches!(record.form, Form::Line | Form::CandidateLine);
        self.line_size = in_one_line.then_some(size);
        self.form = Some(record.form);
        self.array_size = (record.form == Form::Code).then_some(size);
    }
}

/// The next piece of a text.
pub(crate) struct NextPiece {
    /// Its length in bytes.
    pub length: usize,
    pub content: Content,
}

/// Finds the next piece of a text. If `lines.needs_more` is set afterwards, the text ended too
/// early: find the piece again when there is more.
pub(crate) fn next_piece(
    lines: &mut Lines,
    number: usize,
    options: &ReadOptions,
    context: &FileContext,
) -> NextPiece {
    let splitter = Splitter {
        text: lines.text,
        number,
        options,
        context,
        searched: Cell::new(0),
    };
    if let Some(found) = splitter.embedded_next(lines) {
        return found;
    }
    loop {
        let before = lines.at;
        let Some(line) = lines.next() else {
            return NextPiece {
                length: lines.at,
                content: Content::Verbatim,
            };
        };
        let mut ahead = lines.clone();
        ahead.at = before;
        let found = splitter.puzzle_at(line, &mut ahead);
        lines.needs_more |= ahead.needs_more;
        match found {
            Some(found) if before == 0 => return found,
            None if line.next < VERBATIM => {}
            found => {
                return NextPiece {
                    length: if found.is_some() { before } else { line.next },
                    content: Content::Verbatim,
                };
            }
        }
    }
}

/// Decides what starts at a line.
pub(super) struct Splitter<'a> {
    pub text: &'a [u8],
    pub number: usize,
    pub options: &'a ReadOptions,
    pub context: &'a FileContext,
    /// The offset before which no line starts an array.
    pub searched: Cell<usize>,
}

/// The readings that the options allow.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Allowed {
    Everything,
    Lines,
    Grids,
    Only(Form),
}

impl<'a> Splitter<'a> {
    /// Returns the puzzle that starts at a line, or nothing if the line is not part of one.
    fn puzzle_at(&self, line: Line, ahead: &mut Lines<'a>) -> Option<NextPiece> {
        let content = line.of(self.text);
        let kind = match kind_of(content, self.options) {
            LineKind::Prose | LineKind::Blank if starts_fields(ahead, line) => LineKind::Row,
            LineKind::Comment if is_row_of_marks(ahead, line, std::iter::empty()) => LineKind::Row,
            kind => kind,
        };
        if matches!(kind, LineKind::Blank | LineKind::Comment) {
            let page = content.starts_with(b"#p=") && self.options.form.is_none_or(is_link);
            let found = page.then(|| link::find(&self.segment(line))).flatten();
            return found.map(|found| self.link(&found, line));
        }
        let allowed = self.allowed();
        match allowed {
            Allowed::Only(Form::Hodoku) => return Some(self.single(line, hodoku::read)),
            Allowed::Only(form) if is_link(form) => {
                let found = link::find(&self.segment(line));
                return found.map(|found| self.link(&found, line));
            }
            Allowed::Only(Form::List) => return Some(self.single(line, list::read)),
            Allowed::Everything if is_hodoku(content) => {
                return Some(self.single(line, hodoku::read));
            }
            Allowed::Everything if is_list(content) => {
                return Some(self.single(line, list::read));
            }
            _ => {}
        }
        if let Some(found) = self.embedded(line, ahead, allowed) {
            return found;
        }
        let framed = matches!(kind, LineKind::Frame | LineKind::MaybeFrame);
        if allowed != Allowed::Grids
            && !framed
            && let Some(whole) = line::find(&self.segment(line))
        {
            let grid = self.grid_instead(&whole, line, ahead, allowed);
            return Some(grid.unwrap_or_else(|| self.whole_line(whole, line)));
        }
        if allowed == Allowed::Everything
            && let Some(found) = link::find(&self.segment(line))
        {
            return Some(self.link(&found, line));
        }
        match kind {
            // Words are a title or a comment, but not in a file of one puzzle per line.
            LineKind::Prose => self.bad_line_among_lines(line, allowed),
            _ if allowed == Allowed::Lines => (!framed).then(|| self.bad_line(line)),
            _ => self.grid_at(line, ahead),
        }
    }

    fn allowed(&self) -> Allowed {
        match self.options.form {
            None => Allowed::Everything,
            Some(Form::Line | Form::CandidateLine) => Allowed::Lines,
            Some(form @ (Form::Hodoku | Form::List)) => Allowed::Only(form),
            Some(form) if is_embedded(form) || is_link(form) => Allowed::Only(form),
            Some(_) => Allowed::Grids,
        }
    }

    /// Decides whether a line that could be a small puzzle is a row of a larger one: it is if as
    /// many lines as it has cells form a grid, and not all of these lines could be puzzles
    /// themselves.
    fn grid_instead(
        &self,
        whole: &LinePuzzle,
        line: Line,
        ahead: &mut Lines<'a>,
        allowed: Allowed,
    ) -> Option<NextPiece> {
        // Groups, and blanks as cells, can be split in other ways; the others are certain.
        let sure = !matches!(whole, LinePuzzle::Spread(Spread::Characters, _))
            && whole.symbols(&self.segment(line)) > MAX_SIZE;
        if allowed == Allowed::Lines || sure {
            return None;
        }
        let block = Block::ahead(ahead, self.options);
        let reading = block.best_reading().filter(|reading| reading.complete)?;
        let all_whole = self.are_puzzles(reading.lines());
        let spread = matches!(whole, LinePuzzle::Spread(Spread::Tokens, _));
        if all_whole && !spread {
            return None;
        }
        let grid = self.grid(&block, reading);
        // Separated cells are more often rows than puzzles, unless that breaks the rules.
        let obeys = match &grid.content {
            Content::Puzzle(record) => record.puzzle.check().is_ok(),
            _ => false,
        };
        (!all_whole || obeys).then_some(grid)
    }

    /// Returns whether each of these lines could be a puzzle, all of them in the same symbols.
    fn are_puzzles(&self, mut lines: impl Iterator<Item = Line>) -> bool {
        let mut tally = Tally::new();
        let mut size = MAX_SIZE;
        let all_whole = lines.all(|line| {
            let segment = self.segment(line);
            let whole = line::find(&segment);
            whole.is_some_and(|whole| {
                size = size.min(whole.symbols(&segment).isqrt());
                whole.count_symbols(&segment, &mut tally);
                true
            })
        });
        all_whole && fits_any(&tally, size, self.options)
    }

    /// Returns the grid that starts at a line, or its problem; nothing if the line is a title or a
    /// ruler.
    fn grid_at(&self, line: Line, ahead: &mut Lines<'a>) -> Option<NextPiece> {
        let cells = characters(line.of(self.text)).filter(|(_, c)| !c.is_whitespace());
        let cells = cells.count();
        let longest = split(line.of(self.text), |c| c.is_whitespace() || c == '|')
            .into_iter()
            .map(|token| token.end - token.start)
            .max();
        let block = Block::ahead(ahead, self.options);
        let reading = block.best_reading();
        if reading.as_ref().is_some_and(|reading| reading.complete) {
            return reading.map(|reading| self.grid(&block, reading));
        }
        let framed = kind_of(line.of(self.text), self.options) != LineKind::Row;
        let alone = reading.as_ref().is_none_or(|a| a.lines().count() == 1);
        let among_lines = self.context.line_size.is_some()
            || alone && cells >= MIN_SIZE * MIN_SIZE
            || self.line_follows(line, ahead);
        if !framed && (among_lines || reading.is_none() && longest > Some(MAX_SIZE as u32)) {
            return Some(self.bad_line(line));
        }
        // A word or a number above a grid is its title.
        if !framed && cells < MIN_SIZE {
            return None;
        }
        reading.map(|reading| self.grid(&block, reading))
    }

    /// Returns whether the next line is a puzzle of its own.
    fn line_follows(&self, line: Line, ahead: &mut Lines<'a>) -> bool {
        ahead.at = line.next;
        let is_content = |line: &Line| !line.trimmed(self.text).of(self.text).is_empty();
        let next = ahead.find(is_content);
        next.is_some_and(|next| {
            let is_row = kind_of(next.of(self.text), self.options) == LineKind::Row;
            is_row && line::find(&self.segment(next)).is_some()
        })
    }

    fn grid(&self, block: &Block, reading: Reading) -> NextPiece {
        let length = reading.end;
        let segment = Segment {
            text: &self.text[..length],
            line: self.number,
            options: self.options,
            convention: self.context.convention.as_ref(),
        };
        let ends = line_end(segment.text);
        let record = reading.read(&segment, block).map(|record| Record {
            separator: match ends {
                "" => "\n\n",
                end => end,
            },
            ..record
        });
        NextPiece {
            length,
            content: record.map_or_else(Content::Unreadable, Content::Puzzle),
        }
    }

    fn whole_line(&self, whole: LinePuzzle, line: Line) -> NextPiece {
        self.single(line, |segment| whole.read(segment))
    }

    /// Returns the problem of a line of words, if the puzzle before it was on one line, or if one
    /// of the words can only be a puzzle.
    fn bad_line_among_lines(&self, line: Line, allowed: Allowed) -> Option<NextPiece> {
        match self.context.form {
            _ if allowed == Allowed::Grids => None,
            Some(Form::Hodoku) => Some(self.single(line, hodoku::read)),
            Some(Form::List) => Some(self.single(line, list::read)),
            Some(Form::Line | Form::CandidateLine) => Some(self.bad_line(line)),
            _ => has_long_run(line.of(self.text)).then(|| self.bad_line(line)),
        }
    }

    fn bad_line(&self, line: Line) -> NextPiece {
        self.single(line, |segment| line::read(segment, self.context.line_size))
    }

    /// Returns the first link of a line, up to the second one.
    fn link(&self, found: &link::Found, line: Line) -> NextPiece {
        let end = (line.start + found.length).min(line.next);
        let part = Line {
            end: line.end.min(end),
            next: end,
            ..line
        };
        self.single(part, |segment| link::read(segment, found))
    }

    /// Returns a piece of one line.
    fn single(
        &self,
        line: Line,
        read: impl FnOnce(&Segment) -> Result<Record, Problem>,
    ) -> NextPiece {
        let segment = self.segment(line);
        let record = read(&segment).map(|record| Record {
            separator: if line_end(segment.text).is_empty() {
                "\n"
            } else {
                ""
            },
            ..record
        });
        NextPiece {
            length: segment.text.len(),
            content: record.map_or_else(Content::Unreadable, Content::Puzzle),
        }
    }

    /// Returns a line with its line end; only the line of a resulting piece needs its number.
    pub(super) fn segment(&self, line: Line) -> Segment<'a> {
        Segment {
            text: &self.text[line.start..line.next],
            line: self.number,
            options: self.options,
            convention: self.context.convention.as_ref(),
        }
    }
}

/// Returns whether a form is one of the links.
fn is_link(form: Form) -> bool {
    use Form::*;
    matches!(
        form,
        SudokuWiki | SudokuExchange | FPuzzles | SudokuPad | Link
    )
}

/// Returns the line end at the end of a text.
pub(crate) fn line_end(text: &[u8]) -> &'static str {
    match text {
        [.., b'\r', b'\n'] => "\r\n",
        [.., b'\n'] => "\n",
        [.., b'\r'] => "\r",
        _ => "",
    }
}

/// Returns whether a line has a column of digits and blanks that is too long for a row of a grid.
fn has_long_run(line: &[u8]) -> bool {
    let is_run = |column: &Span| {
        let column = column.of(line);
        let is_cell = |byte: &u8| byte.is_ascii_digit() || BLANKS.contains(&char::from(*byte));
        column.len() > MAX_SIZE
            && column.iter().all(is_cell)
            && column.iter().any(u8::is_ascii_digit)
    };
    let columns = split(line, |c| c.is_whitespace() || ",;|\"".contains(c));
    columns.iter().any(is_run)
}

/// Returns whether a line starts like HoDoKu's library lines: `:0401:` or `:0401-1:`.
fn is_hodoku(line: &[u8]) -> bool {
    let line = line.trim_ascii_start();
    match line {
        [b':', a, b, c, d, b':' | b'-', ..] => [a, b, c, d].iter().all(|b| b.is_ascii_digit()),
        _ => false,
    }
}

/// Returns whether a line is `name n box_rows box_columns v1 …`: a name, a size that is the product
/// of the box, and more numbers than a row has. If there are exactly as many cells as the size
/// needs, a wrong box or a name with blanks is a problem of a list line, not a sign of another
/// form.
fn is_list(line: &[u8]) -> bool {
    let tokens = split(line, char::is_whitespace);
    let number = |token: &Span| tokens::number(token.of(line)).filter(|n| *n <= MAX_SIZE);
    let names = tokens.iter().take_while(|token| number(token).is_none());
    let names = names.count();
    let is_name = |token: &Span| {
        let token = token.of(line);
        !tokens::is_blank(token, None) && token.iter().any(u8::is_ascii_alphanumeric)
    };
    let (name, rest) = tokens.split_at(names.max(1).min(tokens.len()));
    let [size, rows, columns, values @ ..] = rest else {
        return false;
    };
    match (number(size), number(rows), number(columns)) {
        (Some(size), Some(rows), Some(columns)) if size >= MIN_SIZE => {
            let exact = values.len() == size * size;
            let named = names > 0 && name.iter().all(is_name);
            let fits = rows * columns == size
                && (named && names == 1 && values.len() > size
                    || exact && names == 0 && tokens.len() > MAX_SIZE);
            fits || named && exact
        }
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn library_lines_start_with_a_technique() {
        assert!(is_hodoku(b":0401:3:9.567:"));
        assert!(is_hodoku(b"  :0000-1:x:"));
        assert!(!is_hodoku(b":04a1:"));
        assert!(!is_hodoku(b":---+---:"));
        assert!(!is_hodoku(b":"));
    }

    #[test]
    fn list_lines_have_a_name_a_size_and_a_box() {
        let values = " 0".repeat(36);
        assert!(is_list(format!("gen6 6 2 3{values}").as_bytes()));
        assert!(is_list(format!("gen6 6 2 3{}", &values[2..]).as_bytes()));
        assert!(is_list(format!("gen6 6 2 4{values}").as_bytes()));
        assert!(!is_list(format!("gen6 6 2 4{values} 0").as_bytes()));
        assert!(is_list(format!("my first 6 2 3{values}").as_bytes()));
        assert!(!is_list(format!("X 6 2 3{values}").as_bytes()));
        assert!(!is_list(format!("| . 6 2 3{values}").as_bytes()));
        assert!(!is_list(b"1 6 2 3 0 0 0 0 0 0 0 0 0 0 0 0"));
        assert!(!is_list(b"Grid 6 2 3"));
        assert!(is_list(format!("17 9 3 3{}", " 0".repeat(81)).as_bytes()));
    }
}
