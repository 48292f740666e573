//! Puzzles on one line: a run of symbols, with any columns around it.

use crate::format::forms::cells::{Cells, is_plain};
use crate::format::forms::companions;
use crate::format::forms::sizes::{
    RunContent, is_usual, nearest_size, run_content, shape_of, size_of,
};
use crate::format::read::characters::ESCAPE;
use crate::format::read::lines::{Line, Lines, split, trim};
use crate::format::read::segment::{Segment, characters, counted, length_of};
use crate::format::symbols::alphabet::{Alphabet, Hints, Tally, Undecided};
use crate::format::symbols::tokens::{cell_number, is_blank, number};
use crate::format::{Form, Record, Span, Symbols};
use crate::problem::{Problem, ProblemCode};
use crate::shape::{MAX_SIZE, MIN_SIZE};

/// Reads the symbols of a span, one character each, as a puzzle: its cells, or the candidates of
/// its cells. `expected` is the size shown by other puzzles.
pub(crate) fn read_run(
    segment: &Segment,
    span: Span,
    expected: Option<usize>,
) -> Result<Record, Problem> {
    let record = read_symbols(segment, span, expected);
    record.map_err(|problem| problem.in_field(span))
}

fn read_symbols(segment: &Segment, span: Span, expected: Option<usize>) -> Result<Record, Problem> {
    let count = characters(segment.bytes(span)).count();
    let Some(board) = run_content(count, segment.options.shape.as_ref()) else {
        return Err(wrong_length(segment, span, count, expected));
    };
    let start = span.start as usize;
    let mut starts: Vec<usize> = characters(segment.bytes(span))
        .map(|(at, _)| start + at)
        .collect();
    starts.push(span.end as usize);
    let width = match board {
        RunContent::Cells(_) => 1,
        RunContent::Candidates(size) => size,
    };
    let ends = starts.iter().step_by(width);
    let spans = ends.clone().zip(ends.skip(1));
    let cells = Cells {
        size: board.size(),
        spans: spans.map(|(start, end)| Span::new(*start, *end)).collect(),
        field: span,
        form: match board {
            RunContent::Cells(_) => Form::Line,
            RunContent::Candidates(_) => Form::CandidateLine,
        },
        drawn: None,
    };
    match board {
        RunContent::Cells(_) => cells.characters(segment),
        RunContent::Candidates(_) => cells.candidates(segment),
    }
}

/// Creates the problem of a line with a wrong number of symbols.
fn wrong_length(segment: &Segment, span: Span, count: usize, expected: Option<usize>) -> Problem {
    let (size, asked) = match (&segment.options.shape, expected) {
        (Some(shape), _) => (shape.size(), format!(" (--shape {shape})")),
        (None, Some(expected)) => (expected, String::new()),
        (None, None) => (nearest_size(count), String::new()),
    };
    let cells = size * size;
    let symbols = counted(count, "symbol");
    let help = match count < cells {
        true => "add the missing symbols; write 0 or . for an empty cell",
        false => "remove the extra symbols",
    };
    segment.problem(
        ProblemCode::BoardSize,
        span,
        format!("this line has {symbols}; a {size}×{size} puzzle{asked} has {cells}"),
        symbols,
        help,
    )
}

/// The puzzle of a line.
pub(crate) enum LinePuzzle {
    /// A column of symbols.
    Run(Span),
    /// Separated symbols.
    Spread(Spread, Vec<Span>),
}

/// What the separated cells of a line are.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Spread {
    /// Groups of characters.
    Characters,
    /// Numbers, or single characters.
    Tokens,
}

impl LinePuzzle {
    /// Returns the number of cells, or of candidates.
    pub fn symbols(&self, segment: &Segment) -> usize {
        match self {
            LinePuzzle::Run(span) => characters(segment.bytes(*span)).count(),
            LinePuzzle::Spread(_, cells) => cells.len(),
        }
    }

    /// Adds the characters of the cells to a tally.
    pub fn count_symbols(&self, segment: &Segment, tally: &mut Tally) {
        let spans = match self {
            LinePuzzle::Run(span) => std::slice::from_ref(span),
            LinePuzzle::Spread(_, cells) => cells,
        };
        let symbols = spans
            .iter()
            .flat_map(|span| characters(segment.bytes(*span)));
        symbols.for_each(|(_, character)| tally.add(character));
    }

