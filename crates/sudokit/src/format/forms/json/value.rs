//! JSON values that borrow from the document, so that their places are known.
//!
//! A text is parsed once into a flat list of nodes ([`Tree`]); a [`Value`] is one of them. Looking
//! at items and fields does not scan the text again, so deciding what a deeply nested document
//! contains stays linear.

use serde_json::value::RawValue;

use crate::format::Span;
use crate::format::read::pieces::span_of;
use crate::format::read::segment::Segment;

/// The deepest nesting of arrays and objects that is read.
pub(super) const DEEPEST: usize = 128;

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

/// A value, or the name of a field, in preorder. The nodes of an object alternate between names
/// and values.
#[derive(Clone, Copy)]
struct Node {
    start: u32,
    end: u32,
    /// The index after its last descendant.
    next: u32,
    kind: Type,
}

/// The nodes of a text, in memory that is reused.
#[derive(Default)]
pub(super) struct Tree {
    nodes: Vec<Node>,
}

/// A well-formed value.
#[derive(Clone, Copy)]
pub(super) struct Value<'a> {
    document: &'a str,
    nodes: &'a [Node],
    at: usize,
}

impl Tree {
    /// Parses a text that is one value, without blanks around it. Returns `None` if it is not
    /// well-formed; the reason is found by a parser that is slower and explains more.
    pub fn parse<'a>(&'a mut self, text: &'a [u8]) -> Option<Value<'a>> {
        let document = std::str::from_utf8(text).ok()?;
        self.nodes.clear();
        let mut parser = Parser {
            text,
            at: 0,
            nodes: &mut self.nodes,
        };
        parser.value()?;
        (parser.at == text.len()).then_some(Value {
            document,
            nodes: &self.nodes,
            at: 0,
        })
    }
}

struct Parser<'a> {
    text: &'a [u8],
    at: usize,
    nodes: &'a mut Vec<Node>,
}

impl Parser<'_> {
    /// Parses a value, however deeply nested, without recursion.
    fn value(&mut self) -> Option<()> {
        let mut open = [0u32; DEEPEST];
        let mut depth = 0;
        loop {
            // A value starts here.
            let start = self.at;
            match *self.text.get(start)? {
                bracket @ (b'[' | b'{') => {
                    let kind = match bracket {
                        b'[' => Type::Array,
                        _ => Type::Object,
                    };
                    *open.get_mut(depth)? = self.nodes.len() as u32;
                    depth += 1;
                    self.push(start, kind);
                    self.at += 1;
                    self.skip_blanks();
                    let is_closed = match (kind, *self.text.get(self.at)?) {
                        (Type::Array, b']') | (Type::Object, b'}') => true,
                        (Type::Object, _) => {
                            self.name()?;
                            false
                        }
                        _ => false,
                    };
                    if !is_closed {
                        continue;
                    }
                }
                b'"' => self.string(start)?,
                b'-' | b'0'..=b'9' => self.number(start)?,
                b'n' => self.word(start, b"null", Type::Null)?,
                b't' => self.word(start, b"true", Type::Boolean)?,
                b'f' => self.word(start, b"false", Type::Boolean)?,
                _ => return None,
            }
            // A value has ended, or an empty array or object is about to end.
            loop {
                let Some(inner) = depth.checked_sub(1) else {
                    return Some(());
                };
                let parent = open[inner] as usize;
                self.skip_blanks();
                let kind = self.nodes[parent].kind;
                match (kind, *self.text.get(self.at)?) {
                    (Type::Array, b']') | (Type::Object, b'}') => {
                        self.at += 1;
                        self.nodes[parent].end = self.at as u32;
                        self.nodes[parent].next = self.nodes.len() as u32;
                        depth = inner;
                    }
                    (_, b',') if self.nodes.len() > parent + 1 => {
                        self.at += 1;
                        self.skip_blanks();
                        if kind == Type::Object {
                            self.name()?;
                        }
                        break;
                    }
                    _ => return None,
                }
            }
        }
    }

    /// Parses the name of a field and the colon after it.
    fn name(&mut self) -> Option<()> {
        if *self.text.get(self.at)? != b'"' {
            return None;
        }
        self.string(self.at)?;
        self.skip_blanks();
        if *self.text.get(self.at)? != b':' {
            return None;
        }
        self.at += 1;
        self.skip_blanks();
        Some(())
    }

    fn string(&mut self, start: usize) -> Option<()> {
        let length = string_length(&self.text[start..])?;
        self.at = start + length;
        self.leaf(start, Type::String);
        Some(())
    }

    fn number(&mut self, start: usize) -> Option<()> {
        self.at = start + number_length(&self.text[start..])?;
        self.leaf(start, Type::Number);
        Some(())
    }

    fn word(&mut self, start: usize, word: &[u8], kind: Type) -> Option<()> {
        if !self.text[start..].starts_with(word) {
            return None;
        }
        self.at = start + word.len();
        self.leaf(start, kind);
        Some(())
    }

    fn leaf(&mut self, start: usize, kind: Type) {
        self.push(start, kind);
        if let Some(node) = self.nodes.last_mut() {
            node.end = self.at as u32;
        }
    }

    fn push(&mut self, start: usize, kind: Type) {
        self.nodes.push(Node {
            start: start as u32,
            end: start as u32,
            next: self.nodes.len() as u32 + 1,
            kind,
        });
    }

    fn skip_blanks(&mut self) {
        while let Some(b' ' | b'\t' | b'\n' | b'\r') = self.text.get(self.at) {
            self.at += 1;
        }
    }
}

