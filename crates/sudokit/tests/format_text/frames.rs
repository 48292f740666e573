//! The boxes that a frame shows are the boxes of the puzzle.

use sudokit::format::write::{self, WriteOptions};
use sudokit::format::{Form, ReadOptions};
use sudokit::{Origin, Puzzle, Shape};

use super::*;

/// Draws a frame of dashes around cells of one character, with lines and bars before these rows and
/// columns.
fn drawing(size: usize, line_before: &[usize], bar_before: &[usize]) -> String {
    let mut text = String::new();
    for row in 0..size {
        if line_before.contains(&row) {
            text += &format!("+{}+\n", "-".repeat(2 * size));
        }
        for column in 0..size {
            text += if bar_before.contains(&column) {
                "| "
            } else {
                ""
            };
            text += if row + column == 0 { "1 " } else { "X " };
        }
        text += "|\n";
    }
    text
}

fn boxes(text: &str) -> Option<(usize, usize)> {
    record(text).puzzle.shape().box_size()
}

#[test]
fn a_written_frame_shows_the_shape() {
    let shapes = [
        "3x2", "2x3", "5x2", "4x3", "3x4", "2x6", "6x2", "5x3", "5x4", "2x8", "8x2", "4x4",
    ];
    for shape in shapes {
        let shape: Shape = shape.parse().unwrap();
        let mut puzzle = Puzzle::new(shape.clone());
        puzzle.set(0, shape.size() as u8, Origin::Given);
        puzzle.set(shape.cells() - 1, 1, Origin::Given);
        for form in [Form::Boxed, Form::SimpleSudoku, Form::Pencilmarks] {
            let (mut text, options) = (Vec::new(), WriteOptions::default());
            let losses = write::puzzle(form, &puzzle, None, &options, &mut text).unwrap();
            assert_eq!(losses, [], "{form} {shape}");
            let text = String::from_utf8(text).unwrap();
            let found = record(&text);
            assert_eq!((found.form, found.puzzle.shape()), (form, &shape), "{text}");
            assert_eq!(found.puzzle.values(), puzzle.values(), "{text}");
        }
    }
}

#[test]
fn one_direction_of_a_drawing_is_enough() {
    let bars = drawing(6, &[0], &[0, 2, 4]);
    assert_eq!(boxes(&bars), Some((3, 2)));
    let lines = drawing(6, &[0, 3], &[0]);
    assert_eq!(boxes(&lines), Some((3, 2)));
    let each_cell = drawing(6, &[0, 3], &[0, 1, 2, 3, 4, 5]);
    assert_eq!(boxes(&each_cell), Some((3, 2)));
    let bare = "1 . | . . | . .\n".repeat(6).replacen("1 .", ". .", 5);
    assert_eq!(boxes(&bare), Some((3, 2)));
}

#[test]
fn a_drawing_without_boxes_means_the_usual_ones() {
    for (lines, bars) in [
        (&[0][..], &[0][..]),
        (&[0, 3], &[0, 3]),
        (&[0, 2], &[0, 2, 4]),
        (&[0, 3], &[0, 2, 5]),
        (&[0, 1, 2, 3, 4, 5], &[0, 1, 2, 3, 4, 5]),
    ] {
        assert_eq!(
            boxes(&drawing(6, lines, bars)),
            Some((2, 3)),
            "{lines:?} {bars:?}"
        );
    }
}

#[test]
fn options_override_the_drawing() {
    let options = ReadOptions {
        shape: Some("2x3".parse().unwrap()),
        ..ReadOptions::default()
    };
    let found = records_with(&drawing(6, &[0, 3], &[0, 2, 4]), &options);
    assert_eq!(found[0].puzzle.shape().box_size(), Some((2, 3)));
}
