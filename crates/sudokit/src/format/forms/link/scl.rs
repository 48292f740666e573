//! SudokuPad's own puzzles: JSON, usually shortened.
//!
//! The short form has single quotation marks, names without any, `t` and `f` for true and false,
//! nothing for an empty object, colours without marks, and short names for the usual fields.

use serde_json::{Map, Value};

use super::Refusal;
use super::json::{self, Read};
use crate::puzzle::{Origin, Puzzle};
use crate::shape::Shape;

/// The short names of fields.
const NAMES: [(&str, &str); 25] = [
    ("a", "arrows"),
    ("c", "color"),
    ("c1", "borderColor"),
    ("c2", "backgroundColor"),
    ("ca", "cages"),
    ("ce", "cells"),
    ("cs", "cellSize"),
    ("ct", "center"),
    ("d", "duration"),
    ("d2", "d"),
    ("fs", "fontSize"),
    ("h", "height"),
    ("hl", "headLength"),
    ("l", "lines"),
    ("o", "overlays"),
    ("r", "rounded"),
    ("re", "regions"),
    ("t", "title"),
    ("te", "text"),
    ("th", "thickness"),
    ("u", "underlays"),
    ("v", "value"),
    ("vd", "videos"),
    ("w", "width"),
    ("wp", "wayPoints"),
];

/// What does not change the puzzle.
const HARMLESS: [&str; 16] = [
    "cells",
    "regions",
    "cages",
    "cellSize",
    "metadata",
    "settings",
    "videos",
    "duration",
    "id",
    "title",
    "author",
    "rules",
    "solution",
    "foglight",
    "fogofwar",
    "triggereffect",
];

/// What may be rules: SudokuPad only draws, and the meaning is in the words of the rules.
const DRAWINGS: [(&str, &str); 4] = [
    ("arrows", "arrow"),
    ("lines", "line"),
    ("overlays", "symbol"),
    ("underlays", "shaded area"),
];

/// Parses a puzzle in the long or the short form.
pub(super) fn parse(text: &str) -> Option<Value> {
    if let Ok(value) = serde_json::from_str(text) {
        return Some(value);
    }
    let mut parser = Parser { text, at: 0 };
    let value = parser.value(0)?;
    (parser.at == text.len()).then_some(value)
}

/// Reads a puzzle.
pub(super) fn read(value: &Value, shape: Option<&Shape>) -> Result<Read, Refusal> {
    let fields = value.as_object();
    let fields = fields.ok_or_else(|| Refusal::broken("the link does not hold a puzzle"))?;
    let rows = fields.get("cells").and_then(Value::as_array);
    let rows = rows.ok_or_else(|| Refusal::broken("the SudokuPad data has no cells"))?;
    check_rules(fields)?;
    let cells = json::cells(rows)?;
    let size = rows.len();
    let shape = match shape {
        Some(shape) if shape.size() == size => shape.clone(),
        Some(shape) => return Err(json::other_shape(shape, size)),
        None => regions(fields, size)?,
    };
    let mut puzzle = Puzzle::new(shape);
    for (cell, fields) in cells.iter().enumerate() {
        if let Some(value) = json::value_of(fields.get("value"), size)? {
            puzzle.set(cell, value, Origin::Given);
        }
    }
    let metadata = fields.get("metadata").and_then(Value::as_object);
    let detail = |name: &str| metadata.and_then(|metadata| metadata.get(name));
    let solution = json::solution(detail("solution"), puzzle.shape());
    let name = detail("title").and_then(Value::as_str).map(str::to_string);
    let name = name.or_else(|| described(fields, "title"));
    Ok(Read {
        puzzle,
        name,
        solution,
    })
}

/// Returns what a cage without cells says: such cages hold the title and the rules.
fn described(fields: &Map<String, Value>, name: &str) -> Option<String> {
    let cages = fields.get("cages")?.as_array()?;
    cages.iter().find_map(|cage| {
        let (found, text) = cage.get("value")?.as_str()?.split_once(':')?;
        (found == name).then(|| text.trim().to_string())
    })
}

