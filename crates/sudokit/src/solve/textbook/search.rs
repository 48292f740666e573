//! The search: choose a cell, try its values one after the other, go back when none is left.
//!
//! In a textbook this is a recursive function. Here the open choices are on an explicit stack, for two
//! reasons: a 64×64 board can have 4096 of them, more than a thread's stack can hold; and going back
//! *several* choices at once, as backjumping does, just pops several.

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering};

use super::board::{Reason, TrackedBoard};
use super::cell::{self, ChooseCell};
use super::jump::{self, Jump};
use super::propagate::{self, Propagate};
use super::rules::{PropagateRule, Rules};
use super::value::{self, ChooseValue};
use crate::bits::mask_of;
use crate::solve::control::Meter;
use crate::solve::{End, Findings, OnSolution, Statistics, Task};

/// An open choice: the cell, and the values not yet tried.
#[derive(Clone, Copy)]
struct Choice {
    cell: usize,
    untried: u64,
    /// The mark on the board's trail to which undoing its value returns.
    mark: usize,
    /// The number of solutions known when its value was placed.
    solutions_before: u64,
}

/// A search.
pub(super) struct Search<'a> {
    rules: Rules,
    task: &'a Task<'a>,
    board: TrackedBoard<'a>,
    cells: Box<dyn ChooseCell + Send>,
    values: &'static (dyn ChooseValue + Sync),
    propagate: &'static (dyn Propagate + Sync),
    jump: Box<dyn Jump + Send>,
    choices: Vec<Choice>,
    meter: Meter<'a>,
    /// Set when other threads have found enough.
    stop: Option<&'a AtomicBool>,
    /// Whether the givens contradict each other.
    impossible: bool,
    count: u64,
    backtracks: u64,
    deepest: usize,
    most_filled: Vec<u8>,
    most_clues: usize,
}

