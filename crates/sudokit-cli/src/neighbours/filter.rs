//! Which neighbours are liked.

use clap::Args;
use sudokit::logic::{Level, Technique};
use sudokit::range::Range;
use sudokit::rate::Rating;

use crate::args::named;

/// Which neighbours are liked; all of it must hold.
#[derive(Args, Clone, Debug, Default)]
pub struct FilterArgs {
    /// Only puzzles that need every given
    #[arg(long, help_heading = "Choosing")]
    pub minimal: bool,

    /// Only puzzles with so many givens: 17, 20..24, ..22
    #[arg(long, value_name = "RANGE", help_heading = "Choosing")]
    pub givens: Option<Range>,

    /// Only puzzles of these levels, with commas between them: easy, medium, hard, unfair, extreme
    #[arg(
        long,
        value_name = "LEVELS",
        value_delimiter = ',',
        value_parser = named::<Level>(Level::ALL.map(Level::name)),
        hide_possible_values = true,
        help_heading = "Choosing"
    )]
    pub level: Vec<Level>,

    /// Only puzzles with such a score: 1000.., 500..800
    #[arg(long, value_name = "RANGE", help_heading = "Choosing")]
    pub score: Option<Range>,

    /// Only puzzles whose hardest technique is one of these, with commas between them
    #[arg(
        long,
        value_name = "TECHNIQUES",
        value_delimiter = ',',
        help_heading = "Choosing"
    )]
    pub hardest: Vec<Technique>,
}

impl FilterArgs {
    /// Whether puzzles have to be rated.
    pub fn needs_rating(&self) -> bool {
        !self.level.is_empty() || self.score.is_some() || !self.hardest.is_empty()
    }

    /// Whether a puzzle with so many givens can be liked.
    pub fn likes_givens(&self, givens: usize) -> bool {
        let holds = |range: &Range| range.contains(givens as u32);
        self.givens.as_ref().is_none_or(holds)
    }

    /// Whether a puzzle with this rating is liked; one that techniques do not solve has none.
    pub fn likes_rating(&self, rating: Option<&Rating>) -> bool {
        let Some(rating) = rating else {
            return !self.needs_rating();
        };
        let score = |range: &Range| range.contains(rating.score);
        (self.level.is_empty() || self.level.contains(&rating.level))
            && self.score.as_ref().is_none_or(score)
            && (self.hardest.is_empty()
                || rating.hardest.is_some_and(|t| self.hardest.contains(&t)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_asked_for_must_all_hold() {
        let puzzle: sudokit::Puzzle = "1... ..2. .3.. ...4".parse().unwrap();
        let rating = Rating::of_puzzle(&puzzle).unwrap();
        let (score, hardest) = (rating.score, rating.hardest.unwrap());
        let mut filter = FilterArgs::default();
        assert!(!filter.needs_rating() && filter.likes_rating(None));
        filter.level = vec![Level::Easy];
        filter.score = score.to_string().parse().ok();
        filter.hardest = vec![Technique::XWing, hardest];
        assert!(filter.needs_rating() && filter.likes_rating(Some(&rating)));
        assert!(!filter.likes_rating(None));
        filter.score = format!("{}..", score + 1).parse().ok();
        assert!(!filter.likes_rating(Some(&rating)));
        filter.givens = "17..20".parse().ok();
        assert!(filter.likes_givens(20) && !filter.likes_givens(16));
    }
}
