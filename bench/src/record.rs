//! Recorded results, by day and CPU, so that figures can be compared over time.

use std::path::{Path, PathBuf};
use std::time::{SystemTime, UNIX_EPOCH};

use crate::results::Results;

/// Returns the file for these results; another run on the same day with the same CPU replaces it.
pub fn path(results: &Results) -> PathBuf {
    let name = format!("{}-{}.json", results.date, results.machine.slug());
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("record")
        .join(name)
}

/// Returns the current date in UTC, as 2026-01-31.
pub fn today() -> String {
    let since = SystemTime::now().duration_since(UNIX_EPOCH);
    date_of(since.map_or(0, |since| since.as_secs() / 86_400))
}

/// Returns the date `days` days after 1970-01-01.
fn date_of(mut days: u64) -> String {
    let mut year = 1970;
    loop {
        let length = 365 + u64::from(is_leap(year));
        if days < length {
            break;
        }
        days -= length;
        year += 1;
    }
    let february = 28 + u64::from(is_leap(year));
    let lengths = [31, february, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];
    let mut month = 1;
    for length in lengths {
        if days < length {
            break;
        }
        days -= length;
        month += 1;
    }
    format!("{year:04}-{month:02}-{:02}", days + 1)
}

fn is_leap(year: u64) -> bool {
    year.is_multiple_of(4) && (!year.is_multiple_of(100) || year.is_multiple_of(400))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::results::sample;

    #[test]
    fn dates_account_for_leap_years() {
        for (days, date) in [
            (0, "1970-01-01"),
            (364, "1970-12-31"),
            (11_016, "2000-02-29"),
            (19_782, "2024-02-29"),
            (19_783, "2024-03-01"),
            (20_454, "2026-01-01"),
        ] {
            assert_eq!(date_of(days), date);
        }
    }

    #[test]
    fn a_record_is_named_after_day_and_cpu() {
        let mut results = sample();
        results.machine.cpu = "Some CPU".to_string();
        assert!(path(&results).ends_with("bench/record/2026-01-31-some-cpu.json"));
    }
}
