//! `sudokit library show`: shows everything that is known about a puzzle.

use std::io::Write;
use std::path::PathBuf;

use sudokit::Grid;
use sudokit::rate::explainer::MODEL;
use sudokit_library::{Entry, RatingOutcome, Sighting, SolutionCount};

use super::problem;
use super::write::{EntryJson, json_line, usual_symbols};
use crate::args::quantities::{plural, thousands};
use crate::io::output::Sink;
use crate::report::Exit;
use crate::report::error::CliError;
use crate::terminal::board;
use crate::terminal::messages::Messages;
use crate::verbs::rate;

/// The options of `show`.
pub struct ShowOptions {
    pub library: PathBuf,
    pub ids: Vec<i64>,
    pub json: bool,
}

/// Shows the puzzles.
///
/// # Errors
/// Those of the library and of writing.
pub fn run(options: &ShowOptions, messages: &Messages) -> anyhow::Result<Exit> {
    let library = super::open_read_only(&options.library)?;
    let mut sink = Sink::stdout();
    let mut exit = Exit::Answered;
    for (index, id) in options.ids.iter().enumerate() {
        let entry = library.get(*id).map_err(|error| problem(&error))?;
        let Some(entry) = entry else {
            sink.flush_stream()?;
            messages.cli_error(&CliError::new(
                format!("no puzzle {id} in `{}`", options.library.display()),
                "`sudokit library list` shows the ids",
            ));
            exit.raise(Exit::Failed);
            continue;
        };
        let sightings = library.sightings(*id).map_err(|error| problem(&error))?;
        if options.json {
            json_line(&mut sink, &EntryJson::new(&entry, Some(&sightings)))?;
        } else {
            let gap = if index > 0 { "\n" } else { "" };
            let text = format!("{gap}{}", page(&entry, &sightings));
            let mut plain = anstream::StripStream::new(Vec::new());
            plain.write_all(text.as_bytes())?;
            sink.write_all(&plain.into_inner())?;
        }
    }
    sink.finish()?;
    Ok(exit)
}

fn page(entry: &Entry, sightings: &[Sighting]) -> String {
    let puzzle = &entry.puzzle;
    let values = Grid::from(puzzle);
    let board = board::draw(puzzle, &usual_symbols(puzzle), &values);
    let heading = match &entry.title {
        Some(title) => format!("Puzzle {}: {title}", entry.id),
        None => format!("Puzzle {}", entry.id),
    };
    let mut facts = vec![
        ("puzzle", entry.text()),
        ("shape", puzzle.shape().to_string()),
        ("givens", entry.givens.to_string()),
        ("solutions", solutions(entry.solutions).to_string()),
        ("rating", rating(entry)),
    ];
    if let Some(ratings) = entry.explainer {
        let (er, ep, ed) = (ratings.er, ratings.ep, ratings.ed);
        facts.push(("ER", format!("{er}, EP {ep}, ED {ed} ({MODEL})")));
    }
    if let Some(rating) = entry.rating() {
        facts.push(("techniques", rate::techniques(rating)));
    }
    if !entry.symmetries.is_empty() {
        let names: Vec<&str> = entry.symmetries.iter().map(|each| each.name()).collect();
        facts.push(("symmetry", names.join(", ")));
    }
    for (index, sighting) in sightings.iter().enumerate() {
        let label = if index == 0 { "seen in" } else { "" };
        facts.push((label, place(sighting)));
    }
    let facts = facts
        .iter()
        .map(|(label, fact)| format!("{label:<10}  {fact}\n"));
    format!("{heading}\n\n{board}\n{}", facts.collect::<String>())
}

fn solutions(solutions: SolutionCount) -> &'static str {
    match solutions {
        SolutionCount::One => "one",
        SolutionCount::Several => "several",
        SolutionCount::Unknown => "one or several (unknown)",
    }
}

fn rating(entry: &Entry) -> String {
    match &entry.rated {
        None if entry.solutions == SolutionCount::Several => "none".to_string(),
        None => "not yet".to_string(),
        Some(RatingOutcome::Unsolved) => "beyond logic".to_string(),
        Some(RatingOutcome::Solved(rating)) => format!(
            "{}, score {}, {}",
            rating.level,
            thousands(u64::from(rating.score)),
            plural(u64::from(rating.steps()), "step")
        ),
    }
}

fn place(sighting: &Sighting) -> String {
    let mut place = format!("{}:{}", sighting.file, sighting.line);
    if let Some(title) = &sighting.title {
        place += &format!(" ({title})");
    }
    if !sighting.is_same {
        place += ", as an isomorph";
    }
    place
}
