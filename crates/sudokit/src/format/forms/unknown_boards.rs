//! Boards that are recognised only to be refused by name: Samurai sheets, whose five boards overlap,
//! killer puzzles, and tables of numbers.

use crate::format::forms::number_tables::NumberTable;
use crate::format::read::lines::{Line, LineKind, Lines, kind_of, split};
use crate::format::read::segment::{Segment, characters};
use crate::format::{ReadOptions, Span};
use crate::problem::{Problem, ProblemCode};
use crate::shape::MAX_SIZE;

/// A puzzle of a kind that Sudokit does not know.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Unknown {
    Samurai,
    Killer(&'static str),
    Table(NumberTable),
}

impl Unknown {
    /// Creates the problem of a puzzle.
    pub fn problem(self, segment: &Segment) -> Problem {
        let first = Lines::new(segment.text, true).next();
        let span = first.map_or(Span::default(), |line| line.trimmed(segment.text));
        let (message, label, help) = match self {
            Unknown::Samurai => (
                "this is a Samurai, five boards that overlap, which sudokit does not know yet"
                    .to_string(),
                "its first line",
                "write one of the 9×9 boards alone to solve it without the others",
            ),
            Unknown::Killer(name) => (
                format!("this is a killer puzzle ({name}), which sudokit does not know yet"),
                "cages instead of givens",
                "sudokit reads givens, regions, diagonals and windows",
            ),
            Unknown::Table(NumberTable::TooLarge(cells)) => (
                format!("the rows have {cells} cells; the largest board is {MAX_SIZE}×{MAX_SIZE}"),
                "its first row",
                "give each board fewer rows and columns",
            ),
            Unknown::Table(NumberTable::OtherNumbers(cells)) => (
                format!("most of these numbers are no values of a {cells}×{cells} puzzle"),
                "a table of other numbers",
                "give only the rows of the puzzle, with values from 1 and 0 for an empty cell",
            ),
            Unknown::Table(NumberTable::TooLong(cells)) => (
                format!("these are too many rows of {cells} cells for a board"),
                "a table of other numbers",
                "give as many rows as there are cells in a row",
            ),
        };
        let code = match self {
            Unknown::Table(_) => ProblemCode::BoardSize,
            _ => ProblemCode::UnsupportedForm,
        };
        segment.problem(code, span, message, label, help)
    }
}

/// The number of boards of a Samurai.
pub(crate) const SAMURAI_BOARDS: usize = 5;

/// Returns whether five boards are those of a Samurai: one of them shares a box with each of the
/// others, in the order of reading, and has the same values there.
pub(crate) fn overlap(boards: &[&[u8]]) -> bool {
    /// Values that agree by chance in fewer cells show nothing.
    const FEWEST_SHARED: usize = 6;
    if boards.len() != SAMURAI_BOARDS || boards.iter().any(|board| board.len() != 81) {
        return false;
    }
    let corner = |board: &[u8], number: usize| -> Vec<u8> {
        let first = number / 2 * 6 * 9 + number % 2 * 6;
        (0..9)
            .map(|cell| board[first + cell / 3 * 9 + cell % 3])
            .collect()
    };
    (0..boards.len()).any(|middle| {
        let others = (0..boards.len()).filter(|other| *other != middle);
        let shared = others.enumerate().map(|(number, other)| {
            let own = corner(boards[middle], number);
            let values = own.iter().filter(|value| **value != 0).count();
            (own == corner(boards[other], 3 - number)).then_some(values)
        });
        shared.sum::<Option<usize>>() >= Some(FEWEST_SHARED)
    })
}

/// Returns whether a line names a Samurai.
pub(crate) fn names_samurai(line: &[u8]) -> bool {
    const NAME: &[u8] = b"samurai";
    let starts = memchr::memchr2_iter(b's', b'S', line);
    starts.into_iter().any(|at| {
        let word = line.get(at..at + NAME.len());
        word.is_some_and(|word| word.eq_ignore_ascii_case(NAME))
    })
}

