//! `batch`: many puzzles in one request, with a streamed response of one line per puzzle.

use std::io::{self, Read};
use std::ops::ControlFlow;
use std::time::Duration;

use serde::{Deserialize, Serialize};
use sudokit::format::{Content, DecodeError, Decoder, Piece, ReadOptions, Reader, Record};
use sudokit::json::Versioned;
use sudokit::logic::Logic;
use utoipa::{IntoParams, ToSchema};

use super::count::{CountResponse, count_solutions};
use super::parse::{ParsedPuzzleLine, describe_line};
use super::position;
use super::rate::{RateResponse, rate_position};
use super::solve::{SolveResponse, solve_puzzle};
use crate::budget::{Budget, Instant, OutOfBudget};
use crate::error::{ApiError, ErrorBody};
use crate::field_names::field_names;
use crate::limits::Limits;
use crate::puzzle_input::PuzzleInput;
use crate::request::{check_names, deserialize, query};

/// Lines are sent in chunks of about this many bytes…
const CHUNK_SIZE: usize = 16 * 1024;

/// … or after this time, whichever comes first.
const FLUSH_INTERVAL: Duration = Duration::from_millis(50);

/// The operation to run on each puzzle.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum BatchVerb {
    /// Same as `/api/v1/solve`.
    Solve,
    /// Same as `/api/v1/count`.
    Count,
    /// Same as `/api/v1/rate`.
    Rate,
    /// Similar to `/api/v1/parse`, but shorter: see `ParsedPuzzleLine`.
    Parse,
}

/// The fields that describe the text, as in other requests.
const TEXT_FIELDS: &[&str] = &["shape", "form", "blank", "symbols"];

/// The parameters of a batch.
#[derive(Debug, Serialize, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct BatchParams {
    /// For `solve` and `count`: stop after this many solutions.
    #[serde(default)]
    pub limit: Option<u64>,
}

/// A line of the response: the line number of a puzzle, its name and its result.
#[derive(Serialize)]
struct Line<'a> {
    line: usize,
    #[serde(skip_serializing_if = "Option::is_none")]
    name: Option<&'a str>,
    #[serde(flatten)]
    result: LineResult,
}

#[derive(Serialize)]
#[serde(untagged)]
enum LineResult {
    Solve(SolveResponse),
    Count(CountResponse),
    Rate(RateResponse),
    Parse(ParsedPuzzleLine),
    Failed(ErrorBody),
}

/// Process many puzzles, one line of JSON per puzzle
///
/// The body is text in any form, for example one puzzle per line. It may be encoded as UTF-16 or
/// compressed with gzip or zstd; the limit of a body applies to the text as well. The fields that describe the text
/// (`shape`, `form`, `blank`, `symbols`) may be set in the query. Each line of the response has the
/// `line` of a puzzle and either the response of the operation or a `problem`. If the batch ends
/// early, the last line has only a `problem`.
#[utoipa::path(
    post, path = "/api/v1/batch/{verb}",
    params(("verb" = BatchVerb, Path, description = "The operation to run on each puzzle"), BatchParams),
    request_body(content = String, content_type = "text/plain"),
    responses(
        (status = 200, body = String, content_type = "application/x-ndjson")
    )
)]
pub fn batch(verb: &str, text: &str, limits: &Limits) -> Result<Batch, ApiError> {
    let verb: BatchVerb = serde_json::from_value(verb.into()).map_err(|_| ApiError::not_found())?;
    let mut fields = query(text)?;
    check_names(&fields, &[TEXT_FIELDS, field_names::<BatchParams>()])?;
    let position: PuzzleInput = deserialize(&fields.take(TEXT_FIELDS))?;
    Ok(Batch {
        verb,
        params: deserialize(&fields)?,
        options: position.read_options()?,
        limits: limits.clone(),
    })
}

/// A batch whose text is yet to come.
#[derive(Debug)]
pub struct Batch {
    verb: BatchVerb,
    params: BatchParams,
    options: ReadOptions,
    limits: Limits,
}

impl Batch {
    /// Processes all puzzles of a text and sends chunks of lines, until the end, the deadline, or
    /// until `send` asks to stop.
    pub fn run(
        self,
        text: &[u8],
        budget: &Budget,
        send: &mut dyn FnMut(Vec<u8>) -> ControlFlow<()>,
    ) {
        let mut run = BatchRun {
            verb: self.verb,
            params: self.params,
            limits: self.limits,
            budget: budget.clone(),
            lines: Vec::new(),
            flushed: Instant::now(),
            send,
        };
        // It stops early only if `send` asked for it.
        let _ = run.process(text, self.options);
    }
}

/// A running batch.
struct BatchRun<'a> {
    verb: BatchVerb,
    params: BatchParams,
    limits: Limits,
    budget: Budget,
    lines: Vec<u8>,
    flushed: Instant,
    send: &'a mut dyn FnMut(Vec<u8>) -> ControlFlow<()>,
}

