//! Examines the puzzles of a file before they are added, on many threads.

use sudokit::Problem;
use sudokit::Solver;
use sudokit::format::{Content, Form, Layout, LineBatch, Piece, Record};
use sudokit::solve::{Answers, End, Status};
use sudokit_library::{PackedPuzzle, SolutionCount};

use super::add::AddOptions;
use crate::args::search::SearchOptions;
use crate::io::fast_lane::{self, LinePacket, PacketPart};
use crate::report::located::PuzzleError;

/// The result of examining a puzzle.
pub enum Examined {
    /// An earlier run has handled it.
    Known,
    /// It can be added.
    Fit(Box<AcceptedPuzzle>),
    /// It cannot be added.
    Refused(Box<RejectedPuzzle>),
    /// Ctrl-C was pressed first.
    Interrupted,
}

/// A puzzle that can be added.
pub struct AcceptedPuzzle {
    pub puzzle: PackedPuzzle,
    pub status: Status,
    pub title: Option<String>,
    pub takes_heading: bool,
}

/// Why a puzzle is rejected.
pub struct RejectedPuzzle {
    pub status: Status,
    pub problem: Option<Problem>,
}

impl RejectedPuzzle {
    fn because(status: Status) -> Examined {
        Examined::Refused(Box::new(RejectedPuzzle {
            status,
            problem: None,
        }))
    }
}

impl From<PuzzleError> for Examined {
    fn from(error: PuzzleError) -> Examined {
        Examined::Refused(Box::new(RejectedPuzzle {
            status: error.status,
            problem: Some(error.problem),
        }))
    }
}

/// Examines the puzzles of one file.
pub struct Examiner<'a> {
    options: &'a AddOptions,
    /// The number of threads for a lone puzzle.
    threads: usize,
    /// Everything before this line has been handled.
    line_done: u64,
    solver: Option<Solver>,
}

