//! Writes neighbours, one per line, and the totals.

use std::io::{self, IsTerminal, Write};

use serde::{Deserialize, Serialize};
use sudokit::logic::{Candidate, Level, Technique};
use sudokit::{Grid, Shape};

use super::FoundNeighbour;
use super::jobs::RemovalJob;
use super::options::NeighboursOptions;
use super::state::SearchState;
use crate::args::files::ReportStyle;
use crate::args::quantities::{plural, thousands};
use crate::io::output::{Destination, Sink};
use crate::io::resumable::StateFile;
use crate::report;
use crate::terminal::messages::Messages;

/// The values of a board on one line.
pub fn line(shape: &Shape, values: &[u8]) -> String {
    Grid::new(shape.clone(), values.to_vec())
        .expect("the values of a neighbour fit its shape")
        .to_string()
}

/// Where neighbours go.
pub enum NeighbourOutput {
    /// A file created when it is complete, or standard output.
    Plain(Sink, Destination),
    /// A file that grows along with the state file.
    Growing(Sink, StateFile<SearchState>),
}

impl NeighbourOutput {
    /// The output of a search that cannot be resumed.
    ///
    /// # Errors
    /// When it cannot be opened.
    pub fn new(options: &NeighboursOptions) -> anyhow::Result<NeighbourOutput> {
        let destination = &options.destination;
        let mut sink = destination.open()?;
        if options.style == ReportStyle::Csv {
            sink.write_all(&report::csv_row(COLUMNS)?)?;
        }
        Ok(NeighbourOutput::Plain(sink, destination.clone()))
    }

    /// Whether it is a terminal.
    pub fn is_terminal(&self) -> bool {
        matches!(self, NeighbourOutput::Plain(_, Destination::Stdout)) && io::stdout().is_terminal()
    }

    /// Writes a neighbour.
    ///
    /// # Errors
    /// When writing fails.
    pub fn write(
        &mut self,
        options: &NeighboursOptions,
        job: &RemovalJob,
        found: &FoundNeighbour,
    ) -> anyhow::Result<()> {
        let (NeighbourOutput::Plain(out, _) | NeighbourOutput::Growing(out, _)) = self;
        let shape = job.origin.puzzle.shape();
        let puzzle = line(shape, &found.neighbour.values);
        if options.style == ReportStyle::Words {
            writeln!(out, "{puzzle}")?;
            return Ok(());
        }
        let (origin, place) = (&job.origin.puzzle, job.origin.place.as_ref());
        let given = |cell: &usize| Candidate::new(*cell, origin.values()[*cell]);
        let rating = found.rating.as_ref();
        let line = NeighbourJson {
            puzzle: &puzzle,
            from: &origin.to_string(),
            file: place.map(|(file, _)| &file[..]),
            line: place.map(|(_, line)| *line),
            removed: job.removed.iter().map(given).collect(),
            added: &found.neighbour.added,
            level: rating.map(|rating| rating.level),
            score: rating.map(|rating| rating.score),
            hardest: rating.and_then(|rating| rating.hardest),
        };
        out.write_all(&match options.style {
            ReportStyle::Csv => report::csv_fields(&line, &COLUMNS)?,
            _ => report::json_line(&line),
        })?;
        Ok(())
    }

    /// Flushes the output if a reader may be waiting for it.
    ///
    /// # Errors
    /// When writing fails.
    pub fn flush_stream(&mut self) -> anyhow::Result<()> {
        match self {
            NeighbourOutput::Plain(sink, _) => Ok(sink.flush_stream()?),
            NeighbourOutput::Growing(..) => Ok(()),
        }
    }

    /// Saves the progress, if wanted.
    ///
    /// # Errors
    /// When writing fails.
    pub fn remember(&mut self, note: impl FnOnce(&mut SearchState)) -> anyhow::Result<()> {
        match self {
            NeighbourOutput::Plain(..) => Ok(()),
            NeighbourOutput::Growing(sink, state) => state.note(sink, note),
        }
    }

