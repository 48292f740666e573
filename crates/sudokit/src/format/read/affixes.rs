//! Rows with the same text around each of them: `row1=53..7....`, `+53..7....`, `<row>…</row>`.
//!
//! Only numbers may differ in what is before and after the cells. It is overwritten with spaces in a
//! copy of the lines, which is then read as any text; offsets stay the same. All lines must be the
//! rows and the frame of one grid that obeys the rules.

use crate::format::Content;
use crate::format::read::line_signs::comment_mark;
use crate::format::read::lines::{Line, LineKind, Lines, kind_of};
use crate::format::read::text::{Found, Splitter, next_piece};
use crate::format::symbols::tokens::BLANKS;
use crate::shape::{MAX_SIZE, MIN_SIZE};

/// The longest line that may be a row between other text.
const LONGEST_LINE: usize = 8 * MAX_SIZE;

/// The most lines of a grid: each row with a frame above it, and one below.
const MOST_LINES: usize = 2 * MAX_SIZE + 1;

/// What is before and after the cells of a line, with `0` for each number in it.
#[derive(PartialEq, Eq)]
struct Affixes(Vec<u8>, Vec<u8>);

impl Affixes {
    /// Returns what is around the longest run of cells of a line, and the offsets of that run.
    fn of(line: &[u8]) -> Option<(Affixes, usize, usize)> {
        if line.len() > LONGEST_LINE {
            return None;
        }
        let is_cell = |byte: &u8| {
            byte.is_ascii_digit() || b" \t,|".contains(byte) || BLANKS.contains(&char::from(*byte))
        };
        let (mut start, mut longest) = (0, 0..0);
        for (at, byte) in line.iter().chain(b"\n").enumerate() {
            if !is_cell(byte) && !is_drawn(line, at) {
                if at - start > longest.len() {
                    longest = start..at;
                }
                start = at + 1;
            }
        }
        let (before, after) = (&line[..longest.start], &line[longest.end..]);
        let is_text = |part: &[u8]| {
            part.iter()
                .any(|b| !b.is_ascii_digit() && !b.is_ascii_whitespace())
        };
        (longest.len() >= MIN_SIZE && (is_text(before) || is_text(after))).then(|| {
            let affixes = Affixes(without_numbers(before), without_numbers(after));
            (affixes, longest.start, longest.end)
        })
    }
}

/// Returns whether a byte draws a frame: it is part of a character from U+2500 to U+257F, or a corner
/// beside a stroke.
fn is_drawn(line: &[u8], at: usize) -> bool {
    let is_start = |start: &usize| matches!(line.get(*start..), Some([0xe2, 0x94 | 0x95, _, ..]));
    let is_stroke = |at: usize| matches!(line.get(at), Some(b'-' | b'='));
    match line.get(at) {
        Some(b'+') => is_stroke(at + 1) || at > 0 && is_stroke(at - 1),
        Some(_) => (at.saturating_sub(2)..=at).any(|start| is_start(&start)),
        None => false,
    }
}

/// Returns a text with `0` for each number in it.
fn without_numbers(text: &[u8]) -> Vec<u8> {
    let mut out: Vec<u8> = Vec::with_capacity(text.len());
    for byte in text {
        match byte.is_ascii_digit() {
            true if out.last() == Some(&b'0') => {}
            true => out.push(b'0'),
            false => out.push(*byte),
        }
    }
    out
}

