//! Opens input files and standard input, and explains why one cannot be read.

use std::fmt;
use std::fs::File;
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use sudokit::ProblemCode;
use sudokit::format::{Content, DecodeError, DecodeErrorKind, Decoder, Encoding};
use sudokit::solve::CancelToken;

use crate::io::interrupt;
#[cfg(feature = "xlsx")]
use crate::io::workbook;
use crate::report::Exit;
use crate::report::error::{self, CliError};
use crate::terminal::messages::Messages;

/// Where puzzles come from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Source {
    /// Standard input.
    Stdin,
    /// A file.
    File(PathBuf),
    /// A file, or a misspelt verb: it was typed where a verb could be.
    FileOrVerb(PathBuf),
}

impl Source {
    /// `-` means standard input.
    pub fn new(path: &Path) -> Source {
        match path.to_str() {
            Some("-") => Source::Stdin,
            _ => Source::File(path.to_path_buf()),
        }
    }

    /// Records that this was typed where a verb could be.
    pub fn may_be_a_verb(&mut self) {
        if let Source::File(path) = self {
            *self = Source::FileOrVerb(std::mem::take(path));
        }
    }

    /// The path, unless it is standard input.
    pub fn path(&self) -> Option<&Path> {
        match self {
            Source::Stdin => None,
            Source::File(path) | Source::FileOrVerb(path) => Some(path),
        }
    }

    /// Opens it. Call this once per run: a FIFO cannot be opened a second time.
    ///
    /// # Errors
    /// A [`CliError`] that names the file and suggests a fix.
    pub fn open(&self) -> Result<Stream, CliError> {
        let mut is_converted = false;
        let (input, size): (Box<dyn Read + Send>, _) = match self.path() {
            None => (Box::new(PatientStdin), None),
            Some(path) => {
                let opened = open_file(path).map_err(|error| self.cannot_open(path, &error))?;
                let (mut file, size) = opened;
                match self.sheets(&mut file, size)? {
                    Some(csv) => {
                        is_converted = true;
                        let size = csv.len() as u64;
                        (Box::new(io::Cursor::new(csv)), Some(size))
                    }
                    None => (Box::new(file), size),
                }
            }
        };
        let read = Arc::new(AtomicU64::new(0));
        let counted = CountedBytes {
            input,
            read: read.clone(),
        };
        let input = Decoder::new(counted);
        Ok(Stream {
            input,
            size,
            read,
            is_converted,
        })
    }

    /// The sheets of a workbook as CSV.
    #[cfg(feature = "xlsx")]
    fn sheets(&self, file: &mut File, size: Option<u64>) -> Result<Option<Vec<u8>>, CliError> {
        let is_workbook =
            size.is_some() && workbook::is_workbook(file).map_err(|error| self.broken(&error))?;
        match is_workbook {
            true => workbook::to_csv(file, &self.to_string()),
            false => Ok(None),
        }
    }

    #[cfg(not(feature = "xlsx"))]
    #[expect(clippy::unused_self, reason = "the signature of the other build")]
    fn sheets(&self, _: &mut File, _: Option<u64>) -> Result<Option<Vec<u8>>, CliError> {
        Ok(None)
    }

    /// The error for a source without any puzzle.
    pub fn without_puzzle(&self) -> CliError {
        CliError::new(
            format!("no puzzle in `{self}`"),
            "a puzzle is 81 symbols on one line, nine rows of nine, or one of the other forms",
        )
    }

    /// The error of a source that is unusable as a whole: empty, or not text.
    pub fn unusable(&self, content: &Content) -> Option<CliError> {
        let Content::Unreadable(problem) = content else {
            return None;
        };
        let whole = match problem.code {
            ProblemCode::NoPuzzle => true,
            ProblemCode::NotText => problem.labels.is_empty(),
            _ => false,
        };
        let message = format!("cannot read `{self}`: {}", problem.message);
        whole.then(|| CliError::new(message, problem.help.clone()))
    }

    /// The error for a source that failed while it was read.
    pub fn broken(&self, error: &io::Error) -> CliError {
        match DecodeError::of(error) {
            Some(reason) => {
                let message = format!("cannot read `{self}`: {reason}");
                let help = match reason.kind {
                    DecodeErrorKind::Workbook => workbook_help(&reason.help),
                    _ => reason.help.clone(),
                };
                CliError::new(message, help)
            }
            None => CliError::new(format!("error while reading `{self}`: {error}"), ""),
        }
    }
}

/// The path as it was typed.
impl fmt::Display for Source {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.path() {
            None => f.write_str("<stdin>"),
            Some(path) => path.display().fmt(f),
        }
    }
}

/// An open source, decoded into UTF-8 text.
pub struct Stream {
    input: Decoder<CountedBytes>,
    /// The length of the file in bytes, if known.
    pub size: Option<u64>,
    /// The number of bytes read from the file, shared with the progress display.
    pub read: Arc<AtomicU64>,
    /// Whether the text was made from a workbook, so that answers cannot go back into it.
    pub is_converted: bool,
}

impl Stream {
    /// How the text is encoded, so that an answer can be encoded in the same way.
    ///
    /// # Errors
    /// When the start of the source cannot be read or decoded.
    pub fn encoding(&mut self) -> io::Result<Encoding> {
        self.input.encoding()
    }
}

impl Read for Stream {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        self.input.read(buffer)
    }
}

