//! From what was typed to a query.

use std::path::Path;

use sudokit::format::{Content, Piece, ReadOptions, Reader};
use sudokit::pattern::Pattern;
use sudokit::random::any_seed;
use sudokit_library::{ListOptions, Query, SortKey};

use super::args::{FilterArgs, OrderArgs, SortArg};
use crate::input::Source;
use crate::problem::Problem;

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
        solutions: args.status,
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
pub fn order(args: &OrderArgs) -> ListOptions {
    let sort = match args.sort {
        _ if args.random => SortKey::Random(args.seed.unwrap_or_else(any_seed)),
        SortArg::Id => SortKey::Id,
        SortArg::Score => SortKey::Score,
        SortArg::Givens => SortKey::Givens,
        SortArg::Seen => SortKey::Seen,
    };
    ListOptions {
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
