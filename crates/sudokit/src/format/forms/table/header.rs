//! Headers: the names of columns, and what the first row shows about them.
//!
//! One list of names serves detection and reading. A name alone does not make a column a puzzle:
//! `question,answer` is also the header of a quiz. The first row decides, and also finds the
//! columns of a header whose names say nothing.

use super::fields::Fields;
use super::{Board, Table};
use crate::format::Span;
use crate::format::forms::separated;
use crate::format::read::segment::Segment;
use crate::format::symbols::tokens::BLANKS;
use crate::shape::{MAX_SIZE, MIN_SIZE};

/// What a column is called that contains puzzles, the surest names first. Those up to `sudokus`
/// make a table even if the first row cannot be read.
const PUZZLE_NAMES: [&str; 36] = [
    "puzzle",
    "puzzles",
    "quiz",
    "quizzes",
    "sudoku",
    "sudokus",
    "givens",
    "given",
    "unsolved",
    "question",
    "questions",
    "board",
    "boards",
    "grid",
    "grids",
    "problem",
    "problems",
    "clues",
    "clue",
    "initial",
    "start",
    "input",
    "inputs",
    "task",
    "game",
    "games",
    "mission",
    "state",
    "unfilled",
    "incomplete",
    "givens_grid",
    "x",
    "data",
    "url",
    "link",
    "links",
];
const SURE_NAMES: usize = 6;

/// What a column is called that contains their solutions.
const SOLUTION_NAMES: [&str; 26] = [
    "solution",
    "solutions",
    "answer",
    "answers",
    "solved",
    "solved_grid",
    "response",
    "responses",
    "complete",
    "completed",
    "filled",
    "full",
    "final",
    "result",
    "results",
    "target",
    "targets",
    "output",
    "outputs",
    "expected",
    "label",
    "labels",
    "key",
    "win",
    "goal",
    "y",
];

const NAME_NAMES: [&str; 3] = ["id", "name", "title"];

/// What a field of the first row contains.
enum Content {
    Empty,
    /// A board with this number of cells, and whether none of them is open.
    Board {
        cells: usize,
        full: bool,
    },
    Other,
}

impl Content {
    fn of(segment: &Segment, span: Span) -> Content {
        // A problem quotes its text, so that is the field and not the row with all its fields.
        let field = Segment {
            text: segment.bytes(span),
            ..*segment
        };
        if field.text.is_empty() {
            return Content::Empty;
        }
        match separated::read_field(&field, Span::new(0, field.text.len())) {
            Ok(record) => Content::Board {
                cells: record.puzzle.values().len(),
                full: record.puzzle.is_full(),
            },
            Err(_) => Content::Other,
        }
    }

    fn is_open_board(&self) -> bool {
        matches!(self, Content::Board { full: false, .. })
    }

    fn is_full_board(&self, of: usize) -> bool {
        matches!(self, Content::Board { full: true, cells } if *cells == of)
    }
}

/// The names of a header's columns, in lower case.
pub(super) struct Header {
    delimiter: u8,
    names: Vec<String>,
}

impl Header {
    /// Splits a line into names.
    pub fn new(line: &[u8], delimiter: u8) -> Header {
        let line = line.strip_prefix(b"\xef\xbb\xbf").unwrap_or(line);
        let line = line.trim_ascii_end();
        let normal = |name: &[u8]| {
            let name = String::from_utf8_lossy(name).to_lowercase();
            name.replace([' ', '-', '.'], "_")
        };
        let names = Fields::new(line, delimiter).map(|span| normal(span.of(line)));
        Header {
            delimiter,
            names: names.collect(),
        }
    }

    /// Returns the table by its names alone.
    pub fn by_name(&self) -> Option<Table> {
        // A single column is more likely a title above a grid.
        if self.names.len() < 2 {
            return None;
        }
        let puzzle = self.column(&PUZZLE_NAMES, |_| true)?;
        let solution = self.column(&SOLUTION_NAMES, |column| column != puzzle);
        Some(self.table(puzzle, solution))
    }

    /// Returns the table of a single column with a known name and a board in its first row.
    pub fn with_one_column(&self, row: &Segment) -> Option<Table> {
        let is_known = |name: &String| PUZZLE_NAMES.contains(&name.as_str());
        let mut fields = Fields::new(row.text, self.delimiter);
        let (field, None) = (fields.next()?, fields.next()) else {
            return None;
        };
        let is_board = || matches!(Content::of(row, field), Content::Board { .. });
        let is_table = matches!(&self.names[..], [name] if is_known(name)) && is_board();
        is_table.then(|| self.table(0, None))
    }

