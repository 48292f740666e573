//! Tests of the real server on a free port, over real connections.

mod cancellation;
mod client;
mod clients;
mod encodings;
mod generate;
mod library;
mod limits;
mod render;
mod routes;
mod security;
