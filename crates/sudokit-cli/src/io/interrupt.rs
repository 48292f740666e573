//! Ctrl-C and signals that ask the program to end: the first one cancels the searches, the second
//! one ends the program. A signal that would end it without a message becomes an error.

use std::path::{Path, PathBuf};
#[cfg(unix)]
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, OnceLock};

use sudokit::solve::CancelToken;

use crate::report::Exit;

/// Temporary files to delete if the program is ended at once.
static UNFINISHED: Mutex<Vec<PathBuf>> = Mutex::new(Vec::new());

/// The token that [`listen`] returned.
static TOKEN: OnceLock<CancelToken> = OnceLock::new();

/// Whether the program is blocked on standard input, which no token can interrupt.
static WAITING: AtomicBool = AtomicBool::new(false);

/// What to do at the first Ctrl-C besides cancelling searches.
static ON_INTERRUPT: Mutex<Option<Box<dyn FnOnce() + Send>>> = Mutex::new(None);

/// Installs the handlers. The returned token is cancelled by the first Ctrl-C.
pub fn listen() -> CancelToken {
    let token = TOKEN.get_or_init(CancelToken::new).clone();
    let cancel = token.clone();
    #[cfg(unix)]
    report_long_files();
    // Without a handler, Ctrl-C still ends the program, but without cleaning up.
    let _ = ctrlc::set_handler(move || {
        if cancel.is_cancelled() || WAITING.load(Ordering::SeqCst) {
            remove_unfinished();
            std::process::exit(Exit::Interrupted as i32);
        }
        cancel.cancel();
        if let Some(act) = ON_INTERRUPT.lock().ok().and_then(|mut act| act.take()) {
            act();
        }
    });
    token
}

/// Whether the program was interrupted.
pub fn is_interrupted() -> bool {
    TOKEN.get().is_some_and(CancelToken::is_cancelled)
}

/// Makes a file that grows beyond `ulimit -f` an error of the write like a full disk, where the signal
/// would end the program without a word.
#[cfg(unix)]
fn report_long_files() {
    // Without a handler, the program ends as before.
    let _ = signal_hook::flag::register(signal_hook::consts::SIGXFSZ, Arc::default());
}

/// Runs `act` at the first Ctrl-C, for code that does not watch the token.
#[cfg(feature = "web")]
pub fn on_interrupt(act: impl FnOnce() + Send + 'static) {
    if let Ok(mut slot) = ON_INTERRUPT.lock() {
        *slot = Some(Box::new(act));
    }
}

/// Runs something that waits for input; Ctrl-C meanwhile ends the program at once.
pub fn while_waiting<T>(wait: impl FnOnce() -> T) -> T {
    WAITING.store(true, Ordering::SeqCst);
    let answer = wait();
    WAITING.store(false, Ordering::SeqCst);
    answer
}

/// Registers a temporary file to delete.
pub fn unfinished(path: &Path) {
    if let Ok(mut paths) = UNFINISHED.lock() {
        paths.push(path.to_path_buf());
    }
}

/// Unregisters it: it was finished or deleted.
pub fn finished(path: &Path) {
    if let Ok(mut paths) = UNFINISHED.lock() {
        paths.retain(|other| other != path);
    }
}

fn remove_unfinished() {
    // The lock is held by a thread that is about to finish its file; waiting could block forever.
    if let Ok(paths) = UNFINISHED.try_lock() {
        for path in paths.iter() {
            let _ = std::fs::remove_file(path);
        }
    }
}
