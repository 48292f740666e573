//! `sudokit library rate`: rates puzzles without a rating; resumes where it was stopped.

use std::io::{self, IsTerminal};
use std::path::PathBuf;
use std::time::{Duration, Instant};

use rayon::prelude::*;
use serde::Serialize;
use sudokit::logic::Level;
use sudokit::rate::explainer::{Explainer, Ratings, Unrated as NoRatings};
use sudokit::solve::End;
use sudokit_library::{Library, RatingKind, RatingOutcome, Unrated};

use super::{problem, write};
use crate::args::quantities::{enumeration, plural, thousands};
use crate::args::search::SearchOptions;
use crate::io::output::Sink;
use crate::io::pipeline::ThreadPool;
use crate::report::Exit;
use crate::terminal::messages::Messages;
use crate::verbs::rate;

/// The options of `rate`.
pub struct LibraryRateOptions {
    pub library: PathBuf,
    /// Which rating to compute.
    pub kind: RatingKind,
    /// Clear all ratings first.
    pub again: bool,
    pub limit: Option<u64>,
    pub json: bool,
    pub search: SearchOptions,
}

/// How to rate.
pub struct RateWork<'a> {
    pub search: &'a SearchOptions,
    pub kind: RatingKind,
    /// Rate at most this many.
    pub limit: Option<u64>,
    pub json: bool,
}

/// A batch that takes less time doubles the next one: a commit takes a few milliseconds.
const QUICK: Duration = Duration::from_millis(500);

/// A batch that takes more time halves the next one: this much is lost if the run is killed.
const SLOW: Duration = Duration::from_secs(2);

/// The largest number of puzzles in a batch.
const LARGEST: usize = 1 << 13;

/// The smallest number per thread, so that none waits long for the last one.
const SMALLEST_FOR_THREAD: usize = 8;

/// Rates the library.
///
/// # Errors
/// Whatever stops the whole run.
pub fn run(options: &LibraryRateOptions, messages: &Messages) -> anyhow::Result<Exit> {
    let mut library = super::open(&options.library)?;
    if options.again {
        library
            .clear_ratings(options.kind)
            .map_err(|error| problem(&error))?;
    }
    let work = RateWork {
        search: &options.search,
        kind: options.kind,
        limit: options.limit,
        json: options.json,
    };
    rate(&mut library, &work, messages)
}

/// Rates puzzles without a rating. Nothing is reported before it is committed.
///
/// # Errors
/// Those of the library and of writing.
pub fn rate(
    library: &mut Library,
    work: &RateWork<'_>,
    messages: &Messages,
) -> anyhow::Result<Exit> {
    let waiting = library
        .count_unrated(work.kind)
        .map_err(|error| problem(&error))?;
    let wanted = waiting.min(work.limit.unwrap_or(u64::MAX));
    let mut run = LibraryRateRun {
        pool: &ThreadPool::new(work.search)?,
        work,
        messages,
        sink: Sink::stdout(),
        totals: LibraryRateTotals::default(),
    };
    let progress = messages.progress(Some(wanted), work.json && io::stdout().is_terminal());
    let smallest = run.pool.threads() * SMALLEST_FOR_THREAD;
    let (mut size, mut last) = (smallest, 0);
    while run.totals.puzzles < wanted && !work.search.cancel.is_cancelled() {
        let left = wanted - run.totals.puzzles;
        let most = size.min(usize::try_from(left).unwrap_or(size));
        let begun = Instant::now();
        let batch = library
            .unrated(work.kind, last, most)
            .map_err(|error| problem(&error))?;
        let Some(end) = batch.last() else { break };
        last = end.id;
        run.batch(library, &batch)?;
        progress.advance(run.totals.puzzles, run.totals.puzzles);
        match begun.elapsed() {
            time if time < QUICK => size = (size * 2).min(LARGEST),
            time if time > SLOW => size = (size / 2).max(smallest),
            _ => {}
        }
    }
    drop(progress);
    run.totals.print(waiting, messages);
    Ok(match work.search.cancel.is_cancelled() {
        true => Exit::Interrupted,
        false => run.totals.exit(),
    })
}

struct LibraryRateRun<'a> {
    pool: &'a ThreadPool,
    work: &'a RateWork<'a>,
    messages: &'a Messages,
    sink: Sink,
    totals: LibraryRateTotals,
}

