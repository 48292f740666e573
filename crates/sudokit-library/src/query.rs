//! Asking for puzzles.

use std::ops::{ControlFlow, RangeInclusive};

use rusqlite::types::Value;
use rusqlite::{OptionalExtension, params, params_from_iter};
use sudokit::Shape;
use sudokit::logic::{Level, Technique};
use sudokit::pattern::{Pattern, Symmetry};

use crate::bit_columns::symmetry_bits;
use crate::entry::{self, Entry, Sighting, SolutionCount};
use crate::error::LibraryError;
use crate::library::Library;
use crate::packed;

/// Which puzzles are wanted: those that everything here is true of. The default is all.
#[derive(Clone, Debug, Default)]
pub struct Query {
    /// One of these numbers, unless there are none.
    pub ids: Vec<i64>,
    /// So many givens.
    pub givens: Option<RangeInclusive<u32>>,
    /// One of these levels, unless there are none.
    pub levels: Vec<Level>,
    /// Such a score.
    pub score: Option<RangeInclusive<u32>>,
    /// All of these techniques are used.
    pub techniques: Vec<Technique>,
    /// The hardest technique is one of these, unless there are none.
    pub hardest: Vec<Technique>,
    /// The givens stand in exactly these cells.
    pub pattern: Option<Pattern>,
    /// The pattern of the givens has all these symmetries.
    pub symmetries: Vec<Symmetry>,
    /// The board has this shape.
    pub shape: Option<Shape>,
    /// This is known about the solutions.
    pub solutions: Option<SolutionCount>,
    /// There is a rating, or there is none.
    pub has_rating: Option<bool>,
    /// These words stand in the title or in the name of the file, in upper or lower case.
    pub text: Option<String>,
}

/// What comes first.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum SortKey {
    /// What was taken in first.
    #[default]
    Id,
    /// The lowest score; what has none comes last.
    Score,
    /// The fewest givens.
    Givens,
    /// What was seen least often.
    Seen,
    /// Anything, but for the same seed always the same.
    Random(u64),
}

/// Which of the puzzles, and in which order.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ListOptions {
    /// What comes first.
    pub sort: SortKey,
    /// The other way round.
    pub reverse: bool,
    /// So many are left out before the first one.
    pub offset: u64,
    /// So many at the most.
    pub limit: Option<u64>,
}

impl Library {
    /// How many puzzles a query finds.
    ///
    /// # Errors
    /// Those of the database.
    pub fn count(&self, query: &Query) -> Result<u64, LibraryError> {
        let wanted = Conditions::of(self, query);
        let count = format!("SELECT count(*) FROM {} {wanted}", wanted.tables());
        let values = params_from_iter(&wanted.values);
        let counted = self.connection.query_row(&count, values, |row| row.get(0));
        counted.map_err(|error| self.to_error(error))
    }

    /// Hands the puzzles over that a query finds, one after the other, until somebody has seen
    /// enough.
    ///
    /// # Errors
    /// Those of the database, and those of the taker.
    pub fn for_each<E: From<LibraryError>>(
        &self,
        query: &Query,
        order: &ListOptions,
        mut take: impl FnMut(Entry) -> Result<ControlFlow<()>, E>,
    ) -> Result<(), E> {
        let to_error = |error| E::from(self.to_error(error));
        let wanted = Conditions::of(self, query);
        let select = format!(
            "SELECT {} FROM {} {wanted} {order}",
            entry::COLUMNS,
            entry::TABLES,
            order = order.clause(),
        );
        let mut statement = self.connection.prepare(&select).map_err(to_error)?;
        let values = params_from_iter(&wanted.values);
        let mut rows = statement.query(values).map_err(to_error)?;
        while let Some(row) = rows.next().map_err(to_error)? {
            if take(entry::read(self, row)?)?.is_break() {
                break;
            }
        }
        Ok(())
    }

    /// The puzzles that a query finds, all in memory.
    ///
    /// # Errors
    /// Those of the database.
    pub fn list(&self, query: &Query, order: &ListOptions) -> Result<Vec<Entry>, LibraryError> {
        let mut entries = Vec::new();
        self.for_each(query, order, |entry| {
            entries.push(entry);
            Ok::<_, LibraryError>(ControlFlow::Continue(()))
        })?;
        Ok(entries)
    }

    /// The puzzle with this number.
    ///
    /// # Errors
    /// Those of the database.
    pub fn get(&self, id: i64) -> Result<Option<Entry>, LibraryError> {
        let query = Query {
            ids: vec![id],
            ..Query::default()
        };
        Ok(self.list(&query, &ListOptions::default())?.pop())
    }

