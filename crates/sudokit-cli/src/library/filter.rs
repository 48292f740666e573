//! From what was typed to a query.

use std::ops::RangeInclusive;
use std::path::Path;
use std::str::FromStr;
use std::time::{SystemTime, UNIX_EPOCH};

use sudokit::format::{Content, Piece, ReadOptions, Reader};
use sudokit::logic::Level;
use sudokit_library::{Order, Pattern, Query, Solutions, Sort, Symmetry};

use super::args::{FilterArgs, OrderArgs, SortArg, StatusArg};
use crate::input::Source;
use crate::problem::Problem;
use crate::quantities;

/// The levels by the names that people type.
pub const LEVELS: [(&str, Level); 5] = [
    ("easy", Level::Easy),
    ("medium", Level::Medium),
    ("hard", Level::Hard),
    ("unfair", Level::Unfair),
    ("extreme", Level::Extreme),
];

/// The level of a name.
///
/// # Errors
/// When it is none.
pub fn level(name: &str) -> Result<Level, String> {
    let found = LEVELS.iter().find(|(each, _)| *each == name);
    found
        .map(|(_, level)| *level)
        .ok_or_else(|| format!("there is no level `{name}`"))
}

/// The symmetry of a name.
///
/// # Errors
/// When it is none.
pub fn symmetry(name: &str) -> Result<Symmetry, String> {
    let found = Symmetry::ALL.into_iter().find(|each| each.name() == name);
    found.ok_or_else(|| format!("there is no symmetry `{name}`"))
}

/// A range of numbers as people type it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Span(pub RangeInclusive<u32>);

/// Reads `24`, `22..25`, `22-25`, `..25` and `22..`; both ends are meant.
impl FromStr for Span {
    type Err = String;

    fn from_str(text: &str) -> Result<Span, String> {
        let number = |text: &str, open: u32| match text.trim() {
            "" => Ok(open),
            text if text.chars().all(|c| c == '0') => Ok(0),
            text => quantities::count(text)
                .ok()
                .and_then(|number| u32::try_from(number).ok())
                .ok_or_else(|| format!("say a range, such as 22..25, ..25 or 22.., not `{text}`")),
        };
        let ends = text.split_once("..").or_else(|| text.split_once('-'));
        let (first, last) = match ends {
            Some((first, last)) => {
                let last = last.strip_prefix('=').unwrap_or(last);
                (number(first, 0)?, number(last, u32::MAX)?)
            }
            None if text.trim().is_empty() => {
                return Err("say a range, such as 22..25, ..25 or 22..".to_string());
            }
            None => (number(text, 0)?, number(text, 0)?),
        };
        match first <= last {
            true => Ok(Span(first..=last)),
            false => Err(format!("{first} is more than {last}: say {last}..{first}")),
        }
    }
}

/// The query that the flags make.
///
/// # Errors
/// When the pattern is none.
pub fn query(args: FilterArgs) -> Result<Query, Problem> {
    let mut ids = args.ids;
    ids.sort_unstable();
    ids.dedup();
    Ok(Query {
        ids,
        givens: args.givens.map(|span| span.0),
        levels: args.level,
        score: args.score.map(|span| span.0),
        techniques: args.technique,
        hardest: args.hardest,
        pattern: args.pattern.as_deref().map(pattern).transpose()?,
        symmetries: args.symmetry,
        shape: args.shape,
        solutions: args.status.map(|status| match status {
            StatusArg::Unique => Solutions::One,
            StatusArg::Several => Solutions::Several,
            StatusArg::Open => Solutions::Unknown,
        }),
        has_rating: match (args.rated, args.unrated) {
            (true, _) => Some(true),
            (_, true) => Some(false),
            _ => None,
        },
        text: args.text,
    })
}

/// Whether the flags name any puzzles at all.
pub fn is_everything(query: &Query) -> bool {
    let Query {
        ids,
        givens,
        levels,
        score,
        techniques,
        hardest,
        pattern,
        symmetries,
        shape,
        solutions,
        has_rating,
        text,
    } = query;
    let lists_are_empty = ids.is_empty()
        && levels.is_empty()
        && techniques.is_empty()
        && hardest.is_empty()
        && symmetries.is_empty();
    let nothing_is_asked = givens.is_none()
        && score.is_none()
        && pattern.is_none()
        && shape.is_none()
        && solutions.is_none()
        && has_rating.is_none()
        && text.is_none();
    lists_are_empty && nothing_is_asked
}

/// The order that the flags make. Without a seed every run is another.
pub fn order(args: &OrderArgs) -> Order {
    let clock = || {
        let now = SystemTime::now().duration_since(UNIX_EPOCH);
        now.map_or(0, |now| now.as_nanos() as u64 % 1_000_000)
    };
    let sort = match args.sort {
        _ if args.random => Sort::Random(args.seed.unwrap_or_else(clock)),
        SortArg::Id => Sort::Id,
        SortArg::Score => Sort::Score,
        SortArg::Givens => Sort::Givens,
        SortArg::Seen => Sort::Seen,
    };
    Order {
        sort,
        reverse: args.reverse,
        offset: 0,
        limit: args.limit,
    }
}

/// The pattern of the first puzzle of a file, or a mask.
fn pattern(text: &str) -> Result<Pattern, Problem> {
    if !Path::new(text).exists() {
        return text.parse().map_err(|error| {
            Problem::new(
                format!("`{text}` is neither a file nor a pattern: {error}"),
                "name a file with a puzzle, or give a mask such as x..x…",
            )
        });
    }
    let source = Source::new(Path::new(text));
    let mut reader = Reader::new(source.open()?, ReadOptions::default());
    let mut piece = Piece::default();
    while reader
        .read(&mut piece)
        .map_err(|error| source.broken(&error))?
    {
        if let Content::Puzzle(record) = &piece.content {
            return Ok(Pattern::of(record.puzzle.values()));
        }
    }
    Err(source.without_puzzle())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranges_are_read_as_people_type_them() {
        for (text, range) in [
            ("24", 24..=24),
            ("22..25", 22..=25),
            ("22..=25", 22..=25),
            ("22-25", 22..=25),
            ("..25", 0..=25),
            ("0..25", 0..=25),
            ("1,500..", 1_500..=u32::MAX),
            ("2k..3k", 2_000..=3_000),
        ] {
            assert_eq!(text.parse(), Ok(Span(range)), "{text}");
        }
        for wrong in ["", "x", "25..22", "1..x", "-1..-2"] {
            assert!(wrong.parse::<Span>().is_err(), "{wrong}");
        }
    }

    #[test]
    fn levels_have_their_names() {
        for (name, each) in LEVELS {
            assert_eq!(each.to_string().to_lowercase(), name);
            assert_eq!(level(name), Ok(each));
        }
    }
}
