//! `sudokit dataset export`: arrays in the layout that HRM and TRM read.

use std::io::Write;
use std::path::Path;

use rayon::prelude::*;
use sudokit::dataset::{Augmentation, hrm};

use super::options::ExportOptions;
use super::pairs::{self, Pairs};
use super::split::create_directory;
use crate::args::quantities::{plural, thousands};
use crate::io::output::Sink;
use crate::io::pipeline::ThreadPool;
use crate::report::Exit;
use crate::report::error::CliError;
use crate::terminal::messages::Messages;

/// The examples that are made at a time on one thread, at most.
const PART: usize = 1 << 12;

/// Writes the pairs of all files as one part of a set. They are kept in memory, because the header
/// of an array has its length; their isomorphs are not.
///
/// # Errors
/// Whatever stops the whole run.
pub fn run(options: &ExportOptions, messages: &Messages) -> anyhow::Result<Exit> {
    let job = &options.job;
    if options.copies > 0 {
        options.seed.report(messages);
    }
    let pool = ThreadPool::new(&job.search)?;
    let (all, exit) = pairs::all(job, (&pool, messages))?;
    if exit == Exit::Interrupted {
        messages.interrupted("nothing was written: the headers need all puzzles");
        return Ok(exit);
    }
    let (groups, group_size) = (all.len() as u64, options.copies as u64 + 1);
    let Some(files) = hrm::index_files(groups, group_size) else {
        return Err(CliError::new(
            format!("more than {} examples", thousands(hrm::MOST_EXAMPLES)),
            "the indices of this layout have 32 bits: use fewer puzzles or --copies",
        )
        .into());
    };
    let folder = options.directory.join(options.part.folder());
    create_directory(&folder)?;
    write_boards(options, &pool, &all, &folder)?;
    for (name, contents) in &files {
        write_file(&folder.join(name), contents)?;
    }
    let identifiers = options.directory.join(hrm::IDENTIFIERS_FILE);
    write_file(&identifiers, hrm::IDENTIFIERS.as_bytes())?;
    messages.remark(format_args!("Saved {}", folder.display()));
    messages.remark(format_args!(
        "{} in {}",
        plural(groups * group_size, "example"),
        plural(groups, "group")
    ));
    Ok(exit)
}

fn write_file(path: &Path, contents: &[u8]) -> anyhow::Result<()> {
    let mut sink = Sink::create(path)?;
    sink.write_all(contents)?;
    sink.finish()
}

/// Writes the tokens of all puzzles and solutions.
fn write_boards(
    options: &ExportOptions,
    pool: &ThreadPool,
    all: &Pairs,
    folder: &Path,
) -> anyhow::Result<()> {
    let group_size = options.copies + 1;
    let header = hrm::board_header(all.len() as u64 * group_size as u64);
    let mut inputs = Sink::create(&folder.join(hrm::INPUTS_FILE))?;
    let mut labels = Sink::create(&folder.join(hrm::LABELS_FILE))?;
    inputs.write_all(&header)?;
    labels.write_all(&header)?;
    let augmentation = Augmentation::new(options.seed.number, options.copies);
    let group = |index: usize| {
        let (puzzle, solution) = (&all.puzzles[index], &all.solutions[index]);
        let mut tokens = [(); 2].map(|()| Vec::with_capacity(group_size * 81));
        let mut push = |puzzle: &[u8; 81], solution: &[u8; 81]| {
            hrm::push_tokens(puzzle, &mut tokens[0]);
            hrm::push_tokens(solution, &mut tokens[1]);
        };
        push(puzzle, solution);
        for isomorph in augmentation.isomorphs(index as u64) {
            push(&isomorph.apply(puzzle), &isomorph.apply(solution));
        }
        tokens
    };
    let at_once = PART.div_ceil(group_size) * pool.threads();
    for start in (0..all.len()).step_by(at_once) {
        let indices = start..all.len().min(start + at_once);
        let groups: Vec<[Vec<u8>; 2]> = pool.run(|| indices.into_par_iter().map(group).collect());
        for [puzzles, solutions] in groups {
            inputs.write_all(&puzzles)?;
            labels.write_all(&solutions)?;
        }
    }
    inputs.finish()?;
    labels.finish()
}
