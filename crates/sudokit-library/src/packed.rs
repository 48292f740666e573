//! Puzzles as few bytes, and the key that isomorphs share.
//!
//! A packed puzzle starts with one bit per cell, cell 0 in the lowest bit of the first byte, which
//! says whether the cell has a value. The values follow in the order of the cells, two per byte
//! (the first in the lower half) if they are below 16, otherwise one. A puzzle with 24 givens takes
//! 23 bytes instead of 81, and its first 11 are the pattern of its givens.
//!
//! Isomorphic puzzles have the same canonical form, so its packed bytes are the key that identifies
//! them. Puzzles without a canonical form (boards with diagonals, windows or jigsaw regions,
//! puzzles with candidates of their own) are identified by their own bytes.

use sudokit::pattern::Pattern;
use sudokit::solve::CancelToken;
use sudokit::symmetry::{self, Canonical, SymmetryError};
use sudokit::{Origin, Puzzle, Shape};

use crate::bit_columns::symmetry_bits_of;
use crate::entry::SolutionCount;

/// A puzzle in the form in which a library stores it.
///
/// Making one is the costly part of an import and accesses no file, so it can be done on many
/// threads.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PackedPuzzle {
    pub(crate) shape: Shape,
    pub(crate) packed: Vec<u8>,
    pub(crate) candidates: Option<Vec<u8>>,
    pub(crate) key: Vec<u8>,
    pub(crate) givens: u32,
    pub(crate) symmetries: u8,
    pub(crate) solutions: SolutionCount,
}

impl PackedPuzzle {
    /// Packs a puzzle of any shape. Placed values are left out, and candidates are kept only if
    /// they say more than the values do.
    pub fn new(puzzle: &Puzzle, solutions: SolutionCount) -> PackedPuzzle {
        let puzzle = bare(puzzle);
        let key = key(&puzzle);
        PackedPuzzle::with_key(&puzzle, key, solutions)
    }

    /// Packs a puzzle unless it is cancelled first. Packing may take seconds on a large, very
    /// regular board.
    pub fn new_with(
        puzzle: &Puzzle,
        solutions: SolutionCount,
        cancel: &CancelToken,
    ) -> Option<PackedPuzzle> {
        let puzzle = bare(puzzle);
        let key = key_with(&puzzle, cancel)?;
        Some(PackedPuzzle::with_key(&puzzle, key, solutions))
    }

    fn with_key(puzzle: &Puzzle, key: Vec<u8>, solutions: SolutionCount) -> PackedPuzzle {
        let (size, values) = (puzzle.shape().size(), puzzle.values());
        PackedPuzzle {
            packed: pack(values, size),
            candidates: puzzle
                .candidates()
                .map(|masks| pack_candidates(masks, size)),
            key,
            givens: puzzle.clues() as u32,
            symmetries: symmetry_bits_of(values),
            solutions,
            shape: puzzle.shape().clone(),
        }
    }

    /// Packs the values of a classic 9×9 puzzle, 0 for an open cell.
    pub fn classic(values: &[u8; 81], solutions: SolutionCount) -> PackedPuzzle {
        PackedPuzzle {
            packed: pack(values, 9),
            candidates: None,
            key: classic_key(values),
            givens: values.iter().filter(|value| **value != 0).count() as u32,
            symmetries: symmetry_bits_of(values),
            solutions,
            shape: Shape::classic(),
        }
    }

    /// Returns the part of a puzzle that a library stores. This part should have one solution.
    pub fn stored_part(puzzle: &Puzzle) -> Puzzle {
        bare(puzzle)
    }
}

/// Returns the number of bytes of a pattern.
pub fn pattern_length(cells: usize) -> usize {
    cells.div_ceil(8)
}

/// Returns whether two values of a board of this size fit into a byte.
fn fits_half(size: usize) -> bool {
    size < 16
}

/// Returns the first bytes of every packed puzzle that has this pattern.
pub fn pack_pattern(pattern: &Pattern) -> Vec<u8> {
    let mut packed = vec![0; pattern_length(pattern.cells().len())];
    let cells = pattern.cells().iter().enumerate();
    for (cell, _) in cells.filter(|(_, given)| **given) {
        packed[cell / 8] |= 1 << (cell % 8);
    }
    packed
}

