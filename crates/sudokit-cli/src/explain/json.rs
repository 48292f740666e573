//! One JSON object a puzzle: its steps as data and in words.

use serde::Serialize;
use sudokit::Grid;
use sudokit::logic::{Board, Level, Stage, Standing, StepReport};

use super::document::Document;
use super::{Plan, Solve};
use crate::case::{Case, Head, Trouble};

/// For programs.
pub struct Json;

#[derive(Serialize)]
struct Line<'a> {
    #[serde(flatten)]
    head: Head<'a>,
    #[serde(skip_serializing_if = "Option::is_none")]
    shape: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    puzzle: Option<String>,
    /// How far the steps led; a step that contradicts the solution leads nowhere.
    #[serde(skip_serializing_if = "Option::is_none")]
    standing: Option<Standing>,
    /// The values behind the last step.
    #[serde(skip_serializing_if = "Option::is_none")]
    result: Option<String>,
    /// Of a puzzle that was solved, as `rate` says them.
    #[serde(skip_serializing_if = "Option::is_none")]
    level: Option<Level>,
    #[serde(skip_serializing_if = "Option::is_none")]
    score: Option<u32>,
    /// How it ended, for people.
    #[serde(skip_serializing_if = "Option::is_none")]
    message: Option<String>,
    steps: Vec<StepReport>,
    #[serde(skip_serializing_if = "Option::is_none")]
    error: Option<&'a str>,
}

impl Document for Json {
    fn puzzle(&self, _plan: &Plan, case: &Case<'_>, solve: &Solve) -> String {
        let values =
            |board: &Board| Grid::new(board.shape().clone(), board.values().to_vec()).to_string();
        let reports = solve
            .steps
            .iter()
            .map(|step| solve.words.report(step, Stage::Step));
        written(&Line {
            head: case.head(solve.status),
            shape: Some(solve.start.shape().to_string()),
            puzzle: Some(values(&solve.start)),
            standing: solve.ending.standing(),
            result: Some(values(&solve.end)),
            level: solve.rating.as_ref().map(|rating| rating.level),
            score: solve.rating.as_ref().map(|rating| rating.score),
            message: Some(solve.ending_sentences().join(" ")),
            steps: reports.collect(),
            error: None,
        })
    }

    fn trouble(&self, case: &Case<'_>, trouble: &Trouble) -> String {
        written(&Line {
            head: case.head(trouble.status),
            shape: None,
            puzzle: None,
            standing: None,
            result: None,
            level: None,
            score: None,
            message: None,
            steps: Vec::new(),
            error: Some(&trouble.detail),
        })
    }

    fn between(&self) -> &'static str {
        ""
    }
}

fn written(line: &Line<'_>) -> String {
    serde_json::to_string(line).expect("plain data always becomes JSON") + "\n"
}
