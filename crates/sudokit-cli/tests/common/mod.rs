//! A scratch directory for each test, and the real command running in it.
#![allow(dead_code)]

use std::fs;
use std::path::PathBuf;
use std::process::{Command, Stdio};

use std::io::Write;

/// A well-known puzzle with exactly one solution.
pub const KNOWN: &str =
    "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
pub const KNOWN_SOLUTION: &str =
    "534678912672195348198342567859761423426853791713924856961537284287419635345286179";

/// A puzzle that needs search, whatever strategies are tried first.
pub const HARD: &str =
    "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..";
pub const HARD_SOLUTION: &str =
    "812753649943682175675491283154237896369845721287169534521974368438526917796318452";

/// Returns the project's own puzzles, one per line.
pub fn own_puzzles() -> String {
    workspace_file("testdata/own_puzzles.txt")
}

/// 288 solutions: an empty 4×4 board.
pub const EMPTY_FOUR: &str = "................";

/// Breaks no rule and has no solution: r1c9 has no candidate.
pub const IMPOSSIBLE: &str =
    "12345678.........9...............................................................";

/// 5 appears twice in row 1.
pub const BROKEN: &str =
    "55..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";

/// The output and exit code of a run.
#[derive(Debug)]
pub struct Ran {
    pub code: i32,
    pub stdout: String,
    pub stderr: String,
}

impl Ran {
    /// Asserts the exit code.
    #[track_caller]
    pub fn ends(self, code: i32) -> Ran {
        assert_eq!(self.code, code, "{self:#?}");
        self
    }

    /// Asserts that the exit code is one of these.
    #[track_caller]
    pub fn ends_with_any(self, codes: &[i32]) -> Ran {
        assert!(codes.contains(&self.code), "{self:#?}");
        self
    }

    /// Asserts the whole standard output.
    #[track_caller]
    pub fn gives(self, stdout: &str) -> Ran {
        assert_eq!(self.stdout, stdout, "{self:#?}");
        self
    }

    /// Asserts that standard error contains this text.
    #[track_caller]
    pub fn says(self, words: &str) -> Ran {
        assert!(self.stderr.contains(words), "no `{words}` in {self:#?}");
        self
    }

    /// Asserts that standard error is empty.
    #[track_caller]
    pub fn says_nothing(self) -> Ran {
        assert_eq!(self.stderr, "", "{self:#?}");
        self
    }
}

/// A scratch directory for one test.
pub struct Scratch(tempfile::TempDir);

impl Scratch {
    pub fn new() -> Scratch {
        Scratch(tempfile::tempdir().unwrap())
    }

    /// A scratch directory with one file in it.
    pub fn with(name: &str, content: impl AsRef<[u8]>) -> Scratch {
        let scratch = Scratch::new();
        scratch.write(name, content);
        scratch
    }

    pub fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    pub fn write(&self, name: &str, content: impl AsRef<[u8]>) {
        fs::write(self.path(name), content).unwrap();
    }

    pub fn read(&self, name: &str) -> String {
        fs::read_to_string(self.path(name)).unwrap()
    }

    pub fn bytes(&self, name: &str) -> Vec<u8> {
        fs::read(self.path(name)).unwrap()
    }

    /// The names of all files, sorted.
    pub fn names(&self) -> Vec<String> {
        let entries = fs::read_dir(self.0.path()).unwrap();
        let mut names: Vec<String> = entries
            .map(|entry| entry.unwrap().file_name().into_string().unwrap())
            .collect();
        names.sort();
        names
    }

    /// The command in this directory, without colour variables in its environment.
    pub fn command(&self, arguments: &[&str]) -> Command {
        let mut command = Command::new(assert_cmd::cargo::cargo_bin!("sudokit"));
        command
            .current_dir(self.0.path())
            .args(arguments)
            .env_remove("NO_COLOR")
            .env_remove("CLICOLOR_FORCE")
            .env_remove("CLICOLOR")
            .env_remove("SUDOKIT_SIMD")
            .stdin(Stdio::null());
        command
    }

    pub fn run(&self, arguments: &[&str]) -> Ran {
        ran(self.command(arguments).output().unwrap())
    }

    pub fn run_with_input(&self, arguments: &[&str], input: impl AsRef<[u8]>) -> Ran {
        let mut command = self.command(arguments);
        command
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped());
        let mut child = command.spawn().unwrap();
        // A command that does not read its input closes the pipe.
        let _ = child.stdin.take().unwrap().write_all(input.as_ref());
        ran(child.wait_with_output().unwrap())
    }
}

pub fn ran(output: std::process::Output) -> Ran {
    Ran {
        code: output.status.code().unwrap_or(-1),
        stdout: String::from_utf8(output.stdout).unwrap(),
        stderr: String::from_utf8(output.stderr).unwrap(),
    }
}

/// The puzzle in nine rows.
pub fn rows(line: &str) -> String {
    let rows: Vec<&str> = (0..9).map(|row| &line[row * 9..row * 9 + 9]).collect();
    rows.join("\n") + "\n"
}

/// The text of a file of the workspace, such as `testdata/solve.toml`. Read at run time, so that
/// the tests of the packaged crate compile without it.
pub fn workspace_file(path: &str) -> String {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR"))
        .join("../..")
        .join(path);
    fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}
