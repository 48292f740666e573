//! `sudokit neighbours`: finds puzzles that differ in a few givens.
//!
//! Removals are processed in parallel batches and their results are handled in order, so that the
//! output does not depend on the number of threads and a search can be resumed anywhere.

mod jobs;
mod options;
mod rounds;
mod state;
mod write;

use std::fs::File;
use std::io::{BufRead, BufReader};
use std::time::{Duration, Instant};

use rayon::prelude::*;
use sudokit::Puzzle;
use sudokit::analyse::{Completions, Neighbour};
use sudokit::rate::Rating;
use sudokit::rate::explainer::{Explainer, RatingFilter};
use sudokit::solve::End;

use crate::args::quantities::{plural, thousands};
use crate::io::output::Destination;
use crate::io::pipeline::ThreadPool;
use crate::io::resumable::StateFile;
use crate::report::{self, Exit, error};
use crate::terminal::messages::Messages;
use jobs::{RemovalJob, RemovalJobs};
pub use options::{NeighboursArgs, NeighboursOptions};
use rounds::{HardestPuzzles, SeenPuzzles};
use state::SearchState;
use write::{NeighbourOutput, NeighbourTotals};

/// The largest number of removals in a batch.
const MOST_JOBS: usize = 1 << 12;

/// A batch that takes less time doubles the next one.
const QUICK: Duration = Duration::from_millis(50);

/// A batch that takes more time halves the next one.
const SLOW: Duration = Duration::from_millis(400);

impl NeighboursOptions {
    /// Whether puzzles must be rated, for the filter or for the next round.
    fn needs_rating(&self) -> bool {
        self.rounds > 1 || self.filter.needs_rating()
    }
}

/// Searches around every puzzle of every file.
///
/// # Errors
/// Whatever stops the whole run.
pub fn run(options: &NeighboursOptions, messages: &Messages) -> anyhow::Result<Exit> {
    options.destination.check(&options.sources)?;
    let mut output = open(options)?;
    let mut run = NeighbourSearch {
        options,
        pool: ThreadPool::new(&options.search)?,
        seen: SeenPuzzles::new(options.isomorphs, options.search.cancel.clone()),
        totals: NeighbourTotals::default(),
        jobs: RemovalJobs::new(options, messages),
        round: 0,
        hardest: HardestPuzzles::new(options.keep, Vec::new()),
        exit: Exit::Answered,
    };
    if let NeighbourOutput::Growing(_, state) = &output {
        let progress = state.progress();
        if state.is_finished() {
            messages.remark("this search is complete");
            progress.totals.print(options.max_solutions, messages);
            return Ok(Exit::Answered);
        }
        run.resume(progress.clone(), messages)?;
    }
    let end = match run.follow_all(&mut output, messages) {
        // What was found until then counts.
        Err(error) if error::is_closed_pipe(&error) => {
            run.exit.raise(run.jobs.exit);
            return Ok(run.exit);
        }
        end => end?,
    };
    output.finish(end == End::Exhausted, messages)?;
    run.totals.print(options.max_solutions, messages);
    if let (End::Cancelled, true) = (end, options.resume.is_some()) {
        messages.note("run the same command to resume");
    }
    run.exit.raise(run.jobs.exit);
    run.exit.raise(report::exit_of(end));
    Ok(run.exit)
}

fn open(options: &NeighboursOptions) -> anyhow::Result<NeighbourOutput> {
    match (&options.destination, &options.resume) {
        (Destination::File(path), Some(state)) => {
            let asked = options.asked.clone();
            let (state, sink) = StateFile::open(state, path, "neighbours", asked)?;
            Ok(NeighbourOutput::Growing(sink, state))
        }
        _ => NeighbourOutput::new(options),
    }
}

struct NeighbourSearch<'a> {
    options: &'a NeighboursOptions,
    pool: ThreadPool,
    seen: SeenPuzzles,
    totals: NeighbourTotals,
    jobs: RemovalJobs<'a>,
    /// How many rounds are done.
    round: u64,
    /// The puzzles of the next round.
    hardest: HardestPuzzles,
    exit: Exit,
}

/// A neighbour that may be written.
pub struct FoundNeighbour {
    pub neighbour: Neighbour,
    key: u128,
    /// Set if the filter or the report needs it.
    pub rating: Option<Rating>,
    /// Whether its ER is in the range asked for.
    has_er: bool,
}

