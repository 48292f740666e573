//! `sudokit check`: of each puzzle, whether it is valid and has exactly one solution.

mod extras;

use std::io::Write;
use std::ops::ControlFlow;

use serde::Serialize;
use sudokit::Solver;
use sudokit::analyse::Minimality;
use sudokit::format::{Content, Diagnostic, Piece, ReadOptions, Record};
use sudokit::solve::{End, Status};

use crate::effort::Effort;
use crate::exit::Exit;
use crate::files;
use crate::input::Source;
use crate::lines::{self, Solved};
use crate::output::Sink;
use crate::pipeline::{Crew, Lines};
use crate::quantities::{enumeration, plural};
use crate::report;
use crate::survey::{self, Ledger, Means, Question};
use crate::talk::Talk;
pub use extras::ExtraArgs;
use extras::{ExtraFields, Extras};

/// How a report is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Style {
    /// A line for people.
    Words,
    /// One JSON object a line.
    Json,
    /// A CSV table.
    Csv,
}

/// What `check` was asked to do.
pub struct Plan {
    pub sources: Vec<Source>,
    pub read: ReadOptions,
    pub effort: Effort,
    pub style: Style,
    /// Several solutions are a failure.
    pub unique: bool,
    /// What else to find out about puzzles with one solution.
    pub asked: ExtraArgs,
}

/// How a summary speaks of puzzles, in its order. What is not decided has two names for
/// programs and one for people.
const SUMMARY: [(&[Status], &str); 7] = [
    (&[Status::Unique], "valid and unique"),
    (&[Status::Several], "with several solutions"),
    (&[Status::NoSolution], "without a solution"),
    (&[Status::RuleBroken], "with a broken rule"),
    (&[Status::Complete], "already complete"),
    (&[Status::Unreadable], "unreadable"),
    (&[Status::Solved, Status::Open], "undecided"),
];

/// What was found out about a puzzle.
pub struct Finding {
    status: Status,
    end: End,
    /// More words about a broken rule or an unreadable puzzle.
    detail: Option<String>,
    diagnostic: Option<Diagnostic>,
    /// Whether the solution that the file itself gives is right.
    claim: Option<bool>,
    /// What else was asked about a puzzle with one solution.
    extras: Option<Extras>,
}

/// Checks every puzzle of every file.
///
/// # Errors
/// What stops the whole run.
pub fn run(plan: &Plan, talk: &Talk) -> anyhow::Result<Exit> {
    let crew = Crew::new(&plan.effort)?;
    let mut sink = Sink::stdout();
    let mut run = Run {
        plan,
        talk,
        counts: [0; SUMMARY.len()],
        wrong_claims: 0,
        exit: Exit::Answered,
    };
    if plan.style == Style::Csv {
        sink.write_all(&headings(plan)?)?;
    }
    let exit = files::each(&plan.sources, talk, &plan.effort.cancel, |source| {
        survey::file(plan, &mut run, (&crew, talk, &mut sink), source)
    })?;
    run.exit.raise(exit);
    sink.hand_over()?;
    run.summary();
    Ok(run.exit)
}

impl Question for Plan {
    type Finding = Finding;
    /// Which givens of each puzzle could be left out, where that is asked.
    type Notes = Option<Vec<Option<Minimality>>>;

    fn read_options(&self) -> &ReadOptions {
        &self.read
    }

    fn find(&self, piece: &Piece, means: &Means<'_>) -> Option<Finding> {
        examine(self, piece, means.threads)
    }

    fn solver_for_lines(&self) -> Option<Solver> {
        match self.style {
            Style::Words if self.asked.backdoors.is_none() => lines::solver(&self.effort, 2),
            _ => None,
        }
    }

    fn notes(&self, puzzles: &[[u8; 81]]) -> Self::Notes {
        let solver = self.effort.solver(1);
        let asked = self.asked.minimal;
        asked.then(|| Minimality::of_batch(&solver, puzzles))
    }

