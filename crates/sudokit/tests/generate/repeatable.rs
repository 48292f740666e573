//! The same request and seed give the same puzzles: on any number of threads, with any vector
//! width, and on any machine.

use sudokit::Shape;
use sudokit::generate::{Generator, Symmetry};
use sudokit::internals::Width;
use sudokit::logic::Level;

use super::{line, puzzles};

fn requests() -> Vec<(Generator, u64)> {
    let classic = || Generator::classic().seed(42);
    vec![
        (classic(), 1_500),
        (classic().symmetry(Symmetry::HalfTurn).minimal(true), 3),
        (classic().givens(24..=26), 20),
        (classic().level(Level::Medium..=Level::Hard), 10),
        // So rare that the local search finds it.
        (classic().givens(20..=20), 2),
        (
            Generator::new(Shape::with_size(6).expect("a shape")).seed(42),
            20,
        ),
    ]
}

#[test]
fn any_number_of_threads_gives_the_same_puzzles() {
    for (generator, count) in requests() {
        let alone = puzzles(&generator, count);
        for threads in [2, 5] {
            let together = puzzles(&generator.clone().threads(threads), count);
            assert!(alone == together, "{threads} threads: {generator:?}");
        }
    }
}

#[test]
fn any_vector_width_gives_the_same_puzzles() {
    for (generator, count) in requests() {
        let widest = puzzles(&generator, count);
        for width in [Width::Portable, Width::Avx2, Width::Avx512] {
            if let Ok(generator) = generator.clone().width(width) {
                assert!(
                    puzzles(&generator, count) == widest,
                    "{width}: {generator:?}"
                );
            }
        }
    }
}

#[test]
fn requesting_more_gives_the_same_first_puzzles() {
    for (generator, count) in requests() {
        let few = puzzles(&generator, count.div_ceil(3));
        assert_eq!(few[..], puzzles(&generator, count)[..few.len()]);
    }
}

/// The puzzles of a seed are a promise to everybody who wrote a seed down: they must not change.
#[test]
fn seeds_give_the_recorded_puzzles() {
    let shape = |name: &str| Generator::new(name.parse().expect("a shape"));
    let cases = [
        (
            Generator::classic().seed(0),
            "2...36...5.9.82.3........7..6...........5...7.783....94.6....9.....2.7........5.3",
        ),
        (
            Generator::classic().seed(u64::MAX),
            ".....32...5...814...2....6...79.....1.4..........37......5...793...41..57....2...",
        ),
        (
            Generator::classic().seed(1).symmetry(Symmetry::All),
            ".38...45.54.....671...9...2...326.....47.15.....549...2...1...541.....86.63...19.",
        ),
        (
            Generator::classic().seed(1).givens(30..=30),
            "9.......1..2...96..76..583...1...74.694.8.52..2...9..8.8.6...7.4....3.....38....4",
        ),
        (
            Generator::classic()
                .seed(1)
                .level(Level::Easy..=Level::Easy),
            ".........5....8.6..7.49..3.....2.7..69.7..5......4...82.9.......1..7..8..63....94",
        ),
        (shape("4").seed(1), ".1.2....1....23."),
        (shape("6").seed(1), "5.....6..21...5..3.1..5..6....1.3..."),
        (
            shape("3x3+diagonals").seed(1),
            ".3..57..1.....3..........5......85....17...4...36........9..4.88...............7.",
        ),
        (
            shape("12").seed(1),
            "..3..4..1..B.5...7..A......2.83B.C5...C3..7....12.785B.A..4.5....6C.B..7...C...46..5A.27....4.........A1..2..26....C...3..5.........3....1..2..6",
        ),
    ];
    let found: Vec<String> = cases
        .iter()
        .map(|(generator, _)| line(&puzzles(generator, 1)[0]))
        .collect();
    let expected: Vec<&str> = cases.iter().map(|(_, expected)| *expected).collect();
    assert_eq!(found, expected);
}
