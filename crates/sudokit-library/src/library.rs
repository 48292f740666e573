//! Opening a library, and recognising what is not one.

use std::cell::RefCell;
use std::fs::{self, File};
use std::io::Read;
use std::path::{Path, PathBuf};
use std::time::Duration;

use rusqlite::functions::FunctionFlags;
use rusqlite::{Connection, ErrorCode, OpenFlags};
use sudokit::Shape;

use crate::bit_columns::TechniqueNumbers;
use crate::error::LibraryError;
use crate::schema::{self, DatabaseKind};

/// How long to wait for another program's transaction. Each takes some milliseconds, so a longer
/// wait means that something hangs.
const BUSY_TIMEOUT: Duration = Duration::from_secs(30);

/// The bytes that every SQLite database begins with.
const HEADER: &[u8; 16] = b"SQLite format 3\0";

/// An open library.
///
/// Several programs may have the same library open. One of them may write at a time; other writers
/// wait for its transaction to end. Readers never wait.
#[derive(Debug)]
pub struct Library {
    pub(crate) connection: Connection,
    pub(crate) path: PathBuf,
    pub(crate) numbers: TechniqueNumbers,
    /// The shape of the last row read, by its name: parsing a shape costs more than reading a
    /// puzzle.
    last_shape: RefCell<Option<(String, Shape)>>,
}

impl Library {
    /// Opens a library for reading and writing, and creates it if the file does not exist.
    ///
    /// # Errors
    ///
    /// Returns an error if the file is something else or cannot be written; it is not changed then.
    pub fn create_or_open(path: impl AsRef<Path>) -> Result<Library, LibraryError> {
        let path = path.as_ref();
        let what = examine(path)?;
        let library = Library::open_writable(path, Purpose::CreateOrWrite)?;
        if what == PathContent::Nothing {
            make_durable(path);
        }
        Ok(library)
    }

    /// Opens an existing library for reading and writing.
    ///
    /// # Errors
    ///
    /// Returns an error if the file does not exist, is something else, or cannot be written.
    pub fn open(path: impl AsRef<Path>) -> Result<Library, LibraryError> {
        let path = path.as_ref();
        existing(path)?;
        Library::open_writable(path, Purpose::Write)
    }

    /// Opens a library for queries, which work while other programs change it, and on files that
    /// cannot be written.
    ///
    /// # Errors
    ///
    /// Returns an error if the file does not exist or is something else.
    pub fn open_read_only(path: impl AsRef<Path>) -> Result<Library, LibraryError> {
        let path = path.as_ref();
        existing(path)?;
        // A connection that may write removes the files next to the library when it is closed, so
        // writing is tried first and then disabled.
        let library = match Library::open_writable(path, Purpose::Read) {
            Err(LibraryError::ReadOnly { .. } | LibraryError::CannotOpen { .. }) => {
                Library::open_unwritable(path)?
            }
            opened => opened?,
        };
        let disabled = library.connection.pragma_update(None, "query_only", true);
        disabled.map_err(|error| library.to_error(error))?;
        Ok(library)
    }

    /// Returns the path of the file.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Cancels queries with [`LibraryError::Cancelled`] soon after this returns `true`. It is
    /// called often.
    pub fn cancel_when(&mut self, is_over: impl FnMut() -> bool + Send + 'static) {
        /// The number of SQLite operations between two calls: some hundred microseconds of work.
        const OPERATIONS: i32 = 20_000;
        // This can only fail on a borrowed connection.
        let _ = self.connection.progress_handler(OPERATIONS, Some(is_over));
    }

    /// Returns the shape with this name.
    pub(crate) fn shape(&self, name: &str) -> Result<Shape, LibraryError> {
        let mut last = self.last_shape.borrow_mut();
        if let Some((known, shape)) = &*last
            && known == name
        {
            return Ok(shape.clone());
        }
        let shape: Shape = name.parse().map_err(|_| self.damaged("a shape"))?;
        *last = Some((name.to_string(), shape.clone()));
        Ok(shape)
    }

    /// Returns the error for invalid data in the library.
    pub(crate) fn damaged(&self, what: &str) -> LibraryError {
        LibraryError::Damaged {
            path: self.path.clone(),
            detail: format!("{what} is invalid"),
        }
    }

    pub(crate) fn to_error(&self, error: rusqlite::Error) -> LibraryError {
        LibraryError::new(&self.path, error)
    }

