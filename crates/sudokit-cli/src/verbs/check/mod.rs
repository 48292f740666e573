//! `sudokit check`: tests whether each puzzle is valid and has exactly one solution.

mod extras;
mod options;

use std::borrow::Cow;
use std::io::Write;

use serde::Serialize;
use sudokit::analyse::Minimality;
use sudokit::format::{ReadOptions, Record};
use sudokit::solve::{End, Status};
use sudokit::{Grid, Problem, Solver};

use crate::args::files::ReportStyle;
use crate::args::quantities::{enumeration, plural};
use crate::io::columnar::{self, AddedColumn, ColumnKind, ReportColumn};
use crate::io::fast_lane::{self, SolvedLine};
use crate::io::pipeline::SolvedLines;
use crate::report::located::{JsonHead, LocatedPuzzle, PuzzleError, PuzzleResult};
use crate::report::{self, Exit};
use crate::terminal::messages::Messages;
use crate::verbs::survey::{self, LineAnalysis, LineReport, SearchContext};
pub use extras::ExtraArgs;
use extras::{ExtraFields, Extras};
pub use options::{CheckArgs, CheckOptions};

/// The summary, in order. Two statuses share the name `undecided`.
const SUMMARY: [(&[Status], &str); 8] = [
    (&[Status::Unique], "valid and unique"),
    (&[Status::Several], "with several solutions"),
    (&[Status::NoSolution], "without a solution"),
    (&[Status::RuleBroken], "with a broken rule"),
    (&[Status::Complete], "already complete"),
    (&[Status::WrongSolution], "with a wrong solution"),
    (&[Status::Unreadable], "unreadable"),
    (&[Status::Solved, Status::Open], "undecided"),
];

/// The result for a puzzle.
pub struct CheckFinding {
    status: Status,
    end: End,
    /// The only solution, to compare with the one in the file.
    solution: Option<Grid>,
    /// What else was asked about the puzzle.
    extras: Option<Extras>,
}

/// Checks every puzzle of every file.
///
/// # Errors
/// Whatever stops the whole run.
pub fn run(options: &CheckOptions, messages: &Messages) -> anyhow::Result<Exit> {
    let mut run = CheckRun {
        options,
        messages,
        counts: [0; SUMMARY.len()],
        wrong_claims: 0,
    };
    let exit = survey::run(
        options,
        &mut run,
        (&options.sources, &options.destination, &options.search),
        messages,
    )?;
    run.summary();
    Ok(exit)
}

impl LineAnalysis for CheckOptions {
    type Finding = CheckFinding;
    /// The redundant givens of each puzzle, if asked for.
    type Notes = Option<Vec<Option<Minimality>>>;

    fn read_options(&self) -> &ReadOptions {
        &self.read
    }

    fn find(&self, record: &Record, context: &SearchContext<'_>) -> CheckFinding {
        examine(self, record, context.threads)
    }

    fn solver_for_lines(&self) -> Option<Solver> {
        match self.style {
            ReportStyle::Words if self.asked.backdoors.is_none() && !self.asked.repair => {
                fast_lane::solver(&self.search, 2)
            }
            _ => None,
        }
    }

    fn notes(&self, puzzles: &[[u8; 81]]) -> Self::Notes {
        let solver = self.search.solver(1);
        let asked = self.asked.minimal;
        asked.then(|| Minimality::of_batch(&solver, puzzles))
    }

    fn write_line(
        &self,
        source: &str,
        solved: &SolvedLine<'_>,
        notes: &Self::Notes,
        out: &mut Vec<u8>,
    ) -> bool {
        let SolvedLine { batch, line, .. } = *solved;
        let claimed = batch.claimed(line);
        let is_right = |claimed: &[u8; 81]| claimed.map(|digit| digit - b'0') == *solved.values;
        let words = match solved.count {
            // Complete puzzles and wrong claims need other words.
            1 if !batch.puzzles()[line].contains(&0) || !claimed.is_none_or(is_right) => {
                return false;
            }
            1 => "valid and unique",
            // A claim may be a different solution than the one found.
            _ if claimed.is_some() => return false,
            _ => "several solutions",
        };
        let more = match notes.as_ref().filter(|_| solved.count == 1) {
            None => String::new(),
            Some(notes) => match &notes[line] {
                Some(found) => extras::line_words(found, &batch.puzzles()[line]),
                // The search was stopped, which needs other words.
                None => return false,
            },
        };
        let number = batch.line_number(line);
        writeln!(out, "{source}:{number}: {words}{more}").is_ok()
    }
}

struct CheckRun<'a> {
    options: &'a CheckOptions,
    messages: &'a Messages,
    counts: [u64; SUMMARY.len()],
    wrong_claims: u64,
}

