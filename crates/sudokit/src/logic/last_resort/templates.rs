//! Templates: all ways to place a value in the whole grid.
//!
//! A template has one place in every row, and no place sees another. A candidate that no template
//! uses can be eliminated; one that every template uses can be placed. Since each template has
//! exactly one place in a row, a place is in every template if it is the only one of its row that
//! is in any.

use crate::logic::board::Board;
use crate::logic::cell_set::CellSet;
use crate::logic::find::{Search, StepCollector};
use crate::logic::step::{Role, Step};
use crate::logic::technique::Technique;

/// Finds candidates that are in every template of their value.
pub(super) fn set(board: &Board, found: &mut StepCollector) -> Search {
    for value in 1..=board.size() as u8 {
        let used = used_cells(board, value);
        for row in rows(board) {
            let Some(cell) = (row & used).single() else {
                continue;
            };
            if board.has(cell, value) {
                let step = Step::new(Technique::TemplateSet)
                    .placing(cell, value)
                    .about([value])
                    .marking(Role::Defining, value, [cell]);
                found.add(step)?;
            }
        }
    }
    Search::Continue(())
}

/// Finds candidates that are in no template of their value.
pub(super) fn delete(board: &Board, found: &mut StepCollector) -> Search {
    for value in 1..=board.size() as u8 {
        let unused = board.cells(value) - used_cells(board, value);
        if !unused.is_empty() {
            let step = Step::new(Technique::TemplateDelete)
                .eliminating(value, unused)
                .about([value]);
            found.add(step)?;
        }
    }
    Search::Continue(())
}

fn rows(board: &Board) -> impl Iterator<Item = CellSet> {
    board.geometry().rows.iter().map(|row| board.house(*row))
}

/// Returns the cells that at least one template of a value uses, including placed ones. Searches
/// for one template for each cell that no template found so far uses, so only a few are examined.
fn used_cells(board: &Board, value: u8) -> CellSet {
    let placed = (0..board.values().len()).filter(|cell| board.value(*cell) == value);
    let placed: CellSet = placed.collect();
    let allowed = placed | board.cells(value);
    let rows: Vec<CellSet> = rows(board).collect();
    let mut used = CellSet::EMPTY;
    for cell in allowed {
        if used.contains(cell) {
            continue;
        }
        let mut template = CellSet::of(cell);
        if complete(board, &rows, allowed - board.peers(cell), &mut template) {
            used |= template;
        }
    }
    used
}

/// Completes a template with allowed cells, the row with the fewest of them first.
fn complete(board: &Board, rows: &[CellSet], allowed: CellSet, template: &mut CellSet) -> bool {
    let open = rows.iter().filter(|row| !row.meets(*template));
    let Some(row) = open.min_by_key(|row| (**row & allowed).len()) else {
        return true;
    };
    let before = *template;
    for cell in *row & allowed {
        template.insert(cell);
        if complete(board, rows, allowed - board.peers(cell), template) {
            return true;
        }
        *template = before;
    }
    false
}
