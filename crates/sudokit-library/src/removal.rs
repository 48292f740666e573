//! Throwing puzzles away.

use rusqlite::params_from_iter;

use crate::error::LibraryError;
use crate::library::Library;
use crate::query::{Conditions, Query};

/// What came of merging isomorphs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Merged {
    /// How many puzzles are gone, because an isomorph of each stays.
    pub removed: u64,
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
        let removed = removed.map_err(|error| self.fault(error))?;
        Ok(removed as u64)
    }

    /// Of puzzles that are isomorphs of each other keeps the one that came first, and remembers
    /// where the others were seen.
    ///
    /// # Errors
    /// Those of the database; nothing is changed then.
    pub fn merge_isomorphs(&mut self) -> Result<Merged, LibraryError> {
        let merged = self.try_merge();
        merged.map_err(|error| self.fault(error))
    }

    fn try_merge(&mut self) -> rusqlite::Result<Merged> {
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
        Ok(Merged { removed })
    }
}
