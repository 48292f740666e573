//! Load test: requests per second, latencies and memory with many clients at once.
//!
//! ```text
//! cargo run --release -p sudokit-web --example load -- [clients] [seconds]
//! ```
//!
//! Each client keeps one connection and sends requests of all kinds in turn. The server is a process
//! of its own, so that its memory can be told from that of the clients. The exit status is an error
//! if a request was lost, rejected, or slower than the server's time limit, or if memory grew.

use std::io::{self, BufRead, BufReader, Read, Write};
use std::net::{Ipv4Addr, SocketAddr, TcpStream};
use std::process::{Child, Command, ExitCode, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use sudokit_web::{Config, Server};

const PUZZLE: &str =
    "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
const HARD: &str =
    "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..";
const OPEN: &str =
    "1................................................................................";
const LINES: &str = "\
4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......
52...6.........7.13...........4..8..6......5...........418.........3..2...87.....
6.....8.3.4.7.................5.4.7.3..2.....1.6.......2.....5.....8.6......1....
";

/// The requests of each client, in turn.
const REQUESTS: [(&str, &str); 9] = [
    ("solve", PUZZLE),
    ("hint", PUZZLE),
    ("count?limit=20000", OPEN),
    ("check", HARD),
    ("rate", PUZZLE),
    ("parse", PUZZLE),
    ("render?to=svg", PUZZLE),
    ("batch/solve", LINES),
    ("generate?count=1&seed=7", ""),
];

/// Makes this program the server.
const SERVE: &str = "--serve";

/// By how much the memory of the server may differ between one third of the time and the end.
const GROWTH: u64 = 16 << 20;

fn main() -> ExitCode {
    let mut arguments = std::env::args().skip(1).peekable();
    if arguments.peek().is_some_and(|word| word == SERVE) {
        serve();
        return ExitCode::SUCCESS;
    }
    let mut numbers = arguments.map(|word| word.parse().ok());
    let clients: usize = numbers.next().flatten().unwrap_or(200);
    let seconds = numbers.next().flatten().unwrap_or(10);
    let mut server = ServerProcess::start().expect("cannot start the server");
    let address = server.address;

    let started = Instant::now();
    let time = Duration::from_secs(seconds as u64);
    let threads: Vec<_> = (0..clients)
        .map(|number| thread::spawn(move || run_client(started + time, address, number)))
        .collect();
    // The first requests fill caches and start threads.
    thread::sleep(time / 3);
    let warm = server.memory("VmRSS:");
    let mut tally = Tally::default();
    for client in threads {
        tally.add(client.join().expect("client thread panicked"));
    }
    tally.latencies.sort_unstable();
    tally.report(clients, started.elapsed());
    let (end, peak) = (server.memory("VmRSS:"), server.memory("VmHWM:"));
    let mut grew = false;
    if let (Some(warm), Some(end), Some(peak)) = (warm, end, peak) {
        let [warm_mb, end_mb, peak_mb] = [warm, end, peak].map(|bytes| bytes >> 20);
        println!(
            "memory of the server: {warm_mb} MB after a third, {end_mb} MB at the end, peak {peak_mb} MB"
        );
        grew = end > warm + GROWTH;
    }
    server.stop();
    let time_limit = Config::default().limits.service.time;
    match tally.lost == 0 && tally.slowest() <= time_limit && !grew {
        true => ExitCode::SUCCESS,
        false => ExitCode::FAILURE,
    }
}

/// Runs the server and prints its port.
fn serve() {
    let config = Config {
        address: SocketAddr::from((Ipv4Addr::LOCALHOST, 0)),
        ..Config::default()
    };
    let runtime = tokio::runtime::Runtime::new().expect("cannot start the runtime");
    runtime.block_on(async {
        let server = Server::bind(config).await.expect("cannot bind a port");
        println!("{}", server.address().port());
        server.run(std::future::pending()).await;
    });
}

/// The server in a process of its own.
struct ServerProcess {
    process: Child,
    address: SocketAddr,
}

impl ServerProcess {
    fn start() -> io::Result<ServerProcess> {
        let mut process = Command::new(std::env::current_exe()?)
            .arg(SERVE)
            .stdout(Stdio::piped())
            .spawn()?;
        let mut port = String::new();
        if let Some(output) = process.stdout.take() {
            BufReader::new(output).read_line(&mut port)?;
        }
        let port = port.trim().parse().map_err(io::Error::other)?;
        Ok(ServerProcess {
            process,
            address: SocketAddr::from((Ipv4Addr::LOCALHOST, port)),
        })
    }

    /// Returns a figure about memory in bytes, if the system reports it.
    fn memory(&self, name: &str) -> Option<u64> {
        let path = format!("/proc/{}/status", self.process.id());
        let status = std::fs::read_to_string(path).ok()?;
        let line = status.lines().find_map(|line| line.strip_prefix(name))?;
        let kilobytes: u64 = line.trim().strip_suffix(" kB")?.parse().ok()?;
        Some(kilobytes << 10)
    }

    fn stop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
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
    }

    fn slowest(&self) -> Duration {
        self.latencies.last().copied().unwrap_or_default()
    }

    /// Returns a percentile of the sorted latencies, in tenths of a percent.
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
    let status = read_line(stream)?.split(' ').nth(1)?.parse().ok()?;
    // Batches are sent in parts of unknown number.
    let mut length = None;
    loop {
        let line = read_line(stream)?;
        if line.is_empty() {
            break;
        }
        if let Some(value) = line.strip_prefix("content-length: ") {
            length = Some(value.parse().ok()?);
        }
    }
    match length {
        Some(length) => skip(stream, length)?,
        None => loop {
            let length = usize::from_str_radix(&read_line(stream)?, 16).ok()?;
            skip(stream, length)?;
            read_line(stream)?;
            if length == 0 {
                break;
            }
        },
    }
    Some(status)
}

fn read_line(stream: &mut BufReader<TcpStream>) -> Option<String> {
    let mut line = String::new();
    stream.read_line(&mut line).ok()?;
    Some(line.trim_end().to_string())
}

fn skip(stream: &mut BufReader<TcpStream>, length: usize) -> Option<()> {
    let mut body = vec![0; length];
    stream.read_exact(&mut body).ok()
}
