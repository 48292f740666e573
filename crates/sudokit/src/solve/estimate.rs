//! An estimate of the number of solutions with its error, from independent samples.

use std::f64::consts::LN_10;
use std::fmt;
use std::sync::atomic::{AtomicU32, Ordering::Relaxed};
use std::sync::{Mutex, PoisonError};

use super::control::{Control, Meter};
use super::propagate::Propagator;
use super::{End, Solver, general};
use crate::puzzle::Puzzle;
use crate::random::Random;

/// An estimate of the number of solutions, made by [`Solver::estimate`].
///
/// It is written as the number and its standard error, such as `6.7e21 ± 3 %`, or `2.0e308 up to a
/// factor of 5` if the error is larger than the number.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Estimate {
    /// The decimal logarithm of the estimate, which itself may be too large for an `f64`. Minus
    /// infinity for no solution, or if no sample found one.
    pub log10: f64,
    /// The standard error of the estimate, as a share of it: 0 for an exact count, `None` with fewer
    /// than two samples that found a solution. With 4 the number is five times as large or a fifth.
    pub relative_error: Option<f64>,
    /// The number of samples that the estimate is made from; 0 for an exact count.
    pub samples: u32,
    /// The number of solutions that are known for certain: a lower bound, or the exact count.
    pub known: u64,
    /// [`End::Exhausted`] if all solutions were counted, [`End::Limit`] if all samples were taken,
    /// otherwise what ended the sampling early.
    pub end: End,
}

impl Estimate {
    /// Returns whether all solutions were counted, so that there is no error.
    pub fn is_exact(&self) -> bool {
        self.end == End::Exhausted
    }

    /// Returns whether there is a number: an exact count, or a sample that found a solution.
    pub fn is_known(&self) -> bool {
        self.is_exact() || self.log10.is_finite()
    }
}

impl fmt::Display for Estimate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.relative_error {
            _ if self.is_exact() => write!(f, "{}", self.known),
            _ if !self.is_known() => f.write_str("unknown"),
            None => write!(f, "{}", scientific(self.log10)),
            Some(error) if error < 1.0 => {
                let percent = (100.0 * error).ceil();
                write!(f, "{} ± {percent} %", scientific(self.log10))
            }
            Some(error) => {
                let factor = (1.0 + error).ceil();
                write!(f, "{} up to a factor of {factor}", scientific(self.log10))
            }
        }
    }
}

/// Returns ten to this power, rounded to two digits, such as `6.7e21`.
fn scientific(log10: f64) -> String {
    let mut exponent = log10.floor();
    let mut tenths = (10f64.powf(log10 - exponent + 1.0)).round();
    if tenths >= 100.0 {
        (tenths, exponent) = (10.0, exponent + 1.0);
    }
    format!("{:.1}e{exponent}", tenths / 10.0)
}

/// The nodes of the search that counts the solutions, in case they are few, times the size of a
/// position.
const COUNTED_WORK: u64 = 1 << 24;

impl Solver {
    /// Estimates the number of solutions of a puzzle, in time that does not depend on it.
    ///
    /// If there are so few that a short search counts them all, the estimate is exact. Otherwise it
    /// is made from independent `samples`, and the error from how much they differ. The same seed
    /// gives the same estimate on any number of threads, unless time or a cancellation ends the
    /// sampling early. The limit on solutions and the engine do not matter.
    ///
    /// ```
    /// use sudokit::{Puzzle, Shape, Solver};
    ///
    /// let empty = Puzzle::new(Shape::classic());
    /// let estimate = Solver::new().estimate(&empty, 20, 1);
    /// // There are 6,670,903,752,021,072,936,960.
    /// assert!((estimate.log10 - 21.824).abs() < 0.1, "{estimate}");
    /// ```
    pub fn estimate(&self, puzzle: &Puzzle, samples: u32, seed: u64) -> Estimate {
        let words = puzzle.shape().geometry().words() as u64;
        let nodes = (COUNTED_WORK / words).min(self.node_limit.unwrap_or(u64::MAX));
        // On several threads, how many are found within a node limit depends on timing.
        let one_thread = self.clone().threads(1).limit(u64::MAX);
        let counted = one_thread.node_limit(nodes).solve(puzzle);
        let mut estimate = Estimate {
            log10: (counted.count as f64).log10(),
            relative_error: Some(0.0),
            samples: 0,
            known: counted.count,
            end: counted.end,
        };
        let rest = self.after(counted.statistics);
        if counted.end != End::NodeLimit || rest.node_limit == Some(0) {
            return match counted.end {
                End::Exhausted => estimate,
                end => Estimate {
                    log10: f64::NEG_INFINITY,
                    relative_error: None,
                    end,
                    ..estimate
                },
            };
        }
        let control = Control::new(rest.node_limit, rest.time_limit, &rest.cancel)
            .reporting_to(rest.progress.as_ref());
        let sampling = Sampling {
            puzzle,
            seed,
            samples,
            control: &control,
            next: AtomicU32::new(0),
            taken: Mutex::new((Vec::new(), End::Limit)),
        };
        sampling.take(self.threads);
        let taken = sampling.taken.into_inner();
        let (mut logarithms, end) = taken.unwrap_or_else(PoisonError::into_inner);
        logarithms.sort_unstable_by_key(|(sample, _)| *sample);
        let logarithms: Vec<f64> = logarithms.into_iter().map(|(_, value)| value).collect();
        (estimate.log10, estimate.relative_error) = combined(&logarithms);
        estimate.samples = logarithms.len() as u32;
        estimate.end = end;
        estimate
    }
}