impl<'a> NeighbourSearch<'a> {
    /// Seeks to the position of the state, and records what was written on the way there.
    fn resume(&mut self, state: SearchState, messages: &'a Messages) -> anyhow::Result<()> {
        self.totals = state.totals;
        self.round = state.round;
        self.hardest = HardestPuzzles::new(self.options.keep, state.hardest);
        if state.round > 0 {
            while let Some(origin) = self.jobs.next_puzzle() {
                self.seen.insert_origin(&origin.puzzle);
            }
            self.exit.raise(self.jobs.exit);
            self.jobs = RemovalJobs::of_round(self.options, messages, state.origins);
        }
        let begun = (state.puzzles, state.removals) != (0, 0);
        while begun && let Some(origin) = self.jobs.next_puzzle() {
            self.seen.insert_origin(&origin.puzzle);
            if origin.number == state.puzzles {
                self.jobs.go_to(&origin, state.removals);
                break;
            }
        }
        if let Destination::File(path) = &self.options.destination {
            for line in BufReader::new(File::open(path)?).lines() {
                self.seen.insert_written(&write::values(&line?));
            }
        }
        Ok(())
    }

    /// Starts the next round from the hardest puzzles found, if wanted and possible.
    fn begin_next_round(
        &mut self,
        output: &mut NeighbourOutput,
        messages: &'a Messages,
    ) -> anyhow::Result<bool> {
        let chosen = self.hardest.take();
        if self.round + 1 >= self.options.rounds || chosen.is_empty() {
            return Ok(false);
        }
        self.round += 1;
        self.exit.raise(self.jobs.exit);
        self.jobs = RemovalJobs::of_round(self.options, messages, chosen.clone());
        output.remember(|state| {
            state.round = self.round;
            (state.puzzles, state.removals) = (0, 0);
            (state.origins, state.hardest) = (chosen, Vec::new());
        })?;
        Ok(true)
    }

    /// Processes all rounds, or until an interruption.
    fn follow_all(
        &mut self,
        output: &mut NeighbourOutput,
        messages: &'a Messages,
    ) -> anyhow::Result<End> {
        let mut end = self.follow(output, messages)?;
        while end == End::Exhausted && self.begin_next_round(output, messages)? {
            end = self.follow(output, messages)?;
        }
        Ok(end)
    }

    /// Processes batches until the end or an interruption.
    fn follow(&mut self, output: &mut NeighbourOutput, messages: &Messages) -> anyhow::Result<End> {
        let progress = messages.progress(None, output.is_terminal());
        let bar = progress.bar();
        let smallest = self.pool.threads().max(2);
        let mut wanted = smallest;
        loop {
            let jobs: Vec<RemovalJob> = std::iter::from_fn(|| self.jobs.next())
                .take(wanted)
                .collect();
            let Some(last) = jobs.last() else {
                return Ok(End::Exhausted);
            };
            let begun = Instant::now();
            let place = (last.origin.number, last.number + 1);
            if let Err(end) = self.work(jobs, output)? {
                return Ok(end);
            }
            output.remember(|state| {
                (state.puzzles, state.removals) = place;
                state.hardest = self.hardest.chosen().to_vec();
                state.totals = self.totals;
            })?;
            if let Some(bar) = &bar {
                bar.set_message(format!(
                    "{}, {} found",
                    plural(self.totals.removals, "removal"),
                    thousands(self.totals.written)
                ));
            }
            match begun.elapsed() {
                time if time < QUICK => wanted = (wanted * 2).min(MOST_JOBS),
                time if time > SLOW => wanted = (wanted / 2).max(smallest),
                _ => {}
            }
        }
    }

