//! Writes generated puzzles in a form, as JSON lines, as a table, as a drawing or as a booklet.

use std::collections::BTreeSet;

use serde::Serialize;
use sudokit::format::write::{Entry, Loss, WriteError, WriteOptions, Writer as FormWriter, losses};
use sudokit::format::{Form, Symbols};
use sudokit::generate::Generated;
use sudokit::logic::{Level, Technique};
use sudokit::rate::{Rating, Use};
use sudokit::{Grid, Puzzle};

#[cfg(feature = "render")]
use super::booklet::BookletWriter;
use super::options::{GenerateOptions, GenerateOutput, cannot_write};
use super::words;
use crate::report;
use crate::terminal::board;
use crate::verbs::rate;

/// Writes one puzzle after another.
pub struct GenerateWriter<'p> {
    options: &'p GenerateOptions,
    inner: WriterKind<'p>,
    begun: bool,
    lost: BTreeSet<String>,
}

enum WriterKind<'p> {
    Form(Form, FormWriter, &'p WriteOptions),
    Drawing,
    Json,
    Csv,
    #[cfg(feature = "render")]
    Booklet(BookletWriter<'p>),
}

impl<'p> GenerateWriter<'p> {
    pub fn new(options: &'p GenerateOptions) -> GenerateWriter<'p> {
        GenerateWriter {
            options,
            inner: match &options.output {
                GenerateOutput::Form(form, options) => {
                    WriterKind::Form(*form, FormWriter::new(*form, options.clone()), options)
                }
                GenerateOutput::Drawing => WriterKind::Drawing,
                GenerateOutput::Json => WriterKind::Json,
                GenerateOutput::Csv => WriterKind::Csv,
                #[cfg(feature = "render")]
                GenerateOutput::Booklet(options) => {
                    WriterKind::Booklet(BookletWriter::new(options))
                }
            },
            begun: false,
            lost: BTreeSet::new(),
        }
    }

    /// The text of the next puzzle; numbers start at 1.
    ///
    /// # Errors
    /// When the form cannot hold it.
    pub fn puzzle(&mut self, generated: &Generated, number: u64) -> anyhow::Result<Vec<u8>> {
        let is_first = !std::mem::replace(&mut self.begun, true);
        match &mut self.inner {
            WriterKind::Form(form, writer, options) => {
                let mut text = Vec::new();
                if is_first {
                    writer.begin(&mut text);
                }
                let name = words(generated);
                let entry = entry(*form, options, generated, &name);
                let entry = entry.map_err(|reason| cannot_write(&reason))?;
                let lost = writer
                    .puzzle(entry, &mut text)
                    .map_err(|reason| cannot_write(&reason))?;
                self.lost.extend(lost.iter().map(ToString::to_string));
                Ok(text)
            }
            WriterKind::Drawing => Ok(drawing(generated).into_bytes()),
            WriterKind::Json => Ok(json(self.options, generated, number)),
            WriterKind::Csv => csv(generated, number, is_first),
            #[cfg(feature = "render")]
            WriterKind::Booklet(writer) => {
                writer.add(self.options.count, generated, number);
                Ok(Vec::new())
            }
        }
    }

    /// The text after the last puzzle.
    ///
    /// # Errors
    /// When a booklet cannot be made.
    pub fn end(&mut self) -> anyhow::Result<Vec<u8>> {
        let mut text = Vec::new();
        match &mut self.inner {
            WriterKind::Form(_, writer, _) if self.begun => writer.end(&mut text),
            WriterKind::Csv if !self.begun => text = table_row(&CSV_HEADINGS)?,
            #[cfg(feature = "render")]
            WriterKind::Booklet(writer) if self.begun => text = writer.pdf()?,
            _ => {}
        }
        Ok(text)
    }

    /// What the form cannot hold, each reported once.
    pub fn losses(&self) -> impl Iterator<Item = &String> {
        self.lost.iter()
    }
}

/// The puzzle with its solution, and with a name that gives its rating, if the form has a place for
/// them.
fn entry<'g>(
    form: Form,
    options: &WriteOptions,
    generated: &'g Generated,
    name: &'g str,
) -> Result<Entry<'g>, WriteError> {
    let whole = Entry {
        puzzle: &generated.puzzle,
        name: generated.rating.is_some().then_some(name),
        solution: Some(&generated.solution),
    };
    let lost = losses(form, whole, options)?;
    Ok(Entry {
        name: whole.name.filter(|_| !lost.contains(&Loss::Name)),
        solution: whole.solution.filter(|_| !lost.contains(&Loss::Solution)),
        ..whole
    })
}

/// A puzzle on one line.
pub fn line(puzzle: &Puzzle) -> String {
    puzzle.to_string()
}

fn drawing(generated: &Generated) -> String {
    let puzzle = &generated.puzzle;
    let grid = Grid::from(puzzle);
    let drawn = board::draw(puzzle, &Symbols::Numbers, &grid);
    format!("{drawn}\n  {}\n", words(generated))
}

#[derive(Serialize)]
struct GenerateJson<'a> {
    number: u64,
    seed: u64,
    shape: String,
    givens: usize,
    puzzle: String,
    solution: String,
    #[serde(flatten)]
    rating: Option<RatingJson<'a>>,
}

#[derive(Serialize)]
struct RatingJson<'a> {
    level: Level,
    score: u32,
    hardest: Option<Technique>,
    steps: u32,
    #[serde(serialize_with = "rate::as_object")]
    techniques: &'a [Use],
}

fn json(options: &GenerateOptions, generated: &Generated, number: u64) -> Vec<u8> {
    report::json_line(&GenerateJson {
        number,
        seed: options.seed,
        shape: options.shape.to_string(),
        givens: generated.puzzle.clues(),
        puzzle: line(&generated.puzzle),
        solution: generated.solution.to_string(),
        rating: generated.rating.as_ref().map(|rating| RatingJson {
            level: rating.level,
            score: rating.score,
            hardest: rating.hardest,
            steps: rating.steps(),
            techniques: &rating.techniques,
        }),
    })
}

const CSV_HEADINGS: [&str; 9] = [
    "number",
    "puzzle",
    "solution",
    "givens",
    "level",
    "score",
    "hardest",
    "steps",
    "techniques",
];

fn csv(generated: &Generated, number: u64, is_first: bool) -> anyhow::Result<Vec<u8>> {
    let mut text = match is_first {
        true => table_row(&CSV_HEADINGS)?,
        false => Vec::new(),
    };
    let rated =
        |tell: fn(&Rating) -> String| generated.rating.as_ref().map(tell).unwrap_or_default();
    let fields = [
        number.to_string(),
        line(&generated.puzzle),
        generated.solution.to_string(),
        generated.puzzle.clues().to_string(),
        rated(|rating| rating.level.name().to_string()),
        rated(|rating| rating.score.to_string()),
        rated(|rating| rating.hardest.map_or("", Technique::slug).to_string()),
        rated(|rating| rating.steps().to_string()),
        rated(rate::techniques),
    ];
    text.extend(table_row(&fields.each_ref().map(String::as_str))?);
    Ok(text)
}

fn table_row(fields: &[&str]) -> anyhow::Result<Vec<u8>> {
    let mut writer = csv::Writer::from_writer(Vec::new());
    writer.write_record(fields)?;
    Ok(writer.into_inner()?)
}
