//! `sudokit explain --se`: the steps of Sudoku Explainer with their ratings.

use std::fmt::Write as _;
use std::io::Write;

use serde::Serialize;
use sudokit::format::Record;
use sudokit::rate::explainer::{
    Argument, Difficulty, Explainer, MODEL, Ratings, Step, Unrated, Walk,
};
use sudokit::solve::{End, Status};

use super::options::{ExplainOptions, ExplainStyle};
use crate::args::quantities::plural;
use crate::io::puzzles;
use crate::report::located::{JsonHead, LocatedPuzzle};
use crate::report::{self, Exit};
use crate::terminal::messages::Messages;
use crate::verbs::rate::{ExplainerJson, ExplainerOptions};

/// The walk through a puzzle.
struct Walked {
    status: Status,
    options: ExplainerOptions,
    walk: Result<Walk, Unrated>,
}

impl Walked {
    fn new(options: &ExplainOptions, record: &Record, alone: bool) -> Walked {
        let search = &options.job.search;
        let outcome = search.solver(usize::from(!alone)).solve(&record.puzzle);
        let rater = Explainer::new().cancel_with(search.cancel.clone());
        let rater = match search.time_limit {
            Some(time) => rater.time_limit(time),
            None => rater,
        };
        Walked {
            status: Status::of(&record.puzzle, &outcome),
            options: ExplainerOptions::new(None, search.time_limit),
            walk: rater.walk(&record.puzzle),
        }
    }

    fn exit(&self) -> Exit {
        match (&self.walk, self.status) {
            (Err(Unrated::Ended(End::Cancelled)), _) => Exit::Interrupted,
            (Err(Unrated::Shape(_)), _) => Exit::Trouble,
            (_, Status::Several | Status::NoSolution) => Exit::Failed,
            (Err(Unrated::Complete), _) => Exit::Answered,
            (Err(_), _) => Exit::GaveUp,
            (Ok(walk), _) if !walk.ratings.is_solved() => Exit::GaveUp,
            (Ok(_), _) => Exit::Answered,
        }
    }

    /// The steps and the ratings, one per line; in full, with the arguments of chains.
    fn text(&self, full: bool) -> String {
        let walk = match &self.walk {
            Ok(walk) => walk,
            Err(reason) => return format!("No ratings: {reason}.\n"),
        };
        let mut text = String::new();
        let digits = walk.steps.len().to_string().len();
        let widest = walk.steps.iter().map(|step| step.rating).max();
        let width = |rating: Difficulty| rating.to_string().len();
        for (index, step) in walk.steps.iter().enumerate() {
            let indent = widest.map_or(0, width) - width(step.rating);
            let _ = writeln!(text, "{:>digits$}.  {:indent$}{step}", index + 1, "");
            for line in step
                .argument
                .iter()
                .filter(|_| full)
                .flat_map(Argument::lines)
            {
                let _ = writeln!(text, "{:digits$}   {line}", "");
            }
        }
        let steps = plural(walk.steps.len() as u64, "step");
        let ending = match walk.ratings.is_solved() {
            true => format!("Solved in {steps}."),
            false => {
                format!("Stuck after {steps}: no technique of Sudoku Explainer leads further.")
            }
        };
        let hint = match self.status {
            Status::Several => " There are several solutions.",
            Status::NoSolution => " There is no solution.",
            _ => "",
        };
        text + &format!("{ending}{hint}\n{}", summary(walk))
    }

    fn json(&self, located: &LocatedPuzzle<'_>) -> Vec<u8> {
        let walk = self.walk.as_ref().ok();
        let steps = walk.map(|walk| walk.steps.iter().map(StepJson::new).collect());
        report::json_line(&WalkJson {
            head: located.head(self.status),
            explainer: walk.map(|walk| ExplainerJson::new(walk.ratings, self.options.clone())),
            steps: steps.unwrap_or_default(),
            message: self.walk.as_ref().err().map(ToString::to_string),
        })
    }
}

/// The ratings, each with the first step that has it.
fn summary(walk: &Walk) -> String {
    let with_step = |name: &str, rating: Difficulty| {
        let step = walk.steps.iter().position(|step| step.rating == rating);
        match step {
            Some(step) => format!("{name} {rating} (step {})", step + 1),
            None => format!("{name} {rating}"),
        }
    };
    let Ratings { er, ep, ed, .. } = walk.ratings;
    let (er, ep, ed) = (
        with_step("ER", er),
        with_step("EP", ep),
        with_step("ED", ed),
    );
    format!("{er}, {ep}, {ed} by {MODEL}.\n")
}

#[derive(Serialize)]
struct WalkJson<'a> {
    #[serde(flatten)]
    head: JsonHead<'a>,
    #[serde(flatten)]
    explainer: Option<ExplainerJson>,
    steps: Vec<StepJson>,
    /// Why there are no steps.
    #[serde(skip_serializing_if = "Option::is_none")]
    message: Option<String>,
}

#[derive(Serialize)]
struct StepJson {
    technique: String,
    rating: Difficulty,
    /// The number of nodes of a chain.
    #[serde(skip_serializing_if = "Option::is_none")]
    nodes: Option<u32>,
    /// The cell and value that are placed; cells are numbered from 0.
    #[serde(skip_serializing_if = "Option::is_none")]
    placed: Option<(usize, u8)>,
    /// Cells and values that are removed.
    removed: Vec<(usize, u8)>,
    text: String,
    /// The argument of a chain, one sentence each.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    argument: Vec<String>,
}

impl StepJson {
    fn new(step: &Step) -> StepJson {
        StepJson {
            technique: step.technique.to_string(),
            rating: step.rating,
            nodes: (step.complexity > 0).then_some(step.complexity),
            placed: step.placement,
            removed: step.eliminations.clone(),
            text: step.to_string(),
            argument: step.argument.iter().flat_map(Argument::lines).collect(),
        }
    }
}

/// Shows the walk through every puzzle of every file.
///
/// # Errors
/// Whatever stops the whole run.
pub fn run(options: &ExplainOptions, messages: &Messages) -> anyhow::Result<Exit> {
    let mut sink = options.job.destination.open()?;
    let is_json = options.style == ExplainStyle::Json;
    let mut any = false;
    let work =
        |located: &LocatedPuzzle<'_>, record: &Record| Walked::new(options, record, located.alone);
    let exit = puzzles::each(
        &options.job,
        messages,
        &mut sink,
        work,
        |sink, located, found| {
            let Ok(walked) = found else {
                return Ok(Exit::Answered);
            };
            let exit = walked.exit();
            if exit == Exit::Interrupted {
                return Ok(exit);
            }
            let is_first = !std::mem::replace(&mut any, true);
            if is_json {
                sink.write_all(&walked.json(located))?;
                return Ok(exit);
            }
            if !is_first {
                sink.write_all(b"\n")?;
            }
            if !located.alone || options.job.sources.len() > 1 {
                sink.write_all(format!("{}:\n", located.title()).as_bytes())?;
            }
            sink.write_all(walked.text(options.full).as_bytes())?;
            Ok(exit)
        },
    )?;
    // A file without any explanation is not created.
    let is_wanted = any && !options.job.search.cancel.is_cancelled();
    options.job.destination.finish(sink, is_wanted, messages)?;
    Ok(exit)
}
