//! `batch`: many puzzles in one request, answered line by line as they are worked out.

use std::io::{self, Read};
use std::ops::ControlFlow;
use std::time::{Duration, Instant};

use axum::body::{Body, Bytes};
use axum::extract::{Path, Request, State};
use axum::http::header;
use axum::response::{IntoResponse, Response};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use sudokit::format::{Content, Piece, ReadOptions, Reader, Record};
use sudokit::logic::Logic;
use tokio::runtime::Handle;
use tokio::sync::mpsc;
use tokio::time::timeout_at;
use tokio_stream::StreamExt;
use tokio_stream::wrappers::ReceiverStream;
use utoipa::{IntoParams, ToSchema};

use super::count::{CountAnswer, counted};
use super::parse::{ParsedLine, parsed_line};
use super::position::Position;
use super::rate::{RateAnswer, rated};
use super::solve::{SolveAnswer, solved};
use super::verdict;
use crate::body::{part, query, receive, take};
use crate::config::Limits;
use crate::desk::{Budget, Over};
use crate::refusal::{Refusal, RefusalBody};
use crate::router::Shared;

/// One JSON value a line.
pub const JSON_LINES: &str = "application/x-ndjson";

/// Answers are handed over in parcels of about this many bytes…
const PARCEL: usize = 16 * 1024;

/// … or after so much time, so that nobody waits for many to come together.
const PAUSE: Duration = Duration::from_millis(50);

/// How long a client may take to receive the end of a batch that ran out of time.
const LAST_WORDS: Duration = Duration::from_secs(1);

/// How many parcels may wait for a slow client before the work does.
const PARCELS: usize = 4;

/// What is done with each puzzle.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum BatchVerb {
    /// As `/api/v1/solve` does.
    Solve,
    /// As `/api/v1/count` does.
    Count,
    /// As `/api/v1/rate` does.
    Rate,
    /// As `/api/v1/parse` does, in short: the shape by its name, and cells as `ParsedLine` says.
    Parse,
}

/// How far to go with each puzzle.
#[derive(Debug, Serialize, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct BatchAsked {
    /// For `solve` and `count`: stop after so many solutions.
    #[serde(default)]
    pub limit: Option<u64>,
}

/// One line of the answer: what the verb answers for one puzzle, with its place.
#[derive(Serialize)]
struct Line<'a> {
    line: usize,
    #[serde(skip_serializing_if = "Option::is_none")]
    name: Option<&'a str>,
    #[serde(flatten)]
    answer: LineAnswer,
}

#[derive(Serialize)]
#[serde(untagged)]
enum LineAnswer {
    Solve(SolveAnswer),
    Count(CountAnswer),
    Rate(RateAnswer),
    Parse(ParsedLine),
    Refused(RefusalBody),
}

/// Work on many puzzles, one line of JSON for each
///
/// The body is the text of a file in any form, most simply one puzzle a line. The fields of a
/// position that describe a text (`shape`, `form`, `blank`, `symbols`) may stand in the query.
/// Each line of the answer has the `line` of its puzzle and what the verb answers, or an `error`;
/// where the whole batch has to end early, the last line is an `error` alone.
#[utoipa::path(
    post, path = "/api/v1/batch/{verb}",
    params(("verb" = BatchVerb, Path, description = "What to do with each puzzle"), BatchAsked),
    request_body(content = String, content_type = "text/plain"),
    responses(
        (status = 200, body = String, content_type = "application/x-ndjson"),
        (status = 413, body = RefusalBody),
        (status = 503, body = RefusalBody)
    )
)]
pub async fn batch(
    State(shared): State<Shared>,
    Path(verb): Path<String>,
    request: Request,
) -> Result<Response, Refusal> {
    let verb: BatchVerb = serde_json::from_value(verb.into()).map_err(|_| Refusal::not_found())?;
    let mut fields: Map<String, Value> = query(request.uri())?;
    let position: Position = part(take(&mut fields, Position::FIELDS))?;
    let asked: BatchAsked = part(fields)?;
    let options = position.read_options()?;
    let limits = shared.limits.clone();
    // A seat comes before the body, so that few of these long bodies are in memory.
    let seat = shared.batch_desk.sit(Instant::now() + limits.time).await?;
    let body = request.into_body();
    let text = receive(body, limits.batch_body, limits.receive_time).await?;
    let budget = Budget::new(limits.batch_time);
    let last_call = Instant::now() + limits.batch_time + LAST_WORDS;
    let cancels = budget.cancel_on_drop();
    let (sender, receiver) = mpsc::channel(PARCELS);
    let mut work = Work {
        verb,
        asked,
        limits: (*limits).clone(),
        budget,
        lines: Vec::new(),
        handed_over: Instant::now(),
        last_call,
        sender,
    };
    tokio::task::spawn_blocking(move || {
        let _seat = seat;
        let _ = work.run(&text, options);
    });
    // The stream owns what cancels the work, so that both end together.
    let parcels = ReceiverStream::new(receiver).map(move |parcel| {
        let _ = &cancels;
        Ok::<Bytes, std::convert::Infallible>(parcel)
    });
    let kind = [(header::CONTENT_TYPE, JSON_LINES)];
    Ok((kind, Body::from_stream(parcels)).into_response())
}

