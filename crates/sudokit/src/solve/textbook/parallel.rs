//! One level of threads: each value of the first choice is searched on its own thread.
//!
//! More levels would only create more threads than there are cores; and on most puzzles even this one
//! is slower than a single thread, because the whole search takes less time than starting threads. It
//! exists so that "would threads help?" can be answered by measurement.
//!
//! The results do not depend on which thread is faster. Each part of the search sends its solutions
//! through its own channel, and the channels are read one after the other, in the order in which a
//! single thread would have tried the values. A channel holds only a few solutions; a thread that is
//! far ahead waits.

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::sync::{Mutex, PoisonError};
use std::thread;

use super::search::Search;
use crate::solve::{End, Findings, OnSolution, Task};

const SOLUTIONS_AHEAD: usize = 256;

/// A part of the search, with its number and the channel for its solutions.
type Part<'a> = (usize, Search<'a>, SyncSender<Vec<u8>>);

/// Does the rest of a search whose first choice is open and untried.
pub(super) fn explore(mut search: Search<'_>, task: &Task<'_>, report: OnSolution<'_>) -> Findings {
    let stop = AtomicBool::new(false);
    let (mut parts, mut channels) = (Vec::new(), Vec::new());
    for (number, part) in search.split(&stop).into_iter().enumerate() {
        let (sender, receiver) = sync_channel(SOLUTIONS_AHEAD);
        parts.push((number, part, sender));
        channels.push(receiver);
    }
    let threads = task.threads.min(parts.len());
    let queue = Mutex::new(parts.into_iter());
    let collected = thread::scope(|scope| {
        let start = |_| {
            thread::Builder::new()
                .spawn_scoped(scope, || work(&queue))
                .ok()
        };
        let workers: Vec<_> = (0..threads).filter_map(start).collect();
        if workers.is_empty() {
            return None;
        }
        let collected = collect(channels, task.limit, &stop, report);
        let done = workers.into_iter().flat_map(|worker| match worker.join() {
            Ok(done) => done,
            Err(panic) => std::panic::resume_unwind(panic),
        });
        Some((collected, done.collect()))
    });
    match collected {
        Some((collected, done)) => merge(search.findings(Ok(())), collected, done),
        // Nothing is left to distribute, or the system refuses to start a thread.
        None => {
            let ended = search.explore(report);
            search.findings(ended)
        }
    }
}

/// The work of a thread: takes the next part until none is left.
fn work<'a>(queue: &Mutex<impl Iterator<Item = Part<'a>>>) -> Vec<(usize, Findings)> {
    let next = || queue.lock().unwrap_or_else(PoisonError::into_inner).next();
    let mut done = Vec::new();
    while let Some((number, mut part, channel)) = next() {
        let ended = part.explore(&mut |solution| match channel.send(solution.to_vec()) {
            Ok(()) => ControlFlow::Continue(()),
            Err(_) => ControlFlow::Break(()),
        });
        done.push((number, part.findings(ended)));
    }
    done
}

/// Reports the solutions in order until there are enough, and returns their number and whether there
/// were.
///
/// No thread waits forever: parts are taken in order, so the channel being read belongs to a part that
/// some thread works on, and all channels are closed when this returns.
fn collect(
    channels: Vec<Receiver<Vec<u8>>>,
    limit: u64,
    stop: &AtomicBool,
    report: OnSolution<'_>,
) -> (u64, Result<(), End>) {
    let mut count = 0;
    for channel in channels {
        for solution in channel {
            count += 1;
            if report(&solution) == ControlFlow::Break(()) || count == limit {
                stop.store(true, Ordering::Relaxed);
                return (count, Err(End::Limit));
            }
        }
    }
    (count, Ok(()))
}

/// Adds up the work of all threads, including work that turned out not to be needed.
fn merge(
    before: Findings,
    (count, ended): (u64, Result<(), End>),
    mut done: Vec<(usize, Findings)>,
) -> Findings {
    done.sort_by_key(|(number, _)| *number);
    let cut_short = done
        .iter()
        .map(|(_, part)| part.end)
        .find(|end| end.is_early());
    let mut all = Findings {
        count,
        end: ended.err().or(cut_short).unwrap_or(End::Exhausted),
        ..before
    };
    let clues = |values: &[u8]| values.iter().filter(|value| **value != 0).count();
    for (_, part) in done {
        all.statistics += part.statistics;
        if clues(&part.attempt) > clues(&all.attempt) {
            all.attempt = part.attempt;
        }
    }
    all
}
