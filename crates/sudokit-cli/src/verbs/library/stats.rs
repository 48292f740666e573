//! `sudokit library stats`: counts puzzles by kind.

use std::io::Write;
use std::path::PathBuf;

use sudokit_library::{Query, Statistics};

use super::{problem, write};
use crate::args::quantities::{plural, thousands};
use crate::io::output::Sink;
use crate::report::Exit;

/// The options of `stats`.
pub struct StatsOptions {
    pub library: PathBuf,
    pub query: Query,
    pub json: bool,
}

/// The longest bar, in characters.
const LONGEST: usize = 40;

/// Counts puzzles and writes the counts.
///
/// # Errors
/// Those of the library and of writing.
pub fn run(options: &StatsOptions) -> anyhow::Result<Exit> {
    let library = super::open_read_only(&options.library)?;
    let statistics = library.statistics(&options.query);
    let statistics = statistics.map_err(|error| problem(&error))?;
    let mut sink = Sink::stdout();
    match options.json {
        true => write::json_line(&mut sink, &json(&statistics))?,
        false => sink.write_all(page(&statistics).as_bytes())?,
    }
    sink.finish()?;
    Ok(Exit::Answered)
}

/// Each list as an object, which is easier to query.
fn json(statistics: &Statistics) -> serde_json::Value {
    fn object<K: ToString>(list: &[(K, u64)]) -> serde_json::Value {
        let fields = list
            .iter()
            .map(|(key, count)| (key.to_string(), (*count).into()));
        serde_json::Value::Object(fields.collect())
    }
    let levels: Vec<(String, u64)> = statistics
        .levels
        .iter()
        .map(|(level, count)| (level.name().to_string(), *count))
        .collect();
    let techniques: Vec<(&str, u64)> = statistics
        .techniques
        .iter()
        .map(|(technique, count)| (technique.slug(), *count))
        .collect();
    serde_json::json!({
        "puzzles": statistics.puzzles,
        "seen": statistics.seen,
        "levels": object(&levels),
        "beyond_logic": statistics.beyond,
        "unrated": statistics.unrated,
        "givens": object(&statistics.givens),
        "scores": object(&statistics.scores),
        "techniques": object(&techniques),
        "symmetries": object(&statistics.symmetries),
        "status": object(&statistics.solutions),
        "shapes": object(&statistics.shapes),
        "files": object(&statistics.files),
    })
}

fn page(statistics: &Statistics) -> String {
    let puzzles = statistics.puzzles;
    let mut text = plural(puzzles, "puzzle");
    if statistics.seen > puzzles {
        text += &format!(", found in {} places", thousands(statistics.seen));
    }
    text.push('\n');
    let mut levels: Vec<(String, u64)> = named(&statistics.levels);
    levels.push(("beyond logic".to_string(), statistics.beyond));
    levels.push(("without a rating".to_string(), statistics.unrated));
    let step = Statistics::SCORE_STEP;
    let span = |score: &u32| format!("{score}–{}", score + step - 1);
    let scores = statistics
        .scores
        .iter()
        .map(|(score, count)| (span(score), *count));
    let sections = [
        ("level", levels),
        ("givens", named(&statistics.givens)),
        ("score", scores.collect()),
        ("technique", named(&statistics.techniques)),
        ("symmetry", named(&statistics.symmetries)),
    ];
    for (title, rows) in sections {
        text += &histogram(title, &rows);
    }
    // What all puzzles share is not worth a chart.
    for (title, rows) in [
        ("solutions", named(&statistics.solutions)),
        ("shape", named(&statistics.shapes)),
        ("file", named(&statistics.files)),
    ] {
        if rows.len() > 1 {
            text += &histogram(title, &rows);
        }
    }
    text
}

fn named<K: ToString>(list: &[(K, u64)]) -> Vec<(String, u64)> {
    let rows = list.iter().map(|(key, count)| (key.to_string(), *count));
    rows.collect()
}

/// A heading and a bar for each row with a count.
fn histogram(title: &str, rows: &[(String, u64)]) -> String {
    let rows: Vec<_> = rows.iter().filter(|(_, count)| *count > 0).collect();
    let most = rows.iter().map(|(_, count)| *count).max().unwrap_or(0);
    if most == 0 {
        return String::new();
    }
    let width = |cells: &mut dyn Iterator<Item = usize>| cells.max().unwrap_or(0);
    let labels = width(&mut rows.iter().map(|(label, _)| label.chars().count()));
    let labels = labels.max(title.chars().count());
    let counts = thousands(most).len();
    let mut text = format!("\n{title}\n");
    for (label, count) in rows {
        let bar = bar(*count, most);
        let count = thousands(*count);
        text += &format!("  {label:<labels$}  {count:>counts$}  {bar}\n");
    }
    text
}

/// A bar in eighths of a character; at least one for a count above 0.
fn bar(count: u64, most: u64) -> String {
    const EIGHTHS: [&str; 8] = ["", "▏", "▎", "▍", "▌", "▋", "▊", "▉"];
    let share = count as f64 / most as f64;
    let eighths = ((share * (LONGEST * 8) as f64).round() as usize).max(1);
    "█".repeat(eighths / 8) + EIGHTHS[eighths % 8]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bars_are_as_long_as_their_share() {
        assert_eq!(bar(10, 10), "█".repeat(40));
        assert_eq!(bar(1, 80), "▌");
        assert_eq!(bar(1, 1_000_000), "▏");
    }

    #[test]
    fn histograms_line_up() {
        let rows = [
            ("a".to_string(), 1_000),
            ("none".to_string(), 0),
            ("bc".to_string(), 25),
        ];
        let expected = format!(
            "\ntitle\n  a      1,000  {}\n  bc        25  █\n",
            "█".repeat(40)
        );
        assert_eq!(histogram("title", &rows), expected);
    }
}
