//! `sudokit count`: how many solutions each puzzle has.

mod args;
mod candidates;
mod drawing;

use std::io::Write;
use std::ops::ControlFlow;
use std::time::{Duration, Instant};

use serde::Serialize;
use sudokit::format::{ReadOptions, Record};
use sudokit::solve::{End, Outcome};
use sudokit::{Puzzle, Solver};

use crate::case::{self, Case, Found, Head, Trouble};
use crate::check::Style;
use crate::effort::Effort;
use crate::exit::Exit;
use crate::input::Source;
use crate::lines::{self, Solved};
use crate::pipeline::Lines;
use crate::quantities::thousands;
use crate::report::{self, Costs};
use crate::survey::{self, Ledger, Means, Question};
use crate::talk::Talk;
pub use args::CountArgs;
use candidates::{Asking, Table};

/// How often a long count shows how far it has come.
const BEAT: Duration = Duration::from_millis(100);

/// What `count` was asked to do.
pub struct Plan {
    pub sources: Vec<Source>,
    pub read: ReadOptions,
    pub effort: Effort,
    /// Stop counting here.
    pub limit: u64,
    /// Count for each cell and value, too.
    pub candidates: bool,
    pub colours: bool,
    pub style: Style,
}

/// Counts the solutions of every puzzle of every file.
///
/// # Errors
/// What stops the whole run.
pub fn run(plan: &Plan, talk: &Talk) -> anyhow::Result<Exit> {
    let work = (&plan.sources[..], &plan.effort);
    match plan.candidates {
        true => survey::run(&Asking(plan), &mut Table { plan, talk }, work, talk),
        false => survey::run(plan, &mut Numbers { plan, talk }, work, talk),
    }
}

impl Question for Plan {
    type Finding = Outcome;
    type Notes = ();

    fn read_options(&self) -> &ReadOptions {
        &self.read
    }

    fn find(&self, record: &Record, means: &Means<'_>) -> Outcome {
        count(self, &record.puzzle, means).settled(&record.puzzle)
    }

    fn solver_for_lines(&self) -> Option<Solver> {
        // A full count may take any time, and wants to be seen at work.
        let is_quick = self.style == Style::Words && self.limit < u64::MAX;
        lines::solver(&self.effort, self.limit).filter(|_| is_quick)
    }

    fn notes(&self, _puzzles: &[[u8; 81]]) {}

    fn write_line(
        &self,
        _source: &str,
        solved: &Solved<'_>,
        _notes: &(),
        out: &mut Vec<u8>,
    ) -> bool {
        // A count that ends at the limit is spoken of.
        u64::from(solved.count) < self.limit && writeln!(out, "{}", solved.count).is_ok()
    }
}

/// A number for each puzzle.
struct Numbers<'a> {
    plan: &'a Plan,
    talk: &'a Talk,
}

impl Ledger<Outcome> for Numbers<'_> {
    fn headings(&self) -> anyhow::Result<Vec<u8>> {
        Ok(Vec::new())
    }

    fn line(&self, case: &Case<'_>, found: &Found<Outcome>) -> anyhow::Result<Vec<u8>> {
        Ok(match (self.plan.style, found) {
            (Style::Words, Ok(outcome)) => format!("{}\n", outcome.count).into_bytes(),
            (Style::Words, Err(_)) => b"Invalid\n".to_vec(),
            _ => report::json_line(&Line::new(case, found)),
        })
    }

    // What is said about a number should come behind it where both go to one place.
    fn is_remarkable(&self, outcome: &Outcome) -> bool {
        outcome.end != End::Exhausted
    }

    fn enter(&mut self, case: &Case<'_>, outcome: &Outcome) -> Exit {
        if outcome.end != End::Exhausted {
            self.talk.note(format_args!(
                "{}: at least {}: {}",
                case.place(),
                thousands(outcome.count),
                self.plan.effort.stopped(outcome.end)
            ));
        }
        match outcome.is_impossible() {
            true => Exit::Failed,
            false => report::exit_of(outcome.end),
        }
    }

    fn enter_trouble(&mut self, case: &Case<'_>, trouble: &Trouble) {
        trouble.tell(self.talk, case.file, case.piece);
    }

    fn enter_lines(&mut self, _lines: &Lines<'_>) -> Exit {
        Exit::Answered
    }
}

#[derive(Serialize)]
struct Line<'a> {
    #[serde(flatten)]
    head: Head<'a>,
    #[serde(flatten)]
    counted: Option<Counted>,
    #[serde(skip_serializing_if = "Option::is_none")]
    error: Option<String>,
}

#[derive(Serialize)]
struct Counted {
    count: u64,
    exact: bool,
    ended: &'static str,
    statistics: Costs,
}

impl<'a> Line<'a> {
    fn new(case: &Case<'a>, found: &Found<Outcome>) -> Line<'a> {
        let status = |outcome: &Outcome| case.status(outcome.count, outcome.end);
        Line {
            head: case.head(found.as_ref().map_or_else(|trouble| trouble.status, status)),
            counted: found.as_ref().ok().map(Counted::from),
            error: case::error(found),
        }
    }
}

impl From<&Outcome> for Counted {
    fn from(outcome: &Outcome) -> Counted {
        Counted {
            count: outcome.count,
            exact: outcome.end == End::Exhausted,
            ended: outcome.end.name(),
            statistics: Costs::from(&outcome.statistics),
        }
    }
}

/// Counts, and shows on the bar how far it has come.
fn count(plan: &Plan, puzzle: &Puzzle, means: &Means<'_>) -> Outcome {
    let solver = plan.effort.solver(means.threads).limit(plan.limit);
    let (Some(bar), source) = (means.bar, means.source) else {
        return solver.solve(puzzle);
    };
    let (mut found, mut shown) = (0_u64, Instant::now());
    solver.each_solution(puzzle, |_| {
        found += 1;
        // Looking at the clock for every solution would cost more than finding it.
        if found.is_multiple_of(1_024) && shown.elapsed() > BEAT {
            shown = Instant::now();
            bar.set_message(format!("{source}: {} so far", thousands(found)));
        }
        ControlFlow::Continue(())
    })
}
