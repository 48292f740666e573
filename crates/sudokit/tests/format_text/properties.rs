//! Properties that hold for every text.

use proptest::prelude::*;
use proptest::sample::{Index, select};
use sudokit::Shape;
use sudokit::format::{Content, Form, ReadOptions, Symbols};

use super::*;

/// A shape, and the values of some puzzles of it. The last cells have the symbols that decide
/// between the conventions, so that the first rows may be empty and look like something else.
fn puzzles() -> impl Strategy<Value = (Shape, Vec<Vec<u8>>)> {
    let names = vec![
        "2x2", "2x3", "2x4", "3x3", "2x5", "3x4", "4x4", "5x5", "6x6", "8x8",
    ];
    (select(names), select(vec![1, 2, 30])).prop_flat_map(|(name, open)| {
        let shape: Shape = name.parse().unwrap();
        let size = shape.size() as u8;
        let value = prop_oneof![open => Just(0u8), 1 => 1..=size];
        let values = proptest::collection::vec(value, shape.cells());
        let values = values.prop_map(move |mut values| {
            let rest = values.len() - 3;
            values[rest..].copy_from_slice(&[size, 0, 1]);
            values
        });
        (Just(shape), proptest::collection::vec(values, 1..4))
    })
}

fn write_text(shape: &Shape, values: &[u8], form: Form, end: &str) -> String {
    let size = shape.size();
    let (box_rows, box_columns) = shape.box_size().unwrap();
    let symbol = |value: &u8| match value {
        0 => ".".to_string(),
        value => Symbols::FromOne.symbol(*value),
    };
    let boxes = |row: &[u8], between: &str, apart: &str| {
        let stretch = |cells: &[u8]| {
            let cells: Vec<_> = cells.iter().map(symbol).collect();
            cells.join(between)
        };
        let stretches: Vec<_> = row.chunks(box_columns).map(stretch).collect();
        stretches.join(apart)
    };
    let rule = |row: usize, width: usize| {
        let dashes = vec!["-".repeat(width); size / box_columns];
        match row % box_rows {
            0 => format!("+{}+{end}", dashes.join("+")),
            _ => String::new(),
        }
    };
    let numbers = |row: &[u8], between: &str, width: usize| {
        let cells: Vec<_> = row.iter().map(|value| format!("{value:>width$}")).collect();
        cells.join(between) + end
    };
    let row = |(at, row): (usize, &[u8])| match form {
        Form::Line => boxes(row, "", ""),
        Form::Rows => boxes(row, "", "") + end,
        Form::Csv => numbers(row, ",", 1),
        Form::Boxed => format!(
            "{}| {} |{end}",
            rule(at, 2 * box_columns + 1),
            boxes(row, " ", " | ")
        ),
        Form::SimpleSudoku => {
            format!("{}|{}|{end}", rule(at, box_columns), boxes(row, "", "|"))
        }
        _ => numbers(row, " ", 2),
    };
    let text: String = values.chunks(size).enumerate().map(row).collect();
    match form {
        Form::Line => text + end,
        _ => text,
    }
}

const TEXT_FORMS: [Form; 6] = [
    Form::Line,
    Form::Rows,
    Form::Spaced,
    Form::Csv,
    Form::Boxed,
    Form::SimpleSudoku,
];

fn texts() -> impl Strategy<Value = (Form, String, Vec<Vec<u8>>)> {
    let form = select(TEXT_FORMS.to_vec());
    let end = select(vec!["\n", "\r\n", "\r"]);
    (form, end, puzzles()).prop_map(|(form, end, (shape, all))| {
        // This many values cannot be written in single characters.
        let form = match form {
            Form::Spaced | Form::Csv => form,
            _ if shape.size() > 61 => Form::Csv,
            _ => form,
        };
        let texts = all
            .iter()
            .map(|values| write_text(&shape, values, form, end));
        let gap = if form == Form::Line { "" } else { end };
        (form, texts.collect::<Vec<_>>().join(gap), all)
    })
}

/// A shape and the candidates of each cell: at least one, and not a single one everywhere.
fn candidates() -> impl Strategy<Value = (Shape, Vec<u64>)> {
    select(vec!["2x2", "2x3", "3x3", "3x4", "4x4", "6x6"]).prop_flat_map(|name| {
        let shape: Shape = name.parse().unwrap();
        let (all, shape_size) = (shape.all_values(), shape.size());
        let masks = proptest::collection::vec(1..=all, shape.cells());
        let masks = masks.prop_map(move |mut masks| {
            // The last symbol decides the convention, and one that may look like a blank is alone.
            masks[0] = all;
            masks[1] = 1 << (32 % shape_size);
            masks
        });
        (Just(shape), masks)
    })
}