fn check_rules(fields: &Map<String, Value>) -> Result<(), Refusal> {
    let mut unknown = Vec::new();
    let cages = fields.get("cages").and_then(Value::as_array);
    let with_cells = cages.map_or(0, |cages| {
        let has_cells = |cage: &&Value| {
            cage.get("cells")
                .is_some_and(|cells| !json::is_empty(cells))
        };
        cages.iter().filter(has_cells).count()
    });
    if with_cells > 0 {
        unknown.push(json::counted(with_cells, "cage"));
    }
    let mut drawn = false;
    for (name, value) in fields {
        if HARMLESS.contains(&name.as_str()) || json::is_empty(value) {
            continue;
        }
        let count = value.as_array().map_or(1, Vec::len);
        match DRAWINGS.iter().find(|(drawing, _)| drawing == name) {
            Some((_, thing)) => {
                unknown.push(json::counted(count, thing));
                drawn = true;
            }
            None => unknown.push(format!("`{name}`")),
        }
    }
    let metadata = fields.get("metadata").and_then(Value::as_object);
    for rule in ["antiknight", "antiking", "nonconsecutive"] {
        let set = metadata.and_then(|metadata| metadata.get(rule));
        if set.is_some_and(|value| !json::is_empty(value)) {
            unknown.push(format!("`{rule}`"));
        }
    }
    let Some((last, others)) = unknown.split_last() else {
        return Ok(());
    };
    let list = match others {
        [] => last.clone(),
        others => format!("{} and {last}", others.join(", ")),
    };
    Err(Refusal::rules(match drawn {
        true => format!("has {list}; what they mean is only in its rules"),
        false => format!("has {list}, which sudokit does not know yet"),
    }))
}

/// Returns the shape that the regions make, which must cover the board.
fn regions(fields: &Map<String, Value>, size: usize) -> Result<Shape, Refusal> {
    let unclear = || {
        let message = "has no regions that cover the board";
        Refusal {
            help: format!("name the boxes with --shape, such as --shape {size}"),
            ..Refusal::rules(message)
        }
    };
    let regions = fields.get("regions").and_then(Value::as_array);
    let regions = regions.ok_or_else(unclear)?;
    let mut labels = vec![None; size * size];
    for (number, region) in regions.iter().enumerate() {
        for cell in region.as_array().ok_or_else(unclear)? {
            let place = |index: usize| cell.get(index).and_then(Value::as_u64);
            let (row, column) = place(0).zip(place(1)).ok_or_else(unclear)?;
            let (row, column) = (row as usize, column as usize);
            if row >= size || column >= size || labels[row * size + column].is_some() {
                return Err(unclear());
            }
            labels[row * size + column] = Some(number);
        }
    }
    let labels: Option<Vec<usize>> = labels.into_iter().collect();
    json::shape_of(&labels.ok_or_else(unclear)?, size)
}

/// Returns the puzzle with other values in its cells.
pub(super) fn with_values(value: &Value, values: &[u8]) -> Option<Value> {
    let mut value = value.clone();
    let rows = value.get_mut("cells")?.as_array_mut()?;
    let cells = rows.iter_mut().filter_map(Value::as_array_mut).flatten();
    for (cell, value) in cells.zip(values) {
        let cell = cell.as_object_mut()?;
        match value {
            0 => drop(cell.remove("value")),
            value => drop(cell.insert("value".to_string(), Value::from(*value))),
        }
    }
    Some(value)
}

struct Parser<'a> {
    text: &'a str,
    at: usize,
}

/// How deeply values may be nested.
const DEEPEST: usize = 64;

impl<'a> Parser<'a> {
    fn peek(&self) -> Option<u8> {
        self.text.as_bytes().get(self.at).copied()
    }

    fn take(&mut self, byte: u8) -> bool {
        let found = self.peek() == Some(byte);
        self.at += usize::from(found);
        found
    }

