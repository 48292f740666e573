//! Counts and durations: parsing them from flags and formatting them for people.

use std::time::Duration;

/// Parses `10000`, `10_000`, `10,000`, `10k`, `5M`, `2G`.
pub fn count(text: &str) -> Result<u64, String> {
    let plain: String = text.chars().filter(|c| !matches!(c, '_' | ',')).collect();
    let (digits, factor) = match plain.char_indices().last() {
        Some((at, 'k' | 'K')) => (&plain[..at], 1_000),
        Some((at, 'm' | 'M')) => (&plain[..at], 1_000_000),
        Some((at, 'g' | 'G')) => (&plain[..at], 1_000_000_000),
        _ => (plain.as_str(), 1),
    };
    if digits.starts_with('-') {
        return Err("must be at least 1".to_string());
    }
    let number: u64 = digits
        .parse()
        .map_err(|_| "expected a whole number such as 10000, 10k or 5M".to_string())?;
    match number.checked_mul(factor) {
        Some(0) => Err("must be at least 1".to_string()),
        Some(number) => Ok(number),
        None => Err("number too large".to_string()),
    }
}

/// The largest number of threads that is accepted; more is most likely a typo.
const MOST_THREADS: usize = 1_024;

/// Parses a number of threads; 0 means one per core.
pub fn threads(text: &str) -> Result<usize, String> {
    match text.parse() {
        Ok(threads) if threads <= MOST_THREADS => Ok(threads),
        _ => Err(format!(
            "expected a number from 0 (one thread per core) to {MOST_THREADS}"
        )),
    }
}

/// Parses `500ms`, `10s`, `2m`, `1h`; a bare number is in seconds.
pub fn time(text: &str) -> Result<Duration, String> {
    let unknown = || "expected a duration such as 500ms, 10s, 2m or 1h".to_string();
    let split = text
        .find(|c: char| c.is_ascii_alphabetic())
        .unwrap_or(text.len());
    let (number, unit) = text.split_at(split);
    let number: f64 = number.trim().parse().map_err(|_| unknown())?;
    let seconds = match unit {
        "ms" => number / 1_000.0,
        "s" | "" => number,
        "m" | "min" => number * 60.0,
        "h" => number * 3_600.0,
        _ => return Err(unknown()),
    };
    match Duration::try_from_secs_f64(seconds) {
        Ok(Duration::ZERO) => Err("must be more than 0".to_string()),
        Err(_) if seconds < 0.0 => Err("must be more than 0".to_string()),
        Err(_) => Err(unknown()),
        Ok(time) => Ok(time),
    }
}

/// Formats `1234567` as `1,234,567`.
pub fn thousands(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::with_capacity(digits.len() + digits.len() / 3);
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// A number with its noun: `1 puzzle`, `2,000 puzzles`.
pub fn plural(number: u64, noun: &str) -> String {
    let ending = if number == 1 { "" } else { "s" };
    format!("{} {noun}{ending}", thousands(number))
}

/// The counts that are not zero: `2 easy, 1,000 hard`.
pub fn enumeration<'a>(kinds: impl IntoIterator<Item = (&'a str, u64)>) -> String {
    let counted = kinds.into_iter().filter(|(_, count)| *count > 0);
    let parts = counted.map(|(kind, count)| format!("{} {kind}", thousands(count)));
    parts.collect::<Vec<_>>().join(", ")
}

/// A duration to three figures: `12.3 µs`, `4.56 ms`, `1.23 s`, `2 m 05 s`.
pub fn elapsed(time: Duration) -> String {
    let seconds = time.as_secs_f64();
    let (number, unit) = match seconds {
        s if s < 0.001 => (s * 1e6, "µs"),
        s if s < 1.0 => (s * 1e3, "ms"),
        s if s < 100.0 => (s, "s"),
        s => return format!("{} m {:02} s", s as u64 / 60, s as u64 % 60),
    };
    match number {
        n if n < 9.995 => format!("{n:.2} {unit}"),
        n if n < 99.95 => format!("{n:.1} {unit}"),
        n => format!("{n:.0} {unit}"),
    }
}

/// A duration in round units, as it was typed.
pub fn round(time: Duration) -> String {
    match time.as_millis() {
        ms if ms.is_multiple_of(60_000) => format!("{} m", ms / 60_000),
        ms if ms.is_multiple_of(1_000) => format!("{} s", ms / 1_000),
        ms => format!("{ms} ms"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_are_parsed_in_common_notations() {
        assert_eq!(count("10000"), Ok(10_000));
        assert_eq!(count("10_000"), Ok(10_000));
        assert_eq!(count("1,234,567"), Ok(1_234_567));
        assert_eq!(count("5M"), Ok(5_000_000));
        for wrong in [
            "",
            "k",
            "-1",
            "0",
            "0k",
            "1.5",
            "99999999999999999999",
            "99999999999999G",
        ] {
            assert!(count(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn threads_have_a_limit() {
        assert_eq!(threads("0"), Ok(0));
        assert_eq!(threads("1024"), Ok(1_024));
        for wrong in ["1025", "99999", "-1", "two", "", "99999999999999999999"] {
            assert!(threads(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn times_are_read_with_their_unit() {
        assert_eq!(time("500ms"), Ok(Duration::from_millis(500)));
        assert_eq!(time("1.5s"), Ok(Duration::from_millis(1_500)));
        assert_eq!(time("2m"), Ok(Duration::from_secs(120)));
        assert_eq!(time("10"), Ok(Duration::from_secs(10)));
        for wrong in ["", "s", "-1s", "0s", "1y", "inf", "NaN", "1e300h"] {
            assert!(time(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn numbers_are_easy_to_read() {
        assert_eq!(thousands(0), "0");
        assert_eq!(thousands(999), "999");
        assert_eq!(thousands(12_345_678), "12,345,678");
        assert_eq!(plural(1, "puzzle"), "1 puzzle");
        assert_eq!(plural(2_000, "puzzle"), "2,000 puzzles");
        let kinds = [("easy", 2), ("medium", 0), ("hard", 1_000)];
        assert_eq!(enumeration(kinds), "2 easy, 1,000 hard");
        assert_eq!(elapsed(Duration::from_micros(12)), "12.0 µs");
        assert_eq!(elapsed(Duration::from_micros(4_560)), "4.56 ms");
        assert_eq!(elapsed(Duration::from_millis(99_990)), "100 s");
        assert_eq!(elapsed(Duration::from_secs(125)), "2 m 05 s");
    }
}