impl BatchRun<'_> {
    /// Processes all puzzles, until the end, the deadline or a disconnect.
    fn process(&mut self, text: &[u8], options: ReadOptions) -> ControlFlow<()> {
        let budget = self.budget.clone();
        // A small compressed body may be a text without end.
        let limit = self.limits.batch_body;
        let decoder = Decoder::limited(TimedText { text, budget }, limit as u64);
        let reader = Reader::new(decoder, options);
        let mut reader = reader.cancelled_by(self.budget.cancel_token());
        let (mut piece, mut puzzles) = (Piece::default(), 0);
        loop {
            // Reading from memory fails only after the deadline, or if it cannot be decoded.
            match reader.read(&mut piece) {
                Ok(true) if self.budget.check().is_ok() => {}
                Err(error) if DecodeError::of(&error).is_some() => {
                    self.abort(ApiError::undecodable(&error, limit))?;
                    break;
                }
                _ => break,
            }
            if matches!(piece.content, Content::Verbatim) {
                continue;
            }
            puzzles += 1;
            if puzzles > self.limits.batch_puzzles {
                let most = self.limits.batch_puzzles;
                let message = format!("too many puzzles: a batch may have at most {most}");
                self.abort(ApiError::unprocessable("too-many-puzzles", message))?;
                break;
            }
            self.piece(&piece)?;
        }
        if self.budget.check().is_err() {
            self.abort(ApiError::timed_out())?;
        }
        self.flush()
    }

    fn piece(&mut self, piece: &Piece) -> ControlFlow<()> {
        let (name, result) = match &piece.content {
            Content::Puzzle(record) => (record.name.as_deref(), self.process_puzzle(record)),
            Content::Unreadable(problem) => (None, Err(ApiError::from(problem))),
            Content::Verbatim => return ControlFlow::Continue(()),
        };
        self.write(&Line {
            line: piece.line,
            name,
            result: result.unwrap_or_else(|error| LineResult::Failed(error.into())),
        })
    }

    fn process_puzzle(&self, record: &Record) -> Result<LineResult, ApiError> {
        let puzzle = &record.puzzle;
        let budget = self.budget.at_most(self.limits.time);
        Ok(match self.verb {
            BatchVerb::Solve => {
                let limit = self.params.limit.unwrap_or(2);
                let limit = limit.clamp(1, self.limits.solutions);
                LineResult::Solve(solve_puzzle(puzzle, limit, &budget))
            }
            BatchVerb::Count => {
                LineResult::Count(count_solutions(puzzle, self.params.limit, &budget))
            }
            BatchVerb::Rate => {
                let position = position::examine(puzzle, &Logic::rating(), &budget);
                LineResult::Rate(rate_position(&position)?)
            }
            BatchVerb::Parse => LineResult::Parse(describe_line(record)),
        })
    }

    /// Writes the last line of a batch that ends early.
    fn abort(&mut self, error: ApiError) -> ControlFlow<()> {
        self.write(&ErrorBody::from(error))
    }

    fn write(&mut self, line: &impl Serialize) -> ControlFlow<()> {
        // Plain data always serializes.
        let _ = serde_json::to_writer(&mut self.lines, &Versioned::new(line));
        self.lines.push(b'\n');
        let is_due = self.flushed.elapsed() >= FLUSH_INTERVAL;
        match is_due || self.lines.len() >= CHUNK_SIZE {
            true => self.flush(),
            false => ControlFlow::Continue(()),
        }
    }

    fn flush(&mut self) -> ControlFlow<()> {
        self.flushed = Instant::now();
        match std::mem::take(&mut self.lines) {
            chunk if chunk.is_empty() => ControlFlow::Continue(()),
            chunk => (self.send)(chunk),
        }
    }
}

/// Text that fails to read after the deadline, so that parsing ends.
struct TimedText<'a> {
    text: &'a [u8],
    budget: Budget,
}

impl Read for TimedText<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let is_late = |OutOfBudget| io::Error::from(io::ErrorKind::TimedOut);
        self.budget.check().map_err(is_late)?;
        self.text.read(buffer)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Runs a batch whose client leaves with the first chunk, and returns the number of chunks.
    fn chunks(text: &[u8], leaves: bool) -> usize {
        let limits = Limits::default();
        let budget = Budget::new(limits.batch_time);
        let mut guard = Some(budget.cancel_on_drop());
        let mut chunks = 0;
        let batch = batch("parse", "", &limits).ok().unwrap();
        batch.run(text, &budget, &mut |_| {
            chunks += 1;
            if leaves {
                drop(guard.take());
            }
            ControlFlow::Continue(())
        });
        chunks
    }

    #[test]
    fn a_batch_ends_when_it_is_cancelled() {
        let text = (".".repeat(81) + "\n").repeat(5_000);
        assert!(chunks(text.as_bytes(), false) > 10);
        // The second is the line that says why.
        assert!(chunks(text.as_bytes(), true) <= 2);
    }
}
