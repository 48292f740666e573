//! Every way to say no: a status and a JSON body that says what is wrong and how to mend it.

use axum::Json;
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use serde::Serialize;
use sudokit::{Problem, ProblemCode};
use utoipa::ToSchema;

/// A request that is not answered.
#[derive(Clone, Debug)]
pub struct Refusal {
    status: StatusCode,
    reason: Reason,
}

/// The body of every refusal.
#[derive(Serialize, ToSchema)]
pub struct RefusalBody {
    error: Reason,
}

/// Why a request is not answered.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct Reason {
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

impl Refusal {
    /// A refusal without a hint.
    pub fn new(status: StatusCode, code: &'static str, message: impl Into<String>) -> Refusal {
        Refusal {
            status,
            reason: Reason {
                code,
                message: message.into(),
                line: None,
                column: None,
                hint: None,
            },
        }
    }

    /// With a way out.
    pub fn hint(mut self, hint: impl Into<String>) -> Refusal {
        self.reason.hint = Some(hint.into()).filter(|hint| !hint.is_empty());
        self
    }

    /// A body that is not what the path takes.
    pub fn malformed(message: impl Into<String>) -> Refusal {
        Refusal::new(StatusCode::BAD_REQUEST, "malformed-request", message)
    }

    /// A request that can be read and makes no sense.
    pub fn senseless(code: &'static str, message: impl Into<String>) -> Refusal {
        Refusal::new(StatusCode::UNPROCESSABLE_ENTITY, code, message)
    }

    /// There is nothing to work on.
    pub fn no_puzzle() -> Refusal {
        Refusal::senseless("no-puzzle", "there is no puzzle")
            .hint("give its text as `puzzle`, or its cells as `values`")
    }

    /// A mistake of the server.
    pub fn internal(message: impl Into<String>) -> Refusal {
        Refusal::new(StatusCode::INTERNAL_SERVER_ERROR, "internal", message)
    }

    /// A body, or a part of it, that is too long.
    pub fn too_long(what: &str, most: usize) -> Refusal {
        let message = format!("the {what} is longer than {most} bytes");
        Refusal::new(StatusCode::PAYLOAD_TOO_LARGE, "too-long", message)
    }

    /// Nothing is there.
    pub fn not_found() -> Refusal {
        let message = "nothing is served at this path";
        Refusal::new(StatusCode::NOT_FOUND, "not-found", message)
            .hint("/api lists the paths of the interface")
    }

    /// Another method is needed.
    pub fn wrong_method() -> Refusal {
        let message = "this path does not take this method";
        Refusal::new(StatusCode::METHOD_NOT_ALLOWED, "wrong-method", message)
            .hint("the `Allow` header names those that it takes")
    }

    /// Everybody is at work, and too many wait.
    pub fn busy() -> Refusal {
        let message = "the server has too much to do";
        Refusal::new(StatusCode::SERVICE_UNAVAILABLE, "busy", message).hint("try again soon")
    }

    /// It took too long.
    pub fn out_of_time() -> Refusal {
        let message = "the time for this request is over";
        Refusal::new(StatusCode::GATEWAY_TIMEOUT, "time-limit", message)
    }
}

impl From<Refusal> for RefusalBody {
    fn from(refusal: Refusal) -> RefusalBody {
        RefusalBody {
            error: refusal.reason,
        }
    }
}

impl From<&Problem> for Refusal {
    fn from(problem: &Problem) -> Refusal {
        let code = match problem.code {
            ProblemCode::SeveralPuzzles => "several-puzzles",
            _ => "unreadable-puzzle",
        };
        let refusal = Refusal::senseless(code, &problem.message);
        let mut refusal = refusal.hint(&problem.help);
        refusal.reason.line = problem.place().map(|place| place.line);
        refusal.reason.column = problem.place().map(|place| place.column);
        refusal
    }
}

impl IntoResponse for Refusal {
    fn into_response(self) -> Response {
        let status = self.status;
        let mut response = (status, Json(RefusalBody::from(self))).into_response();
        if status == StatusCode::SERVICE_UNAVAILABLE {
            let headers = response.headers_mut();
            headers.insert(header::RETRY_AFTER, RETRY_AFTER);
        }
        response
    }
}
