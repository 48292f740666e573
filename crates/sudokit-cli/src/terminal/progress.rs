//! The progress bar, shown at a terminal for work that takes a while.

use std::cell::RefCell;
use std::sync::mpsc::{self, RecvTimeoutError, Sender};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

use crate::args::quantities::{plural, thousands};
use crate::io::input::Source;
use crate::terminal::messages::Messages;

/// Work that takes less time shows no bar.
const PATIENCE: Duration = Duration::from_millis(300);

const TICK: Duration = Duration::from_millis(100);

/// Shows the progress of one task; the bar disappears when this is dropped.
pub struct ProgressDisplay<'t> {
    shown: Option<ProgressState<'t>>,
    messages: Option<&'t Messages>,
    begun: Instant,
    /// Output goes to the same terminal.
    shared: bool,
}

struct ProgressState<'t> {
    slot: &'t RefCell<Option<ProgressBar>>,
    bar: ProgressBar,
    bytes_known: bool,
    stop: Option<Sender<()>>,
    waiter: Option<JoinHandle<()>>,
}

impl<'t> ProgressDisplay<'t> {
    /// Starts; without a slot for the bar, nothing is shown.
    pub fn start(
        slot: Option<&'t RefCell<Option<ProgressBar>>>,
        bytes: Option<u64>,
        shared: bool,
    ) -> ProgressDisplay<'t> {
        let shown = slot.map(|slot| {
            let bar = ProgressBar::with_draw_target(bytes, ProgressDrawTarget::hidden());
            bar.set_style(style(bytes.is_some()));
            slot.replace(Some(bar.clone()));
            let (stop, stopped) = mpsc::channel();
            let late = bar.clone();
            let waiter = std::thread::spawn(move || {
                if stopped.recv_timeout(PATIENCE) == Err(RecvTimeoutError::Timeout) {
                    late.set_draw_target(ProgressDrawTarget::stderr());
                    late.enable_steady_tick(TICK);
                }
            });
            ProgressState {
                slot,
                bar,
                bytes_known: bytes.is_some(),
                stop: Some(stop),
                waiter: Some(waiter),
            }
        });
        ProgressDisplay {
            shown,
            messages: None,
            begun: Instant::now(),
            shared,
        }
    }

    /// Returns the same display with a place for notes.
    pub fn with_messages(self, messages: &'t Messages) -> ProgressDisplay<'t> {
        ProgressDisplay {
            messages: Some(messages),
            ..self
        }
    }

    /// Writes a note beside the bar.
    pub fn note(&self, text: impl std::fmt::Display) {
        if let Some(messages) = self.messages {
            messages.note(text);
        }
    }

    /// Announces the work. The progress of a single puzzle is unknown, so it gets a spinner.
    pub fn begin(&mut self, source: &Source, alone: bool) {
        if !alone {
            self.make_way();
        }
        let Some(shown) = &self.shown else { return };
        if alone {
            shown.bar.set_style(style(false));
            shown.bar.set_message(source.to_string());
        }
    }

    /// Removes the bar if output goes to the same terminal.
    pub fn make_way(&mut self) {
        if self.shared {
            self.shown = None;
        }
    }

    /// Updates the bytes read and the puzzles done.
    pub fn advance(&self, bytes: u64, puzzles: u64) {
        let Some(shown) = &self.shown else { return };
        if shown.bytes_known {
            shown.bar.set_position(bytes);
        }
        let rate = puzzles as f64 / self.begun.elapsed().as_secs_f64().max(0.001);
        let rate = thousands(rate.round() as u64);
        shown
            .bar
            .set_message(format!("{}  {rate}/s", plural(puzzles, "puzzle")));
    }

    /// Sets the message.
    pub fn say(&self, doing: String) {
        if let Some(shown) = &self.shown {
            shown.bar.set_message(doing);
        }
    }

    /// A handle to the bar, if there is one, for a search to update.
    pub fn bar(&self) -> Option<ProgressBar> {
        self.shown.as_ref().map(|shown| shown.bar.clone())
    }
}

impl Drop for ProgressState<'_> {
    fn drop(&mut self) {
        drop(self.stop.take());
        if let Some(waiter) = self.waiter.take() {
            let _ = waiter.join();
        }
        self.bar.finish_and_clear();
        self.slot.replace(None);
    }
}

/// A bar if the length of the work is known, otherwise a spinner.
fn style(length_known: bool) -> ProgressStyle {
    let template = if length_known {
        "{bar:30} {percent:>3} %  {msg}  {eta} left"
    } else {
        "{spinner} {msg}  {elapsed}"
    };
    ProgressStyle::with_template(template)
        .expect("the templates are valid")
        .progress_chars("━╸─")
}
