//! The layout of data sets that the training programs of HRM and TRM read.
//!
//! A data set is a folder with `identifiers.json` and one folder for each part, `train` and `test`.
//! A part consists of [`METADATA_FILE`] and five arrays:
//!
//! | file | elements | shape | contents |
//! |---|---|---|---|
//! | `all__inputs.npy` | `uint8` | examples × 81 | puzzles as tokens |
//! | `all__labels.npy` | `uint8` | examples × 81 | solutions as tokens |
//! | `all__puzzle_indices.npy` | `int32` | puzzles + 1 | the first example of each puzzle, and the end |
//! | `all__group_indices.npy` | `int32` | groups + 1 | the first puzzle of each group, and the end |
//! | `all__puzzle_identifiers.npy` | `int32` | puzzles | 0 for every puzzle |
//!
//! Each example is a puzzle of its own. A group is a puzzle with its isomorphs; in each epoch the
//! training programs draw one puzzle of every group. A token is a value plus one, because 0 is for
//! padding: an open cell is 1 and the value 9 is 10.

use super::npy::{ElementType, header, i32_elements};

/// The name of the file with the metadata of a part.
pub const METADATA_FILE: &str = "dataset.json";

/// The name of the file beside the parts that names the puzzle identifiers.
pub const IDENTIFIERS_FILE: &str = "identifiers.json";

/// The contents of [`IDENTIFIERS_FILE`].
pub const IDENTIFIERS: &str = "[\"<blank>\"]";

/// The name of the file with the puzzles.
pub const INPUTS_FILE: &str = "all__inputs.npy";

/// The name of the file with the solutions.
pub const LABELS_FILE: &str = "all__labels.npy";

/// The largest number of examples: indices are 32-bit integers.
pub const MOST_EXAMPLES: u64 = i32::MAX as u64;

/// Appends the tokens of a board.
///
/// ```
/// use sudokit::dataset::hrm::push_tokens;
///
/// let mut tokens = Vec::new();
/// push_tokens(&[0, 9, 1], &mut tokens);
/// assert_eq!(tokens, [1, 10, 2]);
/// ```
pub fn push_tokens(values: &[u8], tokens: &mut Vec<u8>) {
    tokens.extend(values.iter().map(|value| value.wrapping_add(1)));
}

/// Returns the header of [`INPUTS_FILE`] and [`LABELS_FILE`]; the tokens of all examples follow.
pub fn board_header(examples: u64) -> Vec<u8> {
    header(ElementType::U8, &[examples, 81])
}

/// Returns the name and the contents of each other file of a part with this number of groups, each
/// of the same number of puzzles. Returns `None` if there would be more than [`MOST_EXAMPLES`].
///
/// ```
/// use sudokit::dataset::hrm;
///
/// let files = hrm::index_files(2, 11).expect("22 examples");
/// let names: Vec<&str> = files.iter().map(|(name, _)| *name).collect();
/// assert!(names.contains(&"dataset.json") && names.contains(&"all__group_indices.npy"));
/// ```
pub fn index_files(groups: u64, group_size: u64) -> Option<Vec<(&'static str, Vec<u8>)>> {
    let examples = groups.checked_mul(group_size)?;
    if examples > MOST_EXAMPLES {
        return None;
    }
    let array = |length: u64, number: &dyn Fn(u64) -> u64| {
        let mut file = header(ElementType::I32, &[length]);
        file.extend(i32_elements((0..length).map(|index| number(index) as i32)));
        file
    };
    Some(vec![
        (
            "all__puzzle_indices.npy",
            array(examples + 1, &|index| index),
        ),
        (
            "all__group_indices.npy",
            array(groups + 1, &|index| index * group_size),
        ),
        ("all__puzzle_identifiers.npy", array(examples, &|_| 0)),
        (METADATA_FILE, metadata(groups).into_bytes()),
    ])
}

/// Returns the metadata of a part as JSON.
fn metadata(groups: u64) -> String {
    format!(
        concat!(
            r#"{{"pad_id": 0, "ignore_label_id": 0, "blank_identifier_id": 0, "#,
            r#""vocab_size": 11, "seq_len": 81, "num_puzzle_identifiers": 1, "#,
            r#""total_groups": {}, "mean_puzzle_examples": 1.0, "sets": ["all"]}}"#
        ),
        groups
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The elements of a file with one header block.
    fn numbers(file: &[u8]) -> Vec<i32> {
        let elements = file[128..].chunks_exact(4);
        let numbers = elements.map(|four| i32::from_le_bytes(four.try_into().expect("4 bytes")));
        numbers.collect()
    }

    #[test]
    fn indices_start_with_zero_and_end_with_the_total() {
        let files = index_files(3, 2).expect("six examples");
        let file = |name: &str| {
            let found = files.iter().find(|(each, _)| *each == name);
            &found.expect("the file").1[..]
        };
        assert_eq!(
            numbers(file("all__puzzle_indices.npy")),
            [0, 1, 2, 3, 4, 5, 6]
        );
        assert_eq!(numbers(file("all__group_indices.npy")), [0, 2, 4, 6]);
        assert_eq!(numbers(file("all__puzzle_identifiers.npy")), [0; 6]);
    }

    #[test]
    fn the_metadata_has_the_fields_that_are_required() {
        let expected = r#"{"pad_id": 0, "ignore_label_id": 0, "blank_identifier_id": 0, "vocab_size": 11, "seq_len": 81, "num_puzzle_identifiers": 1, "total_groups": 3, "mean_puzzle_examples": 1.0, "sets": ["all"]}"#;
        assert_eq!(metadata(3), expected);
    }

    #[test]
    fn indices_that_do_not_fit_are_refused() {
        assert!(index_files(1 << 30, 2).is_none());
        assert!(index_files(u64::MAX, 2).is_none());
        assert!(index_files(0, 1).is_some());
    }
}