impl LineReport<CheckFinding> for CheckRun<'_> {
    fn headings(&self) -> anyhow::Result<Vec<u8>> {
        match self.options.style {
            ReportStyle::Csv => {
                let names = self.options.columns().map(|(name, _)| name);
                report::csv_row(["file", "line", "name"].into_iter().chain(names))
            }
            _ => Ok(Vec::new()),
        }
    }

    fn added_columns(&self) -> Vec<AddedColumn> {
        match self.options.adds_columns {
            true => columnar::added(self.options.columns()),
            false => Vec::new(),
        }
    }

    fn added_values(
        &self,
        located: &LocatedPuzzle<'_>,
        found: &PuzzleResult<CheckFinding>,
    ) -> Vec<String> {
        self.values(located, &self.verdict(located, found))
    }

    fn line(
        &self,
        located: &LocatedPuzzle<'_>,
        found: &PuzzleResult<CheckFinding>,
    ) -> anyhow::Result<Vec<u8>> {
        let verdict = self.verdict(located, found);
        let extras = located.record().zip(verdict.extras.as_deref());
        match self.options.style {
            ReportStyle::Words => {
                let mut words = words(self.options, found);
                if let (Ok(_), Some(wrong)) = (found, &verdict.problem) {
                    words += &format!("; {}", wrong.message);
                }
                if let Some((record, extras)) = extras {
                    words += &extras.words(&self.options.search, record);
                }
                Ok(format!("{}: {words}\n", located.place()).into_bytes())
            }
            ReportStyle::Json => Ok(report::json_line(&CheckJson {
                head: located.head(verdict.status),
                own_solution: claim(located).map(claim_word),
                problem: verdict.problem.as_deref(),
                extras: extras.map(|(record, extras)| extras.json(&record.puzzle)),
            })),
            ReportStyle::Csv => {
                let place = located.csv_head();
                report::csv_row(place.into_iter().chain(self.values(located, &verdict)))
            }
        }
    }

    fn is_remarkable(&self, _finding: &CheckFinding) -> bool {
        false
    }

    fn enter(&mut self, located: &LocatedPuzzle<'_>, finding: &CheckFinding) -> Exit {
        let wrong = located.record().and_then(|_| wrong_claim(located, finding));
        let mut exit = self.count(reported(finding, wrong.as_ref()), 1, finding.end);
        let end = finding.extras.as_ref().map_or(finding.end, Extras::end);
        exit.raise(report::exit_of(end));
        if claim(located) == Some(false) {
            self.wrong_claims += 1;
            exit.raise(Exit::Failed);
        }
        exit
    }

    fn enter_error(&mut self, located: &LocatedPuzzle<'_>, error: &PuzzleError) {
        self.count(error.status, 1, End::Exhausted);
        self.wrong_claims += u64::from(claim(located) == Some(false));
        // The line says it too.
        if !self.messages.is_quiet() {
            error.print(self.messages, located.file, located.piece);
        }
    }

    fn enter_lines(&mut self, lines: &SolvedLines<'_>) -> Exit {
        let mut exit = self.count(Status::Unique, lines.unique, End::Exhausted);
        exit.raise(self.count(Status::Several, lines.several, End::Limit));
        exit
    }
}

/// What is wrong with the solution in the file.
fn wrong_claim(located: &LocatedPuzzle<'_>, finding: &CheckFinding) -> Option<Problem> {
    let (record, piece) = (located.record()?, located.piece);
    record.claim_problem(&piece.text, piece.line, finding.solution.as_ref())
}

/// The status of a puzzle whose own solution may be wrong. One without a solution stays that.
fn reported(finding: &CheckFinding, wrong: Option<&Problem>) -> Status {
    match finding.status {
        status if status.is_hopeless() || wrong.is_none() => status,
        _ => Status::WrongSolution,
    }
}

/// Whether the solution in the file is right.
fn claim(located: &LocatedPuzzle<'_>) -> Option<bool> {
    let record = located.record()?;
    let claimed = record.claimed.as_ref();
    claimed.map(|grid| grid.solves(&record.puzzle))
}

/// What is reported about a puzzle.
struct Verdict<'a> {
    status: Status,
    /// What is wrong with the puzzle, or with the solution in the file.
    problem: Option<Cow<'a, Problem>>,
    extras: Option<Cow<'a, Extras>>,
}

impl CheckOptions {
    /// The columns of a table, after the place of a puzzle.
    fn columns(&self) -> impl Iterator<Item = ReportColumn> {
        let usual = ["status", "own solution", "detail"].map(|name| (name, ColumnKind::Text));
        usual.into_iter().chain(self.asked.report_columns())
    }
}

