//! Output files and standard output. A file is created whole or not at all; what an interrupted run
//! had done is kept beside it as `NAME.partial`. An input is never overwritten.

use std::fs::{self, File};
use std::io::{self, BufWriter, IsTerminal, Stdout, Write};
use std::path::{Path, PathBuf};

use sudokit::format::{Compression, Encoder, Encoding, TextEncoding};

use crate::io::columnar::{self, AddedColumn, Columnar, TableWriter};
use crate::io::input::Source;
use crate::io::interrupt;
use crate::io::temporary::TemporaryFile;
use crate::report::error::CliError;
use crate::terminal::messages::Messages;

/// Where the output of a run goes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Destination {
    /// Standard output.
    Stdout,
    /// One file for everything.
    File(PathBuf),
    /// `<name>_output.<ext>` next to each input.
    Beside,
}

impl Destination {
    /// The destination of `-o PATH`, where `-` and the system's own name mean standard output: a
    /// file that it is redirected to must not be replaced.
    pub fn from_option(path: Option<&Path>) -> Destination {
        let stdout = ["-", "/dev/stdout", "/dev/fd/1", "/proc/self/fd/1"];
        match path {
            Some(path) if stdout.iter().all(|name| path != Path::new(name)) => {
                Destination::File(path.to_path_buf())
            }
            _ => Destination::Stdout,
        }
    }

    /// Whether the output may be coloured.
    pub fn is_coloured(&self) -> bool {
        let choice = anstream::AutoStream::choice(&io::stdout());
        *self == Destination::Stdout && choice != anstream::ColorChoice::Never
    }

    /// Opens the file or standard output.
    ///
    /// # Errors
    /// When the file cannot be created.
    pub fn open(&self) -> Result<Sink, CliError> {
        self.open_like(&[])
    }

    /// Opens the file or standard output for a table with columns of these inputs: a Parquet file
    /// keeps their types.
    ///
    /// # Errors
    /// When the file cannot be created, or the columns of an input cannot be read.
    pub fn open_like(&self, sources: &[Source]) -> Result<Sink, CliError> {
        self.open_adding(sources, Vec::new())
    }

    /// Opens the output like [`open_like`](Self::open_like), for the rows of the inputs with these
    /// columns added.
    ///
    /// # Errors
    /// When the file cannot be created, or the columns of an input cannot be read.
    pub fn open_adding(
        &self,
        sources: &[Source],
        added: Vec<AddedColumn>,
    ) -> Result<Sink, CliError> {
        let Destination::File(path) = self else {
            return Ok(Sink::stdout());
        };
        let table = Columnar::of_name(path).map(|kind| columnar::writer(kind, sources));
        let table = table.transpose()?;
        let mut sink = Sink::create(path)?;
        match table {
            Some(mut table) => {
                sink.keeps_rows = !added.is_empty();
                table.add(added);
                sink.table = Some(Box::new(table));
            }
            None => sink.encode_as(Encoding {
                compression: compression_of(path),
                ..Encoding::default()
            }),
        }
        Ok(sink)
    }

    /// Whether the output is a Parquet or Arrow file.
    pub fn is_columnar(&self) -> bool {
        matches!(self, Destination::File(path) if Columnar::of_name(path).is_some())
    }

    /// Whether a report on these inputs is a table of their rows with columns added: they and the
    /// output are Parquet or Arrow files.
    pub fn keeps_rows(&self, sources: &[Source]) -> bool {
        let mut sources = sources.iter();
        self.is_columnar() && sources.all(|source| columnar::of_source(source).is_some())
    }

    /// Finishes the output and reports it. A file that is not wanted is not created; after an
    /// interruption, what was written is kept beside it.
    ///
    /// # Errors
    /// When writing fails.
    pub fn finish(&self, sink: Sink, is_wanted: bool, messages: &Messages) -> anyhow::Result<()> {
        match self {
            Destination::File(path) if interrupt::is_interrupted() => {
                sink.keep_partial(path, "what was done", messages)
            }
            Destination::File(path) if is_wanted => {
                sink.finish()?;
                messages.remark(format_args!("Saved {}", path.display()));
                Ok(())
            }
            Destination::File(path) => {
                messages.note(format_args!("`{}` was not written", path.display()));
                Ok(())
            }
            _ => sink.finish(),
        }
    }

