//! Rating puzzles, and saving the results.
//!
//! Rating a puzzle takes some milliseconds and accesses no file, so it is done on many threads; the
//! results are saved in batches. A killed run loses one batch, and the next run resumes after the
//! last one saved.

use rusqlite::params;
use sudokit::logic::{Board, Logic, Position, Standing, Technique};
use sudokit::rate::Rating;
use sudokit::rate::explainer::Ratings;
use sudokit::solve::CancelToken;
use sudokit::{Grid, Puzzle, Shape, Solver};

use crate::entry::SolutionCount;
use crate::error::LibraryError;
use crate::library::Library;
use crate::packed;

/// A puzzle that is not rated yet.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Unrated {
    /// Its number in the library.
    pub id: i64,
    /// The puzzle.
    pub puzzle: Puzzle,
    /// What is known about its solutions.
    pub solutions: SolutionCount,
}

/// The result of rating a puzzle.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RatingOutcome {
    /// Logic solves it; its rating.
    Solved(Rating),
    /// The techniques that ratings use do not solve it.
    Unsolved,
}

/// Rates a puzzle. Returns `None` if it was cancelled.
pub fn rate(
    puzzle: &Puzzle,
    solutions: SolutionCount,
    cancel: &CancelToken,
) -> Option<RatingOutcome> {
    let (mut board, mut steps) = (Board::new(puzzle), Vec::new());
    let logic = match solutions {
        SolutionCount::One => {
            let nodes = Position::node_limit(puzzle.shape().cells());
            let solver = Solver::new().node_limit(nodes).cancel_with(cancel.clone());
            board.allow_uniqueness_if_proven(puzzle, &solver);
            Logic::rating()
        }
        _ => certain(&Logic::rating()),
    };
    let standing = loop {
        if cancel.is_cancelled() {
            return None;
        }
        match logic.advise(&board) {
            Ok(step) => {
                board.apply(&step);
                steps.push(step);
            }
            Err(standing) => break standing,
        }
    };
    let answer = Grid::from(&board);
    Some(match standing {
        Standing::Solved if answer.solves(puzzle) => {
            RatingOutcome::Solved(Rating::of(puzzle.shape(), &steps))
        }
        _ => RatingOutcome::Unsolved,
    })
}

/// Returns the logic without techniques that assume one solution or look at it.
fn certain(logic: &Logic) -> Logic {
    logic.without(Technique::BruteForce).without_uniqueness()
}

/// Which rating a puzzle lacks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum RatingKind {
    /// Level and score.
    Level,
    /// ER, EP and ED of Sudoku Explainer, which plain 9×9 boards have.
    Explainer,
}

impl RatingKind {
    /// Returns the condition for puzzles that lack it. Those with several solutions never get one.
    fn condition(self) -> String {
        match self {
            RatingKind::Level => {
                "rating IS NULL AND (solutions IS NULL OR solutions = 1)".to_string()
            }
            RatingKind::Explainer => format!(
                "er IS NULL AND solutions = 1 \
                 AND puzzle.shape = (SELECT id FROM shape WHERE name = '{}')",
                Shape::classic()
            ),
        }
    }
}

impl Library {
    /// Returns how many puzzles lack a rating.
    ///
    /// # Errors
    ///
    /// Returns errors of the database.
    pub fn count_unrated(&self, kind: RatingKind) -> Result<u64, LibraryError> {
        let count = format!("SELECT count(*) FROM puzzle WHERE {}", kind.condition());
        let counted = self.connection.query_row(&count, [], |row| row.get(0));
        counted.map_err(|error| self.to_error(error))
    }

