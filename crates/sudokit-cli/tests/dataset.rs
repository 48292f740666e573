//! `sudokit dataset`: sets for training.

use std::collections::{BTreeMap, BTreeSet};

mod common;
use common::*;
use sudokit::symmetry::{canonical, isomorphism};
use sudokit::{Puzzle, Solver};

/// Some of the project's own puzzles.
fn puzzles(count: usize) -> String {
    let text = own_puzzles();
    let lines: Vec<&str> = text.lines().filter(|line| line.len() == 81).collect();
    lines[..count].join("\n") + "\n"
}

/// The rows of a CSV table without quotation marks, after its header.
fn rows(table: &str) -> Vec<Vec<&str>> {
    let rows = table.lines().skip(1);
    rows.map(|row| row.split(',').collect()).collect()
}

fn puzzle(line: &str) -> Puzzle {
    line.parse().unwrap()
}

/// An `.npy` file: the type of its elements, its shape, and the elements. Written from NumPy's
/// description of the format, not from our writer.
fn npy(bytes: &[u8]) -> (String, Vec<usize>, Vec<i64>) {
    assert_eq!(&bytes[..6], b"\x93NUMPY");
    assert_eq!((bytes[6], bytes[7]), (1, 0), "version");
    let length = usize::from(u16::from_le_bytes([bytes[8], bytes[9]]));
    let header = std::str::from_utf8(&bytes[10..10 + length]).unwrap();
    assert!(header.ends_with('\n') && (10 + length).is_multiple_of(64));
    let value = |key: &str| header.split_once(&format!("'{key}': ")).unwrap().1;
    assert!(value("fortran_order").starts_with("False"));
    let kind = value("descr").split('\'').nth(1).unwrap().to_string();
    let shape = value("shape").trim_start_matches('(').split(')').next();
    let sizes = shape.unwrap().split(',').map(str::trim);
    let sizes: Vec<usize> = sizes
        .filter(|size| !size.is_empty())
        .map(|size| size.parse().unwrap())
        .collect();
    let data = &bytes[10 + length..];
    let elements: Vec<i64> = match &kind[..] {
        "|u1" => data.iter().map(|byte| i64::from(*byte)).collect(),
        "<i4" => {
            let (four, rest) = data.as_chunks();
            assert!(rest.is_empty());
            four.iter()
                .map(|four| i32::from_le_bytes(*four).into())
                .collect()
        }
        _ => panic!("{kind}"),
    };
    assert_eq!(sizes.iter().product::<usize>(), elements.len());
    (kind, sizes, elements)
}

#[test]
fn isomorphs_are_isomorphic_and_their_solutions_are_right() {
    let scratch = Scratch::with("p.txt", puzzles(40));
    let augment = [
        "dataset", "augment", "--copies", "3", "--seed", "5", "p.txt",
    ];
    let table = scratch.run(&augment).ends(0).stdout;
    assert!(table.starts_with("puzzle,solution,number\n"), "{table}");
    let originals = puzzles(40);
    let originals: Vec<&str> = originals.lines().collect();
    let rows = rows(&table);
    assert_eq!(rows.len(), 120);
    for row in &rows {
        let original = puzzle(originals[row[2].parse::<usize>().unwrap()]);
        let copy = puzzle(row[0]);
        assert!(isomorphism(&original, &copy).unwrap().is_some(), "{row:?}");
        let solution = Solver::new().solve(&copy).solution.unwrap();
        assert_eq!(solution.to_string(), row[1]);
    }
    let distinct: BTreeSet<_> = rows.iter().map(|row| row[0]).collect();
    assert_eq!(distinct.len(), 120);
    // The same with another number of threads, and from a pipe.
    let threaded = [&augment[..], &["--threads", "3"]].concat();
    scratch.run(&threaded).ends(0).gives(&table);
    let piped = [&augment[..6], &["-"]].concat();
    scratch
        .run_with_input(&piped, puzzles(40))
        .ends(0)
        .gives(&table);
    let with_originals = [&augment[..], &["--originals"]].concat();
    let more = scratch.run(&with_originals).ends(0).stdout;
    assert_eq!(more.lines().count(), 161);
    assert!(more.lines().nth(1).unwrap().starts_with(originals[0]));
}

