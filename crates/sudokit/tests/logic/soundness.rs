//! Checks every step on many puzzles against the solution.
//!
//! The long check uses samples of whole collections, which are not part of the project:
//! `SUDOKIT_DATA=FOLDER cargo test --release -p sudokit --test logic -- --ignored` reads them
//! from `corpora/` in that folder.

use std::fs;
use std::path::PathBuf;

use sudokit::logic::{Board, Logic, Step, Technique};
use sudokit::{Grid, Puzzle, Solver};

use super::support::{assert_sound, board_of, own_puzzles, solution};

/// Solves a puzzle with `logic`, and at every position checks the first step of each technique,
/// whether it is taken or not. Returns the number of steps checked.
fn walk_and_check(puzzle: &Puzzle, logic: &Logic, techniques: &[Technique]) -> usize {
    check_against(&solution(puzzle), puzzle, logic, techniques)
}

/// Does the same for one of the puzzle's solutions. If there are several, a step has to agree with
/// all of them.
fn check_against(
    solution: &Grid,
    puzzle: &Puzzle,
    logic: &Logic,
    techniques: &[Technique],
) -> usize {
    let alone = |technique: &Technique| Logic::with([*technique]).with_variants_of([*technique]);
    let alone: Vec<Logic> = techniques.iter().map(alone).collect();
    let (mut board, mut seen) = (Board::new(puzzle), 0);
    while let Ok(next) = logic.advise(&board) {
        let others = alone.iter().filter_map(|logic| logic.next_step(&board));
        for step in others.chain([next.clone()]) {
            assert_sound(&board, &step, solution);
            seen += 1;
        }
        board.apply(&next);
    }
    seen
}

#[test]
fn every_step_agrees_with_the_solution() {
    for puzzle in own_puzzles().iter().step_by(7) {
        walk_and_check(puzzle, &Logic::new(), &[]);
    }
}

#[test]
fn every_step_of_every_technique_agrees_with_the_solution() {
    let usual = Technique::ALL.iter().copied().filter(|t| t.is_usual());
    let techniques: Vec<Technique> = usual.chain([Technique::KrakenFish]).collect();
    for puzzle in own_puzzles().iter().skip(3).step_by(60) {
        walk_and_check(puzzle, &Logic::new(), &techniques);
    }
}

/// Techniques with optional variants, which ratings and ordinary hints do not use.
const WITH_VARIANTS: [Technique; 14] = [
    Technique::EmptyRectangle,
    Technique::UniqueRectangle5,
    Technique::HiddenRectangle,
    Technique::FinnedXWing,
    Technique::SashimiXWing,
    Technique::FinnedSwordfish,
    Technique::SashimiSwordfish,
    Technique::Medusa,
    Technique::XChain,
    Technique::GroupedNiceLoop,
    Technique::AlsXz,
    Technique::AlsXyWing,
    Technique::DeathBlossom,
    Technique::AlignedPairExclusion,
];

#[test]
fn every_step_of_every_variant_agrees_with_the_solution() {
    let variants = Logic::with(WITH_VARIANTS).with_variants_of(WITH_VARIANTS);
    let logic = Logic::new();
    let mut seen = 0;
    for puzzle in own_puzzles().iter().skip(2).step_by(36) {
        let (mut board, solution) = (Board::new(puzzle), solution(puzzle));
        let mut looked = 0;
        while let Ok(next) = logic.advise(&board) {
            if next.technique > Technique::HiddenSingle && looked < 4 {
                looked += 1;
                for step in variants.all_steps(&board) {
                    assert_sound(&board, &step, &solution);
                    seen += 1;
                }
            }
            board.apply(&next);
        }
    }
    assert!(seen > 1000, "{seen}");
}

#[test]
fn variants_add_effects_and_lose_none() {
    for puzzle in own_puzzles().iter().step_by(60) {
        let board = Board::new(puzzle);
        for technique in WITH_VARIANTS {
            let plain = Logic::with([technique]);
            let more = plain.clone().with_variants_of([technique]);
            let (plain, more) = (plain.all_steps(&board), more.all_steps(&board));
            // A refuted colour is crossed out without variants and its opposite placed with them.
            if technique != Technique::Medusa {
                let effect = |step: &Step| (step.placements.clone(), step.eliminations.clone());
                let known: Vec<_> = more.iter().map(effect).collect();
                let missing = plain.iter().find(|step| !known.contains(&effect(step)));
                assert_eq!(missing, None, "{technique}");
            }
        }
    }
}

/// The number of puzzles of each collection in the long check.
const SAMPLE: usize = 12;

#[test]
#[ignore = "long; SUDOKIT_DATA names the folder of the collections"]
fn every_step_of_every_technique_agrees_with_the_solution_on_collections() {
    let folder = std::env::var_os("SUDOKIT_DATA").expect("SUDOKIT_DATA names the folder");
    let entries = fs::read_dir(PathBuf::from(folder).join("corpora")).expect("corpora");
    for entry in entries {
        let path = entry.expect("an entry").path();
        let (mut puzzles, mut seen) = (0, 0);
        for puzzle in sample(&fs::read_to_string(&path).expect("a file")) {
            puzzles += 1;
            let outcome = Solver::new().solve(&puzzle);
            let mut techniques = Technique::ALL.to_vec();
            if !outcome.is_unique() {
                techniques.retain(|t| !t.assumes_uniqueness() && *t != Technique::BruteForce);
            }
            let in_use = techniques.iter().copied().filter(|t| t.is_usual());
            let solution = outcome.solution.expect("a solution");
            seen += check_against(&solution, &puzzle, &Logic::with(in_use), &techniques);
        }
        println!("{}: {seen} steps of {puzzles} puzzles", path.display());
    }
}

/// Returns puzzles spread evenly over a collection.
fn sample(text: &str) -> Vec<Puzzle> {
    let lines: Vec<&str> = text.lines().filter(|line| !line.starts_with('#')).collect();
    let lines = lines.iter().step_by((lines.len() / SAMPLE).max(1));
    let first_words = lines.filter_map(|line| line.split([' ', ',', '\t']).next());
    first_words
        .map(|word| word.parse().expect("a puzzle"))
        .collect()
}

/// Its candidates make the solution unique, its values do not: two values of a rectangle can be
/// swapped by the rules, but the candidates forbid it, so the rectangle proves nothing.
#[test]
fn a_sukaku_is_not_solved_by_uniqueness() {
    let sukaku: Puzzle = include_str!("../../testdata/sukaku.txt")
        .parse()
        .expect("a sukaku");
    assert!(!board_of(&sukaku).allows_uniqueness());
    assert!(walk_and_check(&sukaku, &Logic::new(), &[]) > 80);
    let marks = Board::new(&own_puzzles()[0]).to_puzzle();
    assert!(
        board_of(&marks).allows_uniqueness(),
        "pencil marks do not prevent it"
    );
    // Not known without a search.
    let mut board = Board::new(&marks);
    assert!(!board.allows_uniqueness());
    let no_nodes = Solver::new().node_limit(0);
    board.allow_uniqueness_if_proven(&marks, &no_nodes);
    assert!(!board.allows_uniqueness());
    board.allow_uniqueness();
    assert!(board.allows_uniqueness());
    assert!(Board::new(&own_puzzles()[0]).allows_uniqueness());
}
