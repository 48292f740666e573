//! Which givens could be left out.
//!
//! A given is redundant if the other givens imply it: none of their solutions has another value in
//! its cell. That takes one search per given, which ends at the first solution. The searches of
//! classic puzzles go through the lanes, many puzzles at once.

use crate::puzzle::{Origin, Puzzle};
use crate::solve::{Answers, End, Solver, Statistics};

/// How many classic puzzles are asked about at once: enough to keep the lanes full, few enough for
/// their questions to stay in the caches.
const PUZZLES_AT_A_TIME: usize = 256;

const ALL_VALUES: u16 = 0x1ff;

/// Which givens of a puzzle could be left out.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Minimality {
    /// The cells whose given is implied by all others, each by itself, in ascending order.
    pub redundant: Vec<u16>,
    /// The redundant cells that can be left out together, one after another: what remains is
    /// minimal. If there is a choice, this is one example.
    pub removable: Vec<u16>,
}

impl Minimality {
    /// Analyses one puzzle of any shape. Placed values are ignored, and so are pencil marks that
    /// the puzzle does not need.
    ///
    /// It works for every puzzle with a solution: leaving out a redundant given adds none. The
    /// budgets of the solver apply to all searches together.
    ///
    /// # Errors
    ///
    /// Returns the budget or cancellation that ended a search.
    pub fn of(solver: &Solver, puzzle: &Puzzle) -> Result<Minimality, End> {
        let puzzle = super::without_player_marks(solver, puzzle);
        let values: Option<&[u8; 81]> = match puzzle.shape().is_classic() {
            true => puzzle.values().try_into().ok(),
            false => None,
        };
        if let (Some(values), None, true) =
            (values, puzzle.candidates(), solver.batches_are_quick())
        {
            let mut found = Minimality::of_batch(solver, &[*values]);
            return found.pop().flatten().ok_or(End::Cancelled);
        }
        let mut left = puzzle.clone();
        let mut minimality = Minimality::default();
        let mut spent = Statistics::default();
        for cell in super::given_cells(&puzzle) {
            if is_implied(solver, &mut spent, &puzzle, cell)? {
                minimality.redundant.push(cell as u16);
                // What is not redundant now will not become so with fewer givens.
                if minimality.removable.is_empty() || is_implied(solver, &mut spent, &left, cell)? {
                    minimality.removable.push(cell as u16);
                    left.set(cell, 0, Origin::Given);
                }
            }
        }
        Ok(minimality)
    }

    /// Analyses many classic puzzles at once, 0 for an open cell, on as many threads as the solver
    /// may use. Returns `None` for puzzles whose search was ended by a budget or a cancellation.
    ///
    /// ```
    /// use sudokit::Solver;
    /// use sudokit::analyse::Minimality;
    ///
    /// let known = b"530070000600195000098000060800060003400803001700020006060000280000419005000080079";
    /// let puzzle = known.map(|digit| digit - b'0');
    /// let found = Minimality::of_batch(&Solver::new(), &[puzzle]);
    /// assert!(!found[0].as_ref().is_some_and(Minimality::is_minimal));
    /// ```
    pub fn of_batch(solver: &Solver, puzzles: &[[u8; 81]]) -> Vec<Option<Minimality>> {
        let parts = puzzles.chunks(PUZZLES_AT_A_TIME);
        let mut questions = BatchQuestions::new(solver);
        parts.flat_map(|part| questions.about(part)).collect()
    }

    /// Returns whether every given is needed.
    pub fn is_minimal(&self) -> bool {
        self.redundant.is_empty()
    }

    /// Returns the puzzle without its removable givens, and without placed values and candidates.
    pub fn reduced(&self, puzzle: &Puzzle) -> Puzzle {
        let mut reduced = Puzzle::new(puzzle.shape().clone());
        for cell in super::given_cells(puzzle) {
            if !self.removable.contains(&(cell as u16)) {
                reduced.set(cell, puzzle.values()[cell], Origin::Given);
            }
        }
        reduced
    }
}

