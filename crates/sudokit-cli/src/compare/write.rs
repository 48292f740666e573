//! A comparison as a table for people, as JSON lines or as CSV.

use serde::Serialize;

use super::{Entrant, Plan};
use crate::check::Style;
use crate::quantities::{self, plural, thousands};
use crate::report::{self, COST_HEADINGS, Costs, cost_cells};

/// The whole report in the style that was asked for.
///
/// # Errors
/// None that can be helped.
pub fn report(plan: &Plan, entrants: &[Entrant]) -> anyhow::Result<Vec<u8>> {
    match plan.style {
        Style::Words => Ok(words(plan, entrants).into_bytes()),
        Style::Json => {
            let mut out = Vec::new();
            for entrant in entrants {
                serde_json::to_writer(&mut out, &Line::from(entrant))?;
                out.push(b'\n');
            }
            Ok(out)
        }
        Style::Csv => {
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
struct Line {
    engine: String,
    puzzles: u64,
    solved: u64,
    no_solution: u64,
    gave_up: u64,
    statistics: Costs,
}

impl From<&Entrant> for Line {
    fn from(entrant: &Entrant) -> Line {
        Line {
            engine: entrant.name.clone(),
            puzzles: entrant.puzzles(),
            solved: entrant.solved,
            no_solution: entrant.impossible,
            gave_up: entrant.gave_up,
            statistics: Costs::from(&entrant.statistics),
        }
    }
}

/// A table; columns in which nothing happened are left out.
fn words(plan: &Plan, entrants: &[Entrant]) -> String {
    let any_impossible = entrants.iter().any(|entrant| entrant.impossible > 0);
    let any_gave_up = entrants.iter().any(|entrant| entrant.gave_up > 0);
    let mut headings = vec!["engine", "solved"];
    headings.extend(any_impossible.then_some("no solution"));
    headings.extend(any_gave_up.then_some("gave up"));
    headings.extend(COST_HEADINGS);
    let rows: Vec<Vec<String>> = entrants
        .iter()
        .map(|entrant| {
            let mut row = vec![entrant.name.clone(), thousands(entrant.solved)];
            row.extend(any_impossible.then(|| thousands(entrant.impossible)));
            row.extend(any_gave_up.then(|| thousands(entrant.gave_up)));
            row.extend(cost_cells(&entrant.statistics));
            row
        })
        .collect();
    format!(
        "{}\n{}\n",
        report::table(&headings, 1, &rows),
        footnote(plan, entrants, any_gave_up)
    )
}

/// How many puzzles there were, and when an engine gave up.
pub fn footnote(plan: &Plan, entrants: &[Entrant], any_gave_up: bool) -> String {
    let puzzles = entrants.iter().map(Entrant::puzzles).max().unwrap_or(0);
    let mut text = format!(
        "{}, one thread, one solution each",
        plural(puzzles, "puzzle")
    );
    if any_gave_up {
        let nodes = plan.effort.node_limit.map(|nodes| plural(nodes, "node"));
        let time = plan.effort.time_limit.map(quantities::round);
        let limits: Vec<String> = nodes.into_iter().chain(time).collect();
        text += &format!(
            "; an engine gives up on a puzzle after {}",
            limits.join(" or ")
        );
    }
    text
}
