//! The results as a picture: one group of bars per corpus; longer is faster.

use sudokit_render::chart::{Bar, Chart, LegendEntry, Panel, Row, count_tick};

use crate::contender::Family;
use crate::results::{CorpusResult, Entry, Results};
use crate::statistics::three_digits;

const LIGHT_STYLE: &str = "  .batch { fill: #1f6feb; }
  .in-turn { fill: #54aeff; }
  .command { fill: #1b9e77; }
  .rival { fill: #8c959f; }
  .external { fill: #bc6ad1; }
";

const DARK_STYLE: &str = "    .batch { fill: #4493f8; }
    .in-turn { fill: #8ac4ff; }
    .command { fill: #3fb68b; }
    .rival { fill: #767f8a; }
    .external { fill: #c987db; }
";

/// Draws the results as SVG.
pub fn render(results: &Results) -> String {
    let mut rows = Vec::new();
    for corpus in &results.corpora {
        let heading = format!("{} ({} puzzles)", corpus.name, corpus.puzzles);
        rows.push(Row::Heading(heading));
        rows.extend(corpus.entries.iter().map(|entry| row(corpus, entry)));
    }
    let takes_part = |family: &Family| results.contenders().iter().any(|e| e.family == *family);
    let families = Family::ALL.into_iter().filter(takes_part);
    let chart = Chart {
        title: "Sudoku puzzles solved per second".to_string(),
        note: format!(
            "{}, {}; up to {} solutions each, on one thread unless stated otherwise",
            results.machine.cpu, results.date, results.limit
        ),
        panels: vec![Panel {
            title: "puzzles per second (longer is faster)".to_string(),
            width: 560.0,
            tick: count_tick,
        }],
        rows,
        legend: families
            .map(|family| LegendEntry {
                class: class(family).to_string(),
                text: meaning(family).to_string(),
            })
            .collect(),
        footer: "logarithmic axis".to_string(),
        light_style: LIGHT_STYLE.to_string(),
        dark_style: DARK_STYLE.to_string(),
    };
    chart.svg()
}

fn row(corpus: &CorpusResult, entry: &Entry) -> Row {
    let rate = 1e6 / entry.microseconds.max(1e-6);
    let times = match corpus.times_rival(&entry.contender) {
        Some(times) if entry.family != Family::Rival => format!(" · {}×", three_digits(times)),
        _ => String::new(),
    };
    let bar = Bar {
        value: rate,
        text: format!("{}{times}", short_rate(rate)),
        class: class(entry.family).to_string(),
    };
    Row::Bars(entry.contender.clone(), vec![bar])
}

fn class(family: Family) -> &'static str {
    match family {
        Family::Batch => "batch",
        Family::InTurn => "in-turn",
        Family::Command => "command",
        Family::Rival => "rival",
        Family::External => "external",
    }
}

fn meaning(family: Family) -> &'static str {
    match family {
        Family::Batch => "Sudokit in batches",
        Family::InTurn => "Sudokit one by one",
        Family::Command => "sudokit from file to file",
        Family::Rival => "crate sudoku 0.8 (1×)",
        Family::External => "other program, start included",
    }
}

/// Formats a rate in thousands or millions with three significant digits.
fn short_rate(rate: f64) -> String {
    match rate {
        rate if rate >= 1e6 => format!("{} M", without_zeros(rate / 1e6)),
        rate if rate >= 1e3 => format!("{} k", without_zeros(rate / 1e3)),
        rate => without_zeros(rate),
    }
}

/// Formats three significant digits without trailing zeros.
fn without_zeros(number: f64) -> String {
    let digits = three_digits(number);
    match digits.contains('.') {
        true => digits
            .trim_end_matches('0')
            .trim_end_matches('.')
            .to_string(),
        false => digits,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::results::sample;

    #[test]
    fn every_contender_has_a_bar_in_every_group_and_one_in_the_legend() {
        let svg = render(&sample());
        for family in ["batch", "rival", "external"] {
            let bars = svg.matches(&format!("<rect class=\"{family}\"")).count();
            assert_eq!(bars, 2 + 1, "{family}");
        }
        assert!(!svg.contains("<rect class=\"command\""));
        assert!(svg.contains("prefers-color-scheme: dark"));
        assert!(svg.contains("a&lt;b") && !svg.contains("a<b"));
        assert!(svg.contains("10 M · 12.0×"), "{svg}");
    }

    #[test]
    fn results_without_corpora_are_still_a_picture() {
        let mut results = sample();
        results.corpora.clear();
        let svg = render(&results);
        assert!(svg.ends_with("</svg>\n") && !svg.contains("NaN"));
    }

    #[test]
    fn rates_are_short() {
        let rates: Vec<String> = [999.0, 1e3, 14_960.0, 1e6, 1.5e7].map(short_rate).into();
        assert_eq!(rates, ["999", "1 k", "15 k", "1 M", "15 M"]);
    }
}
