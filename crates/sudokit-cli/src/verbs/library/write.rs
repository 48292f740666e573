//! Writes puzzles of a library as a table, as puzzles, as JSON lines or as CSV.

use std::collections::BTreeSet;
use std::io::{self, IsTerminal, Write};
use std::path::Path;

use serde::Serialize;
use sudokit::Puzzle;
use sudokit::format::write::{self, WriteOptions};
use sudokit::format::{self, Form};
use sudokit::logic::Technique;
use sudokit_library::{Entry, RatingOutcome, Sighting, SolutionCount};

use crate::args::quantities::thousands;
use crate::io::output::{Destination, Sink};
use crate::report::error::CliError;
use crate::report::{self, Exit};
use crate::terminal::messages::Messages;
use crate::verbs::rate;

/// How puzzles are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EntryFormat {
    Table,
    Puzzles(Form),
    Json,
    Csv,
}

const CSV_HEADINGS: [&str; 18] = [
    "id",
    "puzzle",
    "shape",
    "givens",
    "status",
    "level",
    "score",
    "hardest",
    "steps",
    "techniques",
    "symmetries",
    "seen",
    "file",
    "line",
    "name",
    "er",
    "ep",
    "ed",
];

/// Writes one puzzle after another.
pub struct EntryWriter {
    format: EntryFormat,
    shows_er: bool,
    puzzles: write::Writer,
    /// A table is written when all rows are known.
    rows: Vec<Vec<String>>,
    /// The width of a table.
    width: Option<usize>,
    written: u64,
    /// What the form cannot hold, each reported once.
    lost: BTreeSet<String>,
    refused: Vec<CliError>,
}

impl EntryWriter {
    /// Creates a writer; a table has a column for ER if it is asked for.
    pub fn new(manner: EntryFormat, shows_er: bool, destination: &Destination) -> EntryWriter {
        let form = match manner {
            EntryFormat::Puzzles(form) => form,
            _ => Form::Line,
        };
        let at_terminal = *destination == Destination::Stdout && io::stdout().is_terminal();
        let width = || terminal_size::terminal_size_of(io::stdout());
        EntryWriter {
            format: manner,
            shows_er,
            puzzles: write::Writer::new(form, WriteOptions::default()),
            rows: Vec::new(),
            width: at_terminal
                .then(width)
                .flatten()
                .map(|(width, _)| width.0.into()),
            written: 0,
            lost: BTreeSet::new(),
            refused: Vec::new(),
        }
    }

    /// How many were written.
    pub fn written(&self) -> u64 {
        self.written
    }

    /// Writes the next puzzle.
    ///
    /// # Errors
    /// When writing fails.
    pub fn entry(&mut self, entry: &Entry, sink: &mut Sink) -> anyhow::Result<()> {
        match self.format {
            EntryFormat::Table => {
                let mut row = row(entry);
                if self.shows_er {
                    let er = entry.explainer.map(|ratings| ratings.er.to_string());
                    row.insert(ER_COLUMN, format!("{:>4}", er.unwrap_or("–".to_string())));
                }
                self.rows.push(row);
            }
            EntryFormat::Json => json_line(sink, &EntryJson::new(entry, None))?,
            EntryFormat::Csv => {
                let mut table = csv::Writer::from_writer(Vec::new());
                if self.written == 0 {
                    table.write_record(CSV_HEADINGS)?;
                }
                table.write_record(csv_record(entry))?;
                sink.write_all(&table.into_inner()?)?;
            }
            EntryFormat::Puzzles(_) => return self.puzzle(entry, sink),
        }
        self.written += 1;
        Ok(())
    }

