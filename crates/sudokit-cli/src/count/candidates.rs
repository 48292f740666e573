//! `sudokit count --candidates`: which values a cell has in some solution, and in how many.

use std::collections::BTreeMap;

use serde::Serialize;
use sudokit::Solver;
use sudokit::analyse::TrueCandidates;
use sudokit::format::{ReadOptions, Record};
use sudokit::solve::End;

use super::{Plan, drawing};
use crate::case::{self, Case, Found, Head, Trouble};
use crate::check::Style;
use crate::exit::Exit;
use crate::lines::Solved;
use crate::pipeline::Lines;
use crate::quantities::plural;
use crate::report;
use crate::survey::{Ledger, Means, Question};
use crate::talk::Talk;

const CSV_HEADINGS: &[u8] = b"file,line,name,cell,value,solutions,exact\n";

/// Counts for each cell and value.
pub struct Asking<'a>(pub &'a Plan);

impl Question for Asking<'_> {
    type Finding = TrueCandidates;
    type Notes = ();

    fn read_options(&self) -> &ReadOptions {
        &self.0.read
    }

    fn find(&self, record: &Record, means: &Means<'_>) -> TrueCandidates {
        let solver = self.0.effort.solver(means.threads).limit(self.0.limit);
        TrueCandidates::of(&solver, &record.puzzle)
    }

    fn solver_for_lines(&self) -> Option<Solver> {
        None
    }

    fn notes(&self, _puzzles: &[[u8; 81]]) {}

    fn write_line(
        &self,
        _source: &str,
        _solved: &Solved<'_>,
        _notes: &(),
        _out: &mut Vec<u8>,
    ) -> bool {
        false
    }
}

/// A board, or a table, for each puzzle.
pub struct Table<'a> {
    pub plan: &'a Plan,
    pub talk: &'a Talk,
}

impl Ledger<TrueCandidates> for Table<'_> {
    fn headings(&self) -> anyhow::Result<Vec<u8>> {
        Ok(match self.plan.style {
            Style::Csv => CSV_HEADINGS.to_vec(),
            _ => Vec::new(),
        })
    }

    fn line(&self, case: &Case<'_>, found: &Found<TrueCandidates>) -> anyhow::Result<Vec<u8>> {
        match (self.plan.style, found, case.record()) {
            (Style::Json, ..) => Ok(report::json_line(&Line::new(case, found))),
            (Style::Csv, Ok(found), Some(record)) => csv(case, record, found),
            (Style::Csv, ..) => Ok(Vec::new()),
            (Style::Words, Ok(found), Some(record)) => {
                Ok(self.words(&case.place(), record, found).into_bytes())
            }
            (Style::Words, ..) => Ok(b"Invalid\n".to_vec()),
        }
    }

    fn is_remarkable(&self, found: &TrueCandidates) -> bool {
        !found.is_exact()
    }

    fn enter(&mut self, _case: &Case<'_>, found: &TrueCandidates) -> Exit {
        let mut exit = match (found.solutions(), found.end()) {
            (0, End::Exhausted) => Exit::Failed,
            _ => report::exit_of(found.end()),
        };
        exit.raise(report::exit_of(found.search_end()));
        exit
    }

    fn enter_trouble(&mut self, case: &Case<'_>, trouble: &Trouble) {
        trouble.tell(self.talk, case.file, case.piece);
    }

    fn enter_lines(&mut self, _lines: &Lines<'_>) -> Exit {
        Exit::Answered
    }
}

impl Table<'_> {
    /// How many solutions there are, and the board.
    fn words(&self, place: &str, record: &Record, found: &TrueCandidates) -> String {
        let stopped = |end: End| self.plan.effort.stopped(end);
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
        let drawn = drawing::draw(record, found);
        let drawn = match self.plan.colours {
            true => drawn,
            false => anstream::adapter::strip_str(&drawn).to_string(),
        };
        format!("{place}: {count}{gaps}\n{drawn}")
    }
}

fn csv(case: &Case<'_>, record: &Record, found: &TrueCandidates) -> anyhow::Result<Vec<u8>> {
    let shape = record.puzzle.shape();
    let mut writer = csv::Writer::from_writer(Vec::new());
    for (cell, counts) in found.by_cell().into_iter().enumerate() {
        let name = format!("r{}c{}", shape.row(cell) + 1, shape.column(cell) + 1);
        for (value, count) in counts {
            writer.write_record([
                case.file,
                &case.piece.line.to_string(),
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
struct Line<'a> {
    #[serde(flatten)]
    head: Head<'a>,
    #[serde(skip_serializing_if = "Option::is_none")]
    error: Option<String>,
    #[serde(flatten)]
    counts: Option<Counts>,
}

impl<'a> Line<'a> {
    fn new(case: &Case<'a>, found: &Found<TrueCandidates>) -> Line<'a> {
        let status = |found: &TrueCandidates| case.status(found.solutions(), found.end());
        Line {
            head: case.head(found.as_ref().map_or_else(|trouble| trouble.status, status)),
            error: case::error(found),
            counts: found.as_ref().ok().map(Counts::new),
        }
    }
}

#[derive(Serialize)]
struct Counts {
    count: u64,
    /// Whether all numbers are exact; otherwise there are at least so many.
    exact: bool,
    ended: &'static str,
    /// For each cell its values with the number of their solutions.
    by_cell: Vec<BTreeMap<u8, u64>>,
    /// Whether no value is missing there.
    by_cell_complete: bool,
}

impl Counts {
    fn new(found: &TrueCandidates) -> Counts {
        Counts {
            count: found.solutions(),
            exact: found.is_exact(),
            ended: found.end().name(),
            by_cell: found.by_cell(),
            by_cell_complete: found.are_known(),
        }
    }
}
