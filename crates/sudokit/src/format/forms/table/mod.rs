//! Tables with a header, such as `quizzes,solutions` or `id,puzzle,solution,clues,difficulty`:
//! columns in any order, separated by commas, semicolons, tabs or vertical bars.
//!
//! The header is read once; reading a row only locates two of its fields. The answer goes into the
//! solution column if there is one, otherwise in place of the puzzle; all other columns are copied.

mod fields;
mod header;

use crate::format::forms::companions;
use crate::format::forms::separated::{self, Token};
use crate::format::read::segment::{Segment, counted};
use crate::format::{Form, ReadOptions, Record, Span};
use crate::problem::{Problem, ProblemCode};
use crate::shape::MIN_SIZE;
use fields::Fields;
pub(crate) use fields::{RowEnd, row_end};
use header::Header;
pub(crate) use header::is_region_map;

/// The columns of a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Table {
    pub delimiter: u8,
    columns: usize,
    /// The column of the puzzle, or the first of its columns.
    pub puzzle: usize,
    /// The column of the solution, or the first of its columns.
    pub solution: Option<usize>,
    pub board: Board,
    name: Option<usize>,
}

/// How a board lies in the columns of a row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Board {
    /// In one field.
    Field,
    /// In this many fields, a cell in each.
    Cells(usize),
    /// In this many fields, a row of cells in each.
    Rows(usize),
}

impl Board {
    fn columns(self) -> usize {
        match self {
            Board::Field => 1,
            Board::Cells(count) | Board::Rows(count) => count,
        }
    }
}

/// The delimiters of tables.
const DELIMITERS: [u8; 4] = [b',', b';', b'\t', b'|'];

impl Table {
    /// Returns the table that a line is the header of, if it is one; `below` is the text that
    /// starts with the first row.
    pub fn detect(header: &[u8], below: &[u8], options: &ReadOptions) -> Option<Table> {
        let table = |delimiter| {
            let header = Header::new(header, delimiter);
            header.with_row(&first_row(below, delimiter, options))
        };
        DELIMITERS.into_iter().find_map(table)
    }

    /// Returns the table of a header and a row of what is said to be a table, which may have one
    /// column.
    pub fn detect_named(header: &[u8], below: &[u8], options: &ReadOptions) -> Option<Table> {
        let one_column = || {
            let header = Header::new(header, b',');
            header.with_one_column(&first_row(below, b',', options))
        };
        Table::detect(header, below, options).or_else(one_column)
    }

    /// Returns the table that the names of a header suggest.
    pub fn from_header(header: &[u8]) -> Option<Table> {
        let by_name = |delimiter| Header::new(header, delimiter).by_name();
        DELIMITERS.into_iter().find_map(by_name)
    }

    /// Returns whether there is no column but that of the puzzles.
    pub fn has_one_column(&self) -> bool {
        self.columns == 1
    }

    /// Returns the name of the puzzle in a row without its line end.
    pub fn name_in(&self, row: &[u8]) -> Option<Span> {
        Fields::new(row, self.delimiter).nth(self.name?)
    }

