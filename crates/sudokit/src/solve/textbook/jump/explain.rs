//! Traces a failure back to the choices it rests on.
//!
//! A contradiction says that some values are excluded from some cells. Each exclusion has an
//! obstacle: a filled cell, or a piece of logic. A filled cell was a given (nobody's fault), a
//! choice (blame it), or was itself deduced from exclusions; and so does logic rest on
//! exclusions. So the question is asked again and again until only choices and givens are left.
//!
//! It comes to an end because everything rests on something older than itself: the board names,
//! of several obstacles, the one that was there first.

use super::levels::Levels;
use crate::bits::{mask_of, values_of};
use crate::solve::textbook::board::{Board, Confinement, Contradiction, Obstacle, Reason};

pub(super) struct Explainer {
    /// The exclusions that have been asked about in this explanation, a set for each cell.
    asked: Vec<u64>,
    /// The filled cells that have been explained.
    explained: Vec<bool>,
    /// Exclusions still to be explained.
    open_questions: Vec<(usize, u8)>,
}

impl Explainer {
    pub fn new(cells: usize) -> Explainer {
        Explainer {
            asked: vec![0; cells],
            explained: vec![false; cells],
            open_questions: Vec::new(),
        }
    }

    /// Adds the choices because of which the position is contradictory.
    pub fn contradiction(
        &mut self,
        board: &Board<'_>,
        contradiction: Contradiction,
        blame: &mut Levels,
    ) {
        match contradiction {
            // Was never placed; it is explained with all the excluded values of its cell when
            // the cell is exhausted.
            Contradiction::Taken => return,
            Contradiction::NoValue { cell } => self.ask(cell, board.allowed(cell)),
            Contradiction::TooFewPlaces(why) => self.ask_elsewhere(board, why),
        }
        self.answer(board, blame);
    }

    /// Adds the choices because of which these values are excluded from a cell.
    pub fn excluded(&mut self, board: &Board<'_>, cell: usize, values: u64, blame: &mut Levels) {
        self.ask(cell, values);
        self.answer(board, blame);
    }

    fn answer(&mut self, board: &Board<'_>, blame: &mut Levels) {
        while let Some((cell, value)) = self.open_questions.pop() {
            match board.obstacle(cell, value) {
                Some(Obstacle::Logic(why)) => self.ask_elsewhere(board, why),
                Some(Obstacle::Cell(filled)) => self.explain_filled(board, filled, blame),
                // Only what is excluded is ever asked about.
                None => debug_assert!(false, "value {value} fits cell {cell}"),
            }
        }
        self.asked.fill(0);
        self.explained.fill(false);
    }

    fn explain_filled(&mut self, board: &Board<'_>, cell: usize, blame: &mut Levels) {
        if std::mem::replace(&mut self.explained[cell], true) {
            return;
        }
        match board.reason(cell) {
            Reason::Given => {}
            Reason::Chosen { level } => blame.insert(level),
            Reason::OnlyValue => {
                self.ask(cell, board.allowed(cell) & !mask_of(board.values()[cell]))
            }
            Reason::OnlyPlace(why) => self.ask_elsewhere(board, why),
        }
    }

    /// Why can the values not be elsewhere in the house?
    fn ask_elsewhere(&mut self, board: &Board<'_>, why: Confinement) {
        for cell in why.elsewhere(board.shape()) {
            self.ask(cell, board.allowed(cell) & why.values);
        }
    }

    /// Why can these values not be in the cell?
    fn ask(&mut self, cell: usize, excluded: u64) {
        let new = excluded & !self.asked[cell];
        self.asked[cell] |= new;
        self.open_questions
            .extend(values_of(new).map(|value| (cell, value)));
    }
}
