//! Bivalue universal graves.

use std::ops::ControlFlow;

use super::grid::{
    Grid, HOUSE_SET, HOUSES, Mask, PEER_SET, PEERS, cells_at, combinations, count, digits, is_pair,
};
use super::hint::{Found, Hint};
use super::sets::tuple;
use super::technique::Technique;

/// The cells that keep the board from being a grave, with the digits that do.
struct Grave {
    cells: Vec<(usize, Mask)>,
    /// The digits of all of them.
    digits: Mask,
    /// The cells that see all of them, in the peer order of the first.
    common: Vec<usize>,
}

pub fn bug(grid: &Grid, found: &mut Found<'_>) -> ControlFlow<()> {
    let Some(grave) = grave(grid) else {
        return ControlFlow::Continue(());
    };
    if let [(cell, bug_digits)] = grave.cells[..] {
        let mut hint = Hint::new(Technique::Bug(1), 5.6);
        hint.eliminations
            .add(cell, grid.candidates(cell) & !bug_digits);
        return emit(&grave, hint, found);
    }
    if count(grave.digits) == 1 {
        let mut hint = Hint::new(Technique::Bug(2), 5.7);
        for cell in &grave.common {
            hint.eliminations
                .add(*cell, grid.candidates(*cell) & grave.digits);
        }
        if !hint.eliminations.is_empty() {
            return emit(&grave, hint, found);
        }
        return type_4(grid, &grave, found);
    }
    if grave.common.is_empty() {
        return ControlFlow::Continue(());
    }
    type_4(grid, &grave, found)?;
    type_3(grid, &grave, found)
}

fn emit(grave: &Grave, mut hint: Hint, found: &mut Found<'_>) -> ControlFlow<()> {
    if hint.eliminations.is_empty() {
        return ControlFlow::Continue(());
    }
    hint.cells = grave.cells.iter().map(|(cell, _)| *cell as u8).collect();
    hint.digits = grave.digits;
    found(hint)
}

fn grave(grid: &Grid) -> Option<Grave> {
    let mut cells: Vec<(usize, Mask)> = Vec::new();
    for house in 0..27 {
        for digit in 0..9 {
            let places = grid.places(digit, house);
            if places == 0 || is_pair(places) {
                continue;
            }
            let mut large =
                cells_at(house, places).filter(|cell| count(grid.candidates(*cell)) >= 3);
            let cell = large.next()?;
            if large.next().is_some() {
                continue;
            }
            match cells.iter_mut().find(|(each, _)| *each == cell) {
                Some((_, bug_digits)) => *bug_digits |= 1 << digit,
                None => cells.push((cell, 1 << digit)),
            }
        }
    }
    let (first, _) = *cells.first()?;
    let mut rest = grid.clone();
    for (cell, bug_digits) in &cells {
        for digit in digits(*bug_digits) {
            rest.remove(*cell, digit);
        }
    }
    let is_bivalue = (0..81).all(|cell| !rest.is_empty(cell) || is_pair(rest.candidates(cell)));
    let is_pairwise = || {
        let mut places = (0..27).flat_map(|house| (0..9).map(move |digit| (digit, house)));
        places.all(|(digit, house)| {
            let places = rest.places(digit, house);
            places == 0 || is_pair(places)
        })
    };
    if !is_bivalue || !is_pairwise() {
        return None;
    }
    let is_common = |peer: &usize| {
        let is_bug_cell = cells.iter().any(|(cell, _)| cell == peer);
        !is_bug_cell
            && cells
                .iter()
                .all(|(cell, _)| PEER_SET[*cell] >> peer & 1 == 1)
    };
    let peers = PEERS[first].into_iter().map(usize::from);
    Some(Grave {
        digits: cells.iter().fold(0, |all, (_, digits)| all | digits),
        common: peers.filter(is_common).collect(),
        cells,
    })
}

/// The bug cells act as one cell of a naked set.
fn type_3(grid: &Grid, grave: &Grave, found: &mut Found<'_>) -> ControlFlow<()> {
    let holds_all = |house: &usize| {
        let mut cells = grave.cells.iter();
        cells.all(|(cell, _)| HOUSE_SET[*house] >> cell & 1 == 1)
    };
    let first = grave.cells[0].0;
    for house in HOUSES[first].into_iter().map(usize::from).filter(holds_all) {
        let common = grave.common.iter().copied();
        let region: Vec<usize> = common
            .filter(|cell| HOUSE_SET[house] >> cell & 1 == 1)
            .collect();
        for size in 2..=region.len().min(6) {
            for chosen in combinations(size - 1, region.len()) {
                let sets = || digits(chosen).map(|index| grid.candidates(region[index]));
                if count(sets().fold(0, |all, set| all | set)) != size {
                    continue;
                }
                let Some(union) = tuple(sets().chain([grave.digits]), size) else {
                    continue;
                };
                let mut hint = Hint::new(Technique::Bug(3), 5.7 + (size - 1) as f64 * 0.1);
                for (index, cell) in region.iter().enumerate() {
                    if chosen >> index & 1 == 0 {
                        hint.eliminations.add(*cell, grid.candidates(*cell) & union);
                    }
                }
                hint.houses = 1 << house;
                emit(grave, hint, found)?;
            }
        }
    }
    ControlFlow::Continue(())
}

/// Two bug cells that share one other candidate, which must be in one of them.
fn type_4(grid: &Grid, grave: &Grave, found: &mut Found<'_>) -> ControlFlow<()> {
    let [(first, one), (second, two)] = grave.cells[..] else {
        return ControlFlow::Continue(());
    };
    let shared = grid.candidates(first) & grid.candidates(second) & !grave.digits;
    if count(shared) != 1 || PEER_SET[first] >> second & 1 == 0 {
        return ControlFlow::Continue(());
    }
    let mut hint = Hint::new(Technique::Bug(4), 5.7);
    hint.eliminations
        .add(first, grid.candidates(first) & !shared & !one);
    hint.eliminations
        .add(second, grid.candidates(second) & !shared & !two);
    emit(grave, hint, found)
}
