//! XY-wings and XYZ-wings.

use std::ops::ControlFlow;

use super::grid::{Grid, PEER_SET, PEERS, count, digits, is_pair};
use super::hint::{Found, Hint};
use super::technique::Technique;
use crate::bits::bits;

/// A pivot with two candidates (XY-wing) or three (XYZ-wing) and two wings with two that it sees.
pub fn wings(grid: &Grid, pivot_size: usize, found: &mut Found<'_>) -> ControlFlow<()> {
    let is_xyz = pivot_size == 3;
    for pivot in (0..81).filter(|cell| count(grid.candidates(*cell)) == pivot_size) {
        let center = grid.candidates(pivot);
        let wings = || {
            let peers = PEERS[pivot].into_iter().map(usize::from);
            peers.filter(|peer| is_pair(grid.candidates(*peer)))
        };
        for first in wings() {
            let one = grid.candidates(first);
            if count(center & !one) != 1 {
                continue;
            }
            for second in wings() {
                let other = grid.candidates(second);
                let in_all = center & one & other;
                if count(center | one | other) != 3 || count(in_all) != usize::from(is_xyz) {
                    continue;
                }
                let shared = one & other;
                let Some(digit) = digits(shared).next().filter(|_| count(shared) == 1) else {
                    continue;
                };
                let mut victims = PEER_SET[first] & PEER_SET[second] & grid.cells(digit);
                victims &= !(1 << pivot | 1 << first | 1 << second);
                if is_xyz {
                    victims &= PEER_SET[pivot];
                }
                if victims == 0 {
                    continue;
                }
                let mut hint = match is_xyz {
                    false => Hint::new(Technique::XyWing, 4.2),
                    true => Hint::new(Technique::XyzWing, 4.4),
                };
                for cell in bits(victims) {
                    hint.eliminations.add(cell, shared);
                }
                hint.cells = [pivot, first, second].map(|cell| cell as u8).to_vec();
                hint.digits = shared;
                found(hint)?;
            }
        }
    }
    ControlFlow::Continue(())
}