/// Packs the values of a board of this size.
pub fn pack(values: &[u8], size: usize) -> Vec<u8> {
    let mut packed = pack_pattern(&Pattern::of(values));
    if fits_half(size) {
        let mut halves = given(values).map(|(_, value)| value);
        while let Some(low) = halves.next() {
            packed.push(low | halves.next().unwrap_or(0) << 4);
        }
    } else {
        packed.extend(given(values).map(|(_, value)| value));
    }
    packed
}

fn given(values: &[u8]) -> impl Iterator<Item = (usize, u8)> {
    let cells = values.iter().copied().enumerate();
    cells.filter(|(_, value)| *value != 0)
}

/// Unpacks values. Returns `None` if the bytes are invalid for this shape.
pub fn unpack(packed: &[u8], shape: &Shape) -> Option<Vec<u8>> {
    let (cells, size) = (shape.cells(), shape.size());
    let (pattern, rest) = packed.split_at_checked(pattern_length(cells))?;
    let is_given = |cell: usize| pattern[cell / 8] >> (cell % 8) & 1 == 1;
    let count = (0..cells).filter(|cell| is_given(*cell)).count();
    let expected = if fits_half(size) {
        count.div_ceil(2)
    } else {
        count
    };
    if rest.len() != expected {
        return None;
    }
    let value = |index: usize| match fits_half(size) {
        true => rest[index / 2] >> (index % 2 * 4) & 15,
        false => rest[index],
    };
    let mut values = vec![0; cells];
    for (index, cell) in (0..cells).filter(|cell| is_given(*cell)).enumerate() {
        values[cell] = value(index);
    }
    let fit = |(cell, value): (usize, &u8)| {
        (*value != 0) == is_given(cell) && usize::from(*value) <= size
    };
    values.iter().enumerate().all(fit).then_some(values)
}

/// Packs masks of candidates, with as many bytes for each as the size needs.
pub fn pack_candidates(masks: &[u64], size: usize) -> Vec<u8> {
    let width = size.div_ceil(8);
    let bytes = masks
        .iter()
        .flat_map(|mask| mask.to_le_bytes().into_iter().take(width));
    bytes.collect()
}

/// Unpacks masks of candidates. Returns `None` if there is not one for each cell.
pub fn unpack_candidates(packed: &[u8], shape: &Shape) -> Option<Vec<u64>> {
    let width = shape.size().div_ceil(8);
    if packed.len() != width * shape.cells() {
        return None;
    }
    let mask = |bytes: &[u8]| {
        let bytes = bytes.iter().rev();
        bytes.fold(0, |mask, byte| mask << 8 | u64::from(*byte))
    };
    Some(packed.chunks(width).map(mask).collect())
}

/// Unpacks a puzzle.
pub fn puzzle(packed: &[u8], candidates: Option<&[u8]>, shape: &Shape) -> Option<Puzzle> {
    let mut puzzle = Puzzle::from_values(shape.clone(), unpack(packed, shape)?).ok()?;
    if let Some(candidates) = candidates {
        puzzle.set_candidates(unpack_candidates(candidates, shape)?);
    }
    Some(puzzle)
}

/// Returns the part of a puzzle that a library stores: without placed values, and with candidates
/// only if they say more than the values do.
pub fn bare(puzzle: &Puzzle) -> Puzzle {
    let mut bare = puzzle.clone();
    let placed = |cell: &usize| puzzle.origin(*cell) == Some(Origin::Placed);
    if restricts(puzzle) {
        // The candidates were eliminated with the placed values in mind, so both stay.
        for cell in (0..puzzle.shape().cells()).filter(placed) {
            bare.set(cell, puzzle.values()[cell], Origin::Given);
        }
        return bare;
    }
    let mut givens = puzzle.values().to_vec();
    (0..givens.len())
        .filter(placed)
        .for_each(|cell| givens[cell] = 0);
    // The values were valid in a puzzle before, so they are now.
    Puzzle::from_values(puzzle.shape().clone(), givens).unwrap_or(bare)
}

/// Returns whether the candidates of a puzzle say more than its values do, as those of a Sukaku.
fn restricts(puzzle: &Puzzle) -> bool {
    let Some(masks) = puzzle.candidates() else {
        return false;
    };
    let (shape, values) = (puzzle.shape(), puzzle.values());
    let taken = |cell: usize| {
        let peers = shape
            .peers(cell)
            .iter()
            .map(|peer| values[usize::from(*peer)]);
        let taken = peers.filter(|value| *value != 0);
        taken.fold(0u64, |taken, value| taken | 1 << (value - 1))
    };
    let open = (0..values.len()).filter(|cell| values[*cell] == 0);
    open.into_iter()
        .any(|cell| shape.all_values() & !masks[cell] & !taken(cell) != 0)
}

