//! `sudokit count --candidates`: the values each cell has in some solution, and in how many.

use std::collections::BTreeMap;
use std::fmt::Write;

use anstyle::{AnsiColor, Style};
use serde::Serialize;
use sudokit::Problem;
use sudokit::Solver;
use sudokit::analyse::TrueCandidates;
use sudokit::format::{ReadOptions, Record};
use sudokit::solve::End;

use super::options::CountOptions;
use crate::args::files::ReportStyle;
use crate::args::quantities::plural;
use crate::io::fast_lane::SolvedLine;
use crate::io::pipeline::SolvedLines;
use crate::report::located::{self, JsonHead, LocatedPuzzle, PuzzleError, PuzzleResult};
use crate::report::{self, Exit};
use crate::terminal::board::{self, CellNames};
use crate::terminal::messages::Messages;
use crate::verbs::survey::{LineAnalysis, LineReport, SearchContext};

const CSV_HEADINGS: &[u8] = b"file,line,name,cell,value,solutions,exact\n";

/// Counts solutions for each cell and value.
pub struct CandidateAnalysis<'a>(pub &'a CountOptions);

impl LineAnalysis for CandidateAnalysis<'_> {
    type Finding = TrueCandidates;
    type Notes = ();

    fn read_options(&self) -> &ReadOptions {
        &self.0.read
    }

    fn find(&self, record: &Record, context: &SearchContext<'_>) -> TrueCandidates {
        let solver = self.0.search.solver(context.threads).limit(self.0.limit);
        TrueCandidates::of(&solver, &record.puzzle)
    }

    fn solver_for_lines(&self) -> Option<Solver> {
        None
    }

    fn notes(&self, _puzzles: &[[u8; 81]]) {}

    fn write_line(
        &self,
        _source: &str,
        _solved: &SolvedLine<'_>,
        _notes: &(),
        _out: &mut Vec<u8>,
    ) -> bool {
        false
    }
}

/// A board or a table for each puzzle.
pub struct CandidateReport<'a> {
    pub options: &'a CountOptions,
    pub messages: &'a Messages,
}

impl LineReport<TrueCandidates> for CandidateReport<'_> {
    fn headings(&self) -> anyhow::Result<Vec<u8>> {
        Ok(match self.options.style {
            ReportStyle::Csv => CSV_HEADINGS.to_vec(),
            _ => Vec::new(),
        })
    }

    fn line(
        &self,
        located: &LocatedPuzzle<'_>,
        found: &PuzzleResult<TrueCandidates>,
    ) -> anyhow::Result<Vec<u8>> {
        match (self.options.style, found, located.record()) {
            (ReportStyle::Json, ..) => Ok(report::json_line(&CandidatesJson::new(located, found))),
            (ReportStyle::Csv, Ok(found), Some(record)) => csv(located, record, found),
            (ReportStyle::Csv, ..) => Ok(Vec::new()),
            (ReportStyle::Words, Ok(found), Some(record)) => {
                Ok(self.words(&located.place(), record, found).into_bytes())
            }
            (ReportStyle::Words, ..) => Ok(b"Invalid\n".to_vec()),
        }
    }

    fn is_remarkable(&self, found: &TrueCandidates) -> bool {
        !found.is_exact()
    }

    fn enter(&mut self, _case: &LocatedPuzzle<'_>, found: &TrueCandidates) -> Exit {
        let mut exit = match (found.solutions(), found.end()) {
            (0, End::Exhausted) => Exit::Failed,
            _ => report::exit_of(found.end()),
        };
        exit.raise(report::exit_of(found.search_end()));
        exit
    }

    fn enter_error(&mut self, located: &LocatedPuzzle<'_>, error: &PuzzleError) {
        error.print(self.messages, located.file, located.piece);
    }

    fn enter_lines(&mut self, _lines: &SolvedLines<'_>) -> Exit {
        Exit::Answered
    }
}

impl CandidateReport<'_> {
    /// The number of solutions and the board.
    fn words(&self, place: &str, record: &Record, found: &TrueCandidates) -> String {
        let stopped = |end: End| self.options.search.stopped(end);
        let count = match (found.solutions(), found.is_exact()) {
            (0, true) => return format!("{place}: no solution\n"),
            (count, true) => plural(count, "solution"),
            (count, false) => format!(
                "at least {}: {}",
                plural(count, "solution"),
                stopped(found.end())
            ),
        };
        let gaps = match found.are_known() {
            true => String::new(),
            false => format!("; values may be missing: {}", stopped(found.search_end())),
        };
        let drawn = draw(record, found);
        let drawn = match self.options.colours {
            true => drawn,
            false => anstream::adapter::strip_str(&drawn).to_string(),
        };
        format!("{place}: {count}{gaps}\n{drawn}")
    }
}

