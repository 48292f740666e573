//! How many puzzles of each kind there are.

use std::collections::BTreeMap;

use rusqlite::params_from_iter;
use rusqlite::types::FromSql;
use serde::Serialize;
use sudokit::logic::{Level, Technique};
use sudokit::pattern::Symmetry;

use crate::bit_columns::symmetry_bits;
use crate::entry::SolutionCount;
use crate::error::LibraryError;
use crate::library::Library;
use crate::query::{Conditions, Query};

/// How many puzzles of each kind there are. Kinds without puzzles are left out.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct Statistics {
    /// The number of puzzles.
    pub puzzles: u64,
    /// The number of places where they were seen, isomorphs included.
    pub seen: u64,
    /// By level, easiest first.
    pub levels: Vec<(Level, u64)>,
    /// Those that the techniques of ratings do not solve.
    pub beyond: u64,
    /// Those that are not rated yet.
    pub unrated: u64,
    /// By the number of givens.
    pub givens: Vec<(u32, u64)>,
    /// By score, in steps of [`Statistics::SCORE_STEP`], each labelled with its lowest score.
    pub scores: Vec<(u32, u64)>,
    /// By technique used, simplest first.
    pub techniques: Vec<(Technique, u64)>,
    /// By symmetry of the pattern; a puzzle may have several.
    pub symmetries: Vec<(&'static str, u64)>,
    /// By what is known about the solutions.
    pub solutions: Vec<(&'static str, u64)>,
    /// By shape, most frequent first.
    pub shapes: Vec<(String, u64)>,
    /// By the file where they were first seen, most frequent first.
    pub files: Vec<(String, u64)>,
}

impl Statistics {
    /// How many scores are counted together.
    pub const SCORE_STEP: u32 = 500;
}

impl Library {
    /// Counts the puzzles that match a query.
    ///
    /// # Errors
    ///
    /// Returns errors of the database.
    pub fn statistics(&self, query: &Query) -> Result<Statistics, LibraryError> {
        let counted = self.try_count(query);
        counted.map_err(|error| self.to_error(error))
    }

    fn try_count(&self, query: &Query) -> rusqlite::Result<Statistics> {
        let counting = Counting {
            library: self,
            wanted: Conditions::of(self, query),
        };
        // All counts refer to one state of the library, whatever is written meanwhile.
        let _state = self.connection.unchecked_transaction()?;
        let ratings: Vec<(Option<u8>, u64)> = counting.by("rating")?;
        let of_rating = |wanted: Option<u8>| {
            let found = ratings.iter().find(|(rating, _)| *rating == wanted);
            found.map_or(0, |(_, count)| *count)
        };
        let levels: Vec<(Option<u8>, u64)> = counting.by("level")?;
        let level = |(level, count): (Option<u8>, u64)| {
            Some((*Level::ALL.get(usize::from(level?))?, count))
        };
        let step = Statistics::SCORE_STEP;
        let scores = counting.by(&format!("score / {step} * {step}"))?;
        let solutions: Vec<(Option<u8>, u64)> = counting.by("solutions")?;
        let named = |(stored, count)| (SolutionCount::restored(stored).name(), count);
        let rated = |(score, count): (Option<u32>, u64)| Some((score?, count));
        let mut shapes = counting.by("(SELECT name FROM shape WHERE id = puzzle.shape)")?;
        let mut files = counting.by("(SELECT path FROM source WHERE id = puzzle.source)")?;
        for list in [&mut shapes, &mut files] {
            list.sort_by(|one: &(String, u64), other| {
                other.1.cmp(&one.1).then(one.0.cmp(&other.0))
            });
        }
        Ok(Statistics {
            puzzles: ratings.iter().map(|(_, count)| count).sum(),
            seen: counting.total("seen")?,
            levels: levels.into_iter().filter_map(level).collect(),
            beyond: of_rating(Some(0)),
            unrated: of_rating(None),
            givens: counting.by("givens")?,
            scores: scores.into_iter().filter_map(rated).collect(),
            techniques: counting.techniques()?,
            symmetries: counting.symmetries()?,
            solutions: solutions.into_iter().map(named).collect(),
            shapes,
            files,
        })
    }
}

struct Counting<'a> {
    library: &'a Library,
    wanted: Conditions,
}

impl Counting<'_> {
    /// Returns how many puzzles have each value of an expression.
    fn by<K: FromSql>(&self, expression: &str) -> rusqlite::Result<Vec<(K, u64)>> {
        let wanted = &self.wanted;
        let select = format!(
            "SELECT {expression} AS kind, count(*) FROM {} {wanted} GROUP BY kind ORDER BY kind",
            wanted.tables()
        );
        let mut statement = self.library.connection.prepare(&select)?;
        let values = params_from_iter(&wanted.values);
        let rows = statement.query_map(values, |row| Ok((row.get(0)?, row.get(1)?)))?;
        rows.collect()
    }

    fn total(&self, column: &str) -> rusqlite::Result<u64> {
        let wanted = &self.wanted;
        let select = format!(
            "SELECT coalesce(sum({column}), 0) FROM {} {wanted}",
            wanted.tables()
        );
        let values = params_from_iter(&wanted.values);
        let connection = &self.library.connection;
        connection.query_row(&select, values, |row| row.get(0))
    }

    fn symmetries(&self) -> rusqlite::Result<Vec<(&'static str, u64)>> {
        let sets: Vec<(u8, u64)> = self.by("symmetries")?;
        let count = |symmetry: Symmetry| {
            let bits = symmetry_bits(symmetry);
            let having = sets.iter().filter(|(set, _)| set & bits == bits);
            (symmetry.name(), having.map(|(_, count)| count).sum())
        };
        let counted = Symmetry::BASIC.into_iter().map(count);
        Ok(counted.filter(|(_, count)| *count > 0).collect())
    }

    fn techniques(&self) -> rusqlite::Result<Vec<(Technique, u64)>> {
        let wanted = &self.wanted;
        let select = format!(
            "SELECT techniques_low, techniques_high, count(*) FROM {} {wanted} \
             GROUP BY techniques_low, techniques_high",
            wanted.tables()
        );
        let mut statement = self.library.connection.prepare(&select)?;
        let mut rows = statement.query(params_from_iter(&wanted.values))?;
        let mut counts: BTreeMap<Technique, u64> = BTreeMap::new();
        while let Some(row) = rows.next()? {
            let bits: (Option<i64>, Option<i64>) = (row.get(0)?, row.get(1)?);
            let (Some(low), Some(high)) = bits else {
                continue;
            };
            let count: u64 = row.get(2)?;
            for technique in self.library.numbers.in_bits(low, high) {
                *counts.entry(technique).or_default() += count;
            }
        }
        Ok(counts.into_iter().collect())
    }
}