impl LibraryRateRun<'_> {
    /// Rates a batch and commits it; an interrupted one may be incomplete.
    fn batch(&mut self, library: &mut Library, batch: &[Unrated]) -> anyhow::Result<()> {
        match self.work.kind {
            RatingKind::Explainer => self.explainer_batch(library, batch)?,
            _ => self.level_batch(library, batch)?,
        }
        self.sink.flush_stream()?;
        Ok(())
    }

    fn level_batch(&mut self, library: &mut Library, batch: &[Unrated]) -> anyhow::Result<()> {
        let cancel = &self.work.search.cancel;
        let one = |unrated: &Unrated| {
            let rated = sudokit_library::rate(&unrated.puzzle, unrated.solutions, cancel);
            rated.map(|rated| (unrated.id, rated))
        };
        let rated: Vec<Option<(i64, RatingOutcome)>> =
            self.pool.run(|| batch.par_iter().map(one).collect());
        let rated: Vec<(i64, RatingOutcome)> = rated.into_iter().flatten().collect();
        let kept = library.save_ratings(&rated);
        kept.map_err(|error| problem(&error))?;
        for (id, rated) in &rated {
            self.totals.count(rated);
            if self.work.json {
                write::json_line(&mut self.sink, &LibraryRateJson::new(*id, rated))?;
            }
        }
        Ok(())
    }

    /// Puzzles that take too long stay without a rating, and are reported.
    fn explainer_batch(&mut self, library: &mut Library, batch: &[Unrated]) -> anyhow::Result<()> {
        let search = self.work.search;
        let rater = Explainer::new().cancel_with(search.cancel.clone());
        let rater = match search.time_limit {
            Some(time) => rater.time_limit(time),
            None => rater,
        };
        let one = |unrated: &Unrated| (unrated.id, rater.rate(&unrated.puzzle));
        let rated: Vec<(i64, Result<Ratings, NoRatings>)> =
            self.pool.run(|| batch.par_iter().map(one).collect());
        let known = rated.iter();
        let known = known.filter_map(|(id, rated)| Some((*id, *rated.as_ref().ok()?)));
        let known: Vec<(i64, Ratings)> = known.collect();
        let kept = library.save_explainer_ratings(&known);
        kept.map_err(|error| problem(&error))?;
        for (id, rated) in &rated {
            match rated {
                Err(NoRatings::Ended(End::Cancelled)) => continue,
                Err(reason) => {
                    self.totals.given_up += 1;
                    self.sink.flush_stream()?;
                    self.messages
                        .note(format_args!("puzzle {id}: no ER: {reason}"));
                }
                Ok(_) => {}
            }
            self.totals.puzzles += 1;
            if self.work.json {
                let line = LibraryExplainerJson {
                    id: *id,
                    ratings: rated.as_ref().ok().map(|rated| {
                        let options = rate::ExplainerOptions::new(None, search.time_limit);
                        rate::ExplainerJson::new(*rated, options)
                    }),
                    message: rated.as_ref().err().map(ToString::to_string),
                };
                write::json_line(&mut self.sink, &line)?;
            }
        }
        Ok(())
    }
}

/// A puzzle with ER, EP and ED, as JSON.
#[derive(Serialize)]
struct LibraryExplainerJson {
    id: i64,
    #[serde(flatten)]
    ratings: Option<rate::ExplainerJson>,
    /// Why it has none.
    #[serde(skip_serializing_if = "Option::is_none")]
    message: Option<String>,
}

/// A puzzle and its rating, as JSON.
#[derive(Serialize)]
struct LibraryRateJson<'a> {
    id: i64,
    #[serde(flatten)]
    rating: Option<rate::RatedPuzzle<'a>>,
}

impl LibraryRateJson<'_> {
    fn new(id: i64, rated: &RatingOutcome) -> LibraryRateJson<'_> {
        let rating = match rated {
            RatingOutcome::Solved(rating) => Some(rating.into()),
            RatingOutcome::Unsolved => None,
        };
        LibraryRateJson { id, rating }
    }
}

/// How many puzzles there were of each kind.
#[derive(Default)]
struct LibraryRateTotals {
    puzzles: u64,
    levels: [u64; Level::ALL.len()],
    beyond: u64,
    /// Those without ER because of the time limit.
    given_up: u64,
}

impl LibraryRateTotals {
    fn count(&mut self, rated: &RatingOutcome) {
        self.puzzles += 1;
        match rated {
            RatingOutcome::Solved(rating) => self.levels[rating.level as usize] += 1,
            RatingOutcome::Unsolved => self.beyond += 1,
        }
    }

    fn exit(&self) -> Exit {
        match self.beyond + self.given_up {
            0 => Exit::Answered,
            _ => Exit::GaveUp,
        }
    }

    fn print(&self, waiting: u64, messages: &Messages) {
        if waiting == 0 {
            return messages.remark("every puzzle is rated");
        }
        let levels = Level::ALL.map(Level::name).into_iter().zip(self.levels);
        let others = [("beyond logic", self.beyond), ("without ER", self.given_up)];
        let parts = enumeration(levels.chain(others));
        let gap = if parts.is_empty() { "" } else { ": " };
        let puzzles = plural(self.puzzles, "puzzle");
        messages.remark(format_args!("{puzzles} rated{gap}{parts}"));
        let left = waiting.saturating_sub(self.puzzles);
        if left > 0 {
            messages.note(format_args!(
                "{} left: run the same command to continue",
                match left {
                    1 => "1 puzzle is".to_string(),
                    left => format!("{} puzzles are", thousands(left)),
                }
            ));
        }
    }
}
