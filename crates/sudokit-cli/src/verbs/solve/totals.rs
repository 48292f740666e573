//! Counts results and writes the messages about them.

use std::time::Instant;

use sudokit::format::Piece;
use sudokit::solve::{End, Statistics, Status};

use super::WantedSolutions;
use super::options::SolveOptions;
use super::result::SolveResult;
use crate::args::quantities::{elapsed, plural, thousands};
use crate::report::{self, COST_HEADINGS, cost_cells};
use crate::terminal::messages::Messages;

/// This many puzzles get a message of their own; the rest are counted.
const REPORTED_SINGLY: u64 = 10;

/// This many puzzles have a row of their own in the table of costs.
const ROWS: usize = 25;

/// What an interrupted search had found.
struct InterruptedPuzzle {
    solutions: u64,
    /// The cells of the best attempt that are filled, and all.
    filled: (usize, usize),
}

/// The results so far.
pub struct SolveTotals {
    begun: Instant,
    puzzles: u64,
    /// How many of them are of earlier files with outputs of their own.
    saved: u64,
    solved: u64,
    impossible: u64,
    unusable: u64,
    /// What an interruption left of the last puzzle.
    interrupted: Option<InterruptedPuzzle>,
    several: u64,
    uncertain: u64,
    open: u64,
    statistics: Statistics,
    rows: Vec<Vec<String>>,
}

impl SolveTotals {
    pub fn new() -> SolveTotals {
        SolveTotals {
            begun: Instant::now(),
            puzzles: 0,
            saved: 0,
            solved: 0,
            impossible: 0,
            unusable: 0,
            interrupted: None,
            several: 0,
            uncertain: 0,
            open: 0,
            statistics: Statistics::default(),
            rows: Vec::new(),
        }
    }

    /// Counts a result and writes its message.
    pub fn count(
        &mut self,
        options: &SolveOptions,
        messages: &Messages,
        source: &str,
        piece: &Piece,
        answer: &SolveResult,
        alone: bool,
    ) {
        let place = report::place(source, piece, alone);
        self.puzzles += 1;
        self.statistics += answer.statistics;
        if options.stats && self.rows.len() < ROWS {
            self.rows.push(row(&place, answer));
        }
        match answer.status {
            Status::NoSolution => self.impossible += 1,
            Status::RuleBroken | Status::Unreadable => self.unusable += 1,
            Status::Open => {}
            _ => self.solved += 1,
        }
        // The one message about the interruption says what there is of this one.
        if answer.end == End::Cancelled {
            self.interrupted = Some(InterruptedPuzzle {
                solutions: answer.count,
                filled: answer.filled(),
            });
            return;
        }
        match answer.status {
            Status::Unique | Status::Complete => {}
            Status::NoSolution => messages.line(format_args!("No solution found: {place}")),
            Status::RuleBroken | Status::Unreadable => {
                if let Some(problem) = &answer.problem {
                    messages.puzzle_problem(source, piece, problem);
                }
            }
            Status::Several => self.several(options, messages, &place, alone),
            Status::Solved => self.uncertain(options, messages, &place, answer, alone),
            _ => self.open(options, messages, &place, answer),
        }
    }

    /// Counts puzzles with exactly one solution, which need no message.
    pub fn count_unique(&mut self, puzzles: u64) {
        self.puzzles += puzzles;
        self.solved += puzzles;
    }

    /// How many puzzles could be read and break no rule.
    pub fn readable(&self) -> u64 {
        self.puzzles - self.unusable
    }

    /// Records that another file begins, whose output holds nothing of the earlier ones.
    pub fn begin_file(&mut self) {
        self.saved = self.puzzles;
    }

    /// What an interrupted run has written: whole puzzles, and what there is of the last one.
    pub fn done(&self) -> String {
        let whole = self.puzzles - self.saved - u64::from(self.interrupted.is_some());
        let mut parts = Vec::new();
        if whole > 0 {
            parts.push(plural(whole, "puzzle"));
        }
        if let Some(last) = &self.interrupted {
            let of_another = match whole {
                0 => "",
                _ => " for another",
            };
            let (filled, cells) = last.filled;
            parts.push(match last.solutions {
                0 => format!("the best attempt{of_another}, {filled} of {cells} cells"),
                some => format!("{}{of_another}", plural(some, "solution")),
            });
        }
        match parts.is_empty() {
            true => "nothing".to_string(),
            false => parts.join(" and "),
        }
    }

    fn several(&mut self, options: &SolveOptions, messages: &Messages, place: &str, alone: bool) {
        self.several += 1;
        match options.solutions.wanted {
            WantedSolutions::Unique => messages.line(format_args!("Several solutions: {place}")),
            WantedSolutions::One if alone => {
                messages.note(format_args!(
                    "{place} has several solutions; this is one of them"
                ));
            }
            WantedSolutions::Smallest if alone => {
                messages.note(format_args!(
                    "{place} has several solutions; this is the smallest"
                ));
            }
            _ => {}
        }
    }

