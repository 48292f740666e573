//! The names of the fields of a request, from its type.

use std::fmt;

use serde::de::{Deserialize, Deserializer, Visitor};
use serde::forward_to_deserialize_any;

/// Returns the names of the fields of a struct, as it is deserialized.
pub fn field_names<T: for<'de> Deserialize<'de>>() -> &'static [&'static str] {
    let mut names: &'static [&'static str] = &[];
    // Deserialization asks for the fields, and that is all it can do.
    let _ = T::deserialize(Probe { names: &mut names });
    names
}

/// Returns the name that is most like another one, if any is.
pub fn nearest<'a>(name: &str, known: &[&'a str]) -> Option<&'a str> {
    const LEAST_LIKENESS: f64 = 0.7;
    let likeness = |known: &&str| strsim::jaro_winkler(name, known);
    let scored = known.iter().map(|known| (likeness(known), *known));
    let best = scored.max_by(|(one, _), (other, _)| one.total_cmp(other))?;
    (best.0 >= LEAST_LIKENESS).then_some(best.1)
}

struct Probe<'a> {
    names: &'a mut &'static [&'static str],
}

#[derive(Debug)]
struct NoData;

impl fmt::Display for NoData {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("no data")
    }
}

impl std::error::Error for NoData {}

impl serde::de::Error for NoData {
    fn custom<T: fmt::Display>(_: T) -> NoData {
        NoData
    }
}

impl<'de> Deserializer<'de> for Probe<'_> {
    type Error = NoData;

    fn deserialize_any<V: Visitor<'de>>(self, _: V) -> Result<V::Value, NoData> {
        Err(NoData)
    }

    fn deserialize_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        fields: &'static [&'static str],
        _: V,
    ) -> Result<V::Value, NoData> {
        *self.names = fields;
        Err(NoData)
    }

    forward_to_deserialize_any! {
        bool i8 i16 i32 i64 u8 u16 u32 u64 f32 f64 char str string bytes byte_buf option unit
        unit_struct newtype_struct seq tuple tuple_struct map enum identifier ignored_any
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::puzzle_input::PuzzleInput;
    use crate::request::NoParams;
    use crate::verbs::count::CountParams;

    #[test]
    fn the_names_come_from_the_type() {
        assert_eq!(field_names::<CountParams>(), ["limit", "by_cell"]);
        assert_eq!(field_names::<PuzzleInput>(), PuzzleInput::FIELDS);
        assert!(field_names::<NoParams>().is_empty());
    }

    #[test]
    fn the_nearest_name_must_be_similar() {
        let known = ["limit", "by_cell", "puzzle", "time_limit_ms"];
        assert_eq!(nearest("limt", &known), Some("limit"));
        assert_eq!(nearest("time_limit", &known), Some("time_limit_ms"));
        assert_eq!(nearest("q", &known), None);
        assert_eq!(nearest("limit", &[]), None);
    }
}
