//! A comparison as a chart: the nodes and the time of each engine.

use sudokit_render::chart::{Bar, Chart, Panel, Row, count_tick, time_tick};

use super::options::CompareOptions;
use super::{EngineTotals, write};
use crate::args::quantities::{elapsed, thousands};

const PANEL_WIDTH: f64 = 340.0;

const LIGHT_STYLE: &str = "  .nodes { fill: #2f6feb; }
  .time { fill: #1a7f64; }
  .open { fill-opacity: 0.35; stroke-width: 1.5; stroke-dasharray: 4 3; }
  .open.nodes { stroke: #2f6feb; }
  .open.time { stroke: #1a7f64; }
";

const DARK_STYLE: &str = "    .nodes { fill: #6ea8fe; }
    .time { fill: #4fc3a1; }
    .open.nodes { stroke: #6ea8fe; }
    .open.time { stroke: #4fc3a1; }
";

/// Draws the chart as SVG.
pub fn draw(options: &CompareOptions, totals: &[EngineTotals]) -> String {
    let any_open = totals.iter().any(|engine| engine.gave_up > 0);
    let panel = |title: &str, tick| Panel {
        title: title.to_string(),
        width: PANEL_WIDTH,
        tick,
    };
    let chart = Chart {
        title: "What the engines cost".to_string(),
        note: write::footnote(options, totals, any_open),
        panels: vec![panel("search nodes", count_tick), panel("time", time_tick)],
        rows: totals.iter().map(row).collect(),
        legend: Vec::new(),
        footer: match any_open {
            true => "logarithmic axes; a dashed bar includes puzzles that were given up",
            false => "logarithmic axes",
        }
        .to_string(),
        light_style: LIGHT_STYLE.to_string(),
        dark_style: DARK_STYLE.to_string(),
    };
    chart.svg()
}

fn row(engine: &EngineTotals) -> Row {
    let open = if engine.gave_up > 0 { " open" } else { "" };
    let (nodes, time) = (engine.statistics.nodes, engine.statistics.elapsed);
    let bars = vec![
        Bar {
            value: nodes as f64,
            text: thousands(nodes),
            class: format!("nodes{open}"),
        },
        Bar {
            value: time.as_secs_f64(),
            text: elapsed(time),
            class: format!("time{open}"),
        },
    ];
    Row::Bars(engine.name.clone(), bars)
}
