//! Compares our levels and scores with those of another program.

use std::fmt;
use std::str::FromStr;

use sudokit::Puzzle;
use sudokit::logic::Level;
use sudokit::rate::Rating;

const LEVELS: [Level; 5] = [
    Level::Easy,
    Level::Medium,
    Level::Hard,
    Level::Unfair,
    Level::Extreme,
];

/// A puzzle with the rating of another program, and ours.
pub struct Pair {
    puzzle: String,
    level: Level,
    score: u32,
    ours: Option<Rating>,
}

impl Pair {
    /// Returns whether both levels are the same.
    pub fn agrees(&self) -> bool {
        self.our_level() == Some(self.level)
    }

    fn our_level(&self) -> Option<Level> {
        self.ours.as_ref().map(|rating| rating.level)
    }
}

/// Reads `puzzle Level (score)` and rates the puzzle.
impl FromStr for Pair {
    type Err = String;

    fn from_str(line: &str) -> Result<Pair, String> {
        let unknown = || format!("not `puzzle Level (score)`: {line}");
        let mut words = line.split_whitespace();
        let (Some(text), Some(level), Some(score)) = (words.next(), words.next(), words.next())
        else {
            return Err(unknown());
        };
        let level = LEVELS.into_iter().find(|each| each.to_string() == level);
        let score = score.trim_matches(['(', ')']).parse();
        let puzzle: Puzzle = text.parse().map_err(|problem| format!("{problem}"))?;
        Ok(Pair {
            puzzle: text.to_string(),
            level: level.ok_or_else(unknown)?,
            score: score.map_err(|_| unknown())?,
            ours: Rating::of_puzzle(&puzzle),
        })
    }
}

impl fmt::Display for Pair {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {} ({}), here ", self.puzzle, self.level, self.score)?;
        let Some(ours) = &self.ours else {
            return f.write_str("unsolved");
        };
        write!(f, "{} ({}):", ours.level, ours.score)?;
        for used in &ours.techniques {
            write!(f, " {}×{}", used.steps, used.technique.slug())?;
        }
        Ok(())
    }
}

/// Counts of many pairs.
#[derive(Default)]
pub struct Agreement {
    /// Theirs by row, ours by column; the last column counts the puzzles we could not solve.
    counts: [[u32; LEVELS.len() + 1]; LEVELS.len()],
    /// Our score minus theirs, if we have one.
    differences: Vec<i64>,
}

impl Agreement {
    /// Counts a pair.
    pub fn add(&mut self, pair: &Pair) {
        let ours = pair
            .our_level()
            .map_or(LEVELS.len(), |level| level as usize);
        self.counts[pair.level as usize][ours] += 1;
        if let Some(rating) = &pair.ours {
            let difference = i64::from(rating.score) - i64::from(pair.score);
            self.differences.push(difference);
        }
    }

    /// Returns the number of pairs.
    pub fn puzzles(&self) -> u32 {
        self.counts.iter().flatten().sum()
    }

    fn agreeing(&self) -> u32 {
        (0..LEVELS.len())
            .map(|level| self.counts[level][level])
            .sum()
    }

    /// Returns the percentage of levels that agree.
    pub fn per_cent(&self) -> f64 {
        100.0 * f64::from(self.agreeing()) / f64::from(self.puzzles().max(1))
    }
}

impl fmt::Display for Agreement {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (agreeing, puzzles) = (self.agreeing(), self.puzzles());
        let per_cent = self.per_cent();
        writeln!(f, "  {agreeing} of {puzzles} levels agree, {per_cent:.1} %")?;
        write!(f, "  theirs \\ ours")?;
        for level in LEVELS {
            write!(f, "{level:>9}")?;
        }
        writeln!(f, " unsolved")?;
        for (level, row) in LEVELS.iter().zip(&self.counts) {
            write!(f, "  {level:<13}")?;
            for count in row {
                write!(f, "{count:>9}")?;
            }
            writeln!(f)?;
        }
        let mut differences = self.differences.clone();
        differences.sort_unstable();
        let Some(last) = differences.len().checked_sub(1) else {
            return Ok(());
        };
        let at = |share: usize| differences[last * share / 4];
        let same = differences.iter().filter(|difference| **difference == 0);
        writeln!(
            f,
            "  scores, ours less theirs: lowest {}, quartiles {}, {}, {}, highest {}; {} are the same",
            at(0),
            at(1),
            at(2),
            at(3),
            at(4),
            same.count()
        )
    }
}
