//! Puzzles as queries return them.

use std::str::FromStr;

use rusqlite::Row;
use serde::Serialize;
use sudokit::Puzzle;
use sudokit::format::Form;
use sudokit::format::write::{self, WriteOptions};
use sudokit::logic::Level;
use sudokit::pattern::Symmetry;
use sudokit::rate::Rating;
use sudokit::rate::explainer::{Difficulty, Ratings};
use sudokit::solve::Status;

use crate::bit_columns::symmetries_in;
use crate::error::LibraryError;
use crate::library::Library;
use crate::packed;
use crate::rating::RatingOutcome;

/// What is known about the number of solutions of a puzzle. It is serialized as a [`Status`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[serde(into = "Status")]
pub enum SolutionCount {
    /// Exactly one solution.
    One,
    /// Several solutions.
    Several,
    /// Not known: a search would have taken too long.
    Unknown,
}

impl From<SolutionCount> for Status {
    fn from(solutions: SolutionCount) -> Status {
        match solutions {
            SolutionCount::One => Status::Unique,
            SolutionCount::Several => Status::Several,
            SolutionCount::Unknown => Status::Open,
        }
    }
}

impl SolutionCount {
    /// All variants.
    pub const ALL: [SolutionCount; 3] = [
        SolutionCount::One,
        SolutionCount::Several,
        SolutionCount::Unknown,
    ];

    /// Returns the serialized name.
    pub fn name(self) -> &'static str {
        Status::from(self).name()
    }

    /// Returns the value of the column.
    pub(crate) fn stored(self) -> Option<u8> {
        match self {
            SolutionCount::One => Some(1),
            SolutionCount::Several => Some(2),
            SolutionCount::Unknown => None,
        }
    }

    /// Converts the value of the column.
    pub(crate) fn restored(stored: Option<u8>) -> SolutionCount {
        match stored {
            Some(1) => SolutionCount::One,
            Some(_) => SolutionCount::Several,
            None => SolutionCount::Unknown,
        }
    }
}

/// The error for an unknown name of [`SolutionCount`].
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("unknown value `{0}`: expected unique, several or open")]
pub struct UnknownSolutionCount(String);

impl FromStr for SolutionCount {
    type Err = UnknownSolutionCount;

    fn from_str(name: &str) -> Result<SolutionCount, UnknownSolutionCount> {
        let mut all = SolutionCount::ALL.into_iter();
        all.find(|each| each.name() == name)
            .ok_or_else(|| UnknownSolutionCount(name.to_string()))
    }
}

/// A puzzle and everything that is known about it.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Entry {
    /// Its number in the library. It never changes, and no other puzzle ever gets it.
    pub id: i64,
    /// The puzzle.
    pub puzzle: Puzzle,
    /// The number of givens.
    pub givens: u32,
    /// What is known about its solutions.
    pub solutions: SolutionCount,
    /// The symmetries of its pattern.
    pub symmetries: Vec<Symmetry>,
    /// Its rating, if it was rated.
    pub rated: Option<RatingOutcome>,
    /// ER, EP and ED of Sudoku Explainer, if they were computed.
    pub explainer: Option<Ratings>,
    /// The file that it came from.
    pub file: String,
    /// The line in it.
    pub line: u64,
    /// Its title, or the text next to it.
    pub title: Option<String>,
    /// The number of places where it was seen, isomorphs included.
    pub seen: u64,
}

/// A place where a puzzle was seen.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Sighting {
    /// The file.
    pub file: String,
    /// The line in it.
    pub line: u64,
    /// Its title there.
    pub title: Option<String>,
    /// Whether the givens were the same; otherwise it was an isomorph.
    pub is_same: bool,
}

impl Entry {
    /// Returns its rating, if it has one.
    pub fn rating(&self) -> Option<&Rating> {
        match &self.rated {
            Some(RatingOutcome::Solved(rating)) => Some(rating),
            _ => None,
        }
    }

