//! `sudokit explain`: explains every step of the solution.

mod documents;
mod explainer;
#[cfg(feature = "render")]
mod html;
mod options;

use std::io::Write;

use sudokit::format::Record;
use sudokit::logic::{Board, Family, Logic, Mistake, NoStep, Position, Step, Technique, Words};
use sudokit::rate::Rating;
use sudokit::solve::Status;

use crate::args::quantities::{plural, thousands};
use crate::args::techniques;
use crate::io::puzzles;
use crate::report::Exit;
use crate::report::located::LocatedPuzzle;
use crate::report::logic;
use crate::terminal::messages::Messages;
use documents::Document;
pub use options::{ExplainArgs, ExplainOptions, ExplainStyle};

impl ExplainStyle {
    fn document(self) -> &'static dyn Document {
        match self {
            ExplainStyle::Sentences => &documents::Sentences,
            ExplainStyle::Json => &documents::Json,
            ExplainStyle::Csv => &documents::Table,
            ExplainStyle::Markdown => &documents::Markdown,
            #[cfg(feature = "render")]
            ExplainStyle::Html => &html::Html,
        }
    }
}

/// A puzzle with all its steps.
struct Explanation {
    status: Status,
    ending: NoStep,
    words: Words,
    start: Board,
    steps: Vec<Step>,
    end: Board,
    /// Level and score, if the puzzle was solved and the rating techniques solve it.
    rating: Option<Rating>,
    /// The rating comes from other steps than these.
    is_rated_apart: bool,
    /// Uniqueness could not be determined in time.
    is_unknown: bool,
    /// The player's mistakes in a position without a solution.
    mistakes: Vec<Mistake>,
}

impl Explanation {
    fn new(options: &ExplainOptions, record: &Record, alone: bool) -> Explanation {
        let threads = if alone { 0 } else { 1 };
        let solver = options.job.search.solver(threads);
        let position = Position::new(&record.puzzle, solver, &options.logic)
            .coordinates(options.coordinates)
            .symbols(record.symbols.clone());
        let mut explanation = Explanation {
            status: position.status(),
            ending: NoStep::Broken,
            words: position.words().clone(),
            start: position.board().clone(),
            steps: Vec::new(),
            end: position.board().clone(),
            rating: None,
            is_rated_apart: false,
            is_unknown: position.is_uniqueness_unknown(),
            mistakes: Vec::new(),
        };
        if position.is_cancelled() {
            explanation.ending = NoStep::Interrupted;
        } else if explanation.status.is_hopeless() {
            // Steps that lead to a contradiction would only mislead.
            explanation.mistakes = position.mistakes();
        } else {
            explanation.walk(&position);
        }
        explanation
    }

    /// Takes every step.
    fn walk(&mut self, position: &Position) {
        let mut walk = position.walk();
        self.steps.extend(walk.by_ref());
        self.ending = walk.end().unwrap_or(NoStep::Stuck);
        self.end = walk.into_board();
        self.status = position.status_after(self.ending);
        if self.ending == NoStep::Solved && self.status == Status::Unique {
            self.rate(&position.with_logic(&Logic::rating()));
        }
    }

    /// Computes level and score, which always use the same techniques.
    fn rate(&mut self, position: &Position) {
        let mut walk = position.walk();
        let steps: Vec<Step> = walk.by_ref().collect();
        self.is_rated_apart = steps != self.steps;
        self.rating =
            (walk.end() == Some(NoStep::Solved)).then(|| Rating::of(self.start.shape(), &steps));
    }

    /// The technique whose step contradicts the solution, if any.
    fn fault(&self) -> Option<Technique> {
        match self.ending {
            NoStep::Wrong(technique) => Some(technique),
            _ => None,
        }
    }

    fn exit(&self) -> Exit {
        match (self.ending, self.status) {
            (NoStep::Interrupted, _) => Exit::Interrupted,
            (NoStep::Wrong(_), _) => Exit::Trouble,
            (_, Status::Several) => Exit::Failed,
            (NoStep::Solved, _) => Exit::Answered,
            (NoStep::Broken, _) => Exit::Failed,
            _ => Exit::GaveUp,
        }
    }

