//! Hints in words and as JSON.

use std::fmt::Write as _;
use std::io::Write as _;

use serde::Serialize;
use sudokit::logic::{Standing, Step, Technique};

use super::why::{Kind, Reason};
use super::{Advice, Asked, Finding, Plan, Stage};
use crate::candidate_grid;
use crate::output::Sink;
use crate::problem::Problem;
use crate::prose::{self, STRONG};
use crate::puzzles::{Case, Found};
use crate::quantities::plural;
use crate::status::Status;
use crate::talk::Talk;
use crate::told::{self, Told};
use crate::verdict::Mistake;

/// What is worth knowing besides the hint.
pub fn note(talk: &Talk, case: &Case<'_>, finding: &Finding) {
    if finding.status == Status::Several {
        talk.note(format_args!(
            "{} has several solutions: only steps that hold in all of them are shown",
            case.place()
        ));
    }
    if let Advice::Misunderstood(message) = &finding.advice {
        talk.problem(&Problem::new(message, ""));
    }
}

/// Writes what was found out about a position.
///
/// # Errors
/// Those of writing.
pub fn write(
    plan: &Plan,
    sink: &mut Sink,
    case: &Case<'_>,
    found: &Found<Finding>,
    is_first: bool,
) -> anyhow::Result<()> {
    if plan.json {
        return json(sink, case, found);
    }
    let Ok(finding) = found else {
        return Ok(());
    };
    let mut text = String::new();
    if !case.alone || plan.job.sources.len() > 1 {
        let gap = if is_first { "" } else { "\n" };
        let _ = writeln!(text, "{gap}{}:", case.place());
    }
    text += &words(plan, finding);
    if !plan.colours {
        text = anstream::adapter::strip_str(&text).to_string();
    }
    sink.write_all(text.as_bytes())?;
    Ok(())
}

fn words(plan: &Plan, finding: &Finding) -> String {
    match &finding.advice {
        Advice::Step(step) => next(plan, finding, step),
        Advice::All(steps) => all(plan, finding, steps),
        Advice::Why(reason) => why(plan, finding, reason),
        Advice::Standing(standing) => format!("{}\n", standing_words(*standing)),
        Advice::Mistakes(mistakes) => mistake_words(finding, mistakes),
        Advice::Misunderstood(_) | Advice::Interrupted => String::new(),
    }
}

/// The next step, as far as it is wanted.
fn next(plan: &Plan, finding: &Finding, step: &Step) -> String {
    let words = &finding.words;
    let stage = match plan.asked {
        Asked::Next(stage) => stage,
        _ => Stage::Step,
    };
    match stage {
        Stage::Whereabouts => format!("{}\n", words.whereabouts(step)),
        Stage::Technique => format!(
            "{STRONG}{}{STRONG:#}. {}\n",
            words.title(step),
            words.whereabouts(step)
        ),
        Stage::Step => whole(plan, finding, step),
    }
}

/// A step with its reason and, where it is wanted, its position.
fn whole(plan: &Plan, finding: &Finding, step: &Step) -> String {
    let words = &finding.words;
    let width = prose::width();
    let sentence = told::line(words, step, plan.eureka);
    let mut text = prose::with_strong_title(&prose::wrap(&sentence, "", width));
    if plan.grid
        && let Some(grid) = candidate_grid::draw(&finding.board, step, words)
    {
        text += &format!("\n{grid}");
    }
    let mut paragraphs = words.paragraphs(step);
    // The last one repeats what the sentence says.
    paragraphs.pop();
    for paragraph in paragraphs.iter().filter(|text| !text.is_empty()) {
        text += &format!("\n{}", prose::wrap(paragraph, "", width));
    }
    text
}

/// Every step that is possible now, by technique.
fn all(plan: &Plan, finding: &Finding, steps: &[Step]) -> String {
    if steps.is_empty() {
        return format!("{}\n", standing_words(Standing::Stuck));
    }
    let mut text = String::new();
    for same in steps.chunk_by(|one, other| one.technique == other.technique) {
        let technique = same[0].technique;
        let gap = if text.is_empty() { "" } else { "\n" };
        let count = plural(same.len() as u64, "step");
        let _ = writeln!(text, "{gap}{STRONG}{technique}{STRONG:#} ({count})");
        for step in same {
            let sentence = told::line(&finding.words, step, plan.eureka);
            let _ = writeln!(text, "  {}", without_title(&sentence, technique));
        }
    }
    text
}

/// A sentence under a heading that says the same; a more precise title stays.
fn without_title(sentence: &str, technique: Technique) -> &str {
    let rest = sentence.strip_prefix(technique.name());
    rest.and_then(|rest| rest.strip_prefix(": "))
        .unwrap_or(sentence)
}