/// Returns the length of such a puzzle that starts at a line.
pub(crate) fn find(
    ahead: &mut Lines,
    line: Line,
    options: &ReadOptions,
) -> Option<(Unknown, usize)> {
    let text = line.trimmed(ahead.text).of(ahead.text);
    if is_killer_line(text) {
        return Some((Unknown::Killer("the form of PS, 3x3::k:"), line.next));
    }
    if text.starts_with(b"SumoCue") {
        return Some((Unknown::Killer("SumoCue"), sums_end(ahead, line)));
    }
    samurai(ahead, line, options).map(|end| (Unknown::Samurai, end))
}

/// `3x3::k:4353:4353:…`: the size of a box, letters for the rules, and a number for each cell.
fn is_killer_line(text: &[u8]) -> bool {
    let mut fields = text.splitn(4, |byte| *byte == b':');
    let (Some(size), Some(extras), Some(rules), Some(cells)) =
        (fields.next(), fields.next(), fields.next(), fields.next())
    else {
        return false;
    };
    let is_size = matches!(size, [b'1'..=b'9', b'x', b'1'..=b'9']);
    let are_letters = |field: &[u8]| field.iter().all(u8::is_ascii_alphabetic);
    let is_number = |byte: &u8| byte.is_ascii_digit() || *byte == b':';
    is_size
        && are_letters(extras)
        && are_letters(rules)
        && rules.contains(&b'k')
        && cells.iter().filter(|byte| is_number(byte)).count() * 2 > cells.len()
}

/// Returns the end of the lines of sums after SumoCue's heading.
fn sums_end(ahead: &mut Lines, line: Line) -> usize {
    ahead.at = line.next;
    let text = ahead.text;
    let is_sum = |line: &Line| {
        let line = line.trimmed(text).of(text);
        let is_known = |byte: &u8| byte.is_ascii_digit() || b"=+J \t".contains(byte);
        line.iter().any(|byte| b"=+".contains(byte)) && line.iter().all(is_known)
    };
    let mut end = line.next;
    // One cell per line at most.
    for next in ahead.take(81 + 1) {
        if !is_sum(&next) {
            break;
        }
        end = next.next;
    }
    end
}

/// The number of rows and columns of a Samurai.
const SIZE: usize = 21;

/// What a row of a Samurai may be.
#[derive(Clone, Copy, Default)]
struct Row {
    /// Two boards with a gap between them.
    outer: bool,
    /// Three boards that overlap.
    full: bool,
    /// The board in the middle, with gaps on both sides.
    middle: bool,
    /// How many values it has.
    values: usize,
}

/// Returns the end of a Samurai that starts at a line: 21 rows, with gaps where no board is.
fn samurai(ahead: &mut Lines, line: Line, options: &ReadOptions) -> Option<usize> {
    let text = ahead.text;
    if !row(line.of(text)).outer || !matches!(kind_of(line.of(text), options), LineKind::Row) {
        return None;
    }
    ahead.at = line.start;
    let (mut rows, mut values) = (0, 0);
    // Frames and blank lines between the rows.
    for next in ahead.take(3 * SIZE) {
        match kind_of(next.of(text), options) {
            LineKind::Blank | LineKind::Frame | LineKind::MaybeFrame => continue,
            // A gap may be written with the mark of a comment.
            LineKind::Comment | LineKind::Row => {}
            LineKind::Prose => return None,
        }
        let row = row(next.of(text));
        let fits = match rows {
            0..6 | 15..SIZE => row.outer,
            9..12 => row.middle,
            _ => row.full,
        };
        if !fits {
            return None;
        }
        rows += 1;
        values += row.values;
        if rows == SIZE {
            return (values >= SIZE).then_some(next.next);
        }
    }
    None
}

