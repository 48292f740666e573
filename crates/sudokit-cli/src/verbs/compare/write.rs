//! A comparison as a text table, JSON lines or CSV.

use serde::Serialize;

use super::EngineTotals;
use super::options::CompareOptions;
use crate::args::files::ReportStyle;
use crate::args::quantities::{self, plural, thousands};
use crate::report::{self, COST_HEADINGS, Costs, cost_cells};

/// The whole report. After an interruption the engines may have tried different numbers of puzzles,
/// so these are shown.
///
/// # Errors
/// Only if memory cannot be written to.
pub fn report(
    options: &CompareOptions,
    entrants: &[EngineTotals],
    interrupted: bool,
) -> anyhow::Result<Vec<u8>> {
    match options.style {
        ReportStyle::Words => Ok(words(options, entrants, interrupted).into_bytes()),
        ReportStyle::Json => {
            let mut out = Vec::new();
            for entrant in entrants {
                serde_json::to_writer(&mut out, &CompareJson::new(entrant, interrupted))?;
                out.push(b'\n');
            }
            Ok(out)
        }
        ReportStyle::Csv => {
            let mut writer = csv::Writer::from_writer(Vec::new());
            writer.write_record(CSV_HEADINGS)?;
            for entrant in entrants {
                let statistics = &entrant.statistics;
                writer.serialize((
                    entrant.name.clone(),
                    entrant.puzzles(),
                    entrant.solved,
                    entrant.impossible,
                    entrant.gave_up,
                    statistics.nodes,
                    statistics.assignments,
                    statistics.backtracks,
                    statistics.checks,
                    statistics.deepest,
                    statistics.elapsed.as_secs_f64(),
                ))?;
            }
            Ok(writer.into_inner()?)
        }
    }
}

const CSV_HEADINGS: [&str; 11] = [
    "engine",
    "puzzles",
    "solved",
    "no solution",
    "gave up",
    "nodes",
    "assignments",
    "backtracks",
    "checks",
    "deepest",
    "seconds",
];

#[derive(Serialize)]
struct CompareJson {
    engine: String,
    puzzles: u64,
    solved: u64,
    no_solution: u64,
    gave_up: u64,
    /// Whether there were more puzzles to come.
    interrupted: bool,
    statistics: Costs,
}

impl CompareJson {
    fn new(entrant: &EngineTotals, interrupted: bool) -> CompareJson {
        CompareJson {
            engine: entrant.name.clone(),
            puzzles: entrant.puzzles(),
            solved: entrant.solved,
            no_solution: entrant.impossible,
            gave_up: entrant.gave_up,
            interrupted,
            statistics: Costs::from(&entrant.statistics),
        }
    }
}

/// A text table without empty columns.
fn words(options: &CompareOptions, entrants: &[EngineTotals], interrupted: bool) -> String {
    let any_impossible = entrants.iter().any(|entrant| entrant.impossible > 0);
    let any_gave_up = entrants.iter().any(|entrant| entrant.gave_up > 0);
    let mut headings = vec!["engine"];
    headings.extend(interrupted.then_some("puzzles"));
    headings.push("solved");
    headings.extend(any_impossible.then_some("no solution"));
    headings.extend(any_gave_up.then_some("gave up"));
    headings.extend(COST_HEADINGS);
    let rows: Vec<Vec<String>> = entrants
        .iter()
        .map(|entrant| {
            let mut row = vec![entrant.name.clone()];
            row.extend(interrupted.then(|| thousands(entrant.puzzles())));
            row.push(thousands(entrant.solved));
            row.extend(any_impossible.then(|| thousands(entrant.impossible)));
            row.extend(any_gave_up.then(|| thousands(entrant.gave_up)));
            row.extend(cost_cells(&entrant.statistics));
            row
        })
        .collect();
    let table = report::table(&headings, 1, &rows);
    let mark = if interrupted { "interrupted; " } else { "" };
    let footnote = footnote(options, entrants, any_gave_up);
    format!("{table}\n{mark}{footnote}\n")
}

/// How many puzzles there were, and when an engine gave up.
pub fn footnote(options: &CompareOptions, entrants: &[EngineTotals], any_gave_up: bool) -> String {
    let puzzles = entrants
        .iter()
        .map(EngineTotals::puzzles)
        .max()
        .unwrap_or(0);
    let mut text = format!(
        "{}, one thread, one solution each",
        plural(puzzles, "puzzle")
    );
    if any_gave_up {
        let nodes = options.search.node_limit.map(|nodes| plural(nodes, "node"));
        let time = options.search.time_limit.map(quantities::round);
        let limits: Vec<String> = nodes.into_iter().chain(time).collect();
        text += &format!(
            "; an engine gives up on a puzzle after {}",
            limits.join(" or ")
        );
    }
    text
}
