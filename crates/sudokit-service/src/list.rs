//! Lists of bounded length: a list of empty lists takes eight times the memory of its text.

use std::fmt;
use std::marker::PhantomData;

use serde::de::{Deserialize, Deserializer, Error, SeqAccess, Visitor};

/// Twice the number of cells of the largest board: a list that is a little too long is reported by
/// what it is for.
const MOST_ITEMS: usize = 2 * 64 * 64;

/// Deserializes an optional list, for `deserialize_with`.
///
/// # Errors
/// If the list is longer than any request needs, before the rest of it is read; if it is no list.
pub fn optional<'de, D: Deserializer<'de>, T: Deserialize<'de>>(
    deserializer: D,
) -> Result<Option<Vec<T>>, D::Error> {
    let list = Option::<List<T>>::deserialize(deserializer)?;
    Ok(list.map(|List(items)| items))
}

struct List<T>(Vec<T>);

impl<'de, T: Deserialize<'de>> Deserialize<'de> for List<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<List<T>, D::Error> {
        deserializer.deserialize_seq(ListVisitor(PhantomData))
    }
}

struct ListVisitor<T>(PhantomData<T>);

impl<'de, T: Deserialize<'de>> Visitor<'de> for ListVisitor<T> {
    type Value = List<T>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a list")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut sequence: A) -> Result<List<T>, A::Error> {
        let mut items = Vec::new();
        while let Some(item) = sequence.next_element()? {
            if items.len() == MOST_ITEMS {
                let message = format!("a list of more than {MOST_ITEMS} items");
                return Err(A::Error::custom(message));
            }
            items.push(item);
        }
        Ok(List(items))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(items: usize) -> serde_json::Result<Option<Vec<u8>>> {
        let text = format!("[{}1]", "1,".repeat(items - 1));
        optional(&mut serde_json::Deserializer::from_str(&text))
    }

    #[test]
    fn a_list_ends_at_its_limit() {
        assert_eq!(read(MOST_ITEMS).unwrap().unwrap().len(), MOST_ITEMS);
        let refused = read(MOST_ITEMS + 1_000).unwrap_err();
        // The rest is not read.
        assert!(refused.column() < 2 * MOST_ITEMS + 10, "{refused}");
        let none = optional::<_, u8>(serde_json::Value::Null);
        assert_eq!(none.unwrap(), None);
    }
}
