//! The Sudokit web server: a JSON API under `/api/v1/` and a page to play on.
//!
//! What the API computes is in the crate `sudokit-service`; this crate is its transport over HTTP.
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
//! | `clients` | who sends a request, and how much one client may occupy |
//! | `observe` | metrics, reports of requests, `/health` and `/ready` |
//! | `security` | checks of `Host` and `Origin`, and the security headers |
//! | `assets` | the embedded files of the page |
//! | `api`, `response` | the routes of the service: requests received, responses sent |
//! | `queue`, `memory` | the work queue; the memory of all bodies |
//! | `library` | the routes of the library of puzzles |
//! | `reference` | the OpenAPI document and the API reference page |
//!
//! A request is received asynchronously, waits in the work queue, is processed on a blocking thread,
//! and is answered asynchronously. If the client disconnects, the work is cancelled. The files of the
//! page are embedded; the only file that the server opens is the library named in [`Config`], and it
//! is never written.

#![forbid(unsafe_code)]

mod api;
mod assets;
mod clients;
mod config;
mod library;
mod memory;
mod observe;
mod queue;
mod reference;
mod response;
mod router;
mod security;
mod server;

pub use config::{Config, Limits};
pub use ipnet::IpNet;
pub use observe::{OnRequest, RequestReport};
pub use server::{Server, serve};
