//! Error responses: a status and a JSON body that says what is wrong and how to fix it.

#[cfg(feature = "text")]
use std::io;

use serde::Serialize;
use sudokit::Problem;
#[cfg(feature = "text")]
use sudokit::format::{DecodeError, DecodeErrorKind};
use sudokit::json::Versioned;
use utoipa::ToSchema;

use crate::response::{JSON, Response};

/// An error response.
#[derive(Clone, Debug)]
pub struct ApiError {
    status: u16,
    problem: ProblemBody,
}

/// The body of every error response.
#[derive(Serialize, ToSchema)]
pub struct ErrorBody {
    problem: ProblemBody,
}

/// What is wrong with a request or a puzzle: the same object as in the JSON of the command.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct ProblemBody {
    /// The kind of problem, for programs.
    #[schema(example = "unknown-symbol")]
    pub code: &'static str,
    /// What is wrong, for humans.
    pub message: String,
    /// The line in the puzzle's text, starting at 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub line: Option<usize>,
    /// The column, starting at 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub column: Option<usize>,
    /// How to fix it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub help: Option<String>,
}

impl ApiError {
    /// Creates an error without help.
    pub fn new(status: u16, code: &'static str, message: impl Into<String>) -> ApiError {
        ApiError {
            status,
            problem: ProblemBody {
                code,
                message: message.into(),
                line: None,
                column: None,
                help: None,
            },
        }
    }

    /// Returns the HTTP status.
    pub fn status(&self) -> u16 {
        self.status
    }

    /// Adds a way to fix the error.
    #[must_use]
    pub fn help(mut self, help: impl Into<String>) -> ApiError {
        self.problem.help = Some(help.into()).filter(|help| !help.is_empty());
        self
    }

    /// The request is malformed.
    pub fn bad_request(message: impl Into<String>) -> ApiError {
        ApiError::new(400, "malformed-request", message)
    }

    /// The request can be parsed but is not valid.
    pub fn unprocessable(code: &'static str, message: impl Into<String>) -> ApiError {
        ApiError::new(422, code, message)
    }

    /// The request has no puzzle.
    pub fn no_puzzle() -> ApiError {
        ApiError::unprocessable("no-puzzle", "no puzzle")
            .help("set `puzzle` to its text, or `values` to its cells")
    }

    /// An internal error of the server.
    pub fn internal(message: impl Into<String>) -> ApiError {
        ApiError::new(500, "internal", message)
    }

    /// The body, or a field of it, is too long.
    pub fn too_long(what: &str, most: usize) -> ApiError {
        let message = format!("the {what} is longer than {most} bytes");
        ApiError::new(413, "too-long", message)
    }

    /// The service was built without the feature `text`.
    #[cfg(not(feature = "text"))]
    pub(crate) fn without_text() -> ApiError {
        ApiError::new(501, "no-text", "puzzles as text are not supported here")
            .help("send `values`")
    }

    /// The body is compressed or encoded in a way that cannot be decoded, or its text is too long.
    #[cfg(feature = "text")]
    pub fn undecodable(error: &io::Error, most: usize) -> ApiError {
        match DecodeError::of(error) {
            Some(reason) if reason.kind == DecodeErrorKind::TooLarge => {
                ApiError::too_long("text", most)
            }
            Some(reason) => ApiError::bad_request(reason.message.clone()).help(reason.help.clone()),
            None => ApiError::bad_request(error.to_string()),
        }
    }

    /// Nothing is served at the path.
    pub fn not_found() -> ApiError {
        let message = "not found";
        ApiError::new(404, "not-found", message).help("see /api for the routes of the API")
    }

    /// The path does not support the method.
    pub fn method_not_allowed() -> ApiError {
        let message = "method not allowed";
        ApiError::new(405, "wrong-method", message)
            .help("see the `Allow` header for the allowed methods")
    }

    /// The work queue is full.
    pub fn busy() -> ApiError {
        let message = "the server is busy";
        ApiError::new(503, "busy", message).help("try again later")
    }

    /// The client has too many requests in progress.
    pub fn too_many_requests() -> ApiError {
        let message = "too many requests at once from this address";
        ApiError::new(429, "too-many-requests", message)
            .help("wait for the response to one request before sending the next")
    }

    /// The time limit is exceeded.
    pub fn timed_out() -> ApiError {
        let message = "time limit exceeded";
        ApiError::new(504, "time-limit", message)
    }
}

impl From<ApiError> for ErrorBody {
    fn from(error: ApiError) -> ErrorBody {
        ErrorBody {
            problem: error.problem,
        }
    }
}

impl From<&Problem> for ApiError {
    fn from(problem: &Problem) -> ApiError {
        let error = ApiError::unprocessable(problem.code.as_str(), &problem.message);
        let mut error = error.help(&problem.help);
        error.problem.line = problem.place().map(|place| place.line);
        error.problem.column = problem.place().map(|place| place.column);
        error
    }
}

impl From<ApiError> for Response {
    fn from(error: ApiError) -> Response {
        let status = error.status;
        let body = serde_json::to_vec(&Versioned::new(ErrorBody::from(error)));
        Response {
            status,
            content_type: JSON,
            notes: None,
            // Plain data always serializes.
            body: body.unwrap_or_default(),
        }
    }
}