    /// The encoding for text that is written as it was read: that of the only input. A terminal
    /// shows UTF-8, and files of different encodings cannot be joined.
    pub fn encoding(&self, input: Encoding, inputs: usize) -> Encoding {
        let keeps_text = match self {
            Destination::Stdout => inputs == 1 && !io::stdout().is_terminal(),
            Destination::File(_) => inputs == 1,
            Destination::Beside => true,
        };
        Encoding {
            compression: match self {
                Destination::Stdout => None,
                Destination::File(path) => compression_of(path),
                Destination::Beside => input.compression,
            },
            text: if keeps_text {
                input.text
            } else {
                TextEncoding::Utf8
            },
        }
    }

    /// Makes sure that no input would be overwritten.
    ///
    /// # Errors
    /// When one would be, or when the output should go next to an input that is standard input.
    pub fn check(&self, sources: &[Source]) -> Result<(), CliError> {
        let outputs: Vec<PathBuf> = match self {
            Destination::Stdout => return Ok(()),
            Destination::File(path) => vec![path.clone()],
            Destination::Beside => sources.iter().map(beside).collect::<Result<_, _>>()?,
        };
        // An interrupted run writes there instead.
        let partial = outputs.iter().map(|path| partial(path));
        for output in &outputs.iter().cloned().chain(partial).collect::<Vec<_>>() {
            let Ok(real) = output.canonicalize() else {
                continue;
            };
            let is_input = |source: &&Source| {
                let input = source.path().and_then(|path| path.canonicalize().ok());
                input.as_ref() == Some(&real)
            };
            if let Some(input) = sources.iter().find(is_input) {
                return Err(CliError::new(
                    format!(
                        "`{}` is an input, and inputs are never overwritten",
                        output.display()
                    ),
                    format!("choose another name with -o, or remove `{input}` from the inputs"),
                ));
            }
        }
        Ok(())
    }
}

/// Where the work of an interrupted run is kept: `answers.txt.partial`.
fn partial(path: &Path) -> PathBuf {
    let mut name = path.as_os_str().to_os_string();
    name.push(".partial");
    PathBuf::from(name)
}

/// The compression that the extension of a name asks for.
pub fn compression_of(path: &Path) -> Option<Compression> {
    let extension = path.extension()?;
    [Compression::Gzip, Compression::Zstd]
        .into_iter()
        .find(|compression| extension.eq_ignore_ascii_case(compression.extension()))
}

/// `dir/board.csv` becomes `dir/board_output.csv`.
pub fn beside(source: &Source) -> Result<PathBuf, CliError> {
    let Some(path) = source.path() else {
        return Err(CliError::new(
            format!("--save needs a file: {} has no name", source.description()),
            "name the output with -o PATH",
        ));
    };
    // `.txt.gz` is one extension.
    let (inner, packed) = match compression_of(path) {
        Some(_) => (path.with_extension(""), path.extension()),
        None => (path.to_path_buf(), None),
    };
    let mut name = inner.file_stem().unwrap_or_default().to_os_string();
    name.push("_output");
    for extension in inner.extension().into_iter().chain(packed) {
        name.push(".");
        name.push(extension);
    }
    Ok(path.with_file_name(name))
}

/// An output being written. Dropping one that was not [finished](Self::finish) leaves no file.
pub struct Sink {
    target: Target,
    /// What encodes the text, unless it is written as it is.
    encoder: Option<Encoder>,
    /// What turns the text of a table into a Parquet or Arrow file.
    table: Option<Box<TableWriter>>,
    /// The rows of the input are written with columns added.
    keeps_rows: bool,
    /// The last byte of the text.
    last: u8,
    is_started: bool,
    /// The reading end of the pipe is closed; further output is discarded.
    is_closed: bool,
}

enum Target {
    Stdout(BufWriter<Stdout>),
    /// A file that will get its name when it is complete.
    Whole(BufWriter<TemporaryFile>, PathBuf),
    /// A device or a pipe, which cannot be replaced and is written directly.
    Device(BufWriter<File>, PathBuf),
    /// A file that grows, of a run that can be resumed.
    Growing(BufWriter<File>, PathBuf),
}

impl Target {
    fn stdout() -> Target {
        Target::Stdout(BufWriter::with_capacity(1 << 16, io::stdout()))
    }

