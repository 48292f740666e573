//! Reads whole collections through the public reader, for `./test.sh --corpora`.
//!
//! They are not part of the project: `SUDOKIT_DATA` names the folder with 9×9 collections under
//! `corpora/` and large boards under `large/`.

use std::fs::File;
use std::path::PathBuf;

use sudokit::Solver;
use sudokit::format::{Content, Piece, ReadOptions, Reader};
use sudokit::solve::End;

fn data(name: &str) -> PathBuf {
    let folder = std::env::var_os("SUDOKIT_DATA").expect("SUDOKIT_DATA names the folder");
    PathBuf::from(folder).join(name)
}

/// Counts the puzzles of a file with one solution, proven, and those with several.
fn unique_and_several(name: &str) -> (u64, u64) {
    let file = File::open(data(name)).unwrap_or_else(|error| panic!("{name}: {error}"));
    let mut reader = Reader::new(file, ReadOptions::default());
    let (mut piece, mut unique, mut several) = (Piece::default(), 0, 0);
    while reader.read(&mut piece).expect("the file can be read") {
        match &piece.content {
            Content::Verbatim => {}
            Content::Unreadable(problem) => panic!("{name}: {problem}"),
            Content::Puzzle(record) => {
                let outcome = Solver::new().solve(&record.puzzle);
                match (outcome.count, outcome.end) {
                    (1, End::Exhausted) => unique += 1,
                    (2, End::Limit) => several += 1,
                    other => panic!("{name}, line {}: {other:?}", piece.line),
                }
                let solution = outcome.solution.expect("it has one");
                assert!(
                    solution.solves(&record.puzzle),
                    "{name}, line {}",
                    piece.line
                );
            }
        }
    }
    println!("{name}: {unique} unique, {several} with several solutions");
    (unique, several)
}

#[test]
#[ignore = "needs the collections named by SUDOKIT_DATA"]
fn collections_of_9x9_are_solved() {
    for (name, unique, several) in [
        ("corpora/17_clue.txt", 49_158, 0),
        ("corpora/magictour_top1465.txt", 1_465, 0),
        ("corpora/forum_hardest_1106.txt", 375, 0),
        ("corpora/forum_hardest_1905_11plus.txt", 48_766, 0),
        ("corpora/serg_benchmark.txt", 0, 10_000),
    ] {
        assert_eq!(unique_and_several(name), (unique, several), "{name}");
    }
}

#[test]
#[ignore = "needs the collections named by SUDOKIT_DATA"]
fn large_boards_are_solved() {
    for (name, unique, several) in [
        ("large/gecode9.txt", 18, 0),
        ("large/gecode16.txt", 55, 0),
        ("large/min16.txt", 10, 0),
        ("large/comp3981_12_3x4.txt", 0, 15),
        ("large/comp3981_16.txt", 0, 15),
    ] {
        assert_eq!(unique_and_several(name), (unique, several), "{name}");
    }
}
