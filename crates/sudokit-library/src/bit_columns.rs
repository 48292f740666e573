//! Techniques and symmetries as bit sets, as columns store them.
//!
//! The order of techniques may change from one version of Sudokit to the next, so a library numbers
//! them itself: a name keeps its number. The bits of a puzzle's techniques are two integers, which
//! have room for 128.

use std::collections::HashMap;

use rusqlite::{Connection, Transaction, TransactionBehavior};
use sudokit::bits::bits;
use sudokit::logic::Technique;
use sudokit::pattern::{Pattern, Symmetry};
use sudokit::rate::{Rating, Use};

/// The numbers that a library has assigned to techniques.
#[derive(Clone, Debug, Default)]
pub struct TechniqueNumbers {
    numbers: HashMap<Technique, u16>,
    techniques: HashMap<u16, Technique>,
}

impl TechniqueNumbers {
    /// Reads the numbers of a library. Techniques unknown to this version are left out.
    ///
    /// # Errors
    ///
    /// Returns errors of the database.
    pub fn read(connection: &Connection) -> rusqlite::Result<TechniqueNumbers> {
        let mut numbers = TechniqueNumbers::default();
        let mut statement = connection.prepare("SELECT number, name FROM technique")?;
        let mut rows = statement.query([])?;
        while let Some(row) = rows.next()? {
            let (number, name): (u16, String) = (row.get(0)?, row.get(1)?);
            let known = Technique::ALL.iter().find(|t| t.slug() == name);
            if let Some(technique) = known {
                numbers.numbers.insert(*technique, number);
                numbers.techniques.insert(number, *technique);
            }
        }
        Ok(numbers)
    }

    /// Reads the numbers of a library, and assigns one to every technique that has none.
    ///
    /// # Errors
    ///
    /// Returns errors of the database.
    pub fn complete(connection: &mut Connection) -> rusqlite::Result<TechniqueNumbers> {
        let numbers = TechniqueNumbers::read(connection)?;
        if numbers.numbers.len() == Technique::ALL.len() {
            return Ok(numbers);
        }
        let transaction = Transaction::new(connection, TransactionBehavior::Immediate)?;
        let next = "INSERT OR IGNORE INTO technique (number, name)
                    SELECT coalesce(max(number) + 1, 0), ?1 FROM technique";
        for technique in Technique::ALL {
            transaction
                .prepare_cached(next)?
                .execute([technique.slug()])?;
        }
        transaction.commit()?;
        TechniqueNumbers::read(connection)
    }

    /// Returns the number of a technique.
    pub fn number(&self, technique: Technique) -> Option<u16> {
        self.numbers.get(&technique).copied()
    }

    /// Returns the technique of a number, if this version knows it.
    pub fn technique(&self, number: u16) -> Option<Technique> {
        self.techniques.get(&number).copied()
    }

    /// Returns the bits of some techniques, lower half first.
    pub fn bits(&self, techniques: impl IntoIterator<Item = Technique>) -> (i64, i64) {
        let numbers = techniques.into_iter().filter_map(|t| self.number(t));
        let set = numbers.fold(0u128, |set, number| {
            set | 1u128.checked_shl(number.into()).unwrap_or(0)
        });
        (set as i64, (set >> 64) as i64)
    }

    /// Returns the techniques of these bits.
    pub fn in_bits(&self, low: i64, high: i64) -> impl Iterator<Item = Technique> {
        let set = u128::from(high as u64) << 64 | u128::from(low as u64);
        bits(set).filter_map(|number| self.technique(number as u16))
    }

    /// Packs how often each technique was used: its number and its steps, two bytes each.
    pub fn pack_uses(&self, rating: &Rating) -> Vec<u8> {
        let uses = rating.techniques.iter().filter_map(|used| {
            let steps = used.steps.min(u16::MAX.into()) as u16;
            Some([self.number(used.technique)?, steps])
        });
        uses.flatten().flat_map(u16::to_le_bytes).collect()
    }

    /// Unpacks uses, simplest technique first.
    pub fn unpack_uses(&self, packed: &[u8]) -> Vec<Use> {
        let (pairs, _) = packed.as_chunks::<4>();
        let used = pairs
            .iter()
            .filter_map(|[number_low, number_high, low, high]| {
                Some(Use {
                    technique: self.technique(u16::from_le_bytes([*number_low, *number_high]))?,
                    steps: u16::from_le_bytes([*low, *high]).into(),
                })
            });
        let mut uses: Vec<Use> = used.collect();
        uses.sort_by_key(|used| used.technique);
        uses
    }
}

