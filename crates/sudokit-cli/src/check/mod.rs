//! `sudokit check`: of each puzzle, whether it is valid and has exactly one solution.

mod args;
mod extras;

use std::io::Write;

use serde::Serialize;
use sudokit::Solver;
use sudokit::analyse::Minimality;
use sudokit::format::{ReadOptions, Record};
use sudokit::solve::{End, Status};

use crate::case::{Case, Found, Head, Trouble};
use crate::effort::Effort;
use crate::exit::Exit;
use crate::input::Source;
use crate::lines::{self, Solved};
use crate::pipeline::Lines;
use crate::quantities::{enumeration, plural};
use crate::report;
use crate::survey::{self, Ledger, Means, Question};
use crate::talk::Talk;
pub use args::CheckArgs;
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
    /// What else was asked about a puzzle with one solution.
    extras: Option<Extras>,
}

/// Checks every puzzle of every file.
///
/// # Errors
/// What stops the whole run.
pub fn run(plan: &Plan, talk: &Talk) -> anyhow::Result<Exit> {
    let mut run = Run {
        plan,
        talk,
        counts: [0; SUMMARY.len()],
        wrong_claims: 0,
    };
    let exit = survey::run(plan, &mut run, (&plan.sources, &plan.effort), talk)?;
    run.summary();
    Ok(exit)
}

impl Question for Plan {
    type Finding = Finding;
    /// Which givens of each puzzle could be left out, where that is asked.
    type Notes = Option<Vec<Option<Minimality>>>;

    fn read_options(&self) -> &ReadOptions {
        &self.read
    }

    fn find(&self, record: &Record, means: &Means<'_>) -> Finding {
        examine(self, record, means.threads)
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
}

impl Ledger<Finding> for Run<'_> {
    fn headings(&self) -> anyhow::Result<Vec<u8>> {
        match self.plan.style {
            Style::Csv => {
                let usual = ["file", "line", "name", "status", "own solution", "detail"];
                csv_row(usual.into_iter().chain(self.plan.asked.headings()))
            }
            _ => Ok(Vec::new()),
        }
    }

    fn line(&self, case: &Case<'_>, found: &Found<Finding>) -> anyhow::Result<Vec<u8>> {
        let (status, detail, extras) = match found {
            Ok(finding) => (finding.status, None, finding.extras.as_ref()),
            Err(trouble) => (trouble.status, Some(&trouble.detail[..]), None),
        };
        let extras = case.record().zip(extras);
        match self.plan.style {
            Style::Words => {
                let mut words = words(self.plan, found);
                if claim(case) == Some(false) {
                    words += "; the file's own solution is wrong";
                }
                if let Some((record, extras)) = extras {
                    words += &extras.words(&self.plan.effort, record);
                }
                Ok(format!("{}: {words}\n", case.place()).into_bytes())
            }
            Style::Json => Ok(report::json_line(&Line {
                head: case.head(status),
                own_solution: claim(case).map(claim_word),
                detail,
                extras: extras.map(|(record, extras)| extras.json(&record.puzzle)),
            })),
            Style::Csv => {
                let mut columns = vec![
                    case.file.to_string(),
                    case.piece.line.to_string(),
                    case.name().unwrap_or_default().to_string(),
                    status.name().to_string(),
                    claim(case).map_or("", claim_word).to_string(),
                    detail.unwrap_or_default().to_string(),
                ];
                columns.extend(match extras {
                    Some((record, extras)) => extras.columns(&self.plan.asked, record),
                    None => vec![String::new(); self.plan.asked.headings().len()],
                });
                csv_row(columns)
            }
        }
    }

    fn is_remarkable(&self, _finding: &Finding) -> bool {
        false
    }

    fn enter(&mut self, case: &Case<'_>, finding: &Finding) -> Exit {
        let mut exit = self.count(finding.status, 1, finding.end);
        let end = finding.extras.as_ref().map_or(finding.end, Extras::end);
        exit.raise(report::exit_of(end));
        if claim(case) == Some(false) {
            self.wrong_claims += 1;
            exit.raise(Exit::Failed);
        }
        exit
    }

    fn enter_trouble(&mut self, case: &Case<'_>, trouble: &Trouble) {
        self.count(trouble.status, 1, End::Exhausted);
        self.wrong_claims += u64::from(claim(case) == Some(false));
        // Its line says it, too.
        if !self.talk.is_quiet() {
            trouble.tell(self.talk, case.file, case.piece);
        }
    }

    fn enter_lines(&mut self, lines: &Lines<'_>) -> Exit {
        let mut exit = self.count(Status::Unique, lines.unique, End::Exhausted);
        exit.raise(self.count(Status::Several, lines.several, End::Limit));
        exit
    }
}

/// Whether the solution that the file itself gives is right.
fn claim(case: &Case<'_>) -> Option<bool> {
    let record = case.record()?;
    let claimed = record.claimed.as_ref();
    claimed.map(|grid| grid.solves(&record.puzzle))
}

impl Run<'_> {
    /// Counts puzzles and says what they mean for the run.
    fn count(&mut self, status: Status, puzzles: u64, end: End) -> Exit {
        if puzzles == 0 {
            return Exit::Answered;
        }
        let index = SUMMARY.iter().position(|(each, _)| each.contains(&status));
        self.counts[index.unwrap_or_default()] += puzzles;
        match status {
            Status::Unique | Status::Complete => Exit::Answered,
            Status::Several if !self.plan.unique => Exit::Answered,
            Status::Several | Status::NoSolution | Status::RuleBroken => Exit::Failed,
            Status::Unreadable => Exit::Trouble,
            Status::Solved | Status::Open => report::exit_of(end),
        }
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
    #[serde(flatten)]
    head: Head<'a>,
    #[serde(skip_serializing_if = "Option::is_none")]
    own_solution: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    detail: Option<&'a str>,
    #[serde(flatten)]
    extras: Option<ExtraFields>,
}

fn csv_row(columns: impl IntoIterator<Item = impl AsRef<[u8]>>) -> anyhow::Result<Vec<u8>> {
    let mut writer = csv::Writer::from_writer(Vec::new());
    writer.write_record(columns)?;
    Ok(writer.into_inner()?)
}

fn claim_word(right: bool) -> &'static str {
    if right { "right" } else { "wrong" }
}

fn words(plan: &Plan, found: &Found<Finding>) -> String {
    let finding = match found {
        Ok(finding) => finding,
        Err(trouble) => {
            let kind = match trouble.status {
                Status::RuleBroken => "rule broken",
                _ => "unreadable",
            };
            return format!("{kind}: {}", trouble.detail);
        }
    };
    let stopped = || plan.effort.stopped(finding.end);
    match finding.status {
        Status::Unique => "valid and unique".to_string(),
        Status::Several => "several solutions".to_string(),
        Status::Complete => "already complete".to_string(),
        Status::Solved => format!(
            "has a solution, but whether it is the only one is not known: {}",
            stopped()
        ),
        Status::Open => format!("not decided: {}", stopped()),
        Status::NoSolution | Status::RuleBroken | Status::Unreadable => "no solution".to_string(),
    }
}

fn examine(plan: &Plan, record: &Record, threads: usize) -> Finding {
    let mut finding = Finding {
        status: Status::Complete,
        end: End::Exhausted,
        extras: None,
    };
    if !record.puzzle.is_full() {
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
