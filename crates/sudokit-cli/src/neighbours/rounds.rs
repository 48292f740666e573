//! Round after round: the hardest neighbours of one are the puzzles of the next.

use serde::{Deserialize, Serialize};
use sudokit::{Puzzle, Shape};

use super::write;

/// A puzzle for the next round.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Chosen {
    score: u32,
    shape: String,
    puzzle: String,
}

impl Chosen {
    /// The puzzle itself; nothing where somebody has changed the state of a hunt by hand.
    pub fn puzzle(&self) -> Option<Puzzle> {
        let shape: Shape = self.shape.parse().ok()?;
        Puzzle::from_values(shape, write::values(&self.puzzle)).ok()
    }
}

/// The hardest puzzles of a round so far, the hardest first; of equally hard ones the first.
#[derive(Clone, Debug, Default)]
pub struct Hardest {
    most: usize,
    chosen: Vec<Chosen>,
}

impl Hardest {
    /// No more than so many.
    pub fn new(most: usize, chosen: Vec<Chosen>) -> Hardest {
        Hardest { most, chosen }
    }

    pub fn offer(&mut self, score: u32, shape: &Shape, values: &[u8]) {
        let place = self.chosen.partition_point(|other| other.score >= score);
        if place >= self.most {
            return;
        }
        let puzzle = write::line(shape, values);
        let shape = shape.to_string();
        self.chosen.insert(
            place,
            Chosen {
                score,
                shape,
                puzzle,
            },
        );
        self.chosen.truncate(self.most);
    }

    pub fn chosen(&self) -> &[Chosen] {
        &self.chosen
    }

    /// Takes them all, for a round of their own.
    pub fn take(&mut self) -> Vec<Chosen> {
        std::mem::take(&mut self.chosen)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_hardest_are_kept_and_come_back_as_they_were() {
        let puzzle: Puzzle = "1.....2..3.....4".parse().unwrap();
        let mut hardest = Hardest::new(3, Vec::new());
        for score in [5, 9, 5, 7, 9] {
            let mut values = puzzle.values().to_vec();
            values[1] = (score % 4) as u8;
            hardest.offer(score, puzzle.shape(), &values);
        }
        let scores: Vec<u32> = hardest.chosen().iter().map(|one| one.score).collect();
        assert_eq!(scores, [9, 9, 7]);
        let first = hardest.take()[0].puzzle().unwrap();
        assert_eq!((first.values()[1], first.values()[15]), (1, 4));
        assert!(hardest.chosen().is_empty());
    }
}
