//! Writes ratings as text, JSON lines, CSV, or in a custom format.

use std::io::Write;
use std::time::Duration;

use serde::{Serialize, Serializer};
use sudokit::Problem;
use sudokit::logic::{Level, NoStep, Standing, Technique};
use sudokit::rate::explainer::{MODEL, RatingFilter, Ratings};
use sudokit::rate::{Rating, Use};
use sudokit::solve::Status;

use super::options::{RateOptions, RateOutput};
use super::{RateFinding, template};
use crate::args::files::ReportStyle;
use crate::args::quantities::{plural, thousands};
use crate::args::techniques;
use crate::io::columnar::{self, AddedColumn, ColumnKind, ReportColumn};
use crate::io::output::Sink;
use crate::report;
use crate::report::located::{self, JsonHead, LocatedPuzzle, PuzzleResult};

/// The columns of a table, after the place of a puzzle.
const COLUMNS: [ReportColumn; 7] = [
    ("status", ColumnKind::Text),
    ("level", ColumnKind::Text),
    ("score", ColumnKind::Whole),
    ("hardest", ColumnKind::Text),
    ("steps", ColumnKind::Whole),
    ("techniques", ColumnKind::Text),
    ("detail", ColumnKind::Text),
];

/// The columns that `--er` adds.
const EXPLAINER_COLUMNS: [ReportColumn; 3] = [
    ("er", ColumnKind::Number),
    ("ep", ColumnKind::Number),
    ("ed", ColumnKind::Number),
];

fn columns_of(has_explainer: bool) -> impl Iterator<Item = ReportColumn> {
    let more = EXPLAINER_COLUMNS.into_iter().filter(move |_| has_explainer);
    COLUMNS.into_iter().chain(more)
}

/// The columns that a report adds to the rows of its input.
pub fn added_columns(options: &RateOptions) -> Vec<AddedColumn> {
    columnar::added(columns_of(options.explainer.is_some()))
}

/// Writes one puzzle after another.
pub struct RateWriter<'a> {
    report: &'a RateOutput,
    /// A lone puzzle gets a table of its own.
    one_file: bool,
    /// Ratings of Sudoku Explainer are asked for.
    has_explainer: bool,
    options: ExplainerOptions,
    /// Whether something was written already.
    pub any: bool,
}

impl RateWriter<'_> {
    pub fn new(options: &RateOptions) -> RateWriter<'_> {
        RateWriter {
            report: &options.report,
            one_file: options.job.sources.len() == 1,
            has_explainer: options.explainer.is_some(),
            options: ExplainerOptions::new(
                options.explainer.as_ref(),
                options.job.search.time_limit,
            ),
            any: false,
        }
    }

    /// Writes the result for a puzzle.
    ///
    /// # Errors
    /// When writing fails.
    pub fn write(
        &mut self,
        sink: &mut Sink,
        located: &LocatedPuzzle<'_>,
        found: &PuzzleResult<RateFinding>,
    ) -> anyhow::Result<()> {
        let is_first = !std::mem::replace(&mut self.any, true);
        if sink.keeps_rows() {
            sink.write_row(&located.piece.text, self.values(found))?;
            return Ok(());
        }
        let text = match (self.report, found) {
            (RateOutput::Template(template), Ok(finding)) => {
                template.fill(located, finding).into_bytes()
            }
            // The error is reported elsewhere; an empty line keeps the lines aligned with the
            // input.
            (RateOutput::Template(_), Err(_)) => b"\n".to_vec(),
            (RateOutput::Styled(ReportStyle::Json), _) => json(located, found, &self.options),
            (RateOutput::Styled(ReportStyle::Csv), _) => self.csv(located, found, is_first)?,
            (RateOutput::Styled(ReportStyle::Words), Ok(finding))
                if located.alone && self.one_file =>
            {
                alone(located, finding).into_bytes()
            }
            (RateOutput::Styled(ReportStyle::Words), _) => {
                self.row(located, found, is_first).into_bytes()
            }
        };
        sink.write_all(&text)?;
        Ok(())
    }

    /// Finishes the report: a table has its headings even if it is empty.
    ///
    /// # Errors
    /// When writing fails.
    pub fn finish(&self, sink: &mut Sink) -> anyhow::Result<()> {
        if !self.any
            && !sink.keeps_rows()
            && matches!(self.report, RateOutput::Styled(ReportStyle::Csv))
        {
            let mut writer = csv::Writer::from_writer(Vec::new());
            writer.write_record(self.headings())?;
            sink.write_all(&writer.into_inner()?)?;
        }
        Ok(())
    }

    fn headings(&self) -> impl Iterator<Item = &'static str> {
        let names = columns_of(self.has_explainer).map(|(name, _)| name);
        ["file", "line", "name"].into_iter().chain(names)
    }

    /// One of many: a line of columns, the place last because of its length.
    fn row(
        &self,
        located: &LocatedPuzzle<'_>,
        found: &PuzzleResult<RateFinding>,
        is_first: bool,
    ) -> String {
        let explained = |ratings: [String; 3]| match self.has_explainer {
            true => ratings.map(|rating| format!("{rating:>4}  ")).concat(),
            false => String::new(),
        };
        let mut text = String::new();
        if is_first {
            text += &explained(["ER", "EP", "ED"].map(String::from));
            text += &columns("level", "score", "hardest technique", "puzzle");
        }
        text += &explained(ratings_of(found).unwrap_or_else(|| ["–"; 3].map(String::from)));
        text + &row(located, found)
    }

    fn csv(
        &self,
        located: &LocatedPuzzle<'_>,
        found: &PuzzleResult<RateFinding>,
        is_first: bool,
    ) -> anyhow::Result<Vec<u8>> {
        let mut writer = csv::Writer::from_writer(Vec::new());
        if is_first {
            writer.write_record(self.headings())?;
        }
        writer.write_record(located.csv_head().into_iter().chain(self.values(found)))?;
        Ok(writer.into_inner()?)
    }

    /// The values of the [columns](columns_of) for a puzzle.
    fn values(&self, found: &PuzzleResult<RateFinding>) -> Vec<String> {
        let mut values = values(found);
        if self.has_explainer {
            values.extend(ratings_of(found).unwrap_or_default());
        }
        values
    }
}