/// Returns what a line may be in a Samurai. Gaps are blanks or left out.
fn row(line: &[u8]) -> Row {
    // The widest line has 21 cells with separators and frames. Most lines have more symbols.
    let is_symbol = |byte: &&u8| !byte.is_ascii_whitespace() && !b",;|".contains(byte);
    let most = if line.is_ascii() { SIZE } else { 8 * SIZE };
    if line.len() > 8 * SIZE || line.iter().filter(is_symbol).count() > most {
        return Row::default();
    }
    let fields = [b',', b';', b'\t']
        .into_iter()
        .find(|byte| line.contains(byte));
    if let Some(separator) = fields {
        let cells: Vec<&[u8]> = line.split(|byte| *byte == separator).collect();
        let cells = match cells.as_slice() {
            [cells @ .., last] if cells.len() == SIZE && last.trim_ascii().is_empty() => cells,
            cells => cells,
        };
        return of_cells(cells);
    }
    let bar = |c: char| matches!(c, '|' | '¦' | '│' | '║' | '┃');
    let tokens = split(line, |c| c.is_whitespace() || bar(c));
    let tokens: Vec<&[u8]> = tokens.iter().map(|token| token.of(line)).collect();
    let by_tokens = of_cells(&tokens);
    if by_tokens.outer || by_tokens.full || by_tokens.middle {
        return by_tokens;
    }
    let run = tokens.concat();
    let symbols: Vec<&[u8]> = run.chunks(1).collect();
    let by_place = of_places(line);
    let by_count = of_cells(&symbols);
    Row {
        outer: by_count.outer || by_place.outer,
        full: by_count.full || by_place.full,
        middle: by_count.middle || by_place.middle,
        values: by_count.values,
    }
}

/// Returns what a line with spaces in its gaps may be.
fn of_places(line: &[u8]) -> Row {
    let line = line.trim_ascii_end();
    if !line.is_ascii() || line.contains(&b'|') || line.len() > SIZE {
        return Row::default();
    }
    let is_empty = |from: usize, to: usize| {
        let part = line.get(from.min(line.len())..to.min(line.len()));
        part.unwrap_or_default().iter().all(|byte| *byte == b' ')
    };
    Row {
        outer: line.len() > 12 && is_empty(9, 12) && !is_empty(0, 9),
        full: line.len() > 15,
        middle: line.len() <= 15 && is_empty(0, 6) && !is_empty(6, 15),
        values: line
            .iter()
            .filter(|byte| (b'1'..=b'9').contains(byte))
            .count(),
    }
}

fn of_cells(cells: &[&[u8]]) -> Row {
    let is_value = |cell: &&[u8]| matches!(cell.trim_ascii(), [b'1'..=b'9']);
    let is_cell = |cell: &&[u8]| {
        let cell = cell.trim_ascii();
        is_value(&cell)
            || characters(cell).count() <= 1 && !cell.first().is_some_and(u8::is_ascii_digit)
            || cell == b"0"
    };
    if !cells.iter().all(is_cell) {
        return Row::default();
    }
    let is_gap = |range: std::ops::Range<usize>| !cells[range].iter().any(is_value);
    let values = cells.iter().filter(|cell| is_value(cell)).count();
    match cells.len() {
        18 => Row {
            outer: true,
            values,
            ..Row::default()
        },
        9 => Row {
            middle: true,
            values,
            ..Row::default()
        },
        SIZE => Row {
            outer: is_gap(9..12),
            full: true,
            middle: is_gap(0..6) && is_gap(15..SIZE),
            values,
        },
        _ => Row::default(),
    }
}

#[cfg(test)]
mod tests {
    use crate::format::{Content, Piece, ReadOptions, Reader};

    fn messages(text: &str) -> Vec<String> {
        let mut reader = Reader::new(text.as_bytes(), ReadOptions::default());
        let (mut piece, mut messages) = (Piece::default(), Vec::new());
        while reader.read(&mut piece).unwrap() {
            match &piece.content {
                Content::Unreadable(problem) => messages.push(problem.message.clone()),
                Content::Puzzle(_) => messages.push("read".to_string()),
                Content::Verbatim => {}
            }
        }
        messages
    }