impl<'a> Splitter<'a> {
    /// Returns the grid whose first row is a line with other text around its cells.
    pub(super) fn affixed(&self, line: Line, ahead: &mut Lines<'a>) -> Option<Found> {
        if line.start < self.unaffixed.get() || self.options.form.is_some() {
            return None;
        }
        // A grid that was commented out is none.
        if comment_mark(line.of(self.text)).is_some() {
            return None;
        }
        let (affixes, ..) = Affixes::of(line.of(self.text))?;
        let mut lines = ahead.clone();
        lines.at = line.start;
        let mut rows: Vec<(Line, usize, usize)> = Vec::new();
        for next in lines.by_ref() {
            match Affixes::of(next.of(self.text)) {
                Some((other, start, end)) if other == affixes && rows.len() <= MOST_LINES => {
                    rows.push((next, start, end));
                }
                _ => break,
            }
        }
        ahead.needs_more |= lines.needs_more;
        let end = rows.last()?.0.next;
        self.unaffixed.set(end);
        let is_row = |(line, start, end): &&(Line, usize, usize)| {
            let cells = &line.of(self.text)[*start..*end];
            kind_of(cells, self.options) == LineKind::Row
        };
        let height = rows.iter().filter(is_row).count();
        if rows.len() < MIN_SIZE || height > MAX_SIZE {
            return None;
        }
        let mut masked = self.text[line.start..end].to_vec();
        for (row, first, last) in &rows {
            let content = &mut masked[row.start - line.start..row.end - line.start];
            content[..*first].fill(b' ');
            content[*last..].fill(b' ');
        }
        let mut lines = Lines::new(&masked, true);
        let found = next_piece(&mut lines, self.number, self.options, self.context);
        let found = Found {
            base: line.start,
            end: line.start + found.length,
            content: found.content,
        };
        let is_whole = |found: &Found| {
            let size = found.record().map(|record| record.puzzle.shape().size());
            (size == Some(height) || size == Some(rows.len()))
                && found.end == end
                && found.obeys_rules()
        };
        Some(found).filter(is_whole)
    }

    /// Returns the grid with other text around its rows that starts at a line which is not readable as
    /// it is; nothing if such a grid starts below it.
    pub(super) fn affixed_instead(
        &self,
        line: Line,
        ahead: &mut Lines<'a>,
        found: Option<Found>,
    ) -> Option<Found> {
        if matches!(&found, Some(found) if !matches!(found.content, Content::Unreadable(_))) {
            return found;
        }
        if let Some(affixed) = self.affixed(line, ahead) {
            return Some(affixed);
        }
        let reported = found?;
        let mut below = ahead.clone();
        below.at = line.next;
        // Columns may be labelled above.
        let next = below.next().filter(|next| next.start < reported.end);
        ahead.needs_more |= below.needs_more;
        match next.and_then(|next| self.affixed(next, ahead)) {
            Some(_) => {
                self.unaffixed.set(line.next);
                None
            }
            None => Some(reported),
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::format::{ReadOptions, read_puzzle};

    const ROWS: [&str; 4] = ["1...", "..2.", ".3..", "...4"];

    #[test]
    fn texts_around_rows_are_kept() {
        let values = [1, 2, 4, 3, 3, 4, 2, 1, 4, 3, 1, 2, 2, 1, 3, 4];
        for (before, after) in [
            ("row#=", ""),
            ("Row # = ", ""),
            ("+", ""),
            ("<row>", "</row>"),
            ("", "$"),
            ("ann: ", " (#)"),
        ] {
            let write = |rows: &[&str]| -> String {
                let line = |(number, row): (usize, &&str)| {
                    let line = format!("{before}{row}{after}\n");
                    line.replace('#', &(number + 1).to_string())
                };
                rows.iter().enumerate().map(line).collect()
            };
            let text = write(&ROWS);
            let record = read_puzzle(text.as_bytes(), ReadOptions::default()).expect(&text);
            assert_eq!(record.puzzle.to_string(), ROWS.concat(), "{text}");
            let mut out = Vec::new();
            record.write_values(text.as_bytes(), &values, &mut out);
            let answer = String::from_utf8(out).unwrap();
            assert_eq!(answer, write(&["1243", "3421", "4312", "2134"]));
        }
    }

    #[test]
    fn a_text_that_differs_is_no_layout() {
        for text in [
            "a1...\nb..2.\na.3..\na...4\n",
            "row1=1...\nrow2=..2.\nrow3=.3..\n",
            "row1=1...\nrow2=..2.\nrow3=.3..\nrow4=...4\nrow5=....\n",
        ] {
            let read = read_puzzle(text.as_bytes(), ReadOptions::default());
            assert!(read.is_err(), "{text}");
        }
    }
}
