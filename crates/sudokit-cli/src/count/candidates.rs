//! `sudokit count --candidates`: which values a cell has in some solution, and in how many.

use std::collections::BTreeMap;
use std::io::Write;
use std::ops::ControlFlow;

use serde::Serialize;
use sudokit::Solver;
use sudokit::analyse::TrueCandidates;
use sudokit::format::{Content, Diagnostic, Piece, ReadOptions, Record};
use sudokit::solve::{End, Status};

use super::{Plan, drawing};
use crate::check::Style;
use crate::exit::Exit;
use crate::files;
use crate::lines::Solved;
use crate::output::Sink;
use crate::pipeline::{Crew, Lines};
use crate::quantities::plural;
use crate::report;
use crate::survey::{self, Ledger, Means, Question};
use crate::talk::Talk;

const CSV_HEADINGS: &[u8] = b"file,line,name,cell,value,solutions,exact\n";

/// Finds the candidates of every puzzle of every file.
///
/// # Errors
/// What stops the whole run.
pub fn run(plan: &Plan, talk: &Talk) -> anyhow::Result<Exit> {
    let crew = Crew::new(&plan.effort)?;
    let mut sink = Sink::stdout();
    if plan.style == Style::Csv {
        sink.write_all(CSV_HEADINGS)?;
    }
    let mut run = Run {
        plan,
        talk,
        exit: Exit::Answered,
    };
    let asking = Asking(plan);
    let exit = files::each(&plan.sources, talk, &plan.effort.cancel, |source| {
        survey::file(&asking, &mut run, (&crew, talk, &mut sink), source)
    })?;
    run.exit.raise(exit);
    sink.finish()?;
    Ok(run.exit)
}

struct Asking<'a>(&'a Plan);

/// What was found out about a puzzle.
enum Finding {
    Counted(TrueCandidates),
    Broken(Diagnostic),
    Unreadable(Diagnostic),
}

impl Question for Asking<'_> {
    type Finding = Finding;
    type Notes = ();

    fn read_options(&self) -> &ReadOptions {
        &self.0.read
    }

    fn find(&self, piece: &Piece, means: &Means<'_>) -> Option<Finding> {
        match &piece.content {
            Content::Verbatim => None,
            Content::Unreadable(diagnostic) => Some(Finding::Unreadable(diagnostic.clone())),
            Content::Puzzle(record) => Some(match record.puzzle.check() {
                Err(error) => {
                    Finding::Broken(record.rule_diagnostic(&piece.text, piece.line, &error))
                }
                Ok(()) => {
                    let solver = self.0.effort.solver(means.threads).limit(self.0.limit);
                    Finding::Counted(TrueCandidates::of(&solver, &record.puzzle))
                }
            }),
        }
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

struct Run<'a> {
    plan: &'a Plan,
    talk: &'a Talk,
    exit: Exit,
}

impl Ledger<Finding> for Run<'_> {
    fn line(
        &self,
        source: &str,
        piece: &Piece,
        finding: &Finding,
        alone: bool,
    ) -> anyhow::Result<Vec<u8>> {
        match (self.plan.style, finding, &piece.content) {
            (Style::Json, ..) => json(source, piece, finding),
            (Style::Csv, Finding::Counted(found), Content::Puzzle(record)) => {
                csv(source, piece, record, found)
            }
            (Style::Csv, ..) => Ok(Vec::new()),
            (Style::Words, Finding::Counted(found), Content::Puzzle(record)) => {
                let place = report::place(source, piece, alone);
                Ok(self.words(&place, record, found).into_bytes())
            }
            (Style::Words, ..) => Ok(b"Invalid\n".to_vec()),
        }
    }

    fn is_remarkable(&self, finding: &Finding) -> bool {
        !matches!(finding, Finding::Counted(found) if found.is_exact())
    }

    fn enter(
        &mut self,
        source: &str,
        piece: &Piece,
        finding: &Finding,
        _alone: bool,
    ) -> ControlFlow<()> {
        match finding {
            Finding::Counted(found) => {
                self.exit.raise(match (found.solutions(), found.end()) {
                    (0, End::Exhausted) => Exit::Failed,
                    _ => report::exit_of(found.end()),
                });
                self.exit.raise(report::exit_of(found.search_end()));
                if found.search_end() == End::Cancelled {
                    return ControlFlow::Break(());
                }
            }
            Finding::Broken(diagnostic) => {
                self.talk.diagnostic(source, piece, diagnostic);
                self.exit.raise(Exit::Failed);
            }
            Finding::Unreadable(diagnostic) => {
                self.talk.diagnostic(source, piece, diagnostic);
                self.exit.raise(Exit::Trouble);
            }
        }
        ControlFlow::Continue(())
    }

    fn enter_lines(&mut self, _lines: &Lines<'_>) {}
}

impl Run<'_> {
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

fn csv(
    source: &str,
    piece: &Piece,
    record: &Record,
    found: &TrueCandidates,
) -> anyhow::Result<Vec<u8>> {
    let shape = record.puzzle.shape();
    let mut writer = csv::Writer::from_writer(Vec::new());
    for (cell, counts) in found.by_cell().into_iter().enumerate() {
        let name = format!("r{}c{}", shape.row(cell) + 1, shape.column(cell) + 1);
        for (value, count) in counts {
            writer.write_record([
                source,
                &piece.line.to_string(),
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
    file: &'a str,
    line: usize,
    #[serde(skip_serializing_if = "Option::is_none")]
    name: Option<&'a str>,
    status: Status,
    #[serde(skip_serializing_if = "Option::is_none")]
    error: Option<String>,
    #[serde(flatten)]
    counts: Option<Counts>,
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

fn json(source: &str, piece: &Piece, finding: &Finding) -> anyhow::Result<Vec<u8>> {
    let record = match &piece.content {
        Content::Puzzle(record) => Some(record),
        _ => None,
    };
    let (status, counts, error) = match (finding, record) {
        (Finding::Counted(found), Some(record)) => {
            let status = Status::after(&record.puzzle, found.solutions(), found.end());
            (status, Some(Counts::new(found)), None)
        }
        (Finding::Broken(diagnostic), _) => (Status::RuleBroken, None, Some(diagnostic)),
        (Finding::Unreadable(diagnostic), _) => (Status::Unreadable, None, Some(diagnostic)),
        (Finding::Counted(_), None) => (Status::Open, None, None),
    };
    let mut line = serde_json::to_vec(&Line {
        file: source,
        line: piece.line,
        name: record.and_then(|record| record.name.as_deref()),
        status,
        error: error.map(ToString::to_string),
        counts,
    })?;
    line.push(b'\n');
    Ok(line)
}
