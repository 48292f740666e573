//! Importing puzzles: one file after another, in transactions.

use rusqlite::{CachedStatement, OptionalExtension, params};
use sudokit::Shape;

use crate::error::LibraryError;
use crate::library::Library;
use crate::packed::PackedPuzzle;

/// Where puzzles come from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ImportSource {
    /// The path of the file, or another name.
    pub path: String,
    /// Tells whether it is still the same file.
    pub stamp: Option<FileStamp>,
    /// How it is read and what is kept of it. If that changes, the file is imported again.
    pub options: String,
}

/// The size and time that distinguish one state of a file from another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FileStamp {
    /// The size in bytes.
    pub size: u64,
    /// The time of the last change, in nanoseconds since any fixed time.
    pub modified: i64,
}

impl ImportSource {
    /// Makes a source that is not a file.
    pub fn named(name: &str) -> ImportSource {
        ImportSource {
            path: name.to_string(),
            stamp: None,
            options: String::new(),
        }
    }
}

/// What to do with an isomorph of a stored puzzle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Isomorphs {
    /// Count it as the same puzzle, seen again.
    Merge,
    /// Store it as a puzzle of its own.
    Keep,
}

/// The result of importing a puzzle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Imported {
    /// The puzzle is new; its number.
    New(i64),
    /// The same givens are already stored, with this number.
    Duplicate(i64),
    /// An isomorph is already stored, with this number.
    Isomorph(i64),
}

/// An import of the puzzles of one file.
///
/// Added puzzles are durable when [`commit`](Self::commit) has returned; what was not committed
/// when this is dropped is discarded.
#[derive(Debug)]
pub struct Import<'l> {
    library: &'l mut Library,
    source: i64,
    line_done: u64,
    isomorphs: Isomorphs,
    /// The shape of the last puzzle, and its number.
    shape: Option<(Shape, i64)>,
    is_open: bool,
}

impl Library {
    /// Starts to import a file, or resumes where an earlier run ended.
    ///
    /// # Errors
    ///
    /// Returns errors of the database.
    pub fn import(
        &mut self,
        source: &ImportSource,
        isomorphs: Isomorphs,
    ) -> Result<Import<'_>, LibraryError> {
        let (source, line_done) = self.source(source).map_err(|error| self.to_error(error))?;
        Ok(Import {
            library: self,
            source,
            line_done,
            isomorphs,
            shape: None,
            is_open: false,
        })
    }

    /// Returns the number of a source, and how many of its lines can be skipped.
    fn source(&self, source: &ImportSource) -> rusqlite::Result<(i64, u64)> {
        let (size, modified) = match source.stamp {
            Some(stamp) => (Some(stamp.size), Some(stamp.modified)),
            None => (None, None),
        };
        let unfinished = "SELECT id, line_done FROM source WHERE path = ?1 AND size = ?2 \
                          AND modified = ?3 AND terms = ?4 AND complete = 0";
        let values = params![source.path, size, modified, source.options];
        let found = self
            .connection
            .query_row(unfinished, values, |row| Ok((row.get(0)?, row.get(1)?)))
            .optional()?;
        if let Some(found) = found {
            return Ok(found);
        }
        let begin = "INSERT INTO source (path, size, modified, terms, line_done, complete) \
                     VALUES (?1, ?2, ?3, ?4, 0, 0) \
                     ON CONFLICT (path) DO UPDATE SET size = ?2, modified = ?3, terms = ?4, \
                     line_done = 0, complete = 0 RETURNING id";
        let id = self.connection.query_row(begin, values, |row| row.get(0))?;
        Ok((id, 0))
    }
}

/// A stored puzzle that may be the same.
struct Known {
    id: i64,
    is_same: bool,
    is_here: bool,
}

