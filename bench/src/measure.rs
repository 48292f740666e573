//! Measures times. All contenders take turns on the same puzzles, so that other load on the machine affects
//! them alike, and the best of many turns counts.

use std::time::{Duration, Instant};

use anyhow::{Context, Result};

use crate::contender::{Answers, Contender};
use crate::corpus::Corpus;
use crate::results::{CorpusResult, Entry};
use crate::statistics::Samples;
use crate::verify::{Checked, Verifier};

/// How long and how often to measure.
pub struct Settings {
    /// Each puzzle stops after this many solutions.
    pub limit: u32,
    /// The number of turns of each contender.
    pub rounds: usize,
    /// A contender that has used this much time on a corpus gets no more turns on it.
    pub patience: Duration,
}

/// Lets all contenders take turns on a corpus.
///
/// # Errors
///
/// Returns an error if one of them cannot run or gives a wrong answer.
pub fn measure(
    corpus: &Corpus,
    contenders: &mut [Box<dyn Contender>],
    settings: &Settings,
) -> Result<CorpusResult> {
    let puzzles = &corpus.puzzles;
    for contender in contenders.iter_mut() {
        contender.prepare(puzzles, settings.limit)?;
    }
    let mut turns: Vec<(Samples, Checked)> = contenders
        .iter()
        .map(|_| (Samples::default(), Checked::Nothing))
        .collect();
    let (mut counts, mut solutions) = (vec![0; puzzles.len()], vec![[0; 81]; puzzles.len()]);
    let mut verifier = Verifier::default();
    for _ in 0..settings.rounds {
        for (contender, (samples, checked)) in contenders.iter_mut().zip(&mut turns) {
            if samples.total() >= settings.patience && samples.len() > 0 {
                continue;
            }
            // No contender may pass the check with the answers of the previous one.
            counts.fill(u32::MAX);
            solutions.fill([0; 81]);
            let mut turn = || -> Result<Checked> {
                let start = Instant::now();
                contender.run(Answers {
                    counts: &mut counts,
                    solutions: &mut solutions,
                })?;
                samples.push(start.elapsed().div_f64(contender.times() as f64));
                let answers = Answers {
                    counts: &mut counts,
                    solutions: &mut solutions,
                };
                verifier.check(puzzles, contender.claim()?, &answers)
            };
            let found = turn();
            *checked = found.with_context(|| format!("{} on {}", contender.name(), corpus.name))?;
        }
    }
    let per_puzzle = |time: Duration| time.as_secs_f64() * 1e6 / puzzles.len().max(1) as f64;
    let entries = contenders.iter().zip(turns);
    Ok(CorpusResult {
        name: corpus.name.clone(),
        puzzles: puzzles.len(),
        entries: entries
            .map(|(contender, (samples, checked))| Entry {
                contender: contender.name(),
                family: contender.family(),
                rounds: samples.len(),
                microseconds: per_puzzle(samples.best()),
                median_microseconds: per_puzzle(samples.median()),
                nodes: contender
                    .nodes()
                    .map(|nodes| nodes as f64 / puzzles.len().max(1) as f64),
                checked,
            })
            .collect(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::contender::{Cells, Family, Rival, Threaded, in_memory};

    /// Claims that no puzzle has a solution.
    struct Liar;

    impl Contender for Liar {
        fn name(&self) -> String {
            "liar".to_string()
        }

        fn family(&self) -> Family {
            Family::Rival
        }

        fn prepare(&mut self, _puzzles: &[Cells], _limit: u32) -> Result<()> {
            Ok(())
        }

        fn run(&mut self, answers: Answers<'_>) -> Result<()> {
            answers.counts.fill(0);
            Ok(())
        }
    }

    fn settings(rounds: usize, patience: Duration) -> Settings {
        Settings {
            limit: 2,
            rounds,
            patience,
        }
    }

    /// Returns easy puzzles, one without a solution and one with very many.
    fn corpus() -> Corpus {
        let mut corpus = Corpus::easy(20);
        let mut clash = [0; 81];
        clash[..2].fill(7);
        corpus.puzzles.extend([clash, [0; 81]]);
        corpus
    }

    #[test]
    fn contenders_agree_and_slow_ones_get_fewer_turns() {
        let mut contenders = in_memory();
        contenders.push(Box::new(Threaded::new(3, || Box::new(Rival::default()))));
        let result = measure(&corpus(), &mut contenders, &settings(3, Duration::ZERO)).unwrap();
        assert_eq!(result.puzzles, 22);
        for entry in &result.entries {
            assert_eq!((entry.rounds, entry.checked), (1, Checked::All));
        }
        let names: Vec<_> = result.entries.iter().map(|e| &e.contender[..]).collect();
        assert!(names.ends_with(&["crate-sudoku", "crate-sudoku-3-threads"]));
    }

    #[test]
    fn a_wrong_answer_is_an_error_that_names_the_contender() {
        let mut contenders: Vec<Box<dyn Contender>> = vec![Box::new(Rival::default())];
        contenders.push(Box::new(Liar));
        let result = measure(&corpus(), &mut contenders, &settings(1, Duration::MAX));
        let problem = format!("{:#}", result.err().unwrap());
        assert!(problem.starts_with("liar on easy: puzzle 1 "), "{problem}");
    }
}
