//! `library`: searches the server's library of puzzles, read-only.

use std::fmt::Display;
use std::path::Path as FilePath;
use std::str::FromStr;

use axum::extract::{Path, Query as InQuery, State};
use axum::http::Uri;
use axum::response::Response;
use serde::{Deserialize, Serialize};
use sudokit::range::Range;
use sudokit::solve::Status;
use sudokit_library::{Entry, Library, LibraryError, ListOptions, Query, RatingOutcome, SortKey};
use sudokit_service::{ApiError, Budget, RatingSummary, Response as Reply, parse_field};
use utoipa::{IntoParams, ToSchema};

use crate::config::Limits;
use crate::response::http;
use crate::router::AppState;

/// The default number of puzzles in a page of results.
const DEFAULT_PAGE: u64 = 20;

/// The filters and the order of the results. Puzzles must match all filters; lists are separated by
/// commas.
#[derive(Debug, Default, Deserialize, IntoParams)]
#[serde(deny_unknown_fields, default)]
#[into_params(parameter_in = Query)]
pub struct LibraryParams {
    /// The number of givens: `24`, `22..25`, `..25` or `22..`.
    pub givens: Option<String>,
    /// One or more levels, any of which may match: `easy`, `medium`, `hard`, `unfair`, `extreme`.
    pub level: Option<String>,
    /// The score: `500..900`, `..800` or `1500..`.
    pub score: Option<String>,
    /// One or more techniques, all of which the puzzle uses.
    pub technique: Option<String>,
    /// One or more techniques, one of which is the hardest of the puzzle.
    pub hardest: Option<String>,
    /// The exact pattern of givens: `x` or `.` for each cell.
    pub pattern: Option<String>,
    /// One or more symmetries, all of which the pattern has: `half-turn`, `quarter-turn`,
    /// `left-right`, `top-bottom`, `mirrors`, `diagonal`, `anti-diagonal`, `diagonals`, `all`.
    pub symmetry: Option<String>,
    /// Text in the title or the file name.
    pub text: Option<String>,
    /// The shape of the board: `9`, `3x4`…
    pub shape: Option<String>,
    /// Whether the puzzle has a rating.
    pub rated: Option<bool>,
    /// The sort key: `id`, `score`, `givens`, `seen` or `random`.
    pub sort: Option<String>,
    /// Whether to sort in descending order.
    pub reverse: Option<bool>,
    /// The seed for `random`; the same seed gives the same order.
    pub seed: Option<u64>,
    /// The number of results to skip.
    pub offset: Option<u64>,
    /// The maximum number of results; the default is 20.
    pub limit: Option<u64>,
}

/// A page of results.
#[derive(Serialize, ToSchema)]
pub struct LibraryResponse {
    /// The number of results on all pages.
    pub total: u64,
    /// The number of results before this page.
    pub offset: u64,
    /// The puzzles.
    pub puzzles: Vec<LibraryPuzzle>,
}

/// A puzzle in the library.
#[derive(Serialize, ToSchema)]
pub struct LibraryPuzzle {
    /// The number of the puzzle.
    pub id: i64,
    /// The puzzle on one line; other requests accept it together with `shape`.
    pub puzzle: String,
    /// The shape of the board.
    pub shape: String,
    /// The number of givens.
    pub givens: u32,
    /// `unique`, `several`, or `open` if not known.
    pub status: Status,
    /// The rating, if there is one.
    #[serde(flatten)]
    pub rating: Option<RatingSummary>,
    /// Whether rating was tried and the techniques do not solve it.
    pub beyond_logic: bool,
    /// The symmetries of the pattern of givens.
    pub symmetries: Vec<&'static str>,
    /// The number of occurrences, including isomorphic puzzles.
    pub seen: u64,
    /// The file that it came from, without directories.
    pub file: String,
    /// The line in the file.
    pub line: u64,
    /// The title, or the text next to the puzzle.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
}

/// A puzzle in the library, and where it occurs.
#[derive(Serialize, ToSchema)]
pub struct LibraryPuzzleResponse {
    /// The puzzle.
    #[serde(flatten)]
    pub puzzle: LibraryPuzzle,
    /// All occurrences, the first one first.
    pub sightings: Vec<PuzzleSighting>,
}

/// An occurrence of a puzzle in a file.
#[derive(Serialize, ToSchema)]
pub struct PuzzleSighting {
    /// The file, without directories.
    pub file: String,
    /// The line in the file.
    pub line: u64,
    /// The title of the puzzle there.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// Whether it is an isomorphic puzzle rather than the same one.
    pub isomorph: bool,
}

/// Search the library
///
/// Available if the server was started with a library (`sudokit serve --library puzzles.db`).
#[utoipa::path(
    get, path = "/api/v1/library",
    params(LibraryParams),
    responses(
        (status = 200, body = LibraryResponse)
    )
)]
pub async fn library(State(state): State<AppState>, uri: Uri) -> Response {
    let found = find(&state, &uri).await;
    http(found.map_or_else(Into::into, Reply::json))
}

