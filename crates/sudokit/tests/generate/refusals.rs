//! Requests that no puzzle can match, or that none matched within the attempt limit.

use sudokit::generate::{Generator, Impossible, Symmetry};
use sudokit::logic::{Level, Technique};
use sudokit::pattern::Pattern;
use sudokit::solve::CancelToken;
use sudokit::{Origin, Puzzle, Shape};

use super::pattern;

fn refusal(generator: &Generator) -> Impossible {
    match generator.puzzles(1) {
        Ok(_) => panic!("possible: {generator:?}"),
        Err(impossible) => impossible,
    }
}

#[test]
#[allow(clippy::reversed_empty_ranges)]
fn impossible_numbers_of_givens_are_recognised() {
    let classic = Generator::classic;
    assert_eq!(
        refusal(&classic().givens(10..=16)),
        Impossible::TooFewGivens {
            asked: 16,
            least: 17
        }
    );
    assert_eq!(
        refusal(&classic().givens(82..=90)),
        Impossible::TooManyGivens {
            asked: 82,
            cells: 81
        }
    );
    assert_eq!(
        refusal(&classic().givens(30..=29)),
        Impossible::EmptyRange { low: 30, high: 29 }
    );
    let even = Generator::new(Shape::with_size(4).expect("a shape")).symmetry(Symmetry::HalfTurn);
    assert_eq!(
        refusal(&even.givens(5..=5)),
        Impossible::Symmetry { low: 5, high: 5 }
    );
    let quarters = classic().symmetry(Symmetry::QuarterTurn).givens(26..=27);
    assert_eq!(
        refusal(&quarters),
        Impossible::Symmetry { low: 26, high: 27 }
    );
}

#[test]
fn impossible_difficulties_are_recognised() {
    let classic = Generator::classic;
    assert_eq!(
        refusal(
            &classic()
                .level(Level::Easy..=Level::Medium)
                .hardest(Technique::XWing)
        ),
        Impossible::TechniqueAboveLevel(Technique::XWing)
    );
    assert_eq!(
        refusal(
            &classic()
                .hardest(Technique::XWing)
                .without(Technique::XWing)
        ),
        Impossible::TechniqueExcluded(Technique::XWing)
    );
    assert_eq!(
        refusal(&classic().hardest(Technique::Whale)),
        Impossible::NotRated(Technique::Whale)
    );
}

#[test]
fn difficulties_beyond_a_tiny_board_are_recognised() {
    let small = || Generator::new(Shape::with_size(4).expect("a shape"));
    let expected = Impossible::BoardTooSmall {
        shape: "2x2".to_string(),
        hardest: Technique::NakedSingle,
        score: 48,
    };
    assert_eq!(refusal(&small().level(Level::Hard..=Level::Hard)), expected);
    assert_eq!(
        refusal(&small().level(Level::Medium..=Level::Hard)),
        expected
    );
    assert_eq!(refusal(&small().score(49..=100)), expected);
    assert_eq!(refusal(&small().uses(Technique::HiddenSingle)), expected);
    let hardest = small().hardest(Technique::NakedSingle);
    let easy = small().level(Level::Easy..=Level::Hard).score(48..=100);
    for generator in [hardest, easy] {
        assert!(generator.puzzle().is_ok_and(|found| found.is_some()));
    }
}

#[test]
fn clues_that_cannot_be_extended_are_recognised() {
    let mut clues = Puzzle::new(Shape::classic());
    clues.set(0, 1, Origin::Given);
    clues.set(1, 1, Origin::Given);
    let extended = |clues: &Puzzle| refusal(&Generator::classic().extend(clues.clone()));
    assert!(matches!(extended(&clues), Impossible::Rule(_)));
    let whole: Puzzle =
        "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
            .parse()
            .expect("a puzzle");
    assert_eq!(extended(&whole), Impossible::AlreadyUnique);
    let mut none = whole;
    none.set(2, 1, Origin::Given);
    assert_eq!(extended(&none), Impossible::NoSolution);
    let small = Puzzle::new(Shape::with_size(4).expect("a shape"));
    assert!(matches!(extended(&small), Impossible::OtherShape { .. }));
}

#[test]
fn patterns_that_cannot_be_filled_are_recognised() {
    let refused = |pattern: Pattern| refusal(&Generator::classic().pattern(pattern));
    let few = pattern((0..81).map(|cell| cell % 6 == 0));
    assert!(matches!(
        refused(few),
        Impossible::TooFewGivens { asked: 14, .. }
    ));
    let without = |rows: [usize; 2]| pattern((0..81).map(|cell| !rows.contains(&(cell / 9))));
    let lines = Impossible::EmptyLines("row 4".to_string(), "row 5".to_string());
    assert_eq!(refused(without([3, 4])), lines);
    assert!(
        Generator::classic()
            .pattern(without([2, 3]))
            .puzzles(1)
            .is_ok()
    );
    let short = Impossible::PatternSize {
        found: 64,
        cells: 81,
    };
    assert_eq!(refused(pattern([true; 64])), short);
    let half = pattern((0..81).map(|cell| cell < 40));
    let turned = Generator::classic().symmetry(Symmetry::HalfTurn);
    let crooked = Impossible::PatternSymmetry(Symmetry::HalfTurn);
    assert_eq!(refusal(&turned.pattern(half)), crooked);
}

#[test]
fn giving_up_returns_the_closest_puzzle() {
    let generator = Generator::classic()
        .seed(1)
        .givens(17..=18)
        .attempt_limit(500);
    let mut puzzles = generator.puzzles(3).expect("not known to be impossible");
    let gave_up = puzzles
        .next()
        .expect("an answer")
        .expect_err("none so lucky");
    assert_eq!((gave_up.tried, gave_up.misses), (500, 500));
    let closest = gave_up.closest.expect("there were some");
    assert!((19..24).contains(&closest.puzzle.clues()), "{closest:?}");
    assert!(puzzles.next().is_none());
}

#[test]
fn a_cancelled_request_returns_nothing() {
    let token = CancelToken::new();
    token.cancel();
    let generator = Generator::classic().cancel_with(token);
    assert_eq!(generator.puzzle(), Ok(None));
}
