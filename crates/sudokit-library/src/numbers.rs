//! Techniques as numbers and bits.
//!
//! The order of techniques may change from one version of Sudokit to the next, so a library
//! numbers them itself: a name keeps the number that it once got. The bits of a puzzle's
//! techniques make two integers, which have room for 128.

use std::collections::HashMap;

use rusqlite::{Connection, Transaction, TransactionBehavior};
use sudokit::bits::bits;
use sudokit::logic::Technique;
use sudokit::rate::{Rating, Use};

/// The numbers that a library has given to techniques.
#[derive(Clone, Debug, Default)]
pub struct Numbers {
    numbers: HashMap<Technique, u16>,
    techniques: HashMap<u16, Technique>,
}

impl Numbers {
    /// Reads the numbers of a library. Techniques that this version does not know are left out.
    ///
    /// # Errors
    /// Those of the database.
    pub fn read(connection: &Connection) -> rusqlite::Result<Numbers> {
        let mut numbers = Numbers::default();
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

    /// Reads the numbers of a library, and gives one to every technique that has none.
    ///
    /// # Errors
    /// Those of the database.
    pub fn complete(connection: &mut Connection) -> rusqlite::Result<Numbers> {
        let numbers = Numbers::read(connection)?;
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
        Numbers::read(connection)
    }

    /// The number of a technique.
    pub fn number(&self, technique: Technique) -> Option<u16> {
        self.numbers.get(&technique).copied()
    }

    /// The technique of a number, if this version has it.
    pub fn technique(&self, number: u16) -> Option<Technique> {
        self.techniques.get(&number).copied()
    }

    /// The bits of some techniques, lower half first.
    pub fn bits(&self, techniques: impl IntoIterator<Item = Technique>) -> (i64, i64) {
        let numbers = techniques.into_iter().filter_map(|t| self.number(t));
        let set = numbers.fold(0u128, |set, number| {
            set | 1u128.checked_shl(number.into()).unwrap_or(0)
        });
        (set as i64, (set >> 64) as i64)
    }

    /// The techniques of these bits.
    pub fn in_bits(&self, low: i64, high: i64) -> impl Iterator<Item = Technique> {
        let set = u128::from(high as u64) << 64 | u128::from(low as u64);
        bits(set).filter_map(|number| self.technique(number as u16))
    }

    /// How often each technique was used, as bytes: its number and its steps, two bytes each.
    pub fn pack_uses(&self, rating: &Rating) -> Vec<u8> {
        let uses = rating.techniques.iter().filter_map(|used| {
            let steps = used.steps.min(u16::MAX.into()) as u16;
            Some([self.number(used.technique)?, steps])
        });
        uses.flatten().flat_map(u16::to_le_bytes).collect()
    }

    /// The uses in these bytes, the simplest technique first.
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
        let numbers = Numbers::complete(&mut database()).unwrap();
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
        let numbers = Numbers::complete(&mut connection).unwrap();
        assert_eq!(numbers.number(Technique::XWing), Some(3));
        assert_eq!(numbers.number(Technique::FullHouse), Some(8));
        assert_eq!(numbers.technique(7), None);
        let again = Numbers::complete(&mut connection).unwrap();
        assert_eq!(again.numbers, numbers.numbers);
    }

    #[test]
    fn uses_come_out_again() {
        let numbers = Numbers::complete(&mut database()).unwrap();
        let puzzle =
            "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
        let rating = Rating::of_puzzle(&puzzle.parse().unwrap()).unwrap();
        let packed = numbers.pack_uses(&rating);
        assert_eq!(numbers.unpack_uses(&packed), rating.techniques);
    }
}
