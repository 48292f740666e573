//! The command-line arguments.

use std::path::PathBuf;
use std::time::Duration;

use clap::Parser;

/// Measure Sudokit side by side with other solvers on the same puzzles, and verify every answer.
///
/// Without files, measures 100,000 generated easy puzzles, and the files in the folder `corpora` of
/// SUDOKIT_DATA if that is set.
#[derive(Parser, Debug)]
#[command(name = "bench", max_term_width = 100)]
pub struct Arguments {
    /// Files of 9×9 puzzles, one per line; `#` starts a comment
    pub files: Vec<PathBuf>,

    /// Number of turns of each contender on each corpus; the best counts
    #[arg(long, value_name = "N", default_value_t = 9, value_parser = positive)]
    pub rounds: usize,

    /// Stop each puzzle after N solutions; 2 proves that there is only one
    #[arg(long, value_name = "N", default_value_t = 2, value_parser = clap::value_parser!(u32).range(1..))]
    pub limit: u32,

    /// Measure canonical forms instead of solutions
    #[arg(long)]
    pub canonical: bool,

    /// Only these contenders: lanes-avx512, lanes-avx2, lanes-portable, single, single-avx512,
    /// single-avx2, single-portable, auto, general, crate-sudoku, cli
    #[arg(long, value_name = "NAMES", value_delimiter = ',')]
    pub only: Vec<String>,

    /// Also print the search nodes per puzzle
    #[arg(long)]
    pub nodes: bool,

    /// Also the widest lanes on N threads
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = positive)]
    pub threads: usize,

    /// Also another program, timed as a whole process: NAME='command {file}'
    #[arg(long, value_name = "NAME=COMMAND", value_parser = external)]
    pub external: Vec<(String, String)>,

    /// The `sudokit` command to measure from file to file [default: the one beside this program]
    #[arg(long, value_name = "PATH")]
    pub cli: Option<PathBuf>,

    /// Number of easy puzzles to generate if no files are given
    #[arg(long, value_name = "N", default_value_t = 100_000)]
    pub easy: usize,

    /// At most N puzzles of each corpus, evenly spread
    #[arg(long, value_name = "N", value_parser = positive)]
    pub sample: Option<usize>,

    /// Give a contender no more turns on a corpus once it has used SECONDS on it
    #[arg(long, value_name = "SECONDS", default_value = "10", value_parser = seconds)]
    pub patience: Duration,

    /// Write the results as JSON
    #[arg(long, value_name = "PATH")]
    pub json: Option<PathBuf>,

    /// Draw the results as an SVG picture
    #[arg(long, value_name = "PATH")]
    pub svg: Option<PathBuf>,

    /// Keep the results by day and CPU in bench/record/
    #[arg(long)]
    pub record: bool,
}

fn positive(text: &str) -> Result<usize, String> {
    match text.parse() {
        Ok(0) | Err(_) => Err("expected a number of at least 1".to_string()),
        Ok(number) => Ok(number),
    }
}

fn seconds(text: &str) -> Result<Duration, String> {
    let number = text.parse().map_err(|_| "expected a number of seconds")?;
    Duration::try_from_secs_f64(number).map_err(|problem| problem.to_string())
}

fn external(text: &str) -> Result<(String, String), String> {
    match text.split_once('=') {
        Some((name, command)) if !name.is_empty() => Ok((name.to_string(), command.to_string())),
        _ => Err("expected NAME=COMMAND with {file} in the command".to_string()),
    }
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory;

    use super::*;

    #[test]
    fn flags_do_not_conflict() {
        Arguments::command().debug_assert();
    }

    #[test]
    fn an_external_command_may_contain_equals_signs() {
        let line = [
            "bench",
            "--external",
            "x=y --limit=2 {file}",
            "--patience",
            "0.5",
        ];
        let arguments = Arguments::try_parse_from(line).unwrap();
        let expected = ("x".to_string(), "y --limit=2 {file}".to_string());
        assert_eq!(arguments.external, [expected]);
        assert_eq!(arguments.patience, Duration::from_millis(500));
        for wrong in [
            "--external=y {file}",
            "--rounds=0",
            "--limit=0",
            "--patience=-1",
        ] {
            assert!(
                Arguments::try_parse_from(["bench", wrong]).is_err(),
                "{wrong}"
            );
        }
    }
}
