//! Puzzles below a header, which says what their shape or their symbols are.

use crate::format::forms::grid::header::{self, Fact, Header, Meaning};
use crate::format::forms::line;
use crate::format::read::line_signs::has_empty_fields;
use crate::format::read::lines::{Line, LineKind, Lines, kind_of};
use crate::format::read::segment::{Segment, line_ends};
use crate::format::read::text::{Found, Splitter};
use crate::format::{Content, ReadOptions, Record};
use crate::problem::ProblemCode;
use crate::shape::{MIN_SIZE, Shape};

impl<'a> Splitter<'a> {
    /// Returns the puzzle below the header at a line; nothing if the line is not a header. `outer`
    /// is false below another header.
    pub(super) fn headed(&self, line: Line, ahead: &mut Lines<'a>, outer: bool) -> Option<Found> {
        let first = self.header_facts(line)?;
        let listed = matches!(first[..], [Fact::Symbols(_)]);
        if listed && self.options.symbols.is_some() {
            return None;
        }
        let (facts, row) = self.facts_above(first, line, ahead)?;
        let mut found = self.below(row, ahead, outer);
        let plain = found.as_ref().and_then(Found::record);
        let mut header = match plain {
            Some(record) => match self.header_of(&facts, record) {
                Ok(header) => Some(header?),
                Err(message) => return Some(self.bad_header(line, found?.end, message)),
            },
            None => None,
        };
        // What a header says may be what makes a grid readable.
        if header.is_none() {
            for size in header::claimed_sizes(&facts) {
                let Some(claimed) = claimed_header(&facts, size) else {
                    continue;
                };
                let options = claimed.options(self.options);
                let again = self.with_options(&options).below(row, ahead, outer);
                if again.as_ref().and_then(Found::record).is_some() {
                    (found, header) = (again, Some(claimed));
                    break;
                }
            }
        }
        let (mut found, header) = match (found, header) {
            (Some(found), Some(header)) => (found, header),
            (Some(found), None) if header::is_certain(&facts) => {
                return Some(self.below_lines(found));
            }
            _ => return None,
        };
        if listed {
            // The line may also be the first row of a grid.
            ahead.at = line.start;
            let row_instead = self.puzzle_at(line, ahead);
            let is_row = |instead: &Found| {
                let first = instead.record().and_then(|record| record.cells.first());
                first.is_some_and(|cell| instead.base + (cell.start as usize) < line.end)
            };
            if row_instead.is_some_and(|instead| instead.obeys_rules() && is_row(&instead)) {
                if !found.obeys_rules() {
                    return None;
                }
                let message = "the line may list the symbols, or be the first row".to_string();
                return Some(self.bad_header(line, found.end, message));
            }
        }
        let options = header.options(self.options);
        let differs = found.record().is_some_and(|record| header.changes(record));
        if self.options.shape.is_none() && differs {
            let again = self.with_options(&options).below(row, ahead, outer);
            found = again.filter(|found| found.record().is_some())?;
        }
        if let Content::Puzzle(record) = &mut found.content {
            // A list of symbols may be a second header.
            let second = record.header.as_ref().map(|header| header.above);
            record.header = Some(Box::new(Header {
                above: second.unwrap_or(row.start),
                ..header
            }));
        }
        Some(self.below_lines(found))
    }

    /// Returns the puzzle at the first row below a header, which may list symbols.
    fn below(&self, row: Line, ahead: &Lines<'a>, lists_symbols: bool) -> Option<Found> {
        let mut lines = ahead.clone();
        lines.at = row.start;
        let list = lists_symbols.then(|| self.headed(row, &mut lines, false));
        let found = list.flatten().or_else(|| {
            lines.at = row.start;
            self.puzzle_at(row, &mut lines)
        });
        self.needs_more
            .set(self.needs_more.get() | lines.needs_more);
        found
    }

    /// Returns what a line says about the grids below it.
    fn header_facts(&self, line: Line) -> Option<Vec<Fact>> {
        // A number among empty cells is a row.
        if has_empty_fields(line.of(self.text)) {
            return None;
        }
        let content = line.trimmed(self.text).of(self.text);
        let uncommented = match content {
            [b'#' | b';' | b'%', rest @ ..] | [b'/', b'/', rest @ ..] => rest,
            _ => content,
        };
        let commented = uncommented.len() < content.len();
        // Two blanks next to each other are cells, not words around a number.
        let is_row = |pair: &[u8]| pair[0] == pair[1] && b"._*?".contains(&pair[0]);
        if uncommented.windows(2).any(is_row) {
            return None;
        }
        let facts = header::facts(uncommented)?;
        let counts = match &facts[..] {
            [Fact::Mentioned(..), ..] => {
                commented || kind_of(content, self.options) == LineKind::Prose
            }
            [Fact::Numbers(_) | Fact::Symbols(_)] => !commented,
            _ => true,
        };
        counts.then_some(facts)
    }

