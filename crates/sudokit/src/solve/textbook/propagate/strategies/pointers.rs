//! Where all places of a value in one house lie in a second house, the value can be nowhere else
//! in the second: wherever it goes in the first, it stands in both.
//!
//! ```text
//!   . . . │ . . .      all places for 5 in the left box are in row 2,
//!   5 5 . │ x x x      so 5 is none of the cells marked x
//!   . . . │ . . .
//! ```
//!
//! It points from a box along a line as well as from a line into a box. A 3×3 box and a line
//! share three cells, so on a 9×9 board it is always two or three places that point; where
//! houses share more, more may.

use super::house_view::HouseView;
use super::unfinished_houses;
use crate::bits::{mask_of, values_of};
use crate::solve::textbook::board::{Board, Confinement, Contradiction};

/// Applies the first pointer that rules anything out.
pub(super) fn apply(board: &mut Board<'_>) -> Result<bool, Contradiction> {
    let Some((pointer, cells, value)) = find(board) else {
        return Ok(false);
    };
    for cell in cells {
        board.rule_out(cell, mask_of(value), pointer);
    }
    Ok(true)
}

fn find(board: &Board<'_>) -> Option<(Confinement, Vec<usize>, u8)> {
    for house in unfinished_houses(board) {
        let view = HouseView::new(board, house);
        for value in values_of(view.lacking) {
            let pointer = view.confinement(value);
            let pointing: Vec<usize> = view.cells(board, pointer.places).collect();
            for second in shared_houses(board, &pointing).filter(|second| *second != house) {
                let ruled_out = other_cells_with(board, value, second, &pointing);
                if !ruled_out.is_empty() {
                    return Some((pointer, ruled_out, value));
                }
            }
        }
    }
    None
}

/// The houses that all of the cells belong to.
fn shared_houses<'a>(board: &'a Board<'_>, cells: &'a [usize]) -> impl Iterator<Item = usize> + 'a {
    let houses_of = |cell: usize| board.shape().houses_of(cell);
    let of_first = cells.first().map_or(&[][..], |first| houses_of(*first));
    let shared = move |house: &&u16| cells.iter().all(|cell| houses_of(*cell).contains(house));
    of_first.iter().filter(shared).map(|house| *house as usize)
}

/// The open cells of a house that could hold the value, except these.
fn other_cells_with(board: &Board<'_>, value: u8, house: usize, except: &[usize]) -> Vec<usize> {
    let cells = board.shape().houses()[house].cells().iter();
    cells
        .map(|cell| *cell as usize)
        .filter(|cell| board.is_open(*cell) && !except.contains(cell))
        .filter(|cell| board.domain(*cell) & mask_of(value) != 0)
        .collect()
}
