//! The tables, and migration from older versions.
//!
//! A library identifies itself: `application_id` is [`APPLICATION`], and `user_version` is the
//! number of migrations it has been through.

use std::collections::BTreeSet;

use rusqlite::{Connection, Transaction, TransactionBehavior};

/// Marks a database as a library: "SDKL" in ASCII.
pub const APPLICATION: i32 = 0x5344_4b4c;

/// The version that this crate reads and writes.
pub const VERSION: i64 = MIGRATIONS.len() as i64;

/// The migrations, each from one version to the next; the first creates the tables. A published
/// migration never changes.
const MIGRATIONS: &[&str] = &[FIRST, EXPLAINER];

/// A puzzle's row holds what queries ask for. [`crate::packed`] describes `packed` and `key`,
/// [`crate::bit_columns`] the bit sets; levels count from 0.
const FIRST: &str = "
CREATE TABLE shape (
    id INTEGER PRIMARY KEY,
    name TEXT NOT NULL UNIQUE,
    size INTEGER NOT NULL
) STRICT;

-- A file that puzzles came from. Everything before line_done has been imported; with the same
-- size, time and terms it is the same file, and a killed run resumes there.
CREATE TABLE source (
    id INTEGER PRIMARY KEY,
    path TEXT NOT NULL UNIQUE,
    size INTEGER,
    modified INTEGER,
    terms TEXT NOT NULL,
    line_done INTEGER NOT NULL,
    complete INTEGER NOT NULL
) STRICT;

CREATE TABLE technique (
    number INTEGER PRIMARY KEY,
    name TEXT NOT NULL UNIQUE
) STRICT;

CREATE TABLE puzzle (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    shape INTEGER NOT NULL REFERENCES shape (id),
    givens INTEGER NOT NULL,
    packed BLOB NOT NULL,
    candidates BLOB,
    key BLOB NOT NULL,
    solutions INTEGER,         -- 1, 2 for several, NULL for not known
    symmetries INTEGER NOT NULL,
    source INTEGER NOT NULL REFERENCES source (id),
    line INTEGER NOT NULL,
    title TEXT,
    seen INTEGER NOT NULL DEFAULT 1,
    rating INTEGER,            -- NULL for not yet, 0 where logic does not solve it, 1 with all below
    level INTEGER,
    score INTEGER,
    hardest INTEGER REFERENCES technique (number),
    steps INTEGER,
    techniques_low INTEGER,
    techniques_high INTEGER,
    uses BLOB                  -- number of technique, number of steps, two bytes each
) STRICT;
CREATE INDEX puzzle_by_key ON puzzle (key);
CREATE INDEX puzzle_by_givens ON puzzle (givens);
CREATE INDEX puzzle_by_level ON puzzle (level, score) WHERE rating = 1;
CREATE INDEX puzzle_by_score ON puzzle (score) WHERE rating = 1;

-- Further places where a puzzle was seen.
CREATE TABLE sighting (
    puzzle INTEGER NOT NULL REFERENCES puzzle (id) ON DELETE CASCADE,
    source INTEGER NOT NULL REFERENCES source (id),
    line INTEGER NOT NULL,
    title TEXT,
    same INTEGER NOT NULL,     -- 1 for the same givens, 0 for an isomorph
    PRIMARY KEY (puzzle, source, line)
) STRICT, WITHOUT ROWID;
";

/// ER, EP and ED of Sudoku Explainer, in tenths; NULL for not yet.
const EXPLAINER: &str = "
ALTER TABLE puzzle ADD COLUMN er INTEGER;
ALTER TABLE puzzle ADD COLUMN ep INTEGER;
ALTER TABLE puzzle ADD COLUMN ed INTEGER;
CREATE INDEX puzzle_by_er ON puzzle (er) WHERE er IS NOT NULL;
";

/// What a database identifies itself as.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DatabaseKind {
    /// An empty database.
    Empty,
    /// A library of this version.
    Library(i64),
    /// Something else.
    Other,
}

