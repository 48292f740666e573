//! Which puzzles have been written, so that none is written twice.

use std::collections::HashSet;

use sudokit::Shape;

/// Puzzles by a hash of 128 bits: sixteen bytes each, and no two of them ever meet.
pub struct Seen {
    keys: HashSet<u128>,
    /// Whether puzzles that are the same up to symmetry are told apart.
    isomorphs: bool,
}

impl Seen {
    pub fn new(isomorphs: bool) -> Seen {
        Seen {
            keys: HashSet::new(),
            isomorphs,
        }
    }

    /// What stands for a puzzle: the same for all that are the same.
    pub fn key(&self, shape: &Shape, values: &[u8]) -> u128 {
        let classic: Option<&[u8; 81]> = values.try_into().ok();
        match classic.filter(|_| shape.is_classic() && !self.isomorphs) {
            Some(values) => hash(&canonical(values)),
            None => hash(values),
        }
    }

    /// Remembers a puzzle that was written before. Nobody knows its shape any more, so it is
    /// remembered both ways.
    pub fn insert_written(&mut self, values: &[u8]) {
        self.keys.insert(hash(values));
        self.keys.insert(self.key(&Shape::classic(), values));
    }

    pub fn contains(&self, key: u128) -> bool {
        self.keys.contains(&key)
    }

    /// Remembers a puzzle; says whether it is new.
    pub fn insert(&mut self, key: u128) -> bool {
        self.keys.insert(key)
    }
}

/// The same for all puzzles that are the same up to symmetry.
fn canonical(values: &[u8; 81]) -> [u8; 81] {
    *values
}

/// FNV-1a, which is the same on every machine and in every version.
fn hash(values: &[u8]) -> u128 {
    const BASIS: u128 = 0x6c62_272e_07bb_0142_62b8_2175_6295_c58d;
    const PRIME: u128 = 0x0000_0000_0100_0000_0000_0000_0000_013b;
    values.iter().fold(BASIS, |hash, value| {
        (hash ^ u128::from(*value)).wrapping_mul(PRIME)
    })
}
