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
    engines: &[EngineTotals],
    interrupted: bool,
) -> anyhow::Result<Vec<u8>> {
    match options.style {
        ReportStyle::Words => Ok(words(options, engines, interrupted).into_bytes()),
        ReportStyle::Json => {
            let mut out = Vec::new();
            for engine in engines {
                out.extend(report::json_line(&CompareJson::new(engine, interrupted)));
            }
            Ok(out)
        }
        ReportStyle::Csv => {
            let mut writer = csv::Writer::from_writer(Vec::new());
            writer.write_record(CSV_HEADINGS)?;
            for engine in engines {
                let statistics = &engine.statistics;
                writer.serialize((
                    engine.name.clone(),
                    engine.puzzles(),
                    engine.solved,
                    engine.impossible,
                    engine.gave_up,
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
    fn new(totals: &EngineTotals, interrupted: bool) -> CompareJson {
        CompareJson {
            engine: totals.name.clone(),
            puzzles: totals.puzzles(),
            solved: totals.solved,
            no_solution: totals.impossible,
            gave_up: totals.gave_up,
            interrupted,
            statistics: Costs::from(&totals.statistics),
        }
    }
}

/// A text table without empty columns.
fn words(options: &CompareOptions, engines: &[EngineTotals], interrupted: bool) -> String {
    let any_impossible = engines.iter().any(|engine| engine.impossible > 0);
    let any_gave_up = engines.iter().any(|engine| engine.gave_up > 0);
    let mut headings = vec!["engine"];
    headings.extend(interrupted.then_some("puzzles"));
    headings.push("solved");
    headings.extend(any_impossible.then_some("no solution"));
    headings.extend(any_gave_up.then_some("gave up"));
    headings.extend(COST_HEADINGS);
    let rows: Vec<Vec<String>> = engines
        .iter()
        .map(|engine| {
            let mut row = vec![engine.name.clone()];
            row.extend(interrupted.then(|| thousands(engine.puzzles())));
            row.push(thousands(engine.solved));
            row.extend(any_impossible.then(|| thousands(engine.impossible)));
            row.extend(any_gave_up.then(|| thousands(engine.gave_up)));
            row.extend(cost_cells(&engine.statistics));
            row
        })
        .collect();
    let table = report::table(&headings, 1, &rows);
    let mark = if interrupted { "interrupted; " } else { "" };
    let footnote = footnote(options, engines, any_gave_up);
    format!("{table}\n{mark}{footnote}\n")
}

/// How many puzzles there were, and when an engine gave up.
pub fn footnote(options: &CompareOptions, engines: &[EngineTotals], any_gave_up: bool) -> String {
    let puzzles = engines.iter().map(EngineTotals::puzzles).max().unwrap_or(0);
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
