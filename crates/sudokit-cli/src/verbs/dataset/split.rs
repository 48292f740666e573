//! `sudokit dataset split`: train and test sets without isomorphic puzzles in both.

use std::io::Write;

use sudokit::dataset::{Part, class_keys, first_of_each_class, guesses_of_all, stratum};

use super::options::SplitOptions;
use super::pairs;
use super::write::{Field, TableStyle};
use crate::args::quantities::{plural, thousands};
use crate::io::output::Destination;
use crate::io::pipeline::ThreadPool;
use crate::report::Exit;
use crate::report::error::CliError;
use crate::terminal::messages::Messages;

const COLUMNS: [&str; 3] = ["puzzle", "solution", "guesses"];

/// Divides the pairs of all files. They are kept in memory, because the sizes of the strata must
/// be known before the first pair is written.
///
/// # Errors
/// Whatever stops the whole run.
pub fn run(options: &SplitOptions, messages: &Messages) -> anyhow::Result<Exit> {
    let job = &options.job;
    let outputs = ["train.csv", "test.csv"];
    let outputs = outputs.map(|name| Destination::File(options.directory.join(name)));
    for output in &outputs {
        output.check(&job.sources)?;
    }
    options.seed.report(messages);
    let pool = ThreadPool::new(&job.search)?;
    let (all, exit) = pairs::all(job, (&pool, messages))?;
    if exit == Exit::Interrupted {
        messages.interrupted("nothing was written: the sets need all puzzles");
        return Ok(exit);
    }
    create_directory(&options.directory)?;
    let threads = pool.threads();
    let keys = pool.run(|| class_keys(&all.puzzles, threads));
    let firsts = first_of_each_class(&keys);
    let kept: Vec<usize> = match options.dedupe {
        true => firsts.clone(),
        false => (0..all.len()).collect(),
    };
    let guesses = pool.run(|| guesses_of_all(&all.puzzles, threads));
    let guesses: Vec<Option<u32>> = guesses
        .iter()
        .map(|found| found.ok().map(|found| found.guesses))
        .collect();
    let strata: Vec<u32> = guesses
        .iter()
        .map(|count| stratum(count.unwrap_or(u32::MAX)))
        .collect();
    let split = options.test.split(options.seed.number);
    let parts = split.parts(&keys, &strata);
    let mut counts = [0u64; 2];
    for ((output, part), count) in outputs
        .iter()
        .zip([Part::Train, Part::Test])
        .zip(&mut counts)
    {
        let mut sink = output.open()?;
        sink.write_all(&TableStyle::Csv.header(&COLUMNS))?;
        let mut text = Vec::new();
        for &index in kept.iter().filter(|index| parts[**index] == Some(part)) {
            let fields = [
                Field::Board(&all.puzzles[index]),
                Field::Board(&all.solutions[index]),
                guesses[index].map_or(Field::Absent, |count| Field::Number(count.into())),
            ];
            TableStyle::Csv.push_row(&COLUMNS, &fields, &mut text);
            *count += 1;
            if text.len() > 1 << 16 {
                sink.write_all(&text)?;
                text.clear();
            }
        }
        sink.write_all(&text)?;
        output.finish(sink, true, messages)?;
    }
    messages.remark(format_args!(
        "{} in {} classes: {} for training, {} for testing",
        plural(all.len() as u64, "puzzle"),
        thousands(firsts.len() as u64),
        thousands(counts[0]),
        thousands(counts[1])
    ));
    Ok(exit)
}

/// Creates a directory unless it is there.
///
/// # Errors
/// When it cannot be created.
pub fn create_directory(path: &std::path::Path) -> Result<(), CliError> {
    std::fs::create_dir_all(path).map_err(|error| {
        CliError::new(
            format!("cannot create the directory `{}`: {error}", path.display()),
            "name another directory with -o",
        )
    })
}
