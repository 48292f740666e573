//! Opens input files and standard input, and explains why one cannot be read.

use std::fmt;
use std::fs::File;
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::time::Duration;

use sudokit::ProblemCode;
use sudokit::format::{
    Content, DecodeError, DecodeErrorKind, Decoder, Encoding, Piece, ReadOptions, Reader,
    read_puzzle,
};
use sudokit::solve::CancelToken;

use crate::io::columnar::{self, Columnar};
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
    /// The text itself: a puzzle on the command line or at the prompt.
    Text(Arc<str>),
}

/// A shorter text is no puzzle: the smallest board has 16 cells.
const SHORTEST_PUZZLE: usize = 16;

impl Source {
    /// `-` means standard input.
    pub fn new(path: &Path) -> Source {
        match path.to_str() {
            Some("-") => Source::Stdin,
            _ => Source::File(path.to_path_buf()),
        }
    }

    /// What was typed where a file is expected: `-` for standard input, the name of a file, or a
    /// puzzle. A file of that name wins.
    pub fn typed(typed: &Path, options: &ReadOptions) -> Source {
        let text = typed.to_str().unwrap_or_default();
        match is_missing(typed) && is_puzzle(text, options) {
            true => Source::text(text),
            false => Source::new(typed),
        }
    }

    /// A text with puzzles in it.
    pub fn text(text: &str) -> Source {
        // What kept it from being a flag.
        let text = match text.strip_prefix(' ') {
            Some(dashes) if dashes.starts_with('-') => dashes,
            _ => text,
        };
        // A line that is typed has an end, and so has its answer.
        match text.ends_with('\n') {
            true => Source::Text(text.into()),
            false => Source::Text(format!("{text}\n").into()),
        }
    }

    /// What it is, in a sentence.
    pub fn description(&self) -> &'static str {
        match self {
            Source::Stdin => "standard input",
            Source::Text(_) => "a puzzle that was typed",
            Source::File(_) | Source::FileOrVerb(_) => "the file",
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
            Source::Stdin | Source::Text(_) => None,
            Source::File(path) | Source::FileOrVerb(path) => Some(path),
        }
    }

    /// Opens it. Call this once per run: a FIFO cannot be opened a second time.
    ///
    /// # Errors
    /// A [`CliError`] that names the file and suggests a fix.
    pub fn open(&self) -> Result<Stream, CliError> {
        let (mut converted_from, mut is_table) = (None, false);
        let (input, size): (Box<dyn Read + Send>, _) = match self {
            Source::Stdin => (Box::new(PatientReader::stdin()), None),
            Source::Text(text) => {
                let bytes = text.as_bytes().to_vec();
                let size = bytes.len() as u64;
                (Box::new(io::Cursor::new(bytes)), Some(size))
            }
            Source::File(path) | Source::FileOrVerb(path) => {
                let opened = open_file(path).map_err(|error| self.cannot_open(path, &error))?;
                match opened {
                    OpenFile::Stream(stream) => (Box::new(stream), None),
                    OpenFile::Regular(mut file, size) => {
                        let kind = Columnar::of_file(&mut file);
                        if let Some(kind) = kind.map_err(|error| self.broken(&error))? {
                            converted_from = Some(kind.description());
                            is_table = true;
                            (Box::new(columnar::open(file, kind, self)?), None)
                        } else if let Some(csv) = self.sheets(&mut file)? {
                            converted_from = Some("workbook");
                            let size = csv.len() as u64;
                            (Box::new(io::Cursor::new(csv)), Some(size))
                        } else {
                            (Box::new(file), Some(size))
                        }
                    }
                }
            }
        };
        let read = Arc::new(BytesRead::default());
        let counted = CountedBytes {
            input,
            read: read.clone(),
        };
        let input = Decoder::new(counted);
        Ok(Stream {
            input,
            size,
            read,
            converted_from,
            is_table,
        })
    }

    /// The sheets of a workbook as CSV.
    #[cfg(feature = "xlsx")]
    fn sheets(&self, file: &mut File) -> Result<Option<Vec<u8>>, CliError> {
        match workbook::is_workbook(file).map_err(|error| self.broken(&error))? {
            true => workbook::to_csv(file, &self.to_string()),
            false => Ok(None),
        }
    }

    #[cfg(not(feature = "xlsx"))]
    #[expect(clippy::unused_self, reason = "the signature of the other build")]
    fn sheets(&self, _: &mut File) -> Result<Option<Vec<u8>>, CliError> {
        Ok(None)
    }

    /// The error for a source without any puzzle.
    pub fn without_puzzle(&self) -> CliError {
        if let Source::Text(text) = self
            && is_address(text)
        {
            return no_puzzle_in_address(text.trim());
        }
        CliError::new(
            format!("no puzzle in `{self}`"),
            "a puzzle is 81 symbols on one line, nine rows of nine, or one of the other forms",
        )
    }

    /// The error of a source that is unusable as a whole: empty, not text, or of another form.
    pub fn unusable(&self, content: &Content) -> Option<CliError> {
        let Content::Unreadable(problem) = content else {
            return None;
        };
        let whole = match problem.code {
            ProblemCode::NoPuzzle => true,
            ProblemCode::NotText => problem.labels.is_empty(),
            ProblemCode::OtherForm => true,
            _ => false,
        };
        if let Source::Text(text) = self
            && problem.code == ProblemCode::NoPuzzle
            && is_address(text)
        {
            return Some(no_puzzle_in_address(text.trim()));
        }
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
        match self {
            Source::Stdin => f.write_str("<stdin>"),
            Source::Text(_) => f.write_str("<argument>"),
            Source::File(path) | Source::FileOrVerb(path) => path.display().fmt(f),
        }
    }
}