/// Returns whether no solution of the other givens has another value in this cell.
/// The budget is what is left after the searches before.
fn is_implied(
    solver: &Solver,
    spent: &mut Statistics,
    puzzle: &Puzzle,
    cell: usize,
) -> Result<bool, End> {
    let mut others = puzzle.clone();
    others.set(cell, 0, Origin::Given);
    let mut masks: Vec<u64> = (0..puzzle.shape().cells())
        .map(|cell| others.allowed(cell))
        .collect();
    masks[cell] = puzzle.shape().all_values() & !puzzle.allowed(cell);
    others.set_candidates(masks);
    let outcome = solver.after(*spent).limit(1).solve(&others);
    *spent += outcome.statistics;
    match outcome.count {
        0 if outcome.end.is_early() => Err(outcome.end),
        count => Ok(count == 0),
    }
}

/// Questions to the lanes, in memory that is reused.
struct BatchQuestions {
    solver: Solver,
    questions: Vec<[u16; 81]>,
    /// The puzzle and the cell of each question.
    about: Vec<(usize, usize)>,
    answers: Answers,
}

impl BatchQuestions {
    fn new(solver: &Solver) -> BatchQuestions {
        BatchQuestions {
            solver: solver.clone().limit(1),
            questions: Vec::new(),
            about: Vec::new(),
            answers: Answers::new(),
        }
    }

    fn about(&mut self, puzzles: &[[u8; 81]]) -> Vec<Option<Minimality>> {
        let mut found = vec![Some(Minimality::default()); puzzles.len()];
        for (index, values) in puzzles.iter().enumerate() {
            for cell in (0..81).filter(|cell| values[*cell] != 0) {
                self.ask(index, cell, values);
            }
        }
        self.answer(&mut found, |minimality, cell| {
            minimality.redundant.push(cell);
        });
        self.reduce(puzzles, &mut found);
        found
    }

    /// Leaves out one redundant given of each puzzle after another, as long as it is redundant
    /// without those before it.
    fn reduce(&mut self, puzzles: &[[u8; 81]], found: &mut [Option<Minimality>]) {
        let mut left = puzzles.to_vec();
        let most = found.iter().flatten().map(|one| one.redundant.len()).max();
        for turn in 0..most.unwrap_or(0) {
            for (index, minimality) in found.iter().enumerate() {
                let cells = minimality.iter().flat_map(|one| one.redundant.get(turn));
                cells.for_each(|cell| self.ask(index, *cell as usize, &left[index]));
            }
            self.answer(found, |minimality, cell| minimality.removable.push(cell));
            for (values, minimality) in left.iter_mut().zip(found.iter()) {
                let last = minimality.as_ref().and_then(|one| one.removable.last());
                if let Some(cell) = last {
                    values[*cell as usize] = 0;
                }
            }
        }
    }

    /// Asks whether a solution of the other givens has another value in this cell.
    fn ask(&mut self, index: usize, cell: usize, values: &[u8; 81]) {
        let mut masks = values.map(|value| match value {
            0 => ALL_VALUES,
            value => 1 << (value - 1),
        });
        masks[cell] = ALL_VALUES & !masks[cell];
        self.questions.push(masks);
        self.about.push((index, cell));
    }

