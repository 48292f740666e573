//! `sudokit count --estimate`: about how many solutions there are.

use serde::Serialize;
use sudokit::format::{ReadOptions, Record};
use sudokit::solve::Estimate;
use sudokit::{Problem, Solver};

use super::options::CountOptions;
use crate::args::files::ReportStyle;
use crate::args::quantities::plural;
use crate::io::fast_lane::SolvedLine;
use crate::io::pipeline::SolvedLines;
use crate::report::located::{self, JsonHead, LocatedPuzzle, PuzzleError, PuzzleResult};
use crate::report::{self, Exit};
use crate::terminal::messages::Messages;
use crate::verbs::survey::{LineAnalysis, LineReport, SearchContext};

/// How an estimate is made.
#[derive(Clone, Copy, Debug)]
pub struct Sampling {
    pub samples: u32,
    pub seed: u64,
}

/// Estimates the number of solutions.
pub struct EstimateAnalysis<'a> {
    pub options: &'a CountOptions,
    pub sampling: Sampling,
}

impl LineAnalysis for EstimateAnalysis<'_> {
    type Finding = Estimate;
    type Notes = ();

    fn read_options(&self) -> &ReadOptions {
        &self.options.read
    }

    fn find(&self, record: &Record, context: &SearchContext<'_>) -> Estimate {
        let solver = self.options.search.solver(context.threads);
        solver.estimate(&record.puzzle, self.sampling.samples, self.sampling.seed)
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

/// An estimate for each puzzle.
pub struct EstimateReport<'a> {
    pub options: &'a CountOptions,
    pub sampling: Sampling,
    pub messages: &'a Messages,
}

const HEADINGS: [&str; 10] = [
    "file",
    "line",
    "name",
    "status",
    "count",
    "exact",
    "log10",
    "relative_error",
    "samples",
    "problem",
];

impl LineReport<Estimate> for EstimateReport<'_> {
    fn headings(&self) -> anyhow::Result<Vec<u8>> {
        match self.options.style {
            ReportStyle::Csv => report::csv_row(HEADINGS),
            _ => Ok(Vec::new()),
        }
    }

    fn line(
        &self,
        located: &LocatedPuzzle<'_>,
        found: &PuzzleResult<Estimate>,
    ) -> anyhow::Result<Vec<u8>> {
        Ok(match (self.options.style, found) {
            (ReportStyle::Words, Ok(estimate)) => format!("{estimate}\n").into_bytes(),
            (ReportStyle::Words, Err(_)) => b"Invalid\n".to_vec(),
            (ReportStyle::Json, _) => {
                report::json_line(&EstimateJson::new(located, found, self.sampling.seed))
            }
            (ReportStyle::Csv, _) => row(located, found)?,
        })
    }

    fn is_remarkable(&self, estimate: &Estimate) -> bool {
        !estimate.is_exact()
    }

    fn enter(&mut self, located: &LocatedPuzzle<'_>, estimate: &Estimate) -> Exit {
        let place = located.place();
        if estimate.end.is_early() {
            self.messages.note(format_args!(
                "{place}: {} after {}",
                self.options.search.stopped(estimate.end),
                plural(estimate.samples.into(), "sample")
            ));
        } else if !estimate.is_known() {
            self.messages.note(format_args!(
                "{place}: none of {} found a solution; more --samples may",
                plural(estimate.samples.into(), "sample")
            ));
        }
        match (estimate.is_known(), estimate.is_exact()) {
            (_, true) if estimate.known == 0 => Exit::Failed,
            (false, _) if !estimate.end.is_early() => Exit::GaveUp,
            _ => report::exit_of(estimate.end),
        }
    }

    fn enter_error(&mut self, located: &LocatedPuzzle<'_>, error: &PuzzleError) {
        error.print(self.messages, located.file, located.piece);
    }

    fn enter_lines(&mut self, _lines: &SolvedLines<'_>) -> Exit {
        Exit::Answered
    }
}

fn row(located: &LocatedPuzzle<'_>, found: &PuzzleResult<Estimate>) -> anyhow::Result<Vec<u8>> {
    let number = |number: Option<f64>| number.map(|number| number.to_string()).unwrap_or_default();
    let cells = match found {
        Ok(estimate) => [
            located
                .status(estimate.known, estimate.end)
                .name()
                .to_string(),
            estimate.known.to_string(),
            estimate.is_exact().to_string(),
            number(estimate.log10.is_finite().then_some(estimate.log10)),
            number(estimate.relative_error),
            estimate.samples.to_string(),
            String::new(),
        ],
        Err(error) => {
            let mut cells = [const { String::new() }; 7];
            cells[0] = error.status.name().to_string();
            cells[6] = error.problem.message.clone();
            cells
        }
    };
    let line = located.piece.line.to_string();
    let place = [located.file, &line, located.name().unwrap_or_default()];
    report::csv_row(place.into_iter().chain(cells.iter().map(String::as_str)))
}

#[derive(Serialize)]
struct EstimateJson<'a> {
    #[serde(flatten)]
    head: JsonHead<'a>,
    #[serde(flatten)]
    found: Option<EstimateFinding>,
    #[serde(skip_serializing_if = "Option::is_none")]
    problem: Option<&'a Problem>,
}

#[derive(Serialize)]
struct EstimateFinding {
    /// The solutions that are known for certain.
    count: u64,
    exact: bool,
    ended: &'static str,
    /// Absent if nothing is known about the number.
    #[serde(skip_serializing_if = "Option::is_none")]
    estimate: Option<EstimateNumbers>,
}

#[derive(Serialize)]
struct EstimateNumbers {
    /// Absent for no solution.
    #[serde(skip_serializing_if = "Option::is_none")]
    log10: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    relative_error: Option<f64>,
    samples: u32,
    seed: u64,
}

impl<'a> EstimateJson<'a> {
    fn new(
        located: &LocatedPuzzle<'a>,
        found: &'a PuzzleResult<Estimate>,
        seed: u64,
    ) -> EstimateJson<'a> {
        let status = |found: &Estimate| located.status(found.known, found.end);
        let finding = |found: &Estimate| EstimateFinding {
            count: found.known,
            exact: found.is_exact(),
            ended: found.end.name(),
            estimate: found.is_known().then(|| EstimateNumbers {
                log10: found.log10.is_finite().then_some(found.log10),
                relative_error: found.relative_error,
                samples: found.samples,
                seed,
            }),
        };
        EstimateJson {
            head: located.head(found.as_ref().map_or_else(|problem| problem.status, status)),
            found: found.as_ref().ok().map(finding),
            problem: located::problem(found),
        }
    }
}
