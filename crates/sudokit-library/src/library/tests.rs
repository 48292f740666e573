use std::fs;

use tempfile::TempDir;

use super::*;
use crate::rating::RatingKind;

fn folder() -> TempDir {
    tempfile::tempdir().unwrap()
}

/// Returns why a file cannot be opened, whichever way it is tried; it must stay as it is.
fn refusal(path: &Path) -> String {
    let before = fs::read(path).ok();
    let create = Library::create_or_open(path).map(drop).unwrap_err();
    let read = Library::open_read_only(path).map(drop).unwrap_err();
    let write = Library::open(path).map(drop).unwrap_err();
    assert_eq!(read.to_string(), write.to_string());
    assert_eq!(create.to_string(), write.to_string());
    assert_eq!(fs::read(path).ok(), before);
    assert!(!read.help().is_empty());
    let name = path.display().to_string();
    read.to_string().replace(&name, "FILE")
}

#[test]
fn a_new_library_is_one_file_with_its_id_and_version() {
    let folder = folder();
    let path = folder.path().join("new.db");
    drop(Library::create_or_open(&path).unwrap());
    let bytes = fs::read(&path).unwrap();
    assert_eq!(&bytes[68..72], b"SDKL");
    assert_eq!(bytes[60..64], (schema::VERSION as u32).to_be_bytes());
    drop(Library::open_read_only(&path).unwrap());
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
}

#[test]
fn other_files_are_rejected_and_left_unchanged() {
    let folder = folder();
    let path = folder.path().join("file");
    fs::write(&path, "53..7....6..195...").unwrap();
    assert_eq!(
        refusal(&path),
        "`FILE` is not a library: it is not a database"
    );
    fs::remove_file(&path).unwrap();

    let other = Connection::open(&path).unwrap();
    other.execute_batch("CREATE TABLE a (b);").unwrap();
    drop(other);
    let message = "`FILE` is not a library: it is a database of another program";
    assert_eq!(refusal(&path), message);
    fs::remove_file(&path).unwrap();

    fs::create_dir(&path).unwrap();
    assert_eq!(refusal(&path), "`FILE` is not a library: it is a directory");
}

#[test]
fn a_newer_library_is_rejected() {
    let folder = folder();
    let path = folder.path().join("new.db");
    let library = Library::create_or_open(&path).unwrap();
    let newer = schema::VERSION + 1;
    library
        .connection
        .pragma_update(None, "user_version", newer)
        .unwrap();
    drop(library);
    assert!(refusal(&path).starts_with("`FILE` has library version 3"));
}

#[test]
fn a_file_that_a_killed_run_left_empty_becomes_a_library() {
    let folder = folder();
    let path = folder.path().join("new.db");
    fs::write(&path, "").unwrap();
    let refused = Library::open_read_only(&path).map(drop).unwrap_err();
    assert!(refused.to_string().ends_with("it is empty"), "{refused}");
    assert!(Library::create_or_open(&path).is_ok());
    assert!(Library::open_read_only(&path).is_ok());
}

#[test]
fn a_damaged_library_is_recognised() {
    let folder = folder();
    let path = folder.path().join("new.db");
    drop(Library::create_or_open(&path).unwrap());
    let mut bytes = fs::read(&path).unwrap();
    bytes[100..].fill(0xa5);
    fs::write(&path, bytes).unwrap();
    let damaged = Library::open_read_only(&path).map(drop).unwrap_err();
    assert!(matches!(damaged, LibraryError::Damaged { .. }), "{damaged}");
    assert!(!damaged.help().is_empty());
}

#[test]
fn a_read_only_library_cannot_be_written() {
    let folder = folder();
    let path = folder.path().join("new.db");
    drop(Library::create_or_open(&path).unwrap());
    let mut library = Library::open_read_only(&path).unwrap();
    let refused = library.clear_ratings(RatingKind::Level).unwrap_err();
    assert!(
        matches!(refused, LibraryError::ReadOnly { .. }),
        "{refused}"
    );
}

#[test]
fn a_library_on_a_read_only_medium_can_be_read() {
    let folder = folder();
    let path = folder.path().join("a library?#%.db");
    drop(Library::create_or_open(&path).unwrap());
    let library = Library::open_unwritable(&path).unwrap();
    assert_eq!(library.count_unrated(RatingKind::Level).unwrap(), 0);
    // As on a medium where the files next to it cannot be created.
    let flags = OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_URI;
    let connection = Connection::open_with_flags(immutable(&path), flags).unwrap();
    assert_eq!(
        schema::kind(&connection).unwrap(),
        DatabaseKind::Library(schema::VERSION)
    );
}

#[test]
fn a_query_can_be_cancelled() {
    let folder = folder();
    let mut library = Library::create_or_open(folder.path().join("new.db")).unwrap();
    library.cancel_when(|| true);
    let endless = "WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) \
                   SELECT count(*) FROM n";
    let stopped = library
        .connection
        .query_row(endless, [], |row| row.get::<_, i64>(0));
    let stopped = library.to_error(stopped.unwrap_err());
    assert!(matches!(stopped, LibraryError::Cancelled), "{stopped}");
}

#[test]
fn a_shuffle_depends_on_the_seed() {
    let order = |seed| {
        let mut ids: Vec<u64> = (0..100).collect();
        ids.sort_by_key(|id| shuffled(*id, seed));
        ids
    };
    assert_eq!(order(1), order(1));
    assert_ne!(order(1), order(2));
    assert_ne!(order(0), (0..100).collect::<Vec<_>>());
}
