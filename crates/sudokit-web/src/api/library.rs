//! `library`: the collection that the server was started with, to be read only.

use std::fmt::Display;
use std::path::Path as FilePath;
use std::str::FromStr;

use axum::Json;
use axum::extract::{Path, Query as InQuery, State};
use axum::http::{StatusCode, Uri};
use serde::{Deserialize, Serialize};
use sudokit::range::Range;
use sudokit::solve::Status;
use sudokit_library::{Entry, Library, LibraryError, ListOptions, Query, RatingOutcome, SortKey};
use utoipa::{IntoParams, ToSchema};

use super::Answer;
use super::position::parsed;
use super::rate::RatingAnswer;
use crate::config::Limits;
use crate::desk::Budget;
use crate::refusal::{Refusal, RefusalBody};
use crate::router::Shared;

/// So many puzzles are on a page unless another number is asked for.
const USUAL_PAGE: u64 = 20;

/// Which puzzles: those that all of this is true of. Lists have commas between their parts.
#[derive(Debug, Default, Deserialize, IntoParams)]
#[serde(deny_unknown_fields, default)]
#[into_params(parameter_in = Query)]
pub struct LibraryAsked {
    /// How many givens: 24, 22..25, ..25 or 22..
    pub givens: Option<String>,
    /// One of these levels: easy, medium, hard, unfair, extreme.
    pub level: Option<String>,
    /// Such a score: 500..900, ..800 or 1500..
    pub score: Option<String>,
    /// All of these techniques are used.
    pub technique: Option<String>,
    /// One of these is the hardest technique.
    pub hardest: Option<String>,
    /// The givens stand in exactly these cells: a mask of x and . with a character for each cell.
    pub pattern: Option<String>,
    /// The pattern has all these symmetries: half-turn, quarter-turn, left-right, top-bottom,
    /// mirrors, diagonal, anti-diagonal, diagonals, all.
    pub symmetry: Option<String>,
    /// These words stand in the title or in the name of the file.
    pub text: Option<String>,
    /// The shape of the board: 9, 3x4…
    pub shape: Option<String>,
    /// Whether there is a rating.
    pub rated: Option<bool>,
    /// What comes first: id, score, givens, seen or random.
    pub sort: Option<String>,
    /// The highest first.
    pub reverse: Option<bool>,
    /// For `random`: the same number gives the same order.
    pub seed: Option<u64>,
    /// So many puzzles are left out before the first.
    pub offset: Option<u64>,
    /// So many puzzles at the most; 20 unless told, and no more than the server allows.
    pub limit: Option<u64>,
}

/// A page of puzzles.
#[derive(Serialize, ToSchema)]
pub struct LibraryAnswer {
    /// How many puzzles there are on all pages.
    pub total: u64,
    /// How many were left out before the first one here.
    pub offset: u64,
    /// The puzzles.
    pub puzzles: Vec<LibraryPuzzle>,
}

/// A puzzle of the library.
#[derive(Serialize, ToSchema)]
pub struct LibraryPuzzle {
    /// Its number.
    pub id: i64,
    /// The puzzle in one line, as `parse` and all others read it, with this shape.
    pub puzzle: String,
    /// The shape of the board.
    pub shape: String,
    /// How many givens it has.
    pub givens: u32,
    /// unique, several, or open where that is not known.
    pub status: Status,
    /// The rating, where there is one.
    #[serde(flatten)]
    pub rating: Option<RatingAnswer>,
    /// Logic was tried, and does not solve it.
    pub beyond_logic: bool,
    /// The symmetries of the pattern of its givens.
    pub symmetries: Vec<&'static str>,
    /// In how many places it was seen, isomorphs included.
    pub seen: u64,
    /// The file that it came from, without its directories.
    pub file: String,
    /// The line in it.
    pub line: u64,
    /// Its title, or what stood beside it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
}

/// A puzzle of the library, and where it was seen.
#[derive(Serialize, ToSchema)]
pub struct LibraryPuzzleAnswer {
    /// The puzzle.
    #[serde(flatten)]
    pub puzzle: LibraryPuzzle,
    /// All places where it was seen, the first one first.
    pub sightings: Vec<SightingAnswer>,
}

/// A place where a puzzle was seen.
#[derive(Serialize, ToSchema)]
pub struct SightingAnswer {
    /// The file, without its directories.
    pub file: String,
    /// The line in it.
    pub line: u64,
    /// What it was called there.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// It was an isomorph.
    pub isomorph: bool,
}

/// Find puzzles in the library
///
/// Only where the server was started with one (`sudokit serve --library puzzles.db`).
#[utoipa::path(
    get, path = "/api/v1/library",
    params(LibraryAsked),
    responses(
        (status = 200, body = LibraryAnswer),
        (status = 404, body = RefusalBody),
        (status = 422, body = RefusalBody)
    )
)]
pub async fn library(State(shared): State<Shared>, uri: Uri) -> Answer<LibraryAnswer> {
    let asked: InQuery<LibraryAsked> = InQuery::try_from_uri(&uri)
        .map_err(|error| Refusal::senseless("wrong-field", error.body_text()))?;
    let (query, order) = (asked.query()?, asked.order(&shared.limits)?);
    ask(&shared, move |library| {
        let puzzles = library.list(&query, &order)?;
        Ok(LibraryAnswer {
            total: library.count(&query)?,
            offset: order.offset,
            puzzles: puzzles.into_iter().map(LibraryPuzzle::from).collect(),
        })
    })
    .await
}

