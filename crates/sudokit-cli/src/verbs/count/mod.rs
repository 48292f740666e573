//! `sudokit count`: counts the solutions of each puzzle.

mod candidates;
mod estimate;
mod options;

use std::io::Write;
use std::ops::ControlFlow;
use std::time::{Duration, Instant};

use serde::Serialize;
use sudokit::Problem;
use sudokit::format::{ReadOptions, Record};
use sudokit::solve::{End, Outcome};
use sudokit::{Puzzle, Solver};

use crate::args::files::ReportStyle;
use crate::args::quantities::thousands;
use crate::io::fast_lane::{self, SolvedLine};
use crate::io::output::Destination;
use crate::io::pipeline::SolvedLines;
use crate::report::located::{self, JsonHead, LocatedPuzzle, PuzzleError, PuzzleResult};
use crate::report::{self, Costs, Exit};
use crate::terminal::messages::Messages;
use crate::verbs::survey::{self, LineAnalysis, LineReport, SearchContext};
use candidates::{CandidateAnalysis, CandidateReport};
use estimate::{EstimateAnalysis, EstimateReport};
pub use options::{CountArgs, CountOptions};

/// How often a long count updates the bar.
const BEAT: Duration = Duration::from_millis(100);

/// Counts the solutions of every puzzle of every file.
///
/// # Errors
/// Whatever stops the whole run.
pub fn run(options: &CountOptions, messages: &Messages) -> anyhow::Result<Exit> {
    let work = (&options.sources[..], &options.destination, &options.search);
    if let Some(sampling) = options.sampling {
        return survey::run(
            &EstimateAnalysis { options, sampling },
            &mut EstimateReport {
                options,
                sampling,
                messages,
            },
            work,
            messages,
        );
    }
    match options.candidates {
        true => survey::run(
            &CandidateAnalysis(options),
            &mut CandidateReport { options, messages },
            work,
            messages,
        ),
        false => survey::run(
            options,
            &mut CountReport { options, messages },
            work,
            messages,
        ),
    }
}

impl LineAnalysis for CountOptions {
    type Finding = Outcome;
    type Notes = ();

    fn read_options(&self) -> &ReadOptions {
        &self.read
    }

    fn find(&self, record: &Record, context: &SearchContext<'_>) -> Outcome {
        count(self, &record.puzzle, context)
    }

    fn solver_for_lines(&self) -> Option<Solver> {
        // A full count may take any time, so it shows its progress.
        let is_quick = self.style == ReportStyle::Words && self.limit < u64::MAX;
        fast_lane::solver(&self.search, self.limit).filter(|_| is_quick)
    }

    fn notes(&self, _puzzles: &[[u8; 81]]) {}

    fn write_line(
        &self,
        _source: &str,
        solved: &SolvedLine<'_>,
        _notes: &(),
        out: &mut Vec<u8>,
    ) -> bool {
        // A count that stops at the limit needs a message.
        u64::from(solved.count) < self.limit && writeln!(out, "{}", solved.count).is_ok()
    }
}

/// A number for each puzzle.
struct CountReport<'a> {
    options: &'a CountOptions,
    messages: &'a Messages,
}

