//! `sudokit dataset rate`: guesses, and level and score if asked for, as columns.

use std::io::Write;

use rayon::prelude::*;
use sudokit::dataset::guesses;
use sudokit::rate::Rating;
use sudokit::{Puzzle, Shape};

use super::options::RateOptions;
use super::pairs::{self, Missing};
use super::write::Field;
use crate::args::quantities::plural;
use crate::io::pipeline::ThreadPool;
use crate::report::Exit;
use crate::terminal::messages::Messages;

const COLUMNS: [&str; 6] = ["puzzle", "solution", "guesses", "level", "score", "hardest"];

/// The columns without a rating by techniques.
const FEW_COLUMNS: usize = 3;

/// Rates every pair of every file.
///
/// # Errors
/// Whatever stops the whole run.
pub fn run(options: &RateOptions, messages: &Messages) -> anyhow::Result<Exit> {
    let RateOptions { job, style, .. } = options;
    job.destination.check(&job.sources)?;
    let pool = ThreadPool::new(&job.search)?;
    let mut sink = job.destination.open()?;
    let columns = match options.with_level {
        true => &COLUMNS[..],
        false => &COLUMNS[..FEW_COLUMNS],
    };
    sink.write_all(&style.header(columns))?;
    let mut count = 0;
    let exit = pairs::each(
        job,
        Missing::Solve,
        (&pool, messages),
        |pairs| {
            let row = |(puzzle, solution): (&[u8; 81], &[u8; 81])| {
                let guesses = guesses(puzzle).map(|found| found.guesses);
                let rating = options.with_level.then(|| rating(puzzle)).flatten();
                let hardest = rating.as_ref().and_then(|rating| rating.hardest);
                let fields = [
                    Field::Board(puzzle),
                    Field::Board(solution),
                    guesses.map_or(Field::Absent, |count| Field::Number(count.into())),
                    rating
                        .as_ref()
                        .map_or(Field::Absent, |rating| Field::Word(rating.level.name())),
                    rating
                        .as_ref()
                        .map_or(Field::Absent, |rating| Field::Number(rating.score.into())),
                    hardest.map_or(Field::Absent, |hardest| Field::Word(hardest.slug())),
                ];
                let mut text = Vec::with_capacity(200);
                style.push_row(columns, &fields[..columns.len()], &mut text);
                text
            };
            let all = || {
                let pairs = pairs.puzzles.par_iter().zip(&pairs.solutions);
                pairs.map(row).collect::<Vec<_>>()
            };
            for text in pool.run(all) {
                sink.write_all(&text)?;
            }
            count += pairs.len() as u64;
            pairs.clear();
            Ok(sink.flush_stream()?)
        },
        |located, found| pairs::report_unfit(messages, located, found),
    )?;
    job.destination.finish(sink, true, messages)?;
    messages.remark(format_args!("{} rated", plural(count, "puzzle")));
    Ok(exit)
}

fn rating(puzzle: &[u8; 81]) -> Option<Rating> {
    let puzzle = Puzzle::from_values(Shape::classic(), puzzle.to_vec()).ok()?;
    Rating::of_puzzle(&puzzle)
}