    /// Returns the puzzle in one line that any reader understands; if it has candidates of its own,
    /// those of each cell.
    pub fn text(&self) -> String {
        if self.puzzle.candidates().is_some() {
            let (mut text, options) = (Vec::new(), WriteOptions::default());
            let form = Form::CandidateLine;
            if write::puzzle(form, &self.puzzle, None, &options, &mut text).is_ok() {
                return String::from_utf8_lossy(&text).trim_end().to_string();
            }
        }
        self.puzzle.to_string()
    }
}

/// The columns that [`read`] needs.
pub const COLUMNS: &str = "puzzle.id, shape.name, packed, candidates, solutions, symmetries, \
                           rating, level, score, hardest, uses, source.path, line, title, seen, \
                           er, ep, ed";
/// The tables of these columns.
pub const TABLES: &str = "puzzle JOIN shape ON shape.id = puzzle.shape \
                          JOIN source ON source.id = puzzle.source";

/// Reads a row of [`COLUMNS`].
///
/// # Errors
///
/// Returns an error if the row is invalid.
pub fn read(library: &Library, row: &Row<'_>) -> Result<Entry, LibraryError> {
    let columns = Columns::read(row).map_err(|error| library.to_error(error))?;
    let shape = library.shape(&columns.shape)?;
    let candidates = columns.candidates.as_deref();
    let puzzle = packed::puzzle(&columns.packed, candidates, &shape);
    let puzzle = puzzle.ok_or_else(|| library.damaged("a puzzle"))?;
    let rated = match columns.rating {
        None => None,
        Some(0) => Some(RatingOutcome::Unsolved),
        Some(_) => {
            let rating = columns
                .rated(library)
                .ok_or_else(|| library.damaged("a rating"))?;
            Some(RatingOutcome::Solved(rating))
        }
    };
    Ok(Entry {
        id: columns.id,
        givens: puzzle.clues() as u32,
        puzzle,
        solutions: SolutionCount::restored(columns.solutions),
        symmetries: symmetries_in(columns.symmetries),
        rated,
        explainer: columns.explainer,
        file: columns.file,
        line: columns.line,
        title: columns.title,
        seen: columns.seen,
    })
}

struct Columns {
    id: i64,
    shape: String,
    packed: Vec<u8>,
    candidates: Option<Vec<u8>>,
    solutions: Option<u8>,
    symmetries: u8,
    rating: Option<u8>,
    level: Option<u8>,
    score: Option<u32>,
    hardest: Option<u16>,
    uses: Option<Vec<u8>>,
    file: String,
    line: u64,
    title: Option<String>,
    seen: u64,
    explainer: Option<Ratings>,
}

impl Columns {
    fn read(row: &Row<'_>) -> rusqlite::Result<Columns> {
        let tenths = |column: usize| -> rusqlite::Result<Option<Difficulty>> {
            let tenths: Option<u16> = row.get(column)?;
            Ok(tenths.map(Difficulty::from_tenths))
        };
        let explainer = match (tenths(15)?, tenths(16)?, tenths(17)?) {
            (Some(er), Some(ep), Some(ed)) => Some(Ratings::new(er, ep, ed)),
            _ => None,
        };
        Ok(Columns {
            id: row.get(0)?,
            shape: row.get(1)?,
            packed: row.get(2)?,
            candidates: row.get(3)?,
            solutions: row.get(4)?,
            symmetries: row.get(5)?,
            rating: row.get(6)?,
            level: row.get(7)?,
            score: row.get(8)?,
            hardest: row.get(9)?,
            uses: row.get(10)?,
            file: row.get(11)?,
            line: row.get(12)?,
            title: row.get(13)?,
            seen: row.get(14)?,
            explainer,
        })
    }

    fn rated(&self, library: &Library) -> Option<Rating> {
        let numbers = &library.numbers;
        Some(Rating::new(
            level(self.level?)?,
            self.score?,
            self.hardest.and_then(|number| numbers.technique(number)),
            numbers.unpack_uses(self.uses.as_ref()?),
        ))
    }
}

/// Converts a level, which the column counts from the easiest.
fn level(stored: u8) -> Option<Level> {
    Level::ALL.get(usize::from(stored)).copied()
}
