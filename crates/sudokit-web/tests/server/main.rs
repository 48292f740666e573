//! The real server on a free port, asked over real connections.

mod cancellation;
mod client;
mod generating;
mod library;
mod limits;
mod pictures;
mod routes;
mod safety;