    /// Returns the table with the boards in these columns, one in each field.
    fn table(&self, puzzle: usize, solution: Option<usize>) -> Table {
        let is_other = |column| column != puzzle && Some(column) != solution;
        Table {
            delimiter: self.delimiter,
            columns: self.names.len(),
            puzzle,
            solution,
            board: Board::Field,
            name: self.column(&NAME_NAMES, is_other),
        }
    }

    /// Returns the table of these names and a first row.
    pub fn with_row(&self, row: &Segment) -> Option<Table> {
        let fields: Vec<Span> = Fields::new(row.text, self.delimiter).collect();
        if self.names.len() < 2 {
            return None;
        }
        if fields.len() < self.names.len() {
            // The names show that fields are missing in the row: those of many cells, or of both
            // boards.
            let mut padded = fields.clone();
            padded.resize(self.names.len(), Span::default());
            let cells = self.cell_columns(row, &padded);
            if cells.is_some_and(|table| table.board.columns() > MAX_SIZE) {
                return cells;
            }
            let by_name = self.by_name().filter(|table| table.solution.is_some());
            return by_name.filter(|_| fields.len() > 1);
        }
        if let Some(table) = self.cell_columns(row, &fields) {
            return Some(table);
        }
        if !self.names.iter().all(|name| is_name(name)) {
            return None;
        }
        let contents: Vec<Content> = fields.iter().map(|span| Content::of(row, *span)).collect();
        let puzzle = self.puzzle_column(&contents)?;
        // The names are not above their columns.
        let is_full = matches!(contents[puzzle], Content::Board { full: true, .. });
        if is_full && contents.iter().any(Content::is_open_board) {
            return None;
        }
        let cells = match contents[puzzle] {
            Content::Board { cells, .. } => Some(cells),
            _ => None,
        };
        let solution = self.solution_column(row, &fields, &contents, puzzle, cells);
        // Without a known name, both columns must be there.
        let name = self.names[puzzle].as_str();
        let is_known = PUZZLE_NAMES.contains(&name);
        if !is_known && (solution.is_none() || !name.contains(char::is_alphabetic)) {
            return None;
        }
        Some(self.table(puzzle, solution))
    }

    /// Returns the first column with one of these names, in the order of the names.
    fn column(&self, wanted: &[&str], fits: impl Fn(usize) -> bool) -> Option<usize> {
        wanted.iter().find_map(|wanted| {
            let is_wanted = |(column, name): (usize, &String)| name == wanted && fits(column);
            self.names.iter().enumerate().position(is_wanted)
        })
    }

    fn puzzle_column(&self, contents: &[Content]) -> Option<usize> {
        let is_board = |column: usize| matches!(contents[column], Content::Board { .. });
        let open = |column: usize| contents[column].is_open_board();
        let unnamed = |column: &usize| {
            open(*column) && !SOLUTION_NAMES.contains(&self.names[*column].as_str())
        };
        let only = || {
            let mut columns = (0..self.names.len()).filter(unnamed);
            columns.next().filter(|_| columns.next().is_none())
        };
        self.column(&PUZZLE_NAMES, open)
            .or_else(|| self.column(&PUZZLE_NAMES, is_board))
            .or_else(only)
            .or_else(|| self.column(&PUZZLE_NAMES[..SURE_NAMES], |_| true))
            // Beside a solution, a puzzle that cannot be read is damaged.
            .or_else(|| {
                self.column(&SOLUTION_NAMES, is_board)?;
                self.column(&PUZZLE_NAMES, |_| true)
            })
    }

    fn solution_column(
        &self,
        row: &Segment,
        fields: &[Span],
        contents: &[Content],
        puzzle: usize,
        cells: Option<usize>,
    ) -> Option<usize> {
        let is_full = |column: usize| {
            column != puzzle && cells.is_none_or(|cells| contents[column].is_full_board(cells))
        };
        let only = || {
            let is_solution = |column: &usize| {
                cells.is_some() && is_full(*column) && !is_region_map(row.bytes(fields[*column]))
            };
            let mut columns = (0..self.names.len()).filter(is_solution);
            let first = columns.next().filter(|_| columns.next().is_none());
            first.filter(|_| contents[puzzle].is_open_board())
        };
        let is_open =
            |column: usize| column != puzzle && matches!(contents[column], Content::Empty);
        self.column(&SOLUTION_NAMES, is_full)
            .or_else(|| self.column(&SOLUTION_NAMES, is_open))
            .or_else(only)
            .or_else(|| self.column(&SOLUTION_NAMES, |column| column != puzzle))
    }

