//! Statistics of repeated measurements.

use std::time::Duration;

/// The times of one contender on one corpus, in order.
#[derive(Default)]
pub struct Samples(Vec<Duration>);

impl Samples {
    /// Adds a time.
    pub fn push(&mut self, time: Duration) {
        self.0.push(time);
    }

    /// Returns the number of times.
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Returns the sum of the times.
    pub fn total(&self) -> Duration {
        self.0.iter().sum()
    }

    /// Returns the minimum: other load only makes a run longer.
    pub fn best(&self) -> Duration {
        self.0.iter().min().copied().unwrap_or_default()
    }

    /// Returns the median, the lower one of an even number. If it is far from the best, the machine was
    /// busy.
    pub fn median(&self) -> Duration {
        let mut sorted = self.0.clone();
        sorted.sort();
        let middle = sorted.len().saturating_sub(1) / 2;
        sorted.get(middle).copied().unwrap_or_default()
    }
}

/// Formats a number with three significant digits and no exponent.
pub fn three_digits(number: f64) -> String {
    // Uses the exponent of the rounded number, so that 9.996 is 10.0 and not 10.00.
    let rounded = format!("{number:.2e}");
    let exponent = rounded.split_once('e').and_then(|(_, e)| e.parse().ok());
    let decimals = usize::try_from(2 - exponent.unwrap_or(0)).unwrap_or(0);
    format!("{:.decimals$}", rounded.parse().unwrap_or(number))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn best_and_median_of_samples() {
        let mut samples = Samples::default();
        assert_eq!(samples.best(), Duration::ZERO);
        assert_eq!(samples.median(), Duration::ZERO);
        for milliseconds in [9, 3, 100, 4] {
            samples.push(Duration::from_millis(milliseconds));
        }
        assert_eq!(samples.len(), 4);
        assert_eq!(samples.best(), Duration::from_millis(3));
        assert_eq!(samples.median(), Duration::from_millis(4));
        assert_eq!(samples.total(), Duration::from_millis(116));
    }

    #[test]
    fn numbers_have_three_significant_digits() {
        for (number, text) in [
            (0.06749, "0.0675"),
            (0.7994, "0.799"),
            (1.306, "1.31"),
            (9.996, "10.0"),
            (12.44, "12.4"),
            (99.96, "100"),
            (1234.0, "1230"),
        ] {
            assert_eq!(three_digits(number), text);
        }
    }
}