/// Get one puzzle of the library, and where it was seen
#[utoipa::path(
    get, path = "/api/v1/library/{id}",
    params(("id" = i64, Path, description = "The number of the puzzle")),
    responses((status = 200, body = LibraryPuzzleAnswer), (status = 404, body = RefusalBody))
)]
pub async fn library_puzzle(
    State(shared): State<Shared>,
    Path(id): Path<String>,
) -> Answer<LibraryPuzzleAnswer> {
    let missing = || {
        let message = format!("there is no puzzle {id} in the library");
        Refusal::new(StatusCode::NOT_FOUND, "no-such-puzzle", message)
    };
    let number: i64 = id.parse().map_err(|_| missing())?;
    let found = ask(&shared, move |library| {
        let entry = library.get(number)?;
        let sightings = library.sightings(number)?;
        let sightings = sightings.into_iter().map(|sighting| SightingAnswer {
            file: bare(&sighting.file),
            line: sighting.line,
            name: sighting.title,
            isomorph: !sighting.is_same,
        });
        let sightings = sightings.collect();
        Ok(entry.map(|entry| LibraryPuzzleAnswer {
            puzzle: entry.into(),
            sightings,
        }))
    })
    .await?;
    found.0.map(Json).ok_or_else(missing)
}

/// Opens the library on a seat and asks it something.
async fn ask<A: Send + 'static>(
    shared: &Shared,
    question: impl FnOnce(&Library) -> Result<A, LibraryError> + Send + 'static,
) -> Answer<A> {
    let Some(path) = shared.library.clone() else {
        let message = "this server has no library";
        let refusal = Refusal::new(StatusCode::NOT_FOUND, "no-library", message);
        return Err(refusal.hint("start it with `sudokit serve --library puzzles.db`"));
    };
    let work = move |budget: &Budget| {
        budget.check()?;
        let answer = || {
            let mut library = Library::open_read_only(&path)?;
            let clock = budget.clone();
            library.cancel_when(move || clock.check().is_err());
            question(&library)
        };
        answer().map_err(refusal)
    };
    shared.desk.work(shared.limits.time, work).await.map(Json)
}

/// What went wrong, without the path, which is nobody's business.
fn refusal(error: LibraryError) -> Refusal {
    match error {
        LibraryError::Cancelled => Refusal::out_of_time(),
        _ => Refusal::new(
            StatusCode::INTERNAL_SERVER_ERROR,
            "library",
            "the library cannot be read",
        ),
    }
}

impl LibraryAsked {
    fn query(&self) -> Result<Query, Refusal> {
        Ok(Query {
            givens: one::<Range>(&self.givens)?.map(|range| range.0),
            levels: list(&self.level)?,
            score: one::<Range>(&self.score)?.map(|range| range.0),
            techniques: list(&self.technique)?,
            hardest: list(&self.hardest)?,
            pattern: one(&self.pattern)?,
            symmetries: list(&self.symmetry)?,
            shape: one(&self.shape)?,
            has_rating: self.rated,
            text: self.text.clone().filter(|text| !text.is_empty()),
            ..Query::default()
        })
    }

    fn order(&self, limits: &Limits) -> Result<ListOptions, Refusal> {
        let sort = match self.sort.as_deref() {
            None | Some("id") => SortKey::Id,
            Some("score") => SortKey::Score,
            Some("givens") => SortKey::Givens,
            Some("seen") => SortKey::Seen,
            Some("random") => SortKey::Random(self.seed.unwrap_or(0)),
            Some(other) => {
                let message = format!("puzzles cannot be sorted by `{other}`");
                let refusal = Refusal::senseless("wrong-field", message);
                return Err(refusal.hint("say id, score, givens, seen or random"));
            }
        };
        let limit = self.limit.unwrap_or(USUAL_PAGE);
        if !(1..=limits.library_page).contains(&limit) {
            let message = format!("a page has 1 to {} puzzles", limits.library_page);
            return Err(Refusal::senseless("wrong-limit", message));
        }
        Ok(ListOptions {
            sort,
            reverse: self.reverse.unwrap_or(false),
            offset: self.offset.unwrap_or(0),
            limit: Some(limit),
        })
    }
}

/// Reads a field; an empty one is none, as a form sends it.
fn one<T: FromStr<Err: Display>>(field: &Option<String>) -> Result<Option<T>, Refusal> {
    let text = field.as_deref().map(str::trim);
    parsed("wrong-field", text.filter(|text| !text.is_empty()))
}

/// Reads a field with commas between its parts.
fn list<T: FromStr<Err: Display>>(field: &Option<String>) -> Result<Vec<T>, Refusal> {
    let parts = field.as_deref().unwrap_or_default().split(',');
    let parts = parts.map(str::trim).filter(|part| !part.is_empty());
    let read = parts.map(|part| parsed("wrong-field", Some(part)));
    let read: Result<Vec<Option<T>>, Refusal> = read.collect();
    Ok(read?.into_iter().flatten().collect())
}

impl From<Entry> for LibraryPuzzle {
    fn from(entry: Entry) -> LibraryPuzzle {
        LibraryPuzzle {
            id: entry.id,
            puzzle: entry.text(),
            shape: entry.puzzle.shape().to_string(),
            givens: entry.givens,
            status: entry.solutions.into(),
            rating: entry.rating().cloned().map(RatingAnswer::from),
            beyond_logic: entry.rated == Some(RatingOutcome::Unsolved),
            symmetries: entry.symmetries.iter().map(|each| each.name()).collect(),
            seen: entry.seen,
            file: bare(&entry.file),
            line: entry.line,
            name: entry.title,
        }
    }
}

/// The name of a file alone: where it stands on this machine is nobody's business.
fn bare(file: &str) -> String {
    let name = FilePath::new(file).file_name();
    name.map_or_else(|| file.to_string(), |name| name.to_string_lossy().into())
}
