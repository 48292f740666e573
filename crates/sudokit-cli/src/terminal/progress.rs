//! The progress bar, shown at a terminal for work that takes a while.

use std::cell::RefCell;
use std::fmt;
use std::sync::mpsc::{self, RecvTimeoutError, Sender};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use indicatif::{HumanDuration, ProgressBar, ProgressDrawTarget, ProgressState, ProgressStyle};

use sudokit::solve::{ProgressReport, SearchProgress};

use crate::args::quantities::{plural, thousands};
use crate::io::input::Source;
use crate::terminal::messages::Messages;

/// Work that takes less time shows no bar.
const PATIENCE: Duration = Duration::from_millis(300);

const TICK: Duration = Duration::from_millis(100);

/// Shows the progress of one task; the bar disappears when this is dropped.
pub struct ProgressDisplay<'t> {
    shown: Option<ShownProgress<'t>>,
    messages: Option<&'t Messages>,
    begun: Instant,
    /// Output goes to the same terminal.
    shared: bool,
}

struct ShownProgress<'t> {
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
            ShownProgress {
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
    pub fn note(&self, text: impl fmt::Display) {
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
        } else {
            shown.bar.set_message("none finished yet");
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
        shown.bar.set_message(format!(
            "{}  {}",
            plural(puzzles, "puzzle"),
            rate_words(rate)
        ));
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

/// Runs a search, and shows on the bar how far it is. Without a bar nothing is watched.
pub fn watch<T>(
    bar: Option<&ProgressBar>,
    name: &str,
    search: impl FnOnce(Option<&SearchProgress>) -> T,
) -> T {
    let Some(bar) = bar else {
        return search(None);
    };
    let progress = &SearchProgress::new();
    let (stop, stopped) = mpsc::channel::<()>();
    std::thread::scope(|scope| {
        scope.spawn(move || {
            let (mut begun, mut last) = (Instant::now(), 0);
            while stopped.recv_timeout(TICK) == Err(RecvTimeoutError::Timeout) {
                let report = progress.report();
                let done = report.nodes;
                // Another search of the same puzzle has begun.
                if done < last {
                    begun = Instant::now();
                }
                last = done;
                if let Some(words) = progress_words(&report, begun.elapsed()) {
                    bar.set_message(format!("{name}: {words}"));
                }
            }
        });
        let found = search(Some(progress));
        drop(stop);
        found
    })
}

/// What a search has done so far, if it reports: how much of the work that is, nobody knows.
fn progress_words(report: &ProgressReport, elapsed: Duration) -> Option<String> {
    let rate = |done: u64| rate_words(done as f64 / elapsed.as_secs_f64().max(0.001));
    match (report.conflicts, report.nodes) {
        (0, 0) => None,
        (0, nodes) => Some(format!(
            "{}, {}, {}",
            report.phase,
            plural(nodes, "node"),
            rate(nodes)
        )),
        (conflicts, _) => Some(format!(
            "{}, {}, {}, {} of {} cells certain",
            report.phase,
            plural(conflicts, "conflict"),
            rate(conflicts),
            thousands(report.fixed),
            thousands(report.cells)
        )),
    }
}

impl Drop for ShownProgress<'_> {
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
        "{bar:30} {percent:>3} %  {msg}  {left}"
    } else {
        "{spinner} {msg}  {elapsed}"
    };
    ProgressStyle::with_template(template)
        .expect("the templates are valid")
        .with_key("left", |state: &ProgressState, out: &mut dyn fmt::Write| {
            let left = time_left(state.elapsed(), state.pos(), state.len());
            let _ = match left {
                Some(left) => write!(out, "{:#} left", HumanDuration(left)),
                None => write!(out, "{:#}", HumanDuration(state.elapsed())),
            };
        })
        .progress_chars("━╸─")
}

/// Puzzles per second, or in a longer time if that would be none.
fn rate_words(per_second: f64) -> String {
    let (rate, unit) = match per_second {
        rate if rate >= 1.0 => (rate, "s"),
        rate if rate * 60.0 >= 1.0 => (rate * 60.0, "min"),
        rate => (rate * 3600.0, "h"),
    };
    format!("{}/{unit}", thousands(rate.round() as u64))
}

/// The time left if the rest goes as the work so far did; unknown before something is done. A mean
/// over the last seconds, as most bars have it, would promise an early end after a few easy puzzles
/// and none at all during a hard one.
fn time_left(elapsed: Duration, done: u64, all: Option<u64>) -> Option<Duration> {
    let left = all?.checked_sub(done)?;
    let seconds = elapsed.as_secs_f64() * left as f64 / done as f64;
    Duration::try_from_secs_f64(seconds)
        .ok()
        .filter(|_| done > 0)
}

#[cfg(test)]
mod tests {
    use sudokit::solve::Phase;

    use super::*;

    #[test]
    fn the_time_left_is_unknown_before_anything_is_done() {
        let seconds = Duration::from_secs;
        assert_eq!(time_left(seconds(10), 0, Some(4)), None);
        assert_eq!(time_left(seconds(10), 1, Some(4)), Some(seconds(30)));
        assert_eq!(time_left(seconds(10), 4, Some(4)), Some(seconds(0)));
        assert_eq!(time_left(seconds(10), 1, None), None);
    }

    #[test]
    fn a_search_says_what_it_has_done_and_nothing_before() {
        let words = |report: &ProgressReport| progress_words(report, Duration::from_secs(2));
        let mut report = ProgressReport::default();
        assert_eq!(words(&report), None);
        report.nodes = 3_000;
        report.phase = Phase::Searching;
        assert_eq!(words(&report).unwrap(), "searching, 3,000 nodes, 1,500/s");
        (report.conflicts, report.fixed, report.cells) = (2_468, 241, 625);
        report.phase = Phase::Proving;
        assert_eq!(
            words(&report).unwrap(),
            "proving, 2,468 conflicts, 1,234/s, 241 of 625 cells certain"
        );
    }

    #[test]
    fn a_slow_rate_is_not_zero() {
        assert_eq!(rate_words(1234.4), "1,234/s");
        assert_eq!(rate_words(0.3), "18/min");
        assert_eq!(rate_words(0.01), "36/h");
    }
}
