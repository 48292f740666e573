//! Lazy iterators: a thread produces, Python consumes.
//!
//! The producer stays a bounded number of items ahead and stops when the iterator is dropped.

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use pyo3::prelude::*;
use sudokit::CancelToken;

use crate::interrupt::{receive, worker_died};

/// The items that the producer may be ahead.
const AHEAD: usize = 1024;

/// The items that a thread produces, in order.
pub struct Stream<T> {
    token: CancelToken,
    state: Mutex<State<T>>,
    /// The items that Python has taken.
    taken: AtomicUsize,
}

enum State<T> {
    Running(Receiver<Message<T>>),
    /// Another thread waits for the next item.
    Waiting,
    Ended,
}

enum Message<T> {
    Item(T),
    /// The producer has returned, rather than panicked.
    End,
}

/// Takes the items of a producer.
pub struct Sink<T>(SyncSender<Message<T>>);

impl<T> Sink<T> {
    /// Passes an item on; breaks if the receiver is gone.
    pub fn push(&self, item: T) -> ControlFlow<()> {
        match self.0.send(Message::Item(item)) {
            Ok(()) => ControlFlow::Continue(()),
            Err(_) => ControlFlow::Break(()),
        }
    }
}

impl<T: Send + 'static> Stream<T> {
    /// Starts a producer. It should stop when its token is cancelled or the sink breaks.
    pub fn start(produce: impl FnOnce(&CancelToken, &Sink<T>) + Send + 'static) -> Stream<T> {
        let (sender, receiver) = sync_channel(AHEAD);
        let token = CancelToken::new();
        let worker_token = token.clone();
        std::thread::spawn(move || {
            let sink = Sink(sender);
            produce(&worker_token, &sink);
            let _ = sink.0.send(Message::End);
        });
        Stream {
            token,
            state: Mutex::new(State::Running(receiver)),
            taken: AtomicUsize::new(0),
        }
    }

    /// Returns the next item, or `None` at the end.
    pub fn next(&self, py: Python<'_>) -> PyResult<Option<T>> {
        // `list(stream)` runs no Python code between items, so signals have to be checked here.
        if self.taken.fetch_add(1, Ordering::Relaxed) % AHEAD == AHEAD - 1 {
            py.check_signals().inspect_err(|_| self.token.cancel())?;
        }
        loop {
            // The lock is not held while waiting: a thread that waits for it holds the interpreter.
            let receiver = match self.replace(State::Waiting) {
                State::Running(receiver) => receiver,
                State::Waiting => {
                    py.detach(|| std::thread::sleep(Duration::from_millis(1)));
                    py.check_signals()?;
                    continue;
                }
                State::Ended => {
                    self.replace(State::Ended);
                    return Ok(None);
                }
            };
            let (receiver, received) = receive(py, receiver);
            let state = match received {
                Ok(Message::Item(_)) | Err(RecvTimeoutError::Timeout) => State::Running(receiver),
                _ => State::Ended,
            };
            self.replace(state);
            match received {
                Ok(Message::Item(item)) => return Ok(Some(item)),
                Ok(Message::End) => return Ok(None),
                Err(RecvTimeoutError::Disconnected) => return Err(worker_died()),
                Err(RecvTimeoutError::Timeout) => {
                    py.check_signals().inspect_err(|_| self.token.cancel())?;
                }
            }
        }
    }

    fn replace(&self, state: State<T>) -> State<T> {
        let mut current = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        std::mem::replace(&mut current, state)
    }
}

impl<T> Drop for Stream<T> {
    fn drop(&mut self) {
        self.token.cancel();
    }
}
