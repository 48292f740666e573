//! What of a file goes into a library: each puzzle is examined, on many threads.

use sudokit::Problem as Diagnostic;
use sudokit::Solver;
use sudokit::format::{Content, LineBatch, Piece, Record};
use sudokit::solve::{Answers, End, Status};
use sudokit_library::{PackedPuzzle, SolutionCount};

use super::add::Plan;
use super::title;
use crate::case::Trouble;
use crate::effort::Effort;
use crate::lines::{self, Packet, Part};

/// What was found out about a puzzle.
pub enum Finding {
    /// An earlier run has dealt with it.
    Known,
    /// It can be taken in.
    Fit(Box<Fit>),
    /// It cannot.
    Refused(Box<Refused>),
    /// Somebody pressed Ctrl-C first.
    Interrupted,
}

/// A puzzle that can be taken in.
pub struct Fit {
    pub puzzle: PackedPuzzle,
    pub status: Status,
    pub title: Option<String>,
    pub takes_heading: bool,
}

/// Why a puzzle is not taken in.
pub struct Refused {
    pub status: Status,
    pub detail: Option<String>,
    pub diagnostic: Option<Diagnostic>,
}

impl Refused {
    fn because(status: Status) -> Finding {
        Finding::Refused(Box::new(Refused {
            status,
            detail: None,
            diagnostic: None,
        }))
    }
}

impl From<Trouble> for Finding {
    fn from(trouble: Trouble) -> Finding {
        Finding::Refused(Box::new(Refused {
            status: trouble.status,
            detail: Some(trouble.detail),
            diagnostic: Some(trouble.diagnostic),
        }))
    }
}

/// Examines the puzzles of one file.
pub struct Examiner<'a> {
    plan: &'a Plan,
    /// How many threads a puzzle that is alone may use.
    threads: usize,
    /// What begins before this line has been dealt with.
    line_done: u64,
    solver: Option<Solver>,
}

impl<'a> Examiner<'a> {
    pub fn new(plan: &'a Plan, threads: usize, line_done: u64) -> Examiner<'a> {
        // A classic puzzle is searched in microseconds, so its time needs no watching.
        let unwatched = Effort {
            time_limit: None,
            ..plan.effort.clone()
        };
        Examiner {
            plan,
            threads,
            line_done,
            solver: lines::solver(&unwatched, 2),
        }
    }

    /// Whether there is a quick road for lines that look alike.
    pub fn is_quick(&self) -> bool {
        self.solver.is_some()
    }

    /// Examines a piece; what is no puzzle is nothing.
    pub fn piece(&self, piece: &Piece, alone: bool) -> Option<Finding> {
        Some(match &piece.content {
            Content::Verbatim => return None,
            _ if (piece.line as u64) < self.line_done => Finding::Known,
            Content::Puzzle(record) => self.puzzle(piece, record, alone),
            Content::Unreadable(diagnostic) => Trouble::unreadable(diagnostic).into(),
        })
    }

    fn puzzle(&self, piece: &Piece, record: &Record, alone: bool) -> Finding {
        let puzzle = PackedPuzzle::stored_part(&record.puzzle);
        if let Err(error) = puzzle.check() {
            return Trouble::broken(piece, record, &error).into();
        }
        if puzzle.is_full() {
            return Refused::because(Status::Complete);
        }
        let threads = if alone { self.threads } else { 1 };
        let solver = self.plan.effort.solver(threads).limit(2);
        let outcome = solver.solve(&puzzle).settled(&puzzle);
        if outcome.end == End::Cancelled {
            return Finding::Interrupted;
        }
        let status = Status::of(&puzzle, &outcome);
        let solutions = match status {
            Status::NoSolution => return Refused::because(status),
            Status::Several if !self.plan.keep_several => return Refused::because(status),
            Status::Several => SolutionCount::Several,
            Status::Unique => SolutionCount::One,
            _ => SolutionCount::Unknown,
        };
        let cancel = &self.plan.effort.cancel;
        let Some(prepared) = PackedPuzzle::new_with(&puzzle, solutions, cancel) else {
            return Finding::Interrupted;
        };
        Finding::Fit(Box::new(Fit {
            puzzle: prepared,
            status,
            title: title::of(piece, record),
            takes_heading: title::takes_heading(record.form),
        }))
    }

    /// Examines lines that look alike. Those with one solution are ready at once; the others go
    /// the way of every other piece.
    pub fn lines(&self, packet: &mut Packet<Option<Finding>>) {
        let Some(solver) = &self.solver else { return };
        let Packet { batch, parts, .. } = packet;
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
            parts.push(Part::Special(Box::new(piece), finding));
        }
    }
}

/// A line with one solution.
fn ordinary(batch: &LineBatch, line: usize, values: &[u8; 81]) -> (Piece, Option<Finding>) {
    /// A puzzle and a line end, and nothing that could be a title.
    const BARE: usize = 83;
    let piece = match batch.text(line).len() > BARE {
        true => batch.piece(line),
        // Nobody will ask for its text.
        false => Piece {
            line: batch.line_number(line),
            ..Piece::default()
        },
    };
    let title = match &piece.content {
        Content::Puzzle(record) => title::of(&piece, record),
        _ => None,
    };
    let fit = Fit {
        puzzle: PackedPuzzle::classic(values, SolutionCount::One),
        status: Status::Unique,
        title,
        takes_heading: false,
    };
    (piece, Some(Finding::Fit(Box::new(fit))))
}
