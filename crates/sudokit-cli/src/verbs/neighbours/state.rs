//! The progress of a search, kept in a file so that it can be resumed.
//!
//! The state records how many bytes of the output belong to it. Output written after the state was
//! saved is cut off on resuming and found again.

use std::fs::{self, File};
use std::io::{self, BufRead, BufReader, BufWriter, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use serde::{Deserialize, Serialize};

use super::rounds::RoundPuzzle;
use super::write::NeighbourTotals;
use crate::io::output::Sink;
use crate::report::error::CliError;

/// The state is saved at most this often.
const INTERVAL: Duration = Duration::from_millis(500);

/// The progress of a search.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct SearchState {
    /// The request: another one cannot resume from here.
    pub asked: String,
    /// How many rounds are done.
    pub round: u64,
    /// The puzzles of the current round, unless it is the first.
    pub origins: Vec<RoundPuzzle>,
    /// The hardest puzzles it has found so far.
    pub hardest: Vec<RoundPuzzle>,
    /// How many puzzles of the current round are done.
    pub puzzles: u64,
    /// How many removals of the next one are done.
    pub removals: u64,
    /// How many bytes of the output belong to what is done.
    pub written: u64,
    pub finished: bool,
    #[serde(rename = "tally")]
    pub totals: NeighbourTotals,
}

/// An output file that grows along with its state file.
pub struct ResumableOutput {
    path: PathBuf,
    output: BufWriter<File>,
    pub state: SearchState,
    saved: Instant,
}

impl ResumableOutput {
    /// Opens state and output, and cuts off what was written after the last state.
    ///
    /// # Errors
    /// When they do not belong together or to this request, or cannot be opened.
    pub fn open(path: &Path, output: &Path, asked: String) -> anyhow::Result<ResumableOutput> {
        let state = match fs::read(path) {
            Ok(text) => read(path, &text, &asked)?,
            Err(error) if error.kind() == io::ErrorKind::NotFound => {
                refuse_existing(path, output)?;
                let state = SearchState {
                    asked,
                    ..SearchState::default()
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
            .read(true)
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
        Ok(ResumableOutput {
            path: path.to_path_buf(),
            output: BufWriter::new(file),
            state,
            saved: Instant::now(),
        })
    }

    /// Passes on the lines that were written before.
    ///
    /// # Errors
    /// When reading fails.
    pub fn each_line(&mut self, mut take: impl FnMut(&str)) -> io::Result<()> {
        let file = self.output.get_mut();
        file.seek(SeekFrom::Start(0))?;
        for line in BufReader::new(&mut *file).lines() {
            take(&line?);
        }
        file.seek(SeekFrom::End(0))?;
        Ok(())
    }

    /// Saves the state, if the last one is old enough or this one is final.
    ///
    /// # Errors
    /// When writing fails.
    pub fn save(&mut self, is_last: bool) -> anyhow::Result<()> {
        if !is_last && self.saved.elapsed() < INTERVAL {
            return Ok(());
        }
        self.output.flush()?;
        // The output must be on the disk before the state that refers to it.
        self.output.get_ref().sync_data()?;
        write(&self.path, &self.state)?;
        self.saved = Instant::now();
        Ok(())
    }
}

impl Write for ResumableOutput {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let written = self.output.write(bytes)?;
        self.state.written += written as u64;
        Ok(written)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.output.flush()
    }
}

/// Replaces the state file atomically.
fn write(path: &Path, state: &SearchState) -> anyhow::Result<()> {
    let mut file = Sink::create(path)?;
    serde_json::to_writer(&mut file, state)?;
    file.write_all(b"\n")?;
    file.finish()
}

fn read(path: &Path, text: &[u8], asked: &str) -> Result<SearchState, CliError> {
    let state: SearchState = serde_json::from_slice(text).map_err(|_| {
        CliError::new(
            format!(
                "`{}` is not a state file of `sudokit neighbours`",
                path.display()
            ),
            "name another file with --resume",
        )
    })?;
    match state.asked == asked {
        true => Ok(state),
        false => Err(CliError::new(
            format!(
                "`{}` is the state of another search: `{}`, not `{asked}`",
                path.display(),
                state.asked
            ),
            "use the same flags, or name another file with --resume",
        )),
    }
}

/// A new search does not overwrite an existing output.
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