impl Import<'_> {
    /// Returns the line to resume at. An earlier run of the same file has imported everything
    /// before this line, and some or all of what begins in it; 0 for a new file.
    pub fn line_done(&self) -> u64 {
        self.line_done
    }

    /// Adds a puzzle from this line.
    ///
    /// # Errors
    ///
    /// Returns errors of the database.
    pub fn add(
        &mut self,
        puzzle: &PackedPuzzle,
        line: u64,
        title: Option<&str>,
    ) -> Result<Imported, LibraryError> {
        let imported = self.try_add(puzzle, line as i64, title);
        imported.map_err(|error| self.library.to_error(error))
    }

    /// Commits the added puzzles, and that everything before this line is imported (there may be
    /// more in this line itself). When this returns, it is on the disk.
    ///
    /// # Errors
    ///
    /// Returns errors of the database.
    pub fn commit(&mut self, line_done: u64) -> Result<(), LibraryError> {
        let commit = |import: &mut Self| {
            import.begin()?;
            let note = "UPDATE source SET line_done = max(line_done, ?2) WHERE id = ?1";
            import
                .prepared(note)?
                .execute(params![import.source, line_done])?;
            import.end()
        };
        commit(self).map_err(|error| self.library.to_error(error))
    }

    /// Commits everything, and that the file was read to its end.
    ///
    /// # Errors
    ///
    /// Returns errors of the database.
    pub fn finish(mut self) -> Result<(), LibraryError> {
        let finish = |import: &mut Self| {
            import.begin()?;
            let note = "UPDATE source SET complete = 1 WHERE id = ?1";
            import.prepared(note)?.execute([import.source])?;
            import.end()
        };
        finish(&mut self).map_err(|error| self.library.to_error(error))
    }

    fn try_add(
        &mut self,
        puzzle: &PackedPuzzle,
        line: i64,
        title: Option<&str>,
    ) -> rusqlite::Result<Imported> {
        self.begin()?;
        let shape = self.shape_number(&puzzle.shape)?;
        match self.find(puzzle, shape, line)? {
            None => self.insert(puzzle, shape, line, title).map(Imported::New),
            Some(known) => {
                self.note_sighting(&known, line, title)?;
                Ok(match known.is_same {
                    true => Imported::Duplicate(known.id),
                    false => Imported::Isomorph(known.id),
                })
            }
        }
    }

    /// Returns the stored puzzle that this one is: one with the same givens rather than an
    /// isomorph.
    fn find(
        &self,
        puzzle: &PackedPuzzle,
        shape: i64,
        line: i64,
    ) -> rusqlite::Result<Option<Known>> {
        let alike = "SELECT id, packed, candidates, source = ?3 AND line = ?4 \
                     FROM puzzle WHERE key = ?1 AND shape = ?2 ORDER BY id";
        let mut alike = self.prepared(alike)?;
        let mut rows = alike.query(params![puzzle.key, shape, self.source, line])?;
        let mut isomorph = None;
        while let Some(row) = rows.next()? {
            let is_same = row.get_ref(1)?.as_blob()? == puzzle.packed
                && row.get_ref(2)?.as_blob_or_null()? == puzzle.candidates.as_deref();
            let known = Known {
                id: row.get(0)?,
                is_same,
                is_here: row.get(3)?,
            };
            match is_same {
                true => return Ok(Some(known)),
                false if isomorph.is_none() => isomorph = Some(known),
                false => {}
            }
        }
        Ok(isomorph.filter(|_| self.isomorphs == Isomorphs::Merge))
    }

    fn insert(
        &self,
        puzzle: &PackedPuzzle,
        shape: i64,
        line: i64,
        title: Option<&str>,
    ) -> rusqlite::Result<i64> {
        let insert = "INSERT INTO puzzle (shape, givens, packed, candidates, key, solutions, \
                      symmetries, source, line, title) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10)";
        self.prepared(insert)?.insert(params![
            shape,
            puzzle.givens,
            puzzle.packed,
            puzzle.candidates,
            puzzle.key,
            puzzle.solutions.stored(),
            puzzle.symmetries,
            self.source,
            line,
            title,
        ])
    }

    /// Records that a puzzle was seen again, once for each place.
    fn note_sighting(&self, known: &Known, line: i64, title: Option<&str>) -> rusqlite::Result<()> {
        if known.is_here {
            return Ok(());
        }
        let note = "INSERT OR IGNORE INTO sighting (puzzle, source, line, title, same) \
                    VALUES (?1, ?2, ?3, ?4, ?5)";
        let values = params![known.id, self.source, line, title, known.is_same];
        if self.prepared(note)?.execute(values)? > 0 {
            let count = "UPDATE puzzle SET seen = seen + 1 WHERE id = ?1";
            self.prepared(count)?.execute([known.id])?;
        }
        Ok(())
    }

    fn shape_number(&mut self, shape: &Shape) -> rusqlite::Result<i64> {
        if let Some((last, number)) = &self.shape
            && last == shape
        {
            return Ok(*number);
        }
        let name = shape.to_string();
        let add = "INSERT OR IGNORE INTO shape (name, size) VALUES (?1, ?2)";
        self.prepared(add)?
            .execute(params![name, shape.size() as i64])?;
        let find = "SELECT id FROM shape WHERE name = ?1";
        let number = self.prepared(find)?.query_row([&name], |row| row.get(0))?;
        self.shape = Some((shape.clone(), number));
        Ok(number)
    }

    fn prepared(&self, statement: &str) -> rusqlite::Result<CachedStatement<'_>> {
        self.library.connection.prepare_cached(statement)
    }

    /// Starts a transaction. One that reads before it writes must be the writer from its beginning,
    /// or another program could write in between.
    fn begin(&mut self) -> rusqlite::Result<()> {
        if !self.is_open {
            self.library.connection.execute_batch("BEGIN IMMEDIATE")?;
            self.is_open = true;
        }
        Ok(())
    }

    fn end(&mut self) -> rusqlite::Result<()> {
        self.library.connection.execute_batch("COMMIT")?;
        self.is_open = false;
        Ok(())
    }
}

impl Drop for Import<'_> {
    fn drop(&mut self) {
        if self.is_open {
            // If even this fails, closing the connection has the same effect.
            let _ = self.library.connection.execute_batch("ROLLBACK");
        }
    }
}
