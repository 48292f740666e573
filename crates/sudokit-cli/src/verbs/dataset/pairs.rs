//! Reads pairs of puzzle and solution, many at a time.
//!
//! A file without solutions gets those that the solver finds. Where a file has them, they are
//! compared with the solver's, so that no wrong pair enters a set.

use std::io::{self, IsTerminal};
use std::ops::ControlFlow;

use sudokit::dataset::{Verdict, verify};
use sudokit::format::{Encoding, Piece, Record};
use sudokit::solve::Answers;
use sudokit::{Puzzle, Solver};

use crate::io::fast_lane::{self, LinePacket, SolvedLine};
use crate::io::input::{self, Source};
use crate::io::output::Destination;
use crate::io::pipeline::{self, Item, PieceContext, ThreadPool};
use crate::io::puzzles::FileOptions;
use crate::report::Exit;
use crate::report::error::CliError;
use crate::report::located::{self, LocatedPuzzle, PuzzleResult};
use crate::terminal::messages::Messages;

/// Puzzles and their solutions, in order.
#[derive(Default)]
pub struct Pairs {
    pub puzzles: Vec<[u8; 81]>,
    pub solutions: Vec<[u8; 81]>,
}

/// Pairs are passed on once there are this many.
const MANY: usize = 1 << 14;

impl Pairs {
    pub fn len(&self) -> usize {
        self.puzzles.len()
    }

    pub fn clear(&mut self) {
        self.puzzles.clear();
        self.solutions.clear();
    }

    fn push(&mut self, pair: &[u8; 162]) {
        let (puzzle, solution) = pair.split_at(81);
        let board = |values: &[u8]| <[u8; 81]>::try_from(values).expect("half of 162 values");
        self.puzzles.push(board(puzzle));
        self.solutions.push(board(solution));
    }
}

/// What is found about a puzzle of a file.
pub enum Examined {
    /// A pair for the set.
    Pair(Box<[u8; 162]>),
    /// A puzzle that cannot be part of the set, with the right solution if there is one.
    Unfit(Verdict),
    /// Not a classic 9×9 puzzle.
    OtherShape,
}

/// What to do with puzzles whose file gives no solution.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Missing {
    /// Take the solution that the solver finds.
    Solve,
    /// Report them.
    Report,
}

/// Reads the pairs of all files into memory, solving puzzles without a solution, and reports the
/// other puzzles.
///
/// # Errors
/// Whatever stops the whole run.
pub fn all(
    job: &FileOptions,
    (pool, messages): (&ThreadPool, &Messages),
) -> anyhow::Result<(Pairs, Exit)> {
    let mut all = Pairs::default();
    let exit = each(
        job,
        Missing::Solve,
        (pool, messages),
        |pairs| {
            all.puzzles.append(&mut pairs.puzzles);
            all.solutions.append(&mut pairs.solutions);
            Ok(())
        },
        |located, found| report_unfit(messages, located, found),
    )?;
    Ok((all, exit))
}