/// Returns what a database is.
///
/// # Errors
///
/// Returns errors of the database.
pub fn kind(connection: &Connection) -> rusqlite::Result<DatabaseKind> {
    let application: i32 = connection.pragma_query_value(None, "application_id", |r| r.get(0))?;
    let version: i64 = connection.pragma_query_value(None, "user_version", |r| r.get(0))?;
    if application == APPLICATION {
        return Ok(DatabaseKind::Library(version));
    }
    let objects: i64 =
        connection.query_row("SELECT count(*) FROM sqlite_schema", [], |r| r.get(0))?;
    Ok(match (application, version, objects) {
        (0, 0, 0) => DatabaseKind::Empty,
        _ => DatabaseKind::Other,
    })
}

/// Returns what is wrong with a library of this version, if anything is. Nothing is written.
///
/// # Errors
///
/// Returns errors of the database.
pub fn fault(connection: &Connection, version: i64) -> rusqlite::Result<Option<String>> {
    if !(1..=VERSION).contains(&version) {
        return Ok(Some(format!("there is no library version {version}")));
    }
    let mut expected = Connection::open_in_memory()?;
    migrate_through(&mut expected, &MIGRATIONS[..version as usize])?;
    if columns(&expected)? != columns(connection)? {
        let message = format!("its tables are not those of library version {version}");
        return Ok(Some(message));
    }
    let verdict: String = connection.query_row("PRAGMA quick_check(1)", [], |row| row.get(0))?;
    Ok((verdict != "ok").then_some(verdict))
}

/// Returns the tables with their columns.
fn columns(connection: &Connection) -> rusqlite::Result<BTreeSet<(String, String)>> {
    let mut statement = connection.prepare(
        "SELECT t.name, c.name FROM sqlite_schema t JOIN pragma_table_info(t.name) c
         WHERE t.type = 'table' AND t.name NOT LIKE 'sqlite_%'",
    )?;
    let rows = statement.query_map([], |row| Ok((row.get(0)?, row.get(1)?)))?;
    rows.collect()
}

/// Migrates an empty database, or an older library, to this version.
///
/// # Errors
///
/// Returns errors of the database; it is unchanged then.
pub fn migrate(connection: &mut Connection) -> rusqlite::Result<()> {
    migrate_through(connection, MIGRATIONS)
}

fn migrate_through(connection: &mut Connection, migrations: &[&str]) -> rusqlite::Result<()> {
    if version(connection)? >= migrations.len() {
        return Ok(());
    }
    let behaviour = TransactionBehavior::Immediate;
    let transaction = Transaction::new(connection, behaviour)?;
    // Another program may have done it meanwhile, so the version is read again.
    let done = version(&transaction)?.min(migrations.len());
    for migration in &migrations[done..] {
        transaction.execute_batch(migration)?;
    }
    transaction.pragma_update(None, "application_id", APPLICATION)?;
    transaction.pragma_update(None, "user_version", migrations.len() as i64)?;
    transaction.commit()
}

fn version(connection: &Connection) -> rusqlite::Result<usize> {
    let version: i64 = connection.pragma_query_value(None, "user_version", |r| r.get(0))?;
    Ok(version.max(0) as usize)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_older_library_is_migrated() {
        let mut connection = Connection::open_in_memory().unwrap();
        assert_eq!(kind(&connection).unwrap(), DatabaseKind::Empty);
        migrate(&mut connection).unwrap();
        assert_eq!(kind(&connection).unwrap(), DatabaseKind::Library(VERSION));
        let mut longer = MIGRATIONS.to_vec();
        longer.push("ALTER TABLE puzzle ADD COLUMN stars INTEGER;");
        migrate_through(&mut connection, &longer).unwrap();
        assert_eq!(
            kind(&connection).unwrap(),
            DatabaseKind::Library(VERSION + 1)
        );
        assert!(connection.prepare("SELECT stars FROM puzzle").is_ok());
        // Nothing is done twice.
        migrate_through(&mut connection, &longer).unwrap();
    }

    #[test]
    fn a_failed_migration_changes_nothing() {
        let mut connection = Connection::open_in_memory().unwrap();
        let broken = [FIRST, "CREATE TABLE puzzle (id INTEGER);"];
        assert!(migrate_through(&mut connection, &broken).is_err());
        assert_eq!(kind(&connection).unwrap(), DatabaseKind::Empty);
    }

    #[test]
    fn a_database_of_another_program_is_recognised() {
        let connection = Connection::open_in_memory().unwrap();
        connection.execute_batch("CREATE TABLE a (b);").unwrap();
        assert_eq!(kind(&connection).unwrap(), DatabaseKind::Other);
    }
}