    /// Finishes the output; an incomplete file is kept only if the search can be resumed.
    ///
    /// # Errors
    /// When writing fails.
    pub fn finish(self, is_whole: bool, messages: &Messages) -> anyhow::Result<()> {
        match self {
            NeighbourOutput::Plain(sink, destination) => {
                destination.finish(sink, is_whole, messages)
            }
            NeighbourOutput::Growing(mut sink, mut state) => state.finish(&mut sink, is_whole),
        }
    }
}

/// The columns of the table: fields of the JSON object.
const COLUMNS: [&str; 9] = [
    "puzzle", "from", "file", "line", "removed", "added", "level", "score", "hardest",
];

#[derive(Serialize)]
struct NeighbourJson<'a> {
    puzzle: &'a str,
    /// The puzzle that it is a neighbour of.
    from: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    file: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    line: Option<usize>,
    removed: Vec<Candidate>,
    added: &'a [Candidate],
    #[serde(skip_serializing_if = "Option::is_none")]
    level: Option<Level>,
    #[serde(skip_serializing_if = "Option::is_none")]
    score: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    hardest: Option<Technique>,
}

/// The values of a line that was written before; meaningless for any other line.
pub fn values(line: &str) -> Vec<u8> {
    #[derive(Deserialize)]
    struct Written {
        puzzle: String,
    }
    let text = match serde_json::from_str::<Written>(line) {
        Ok(written) => written.puzzle,
        Err(_) => line.to_string(),
    };
    if text.contains(' ') {
        let numbers = text.split(' ').map(|number| number.parse::<u8>());
        return numbers.map(Result::unwrap_or_default).collect();
    }
    let value = |symbol: u8| match symbol {
        b'1'..=b'9' => symbol - b'0',
        b'A'..=b'Z' => symbol - b'A' + 10,
        b'a'..=b'z' => symbol - b'a' + 36,
        _ => 0,
    };
    text.bytes().map(value).collect()
}

/// The totals of a search.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct NeighbourTotals {
    pub puzzles: u64,
    pub removals: u64,
    /// Removals that leave too many solutions.
    pub passed_over: u64,
    /// Neighbours that were written before, or are isomorphic to one that was.
    pub repeated: u64,
    /// Neighbours that the filter rejects.
    pub disliked: u64,
    pub written: u64,
}

impl NeighbourTotals {
    /// Writes a summary, with the limit on solutions.
    pub fn print(&self, limit: u64, messages: &Messages) {
        let mut text = format!(
            "{} of {} by {}",
            plural(self.written, "neighbour"),
            plural(self.puzzles, "puzzle"),
            plural(self.removals, "removal")
        );
        if self.repeated > 0 {
            text += &format!("; {} repeated", thousands(self.repeated));
        }
        if self.disliked > 0 {
            text += &format!("; {} filtered out", thousands(self.disliked));
        }
        messages.remark(text);
        if self.passed_over > 0 {
            let verb = if self.passed_over == 1 {
                "leaves"
            } else {
                "leave"
            };
            messages.note(format_args!(
                "skipped {}, which {verb} more than {} solutions; see --max-solutions",
                plural(self.passed_over, "removal"),
                thousands(limit)
            ));
        }
    }
}

#[cfg(test)]
mod tests {
    use sudokit::Shape;

    use super::*;

    #[test]
    fn written_puzzles_can_be_read_again() {
        for size in [4, 9, 25, 60, 64] {
            let shape = Shape::with_size(size).unwrap();
            let expected: Vec<u8> = (0..shape.cells())
                .map(|cell| (cell % (size + 1)) as u8)
                .collect();
            let written = line(&shape, &expected);
            assert_eq!(values(&written), expected, "{size}");
            let json = serde_json::json!({ "puzzle": written }).to_string();
            assert_eq!(values(&json), expected, "{size}");
        }
    }
}
