//! Workbooks of spreadsheet programs: read if the command was built with the feature, otherwise
//! refused by name.

mod common;
use common::*;

/// A workbook with a sheet of words, a board that starts at B2, and one whose last row is empty.
const WORKBOOK: &[u8] = include_bytes!("data/board.xlsx");

#[cfg(feature = "xlsx")]
#[test]
fn sheets_with_a_puzzle_are_read() {
    let scratch = Scratch::with("board.xlsx", WORKBOOK);
    let without_last_row = format!("{}.........", &KNOWN[..72]);
    scratch
        .run(&["convert", "--to", "line", "board.xlsx"])
        .ends(0)
        .gives(&format!("{KNOWN}\n{without_last_row}\n"));
    let solved = scratch.run(&["solve", "board.xlsx"]).ends(0).stdout;
    assert!(
        solved.starts_with("# Board\n5,3,4,6,7,8,9,1,2\n"),
        "{solved}"
    );
    scratch
        .run(&["solve", "--save", "board.xlsx"])
        .ends(2)
        .says("cannot save solutions in the workbook")
        .says("-o answers.csv");
    assert_eq!(scratch.names(), ["board.xlsx"]);
    scratch.write("other.zip", b"PK\x03\x04\x14\0\0\0\0\0board.txt");
    scratch
        .run(&["solve", "other.zip"])
        .ends(2)
        .says("a zip archive");
}

#[cfg(not(feature = "xlsx"))]
#[test]
fn a_build_without_the_feature_says_so() {
    let scratch = Scratch::with("board.xlsx", WORKBOOK);
    scratch
        .run(&["solve", "board.xlsx"])
        .ends(2)
        .says("an Excel workbook (.xlsx)")
        .says("save the sheet as CSV")
        .says("--features xlsx");
}
