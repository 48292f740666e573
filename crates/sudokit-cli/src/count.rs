//! `sudokit count`: how many solutions each puzzle has.

use std::io::{self, IsTerminal, Write};
use std::ops::{ControlFlow, Range};
use std::time::{Duration, Instant};

use indicatif::ProgressBar;
use serde::Serialize;
use sudokit::Puzzle;
use sudokit::format::{Content, Diagnostic, LineBatch, Piece, ReadOptions};
use sudokit::solve::{End, Outcome};

use crate::effort::Effort;
use crate::exit::Exit;
use crate::files;
use crate::input::Source;
use crate::lines;
use crate::output::Sink;
use crate::pipeline::{self, Circumstances, Crew, Item};
use crate::quantities::thousands;
use crate::report::{self, Costs};
use crate::status::Status;
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
    /// JSON lines instead of numbers.
    pub json: bool,
}

enum Finding {
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
    let crew = Crew::new(&plan.effort)?;
    let mut run = Run {
        plan,
        talk,
        crew: &crew,
        sink: Sink::stdout(),
        exit: Exit::Answered,
    };
    let exit = files::each(&plan.sources, talk, &plan.effort.cancel, |source| {
        run.file(source)
    })?;
    run.exit.raise(exit);
    run.sink.finish()?;
    Ok(run.exit)
}

struct Run<'a> {
    plan: &'a Plan,
    talk: &'a Talk,
    crew: &'a Crew,
    sink: Sink,
    exit: Exit,
}

impl Run<'_> {
    fn file(&mut self, source: &Source) -> anyhow::Result<()> {
        let (plan, talk, crew) = (self.plan, self.talk, self.crew);
        let stream = source.open()?;
        let mut watch = talk.watch(stream.size, io::stdout().is_terminal());
        let bar = watch.bar();
        let name = source.to_string();
        let work = |piece: &Piece, alone: bool| {
            let (threads, bar) = match alone {
                true => (crew.threads(), bar.as_ref()),
                false => (1, None),
            };
            find(plan, &name, piece, threads, bar)
        };
        // A full count may take any time, and wants to be seen at work.
        let is_quick = !plan.json && plan.limit < u64::MAX;
        let solver = is_quick.then(|| lines::solver(&plan.effort, plan.limit));
        let solver = solver.flatten();
        let quick = solver.as_ref().map(|solver| {
            |batch: &LineBatch, range: Range<usize>| {
                let write = |_, count: u32, _: &[u8; 81], out: &mut Vec<u8>| {
                    // A count that ends at the limit is spoken of.
                    let is_exact = u64::from(count) < plan.limit;
                    if is_exact {
                        out.extend_from_slice(format!("{count}\n").as_bytes());
                    }
                    is_exact
                };
                let special = |piece: &Piece| find(plan, &name, piece, 1, None);
                lines::answer(solver, batch, range, write, special)
            }
        });
        let take = |item: Item<'_, Option<Finding>>| {
            let (piece, found, circumstances) = match item {
                Item::Piece(piece, found, circumstances) => (piece, found, circumstances),
                Item::Lines(lines) => {
                    self.sink.write_all(&lines.bytes)?;
                    return Ok(ControlFlow::Continue(()));
                }
            };
            let Circumstances { alone, pause } = circumstances;
            let mut flow = ControlFlow::Continue(());
            if let Some(finding) = found {
                let line = self.line(&name, piece, &finding)?;
                self.sink.write_all(&line)?;
                // What is said about a number should come behind it where both go to one place.
                if !matches!(&finding, Finding::Counted(_, outcome) if outcome.end == End::Exhausted)
                {
                    self.sink.hand_over()?;
                }
                flow = self.tell(&name, piece, &finding, alone);
            }
            if pause {
                self.sink.hand_over()?;
            }
            Ok(flow)
        };
        let seen = pipeline::run(
            crew,
            (source, stream),
            &plan.read,
            &mut watch,
            work,
            quick,
            take,
        )?;
        drop(watch);
        if seen.puzzles == 0 && !seen.stopped {
            return Err(source.without_puzzle().into());
        }
        Ok(())
    }

    fn line(&self, source: &str, piece: &Piece, finding: &Finding) -> anyhow::Result<Vec<u8>> {
        if !self.plan.json {
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
            ended: outcome.map(|outcome| report::end_name(outcome.end)),
            error: diagnostic.map(ToString::to_string),
            statistics: outcome.map(|outcome| Costs::from(&outcome.statistics)),
        })?;
        line.push(b'\n');
        Ok(line)
    }

    fn tell(
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

fn find(
    plan: &Plan,
    source: &str,
    piece: &Piece,
    threads: usize,
    bar: Option<&ProgressBar>,
) -> Option<Finding> {
    match &piece.content {
        Content::Verbatim => None,
        Content::Unreadable(diagnostic) => Some(Finding::Unreadable(diagnostic.clone())),
        Content::Puzzle(record) => Some(match record.puzzle.check() {
            Err(error) => Finding::Broken(record.rule_diagnostic(&piece.text, piece.line, &error)),
            Ok(()) => {
                let outcome = count(plan, source, &record.puzzle, threads, bar);
                let outcome = Effort::settled(outcome, &record.puzzle);
                Finding::Counted(Status::of(&record.puzzle, &outcome), outcome)
            }
        }),
    }
}

/// Counts, and shows on the bar how far it has come.
fn count(
    plan: &Plan,
    source: &str,
    puzzle: &Puzzle,
    threads: usize,
    bar: Option<&ProgressBar>,
) -> Outcome {
    let solver = plan.effort.solver(threads).limit(plan.limit);
    let Some(bar) = bar else {
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
