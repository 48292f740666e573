//! Finding, removing and merging puzzles.

use std::ops::{ControlFlow, RangeInclusive};

use rusqlite::types::Value;
use rusqlite::{OptionalExtension, params, params_from_iter};
use sudokit::Shape;
use sudokit::logic::{Level, Technique};
use sudokit::pattern::{Pattern, Symmetry};
use sudokit::rate::explainer::Difficulty;

use crate::bit_columns::symmetry_bits;
use crate::entry::{self, Entry, Sighting, SolutionCount};
use crate::error::LibraryError;
use crate::library::Library;
use crate::packed;

/// Conditions that puzzles must all meet. The default is none: all puzzles.
///
/// Fields may be added in later versions, so end a literal with `..Query::default()`.
#[derive(Clone, Debug, Default)]
pub struct Query {
    /// The number is one of these, unless empty.
    pub ids: Vec<i64>,
    /// The number of givens is in this range.
    pub givens: Option<RangeInclusive<u32>>,
    /// The level is one of these, unless empty.
    pub levels: Vec<Level>,
    /// The score is in this range.
    pub score: Option<RangeInclusive<u32>>,
    /// All of these techniques are used.
    pub techniques: Vec<Technique>,
    /// The hardest technique is one of these, unless empty.
    pub hardest: Vec<Technique>,
    /// The givens are in exactly these cells.
    pub pattern: Option<Pattern>,
    /// The pattern of the givens has all these symmetries.
    pub symmetries: Vec<Symmetry>,
    /// The board has this shape.
    pub shape: Option<Shape>,
    /// This is known about the solutions.
    pub solutions: Option<SolutionCount>,
    /// ER of Sudoku Explainer is in this range.
    pub er: Option<RangeInclusive<Difficulty>>,
    /// Whether there is a rating.
    pub has_rating: Option<bool>,
    /// The title or the name of the file contains this text, in upper or lower case.
    pub text: Option<String>,
}

/// The order of results.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum SortKey {
    /// The order of import.
    #[default]
    Id,
    /// The lowest score first; puzzles without one come last.
    Score,
    /// The lowest ER first; puzzles without one come last.
    Er,
    /// The fewest givens first.
    Givens,
    /// The least often seen first.
    Seen,
    /// Random, but always the same for one seed.
    Random(u64),
}

/// Which of the puzzles to return, and in which order.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ListOptions {
    /// The order.
    pub sort: SortKey,
    /// Whether to reverse the order.
    pub reverse: bool,
    /// How many puzzles to skip.
    pub offset: u64,
    /// How many puzzles to return at most.
    pub limit: Option<u64>,
}

impl Library {
    /// Returns how many puzzles match a query.
    ///
    /// # Errors
    ///
    /// Returns errors of the database.
    pub fn count(&self, query: &Query) -> Result<u64, LibraryError> {
        let wanted = Conditions::of(self, query);
        let count = format!("SELECT count(*) FROM {} {wanted}", wanted.tables());
        let values = params_from_iter(&wanted.values);
        let counted = self.connection.query_row(&count, values, |row| row.get(0));
        counted.map_err(|error| self.to_error(error))
    }

    /// Calls `take` with each matching puzzle until it returns [`ControlFlow::Break`].
    ///
    /// # Errors
    ///
    /// Returns errors of the database, and those of `take`.
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

    /// Returns the matching puzzles, all in memory.
    ///
    /// # Errors
    ///
    /// Returns errors of the database.
    pub fn list(&self, query: &Query, order: &ListOptions) -> Result<Vec<Entry>, LibraryError> {
        let mut entries = Vec::new();
        self.for_each(query, order, |entry| {
            entries.push(entry);
            Ok::<_, LibraryError>(ControlFlow::Continue(()))
        })?;
        Ok(entries)
    }

    /// Returns the puzzle with this number.
    ///
    /// # Errors
    ///
    /// Returns errors of the database.
    pub fn get(&self, id: i64) -> Result<Option<Entry>, LibraryError> {
        let query = Query {
            ids: vec![id],
            ..Query::default()
        };
        Ok(self.list(&query, &ListOptions::default())?.pop())
    }

    /// Returns all places where a puzzle was seen, first one first.
    ///
    /// # Errors
    ///
    /// Returns errors of the database.
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
    /// Removes the matching puzzles, and returns how many there were.
    ///
    /// # Errors
    ///
    /// Returns errors of the database; nothing is removed then.
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

    /// Merges isomorphic puzzles: keeps the one that came first, records where the others were
    /// seen, and returns how many were removed.
    ///
    /// # Errors
    ///
    /// Returns errors of the database; nothing is changed then.
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
    /// Returns the SQL clause. Ties are broken by number, so that pages neither repeat nor miss a
    /// puzzle.
    fn clause(&self) -> String {
        let direction = if self.reverse { "DESC" } else { "ASC" };
        let by = match self.sort {
            SortKey::Id => String::new(),
            SortKey::Score => format!("score {direction} NULLS LAST, "),
            SortKey::Er => format!("er {direction} NULLS LAST, "),
            SortKey::Givens => format!("givens {direction}, "),
            SortKey::Seen => format!("seen {direction}, "),
            SortKey::Random(seed) => format!("shuffled(puzzle.id, {}) {direction}, ", seed as i64),
        };
        // SQLite takes -1 for no limit.
        let limit = self
            .limit
            .map_or(-1, |limit| limit.min(i64::MAX as u64) as i64);
        let offset = self.offset.min(i64::MAX as u64);
        format!("ORDER BY {by}puzzle.id {direction} LIMIT {limit} OFFSET {offset}")
    }
}

/// A query in SQL, with its values separate.
pub(crate) struct Conditions {
    clauses: Vec<String>,
    pub(crate) values: Vec<Value>,
    /// Whether the name of a file is needed.
    asks_for_file: bool,
}

/// Writes the `WHERE` clause, unless all puzzles match.
impl std::fmt::Display for Conditions {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self.clauses.as_slice() {
            [] => Ok(()),
            clauses => write!(f, "WHERE {}", clauses.join(" AND ")),
        }
    }
}

impl Conditions {
    /// Translates a query for this library.
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
        let tenths = |each: &Difficulty| u32::from(each.tenths());
        let er = query.er.as_ref();
        let er = er.map(|range| tenths(range.start())..=tenths(range.end()));
        wanted.within("er", er.as_ref());
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

    /// Returns the tables that the conditions need.
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
            // begin with the same bytes, so the size of the board is compared as well.
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