/// Returns the length of the string that a text starts with, including both quotation marks.
pub(super) fn string_length(text: &[u8]) -> Option<usize> {
    let mut at = 1;
    loop {
        match *text.get(at)? {
            b'"' => return Some(at + 1),
            b'\\' => match *text.get(at + 1)? {
                b'"' | b'\\' | b'/' | b'b' | b'f' | b'n' | b'r' | b't' => at += 2,
                b'u' => {
                    let digits = text.get(at + 2..at + 6)?;
                    if !digits.iter().all(u8::is_ascii_hexdigit) {
                        return None;
                    }
                    at += 6;
                }
                _ => return None,
            },
            0..0x20 => return None,
            _ => at += 1,
        }
    }
}

/// Returns the length of the number that a text starts with.
fn number_length(text: &[u8]) -> Option<usize> {
    let digits = |from: usize| {
        let rest = text.get(from..).unwrap_or_default();
        rest.iter().take_while(|byte| byte.is_ascii_digit()).count()
    };
    let mut at = usize::from(text[0] == b'-');
    match digits(at) {
        0 => return None,
        1 => at += 1,
        _ if text[at] == b'0' => return None,
        more => at += more,
    }
    if text.get(at) == Some(&b'.') {
        match digits(at + 1) {
            0 => return None,
            more => at += 1 + more,
        }
    }
    if let Some(b'e' | b'E') = text.get(at) {
        let sign = usize::from(matches!(text.get(at + 1), Some(b'+' | b'-')));
        match digits(at + 1 + sign) {
            0 => return None,
            more => at += 1 + sign + more,
        }
    }
    Some(at)
}

impl<'a> Value<'a> {
    /// Returns why a text does not start with a value.
    pub fn error(text: &[u8]) -> Option<serde_json::Error> {
        let mut values = serde_json::Deserializer::from_slice(text).into_iter::<&RawValue>();
        match values.next() {
            Some(value) => value.err(),
            None => serde_json::from_slice::<&RawValue>(text).err(),
        }
    }

    fn node(self) -> Node {
        self.nodes[self.at]
    }