    /// Reads one row.
    pub fn read(&self, segment: &Segment) -> Result<Record, Problem> {
        let row = without_line_end(segment.text);
        let fields: Vec<Span> = Fields::new(row, self.delimiter).collect();
        let width = self.board.columns();
        let at = |column: usize| fields.get(column..column + width);
        let solution = self.solution.and_then(at);
        let puzzle = match at(self.puzzle) {
            Some(puzzle) if solution.is_some() == self.solution.is_some() => puzzle,
            missing => {
                let problem = self.wrong_width(segment, row.len(), fields.len());
                return Err(match missing {
                    Some(puzzle) => problem.in_field(around(puzzle)),
                    None => problem,
                });
            }
        };
        // One field more moves all cells behind it.
        if self.board != Board::Field && fields.len() > self.columns {
            let problem = self.wrong_width(segment, row.len(), fields.len());
            return Err(problem.in_field(around(puzzle)));
        }
        if self.board == Board::Field && segment.bytes(puzzle[0]).is_empty() {
            let problem = segment.problem(
                ProblemCode::BoardSize,
                puzzle[0],
                "the row has no puzzle",
                "nothing here",
                "add the puzzle, or remove the row",
            );
            return Err(problem.in_field(around(solution.unwrap_or(puzzle))));
        }
        let mut record = match self.board {
            Board::Field => separated::read_field(segment, puzzle[0]),
            Board::Cells(_) | Board::Rows(_) => {
                separated::read(segment, &self.tokens(segment, puzzle))
            }
        }
        .map_err(|problem| problem.in_field(around(solution.unwrap_or(puzzle))))?;
        // A field too few or too many may put the solution in the column of the puzzle.
        if record.puzzle.is_full() && fields.len() != self.columns {
            let problem = self.wrong_width(segment, row.len(), fields.len());
            return Err(problem.in_field(around(puzzle)));
        }
        record.form = Form::Table;
        record.other_columns = self.other_columns();
        let name = self.name.and_then(|column| fields.get(column));
        record.name = name.map(|span| String::from_utf8_lossy(segment.bytes(*span)).into_owned());
        match (self.board, solution) {
            (Board::Field, Some(solution)) => {
                separated::answer_in_field(segment, solution[0], &mut record);
            }
            (_, Some(solution)) => {
                let tokens = self.tokens(segment, solution);
                if tokens.len() == record.cells.len() {
                    record.claimed = separated::claimed(segment, &tokens, &record);
                    record.answer = Some(tokens.iter().map(|token| token.span).collect());
                    record.field = around(solution);
                }
            }
            _ => {}
        }
        if self.board == Board::Field {
            let is_other = |(column, _): &(usize, &Span)| {
                *column != self.puzzle && Some(*column) != self.solution
            };
            let others = fields.iter().enumerate().filter(is_other);
            companions::add(segment, others.map(|(_, span)| *span), &mut record);
        }
        Ok(record)
    }

    /// Returns how many columns hold neither a board nor the name.
    fn other_columns(&self) -> usize {
        let boards = 1 + usize::from(self.solution.is_some());
        let used = boards * self.board.columns() + usize::from(self.name.is_some());
        self.columns.saturating_sub(used)
    }

    /// Returns the cells of a board in several columns.
    fn tokens(&self, segment: &Segment, fields: &[Span]) -> Vec<Token> {
        let token = |span: &Span| Token::plain(span.start as usize, span.end as usize);
        match self.board {
            Board::Rows(_) => fields
                .iter()
                .flat_map(|span| separated::characters(segment, *span))
                .collect(),
            _ => fields.iter().map(token).collect(),
        }
    }

    /// Returns whether a line only rules off the header, as in Markdown.
    pub fn is_ruler(&self, line: &[u8]) -> bool {
        let is_rule = |byte: &u8| matches!(byte, b'-' | b':' | b'|' | b' ' | b'\t' | b'+' | b'=');
        let strokes = line
            .iter()
            .filter(|byte| matches!(byte, b'-' | b'='))
            .count();
        let is_board = |span: Span| span.of(line).len() >= MIN_SIZE * MIN_SIZE;
        self.delimiter == b'|'
            && strokes >= 2
            && line.iter().all(is_rule)
            && !Fields::new(line, self.delimiter)
                .nth(self.puzzle)
                .is_some_and(is_board)
    }

    fn wrong_width(&self, segment: &Segment, length: usize, found: usize) -> Problem {
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
            match found < self.columns {
                true => "add the missing columns; they may be empty",
                false => "remove the extra columns, or name them in the header",
            },
        )
    }
}

/// Returns the first row of a text.
fn first_row<'a>(text: &'a [u8], delimiter: u8, options: &'a ReadOptions) -> Segment<'a> {
    let line = memchr::memchr2(b'\n', b'\r', text).unwrap_or(text.len());
    let end = match row_end(text, line, delimiter) {
        RowEnd::At(end) => end,
        _ => line,
    };
    Segment {
        text: &text[..end],
        line: 1,
        options,
        convention: None,
    }
}

fn without_line_end(row: &[u8]) -> &[u8] {
    let row = row.strip_suffix(b"\n").unwrap_or(row);
    row.strip_suffix(b"\r").unwrap_or(row)
}