    fn write_line(
        &self,
        source: &str,
        solved: &Solved<'_>,
        notes: &Self::Notes,
        out: &mut Vec<u8>,
    ) -> bool {
        let Solved { batch, line, .. } = *solved;
        let claimed = batch.claimed(line);
        let is_right = |claimed: &[u8; 81]| claimed.map(|digit| digit - b'0') == *solved.values;
        let words = match solved.count {
            // What is complete, or claims something wrong, needs other words.
            1 if !batch.puzzles()[line].contains(&0) || !claimed.is_none_or(is_right) => {
                return false;
            }
            1 => "valid and unique",
            // A claim may be another solution than the one that was found.
            _ if claimed.is_some() => return false,
            _ => "several solutions",
        };
        let more = match notes.as_ref().filter(|_| solved.count == 1) {
            None => String::new(),
            Some(notes) => match &notes[line] {
                Some(found) => extras::line_words(found, &batch.puzzles()[line]),
                // The search was ended, and that needs other words.
                None => return false,
            },
        };
        let number = batch.line_number(line);
        writeln!(out, "{source}:{number}: {words}{more}").is_ok()
    }
}

struct Run<'a> {
    plan: &'a Plan,
    talk: &'a Talk,
    counts: [u64; SUMMARY.len()],
    wrong_claims: u64,
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
        let record = match &piece.content {
            Content::Puzzle(record) => Some(record),
            _ => None,
        };
        let name = record.and_then(|record| record.name.as_deref());
        let extras = record.zip(finding.extras.as_ref());
        match self.plan.style {
            Style::Words => {
                let place = report::place(source, piece, alone);
                let mut words = words(self.plan, finding);
                if let Some((record, extras)) = extras {
                    words += &extras.words(&self.plan.effort, record);
                }
                Ok(format!("{place}: {words}\n").into_bytes())
            }
            Style::Json => {
                let mut line = serde_json::to_vec(&Line {
                    file: source,
                    line: piece.line,
                    name,
                    status: finding.status,
                    own_solution: finding.claim.map(claim_word),
                    detail: finding.detail.as_deref(),
                    extras: extras.map(|(record, extras)| extras.json(&record.puzzle)),
                })?;
                line.push(b'\n');
                Ok(line)
            }
            Style::Csv => {
                let mut columns = vec![
                    source.to_string(),
                    piece.line.to_string(),
                    name.unwrap_or_default().to_string(),
                    finding.status.name().to_string(),
                    finding.claim.map_or("", claim_word).to_string(),
                    finding.detail.clone().unwrap_or_default(),
                ];
                columns.extend(match extras {
                    Some((record, extras)) => extras.columns(&self.plan.asked, record),
                    None => vec![String::new(); self.plan.asked.headings().len()],
                });
                csv_row(columns)
            }
        }
    }

    fn is_remarkable(&self, finding: &Finding) -> bool {
        finding.diagnostic.is_some()
    }

    fn enter(
        &mut self,
        source: &str,
        piece: &Piece,
        finding: &Finding,
        _alone: bool,
    ) -> ControlFlow<()> {
        self.count_status(finding.status, 1, finding.end);
        let end = finding.extras.as_ref().map_or(finding.end, Extras::end);
        self.exit.raise(report::exit_of(end));
        if finding.claim == Some(false) {
            self.wrong_claims += 1;
            self.exit.raise(Exit::Failed);
        }
        if let (Some(diagnostic), false) = (&finding.diagnostic, self.talk.is_quiet()) {
            self.talk.diagnostic(source, piece, diagnostic);
        }
        match end {
            End::Cancelled => ControlFlow::Break(()),
            _ => ControlFlow::Continue(()),
        }
    }

    fn enter_lines(&mut self, lines: &Lines<'_>) {
        self.count_status(Status::Unique, lines.unique, End::Exhausted);
        self.count_status(Status::Several, lines.several, End::Limit);
    }
}

