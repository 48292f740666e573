//! Compares ratings with those of HoDoKu 2.3.2 for the same puzzles.

mod agreement;

use agreement::{Agreement, Pair};

/// Most levels have to agree, but not all: of several steps, the programs often choose a different
/// one first.
#[test]
#[ignore = "needs the ratings in the folder named by SUDOKIT_DATA"]
fn levels_agree_with_hodoku() {
    let folder = std::env::var("SUDOKIT_DATA").expect("SUDOKIT_DATA names the folder");
    let mut agreement = Agreement::default();
    for name in ["hodoku_17_clue_500.txt", "hodoku_magictour_40.txt"] {
        let path = format!("{folder}/ratings/{name}");
        let text = std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{path}: {error}"));
        for line in text.lines() {
            agreement.add(&line.parse::<Pair>().expect("puzzle, level and score"));
        }
    }
    println!("{agreement}");
    assert_eq!(agreement.puzzles(), 540);
    assert!(agreement.per_cent() >= 95.0, "{agreement}");
}

#[test]
fn lines_are_parsed_and_compared() {
    let line = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
    let same: Pair = format!("{line} Easy (204)").parse().expect("a pair");
    let other: Pair = format!("{line} Hard (1204)").parse().expect("a pair");
    assert!(same.agrees() && !other.agrees());
    let mut agreement = Agreement::default();
    agreement.add(&same);
    agreement.add(&other);
    assert_eq!(agreement.per_cent(), 50.0);
    let shown = agreement.to_string();
    assert!(shown.contains("1 of 2 levels agree, 50.0 %"), "{shown}");
    assert!("not a line".parse::<Pair>().is_err());
}