impl LineReport<Outcome> for CountReport<'_> {
    fn headings(&self) -> anyhow::Result<Vec<u8>> {
        match self.options.style {
            ReportStyle::Csv => report::csv_row(HEADINGS),
            _ => Ok(Vec::new()),
        }
    }

    fn line(
        &self,
        located: &LocatedPuzzle<'_>,
        found: &PuzzleResult<Outcome>,
    ) -> anyhow::Result<Vec<u8>> {
        Ok(match (self.options.style, found) {
            (ReportStyle::Words, Ok(outcome)) => format!("{}\n", outcome.count).into_bytes(),
            (ReportStyle::Words, Err(_)) => b"Invalid\n".to_vec(),
            (ReportStyle::Json, _) => report::json_line(&CountJson::new(located, found)),
            (ReportStyle::Csv, _) => row(located, found)?,
        })
    }

    // A message about a number must follow it if both go to the same place.
    fn is_remarkable(&self, outcome: &Outcome) -> bool {
        outcome.end != End::Exhausted
    }

    fn enter(&mut self, located: &LocatedPuzzle<'_>, outcome: &Outcome) -> Exit {
        // The message about a file that was not finished says it.
        let is_told = outcome.end == End::Cancelled
            && matches!(self.options.destination, Destination::File(_));
        if outcome.end != End::Exhausted && !is_told {
            self.messages.note(format_args!(
                "{}: at least {}: {}",
                located.place(),
                thousands(outcome.count),
                self.options.search.stopped(outcome.end)
            ));
        }
        match outcome.is_impossible() {
            true => Exit::Failed,
            false => report::exit_of(outcome.end),
        }
    }

    fn enter_error(&mut self, located: &LocatedPuzzle<'_>, error: &PuzzleError) {
        error.print(self.messages, located.file, located.piece);
    }

    fn enter_lines(&mut self, _lines: &SolvedLines<'_>) -> Exit {
        Exit::Answered
    }
}

/// The headings of the table.
const HEADINGS: [&str; 7] = [
    "file", "line", "name", "status", "count", "exact", "problem",
];

/// A row of the table.
fn row(located: &LocatedPuzzle<'_>, found: &PuzzleResult<Outcome>) -> anyhow::Result<Vec<u8>> {
    let (status, count, exact, problem) = match found {
        Ok(outcome) => (
            located.status(outcome.count, outcome.end),
            outcome.count.to_string(),
            (outcome.end == End::Exhausted).to_string(),
            "",
        ),
        Err(error) => (
            error.status,
            String::new(),
            String::new(),
            &error.problem.message[..],
        ),
    };
    report::csv_row([
        located.file,
        &located.piece.line.to_string(),
        located.name().unwrap_or_default(),
        status.name(),
        &count,
        &exact,
        problem,
    ])
}

#[derive(Serialize)]
struct CountJson<'a> {
    #[serde(flatten)]
    head: JsonHead<'a>,
    #[serde(flatten)]
    counted: Option<CountFinding>,
    #[serde(skip_serializing_if = "Option::is_none")]
    problem: Option<&'a Problem>,
}

#[derive(Serialize)]
struct CountFinding {
    count: u64,
    exact: bool,
    ended: &'static str,
    statistics: Costs,
}

impl<'a> CountJson<'a> {
    fn new(located: &LocatedPuzzle<'a>, found: &'a PuzzleResult<Outcome>) -> CountJson<'a> {
        let status = |outcome: &Outcome| located.status(outcome.count, outcome.end);
        CountJson {
            head: located.head(found.as_ref().map_or_else(|problem| problem.status, status)),
            counted: found.as_ref().ok().map(CountFinding::from),
            problem: located::problem(found),
        }
    }
}

impl From<&Outcome> for CountFinding {
    fn from(outcome: &Outcome) -> CountFinding {
        CountFinding {
            count: outcome.count,
            exact: outcome.end == End::Exhausted,
            ended: outcome.end.name(),
            statistics: Costs::from(&outcome.statistics),
        }
    }
}

/// Counts, and shows the progress on the bar.
fn count(options: &CountOptions, puzzle: &Puzzle, context: &SearchContext<'_>) -> Outcome {
    let solver = options.search.solver(context.threads).limit(options.limit);
    let (Some(bar), source) = (context.bar, context.source) else {
        return solver.solve(puzzle);
    };
    let (mut found, mut shown) = (0_u64, Instant::now());
    solver.each_solution(puzzle, |_| {
        found += 1;
        // Reading the clock for every solution would cost more than finding it.
        if found.is_multiple_of(1_024) && shown.elapsed() > BEAT {
            shown = Instant::now();
            bar.set_message(format!("{source}: {} so far", thousands(found)));
        }
        ControlFlow::Continue(())
    })
}
