//! Output files and standard output. A file is created whole or not at all, and an input is never
//! overwritten.

use std::fs::{self, File};
use std::io::{self, BufWriter, IsTerminal, Stdout, Write};
use std::path::{Path, PathBuf};

use sudokit::format::{Compression, Encoder, Encoding, TextEncoding};
use tempfile::NamedTempFile;

use crate::io::input::Source;
use crate::io::interrupt;
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
    /// The destination of `-o PATH`, where `-` means standard output.
    pub fn from_option(path: Option<&Path>) -> Destination {
        match path {
            Some(path) if path.as_os_str() != "-" => Destination::File(path.to_path_buf()),
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
        match self {
            Destination::File(path) => {
                let mut sink = Sink::create(path)?;
                sink.encode_as(Encoding {
                    compression: compression_of(path),
                    ..Encoding::default()
                });
                Ok(sink)
            }
            _ => Ok(Sink::stdout()),
        }
    }

    /// Finishes the output and reports it. A file that is not wanted is not created.
    ///
    /// # Errors
    /// When writing fails.
    pub fn finish(&self, sink: Sink, is_wanted: bool, messages: &Messages) -> anyhow::Result<()> {
        match self {
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
        for output in &outputs {
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
            "--save needs a file: standard input has no name",
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
    /// The last byte of the text.
    last: u8,
    is_started: bool,
}

enum Target {
    Stdout(BufWriter<Stdout>),
    /// A temporary file that will be renamed.
    Whole(BufWriter<NamedTempFile>, PathBuf),
    /// A device or a pipe, which cannot be replaced and is written directly.
    Device(BufWriter<File>, PathBuf),
}

impl Target {
    fn writer(&mut self) -> &mut dyn Write {
        match self {
            Target::Stdout(out) => out,
            Target::Whole(out, _) => out,
            Target::Device(out, _) => out,
        }
    }

    /// Adds the file's name to a write error.
    fn named(&self, error: io::Error) -> io::Error {
        match self {
            Target::Stdout(_) => error,
            Target::Whole(_, path) | Target::Device(_, path) => {
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
            last: b'\n',
            is_started: false,
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
        let is_plain = encoding == Encoding::default();
        self.encoder = (!is_plain).then(|| Encoder::new(encoding));
    }

    /// Standard output.
    pub fn stdout() -> Sink {
        Sink::new(Target::Stdout(BufWriter::with_capacity(
            1 << 16,
            io::stdout(),
        )))
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
        let temporary = in_directory(directory, existing.as_ref())
            .map_err(|error| cannot_write(path, &error))?;
        interrupt::unfinished(temporary.path());
        let temporary = BufWriter::with_capacity(1 << 16, temporary);
        Ok(Sink::new(Target::Whole(temporary, target)))
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
            Target::Whole(..) => Ok(()),
            _ => self.flush(),
        }
    }

    /// Whether standard output ended in the middle of a line.
    pub fn leaves_line_open(&self) -> bool {
        matches!(self.target, Target::Stdout(_)) && self.last != b'\n'
    }

    /// Finishes the output: a file gets its name.
    ///
    /// # Errors
    /// When writing fails, with the name of the file.
    pub fn finish(mut self) -> anyhow::Result<()> {
        if let Some(encoder) = self.encoder.take() {
            let mut rest = Vec::new();
            encoder.finish(&mut rest)?;
            let written = self.target.writer().write_all(&rest);
            written.map_err(|error| self.target.named(error))?;
        }
        match self.target {
            Target::Stdout(mut out) => out.flush()?,
            Target::Device(mut out, path) => {
                out.flush().map_err(|error| cannot_write(&path, &error))?;
            }
            Target::Whole(out, path) => {
                let failed = |error: &io::Error| cannot_write(&path, error);
                let file = out.into_inner().map_err(|error| failed(error.error()))?;
                let temporary = file.path().to_path_buf();
                let persisted = file.persist(&path).map_err(|error| failed(&error.error));
                interrupt::finished(&temporary);
                persisted?;
            }
        }
        Ok(())
    }
}

impl Write for Sink {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.is_started |= !bytes.is_empty();
        let written = match &mut self.encoder {
            None => self.target.writer().write(bytes),
            Some(encoder) => {
                let mut encoded = Vec::new();
                encoder.encode(bytes, &mut encoded)?;
                let written = self.target.writer().write_all(&encoded);
                written.map(|()| bytes.len())
            }
        };
        let count = written.map_err(|error| self.target.named(error))?;
        if let Some(last) = bytes[..count].last() {
            self.last = *last;
        }
        Ok(count)
    }

    fn flush(&mut self) -> io::Result<()> {
        let flushed = self.target.writer().flush();
        flushed.map_err(|error| self.target.named(error))
    }
}

/// A new file in this directory with the permissions of any new file, or of the file that it will
/// replace.
fn in_directory(directory: &Path, replaced: Option<&fs::Metadata>) -> io::Result<NamedTempFile> {
    let mut builder = tempfile::Builder::new();
    builder.prefix(".sudokit-");
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        builder.permissions(fs::Permissions::from_mode(0o666));
    }
    let file = builder.tempfile_in(directory)?;
    if let Some(replaced) = replaced {
        file.as_file().set_permissions(replaced.permissions())?;
    }
    Ok(file)
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
        let error = in_directory(&missing, None).unwrap_err();
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