/// ER, EP and ED of a puzzle, if it has them.
fn ratings_of(found: &PuzzleResult<RateFinding>) -> Option<[String; 3]> {
    let ratings = found.as_ref().ok()?.ratings()?;
    Some([ratings.er, ratings.ep, ratings.ed].map(|rating| rating.to_string()))
}

/// A lone puzzle: its rating, and the steps it comes from.
fn alone(located: &LocatedPuzzle<'_>, finding: &RateFinding) -> String {
    let place = located.place();
    let explained = match finding.ratings() {
        Some(ratings) => format!(
            "{place}: ER {}, EP {}, ED {} ({MODEL})\n",
            ratings.er, ratings.ep, ratings.ed
        ),
        None => String::new(),
    };
    let Some(rating) = &finding.rating else {
        let mut text = format!("{explained}{place}: {}\n", unrated(finding));
        for mistake in &finding.mistakes {
            text += &format!("{mistake}\n");
        }
        return text;
    };
    let steps = plural(u64::from(rating.steps()), "step");
    let score = thousands(u64::from(rating.score));
    let rows: Vec<Vec<String>> = rating.techniques.iter().map(technique_row).collect();
    let table = report::table(&["technique", "level", "steps", "score"], 2, &rows);
    format!(
        "{explained}{place}: {}, score {score}, {steps}\n\n{table}",
        rating.level
    )
}

fn technique_row(used: &Use) -> Vec<String> {
    vec![
        used.technique.name().to_string(),
        used.technique.level().to_string(),
        thousands(u64::from(used.steps)),
        thousands(u64::from(used.score())),
    ]
}

fn columns(level: &str, score: &str, hardest: &str, place: &str) -> String {
    format!("{level:<7}  {score:>7}  {hardest:<26}  {place}\n")
}

/// Level, score, hardest technique and place.
fn row(located: &LocatedPuzzle<'_>, found: &PuzzleResult<RateFinding>) -> String {
    let place = located.place();
    let rating = found.as_ref().ok().and_then(|found| found.rating.as_ref());
    match (rating, found) {
        (Some(rating), _) => columns(
            &rating.level.to_string(),
            &thousands(u64::from(rating.score)),
            rating.hardest.map_or("", Technique::name),
            &place,
        ),
        (_, Ok(finding)) => columns("–", "–", briefly(finding), &place),
        (_, Err(error)) => columns("–", "–", unrated_briefly(error.status), &place),
    }
}

fn briefly(finding: &RateFinding) -> &'static str {
    match finding.fault {
        Some(_) => "a bug in Sudokit",
        None if !finding.mistakes.is_empty() => "no solution: a mistake",
        None => unrated_briefly(finding.status),
    }
}

fn unrated_briefly(status: Status) -> &'static str {
    match status {
        Status::Several => "several solutions",
        Status::NoSolution => "no solution",
        Status::Complete => "already complete",
        Status::RuleBroken => "rule broken",
        Status::Unreadable => "unreadable",
        _ => "beyond these techniques",
    }
}

/// Why a puzzle has no rating.
fn unrated(finding: &RateFinding) -> String {
    match finding.status {
        Status::Several => "several solutions, so it has no level".to_string(),
        Status::NoSolution => "no solution".to_string(),
        Status::Complete => "already complete".to_string(),
        _ => match finding.fault {
            Some(technique) => format!("no level: {}", NoStep::Wrong(technique)),
            None => format!(
                "no level: these techniques fill only {} of {} cells{}",
                finding.filled,
                finding.cells,
                techniques::missing_on(finding.cells)
            ),
        },
    }
}

