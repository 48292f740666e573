//! Hints as text and as JSON.

use std::fmt::Write as _;
use std::io::Write as _;

use serde::Serialize;
use sudokit::Problem;
use sudokit::logic::{
    Mistake, NoStep, Reason, ReasonKind, Stage, Standing, Step, StepReport, Technique, Verdict,
};
use sudokit::solve::Status;

use super::options::HintOptions;
use super::{Advice, HintFinding};
use crate::args::files::ReportStyle;
use crate::args::quantities::plural;
use crate::args::techniques;
use crate::io::output::Sink;
use crate::report::error::CliError;
use crate::report::located::{self, JsonHead, LocatedPuzzle, PuzzleResult};
use crate::report::{self, logic};
use crate::terminal::messages::Messages;
use crate::terminal::{self, STRONG, candidate_grid};

/// Writes notes that accompany the hint.
pub fn note(messages: &Messages, located: &LocatedPuzzle<'_>, finding: &HintFinding) {
    if finding.status == Status::Several {
        messages.note(format_args!(
            "{} has several solutions: showing only steps that hold in all of them",
            located.place()
        ));
    }
    if finding.position.is_uniqueness_unknown() {
        messages.note(format_args!("{}: {}", located.place(), logic::UNKNOWN));
    }
    match &finding.advice {
        Advice::Misunderstood(message) => messages.cli_error(&CliError::new(message, "")),
        Advice::Fault(technique) => {
            messages.cli_error(&logic::problem(&located.place(), *technique));
        }
        _ => {}
    }
}

/// Writes the result for a position.
///
/// # Errors
/// When writing fails.
pub fn write(
    options: &HintOptions,
    sink: &mut Sink,
    located: &LocatedPuzzle<'_>,
    found: &PuzzleResult<HintFinding>,
    is_first: bool,
) -> anyhow::Result<()> {
    match options.style {
        ReportStyle::Json => return json(options, sink, located, found),
        ReportStyle::Csv => return table(options, sink, located, found, is_first),
        ReportStyle::Words => {}
    }
    let Ok(finding) = found else {
        return Ok(());
    };
    let mut text = String::new();
    if !located.alone || options.job.sources.len() > 1 {
        let gap = if is_first { "" } else { "\n" };
        let _ = writeln!(text, "{gap}{}:", located.place());
    }
    text += &words(options, finding);
    if !options.colours {
        text = anstream::adapter::strip_str(&text).to_string();
    }
    sink.write_all(text.as_bytes())?;
    Ok(())
}

fn words(options: &HintOptions, finding: &HintFinding) -> String {
    match &finding.advice {
        Advice::Step(step) => next(options, finding, step),
        Advice::All(steps) => all(options, finding, steps),
        Advice::Why(reasons) => why_all(options, finding, reasons),
        Advice::Standing(standing) => format!("{}\n", standing_words(finding, *standing)),
        Advice::Mistakes(mistakes) => mistake_words(finding, mistakes).join("\n") + "\n",
        Advice::Fault(_) | Advice::Misunderstood(_) => String::new(),
    }
}

/// One row per step, or one that says why there is none.
fn table(
    options: &HintOptions,
    sink: &mut Sink,
    located: &LocatedPuzzle<'_>,
    found: &PuzzleResult<HintFinding>,
    is_first: bool,
) -> anyhow::Result<()> {
    if is_first {
        sink.write_all(&report::csv_row(report::STEP_COLUMNS)?)?;
    }
    let mut row = |status: Status, number: usize, technique: &str, sentence: &str| {
        let number = match number {
            0 => String::new(),
            number => number.to_string(),
        };
        let cells = [number.as_str(), technique, sentence];
        sink.write_all(&report::step_row(located, status, cells)?)?;
        anyhow::Ok(())
    };
    let finding = match found {
        Ok(finding) => finding,
        Err(error) => return row(error.status, 0, "", &error.problem.message),
    };
    let (status, words) = (finding.status, finding.position.words());
    match &finding.advice {
        Advice::Step(step) => {
            let stage = options.asked.stage();
            let technique = match stage {
                Stage::Whereabouts => "",
                _ => step.technique.name(),
            };
            let sentence = match stage {
                Stage::Step => words.line(step, options.eureka),
                _ => words.whereabouts(step),
            };
            row(status, 1, technique, &sentence)
        }
        Advice::All(steps) if !steps.is_empty() => {
            for (index, step) in steps.iter().enumerate() {
                let sentence = words.line(step, options.eureka);
                row(status, index + 1, step.technique.name(), &sentence)?;
            }
            Ok(())
        }
        Advice::All(_) => row(status, 0, "", &standing_words(finding, Standing::Stuck)),
        Advice::Standing(standing) => row(status, 0, "", &standing_words(finding, *standing)),
        Advice::Mistakes(mistakes) => {
            row(status, 0, "", &mistake_words(finding, mistakes).join(" "))
        }
        Advice::Why(_) | Advice::Fault(_) | Advice::Misunderstood(_) => Ok(()),
    }
}