impl<'a> Examiner<'a> {
    pub fn new(options: &'a AddOptions, threads: usize, line_done: u64) -> Examiner<'a> {
        // A classic puzzle takes microseconds, so it needs no time limit.
        let unwatched = SearchOptions {
            time_limit: None,
            ..options.search.clone()
        };
        Examiner {
            options,
            threads,
            line_done,
            solver: fast_lane::solver(&unwatched, 2),
        }
    }

    /// Whether uniform lines can take the fast lane.
    pub fn is_quick(&self) -> bool {
        self.solver.is_some()
    }

    /// Examines a piece; `None` for text between puzzles.
    pub fn piece(&self, piece: &Piece, alone: bool) -> Option<Examined> {
        Some(match &piece.content {
            Content::Verbatim => return None,
            _ if (piece.line as u64) < self.line_done => Examined::Known,
            Content::Puzzle(record) => self.puzzle(piece, record, alone),
            Content::Unreadable(problem) => PuzzleError::from(problem.clone()).into(),
        })
    }

    fn puzzle(&self, piece: &Piece, record: &Record, alone: bool) -> Examined {
        let puzzle = PackedPuzzle::stored_part(&record.puzzle);
        if let Err(error) = puzzle.check() {
            let problem = record.rule_problem(&piece.text, piece.line, &error);
            return PuzzleError::from(problem).into();
        }
        if puzzle.is_full() {
            return RejectedPuzzle::because(Status::Complete);
        }
        let threads = if alone { self.threads } else { 1 };
        let solver = self.options.search.solver(threads).limit(2);
        let outcome = solver.solve(&puzzle);
        if outcome.end == End::Cancelled {
            return Examined::Interrupted;
        }
        let status = Status::of(&puzzle, &outcome);
        let solutions = match status {
            Status::NoSolution => return RejectedPuzzle::because(status),
            Status::Several if !self.options.keep_several => {
                return RejectedPuzzle::because(status);
            }
            Status::Several => SolutionCount::Several,
            Status::Unique => SolutionCount::One,
            _ => SolutionCount::Unknown,
        };
        let cancel = &self.options.search.cancel;
        let Some(prepared) = PackedPuzzle::new_with(&puzzle, solutions, cancel) else {
            return Examined::Interrupted;
        };
        Examined::Fit(Box::new(AcceptedPuzzle {
            puzzle: prepared,
            status,
            title: of(piece, record),
            takes_heading: takes_heading(record.form),
        }))
    }

    /// Examines uniform lines. Those with one solution are ready at once; the others take the
    /// normal path.
    pub fn lines(&self, packet: &mut LinePacket<Option<Examined>>) {
        let Some(solver) = &self.solver else { return };
        let LinePacket { batch, parts, .. } = packet;
        let mut answers = Answers::new();
        parts.clear();
        let last = batch.line_number(batch.len().saturating_sub(1)) as u64;
        if last < self.line_done {
            return;
        }
        solver.solve_batch(batch.puzzles(), &mut answers);
        let mut unfinished = answers.unfinished().iter().peekable();
        for (line, values) in batch.puzzles().iter().enumerate() {
            let is_finished = unfinished.next_if_eq(&&(line as u32)).is_none();
            let is_ordinary = is_finished && answers.counts()[line] == 1 && values.contains(&0);
            let is_known = (batch.line_number(line) as u64) < self.line_done;
            let (piece, finding) = match is_ordinary && !is_known {
                true => ordinary(batch, line, values),
                false => {
                    let piece = batch.piece(line);
                    let finding = self.piece(&piece, false);
                    (piece, finding)
                }
            };
            parts.push(PacketPart::Special(Box::new(piece), finding));
        }
    }
}

/// A line with one solution.
fn ordinary(batch: &LineBatch, line: usize, values: &[u8; 81]) -> (Piece, Option<Examined>) {
    /// A puzzle and a newline, without anything that could be a title.
    const BARE: usize = 83;
    let piece = match batch.text(line).len() > BARE {
        true => batch.piece(line),
        // Its text is not needed.
        false => Piece {
            line: batch.line_number(line),
            ..Piece::default()
        },
    };
    let title = match &piece.content {
        Content::Puzzle(record) => of(&piece, record),
        _ => None,
    };
    let fit = AcceptedPuzzle {
        puzzle: PackedPuzzle::classic(values, SolutionCount::One),
        status: Status::Unique,
        title,
        takes_heading: false,
    };
    (piece, Some(Examined::Fit(Box::new(fit))))
}

/// Longer titles are cut off.
const LONGEST: usize = 300;

/// The title of a puzzle in its own line or section.
pub fn of(piece: &Piece, record: &Record) -> Option<String> {
    if let Some(name) = &record.name {
        return tidy(name);
    }
    if record.form != Form::Line {
        return None;
    }
    let mut rest = Vec::new();
    record.write_word(&piece.text, "", &mut rest);
    tidy(&String::from_utf8_lossy(&rest))
}

/// Whether a heading above such a puzzle belongs to it. A puzzle on a line has no heading of its
/// own.
pub fn takes_heading(form: Form) -> bool {
    form.layout() == Layout::Grids
}

/// The heading in the text between two puzzles: its last line with any text.
pub fn heading(text: &[u8]) -> Option<String> {
    let text = String::from_utf8_lossy(text);
    text.lines().rev().find_map(tidy)
}

/// Strips separators and comment marks.
fn tidy(text: &str) -> Option<String> {
    let is_fringe = |c: char| c.is_whitespace() || "#;,|/:=-".contains(c);
    // Control characters in a title could confuse a terminal.
    let plain = text.replace(char::is_control, " ");
    let words = plain.trim_matches(is_fringe);
    (!words.is_empty()).then(|| words.chars().take(LONGEST).collect())
}

#[cfg(test)]
mod tests {
    use sudokit::format::{Content, ReadOptions, Reader};

    use super::*;

    fn titles(text: &str) -> Vec<Option<String>> {
        let mut reader = Reader::new(text.as_bytes(), ReadOptions::default());
        let (mut piece, mut titles) = (Piece::default(), Vec::new());
        while reader.read(&mut piece).unwrap() {
            if let Content::Puzzle(record) = &piece.content {
                titles.push(of(&piece, record));
            }
        }
        titles
    }

    #[test]
    fn the_text_next_to_a_puzzle_is_its_title() {
        let known =
            "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
        let text = format!("{known}\n{known} # by A. Setter, ER 1.2\n{known};easy;\n");
        let expected = [
            None,
            Some("by A. Setter, ER 1.2".to_string()),
            Some("easy".to_string()),
        ];
        assert_eq!(titles(&text), expected);
    }

    #[test]
    fn a_heading_is_the_last_line_with_text() {
        assert_eq!(
            heading(b"# ours\n\nGrid 01\n\n"),
            Some("Grid 01".to_string())
        );
        assert_eq!(heading(b"\n \n"), None);
        assert_eq!(heading(b"# \x1b[31mred\n"), Some("[31mred".to_string()));
    }
}