/// Writes the symbols of a mask in order, with a blank for each missing one.
fn symbols_of(mask: u64, size: usize, blank: &str) -> String {
    let symbol = |value: usize| match mask >> value & 1 {
        0 => blank.to_string(),
        _ => Symbols::FromOne.symbol(value as u8 + 1),
    };
    (0..size).map(symbol).collect()
}

fn write_pencilmarks(shape: &Shape, masks: &[u64]) -> String {
    let size = shape.size();
    let rule = format!("+{}+\n", "-".repeat(size * (size + 1) + 1));
    let row = |row: &[u64]| {
        let cells = row.iter().map(|mask| symbols_of(*mask, size, ""));
        let cells: String = cells.map(|cell| format!("{cell:<size$} ")).collect();
        format!("| {cells}|\n")
    };
    let rows: String = masks.chunks(size).map(row).collect();
    format!("{rule}{rows}{rule}")
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(120))]

    #[test]
    fn every_form_round_trips((form, text, all) in texts()) {
        let found = records(&text);
        prop_assert_eq!(found.len(), all.len(), "{}", text);
        for (record, values) in found.iter().zip(&all) {
            prop_assert_eq!(record.puzzle.values(), &values[..], "{}", text);
            prop_assert_eq!(record.form, form, "{}", text);
        }
    }

    #[test]
    fn any_values_are_written_in_place((_, text, all) in texts()) {
        let pieces = pieces(&text);
        let puzzles = pieces.iter().filter_map(|piece| match &piece.content {
            Content::Puzzle(record) => Some((&piece.text, record)),
            _ => None,
        });
        for ((text, record), values) in puzzles.zip(all.iter().rev()) {
            let text = std::str::from_utf8(text).unwrap();
            let answer = written(record, text, values);
            let options = ReadOptions {
                shape: Some(record.puzzle.shape().clone()),
                symbols: Some(record.symbols.clone()),
                ..ReadOptions::default()
            };
            let again = records_with(&answer, &options);
            prop_assert_eq!(again.len(), 1);
            prop_assert_eq!(again[0].puzzle.values(), &values[..]);
        }
    }

    #[test]
    fn candidates_round_trip((shape, masks) in candidates()) {
        let size = shape.size();
        let options = ReadOptions {
            shape: Some(shape.clone()),
            ..ReadOptions::default()
        };
        let line: String = masks.iter().map(|mask| symbols_of(*mask, size, ".")).collect();
        let grid = write_pencilmarks(&shape, &masks);
        for (text, form) in [(line, Form::CandidateLine), (grid, Form::Pencilmarks)] {
            let found = records_with(&text, &options).remove(0);
            prop_assert_eq!(found.form, form);
            for (cell, mask) in masks.iter().enumerate() {
                prop_assert_eq!(found.puzzle.allowed(cell), *mask);
            }
            let lowest: Vec<u8> = masks.iter().map(|m| m.trailing_zeros() as u8 + 1).collect();
            let answer = written(&found, &text, &lowest);
            prop_assert_eq!(answer.len(), text.len());
            let named = ReadOptions {
                symbols: Some(Symbols::FromOne),
                ..options.clone()
            };
            let again = records_with(&answer, &named);
            prop_assert_eq!(again[0].puzzle.values(), &lowest[..]);
        }
    }

    #[test]
    fn any_bytes_round_trip(bytes in proptest::collection::vec(any::<u8>(), 0..600)) {
        assert_same_byte_by_byte(&bytes);
    }

    #[test]
    fn any_text_round_trips(text in "[0-9A-Gx.|+\\-* ,;\"#:\t\r\n]{0,400}") {
        assert_same_byte_by_byte(text.as_bytes());
    }

    #[test]
    fn damaged_files_round_trip(
        (_, text, _) in texts(),
        edits in proptest::collection::vec((any::<Index>(), 0..4u8, any::<u8>()), 1..6),
    ) {
        let mut bytes = text.into_bytes();
        for (index, edit, byte) in edits {
            let at = index.index(bytes.len().max(1));
            match edit {
                0 if at < bytes.len() => {
                    bytes.remove(at);
                }
                1 => bytes.insert(at, byte),
                2 if at < bytes.len() => bytes[at] = byte,
                _ => bytes.truncate(at),
            }
        }
        assert_same_byte_by_byte(&bytes);
    }
}
