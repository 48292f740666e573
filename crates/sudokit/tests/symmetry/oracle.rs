//! The canonical form by trying every arrangement.

use sudokit::symmetry::{canonical, canonical_values_9x9};
use sudokit::{Puzzle, Shape};

use super::support::{dug, random, scattered, solved};

/// Returns the smallest form of a board, and the number of its automorphisms.
pub fn smallest(puzzle: &Puzzle) -> (Vec<u8>, u128) {
    let (rows, columns) = puzzle.shape().box_size().unwrap();
    let size = rows * columns;
    let values = puzzle.values();
    let transposed: Vec<u8> = (0..size * size)
        .map(|cell| values[cell % size * size + cell / size])
        .collect();
    let mut boards = vec![values.to_vec()];
    if rows == columns || rows == 1 || columns == 1 {
        boards.push(transposed);
    }
    let (row_orders, column_orders) = (orders(rows, columns), orders(columns, rows));
    let (mut best, mut count) = (vec![u8::MAX; size * size], 0);
    for board in &boards {
        for rows in &row_orders {
            for columns in &column_orders {
                match compare(board, rows, columns, &best) {
                    std::cmp::Ordering::Greater => {}
                    std::cmp::Ordering::Equal => count += 1,
                    std::cmp::Ordering::Less => {
                        best = labelled(board, rows, columns).collect();
                        count = 1;
                    }
                }
            }
        }
    }
    let used = best.iter().copied().max().unwrap() as u128;
    (best, count * (1..=size as u128 - used).product::<u128>())
}

fn compare(board: &[u8], rows: &[usize], columns: &[usize], best: &[u8]) -> std::cmp::Ordering {
    labelled(board, rows, columns).cmp(best.iter().copied())
}

/// Returns the board in this order, with labels in the order of their first appearance.
fn labelled<'a>(
    board: &'a [u8],
    rows: &'a [usize],
    columns: &'a [usize],
) -> impl Iterator<Item = u8> + 'a {
    let (mut labels, mut used) = ([0u8; 65], 0);
    let size = rows.len();
    let cells = rows
        .iter()
        .flat_map(move |r| columns.iter().map(move |c| r * size + c));
    cells.map(move |cell| {
        let value = board[cell] as usize;
        if value != 0 && labels[value] == 0 {
            used += 1;
            labels[value] = used;
        }
        labels[value]
    })
}

/// Returns all orders of `parts` groups of `lines` lines.
fn orders(lines: usize, parts: usize) -> Vec<Vec<usize>> {
    let within = permutations(lines);
    let mut all = Vec::new();
    for order in permutations(parts) {
        let mut lists = vec![Vec::new()];
        for part in order {
            lists = (lists.iter())
                .flat_map(|list: &Vec<usize>| {
                    within.iter().map(move |lines_of| {
                        let next = lines_of.iter().map(|line| part * lines + line);
                        list.iter().copied().chain(next).collect()
                    })
                })
                .collect();
        }
        all.extend(lists);
    }
    all
}

fn permutations(count: usize) -> Vec<Vec<usize>> {
    if count == 0 {
        return vec![Vec::new()];
    }
    let mut all = Vec::new();
    for shorter in permutations(count - 1) {
        for place in 0..count {
            let mut longer = shorter.clone();
            longer.insert(place, count - 1);
            all.push(longer);
        }
    }
    all
}

fn agree(puzzle: &Puzzle) {
    let (values, automorphisms) = smallest(puzzle);
    let found = canonical(puzzle).unwrap();
    assert_eq!(found.puzzle.values(), values, "{puzzle:?}");
    assert_eq!(found.automorphisms, automorphisms, "{puzzle:?}");
    if let Ok(values) = <&[u8; 81]>::try_from(puzzle.values()) {
        let quick = canonical_values_9x9(values).unwrap();
        assert_eq!(&quick[..], found.puzzle.values());
    }
}

#[test]
fn small_boards_agree_with_brute_force() {
    let mut random = random(1);
    for (rows, columns, times) in [
        (2, 2, 60),
        (1, 4, 60),
        (4, 1, 20),
        (1, 5, 6),
        (2, 3, 12),
        (3, 2, 12),
    ] {
        let shape = Shape::boxes(rows, columns).unwrap();
        for time in 0..times {
            agree(&scattered(&shape, time, &mut random));
            agree(&dug(&shape, time, &mut random));
            agree(&solved(&shape, &mut random));
        }
    }
}

#[test]
fn larger_boards_agree_with_brute_force() {
    let mut random = random(2);
    let (eight, nine) = (Shape::with_size(8).unwrap(), Shape::classic());
    for blanks in [0, 30, 100, 300] {
        agree(&dug(&eight, blanks, &mut random));
    }
    for blanks in [0, 100, 150] {
        agree(&dug(&nine, blanks, &mut random));
    }
    for values in [0, 1, 2, 5, 30] {
        agree(&scattered(&eight, values, &mut random));
        agree(&scattered(&nine, values, &mut random));
    }
}
