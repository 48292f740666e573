//! Measures Sudokit side by side with other solvers on this machine.
//!
//! ```text
//! cargo run --release -p bench -- [FILES…]
//! ```
//!
//! | file | contents |
//! |---|---|
//! | `args`, `roster` | the arguments, and the contenders they select |
//! | `corpus`, `easy`, `random` | the puzzles, read or generated |
//! | `contender/` | one file per kind of solver |
//! | `canonical` | the measurement of canonical forms |
//! | `measure`, `statistics` | the clock, and statistics of its readings |
//! | `verify` | the check of every answer |
//! | `machine` | the machine and the compiler |
//! | `results`, `table`, `svg`, `record` | the figures as data, table, picture and record |

mod args;
mod canonical;
mod contender;
mod corpus;
mod easy;
mod machine;
mod measure;
mod random;
mod record;
mod results;
mod roster;
mod statistics;
mod svg;
mod table;
mod verify;

use std::fs;
use std::path::Path;
use std::process::ExitCode;

use anyhow::{Context, Result, ensure};
use clap::Parser;

use args::Arguments;
use corpus::Corpus;
use machine::Machine;
use measure::{Settings, measure};
use results::Results;

fn main() -> ExitCode {
    match run(&Arguments::parse()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(problem) => {
            eprintln!("bench: {problem:#}");
            ExitCode::FAILURE
        }
    }
}

fn run(arguments: &Arguments) -> Result<()> {
    if arguments.canonical {
        println!("{}\n", Machine::here().describe());
        return canonical::run(corpora_of(arguments)?, arguments.rounds);
    }
    let mut roster = roster::assemble(arguments)?;
    let machine = Machine::here();
    println!("{}\n", machine.describe());

    let settings = Settings {
        limit: arguments.limit,
        rounds: arguments.rounds,
        patience: arguments.patience,
    };
    let mut corpora = Vec::new();
    for corpus in corpora_of(arguments)? {
        eprintln!("{}: {} puzzles …", corpus.name, corpus.puzzles.len());
        corpora.push(measure(&corpus, &mut roster.contenders, &settings)?);
    }
    let results = Results {
        date: record::today(),
        machine,
        limit: arguments.limit,
        rounds: arguments.rounds,
        corpora,
        comparisons: roster.comparisons,
    };
    print!("{}", table::render(&results));
    if arguments.nodes {
        print!("\n{}", table::nodes(&results));
    }
    keep(&results, arguments)
}

fn corpora_of(arguments: &Arguments) -> Result<Vec<Corpus>> {
    let mut corpora = Vec::new();
    let mut files = arguments.files.clone();
    if files.is_empty() {
        if arguments.easy > 0 {
            corpora.push(Corpus::easy(arguments.easy));
        }
        if let Some(data) = std::env::var_os("SUDOKIT_DATA") {
            files = corpus::files_of(Path::new(&data))?;
        }
    }
    for file in files {
        corpora.push(Corpus::read(&file)?);
    }
    ensure!(!corpora.is_empty(), "no puzzles to measure");
    Ok(match arguments.sample {
        Some(at_most) => corpora.into_iter().map(|c| c.sampled(at_most)).collect(),
        None => corpora,
    })
}

/// Writes the results to the requested files.
fn keep(results: &Results, arguments: &Arguments) -> Result<()> {
    let json = serde_json::to_string_pretty(results)? + "\n";
    let record = arguments.record.then(|| record::path(results));
    if let Some(folder) = record.as_deref().and_then(Path::parent) {
        fs::create_dir_all(folder)?;
    }
    let picture = arguments
        .svg
        .as_ref()
        .map(|path| (path, svg::render(results)));
    let files = arguments.json.iter().chain(&record);
    for (path, text) in files.map(|path| (path, json.clone())).chain(picture) {
        fs::write(path, text).with_context(|| path.display().to_string())?;
    }
    Ok(())
}
