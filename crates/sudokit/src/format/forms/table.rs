//! Tables with a header, such as `quizzes,solutions` or `id,puzzle,solution,clues,difficulty`:
//! columns in any order, separated by commas, semicolons or tabs.
//!
//! The header is read once; reading a row only locates two of its fields. The answer goes into the
//! solution column if there is one, otherwise in place of the puzzle; all other columns are copied.

use crate::format::forms::separated;
use crate::format::read::segment::{Segment, counted};
use crate::format::{Form, Record, Span};
use crate::problem::{Problem, ProblemCode};

const PUZZLE_NAMES: [&str; 10] = [
    "puzzle", "puzzles", "quiz", "quizzes", "question", "givens", "grid", "board", "sudoku",
    "unsolved",
];
const SOLUTION_NAMES: [&str; 7] = [
    "solution",
    "solutions",
    "answer",
    "answers",
    "solved",
    "solved_grid",
    "response",
];
const NAME_NAMES: [&str; 3] = ["id", "name", "title"];

/// The columns of a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Table {
    pub delimiter: u8,
    columns: usize,
    pub puzzle: usize,
    pub solution: Option<usize>,
    name: Option<usize>,
}

impl Table {
    /// Returns the table that a line is the header of, if it is one.
    pub fn from_header(line: &[u8]) -> Option<Table> {
        let line = line.strip_prefix(b"\xef\xbb\xbf").unwrap_or(line);
        let line = line.trim_ascii_end();
        [b',', b';', b'\t'].into_iter().find_map(|delimiter| {
            let names: Vec<String> = Fields::new(line, delimiter)
                .map(|span| &line[span.start as usize..span.end as usize])
                .map(|name| String::from_utf8_lossy(name).to_ascii_lowercase())
                .collect();
            let column = |wanted: &[&str]| {
                names
                    .iter()
                    .position(|name| wanted.contains(&name.as_str()))
            };
            // A single column is more likely a title above a grid.
            if names.len() < 2 {
                return None;
            }
            Some(Table {
                delimiter,
                columns: names.len(),
                puzzle: column(&PUZZLE_NAMES)?,
                solution: column(&SOLUTION_NAMES),
                name: column(&NAME_NAMES),
            })
        })
    }

    /// Reads one row.
    pub fn read(&self, segment: &Segment) -> Result<Record, Problem> {
        let (mut puzzle, mut solution, mut name) = (None, None, None);
        let mut found = 0;
        let row = segment.text.strip_suffix(b"\n").unwrap_or(segment.text);
        let row = row.strip_suffix(b"\r").unwrap_or(row);
        for (column, span) in Fields::new(row, self.delimiter).enumerate() {
            found = column + 1;
            if column == self.puzzle {
                puzzle = Some(span);
            } else if Some(column) == self.solution {
                solution = Some(span);
            } else if Some(column) == self.name {
                name = Some(span);
            }
        }
        let puzzle = match puzzle {
            Some(span) if solution.is_some() || self.solution.is_none() => span,
            missing => {
                let problem = self.too_short(segment, row.len(), found);
                return Err(match missing {
                    Some(puzzle) => problem.in_field(puzzle),
                    None => problem,
                });
            }
        };
        let mut record = separated::read_field(segment, puzzle)
            .map_err(|problem| problem.in_field(solution.unwrap_or(puzzle)))?;
        record.form = Form::Table;
        record.name = name.map(|span| String::from_utf8_lossy(segment.bytes(span)).into_owned());
        if let Some(span) = solution {
            separated::answer_in_field(segment, span, &mut record);
        }
        Ok(record)
    }

    fn too_short(&self, segment: &Segment, length: usize, found: usize) -> Problem {
        let end = Span {
            start: length.saturating_sub(1) as u32,
            end: length as u32,
        };
        segment.problem(
            ProblemCode::BrokenStructure,
            end,
            format!(
                "the row has {}; the header has {}",
                counted(found, "column"),
                self.columns
            ),
            "the row ends here",
            "add the missing columns; they may be empty",
        )
    }
}

/// Iterates over the fields of a row, without quotation marks and surrounding blanks.
struct Fields<'a> {
    row: &'a [u8],
    delimiter: u8,
    next: Option<usize>,
}

impl<'a> Fields<'a> {
    fn new(row: &'a [u8], delimiter: u8) -> Self {
        Fields {
            row,
            delimiter,
            next: Some(0),
        }
    }
}

impl Iterator for Fields<'_> {
    type Item = Span;

    fn next(&mut self) -> Option<Span> {
        let start = self.next?;
        let rest = &self.row[start..];
        let length = field_length(rest, self.delimiter);
        self.next = (length < rest.len()).then_some(start + length + 1);
        let field = &rest[..length];
        let inside = unquoted(field);
        let from = start + (inside.as_ptr() as usize - field.as_ptr() as usize);
        Some(Span {
            start: from as u32,
            end: (from + inside.len()) as u32,
        })
    }
}

