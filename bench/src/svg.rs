//! The figures as a picture: one group of bars for each corpus, longer is faster, on a logarithmic
//! axis so that a factor is the same length everywhere. Readable on light and on dark pages.

use std::fmt::Write;

use crate::contender::Family;
use crate::results::Results;
use crate::statistics::three_digits;

const WIDTH: f64 = 880.0;
/// The names stand to the left of this, the bars to the right.
const BARS_LEFT: f64 = 190.0;
/// Behind the longest bar there is room for what it says.
const BARS_RIGHT: f64 = 740.0;
const BAR: f64 = 16.0;
const STEP: f64 = 21.0;
const TITLE: f64 = 58.0;
const GROUP_HEAD: f64 = 30.0;
const LEGEND: f64 = 66.0;

const STYLE: &str = "\
text { font: 12px system-ui, sans-serif; fill: #1f2328 }
.title { font-size: 16px; font-weight: 600 }
.group { font-size: 13px; font-weight: 600 }
.quiet { fill: #59636e }
.line { stroke: #d1d9e0; stroke-width: 1 }
.batch { fill: #1f6feb } .in-turn { fill: #54aeff } .command { fill: #1b9e77 }
.rival { fill: #8c959f } .external { fill: #bc6ad1 }
@media (prefers-color-scheme: dark) {
text { fill: #e6edf3 } .quiet { fill: #9198a1 } .line { stroke: #3d444d }
.batch { fill: #4493f8 } .in-turn { fill: #8ac4ff } .command { fill: #3fb68b }
.rival { fill: #767f8a } .external { fill: #c987db }
}";

/// The picture.
pub fn render(results: &Results) -> String {
    let groups = results.corpora.iter();
    let bars_height: f64 = groups
        .map(|corpus| GROUP_HEAD + STEP * corpus.entries.len() as f64)
        .sum();
    let height = TITLE + bars_height + LEGEND;
    let axis = Axis::over(results);
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {height}\" \
         width=\"{WIDTH}\" height=\"{height}\" role=\"img\">\n\
         <title>Sudoku puzzles solved per second</title>\n<style>\n{STYLE}\n</style>\n"
    );
    text(
        &mut svg,
        10.0,
        20.0,
        "title",
        "Puzzles solved per second (longer is faster)",
    );
    draw_axis(&mut svg, &axis, TITLE + bars_height);
    draw_groups(&mut svg, &axis, results);
    draw_legend(&mut svg, results, TITLE + bars_height + 18.0);
    let circumstances = format!(
        "{}, {}; up to {} solutions each, in one thread where no other number is told",
        results.machine.cpu, results.date, results.limit
    );
    text(&mut svg, 10.0, height - 12.0, "quiet", &circumstances);
    svg + "</svg>\n"
}

/// From puzzles per second to a place, a decade always the same length.
struct Axis {
    first_decade: i32,
    last_decade: i32,
}

impl Axis {
    /// Whole decades around all rates.
    fn over(results: &Results) -> Axis {
        let entries = results.corpora.iter().flat_map(|corpus| &corpus.entries);
        let logs = entries.map(|entry| rate(entry.microseconds).log10());
        let (least, most) = logs.fold((f64::MAX, f64::MIN), |(least, most), log| {
            (least.min(log), most.max(log))
        });
        if least > most {
            return Axis {
                first_decade: 0,
                last_decade: 1,
            };
        }
        // A little less than the least, because a bar of no length would look like a fault.
        let first_decade = (least - 0.2).floor() as i32;
        Axis {
            first_decade,
            last_decade: (most.ceil() as i32).max(first_decade + 1),
        }
    }

    fn place(&self, rate: f64) -> f64 {
        let decades = f64::from(self.last_decade - self.first_decade);
        let part = (rate.log10() - f64::from(self.first_decade)) / decades;
        BARS_LEFT + part.clamp(0.0, 1.0) * (BARS_RIGHT - BARS_LEFT)
    }
}

fn draw_axis(svg: &mut String, axis: &Axis, bottom: f64) {
    for decade in axis.first_decade..=axis.last_decade {
        let rate = 10f64.powi(decade);
        let x = axis.place(rate);
        let _ = writeln!(
            svg,
            "<line class=\"line\" x1=\"{x:.1}\" y1=\"{:.1}\" x2=\"{x:.1}\" y2=\"{bottom:.1}\"/>",
            TITLE - 8.0
        );
        centred(svg, x, TITLE - 14.0, &large(rate));
    }
}

fn draw_groups(svg: &mut String, axis: &Axis, results: &Results) {
    let mut y = TITLE;
    for corpus in &results.corpora {
        let head = format!("{} ({} puzzles)", corpus.name, corpus.puzzles);
        text(svg, 10.0, y + 20.0, "group", &head);
        y += GROUP_HEAD;
        for entry in &corpus.entries {
            let rate = rate(entry.microseconds);
            let end = axis.place(rate);
            text(svg, 10.0, y + 12.5, "quiet", &entry.contender);
            let _ = writeln!(
                svg,
                "<rect class=\"{}\" x=\"{BARS_LEFT}\" y=\"{y:.1}\" width=\"{:.1}\" \
                 height=\"{BAR}\" rx=\"2\"/>",
                class(entry.family),
                end - BARS_LEFT
            );
            let times = match corpus.times_rival(&entry.contender) {
                Some(times) if entry.family != Family::Rival => {
                    format!(" · {}×", three_digits(times))
                }
                _ => String::new(),
            };
            let label = format!("{}{times}", large(rate));
            text(svg, end + 6.0, y + 12.5, "label", &label);
            y += STEP;
        }
    }
}

/// Only the families that take part.
fn draw_legend(svg: &mut String, results: &Results, y: f64) {
    let mut x = 10.0;
    let takes_part = |family| results.contenders().iter().any(|e| e.family == family);
    for family in Family::ALL.into_iter().filter(|family| takes_part(*family)) {
        let class = class(family);
        let _ = writeln!(
            svg,
            "<rect class=\"{class}\" x=\"{x:.1}\" y=\"{y:.1}\" width=\"12\" height=\"12\" rx=\"2\"/>"
        );
        let meaning = meaning(family);
        text(svg, x + 17.0, y + 10.5, "quiet", meaning);
        x += 38.0 + 6.2 * meaning.len() as f64;
    }
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

fn rate(microseconds: f64) -> f64 {
    1e6 / microseconds.max(1e-6)
}

/// A rate in thousands or millions, as it is said.
fn large(rate: f64) -> String {
    match rate {
        rate if rate >= 1e6 => format!("{} M", short(rate / 1e6)),
        rate if rate >= 1e3 => format!("{} k", short(rate / 1e3)),
        rate => short(rate),
    }
}

/// Three digits, without zeros that say nothing.
fn short(number: f64) -> String {
    let digits = three_digits(number);
    match digits.contains('.') {
        true => digits
            .trim_end_matches('0')
            .trim_end_matches('.')
            .to_string(),
        false => digits,
    }
}

fn text(svg: &mut String, x: f64, y: f64, class: &str, content: &str) {
    let content = escaped(content);
    let _ = writeln!(
        svg,
        "<text class=\"{class}\" x=\"{x:.1}\" y=\"{y:.1}\">{content}</text>"
    );
}

fn centred(svg: &mut String, x: f64, y: f64, content: &str) {
    let _ = writeln!(
        svg,
        "<text class=\"quiet\" x=\"{x:.1}\" y=\"{y:.1}\" text-anchor=\"middle\">{}</text>",
        escaped(content)
    );
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;")
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
    fn a_factor_is_the_same_length_everywhere() {
        let axis = Axis::over(&sample());
        let length = |from, to| axis.place(to) - axis.place(from);
        assert!((length(1e4, 2e4) - length(1e6, 2e6)).abs() < 1e-6);
        assert!(axis.place(1e7) <= BARS_RIGHT && axis.place(1e3) >= BARS_LEFT);
    }

    #[test]
    fn nothing_measured_is_still_a_picture() {
        let mut results = sample();
        results.corpora.clear();
        let svg = render(&results);
        assert!(svg.ends_with("</svg>\n") && !svg.contains("NaN"));
    }

    #[test]
    fn rates_are_short() {
        let said: Vec<String> = [999.0, 1e3, 14_960.0, 1e6, 1.5e7].map(large).into();
        assert_eq!(said, ["999", "1 k", "15 k", "1 M", "15 M"]);
    }
}
