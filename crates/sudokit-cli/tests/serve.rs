//! `sudokit serve` as a process: it answers requests and stops on a signal.
#![cfg(all(unix, feature = "web"))]

mod common;
use common::*;

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

/// Starts a server on a free port and returns the address that it prints.
fn start(scratch: &Scratch, arguments: &[&str]) -> (Child, String) {
    let arguments = [&["serve", "--port", "0"], arguments].concat();
    let mut command = scratch.command(&arguments);
    let mut child = command.stderr(Stdio::piped()).spawn().unwrap();
    let mut line = String::new();
    let mut talk = BufReader::new(child.stderr.take().unwrap());
    talk.read_line(&mut line).unwrap();
    let address = line.strip_prefix("Serving http://").unwrap();
    let address = address.split('/').next().unwrap().to_string();
    (child, address)
}

fn ends_with(mut child: Child, signal: &str, code: i32) {
    let id = child.id().to_string();
    Command::new("kill").args([signal, &id]).status().unwrap();
    let begun = Instant::now();
    while child.try_wait().unwrap().is_none() {
        if begun.elapsed() > Duration::from_secs(20) {
            child.kill().unwrap();
            panic!("it still serves");
        }
        std::thread::sleep(Duration::from_millis(10));
    }
    assert_eq!(child.wait().unwrap().code(), Some(code));
}

#[test]
fn the_server_answers_until_it_is_stopped() {
    let scratch = Scratch::new();
    for signal in ["-TERM", "-INT"] {
        let (child, address) = start(&scratch, &[]);
        let mut stream = TcpStream::connect(&address).unwrap();
        let request = "GET /api/v1/health HTTP/1.1\r\nhost: localhost\r\n\r\n";
        stream.write_all(request.as_bytes()).unwrap();
        let mut answer = [0; 15];
        stream.read_exact(&mut answer).unwrap();
        assert_eq!(&answer, b"HTTP/1.1 200 OK");
        // An open idle connection does not delay the exit.
        ends_with(child, signal, 0);
    }
}

#[test]
fn running_requests_do_not_delay_the_exit_for_long() {
    let scratch = Scratch::new();
    let (child, address) = start(&scratch, &["--time-limit", "1h"]);
    let mut stream = TcpStream::connect(&address).unwrap();
    let board = ".".repeat(81);
    let request = format!(
        "POST /api/v1/count HTTP/1.1\r\nhost: localhost\r\ncontent-type: text/plain\r\n\
         content-length: 81\r\n\r\n{board}"
    );
    stream.write_all(request.as_bytes()).unwrap();
    std::thread::sleep(Duration::from_millis(300));
    ends_with(child, "-TERM", 0);
}

/// Returns a figure of the system about the memory of a process, in megabytes.
#[cfg(target_os = "linux")]
fn megabytes(child: &Child, name: &str) -> u64 {
    let status = std::fs::read_to_string(format!("/proc/{}/status", child.id())).unwrap();
    let line = status.lines().find_map(|line| line.strip_prefix(name));
    let kilobytes = line.unwrap().trim().strip_suffix(" kB").unwrap();
    kilobytes.parse::<u64>().unwrap() >> 10
}

/// Parsed as JSON of any kind, such bodies take up to a hundred and fifty times their length.
#[test]
#[cfg(target_os = "linux")]
fn a_hostile_body_takes_no_more_than_a_few_times_its_length() {
    let scratch = Scratch::new();
    let (child, address) = start(&scratch, &[]);
    let before = megabytes(&child, "VmRSS:");
    for (start, item, end) in [
        (r#"{"candidates":["#, "[],", "[]]}"),
        (r#"{"candidates":["#, r#"{"":0},"#, "[]]}"),
        (r#"{"candidates":["#, "[0],", "[]]}"),
        (r#"{"placed":["#, "0,", "0]}"),
        (r#"{"techniques":["#, r#""","#, r#"""]}"#),
        (r#"{"x":0"#, r#","":0"#, "}"),
        (r#"{"x":"#, "[", "}"),
    ] {
        let items = 1_000_000 / item.len();
        let body = format!("{start}{}{end}", item.repeat(items));
        let head = format!(
            "POST /api/v1/hint HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\n\
             connection: close\r\ncontent-length: {}\r\n\r\n",
            body.len()
        );
        let mut stream = TcpStream::connect(&address).unwrap();
        stream.write_all(head.as_bytes()).unwrap();
        stream.write_all(body.as_bytes()).unwrap();
        let mut answer = String::new();
        stream.read_to_string(&mut answer).unwrap();
        assert!(answer.starts_with("HTTP/1.1 4"), "{item}: {answer}");
        let peak = megabytes(&child, "VmHWM:");
        assert!(peak < before + 30, "{item}: {before} to {peak} MB");
    }
    ends_with(child, "-TERM", 0);
}

#[test]
fn a_port_in_use_is_reported() {
    let scratch = Scratch::new();
    let taken = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let port = taken.local_addr().unwrap().port().to_string();
    let ran = scratch.run(&["serve", "--port", &port]).ends(2);
    ran.says("cannot listen on 127.0.0.1")
        .says("--port 0 picks a free one");
    scratch.run(&["serve", "--host", "nowhere"]).ends(2);
}

#[test]
fn a_library_is_served_and_a_bad_one_is_reported_at_once() {
    let scratch = Scratch::with("a.txt", format!("{KNOWN}\n"));
    scratch.run(&["library", "add", "p.db", "a.txt"]).ends(0);
    let ran = scratch
        .run(&["serve", "--port", "0", "--library", "a.txt"])
        .ends(2);
    ran.says("`a.txt` is not a library");
    let (child, address) = start(&scratch, &["--library", "p.db"]);
    let mut stream = TcpStream::connect(&address).unwrap();
    let request = "GET /api/v1/library HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n";
    stream.write_all(request.as_bytes()).unwrap();
    let mut answer = String::new();
    stream.read_to_string(&mut answer).unwrap();
    assert!(answer.contains(KNOWN), "{answer}");
    ends_with(child, "-TERM", 0);
}