fn why(plan: &Plan, finding: &Finding, reason: &Reason) -> String {
    let words = &finding.words;
    let candidate = reason.claim.candidate;
    let cell = words.cell(usize::from(candidate.cell));
    let value = words.value(candidate.value);
    let sign = if reason.claim.is_placement {
        "="
    } else {
        "≠"
    };
    let claim = format!("{cell} {sign} {value}");
    match &reason.kind {
        Kind::HasValue(held) => {
            let held_words = words.value(*held);
            match reason.agrees_with(*held) {
                true => format!("{claim} is right: {cell} already is {held_words}.\n"),
                false => format!("{claim} is wrong: {cell} already is {held_words}.\n"),
            }
        }
        Kind::Gone(seen) => {
            let verdict = if reason.claim.is_placement {
                "wrong"
            } else {
                "right"
            };
            let because = match seen {
                Some(peer) => format!("{} is {value}, and sees {cell}", words.cell(*peer)),
                None => format!("{value} is already crossed out in {cell}"),
            };
            format!("{claim} is {verdict}: {because}.\n")
        }
        Kind::Wrong(right) => {
            let right = words.value(*right);
            match finding.status {
                Status::Several => {
                    format!("{claim} does not follow: there is a solution with {cell} = {right}.\n")
                }
                _ => format!("{claim} is wrong: in the solution {cell} is {right}.\n"),
            }
        }
        Kind::Step(step) => {
            format!("{claim} is right.\n\n{}", whole(plan, finding, step))
        }
        Kind::Steps(steps) => {
            let mut text = format!(
                "{claim} is right. No single step shows it from here; these {} do:\n",
                steps.len()
            );
            for (index, step) in steps.iter().enumerate() {
                let line = told::line(words, step, plan.eureka);
                let _ = writeln!(text, "{:>4}. {line}", index + 1);
            }
            text
        }
        Kind::Beyond => format!("{claim} is right, but these techniques do not lead there.\n"),
        Kind::Unknown => format!("Whether {claim} is right could not be found out.\n"),
    }
}

fn standing_words(standing: Standing) -> &'static str {
    match standing {
        Standing::Solved => "Nothing is left to do: every cell has a value.",
        Standing::Stuck => "These techniques find no step here.",
        Standing::Broken => "This position has no solution.",
    }
}

/// What went wrong; of many mistakes the first few.
fn mistake_words(finding: &Finding, mistakes: &[Mistake]) -> String {
    const TOLD: usize = 5;
    let words = &finding.words;
    let mut text = format!("{}\n", standing_words(Standing::Broken));
    for mistake in mistakes.iter().take(TOLD) {
        let cell = words.cell(mistake.cell);
        let _ = match mistake.placed {
            Some(placed) => writeln!(text, "A mistake: {cell} is not {}.", words.value(placed)),
            None => writeln!(
                text,
                "A mistake: {} was crossed out in {cell}, but belongs there.",
                words.value(mistake.right)
            ),
        };
    }
    if mistakes.len() > TOLD {
        let _ = writeln!(text, "… and {} more.", mistakes.len() - TOLD);
    }
    text
}

#[derive(Serialize)]
struct Line<'a> {
    file: &'a str,
    line: usize,
    #[serde(skip_serializing_if = "Option::is_none")]
    name: Option<&'a str>,
    status: Status,
    #[serde(skip_serializing_if = "Option::is_none")]
    verdict: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    steps: Option<Vec<Told>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    message: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    error: Option<&'a str>,
}

fn json(sink: &mut Sink, case: &Case<'_>, found: &Found<Finding>) -> anyhow::Result<()> {
    let mut line = Line {
        file: case.file,
        line: case.piece.line,
        name: case.name(),
        status: match found {
            Ok(finding) => finding.status,
            Err(trouble) => trouble.status,
        },
        verdict: None,
        steps: None,
        message: None,
        error: found.as_ref().err().map(|trouble| trouble.detail.as_str()),
    };
    if let Ok(finding) = found {
        let told = |step: &Step| Told::new(&finding.words, step);
        match &finding.advice {
            Advice::Step(step) => line.steps = Some(vec![told(step)]),
            Advice::All(steps) => line.steps = Some(steps.iter().map(told).collect()),
            Advice::Why(reason) => {
                line.verdict = Some(verdict(reason));
                line.steps = match &reason.kind {
                    Kind::Step(step) => Some(vec![told(step)]),
                    Kind::Steps(steps) => Some(steps.iter().map(told).collect()),
                    _ => None,
                };
            }
            Advice::Standing(standing) => line.message = Some(standing_words(*standing).into()),
            Advice::Mistakes(mistakes) => line.message = Some(mistake_words(finding, mistakes)),
            Advice::Misunderstood(message) => line.message = Some(message.clone()),
            Advice::Interrupted => {}
        }
    }
    serde_json::to_writer(&mut *sink, &line)?;
    sink.write_all(b"\n")?;
    Ok(())
}

/// What programs read about a claim.
fn verdict(reason: &Reason) -> &'static str {
    match reason.kind {
        Kind::HasValue(value) if !reason.agrees_with(value) => "wrong",
        Kind::Gone(_) if reason.claim.is_placement => "wrong",
        Kind::Wrong(_) => "wrong",
        Kind::Beyond => "beyond",
        Kind::Unknown => "unknown",
        _ => "right",
    }
}
