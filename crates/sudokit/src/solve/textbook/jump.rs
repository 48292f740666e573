//! The rules for where the search goes when every value of a cell has failed.

use super::board::{Confinement, Contradiction, Obstacle, Reason, TrackedBoard};
use super::rules::JumpRule;
use crate::bits::{mask_of, values_of};

/// A rule for going back. Choices are numbered by *level*: the first choice of the search is level
/// 1, and the latest open choice has the highest level.
pub(super) trait Jump {
    /// Called when a choice of this level is opened, before any value is tried.
    fn opened(&mut self, level: usize);

    /// Called when the value tried at this level leads straight to a contradiction, before the
    /// board is restored.
    fn refuted(&mut self, level: usize, board: &TrackedBoard<'_>, contradiction: Contradiction);

    /// Called when a solution is found with this as the latest choice.
    fn solved(&mut self, level: usize);

    /// Returns the level of the choice to go back to, or 0 if there is nothing more to find, once
    /// every value of the cell at this level has been tried and undone.
    fn exhausted(&mut self, level: usize, board: &TrackedBoard<'_>, cell: usize) -> usize;
}

/// Returns the rule with this name, for a board with `cells` cells.
pub(super) fn rule(name: JumpRule, cells: usize) -> Box<dyn Jump + Send> {
    match name {
        JumpRule::Chronological => Box::new(Chronological),
        JumpRule::ConflictDirected => Box::new(ConflictDirected::new(cells)),
    }
}

/// To the previous choice, whether or not it had anything to do with the failure.
struct Chronological;

impl Jump for Chronological {
    fn opened(&mut self, _: usize) {}

    fn refuted(&mut self, _: usize, _: &TrackedBoard<'_>, _: Contradiction) {}

    fn solved(&mut self, _: usize) {}

    fn exhausted(&mut self, level: usize, _: &TrackedBoard<'_>, _: usize) -> usize {
        level - 1
    }
}

/// To the latest choice that had a part in the failure, past all that had none.
///
/// Every open choice keeps a *blame set*: the levels of the earlier choices that made some of its
/// values fail. When its last value has failed, then
///
/// > with the choices in the blame set as they are, there is no solution (that was not already
/// > found),
///
/// whatever the choices in between are. So the search may return to the latest choice in the set. It
/// passes on the rest of the set, since those choices had their part in the failure of that value too.
///
/// A value fails in one of three ways, and each has its blame:
///
/// * it was never worth trying, or conflicted with a peer: blame what excluded it;
/// * it was placed and led straight to a contradiction: blame what the contradiction rests on;
/// * it was placed, and a later choice was exhausted and returned here: blame what that passed on.
///
/// **No solution is lost.** A value under which a solution was found has not failed, so no reason can
/// be given; then every earlier choice is blamed, and the search goes back step by step, as it would
/// without jumping.
struct ConflictDirected {
    /// The blame set of each level, level 1 first; those of closed choices are kept for reuse.
    blame: Vec<Levels>,
    explainer: Explainer,
}

impl ConflictDirected {
    fn new(cells: usize) -> ConflictDirected {
        ConflictDirected {
            blame: Vec::new(),
            explainer: Explainer::new(cells),
        }
    }
}

impl Jump for ConflictDirected {
    fn opened(&mut self, level: usize) {
        if self.blame.len() < level {
            self.blame.resize_with(level, Levels::default);
        }
        self.blame[level - 1].clear();
    }

    fn refuted(&mut self, level: usize, board: &TrackedBoard<'_>, contradiction: Contradiction) {
        let blame = &mut self.blame[level - 1];
        self.explainer.contradiction(board, contradiction, blame);
        // The value itself goes anyway; only earlier choices are blamed.
        blame.remove(level);
    }

    fn solved(&mut self, level: usize) {
        if level > 0 {
            self.blame[level - 1].insert_all_below(level);
        }
    }

    fn exhausted(&mut self, level: usize, board: &TrackedBoard<'_>, cell: usize) -> usize {
        let mut blame = std::mem::take(&mut self.blame[level - 1]);
        let excluded = board.allowed(cell) & !board.domain(cell);
        self.explainer.excluded(board, cell, excluded, &mut blame);
        let target = blame.highest().unwrap_or(0);
        if target > 0 {
            blame.remove(target);
            self.blame[target - 1].insert_all_of(&blame);
        }
        self.blame[level - 1] = blame;
        target
    }
}

/// Traces a failure back to the choices it rests on.
///
/// A contradiction means that some values are excluded from some cells. Each exclusion has an
/// obstacle: a filled cell, or a deduction. A filled cell is a given (nothing to blame), a choice
/// (blame it), or was itself deduced from exclusions; deductions rest on exclusions too. So the
/// question is repeated until only choices and givens are left.
///
/// This terminates because everything rests on something older than itself: of several obstacles the
/// board names the oldest.
struct Explainer {
    /// The exclusions asked about in this explanation, one set for each cell.
    asked: Vec<u64>,
    /// The filled cells already explained.
    explained: Vec<bool>,
    /// Exclusions still to be explained.
    open_questions: Vec<(usize, u8)>,
}

impl Explainer {
    fn new(cells: usize) -> Explainer {
        Explainer {
            asked: vec![0; cells],
            explained: vec![false; cells],
            open_questions: Vec::new(),
        }
    }

    /// Adds the choices that make the position contradictory.
    fn contradiction(
        &mut self,
        board: &TrackedBoard<'_>,
        contradiction: Contradiction,
        blame: &mut Levels,
    ) {
        match contradiction {
            // It was never placed. It is explained with all the excluded values of its cell when
            // the cell is exhausted.
            Contradiction::Taken => return,
            Contradiction::NoValue { cell } => self.ask(cell, board.allowed(cell)),
            Contradiction::TooFewPlaces(why) => self.ask_elsewhere(board, why),
        }
        self.answer(board, blame);
    }

    /// Adds the choices that exclude these values from a cell.
    fn excluded(&mut self, board: &TrackedBoard<'_>, cell: usize, values: u64, blame: &mut Levels) {
        self.ask(cell, values);
        self.answer(board, blame);
    }

    fn answer(&mut self, board: &TrackedBoard<'_>, blame: &mut Levels) {
        while let Some((cell, value)) = self.open_questions.pop() {
            match board.obstacle(cell, value) {
                Some(Obstacle::Logic(why)) => self.ask_elsewhere(board, why),
                Some(Obstacle::Cell(filled)) => self.explain_filled(board, filled, blame),
                // Only excluded values are ever asked about.
                None => debug_assert!(false, "value {value} fits cell {cell}"),
            }
        }
        self.asked.fill(0);
        self.explained.fill(false);
    }

    fn explain_filled(&mut self, board: &TrackedBoard<'_>, cell: usize, blame: &mut Levels) {
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

    /// Asks why the values cannot be elsewhere in the house.
    fn ask_elsewhere(&mut self, board: &TrackedBoard<'_>, why: Confinement) {
        for cell in why.elsewhere(board.shape()) {
            self.ask(cell, board.allowed(cell) & why.values);
        }
    }

    /// Asks why these values cannot be in the cell.
    fn ask(&mut self, cell: usize, excluded: u64) {
        let new = excluded & !self.asked[cell];
        self.asked[cell] |= new;
        self.open_questions
            .extend(values_of(new).map(|value| (cell, value)));
    }
}

/// A set of levels, one bit each.
#[derive(Clone, Debug, Default)]
struct Levels(Vec<u64>);

impl Levels {
    fn clear(&mut self) {
        self.0.clear();
    }

    fn insert(&mut self, level: usize) {
        if self.0.len() <= level / 64 {
            self.0.resize(level / 64 + 1, 0);
        }
        self.0[level / 64] |= 1 << (level % 64);
    }

    fn remove(&mut self, level: usize) {
        if let Some(word) = self.0.get_mut(level / 64) {
            *word &= !(1 << (level % 64));
        }
    }

    /// Inserts levels 1 to `level - 1`.
    fn insert_all_below(&mut self, level: usize) {
        (1..level).for_each(|below| self.insert(below));
    }

    fn insert_all_of(&mut self, other: &Levels) {
        if self.0.len() < other.0.len() {
            self.0.resize(other.0.len(), 0);
        }
        for (word, more) in self.0.iter_mut().zip(&other.0) {
            *word |= more;
        }
    }

    fn highest(&self) -> Option<usize> {
        let word = self.0.iter().rposition(|word| *word != 0)?;
        Some(word * 64 + self.0[word].ilog2() as usize)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_highest_is_found_across_words() {
        let mut levels = Levels::default();
        assert_eq!(levels.highest(), None);
        levels.insert(3);
        levels.insert(130);
        assert_eq!(levels.highest(), Some(130));
        levels.remove(130);
        levels.remove(999);
        assert_eq!(levels.highest(), Some(3));
        let mut others = Levels::default();
        others.insert_all_below(66);
        levels.insert_all_of(&others);
        assert_eq!(levels.highest(), Some(65));
        levels.clear();
        assert_eq!(levels.highest(), None);
    }
}