#[test]
fn train_and_test_sets_have_no_class_in_common() {
    let scratch = Scratch::with("p.txt", puzzles(100));
    let augment = [
        "dataset",
        "augment",
        "--copies",
        "4",
        "--seed",
        "1",
        "--originals",
    ];
    scratch
        .run(&[&augment[..], &["p.txt", "-o", "all.csv"]].concat())
        .ends(0);
    let split = [
        "dataset", "split", "--test", "20%", "--seed", "3", "all.csv",
    ];
    scratch
        .run(&[&split[..], &["-o", "set"]].concat())
        .ends(0)
        .says("500 puzzles in 100 classes: 400 for training, 100 for testing");
    let classes = |name: &str| {
        let table = scratch.read(name);
        let rows = rows(&table);
        let forms = rows
            .iter()
            .map(|row| canonical(&puzzle(row[0])).unwrap().puzzle.to_string());
        forms.collect::<BTreeSet<String>>()
    };
    let (train, test) = (classes("set/train.csv"), classes("set/test.csv"));
    assert_eq!((train.len(), test.len()), (80, 20));
    assert!(train.is_disjoint(&test));
    // A fifth of the puzzles of each stratum, give or take one class.
    let strata = |name: &str| {
        let mut counts = BTreeMap::<u32, usize>::new();
        for row in rows(&scratch.read(name)) {
            let guesses: u32 = row[2].parse().unwrap();
            *counts
                .entry(u32::BITS - guesses.leading_zeros())
                .or_default() += 1;
        }
        counts
    };
    scratch
        .run(&[&split[..], &["--dedupe", "-o", "once"]].concat())
        .ends(0)
        .says("80 for training, 20 for testing");
    let (train, test) = (strata("once/train.csv"), strata("once/test.csv"));
    for (stratum, many) in train {
        let few = test.get(&stratum).copied().unwrap_or(0);
        assert!(
            (few * 5).abs_diff(many + few) <= 5,
            "{stratum}: {few} of {many}"
        );
    }
    let other = [
        "dataset", "split", "--test", "20%", "--seed", "4", "-o", "other",
    ];
    scratch.run(&[&other[..], &["all.csv"]].concat()).ends(0);
    assert_ne!(
        scratch.bytes("other/test.csv"),
        scratch.bytes("set/test.csv")
    );
}

#[test]
fn exported_arrays_have_the_layout_that_is_documented() {
    let scratch = Scratch::with("p.txt", puzzles(7));
    let export = [
        "dataset", "export", "--copies", "2", "--seed", "1", "-o", "hrm",
    ];
    scratch.run(&[&export[..], &["p.txt"]].concat()).ends(0);
    scratch
        .run(&["dataset", "export", "--part", "test", "-o", "hrm", "p.txt"])
        .ends(0);
    let array =
        |part: &str, name: &str| npy(&scratch.bytes(&format!("hrm/{part}/all__{name}.npy")));
    let (kind, shape, inputs) = array("train", "inputs");
    assert_eq!((&kind[..], &shape[..]), ("|u1", &[21, 81][..]));
    let (kind, shape, labels) = array("train", "labels");
    assert_eq!((&kind[..], &shape[..]), ("|u1", &[21, 81][..]));
    let line = |tokens: &[i64]| {
        let symbol = |token: &i64| match token {
            1 => '.',
            2..=10 => (b'0' + (token - 1) as u8) as char,
            _ => panic!("token {token}"),
        };
        tokens.iter().map(symbol).collect::<String>()
    };
    let originals = puzzles(7);
    for (index, (input, label)) in inputs.chunks(81).zip(labels.chunks(81)).enumerate() {
        let original = originals.lines().nth(index / 3).unwrap();
        let (input, label) = (line(input), line(label));
        if index % 3 == 0 {
            assert_eq!(input, original);
        }
        assert!(
            isomorphism(&puzzle(original), &puzzle(&input))
                .unwrap()
                .is_some()
        );
        let solution = Solver::new().solve(&puzzle(&input)).solution.unwrap();
        assert_eq!(solution.to_string(), label);
    }
    let numbers = |step: usize, end: i64| (0..=end).step_by(step).collect::<Vec<_>>();
    let indices = array("train", "puzzle_indices");
    assert_eq!(indices, ("<i4".to_string(), vec![22], numbers(1, 21)));
    let groups = array("train", "group_indices");
    assert_eq!(groups, ("<i4".to_string(), vec![8], numbers(3, 21)));
    let identifiers = array("train", "puzzle_identifiers");
    assert_eq!(identifiers, ("<i4".to_string(), vec![21], vec![0; 21]));
    assert_eq!(array("test", "group_indices").2, numbers(1, 7));
    let metadata: serde_json::Value =
        serde_json::from_str(&scratch.read("hrm/train/dataset.json")).unwrap();
    let expected = serde_json::json!({
        "pad_id": 0, "ignore_label_id": 0, "blank_identifier_id": 0, "vocab_size": 11,
        "seq_len": 81, "num_puzzle_identifiers": 1, "total_groups": 7,
        "mean_puzzle_examples": 1.0, "sets": ["all"],
    });
    assert_eq!(metadata, expected);
    assert_eq!(scratch.read("hrm/identifiers.json"), "[\"<blank>\"]");
}

