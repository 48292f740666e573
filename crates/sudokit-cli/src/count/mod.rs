//! `sudokit count`: how many solutions each puzzle has.

mod candidates;
mod drawing;

use std::io::Write;
use std::ops::ControlFlow;
use std::time::{Duration, Instant};

use serde::Serialize;
use sudokit::format::{Content, Diagnostic, Piece, ReadOptions};
use sudokit::solve::{End, Outcome, Status};
use sudokit::{Puzzle, Solver};

use crate::check::Style;
use crate::effort::Effort;
use crate::exit::Exit;
use crate::files;
use crate::input::Source;
use crate::lines::{self, Solved};
use crate::output::Sink;
use crate::pipeline::{Crew, Lines};
use crate::quantities::thousands;
use crate::report::{self, Costs};
use crate::survey::{self, Ledger, Means, Question};
use crate::talk::Talk;

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

/// What was found out about a puzzle.
pub enum Finding {
    Counted(Status, Outcome),
    /// A broken rule.
    Broken(Diagnostic),
    Unreadable(Diagnostic),
}

/// Counts the solutions of every puzzle of every file.
///
/// # Errors
/// What stops the whole run.
pub fn run(plan: &Plan, talk: &Talk) -> anyhow::Result<Exit> {
    if plan.candidates {
        return candidates::run(plan, talk);
    }
    let crew = Crew::new(&plan.effort)?;
    let mut sink = Sink::stdout();
    let mut run = Run {
        plan,
        talk,
        exit: Exit::Answered,
    };
    let exit = files::each(&plan.sources, talk, &plan.effort.cancel, |source| {
        survey::file(plan, &mut run, (&crew, talk, &mut sink), source)
    })?;
    run.exit.raise(exit);
    sink.finish()?;
    Ok(run.exit)
}

impl Question for Plan {
    type Finding = Finding;
    type Notes = ();

    fn read_options(&self) -> &ReadOptions {
        &self.read
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
                    let outcome = count(self, &record.puzzle, means);
                    let outcome = outcome.settled(&record.puzzle);
                    Finding::Counted(Status::of(&record.puzzle, &outcome), outcome)
                }
            }),
        }
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
        _alone: bool,
    ) -> anyhow::Result<Vec<u8>> {
        if self.plan.style == Style::Words {
            return Ok(match finding {
                Finding::Counted(_, outcome) => format!("{}\n", outcome.count).into_bytes(),
                _ => b"Invalid\n".to_vec(),
            });
        }
        let (status, outcome, diagnostic) = match finding {
            Finding::Counted(status, outcome) => (*status, Some(outcome), None),
            Finding::Broken(diagnostic) => (Status::RuleBroken, None, Some(diagnostic)),
            Finding::Unreadable(diagnostic) => (Status::Unreadable, None, Some(diagnostic)),
        };
        let name = match &piece.content {
            Content::Puzzle(record) => record.name.as_deref(),
            _ => None,
        };
        let mut line = serde_json::to_vec(&Line {
            file: source,
            line: piece.line,
            name,
            status,
            count: outcome.map(|outcome| outcome.count),
            exact: outcome.map(|outcome| outcome.end == End::Exhausted),
            ended: outcome.map(|outcome| outcome.end.name()),
            error: diagnostic.map(ToString::to_string),
            statistics: outcome.map(|outcome| Costs::from(&outcome.statistics)),
        })?;
        line.push(b'\n');
        Ok(line)
    }

    // What is said about a number should come behind it where both go to one place.
    fn is_remarkable(&self, finding: &Finding) -> bool {
        !matches!(finding, Finding::Counted(_, outcome) if outcome.end == End::Exhausted)
    }

    fn enter(
        &mut self,
        source: &str,
        piece: &Piece,
        finding: &Finding,
        alone: bool,
    ) -> ControlFlow<()> {
        match finding {
            Finding::Counted(_, outcome) => {
                if outcome.end != End::Exhausted {
                    self.talk.note(format_args!(
                        "{}: at least {}: {}",
                        report::place(source, piece, alone),
                        thousands(outcome.count),
                        self.plan.effort.stopped(outcome.end)
                    ));
                }
                self.exit.raise(match outcome.is_impossible() {
                    true => Exit::Failed,
                    false => report::exit_of(outcome.end),
                });
                if outcome.end == End::Cancelled {
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

#[derive(Serialize)]
struct Line<'a> {
    file: &'a str,
    line: usize,
    #[serde(skip_serializing_if = "Option::is_none")]
    name: Option<&'a str>,
    status: Status,
    #[serde(skip_serializing_if = "Option::is_none")]
    count: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    exact: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    ended: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    error: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    statistics: Option<Costs>,
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
