//! Clients that go away, and servers that do.

use std::io::{Read, Write};
use std::net::TcpStream;
use std::time::{Duration, Instant};

use crate::client::{PUZZLE, Reply, Running};

/// One seat and nobody waiting, so that work which goes on can be seen from outside.
fn with_one_seat() -> Running {
    Running::with(|limits| {
        (limits.parallel, limits.parallel_batches, limits.waiting) = (1, 1, 0);
        limits.time = Duration::from_secs(60);
    })
}

/// Sends a request that would take its whole minute, and waits until somebody works on it.
fn begin_something_endless(server: &Running, verb: &str) -> TcpStream {
    let mut stream = server.connect();
    let board = ".".repeat(81) + "\n";
    let head = format!(
        "POST /api/v1/{verb} HTTP/1.1\r\nhost: localhost\r\ncontent-type: text/plain\r\n\
         connection: close\r\ncontent-length: {}\r\n\r\n{board}",
        board.len()
    );
    stream.write_all(head.as_bytes()).unwrap();
    std::thread::sleep(Duration::from_millis(300));
    stream
}

fn is_free_soon(server: &Running, verb: &str) -> bool {
    let begun = Instant::now();
    while begun.elapsed() < Duration::from_secs(20) {
        match server.post_text(verb, PUZZLE).status {
            503 => std::thread::sleep(Duration::from_millis(20)),
            status => return status == 200,
        }
    }
    false
}

#[test]
fn work_ends_when_its_client_goes_away() {
    let server = with_one_seat();
    let client = begin_something_endless(&server, "count");
    server.post_text("count", PUZZLE).refuses(503, "busy");
    drop(client);
    assert!(is_free_soon(&server, "count"));
}

#[test]
fn a_batch_ends_when_its_client_goes_away() {
    let server = with_one_seat();
    let client = begin_something_endless(&server, "batch/count");
    server.post_text("batch/count", PUZZLE).refuses(503, "busy");
    drop(client);
    assert!(is_free_soon(&server, "batch/count"));
}

#[test]
fn generating_ends_when_its_client_goes_away() {
    let server = with_one_seat();
    let mut client = server.connect();
    // Seventeen givens are so rare that this takes its whole minute.
    let head = "POST /api/v1/generate?most_givens=17&count=100 HTTP/1.1\r\nhost: localhost\r\n\
                content-length: 0\r\n\r\n";
    client.write_all(head.as_bytes()).unwrap();
    std::thread::sleep(Duration::from_millis(300));
    server.post_text("count", PUZZLE).refuses(503, "busy");
    drop(client);
    assert!(is_free_soon(&server, "count"));
}

#[test]
fn a_batch_ends_when_its_client_does_not_read() {
    let server = Running::with(|limits| {
        (limits.parallel_batches, limits.waiting) = (1, 0);
        limits.batch_time = Duration::from_secs(2);
    });
    // The answers are too many for what the connection and the server keep of them.
    let board = ".".repeat(81) + "\n";
    let file = board.repeat(100_000);
    let mut client = server.connect();
    let head = format!(
        "POST /api/v1/batch/solve HTTP/1.1\r\nhost: localhost\r\ncontent-length: {}\r\n\r\n",
        file.len()
    );
    client.write_all(head.as_bytes()).unwrap();
    client.write_all(file.as_bytes()).unwrap();
    std::thread::sleep(Duration::from_millis(200));
    server.post_text("batch/solve", PUZZLE).refuses(503, "busy");
    assert!(is_free_soon(&server, "batch/solve"));
    drop(client);
}

#[test]
fn a_server_that_stops_finishes_what_it_can() {
    let mut server = Running::with(|limits| limits.time = Duration::from_millis(1_000));
    let mut client = begin_something_endless(&server, "count");
    server.begin_to_end();
    let reply = Reply::read(&mut client);
    assert_eq!(reply.answer()["ended"], "time-limit");
    server.wait();
    assert!(TcpStream::connect(server.address).is_err());
}

#[test]
fn a_server_that_stops_does_not_wait_for_ever() {
    let mut server = Running::with(|limits| {
        limits.time = Duration::from_secs(60);
        limits.shutdown_time = Duration::from_millis(100);
    });
    let mut client = begin_something_endless(&server, "count");
    let begun = Instant::now();
    server.begin_to_end();
    server.wait();
    assert!(begun.elapsed() < Duration::from_secs(20));
    let mut rest = Vec::new();
    let _ = client.read_to_end(&mut rest);
    assert!(rest.is_empty());
}
