//! Measures augmentation on one thread: ours, and one written as the training scripts of HRM do it,
//! with a permutation of the 81 cells built for each copy. Every copy of both is checked.
//!
//! `cargo run --release -p bench --bin augment [PAIRS] [COPIES]`

use std::time::{Duration, Instant};

use sudokit::dataset::{Augmentation, class_key, guesses_of_all};
use sudokit::generate::Generator;
use sudokit::random::Random;

const ROUNDS: usize = 15;

type Boards = Vec<[u8; 81]>;

fn main() {
    let mut arguments = std::env::args().skip(1).map(|text| text.parse());
    let mut number = |usual: usize| match arguments.next() {
        None => usual,
        Some(number) => number.expect("a whole number"),
    };
    let (pairs, copies) = (number(2_000), number(10));
    let (puzzles, solutions) = generated(pairs);
    let augmentation = Augmentation::new(1, copies);
    let (mut inputs, mut labels) = (vec![[0; 81]; pairs * copies], vec![[0; 81]; pairs * copies]);
    let mut best = [Duration::MAX; 2];
    for _ in 0..ROUNDS {
        let begun = Instant::now();
        augmentation.pairs_into(0, &puzzles, &solutions, &mut inputs, &mut labels);
        best[0] = best[0].min(begun.elapsed());
        let begun = Instant::now();
        let described = as_described(&puzzles, &solutions, copies);
        best[1] = best[1].min(begun.elapsed());
        check(&puzzles, copies, &described.0, &described.1);
    }
    check(&puzzles, copies, &inputs, &labels);
    println!("| augmentation | ns per pair |\n|---|--:|");
    for (name, time) in ["sudokit", "as HRM describes it, in Rust"].iter().zip(best) {
        let each = time.as_nanos() as f64 / (pairs * copies) as f64;
        println!("| {name} | {each:.0} |");
    }
}

fn generated(count: usize) -> (Boards, Boards) {
    let puzzles = Generator::classic().seed(1).puzzles(count as u64);
    let puzzles = puzzles.expect("a possible request").map(|made| {
        let made = made.expect("an easy request");
        <[u8; 81]>::try_from(made.puzzle.values()).expect("81 cells")
    });
    let puzzles: Boards = puzzles.collect();
    let rated = guesses_of_all(&puzzles, 1);
    let solutions = rated
        .iter()
        .map(|found| found.expect("one solution").solution);
    let solutions = solutions.collect();
    (puzzles, solutions)
}

/// Relabels the digits, transposes or not, and permutes bands, stacks, rows and columns.
fn as_described(puzzles: &[[u8; 81]], solutions: &[[u8; 81]], copies: usize) -> (Boards, Boards) {
    let mut random = Random::new(1, 0);
    let (mut inputs, mut labels) = (Vec::new(), Vec::new());
    for (puzzle, solution) in puzzles.iter().zip(solutions) {
        for _ in 0..copies {
            let mut digits: Vec<u8> = (1..=9).collect();
            random.shuffle(&mut digits);
            digits.insert(0, 0);
            let is_transposed = random.below(2) == 1;
            let (rows, columns) = (lines(&mut random), lines(&mut random));
            let cells: Vec<usize> = (0..81)
                .map(|cell| rows[cell / 9] * 9 + columns[cell % 9])
                .collect();
            let apply = |board: &[u8; 81]| {
                let source = |cell: usize| match is_transposed {
                    true => cell % 9 * 9 + cell / 9,
                    false => cell,
                };
                std::array::from_fn(|cell| digits[board[source(cells[cell])] as usize])
            };
            inputs.push(apply(puzzle));
            labels.push(apply(solution));
        }
    }
    (inputs, labels)
}

fn lines(random: &mut Random) -> Vec<usize> {
    let mut parts = vec![0, 1, 2];
    random.shuffle(&mut parts);
    let mut lines = Vec::new();
    for part in parts {
        let mut within = vec![part * 3, part * 3 + 1, part * 3 + 2];
        random.shuffle(&mut within);
        lines.extend(within);
    }
    lines
}

/// Checks that copies belong to the class of their puzzle and agree with their solutions.
fn check(puzzles: &[[u8; 81]], copies: usize, inputs: &[[u8; 81]], labels: &[[u8; 81]]) {
    // Canonical forms take longer than what is measured: a sample of them will do.
    for index in (0..inputs.len()).step_by(97) {
        assert_eq!(
            class_key(&inputs[index]),
            class_key(&puzzles[index / copies])
        );
    }
    for (input, label) in inputs.iter().zip(labels) {
        let mut cells = input.iter().zip(label);
        assert!(cells.all(|(value, answer)| *value == 0 || value == answer));
        assert!(!label.contains(&0));
    }
}
