//! The results as Markdown tables that are also readable in a terminal.

use crate::contender::Family;
use crate::results::{CorpusResult, Entry, Results};
use crate::statistics::three_digits;
use crate::verify::Checked;

/// Formats all tables and notes.
pub fn render(results: &Results) -> String {
    let mut text = figures(results);
    if !results.comparisons.is_empty() {
        text += "\n";
        text += &comparisons(results);
    }
    for note in notes(results) {
        text += "\n";
        text += &note;
        text += "\n";
    }
    text
}

/// Formats the microseconds per puzzle, and the speed relative to the rival.
fn figures(results: &Results) -> String {
    let mut header = vec!["corpus".to_string(), "puzzles".to_string()];
    header.extend(results.contenders().iter().map(|entry| {
        let mark = if entry.family.is_process() {
            " †"
        } else {
            ""
        };
        format!("{}{mark}", entry.contender)
    }));
    let rows = results.corpora.iter().map(|corpus| {
        let mut row = vec![corpus.name.clone(), corpus.puzzles.to_string()];
        row.extend(corpus.entries.iter().map(|entry| {
            let time = three_digits(entry.microseconds);
            match corpus.times_rival(&entry.contender) {
                Some(_) if entry.family == Family::Rival => time,
                Some(times) => format!("{time} ({}×)", three_digits(times)),
                None => time,
            }
        }));
        row
    });
    aligned(header, rows.collect())
}

/// Formats the search nodes per puzzle of the contenders that count them.
pub fn nodes(results: &Results) -> String {
    let counts = |entry: &&Entry| entry.nodes.is_some();
    let mut header = vec!["nodes per puzzle".to_string()];
    let contenders = results.contenders().iter().filter(counts);
    header.extend(contenders.map(|entry| entry.contender.clone()));
    let rows = results.corpora.iter().map(|corpus| {
        let nodes = corpus.entries.iter().filter_map(|entry| entry.nodes);
        let row = [corpus.name.clone()].into_iter();
        row.chain(nodes.map(three_digits)).collect()
    });
    aligned(header, rows.collect())
}

/// Formats one contender's speed as a percentage of another's.
fn comparisons(results: &Results) -> String {
    let mut header = vec!["corpus".to_string()];
    header.extend(results.comparisons.iter().map(|c| c.title.clone()));
    let rows = results.corpora.iter().map(|corpus| {
        let mut row = vec![corpus.name.clone()];
        row.extend(results.comparisons.iter().map(|comparison| {
            let speed = corpus.speed(&comparison.contender, &comparison.base);
            speed.map_or(String::new(), |speed| format!("{:.0} %", speed * 100.0))
        }));
        row
    });
    aligned(header, rows.collect())
}

fn notes(results: &Results) -> Vec<String> {
    let takes_part = |wanted: fn(Family) -> bool| {
        let mut everybody = results.contenders().iter();
        everybody.any(|entry| wanted(entry.family))
    };
    let mut meaning = format!(
        "µs per puzzle, best of {}, up to {} solutions each",
        results.rounds, results.limit
    );
    if takes_part(|family| family == Family::Rival) {
        meaning += "; in brackets × the crate `sudoku` 0.8";
    }
    let mut notes = vec![meaning + ". Counts compared, solutions checked."];
    if takes_part(Family::is_process) {
        notes.push(
            "† a separate process: the time includes starting, reading and printing. A small corpus is \
             repeated in one file, so that the start is a small part."
                .to_string(),
        );
    }
    notes.extend(results.corpora.iter().filter_map(unchecked));
    notes.extend(results.corpora.iter().filter_map(disturbed));
    notes
}

/// Returns a note if the machine was busy.
fn disturbed(corpus: &CorpusResult) -> Option<String> {
    let slowdowns = corpus
        .entries
        .iter()
        .map(|entry| entry.median_microseconds / entry.microseconds.max(f64::MIN_POSITIVE));
    let worst = slowdowns.fold(1.0, f64::max);
    (worst > 1.25).then(|| {
        format!(
            "The machine was busy during {}: a contender's median turn took {} times its best.",
            corpus.name,
            three_digits(worst)
        )
    })
}

fn unchecked(corpus: &CorpusResult) -> Option<String> {
    let names: Vec<&str> = corpus
        .entries
        .iter()
        .filter(|entry| entry.checked == Checked::Nothing)
        .map(|entry| &entry.contender[..])
        .collect();
    (!names.is_empty()).then(|| {
        format!(
            "Not checked on {}, because it does not print one solution per puzzle: {}.",
            corpus.name,
            names.join(", ")
        )
    })
}

/// Aligns columns, the first to the left and the others to the right.
fn aligned(header: Vec<String>, rows: Vec<Vec<String>>) -> String {
    let width = |text: &String| text.chars().count();
    let widths: Vec<usize> = (0..header.len())
        .map(|column| {
            let cells = rows.iter().filter_map(|row| row.get(column));
            cells
                .map(width)
                .max()
                .unwrap_or(0)
                .max(width(&header[column]))
                .max(3)
        })
        .collect();
    let line = |cells: &[String]| {
        let cells = cells.iter().zip(&widths).enumerate();
        let padded = cells.map(|(column, (cell, width))| match column {
            0 => format!(" {cell:<width$} |"),
            _ => format!(" {cell:>width$} |"),
        });
        format!("|{}\n", padded.collect::<String>())
    };
    let rule = widths
        .iter()
        .enumerate()
        .map(|(column, width)| match column {
            0 => format!("{}|", "-".repeat(width + 2)),
            _ => format!("{}:|", "-".repeat(width + 1)),
        });
    let mut text = line(&header);
    text += &format!("|{}\n", rule.collect::<String>());
    text.extend(rows.iter().map(|row| line(row)));
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::results::sample;

    #[test]
    fn the_table_is_aligned_and_shows_the_ratios() {
        let text = render(&sample());
        let expected = "\
| corpus | puzzles | lanes-portable | crate-sudoku |         a<b † |
|--------|--------:|---------------:|-------------:|--------------:|
| easy   |  100000 |  0.100 (12.0×) |         1.20 | 2.40 (0.500×) |
";
        assert!(text.starts_with(expected), "{text}");
        assert!(text.contains("| hard   | 50 % |\n"), "{text}");
        assert!(text.contains("† a separate process"), "{text}");
        assert!(text.contains("Not checked on hard, because"), "{text}");
    }

    #[test]
    fn nodes_are_shown_for_the_contenders_that_count_them() {
        let expected = "\
| nodes per puzzle | lanes-portable |
|------------------|---------------:|
| easy             |           2.50 |
| hard             |           2.50 |
";
        assert_eq!(nodes(&sample()), expected);
    }

    #[test]
    fn a_busy_machine_is_noted() {
        let mut results = sample();
        assert!(!render(&results).contains("busy"));
        results.corpora[1].entries[0].median_microseconds *= 2.0;
        let text = render(&results);
        assert!(text.contains("busy during hard"), "{text}");
        assert!(!text.contains("busy during easy"), "{text}");
    }

    #[test]
    fn without_the_rival_only_times_are_shown() {
        let mut results = sample();
        for corpus in &mut results.corpora {
            corpus.entries.truncate(1);
        }
        let text = render(&results);
        assert!(
            text.contains("| easy   |  100000 |          0.100 |\n"),
            "{text}"
        );
        assert!(!text.contains('†'), "{text}");
    }
}
