//! A separate process: the measured time includes startup, reading the file, solving and printing.
//!
//! The puzzles are in a file, one line of 81 characters each, and the output goes to another; both are
//! in memory if the system has a file system for that, so that no disk is measured. Startup takes
//! milliseconds, in which others solve thousands of puzzles, and says nothing about the rate. So a small
//! corpus is repeated in the file until startup is a small part of the time.

use std::fs::{self, File};
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use anyhow::{Context, Result, ensure};
use tempfile::TempDir;

use super::{Answers, Cells, Claim, Contender, Family};

/// The run time at which startup does not matter.
const LONG_ENOUGH: Duration = Duration::from_millis(250);
/// The largest number of lines in a file (unless the corpus has more).
const MOST_LINES: usize = 2_000_000;

/// A command that reads puzzles from a file.
pub struct Process {
    name: String,
    family: Family,
    command: String,
    scratch: TempDir,
    /// The number of copies of the corpus in the file.
    times: usize,
}

impl Process {
    /// Runs `command` in the shell, with `{file}` replaced by the file's name.
    pub fn new(name: String, family: Family, command: String) -> Result<Process> {
        ensure!(
            command.contains("{file}"),
            "{name}: `{command}` has no {{file}} in it, the place for the puzzles"
        );
        Ok(Process {
            name,
            family,
            command,
            scratch: scratch_folder()?,
            times: 1,
        })
    }

    /// Returns a shell command with the program, its arguments and the file.
    pub fn command_of(program: &Path, arguments: &[&str]) -> String {
        let program = quoted(&program.to_string_lossy());
        format!("{program} {} {{file}}", arguments.join(" "))
    }
}

impl Contender for Process {
    fn name(&self) -> String {
        self.name.clone()
    }

    fn family(&self) -> Family {
        self.family
    }

    fn prepare(&mut self, puzzles: &[Cells], _limit: u32) -> Result<()> {
        let text = lines_of(puzzles);
        let input = self.scratch.path().join("in");
        fs::write(&input, &text)?;
        let start = Instant::now();
        self.start()?;
        let once = start.elapsed().as_secs_f64().max(1e-6);
        self.forget_output()?;
        let wanted = (LONG_ENOUGH.as_secs_f64() / once).ceil() as usize;
        self.times = wanted.clamp(1, (MOST_LINES / puzzles.len().max(1)).max(1));
        fs::write(&input, text.repeat(self.times))?;
        Ok(())
    }

    fn times(&self) -> usize {
        self.times
    }

    fn run(&mut self, _answers: Answers<'_>) -> Result<()> {
        self.start()
    }

    fn claim(&mut self) -> Result<Claim> {
        let printed = fs::read(self.scratch.path().join("out"))?;
        self.forget_output()?;
        let solutions = printed.split(|byte| *byte == b'\n').filter_map(solution_in);
        Ok(Claim::Printed {
            solutions: solutions.collect(),
            times: self.times,
        })
    }
}

impl Process {
    /// Removes the output, so that the next turn does not truncate a file while it is timed.
    fn forget_output(&self) -> Result<()> {
        Ok(fs::remove_file(self.scratch.path().join("out"))?)
    }

    fn start(&self) -> Result<()> {
        let input = self.scratch.path().join("in");
        let line = self
            .command
            .replace("{file}", &quoted(&input.to_string_lossy()));
        let status = Command::new("sh")
            .args(["-c", &line])
            .stdin(Stdio::null())
            .stdout(File::create(self.scratch.path().join("out"))?)
            .stderr(Stdio::null())
            .status()
            .with_context(|| format!("{}: `{line}` cannot be started", self.name))?;
        // Solvers may exit with any code if a puzzle has no solution or several; but codes from 126
        // on mean that the shell could not run the command, or that a signal terminated it.
        ensure!(
            status.code().is_some_and(|code| code < 126),
            "{}: `{line}` ended with {status}",
            self.name
        );
        Ok(())
    }
}

/// Formats puzzles as text, one per line.
fn lines_of(puzzles: &[Cells]) -> Vec<u8> {
    let mut text = Vec::with_capacity(puzzles.len() * 82);
    for puzzle in puzzles {
        text.extend(puzzle.iter().map(|value| match value {
            0 => b'.',
            value => b'0' + value,
        }));
        text.push(b'\n');
    }
    text
}

/// Returns the last run of exactly 81 digits in a line: solvers print a solution alone, or after its
/// puzzle.
fn solution_in(line: &[u8]) -> Option<Cells> {
    let is_value = |byte: &u8| (b'1'..=b'9').contains(byte);
    let mut stretches = line.rsplit(|byte| !is_value(byte));
    let digits = stretches.find_map(|stretch| Cells::try_from(stretch).ok())?;
    Some(digits.map(|digit| digit - b'0'))
}

/// Creates a temporary folder, in memory if possible.
fn scratch_folder() -> Result<TempDir> {
    let builder = || {
        let mut builder = tempfile::Builder::new();
        builder.prefix("sudokit-bench-");
        builder
    };
    match builder().tempdir_in("/dev/shm") {
        Ok(folder) => Ok(folder),
        Err(_) => Ok(builder().tempdir()?),
    }
}

/// Quotes a word for the shell.
fn quoted(word: &str) -> String {
    format!("'{}'", word.replace('\'', r"'\''"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_solution_is_found_alone_and_after_its_puzzle() {
        let solution = "123456789".repeat(9);
        let puzzle = ".2.456789".repeat(9);
        let values: Vec<u8> = solution.bytes().map(|digit| digit - b'0').collect();
        for line in [solution.clone(), format!("{puzzle},{solution},1\r")] {
            assert_eq!(solution_in(line.as_bytes()).unwrap().to_vec(), values);
        }
        for line in ["", "No Solution", &puzzle, &format!("1{solution}")] {
            assert_eq!(solution_in(line.as_bytes()), None, "{line}");
        }
    }

    #[test]
    fn a_command_reads_the_puzzles_and_its_output_is_parsed() {
        let mut process =
            Process::new("copy".into(), Family::External, "cat {file}".into()).unwrap();
        process.prepare(&[[7; 81], [0; 81]], 2).unwrap();
        let (counts, solutions) = (&mut [0; 2][..], &mut [[0; 81]; 2][..]);
        process.run(Answers { counts, solutions }).unwrap();
        match process.claim().unwrap() {
            Claim::Printed { solutions, times } => {
                assert_eq!((solutions, times), (vec![[7; 81]; times], process.times()));
                assert!(
                    times > 1,
                    "copying two lines takes less than a quarter of a second"
                );
            }
            Claim::Answers => panic!("a process has no answers in memory"),
        }
    }

    #[test]
    fn a_command_that_cannot_run_is_an_error() {
        assert!(Process::new("blind".into(), Family::External, "true".into()).is_err());
        let mut process = Process::new(
            "none".into(),
            Family::External,
            "./there-is-none {file}".into(),
        )
        .unwrap();
        assert!(process.prepare(&[], 2).is_err());
    }

    #[test]
    fn words_are_quoted_for_the_shell() {
        assert_eq!(quoted("it's"), r"'it'\''s'");
    }
}
