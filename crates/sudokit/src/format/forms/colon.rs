//! Lines whose fields are separated by colons, and lines with `+` before placed values.
//!
//! | line | meaning |
//! |---|---|
//! | `4.+3…` | 3 is placed, not given |
//! | `4.+3…:113 124` | Susser: the candidate 1 is deleted from r1c3, the candidate 1 from r2c4 |
//! | `4.3…:27:4.3…` | a puzzle, the number of its givens or solutions, and its solution |
//!
//! A candidate is three digits: value, row, column. One number of three digits alone may be a
//! candidate or a count, so it is refused unless a `+` or `--from susser` shows what it is.

use crate::format::forms::sizes::run_content;
use crate::format::forms::{hodoku, line, separated};
use crate::format::read::segment::Segment;
use crate::format::write::{Item, documents};
use crate::format::{Form, Record, Span};
use crate::problem::{Problem, ProblemCode};

/// A line of this kind.
pub(crate) struct ColonLine {
    grid: Span,
    /// Whether the grid has a `+`.
    marked: bool,
    rest: Rest,
}

/// What follows the grid.
enum Rest {
    Nothing,
    /// Deleted candidates.
    Deleted(Span),
    /// One number that may be a deleted candidate or a count.
    Unclear(Span),
    /// A solution.
    Solution(Span),
}

/// Finds the puzzle of the segment's only line.
pub(crate) fn find(segment: &Segment) -> Option<ColonLine> {
    let text = segment.text;
    memchr::memchr2(b':', b'+', text)?;
    let end = text.len() - trailing(text);
    let start = text
        .iter()
        .take_while(|byte| byte.is_ascii_whitespace())
        .count();
    let ends = |byte: &u8| byte.is_ascii_whitespace() || b":,;|".contains(byte);
    let length = text.get(start..end)?.iter().position(ends);
    let grid = Span::new(start, length.map_or(end, |length| start + length));
    let marked = is_marked(segment, grid)?;
    let after = grid.end as usize;
    let rest = match text[after..end].first() {
        Some(b':') => rest(segment, Span::new(after + 1, end), grid, marked)?,
        _ if marked => Rest::Nothing,
        _ => return None,
    };
    Some(ColonLine { grid, marked, rest })
}

fn trailing(text: &[u8]) -> usize {
    let blank = |byte: &&u8| byte.is_ascii_whitespace() || **byte == 0x1a;
    text.iter().rev().take_while(blank).count()
}

/// Returns whether a board has a `+`; nothing if it is not a board.
fn is_marked(segment: &Segment, grid: Span) -> Option<bool> {
    let bytes = segment.bytes(grid);
    let plain: Vec<u8> = bytes.iter().copied().filter(|byte| *byte != b'+').collect();
    let marked = plain.len() < bytes.len();
    // A `+` is a mark only before a value.
    let marks = bytes
        .iter()
        .zip(bytes.iter().skip(1).map(Some).chain([None]));
    let is_mark = |(byte, next): (&u8, Option<&u8>)| {
        *byte != b'+' || next.is_some_and(|next| next.is_ascii_alphanumeric() && *next != b'0')
    };
    let inner = Segment {
        text: &plain,
        ..*segment
    };
    let shape = segment.options.shape.as_ref();
    let fits = run_content(plain.len(), shape).is_some_and(|board| board.is_cells())
        && line::fits(&inner, Span::new(0, plain.len()))
        && marks.into_iter().all(is_mark);
    fits.then_some(marked)
}

/// Returns what the fields after a grid are; nothing if they are something else.
fn rest(segment: &Segment, rest: Span, grid: Span, marked: bool) -> Option<Rest> {
    let cells = segment
        .bytes(grid)
        .iter()
        .filter(|byte| **byte != b'+')
        .count();
    let mut start = rest.start as usize;
    let mut fields = Vec::new();
    for field in segment.bytes(rest).split(|byte| *byte == b':') {
        fields.push(Span::new(start, start + field.len()));
        start += field.len() + 1;
        if fields.len() > 8 {
            return None;
        }
    }
    let text = |span: &Span| segment.bytes(*span).trim_ascii();
    let is_solution = |span: &Span| {
        let text = text(span);
        text.len() == cells
            && text
                .iter()
                .all(|byte| byte.is_ascii_alphanumeric() && *byte != b'0')
    };
    let is_count = |span: &Span| text(span).iter().all(u8::is_ascii_digit);
    if let Some(solution) = fields.iter().find(|span| is_solution(span)) {
        let solution = separated::trimmed(segment, *solution);
        let others = fields.iter().filter(|span| !is_solution(span));
        // A list of candidates and a solution do not occur together.
        return others
            .into_iter()
            .all(is_count)
            .then_some(Rest::Solution(solution));
    }
    let is_candidate = |word: (usize, usize), text: &[u8]| {
        let word = &text[word.0..word.1];
        word.len() == 3 && word.iter().all(|byte| (b'1'..=b'9').contains(byte))
    };
    let first = fields[0];
    let words: Vec<_> = separated::words(segment.bytes(first)).collect();
    let all = words
        .iter()
        .all(|word| is_candidate(*word, segment.bytes(first)));
    match words.len() {
        0 if fields.iter().all(|field| text(field).is_empty()) => Some(Rest::Nothing),
        0 => Some(Rest::Deleted(first)),
        1 if all && fields.len() == 1 && !marked && named(segment) != Some(Form::Susser) => {
            Some(Rest::Unclear(first))
        }
        _ if all => Some(Rest::Deleted(first)),
        _ if marked || named(segment) == Some(Form::Susser) => Some(Rest::Deleted(first)),
        _ => {
            let is_column = |field: &Span| is_count(field) || is_name(text(field));
            Some(Rest::Nothing).filter(|_| fields.iter().all(is_column))
        }
    }
}