fn around(fields: &[Span]) -> Span {
    match (fields.first(), fields.last()) {
        (Some(first), Some(last)) => Span {
            start: first.start,
            end: last.end,
        },
        _ => Span::default(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::format::{Content, Piece, ReadOptions, Reader};

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

    fn detected(header: &str, row: &str) -> Option<Table> {
        Table::detect(header.as_bytes(), row.as_bytes(), &ReadOptions::default())
    }

    /// The columns of the puzzle and of the solution, as [`detected`] finds them.
    fn columns(header: &str, row: &str) -> Option<(usize, Option<usize>)> {
        let row = row.replace('P', PUZZLE).replace('S', SOLUTION);
        detected(header, &row).map(|table| (table.puzzle, table.solution))
    }

    #[test]
    fn headers_are_recognised_by_names_and_content() {
        for (header, row, expected) in [
            ("quizzes,solutions", "P,S", (0, Some(1))),
            ("puzzle;solution\r\n", "P;S", (0, Some(1))),
            (
                "id\tpuzzle\tsolution\tclues\tdifficulty",
                "1\tP\tS\t27\t2.2",
                (1, Some(2)),
            ),
            (
                "\u{feff}\"Puzzle\",\"Answer\",\"rating\"",
                "\"P\",\"S\",\"3\"",
                (0, Some(1)),
            ),
            ("rating, puzzle", "3,P", (1, None)),
            ("source,question,answer,rating", "a b,P,S,3", (1, Some(2))),
            ("source,question,answer,rating", "a b,P,,3", (1, Some(2))),
            ("QUESTION|ANSWER", "P|S", (0, Some(1))),
            ("givens,solution", "P,S", (0, Some(1))),
            ("Grid;Solution", "P;S", (0, Some(1))),
            ("unsolved,solved", "P,S", (0, Some(1))),
            ("solved,unsolved", "S,P", (1, Some(0))),
            ("input,target", "P,", (0, Some(1))),
            ("puzzle,answer", "P,S", (0, Some(1))),
            ("board,puzzle", "S,P", (1, Some(0))),
            ("| puzzle | solution |", "| P | S |", (1, Some(2))),
            ("vorher;nachher", "P;S", (0, Some(1))),
            ("nr;nachher;vorher", "1;S;P", (2, Some(1))),
            ("foo,solution", "P,", (0, Some(1))),
            ("puzzle,solution", "not a puzzle,", (0, Some(1))),
        ] {
            assert_eq!(columns(header, row), Some(expected), "{header:?} {row:?}");
        }
        for (line, row) in [
            ("", "P,S"),
            ("puzzle", "P"),
            ("5,3,0,0,7", "1,2,3,4,5"),
            ("P,S", "P,S"),
            ("P,", "P,"),
            ("id,name", "1,P"),
            ("a puzzle, hard", "P,S,3"),
            ("question,answer", "Why?,because"),
            ("name,value", "P,P"),
        ] {
            let line = line.replace('P', PUZZLE).replace('S', SOLUTION);
            let found = columns(&line, row);
            let allowed = line == "a puzzle, hard" && found == Some((0, Some(1)));
            assert!(found.is_none() || allowed, "{line:?} {row:?}: {found:?}");
        }
    }

    #[test]
    fn what_is_said_to_be_a_table_may_have_one_column_and_empty_rows() {
        let columns = |text: &str, expects_table: bool| {
            let text = text.replace('P', PUZZLE).replace('S', SOLUTION);
            let mut reader = Reader::new(text.as_bytes(), ReadOptions::default());
            if expects_table {
                reader = reader.expecting_table();
            }
            let mut kinds = String::new();
            let mut piece = Piece::default();
            while reader.read(&mut piece).expect("text") {
                kinds.push(match &piece.content {
                    Content::Puzzle(record) if record.form == Form::Table => 'T',
                    Content::Puzzle(_) => 'P',
                    Content::Unreadable(_) => 'x',
                    Content::Verbatim => '-',
                });
            }
            kinds
        };
        for (text, expected, otherwise) in [
            ("puzzle\nP\n\nP\n", "-TxT", "-P-P"),
            ("Grid\n\nbroken\nP\n", "-xxT", "-P"),
            ("board,id\n,1\nP,2\n", "-xT", "-xP"),
            ("vorher,nachher\n,\nP,S\n", "-xT", "-xP"),
        ] {
            assert_eq!(columns(text, true), expected, "{text}");
            assert_eq!(columns(text, false), otherwise, "{text}");
        }
        // Lines, and the title of a grid.
        for text in ["P\nP\n", "puzzle\n1...\n..2.\n.3..\n...4\n"] {
            let found = columns(text, true);
            assert!(found.ends_with('P'), "{text}: {found}");
            assert_eq!(found, columns(text, false), "{text}");
        }
    }

    #[test]
    fn other_columns_are_counted() {
        for (header, row, others) in [
            ("puzzle,solution", "P,S", 0),
            ("id,puzzle,solution,clues,level", "7,P,,30,easy", 2),
            ("rating,puzzle", "3,P", 1),
        ] {
            let row = row.replace('P', PUZZLE).replace('S', SOLUTION);
            let record = read_row(header, &row).expect(header);
            assert_eq!(record.other_columns, others, "{header}");
        }
        let error = read_row("puzzle,id", ",1\n").unwrap_err();
        assert_eq!(error.message, "the row has no puzzle");
    }

    #[test]
    fn cells_may_have_columns_of_their_own() {
        let cells: Vec<String> = PUZZLE.chars().map(String::from).collect();
        let solution: Vec<String> = SOLUTION.chars().map(String::from).collect();
        let names = |prefix: &str, from: usize| -> Vec<String> {
            (from..from + 81).map(|n| format!("{prefix}{n}")).collect()
        };
        let row = format!("7,{}\n", cells.join(","));
        for prefix in ["c", "puzzle_", "", "cell "] {
            let header = format!("id,{}", names(prefix, 0).join(","));
            let record = detected(&header, &row).expect(&header).read(&Segment {
                text: row.as_bytes(),
                line: 2,
                options: &ReadOptions::default(),
                convention: None,
            });
            let record = record.unwrap();
            assert_eq!(record.puzzle.to_string(), PUZZLE, "{header}");
            assert_eq!(record.name.as_deref(), Some("7"));
            let expected = format!("7,{}\n", solution.join(","));
            assert_eq!(solved(&record, &row), expected);
        }
        let header = [names("puzzle_", 1), names("solution_", 1)]
            .concat()
            .join(";");
        let row = [cells.clone(), vec![String::new(); 81]].concat().join(";");
        let table = detected(&header, &row).unwrap();
        assert_eq!((table.puzzle, table.solution), (0, Some(81)));
        let record = table.read(&Segment {
            text: row.as_bytes(),
            line: 2,
            options: &ReadOptions::default(),
            convention: None,
        });
        let expected = [cells.clone(), solution].concat().join(";");
        assert_eq!(solved(&record.unwrap(), &row), expected);
        // A grid with numbered columns is not a row of cells.
        let header: Vec<String> = (1..17).map(|n| format!("c{n}")).collect();
        let row = ["1", "", "2", ""].repeat(4).join(",");
        assert_eq!(detected(&header.join(","), &row), None);
    }

    #[test]
    fn a_field_may_have_several_lines() {
        let rows: Vec<&str> = (0..9).map(|row| &PUZZLE[row * 9..row * 9 + 9]).collect();
        let row = format!("1,\"{}\",\n", rows.join("\n"));
        let record = read_row("id,puzzle,solution", &row).unwrap();
        assert_eq!(record.puzzle.to_string(), PUZZLE);
        assert_eq!(
            solved(&record, &row),
            row.replace("\",\n", &format!("\",{SOLUTION}\n"))
        );
        let broken = row.replacen('6', "Q", 1);
        let error = read_row("id,puzzle,solution", &broken).unwrap_err();
        assert_eq!(
            error.place().map(|place| (place.line, place.column)),
            Some((3, 1))
        );
    }

    #[test]
    fn every_board_of_a_row_is_transformed() {
        let state = PUZZLE.replacen('.', "9", 1).replace('.', "0");
        let row = format!("{state},{PUZZLE},{SOLUTION},{}\n", &PUZZLE[1..]);
        let record = read_row("state,puzzle,solution,note", &row).unwrap();
        let mut out = Vec::new();
        let next = |values: &[u8]| {
            values
                .iter()
                .map(|v| if *v == 0 { 0 } else { v % 9 + 1 })
                .collect()
        };
        record.write_transformed(row.as_bytes(), next, &mut out);
        let shifted = |text: &str| -> String {
            let digit = |c: char| match c {
                '1'..='9' => char::from(b'1' + (c as u8 - b'0') % 9),
                c => c,
            };
            text.chars().map(digit).collect()
        };
        let boards = [&state, PUZZLE, SOLUTION].map(shifted).join(",");
        let expected = format!("{boards},{}\n", &PUZZLE[1..]);
        assert_eq!(String::from_utf8(out).unwrap(), expected);
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
