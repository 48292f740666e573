//! Long runs that can be stopped and resumed: an output file that grows beside a state file.
//!
//! The state records how many bytes of the output belong to it. Output written after the state was
//! saved is cut off on resuming and made again.

use std::fs::{self, File};
use std::io::{self, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use crate::io::columnar::Columnar;
use crate::io::output::{self, Destination, Sink};
use crate::report::error::CliError;

/// The state is saved at most this often.
const INTERVAL: Duration = Duration::from_millis(500);

/// The content of a state file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
struct SavedState<P> {
    /// The request: another one cannot resume from here.
    asked: String,
    /// How many bytes of the output belong to what is done.
    written: u64,
    finished: bool,
    /// What is done, in the terms of the verb.
    #[serde(flatten)]
    progress: P,
}

/// The state file of a run, for progress of type `P`.
pub struct StateFile<P> {
    path: PathBuf,
    state: SavedState<P>,
    saved: Instant,
}

/// Checks the flags of a run that is to be resumed from `state`.
///
/// # Errors
/// When the output is not a file, is the state file itself, or cannot grow.
pub fn check(state: &Path, destination: &Destination) -> Result<(), CliError> {
    let Destination::File(output) = destination else {
        return Err(CliError::new(
            "cannot resume: the output went to stdout",
            "name an output file with -o",
        ));
    };
    if state == output {
        return Err(CliError::new(
            "-o and --resume name the same file",
            "choose another name for one of them",
        ));
    }
    if output::compression_of(output).is_some() || Columnar::of_name(output).is_some() {
        return Err(CliError::new(
            format!(
                "cannot resume: `{}` is written as a whole",
                output.display()
            ),
            "name a plain text file with -o, and compress or convert it afterwards",
        ));
    }
    Ok(())
}

impl<P: Serialize + DeserializeOwned + Default> StateFile<P> {
    /// Opens state and output, and cuts off what was written after the last state. `verb` names
    /// the command in messages.
    ///
    /// # Errors
    /// When they do not belong together or to this request, or cannot be opened.
    pub fn open(
        path: &Path,
        output: &Path,
        verb: &str,
        asked: String,
    ) -> anyhow::Result<(StateFile<P>, Sink)> {
        let state = match fs::read(path) {
            Ok(text) => read(path, &text, verb, &asked)?,
            Err(error) if error.kind() == io::ErrorKind::NotFound => {
                refuse_existing(path, output)?;
                let state = SavedState {
                    asked,
                    written: 0,
                    finished: false,
                    progress: P::default(),
                };
                // From the first byte of the output on there is a state that it belongs to.
                write(path, &state)?;
                state
            }
            Err(error) => return Err(problem("read", path, &error).into()),
        };
        let file = File::options()
            .create(true)
            .truncate(false)
            .write(true)
            .open(output);
        let mut file = file.map_err(|error| problem("write", output, &error))?;
        let length = file.metadata().map_or(0, |metadata| metadata.len());
        if length < state.written {
            return Err(CliError::new(
                format!(
                    "`{}` is shorter than recorded in `{}`",
                    output.display(),
                    path.display()
                ),
                format!(
                    "restore the output, or delete `{}` to start over",
                    path.display()
                ),
            )
            .into());
        }
        file.set_len(state.written)
            .and_then(|()| file.seek(SeekFrom::End(0)))
            .map_err(|error| problem("write", output, &error))?;
        let sink = Sink::growing(file, output);
        let path = path.to_path_buf();
        let saved = Instant::now();
        Ok((StateFile { path, state, saved }, sink))
    }

    /// What was done when the state was saved.
    pub fn progress(&self) -> &P {
        &self.state.progress
    }

    /// Whether everything is done.
    pub fn is_finished(&self) -> bool {
        self.state.finished
    }

    /// Whether there is output from before.
    pub fn has_output(&self) -> bool {
        self.state.written > 0
    }

    /// Notes what is done, and saves it if the last state is old enough.
    ///
    /// # Errors
    /// When writing fails.
    pub fn note(&mut self, sink: &mut Sink, note: impl FnOnce(&mut P)) -> anyhow::Result<()> {
        note(&mut self.state.progress);
        match self.saved.elapsed() < INTERVAL {
            true => Ok(()),
            false => self.save(sink),
        }
    }

    /// Saves the last state.
    ///
    /// # Errors
    /// When writing fails.
    pub fn finish(&mut self, sink: &mut Sink, is_whole: bool) -> anyhow::Result<()> {
        self.state.finished = is_whole;
        self.save(sink)
    }

    fn save(&mut self, sink: &mut Sink) -> anyhow::Result<()> {
        // The output must be on the disk before the state that refers to it.
        self.state.written = sink.sync()?;
        write(&self.path, &self.state)?;
        self.saved = Instant::now();
        Ok(())
    }
}

/// Replaces the state file atomically.
fn write<P: Serialize>(path: &Path, state: &SavedState<P>) -> anyhow::Result<()> {
    let mut file = Sink::create(path)?;
    serde_json::to_writer(&mut file, state)?;
    file.write_all(b"\n")?;
    file.finish()
}

fn read<P: DeserializeOwned>(
    path: &Path,
    text: &[u8],
    verb: &str,
    asked: &str,
) -> Result<SavedState<P>, CliError> {
    let state: SavedState<P> = serde_json::from_slice(text).map_err(|_| {
        CliError::new(
            format!(
                "`{}` is not a state file of `sudokit {verb}`",
                path.display()
            ),
            "name another file with --resume",
        )
    })?;
    match state.asked == asked {
        true => Ok(state),
        false => Err(CliError::new(
            format!(
                "`{}` is the state of another run: `{}`, not `{asked}`",
                path.display(),
                state.asked
            ),
            "use the same flags, or name another file with --resume",
        )),
    }
}

/// A new run does not overwrite an existing output.
fn refuse_existing(path: &Path, output: &Path) -> Result<(), CliError> {
    match fs::metadata(output) {
        Ok(there) if there.len() > 0 => Err(CliError::new(
            format!(
                "`{}` exists, but there is no `{}` to resume from",
                output.display(),
                path.display()
            ),
            "choose another name with -o, or delete it",
        )),
        _ => Ok(()),
    }
}

fn problem(verb: &str, path: &Path, error: &io::Error) -> CliError {
    CliError::new(
        format!("cannot {verb} `{}`: {error}", path.display()),
        "choose another location",
    )
}