async fn find(state: &AppState, uri: &Uri) -> Result<LibraryResponse, ApiError> {
    let params: InQuery<LibraryParams> = InQuery::try_from_uri(uri)
        .map_err(|error| ApiError::unprocessable("wrong-field", error.body_text()))?;
    let (query, order) = (params.query()?, params.order(&state.limits)?);
    with_library(state, move |library| {
        let puzzles = library.list(&query, &order)?;
        Ok(LibraryResponse {
            total: library.count(&query)?,
            offset: order.offset,
            puzzles: puzzles.into_iter().map(LibraryPuzzle::from).collect(),
        })
    })
    .await
}

/// Get a puzzle from the library
#[utoipa::path(
    get, path = "/api/v1/library/{id}",
    params(("id" = i64, Path, description = "The number of the puzzle")),
    responses((status = 200, body = LibraryPuzzleResponse))
)]
pub async fn library_puzzle(State(state): State<AppState>, Path(id): Path<String>) -> Response {
    let found = get(&state, &id).await;
    http(found.map_or_else(Into::into, Reply::json))
}

async fn get(state: &AppState, id: &str) -> Result<LibraryPuzzleResponse, ApiError> {
    let missing = || {
        let message = format!("there is no puzzle {id} in the library");
        ApiError::new(404, "no-such-puzzle", message)
    };
    let number: i64 = id.parse().map_err(|_| missing())?;
    let found = with_library(state, move |library| {
        let entry = library.get(number)?;
        let sightings = library.sightings(number)?;
        let sightings = sightings.into_iter().map(|sighting| PuzzleSighting {
            file: file_name(&sighting.file),
            line: sighting.line,
            name: sighting.title,
            isomorph: !sighting.is_same,
        });
        let sightings = sightings.collect();
        Ok(entry.map(|entry| LibraryPuzzleResponse {
            puzzle: entry.into(),
            sightings,
        }))
    })
    .await?;
    found.ok_or_else(missing)
}

/// Opens the library in a worker slot and runs a query.
async fn with_library<A: Send + 'static>(
    state: &AppState,
    query: impl FnOnce(&Library) -> Result<A, LibraryError> + Send + 'static,
) -> Result<A, ApiError> {
    let Some(path) = state.library.clone() else {
        let message = "this server has no library";
        let error = ApiError::new(404, "no-library", message);
        return Err(error.help("start it with `sudokit serve --library puzzles.db`"));
    };
    let work = move |budget: &Budget| {
        budget.check()?;
        let open_and_query = || {
            let mut library = Library::open_read_only(&path)?;
            let clock = budget.clone();
            library.cancel_when(move || clock.check().is_err());
            query(&library)
        };
        open_and_query().map_err(error)
    };
    state.queue.run(state.limits.service.time, work).await
}

/// Converts an error of the library, without revealing its path.
fn error(error: LibraryError) -> ApiError {
    match error {
        LibraryError::Cancelled => ApiError::timed_out(),
        _ => ApiError::new(500, "library", "the library cannot be read"),
    }
}

impl LibraryParams {
    fn query(&self) -> Result<Query, ApiError> {
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

    fn order(&self, limits: &Limits) -> Result<ListOptions, ApiError> {
        let sort = match self.sort.as_deref() {
            None | Some("id") => SortKey::Id,
            Some("score") => SortKey::Score,
            Some("givens") => SortKey::Givens,
            Some("seen") => SortKey::Seen,
            Some("random") => SortKey::Random(self.seed.unwrap_or(0)),
            Some(other) => {
                let message = format!("unknown sort key `{other}`");
                let error = ApiError::unprocessable("wrong-field", message);
                return Err(error.help("use id, score, givens, seen or random"));
            }
        };
        let limit = self.limit.unwrap_or(DEFAULT_PAGE);
        if !(1..=limits.library_page).contains(&limit) {
            let message = format!("limit must be 1 to {}", limits.library_page);
            return Err(ApiError::unprocessable("wrong-limit", message));
        }
        Ok(ListOptions {
            sort,
            reverse: self.reverse.unwrap_or(false),
            offset: self.offset.unwrap_or(0),
            limit: Some(limit),
        })
    }
}

/// Parses a field. Empty fields, as sent by HTML forms, count as missing.
fn one<T: FromStr<Err: Display>>(field: &Option<String>) -> Result<Option<T>, ApiError> {
    let text = field.as_deref().map(str::trim);
    parse_field("wrong-field", text.filter(|text| !text.is_empty()))
}

/// Parses a comma-separated field.
fn list<T: FromStr<Err: Display>>(field: &Option<String>) -> Result<Vec<T>, ApiError> {
    let parts = field.as_deref().unwrap_or_default().split(',');
    let parts = parts.map(str::trim).filter(|part| !part.is_empty());
    let read = parts.map(|part| parse_field("wrong-field", Some(part)));
    let read: Result<Vec<Option<T>>, ApiError> = read.collect();
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
            rating: entry.rating().cloned().map(RatingSummary::from),
            beyond_logic: entry.rated == Some(RatingOutcome::Unsolved),
            symmetries: entry.symmetries.iter().map(|each| each.name()).collect(),
            seen: entry.seen,
            file: file_name(&entry.file),
            line: entry.line,
            name: entry.title,
        }
    }
}

/// Returns the name of a file without its directories, which are private.
fn file_name(file: &str) -> String {
    let name = FilePath::new(file).file_name();
    name.map_or_else(|| file.to_string(), |name| name.to_string_lossy().into())
}