/// Samples that several threads take.
struct Sampling<'a> {
    puzzle: &'a Puzzle,
    seed: u64,
    samples: u32,
    control: &'a Control<'a>,
    next: AtomicU32,
    /// The samples with their numbers, and why the last thread stopped early, if any did.
    taken: Mutex<(Vec<(u32, f64)>, End)>,
}

impl Sampling<'_> {
    fn take(&self, threads: usize) {
        // Threads that share a limit on nodes would share it differently each time.
        #[cfg(feature = "threads")]
        if threads > 1 && !self.control.limits_nodes() {
            super::pool::scope(threads, |scope| {
                for _ in 0..threads {
                    scope.spawn(|_| self.take_on_this_thread());
                }
            });
            return;
        }
        let _ = threads;
        self.take_on_this_thread();
    }

    fn take_on_this_thread(&self) {
        let shape = self.puzzle.shape();
        let mut propagator = Propagator::new(shape, shape.geometry());
        let Ok(start) = propagator.start(self.puzzle) else {
            return;
        };
        let mut meter = Meter::new(self.control, 1);
        loop {
            let number = self.next.fetch_add(1, Relaxed);
            if number >= self.samples {
                return;
            }
            let mut random = Random::new(self.seed, number.into());
            let sample = general::sample(&mut propagator, &start, &mut random, &mut meter);
            let mut taken = self.taken.lock().unwrap_or_else(PoisonError::into_inner);
            match sample {
                Ok(logarithm) => taken.0.push((number, logarithm)),
                Err(end) => {
                    taken.1 = end;
                    return;
                }
            }
        }
    }
}