/// The next step, in the requested detail.
fn next(options: &HintOptions, finding: &HintFinding, step: &Step) -> String {
    let words = finding.position.words();
    match options.asked.stage() {
        Stage::Whereabouts => format!("{}\n", words.whereabouts(step)),
        Stage::Technique => format!(
            "{STRONG}{}{STRONG:#}. {}\n",
            words.title(step),
            words.whereabouts(step)
        ),
        Stage::Step => whole(options, finding, step),
    }
}

/// A step with its reason and, if wanted, its position.
fn whole(options: &HintOptions, finding: &HintFinding, step: &Step) -> String {
    let words = finding.position.words();
    let width = terminal::width();
    let sentence = words.line(step, options.eureka);
    let mut text = terminal::with_strong_title(&terminal::wrap(&sentence, "", width));
    if options.grid
        && let Some(grid) = candidate_grid::draw(finding.position.board(), step, words)
    {
        text += &format!("\n{grid}");
    }
    let mut paragraphs = words.paragraphs(step);
    // The last one repeats the sentence.
    paragraphs.pop();
    for paragraph in paragraphs.iter().filter(|text| !text.is_empty()) {
        text += &format!("\n{}", terminal::wrap(paragraph, "", width));
    }
    text
}

/// Every step that is possible now, by technique.
fn all(options: &HintOptions, finding: &HintFinding, steps: &[Step]) -> String {
    if steps.is_empty() {
        return format!("{}\n", standing_words(finding, Standing::Stuck));
    }
    let mut text = String::new();
    for same in steps.chunk_by(|one, other| one.technique == other.technique) {
        let technique = same[0].technique;
        let gap = if text.is_empty() { "" } else { "\n" };
        let count = plural(same.len() as u64, "step");
        let _ = writeln!(text, "{gap}{STRONG}{technique}{STRONG:#} ({count})");
        for step in same {
            let sentence = finding.position.words().line(step, options.eureka);
            let _ = writeln!(text, "  {}", without_title(&sentence, technique));
        }
    }
    text
}

/// A sentence under a heading with the same title; a more precise title stays.
fn without_title(sentence: &str, technique: Technique) -> &str {
    let rest = sentence.strip_prefix(technique.name());
    rest.and_then(|rest| rest.strip_prefix(": "))
        .unwrap_or(sentence)
}

/// The result for each cell of a claim.
fn why_all(options: &HintOptions, finding: &HintFinding, reasons: &[Reason]) -> String {
    let mut text = String::new();
    for (index, reason) in reasons.iter().enumerate() {
        let shown_before = |other: &Reason| match (&other.kind, &reason.kind) {
            (ReasonKind::Step(one), ReasonKind::Step(other)) => one == other,
            _ => false,
        };
        match reasons[..index].iter().any(shown_before) {
            true => {
                let claim = finding.position.words().claimed(reason.claim);
                let _ = writeln!(text, "\n{claim} is right: the same step proves it.");
            }
            false => {
                let gap = if index == 0 { "" } else { "\n" };
                let _ = write!(text, "{gap}{}", why(options, finding, reason));
            }
        }
    }
    text
}