impl Run<'_> {
    fn count_status(&mut self, status: Status, puzzles: u64, end: End) {
        if puzzles == 0 {
            return;
        }
        let index = SUMMARY.iter().position(|(each, _)| each.contains(&status));
        self.counts[index.unwrap_or_default()] += puzzles;
        self.exit.raise(match status {
            Status::Unique | Status::Complete => Exit::Answered,
            Status::Several if !self.plan.unique => Exit::Answered,
            Status::Several | Status::NoSolution | Status::RuleBroken => Exit::Failed,
            Status::Unreadable => Exit::Trouble,
            Status::Solved | Status::Open => report::exit_of(end),
        });
    }

    fn summary(&self) {
        let puzzles: u64 = self.counts.iter().sum();
        if puzzles < 2 || self.plan.style != Style::Words {
            return;
        }
        let words = SUMMARY.iter().map(|(_, words)| *words);
        let parts = enumeration(words.zip(self.counts));
        self.talk
            .remark(format_args!("{}: {parts}", plural(puzzles, "puzzle")));
        if self.wrong_claims > 0 {
            let verb = if self.wrong_claims == 1 { "is" } else { "are" };
            let wrong = plural(self.wrong_claims, "solution");
            self.talk
                .remark(format_args!("{wrong} in the file itself {verb} wrong"));
        }
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
    own_solution: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    detail: Option<&'a str>,
    #[serde(flatten)]
    extras: Option<ExtraFields>,
}

fn headings(plan: &Plan) -> anyhow::Result<Vec<u8>> {
    let usual = ["file", "line", "name", "status", "own solution", "detail"];
    csv_row(usual.into_iter().chain(plan.asked.headings()))
}

fn csv_row(columns: impl IntoIterator<Item = impl AsRef<[u8]>>) -> anyhow::Result<Vec<u8>> {
    let mut writer = csv::Writer::from_writer(Vec::new());
    writer.write_record(columns)?;
    Ok(writer.into_inner()?)
}

fn claim_word(right: bool) -> &'static str {
    if right { "right" } else { "wrong" }
}

fn words(plan: &Plan, finding: &Finding) -> String {
    let detail = finding.detail.as_deref().unwrap_or_default();
    let mut words = match finding.status {
        Status::Unique => "valid and unique".to_string(),
        Status::Several => "several solutions".to_string(),
        Status::NoSolution => "no solution".to_string(),
        Status::RuleBroken => format!("rule broken: {detail}"),
        Status::Complete => "already complete".to_string(),
        Status::Unreadable => format!("unreadable: {detail}"),
        Status::Solved => format!(
            "has a solution, but whether it is the only one is not known: {}",
            plan.effort.stopped(finding.end)
        ),
        Status::Open => format!("not decided: {}", plan.effort.stopped(finding.end)),
    };
    if finding.claim == Some(false) {
        words += "; the file's own solution is wrong";
    }
    words
}

fn examine(plan: &Plan, piece: &Piece, threads: usize) -> Option<Finding> {
    match &piece.content {
        Content::Verbatim => None,
        Content::Unreadable(diagnostic) => Some(Finding {
            status: Status::Unreadable,
            end: End::Exhausted,
            detail: Some(diagnostic.message.clone()),
            diagnostic: Some(diagnostic.clone()),
            claim: None,
            extras: None,
        }),
        Content::Puzzle(record) => Some(examine_puzzle(plan, piece, record, threads)),
    }
}

fn examine_puzzle(plan: &Plan, piece: &Piece, record: &Record, threads: usize) -> Finding {
    let mut finding = Finding {
        status: Status::Complete,
        end: End::Exhausted,
        detail: None,
        diagnostic: None,
        claim: record
            .claimed
            .as_ref()
            .map(|grid| grid.solves(&record.puzzle)),
        extras: None,
    };
    if let Err(error) = record.puzzle.check() {
        finding.status = Status::RuleBroken;
        finding.detail = Some(report::rule_words(record, &error));
        finding.diagnostic = Some(record.rule_diagnostic(&piece.text, piece.line, &error));
    } else if !record.puzzle.is_full() {
        let outcome = plan.effort.solver(threads).limit(2).solve(&record.puzzle);
        let outcome = outcome.settled(&record.puzzle);
        finding.end = outcome.end;
        finding.status = Status::of(&record.puzzle, &outcome);
        if let (true, Status::Unique, Some(solution)) =
            (plan.asked.any(), finding.status, &outcome.solution)
        {
            let question = (&record.puzzle, solution);
            finding.extras = Some(Extras::of(&plan.asked, &plan.effort, threads, question));
        }
    }
    finding
}
