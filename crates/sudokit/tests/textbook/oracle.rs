//! The simplest search, to compare with.

use sudokit::Puzzle;

/// Returns all solutions up to a limit, in lexicographic order, by the simplest search. It shares
/// nothing with the library except the puzzle and the cells of its houses.
pub fn oracle(puzzle: &Puzzle, limit: usize) -> Vec<Vec<u8>> {
    let mut found = Vec::new();
    let mut values = vec![0; puzzle.values().len()];
    fill(puzzle, &mut values, 0, limit, &mut found);
    found
}

fn fill(puzzle: &Puzzle, values: &mut [u8], cell: usize, limit: usize, found: &mut Vec<Vec<u8>>) {
    if cell == values.len() {
        found.push(values.to_vec());
        return;
    }
    for value in 1..=puzzle.shape().size() as u8 {
        let allowed = puzzle.allowed(cell) >> (value - 1) & 1 == 1;
        if allowed && found.len() < limit && fits(puzzle, values, cell, value) {
            values[cell] = value;
            fill(puzzle, values, cell + 1, limit, found);
            values[cell] = 0;
        }
    }
}

/// Later givens count too, or a 9×9 would take forever.
fn fits(puzzle: &Puzzle, values: &[u8], cell: usize, value: u8) -> bool {
    let houses = puzzle.shape().houses().iter();
    let mut mine = houses.filter(|house| house.cells().contains(&(cell as u16)));
    mine.all(|house| {
        let mut others = house.cells().iter().filter(|c| **c as usize != cell);
        others.all(|c| values[*c as usize] != value && puzzle.values()[*c as usize] != value)
    })
}
