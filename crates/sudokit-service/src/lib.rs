//! The JSON interface of Sudokit without HTTP: requests, responses, errors and limits.
//!
//! A web server and a web page without one are two ways to reach the same [`Service`]. It knows the
//! routes under `/api/v1/`, the fields of their requests and responses, their errors with HTTP
//! statuses, and their limits. It starts no threads and opens no connections or files.
//!
//! ```
//! use sudokit_service::{Limits, Request, Service};
//!
//! let service = Service::new(Limits::default());
//! let response = service.call(&Request {
//!     route: "count",
//!     query: "",
//!     content_type: "application/json",
//!     body: br#"{"puzzle": "1... ..2. .3.. ...4"}"#,
//! });
//! assert_eq!(response.status, 200);
//! assert_eq!(
//!     String::from_utf8_lossy(&response.body),
//!     r#"{"schema":1,"count":1,"exact":true,"ended":"exhausted"}"#,
//! );
//! ```
//!
//! | module | contents |
//! |---|---|
//! | `request`, `puzzle_input`, `list`, `field_names` | parsing of requests |
//! | `work`, `budget`, `limits` | what a request asks for, and how much of it there may be |
//! | `response`, `error` | what comes back |
//! | `verbs` | one module per route |
//! | `openapi` | the description of all routes |

#![forbid(unsafe_code)]

mod budget;
mod error;
mod field_names;
mod limits;
mod list;
#[cfg(feature = "text")]
pub mod openapi;
mod puzzle_input;
mod request;
mod response;
mod service;
mod verbs;
mod work;

pub use budget::{Budget, OutOfBudget};
pub use error::{ApiError, ErrorBody, ProblemBody};
pub use limits::Limits;
pub use puzzle_input::parse_field;
pub use request::Request;
pub use response::{JSON, JSON_LINES, PDF, PNG, Response, SVG};
pub use service::{Method, Route, Service};
#[cfg(feature = "text")]
pub use verbs::batch::{Batch, BatchVerb};
pub use verbs::rate::{RatingSummary, TechniqueUse};
pub use work::Work;