/// Counts the bytes read from a source.
struct CountedBytes {
    input: Box<dyn Read + Send>,
    read: Arc<AtomicU64>,
}

impl Read for CountedBytes {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let count = self.input.read(buffer)?;
        self.read.fetch_add(count as u64, Ordering::Relaxed);
        Ok(count)
    }
}

/// How to read a workbook with this build.
fn workbook_help(help: &str) -> String {
    match cfg!(feature = "xlsx") {
        true => format!("name the file instead of piping it, or {help}"),
        false => format!(
            "{help}; this build of sudokit reads no workbooks: install one with \
             `cargo install sudokit-cli --features xlsx`"
        ),
    }
}

/// Standard input. Reading may block forever, so Ctrl-C ends the program during that time.
struct PatientStdin;

impl Read for PatientStdin {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        interrupt::while_waiting(|| io::stdin().read(buffer))
    }
}

fn open_file(path: &Path) -> io::Result<(File, Option<u64>)> {
    let metadata = std::fs::metadata(path)?;
    if metadata.is_dir() {
        return Err(io::ErrorKind::IsADirectory.into());
    }
    let file = File::open(path)?;
    Ok((file, metadata.is_file().then_some(metadata.len())))
}

impl Source {
    fn cannot_open(&self, path: &Path, error: &io::Error) -> CliError {
        let shown = path.display();
        match error.kind() {
            io::ErrorKind::NotFound => {
                let message = format!("no such file: `{shown}`");
                CliError::new(message, self.missing_help(path))
            }
            io::ErrorKind::IsADirectory => CliError::new(
                format!("`{shown}` is a directory, not a puzzle file"),
                format!(
                    "name the files in it: `sudokit {}`",
                    path.join("*").display()
                ),
            ),
            io::ErrorKind::PermissionDenied => CliError::new(
                format!("permission denied: `{shown}`"),
                format!("check its permissions, for example with `ls -l {shown}`"),
            ),
            _ => CliError::new(format!("cannot read `{shown}`: {error}"), ""),
        }
    }

    /// The most likely intention: a file with a similar name, a verb, or another directory.
    fn missing_help(&self, path: &Path) -> String {
        if let Some(name) = similar_file(path) {
            return format!("did you mean `{}`?", name.display());
        }
        let bare_word = path.extension().is_none() && path.components().count() == 1;
        if bare_word && matches!(self, Source::FileOrVerb(_)) {
            return verb_help(&path.to_string_lossy());
        }
        match path
            .parent()
            .filter(|parent| !parent.as_os_str().is_empty())
        {
            Some(parent) if !parent.exists() => {
                format!("the directory `{}` does not exist", parent.display())
            }
            _ => "check the spelling and the current directory".to_string(),
        }
    }
}

/// The verb that was probably meant, or all of them.
fn verb_help(word: &str) -> String {
    let verbs = crate::args::parse::verbs();
    match verbs.iter().find(|verb| similarity(verb, word) >= 0.75) {
        Some(verb) => format!("did you mean the command `sudokit {verb}`?"),
        None => format!("it is not a command either; commands: {}", verbs.join(", ")),
    }
}

/// The file in the same directory with the most similar name.
fn similar_file(path: &Path) -> Option<PathBuf> {
    let parent = path.parent()?;
    let directory = if parent.as_os_str().is_empty() {
        Path::new(".")
    } else {
        parent
    };
    let typed = path.file_name()?.to_string_lossy().to_lowercase();
    let likeness = |name: &str| {
        let name = name.to_lowercase();
        let stem = Path::new(&name)
            .file_stem()
            .map(|stem| stem.to_string_lossy().into_owned());
        // `board` for `board.txt` is a perfect match.
        if stem.is_some_and(|stem| stem == typed) {
            1.0
        } else {
            similarity(&name, &typed)
        }
    };
    std::fs::read_dir(directory)
        .ok()?
        .filter_map(Result::ok)
        .filter(|entry| entry.file_type().is_ok_and(|kind| !kind.is_dir()))
        .map(|entry| entry.file_name())
        .map(|name| (likeness(&name.to_string_lossy()), name))
        .filter(|(likeness, _)| *likeness >= 0.75)
        .max_by(|(a, first), (b, second)| a.total_cmp(b).then_with(|| second.cmp(first)))
        .map(|(_, name)| parent.join(name))
}

/// 1 for equal words, 0 for words with nothing in common.
fn similarity(one: &str, other: &str) -> f64 {
    strsim::normalized_damerau_levenshtein(one, other)
}

/// Runs an action for each source, reports errors and continues with the next source. Ctrl-C and a
/// closed pipe stop it.
///
/// # Errors
/// Only a closed pipe.
pub fn each(
    sources: &[Source],
    messages: &Messages,
    cancel: &CancelToken,
    mut action: impl FnMut(&Source) -> anyhow::Result<()>,
) -> anyhow::Result<Exit> {
    let mut exit = Exit::Answered;
    for source in sources {
        match action(source) {
            Ok(()) => {}
            Err(error) if error::is_closed_pipe(&error) => return Err(error),
            Err(error) => {
                messages.error(&error);
                exit.raise(Exit::Trouble);
            }
        }
        if cancel.is_cancelled() {
            exit.raise(Exit::Interrupted);
            break;
        }
    }
    Ok(exit)
}
