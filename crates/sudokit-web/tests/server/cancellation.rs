//! Clients that disconnect, and servers that stop.

use std::io::{Read, Write};
use std::net::TcpStream;
use std::time::{Duration, Instant};

use crate::client::{PUZZLE, Response, TestServer};

/// Starts a server with one worker slot and no queue, so that running work is visible from outside.
fn with_one_slot() -> TestServer {
    TestServer::with(|limits| {
        (limits.parallel, limits.parallel_batches, limits.waiting) = (1, 1, 0);
        limits.service.time = Duration::from_secs(60);
    })
}

/// Sends a request that would take the whole time limit, and waits until it is running.
fn start_endless_request(server: &TestServer, verb: &str) -> TcpStream {
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

fn becomes_free(server: &TestServer, verb: &str) -> bool {
    let started = Instant::now();
    while started.elapsed() < Duration::from_secs(20) {
        match server.post_text(verb, PUZZLE).status {
            503 => std::thread::sleep(Duration::from_millis(20)),
            status => return status == 200,
        }
    }
    false
}

#[test]
fn work_is_cancelled_when_the_client_disconnects() {
    let server = with_one_slot();
    let client = start_endless_request(&server, "count");
    server.post_text("count", PUZZLE).expect_error(503, "busy");
    drop(client);
    assert!(becomes_free(&server, "count"));
}

#[test]
fn a_batch_is_cancelled_when_the_client_disconnects() {
    let server = with_one_slot();
    let client = start_endless_request(&server, "batch/count");
    server
        .post_text("batch/count", PUZZLE)
        .expect_error(503, "busy");
    drop(client);
    assert!(becomes_free(&server, "batch/count"));
}

/// Sends the headers of a batch and a part of its body, which occupies the only slot.
fn start_upload(server: &TestServer) -> TcpStream {
    let mut stream = server.connect();
    let part = (".".repeat(81) + "\n").repeat(1_000);
    let head = format!(
        "POST /api/v1/batch/count HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\
         content-length: {}\r\n\r\n{part}",
        2 * part.len()
    );
    stream.write_all(head.as_bytes()).unwrap();
    std::thread::sleep(Duration::from_millis(300));
    server
        .post_text("batch/count", PUZZLE)
        .expect_error(503, "busy");
    stream
}

#[test]
fn a_batch_that_is_being_received_ends_with_its_client() {
    let server = with_one_slot();
    let started = Instant::now();
    drop(start_upload(&server));
    assert!(becomes_free(&server, "batch/count"));
    // Not by the time limit for receiving, nor because any of its puzzles was counted.
    assert!(started.elapsed() < Duration::from_secs(10));
}

#[test]
fn a_batch_that_is_received_too_slowly_ends() {
    let server = TestServer::with(|limits| {
        (limits.parallel_batches, limits.waiting) = (1, 0);
        limits.receive_time = Duration::from_secs(2);
    });
    let mut slow = start_upload(&server);
    assert!(becomes_free(&server, "batch/count"));
    Response::read(&mut slow).expect_error(408, "slow-body");
}

#[test]
fn generating_is_cancelled_when_the_client_disconnects() {
    let server = with_one_slot();
    let mut client = server.connect();
    // Puzzles with 17 givens are so rare that this takes the whole time limit.
    let head = "POST /api/v1/generate?most_givens=17&count=100 HTTP/1.1\r\nhost: localhost\r\n\
                content-length: 0\r\n\r\n";
    client.write_all(head.as_bytes()).unwrap();
    std::thread::sleep(Duration::from_millis(300));
    server.post_text("count", PUZZLE).expect_error(503, "busy");
    drop(client);
    assert!(becomes_free(&server, "count"));
}

#[test]
fn a_batch_ends_when_the_client_does_not_read() {
    let server = TestServer::with(|limits| {
        (limits.parallel_batches, limits.waiting) = (1, 0);
        limits.service.batch_time = Duration::from_secs(2);
    });
    // The response exceeds the buffers of the connection and the server.
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
    server
        .post_text("batch/solve", PUZZLE)
        .expect_error(503, "busy");
    assert!(becomes_free(&server, "batch/solve"));
    drop(client);
}

#[test]
fn shutdown_waits_for_running_requests() {
    let mut server = TestServer::with(|limits| limits.service.time = Duration::from_millis(1_000));
    let mut client = start_endless_request(&server, "count");
    server.start_shutdown();
    let response = Response::read(&mut client);
    assert_eq!(response.ok()["ended"], "time-limit");
    server.wait();
    assert!(TcpStream::connect(server.address).is_err());
}

#[test]
fn shutdown_does_not_wait_forever() {
    let mut server = TestServer::with(|limits| {
        limits.service.time = Duration::from_secs(60);
        limits.shutdown_time = Duration::from_millis(100);
    });
    let mut client = start_endless_request(&server, "count");
    let started = Instant::now();
    server.start_shutdown();
    server.wait();
    assert!(started.elapsed() < Duration::from_secs(20));
    let mut rest = Vec::new();
    let _ = client.read_to_end(&mut rest);
    assert!(rest.is_empty());
}
