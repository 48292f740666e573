//! Aligned pair and triplet exclusion. The cells need not be aligned: any that have common
//! excluders are tried.

use std::ops::ControlFlow;

use super::grid::{Cells, Grid, Mask, PEER_SET, PEERS, count, digits};
use super::hint::{Found, Hint};
use super::technique::Technique;
use crate::bits::bits;

/// Peers of a cell whose candidates are few enough that digits of the base cells may use them up.
#[derive(Clone, Copy, Default)]
struct Excluders {
    cells: Cells,
    is_base: bool,
}

pub fn exclusion(grid: &Grid, size: usize, found: &mut Found<'_>) -> ControlFlow<()> {
    let (mut small, mut single): (Cells, Cells) = (0, 0);
    for cell in 0..81 {
        match count(grid.candidates(cell)) {
            1 => single |= 1 << cell,
            candidates if (2..=size).contains(&candidates) => small |= 1 << cell,
            _ => {}
        }
    }
    let excluders: [Excluders; 81] = std::array::from_fn(|cell| {
        let cells = PEER_SET[cell] & small;
        let is_base =
            count(grid.candidates(cell)) >= 2 && cells != 0 && PEER_SET[cell] & single == 0;
        Excluders { cells, is_base }
    });
    let base: Vec<usize> = (0..81).filter(|cell| excluders[*cell].is_base).collect();
    for (index, &second) in base.iter().enumerate() {
        for &first in &base[..index] {
            let common = excluders[first].cells & excluders[second].cells;
            if common & common.wrapping_sub(1) == 0 {
                continue;
            }
            if size == 2 {
                examine(grid, &[first, second], common, found)?;
                continue;
            }
            let mut listed: Cells = 1 << first | 1 << second;
            for near in [first, second] {
                for third in PEERS[near].map(usize::from) {
                    let is_new = (excluders[near].cells & !listed) >> third & 1 == 1;
                    if !is_new || !excluders[third].is_base {
                        continue;
                    }
                    listed |= 1 << third;
                    let common = common & excluders[third].cells;
                    if common & common.wrapping_sub(1) != 0 {
                        examine(grid, &[first, second, third], common, found)?;
                    }
                }
            }
        }
    }
    ControlFlow::Continue(())
}

/// Removes candidates of the base cells that occur in no permitted combination.
fn examine(grid: &Grid, base: &[usize], common: Cells, found: &mut Found<'_>) -> ControlFlow<()> {
    let mut excluded = [0; 20];
    let mut excluders = 0;
    for cell in bits(common) {
        excluded[excluders] = grid.candidates(cell);
        excluders += 1;
    }
    let excluded = &excluded[..excluders];
    let is_allowed = |chosen: Mask| !excluded.iter().any(|mask| mask & !chosen == 0);
    let permitted = match *base {
        [one, two] => permitted_pairs(grid, [one, two], is_allowed),
        [one, two, three] => permitted_triplets(grid, [one, two, three], is_allowed),
        _ => return ControlFlow::Continue(()),
    };
    let Some(permitted) = permitted else {
        return ControlFlow::Continue(());
    };
    let technique = Technique::AlignedExclusion(base.len() as u8);
    let mut hint = Hint::new(technique, if base.len() == 2 { 6.2 } else { 7.5 });
    for (cell, permitted) in base.iter().zip(permitted) {
        hint.eliminations
            .add(*cell, grid.candidates(*cell) & !permitted);
    }
    if hint.eliminations.is_empty() {
        return ControlFlow::Continue(());
    }
    hint.cells = base.iter().map(|cell| *cell as u8).collect();
    found(hint)
}

fn sees(one: usize, two: usize) -> bool {
    PEER_SET[one] >> two & 1 == 1
}

/// The candidates of two cells that occur in a permitted combination, or `None` if all do.
fn permitted_pairs(
    grid: &Grid,
    base: [usize; 2],
    is_allowed: impl Fn(Mask) -> bool,
) -> Option<[Mask; 3]> {
    let all = base.map(|cell| grid.candidates(cell));
    let differ = sees(base[0], base[1]);
    let mut permitted = [0; 3];
    for one in digits(all[0]) {
        for two in digits(all[1]) {
            if !(differ && one == two) && is_allowed(1 << one | 1 << two) {
                permitted[0] |= 1 << one;
                permitted[1] |= 1 << two;
            }
        }
    }
    (permitted[..2] != all).then_some(permitted)
}

/// The same for three cells. Nearly always all candidates are permitted, so only combinations that
/// permit something new are examined.
fn permitted_triplets(
    grid: &Grid,
    base: [usize; 3],
    is_allowed: impl Fn(Mask) -> bool,
) -> Option<[Mask; 3]> {
    let all = base.map(|cell| grid.candidates(cell));
    let differ = [
        sees(base[0], base[1]),
        sees(base[0], base[2]),
        sees(base[1], base[2]),
    ];
    let mut permitted = [0; 3];
    for one in digits(all[0]) {
        let first = 1 << one;
        for two in digits(all[1]) {
            let second = 1 << two;
            if differ[0] && one == two {
                continue;
            }
            let is_known = permitted[0] & first != 0 && permitted[1] & second != 0;
            let mut thirds = match is_known {
                true => all[2] & !permitted[2],
                false => all[2],
            };
            if differ[1] {
                thirds &= !first;
            }
            if differ[2] {
                thirds &= !second;
            }
            for three in digits(thirds) {
                let third = 1 << three;
                let is_new = permitted[0] & first == 0
                    || permitted[1] & second == 0
                    || permitted[2] & third == 0;
                if is_new && is_allowed(first | second | third) {
                    permitted[0] |= first;
                    permitted[1] |= second;
                    permitted[2] |= third;
                }
            }
        }
        if permitted == all {
            return None;
        }
    }
    (permitted != all).then_some(permitted)
}