/// Reads all files. `take` receives the pairs in order, some at a time, and clears them; `unfit`
/// receives the other puzzles, and returns what they mean for the exit code.
///
/// # Errors
/// Those of `take` and `unfit`, and whatever stops the whole run.
pub fn each(
    job: &FileOptions,
    missing: Missing,
    (pool, messages): (&ThreadPool, &Messages),
    mut take: impl FnMut(&mut Pairs) -> anyhow::Result<()>,
    mut unfit: impl FnMut(&LocatedPuzzle<'_>, &Examined) -> anyhow::Result<Exit>,
) -> anyhow::Result<Exit> {
    let mut worst = Exit::Answered;
    let mut pairs = Pairs::default();
    let exit = input::each(&job.sources, messages, &job.search.cancel, |source| {
        let exit = file(
            job,
            missing,
            (pool, messages),
            source,
            &mut pairs,
            (&mut take, &mut unfit),
        );
        exit.map(|exit| worst.raise(exit))
    })?;
    worst.raise(exit);
    if pairs.len() > 0 {
        take(&mut pairs)?;
    }
    Ok(worst)
}

fn file(
    job: &FileOptions,
    missing: Missing,
    (pool, messages): (&ThreadPool, &Messages),
    source: &Source,
    pairs: &mut Pairs,
    (take, unfit): (
        &mut impl FnMut(&mut Pairs) -> anyhow::Result<()>,
        &mut impl FnMut(&LocatedPuzzle<'_>, &Examined) -> anyhow::Result<Exit>,
    ),
) -> anyhow::Result<Exit> {
    let stream = source.open()?;
    let shared = job.destination == Destination::Stdout && io::stdout().is_terminal();
    let mut progress = messages.progress(stream.size, shared);
    let name = source.to_string();
    let solver = job.search.solver(1);
    let find = |piece: &Piece, _: bool| {
        located::examine(piece, |record| examine(record, missing, &solver))
    };
    let quick = fast_lane::solver(&job.search, 2).map(|lanes| {
        move |packet: &mut LinePacket<Option<PuzzleResult<Examined>>>| {
            fast_lane::answer(
                &lanes,
                packet,
                |solved, out| write_pair(solved, missing, out),
                |piece| find(piece, false),
            );
        }
    });
    let mut worst = Exit::Answered;
    let receive = |item: Item<'_, Option<PuzzleResult<Examined>>>| {
        match item {
            Item::Lines(lines) => {
                let (chunks, _) = lines.bytes.as_chunks();
                chunks.iter().for_each(|pair| pairs.push(pair));
            }
            Item::Piece(_, None, _) => {}
            Item::Piece(_, Some(Ok(Examined::Pair(pair))), _) => pairs.push(&pair),
            Item::Piece(piece, Some(found), PieceContext { alone, .. }) => {
                let located = LocatedPuzzle {
                    file: &name,
                    piece,
                    alone,
                    encoding: Encoding::default(),
                };
                match found {
                    Ok(found) => worst.raise(unfit(&located, &found)?),
                    Err(error) => {
                        error.print(messages, &name, piece);
                        worst.raise(error.exit());
                    }
                }
            }
        }
        if pairs.len() >= MANY {
            take(pairs)?;
        }
        Ok(ControlFlow::Continue(()))
    };
    let (place, options) = ((source, stream), &job.read);
    let seen = pipeline::run(pool, place, options, &mut progress, find, quick, receive)?;
    match seen.puzzles {
        0 if !seen.stopped => Err(source.without_puzzle().into()),
        _ => Ok(worst),
    }
}

/// Writes a line's pair if it is right.
fn write_pair(solved: &SolvedLine<'_>, missing: Missing, out: &mut Vec<u8>) -> bool {
    let SolvedLine { batch, line, .. } = *solved;
    let is_right = match batch.claimed(line) {
        Some(claimed) => claimed.map(|digit| digit.wrapping_sub(b'0')) == *solved.values,
        None => missing == Missing::Solve,
    };
    if is_right && solved.count == 1 {
        out.extend_from_slice(&batch.puzzles()[line]);
        out.extend_from_slice(solved.values);
        return true;
    }
    false
}

fn examine(record: &Record, missing: Missing, solver: &Solver) -> Examined {
    let Some(puzzle) = classic(&record.puzzle) else {
        return Examined::OtherShape;
    };
    let claimed = record.claimed.as_ref().map(|grid| grid.values());
    let claimed = claimed.and_then(|values| values.try_into().ok());
    let claimed = claimed.unwrap_or([0; 81]);
    let verdict = verify(&[puzzle], &[claimed], solver)[0];
    let solution = match verdict {
        Verdict::Right => claimed,
        Verdict::Missing if missing == Missing::Solve => {
            let mut answers = Answers::new();
            solver.solve_batch(&[puzzle], &mut answers);
            match answers.solution(0) {
                Some(solution) => *solution,
                None => return Examined::Unfit(Verdict::Open),
            }
        }
        verdict => return Examined::Unfit(verdict),
    };
    let mut pair = [0; 162];
    pair[..81].copy_from_slice(&puzzle);
    pair[81..].copy_from_slice(&solution);
    Examined::Pair(Box::new(pair))
}

fn classic(puzzle: &Puzzle) -> Option<[u8; 81]> {
    let is_classic = puzzle.shape().is_classic() && puzzle.candidates().is_none();
    puzzle.values().try_into().ok().filter(|_| is_classic)
}

/// Reports a puzzle that is left out of a set.
pub fn report_unfit(
    messages: &Messages,
    located: &LocatedPuzzle<'_>,
    found: &Examined,
) -> anyhow::Result<Exit> {
    let (reason, help, exit) = match found {
        Examined::Pair(_) | Examined::Unfit(Verdict::Right) => return Ok(Exit::Answered),
        Examined::Unfit(Verdict::Open) => return Ok(Exit::Answered),
        Examined::Unfit(verdict) => (reason(*verdict), "", Exit::Failed),
        Examined::OtherShape => (
            "data sets are of classic 9×9 puzzles without candidates of their own".to_string(),
            "remove it from the input",
            Exit::Trouble,
        ),
    };
    let message = format!("{} is left out: {reason}", located.place());
    messages.cli_error(&CliError::new(message, help));
    Ok(exit)
}

/// A verdict as a sentence without its end.
pub fn reason(verdict: Verdict) -> String {
    match verdict {
        Verdict::Right => "the solution is right".to_string(),
        Verdict::Invalid => "the puzzle breaks a rule".to_string(),
        Verdict::NoSolution => "the puzzle has no solution".to_string(),
        Verdict::Several => "the puzzle has several solutions".to_string(),
        Verdict::Missing => "there is no solution, or not a whole one".to_string(),
        Verdict::Wrong { cell } => format!(
            "the solution is wrong, first in row {}, column {}",
            cell / 9 + 1,
            cell % 9 + 1
        ),
        _ => "the search was interrupted".to_string(),
    }
}