    /// Reads a value; nothing before a comma or a bracket is an empty object.
    fn value(&mut self, depth: usize) -> Option<Value> {
        if depth > DEEPEST {
            return None;
        }
        match self.peek()? {
            b'{' => self.object(depth),
            b'[' => self.array(depth),
            quote @ (b'\'' | b'"') => self.string(quote).map(Value::String),
            b',' | b']' | b'}' => Some(Value::Object(Map::new())),
            _ => Some(word(self.word())),
        }
    }

    fn array(&mut self, depth: usize) -> Option<Value> {
        self.at += 1;
        let mut items = Vec::new();
        // `[]` holds one empty object, because empty arrays are left out.
        loop {
            items.push(self.value(depth + 1)?);
            if self.take(b']') {
                return Some(Value::Array(items));
            }
            if !self.take(b',') {
                return None;
            }
        }
    }

    fn object(&mut self, depth: usize) -> Option<Value> {
        self.at += 1;
        let mut fields = Map::new();
        if self.take(b'}') {
            return Some(Value::Object(fields));
        }
        loop {
            let name = match self.peek()? {
                quote @ (b'\'' | b'"') => self.string(quote)?,
                _ => self.word().to_string(),
            };
            if !self.take(b':') {
                return None;
            }
            let value = self.value(depth + 1)?;
            let long = NAMES.iter().find(|(short, _)| *short == name);
            fields.insert(long.map_or(name, |(_, long)| long.to_string()), value);
            if self.take(b'}') {
                return Some(Value::Object(fields));
            }
            if !self.take(b',') {
                return None;
            }
        }
    }

    fn string(&mut self, quote: u8) -> Option<String> {
        self.at += 1;
        let mut json = String::from('"');
        let mut characters = self.text.get(self.at..)?.char_indices();
        while let Some((at, character)) = characters.next() {
            match character {
                '\\' => match characters.next()?.1 {
                    '\'' => json.push('\''),
                    other => json.extend(['\\', other]),
                },
                '"' if quote != b'"' => json.push_str("\\\""),
                _ if u32::from(character) == u32::from(quote) => {
                    self.at += at + 1;
                    json.push('"');
                    return serde_json::from_str(&json).ok();
                }
                _ => json.push(character),
            }
        }
        None
    }

    /// Reads a word without quotation marks.
    fn word(&mut self) -> &'a str {
        let rest = self.text.get(self.at..).unwrap_or_default();
        let length = rest.find([',', ':', '[', ']', '{', '}', '\'', '"']);
        let word = &rest[..length.unwrap_or(rest.len())];
        self.at += word.len();
        word
    }
}

fn word(word: &str) -> Value {
    match word {
        "t" | "true" => Value::Bool(true),
        "f" | "false" => Value::Bool(false),
        "null" => Value::Null,
        "#0" => Value::from("#000000"),
        "#F" => Value::from("#FFFFFF"),
        _ => match word.parse::<u64>() {
            Ok(number) => Value::from(number),
            Err(_) => word
                .parse::<f64>()
                .map_or_else(|_| Value::from(word), Value::from),
        },
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_short_form_is_json_without_marks() {
        let short = "{ce:[[{v:1},,],[,{v:'2'},{h:0.5}]],t:'It\\'s a \"test\"',x:[t,f,#0,aabbcc],u:[{r:t,c:#F}]}";
        let value = parse(short).unwrap();
        assert_eq!(
            value.to_string(),
            "{\"cells\":[[{\"value\":1},{},{}],[{},{\"value\":\"2\"},{\"height\":0.5}]],\
             \"title\":\"It's a \\\"test\\\"\",\"underlays\":[{\"color\":\"#FFFFFF\",\"rounded\":true}],\
             \"x\":[true,false,\"#000000\",\"aabbcc\"]}"
        );
        for broken in [
            "", "{", "{a", "{a:", "{a:1", "[1", "{a:'x}", "{a:1}}", "{'a\":1}",
        ] {
            assert!(parse(broken).is_none(), "{broken}");
        }
        assert!(parse(&"[".repeat(100_000)).is_none());
    }
}
