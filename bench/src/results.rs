//! What was measured, as it is kept in JSON and shown in tables and pictures.

use serde::Serialize;

use crate::contender::{Family, RIVAL};
use crate::machine::Machine;
use crate::verify::Checked;

/// A whole run of the benchmark.
#[derive(Serialize)]
pub struct Results {
    /// The day, as 2026-01-31.
    pub date: String,
    /// What it was measured with.
    pub machine: Machine,
    /// The search for each puzzle stopped after so many solutions.
    pub limit: u32,
    /// Each time is the best of up to so many.
    pub rounds: usize,
    /// The figures, corpus by corpus.
    pub corpora: Vec<CorpusResult>,
    /// Which contenders tell something beside each other.
    pub comparisons: Vec<Comparison>,
}

/// How everybody did on one corpus.
#[derive(Serialize)]
pub struct CorpusResult {
    /// Its name.
    pub name: String,
    /// How many puzzles it has.
    pub puzzles: usize,
    /// The contenders, in the order in which they took turns.
    pub entries: Vec<Entry>,
}

/// How one contender did on one corpus.
#[derive(Clone, Debug, Serialize)]
pub struct Entry {
    /// Its name.
    pub contender: String,
    /// What kind of solver it is.
    pub family: Family,
    /// How many times it was timed.
    pub rounds: usize,
    /// The best time, in microseconds a puzzle.
    pub microseconds: f64,
    /// The middle one of all times.
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
    /// The one whose speed is told…
    pub contender: String,
    /// …as a part of this one's.
    pub base: String,
}

impl Results {
    /// The contenders, in their order; all take part in every corpus.
    pub fn contenders(&self) -> &[Entry] {
        self.corpora
            .first()
            .map_or(&[], |corpus| &corpus.entries[..])
    }
}

impl CorpusResult {
    /// How many times as fast one contender is as another, if both took part.
    pub fn speed(&self, contender: &str, base: &str) -> Option<f64> {
        let time = |name: &str| {
            let entry = self.entries.iter().find(|entry| entry.contender == name)?;
            (entry.microseconds > 0.0).then_some(entry.microseconds)
        };
        Some(time(base)? / time(contender)?)
    }

    /// How many times as fast a contender is as the rival.
    pub fn times_rival(&self, contender: &str) -> Option<f64> {
        self.speed(contender, RIVAL)
    }
}

/// Results that other tests can draw and print.
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
    fn speeds_are_relative_and_only_of_those_who_took_part() {
        let corpus = &sample().corpora[0];
        assert!((corpus.times_rival("lanes-portable").unwrap() - 12.0).abs() < 1e-9);
        assert!((corpus.speed("a<b", RIVAL).unwrap() - 0.5).abs() < 1e-9);
        assert_eq!(corpus.times_rival("nobody"), None);
    }
}