/// A batch that is being worked on.
struct Work {
    verb: BatchVerb,
    asked: BatchAsked,
    limits: Limits,
    budget: Budget,
    lines: Vec<u8>,
    handed_over: Instant,
    /// After this nothing more is handed over.
    last_call: Instant,
    sender: mpsc::Sender<Bytes>,
}

impl Work {
    /// Works until the end, or until nobody wants to know any more.
    fn run(&mut self, text: &[u8], options: ReadOptions) -> ControlFlow<()> {
        let budget = self.budget.clone();
        let mut reader = Reader::new(TextInTime { text, budget }, options);
        let (mut piece, mut puzzles) = (Piece::default(), 0);
        // Reading from memory fails only when the time is over.
        while reader.read(&mut piece).unwrap_or(false) && self.budget.check().is_ok() {
            if matches!(piece.content, Content::Verbatim) {
                continue;
            }
            puzzles += 1;
            if puzzles > self.limits.batch_puzzles {
                let most = self.limits.batch_puzzles;
                let message = format!("a batch holds at most {most} puzzles");
                self.give_up(Refusal::senseless("too-many-puzzles", message))?;
                break;
            }
            self.piece(&piece)?;
        }
        if self.budget.check().is_err() {
            self.give_up(Refusal::out_of_time())?;
        }
        self.hand_over()
    }

    fn piece(&mut self, piece: &Piece) -> ControlFlow<()> {
        let (name, answer) = match &piece.content {
            Content::Puzzle(record) => (record.name.as_deref(), self.answer(record)),
            Content::Unreadable(diagnostic) => (None, Err(Refusal::from(diagnostic))),
            Content::Verbatim => return ControlFlow::Continue(()),
        };
        self.write(&Line {
            line: piece.line,
            name,
            answer: answer.unwrap_or_else(|refusal| LineAnswer::Refused(refusal.into())),
        })
    }

    fn answer(&self, record: &Record) -> Result<LineAnswer, Refusal> {
        let puzzle = &record.puzzle;
        let budget = self.budget.at_most(self.limits.time);
        Ok(match self.verb {
            BatchVerb::Solve => {
                let limit = self.asked.limit.unwrap_or(2);
                let limit = limit.clamp(1, self.limits.solutions);
                LineAnswer::Solve(solved(puzzle, limit, &budget))
            }
            BatchVerb::Count => LineAnswer::Count(counted(puzzle, self.asked.limit, &budget)),
            BatchVerb::Rate => {
                LineAnswer::Rate(rated(&verdict::examine(puzzle, &Logic::rating(), &budget))?)
            }
            BatchVerb::Parse => LineAnswer::Parse(parsed_line(record)),
        })
    }

    /// The last line of a batch that ends early.
    fn give_up(&mut self, refusal: Refusal) -> ControlFlow<()> {
        self.write(&RefusalBody::from(refusal))
    }

    fn write(&mut self, line: &impl Serialize) -> ControlFlow<()> {
        // Plain data always becomes JSON.
        let _ = serde_json::to_writer(&mut self.lines, line);
        self.lines.push(b'\n');
        let is_due = self.handed_over.elapsed() >= PAUSE;
        match is_due || self.lines.len() >= PARCEL {
            true => self.hand_over(),
            false => ControlFlow::Continue(()),
        }
    }

    fn hand_over(&mut self) -> ControlFlow<()> {
        self.handed_over = Instant::now();
        let parcel = Bytes::from(std::mem::take(&mut self.lines));
        if parcel.is_empty() {
            return ControlFlow::Continue(());
        }
        // A client that does not read must not keep the seat for ever.
        let sending = timeout_at(self.last_call.into(), self.sender.send(parcel));
        match Handle::current().block_on(sending) {
            Ok(Ok(())) => ControlFlow::Continue(()),
            _ => ControlFlow::Break(()),
        }
    }
}

/// A text that breaks off when the time is over, so that no reader goes on for ever.
struct TextInTime<'a> {
    text: &'a [u8],
    budget: Budget,
}

impl Read for TextInTime<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let is_late = |Over| io::Error::from(io::ErrorKind::TimedOut);
        self.budget.check().map_err(is_late)?;
        self.text.read(buffer)
    }
}
