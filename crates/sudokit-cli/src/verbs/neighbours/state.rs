//! How far a hunt has come, kept in a file, so that it can go on after any end.
//!
//! The state says how many bytes of the output belong to it. Whatever was written after the
//! state was saved is cut off when the hunt goes on, and found again.

use std::fs::{self, File};
use std::io::{self, BufRead, BufReader, BufWriter, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use serde::{Deserialize, Serialize};

use super::rounds::RoundPuzzle;
use super::write::NeighbourTotals;
use crate::io::output::Sink;
use crate::report::error::CliError;

/// The state is saved no more often than this.
const INTERVAL: Duration = Duration::from_millis(500);

/// How far a hunt has come.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct HuntState {
    /// What was asked for: another question cannot go on from here.
    pub asked: String,
    /// How many rounds are done.
    pub round: u64,
    /// The puzzles of the present round, unless it is the first.
    pub origins: Vec<RoundPuzzle>,
    /// The hardest that it has found so far.
    pub hardest: Vec<RoundPuzzle>,
    /// How many puzzles of the present round are done.
    pub puzzles: u64,
    /// How many removals of the next one are done.
    pub removals: u64,
    /// How many bytes of the output belong to what is done.
    pub written: u64,
    pub finished: bool,
    pub tally: NeighbourTotals,
}

/// An output that grows beside its state.
pub struct ResumableOutput {
    path: PathBuf,
    output: BufWriter<File>,
    pub state: HuntState,
    saved: Instant,
}

impl ResumableOutput {
    /// Opens state and output, and cuts off what was written after the last state.
    ///
    /// # Errors
    /// When they do not belong together or to this question, or cannot be opened.
    pub fn open(path: &Path, output: &Path, asked: String) -> anyhow::Result<ResumableOutput> {
        let state = match fs::read(path) {
            Ok(text) => read(path, &text, &asked)?,
            Err(error) if error.kind() == io::ErrorKind::NotFound => {
                refuse_existing(path, output)?;
                let state = HuntState {
                    asked,
                    ..HuntState::default()
                };
                // From the first byte of the output on there is a state that it belongs to.
                write(path, &state)?;
                state
            }
            Err(error) => return Err(trouble("read", path, &error).into()),
        };
        let file = File::options()
            .create(true)
            .truncate(false)
            .read(true)
            .write(true)
            .open(output);
        let mut file = file.map_err(|error| trouble("write", output, &error))?;
        let length = file.metadata().map_or(0, |metadata| metadata.len());
        if length < state.written {
            return Err(CliError::new(
                format!(
                    "`{}` is shorter than `{}` says",
                    output.display(),
                    path.display()
                ),
                format!(
                    "put the output back as it was, or remove `{}` to begin anew",
                    path.display()
                ),
            )
            .into());
        }
        file.set_len(state.written)
            .and_then(|()| file.seek(SeekFrom::End(0)))
            .map_err(|error| trouble("write", output, &error))?;
        Ok(ResumableOutput {
            path: path.to_path_buf(),
            output: BufWriter::new(file),
            state,
            saved: Instant::now(),
        })
    }

    /// Gives the lines that were written before.
    ///
    /// # Errors
    /// Those of reading.
    pub fn each_line(&mut self, mut take: impl FnMut(&str)) -> io::Result<()> {
        let file = self.output.get_mut();
        file.seek(SeekFrom::Start(0))?;
        for line in BufReader::new(&mut *file).lines() {
            take(&line?);
        }
        file.seek(SeekFrom::End(0))?;
        Ok(())
    }

    /// Saves the state, if the last one is old enough or this one is the last.
    ///
    /// # Errors
    /// Those of writing.
    pub fn save(&mut self, is_last: bool) -> anyhow::Result<()> {
        if !is_last && self.saved.elapsed() < INTERVAL {
            return Ok(());
        }
        self.output.flush()?;
        // What the state speaks of must be there even if the machine stops now.
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

/// A state appears whole, in the place of the one before.
fn write(path: &Path, state: &HuntState) -> anyhow::Result<()> {
    let mut file = Sink::create(path)?;
    serde_json::to_writer(&mut file, state)?;
    file.write_all(b"\n")?;
    file.finish()
}

fn read(path: &Path, text: &[u8], asked: &str) -> Result<HuntState, CliError> {
    let state: HuntState = serde_json::from_slice(text).map_err(|_| {
        CliError::new(
            format!("`{}` is not the state of a hunt", path.display()),
            "name another file with --resume",
        )
    })?;
    match state.asked == asked {
        true => Ok(state),
        false => Err(CliError::new(
            format!(
                "`{}` is the state of another hunt: `{}`, not `{asked}`",
                path.display(),
                state.asked
            ),
            "ask the same, or name another file with --resume",
        )),
    }
}

/// A hunt from the beginning does not write over what is there.
fn refuse_existing(path: &Path, output: &Path) -> Result<(), CliError> {
    match fs::metadata(output) {
        Ok(there) if there.len() > 0 => Err(CliError::new(
            format!(
                "`{}` exists, but there is no `{}` to go on from",
                output.display(),
                path.display()
            ),
            "choose another name with -o, or remove it",
        )),
        _ => Ok(()),
    }
}

fn trouble(verb: &str, path: &Path, error: &io::Error) -> CliError {
    CliError::new(
        format!("cannot {verb} `{}`: {error}", path.display()),
        "choose another place",
    )
}
