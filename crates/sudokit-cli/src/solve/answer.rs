//! One puzzle and its answer, as text or as JSON.

use std::io;
use std::ops::ControlFlow;

use sudokit::Grid;
use sudokit::Problem as Diagnostic;
use sudokit::format::{Content, Piece, Record};
use sudokit::solve::{End, Outcome, Statistics, Status};

use super::{Plan, Wanted, json};
use crate::case::Trouble;
use crate::exit::Exit;
use crate::report;

/// The answer to one puzzle.
pub struct Answer {
    pub status: Status,
    /// What goes to the output.
    pub bytes: Vec<u8>,
    /// Why it is [broken](Status::RuleBroken) or [unreadable](Status::Unreadable).
    pub diagnostic: Option<Diagnostic>,
    /// Why the search ended.
    pub end: End,
    pub statistics: Statistics,
    /// The solution or the best attempt.
    pub attempt: Option<Grid>,
}

impl Answer {
    /// Whether something has to be said about it even among many.
    pub fn is_remarkable(&self) -> bool {
        matches!(
            self.status,
            Status::NoSolution
                | Status::RuleBroken
                | Status::Unreadable
                | Status::Solved
                | Status::Open
        )
    }

    /// What it means for the run.
    pub fn exit(&self, wanted: Wanted) -> Exit {
        match self.status {
            Status::Unreadable => Exit::Trouble,
            Status::NoSolution | Status::RuleBroken => Exit::Failed,
            Status::Several if wanted == Wanted::Unique => Exit::Failed,
            // Nobody asked whether there is another one.
            Status::Solved if wanted == Wanted::One => Exit::Answered,
            _ => report::exit_of(self.end),
        }
    }
}

/// Finds the answer to a piece that is a puzzle, with its text.
pub fn find(plan: &Plan, source: &str, piece: &Piece, threads: usize) -> Option<Answer> {
    // Which of many solutions come first is fixed only on a single thread.
    let threads = match plan.ask.wanted {
        Wanted::UpTo(_) => 1,
        _ => threads,
    };
    let mut bytes = Vec::new();
    let mut answer = search(plan, source, piece, threads, &mut |more| {
        bytes.extend_from_slice(more);
        Ok(())
    })
    .expect("writing into memory does not fail")?;
    answer.bytes = bytes;
    Some(answer)
}

/// Finds the answer to a piece that is a puzzle and hands its text over bit by bit.
///
/// # Errors
/// Those of `write`.
pub fn search(
    plan: &Plan,
    source: &str,
    piece: &Piece,
    threads: usize,
    write: &mut (dyn FnMut(&[u8]) -> io::Result<()> + Send),
) -> io::Result<Option<Answer>> {
    match &piece.content {
        Content::Verbatim => Ok(None),
        Content::Unreadable(diagnostic) => {
            let answer = Answer::without_search(Trouble::unreadable(diagnostic));
            write(&answer.closing_text(plan, source, piece, None, None))?;
            Ok(Some(answer))
        }
        Content::Puzzle(record) => solve(plan, source, piece, record, threads, write).map(Some),
    }
}

fn solve(
    plan: &Plan,
    source: &str,
    piece: &Piece,
    record: &Record,
    threads: usize,
    write: &mut (dyn FnMut(&[u8]) -> io::Result<()> + Send),
) -> io::Result<Answer> {
    if let Err(error) = record.puzzle.check() {
        let answer = Answer::without_search(Trouble::broken(piece, record, &error));
        write(&answer.closing_text(plan, source, piece, Some(record), None))?;
        return Ok(answer);
    }
    let several_wanted = matches!(plan.ask.wanted, Wanted::UpTo(limit) if limit > 1);
    let mut number = 0;
    let mut written = Ok(());
    let mut text = Vec::new();
    let ends_open = piece.text.last() != Some(&b'\n');
    let outcome = plan.ask.of(&record.puzzle, threads, |values| {
        number += 1;
        text.clear();
        if !plan.json {
            if number > 1 {
                let between = match record.separator() {
                    "" if ends_open => "\n",
                    between => between,
                };
                text.extend_from_slice(between.as_bytes());
            }
            record.write_values(&piece.text, values, &mut text);
        } else if several_wanted {
            json::solution(source, piece, record, number, values, &mut text);
        }
        written = write(&text);
        match written {
            Ok(()) => ControlFlow::Continue(()),
            Err(_) => ControlFlow::Break(()),
        }
    });
    written?;
    let mut answer = Answer {
        status: Status::of(&record.puzzle, &outcome),
        bytes: Vec::new(),
        diagnostic: None,
        end: outcome.end,
        statistics: outcome.statistics,
        attempt: None,
    };
    // `first` counts to 1, but ends at the limit when it saw a second solution.
    if plan.ask.wanted == Wanted::Smallest && outcome.end == End::Limit {
        answer.status = Status::Several;
    }
    write(&answer.closing_text(plan, source, piece, Some(record), Some(&outcome)))?;
    answer.attempt = Some(outcome.attempt);
    Ok(answer)
}

impl Answer {
    fn without_search(trouble: Trouble) -> Answer {
        Answer {
            status: trouble.status,
            bytes: Vec::new(),
            diagnostic: Some(trouble.diagnostic),
            end: End::Exhausted,
            statistics: Statistics::default(),
            attempt: None,
        }
    }

    /// What is to be written behind the solutions, or in their place.
    fn closing_text(
        &self,
        plan: &Plan,
        source: &str,
        piece: &Piece,
        record: Option<&Record>,
        outcome: Option<&Outcome>,
    ) -> Vec<u8> {
        let mut text = Vec::new();
        if plan.json {
            json::answer(source, piece, record, self, outcome, &mut text);
            return text;
        }
        match (self.status, record, outcome) {
            (Status::Unreadable, ..) => piece.write_word("Invalid", &mut text),
            (Status::RuleBroken, Some(record), _) => {
                record.write_word(&piece.text, "Invalid", &mut text);
            }
            (Status::NoSolution, Some(record), _) => {
                record.write_word(&piece.text, "No Solution", &mut text);
            }
            (Status::Open, Some(record), Some(outcome)) => {
                record.write_values(&piece.text, outcome.attempt.values(), &mut text);
            }
            _ => {}
        }
        text
    }
}
