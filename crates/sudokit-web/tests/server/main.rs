//! The real server on a free port, asked over real connections.

mod cancellation;
mod client;
mod library;
mod limits;
mod routes;
mod safety;