    fn writer(&mut self) -> &mut dyn Write {
        match self {
            Target::Stdout(out) => out,
            Target::Whole(out, _) => out,
            Target::Device(out, _) | Target::Growing(out, _) => out,
        }
    }

    /// Adds the name of the output to a write error.
    fn named(&self, error: io::Error) -> io::Error {
        match self {
            Target::Stdout(_) => stdout_error(error),
            Target::Whole(_, path) | Target::Device(_, path) | Target::Growing(_, path) => {
                io::Error::new(error.kind(), cannot_write(path, &error))
            }
        }
    }
}

impl Sink {
    fn new(target: Target) -> Sink {
        Sink {
            target,
            encoder: None,
            table: None,
            keeps_rows: false,
            last: b'\n',
            is_started: false,
            is_closed: false,
        }
    }

    /// Encodes the text that follows, unless something was written already.
    pub fn keep_encoding(&mut self, encoding: Encoding) {
        if !self.is_started {
            self.encode_as(encoding);
        }
    }

    /// Encodes the text that follows. Call this before the first write.
    pub fn encode_as(&mut self, encoding: Encoding) {
        if self.table.is_some() {
            return;
        }
        let is_plain = encoding == Encoding::default();
        self.encoder = (!is_plain).then(|| Encoder::new(encoding));
    }

    /// Standard output.
    pub fn stdout() -> Sink {
        Sink::new(Target::stdout())
    }

    /// A file of a run that can be resumed, written from where it is positioned.
    pub fn growing(file: File, path: &Path) -> Sink {
        let file = BufWriter::with_capacity(1 << 16, file);
        Sink::new(Target::Growing(file, path.to_path_buf()))
    }

    /// Makes sure that the file of a run that can be resumed is on the disk, and returns its
    /// length.
    ///
    /// # Errors
    /// When writing fails.
    pub fn sync(&mut self) -> io::Result<u64> {
        self.flush()?;
        let length = match &self.target {
            Target::Growing(out, _) => {
                let file = out.get_ref();
                file.sync_data().and_then(|()| file.metadata())
            }
            _ => return Ok(0),
        };
        let length = length.map_err(|error| self.failed(error))?;
        Ok(length.len())
    }

    /// Discards everything.
    pub fn discard() -> Sink {
        Sink {
            is_closed: true,
            ..Sink::stdout()
        }
    }

    /// A file that will have this name.
    ///
    /// # Errors
    /// When it cannot be created, with the reason and a suggestion.
    pub fn create(path: &Path) -> Result<Sink, CliError> {
        // A link stays a link: its target is replaced.
        let target = path.canonicalize().unwrap_or_else(|_| path.to_path_buf());
        let existing = fs::metadata(&target).ok();
        if existing.as_ref().is_some_and(fs::Metadata::is_dir) {
            return Err(CliError::new(
                format!("cannot write `{}`: it is a directory", path.display()),
                format!(
                    "name a file in it, such as `{}`",
                    path.join("answer.txt").display()
                ),
            ));
        }
        if existing
            .as_ref()
            .is_some_and(|metadata| !metadata.is_file())
        {
            let device = File::options().write(true).open(&target);
            let device = device.map_err(|error| cannot_write(path, &error))?;
            return Ok(Sink::new(Target::Device(BufWriter::new(device), target)));
        }
        let directory = match target.parent() {
            Some(parent) if !parent.as_os_str().is_empty() => parent,
            _ => Path::new("."),
        };
        let temporary = TemporaryFile::new(directory, existing.as_ref())
            .map_err(|error| cannot_write(path, &error))?;
        let temporary = BufWriter::with_capacity(1 << 16, temporary);
        Ok(Sink::new(Target::Whole(temporary, target)))
    }

    /// Adds the name of the output to a write error, and remembers a closed pipe.
    fn failed(&mut self, error: io::Error) -> io::Error {
        self.is_closed |= error.kind() == io::ErrorKind::BrokenPipe;
        self.target.named(error)
    }

    /// Whether the rows of the input belong into the output, with columns
    /// [added](Destination::open_adding).
    pub fn keeps_rows(&self) -> bool {
        self.keeps_rows
    }

