//! Ctrl-C: the first one asks the searches to stop, the second one ends the program at once.

use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};

use sudokit::solve::CancelToken;

use crate::report::Exit;

/// Files that are half written; they must not stay behind when the program is ended at once.
static UNFINISHED: Mutex<Vec<PathBuf>> = Mutex::new(Vec::new());

/// Whether the program waits for standard input, which no token can interrupt.
static WAITING: AtomicBool = AtomicBool::new(false);

/// What to do at the first Ctrl-C besides stopping searches.
static WHEN_HEARD: Mutex<Option<Box<dyn FnOnce() + Send>>> = Mutex::new(None);

/// Starts to listen. Every search that holds the token stops soon after the first Ctrl-C.
pub fn listen() -> CancelToken {
    let token = CancelToken::new();
    let cancel = token.clone();
    // Without a handler Ctrl-C still ends the program, only less politely.
    let _ = ctrlc::set_handler(move || {
        if cancel.is_cancelled() || WAITING.load(Ordering::SeqCst) {
            remove_unfinished();
            std::process::exit(Exit::Interrupted as i32);
        }
        cancel.cancel();
        if let Some(act) = WHEN_HEARD.lock().ok().and_then(|mut act| act.take()) {
            act();
        }
    });
    token
}

/// Does this at the first Ctrl-C, for what does not look at the token.
pub fn when_heard(act: impl FnOnce() + Send + 'static) {
    if let Ok(mut heard) = WHEN_HEARD.lock() {
        *heard = Some(Box::new(act));
    }
}

/// Runs something that waits for input; a Ctrl-C meanwhile ends the program at once.
pub fn while_waiting<T>(wait: impl FnOnce() -> T) -> T {
    WAITING.store(true, Ordering::SeqCst);
    let answer = wait();
    WAITING.store(false, Ordering::SeqCst);
    answer
}

/// Remembers a file that would have to be removed.
pub fn unfinished(path: &Path) {
    if let Ok(mut paths) = UNFINISHED.lock() {
        paths.push(path.to_path_buf());
    }
}

/// Forgets it again: it was finished, or is gone.
pub fn finished(path: &Path) {
    if let Ok(mut paths) = UNFINISHED.lock() {
        paths.retain(|other| other != path);
    }
}

fn remove_unfinished() {
    // Whoever holds the lock is about to finish its file; waiting for it could take for ever.
    if let Ok(paths) = UNFINISHED.try_lock() {
        for path in paths.iter() {
            let _ = std::fs::remove_file(path);
        }
    }
}
