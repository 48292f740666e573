//! `sudokit explain`: every step to the end, for people to read and for programs.

mod args;
mod document;
mod html;
mod json;
mod markdown;
mod sentences;

use std::io::Write;

use sudokit::format::Record;
use sudokit::logic::{
    Board, Coordinates, Family, Logic, Mistake, NoStep, Position, Step, Technique, Words,
};
use sudokit::rate::Rating;
use sudokit::solve::Status;

use crate::case::Case;
use crate::exit::Exit;
use crate::fault;
use crate::puzzles::{self, Job};
use crate::quantities::{plural, thousands};
use crate::talk::Talk;
use crate::techniques;
use crate::verdict;
pub use args::ExplainArgs;
use document::Document;

/// What `explain` was asked to do.
pub struct Plan {
    pub job: Job,
    pub logic: Logic,
    pub coordinates: Coordinates,
    /// Chains in Eureka notation.
    pub eureka: bool,
    pub style: Style,
    /// Paragraphs and not only sentences, where the style has the choice.
    pub full: bool,
    /// Draw the position before each step that is not a single.
    pub grid: bool,
    pub colours: bool,
}

/// How explanations are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Style {
    Sentences,
    Json,
    Markdown,
    Html,
}

impl Style {
    fn document(self) -> &'static dyn Document {
        match self {
            Style::Sentences => &sentences::Sentences,
            Style::Json => &json::Json,
            Style::Markdown => &markdown::Markdown,
            Style::Html => &html::Html,
        }
    }
}

/// A solve from the beginning to where it ends.
struct Solve {
    status: Status,
    ending: NoStep,
    words: Words,
    start: Board,
    steps: Vec<Step>,
    end: Board,
    /// Level and score of a puzzle that was solved, if the techniques of ratings solve it.
    rating: Option<Rating>,
    /// It comes from other steps than these.
    is_rated_apart: bool,
    /// Whether there is only one solution was not found out.
    is_unknown: bool,
    /// What the player got wrong in a position without a solution.
    mistakes: Vec<Mistake>,
}

impl Solve {
    fn new(plan: &Plan, record: &Record, alone: bool) -> Solve {
        let threads = if alone { 0 } else { 1 };
        let solver = plan.job.effort.solver(threads);
        let position = Position::new(&record.puzzle, solver, &plan.logic)
            .coordinates(plan.coordinates)
            .symbols(record.symbols.clone());
        let mut solve = Solve {
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
            solve.ending = NoStep::Interrupted;
        } else if solve.status.is_hopeless() {
            // Steps that lead to a contradiction would only mislead.
            solve.mistakes = position.mistakes();
        } else {
            solve.walk(&position);
        }
        solve
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

    /// Finds level and score, which always come from the same techniques.
    fn rate(&mut self, position: &Position) {
        let mut walk = position.walk();
        let steps: Vec<Step> = walk.by_ref().collect();
        self.is_rated_apart = steps != self.steps;
        self.rating =
            (walk.end() == Some(NoStep::Solved)).then(|| Rating::of(self.start.shape(), &steps));
    }

    /// The technique whose step contradicts the solution, if one did.
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

    /// The steps, each with the position before it.
    fn each_step(&self, mut tell: impl FnMut(&Board, &Step)) {
        let mut board = self.start.clone();
        for step in &self.steps {
            tell(&board, step);
            board.apply(step);
        }
    }

    /// How it ended, and how hard it was, a sentence each.
    fn ending_sentences(&self) -> Vec<String> {
        let mut sentences = vec![self.ending_words()];
        sentences.extend(verdict::mistake_sentences(&self.words, &self.mistakes));
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
            (_, Status::Complete) => "Every cell has a value from the start.".to_string(),
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
                    true => format!("; {}", verdict::UNKNOWN),
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

/// Whether a step is worth a drawing on a terminal.
fn is_simple(step: &Step) -> bool {
    step.technique.family() == Family::Singles
}

/// Explains every puzzle of every file.
///
/// # Errors
/// What stops the whole run.
pub fn run(plan: &Plan, talk: &Talk) -> anyhow::Result<Exit> {
    let mut sink = plan.job.destination.open()?;
    let document = plan.style.document();
    sink.write_all(document.begin(plan).as_bytes())?;
    let mut any = false;
    let work = |case: &Case<'_>, record: &Record| {
        let solve = Solve::new(plan, record, case.alone);
        let text = document.puzzle(plan, case, &solve);
        (text, solve.exit(), solve.fault())
    };
    let exit = puzzles::each(&plan.job, talk, &mut sink, work, |sink, case, found| {
        let text = match found {
            Ok((text, ..)) => text.clone(),
            Err(trouble) => document.trouble(case, trouble),
        };
        if std::mem::replace(&mut any, true) && !text.is_empty() {
            sink.write_all(document.between().as_bytes())?;
        }
        sink.write_all(text.as_bytes())?;
        if let Ok((_, _, Some(technique))) = found {
            sink.hand_over()?;
            talk.problem(&fault::problem(&case.place(), *technique));
        }
        Ok(found.as_ref().map_or(Exit::Answered, |(_, exit, _)| *exit))
    })?;
    sink.write_all(document.end().as_bytes())?;
    // A file without an explanation in it does not appear.
    let is_wanted = any && !plan.job.effort.cancel.is_cancelled();
    plan.job.destination.finish(sink, is_wanted, talk)?;
    Ok(exit)
}
