//! `sudokit generate`: generates puzzles.

#[cfg(feature = "render")]
mod booklet;
mod options;
mod write;

use std::io::{self, IsTerminal, Write};
use std::sync::Arc;
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressState, ProgressStyle};
use sudokit::generate::{Generated, Impossible, Progress, SeveralSolutions};

use crate::args::quantities::{elapsed, plural, round, thousands};
use crate::io::output::{Destination, Sink};
use crate::report::Exit;
use crate::report::error::CliError;
use crate::terminal::messages::Messages;
pub use options::{GenerateArgs, GenerateOptions};
use write::GenerateWriter;

/// Generates puzzles and writes them as they are found.
///
/// # Errors
/// When there is no such puzzle, or it cannot be written.
pub fn run(options: &GenerateOptions, messages: &Messages) -> anyhow::Result<Exit> {
    options.destination.check(&options.sources)?;
    let begun = Instant::now();
    let mut puzzles = options
        .generator
        .puzzles(options.count)
        .map_err(|reason| refused(&reason))?;
    if options.seed_is_new {
        messages.note(format_args!(
            "--seed {0} generates the same puzzles again",
            options.seed
        ));
    }
    let mut sink = options.destination.open()?;
    let mut writer = GenerateWriter::new(options);
    let figures = puzzles.progress();
    let shared = options.destination == Destination::Stdout && io::stdout().is_terminal();
    let progress = messages.progress(Some(options.count), shared && options.count > 1);
    let bar = progress.bar();
    if let Some(bar) = &bar {
        bar.set_style(style(Arc::clone(&figures), options.count));
    }
    let (mut written, mut gave_up) = (0, None);
    for puzzle in &mut puzzles {
        match puzzle {
            Ok(generated) => {
                written += 1;
                let text = writer.puzzle(&generated, written)?;
                sink.write_all(&text)?;
                flush_stream(&mut sink, bar.as_ref(), written)?;
            }
            Err(reason) => gave_up = Some(reason),
        }
    }
    drop(progress);
    sink.write_all(&writer.end()?)?;
    let exit = match (&gave_up, options.cancel.is_cancelled()) {
        (_, true) => Exit::Interrupted,
        (Some(_), _) => Exit::GaveUp,
        // Only a time limit ends it earlier.
        _ if written < options.count => Exit::GaveUp,
        _ => Exit::Answered,
    };
    for lost in writer.losses() {
        messages.note(lost);
    }
    // A file holds what was found, but is not created after an interruption.
    let is_wanted = written > 0 && exit != Exit::Interrupted;
    options.destination.finish(sink, is_wanted, messages)?;
    if exit == Exit::GaveUp {
        let (closest, fewest) = match gave_up.clone() {
            Some(reason) => (reason.closest, reason.fewest),
            None => (
                puzzles.closest().map(Box::new),
                puzzles.fewest_solutions().map(Box::new),
            ),
        };
        let misses = gave_up.map(|reason| reason.misses);
        given_up(options, messages, misses, written);
        near_miss(messages, closest.as_deref(), fewest.as_deref());
    }
    if options.stats {
        messages.line(statistics(&figures, begun));
    }
    Ok(exit)
}

/// Flushes the output: the next puzzle may take long.
fn flush_stream(sink: &mut Sink, bar: Option<&ProgressBar>, written: u64) -> io::Result<()> {
    let Some(bar) = bar else {
        return match written.is_multiple_of(256) {
            true => sink.flush_stream(),
            false => Ok(()),
        };
    };
    bar.set_position(written);
    bar.suspend(|| sink.flush_stream())
}

/// The error for a request that no puzzle can meet.
fn refused(reason: &Impossible) -> CliError {
    let help = match reason {
        Impossible::AlreadyUnique => "remove some of its givens, or use it as it is",
        Impossible::NotRated(_) => "`sudokit rate --techniques list` lists all techniques",
        Impossible::Symmetry { .. } => {
            "widen --givens, or choose another --symmetry: its givens come in groups"
        }
        _ => "",
    };
    CliError::new(format!("no such puzzle exists: {reason}"), help)
}

/// Reports that the generator gave up after `misses` attempts, or at the time limit if that is `None`.
fn given_up(options: &GenerateOptions, messages: &Messages, misses: Option<u64>, written: u64) {
    let found = match written {
        0 => String::new(),
        _ => format!(
            " after {} of {}",
            thousands(written),
            thousands(options.count)
        ),
    };
    let (message, help) = match (misses, options.time_limit) {
        (None, Some(time)) => (
            format!("stopped at the time limit of {}{found}", round(time)),
            "raise --time-limit, or relax the request",
        ),
        (misses, _) => (
            format!(
                "gave up{found}: {} in a row did not match",
                plural(misses.unwrap_or_default(), "puzzle")
            ),
            "raise --effort, or relax the request",
        ),
    };
    messages.cli_error(&CliError::new(message, help));
}