    fn uncertain(
        &mut self,
        options: &SolveOptions,
        messages: &Messages,
        place: &str,
        answer: &SolveResult,
        alone: bool,
    ) {
        let search = &options.solutions.search;
        // Uniqueness was not asked for, so the search for a second solution was short.
        let is_unasked = options.solutions.wanted == WantedSolutions::One
            && answer.end == End::NodeLimit
            && search.node_limit.is_none();
        if is_unasked || !answer.end.is_early() {
            self.uncertain += 1;
            if alone && options.solutions.wanted == WantedSolutions::One {
                messages.note(format_args!(
                    "{place} may have other solutions; run `sudokit check` to find out"
                ));
            }
            return;
        }
        let unknown = match options.solutions.wanted {
            WantedSolutions::Smallest => "whether it is the smallest",
            _ => "whether it is the only one",
        };
        messages.note(format_args!(
            "{place}: {}; this is a solution, but {unknown} is unknown",
            search.stopped(answer.end)
        ));
    }

    fn open(
        &mut self,
        options: &SolveOptions,
        messages: &Messages,
        place: &str,
        answer: &SolveResult,
    ) {
        self.open += 1;
        if self.open <= REPORTED_SINGLY {
            let (filled, cells) = answer.filled();
            messages.note(format_args!(
                "{place}: {}; this is the best attempt, {filled} of {cells} cells",
                options.solutions.search.stopped(answer.end)
            ));
        }
    }

    /// Writes what was only counted, at the end.
    pub fn print(&self, options: &SolveOptions, messages: &Messages, threads: usize) {
        if options.is_prompt && self.puzzles > 1 {
            messages.line(self.summary());
        }
        let of_all = format!("of {}", plural(self.puzzles, "puzzle"));
        if self.puzzles > 1 {
            if self.several > 0
                && matches!(
                    options.solutions.wanted,
                    WantedSolutions::One | WantedSolutions::Smallest
                )
            {
                let which = match options.solutions.wanted {
                    WantedSolutions::Smallest => "the smallest",
                    _ => "one",
                };
                let have = if self.several == 1 { "has" } else { "have" };
                messages.note(format_args!(
                    "{} {of_all} {have} several solutions; {which} of them is written",
                    thousands(self.several)
                ));
            }
            if self.uncertain > 0 && options.solutions.wanted == WantedSolutions::One {
                messages.note(format_args!(
                    "{} {of_all} may have other solutions; run `sudokit check` to find out",
                    thousands(self.uncertain)
                ));
            }
            if self.open > REPORTED_SINGLY {
                messages.note(format_args!(
                    "{} {of_all} were not finished; the best attempts are written",
                    thousands(self.open)
                ));
            }
        }
        if options.stats {
            self.report_costs(messages, threads);
        }
    }

    /// How many puzzles of which kind there were.
    fn summary(&self) -> String {
        let kinds = [
            (self.solved, "solved"),
            (self.impossible, "without a solution"),
            (self.unusable, "invalid"),
            (self.open, "unfinished"),
        ];
        let kinds = kinds.iter().filter(|(count, _)| *count > 0);
        let kinds: Vec<String> = kinds
            .map(|(count, kind)| format!("{} {kind}", thousands(*count)))
            .collect();
        format!("{}: {}", plural(self.puzzles, "puzzle"), kinds.join(", "))
    }

    fn report_costs(&self, messages: &Messages, threads: usize) {
        let mut headings = vec!["puzzle", "answer"];
        headings.extend(COST_HEADINGS);
        let mut rows = self.rows.clone();
        let left_out = self.puzzles - rows.len() as u64;
        if left_out > 0 {
            rows.push(vec![
                "…".to_string(),
                format!("{} more", thousands(left_out)),
            ]);
        }
        if self.puzzles > 1 {
            let mut total = vec!["all".to_string(), String::new()];
            total.extend(cost_cells(&self.statistics));
            rows.push(total);
        }
        let time = self.begun.elapsed();
        let rate = self.puzzles as f64 / time.as_secs_f64().max(1e-9);
        messages.line(report::table(&headings, 2, &rows).trim_end());
        messages.line(format_args!(
            "{} in {} on {}, {} per second",
            plural(self.puzzles, "puzzle"),
            elapsed(time),
            plural(threads as u64, "thread"),
            thousands(rate.round() as u64)
        ));
    }
}

fn row(place: &str, answer: &SolveResult) -> Vec<String> {
    let mut row = vec![place.to_string(), answer.status.name().to_string()];
    row.extend(cost_cells(&answer.statistics));
    row
}
