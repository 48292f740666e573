//! `sudokit neighbours`: other puzzles that are a few givens away, for hunters.
//!
//! Removals are worked on side by side in batches, and what comes of them is handled in their
//! order: so the output does not depend on the number of threads, and a hunt can go on from
//! wherever it was ended.

mod args;
mod filter;
mod jobs;
mod rounds;
mod seen;
mod state;
mod tally;
mod write;

use std::path::PathBuf;
use std::time::{Duration, Instant};

use rayon::prelude::*;
use sudokit::Puzzle;
use sudokit::analyse::{Completions, Neighbour, Neighbourhood};
use sudokit::format::ReadOptions;
use sudokit::rate::Rating;
use sudokit::solve::End;

use crate::effort::Effort;
use crate::exit::Exit;
use crate::input::Source;
use crate::output::Destination;
use crate::pipeline::Crew;
use crate::quantities::{plural, thousands};
use crate::report;
use crate::talk::Talk;
pub use args::NeighboursArgs;
pub use filter::FilterArgs;
use jobs::{Job, Jobs};
use rounds::Hardest;
use seen::Seen;
use state::Resumable;
use tally::Tally;
use write::Output;

/// A batch holds no more removals than this.
const MOST_JOBS: usize = 1 << 12;
/// A batch that is done sooner could have been larger.
const QUICK: Duration = Duration::from_millis(50);
/// A batch that takes longer should have been smaller.
const SLOW: Duration = Duration::from_millis(400);

/// What `neighbours` was asked to do.
pub struct Plan {
    pub sources: Vec<Source>,
    pub read: ReadOptions,
    pub effort: Effort,
    pub around: Neighbourhood,
    /// As it was typed, for the state of a hunt.
    pub asked: String,
    pub limit: u64,
    pub rounds: u64,
    /// How many puzzles go into the next round.
    pub keep: usize,
    pub filter: FilterArgs,
    pub isomorphs: bool,
    pub json: bool,
    pub destination: Destination,
    pub resume: Option<PathBuf>,
}

impl Plan {
    /// Whether puzzles have to be rated, to choose among them or for the next round.
    fn needs_rating(&self) -> bool {
        self.rounds > 1 || self.filter.needs_rating()
    }
}

/// Hunts around every puzzle of every file.
///
/// # Errors
/// What stops the whole run.
pub fn run(plan: &Plan, talk: &Talk) -> anyhow::Result<Exit> {
    plan.destination.check(&plan.sources)?;
    let mut output = open(plan)?;
    let mut hunt = Hunt {
        plan,
        crew: Crew::new(&plan.effort)?,
        seen: Seen::new(plan.isomorphs, plan.effort.cancel.clone()),
        tally: Tally::default(),
        jobs: Jobs::new(plan, talk),
        round: 0,
        hardest: Hardest::new(plan.keep, Vec::new()),
        exit: Exit::Answered,
    };
    if let Output::Growing(resumable) = &mut output {
        if resumable.state.finished {
            talk.remark("this hunt has come to its end");
            resumable.state.tally.tell(plan.limit, talk);
            return Ok(Exit::Answered);
        }
        hunt.go_on(resumable, talk)?;
    }
    let mut end = hunt.follow(&mut output, talk)?;
    while end == End::Exhausted && hunt.begin_next_round(&mut output, talk)? {
        end = hunt.follow(&mut output, talk)?;
    }
    output.finish(end == End::Exhausted)?;
    hunt.tally.tell(plan.limit, talk);
    if let (End::Cancelled, true) = (end, plan.resume.is_some()) {
        talk.note("the same command goes on from here");
    }
    hunt.exit.raise(hunt.jobs.exit);
    hunt.exit.raise(report::exit_of(end));
    Ok(hunt.exit)
}

fn open(plan: &Plan) -> anyhow::Result<Output> {
    match (&plan.destination, &plan.resume) {
        (Destination::File(path), Some(state)) => {
            let asked = plan.asked.clone();
            Ok(Output::Growing(Resumable::open(state, path, asked)?))
        }
        (destination, _) => Output::new(destination),
    }
}

struct Hunt<'a> {
    plan: &'a Plan,
    crew: Crew,
    seen: Seen,
    tally: Tally,
    jobs: Jobs<'a>,
    /// How many rounds are done.
    round: u64,
    /// What the next round goes on from.
    hardest: Hardest,
    exit: Exit,
}

/// A neighbour that may be written.
pub struct Found {
    pub neighbour: Neighbour,
    key: u128,
    /// Where the filter or the report wants to know.
    pub rating: Option<Rating>,
}

impl<'a> Hunt<'a> {
    /// Goes to where the state says, and remembers what was written on the way there.
    fn go_on(&mut self, resumable: &mut Resumable, talk: &'a Talk) -> anyhow::Result<()> {
        let state = resumable.state.clone();
        self.tally = state.tally;
        self.round = state.round;
        self.hardest = Hardest::new(self.plan.keep, state.hardest);
        if state.round > 0 {
            while let Some(origin) = self.jobs.next_puzzle() {
                self.seen.insert_origin(&origin.puzzle);
            }
            self.exit.raise(self.jobs.exit);
            self.jobs = Jobs::of_round(self.plan, talk, state.origins);
        }
        let begun = (state.puzzles, state.removals) != (0, 0);
        while begun && let Some(origin) = self.jobs.next_puzzle() {
            self.seen.insert_origin(&origin.puzzle);
            if origin.number == state.puzzles {
                self.jobs.go_to(&origin, state.removals);
                break;
            }
        }
        resumable.each_line(|line| self.seen.insert_written(&write::values(line)))?;
        Ok(())
    }