    /// Writes the row of a table with the values of the columns that were
    /// [added](Destination::open_adding).
    ///
    /// # Errors
    /// When writing fails, or the output is not such a table.
    pub fn write_row(&mut self, text: &[u8], values: Vec<String>) -> io::Result<()> {
        self.is_started = true;
        let Some(table) = &mut self.table else {
            return Err(io::Error::other("the output is not a table with columns"));
        };
        let written = table.write_row(text, values);
        let written = written.and_then(|part| self.target.writer().write_all(&part));
        written.map_err(|error| self.failed(error))
    }

    /// Makes sure that the next output starts on a new line.
    ///
    /// # Errors
    /// When writing fails.
    pub fn fresh_line(&mut self) -> io::Result<()> {
        match self.last {
            b'\n' => Ok(()),
            _ => self.write_all(b"\n"),
        }
    }

    /// Flushes the output if a reader may be waiting for it.
    ///
    /// # Errors
    /// When writing fails.
    pub fn flush_stream(&mut self) -> io::Result<()> {
        match self.target {
            Target::Whole(..) | Target::Growing(..) => Ok(()),
            _ => self.flush(),
        }
    }

    /// Whether standard output ended in the middle of a line.
    pub fn leaves_line_open(&self) -> bool {
        matches!(self.target, Target::Stdout(_)) && self.last != b'\n'
    }

    /// Finishes the output: a file gets its name. A reader that has closed the output has seen
    /// enough, which is not an error.
    ///
    /// # Errors
    /// When writing fails, with the name of the output.
    pub fn finish(mut self) -> anyhow::Result<()> {
        let path = match &self.target {
            Target::Whole(_, path) => path.clone(),
            Target::Stdout(_) | Target::Device(..) | Target::Growing(..) => PathBuf::new(),
        };
        self.end_as(&path)
    }

    /// Keeps what an interrupted run has written beside the file, as `NAME.partial`, and says so;
    /// `what` says what that is.
    ///
    /// # Errors
    /// When writing fails.
    pub fn keep_partial(
        mut self,
        path: &Path,
        what: &str,
        messages: &Messages,
    ) -> anyhow::Result<()> {
        let Target::Whole(_, target) = &self.target else {
            // A device has it already.
            return self.finish();
        };
        let (shown, kept) = (path.display(), partial(target));
        if !self.is_started {
            messages.interrupted(format_args!("nothing was done; `{shown}` was not written"));
            return Ok(());
        }
        self.end_as(&kept)?;
        messages.interrupted(format_args!(
            "`{}` holds {what}; `{shown}` was not written",
            partial(path).display()
        ));
        Ok(())
    }

    /// Writes the end; a file gets this name.
    fn end_as(&mut self, name: &Path) -> anyhow::Result<()> {
        if let Some(encoder) = self.encoder.take() {
            let mut rest = Vec::new();
            encoder.finish(&mut rest)?;
            let written = self.target.writer().write_all(&rest);
            written.map_err(|error| self.target.named(error))?;
        }
        if let Some(table) = self.table.take() {
            let written = table.finish();
            let written = written.and_then(|rest| self.target.writer().write_all(&rest));
            written.map_err(|error| self.target.named(error))?;
        }
        if self.is_closed {
            return Ok(());
        }
        match self.flush() {
            Err(error) if error.kind() == io::ErrorKind::BrokenPipe => return Ok(()),
            flushed => flushed?,
        }
        let target = std::mem::replace(&mut self.target, Target::stdout());
        if let Target::Whole(out, _) = target {
            let failed = |error: &io::Error| cannot_write(name, error);
            let file = out.into_inner().map_err(|error| failed(error.error()))?;
            file.persist(name).map_err(|error| failed(&error))?;
        }
        Ok(())
    }
}

impl Write for Sink {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if self.is_closed {
            return Ok(bytes.len());
        }
        self.is_started |= !bytes.is_empty();
        if let Some(table) = &mut self.table {
            let written = table.write(bytes);
            let written = written.and_then(|part| self.target.writer().write_all(&part));
            written.map_err(|error| self.failed(error))?;
            return Ok(bytes.len());
        }
        let written = match &mut self.encoder {
            None => self.target.writer().write(bytes),
            Some(encoder) => {
                let mut encoded = Vec::new();
                encoder.encode(bytes, &mut encoded)?;
                let written = self.target.writer().write_all(&encoded);
                written.map(|()| bytes.len())
            }
        };
        let count = written.map_err(|error| self.failed(error))?;
        if let Some(last) = bytes[..count].last() {
            self.last = *last;
        }
        Ok(count)
    }

    fn flush(&mut self) -> io::Result<()> {
        if self.is_closed {
            return Ok(());
        }
        let flushed = self.target.writer().flush();
        flushed.map_err(|error| self.failed(error))
    }
}