    pub fn read(self, segment: &Segment) -> Result<Record, Problem> {
        let (spread, spans) = match self {
            LinePuzzle::Run(span) => {
                let line = Lines::new(segment.text, true).next();
                let columns = line.map_or_else(Vec::new, |line| columns(segment, line));
                let read = |column| read_run(segment, column, None);
                return companions::read_line(segment, span, &columns, read);
            }
            LinePuzzle::Spread(spread, spans) => (spread, spans),
        };
        let field = match (spans.first(), spans.last()) {
            (Some(first), Some(last)) => Span {
                start: first.start,
                end: last.end,
            },
            _ => Span::default(),
        };
        let cells = Cells {
            size: spans.len().isqrt(),
            spans,
            field,
            form: Form::Line,
            drawn: None,
        };
        let record = match spread {
            Spread::Characters => cells.characters(segment),
            Spread::Tokens => cells.tokens(segment),
        };
        record.map_err(|problem| problem.in_field(field))
    }
}

/// Finds the puzzle of the segment's only line: a column of symbols, a cell for each token, groups
/// of symbols, or exactly as many characters as a board has cells, with spaces for the empty ones.
pub(crate) fn find(segment: &Segment) -> Option<LinePuzzle> {
    let line = Lines::new(segment.text, true).next()?;
    let columns = columns(segment, line);
    let grouped = same_length(segment, &columns);
    // Rows side by side: a row may look like a puzzle of its own.
    if grouped == Some(columns.len())
        && let Some(found) = grouped_cells(segment, &columns)
    {
        return Some(found);
    }
    let column = columns
        .iter()
        .copied()
        .find(|column| fits(segment, *column));
    match column {
        Some(column) => Some(LinePuzzle::Run(column)),
        None if columns.len() == 1 => joined_rows(segment, line),
        None => tokens(segment, &columns)
            .or_else(|| grouped.and_then(|_| grouped_cells(segment, &columns)))
            .or_else(|| blanks_as_cells(segment, line))
            .or_else(|| joined_rows(segment, line))
            .or_else(|| empty_fields(segment, line)),
    }
}

/// Reads the segment's only line as a puzzle, or reports its problem. `expected` is the size shown
/// by other lines of the file.
pub(crate) fn read(segment: &Segment, expected: Option<usize>) -> Result<Record, Problem> {
    if let Some(whole) = find(segment) {
        return whole.read(segment);
    }
    let line = Lines::new(segment.text, true).next();
    let columns = line.map_or_else(Vec::new, |line| columns(segment, line));
    let count = |column: &Span| characters(segment.bytes(*column)).count();
    let shape = segment.options.shape.as_ref();
    let size = |column: &&Span| match (run_content(count(column), shape), expected) {
        (Some(board), Some(expected)) => board.size() == expected,
        (board, _) => board.is_some(),
    };
    if let Some(column) = columns.iter().find(size) {
        return read_run(segment, *column, expected);
    }
    let (Some(first), Some(last)) = (columns.first(), columns.last()) else {
        return Err(wrong_length(segment, Span::default(), 0, expected));
    };
    let longest = columns.iter().copied().max_by_key(count);
    // Words are not the columns of a puzzle; report the line as a whole.
    let longest = longest.filter(|column| count(column) >= MIN_SIZE * MIN_SIZE);
    let (span, symbols) = match longest {
        Some(column) => (column, count(&column)),
        None => (
            Span {
                start: first.start,
                end: last.end,
            },
            columns.iter().map(count).sum(),
        ),
    };
    Err(wrong_length(segment, span, symbols, expected).in_field(span))
}

/// Returns the columns of a line.
fn columns(segment: &Segment, line: Line) -> Vec<Span> {
    let options = segment.options;
    let separates = |c: char| {
        (c.is_whitespace() || c == ESCAPE || matches!(c, ',' | ';' | '|' | '"'))
            && !options.is_blank(c)
    };
    let text = line.of(segment.text);
    let columns = split(text, separates).into_iter();
    columns
        .map(|span| {
            let title = title_length(span.of(text));
            let start = line.start + span.start as usize;
            let column = Span::new(start + title, line.start + span.end as usize);
            without_comment(segment, column)
        })
        .collect()
}

/// Returns a column without the comment that follows its cells at once: `53..7…#83`.
fn without_comment(segment: &Segment, column: Span) -> Span {
    let text = segment.bytes(column);
    let cells = match memchr::memchr(b'#', text) {
        Some(length) if length >= MIN_SIZE * MIN_SIZE => Span {
            end: column.start + length as u32,
            ..column
        },
        _ => return column,
    };
    match !fits(segment, column) && fits(segment, cells) {
        true => cells,
        false => column,
    }
}

/// Returns the length of a name before a long column: `puzzle=53..7…`, `Puzzle:53..7…`.
fn title_length(column: &[u8]) -> usize {
    let is_letter = column.first().is_some_and(u8::is_ascii_alphabetic);
    let is_name = |byte: &u8| byte.is_ascii_alphanumeric() || *byte == b'_';
    let name = column.iter().take_while(|byte| is_name(byte)).count();
    match column.get(name) {
        Some(b':' | b'=') if is_letter && column.len() > name + MIN_SIZE * MIN_SIZE => name + 1,
        _ => 0,
    }
}