/// Returns whether a field is words, such as a level, and not a list of cells.
fn is_name(text: &[u8]) -> bool {
    let is_plain = |byte: &u8| byte.is_ascii_alphanumeric() || b" -_.".contains(byte);
    let is_cell =
        |part: &[u8]| matches!(part, [b'r' | b'R', b'1'..=b'9', b'c' | b'C', b'1'..=b'9']);
    text.len() <= 40
        && text.iter().any(u8::is_ascii_alphabetic)
        && text.iter().all(is_plain)
        && !text.windows(4).any(is_cell)
}

fn named(segment: &Segment) -> Option<Form> {
    segment.options.form
}

/// Reads the puzzle of a line.
pub(crate) fn read(segment: &Segment, found: &ColonLine) -> Result<Record, Problem> {
    let record = read_parts(segment, found);
    record.map_err(|problem| match problem.field {
        None => problem.in_field(found.grid),
        Some(_) => problem,
    })
}

fn read_parts(segment: &Segment, found: &ColonLine) -> Result<Record, Problem> {
    let is_susser = found.marked
        || matches!(found.rest, Rest::Deleted(_))
        || named(segment) == Some(Form::Susser);
    let mut record = match is_susser {
        true => hodoku::read_marked(segment, found.grid)?,
        false => line::read_run(segment, found.grid, None)?,
    };
    record.form = if is_susser { Form::Susser } else { Form::Line };
    match found.rest {
        Rest::Nothing => {}
        Rest::Deleted(deleted) => hodoku::delete(segment, deleted, &mut record.puzzle)?,
        Rest::Solution(solution) => separated::answer_in_field(segment, solution, &mut record),
        Rest::Unclear(number) => {
            let digits = segment.string(number);
            let digits = digits.trim();
            return Err(segment.problem(
                ProblemCode::AmbiguousSymbols,
                number,
                format!("`{digits}` may be a deleted candidate or a count"),
                "after the puzzle",
                "use --from susser if a candidate is deleted, or --from line if it is a count",
            ));
        }
    }
    Ok(record)
}

/// Reads a line that is known to be a puzzle with a column after a colon.
pub(crate) fn read_column(segment: &Segment) -> Option<Result<Record, Problem>> {
    let mut found = find(segment)?;
    if matches!(found.rest, Rest::Unclear(_)) {
        found.rest = Rest::Nothing;
    }
    Some(read(segment, &found))
}

/// Reads a line that is known to be Susser's.
pub(crate) fn read_susser(segment: &Segment) -> Result<Record, Problem> {
    match find(segment) {
        Some(found) => read(segment, &found),
        None => line::read(segment, None),
    }
}