/// Writes text to standard output.
///
/// # Errors
/// When writing fails.
pub fn print(text: &[u8]) -> anyhow::Result<()> {
    let mut sink = Sink::stdout();
    sink.write_all(text)?;
    sink.finish()
}

/// The error of standard output; a closed pipe stays what it is.
pub fn stdout_error(error: io::Error) -> io::Error {
    match error.kind() {
        io::ErrorKind::BrokenPipe => error,
        kind => {
            let message = format!("cannot write to standard output: {error}");
            io::Error::new(kind, CliError::new(message, ""))
        }
    }
}

fn cannot_write(path: &Path, error: &io::Error) -> CliError {
    let shown = path.display();
    let parent = path
        .parent()
        .filter(|parent| !parent.as_os_str().is_empty());
    match (error.kind(), parent) {
        (io::ErrorKind::NotFound, Some(parent)) if !parent.exists() => CliError::new(
            format!(
                "cannot write `{shown}`: no such directory: `{}`",
                parent.display()
            ),
            format!("create it first: `mkdir -p {}`", parent.display()),
        ),
        (io::ErrorKind::PermissionDenied, _) => CliError::new(
            format!("cannot write `{shown}`: permission denied"),
            "choose another location with -o PATH",
        ),
        (io::ErrorKind::NotADirectory, Some(parent)) => CliError::new(
            format!(
                "cannot write `{shown}`: `{}` is not a directory",
                parent.display()
            ),
            "choose another location with -o PATH",
        ),
        _ => CliError::new(
            format!("cannot write `{shown}`: {}", cause(error)),
            "choose another location with -o PATH",
        ),
    }
}

/// The message of the system without the path of the temporary file, which means nothing to the
/// user. The path is part of the text and not available separately.
fn cause(error: &io::Error) -> String {
    let said = error.to_string();
    match said.split_once(" at path ") {
        Some((cause, _)) => cause.to_string(),
        None => said,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_answer_is_written_next_to_its_input() {
        let beside =
            |path: &str| beside(&Source::File(path.into())).map(|p| p.display().to_string());
        assert_eq!(
            beside("/a/b.c/board.csv").unwrap(),
            "/a/b.c/board_output.csv"
        );
        assert_eq!(beside("board").unwrap(), "board_output");
        assert_eq!(beside("my.board.txt").unwrap(), "my.board_output.txt");
        assert_eq!(beside("board.txt.gz").unwrap(), "board_output.txt.gz");
        assert_eq!(beside("board.zst").unwrap(), "board_output.zst");
        assert!(super::beside(&Source::Stdin).is_err());
    }

    #[test]
    fn system_errors_do_not_name_temporary_files() {
        let scratch = tempfile::tempdir().unwrap();
        let missing = scratch.path().join("missing");
        let error = TemporaryFile::new(&missing, None).err().unwrap();
        assert!(error.to_string().contains(".sudokit-"), "{error}");
        assert!(!cause(&error).contains(".sudokit-"), "{}", cause(&error));
        let plain = io::Error::from_raw_os_error(28);
        assert_eq!(cause(&plain), plain.to_string());
    }

    #[test]
    fn an_unfinished_file_leaves_nothing() {
        let scratch = tempfile::tempdir().unwrap();
        let path = scratch.path().join("answer.txt");
        let mut sink = Sink::create(&path).unwrap();
        sink.write_all(b"half").unwrap();
        drop(sink);
        assert_eq!(fs::read_dir(scratch.path()).unwrap().count(), 0);
        let mut sink = Sink::create(&path).unwrap();
        sink.write_all(b"whole").unwrap();
        sink.finish().unwrap();
        assert_eq!(fs::read(&path).unwrap(), b"whole");
        assert_eq!(fs::read_dir(scratch.path()).unwrap().count(), 1);
    }
}