/// Returns whether a column has as many characters as a board has cells, all with a meaning.
pub(crate) fn fits(segment: &Segment, column: Span) -> bool {
    let text = segment.bytes(column);
    // Cheaper than counting: most columns are far too short.
    if text.len() < 16 {
        return false;
    }
    let board = run_content(characters(text).count(), segment.options.shape.as_ref());
    board.is_some_and(|board| {
        let size = board.size();
        let is_digit = |byte: &u8| byte.is_ascii_digit() && usize::from(byte - b'0') <= size;
        // Nearly all columns of this length are digits and one or two of the usual blanks.
        is_plain(size, segment)
            && shape_of(size, segment.options).is_ok()
            && text.iter().all(|byte| *byte == b'.' || is_digit(byte))
            || reads(&Tally::of(text), size, segment)
    })
}

/// Returns whether symbols are those of a board of this size. Strokes alone are a ruler, not a
/// puzzle.
fn reads(tally: &Tally, size: usize, segment: &Segment) -> bool {
    let stroke = |c: char| "-_=*+~".contains(c) && !segment.options.is_blank(c);
    let hints = Hints::new(segment.options, segment.convention);
    shape_of(size, segment.options).is_ok()
        && !tally.seen().all(stroke)
        && match Alphabet::find(tally, size, hints) {
            Ok(alphabet) => alphabet.reads_all(tally),
            Err(Undecided::Ambiguous(_)) => true,
            Err(Undecided::TooLarge(_)) => false,
        }
}

/// Returns the cells of all rows on one line: `53..7..../6..195.../…`, `9,0,0.0,5,0.`, or with `\n`
/// written as two characters.
fn joined_rows(segment: &Segment, line: Line) -> Option<LinePuzzle> {
    let span = line.trimmed(segment.text);
    let content = segment.bytes(span);
    let fits = (MIN_SIZE * MIN_SIZE..LONGEST_JOINED).contains(&content.len());
    if !fits || !content.iter().any(u8::is_ascii_digit) {
        return None;
    }
    const MARKS: [&[u8]; 5] = [b"\\n", b"/", b";", b"|", b"."];
    MARKS.iter().find_map(|mark| {
        let content = content.strip_suffix(*mark).unwrap_or(content);
        let found = memchr::memmem::find_iter(content, mark);
        let ends: Vec<usize> = found.chain([content.len()]).collect();
        let size = ends.len();
        if !is_usual(size) || ends[0] > 4 * MAX_SIZE {
            return None;
        }
        let (mut start, mut cells, mut separated) = (0, Vec::with_capacity(size * size), false);
        for end in ends {
            let row = Span::new(span.start as usize + start, span.start as usize + end);
            let row_cells = cells_of_row(segment, row);
            separated |= row_cells.iter().any(|cell| cell.end - cell.start > 1);
            if row_cells.len() != size {
                return None;
            }
            cells.extend(row_cells);
            start = end + mark.len();
        }
        let spread = match separated {
            true => Spread::Tokens,
            false => Spread::Characters,
        };
        let mut tally = Tally::new();
        for cell in &cells {
            characters(segment.bytes(*cell)).for_each(|(_, c)| tally.add(c));
        }
        let wanted = segment.options.shape.as_ref();
        let is_board = wanted.is_none_or(|shape| shape.size() == size);
        (is_board && (separated || reads(&tally, size, segment)))
            .then_some(LinePuzzle::Spread(spread, cells))
    })
}

/// The longest line of joined rows: 64 rows of 64 numbers with separators.
const LONGEST_JOINED: usize = MAX_SIZE * MAX_SIZE * 4;

/// Returns the cells of one of several rows on a line: fields, tokens, or characters.
fn cells_of_row(segment: &Segment, row: Span) -> Vec<Span> {
    let text = segment.bytes(row);
    let start = row.start as usize;
    let shifted = |spans: Vec<Span>| -> Vec<Span> {
        let moved = |span: Span| span.moved(|at| at + row.start);
        spans.into_iter().map(moved).collect()
    };
    let separates = |c: char| c.is_whitespace() || matches!(c, ',' | '"' | '\'');
    let tokens = split(text, separates);
    match tokens.len() {
        1 => characters(text)
            .filter(|(_, c)| !separates(*c))
            .map(|(at, c)| Span::new(start + at, start + at + length_of(c)))
            .collect(),
        _ => shifted(tokens),
    }
}