    /// Calls `tell` for each step with the position before it.
    fn each_step(&self, mut tell: impl FnMut(&Board, &Step)) {
        let mut board = self.start.clone();
        for step in &self.steps {
            tell(&board, step);
            board.apply(step);
        }
    }

    /// How it ended, and how hard it was, one sentence each.
    fn ending_sentences(&self) -> Vec<String> {
        let mut sentences = vec![self.ending_words()];
        sentences.extend(logic::mistake_sentences(&self.words, &self.mistakes));
        sentences.extend(self.rating_words());
        sentences
    }

    /// Level and score.
    fn rating_words(&self) -> Option<String> {
        let rating = self.rating.as_ref()?;
        let score = thousands(u64::from(rating.score));
        let apart = match self.is_rated_apart {
            true => " (rated with HoDoKu's techniques, which take other steps)",
            false => "",
        };
        Some(format!("Level: {}, score {score}{apart}.", rating.level))
    }

    fn ending_words(&self) -> String {
        let steps = plural(self.steps.len() as u64, "step");
        let cells = self.end.values().len();
        let filled = cells - self.end.open();
        match (self.ending, self.status) {
            (NoStep::Interrupted, _) => format!("Interrupted after {steps}."),
            (NoStep::Wrong(_), _) => format!("Stopped after {steps}: {}.", self.ending),
            (NoStep::Broken, _) => "There is no solution.".to_string(),
            (_, Status::Complete) => "Every cell already has a value.".to_string(),
            (_, Status::Several) => format!(
                "There are several solutions, so logic cannot decide the rest: {filled} of {cells} cells after {steps}."
            ),
            (NoStep::Solved, _) => {
                let hardest = self.steps.iter().map(|step| step.technique);
                let hardest = hardest.max_by_key(|t| (t.level(), t.score(), *t));
                let hardest = hardest.map_or_else(String::new, |t| format!("; the hardest is {t}"));
                format!("Solved in {steps}{hardest}.")
            }
            _ => {
                let missing = techniques::missing_on(cells);
                let unknown = match self.is_unknown {
                    true => format!("; {}", logic::UNKNOWN),
                    false => String::new(),
                };
                format!(
                    "Stuck after {steps}, with {filled} of {cells} cells: these techniques lead \
                     no further{missing}{unknown}."
                )
            }
        }
    }
}

/// Whether a step is too simple for a drawing on a terminal.
fn is_simple(step: &Step) -> bool {
    step.technique.family() == Family::Singles
}

/// Explains every puzzle of every file.
///
/// # Errors
/// Whatever stops the whole run.
pub fn run(options: &ExplainOptions, messages: &Messages) -> anyhow::Result<Exit> {
    if options.se {
        return explainer::run(options, messages);
    }
    let mut sink = options.job.destination.open()?;
    let document = options.style.document();
    sink.write_all(document.begin(options).as_bytes())?;
    let mut any = false;
    let work = |located: &LocatedPuzzle<'_>, record: &Record| {
        let solve = Explanation::new(options, record, located.alone);
        let text = document.puzzle(options, located, &solve);
        (text, solve.exit(), solve.fault())
    };
    let exit = puzzles::each(
        &options.job,
        messages,
        &mut sink,
        work,
        |sink, located, found| {
            let text = match found {
                Ok((text, ..)) => text.clone(),
                Err(error) => document.error(located, error),
            };
            if std::mem::replace(&mut any, true) && !text.is_empty() {
                sink.write_all(document.between().as_bytes())?;
            }
            sink.write_all(text.as_bytes())?;
            if let Ok((_, _, Some(technique))) = found {
                sink.flush_stream()?;
                messages.cli_error(&logic::problem(&located.place(), *technique));
            }
            Ok(found.as_ref().map_or(Exit::Answered, |(_, exit, _)| *exit))
        },
    )?;
    sink.write_all(document.end().as_bytes())?;
    // A file without any explanation is not created.
    let is_wanted = any && !options.job.search.cancel.is_cancelled();
    options.job.destination.finish(sink, is_wanted, messages)?;
    Ok(exit)
}