fn why(options: &HintOptions, finding: &HintFinding, reason: &Reason) -> String {
    let words = finding.position.words();
    let mut text = format!("{}\n", words.reason(reason));
    match &reason.kind {
        ReasonKind::Step(step) => {
            let _ = write!(text, "\n{}", whole(options, finding, step));
        }
        _ => {
            for (index, step) in reason.steps().iter().enumerate() {
                let line = words.line(step, options.eureka);
                let _ = writeln!(text, "{:>4}. {line}", index + 1);
            }
        }
    }
    text
}

fn standing_words(finding: &HintFinding, standing: Standing) -> String {
    match standing {
        Standing::Solved => "Nothing left to do: every cell has a value.".to_string(),
        Standing::Broken => "This position has no solution.".to_string(),
        Standing::Interrupted => "Interrupted.".to_string(),
        _ => {
            let missing = techniques::missing_on(finding.position.board().values().len());
            format!("These techniques find no step here{missing}.")
        }
    }
}

/// One sentence each.
fn mistake_words(finding: &HintFinding, mistakes: &[Mistake]) -> Vec<String> {
    let mut sentences = vec![standing_words(finding, Standing::Broken)];
    sentences.extend(logic::mistake_sentences(finding.position.words(), mistakes));
    sentences
}

#[derive(Serialize)]
struct HintJson<'a> {
    #[serde(flatten)]
    head: JsonHead<'a>,
    /// The state of a position without a step.
    #[serde(skip_serializing_if = "Option::is_none")]
    standing: Option<Standing>,
    #[serde(skip_serializing_if = "<[_]>::is_empty")]
    mistakes: &'a [Mistake],
    #[serde(skip_serializing_if = "Option::is_none")]
    claim: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    verdict: Option<Verdict>,
    #[serde(skip_serializing_if = "Option::is_none")]
    steps: Option<Vec<StepReport>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    message: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    problem: Option<&'a Problem>,
}

fn json(
    options: &HintOptions,
    sink: &mut Sink,
    located: &LocatedPuzzle<'_>,
    found: &PuzzleResult<HintFinding>,
) -> anyhow::Result<()> {
    let mut line = HintJson {
        head: located.head(match found {
            Ok(finding) => finding.status,
            Err(problem) => problem.status,
        }),
        standing: None,
        mistakes: &[],
        claim: None,
        verdict: None,
        steps: None,
        message: None,
        problem: located::problem(found),
    };
    if let Ok(finding) = found {
        let report = |step: &Step| finding.position.words().report(step, options.asked.stage());
        match &finding.advice {
            Advice::Step(step) => line.steps = Some(vec![report(step)]),
            Advice::All(steps) => line.steps = Some(steps.iter().map(report).collect()),
            Advice::Why(reasons) => {
                let claims = reasons.iter();
                let claims = claims.map(|reason| finding.position.words().claimed(reason.claim));
                line.claim = Some(claims.collect::<Vec<_>>().join(", "));
                // Of several cells the worst.
                line.verdict = reasons.iter().map(Reason::verdict).max();
                line.steps = proofs(reasons).map(|steps| steps.into_iter().map(report).collect());
            }
            Advice::Standing(standing) => {
                line.standing = Some(*standing);
                line.message = Some(standing_words(finding, *standing));
            }
            Advice::Mistakes(mistakes) => {
                line.standing = Some(Standing::Broken);
                line.mistakes = mistakes;
                line.message = Some(mistake_words(finding, mistakes).join(" "));
            }
            Advice::Fault(technique) => line.message = Some(NoStep::Wrong(*technique).to_string()),
            Advice::Misunderstood(message) => line.message = Some(message.clone()),
        }
    }
    sink.write_all(&report::json_line(&line))?;
    Ok(())
}

/// The steps that prove a claim, each once; `None` if there are none.
fn proofs(reasons: &[Reason]) -> Option<Vec<&Step>> {
    let mut steps: Vec<&Step> = Vec::new();
    for reason in reasons {
        for step in reason.steps() {
            if !steps.contains(&step) {
                steps.push(step);
            }
        }
    }
    Some(steps).filter(|steps| !steps.is_empty())
}
