//! JSON values that borrow from the document, so that their places are known.

use std::fmt;
use std::ops::Range;

use serde::Deserialize;
use serde::de::{Deserializer, MapAccess, Visitor};
use serde_json::value::RawValue;

use crate::format::Span;
use crate::format::read::pieces::span_of;
use crate::format::read::segment::Segment;

/// The type of a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Type {
    Object,
    Array,
    String,
    Number,
    Null,
    Boolean,
}

/// A well-formed value.
#[derive(Clone, Copy)]
pub(super) struct Value<'a>(&'a str);

impl<'a> Value<'a> {
    /// Parses a text that is one value.
    pub fn parse(text: &'a [u8]) -> Result<Value<'a>, serde_json::Error> {
        serde_json::from_slice::<&RawValue>(text).map(|raw| Value(raw.get()))
    }

    /// Parses the value at the start of a text.
    pub fn first(text: &'a [u8]) -> Result<Value<'a>, serde_json::Error> {
        let mut values = serde_json::Deserializer::from_slice(text).into_iter::<&RawValue>();
        match values.next() {
            Some(value) => value.map(|raw| Value(raw.get())),
            None => Value::parse(text),
        }
    }

    /// Returns its text in the document.
    pub fn text(self) -> &'a str {
        self.0
    }

    pub fn kind(self) -> Type {
        match self.0.as_bytes().first() {
            Some(b'{') => Type::Object,
            Some(b'[') => Type::Array,
            Some(b'"') => Type::String,
            Some(b'n') => Type::Null,
            Some(b't' | b'f') => Type::Boolean,
            _ => Type::Number,
        }
    }

    /// Returns the items of an array; nothing for other values.
    pub fn items(self) -> Vec<Value<'a>> {
        let items = serde_json::from_str::<Vec<&RawValue>>(self.0).unwrap_or_default();
        items.into_iter().map(|raw| Value(raw.get())).collect()
    }

    /// Returns the names, in lower case, and values of an object; nothing for other values.
    pub fn fields(self) -> Vec<(String, Value<'a>)> {
        serde_json::from_str::<Fields>(self.0).map_or_else(|_| Vec::new(), |fields| fields.0)
    }

    /// Returns the text between the quotation marks of a string, including escapes.
    pub fn inside(self) -> Option<&'a str> {
        self.0.strip_prefix('"')?.strip_suffix('"')
    }

    /// Returns a string without escapes, or the text of a number.
    pub fn label(self) -> Option<String> {
        match self.kind() {
            Type::String => serde_json::from_str(self.0).ok(),
            Type::Number => Some(self.0.to_string()),
            _ => None,
        }
    }

    /// Returns the span of the value in the segment that it was parsed from.
    pub fn span(self, segment: &Segment) -> Span {
        span_of(segment.text, self.0.as_bytes()).unwrap_or_default()
    }

    /// Returns the range of the value in a document of any length.
    pub fn range_in(self, document: &[u8]) -> Option<Range<usize>> {
        let start = (self.0.as_ptr() as usize).checked_sub(document.as_ptr() as usize)?;
        let range = start..start.checked_add(self.0.len())?;
        (range.end <= document.len()).then_some(range)
    }
}

struct Fields<'a>(Vec<(String, Value<'a>)>);

impl<'de> Deserialize<'de> for Fields<'de> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Collect;
        impl<'de> Visitor<'de> for Collect {
            type Value = Fields<'de>;

            fn expecting(&self, f: &mut fmt::Formatter) -> fmt::Result {
                f.write_str("an object")
            }

            fn visit_map<M: MapAccess<'de>>(self, mut map: M) -> Result<Fields<'de>, M::Error> {
                let mut fields = Vec::new();
                while let Some((name, raw)) = map.next_entry::<String, &RawValue>()? {
                    fields.push((name.to_ascii_lowercase(), Value(raw.get())));
                }
                Ok(Fields(fields))
            }
        }
        deserializer.deserialize_map(Collect)
    }
}
