//! The address to listen on, and the limits of requests.

use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::path::PathBuf;
use std::time::Duration;

use ipnet::IpNet;

use crate::observe::OnRequest;

/// The configuration of a [`Server`](crate::Server).
#[derive(Clone, Debug)]
pub struct Config {
    /// The address to listen on; by default on this machine only. Port 0 picks a free port.
    pub address: SocketAddr,
    /// The library for `/api/v1/library`, if any. It is opened read-only.
    pub library: Option<PathBuf>,
    /// The limits of requests.
    pub limits: Limits,
    /// The reverse proxies whose header `x-forwarded-for` is believed. With a proxy the server
    /// accepts any `Host`, because the proxy decides which names lead here.
    pub trusted_proxies: Vec<IpNet>,
    /// Receives a report of each request, if any.
    pub on_request: Option<OnRequest>,
}

/// The limits of requests and connections.
#[derive(Clone, Debug)]
pub struct Limits {
    /// The limits of what a request may ask for.
    pub service: sudokit_service::Limits,
    /// The maximum number of puzzles in a page of library results.
    pub library_page: u64,
    /// The time limit for receiving the headers of a request, and again for its body.
    pub receive_time: Duration,
    /// The number of requests to process at the same time.
    pub parallel: usize,
    /// The number of batches to process at the same time, in addition to other requests.
    pub parallel_batches: usize,
    /// The number of requests that may wait in the queue.
    pub waiting: usize,
    /// The maximum size of all requests that are being received, waiting or processed, in bytes,
    /// besides batches.
    pub received: usize,
    /// The maximum number of open connections.
    pub connections: usize,
    /// The maximum number of open connections of one client, if others than the user can connect.
    pub connections_per_client: usize,
    /// The maximum number of requests of one client that are in progress, likewise.
    pub requests_per_client: usize,
    /// How long a client may leave a response unread before its connection is closed.
    pub send_time: Duration,
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
            trusted_proxies: Vec::new(),
            on_request: None,
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
            service: sudokit_service::Limits::default(),
            library_page: 200,
            receive_time: Duration::from_secs(20),
            parallel: cores,
            parallel_batches: cores.div_ceil(2),
            waiting: 512,
            received: 128 * 1024 * 1024,
            connections: 1_024,
            connections_per_client: 64,
            requests_per_client: 16,
            send_time: Duration::from_secs(20),
            shutdown_time: Duration::from_secs(3),
        }
    }
}