    /// Returns up to `most` puzzles that lack a rating, with numbers above `after`.
    ///
    /// # Errors
    ///
    /// Returns errors of the database.
    pub fn unrated(
        &self,
        kind: RatingKind,
        after: i64,
        most: usize,
    ) -> Result<Vec<Unrated>, LibraryError> {
        let to_error = |error| self.to_error(error);
        let select = format!(
            "SELECT puzzle.id, packed, candidates, solutions, shape.name \
             FROM puzzle JOIN shape ON shape.id = puzzle.shape \
             WHERE {} AND puzzle.id > ?1 ORDER BY puzzle.id LIMIT ?2",
            kind.condition()
        );
        let mut statement = self.connection.prepare_cached(&select).map_err(to_error)?;
        let mut rows = statement
            .query(params![after, most as i64])
            .map_err(to_error)?;
        let mut unrated = Vec::new();
        while let Some(row) = rows.next().map_err(to_error)? {
            let read = || -> rusqlite::Result<_> {
                let shape: String = row.get(4)?;
                let (packed, candidates): (Vec<u8>, Option<Vec<u8>>) = (row.get(1)?, row.get(2)?);
                Ok((row.get(0)?, packed, candidates, row.get(3)?, shape))
            };
            let (id, packed, candidates, solutions, shape) = read().map_err(to_error)?;
            let shape = self.shape(&shape)?;
            let puzzle = packed::puzzle(&packed, candidates.as_deref(), &shape);
            let puzzle = puzzle.ok_or_else(|| self.damaged(&format!("puzzle {id}")))?;
            unrated.push(Unrated {
                id,
                puzzle,
                solutions: SolutionCount::restored(solutions),
            });
        }
        Ok(unrated)
    }

    /// Saves ratings, all of them or none. When this returns, they are on the disk.
    ///
    /// # Errors
    ///
    /// Returns errors of the database.
    pub fn save_ratings(&mut self, ratings: &[(i64, RatingOutcome)]) -> Result<(), LibraryError> {
        let kept = self.try_keep(ratings);
        kept.map_err(|error| self.to_error(error))
    }

    fn try_keep(&mut self, ratings: &[(i64, RatingOutcome)]) -> rusqlite::Result<()> {
        let numbers = &self.numbers;
        let transaction = self.connection.transaction()?;
        {
            // A solution path without a technique that assumes one solution proves that there is
            // one; otherwise it was known.
            let solved = "UPDATE puzzle SET rating = 1, solutions = 1, level = ?2, score = ?3, \
                          hardest = ?4, steps = ?5, techniques_low = ?6, techniques_high = ?7, \
                          uses = ?8 WHERE id = ?1";
            let mut solved = transaction.prepare_cached(solved)?;
            let beyond = "UPDATE puzzle SET rating = 0 WHERE id = ?1";
            let mut beyond = transaction.prepare_cached(beyond)?;
            for (id, rated) in ratings {
                let RatingOutcome::Solved(rating) = rated else {
                    beyond.execute([id])?;
                    continue;
                };
                let techniques = rating.techniques.iter().map(|used| used.technique);
                let (low, high) = numbers.bits(techniques);
                solved.execute(params![
                    id,
                    rating.level as u8,
                    rating.score,
                    rating.hardest.and_then(|hardest| numbers.number(hardest)),
                    rating.steps(),
                    low,
                    high,
                    numbers.pack_uses(rating),
                ])?;
            }
        }
        transaction.commit()
    }

    /// Saves ER, EP and ED, all of them or none. When this returns, they are on the disk.
    ///
    /// # Errors
    ///
    /// Returns errors of the database.
    pub fn save_explainer_ratings(
        &mut self,
        ratings: &[(i64, Ratings)],
    ) -> Result<(), LibraryError> {
        let mut keep = || -> rusqlite::Result<()> {
            let transaction = self.connection.transaction()?;
            let update = "UPDATE puzzle SET er = ?2, ep = ?3, ed = ?4 WHERE id = ?1";
            let mut update = transaction.prepare_cached(update)?;
            for (id, rated) in ratings {
                let [er, ep, ed] = [rated.er, rated.ep, rated.ed].map(|each| each.tenths());
                update.execute(params![id, er, ep, ed])?;
            }
            drop(update);
            transaction.commit()
        };
        keep().map_err(|error| LibraryError::new(&self.path, error))
    }

    /// Removes all ratings of a kind.
    ///
    /// # Errors
    ///
    /// Returns errors of the database.
    pub fn clear_ratings(&mut self, kind: RatingKind) -> Result<(), LibraryError> {
        let forget = match kind {
            RatingKind::Level => {
                "UPDATE puzzle SET rating = NULL, level = NULL, score = NULL, hardest = NULL, \
                 steps = NULL, techniques_low = NULL, techniques_high = NULL, uses = NULL \
                 WHERE rating IS NOT NULL"
            }
            RatingKind::Explainer => {
                "UPDATE puzzle SET er = NULL, ep = NULL, ed = NULL WHERE er IS NOT NULL"
            }
        };
        let forgotten = self.connection.execute(forget, []);
        forgotten.map(drop).map_err(|error| self.to_error(error))
    }
}
