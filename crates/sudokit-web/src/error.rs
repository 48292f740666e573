//! Every way to say no: a status and a JSON body that says what is wrong and how to mend it.

use axum::Json;
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use serde::Serialize;
use sudokit::format::{Diagnostic, Kind};
use utoipa::ToSchema;

/// A request that is not answered.
#[derive(Clone, Debug)]
pub struct ApiError {
    status: StatusCode,
    reason: ErrorReason,
}

/// The body of every refusal.
#[derive(Serialize, ToSchema)]
pub struct ErrorBody {
    error: ErrorReason,
}

/// Why a request is not answered.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct ErrorReason {
    /// The kind of trouble, for programs.
    #[schema(example = "unreadable-puzzle")]
    pub code: &'static str,
    /// What is wrong, for people.
    pub message: String,
    /// The line of the puzzle's text, from 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub line: Option<usize>,
    /// The column, from 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub column: Option<usize>,
    /// How to mend it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub hint: Option<String>,
}

/// Seconds after which to try again.
const RETRY_AFTER: HeaderValue = HeaderValue::from_static("1");

impl ApiError {
    /// A refusal without a hint.
    pub fn new(status: StatusCode, code: &'static str, message: impl Into<String>) -> ApiError {
        ApiError {
            status,
            reason: ErrorReason {
                code,
                message: message.into(),
                line: None,
                column: None,
                hint: None,
            },
        }
    }

    /// With a way out.
    pub fn help(mut self, hint: impl Into<String>) -> ApiError {
        self.reason.hint = Some(hint.into()).filter(|hint| !hint.is_empty());
        self
    }

    /// A body that is not what the path takes.
    pub fn bad_request(message: impl Into<String>) -> ApiError {
        ApiError::new(StatusCode::BAD_REQUEST, "malformed-request", message)
    }

    /// A request that can be read and makes no sense.
    pub fn unprocessable(code: &'static str, message: impl Into<String>) -> ApiError {
        ApiError::new(StatusCode::UNPROCESSABLE_ENTITY, code, message)
    }

    /// There is nothing to work on.
    pub fn no_puzzle() -> ApiError {
        ApiError::unprocessable("no-puzzle", "there is no puzzle")
            .help("give its text as `puzzle`, or its cells as `values`")
    }

    /// A mistake of the server.
    pub fn internal(message: impl Into<String>) -> ApiError {
        ApiError::new(StatusCode::INTERNAL_SERVER_ERROR, "internal", message)
    }

    /// A body, or a part of it, that is too long.
    pub fn too_long(what: &str, most: usize) -> ApiError {
        let message = format!("the {what} is longer than {most} bytes");
        ApiError::new(StatusCode::PAYLOAD_TOO_LARGE, "too-long", message)
    }

    /// Nothing is there.
    pub fn not_found() -> ApiError {
        let message = "nothing is served at this path";
        ApiError::new(StatusCode::NOT_FOUND, "not-found", message)
            .help("/api lists the paths of the interface")
    }

    /// Another method is needed.
    pub fn method_not_allowed() -> ApiError {
        let message = "this path does not take this method";
        ApiError::new(StatusCode::METHOD_NOT_ALLOWED, "wrong-method", message)
            .help("the `Allow` header names those that it takes")
    }

    /// Everybody is at work, and too many wait.
    pub fn busy() -> ApiError {
        let message = "the server has too much to do";
        ApiError::new(StatusCode::SERVICE_UNAVAILABLE, "busy", message).help("try again soon")
    }

    /// It took too long.
    pub fn timed_out() -> ApiError {
        let message = "the time for this request is over";
        ApiError::new(StatusCode::GATEWAY_TIMEOUT, "time-limit", message)
    }
}

impl From<ApiError> for ErrorBody {
    fn from(error: ApiError) -> ErrorBody {
        ErrorBody {
            error: error.reason,
        }
    }
}

impl From<&Diagnostic> for ApiError {
    fn from(diagnostic: &Diagnostic) -> ApiError {
        let code = match diagnostic.kind {
            Kind::Several => "several-puzzles",
            _ => "unreadable-puzzle",
        };
        let error = ApiError::unprocessable(code, &diagnostic.message);
        let mut error = error.help(&diagnostic.help);
        error.reason.line = diagnostic.place().map(|place| place.line);
        error.reason.column = diagnostic.place().map(|place| place.column);
        error
    }
}

impl IntoResponse for ApiError {
    fn into_response(self) -> Response {
        let status = self.status;
        let mut response = (status, Json(ErrorBody::from(self))).into_response();
        if status == StatusCode::SERVICE_UNAVAILABLE {
            let headers = response.headers_mut();
            headers.insert(header::RETRY_AFTER, RETRY_AFTER);
        }
        response
    }
}
