//! Horizontal bar charts on logarithmic axes, as SVG.
//!
//! A chart has rows, and one or more panels side by side. Each row has one bar in each panel.
//! Colours follow the light or dark theme of the page.

use std::fmt::Write;

use crate::svg::escape;

const LEFT: f64 = 20.0;
const TOP: f64 = 104.0;
const ROW: f64 = 30.0;
const BAR: f64 = 18.0;
const GAP: f64 = 110.0;
/// The approximate width of a character of a label.
const CHARACTER: f64 = 7.2;
/// The approximate width of a character of the legend.
const SMALL_CHARACTER: f64 = 6.2;
/// The most labels an axis has room for.
const MOST_LABELS: usize = 8;

const LIGHT: &str = "\
  text { font: 13px system-ui, sans-serif; fill: #24292f; }
  .title { font-size: 19px; font-weight: 600; }
  .heading { font-weight: 600; }
  .quiet { fill: #57606a; font-size: 12px; }
  .page { fill: #ffffff; }
  .grid { stroke: #d0d7de; stroke-width: 1; }
";

const DARK: &str = "    text { fill: #e6edf3; }
    .quiet { fill: #9198a1; }
    .page { fill: #0d1117; }
    .grid { stroke: #30363d; }
";

/// A bar chart.
#[derive(Clone, Debug)]
pub struct Chart {
    /// The title.
    pub title: String,
    /// A line below the title, which is also the description for screen readers.
    pub note: String,
    /// The panels, from left to right.
    pub panels: Vec<Panel>,
    /// The rows, from top to bottom.
    pub rows: Vec<Row>,
    /// The meaning of the classes of bars; may be empty.
    pub legend: Vec<LegendEntry>,
    /// A line at the bottom.
    pub footer: String,
    /// CSS rules for the classes of bars on a light page, one line each, indented by two spaces.
    pub light_style: String,
    /// The rules that differ on a dark page, indented by four spaces.
    pub dark_style: String,
}

/// One measure of all rows.
#[derive(Clone, Debug)]
pub struct Panel {
    /// The heading.
    pub title: String,
    /// The width of the longest bar.
    pub width: f64,
    /// Labels a power of ten on the axis: [`count_tick`] or [`time_tick`].
    pub tick: fn(i32) -> String,
}

/// A row of a chart.
#[derive(Clone, Debug)]
pub enum Row {
    /// A heading above the rows of a group.
    Heading(String),
    /// A label, and one bar for each panel.
    Bars(String, Vec<Bar>),
}

/// A bar.
#[derive(Clone, Debug)]
pub struct Bar {
    /// Its value; the axis is logarithmic.
    pub value: f64,
    /// The text behind it.
    pub text: String,
    /// Its CSS classes.
    pub class: String,
}

/// What a class of bars means.
#[derive(Clone, Debug)]
pub struct LegendEntry {
    /// The CSS class.
    pub class: String,
    /// Its meaning.
    pub text: String,
}

impl Chart {
    /// Returns the chart as an SVG document.
    pub fn svg(&self) -> String {
        let labels = self.rows.iter().filter_map(|row| match row {
            Row::Heading(_) => None,
            Row::Bars(label, _) => Some(label.chars().count()),
        });
        let first = LEFT + labels.max().unwrap_or(0) as f64 * CHARACTER + 16.0;
        let panels: f64 = self.panels.iter().map(|panel| panel.width).sum();
        let gaps = self.panels.len().saturating_sub(1) as f64 * GAP;
        let width = first + panels + gaps + 100.0;
        let bottom = TOP + ROW * self.rows.len() as f64;
        let legend = if self.legend.is_empty() { 0.0 } else { 28.0 };
        let height = bottom + 62.0 + legend;
        let (title, note) = (escape(&self.title), escape(&self.note));
        let (light, dark) = (&self.light_style, &self.dark_style);
        let mut svg = String::new();
        let _ = write!(
            svg,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width:.0} {height:.0}\" \
             width=\"{width:.0}\" height=\"{height:.0}\" role=\"img\" aria-labelledby=\"title note\">\n\
             <title id=\"title\">{title}</title>\n<desc id=\"note\">{note}</desc>\n\
             <style>\n{LIGHT}{light}  @media (prefers-color-scheme: dark) {{\n{DARK}{dark}  }}\n</style>\n\
             <rect class=\"page\" width=\"100%\" height=\"100%\"/>\n\
             <text class=\"title\" x=\"{LEFT}\" y=\"34\">{title}</text>\n\
             <text class=\"quiet\" x=\"{LEFT}\" y=\"56\">{note}</text>\n"
        );
        self.draw_labels(first, &mut svg);
        let mut left = first;
        for (number, panel) in self.panels.iter().enumerate() {
            let bars = self
                .rows
                .iter()
                .enumerate()
                .filter_map(|(row, kind)| match kind {
                    Row::Heading(_) => None,
                    Row::Bars(_, bars) => Some((row, bars.get(number)?)),
                });
            panel.draw(&bars.collect::<Vec<_>>(), left, bottom, &mut svg);
            left += panel.width + GAP;
        }
        self.draw_legend(bottom + 34.0, &mut svg);
        let (y, footer) = (height - 14.0, escape(&self.footer));
        let _ = write!(
            svg,
            "<text class=\"quiet\" x=\"{LEFT}\" y=\"{y:.1}\">{footer}</text>\n</svg>\n"
        );
        svg
    }

    fn draw_labels(&self, first: f64, svg: &mut String) {
        for (index, row) in self.rows.iter().enumerate() {
            let (x, y) = (first - 12.0, middle(index));
            let _ = match row {
                Row::Heading(text) => writeln!(
                    svg,
                    "<text class=\"heading\" x=\"{LEFT}\" y=\"{y:.1}\" dominant-baseline=\"central\">{}</text>",
                    escape(text)
                ),
                Row::Bars(label, _) => writeln!(
                    svg,
                    "<text x=\"{x:.1}\" y=\"{y:.1}\" text-anchor=\"end\" dominant-baseline=\"central\">{}</text>",
                    escape(label)
                ),
            };
        }
    }

    fn draw_legend(&self, y: f64, svg: &mut String) {
        let mut x = LEFT;
        for entry in &self.legend {
            let _ = writeln!(
                svg,
                "<rect class=\"{}\" x=\"{x:.1}\" y=\"{y:.1}\" width=\"12\" height=\"12\" rx=\"2\"/>\
                 <text class=\"quiet\" x=\"{:.1}\" y=\"{:.1}\">{}</text>",
                escape(&entry.class),
                x + 17.0,
                y + 10.5,
                escape(&entry.text)
            );
            x += 38.0 + SMALL_CHARACTER * entry.text.chars().count() as f64;
        }
    }
}

impl Panel {
    fn draw(&self, bars: &[(usize, &Bar)], left: f64, bottom: f64, svg: &mut String) {
        let (low, high) = decades(bars.iter().map(|(_, bar)| bar.value));
        let position = |value: f64| {
            let share = (value.log10() - f64::from(low)) / f64::from(high - low);
            share.clamp(0.0, 1.0) * self.width
        };
        let _ = writeln!(
            svg,
            "<text class=\"heading\" x=\"{left:.1}\" y=\"{:.1}\">{}</text>",
            TOP - 16.0,
            escape(&self.title)
        );
        let step = ((high - low) as usize).div_ceil(MOST_LABELS).max(1);
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
        for (row, bar) in bars {
            let length = position(bar.value).max(2.0);
            let (y, class, text) = (middle(*row), escape(&bar.class), escape(&bar.text));
            let _ = writeln!(
                svg,
                "<rect class=\"{class}\" x=\"{left:.1}\" y=\"{:.1}\" width=\"{length:.1}\" height=\"{BAR}\" rx=\"2\"/>\
                 <text class=\"quiet\" x=\"{:.1}\" y=\"{y:.1}\" dominant-baseline=\"central\">{text}</text>",
                y - BAR / 2.0,
                left + length + 6.0
            );
        }
    }
}

/// Returns the powers of ten that enclose all positive values.
fn decades(values: impl Iterator<Item = f64>) -> (i32, i32) {
    let positive = values.filter(|value| *value > 0.0);
    let (smallest, largest) = positive.fold(
        (f64::INFINITY, f64::NEG_INFINITY),
        |(least, most), value| (least.min(value), most.max(value)),
    );
    if !smallest.is_finite() {
        return (0, 1);
    }
    // A value at a power of ten would have a bar of no length, so the axis starts one below.
    let low = (smallest.log10() - 0.05).floor() as i32;
    let high = (largest.log10().ceil() as i32).max(low + 1);
    (low, high)
}

fn middle(row: usize) -> f64 {
    TOP + ROW * (row as f64 + 0.5)
}

/// Labels a power of ten as a count: `1`, `10`, `100`, `1k`, `10M`; nothing below 1.
pub fn count_tick(power: i32) -> String {
    let (number, unit) = match power {
        i32::MIN..0 => return String::new(),
        0..3 => (power, ""),
        3..6 => (power - 3, "k"),
        6..9 => (power - 6, "M"),
        _ => (power - 9, "G"),
    };
    format!("{}{unit}", 10_u64.saturating_pow(number.unsigned_abs()))
}

/// Labels a power of ten seconds: `10 µs`, `1 ms`, `100 s`.
pub fn time_tick(power: i32) -> String {
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

    fn bar(value: f64) -> Bar {
        Bar {
            value,
            text: format!("<{value}>"),
            class: "fast".to_string(),
        }
    }

    fn chart(rows: Vec<Row>) -> Chart {
        Chart {
            title: "a & b".to_string(),
            note: "note".to_string(),
            panels: vec![Panel {
                title: "rate".to_string(),
                width: 300.0,
                tick: count_tick,
            }],
            rows,
            legend: Vec::new(),
            footer: "footer".to_string(),
            light_style: "  .fast { fill: #000000; }\n".to_string(),
            dark_style: "    .fast { fill: #ffffff; }\n".to_string(),
        }
    }

    fn widths(svg: &str) -> Vec<f64> {
        let bars = svg.split("<rect class=\"fast\"").skip(1);
        bars.filter_map(|bar| {
            bar.split("width=\"")
                .nth(1)?
                .split('"')
                .next()?
                .parse()
                .ok()
        })
        .collect()
    }

    #[test]
    fn ticks_have_units() {
        let counts: Vec<String> = (-1..=9).map(count_tick).collect();
        assert_eq!(
            counts,
            [
                "", "1", "10", "100", "1k", "10k", "100k", "1M", "10M", "100M", "1G"
            ]
        );
        let times: Vec<String> = [-7, -6, -5, -3, -1, 0, 2].map(time_tick).into();
        assert_eq!(
            times,
            ["100 ns", "1 µs", "10 µs", "1 ms", "100 ms", "1 s", "100 s"]
        );
    }

    #[test]
    fn a_factor_has_the_same_length_everywhere() {
        let row = |value| Row::Bars("label".to_string(), vec![bar(value)]);
        let heading = Row::Heading("group".to_string());
        let svg = chart(vec![heading, row(20.0), row(200.0), row(2000.0)]).svg();
        let [a, b, c] = widths(&svg)[..] else {
            panic!("three bars: {svg}");
        };
        assert!(
            (c - b - (b - a)).abs() < 0.11 && b - a > 50.0,
            "{a} {b} {c}"
        );
        assert!(
            svg.contains(">group</text>") && svg.contains("&lt;20&gt;"),
            "{svg}"
        );
        assert!(
            svg.contains("<title id=\"title\">a &amp; b</title>"),
            "{svg}"
        );
    }

    #[test]
    fn an_empty_chart_and_a_value_of_zero_are_drawn() {
        let svg = chart(Vec::new()).svg();
        assert!(svg.ends_with("</svg>\n") && !svg.contains("NaN"), "{svg}");
        let svg = chart(vec![Row::Bars("none".to_string(), vec![bar(0.0)])]).svg();
        assert_eq!(widths(&svg), [2.0]);
    }

    #[test]
    fn long_axes_have_few_labels() {
        let row = |value| Row::Bars(String::new(), vec![bar(value)]);
        let svg = chart(vec![row(2.0), row(2e15)]).svg();
        assert!(svg.matches("class=\"grid\"").count() <= MOST_LABELS + 1);
    }

    #[test]
    fn the_legend_shows_every_class() {
        let mut legend = chart(Vec::new());
        legend.legend = vec![LegendEntry {
            class: "fast".to_string(),
            text: "quick ones".to_string(),
        }];
        let svg = legend.svg();
        assert!(
            svg.contains(">quick ones</text>") && widths(&svg) == [12.0],
            "{svg}"
        );
    }
}