    /// Answers all questions; `implied` gets the cells where no solution has another value.
    fn answer(&mut self, found: &mut [Option<Minimality>], implied: impl Fn(&mut Minimality, u16)) {
        self.solver
            .solve_candidates_batch(&self.questions, &mut self.answers);
        let mut unfinished = self.answers.unfinished().iter().peekable();
        for (at, (index, cell)) in self.about.drain(..).enumerate() {
            let is_finished = unfinished.next_if_eq(&&(at as u32)).is_none();
            match (self.answers.counts()[at], &mut found[index]) {
                (0, one) if !is_finished => *one = None,
                (0, Some(minimality)) => implied(minimality, cell as u16),
                _ => {}
            }
        }
        self.questions.clear();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::shape::Shape;
    use crate::solve::{CancelToken, Engine};

    const KNOWN: &str =
        "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
    const SEVENTEEN: &str =
        "000000010400000000020000000000050407008000300001090000300400200050100000000806000";

    /// By definition: the puzzle has as many solutions without the given.
    fn redundant(puzzle: &Puzzle) -> Vec<u16> {
        let count = |puzzle: &Puzzle| Solver::new().limit(1_000).solve(puzzle).count;
        let all = count(puzzle);
        let cells = (0..puzzle.shape().cells()).filter(|cell| puzzle.values()[*cell] != 0);
        let implied = cells.filter(|cell| {
            let mut fewer = puzzle.clone();
            fewer.set(*cell, 0, Origin::Given);
            count(&fewer) == all
        });
        implied.map(|cell| cell as u16).collect()
    }

    #[test]
    fn redundant_givens_make_no_difference() {
        for text in [
            KNOWN,
            SEVENTEEN,
            "1... ..2. .3.. ...4",
            "12.. 34.. .... ....",
            "1234 3412 2143 432.",
        ] {
            let puzzle: Puzzle = text.parse().unwrap();
            let found = Minimality::of(&Solver::new(), &puzzle).unwrap();
            assert_eq!(found.redundant, redundant(&puzzle), "{text}");
            assert_eq!(found.is_minimal(), found.redundant.is_empty());
            let reduced = found.reduced(&puzzle);
            assert!(redundant(&reduced).is_empty(), "{text}");
            let count = |puzzle: &Puzzle| Solver::new().limit(1_000).solve(puzzle).count;
            assert_eq!(count(&reduced), count(&puzzle), "{text}");
        }
    }

    #[test]
    fn lanes_and_one_search_at_a_time_agree() {
        let puzzle: Puzzle = KNOWN.parse().unwrap();
        let lanes = Minimality::of(&Solver::new(), &puzzle).unwrap();
        let slow = Solver::new().engine(Engine::General);
        assert_eq!(Minimality::of(&slow, &puzzle).unwrap(), lanes);
        assert!(!lanes.is_minimal() && lanes.removable.len() < lanes.redundant.len());
        let values: [u8; 81] = puzzle.values().try_into().unwrap();
        let batch = Minimality::of_batch(&Solver::new().threads(2), &[values; 700]);
        assert!(batch.iter().all(|one| *one == Some(lanes.clone())));
    }

    #[test]
    fn placed_values_and_pencil_marks_are_ignored() {
        let puzzle: Puzzle = SEVENTEEN.parse().unwrap();
        let solution = Solver::new().solve(&puzzle).solution.unwrap();
        let mut played = puzzle.clone();
        played.set(0, solution.values()[0], Origin::Placed);
        let bit = |value: &u8| 1u64 << (value - 1);
        played.set_candidates(solution.values().iter().map(bit).collect());
        let found = Minimality::of(&Solver::new(), &played).unwrap();
        assert!(found.is_minimal(), "{found:?}");
        assert_eq!(found.reduced(&played), puzzle);
    }

    #[test]
    fn a_budget_is_an_error() {
        let cancelled = CancelToken::new();
        cancelled.cancel();
        let stopped = Solver::new().cancel_with(cancelled);
        let classic: Puzzle = SEVENTEEN.parse().unwrap();
        assert_eq!(Minimality::of(&stopped, &classic), Err(End::Cancelled));
        let mut large = Puzzle::new(Shape::with_size(16).unwrap());
        large.set(0, 1, Origin::Given);
        assert_eq!(Minimality::of(&stopped, &large), Err(End::Cancelled));
        // It is one budget for all givens: each of these 17 searches takes at least one node.
        let few = Solver::new().engine(Engine::General).node_limit(16);
        assert_eq!(Minimality::of(&few, &classic), Err(End::NodeLimit));
    }
}
