//! Where to listen, and what a request may cost.

use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::path::PathBuf;
use std::time::Duration;

/// How to serve.
#[derive(Clone, Debug)]
pub struct Config {
    /// Where to listen; only this machine unless told otherwise. Port 0 takes a free one.
    pub address: SocketAddr,
    /// The collection that `/api/v1/library` asks, if there is one. It is only read.
    pub library: Option<PathBuf>,
    /// What requests may cost.
    pub limits: Limits,
}

/// What requests may cost, alone and together.
#[derive(Clone, Debug)]
pub struct Limits {
    /// The longest body of a request about one puzzle, in bytes.
    pub body: usize,
    /// The longest text of one puzzle, in bytes. It is shorter than a body, because the candidates
    /// of a large board take room, and reading a text cannot be interrupted.
    pub text: usize,
    /// The longest body of a batch, in bytes.
    pub batch_body: usize,
    /// How many solutions an answer lists at most.
    pub solutions: u64,
    /// How many new puzzles an answer holds at most.
    pub new_puzzles: u64,
    /// How many puzzles a batch may hold.
    pub batch_puzzles: u64,
    /// How many puzzles may be drawn at once.
    pub drawn_puzzles: usize,
    /// How many values and candidates may be drawn at once: it is these that take time.
    pub drawn_symbols: usize,
    /// The widest picture, in pixels.
    pub picture_width: u32,
    /// How many puzzles a page of the library may hold.
    pub library_page: u64,
    /// How long a request may take, from its last byte to the answer; in a batch each puzzle.
    pub time: Duration,
    /// How long a whole batch may take.
    pub batch_time: Duration,
    /// How long a client may take to send a request's head, and again for its body.
    pub receive_time: Duration,
    /// How many requests are worked on at once.
    pub parallel: usize,
    /// How many batches are worked on at once, beside the requests.
    pub parallel_batches: usize,
    /// How many requests may wait for their turn.
    pub waiting: usize,
    /// How many connections may be open.
    pub connections: usize,
    /// How long requests may still take when the server stops.
    pub farewell: Duration,
}

impl Default for Config {
    /// Port 8081 of this machine, for nobody else.
    fn default() -> Config {
        Config {
            address: SocketAddr::new(IpAddr::V4(Ipv4Addr::LOCALHOST), Config::PORT),
            library: None,
            limits: Limits::default(),
        }
    }
}

impl Config {
    /// The port where nothing else was asked for.
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
            farewell: Duration::from_secs(3),
        }
    }
}