impl<'a> Search<'a> {
    /// Creates a search that has propagated the givens and visited no node.
    pub fn new(rules: Rules, task: &'a Task<'a>) -> Search<'a> {
        let propagate = propagate::rule(rules.propagate);
        let mut board = TrackedBoard::new(task.puzzle, propagate.domains());
        let impossible = propagate.start(&mut board).is_err();
        Search {
            impossible,
            ..Search::on(board, rules, task, None)
        }
    }

    fn on(
        mut board: TrackedBoard<'a>,
        rules: Rules,
        task: &'a Task<'a>,
        stop: Option<&'a AtomicBool>,
    ) -> Search<'a> {
        Search {
            rules,
            task,
            cells: cell::rule(rules.cell, &mut board),
            values: value::rule(rules.value),
            propagate: propagate::rule(rules.propagate),
            jump: jump::rule(rules.jump, board.values().len()),
            choices: Vec::new(),
            meter: Meter::new(task.control, nodes_between_clock_checks(rules, task)),
            stop,
            impossible: false,
            count: 0,
            backtracks: 0,
            deepest: 0,
            most_filled: board.values().to_vec(),
            most_clues: board.clues(),
            board,
        }
    }

    /// Visits the first node. If no choice is open afterwards, the search is finished.
    pub fn begin(&mut self, report: OnSolution<'_>) -> Result<(), End> {
        if self.impossible {
            return Ok(());
        }
        self.visit(report)
    }

    /// Visits everything below the open choices.
    pub fn explore(&mut self, report: OnSolution<'_>) -> Result<(), End> {
        while self.try_next_value() {
            self.visit(report)?;
        }
        Ok(())
    }

    /// Visits a node, whose position is consistent as far as the propagation can tell. Opens a choice,
    /// or reports a solution if nothing is left to choose.
    fn visit(&mut self, report: OnSolution<'_>) -> Result<(), End> {
        if self.stop.is_some_and(|stop| stop.load(Ordering::Relaxed)) {
            return Err(End::Limit);
        }
        self.meter.node()?;
        self.remember_if_fuller();
        match self.cells.choose(&mut self.board) {
            Some(cell) => {
                self.open_choice(cell);
                Ok(())
            }
            None => self.solution(report),
        }
    }

    fn open_choice(&mut self, cell: usize) {
        self.choices.push(Choice {
            cell,
            untried: self.propagate.worth_trying(&self.board, cell),
            mark: self.board.mark(),
            solutions_before: self.count,
        });
        self.jump.opened(self.choices.len());
        self.deepest = self.deepest.max(self.choices.len());
    }

    fn solution(&mut self, report: OnSolution<'_>) -> Result<(), End> {
        self.count += 1;
        let wanted = report(self.board.values());
        if wanted == ControlFlow::Break(()) || self.count == self.task.limit {
            return Err(End::Limit);
        }
        self.jump.solved(self.choices.len());
        self.undo_latest();
        Ok(())
    }

    /// Places the next value that does not fail at once, of the latest choice that has one. Returns
    /// `false` if no choice has any left.
    fn try_next_value(&mut self) -> bool {
        loop {
            let level = self.choices.len();
            let Some(choice) = self.choices.last_mut() else {
                return false;
            };
            let cell = choice.cell;
            if choice.untried == 0 {
                let target = self.jump.exhausted(level, &self.board, cell);
                self.go_back_to(target);
                continue;
            }
            let value = self.values.choose(&self.board, cell, choice.untried);
            choice.untried &= !mask_of(value);
            choice.solutions_before = self.count;
            let reason = Reason::Chosen { level };
            match self.propagate.place(&mut self.board, cell, value, reason) {
                Ok(()) => return true,
                Err(contradiction) => {
                    self.jump.refuted(level, &self.board, contradiction);
                    self.undo_latest();
                }
            }
        }
    }

    /// Closes the latest choice, which is exhausted, and all above the target, and undoes the value of
    /// the target.
    fn go_back_to(&mut self, target: usize) {
        self.choices.pop();
        while !self.choices.is_empty() {
            self.undo_latest();
            if self.choices.len() <= target {
                break;
            }
            self.choices.pop();
        }
    }

    /// Undoes the value of the latest choice and all that follows from it.
    fn undo_latest(&mut self) {
        let Some(choice) = self.choices.last() else {
            return;
        };
        let was_placed = self.board.mark() > choice.mark;
        if was_placed && choice.solutions_before == self.count {
            self.backtracks += 1;
        }
        self.board.undo_to(choice.mark);
    }

    fn remember_if_fuller(&mut self) {
        if self.board.clues() > self.most_clues {
            self.most_clues = self.board.clues();
            self.most_filled.copy_from_slice(self.board.values());
        }
    }

    /// Returns one search for each value of the only open choice, in the order in which this one would
    /// try them. Together they do the rest of this search.
    pub fn split(&self, stop: &'a AtomicBool) -> Vec<Search<'a>> {
        let Some(choice) = self.choices.last() else {
            return Vec::new();
        };
        let mut parts = Vec::new();
        let mut untried = choice.untried;
        while untried != 0 {
            let value = self.values.choose(&self.board, choice.cell, untried);
            untried &= !mask_of(value);
            let mut part = Search::on(self.board.clone(), self.rules, self.task, Some(stop));
            part.board.forget_counts();
            part.choices.push(Choice {
                untried: mask_of(value),
                ..*choice
            });
            part.jump.opened(1);
            part.deepest = 1;
            parts.push(part);
        }
        parts
    }

    /// Returns the findings of the search, which ended like this.
    pub fn findings(self, ended: Result<(), End>) -> Findings {
        Findings {
            count: self.count,
            end: ended.err().unwrap_or(End::Exhausted),
            statistics: Statistics {
                nodes: self.meter.used(),
                assignments: self.board.assignments(),
                backtracks: self.backtracks,
                checks: self.board.checks(),
                deepest: self.deepest as u64,
                ..Statistics::default()
            },
            attempt: self.most_filled,
        }
    }
}

/// Returns the number of nodes between two checks of the clock: about the same amount of work on every
/// board, since a node of a 64×64 board takes as long as fifty of a 9×9. With strategies a node takes
/// far longer than a check; also, its threads share the node limit, and none should hold back nodes
/// that another could use.
fn nodes_between_clock_checks(rules: Rules, task: &Task<'_>) -> u64 {
    match rules.propagate {
        PropagateRule::Strategies => 1,
        _ => (4096 / task.puzzle.shape().cells() as u64).max(1),
    }
}
