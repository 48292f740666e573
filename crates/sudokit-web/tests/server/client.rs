//! A server for a test, and a client that can also misbehave.

use std::collections::HashMap;
use std::io::{Read, Write};
use std::net::{Ipv4Addr, SocketAddr, TcpStream};
use std::thread::JoinHandle;
use std::time::Duration;

use serde_json::Value;
use sudokit_web::{Config, Limits, Server};
use tokio::sync::oneshot;

pub const PUZZLE: &str =
    "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
pub const SOLUTION: &str =
    "534678912672195348198342567859761423426853791713924856961537284287419635345286179";

/// A server that stops at the end of the test.
pub struct TestServer {
    pub address: SocketAddr,
    stop: Option<oneshot::Sender<()>>,
    thread: Option<JoinHandle<()>>,
}

impl TestServer {
    /// Starts a server with the default limits.
    pub fn new() -> TestServer {
        TestServer::with(|_| ())
    }

    /// Starts a server with other limits.
    pub fn with(change: impl FnOnce(&mut Limits)) -> TestServer {
        TestServer::configured(|config| change(&mut config.limits))
    }

    /// Starts a server with another configuration.
    pub fn configured(change: impl FnOnce(&mut Config)) -> TestServer {
        let mut config = Config {
            address: SocketAddr::from((Ipv4Addr::LOCALHOST, 0)),
            ..Config::default()
        };
        change(&mut config);
        let (stop, stopped) = oneshot::channel::<()>();
        let (sender, receiver) = std::sync::mpsc::channel();
        let thread = std::thread::spawn(move || {
            let runtime = tokio::runtime::Runtime::new().unwrap();
            runtime.block_on(async {
                let server = Server::bind(config).await.unwrap();
                sender.send(server.address()).unwrap();
                server.run(async { drop(stopped.await) }).await;
            });
            runtime.shutdown_timeout(Duration::from_secs(1));
        });
        TestServer {
            address: receiver.recv().unwrap(),
            stop: Some(stop),
            thread: Some(thread),
        }
    }

    /// Asks the server to stop, without waiting.
    pub fn start_shutdown(&mut self) {
        drop(self.stop.take());
    }

    /// Waits until the server has stopped.
    pub fn wait(&mut self) {
        self.thread.take().unwrap().join().unwrap();
    }

    pub fn get(&self, path: &str) -> Response {
        self.request("GET", path, &[], b"")
    }

    /// Sends JSON to a route of the API.
    pub fn post(&self, route: &str, body: &Value) -> Response {
        let json = [("content-type", "application/json")];
        let path = format!("/api/v1/{route}");
        self.request("POST", &path, &json, body.to_string().as_bytes())
    }

    /// Sends plain text to a route of the API.
    pub fn post_text(&self, route: &str, body: &str) -> Response {
        let text = [("content-type", "text/plain")];
        self.request("POST", &format!("/api/v1/{route}"), &text, body.as_bytes())
    }

    pub fn request(
        &self,
        method: &str,
        path: &str,
        headers: &[(&str, &str)],
        body: &[u8],
    ) -> Response {
        let mut stream = self.connect();
        let mut head = format!("{method} {path} HTTP/1.1\r\nconnection: close\r\n");
        if !headers.iter().any(|(name, _)| *name == "host") {
            head += "host: localhost\r\n";
        }
        for (name, value) in headers {
            head += &format!("{name}: {value}\r\n");
        }
        head += &format!("content-length: {}\r\n\r\n", body.len());
        // A server that rejects a long body need not read it.
        let _ = stream.write_all(&[head.as_bytes(), body].concat());
        Response::read(&mut stream)
    }

    pub fn connect(&self) -> TcpStream {
        let stream = TcpStream::connect(self.address).unwrap();
        let long = Some(Duration::from_secs(60));
        stream.set_read_timeout(long).unwrap();
        stream
    }
}

impl Drop for TestServer {
    fn drop(&mut self) {
        self.start_shutdown();
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}

/// A response of the server.
#[derive(Debug)]
pub struct Response {
    pub status: u16,
    pub headers: HashMap<String, String>,
    pub body: Vec<u8>,
}

impl Response {
    /// Reads until the server closes the connection.
    pub fn read(stream: &mut TcpStream) -> Response {
        let mut bytes = Vec::new();
        stream.read_to_end(&mut bytes).unwrap();
        let end = bytes.windows(4).position(|four| four == b"\r\n\r\n");
        let end = end.unwrap_or_else(|| panic!("no response: {bytes:?}"));
        let head = String::from_utf8(bytes[..end].to_vec()).unwrap();
        let mut lines = head.lines();
        let status = lines.next().unwrap().split(' ').nth(1).unwrap();
        let headers: HashMap<String, String> = lines
            .filter_map(|line| line.split_once(": "))
            .map(|(name, value)| (name.to_ascii_lowercase(), value.to_string()))
            .collect();
        let is_chunked = headers.contains_key("transfer-encoding");
        let body = &bytes[end + 4..];
        Response {
            status: status.parse().unwrap(),
            body: match is_chunked {
                true => joined(body),
                false => body.to_vec(),
            },
            headers,
        }
    }

    pub fn text(&self) -> String {
        String::from_utf8(self.body.clone()).unwrap()
    }

    /// Checks the status and returns the JSON body.
    #[track_caller]
    pub fn json(&self, status: u16) -> Value {
        assert_eq!(self.status, status, "{}", self.text());
        assert_eq!(self.headers["content-type"], "application/json");
        serde_json::from_slice(&self.body).unwrap()
    }

    /// Checks that the request succeeded and returns the JSON body.
    #[track_caller]
    pub fn ok(&self) -> Value {
        self.json(200)
    }

    /// Checks that the response is this error, with a message, and returns the details.
    #[track_caller]
    pub fn expect_error(&self, status: u16, code: &str) -> Value {
        let error = self.json(status)["problem"].clone();
        assert_eq!(error["code"], code, "{error}");
        assert!(!error["message"].as_str().unwrap().is_empty());
        error
    }

    /// Returns the lines of a batch.
    pub fn lines(&self) -> Vec<Value> {
        assert_eq!(self.status, 200, "{}", self.text());
        assert_eq!(self.headers["content-type"], "application/x-ndjson");
        let text = self.text();
        text.lines()
            .map(|line| serde_json::from_str(line).unwrap())
            .collect()
    }
}

/// Joins the parts of a chunked body.
fn joined(mut body: &[u8]) -> Vec<u8> {
    let mut whole = Vec::new();
    loop {
        let end = body.windows(2).position(|two| two == b"\r\n").unwrap();
        let size = std::str::from_utf8(&body[..end]).unwrap();
        let size = usize::from_str_radix(size, 16).unwrap();
        if size == 0 {
            return whole;
        }
        whole.extend(&body[end + 2..end + 2 + size]);
        body = &body[end + 4 + size..];
    }
}
