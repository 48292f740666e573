//! `sudokit generate`: generates puzzles.

#[cfg(feature = "render")]
mod booklet;
mod options;
mod write;

use std::io::{self, IsTerminal, Write};
use std::sync::Arc;
use std::time::Instant;

use indicatif::{ProgressBar, ProgressState, ProgressStyle};
use sudokit::generate::{GaveUp, Generated, Impossible, Progress};

use crate::args::quantities::{elapsed, plural, thousands};
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
        bar.set_style(style(Arc::clone(&figures)));
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
        _ => Exit::Answered,
    };
    for lost in writer.losses() {
        messages.note(lost);
    }
    // A file holds what was found, but is not created after an interruption.
    let is_wanted = written > 0 && exit != Exit::Interrupted;
    options.destination.finish(sink, is_wanted, messages)?;
    if let Some(reason) = &gave_up {
        given_up(options, messages, reason, written);
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

/// Reports that the generator gave up, with the closest miss.
fn given_up(options: &GenerateOptions, messages: &Messages, reason: &GaveUp, written: u64) {
    let found = match written {
        0 => String::new(),
        _ => format!(
            " after {} of {}",
            thousands(written),
            thousands(options.count)
        ),
    };
    let message = format!(
        "gave up{found}: {} in a row did not match",
        plural(reason.misses, "puzzle")
    );
    messages.cli_error(&CliError::new(
        message,
        "raise --effort, or relax the request",
    ));
    match &reason.closest {
        Some(closest) => messages.note(format_args!(
            "this one came closest: {}\n{}",
            words(closest),
            write::line(&closest.puzzle)
        )),
        None => messages.note("not even a near miss was found"),
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

/// A bar that also shows how many were tried and the share that was kept.
fn style(figures: Arc<Progress>) -> ProgressStyle {
    let totals = move |_: &ProgressState, out: &mut dyn std::fmt::Write| {
        let (tried, kept) = (figures.tried(), figures.kept());
        let _ = write!(
            out,
            "{} tried, {} kept",
            thousands(tried),
            share(kept, tried)
        );
    };
    ProgressStyle::with_template("{bar:30} {pos} of {len}  {totals}  {elapsed}")
        .expect("the template is valid")
        .with_key("totals", totals)
        .progress_chars("━╸─")
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