    /// Processes removals in parallel and writes the results in order; writes nothing if
    /// interrupted.
    fn work(
        &mut self,
        jobs: Vec<RemovalJob>,
        output: &mut NeighbourOutput,
    ) -> anyhow::Result<Result<(), End>> {
        let (options, seen, pool) = (self.options, &self.seen, &self.pool);
        let completed: Vec<RunEnd> = pool.run(|| {
            jobs.par_iter()
                .map(|job| complete(options, seen, job))
                .collect()
        });
        let mut totals = self.totals;
        let mut found: Vec<Vec<FoundNeighbour>> = Vec::with_capacity(jobs.len());
        for completed in completed {
            totals.removals += 1;
            match completed {
                RunEnd::Found(mut neighbours, disliked) => {
                    let before = neighbours.len();
                    neighbours.retain(|one| !seen.contains(one.key));
                    totals.repeated += (before - neighbours.len()) as u64;
                    totals.disliked += disliked;
                    found.push(neighbours);
                }
                RunEnd::TooMany => {
                    totals.passed_over += 1;
                    found.push(Vec::new());
                }
                RunEnd::Unfinished(end) => return Ok(Err(end)),
            }
        }
        if options.needs_rating() || options.filter.er.is_some() {
            let rate = |(job, found): (&RemovalJob, &mut Vec<FoundNeighbour>)| {
                found.par_iter_mut().for_each(|one| rate(options, job, one));
            };
            let pairs = || jobs.par_iter().zip(found.par_iter_mut()).for_each(rate);
            pool.run(pairs);
        }
        if options.search.cancel.is_cancelled() {
            return Ok(Err(End::Cancelled));
        }
        for (job, found) in jobs.iter().zip(&found) {
            if job.number == 0 {
                totals.puzzles += 1;
                self.seen.insert_origin(&job.origin.puzzle);
            }
            for one in found {
                let is_accepted = one.has_er && options.filter.accepts_rating(one.rating.as_ref());
                if !is_accepted {
                    totals.disliked += 1;
                } else if self.seen.insert(one.key) {
                    totals.written += 1;
                    output.write(options, job, one)?;
                    if let Some(rating) = &one.rating {
                        let shape = job.origin.puzzle.shape();
                        self.hardest
                            .offer(rating.score, shape, &one.neighbour.values);
                    }
                } else {
                    totals.repeated += 1;
                }
            }
        }
        self.totals = totals;
        output.flush_stream()?;
        Ok(Ok(()))
    }
}

/// The result of a removal.
enum RunEnd {
    /// Neighbours, and how many were filtered out by their number of givens.
    Found(Vec<FoundNeighbour>, u64),
    TooMany,
    Unfinished(End),
}

fn complete(options: &NeighboursOptions, seen: &SeenPuzzles, job: &RemovalJob) -> RunEnd {
    let puzzle = &job.origin.puzzle;
    if options.search.cancel.is_cancelled() {
        return RunEnd::Unfinished(End::Cancelled);
    }
    let solver = options.search.solver(1);
    match options.around.complete(&solver, puzzle, &job.removed) {
        Completions::TooMany => RunEnd::TooMany,
        Completions::Unfinished(end) => RunEnd::Unfinished(end),
        Completions::Found(found) => {
            let all = found.len();
            let givens = |one: &Neighbour| one.values.iter().filter(|value| **value != 0).count();
            let accepted = found
                .into_iter()
                .filter(|one| options.filter.accepts_givens(givens(one)));
            let found = accepted.map(|neighbour| FoundNeighbour {
                key: seen.key(puzzle.shape(), &neighbour.values),
                neighbour,
                rating: None,
                has_er: true,
            });
            let found: Vec<FoundNeighbour> = found.collect();
            if options.search.cancel.is_cancelled() {
                return RunEnd::Unfinished(End::Cancelled);
            }
            let disliked = (all - found.len()) as u64;
            RunEnd::Found(found, disliked)
        }
    }
}

fn rate(options: &NeighboursOptions, job: &RemovalJob, found: &mut FoundNeighbour) {
    if options.search.cancel.is_cancelled() {
        return;
    }
    let shape = job.origin.puzzle.shape().clone();
    let Ok(puzzle) = Puzzle::from_values(shape, found.neighbour.values.clone()) else {
        return;
    };
    if options.needs_rating() {
        found.rating = Rating::of_puzzle(&puzzle);
    }
    if let Some(er) = &options.filter.er
        && options.filter.accepts_rating(found.rating.as_ref())
    {
        let mut filter = RatingFilter::default();
        filter.er = Some(er.clone());
        let rater = Explainer::new().cancel_with(options.search.cancel.clone());
        found.has_er = matches!(rater.rate_if(&puzzle, &filter), Ok(Some(_)));
    }
}
