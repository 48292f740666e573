//! The results of a run, as written to JSON and shown in tables and pictures.

use serde::Serialize;

use crate::contender::{Family, RIVAL};
use crate::machine::Machine;
use crate::verify::Checked;

/// A whole run of the benchmark.
#[derive(Serialize)]
pub struct Results {
    /// The day, as 2026-01-31.
    pub date: String,
    /// The machine and the compiler.
    pub machine: Machine,
    /// The limit on solutions per puzzle.
    pub limit: u32,
    /// The largest number of turns of each contender; the best counts.
    pub rounds: usize,
    /// The figures, corpus by corpus.
    pub corpora: Vec<CorpusResult>,
    /// The pairs of contenders to compare.
    pub comparisons: Vec<Comparison>,
}

/// The results on one corpus.
#[derive(Serialize)]
pub struct CorpusResult {
    /// Its name.
    pub name: String,
    /// The number of puzzles.
    pub puzzles: usize,
    /// The contenders, in the order of their turns.
    pub entries: Vec<Entry>,
}

/// The result of one contender on one corpus.
#[derive(Clone, Debug, Serialize)]
pub struct Entry {
    /// Its name.
    pub contender: String,
    /// What kind of solver it is.
    pub family: Family,
    /// The number of turns.
    pub rounds: usize,
    /// The best time, in microseconds per puzzle.
    pub microseconds: f64,
    /// The median time, in microseconds per puzzle.
    pub median_microseconds: f64,
    /// Search nodes per puzzle, if it counts them.
    pub nodes: Option<f64>,
    /// How far its answers could be checked.
    pub checked: Checked,
}

/// Two contenders that differ in one thing.
#[derive(Serialize)]
pub struct Comparison {
    /// What the difference shows.
    pub title: String,
    /// The contender whose speed is shown…
    pub contender: String,
    /// …as a percentage of this one's.
    pub base: String,
}

impl Results {
    /// Returns the contenders in order; all take part in every corpus.
    pub fn contenders(&self) -> &[Entry] {
        self.corpora
            .first()
            .map_or(&[], |corpus| &corpus.entries[..])
    }
}

impl CorpusResult {
    /// Returns the speed of one contender relative to another, if both took part.
    pub fn speed(&self, contender: &str, base: &str) -> Option<f64> {
        let time = |name: &str| {
            let entry = self.entries.iter().find(|entry| entry.contender == name)?;
            (entry.microseconds > 0.0).then_some(entry.microseconds)
        };
        Some(time(base)? / time(contender)?)
    }

    /// Returns the speed of a contender relative to the rival.
    pub fn times_rival(&self, contender: &str) -> Option<f64> {
        self.speed(contender, RIVAL)
    }
}

/// Returns sample results for tests.
#[cfg(test)]
pub fn sample() -> Results {
    let entry = |name: &str, family, microseconds| Entry {
        contender: name.to_string(),
        family,
        rounds: 3,
        microseconds,
        median_microseconds: microseconds * 1.1,
        nodes: (family == Family::Batch).then_some(2.5),
        checked: Checked::All,
    };
    let corpus = |name: &str, puzzles, factor: f64| CorpusResult {
        name: name.to_string(),
        puzzles,
        entries: vec![
            entry("lanes-portable", Family::Batch, 0.1 * factor),
            entry(RIVAL, Family::Rival, 1.2 * factor),
            Entry {
                checked: Checked::Nothing,
                ..entry("a<b", Family::External, 2.4 * factor)
            },
        ],
    };
    Results {
        date: "2026-01-31".to_string(),
        machine: Machine::here(),
        limit: 2,
        rounds: 3,
        corpora: vec![corpus("easy", 100_000, 1.0), corpus("hard", 375, 100.0)],
        comparisons: vec![Comparison {
            title: "half".to_string(),
            contender: "a<b".to_string(),
            base: RIVAL.to_string(),
        }],
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn speeds_are_relative_to_contenders_that_took_part() {
        let corpus = &sample().corpora[0];
        assert!((corpus.times_rival("lanes-portable").unwrap() - 12.0).abs() < 1e-9);
        assert!((corpus.speed("a<b", RIVAL).unwrap() - 0.5).abs() < 1e-9);
        assert_eq!(corpus.times_rival("nobody"), None);
    }
}