/// Writes the grid with `+` before placed values, and the deleted candidates after a colon.
pub(crate) fn write(item: &Item, out: &mut String) {
    documents::push_marked(item, out);
    let deleted = documents::deleted_candidates(item.puzzle());
    out.push(':');
    out.push_str(&deleted.join(" "));
    // One candidate alone could be a count; saying it twice cannot.
    if let [only] = deleted.as_slice()
        && !item.puzzle().has_placed()
    {
        out.push(' ');
        out.push_str(only);
    }
    out.push('\n');
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::format::{Content, Piece, ReadOptions, Reader, write};
    use crate::puzzle::{Origin, Puzzle};

    const PUZZLE: &str =
        "7....6.5......4.8.59..........7.1...68......4.......9..42....68...1....3.1..9...7";
    const SOLUTION: &str =
        "738926451261574389594813276429781635685239714173645892942357168857162943316498527";

    fn read_with(text: &str, form: Option<Form>) -> Vec<Content> {
        let options = ReadOptions {
            form,
            ..ReadOptions::default()
        };
        let mut reader = Reader::new(text.as_bytes(), options);
        let mut contents = Vec::new();
        let mut piece = Piece::default();
        while reader.read(&mut piece).unwrap() {
            if let Content::Puzzle(record) = &piece.content {
                let mut copy = Vec::new();
                record.write_values(&piece.text, record.puzzle.values(), &mut copy);
                assert_eq!(copy, piece.text);
            }
            contents.push(piece.content.clone());
        }
        contents
    }

    fn record(text: &str) -> Record {
        match read_with(text, None).as_slice() {
            [Content::Puzzle(record)] => record.clone(),
            other => panic!("{text}: {other:?}"),
        }
    }

    fn problem(text: &str, form: Option<Form>) -> Problem {
        match read_with(text, form).as_slice() {
            [Content::Unreadable(problem)] => problem.clone(),
            other => panic!("{text}: {other:?}"),
        }
    }

    #[test]
    fn a_plus_marks_placed_values() {
        let line = PUZZLE.replacen(".", "+3", 1);
        for text in [
            &line,
            &format!("{line}\n"),
            &format!("{line} easy\n"),
            &format!("{line}:"),
        ] {
            let record = record(text);
            assert_eq!(record.form, Form::Susser, "{text}");
            assert_eq!(record.puzzle.values()[1], 3);
            assert_eq!(record.puzzle.origin(0), Some(Origin::Given));
            assert_eq!(record.puzzle.origin(1), Some(Origin::Placed));
            assert_eq!(record.puzzle.candidates(), None);
        }
        // With nineteen marks there are a hundred characters.
        let mut marked = String::new();
        let mut marks = 0;
        for (given, value) in PUZZLE.chars().zip(SOLUTION.chars()) {
            if given == '.' && marks < 19 {
                marks += 1;
                marked.push('+');
                marked.push(value);
            } else {
                marked.push(given);
            }
        }
        assert_eq!(marked.len(), 100);
        assert_eq!(record(&marked).puzzle.shape().size(), 9);
    }

    #[test]
    fn deleted_candidates_follow_a_colon() {
        for rest in [":212 312", ":212,312", ":212 312:", ": 212 312 :115"] {
            let record = record(&format!("{PUZZLE}{rest}\n"));
            assert_eq!(record.form, Form::Susser, "{rest}");
            assert_eq!(record.puzzle.allowed(1) & 0b110, 0, "{rest}");
        }
        let marked = PUZZLE.replacen(".", "+3", 1);
        assert_eq!(record(&format!("{marked}:112")).form, Form::Susser);
        let wrong = problem(&format!("{marked}:112 1"), None);
        assert_eq!(wrong.code, ProblemCode::BrokenStructure);
        let unclear = format!("{PUZZLE}:213\n");
        let problem = problem(&unclear, None);
        assert_eq!(problem.code, ProblemCode::AmbiguousSymbols);
        assert_eq!(problem.place().unwrap().column, 83);
        for (form, deleted) in [(Form::Susser, true), (Form::Line, false)] {
            match read_with(&unclear, Some(form)).as_slice() {
                [Content::Puzzle(record)] => {
                    assert_eq!(record.puzzle.candidates().is_some(), deleted);
                }
                other => panic!("{form}: {other:?}"),
            }
        }
    }

    #[test]
    fn a_count_and_a_solution_follow_colons() {
        for rest in [
            format!(":1:{SOLUTION}"),
            format!(":22:{SOLUTION}"),
            format!(":{SOLUTION}"),
            format!(":{SOLUTION}:1"),
            format!(":305:{SOLUTION}"),
        ] {
            let text = format!("{PUZZLE}{rest}\n");
            let record = record(&text);
            assert_eq!(record.form, Form::Line);
            assert!(
                record.claimed.as_ref().unwrap().solves(&record.puzzle),
                "{rest}"
            );
            let mut out = Vec::new();
            record.write_values(text.as_bytes(), &[5; 81], &mut out);
            let expected = text.replace(SOLUTION, &"5".repeat(81));
            assert_eq!(String::from_utf8(out).unwrap(), expected);
        }
        assert_eq!(record(&format!("{PUZZLE}:22")).claimed, None);
        assert_eq!(record(&format!("{PUZZLE}:1024")).claimed, None);
        assert_eq!(
            record(&format!("{PUZZLE}:27:very hard 3.5")).form,
            Form::Line
        );
        problem(&format!("{PUZZLE}:27:r1c2"), None);
    }

    #[test]
    fn written_lines_are_read_again() {
        let mut puzzle: Puzzle = PUZZLE.parse().unwrap();
        let mut variants = vec![puzzle.clone()];
        let mut masks = vec![0x1ff; 81];
        masks[2] = 0b1000_1000;
        puzzle.set_candidates(masks.clone());
        variants.push(puzzle.clone());
        masks[2] = 0b1000_0101;
        puzzle.set_candidates(masks);
        variants.push(puzzle.clone());
        puzzle.set(1, 3, Origin::Placed);
        variants.push(puzzle);
        for puzzle in variants {
            let mut out = Vec::new();
            let options = write::WriteOptions::default();
            write::puzzle(Form::Susser, &puzzle, None, &options, &mut out).unwrap();
            let text = String::from_utf8(out).unwrap();
            let read = record(&text).puzzle;
            assert_eq!(read.values(), puzzle.values(), "{text}");
            assert_eq!(read.has_placed(), puzzle.has_placed());
            let left = crate::format::candidates::left_by_values(&puzzle);
            for (cell, by_values) in left.into_iter().enumerate() {
                let open = by_values & puzzle.allowed(cell);
                assert_eq!(read.allowed(cell) & by_values, open, "{text} {cell}");
            }
        }
    }
}
