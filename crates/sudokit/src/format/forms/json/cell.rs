//! Cells that are objects, such as `{"value": 5, "given": true}`.

use super::placed;
use super::value::{Type, Value};

/// The names of the field with the value of a cell.
const VALUES: [&str; 5] = ["value", "val", "digit", "number", "v"];

/// The names of fields that say where a cell is. Such cells may be in any order.
const PLACES: [&str; 8] = [
    "row", "col", "column", "x", "y", "index", "position", "cell",
];

/// The names of the field that tells givens from a player's values.
const GIVEN: [&str; 8] = [
    "given",
    "isgiven",
    "fixed",
    "isfixed",
    "locked",
    "prefilled",
    "clue",
    "readonly",
];

/// The most fields that a cell has.
const MOST_FIELDS: usize = 16;

/// Returns the value of a cell, `Some(None)` if it has none, and `None` if the object is no cell.
pub(super) fn value_of(object: Value) -> Option<Option<Value>> {
    if object.kind() != Type::Object {
        return None;
    }
    if placed::has_place(object) {
        return None;
    }
    let mut found = None;
    for (count, (name, value)) in object.each_field().enumerate() {
        if count == MOST_FIELDS || PLACES.iter().any(|known| name.is_named(known)) {
            return None;
        }
        if found.is_none() && VALUES.iter().any(|known| name.is_named(known)) {
            found = Some(value);
        }
    }
    match found {
        Some(value) => is_plain(value).then_some(Some(value)),
        // Only what editors add to an open cell.
        None => object
            .each_field()
            .all(|(name, _)| is_annotation(name))
            .then_some(None),
    }
}

/// Returns whether a value can be the value of a cell: a number, `null`, or a digit or two.
pub(super) fn is_plain(value: Value) -> bool {
    match value.kind() {
        Type::Number | Type::Null => true,
        Type::String => {
            value.text().len() <= "\"64\"".len()
                || value
                    .inside()
                    .is_some_and(|inside| inside.chars().count() <= 1)
        }
        _ => false,
    }
}

fn is_annotation(name: Value) -> bool {
    const OTHERS: [&str; 9] = [
        "region",
        "centerpencilmarks",
        "cornerpencilmarks",
        "pencilmarks",
        "candidates",
        "notes",
        "highlight",
        "c",
        "colors",
    ];
    let names = GIVEN.iter().chain(&OTHERS);
    names.clone().any(|known| name.is_named(known))
}

/// Returns whether a cell says that its value is a player's.
pub(super) fn is_placed(object: Value) -> bool {
    let field = GIVEN.iter().find_map(|name| object.field(name));
    field.is_some_and(|field| field.text() == "false")
}