/// The values of [`COLUMNS`].
fn values(found: &PuzzleResult<RateFinding>) -> Vec<String> {
    let (status, detail) = match found {
        Ok(finding) => (finding.status, detail(finding)),
        Err(error) => (error.status, Some(error.problem.message.clone())),
    };
    let rating = found.as_ref().ok().and_then(|found| found.rating.as_ref());
    let rated = |tell: fn(&Rating) -> String| rating.map(tell).unwrap_or_default();
    vec![
        status.name().to_string(),
        rated(|rating| rating.level.name().to_string()),
        rated(|rating| rating.score.to_string()),
        rated(|rating| rating.hardest.map_or("", Technique::slug).to_string()),
        rated(|rating| rating.steps().to_string()),
        rated(template::techniques),
        detail.unwrap_or_default(),
    ]
}

/// What else there is to report about a puzzle without a rating.
fn detail(finding: &RateFinding) -> Option<String> {
    if let Some(reason) = finding.unrated() {
        return Some(format!("no ER: {reason}"));
    }
    match finding.fault {
        Some(technique) => Some(NoStep::Wrong(technique).to_string()),
        None if finding.is_stuck() => {
            Some(format!("{} of {} cells", finding.filled, finding.cells))
        }
        None if finding.mistakes.is_empty() => None,
        None => Some(finding.mistakes.join(" ")),
    }
}

#[derive(Serialize)]
struct RateJson<'a> {
    #[serde(flatten)]
    head: JsonHead<'a>,
    /// How far logic led, if it was tried.
    #[serde(skip_serializing_if = "Option::is_none")]
    standing: Option<Standing>,
    #[serde(flatten)]
    rating: Option<RatedPuzzle<'a>>,
    #[serde(flatten)]
    explainer: Option<ExplainerJson>,
    /// How many cells have a value, if logic ended early.
    #[serde(skip_serializing_if = "Option::is_none")]
    filled: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    message: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    problem: Option<&'a Problem>,
}

/// The ratings of Sudoku Explainer as JSON.
#[derive(Serialize)]
pub struct ExplainerJson {
    #[serde(flatten)]
    ratings: Ratings,
    /// The program and version whose ratings these are.
    model: &'static str,
    /// The options in use that could have kept a puzzle from being rated.
    options: ExplainerOptions,
}

/// What limits a run that rates as Sudoku Explainer does. Its techniques are always all in use.
#[derive(Clone, Debug, Default, Serialize)]
pub struct ExplainerOptions {
    /// The range of ER.
    #[serde(skip_serializing_if = "Option::is_none")]
    er: Option<String>,
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pearl: bool,
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    diamond: bool,
    /// The time for each puzzle, in seconds.
    #[serde(skip_serializing_if = "Option::is_none")]
    time_limit: Option<f64>,
}

impl ExplainerOptions {
    pub fn new(filter: Option<&RatingFilter>, time_limit: Option<Duration>) -> ExplainerOptions {
        ExplainerOptions {
            er: filter.and_then(|filter| Some(filter.er.as_ref()?.to_string())),
            pearl: filter.is_some_and(|filter| filter.pearl),
            diamond: filter.is_some_and(|filter| filter.diamond),
            time_limit: time_limit.map(|time| time.as_secs_f64()),
        }
    }
}

impl ExplainerJson {
    pub fn new(ratings: Ratings, options: ExplainerOptions) -> ExplainerJson {
        ExplainerJson {
            ratings,
            model: MODEL,
            options,
        }
    }
}

/// Level and score as JSON.
#[derive(Serialize)]
pub struct RatedPuzzle<'a> {
    level: Level,
    score: u32,
    hardest: Option<Technique>,
    steps: u32,
    #[serde(serialize_with = "as_object")]
    techniques: &'a [Use],
}

impl<'a> From<&'a Rating> for RatedPuzzle<'a> {
    fn from(rating: &'a Rating) -> RatedPuzzle<'a> {
        RatedPuzzle {
            level: rating.level,
            score: rating.score,
            hardest: rating.hardest,
            steps: rating.steps(),
            techniques: &rating.techniques,
        }
    }
}

/// Techniques as `{"full-house":11,…}`, which is easier to query than a list.
pub fn as_object<S: Serializer>(techniques: &[Use], serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_map(techniques.iter().map(|used| (used.technique, used.steps)))
}

fn json(
    located: &LocatedPuzzle<'_>,
    found: &PuzzleResult<RateFinding>,
    options: &ExplainerOptions,
) -> Vec<u8> {
    let finding = found.as_ref().ok();
    let rating = finding.and_then(|finding| finding.rating.as_ref());
    report::json_line(&RateJson {
        head: located.head(match found {
            Ok(finding) => finding.status,
            Err(problem) => problem.status,
        }),
        standing: finding.and_then(|finding| finding.standing),
        rating: rating.map(RatedPuzzle::from),
        explainer: finding
            .and_then(RateFinding::ratings)
            .map(|ratings| ExplainerJson::new(ratings, options.clone())),
        filled: finding
            .filter(|finding| finding.is_stuck())
            .map(|finding| finding.filled),
        message: finding.and_then(detail),
        problem: located::problem(found),
    })
}
