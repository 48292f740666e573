//! `sudokit explain`: explains every step of the solution.

mod documents;
#[cfg(feature = "render")]
mod html;
mod options;

use std::io::Write;
use std::ops::ControlFlow;

use sudokit::format::Record;
use sudokit::logic::{Board, Ending, Family, Logic, Mistake, Step, Technique, Words};
use sudokit::rate::Rating;
use sudokit::solve::Status;

use crate::args::quantities::{plural, thousands};
use crate::args::techniques;
use crate::io::puzzles;
use crate::report::Exit;
use crate::report::located::LocatedPuzzle;
use crate::report::logic::{self, Verdict};
use crate::terminal::messages::Messages;
use documents::Document;
pub use options::{ExplainArgs, ExplainOptions, ExplainStyle};

impl ExplainStyle {
    fn document(self) -> &'static dyn Document {
        match self {
            ExplainStyle::Sentences => &documents::Sentences,
            ExplainStyle::Json => &documents::Json,
            ExplainStyle::Markdown => &documents::Markdown,
            #[cfg(feature = "render")]
            ExplainStyle::Html => &html::Html,
        }
    }
}

/// A puzzle with all its steps.
struct Explanation {
    status: Status,
    ending: Ending,
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
        let (puzzle, search) = (&record.puzzle, &options.job.search);
        let threads = if alone { 0 } else { 1 };
        let verdict = Verdict::of(puzzle, search, threads);
        let start = Board::new(puzzle);
        let mut solve = Explanation {
            status: verdict.status,
            ending: Ending::Broken,
            words: Words::new(&start)
                .coordinates(options.coordinates)
                .symbols(record.symbols.clone()),
            end: start.clone(),
            start,
            steps: Vec::new(),
            rating: None,
            is_rated_apart: false,
            is_unknown: verdict.found.is_unknown(),
            mistakes: Vec::new(),
        };
        if verdict.interrupted {
            solve.ending = Ending::Interrupted;
        } else if verdict.status.is_hopeless() {
            // Steps that lead to a contradiction would only mislead.
            solve.mistakes = Mistake::all(puzzle, search.solver(threads));
        } else {
            solve.walk(options, &verdict);
        }
        solve
    }

    /// Takes every step.
    fn walk(&mut self, options: &ExplainOptions, verdict: &Verdict) {
        let (steps, cancel) = (&mut self.steps, &options.job.search.cancel);
        let (logic, solution) = (
            verdict.found.sound(&options.logic),
            verdict.found.solution(),
        );
        let wanted = || !cancel.is_cancelled();
        self.ending = logic.walk(&mut self.end, solution, wanted, |_, step| {
            steps.push(step.clone());
            ControlFlow::Continue(())
        });
        self.status = match (self.status, self.ending) {
            // A solve that does not assume uniqueness proves it.
            (Status::Solved | Status::Open, Ending::Solved) => Status::Unique,
            (Status::Open, Ending::Broken) => Status::NoSolution,
            (status, _) => status,
        };
        if self.ending == Ending::Solved && self.status == Status::Unique {
            self.rate(options, verdict);
        }
    }

    /// Computes level and score, which always use the same techniques.
    fn rate(&mut self, options: &ExplainOptions, verdict: &Verdict) {
        let (mut board, mut steps) = (self.start.clone(), Vec::new());
        let (logic, cancel) = (
            verdict.found.sound(&Logic::rating()),
            &options.job.search.cancel,
        );
        let solution = verdict.found.solution();
        let wanted = || !cancel.is_cancelled();
        let ending = logic.walk(&mut board, solution, wanted, |_, step| {
            steps.push(step.clone());
            ControlFlow::Continue(())
        });
        self.is_rated_apart = steps != self.steps;
        self.rating = (ending == Ending::Solved).then(|| Rating::of(board.shape(), &steps));
    }

    /// The technique whose step contradicts the solution, if any.
    fn fault(&self) -> Option<Technique> {
        match self.ending {
            Ending::Wrong(technique) => Some(technique),
            _ => None,
        }
    }

    fn exit(&self) -> Exit {
        match (self.ending, self.status) {
            (Ending::Interrupted, _) => Exit::Interrupted,
            (Ending::Wrong(_), _) => Exit::Trouble,
            (_, Status::Several) => Exit::Failed,
            (Ending::Solved | Ending::Enough, _) => Exit::Answered,
            (Ending::Broken, _) => Exit::Failed,
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
            (Ending::Interrupted, _) => format!("Interrupted after {steps}."),
            (Ending::Wrong(technique), _) => {
                format!("Stopped after {steps}: {}.", logic::words(technique))
            }
            (Ending::Broken, _) => "There is no solution.".to_string(),
            (_, Status::Complete) => "Every cell already has a value.".to_string(),
            (_, Status::Several) => format!(
                "There are several solutions, so logic cannot decide the rest: {filled} of {cells} cells after {steps}."
            ),
            (Ending::Solved, _) => {
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