    /// Finishes the list and reports what was lost.
    ///
    /// # Errors
    /// When writing fails.
    pub fn finish(&mut self, sink: &mut Sink, messages: &Messages) -> anyhow::Result<Exit> {
        match self.format {
            EntryFormat::Table if self.written > 0 => {
                let mut headings = HEADINGS.to_vec();
                if self.shows_er {
                    headings.insert(ER_COLUMN, "  ER");
                }
                // All columns are left-aligned as words; numbers between them are padded by hand.
                let text = report::table(&headings, headings.len(), &self.rows);
                sink.write_all(narrowed(&text, self.width).as_bytes())?;
            }
            EntryFormat::Csv if self.written == 0 => {
                let mut table = csv::Writer::from_writer(Vec::new());
                table.write_record(CSV_HEADINGS)?;
                sink.write_all(&table.into_inner()?)?;
            }
            EntryFormat::Puzzles(_) if self.written > 0 => {
                let mut text = Vec::new();
                self.puzzles.end(&mut text);
                sink.write_all(&text)?;
            }
            _ => {}
        }
        sink.flush_stream()?;
        for lost in &self.lost {
            messages.note(lost);
        }
        for problem in &self.refused {
            messages.cli_error(problem);
        }
        Ok(match self.refused.is_empty() {
            true => Exit::Answered,
            false => Exit::Trouble,
        })
    }

    fn puzzle(&mut self, entry: &Entry, sink: &mut Sink) -> anyhow::Result<()> {
        let mut text = Vec::new();
        if self.written == 0 {
            self.puzzles.begin(&mut text);
        }
        let named = write::Entry {
            name: entry.title.as_deref(),
            ..write::Entry::from(&entry.puzzle)
        };
        match self.puzzles.puzzle(named, &mut text) {
            Ok(losses) => {
                self.written += 1;
                self.lost.extend(losses.iter().map(ToString::to_string));
                sink.write_all(&text)?;
            }
            Err(reason) => self.refused.push(CliError::new(
                format!("cannot write puzzle {}: {reason}", entry.id),
                "",
            )),
        }
        Ok(())
    }
}

/// The columns of a table.
const HEADINGS: [&str; 7] = [
    "id",
    "givens",
    "level",
    " score",
    "hardest technique",
    "from",
    "puzzle",
];

/// Where ER is inserted: before the hardest technique.
const ER_COLUMN: usize = 4;

fn row(entry: &Entry) -> Vec<String> {
    let (level, score, hardest) = match (&entry.rated, entry.solutions) {
        (Some(RatingOutcome::Solved(rating)), _) => (
            rating.level.to_string(),
            thousands(u64::from(rating.score)),
            rating.hardest.map_or("", Technique::name).to_string(),
        ),
        (Some(RatingOutcome::Unsolved), _) => unrated("beyond logic"),
        (None, SolutionCount::Several) => unrated("several solutions"),
        (None, _) => unrated("not rated"),
    };
    vec![
        entry.id.to_string(),
        format!("{:>6}", entry.givens),
        level,
        format!("{score:>6}"),
        hardest,
        whereabouts(entry),
        entry.text(),
    ]
}

fn unrated(why: &str) -> (String, String, String) {
    ("–".to_string(), "–".to_string(), why.to_string())
}

/// The title, or the file name and the line.
fn whereabouts(entry: &Entry) -> String {
    const LONGEST: usize = 24;
    let file = Path::new(&entry.file).file_name();
    let file = file.map_or_else(|| entry.file.clone(), |name| name.to_string_lossy().into());
    let words = match &entry.title {
        Some(title) => title.clone(),
        None => format!("{file}:{}", entry.line),
    };
    cut(&words, LONGEST)
}

/// Cuts lines to the width of the terminal.
fn narrowed(table: &str, width: Option<usize>) -> String {
    let Some(width) = width else {
        return table.to_string();
    };
    table.lines().map(|line| cut(line, width) + "\n").collect()
}

/// At most this many characters.
fn cut(text: &str, most: usize) -> String {
    match text.chars().count() > most {
        true => text
            .chars()
            .take(most.saturating_sub(1))
            .chain(['…'])
            .collect(),
        false => text.to_string(),
    }
}

