//! The work of a search in order: puzzle after puzzle, removal after removal.

use std::ops::ControlFlow;
use std::sync::Arc;

use sudokit::Puzzle;
use sudokit::analyse::{Neighbourhood, Removals};
use sudokit::format::{Piece, Reader};

use super::options::NeighboursOptions;
use super::rounds::RoundPuzzle;
use crate::io::input::{Source, Stream};
use crate::io::interrupt;
use crate::report::{Exit, located};
use crate::terminal::messages::Messages;

/// A puzzle whose neighbours are searched.
pub struct OriginPuzzle {
    /// Its file and line, unless an earlier round found it.
    pub place: Option<(String, usize)>,
    /// How many puzzles came before it in this round.
    pub number: u64,
    pub puzzle: Puzzle,
}

/// One removal from one puzzle.
pub struct RemovalJob {
    pub origin: Arc<OriginPuzzle>,
    pub removed: Vec<usize>,
    /// How many removals came before it.
    pub number: u64,
}

/// Yields one job after another.
pub struct RemovalJobs<'a> {
    options: &'a NeighboursOptions,
    messages: &'a Messages,
    around: Neighbourhood,
    sources: std::slice::Iter<'a, Source>,
    /// Puzzles found by an earlier round; then no file is read.
    chosen: Option<std::vec::IntoIter<RoundPuzzle>>,
    open: Option<(&'a Source, Reader<Stream>)>,
    found_in_file: u64,
    current: Option<(Arc<OriginPuzzle>, Removals, u64)>,
    puzzles: u64,
    pub exit: Exit,
}

impl<'a> RemovalJobs<'a> {
    pub fn new(options: &'a NeighboursOptions, messages: &'a Messages) -> RemovalJobs<'a> {
        RemovalJobs {
            options,
            messages,
            around: options.around,
            sources: options.sources.iter(),
            chosen: None,
            open: None,
            found_in_file: 0,
            current: None,
            puzzles: 0,
            exit: Exit::Answered,
        }
    }

    /// The work of a round that starts from puzzles found by another.
    pub fn of_round(
        options: &'a NeighboursOptions,
        messages: &'a Messages,
        chosen: Vec<RoundPuzzle>,
    ) -> RemovalJobs<'a> {
        RemovalJobs {
            chosen: Some(chosen.into_iter()),
            ..RemovalJobs::new(options, messages)
        }
    }

    /// The next job, or `None` at the end of the input.
    pub fn next(&mut self) -> Option<RemovalJob> {
        loop {
            if let Some((origin, removals, number)) = &mut self.current
                && let Some(removed) = removals.next()
            {
                *number += 1;
                return Some(RemovalJob {
                    origin: origin.clone(),
                    removed,
                    number: *number - 1,
                });
            }
            let origin = self.next_puzzle()?;
            self.current = Some((origin.clone(), self.around.removals(&origin.puzzle), 0));
        }
    }

    /// Skips the rest of the current puzzle, if there is one, and goes to the next.
    pub fn next_puzzle(&mut self) -> Option<Arc<OriginPuzzle>> {
        self.current = None;
        if let Some(chosen) = &mut self.chosen {
            let puzzle = chosen.find_map(|one| one.puzzle())?;
            self.puzzles += 1;
            return Some(Arc::new(OriginPuzzle {
                place: None,
                number: self.puzzles - 1,
                puzzle,
            }));
        }
        loop {
            if self.open.is_none() {
                let source = self.sources.next()?;
                self.found_in_file = 0;
                match source.open() {
                    Ok(stream) => {
                        let cancel = self.options.search.cancel.clone();
                        let reader = stream.reader(self.options.read.clone(), cancel);
                        self.open = Some((source, reader));
                    }
                    Err(problem) => self.fail(&problem.into()),
                }
            }
            if let ControlFlow::Break(origin) = self.read_piece() {
                return Some(origin);
            }
        }
    }

    /// Seeks to a puzzle and to one of its removals.
    pub fn go_to(&mut self, origin: &Arc<OriginPuzzle>, removal: u64) {
        let mut removals = self.around.removals(&origin.puzzle);
        if let Some(skipped) = removal.checked_sub(1) {
            removals.nth(usize::try_from(skipped).unwrap_or(usize::MAX));
        }
        self.current = Some((origin.clone(), removals, removal));
    }

    fn fail(&mut self, error: &anyhow::Error) {
        // Reading ended in the middle.
        if interrupt::is_interrupted() {
            return;
        }
        self.messages.error(error);
        self.exit.raise(Exit::Trouble);
    }

    /// Reads a piece of the open file; stops at a puzzle.
    fn read_piece(&mut self) -> ControlFlow<Arc<OriginPuzzle>> {
        let Some((source, reader)) = &mut self.open else {
            return ControlFlow::Continue(());
        };
        let source = *source;
        let mut piece = Piece::default();
        match reader.read(&mut piece) {
            Err(error) => {
                self.open = None;
                // Nothing is read after an interruption, which is reported once.
                match self.options.search.cancel.is_cancelled() {
                    true => self.sources = Default::default(),
                    false => self.fail(&source.broken(&error).into()),
                }
            }
            Ok(false) => {
                self.open = None;
                if self.found_in_file == 0 {
                    self.fail(&source.without_puzzle().into());
                }
            }
            Ok(true) => return self.look_at(source, piece),
        }
        ControlFlow::Continue(())
    }

    fn look_at(&mut self, source: &Source, piece: Piece) -> ControlFlow<Arc<OriginPuzzle>> {
        if let Some(problem) = source.unusable(&piece.content) {
            self.open = None;
            self.found_in_file = 1;
            self.fail(&problem.into());
            return ControlFlow::Continue(());
        }
        let file = source.to_string();
        let Some(found) = located::examine(&piece, |record| record.puzzle.clone()) else {
            return ControlFlow::Continue(());
        };
        self.found_in_file += 1;
        match found {
            Err(failure) => {
                failure.print(self.messages, &file, &piece);
                self.exit.raise(failure.exit());
                ControlFlow::Continue(())
            }
            Ok(puzzle) => {
                self.puzzles += 1;
                ControlFlow::Break(Arc::new(OriginPuzzle {
                    place: Some((file, piece.line)),
                    number: self.puzzles - 1,
                    puzzle,
                }))
            }
        }
    }
}