#[test]
fn wrong_solutions_are_found_and_never_enter_a_set() {
    let wrong = KNOWN_SOLUTION.replacen("53", "35", 1);
    let empty = ".".repeat(81);
    let table = format!(
        "puzzle,solution\n{KNOWN},{KNOWN_SOLUTION}\n{KNOWN},{wrong}\n{KNOWN},\n\
         {IMPOSSIBLE},{wrong}\n{empty},{wrong}\n{BROKEN},{wrong}\n{HARD},{HARD_SOLUTION}\n"
    );
    let scratch = Scratch::with("t.csv", &table);
    scratch
        .run(&["dataset", "verify", "--csv", "t.csv"])
        .ends(1)
        .gives(
            "file,line,verdict,cell\nt.csv,3,wrong,0\nt.csv,4,missing,\nt.csv,5,no-solution,\n\
             t.csv,6,several,\n",
        )
        .says("2 right, 1 missing, 1 no-solution, 1 several, 1 wrong")
        .says("5 appears twice in row 1");
    // A solution that is missing is found; the others are left out.
    let rated = scratch.run(&["dataset", "rate", "t.csv"]).ends(1);
    let rated = rated.says("t.csv:3 is left out: the solution is wrong, first in row 1, column 1");
    let solutions: Vec<String> = rows(&rated.stdout)
        .iter()
        .map(|row| row[1].to_string())
        .collect();
    assert_eq!(solutions, [KNOWN_SOLUTION, KNOWN_SOLUTION, HARD_SOLUTION]);
    scratch.write("four.txt", "1...\n..2.\n.3..\n...4\n");
    scratch
        .run(&["dataset", "rate", "four.txt"])
        .ends(2)
        .says("data sets are of classic 9×9 puzzles");
}

#[test]
fn trajectories_lead_to_the_solution() {
    let scratch = Scratch::with("p.txt", format!("{KNOWN}\n{}", puzzles(3)));
    let table = scratch
        .run(&["dataset", "trajectories", "p.txt"])
        .ends(0)
        .stdout;
    assert!(table.starts_with("puzzle,step,technique,cell,value,action\n"));
    let mut values: Vec<u8> = KNOWN.bytes().collect();
    for row in rows(&table)
        .iter()
        .filter(|row| row[0] == "0" && row[5] == "placed")
    {
        let cell: usize = row[3].parse().unwrap();
        assert_eq!(values[cell], b'.');
        values[cell] = row[4].as_bytes()[0];
    }
    assert_eq!(String::from_utf8(values).unwrap(), KNOWN_SOLUTION);
    let numbers: BTreeSet<_> = rows(&table).iter().map(|row| row[0].to_string()).collect();
    assert_eq!(numbers.len(), 4);
    let stuck = [
        "dataset",
        "trajectories",
        "--techniques",
        "naked-single",
        "p.txt",
    ];
    scratch.run(&stuck).ends(3).says("1 solved");
}

#[test]
fn test_sizes_and_directories_are_checked() {
    let scratch = Scratch::with("p.txt", puzzles(3));
    let split = ["dataset", "split", "p.txt", "-o", "set", "--test"];
    for wrong in ["110%", "1.5", "many"] {
        scratch
            .run(&[&split[..], &[wrong]].concat())
            .ends(2)
            .says("--test");
    }
    scratch
        .run(&[
            "dataset",
            "split",
            "--test",
            "1",
            "-o",
            "p.txt/set",
            "p.txt",
        ])
        .ends(2)
        .says("cannot create the directory");
    let again = [
        "dataset",
        "split",
        "--test",
        "1",
        "-o",
        "set",
        "set/train.csv",
    ];
    scratch
        .run(&[&split[..], &["1"]].concat())
        .ends(0)
        .says("Seed ");
    scratch
        .run(&again)
        .ends(2)
        .says("inputs are never overwritten");
}