    /// Returns the table of a header that numbers the cells or the rows of a board: `c1,…,c81`,
    /// `puzzle_0,…,puzzle_80,solution_0,…`, `id,r1c1,…`, `row1,…,row9`.
    fn cell_columns(&self, row: &Segment, fields: &[Span]) -> Option<Table> {
        let mut boards = Vec::new();
        let mut at = 0;
        while at < self.names.len() {
            let length = self.numbered_run(at);
            let board = board_of(row, &fields[at..at + length]);
            if let Some(board) = board.filter(|board| self.are_cells(at, *board)) {
                boards.push((at, board));
            }
            at += length.max(1);
        }
        let is_solution = |at: usize| {
            let name = skeleton(&self.names[at]);
            SOLUTION_NAMES.contains(&name.trim_matches('_'))
        };
        let (puzzle, solution) = match boards[..] {
            [puzzle] => (puzzle, None),
            [one, other] if one.1 == other.1 => match (is_solution(one.0), is_solution(other.0)) {
                (false, true) => (one, Some(other.0)),
                (true, false) => (other, Some(one.0)),
                _ => return None,
            },
            _ => return None,
        };
        let is_name = |column: usize| !(puzzle.0..puzzle.0 + puzzle.1.columns()).contains(&column);
        Some(Table {
            delimiter: self.delimiter,
            columns: self.names.len(),
            puzzle: puzzle.0,
            solution,
            board: puzzle.1,
            name: self.column(&NAME_NAMES, is_name),
        })
    }

    /// Returns whether numbered columns are those of a board in one row, rather than those of a
    /// grid: there are more of them than a grid has, or their names say so.
    fn are_cells(&self, start: usize, board: Board) -> bool {
        let name = &self.names[start];
        let word = skeleton(name);
        let word = word.trim_matches('_');
        match board {
            Board::Rows(_) => word.contains(char::is_alphabetic),
            _ => {
                board.columns() > MAX_SIZE
                    || numbers(name).len() == 2
                    || word == "cell"
                    || PUZZLE_NAMES.contains(&word)
                    || SOLUTION_NAMES.contains(&word)
            }
        }
    }

    /// Returns how many columns from this one on have the same name with ascending numbers.
    fn numbered_run(&self, start: usize) -> usize {
        let first = skeleton(&self.names[start]);
        let has_number = |name: &String| name.bytes().any(|byte| byte.is_ascii_digit());
        let mut last = None;
        let continues = |name: &&String| {
            let number = numbers(name);
            let ascends = last.as_ref().is_none_or(|last| *last < number);
            last = Some(number);
            ascends && has_number(name) && skeleton(name) == first
        };
        self.names[start..].iter().take_while(continues).count()
    }
}

/// Returns whether a text can be the name of a column: it is not a number or a board.
fn is_name(name: &str) -> bool {
    let is_cell = |c: char| c.is_ascii_digit() || BLANKS.contains(&c);
    let digits = name.bytes().filter(u8::is_ascii_digit).count();
    let is_run = name.chars().count() >= MIN_SIZE * MIN_SIZE && name.chars().all(is_cell);
    digits * 2 <= name.len() && !is_run && !name.contains(['\n', '\r'])
}

/// Returns a name without its digits.
fn skeleton(name: &str) -> String {
    name.chars().filter(|c| !c.is_ascii_digit()).collect()
}

/// Returns the numbers in a name.
fn numbers(name: &str) -> Vec<u64> {
    let parts = name.split(|c: char| !c.is_ascii_digit());
    parts.filter_map(|part| part.parse().ok()).collect()
}

/// Returns what the fields of numbered columns are: a cell each, or a row of cells each.
fn board_of(row: &Segment, fields: &[Span]) -> Option<Board> {
    let count = fields.len();
    let size = count.isqrt();
    let length = |span: &Span| row.bytes(*span).len();
    let longest = fields.iter().map(length).max()?;
    if size * size == count && (MIN_SIZE..=MAX_SIZE).contains(&size) && longest <= 4 {
        return Some(Board::Cells(count));
    }
    let is_row = |span: &Span| length(span) == count;
    let is_rows = (MIN_SIZE..=MAX_SIZE).contains(&count) && fields.iter().all(is_row);
    is_rows.then_some(Board::Rows(count))
}

/// Returns whether symbols are a map of regions rather than a solution: in a solution, neighbours
/// in a row differ.
pub(crate) fn is_region_map(run: &[u8]) -> bool {
    let size = run.len().isqrt();
    let is_square = size >= MIN_SIZE && size * size == run.len();
    let same = || {
        run.chunks(size)
            .flat_map(|row| row.windows(2))
            .filter(|pair| pair[0] == pair[1])
    };
    is_square && same().count() * 3 >= run.len()
}
