//! Verbs that say one thing about each puzzle, a line each: `check` and `count`.

use std::io::{self, IsTerminal, Write};
use std::ops::ControlFlow;

use indicatif::ProgressBar;
use sudokit::Solver;
use sudokit::format::{Piece, ReadOptions};

use crate::input::Source;
use crate::lines::{self, Packet, Solved};
use crate::output::Sink;
use crate::pipeline::{self, Circumstances, Crew, Item, Lines};
use crate::talk::Talk;

/// What is to be found out about each puzzle; many threads ask at once.
pub trait Question: Sync {
    /// What there is to know about one puzzle.
    type Finding: Send;
    /// What else has to be known about lines that look alike.
    type Notes;

    /// How its files are read.
    fn read_options(&self) -> &ReadOptions;

    /// Finds it out for a piece that is a puzzle, on so many threads; a search that takes long
    /// can show on the bar how far it has come.
    fn find(&self, piece: &Piece, means: &Means<'_>) -> Option<Self::Finding>;

    /// A solver for lines that look alike, where it is enough to know how many solutions a
    /// puzzle has.
    fn solver_for_lines(&self) -> Option<Solver>;

    /// Finds out what else has to be known about them, all at once.
    fn notes(&self, puzzles: &[[u8; 81]]) -> Self::Notes;

    /// Writes the line for a puzzle of which that is known, or declines.
    fn write_line(
        &self,
        source: &str,
        solved: &Solved<'_>,
        notes: &Self::Notes,
        out: &mut Vec<u8>,
    ) -> bool;
}

/// What a search for one puzzle has at hand.
pub struct Means<'a> {
    /// The file, by name.
    pub source: &'a str,
    pub threads: usize,
    pub bar: Option<&'a ProgressBar>,
}

/// What is done with the findings, in the order of the file.
pub trait Ledger<F> {
    /// The line about a puzzle.
    ///
    /// # Errors
    /// When it cannot be written down.
    fn line(
        &self,
        source: &str,
        piece: &Piece,
        finding: &F,
        alone: bool,
    ) -> anyhow::Result<Vec<u8>>;

    /// Whether more is said about it than its line, which should come first then.
    fn is_remarkable(&self, finding: &F) -> bool;

    /// Counts it and says what is to be said; may end the work.
    fn enter(&mut self, source: &str, piece: &Piece, finding: &F, alone: bool) -> ControlFlow<()>;

    /// Counts lines about which nothing is said.
    fn enter_lines(&mut self, lines: &Lines<'_>);
}

/// Asks the question about every puzzle of a file.
///
/// # Errors
/// What stops the work on this file.
pub fn file<Q: Question>(
    question: &Q,
    ledger: &mut impl Ledger<Q::Finding>,
    (crew, talk, sink): (&Crew, &Talk, &mut Sink),
    source: &Source,
) -> anyhow::Result<()> {
    let stream = source.open()?;
    let mut watch = talk.watch(stream.size, io::stdout().is_terminal());
    let bar = watch.bar();
    let name = source.to_string();
    let find = |piece: &Piece, alone: bool| {
        let (threads, bar) = match alone {
            true => (crew.threads(), bar.as_ref()),
            false => (1, None),
        };
        let source = &name[..];
        question.find(
            piece,
            &Means {
                source,
                threads,
                bar,
            },
        )
    };
    let solver = question.solver_for_lines();
    let quick = solver.as_ref().map(|solver| {
        |packet: &mut Packet<_>| {
            let notes = question.notes(packet.batch.puzzles());
            let write =
                |solved: &Solved<'_>, out: &mut _| question.write_line(&name, solved, &notes, out);
            lines::answer(solver, packet, write, |piece| find(piece, false));
        }
    });
    let take = |item: Item<'_, Option<Q::Finding>>| {
        let (pause, flow) = match item {
            Item::Lines(lines) => {
                sink.write_all(lines.bytes)?;
                ledger.enter_lines(&lines);
                (lines.pause, ControlFlow::Continue(()))
            }
            Item::Piece(_, None, Circumstances { pause, .. }) => (pause, ControlFlow::Continue(())),
            Item::Piece(piece, Some(finding), Circumstances { alone, pause }) => {
                sink.write_all(&ledger.line(&name, piece, &finding, alone)?)?;
                if ledger.is_remarkable(&finding) {
                    sink.hand_over()?;
                }
                (pause, ledger.enter(&name, piece, &finding, alone))
            }
        };
        if pause {
            sink.hand_over()?;
        }
        Ok(flow)
    };
    let (file, options) = ((source, stream), question.read_options());
    let seen = pipeline::run(crew, file, options, &mut watch, find, quick, take)?;
    drop(watch);
    match seen.puzzles {
        0 if !seen.stopped => Err(source.without_puzzle().into()),
        _ => Ok(()),
    }
}