/// Combines the natural logarithms of independent estimates. Returns the decimal logarithm of the
/// number that they estimate, and its standard error as a share of it.
///
/// For many walks, the logarithm of an unbiased estimate is distributed normally, with a mean that is
/// smaller than the truth by half of its variance (Bérard, Del Moral and Doucet 2014). The mean of
/// the logarithms plus that half says the same as the mean of the estimates if they are close to each
/// other. If they differ by orders of magnitude, the mean would be the largest of them, with an error
/// that is far too small.
fn combined(logarithms: &[f64]) -> (f64, Option<f64>) {
    let reached: Vec<f64> = logarithms
        .iter()
        .copied()
        .filter(|l| l.is_finite())
        .collect();
    let (count, all) = (reached.len() as f64, logarithms.len() as f64);
    if reached.is_empty() {
        return (f64::NEG_INFINITY, None);
    }
    // Samples without a solution count as 0.
    let share = count / all;
    let mean = reached.iter().sum::<f64>() / count + share.ln();
    if reached.len() == 1 {
        return (mean / LN_10, None);
    }
    let squares: f64 = reached
        .iter()
        .map(|l| (l + share.ln() - mean).powi(2))
        .sum();
    let variance = squares / (count - 1.0);
    let of_mean = variance / count;
    let of_variance = variance * variance / (2.0 * (count - 1.0));
    let of_share = (1.0 - share) / count;
    let error = (of_mean + of_variance + of_share).sqrt();
    ((mean + variance / 2.0) / LN_10, Some(error.exp_m1()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::shape::Shape;

    #[test]
    fn few_solutions_are_counted() {
        let cases = [
            ("................", 288),
            ("1... ..2. .3.. ...4", 1),
            ("123. ...4 .... ....", 0),
        ];
        for (text, count) in cases {
            let estimate = Solver::new().estimate(&text.parse().unwrap(), 10, 1);
            assert!(estimate.is_exact() && estimate.known == count, "{text}");
            assert_eq!(estimate.to_string(), count.to_string());
        }
    }

    /// The numbers are exact counts (Felgenhauer and Jarvis 2005; the others by this library).
    #[test]
    fn the_truth_is_within_four_standard_errors() {
        for (shape, count) in [
            ("9", 6.670_903_752_021_073e21),
            ("6", 28_200_960.0),
            ("2x4", 29_136_487_207_403_520.0),
        ] {
            let empty = Puzzle::new(shape.parse().unwrap());
            for seed in 0..3 {
                let estimate = Solver::new().estimate(&empty, 30, seed);
                let ratio = 10f64.powf(estimate.log10) / count;
                let error = estimate.relative_error.expect("many samples");
                assert!(error < 0.1, "{shape}: {estimate}");
                assert!(
                    (ratio - 1.0).abs() < 4.0 * error,
                    "{shape}: {estimate}, {count:e}"
                );
            }
        }
    }

    const SIXTEEN: &str = "\
    1.9..6AE3.......2.....B.1ACD..6..........4..9..F4....C.G5.9E..A..E..F...D.26.9...F...G..\
    9....AB1.9.1C..7..E.D.F.B.83.2..A.1.57G474G..F.A..D.239..1....69...3.....2..G.4....A.15D\
    ..DA..2.B9......A.16E....D..B42..B2..4..C.71........A..2....GE...GFE..534..27..9";

    const TWENTY_FIVE: &str = "\
    .23.56.89AB.D..GH.JKL.N.P.7.9A12.4.GHI.K.OMLN.C..FB..E.GHIJ.....N.2.45....AG....POM..678\
    9.B.D.F.3..5..N.PB.DEF123.56.8..G..J...4.65.7...BE.G...KJ...PN587...1.36....J.PN..C.EDGC\
    BE..........M.2..36..7.9..HKJL..M.5..A9C..DG.6..4..OP.CBE.G2143...7.....K.3.1.78..BC9A..\
    D...H.N.PL.8..B.341....KHIMLONP.F..D9.FG...K.IO..N.3..27.56B.E.....LP...56BC9...D7.43.NO\
    PLM9...D34..78.6B...KH.4.2187..C..9GF.D.JI.....L..5CB4321..KJIH...OL...FE.9.FEDKJ..MN.O.\
    4.258..BC7......N9..7......GCEH45..HP.N.A..FL..5..7391.DKJ.2ID....FA..JEB.3.GC.4P.L.O.EA\
    ...9B5..D.84O..P...F73...73J....NM.PLI9..21D...O...H.MLP4....1...7.IE.5..N.M.K.O...GA52.\
    EBF1J9C.6";

    /// The numbers are exact counts: the first two by this library, which the test repeats for the
    /// smaller; the last was estimated by others, independently and with an unknown error.
    #[test]
    fn large_boards_are_near_the_truth_as_well() {
        let sixteen: Puzzle = SIXTEEN.parse().expect("a puzzle");
        let counted = Solver::new().limit(30_000).solve(&sixteen);
        assert_eq!((counted.count, counted.end), (20_130, End::Exhausted));
        let empty = Puzzle::new(Shape::with_size(16).expect("a shape"));
        for (puzzle, count, samples, most) in [
            (&sixteen, 20_130.0, 20, 0.3),
            (&TWENTY_FIVE.parse().expect("a puzzle"), 47_200.0, 10, 0.2),
            (&empty, 5.96e98, 5, 0.7),
        ] {
            let estimate = Solver::new().estimate(puzzle, samples, 1);
            assert!(!estimate.is_exact() && estimate.samples == samples);
            let error = estimate.relative_error.expect("many samples");
            assert!(error > 0.005 && error < most, "{estimate}");
            // The error is a factor, as large upwards as downwards.
            let off = (estimate.log10 - f64::log10(count)).abs() * LN_10;
            assert!(off < 4.0 * error.ln_1p(), "{estimate} for {count:e}");
        }
    }

    #[test]
    fn threads_change_nothing_and_seeds_do() {
        let empty = Puzzle::new(Shape::with_size(12).unwrap());
        let estimate = |threads, seed| Solver::new().threads(threads).estimate(&empty, 4, seed);
        assert_eq!(estimate(1, 5), estimate(3, 5));
        assert_ne!(estimate(1, 5).log10, estimate(1, 6).log10);
    }

    #[test]
    fn a_budget_ends_it_with_what_is_known() {
        let empty = Puzzle::new(Shape::with_size(25).unwrap());
        let estimate = Solver::new().node_limit(1).estimate(&empty, 10, 1);
        assert_eq!((estimate.end, estimate.samples), (End::NodeLimit, 0));
        assert!(!estimate.is_known() && estimate.to_string() == "unknown");
        let token = crate::CancelToken::new();
        token.cancel();
        let estimate = Solver::new().cancel_with(token).estimate(&empty, 10, 1);
        assert_eq!(estimate.end, End::Cancelled);
    }

    #[test]
    fn samples_are_combined() {
        assert_eq!(combined(&[]), (f64::NEG_INFINITY, None));
        assert_eq!(combined(&[f64::NEG_INFINITY; 3]), (f64::NEG_INFINITY, None));
        assert_eq!(combined(&[LN_10 * 7.0]), (7.0, None));
        // Half of the samples found nothing.
        let (log10, error) = combined(&[LN_10, f64::NEG_INFINITY, LN_10, f64::NEG_INFINITY]);
        assert!((log10 - 5f64.log10()).abs() < 1e-9, "{log10}");
        assert!(error.is_some_and(|error| error > 0.5));
        // Numbers that are close to each other have their mean, and its error.
        let (log10, error) = combined(&[99f64.ln(), 101f64.ln()]);
        assert!((log10 - 2.0).abs() < 1e-4, "{log10}");
        assert!(error.is_some_and(|error| (error - 0.01).abs() < 1e-3));
    }

    #[test]
    fn large_numbers_are_written_with_two_digits() {
        let written = [
            (0.0, "1.0e0"),
            (21.824, "6.7e21"),
            (308.6, "4.0e308"),
            (2.999_9, "1.0e3"),
        ];
        for (log10, text) in written {
            assert_eq!(scientific(log10), text);
        }
    }
}