/// Returns the length up to the next delimiter outside of quotation marks.
fn field_length(rest: &[u8], delimiter: u8) -> usize {
    let blanks = rest.len() - rest.trim_ascii_start().len();
    let is_quoted = rest.get(blanks) == Some(&b'"') && !rest[..blanks].contains(&delimiter);
    let mut at = 0;
    if is_quoted {
        // A doubled quotation mark closes and reopens the quotation.
        at = blanks;
        while rest.get(at) == Some(&b'"') {
            at += 1;
            at += memchr::memchr(b'"', &rest[at..]).map_or(rest.len() - at, |end| end + 1);
        }
    }
    at + memchr::memchr(delimiter, &rest[at..]).unwrap_or(rest.len() - at)
}

fn unquoted(field: &[u8]) -> &[u8] {
    let field = field.trim_ascii();
    match field {
        [b'"', inside @ .., b'"'] => inside,
        _ => field,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::format::ReadOptions;

    const PUZZLE: &str =
        "1..5.37..6.3..8.9......98...1.......8761..........6...........7.8.9.76.47...6.312";
    const SOLUTION: &str =
        "198543726643278591527619843914735268876192435235486179462351987381927654759864312";

    fn read_row(header: &str, row: &str) -> Result<Record, Problem> {
        let table = Table::from_header(header.as_bytes()).expect(header);
        table.read(&Segment {
            text: row.as_bytes(),
            line: 2,
            options: &ReadOptions::default(),
            convention: None,
        })
    }

    fn solved(record: &Record, row: &str) -> String {
        let values: Vec<u8> = SOLUTION.bytes().map(|digit| digit - b'0').collect();
        let mut out = Vec::new();
        record.write_values(row.as_bytes(), &values, &mut out);
        String::from_utf8(out).unwrap()
    }

    #[test]
    fn headers_are_recognised_by_their_names() {
        for header in [
            "quizzes,solutions",
            "puzzle;solution\r\n",
            "id\tpuzzle\tsolution\tclues\tdifficulty",
            "\u{feff}\"Puzzle\",\"Answer\",\"rating\"",
            "rating, puzzle",
        ] {
            assert!(Table::from_header(header.as_bytes()).is_some(), "{header}");
        }
        for line in [
            "",
            "puzzle",
            "5,3,0,0,7",
            PUZZLE,
            "id,name",
            "a puzzle, hard",
        ] {
            assert_eq!(Table::from_header(line.as_bytes()), None, "{line}");
        }
    }

    #[test]
    fn the_answer_goes_into_the_column_of_solutions() {
        let row = format!("1,{PUZZLE},{SOLUTION},27,2.2\r\n");
        let record = read_row("id,puzzle,solution,clues,difficulty", &row).unwrap();
        assert_eq!(record.name.as_deref(), Some("1"));
        assert_eq!(record.claimed.as_ref().unwrap().to_string(), SOLUTION);
        assert_eq!(solved(&record, &row), row);

        let row = format!("{PUZZLE},\n");
        let record = read_row("quizzes,solutions", &row).unwrap();
        assert_eq!(record.claimed, None);
        assert_eq!(solved(&record, &row), format!("{PUZZLE},{SOLUTION}\n"));
        let mut out = Vec::new();
        record.write_word(row.as_bytes(), "No Solution", &mut out);
        assert_eq!(out, format!("{PUZZLE},No Solution\n").as_bytes());
    }

    #[test]
    fn quotation_marks_and_other_orders_are_kept() {
        let row = format!("\"\" ; \"{PUZZLE}\";\"a \"\"hard; one\"\"\"");
        let record = read_row("solution;puzzle;comment", &row).unwrap();
        assert_eq!(
            solved(&record, &row),
            row.replacen("\"\"", &format!("\"{SOLUTION}\""), 1)
        );
        let row = format!("easy\t{PUZZLE}\n");
        let record = read_row("level\tpuzzle", &row).unwrap();
        assert_eq!(solved(&record, &row), format!("easy\t{SOLUTION}\n"));
    }

    #[test]
    fn cells_may_be_separated_inside_a_field() {
        let row = "1;0;3;0;0;4;0;0;0;0;0;0;0;0;0;1,\n";
        let record = read_row("puzzles,solutions", row).unwrap();
        assert_eq!(record.puzzle.values()[5], 4);
        let mut out = Vec::new();
        let values = [1, 2, 3, 4, 3, 4, 1, 2, 2, 1, 4, 3, 4, 3, 2, 1];
        record.write_values(row.as_bytes(), &values, &mut out);
        let expected = "1;0;3;0;0;4;0;0;0;0;0;0;0;0;0;1,1;2;3;4;3;4;1;2;2;1;4;3;4;3;2;1\n";
        assert_eq!(String::from_utf8(out).unwrap(), expected);
    }

    #[test]
    fn short_rows_and_bad_puzzles_are_reported() {
        let error = read_row("id,puzzle,solution", &format!("1,{PUZZLE}\n")).unwrap_err();
        assert_eq!(error.code, ProblemCode::BrokenStructure);
        assert!(error.message.contains("2 columns"), "{error}");
        let error = read_row("id,puzzle", "1\n").unwrap_err();
        assert!(error.message.contains("the row has 1 column;"), "{error}");
        let error = read_row("puzzle,solution", &format!("{},x\n", &PUZZLE[1..])).unwrap_err();
        assert_eq!(error.place().unwrap().line, 2);
    }
}