/// How much of a source was read.
#[derive(Debug, Default)]
pub struct BytesRead {
    file: AtomicU64,
    /// The text that was in those bytes: more, if they are compressed.
    text: AtomicU64,
}

impl BytesRead {
    /// How many bytes of the file this much of its text takes. Text that was read ahead does not
    /// count.
    pub fn file_bytes(&self, text: u64) -> u64 {
        let file = self.file.load(Ordering::Relaxed);
        let all = self.text.load(Ordering::Relaxed).max(1);
        (u128::from(file) * u128::from(text.min(all)) / u128::from(all)) as u64
    }
}

/// An open source, decoded into UTF-8 text.
pub struct Stream {
    input: Decoder<CountedBytes>,
    /// The length of the file in bytes, if known.
    pub size: Option<u64>,
    /// How much was read, shared with the progress display.
    pub read: Arc<BytesRead>,
    /// What the text was made from, such as a workbook: answers cannot go back into it.
    pub converted_from: Option<&'static str>,
    /// Whether the text is known to be a table: it is that of a Parquet or Arrow file.
    pub is_table: bool,
}

impl Stream {
    /// Returns a reader of its pieces.
    pub fn reader(self, options: ReadOptions, cancel: CancelToken) -> Reader<Stream> {
        let is_table = self.is_table;
        let reader = Reader::new(self, options).cancelled_by(cancel);
        match is_table {
            true => reader.expecting_table(),
            false => reader,
        }
    }

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
        let count = self.input.read(buffer)?;
        self.read.text.fetch_add(count as u64, Ordering::Relaxed);
        Ok(count)
    }
}

/// Counts the bytes read from a source.
struct CountedBytes {
    input: Box<dyn Read + Send>,
    read: Arc<BytesRead>,
}

impl Read for CountedBytes {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let count = self.input.read(buffer)?;
        self.read.file.fetch_add(count as u64, Ordering::Relaxed);
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

/// Reads standard input, a FIFO or a device, which may block forever: a thread of its own does the
/// waiting, so that an interruption ends the read.
struct PatientReader {
    chunks: Receiver<io::Result<Vec<u8>>>,
    /// The chunk that is being read, and how much of it was.
    chunk: io::Cursor<Vec<u8>>,
}

impl PatientReader {
    /// How much is read at once.
    const CHUNK: usize = 1 << 16;

    /// How often it looks whether the program was interrupted.
    const BEAT: Duration = Duration::from_millis(50);

    fn stdin() -> PatientReader {
        PatientReader::new(|| Ok(io::stdin()))
    }