    /// All places where a puzzle was seen, the first one first.
    ///
    /// # Errors
    /// Those of the database.
    pub fn sightings(&self, id: i64) -> Result<Vec<Sighting>, LibraryError> {
        let read = || -> rusqlite::Result<Vec<Sighting>> {
            let sighting = |row: &rusqlite::Row<'_>| {
                Ok(Sighting {
                    file: row.get(0)?,
                    line: row.get(1)?,
                    title: row.get(2)?,
                    is_same: row.get(3)?,
                })
            };
            let first = "SELECT path, line, title, 1 FROM puzzle \
                         JOIN source ON source.id = source WHERE puzzle.id = ?1";
            let first = self
                .connection
                .query_row(first, [id], sighting)
                .optional()?;
            let others = "SELECT path, line, title, same FROM sighting \
                          JOIN source ON source.id = source WHERE puzzle = ?1 ORDER BY source, line";
            let mut others = self.connection.prepare_cached(others)?;
            let others = others.query_map(params![id], sighting)?;
            first.map(Ok).into_iter().chain(others).collect()
        };
        read().map_err(|error| self.to_error(error))
    }
}

impl Library {
    /// Removes the puzzles that a query finds, and says how many they were.
    ///
    /// # Errors
    /// Those of the database; nothing is removed then.
    pub fn remove(&mut self, query: &Query) -> Result<u64, LibraryError> {
        let wanted = Conditions::of(self, query);
        let remove = format!(
            "DELETE FROM puzzle WHERE id IN (SELECT puzzle.id FROM {} {wanted})",
            wanted.tables()
        );
        let values = params_from_iter(&wanted.values);
        let removed = self.connection.execute(&remove, values);
        let removed = removed.map_err(|error| self.to_error(error))?;
        Ok(removed as u64)
    }

    /// Of puzzles that are isomorphs of each other keeps the one that came first, remembers where
    /// the others were seen, and says how many are gone.
    ///
    /// # Errors
    /// Those of the database; nothing is changed then.
    pub fn merge_isomorphs(&mut self) -> Result<u64, LibraryError> {
        let merged = self.try_merge();
        merged.map_err(|error| self.to_error(error))
    }

    fn try_merge(&mut self) -> rusqlite::Result<u64> {
        let transaction = self.connection.transaction()?;
        transaction.execute_batch(
            "CREATE TEMP TABLE twin AS
             SELECT id, first FROM (
                 SELECT id, min(id) OVER (PARTITION BY shape, key) AS first FROM puzzle
             ) WHERE id <> first;

             INSERT OR IGNORE INTO sighting (puzzle, source, line, title, same)
             SELECT first, source, line, title, 0 FROM twin JOIN puzzle USING (id);

             INSERT OR IGNORE INTO sighting (puzzle, source, line, title, same)
             SELECT first, source, line, title, 0
             FROM twin JOIN sighting ON sighting.puzzle = twin.id;

             DELETE FROM puzzle WHERE id IN (SELECT id FROM twin);

             UPDATE puzzle
             SET seen = 1 + (SELECT count(*) FROM sighting WHERE puzzle = puzzle.id)
             WHERE id IN (SELECT first FROM twin);",
        )?;
        let removed = transaction.query_row("SELECT count(*) FROM twin", [], |row| row.get(0))?;
        transaction.execute_batch("DROP TABLE twin")?;
        transaction.commit()?;
        Ok(removed)
    }
}

impl ListOptions {
    /// Ties are broken by number, so that pages neither repeat nor miss a puzzle.
    fn clause(&self) -> String {
        let direction = if self.reverse { "DESC" } else { "ASC" };
        let by = match self.sort {
            SortKey::Id => String::new(),
            SortKey::Score => format!("score {direction} NULLS LAST, "),
            SortKey::Givens => format!("givens {direction}, "),
            SortKey::Seen => format!("seen {direction}, "),
            SortKey::Random(seed) => format!("shuffled(puzzle.id, {}) {direction}, ", seed as i64),
        };
        // SQLite calls no limit -1.
        let limit = self
            .limit
            .map_or(-1, |limit| limit.min(i64::MAX as u64) as i64);
        let offset = self.offset.min(i64::MAX as u64);
        format!("ORDER BY {by}puzzle.id {direction} LIMIT {limit} OFFSET {offset}")
    }
}