    /// Returns its text in the document.
    pub fn text(self) -> &'a str {
        let node = self.node();
        &self.document[node.start as usize..node.end as usize]
    }

    pub fn kind(self) -> Type {
        self.node().kind
    }

    /// Returns where the value is in the text that was parsed.
    pub fn range(self) -> std::ops::Range<usize> {
        let node = self.node();
        node.start as usize..node.end as usize
    }

    /// Iterates over the nodes directly below this one.
    fn children(self) -> impl Iterator<Item = Value<'a>> {
        let end = self.node().next as usize;
        let mut at = self.at + 1;
        std::iter::from_fn(move || {
            if at >= end {
                return None;
            }
            let child = Value { at, ..self };
            at = child.node().next as usize;
            Some(child)
        })
    }

    /// Iterates over the items of an array; there are none in other values.
    pub fn each_item(self) -> impl Iterator<Item = Value<'a>> {
        let is_array = self.kind() == Type::Array;
        self.children().take_while(move |_| is_array)
    }

    /// Returns the items of an array; nothing for other values.
    pub fn items(self) -> Vec<Value<'a>> {
        self.each_item().collect()
    }

    /// Iterates over the fields of an object, as strings and values; there are none in others.
    pub fn each_field(self) -> impl Iterator<Item = (Value<'a>, Value<'a>)> {
        let is_object = self.kind() == Type::Object;
        let mut children = self.children().take_while(move |_| is_object);
        std::iter::from_fn(move || Some((children.next()?, children.next()?)))
    }

    /// Returns the value of the first field with this name, which must be in lower case.
    pub fn field(self, name: &str) -> Option<Value<'a>> {
        self.each_field()
            .find_map(|(key, value)| key.is_named(name).then_some(value))
    }

    /// Returns whether a string is a name, which must be in lower case.
    pub fn is_named(self, name: &str) -> bool {
        match self.inside() {
            Some(inside) if !inside.contains('\\') => inside.eq_ignore_ascii_case(name),
            _ => self
                .label()
                .is_some_and(|label| label.eq_ignore_ascii_case(name)),
        }
    }

    /// Returns the text between the quotation marks of a string, including escapes.
    pub fn inside(self) -> Option<&'a str> {
        self.text().strip_prefix('"')?.strip_suffix('"')
    }

    /// Returns a string without escapes, or the text of a number.
    pub fn label(self) -> Option<String> {
        match self.kind() {
            Type::String => serde_json::from_str(self.text()).ok(),
            Type::Number => Some(self.text().to_string()),
            _ => None,
        }
    }

    /// Returns the span of the value in the segment that it was parsed from.
    pub fn span(self, segment: &Segment) -> Span {
        span_of(segment.text, self.text().as_bytes()).unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_same_texts_are_well_formed_for_both_parsers() {
        let parts = [
            "[",
            "]",
            "{",
            "}",
            ",",
            ":",
            "\"a\"",
            "\"\\u00e4\"",
            "\"\\x\"",
            "\"",
            "0",
            "01",
            "-",
            "1.5e+3",
            "1.",
            "null",
            "nul",
            "true",
            " ",
            "\n",
        ];
        // Every sequence of up to four parts.
        let mut texts = vec![String::new()];
        let mut done = 0;
        for _ in 0..4 {
            let until = texts.len();
            for at in done..until {
                for part in parts {
                    texts.push(format!("{}{part}", texts[at]));
                }
            }
            done = until;
        }
        let longer = [
            r#"{"a":[1,{"b":null}],"c":{}}"#,
            r#"{"a":1,}"#,
            r#"{"a" 1}"#,
            r#"[1,,2]"#,
            r#"[,]"#,
            r#"{"a":[}]"#,
            r#"[[],[]]"#,
            r#"{,"a":1}"#,
        ];
        texts.extend(longer.map(String::from));
        let mut tree = Tree::default();
        for text in texts {
            let trimmed = text.trim();
            let expected = serde_json::from_str::<&RawValue>(trimmed).is_ok();
            assert_eq!(tree.parse(trimmed.as_bytes()).is_some(), expected, "{text}");
        }
    }

    #[test]
    fn items_and_fields_are_found() {
        let mut tree = Tree::default();
        let text = r#"{"A": [1, [2, 3], {"x": 4}], "b\u0063": "d"}"#;
        let value = tree.parse(text.as_bytes()).unwrap();
        let items = value.field("a").unwrap().items();
        let texts: Vec<_> = items.iter().map(|item| item.text()).collect();
        assert_eq!(texts, ["1", "[2, 3]", r#"{"x": 4}"#]);
        assert_eq!(value.field("bc").unwrap().inside(), Some("d"));
        assert_eq!(items[2].field("x").unwrap().text(), "4");
        assert!(items[0].items().is_empty() && items[1].field("x").is_none());
    }

    #[test]
    fn deep_nesting_is_refused() {
        let mut tree = Tree::default();
        let nested = |depth: usize| "[".repeat(depth) + &"]".repeat(depth);
        assert!(tree.parse(nested(DEEPEST).as_bytes()).is_some());
        assert!(tree.parse(nested(DEEPEST + 1).as_bytes()).is_none());
    }
}