    fn new<R: Read>(open: impl FnOnce() -> io::Result<R> + Send + 'static) -> PatientReader {
        let (sender, chunks) = mpsc::sync_channel(1);
        std::thread::spawn(move || {
            let mut input = match open() {
                Ok(input) => input,
                Err(error) => return drop(sender.send(Err(error))),
            };
            loop {
                let mut chunk = vec![0; PatientReader::CHUNK];
                let read = input.read(&mut chunk);
                if matches!(&read, Err(error) if error.kind() == io::ErrorKind::Interrupted) {
                    continue;
                }
                let is_last = !matches!(read, Ok(1..));
                let read = read.map(|length| {
                    chunk.truncate(length);
                    chunk
                });
                // Sending fails once the receiver has been dropped.
                if sender.send(read).is_err() || is_last {
                    return;
                }
            }
        });
        PatientReader {
            chunks,
            chunk: io::Cursor::default(),
        }
    }
}

impl Read for PatientReader {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        loop {
            let count = self.chunk.read(buffer)?;
            if count > 0 || buffer.is_empty() {
                return Ok(count);
            }
            match self.chunks.recv_timeout(PatientReader::BEAT) {
                Ok(chunk) => self.chunk = io::Cursor::new(chunk?),
                Err(RecvTimeoutError::Timeout) if interrupt::is_interrupted() => {
                    return Err(io::Error::other("interrupted"));
                }
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => return Ok(0),
            }
        }
    }
}

enum OpenFile {
    /// A file and its length.
    Regular(File, u64),
    /// A FIFO or a device.
    Stream(PatientReader),
}

fn open_file(path: &Path) -> io::Result<OpenFile> {
    let metadata = std::fs::metadata(path)?;
    if metadata.is_dir() {
        return Err(io::ErrorKind::IsADirectory.into());
    }
    if metadata.is_file() {
        return Ok(OpenFile::Regular(File::open(path)?, metadata.len()));
    }
    let path = path.to_path_buf();
    Ok(OpenFile::Stream(PatientReader::new(move || {
        File::open(path)
    })))
}

/// Whether there is certainly no file of this name.
fn is_missing(path: &Path) -> bool {
    let missing = [
        io::ErrorKind::NotFound,
        io::ErrorKind::NotADirectory,
        io::ErrorKind::InvalidFilename,
    ];
    let looked_up = std::fs::symlink_metadata(path);
    looked_up.is_err_and(|error| missing.contains(&error.kind()))
}

/// Whether a text that is not the name of a file is meant as a puzzle: several lines, an address,
/// or one line that can be read as a puzzle.
pub fn is_puzzle(text: &str, options: &ReadOptions) -> bool {
    if text.len() < SHORTEST_PUZZLE {
        return false;
    }
    if text.trim().contains('\n') || is_address(text) {
        return true;
    }
    // A word may happen to have 16 letters.
    let is_word = text.chars().all(char::is_alphabetic) && options.symbols.is_none();
    !is_word && has_puzzle(text, options)
}

/// Whether some puzzle can be read in a text.
fn has_puzzle(text: &str, options: &ReadOptions) -> bool {
    let mut reader = Reader::new(text.as_bytes(), options.clone());
    let mut piece = Piece::default();
    while reader.read(&mut piece).unwrap_or(false) {
        if matches!(piece.content, Content::Puzzle(_)) {
            return true;
        }
    }
    false
}

/// Whether a text is a link.
fn is_address(text: &str) -> bool {
    let scheme = text
        .trim_start()
        .split_once("://")
        .map(|(scheme, _)| scheme);
    scheme.is_some_and(|scheme| ["http", "https"].contains(&&*scheme.to_ascii_lowercase()))
}

fn no_puzzle_in_address(address: &str) -> CliError {
    CliError::new(
        format!("no puzzle in the address `{address}`"),
        "sudokit opens no addresses: save the page as a file first, or copy the puzzle from it",
    )
}

impl Source {
    fn cannot_open(&self, path: &Path, error: &io::Error) -> CliError {
        let shown = path.display();
        match error.kind() {
            io::ErrorKind::NotFound | io::ErrorKind::InvalidFilename => {
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
        if let Some(problem) = path.to_str().and_then(puzzle_problem) {
            return format!("it is not a puzzle either: {problem}");
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

/// What is wrong with a name that looks like a puzzle.
fn puzzle_problem(name: &str) -> Option<String> {
    let is_cell = |c: char| c.is_ascii_digit() || c.is_whitespace() || "._-*?xX|,;:+".contains(c);
    if name.len() < SHORTEST_PUZZLE || !name.chars().all(is_cell) {
        return None;
    }
    let problem = read_puzzle(name.as_bytes(), ReadOptions::default()).err()?;
    (problem.code != ProblemCode::NoPuzzle).then_some(problem.message)
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
/// An output that cannot be written.
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
            // What was found until then counts, but the reader of a summary is gone.
            Err(error) if error::is_closed_pipe(&error) => {
                messages.hush();
                break;
            }
            Err(error) if error::is_output_failure(&error) => return Err(error),
            // Reading ended in the middle.
            Err(_) if cancel.is_cancelled() => {}
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