fn csv(
    located: &LocatedPuzzle<'_>,
    record: &Record,
    found: &TrueCandidates,
) -> anyhow::Result<Vec<u8>> {
    let shape = record.puzzle.shape();
    let mut writer = csv::Writer::from_writer(Vec::new());
    for (cell, counts) in found.by_cell().into_iter().enumerate() {
        let name = format!("r{}c{}", shape.row(cell) + 1, shape.column(cell) + 1);
        for (value, count) in counts {
            writer.write_record([
                located.file,
                &located.piece.line.to_string(),
                record.name.as_deref().unwrap_or_default(),
                &name,
                &record.symbols.symbol(value),
                &count.to_string(),
                &found.is_exact().to_string(),
            ])?;
        }
    }
    Ok(writer.into_inner()?)
}

#[derive(Serialize)]
struct CandidatesJson<'a> {
    #[serde(flatten)]
    head: JsonHead<'a>,
    #[serde(skip_serializing_if = "Option::is_none")]
    problem: Option<&'a Problem>,
    #[serde(flatten)]
    counts: Option<CandidateCounts>,
}

impl<'a> CandidatesJson<'a> {
    fn new(
        located: &LocatedPuzzle<'a>,
        found: &'a PuzzleResult<TrueCandidates>,
    ) -> CandidatesJson<'a> {
        let status = |found: &TrueCandidates| located.status(found.solutions(), found.end());
        CandidatesJson {
            head: located.head(found.as_ref().map_or_else(|problem| problem.status, status)),
            problem: located::problem(found),
            counts: found.as_ref().ok().map(CandidateCounts::new),
        }
    }
}

#[derive(Serialize)]
struct CandidateCounts {
    count: u64,
    /// Whether all counts are exact; otherwise they are lower bounds.
    exact: bool,
    ended: &'static str,
    /// For each cell its values with their numbers of solutions.
    by_cell: Vec<BTreeMap<u8, u64>>,
    /// Whether no value is missing.
    by_cell_complete: bool,
}

impl CandidateCounts {
    fn new(found: &TrueCandidates) -> CandidateCounts {
        CandidateCounts {
            count: found.solutions(),
            exact: found.is_exact(),
            ended: found.end().name(),
            by_cell: found.by_cell(),
            by_cell_complete: found.are_known(),
        }
    }
}

/// Larger boards do not fit a terminal with all their candidates.
const LARGEST: usize = 16;

const CERTAIN: Style = AnsiColor::Green.on_default().bold();

const GIVEN: Style = Style::new().bold();

/// A board with one line per value of a cell, `3:12` for a 3 in twelve solutions; only the value if
/// all solutions agree. For large boards, only the cells in which they differ.
pub fn draw(record: &Record, found: &TrueCandidates) -> String {
    let shape = record.puzzle.shape();
    let cells: Vec<Vec<String>> = (0..shape.cells())
        .map(|cell| entries(record, found, cell))
        .collect();
    if shape.size() > LARGEST {
        return list(record, &cells);
    }
    let widths = cells.iter().flatten().map(|entry| entry.chars().count());
    let names = |letter: char| -> Vec<String> {
        (1..=shape.size())
            .map(|line| format!("{letter}{line}"))
            .collect()
    };
    let (rows, columns) = (names('r'), names('c'));
    let width = widths
        .chain(columns.iter().map(String::len))
        .max()
        .unwrap_or(1);
    let names = CellNames {
        rows: &rows,
        columns: &columns,
    };
    let height = |row: usize| {
        let cells = &cells[row * shape.size()..][..shape.size()];
        cells.iter().map(Vec::len).max().unwrap_or(1)
    };
    board::frame_of_tall_cells(shape, width, &names, height, |cell, line| {
        let entry = cells[cell].get(line).map_or("", String::as_str);
        let style = match (record.puzzle.values()[cell], cells[cell].len()) {
            (0, 1) => CERTAIN,
            (0, _) => Style::new(),
            _ => GIVEN,
        };
        format!("{style}{entry:width$}{style:#}")
    })
}

/// The values of a cell, with their numbers of solutions if there are several.
fn entries(record: &Record, found: &TrueCandidates, cell: usize) -> Vec<String> {
    let values = (1..=record.puzzle.shape().size() as u8)
        .filter(|value| found.values(cell) >> (value - 1) & 1 != 0);
    let is_certain = found.values(cell).count_ones() == 1;
    let entry = |value: u8| {
        let symbol = record.symbols.symbol(value);
        let more = if found.is_exact() { "" } else { "+" };
        match is_certain {
            true => symbol,
            false => format!("{symbol}:{}{more}", found.count(cell, value)),
        }
    };
    match found.values(cell) {
        0 => vec!["·".to_string()],
        _ => values.map(entry).collect(),
    }
}

fn list(record: &Record, cells: &[Vec<String>]) -> String {
    let shape = record.puzzle.shape();
    let mut text = String::new();
    for (cell, entries) in cells
        .iter()
        .enumerate()
        .filter(|(_, entries)| entries.len() > 1)
    {
        let (row, column) = (shape.row(cell) + 1, shape.column(cell) + 1);
        let _ = writeln!(text, "r{row}c{column}  {}", entries.join("  "));
    }
    text
}