    /// The cells of a Samurai; there is none in the gaps.
    fn samurai() -> Vec<Vec<Option<char>>> {
        let is_gap = |row: usize, column: usize| {
            (!(6..15).contains(&row) && (9..12).contains(&column))
                || ((9..12).contains(&row) && !(6..15).contains(&column))
        };
        let cell = |row: usize, column: usize| match (row * 5 + column * 11) % 4 {
            _ if is_gap(row, column) => None,
            0 => char::from_digit(((row * 3 + column * 7) % 9 + 1) as u32, 10),
            _ => Some('.'),
        };
        let row = |row: usize| (0..21).map(|column| cell(row, column)).collect();
        (0..21).map(row).collect()
    }

    fn sheet(between: &str, gap: &str, blank: &str) -> String {
        let rows = samurai().into_iter().map(|row| {
            let cells = row.into_iter().map(|cell| match cell {
                None => gap.to_string(),
                Some('.') => blank.to_string(),
                Some(value) => value.to_string(),
            });
            let row = cells.collect::<Vec<_>>().join(between);
            match between {
                "," => row,
                _ => row.trim_end().to_string(),
            }
        });
        rows.collect::<Vec<_>>().join("\n") + "\n"
    }

    #[test]
    fn samurai_sheets_are_named() {
        for (between, gap, blank) in [
            ("", " ", "."),
            ("", "", "."),
            ("", "#", "."),
            ("", "0", "0"),
            (" ", ".", "."),
            (" ", "", "."),
            (" ", " ", "0"),
            (",", "", ""),
            (",", "", "0"),
            (",", "0", "0"),
            (";", "x", "0"),
        ] {
            let text = format!("A sheet\n\n{}", sheet(between, gap, blank));
            let messages = messages(&text);
            assert_eq!(messages.len(), 1, "{text}\n{messages:?}");
            assert!(
                messages[0].starts_with("this is a Samurai"),
                "{text}\n{messages:?}"
            );
        }
    }

    #[test]
    fn five_boards_below_the_name_are_a_samurai() {
        let rows = "1........\n......2..\n.........\n".repeat(3);
        let line = rows.replace('\n', "") + "\n";
        let boards = |count: usize, title: &str| -> String {
            let board = |at: usize| format!("Board {at}\n{rows}\n");
            format!("{title}\n\n{}", (0..count).map(board).collect::<String>())
        };
        for text in [
            boards(5, "A samurai sudoku"),
            boards(5, "# SAMURAI"),
            format!("Samurai\n{}", line.repeat(5)),
        ] {
            let messages = messages(&text);
            assert_eq!(messages.len(), 1, "{text}\n{messages:?}");
            assert!(messages[0].starts_with("this is a Samurai"), "{messages:?}");
        }
        assert_eq!(messages(&boards(4, "Samurai")), ["read"; 4]);
        assert_eq!(messages(&boards(5, "Five boards")), ["read"; 5]);
    }

    #[test]
    fn several_boards_are_no_samurai() {
        let rows = "1........\n......2..\n.........\n".repeat(3);
        let text = format!("{rows}\n{rows}\n{rows}\n");
        assert_eq!(messages(&text), ["read"; 3]);
        let zeros = text.replace('.', "0");
        assert_eq!(messages(&zeros), ["read"; 3]);
    }

    #[test]
    fn killer_puzzles_are_named() {
        let line = format!("3x3::k{}", ":4353".repeat(81));
        assert!(messages(&line)[0].contains("killer puzzle"));
        let line = format!("3x3:d:k{}:\n", ":4353".repeat(81));
        assert!(messages(&line)[0].contains("killer puzzle"));
        let text = format!("SumoCueV1\n{}", "=12 +0 +0 =7 +3 =9 +5 =3 +7\n".repeat(9));
        let messages = messages(&text);
        assert_eq!(messages.len(), 1, "{messages:?}");
        assert!(messages[0].contains("SumoCue"));
    }
}
