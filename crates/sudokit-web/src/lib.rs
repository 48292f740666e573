//! Sudokit over HTTP: a JSON interface under `/api/v1/` and the page that uses it, in one binary.
//!
//! ```no_run
//! use sudokit_web::{Config, serve};
//!
//! # async fn example() -> std::io::Result<()> {
//! serve(Config::default(), std::future::pending()).await
//! # }
//! ```
//!
//! | file | what it knows |
//! |---|---|
//! | `config` | where to listen, and what a request may cost |
//! | `server` | connections: accept, keep few enough, end them gracefully |
//! | `router` | which path leads where |
//! | `guard` | who may ask, and the headers of every answer |
//! | `assets` | the page's files, which are part of the program |
//! | `body` | from the bytes of a request to what it asks |
//! | `desk` | the seats of those who calculate, and the clock above them |
//! | `refusal` | every way to say no |
//! | `api` | one file a verb |
//! | `reference` | the interface, described for programs and for people |
//!
//! A request is read on the asynchronous side, takes a seat at the queue, is worked
//! on by a blocking thread, and is answered on the asynchronous side again. Whoever goes away
//! while it is worked on cancels the work. The page is embedded, and no file of the machine is ever
//! opened but the library that the [`Config`] names, which is only read.

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
