//! Tables of a set: CSV, or one JSON object per row.

use std::io::Write as _;

use serde::{Serialize, Serializer};
use serde_json::Value;
use sudokit::rate::explainer::Difficulty;

use crate::report;

/// How rows are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TableStyle {
    Csv,
    Json,
}

/// A value of a row.
#[derive(Clone, Copy)]
pub enum Field<'a> {
    /// A board of 81 values.
    Board(&'a [u8; 81]),
    Number(u64),
    /// A rating with one decimal.
    Rating(Difficulty),
    Word(&'a str),
    /// Nothing is known.
    Absent,
}

impl TableStyle {
    pub fn new(json: bool) -> TableStyle {
        match json {
            true => TableStyle::Json,
            false => TableStyle::Csv,
        }
    }

    /// The header of a table.
    pub fn header(self, columns: &[&str]) -> Vec<u8> {
        match self {
            TableStyle::Csv => format!("{}\n", columns.join(",")).into_bytes(),
            TableStyle::Json => Vec::new(),
        }
    }

    /// Appends a row. No field needs quotation marks.
    pub fn push_row(self, columns: &[&str], fields: &[Field<'_>], out: &mut Vec<u8>) {
        match self {
            TableStyle::Csv => {
                for (index, field) in fields.iter().enumerate() {
                    if index > 0 {
                        out.push(b',');
                    }
                    field.push(out);
                }
                out.push(b'\n');
            }
            TableStyle::Json => {
                out.extend(report::json_line(&Row { columns, fields }));
            }
        }
    }
}

/// A row as an object, its fields in the order of the columns.
struct Row<'a> {
    columns: &'a [&'a str],
    fields: &'a [Field<'a>],
}

impl Serialize for Row<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let fields = self.columns.iter().zip(self.fields);
        serializer.collect_map(fields.map(|(column, field)| (column, field.json())))
    }
}

impl Field<'_> {
    fn push(self, out: &mut Vec<u8>) {
        match self {
            Field::Board(values) => out.extend(values.map(symbol)),
            // Writing to memory does not fail.
            Field::Number(number) => drop(write!(out, "{number}")),
            Field::Rating(rating) => drop(write!(out, "{rating}")),
            Field::Word(word) => out.extend(word.as_bytes()),
            Field::Absent => {}
        }
    }

    fn json(self) -> Value {
        match self {
            Field::Board(values) => values
                .iter()
                .map(|value| char::from(symbol(*value)))
                .collect::<String>()
                .into(),
            Field::Number(number) => number.into(),
            Field::Rating(rating) => (f64::from(rating.tenths()) / 10.0).into(),
            Field::Word(word) => word.into(),
            Field::Absent => Value::Null,
        }
    }
}

fn symbol(value: u8) -> u8 {
    match value {
        0 => b'.',
        value => b'0' + value,
    }
}
