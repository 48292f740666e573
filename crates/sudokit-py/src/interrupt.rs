//! Long work that Ctrl-C ends.
//!
//! Python runs signal handlers only on its main thread and only while that thread holds the
//! interpreter. So the work goes to another thread, and the thread that called waits without the
//! interpreter and looks for signals from time to time.

use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::time::Duration;

use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;
use sudokit::CancelToken;

/// How long a signal may wait, and how often progress is reported.
const TICK: Duration = Duration::from_millis(50);

/// Runs `work` on another thread. A signal cancels the token and raises.
pub fn run<T: Send>(py: Python<'_>, work: impl FnOnce(&CancelToken) -> T + Send) -> PyResult<T> {
    run_watched(py, work, |_| Ok(()))
}

/// Like [`run`], and calls `watch` every few milliseconds. If that fails, the work is cancelled.
pub fn run_watched<T: Send>(
    py: Python<'_>,
    work: impl FnOnce(&CancelToken) -> T + Send,
    mut watch: impl FnMut(Python<'_>) -> PyResult<()>,
) -> PyResult<T> {
    let token = CancelToken::new();
    std::thread::scope(|scope| {
        let (sender, mut receiver) = channel();
        let worker_token = token.clone();
        scope.spawn(move || sender.send(work(&worker_token)));
        loop {
            let received;
            (receiver, received) = receive(py, receiver);
            match received {
                Ok(result) => return Ok(result),
                Err(RecvTimeoutError::Disconnected) => return Err(worker_died()),
                Err(RecvTimeoutError::Timeout) => {
                    if let Err(error) = py.check_signals().and_then(|()| watch(py)) {
                        token.cancel();
                        py.detach(move || receiver.recv().ok());
                        return Err(error);
                    }
                }
            }
        }
    })
}

/// Waits for a message, without the interpreter, no longer than a signal may wait.
pub fn receive<T: Send>(
    py: Python<'_>,
    receiver: Receiver<T>,
) -> (Receiver<T>, Result<T, RecvTimeoutError>) {
    py.detach(move || {
        let received = receiver.recv_timeout(TICK);
        (receiver, received)
    })
}

pub fn worker_died() -> PyErr {
    PyRuntimeError::new_err("internal error: a thread of sudokit ended without a result")
}