    fn open_writable(path: &Path, purpose: Purpose) -> Result<Library, LibraryError> {
        let to_error = |error| LibraryError::new(path, error);
        let mut flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NO_MUTEX;
        flags.set(
            OpenFlags::SQLITE_OPEN_CREATE,
            purpose == Purpose::CreateOrWrite,
        );
        let mut connection = Connection::open_with_flags(path, flags).map_err(to_error)?;
        connection.busy_timeout(BUSY_TIMEOUT).map_err(to_error)?;
        match schema::kind(&connection).map_err(to_error)? {
            DatabaseKind::Empty if purpose == Purpose::CreateOrWrite => {}
            // A query reports the damage that it finds, and writes nothing.
            DatabaseKind::Library(schema::VERSION) if purpose == Purpose::Read => {
                let numbers = TechniqueNumbers::read(&connection).map_err(to_error)?;
                return Library::assemble(path, connection, numbers);
            }
            DatabaseKind::Library(version) if version <= schema::VERSION => {
                if let Some(detail) = schema::fault(&connection, version).map_err(to_error)? {
                    let path = path.to_path_buf();
                    return Err(LibraryError::Damaged { path, detail });
                }
            }
            other => return Err(refused(path, other)),
        }
        prepare_to_write(&mut connection).map_err(to_error)?;
        let numbers = TechniqueNumbers::complete(&mut connection).map_err(to_error)?;
        Library::assemble(path, connection, numbers)
    }

    fn open_unwritable(path: &Path) -> Result<Library, LibraryError> {
        let to_error = |error| LibraryError::new(path, error);
        let flags = OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_NO_MUTEX;
        let opened = Connection::open_with_flags(path, flags);
        let kind = opened.and_then(|connection| Ok((schema::kind(&connection)?, connection)));
        let (kind, connection) = match kind {
            Ok(found) => found,
            // The files next to it cannot be created, and no other process has created them. So no
            // process is writing, and the library can be read without them.
            Err(error) if cannot_share(&error) && !has_log(path) => {
                let flags = flags | OpenFlags::SQLITE_OPEN_URI;
                let opened = Connection::open_with_flags(immutable(path), flags);
                let connection = opened.map_err(to_error)?;
                (schema::kind(&connection).map_err(to_error)?, connection)
            }
            Err(error) => return Err(to_error(error)),
        };
        match kind {
            DatabaseKind::Library(schema::VERSION) => {}
            DatabaseKind::Library(found) if found < schema::VERSION => {
                let path = path.to_path_buf();
                return Err(LibraryError::Older { path, found });
            }
            other => return Err(refused(path, other)),
        }
        let numbers = TechniqueNumbers::read(&connection).map_err(to_error)?;
        Library::assemble(path, connection, numbers)
    }

    fn assemble(
        path: &Path,
        connection: Connection,
        numbers: TechniqueNumbers,
    ) -> Result<Library, LibraryError> {
        let path = path.to_path_buf();
        add_functions(&connection).map_err(|error| LibraryError::new(&path, error))?;
        Ok(Library {
            connection,
            path,
            numbers,
            last_shape: RefCell::new(None),
        })
    }
}

/// What a library is opened for.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Purpose {
    Read,
    Write,
    CreateOrWrite,
}

/// What a path refers to.
#[derive(PartialEq, Eq)]
enum PathContent {
    Nothing,
    /// Left by a run that was killed before it wrote anything.
    EmptyFile,
    Database,
}

/// Examines a file before SQLite does, which would report anything as a corrupt database.
fn examine(path: &Path) -> Result<PathContent, LibraryError> {
    let other = |what| {
        let path = path.to_path_buf();
        Err(LibraryError::NotALibrary { path, what })
    };
    let metadata = match fs::metadata(path) {
        Ok(metadata) => metadata,
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => {
            return Ok(PathContent::Nothing);
        }
        Err(_) => return Err(cannot_open(path)),
    };
    if metadata.is_dir() {
        return other("it is a directory");
    }
    if !metadata.is_file() {
        return other("it is not a regular file");
    }
    let mut start = Vec::new();
    let file = File::open(path).map_err(|_| cannot_open(path))?;
    let read = file.take(HEADER.len() as u64).read_to_end(&mut start);
    read.map_err(|_| cannot_open(path))?;
    match start.as_slice() {
        [] => Ok(PathContent::EmptyFile),
        start if start == HEADER => Ok(PathContent::Database),
        _ => other("it is not a database"),
    }
}