/// Returns the fields of a line, empty ones included, if they form a board.
fn empty_fields(segment: &Segment, line: Line) -> Option<LinePuzzle> {
    let text = line.of(segment.text);
    let separator = *text.iter().find(|byte| b",;\t".contains(byte))?;
    let count = memchr::memchr_iter(separator, text).count();
    let is_board =
        |fields: &usize| size_of(*fields, segment.options.shape.as_ref()).is_some_and(is_usual);
    // A separator may end the line.
    let ends = text.trim_ascii_end().ends_with(&[separator]);
    let fields = Some(count + 1)
        .filter(is_board)
        .or(Some(count).filter(|fields| ends && is_board(fields)))?;
    let (mut start, mut cells, mut numbers) = (line.start, Vec::with_capacity(fields), false);
    for field in text.split(|byte| *byte == separator).take(fields) {
        let span = trim(segment.text, Span::new(start, start + field.len()));
        let token = segment.bytes(span);
        let is_cell = token.is_empty()
            || is_blank(token, segment.options.blank)
            || number(token).is_some_and(|number| number <= fields.isqrt());
        if !is_cell {
            return None;
        }
        numbers |= !token.is_empty();
        cells.push(span);
        start += field.len() + 1;
    }
    numbers.then_some(LinePuzzle::Spread(Spread::Tokens, cells))
}

fn same_length(segment: &Segment, columns: &[Span]) -> Option<usize> {
    let length = |column: &Span| characters(segment.bytes(*column)).count();
    let first = length(columns.first()?);
    let same = columns.len() > 1 && columns.iter().all(|column| length(column) == first);
    same.then_some(first)
}

/// Returns the characters of all columns, if together they form a board.
fn grouped_cells(segment: &Segment, columns: &[Span]) -> Option<LinePuzzle> {
    let mut cells = Vec::new();
    let mut tally = Tally::new();
    for column in columns {
        for (at, character) in characters(segment.bytes(*column)) {
            let start = column.start as usize + at;
            cells.push(Span::new(start, start + length_of(character)));
            tally.add(character);
        }
    }
    let size = size_of(cells.len(), segment.options.shape.as_ref())?;
    reads(&tally, size, segment).then_some(LinePuzzle::Spread(Spread::Characters, cells))
}

/// Returns a cell for each token, if they form a board: numbers, or single characters.
fn tokens(segment: &Segment, columns: &[Span]) -> Option<LinePuzzle> {
    let size = size_of(columns.len(), segment.options.shape.as_ref())?;
    shape_of(size, segment.options).ok()?;
    let mut tally = Tally::new();
    let mut numbers = true;
    let mut single = true;
    for column in columns {
        let token = segment.bytes(*column);
        let blank = is_blank(token, segment.options.blank);
        numbers &= blank || cell_number(token).is_some_and(|number| number <= size);
        single &= characters(token).nth(1).is_none();
        characters(token).for_each(|(_, c)| tally.add(c));
    }
    let fit = numbers || single && reads(&tally, size, segment);
    fit.then(|| LinePuzzle::Spread(Spread::Tokens, columns.to_vec()))
}

/// Returns every character of the line, if they form a board of values and spaces.
fn blanks_as_cells(segment: &Segment, line: Line) -> Option<LinePuzzle> {
    let text = line.of(segment.text);
    let count = characters(text).count();
    let size = size_of(count, segment.options.shape.as_ref()).filter(|size| *size <= 9)?;
    let is_value = |c: char| Symbols::FromOne.value_of(c, size).is_some();
    let mut space = None;
    let is_space = |c: char| c.is_whitespace() && !c.is_control() && *space.get_or_insert(c) == c;
    let mut symbols = characters(text).map(|(_, c)| c);
    let fit = shape_of(size, segment.options).is_ok()
        && characters(text)
            .map(|(_, c)| c)
            .filter(|c| !is_value(*c))
            .all(is_space)
        && symbols.any(is_value);
    let cells = || {
        let starts = characters(text).map(|(at, c)| (line.start + at, length_of(c)));
        starts.map(|(start, length)| Span::new(start, start + length))
    };
    fit.then(|| LinePuzzle::Spread(Spread::Characters, cells().collect()))
}

#[cfg(test)]
mod tests {
    use crate::format::{ReadOptions, read_puzzle};

    #[test]
    fn a_field_too_many_is_not_left_out() {
        let read = |text: &str| read_puzzle(text.as_bytes(), ReadOptions::default());
        let cells = "1,,,,,,2,,,3,,,,,,4";
        for text in [format!("{cells}\n"), format!("{cells},\n")] {
            assert_eq!(read(&text).unwrap().puzzle.to_string(), "1.....2..3.....4");
        }
        for text in [format!("7,{cells}\n"), format!("{cells},3\n")] {
            assert!(read(&text).is_err(), "{text}");
        }
        let numbers = ["0"; 80].join(",");
        assert!(read(&format!("7,{numbers},5\n")).is_err());
    }
}
