//! A comparison as a picture: two rows of horizontal bars on logarithmic axes.
//!
//! The SVG is written by hand. Colours follow the reader's light or dark page.

use std::fmt::Write;

use sudokit_render::page::escape;

use super::options::CompareOptions;
use super::{EngineTotals, write};
use crate::args::quantities::{elapsed, thousands};

const LEFT: f64 = 20.0;

const TOP: f64 = 104.0;

const ROW: f64 = 30.0;

const BAR: f64 = 18.0;

const PANEL: f64 = 340.0;

const GAP: f64 = 110.0;

/// Roughly how wide a character of the labels is.
const CHARACTER: f64 = 7.2;

const STYLE: &str = "\
  text { font: 13px system-ui, sans-serif; fill: #24292f; }
  .title { font-size: 19px; font-weight: 600; }
  .heading { font-weight: 600; }
  .quiet { fill: #57606a; font-size: 12px; }
  .page { fill: #ffffff; }
  .grid { stroke: #d0d7de; stroke-width: 1; }
  .nodes { fill: #2f6feb; }
  .time { fill: #1a7f64; }
  .open { fill-opacity: 0.35; stroke-width: 1.5; stroke-dasharray: 4 3; }
  .open.nodes { stroke: #2f6feb; }
  .open.time { stroke: #1a7f64; }
  @media (prefers-color-scheme: dark) {
    text { fill: #e6edf3; }
    .quiet { fill: #9198a1; }
    .page { fill: #0d1117; }
    .grid { stroke: #30363d; }
    .nodes { fill: #6ea8fe; }
    .time { fill: #4fc3a1; }
    .open.nodes { stroke: #6ea8fe; }
    .open.time { stroke: #4fc3a1; }
  }
";

/// One measure of all engines.
struct ChartPanel {
    title: &'static str,
    class: &'static str,
    left: f64,
    values: Vec<f64>,
    words: Vec<String>,
    tick: fn(i32) -> String,
}

/// The picture.
pub fn draw(options: &CompareOptions, entrants: &[EngineTotals]) -> String {
    let names: Vec<String> = entrants
        .iter()
        .map(|entrant| entrant.name.clone())
        .collect();
    let longest = names
        .iter()
        .map(|name| name.chars().count())
        .max()
        .unwrap_or(0);
    let first = LEFT + longest as f64 * CHARACTER + 16.0;
    let open: Vec<bool> = entrants.iter().map(|entrant| entrant.gave_up > 0).collect();
    let panels = [
        ChartPanel {
            title: "search nodes",
            class: "nodes",
            left: first,
            values: entrants.iter().map(|e| e.statistics.nodes as f64).collect(),
            words: entrants
                .iter()
                .map(|e| thousands(e.statistics.nodes))
                .collect(),
            tick: count_tick,
        },
        ChartPanel {
            title: "time",
            class: "time",
            left: first + PANEL + GAP,
            values: entrants
                .iter()
                .map(|e| e.statistics.elapsed.as_secs_f64())
                .collect(),
            words: entrants
                .iter()
                .map(|e| elapsed(e.statistics.elapsed))
                .collect(),
            tick: time_tick,
        },
    ];
    let width = first + 2.0 * PANEL + GAP + 100.0;
    let bottom = TOP + ROW * entrants.len() as f64;
    let height = bottom + 62.0;
    let mut svg = String::new();
    let any_open = open.contains(&true);
    let note = escape(&write::footnote(options, entrants, any_open));
    let _ = write!(
        svg,
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width:.0} {height:.0}\" \
         width=\"{width:.0}\" height=\"{height:.0}\" role=\"img\" aria-labelledby=\"title note\">\n\
         <title id=\"title\">What the engines cost</title>\n<desc id=\"note\">{note}</desc>\n\
         <style>\n{STYLE}</style>\n\
         <rect class=\"page\" width=\"100%\" height=\"100%\"/>\n\
         <text class=\"title\" x=\"{LEFT}\" y=\"34\">What the engines cost</text>\n\
         <text class=\"quiet\" x=\"{LEFT}\" y=\"56\">{note}</text>\n"
    );
    for (index, name) in names.iter().enumerate() {
        let (x, y) = (first - 12.0, middle(index));
        let name = escape(name);
        let _ = writeln!(
            svg,
            "<text x=\"{x:.1}\" y=\"{y:.1}\" text-anchor=\"end\" dominant-baseline=\"central\">{name}</text>"
        );
    }
    for panel in &panels {
        panel.draw(&open, bottom, &mut svg);
    }
    let y = height - 14.0;
    let legend = match any_open {
        true => "logarithmic axes; a dashed bar includes puzzles that were given up",
        false => "logarithmic axes",
    };
    let _ = write!(
        svg,
        "<text class=\"quiet\" x=\"{LEFT}\" y=\"{y:.1}\">{legend}</text>\n</svg>\n"
    );
    svg
}

impl ChartPanel {
    fn draw(&self, open: &[bool], bottom: f64, svg: &mut String) {
        let (low, high) = self.decades();
        let (left, class) = (self.left, self.class);
        let position = |value: f64| {
            let share = (value.log10() - f64::from(low)) / f64::from(high - low);
            share.clamp(0.0, 1.0) * PANEL
        };
        let _ = writeln!(
            svg,
            "<text class=\"heading\" x=\"{left:.1}\" y=\"{:.1}\">{}</text>",
            TOP - 16.0,
            self.title
        );
        // More than eight labels would run into each other.
        let step = ((high - low) as usize).div_ceil(8).max(1);
        for decade in (low..=high).step_by(step) {
            let x = left + position(10_f64.powi(decade));
            let label = (self.tick)(decade);
            let _ = writeln!(
                svg,
                "<line class=\"grid\" x1=\"{x:.1}\" y1=\"{:.1}\" x2=\"{x:.1}\" y2=\"{bottom:.1}\"/>\
                 <text class=\"quiet\" x=\"{x:.1}\" y=\"{:.1}\" text-anchor=\"middle\">{label}</text>",
                TOP - 4.0,
                bottom + 18.0
            );
        }
        for (index, value) in self.values.iter().enumerate() {
            let length = position(*value).max(2.0);
            let (y, open) = (middle(index), if open[index] { " open" } else { "" });
            let words = escape(&self.words[index]);
            let _ = writeln!(
                svg,
                "<rect class=\"{class}{open}\" x=\"{left:.1}\" y=\"{:.1}\" width=\"{length:.1}\" height=\"{BAR}\" rx=\"2\"/>\
                 <text class=\"quiet\" x=\"{:.1}\" y=\"{y:.1}\" dominant-baseline=\"central\">{words}</text>",
                y - BAR / 2.0,
                left + length + 6.0
            );
        }
    }

    /// The powers of ten between which all values lie.
    fn decades(&self) -> (i32, i32) {
        let positive = self.values.iter().copied().filter(|value| *value > 0.0);
        let smallest = positive.clone().fold(f64::INFINITY, f64::min);
        let largest = positive.fold(f64::NEG_INFINITY, f64::max);
        if !smallest.is_finite() {
            return (0, 1);
        }
        // A value on a power of ten would have a bar without any length, so it starts one below.
        let low = (smallest.log10() - 0.05).floor() as i32;
        let high = (largest.log10().ceil() as i32).max(low + 1);
        (low, high)
    }
}

fn middle(index: usize) -> f64 {
    TOP + ROW * (index as f64 + 0.5)
}

/// `1`, `10`, `100`, `1k`, … for a power of ten; below 1 there are no counts to label.
fn count_tick(power: i32) -> String {
    let (number, unit) = match power {
        i32::MIN..0 => return String::new(),
        0..3 => (power, ""),
        3..6 => (power - 3, "k"),
        6..9 => (power - 6, "M"),
        _ => (power - 9, "G"),
    };
    format!("{}{unit}", 10_u64.saturating_pow(number.unsigned_abs()))
}

/// `10 µs`, `1 ms`, `100 s`, … for a power of ten seconds.
fn time_tick(power: i32) -> String {
    let (number, unit) = match power {
        i32::MIN..-6 => (power + 9, "ns"),
        -6..-3 => (power + 6, "µs"),
        -3..0 => (power + 3, "ms"),
        _ => (power, "s"),
    };
    format!("{} {unit}", 10_u64.saturating_pow(number.unsigned_abs()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ticks_have_units() {
        let counts: Vec<String> = (0..=9).map(count_tick).collect();
        assert_eq!(
            counts,
            [
                "1", "10", "100", "1k", "10k", "100k", "1M", "10M", "100M", "1G"
            ]
        );
        let times: Vec<String> = [-6, -5, -3, -1, 0, 2].into_iter().map(time_tick).collect();
        assert_eq!(times, ["1 µs", "10 µs", "1 ms", "100 ms", "1 s", "100 s"]);
    }
}