fn existing(path: &Path) -> Result<(), LibraryError> {
    match examine(path)? {
        PathContent::Database => Ok(()),
        PathContent::Nothing => Err(LibraryError::Missing {
            path: path.to_path_buf(),
        }),
        PathContent::EmptyFile => Err(refused(path, DatabaseKind::Empty)),
    }
}

fn refused(path: &Path, kind: DatabaseKind) -> LibraryError {
    let path = path.to_path_buf();
    match kind {
        DatabaseKind::Library(found) => LibraryError::Newer { path, found },
        DatabaseKind::Empty => LibraryError::NotALibrary {
            path,
            what: "it is empty",
        },
        DatabaseKind::Other => LibraryError::NotALibrary {
            path,
            what: "it is a database of another program",
        },
    }
}

fn cannot_open(path: &Path) -> LibraryError {
    LibraryError::CannotOpen {
        path: path.to_path_buf(),
    }
}

/// Migrates a library to this version and configures how it is written.
fn prepare_to_write(connection: &mut Connection) -> rusqlite::Result<()> {
    let _: String =
        connection.pragma_update_and_check(None, "journal_mode", "WAL", |row| row.get(0))?;
    connection.pragma_update(None, "synchronous", "FULL")?;
    connection.pragma_update(None, "foreign_keys", true)?;
    // Room for the keys of a few million puzzles, in kibibytes.
    connection.pragma_update(None, "cache_size", -128 * 1024)?;
    // Keys come in random order, so nearly every page of their index changes in every transaction;
    // the longer the log, the more of these changes reach the file as one.
    connection.pragma_update(None, "wal_autocheckpoint", 16 * 1024)?;
    schema::migrate(connection)
}

/// Returns whether this is the error of SQLite if it cannot create the files next to a library.
fn cannot_share(error: &rusqlite::Error) -> bool {
    let code = error.sqlite_error_code();
    matches!(code, Some(ErrorCode::CannotOpen | ErrorCode::ReadOnly))
}

/// Returns whether there are changes that are not in the file itself yet.
fn has_log(path: &Path) -> bool {
    let mut log = path.as_os_str().to_os_string();
    log.push("-wal");
    fs::metadata(log).is_ok_and(|log| log.len() > 0)
}

/// Returns a URI that promises SQLite that the file never changes.
fn immutable(path: &Path) -> String {
    let mut name = String::from("file:");
    for byte in path.as_os_str().as_encoded_bytes() {
        match byte {
            b'/' | b'.' | b'-' | b'_' => name.push(*byte as char),
            byte if byte.is_ascii_alphanumeric() => name.push(*byte as char),
            byte => name.push_str(&format!("%{byte:02x}")),
        }
    }
    name + "?immutable=1"
}

/// Makes the directory entry of a new file durable. Where that is not possible (some systems cannot
/// open a directory), the system does it in its own time.
fn make_durable(path: &Path) {
    let parent = path
        .parent()
        .filter(|parent| !parent.as_os_str().is_empty());
    let directory = parent.unwrap_or(Path::new("."));
    let _ = File::open(directory).and_then(|directory| directory.sync_all());
}

/// Adds the SQL functions that queries use.
fn add_functions(connection: &Connection) -> rusqlite::Result<()> {
    let flags = FunctionFlags::SQLITE_UTF8 | FunctionFlags::SQLITE_DETERMINISTIC;
    // mentions(text, lower-case word), in any alphabet.
    connection.create_scalar_function("mentions", 2, flags, |context| {
        let text: Option<String> = context.get(0)?;
        let word: String = context.get(1)?;
        Ok(text.is_some_and(|text| text.to_lowercase().contains(&word)))
    })?;
    // file_name(path): without its directories.
    connection.create_scalar_function("file_name", 1, flags, |context| {
        let path: String = context.get(0)?;
        let name = Path::new(&path).file_name();
        Ok(name.map(|name| name.to_string_lossy().into_owned()))
    })?;
    // shuffled(id, seed): a random order for each seed, always the same.
    connection.create_scalar_function("shuffled", 2, flags, |context| {
        let (id, seed): (i64, i64) = (context.get(0)?, context.get(1)?);
        Ok(shuffled(id as u64, seed as u64) as i64)
    })
}

/// Mixes both numbers (with the finalizer of SplitMix64).
fn shuffled(id: u64, seed: u64) -> u64 {
    let mix = |mut bits: u64| {
        bits = (bits ^ (bits >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        bits = (bits ^ (bits >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        bits ^ (bits >> 31)
    };
    mix(id.wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ mix(seed.wrapping_add(1)))
}

#[cfg(test)]
mod tests;
