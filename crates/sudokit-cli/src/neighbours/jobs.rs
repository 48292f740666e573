//! The work of a hunt in its order: puzzle after puzzle, removal after removal.

use std::ops::ControlFlow;
use std::sync::Arc;

use sudokit::Puzzle;
use sudokit::analyse::{Neighbourhood, Removals};
use sudokit::format::{Piece, Reader};

use super::Plan;
use super::rounds::Chosen;
use crate::case;
use crate::exit::Exit;
use crate::input::{Source, Stream};
use crate::talk::Talk;

/// A puzzle whose neighbours are looked for.
pub struct Origin {
    /// The file and the line where it stands, if it was not found by the hunt itself.
    pub place: Option<(String, usize)>,
    /// How many puzzles came before it in this round.
    pub number: u64,
    pub puzzle: Puzzle,
}

/// One removal from one puzzle.
pub struct Job {
    pub origin: Arc<Origin>,
    pub removed: Vec<usize>,
    /// How many removals came before it.
    pub number: u64,
}

/// Gives one job after the other.
pub struct Jobs<'a> {
    plan: &'a Plan,
    talk: &'a Talk,
    around: Neighbourhood,
    sources: std::slice::Iter<'a, Source>,
    /// Puzzles that an earlier round has found; then no file is read.
    chosen: Option<std::vec::IntoIter<Chosen>>,
    open: Option<(&'a Source, Reader<Stream>)>,
    found_in_file: u64,
    current: Option<(Arc<Origin>, Removals, u64)>,
    puzzles: u64,
    pub exit: Exit,
}

impl<'a> Jobs<'a> {
    pub fn new(plan: &'a Plan, talk: &'a Talk) -> Jobs<'a> {
        Jobs {
            plan,
            talk,
            around: plan.around,
            sources: plan.sources.iter(),
            chosen: None,
            open: None,
            found_in_file: 0,
            current: None,
            puzzles: 0,
            exit: Exit::Answered,
        }
    }

    /// The work of a round that goes on from puzzles that another has found.
    pub fn of_round(plan: &'a Plan, talk: &'a Talk, chosen: Vec<Chosen>) -> Jobs<'a> {
        Jobs {
            chosen: Some(chosen.into_iter()),
            ..Jobs::new(plan, talk)
        }
    }

    /// The next job, or the end of the input.
    pub fn next(&mut self) -> Option<Job> {
        loop {
            if let Some((origin, removals, number)) = &mut self.current
                && let Some(removed) = removals.next()
            {
                *number += 1;
                return Some(Job {
                    origin: origin.clone(),
                    removed,
                    number: *number - 1,
                });
            }
            let origin = self.next_puzzle()?;
            self.current = Some((origin.clone(), self.around.removals(&origin.puzzle), 0));
        }
    }

    /// Leaves the rest of the present puzzle out, if there is one, and goes to the next.
    pub fn next_puzzle(&mut self) -> Option<Arc<Origin>> {
        self.current = None;
        if let Some(chosen) = &mut self.chosen {
            let puzzle = chosen.find_map(|one| one.puzzle())?;
            self.puzzles += 1;
            return Some(Arc::new(Origin {
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
                        let reader = Reader::new(stream, self.plan.read.clone());
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

    /// Goes to the puzzle of this number and to this removal of it.
    pub fn go_to(&mut self, origin: &Arc<Origin>, removal: u64) {
        let mut removals = self.around.removals(&origin.puzzle);
        if let Some(skipped) = removal.checked_sub(1) {
            removals.nth(usize::try_from(skipped).unwrap_or(usize::MAX));
        }
        self.current = Some((origin.clone(), removals, removal));
    }

    fn fail(&mut self, error: &anyhow::Error) {
        self.talk.error(error);
        self.exit.raise(Exit::Trouble);
    }

    /// Reads a piece of the open file; stops at a puzzle.
    fn read_piece(&mut self) -> ControlFlow<Arc<Origin>> {
        let Some((source, reader)) = &mut self.open else {
            return ControlFlow::Continue(());
        };
        let source = *source;
        let mut piece = Piece::default();
        match reader.read(&mut piece) {
            Err(error) => {
                self.open = None;
                self.fail(&source.broken(&error).into());
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

    fn look_at(&mut self, source: &Source, piece: Piece) -> ControlFlow<Arc<Origin>> {
        if let Some(problem) = source.unusable(&piece.content) {
            self.open = None;
            self.found_in_file = 1;
            self.fail(&problem.into());
            return ControlFlow::Continue(());
        }
        let file = source.to_string();
        let Some(found) = case::examine(&piece, |record| record.puzzle.clone()) else {
            return ControlFlow::Continue(());
        };
        self.found_in_file += 1;
        match found {
            Err(trouble) => {
                trouble.tell(self.talk, &file, &piece);
                self.exit.raise(trouble.exit());
                ControlFlow::Continue(())
            }
            Ok(puzzle) => {
                self.puzzles += 1;
                ControlFlow::Break(Arc::new(Origin {
                    place: Some((file, piece.line)),
                    number: self.puzzles - 1,
                    puzzle,
                }))
            }
        }
    }
}
