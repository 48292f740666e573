//! `sudokit serve`: serves the page and the JSON interface until Ctrl-C.

use std::io::{self, Write};
use std::net::{IpAddr, SocketAddr};
use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::time::Duration;

use clap::{Args, ValueHint};
use sudokit_web::{Config, IpNet, OnRequest, RequestReport, Server};
use tokio::runtime::Runtime;
use tokio::sync::oneshot;

use crate::args::quantities;
use crate::io::interrupt;
use crate::report::Exit;
use crate::report::error::CliError;
use crate::terminal::messages::Messages;
use crate::verbs::library;

/// How long uninterruptible work may delay the exit.
const LAST_WORK: Duration = Duration::from_secs(1);

/// The flags of `sudokit serve`.
#[derive(Args, Debug)]
pub struct ServeArgs {
    /// Port to listen on; 0 picks a free one
    #[arg(long, value_name = "N", default_value_t = Config::PORT)]
    pub port: u16,

    /// Address to listen on; by default only this machine can connect
    #[arg(long, value_name = "ADDRESS", default_value = "127.0.0.1")]
    pub host: IpAddr,

    /// Open the page in a browser
    #[arg(long)]
    pub open: bool,

    /// Library to offer puzzles from; it is only read
    #[arg(long, value_name = "LIBRARY", value_hint = ValueHint::FilePath)]
    pub library: Option<PathBuf>,

    /// Time limit for each request (500ms, 10s, 2m)
    #[arg(long, value_name = "TIME", default_value = "10s", allow_hyphen_values = true, value_parser = quantities::time)]
    pub time_limit: Duration,

    /// Address or network of a reverse proxy whose X-Forwarded-For header is believed; can be repeated
    #[arg(long, value_name = "ADDRESS", value_parser = network)]
    pub trusted_proxy: Vec<IpNet>,

    /// Write one line of JSON per request to standard output
    #[arg(long)]
    pub log_requests: bool,
}

/// Parses an address (192.0.2.1) or a network (10.0.0.0/8).
fn network(text: &str) -> Result<IpNet, String> {
    let address = text.parse().map(|address: IpAddr| IpNet::from(address));
    let network = address.or_else(|_| text.parse());
    network.map_err(|_| {
        "expected an address such as 192.0.2.1, or a network such as 10.0.0.0/8".into()
    })
}

/// The options of `serve`.
pub struct ServeOptions {
    pub config: Config,
    /// Open the page in a browser.
    pub open: bool,
}

impl ServeOptions {
    /// The options for these flags.
    pub fn new(args: ServeArgs) -> ServeOptions {
        let mut config = sudokit_web::Config {
            address: SocketAddr::new(args.host, args.port),
            library: args.library,
            trusted_proxies: args.trusted_proxy,
            on_request: args.log_requests.then(|| OnRequest::new(log)),
            ..sudokit_web::Config::default()
        };
        config.limits.service.time = args.time_limit;
        ServeOptions {
            config,
            open: args.open,
        }
    }
}

/// Serves until Ctrl-C.
///
/// # Errors
/// When the port is not available, or the library cannot be opened.
pub fn run(options: &ServeOptions, messages: &Messages) -> anyhow::Result<Exit> {
    if let Some(path) = &options.config.library {
        // Report a bad library now, not with the first request.
        library::open_read_only(path)?;
    }
    let (end, ended) = oneshot::channel();
    interrupt::on_interrupt(move || {
        let _ = end.send(());
    });
    let runtime = Runtime::new()?;
    let bound = runtime.block_on(Server::bind(options.config.clone()));
    let server = bound.map_err(|error| no_port(options.config.address, &error))?;
    let page = page(server.address());
    messages.remark(format_args!("Serving {page} (Ctrl-C to stop)"));
    if options.open && open(&page).is_err() {
        messages.note("could not open a browser");
    }
    runtime.block_on(server.run(async {
        let _ = ended.await;
    }));
    runtime.shutdown_timeout(LAST_WORK);
    Ok(Exit::Answered)
}

/// Writes a request to the log.
fn log(report: &RequestReport) {
    let mut line = serde_json::to_vec(report).unwrap_or_default();
    line.push(b'\n');
    // A closed log must not keep requests from being answered.
    let _ = io::stdout().lock().write_all(&line);
}

fn no_port(address: SocketAddr, error: &io::Error) -> CliError {
    let help = match error.kind() {
        io::ErrorKind::AddrInUse => "the port is in use: --port 0 picks a free one",
        io::ErrorKind::PermissionDenied => {
            "ports below 1024 need privileges: choose another with --port"
        }
        _ => "--host must be an address of this machine",
    };
    CliError::new(format!("cannot listen on {address}: {error}"), help)
}

/// The URL of the page for a browser on this machine.
fn page(address: SocketAddr) -> String {
    let port = address.port();
    match address.ip() {
        IpAddr::V4(ip) if ip.is_unspecified() || ip.is_loopback() => {
            format!("http://localhost:{port}/")
        }
        _ => format!("http://{address}/"),
    }
}

fn open(page: &str) -> io::Result<()> {
    let program = match std::env::consts::OS {
        "macos" => "open",
        "windows" => "explorer",
        _ => "xdg-open",
    };
    Command::new(program)
        .arg(page)
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .map(drop)
}