/// Shows what came closest to the request.
fn near_miss(messages: &Messages, closest: Option<&Generated>, fewest: Option<&SeveralSolutions>) {
    match (closest, fewest) {
        (Some(closest), _) => messages.note(format_args!(
            "this one came closest: {}\n{}",
            words(closest),
            write::line(&closest.puzzle)
        )),
        (None, Some(fewest)) => {
            let more = if fewest.or_more { " or more" } else { "" };
            messages.note(format_args!(
                "this one came closest: {}, {}{more} solutions\n{}",
                plural(fewest.puzzle.clues() as u64, "given"),
                thousands(fewest.solutions),
                write::line(&fewest.puzzle)
            ));
        }
        (None, None) => messages.note("not even a near miss was found"),
    }
}

/// Givens, level, score and hardest technique, as far as they are known.
fn words(generated: &Generated) -> String {
    let givens = plural(generated.puzzle.clues() as u64, "given");
    let Some(rating) = &generated.rating else {
        return givens;
    };
    let hardest = rating
        .hardest
        .map_or(String::new(), |technique| format!(", {technique}"));
    let score = thousands(u64::from(rating.score));
    format!("{givens}, {}, score {score}{hardest}", rating.level)
}

fn statistics(figures: &Progress, begun: Instant) -> String {
    let (tried, kept, time) = (figures.tried(), figures.kept(), begun.elapsed());
    let rate = kept as f64 / time.as_secs_f64().max(1e-6);
    format!(
        "{} of {} tried ({}) in {}, {} per second",
        plural(kept, "puzzle"),
        thousands(tried),
        share(kept, tried),
        elapsed(time),
        thousands(rate.round() as u64)
    )
}

/// How many of those tried were kept.
fn share(kept: u64, tried: u64) -> String {
    let percent = 100.0 * kept as f64 / tried.max(1) as f64;
    match percent {
        p if p >= 10.0 || p == 0.0 => format!("{p:.0} %"),
        p if p >= 0.1 => format!("{p:.1} %"),
        p => format!("{p:.4} %"),
    }
}

/// A bar that also shows how far the search is, and how long it will probably take.
fn style(figures: Arc<Progress>, count: u64) -> ProgressStyle {
    let totals = move |state: &ProgressState, out: &mut dyn std::fmt::Write| {
        let _ = out.write_str(&outlook(&figures, count, state.elapsed()));
    };
    ProgressStyle::with_template("{bar:30} {pos} of {len}  {totals}")
        .expect("the template is valid")
        .with_key("totals", totals)
        .progress_chars("━╸─")
}

/// What was tried and how long it took; then, as soon as something is known about it, how long it
/// will take until all puzzles are found, or until the search gives up.
fn outlook(figures: &Progress, count: u64, time: Duration) -> String {
    let (tried, kept, effort) = (figures.tried(), figures.kept(), figures.effort());
    let mut text = format!("{} tried", thousands(tried));
    if kept > 0 {
        text += &format!(", {} kept", share(kept, tried));
    } else if let Some(fewest) = figures.fewest_solutions().filter(|fewest| *fewest > 1) {
        text += &format!(", at best {} solutions", thousands(fewest));
    }
    text += &format!("  {}", whole_seconds(time));
    if kept > 0 {
        let left = time.mul_f64((count - kept.min(count)) as f64 / kept as f64);
        text += &format!(", about {} left", whole_seconds(left));
    }
    // Less would be no basis for a forecast.
    if effort >= 0.01 {
        text += &format!(", {:.0} % of the effort", 100.0 * effort);
        text += if kept > 0 { " since the last" } else { "" };
    }
    if effort >= 0.01 && kept == 0 {
        let left = time.mul_f64((1.0 - effort) / effort);
        text += &format!(", gives up in about {}", whole_seconds(left));
    }
    text
}

/// A time in seconds or, if it is long, in minutes.
fn whole_seconds(time: Duration) -> String {
    match time.as_secs() {
        seconds @ ..120 => format!("{seconds} s"),
        seconds => format!("{} min", seconds.div_ceil(60)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shares_have_as_many_digits_as_they_need() {
        assert_eq!(share(1, 2), "50 %");
        assert_eq!(share(3, 200), "1.5 %");
        assert_eq!(share(1, 40_000), "0.0025 %");
        assert_eq!(share(0, 0), "0 %");
    }
}
