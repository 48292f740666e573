//! `sudokit dataset verify`: whether the solutions of a set are right.

use std::collections::BTreeMap;
use std::io::Write;

use serde::Serialize;
use sudokit::dataset::Verdict;

use super::options::VerifyOptions;
use super::pairs::{self, Examined, Missing};
use crate::args::files::ReportStyle;
use crate::args::quantities::{enumeration, plural, thousands};
use crate::io::pipeline::ThreadPool;
use crate::report::{self, Exit};
use crate::terminal::messages::Messages;

/// What is wrong with a pair.
#[derive(Serialize)]
struct Finding<'a> {
    file: &'a str,
    line: usize,
    verdict: &'static str,
    /// The first cell that is wrong, `row * 9 + column`.
    #[serde(skip_serializing_if = "Option::is_none")]
    cell: Option<u8>,
}

const COLUMNS: [&str; 4] = ["file", "line", "verdict", "cell"];

/// Verifies every pair of every file and reports those that are not right.
///
/// # Errors
/// Whatever stops the whole run.
pub fn run(options: &VerifyOptions, messages: &Messages) -> anyhow::Result<Exit> {
    let job = &options.job;
    job.destination.check(&job.sources)?;
    let pool = ThreadPool::new(&job.search)?;
    let mut sink = job.destination.open()?;
    if options.report == ReportStyle::Csv {
        sink.write_all(&report::csv_row(COLUMNS)?)?;
    }
    let mut right = 0;
    let mut others: BTreeMap<&str, u64> = BTreeMap::new();
    let exit = pairs::each(
        job,
        Missing::Report,
        (&pool, messages),
        |pairs| {
            right += pairs.len() as u64;
            pairs.clear();
            Ok(())
        },
        |located, found| {
            let Examined::Unfit(verdict) = found else {
                return pairs::report_unfit(messages, located, found);
            };
            let cell = match verdict {
                Verdict::Open => return Ok(Exit::Answered),
                Verdict::Wrong { cell } => Some(*cell),
                _ => None,
            };
            let finding = Finding {
                file: located.file,
                line: located.piece.line,
                verdict: verdict.name(),
                cell,
            };
            let text = match options.report {
                ReportStyle::Json => report::json_line(&finding),
                ReportStyle::Csv => report::csv_row([
                    finding.file,
                    &finding.line.to_string(),
                    finding.verdict,
                    &cell.map(|cell| cell.to_string()).unwrap_or_default(),
                ])?,
                ReportStyle::Words => {
                    format!("{}: {}\n", located.place(), pairs::reason(*verdict)).into_bytes()
                }
            };
            *others.entry(verdict.name()).or_default() += 1;
            sink.write_all(&text)?;
            Ok(Exit::Failed)
        },
    )?;
    job.destination.finish(sink, true, messages)?;
    let puzzles = right + others.values().sum::<u64>();
    let rest = enumeration(others);
    let gap = if rest.is_empty() { "" } else { ", " };
    messages.remark(format_args!(
        "{}: {} right{gap}{rest}",
        plural(puzzles, "puzzle"),
        thousands(right)
    ));
    Ok(exit)
}
