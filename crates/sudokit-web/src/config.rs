//! The address to listen on, and the limits of requests.

use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::path::PathBuf;
use std::time::Duration;

/// The configuration of a [`Server`](crate::Server).
#[derive(Clone, Debug)]
pub struct Config {
    /// The address to listen on; by default on this machine only. Port 0 picks a free port.
    pub address: SocketAddr,
    /// The library for `/api/v1/library`, if any. It is opened read-only.
    pub library: Option<PathBuf>,
    /// The limits of requests.
    pub limits: Limits,
}

/// The limits of requests.
#[derive(Clone, Debug)]
pub struct Limits {
    /// The maximum length of a request body, except for batches, in bytes.
    pub body: usize,
    /// The maximum length of a puzzle's text, in bytes. It is less than that of a body, which may
    /// also list the candidates of a large board, because parsing text cannot be interrupted.
    pub text: usize,
    /// The maximum length of a batch, in bytes.
    pub batch_body: usize,
    /// The maximum number of solutions in a response.
    pub solutions: u64,
    /// The maximum number of generated puzzles in a response.
    pub new_puzzles: u64,
    /// The maximum number of puzzles in a batch.
    pub batch_puzzles: u64,
    /// The maximum number of puzzles to draw in one request.
    pub drawn_puzzles: usize,
    /// The maximum number of values and candidates to draw in one request; they take the time.
    pub drawn_symbols: usize,
    /// The maximum width of a picture, in pixels.
    pub picture_width: u32,
    /// The maximum number of puzzles in a page of library results.
    pub library_page: u64,
    /// The time limit of a request, from its last byte to the response; in a batch, per puzzle.
    pub time: Duration,
    /// The time limit of a whole batch.
    pub batch_time: Duration,
    /// The time limit for receiving the headers of a request, and again for its body.
    pub receive_time: Duration,
    /// The number of requests to process at the same time.
    pub parallel: usize,
    /// The number of batches to process at the same time, in addition to other requests.
    pub parallel_batches: usize,
    /// The number of requests that may wait in the queue.
    pub waiting: usize,
    /// The maximum number of open connections.
    pub connections: usize,
    /// The time that requests in progress have to finish when the server stops.
    pub shutdown_time: Duration,
}

impl Default for Config {
    /// Port 8081 on the loopback address, without a library.
    fn default() -> Config {
        Config {
            address: SocketAddr::new(IpAddr::V4(Ipv4Addr::LOCALHOST), Config::PORT),
            library: None,
            limits: Limits::default(),
        }
    }
}

impl Config {
    /// The default port.
    pub const PORT: u16 = 8081;
}

impl Default for Limits {
    fn default() -> Limits {
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        Limits {
            body: 1024 * 1024,
            text: 512 * 1024,
            batch_body: 16 * 1024 * 1024,
            solutions: 1_000,
            new_puzzles: 100,
            batch_puzzles: 200_000,
            drawn_puzzles: 240,
            drawn_symbols: 300_000,
            picture_width: 4_096,
            library_page: 200,
            time: Duration::from_secs(10),
            batch_time: Duration::from_secs(300),
            receive_time: Duration::from_secs(20),
            parallel: cores,
            parallel_batches: cores.div_ceil(2),
            waiting: 512,
            connections: 1_024,
            shutdown_time: Duration::from_secs(3),
        }
    }
}
