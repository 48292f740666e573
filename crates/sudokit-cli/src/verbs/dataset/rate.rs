//! `sudokit dataset rate`: guesses, and level, score and ER if asked for, as columns.

use std::io::Write;

use rayon::prelude::*;
use sudokit::dataset::guesses;
use sudokit::rate::Rating;
use sudokit::rate::explainer::Explainer;
use sudokit::{Puzzle, Shape};

use super::options::RateOptions;
use super::pairs::{self, Missing};
use super::write::Field;
use crate::args::quantities::plural;
use crate::io::pipeline::ThreadPool;
use crate::report::Exit;
use crate::terminal::messages::Messages;

const COLUMNS: [&str; 3] = ["puzzle", "solution", "guesses"];

/// The columns of a rating by techniques.
const LEVEL_COLUMNS: [&str; 3] = ["level", "score", "hardest"];

/// The columns of a rating as Sudoku Explainer does it.
const EXPLAINER_COLUMNS: [&str; 3] = ["er", "ep", "ed"];

/// Rates every pair of every file.
///
/// # Errors
/// Whatever stops the whole run.
pub fn run(options: &RateOptions, messages: &Messages) -> anyhow::Result<Exit> {
    let RateOptions { job, style, .. } = options;
    job.destination.check(&job.sources)?;
    let pool = ThreadPool::new(&job.search)?;
    let mut sink = job.destination.open()?;
    let level_columns = LEVEL_COLUMNS.iter().filter(|_| options.with_level);
    let explainer_columns = EXPLAINER_COLUMNS.iter().filter(|_| options.with_er);
    let columns = COLUMNS.iter().chain(level_columns).chain(explainer_columns);
    let columns: Vec<&str> = columns.copied().collect();
    sink.write_all(&style.header(&columns))?;
    let explainer = Explainer::new().cancel_with(job.search.cancel.clone());
    let mut count = 0;
    let exit = pairs::each(
        job,
        Missing::Solve,
        (&pool, messages),
        |pairs| {
            let row = |(puzzle, solution): (&[u8; 81], &[u8; 81])| {
                let guesses = guesses(puzzle).map(|found| found.guesses);
                let mut fields = vec![
                    Field::Board(puzzle),
                    Field::Board(solution),
                    guesses.map_or(Field::Absent, |count| Field::Number(count.into())),
                ];
                let classic = Puzzle::from_values(Shape::classic(), puzzle.to_vec()).ok();
                if options.with_level {
                    let rating = classic.as_ref().and_then(Rating::of_puzzle);
                    fields.extend(level_fields(rating.as_ref()));
                }
                if options.with_er {
                    let ratings = classic.and_then(|puzzle| explainer.rate(&puzzle).ok());
                    fields.extend(match ratings {
                        Some(found) => [found.er, found.ep, found.ed].map(Field::Rating),
                        None => [Field::Absent; 3],
                    });
                }
                let mut text = Vec::with_capacity(200);
                style.push_row(&columns, &fields, &mut text);
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

/// The fields of [`LEVEL_COLUMNS`].
fn level_fields(rating: Option<&Rating>) -> [Field<'static>; 3] {
    let Some(rating) = rating else {
        return [Field::Absent; 3];
    };
    let hardest = rating.hardest.map(|hardest| Field::Word(hardest.slug()));
    [
        Field::Word(rating.level.name()),
        Field::Number(rating.score.into()),
        hardest.unwrap_or(Field::Absent),
    ]
}