fn csv_record(entry: &Entry) -> [String; CSV_HEADINGS.len()] {
    let rating = entry.rating();
    let explainer = entry.explainer.map(|each| [each.er, each.ep, each.ed]);
    let explainer = explainer.map(|each| each.map(|each| each.to_string()));
    let [er, ep, ed] = explainer.unwrap_or_default();
    let symmetries: Vec<&str> = entry.symmetries.iter().map(|each| each.name()).collect();
    [
        entry.id.to_string(),
        entry.text(),
        entry.puzzle.shape().to_string(),
        entry.givens.to_string(),
        entry.solutions.name().to_string(),
        rating.map_or_else(String::new, |rating| rating.level.name().to_string()),
        rating.map_or_else(String::new, |rating| rating.score.to_string()),
        rating
            .and_then(|rating| rating.hardest)
            .map_or("", Technique::slug)
            .to_string(),
        rating.map_or_else(String::new, |rating| rating.steps().to_string()),
        rating.map_or_else(String::new, rate::techniques),
        symmetries.join(" "),
        entry.seen.to_string(),
        entry.file.clone(),
        entry.line.to_string(),
        entry.title.clone().unwrap_or_default(),
        er,
        ep,
        ed,
    ]
}

/// A puzzle as JSON.
#[derive(Serialize)]
pub struct EntryJson<'a> {
    id: i64,
    puzzle: String,
    shape: String,
    givens: u32,
    status: SolutionCount,
    #[serde(flatten)]
    rating: Option<rate::RatedPuzzle<'a>>,
    #[serde(flatten)]
    explainer: Option<rate::ExplainerJson>,
    /// Logic was tried and does not solve it.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    beyond_logic: bool,
    symmetries: Vec<&'static str>,
    seen: u64,
    file: &'a str,
    line: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    name: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    sightings: Option<Vec<SightingJson<'a>>>,
}

#[derive(Serialize)]
struct SightingJson<'a> {
    file: &'a str,
    line: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    name: Option<&'a str>,
    isomorph: bool,
}

impl<'a> EntryJson<'a> {
    pub fn new(entry: &'a Entry, sightings: Option<&'a [Sighting]>) -> EntryJson<'a> {
        let sighting = |sighting: &'a Sighting| SightingJson {
            file: &sighting.file,
            line: sighting.line,
            name: sighting.title.as_deref(),
            isomorph: !sighting.is_same,
        };
        EntryJson {
            id: entry.id,
            puzzle: entry.text(),
            shape: entry.puzzle.shape().to_string(),
            givens: entry.givens,
            status: entry.solutions,
            rating: entry.rating().map(rate::RatedPuzzle::from),
            explainer: entry.explainer.map(|ratings| {
                rate::ExplainerJson::new(ratings, rate::ExplainerOptions::default())
            }),
            beyond_logic: entry.rated == Some(RatingOutcome::Unsolved),
            symmetries: entry.symmetries.iter().map(|each| each.name()).collect(),
            seen: entry.seen,
            file: &entry.file,
            line: entry.line,
            name: entry.title.as_deref(),
            sightings: sightings.map(|all| all.iter().map(sighting).collect()),
        }
    }
}

/// Writes a line of JSON. It is serialized first, so that write errors are recognised as such.
///
/// # Errors
/// When writing fails.
pub fn json_line(sink: &mut Sink, line: &impl Serialize) -> anyhow::Result<()> {
    sink.write_all(&report::json_line(line))?;
    Ok(())
}

/// The default symbols.
pub fn usual_symbols(puzzle: &Puzzle) -> format::Symbols {
    let capacity = "1-9A-Z"
        .parse()
        .ok()
        .filter(|symbols: &format::Symbols| symbols.capacity() >= puzzle.shape().size());
    capacity.unwrap_or(format::Symbols::Numbers)
}