    /// Collects the facts of the lines from a header to the first row below it.
    fn facts_above(
        &self,
        mut facts: Vec<Fact>,
        line: Line,
        ahead: &mut Lines<'a>,
    ) -> Option<(Vec<Fact>, Line)> {
        ahead.at = line.next;
        for _ in 0..MOST_HEADER_LINES {
            let next = ahead.next()?;
            let kind = kind_of(next.of(self.text), self.options);
            if kind == LineKind::Blank {
                continue;
            }
            if matches!(facts[..], [Fact::Symbols(_)]) {
                return Some((facts, next));
            }
            match self.header_facts(next) {
                Some(more) if is_header_line(&more) => facts.extend(more),
                _ if matches!(kind, LineKind::Comment | LineKind::Prose)
                    && line::find(&self.segment(next)).is_none() => {}
                _ => return Some((facts, next)),
            }
        }
        None
    }

    /// Returns what the facts mean for a puzzle that was read without them; nothing if they are
    /// about something else.
    fn header_of(&self, facts: &[Fact], record: &Record) -> Result<Option<Header>, String> {
        let size = record.puzzle.shape().size();
        let listed = facts.iter().find_map(|fact| match fact {
            Fact::Symbols(symbols) => Some(symbols),
            _ => None,
        });
        let symbols = match listed {
            Some(symbols) if symbols.len() != size => return Ok(None),
            Some(symbols) => header::listed_symbols(symbols, record)?,
            None => None,
        };
        let boxes = match header::meaning(facts, size) {
            Meaning::Nothing if listed.is_none() => return Ok(None),
            Meaning::Nothing => None,
            Meaning::Boxes(boxes) => boxes,
            Meaning::Contradiction(_) if self.options.shape.is_some() => None,
            Meaning::Contradiction(message) => return Err(message),
        };
        let shape = boxes.and_then(|(rows, columns)| Shape::boxes(rows, columns).ok());
        let read = record.puzzle.shape();
        if let Some(shape) = &shape
            && self.options.shape.is_none()
            && record.drawn
            && read != shape
        {
            return Err(format!(
                "the header says boxes of {shape} cells, but the grid below shows {read}"
            ));
        }
        Ok(Some(Header {
            size,
            shape,
            symbols,
            above: 0,
        }))
    }

    /// Reads a puzzle again as the last header of the file says.
    pub(super) fn with_header(
        &self,
        header: &Header,
        line: Line,
        ahead: &Lines<'a>,
        found: Found,
    ) -> Found {
        let is_drawn = found.record().is_some_and(|record| record.drawn);
        if self.options.shape.is_some() || is_drawn {
            return found;
        }
        let options = header.options(self.options);
        let again = self.with_options(&options).below(line, ahead, false);
        again
            .filter(|again| again.record().is_some())
            .unwrap_or(found)
    }

    fn with_options<'b>(&self, options: &'b ReadOptions) -> Splitter<'b>
    where
        'a: 'b,
    {
        Splitter { options, ..*self }
    }

    /// Makes a puzzle's problem count the lines above it in the piece.
    fn below_lines(&self, mut found: Found) -> Found {
        if let Content::Unreadable(problem) = &mut found.content {
            let above = line_ends(&self.text[..found.base]);
            for label in &mut problem.labels {
                label.place.line += above;
            }
        }
        found
    }

    fn bad_header(&self, line: Line, end: usize, message: String) -> Found {
        let segment = Segment {
            text: &self.text[..end],
            line: self.number,
            options: self.options,
            convention: None,
        };
        let problem = segment.problem(
            ProblemCode::BoardSize,
            line.trimmed(self.text),
            message,
            "the header",
            "correct or remove the header, or name the shape: --shape 3x2 is boxes of 3 rows and \
             2 columns",
        );
        Found {
            base: 0,
            end,
            content: Content::Unreadable(problem),
        }
    }
}

/// The most lines that are searched for the grid below a header.
pub(super) const MOST_HEADER_LINES: usize = 8;

/// Returns whether a line below a header belongs to it: rows of a grid may look like some headers.
fn is_header_line(facts: &[Fact]) -> bool {
    match facts {
        [Fact::Numbers(numbers)] => numbers.len() < MIN_SIZE,
        [Fact::Symbols(_)] => false,
        _ => true,
    }
}

/// Returns what a header says about a board of this size.
fn claimed_header(facts: &[Fact], size: usize) -> Option<Header> {
    let symbols = facts.iter().find_map(|fact| match fact {
        Fact::Symbols(symbols) if symbols.len() == size => Some(symbols),
        _ => None,
    });
    let symbols = symbols.and_then(|symbols| String::from_iter(symbols).parse().ok());
    let boxes = match header::meaning(facts, size) {
        Meaning::Boxes(boxes) => boxes,
        Meaning::Nothing if symbols.is_some() => None,
        _ => return None,
    };
    let shape = match boxes {
        Some((rows, columns)) => Shape::boxes(rows, columns).ok()?,
        None => Shape::with_size(size).ok()?,
    };
    Some(Header {
        size,
        shape: Some(shape),
        symbols,
        above: 0,
    })
}