/// A query in SQL, its values apart.
pub(crate) struct Conditions {
    clauses: Vec<String>,
    pub(crate) values: Vec<Value>,
    /// The name of a file is asked for.
    asks_for_file: bool,
}

/// With its `WHERE`, unless everything is wanted.
impl std::fmt::Display for Conditions {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self.clauses.as_slice() {
            [] => Ok(()),
            clauses => write!(f, "WHERE {}", clauses.join(" AND ")),
        }
    }
}

impl Conditions {
    /// What a query means in this library.
    pub(crate) fn of(library: &Library, query: &Query) -> Conditions {
        let mut wanted = Conditions {
            clauses: Vec::new(),
            values: Vec::new(),
            asks_for_file: query.text.is_some(),
        };
        wanted.one_of("puzzle.id", query.ids.iter().copied());
        wanted.within("givens", query.givens.as_ref());
        wanted.one_of("level", query.levels.iter().map(|level| *level as i64));
        wanted.within("score", query.score.as_ref());
        wanted.techniques(library, query);
        wanted.pattern(query);
        if let Some(shape) = &query.shape {
            let clause = "puzzle.shape = (SELECT id FROM shape WHERE name = ?)";
            wanted.add(clause, [shape.to_string().into()]);
        }
        if let Some(solutions) = query.solutions {
            let stored = solutions.stored().map(i64::from);
            wanted.add("solutions IS ?", [stored.into()]);
        }
        match query.has_rating {
            Some(true) => wanted.add("rating = 1", []),
            Some(false) => wanted.add("rating IS NOT 1", []),
            None => {}
        }
        if let Some(text) = &query.text {
            let word: Value = text.to_lowercase().into();
            let clause = "(mentions(title, ?) OR mentions(file_name(source.path), ?))";
            wanted.add(clause, [word.clone(), word]);
        }
        wanted
    }

    /// As few tables as the conditions can do with.
    pub(crate) fn tables(&self) -> &'static str {
        match self.asks_for_file {
            true => entry::TABLES,
            false => "puzzle",
        }
    }

    fn add(&mut self, clause: impl Into<String>, values: impl IntoIterator<Item = Value>) {
        self.clauses.push(clause.into());
        self.values.extend(values);
    }

    fn within(&mut self, column: &str, range: Option<&RangeInclusive<u32>>) {
        if let Some(range) = range {
            let (first, last) = (i64::from(*range.start()), i64::from(*range.end()));
            self.add(
                format!("{column} BETWEEN ? AND ?"),
                [first.into(), last.into()],
            );
        }
    }

    fn one_of(&mut self, column: &str, numbers: impl ExactSizeIterator<Item = i64>) {
        if numbers.len() > 0 {
            let marks = vec!["?"; numbers.len()].join(", ");
            self.add(format!("{column} IN ({marks})"), numbers.map(Value::from));
        }
    }

    fn techniques(&mut self, library: &Library, query: &Query) {
        let numbers = &library.numbers;
        let (low, high) = numbers.bits(query.techniques.iter().copied());
        for (column, bits) in [("techniques_low", low), ("techniques_high", high)] {
            if bits != 0 {
                self.add(format!("{column} & ? = ?"), [bits.into(), bits.into()]);
            }
        }
        // A technique without a number is used nowhere.
        if query
            .techniques
            .iter()
            .any(|technique| numbers.number(*technique).is_none())
        {
            self.add("0", []);
        }
        let number = |technique: &Technique| numbers.number(*technique).map_or(-1, i64::from);
        self.one_of("hardest", query.hardest.iter().map(number));
    }

    fn pattern(&mut self, query: &Query) {
        if let Some(pattern) = &query.pattern {
            let length = packed::pattern_length(pattern.cells().len()) as i64;
            // The number of givens has an index, the pattern has none. Boards of other sizes can
            // begin with the same bytes, so the size of the board is compared, too.
            self.add("givens = ?", [(pattern.givens() as i64).into()]);
            self.add(
                "substr(packed, 1, ?) = ?",
                [length.into(), packed::pack_pattern(pattern).into()],
            );
            let size = pattern.cells().len().isqrt() as i64;
            let clause = "puzzle.shape IN (SELECT id FROM shape WHERE size = ?)";
            self.add(clause, [size.into()]);
        }
        if !query.symmetries.is_empty() {
            let set = query
                .symmetries
                .iter()
                .fold(0, |set, each| set | symmetry_bits(*each));
            let set = i64::from(set);
            self.add("symmetries & ? = ?", [set.into(), set.into()]);
        }
    }
}