/// Returns the bytes that a puzzle shares with its isomorphs and with no other puzzle of its shape.
fn key(puzzle: &Puzzle) -> Vec<u8> {
    key_by(puzzle, symmetry::canonical(puzzle).ok())
}

/// Returns the key, unless it is cancelled first.
fn key_with(puzzle: &Puzzle, cancel: &CancelToken) -> Option<Vec<u8>> {
    match symmetry::canonical_with(puzzle, cancel) {
        Err(SymmetryError::Cancelled) => None,
        found => Some(key_by(puzzle, found.ok())),
    }
}

fn key_by(puzzle: &Puzzle, canonical: Option<Canonical>) -> Vec<u8> {
    let size = puzzle.shape().size();
    if let Some(canonical) = canonical {
        return pack(canonical.puzzle.values(), size);
    }
    let mut key = pack(puzzle.values(), size);
    if let Some(masks) = puzzle.candidates() {
        key.extend(pack_candidates(masks, size));
    }
    key
}

/// Returns the key of the values of a classic 9×9 puzzle.
fn classic_key(values: &[u8; 81]) -> Vec<u8> {
    let canonical = symmetry::canonical_values_9x9(values);
    pack(canonical.as_ref().unwrap_or(values), 9)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn boards() -> impl Strategy<Value = (Shape, Vec<u8>)> {
        prop_oneof![
            Just("2x2"),
            Just("3x3"),
            Just("3x5"),
            Just("4x4"),
            Just("5x5")
        ]
        .prop_flat_map(|name| {
            let shape: Shape = name.parse().unwrap();
            let values = prop::collection::vec(0..=shape.size() as u8, shape.cells());
            (Just(shape), values)
        })
    }

    proptest! {
        #[test]
        fn values_round_trip((shape, values) in boards()) {
            let packed = pack(&values, shape.size());
            prop_assert_eq!(unpack(&packed, &shape), Some(values));
        }

        #[test]
        fn any_bytes_are_a_board_or_invalid(bytes in prop::collection::vec(any::<u8>(), 0..60)) {
            if let Some(values) = unpack(&bytes, &Shape::classic()) {
                // Bits beyond the last cell mean nothing.
                let mut plain = pack(&values, 9);
                plain[10] |= bytes[10] & !1;
                let last = plain.len() - 1;
                if values.iter().filter(|value| **value != 0).count() % 2 == 1 {
                    plain[last] |= bytes[last] & 0xf0;
                }
                prop_assert_eq!(plain, bytes);
            }
        }

        #[test]
        fn candidates_round_trip(masks in prop::collection::vec(0u64..512, 81)) {
            let packed = pack_candidates(&masks, 9);
            prop_assert_eq!(packed.len(), 162);
            prop_assert_eq!(unpack_candidates(&packed, &Shape::classic()), Some(masks));
        }
    }

    #[test]
    fn few_givens_take_few_bytes() {
        let mut values = [0; 81];
        values[..24].fill(7);
        assert_eq!(pack(&values, 9).len(), 23);
    }

    #[test]
    fn placed_values_and_pencil_marks_are_not_stored() {
        let mut played: Puzzle = "1... ..2. .3.. ...4".parse().unwrap();
        let puzzle = played.clone();
        played.set(1, 2, Origin::Placed);
        assert_eq!(bare(&played), puzzle);
        // Candidates that the values leave anyway are not part of it either.
        let mut noted = puzzle.clone();
        noted.set_candidates(vec![0b1111; 16]);
        assert_eq!(bare(&noted), puzzle);
        let mut masks = vec![0b1111; 16];
        masks[15 - 1] = 0b0001;
        noted.set_candidates(masks);
        assert_eq!(bare(&noted), noted);
    }

    #[test]
    fn both_ways_to_pack_a_classic_puzzle_agree() {
        let text =
            "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
        let puzzle: Puzzle = text.parse().unwrap();
        let values: [u8; 81] = puzzle.values().try_into().unwrap();
        let prepared = PackedPuzzle::classic(&values, SolutionCount::One);
        assert_eq!(prepared, PackedPuzzle::new(&puzzle, SolutionCount::One));
        assert_eq!(prepared.givens, 30);
    }
}