/// The bits are part of the file format: their order must not change.
const SYMMETRY_ORDER: [Symmetry; 6] = [
    Symmetry::HalfTurn,
    Symmetry::QuarterTurn,
    Symmetry::LeftRight,
    Symmetry::TopBottom,
    Symmetry::Diagonal,
    Symmetry::AntiDiagonal,
];

/// Returns the symmetries of the pattern of these values.
pub fn symmetry_bits_of(values: &[u8]) -> u8 {
    let pattern = Pattern::of(values);
    symmetry_set(|symmetry| pattern.has(symmetry))
}

/// Returns a symmetry with all basic ones that it includes.
pub fn symmetry_bits(symmetry: Symmetry) -> u8 {
    symmetry_set(|each| symmetry.parts().contains(&each))
}

/// Returns the symmetries in a set.
pub fn symmetries_in(set: u8) -> Vec<Symmetry> {
    let bits = SYMMETRY_ORDER.into_iter().enumerate();
    let in_set = bits.filter(|(bit, _)| set >> bit & 1 != 0);
    in_set.map(|(_, symmetry)| symmetry).collect()
}

fn symmetry_set(is_in: impl Fn(Symmetry) -> bool) -> u8 {
    let bits = SYMMETRY_ORDER.into_iter().enumerate();
    bits.fold(0, |set, (bit, symmetry)| {
        set | u8::from(is_in(symmetry)) << bit
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::schema;

    fn database() -> Connection {
        let mut connection = Connection::open_in_memory().unwrap();
        schema::migrate(&mut connection).unwrap();
        connection
    }

    #[test]
    fn there_is_a_bit_for_every_technique() {
        let numbers = TechniqueNumbers::complete(&mut database()).unwrap();
        let (low, high) = numbers.bits(Technique::ALL.iter().copied());
        let mut found: Vec<Technique> = numbers.in_bits(low, high).collect();
        found.sort();
        assert_eq!(found, Technique::ALL);
    }

    #[test]
    fn a_technique_keeps_its_number() {
        let mut connection = database();
        let first = "INSERT INTO technique VALUES (3, 'x-wing'), (7, 'a-later-one')";
        connection.execute(first, []).unwrap();
        let numbers = TechniqueNumbers::complete(&mut connection).unwrap();
        assert_eq!(numbers.number(Technique::XWing), Some(3));
        assert_eq!(numbers.number(Technique::FullHouse), Some(8));
        assert_eq!(numbers.technique(7), None);
        let again = TechniqueNumbers::complete(&mut connection).unwrap();
        assert_eq!(again.numbers, numbers.numbers);
    }

    #[test]
    fn uses_round_trip() {
        let numbers = TechniqueNumbers::complete(&mut database()).unwrap();
        let puzzle =
            "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
        let rating = Rating::of_puzzle(&puzzle.parse().unwrap()).unwrap();
        let packed = numbers.pack_uses(&rating);
        assert_eq!(numbers.unpack_uses(&packed), rating.techniques);
    }

    fn found(mask: &str) -> Vec<Symmetry> {
        let pattern: Pattern = mask.parse().unwrap();
        let values: Vec<u8> = pattern
            .cells()
            .iter()
            .map(|given| (*given).into())
            .collect();
        symmetries_in(symmetry_bits_of(&values))
    }

    #[test]
    fn symmetries_are_found() {
        assert_eq!(found("xxxx xxxx xxxx xxxx"), Symmetry::BASIC);
        assert_eq!(
            found("x... .... .... ...x"),
            [
                Symmetry::HalfTurn,
                Symmetry::Diagonal,
                Symmetry::AntiDiagonal
            ]
        );
        assert_eq!(
            found(".x.. ...x x... ..x."),
            [Symmetry::HalfTurn, Symmetry::QuarterTurn]
        );
        assert_eq!(found("x..x x..x .... ...."), [Symmetry::LeftRight]);
        assert_eq!(found("xx.. .... .... xx.."), [Symmetry::TopBottom]);
        assert_eq!(found("xx.. x... .... ...."), [Symmetry::Diagonal]);
        assert_eq!(found("..xx ...x .... ...."), [Symmetry::AntiDiagonal]);
        assert_eq!(found("xx.. .... .... ...."), []);
    }

    #[test]
    fn a_symmetry_of_several_has_the_bits_of_all() {
        assert_eq!(
            (symmetry_bits(Symmetry::None), symmetry_bits(Symmetry::All)),
            (0, 0b11_1111)
        );
        assert_eq!(
            symmetries_in(symmetry_bits(Symmetry::Mirrors)),
            Symmetry::Mirrors.parts()
        );
    }
}
