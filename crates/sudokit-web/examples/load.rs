//! Load test: requests per second, latencies and memory with many clients at once.
//!
//! ```text
//! cargo run --release -p sudokit-web --example load -- [clients] [seconds]
//! ```
//!
//! Each client keeps one connection and requests a solution, a hint and a longer count in turn. The
//! exit status is an error if a request was lost, rejected, or slower than the server's time limit.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{Ipv4Addr, SocketAddr, TcpStream};
use std::process::ExitCode;
use std::time::{Duration, Instant};

use sudokit_web::{Config, Server};

const PUZZLE: &str =
    "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";

/// The requests of each client, in turn.
const REQUESTS: [(&str, &str); 3] = [
    ("solve", PUZZLE),
    ("hint", PUZZLE),
    (
        "count?limit=20000",
        "1................................................................................",
    ),
];

fn main() -> ExitCode {
    let mut arguments = std::env::args().skip(1).map(|word| word.parse().ok());
    let clients: usize = arguments.next().flatten().unwrap_or(200);
    let seconds: usize = arguments.next().flatten().unwrap_or(10);
    let config = Config {
        address: SocketAddr::from((Ipv4Addr::LOCALHOST, 0)),
        ..Config::default()
    };
    let time_limit = config.limits.service.time;
    let runtime = tokio::runtime::Runtime::new().expect("cannot start the runtime");
    let server = runtime
        .block_on(Server::bind(config))
        .expect("cannot bind a port");
    let address = server.address();
    runtime.spawn(server.run(std::future::pending()));

    let started = Instant::now();
    let end = started + Duration::from_secs(seconds as u64);
    let threads: Vec<_> = (0..clients)
        .map(|number| std::thread::spawn(move || run_client(end, address, number)))
        .collect();
    let mut tally = Tally::default();
    for client in threads {
        tally.add(client.join().expect("client thread panicked"));
    }
    tally.report(clients, started.elapsed());
    match tally.lost == 0 && tally.slowest() <= time_limit {
        true => ExitCode::SUCCESS,
        false => ExitCode::FAILURE,
    }
}

/// The results of the clients.
#[derive(Default)]
struct Tally {
    latencies: Vec<Duration>,
    lost: usize,
}

impl Tally {
    fn add(&mut self, other: Tally) {
        self.latencies.extend(other.latencies);
        self.lost += other.lost;
        self.latencies.sort_unstable();
    }

    fn slowest(&self) -> Duration {
        self.latencies.last().copied().unwrap_or_default()
    }

    /// Returns a percentile of the latencies, in tenths of a percent.
    fn percentile(&self, per_mille: usize) -> Duration {
        let last = self.latencies.len().saturating_sub(1);
        let index = last * per_mille / 1_000;
        self.latencies.get(index).copied().unwrap_or_default()
    }

    fn report(&self, clients: usize, elapsed: Duration) {
        let answered = self.latencies.len();
        let rate = answered as f64 / elapsed.as_secs_f64();
        println!(
            "{clients} clients, {answered} responses, {} lost",
            self.lost
        );
        println!("{rate:.0} requests per second");
        println!(
            "latency: median {:.1?}, 99% {:.1?}, maximum {:.1?}",
            self.percentile(500),
            self.percentile(990),
            self.slowest()
        );
        if let Some(memory) = peak_memory() {
            println!("peak memory, including clients: {memory}");
        }
    }
}

fn run_client(end: Instant, address: SocketAddr, number: usize) -> Tally {
    let mut tally = Tally::default();
    let Ok(stream) = TcpStream::connect(address) else {
        tally.lost = 1;
        return tally;
    };
    let _ = stream.set_nodelay(true);
    let mut stream = BufReader::new(stream);
    for turn in number.. {
        if Instant::now() >= end {
            break;
        }
        let started = Instant::now();
        match request(&mut stream, REQUESTS[turn % REQUESTS.len()]) {
            Some(200) => tally.latencies.push(started.elapsed()),
            _ => {
                tally.lost += 1;
                break;
            }
        }
    }
    tally
}

/// Sends a request over a persistent connection and returns the status.
fn request(stream: &mut BufReader<TcpStream>, (route, puzzle): (&str, &str)) -> Option<u16> {
    let length = puzzle.len();
    let request = format!(
        "POST /api/v1/{route} HTTP/1.1\r\nhost: localhost\r\ncontent-type: text/plain\r\n\
         content-length: {length}\r\n\r\n{puzzle}"
    );
    stream.get_mut().write_all(request.as_bytes()).ok()?;
    let mut line = String::new();
    stream.read_line(&mut line).ok()?;
    let status = line.split(' ').nth(1)?.parse().ok()?;
    let mut length = 0;
    loop {
        line.clear();
        stream.read_line(&mut line).ok()?;
        if line.trim().is_empty() {
            break;
        }
        if let Some(value) = line.strip_prefix("content-length: ") {
            length = value.trim().parse().ok()?;
        }
    }
    let mut body = vec![0; length];
    stream.read_exact(&mut body).ok()?;
    Some(status)
}

/// Returns the peak memory of this process, if the system reports it.
fn peak_memory() -> Option<String> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find(|line| line.starts_with("VmHWM:"))?;
    Some(line.trim_start_matches("VmHWM:").trim().to_string())
}
