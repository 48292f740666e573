//! The Sudokit web server: a JSON API under `/api/v1/` and a page to play on.
//!
//! ```no_run
//! use sudokit_web::{Config, serve};
//!
//! # async fn example() -> std::io::Result<()> {
//! serve(Config::default(), std::future::pending()).await
//! # }
//! ```
//!
//! | module | contents |
//! |---|---|
//! | `config` | the address to listen on, and the limits of requests |
//! | `server` | connections: accepting, limiting and closing them |
//! | `router` | the routes |
//! | `security` | checks of `Host` and `Origin`, and the security headers |
//! | `assets` | the embedded files of the page |
//! | `request` | parsing of request bodies and queries |
//! | `queue` | the work queue, and the time budget of a request |
//! | `error` | error responses |
//! | `api` | the handlers, one module per route |
//! | `reference` | the OpenAPI document and the API reference page |
//!
//! A request is received asynchronously, waits in the work queue, is processed on a blocking thread,
//! and is answered asynchronously. If the client disconnects, the work is cancelled. The files of the
//! page are embedded; the only file that the server opens is the library named in [`Config`], and it
//! is never written.

#![forbid(unsafe_code)]

mod api;
mod assets;
mod config;
mod error;
mod queue;
mod reference;
mod request;
mod router;
mod security;
mod server;

pub use config::{Config, Limits};
pub use server::{Server, serve};