impl CheckRun<'_> {
    fn verdict<'a>(
        &self,
        located: &LocatedPuzzle<'_>,
        found: &'a PuzzleResult<CheckFinding>,
    ) -> Verdict<'a> {
        match found {
            Ok(finding) => {
                let wrong = wrong_claim(located, finding);
                Verdict {
                    status: reported(finding, wrong.as_ref()),
                    problem: wrong.map(Cow::Owned),
                    extras: finding.extras.as_ref().map(Cow::Borrowed),
                }
            }
            Err(error) => Verdict {
                status: error.status,
                problem: Some(Cow::Borrowed(&error.problem)),
                extras: self.repairs_of_broken(located, found).map(Cow::Owned),
            },
        }
    }

    /// The values of [`columns`](CheckOptions::columns).
    fn values(&self, located: &LocatedPuzzle<'_>, verdict: &Verdict<'_>) -> Vec<String> {
        let problem = verdict.problem.as_ref();
        let mut values = vec![
            verdict.status.name().to_string(),
            claim(located).map_or("", claim_word).to_string(),
            problem.map_or_else(String::new, |problem| problem.message.clone()),
        ];
        let extras = located.record().zip(verdict.extras.as_deref());
        values.extend(match extras {
            Some((record, extras)) => extras.columns(&self.options.asked, record),
            None => vec![String::new(); self.options.asked.report_columns().len()],
        });
        values
    }

    /// The repairs of a puzzle that breaks a rule, if asked for. Such a puzzle is not searched, so
    /// they are found when its line is written.
    fn repairs_of_broken(
        &self,
        located: &LocatedPuzzle<'_>,
        found: &PuzzleResult<CheckFinding>,
    ) -> Option<Extras> {
        let record = located.record()?;
        let asked = self.options.asked.repair && found.is_err();
        asked.then(|| Extras::repairs_of(&self.options.search, 1, &record.puzzle))
    }

    /// Counts puzzles and returns their exit code.
    fn count(&mut self, status: Status, puzzles: u64, end: End) -> Exit {
        if puzzles == 0 {
            return Exit::Answered;
        }
        let index = SUMMARY.iter().position(|(each, _)| each.contains(&status));
        self.counts[index.unwrap_or_default()] += puzzles;
        match status {
            Status::Unique | Status::Complete => Exit::Answered,
            Status::Several if !self.options.unique => Exit::Answered,
            Status::Several | Status::NoSolution | Status::RuleBroken | Status::WrongSolution => {
                Exit::Failed
            }
            Status::Unreadable => Exit::Trouble,
            _ => report::exit_of(end),
        }
    }

    fn summary(&self) {
        let puzzles: u64 = self.counts.iter().sum();
        if puzzles < 2 || self.options.style != ReportStyle::Words {
            return;
        }
        let words = SUMMARY.iter().map(|(_, words)| *words);
        let parts = enumeration(words.zip(self.counts));
        self.messages
            .remark(format_args!("{}: {parts}", plural(puzzles, "puzzle")));
        if self.wrong_claims > 0 {
            let verb = if self.wrong_claims == 1 { "is" } else { "are" };
            let wrong = plural(self.wrong_claims, "solution");
            self.messages
                .remark(format_args!("{wrong} in the file {verb} wrong"));
        }
    }
}

#[derive(Serialize)]
struct CheckJson<'a> {
    #[serde(flatten)]
    head: JsonHead<'a>,
    #[serde(skip_serializing_if = "Option::is_none")]
    own_solution: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    problem: Option<&'a Problem>,
    #[serde(flatten)]
    extras: Option<ExtraFields>,
}

fn claim_word(right: bool) -> &'static str {
    if right { "right" } else { "wrong" }
}

fn words(options: &CheckOptions, found: &PuzzleResult<CheckFinding>) -> String {
    let finding = match found {
        Ok(finding) => finding,
        Err(error) => {
            let kind = match error.status {
                Status::RuleBroken => "rule broken",
                _ => "unreadable",
            };
            return format!("{kind}: {}", error.problem.message);
        }
    };
    let stopped = || options.search.stopped(finding.end);
    match finding.status {
        Status::Unique => "valid and unique".to_string(),
        Status::Several => "several solutions".to_string(),
        Status::Complete => "already complete".to_string(),
        Status::Solved => format!("has a solution, uniqueness unknown: {}", stopped()),
        Status::NoSolution | Status::RuleBroken | Status::Unreadable => "no solution".to_string(),
        _ => format!("undecided: {}", stopped()),
    }
}

fn examine(options: &CheckOptions, record: &Record, threads: usize) -> CheckFinding {
    let mut finding = CheckFinding {
        status: Status::Complete,
        end: End::Exhausted,
        solution: Some(Grid::from(&record.puzzle)),
        extras: None,
    };
    if !record.puzzle.is_full() {
        let outcome = options
            .search
            .solver(threads)
            .limit(2)
            .solve(&record.puzzle);
        finding.end = outcome.end;
        finding.status = Status::of(&record.puzzle, &outcome);
        finding.solution = outcome.solution.clone().filter(|_| outcome.is_unique());
        let CheckOptions { asked, search, .. } = options;
        finding.extras = match (finding.status, &outcome.solution) {
            (Status::Unique, Some(solution)) if asked.any_of_unique() => {
                let analysis = (&record.puzzle, solution);
                Some(Extras::of(asked, search, threads, analysis))
            }
            (Status::NoSolution | Status::Several, _) if asked.repair => {
                Some(Extras::repairs_of(search, threads, &record.puzzle))
            }
            _ => None,
        };
    }
    finding
}
