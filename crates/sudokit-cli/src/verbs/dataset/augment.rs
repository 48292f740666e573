//! `sudokit dataset augment`: random isomorphs of each pair.

use std::io::Write;

use rayon::prelude::*;
use sudokit::dataset::Augmentation;

use super::options::AugmentOptions;
use super::pairs::{self, Missing};
use super::write::Field;
use crate::args::quantities::{plural, thousands};
use crate::io::pipeline::ThreadPool;
use crate::report::Exit;
use crate::terminal::messages::Messages;

/// `number` is the number of the pair in the set, from 0.
const COLUMNS: [&str; 3] = ["puzzle", "solution", "number"];

/// The rows that are formatted at a time on one thread, at most.
const PART: usize = 1 << 12;

/// Augments every pair of every file.
///
/// # Errors
/// Whatever stops the whole run.
pub fn run(options: &AugmentOptions, messages: &Messages) -> anyhow::Result<Exit> {
    let AugmentOptions { job, style, .. } = options;
    job.destination.check(&job.sources)?;
    options.seed.report(messages);
    let pool = ThreadPool::new(&job.search)?;
    let mut sink = job.destination.open()?;
    sink.write_all(&style.header(&COLUMNS))?;
    let augmentation = Augmentation::new(options.seed.number, options.copies);
    let mut number = 0;
    let exit = pairs::each(
        job,
        Missing::Solve,
        (&pool, messages),
        |pairs| {
            let rows = |index: usize| {
                let (puzzle, solution) = (&pairs.puzzles[index], &pairs.solutions[index]);
                let mut text = Vec::new();
                let mut push = |puzzle: &[u8; 81], solution: &[u8; 81]| {
                    let boards = [Field::Board(puzzle), Field::Board(solution)];
                    let number = Field::Number(number + index as u64);
                    style.push_row(&COLUMNS, &[boards[0], boards[1], number], &mut text);
                };
                if options.originals {
                    push(puzzle, solution);
                }
                for isomorph in augmentation.isomorphs(number + index as u64) {
                    push(&isomorph.apply(puzzle), &isomorph.apply(solution));
                }
                text
            };
            // Few pairs at a time: each may have many copies.
            let at_once = PART.div_ceil(options.copies.max(1)) * pool.threads();
            for start in (0..pairs.len()).step_by(at_once) {
                let indices = start..pairs.len().min(start + at_once);
                let texts: Vec<Vec<u8>> = pool.run(|| indices.into_par_iter().map(rows).collect());
                texts.iter().try_for_each(|text| sink.write_all(text))?;
            }
            number += pairs.len() as u64;
            pairs.clear();
            Ok(sink.flush_stream()?)
        },
        |located, found| pairs::report_unfit(messages, located, found),
    )?;
    job.destination.finish(sink, true, messages)?;
    let copies = options.copies as u64;
    messages.remark(format_args!(
        "{}, {} isomorphs",
        plural(number, "puzzle"),
        thousands(number * copies)
    ));
    Ok(exit)
}
