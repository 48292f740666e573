//! `batch`: many puzzles in one request, with a streamed response of one line per puzzle.

use std::io::{self, Read};
use std::ops::ControlFlow;
use std::time::{Duration, Instant};

use axum::body::{Body, Bytes};
use axum::extract::{Path, Request, State};
use axum::http::header;
use axum::response::{IntoResponse, Response};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use sudokit::format::{Content, DecodeError, Decoder, Piece, ReadOptions, Reader, Record};
use sudokit::logic::Logic;
use tokio::runtime::Handle;
use tokio::sync::mpsc;
use tokio::time::timeout_at;
use tokio_stream::StreamExt;
use tokio_stream::wrappers::ReceiverStream;
use utoipa::{IntoParams, ToSchema};

use super::count::{CountResponse, count_solutions};
use super::parse::{ParsedPuzzleLine, describe_line};
use super::position;
use super::puzzle_input::PuzzleInput;
use super::rate::{RateResponse, rate_position};
use super::solve::{SolveResponse, solve_puzzle};
use crate::config::Limits;
use crate::error::{ApiError, ErrorBody};
use crate::queue::{Budget, OutOfBudget};
use crate::request::{deserialize, query, receive, take};
use crate::router::AppState;

/// One JSON value per line.
pub const JSON_LINES: &str = "application/x-ndjson";

/// Lines are sent in chunks of about this many bytes…
const CHUNK_SIZE: usize = 16 * 1024;

/// … or after this time, whichever comes first.
const FLUSH_INTERVAL: Duration = Duration::from_millis(50);

/// How long a client may take to receive the rest of a batch that timed out.
const FINAL_SEND_TIME: Duration = Duration::from_secs(1);

/// The number of chunks that may wait for a slow client before the work pauses.
const MAX_CHUNKS: usize = 4;

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
        (status = 200, body = String, content_type = "application/x-ndjson"),
        (status = 413, body = ErrorBody),
        (status = 503, body = ErrorBody)
    )
)]
pub async fn batch(
    State(state): State<AppState>,
    Path(verb): Path<String>,
    request: Request,
) -> Result<Response, ApiError> {
    let verb: BatchVerb = serde_json::from_value(verb.into()).map_err(|_| ApiError::not_found())?;
    let mut fields: Map<String, Value> = query(request.uri())?;
    let position: PuzzleInput = deserialize(take(&mut fields, PuzzleInput::FIELDS))?;
    let params: BatchParams = deserialize(fields)?;
    let options = position.read_options()?;
    let limits = state.limits.clone();
    // The slot comes before the body, so that only a few large bodies are in memory.
    let slot = state
        .batch_queue
        .acquire(Instant::now() + limits.time)
        .await?;
    let body = request.into_body();
    let text = receive(body, limits.batch_body, limits.receive_time).await?;
    let budget = Budget::new(limits.batch_time);
    let give_up_at = Instant::now() + limits.batch_time + FINAL_SEND_TIME;
    let cancels = budget.cancel_on_drop();
    let (sender, receiver) = mpsc::channel(MAX_CHUNKS);
    let mut run = BatchRun {
        verb,
        params,
        limits: (*limits).clone(),
        budget,
        lines: Vec::new(),
        flushed: Instant::now(),
        give_up_at,
        sender,
    };
    tokio::task::spawn_blocking(move || {
        let _slot = slot;
        let _ = run.process(&text, options);
    });
    // The stream owns the guard that cancels the work, so that both end together.
    let chunks = ReceiverStream::new(receiver).map(move |chunk| {
        let _ = &cancels;
        Ok::<Bytes, std::convert::Infallible>(chunk)
    });
    let kind = [(header::CONTENT_TYPE, JSON_LINES)];
    Ok((kind, Body::from_stream(chunks)).into_response())
}

/// A running batch.
struct BatchRun {
    verb: BatchVerb,
    params: BatchParams,
    limits: Limits,
    budget: Budget,
    lines: Vec<u8>,
    flushed: Instant,
    /// Nothing is sent after this time.
    give_up_at: Instant,
    sender: mpsc::Sender<Bytes>,
}

impl BatchRun {
    /// Processes all puzzles, until the end, the deadline or a disconnect.
    fn process(&mut self, text: &[u8], options: ReadOptions) -> ControlFlow<()> {
        let budget = self.budget.clone();
        // A small compressed body may be a text without end.
        let limit = self.limits.batch_body;
        let decoder = Decoder::limited(TimedText { text, budget }, limit as u64);
        let mut reader = Reader::new(decoder, options);
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
        let _ = serde_json::to_writer(&mut self.lines, line);
        self.lines.push(b'\n');
        let is_due = self.flushed.elapsed() >= FLUSH_INTERVAL;
        match is_due || self.lines.len() >= CHUNK_SIZE {
            true => self.flush(),
            false => ControlFlow::Continue(()),
        }
    }

    fn flush(&mut self) -> ControlFlow<()> {
        self.flushed = Instant::now();
        let chunk = Bytes::from(std::mem::take(&mut self.lines));
        if chunk.is_empty() {
            return ControlFlow::Continue(());
        }
        // A client that does not read must not occupy the slot forever.
        let sending = timeout_at(self.give_up_at.into(), self.sender.send(chunk));
        match Handle::current().block_on(sending) {
            Ok(Ok(())) => ControlFlow::Continue(()),
            _ => ControlFlow::Break(()),
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