    /// Goes on from the hardest of what was found, if another round is wanted and possible.
    fn begin_next_round(&mut self, output: &mut Output, talk: &'a Talk) -> anyhow::Result<bool> {
        let chosen = self.hardest.take();
        if self.round + 1 >= self.plan.rounds || chosen.is_empty() {
            return Ok(false);
        }
        self.round += 1;
        self.exit.raise(self.jobs.exit);
        self.jobs = Jobs::of_round(self.plan, talk, chosen.clone());
        output.remember(|state| {
            state.round = self.round;
            (state.puzzles, state.removals) = (0, 0);
            (state.origins, state.hardest) = (chosen, Vec::new());
        })?;
        Ok(true)
    }

    /// Batch after batch, to the end or to an interruption.
    fn follow(&mut self, output: &mut Output, talk: &Talk) -> anyhow::Result<End> {
        let watch = talk.watch(None, output.is_terminal());
        let bar = watch.bar();
        let smallest = self.crew.threads().max(2);
        let mut wanted = smallest;
        loop {
            let jobs: Vec<Job> = std::iter::from_fn(|| self.jobs.next())
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
                state.tally = self.tally;
            })?;
            if let Some(bar) = &bar {
                bar.set_message(format!(
                    "{}, {} found",
                    plural(self.tally.removals, "removal"),
                    thousands(self.tally.written)
                ));
            }
            match begun.elapsed() {
                time if time < QUICK => wanted = (wanted * 2).min(MOST_JOBS),
                time if time > SLOW => wanted = (wanted / 2).max(smallest),
                _ => {}
            }
        }
    }

    /// Works on some removals side by side and writes what comes of them, in their order; nothing
    /// at all where they were interrupted.
    fn work(&mut self, jobs: Vec<Job>, output: &mut Output) -> anyhow::Result<Result<(), End>> {
        let (plan, seen, crew) = (self.plan, &self.seen, &self.crew);
        let completed: Vec<Completed> = crew.run(|| {
            jobs.par_iter()
                .map(|job| complete(plan, seen, job))
                .collect()
        });
        let mut tally = self.tally;
        let mut found: Vec<Vec<Found>> = Vec::with_capacity(jobs.len());
        for completed in completed {
            tally.removals += 1;
            match completed {
                Completed::Found(mut neighbours, disliked) => {
                    let before = neighbours.len();
                    neighbours.retain(|one| !seen.contains(one.key));
                    tally.repeated += (before - neighbours.len()) as u64;
                    tally.disliked += disliked;
                    found.push(neighbours);
                }
                Completed::TooMany => {
                    tally.passed_over += 1;
                    found.push(Vec::new());
                }
                Completed::Unfinished(end) => return Ok(Err(end)),
            }
        }
        if plan.needs_rating() {
            let rate = |(job, found): (&Job, &mut Vec<Found>)| {
                found.par_iter_mut().for_each(|one| rate(plan, job, one));
            };
            let pairs = || jobs.par_iter().zip(found.par_iter_mut()).for_each(rate);
            crew.run(pairs);
        }
        if plan.effort.cancel.is_cancelled() {
            return Ok(Err(End::Cancelled));
        }
        for (job, found) in jobs.iter().zip(&found) {
            if job.number == 0 {
                tally.puzzles += 1;
                self.seen.insert_origin(&job.origin.puzzle);
            }
            for one in found {
                if !plan.filter.likes_rating(one.rating.as_ref()) {
                    tally.disliked += 1;
                } else if self.seen.insert(one.key) {
                    tally.written += 1;
                    output.write(plan, job, one)?;
                    if let Some(rating) = &one.rating {
                        let shape = job.origin.puzzle.shape();
                        self.hardest
                            .offer(rating.score, shape, &one.neighbour.values);
                    }
                } else {
                    tally.repeated += 1;
                }
            }
        }
        self.tally = tally;
        output.hand_over()?;
        Ok(Ok(()))
    }
}

/// What came of a removal.
enum Completed {
    /// Neighbours, and how many were not liked for their number of givens.
    Found(Vec<Found>, u64),
    TooMany,
    Unfinished(End),
}

fn complete(plan: &Plan, seen: &Seen, job: &Job) -> Completed {
    let puzzle = &job.origin.puzzle;
    if plan.effort.cancel.is_cancelled() {
        return Completed::Unfinished(End::Cancelled);
    }
    let solver = plan.effort.solver(1);
    match plan.around.complete(&solver, puzzle, &job.removed) {
        Completions::TooMany => Completed::TooMany,
        Completions::Unfinished(end) => Completed::Unfinished(end),
        Completions::Found(found) => {
            let all = found.len();
            let givens = |one: &Neighbour| one.values.iter().filter(|value| **value != 0).count();
            let liked = found
                .into_iter()
                .filter(|one| plan.filter.likes_givens(givens(one)));
            let found = liked.map(|neighbour| Found {
                key: seen.key(puzzle.shape(), &neighbour.values),
                neighbour,
                rating: None,
            });
            let found: Vec<Found> = found.collect();
            if plan.effort.cancel.is_cancelled() {
                return Completed::Unfinished(End::Cancelled);
            }
            let disliked = (all - found.len()) as u64;
            Completed::Found(found, disliked)
        }
    }
}

fn rate(plan: &Plan, job: &Job, found: &mut Found) {
    if plan.effort.cancel.is_cancelled() {
        return;
    }
    let shape = job.origin.puzzle.shape().clone();
    if let Ok(puzzle) = Puzzle::from_values(shape, found.neighbour.values.clone()) {
        found.rating = Rating::of_puzzle(&puzzle);
    }
}
