//! Templates: all ways to place a value in the whole grid.
//!
//! A template has one place in every row, and no place sees another. A candidate that no template
//! uses can be eliminated; one that every template uses can be placed. Since each template has
//! exactly one place in a row, a place is in every template if it is the only one of its row that
//! is in any.
//!
//! Values are first considered alone. Then a place that every template of a value uses is taken
//! from the other values, which lose the templates with it, and so on until nothing changes.

use crate::logic::board::{Board, values_of};
use crate::logic::cell_set::CellSet;
use crate::logic::find::{Search, StepCollector};
use crate::logic::step::{Case, Role, Step};
use crate::logic::technique::Technique;

/// Finds candidates that are in every template of their value.
pub(super) fn set(board: &Board, found: &mut StepCollector) -> Search {
    for templates in [Templates::alone(board), Templates::refined(board)] {
        for value in 1..=board.size() as u8 {
            for cell in templates.forced(value) & board.cells(value) {
                let step = Step::new(Technique::TemplateSet)
                    .placing(cell, value)
                    .about([value])
                    .marking(Role::Defining, value, [cell]);
                let step = step.by_cases(templates.ways(value));
                found.add(templates.with_taken(value, step))?;
            }
        }
    }
    Search::Continue(())
}

/// Finds candidates that are in no template of their value.
pub(super) fn delete(board: &Board, found: &mut StepCollector) -> Search {
    for templates in [Templates::alone(board), Templates::refined(board)] {
        for value in 1..=board.size() as u8 {
            let step = Step::new(Technique::TemplateDelete)
                .eliminating(value, board.cells(value) - templates.used(value))
                .about([value]);
            if step.is_idle() {
                continue;
            }
            let step = step.by_cases(templates.ways(value));
            found.add(templates.with_taken(value, step))?;
        }
    }
    Search::Continue(())
}

fn rows(board: &Board) -> impl Iterator<Item = CellSet> {
    board.geometry().rows.iter().map(|row| board.house(*row))
}

/// The templates of all values, as the cells that they use.
struct Templates<'a> {
    board: &'a Board,
    /// By value: the cells that templates may use, and those that some template uses, including
    /// placed ones.
    allowed: Vec<CellSet>,
    used: Vec<CellSet>,
}

impl<'a> Templates<'a> {
    /// Considers every value alone.
    fn alone(board: &'a Board) -> Templates<'a> {
        let placed = |value: u8| {
            let cells = (0..board.values().len()).filter(move |cell| board.value(*cell) == value);
            cells.collect::<CellSet>()
        };
        let values = 1..=board.size() as u8;
        let allowed: Vec<CellSet> = values
            .map(|value| placed(value) | board.cells(value))
            .collect();
        Templates {
            board,
            used: allowed.iter().map(|all| used_cells(board, *all)).collect(),
            allowed,
        }
    }

    /// Takes the cells that every template of a value uses from the other values, as long as this
    /// changes something.
    fn refined(board: &'a Board) -> Templates<'a> {
        let mut templates = Templates::alone(board);
        loop {
            let forced: Vec<CellSet> = (1..=board.size() as u8)
                .map(|value| templates.forced(value))
                .collect();
            let mut is_changed = false;
            for (index, allowed) in templates.allowed.iter_mut().enumerate() {
                let others = forced
                    .iter()
                    .enumerate()
                    .filter(|(other, _)| *other != index);
                let taken = others.fold(CellSet::EMPTY, |taken, (_, cells)| taken | *cells);
                if allowed.meets(taken) {
                    *allowed -= taken;
                    templates.used[index] = used_cells(board, *allowed);
                    is_changed = true;
                }
            }
            if !is_changed {
                return templates;
            }
        }
    }

    /// Returns the cells that some template of a value uses.
    fn used(&self, value: u8) -> CellSet {
        self.used[value as usize - 1]
    }

    /// Returns the cells that every template of a value uses.
    fn forced(&self, value: u8) -> CellSet {
        let used = self.used(value);
        let single = rows(self.board).filter_map(|row| (row & used).single());
        single.collect()
    }

    /// Returns all templates of a value.
    fn ways(&self, value: u8) -> Vec<Case> {
        let rows: Vec<CellSet> = rows(self.board).collect();
        let mut ways = Vec::new();
        let allowed = self.allowed[value as usize - 1];
        each_template(
            self.board,
            &rows,
            allowed,
            CellSet::EMPTY,
            &mut |template| {
                let open = template.iter().filter(|cell| self.board.value(*cell) == 0);
                ways.push(Case {
                    values: vec![value],
                    cells: open.map(|cell| cell as u16).collect(),
                    set: None,
                });
            },
        );
        ways
    }

    /// Adds to a step about a value the places that the templates of other values took from it.
    fn with_taken(&self, value: u8, step: Step) -> Step {
        let taken = self.board.cells(value) - self.allowed[value as usize - 1];
        let others = values_of(self.board.union(taken)).filter(|other| *other != value);
        others.fold(step, |step, other| {
            step.marking(Role::Defining, other, self.forced(other) & taken)
        })
    }
}

/// Returns the cells that at least one template within these cells uses. Searches for one template
/// for each cell that no template found so far uses, so only a few are examined.
fn used_cells(board: &Board, allowed: CellSet) -> CellSet {
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

/// Calls `then` with every template that contains these cells.
fn each_template(
    board: &Board,
    rows: &[CellSet],
    allowed: CellSet,
    template: CellSet,
    then: &mut impl FnMut(CellSet),
) {
    let Some((row, rest)) = rows.split_first() else {
        return then(template);
    };
    for cell in *row & allowed {
        let left = allowed - board.peers(cell);
        each_template(board, rest, left, template | CellSet::of(cell), then);
    }
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
