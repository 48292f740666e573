//! The problems of texts that cannot be read.

use sudokit::ProblemCode;
use sudokit::format::{ReadOptions, Symbols};
use sudokit::{Puzzle, Shape};

use super::*;

#[test]
fn a_row_with_too_few_cells() {
    let text = rows(".", |row, cells| match row {
        3 => cells[1..].concat() + "\n",
        _ => cells.concat() + "\n",
    });
    let found = problem(&text);
    assert_eq!(found.code, ProblemCode::RowLength);
    assert_eq!(found.message, "row 4 has 8 cells; the other rows have 9");
    assert_eq!(found.labels[0].text, "8 cells");
    assert_eq!(found.labels[0].excerpt, "...6...3");
    assert_eq!(
        found.help,
        "add the missing cell; write 0 or . for an empty one"
    );
    assert_eq!(found.place().unwrap().line, 4);
}

#[test]
fn a_row_with_too_many_cells_in_every_form() {
    let spaced = rows("0", |row, cells| match row {
        8 => cells.join(" ") + " 7\n",
        _ => cells.join(" ") + "\n",
    });
    let csv = spaced.replace(' ', ",");
    let boxed = rows(".", |row, cells| match row {
        8 => format!("| {} 7 |\n", boxes(cells, " ", " | ")),
        _ => format!("| {} |\n", boxes(cells, " ", " | ")),
    });
    for text in [spaced, csv, boxed] {
        let found = problem(&text);
        assert_eq!(found.message, "row 9 has 10 cells; the other rows have 9");
        assert_eq!(found.help, "remove the extra cell");
    }
}

#[test]
fn too_few_and_too_many_rows() {
    let missing = rows(".", |row, cells| match row {
        3 => String::new(),
        _ => cells.join(" ") + "\n",
    });
    let found = problem(&missing);
    assert_eq!(found.code, ProblemCode::RowCount);
    assert_eq!(
        found.message,
        "the grid has 8 rows; rows of 9 cells need 9 rows"
    );
    let extra = rows(".", |_, cells| cells.concat() + "\n") + ".........\n";
    assert_eq!(
        problem(&extra).message,
        "the grid has 10 rows; rows of 9 cells need 9 rows"
    );
}

#[test]
fn a_broken_grid_does_not_affect_the_next_one() {
    let grid = rows(".", |_, cells| cells.concat() + "\n");
    let short = &grid[10..];
    let text = format!("{short}\n{grid}");
    assert_eq!(problem(&text).code, ProblemCode::RowCount);
    assert_eq!(pieces(&text).len(), 3);
}

#[test]
fn unknown_symbols() {
    let text = rows(".", |row, cells| match row {
        0 => "53..7...Q\n".to_string(),
        _ => cells.concat() + "\n",
    });
    let found = problem(&text);
    assert_eq!(found.code, ProblemCode::UnknownSymbol);
    assert_eq!(
        found.message,
        "`Q` in row 1, column 9 is neither a value nor a blank"
    );
    assert_eq!(found.place().unwrap().column, 9);
    assert_eq!(found.help, "values are 1-9; a blank is 0 . _ - * ? or X");
    let line = LINE.replacen('3', "!", 1).replacen('9', "ä", 1);
    let found = problem(&line);
    assert_eq!(found.code, ProblemCode::UnknownSymbol);
    assert_eq!(found.place().unwrap().column, 2);
}

#[test]
fn values_out_of_range() {
    let text: String = (0..16)
        .map(|row| match row {
            1 => format!("1 17{}\n", " 0".repeat(14)),
            _ => format!("1{}\n", " 0".repeat(15)),
        })
        .collect();
    let found = problem(&text);
    assert_eq!(found.code, ProblemCode::ValueRange);
    assert_eq!(
        found.message,
        "17 in row 2, column 2 is not a value of a 16×16 puzzle"
    );
    assert_eq!(found.place().unwrap().width, 2);
    let found = problem("123456\n......\n7.....\n......\n......\n......\n");
    assert_eq!(
        found.message,
        "7 in row 3, column 1 is not a value of a 6×6 puzzle"
    );
}

#[test]
fn a_short_row_of_letters_is_not_a_word() {
    let mut lines = vec!["ABCDEFGHIJKLMNOP".to_string(); 16];
    lines[4].pop();
    assert_eq!(
        problem(&lines.join("\n")).message,
        "row 5 has 15 cells; the other rows have 16"
    );
}

#[test]
fn a_word_in_a_row_is_an_unknown_symbol() {
    for separator in [" ", ",", ";"] {
        let text = rows("0", |row, cells| {
            let cells = cells.join(separator) + "\n";
            match row {
                2 => cells.replace('8', "foo"),
                _ => cells,
            }
        });
        assert_eq!(
            problem(&text).message,
            "`foo` in row 3, column 3 is neither a value nor a blank"
        );
    }
}

#[test]
fn symbols_with_two_readings() {
    let found = problem(&"123.456.789.ABCF".repeat(16));
    assert_eq!(found.code, ProblemCode::AmbiguousSymbols);
    assert_eq!(found.message, "the symbols fit both 1-9A-G and 0-9A-F");
    assert_eq!(found.labels[0].text, "1 is 1 in 1-9A-G and 2 in 0-9A-F");
    assert_eq!(found.help, "use --symbols 1-9A-G or --symbols 0-9A-F");
    let options = ReadOptions {
        symbols: Some(Symbols::FromZero),
        ..ReadOptions::default()
    };
    let found = records_with(&"123.456.789.ABCF".repeat(16), &options);
    assert_eq!(found[0].puzzle.values()[0], 2);
}

#[test]
fn sizes_without_a_board() {
    let line = "1".to_string() + &".".repeat(48);
    let found = problem(&line);
    assert_eq!(found.code, ProblemCode::BoardSize);
    assert!(found.message.contains("7×7 board has no boxes"), "{found}");
    assert_eq!(found.help, "--shape 1x7 reads it without boxes");
    let options = ReadOptions {
        shape: Some(Shape::with_size(4).unwrap()),
        ..ReadOptions::default()
    };
    let found = problems_with(LINE.as_bytes(), &options);
    assert_eq!(
        found[0].message,
        "this line has 81 symbols; a 4×4 puzzle (--shape 2x2) has 16"
    );
    let grid = rows(".", |_, cells| cells.concat() + "\n");
    let found = problems_with(grid.as_bytes(), &options);
    assert_eq!(found[0].message, "row 1 has 9 cells; --shape 2x2 has 4");
}

#[test]
fn more_values_than_characters() {
    let text = (".".repeat(64) + "\n").repeat(64);
    let options = ReadOptions {
        shape: Some(Shape::with_size(64).unwrap()),
        ..ReadOptions::default()
    };
    let found = problems_with(text.as_bytes(), &options).remove(0);
    assert_eq!(found.help, "write numbers separated by spaces or commas");
    let numbers = ("64".to_string() + &" 0".repeat(63) + "\n").repeat(64);
    assert_eq!(record(&numbers).puzzle.values()[0], 64);
}

#[test]
fn empty_and_foreign_files() {
    for text in ["", "\n \n", "\u{feff}"] {
        let found = problem(text);
        assert_eq!(found.code, ProblemCode::NoPuzzle, "{text:?}");
        assert_eq!(found.message, "the input is empty");
    }
    let found = problem("\n  # nothing\nto see here\n");
    assert_eq!(found.message, "the input contains no puzzle");
    let place = found.place().unwrap();
    assert_eq!((place.line, place.column, place.width), (2, 3, 9));
    assert_eq!(found.labels[0].excerpt, "  # nothing");
    assert_eq!(problem("to see\n").place().unwrap().line, 1);
    let wide: Vec<u8> = LINE.encode_utf16().flat_map(u16::to_le_bytes).collect();
    let found = problems_with(&wide, &ReadOptions::default());
    assert_eq!(found[0].code, ProblemCode::NotText);
    assert!("".parse::<Puzzle>().is_err());
    let several = format!("{LINE}\n{LINE}\n").parse::<Puzzle>().unwrap_err();
    assert_eq!(several.place().unwrap().line, 2);
}

#[test]
fn broken_rules_point_at_both_cells() {
    let mut symbols: Vec<char> = LINE.chars().collect();
    symbols[10] = '5';
    let line: String = symbols.into_iter().collect();
    let text = format!("id {line}\n");
    let found = record(&text);
    let error = found.puzzle.check().unwrap_err();
    let problem = found.rule_problem(text.as_bytes(), 7, &error);
    assert_eq!(problem.code, ProblemCode::DuplicateValue);
    assert_eq!(
        problem.message,
        "5 appears twice in row 2, at r2c2 and r2c6"
    );
    let columns: Vec<_> = problem.labels.iter().map(|l| l.place.column).collect();
    assert_eq!(columns, [14, 18]);
    assert_eq!(problem.place().unwrap().line, 7);
}

#[test]
fn words_in_a_file_of_lines_are_problems() {
    let short = &LINE[1..];
    for (line, message, column) in [
        ("garbage", "this line has 7 symbols; a 9×9 puzzle has 81", 1),
        (
            "No Solution",
            "this line has 10 symbols; a 9×9 puzzle has 81",
            1,
        ),
        (
            &format!("{short} short"),
            "this line has 80 symbols; a 9×9 puzzle has 81",
            1,
        ),
        (
            &format!("id {short} too short"),
            "this line has 80 symbols; a 9×9 puzzle has 81",
            4,
        ),
        (
            &format!("{LINE}.. too long"),
            "this line has 83 symbols; a 9×9 puzzle has 81",
            1,
        ),
    ] {
        let text = format!("Title\n\n{LINE}\n# a remark\n{line}\n\n{LINE}\n");
        let found = problems_with(text.as_bytes(), &ReadOptions::default());
        assert_eq!(found.len(), 1, "{line}");
        assert_eq!(found[0].message, message);
        let place = found[0].place().unwrap();
        assert_eq!((place.line, place.column), (5, column), "{line}");
    }
    let text = format!("{LINE}\n{LINE}\n{} hard\n", LINE.replacen('.', "Q", 1));
    let found = problems_with(text.as_bytes(), &ReadOptions::default());
    assert_eq!(found[0].code, ProblemCode::UnknownSymbol);
    let list = "a 4 2 2 1 0 0 0 0 0 2 0 0 3 0 0 0 0 0 4\ngarbage\n";
    let found = problems_with(list.as_bytes(), &ReadOptions::default());
    assert_eq!(found[0].place().unwrap().line, 2);
}

#[test]
fn a_damaged_string_in_source_text_is_a_problem() {
    let short = &LINE[1..];
    let text = format!("f(\"{LINE}\");\ng(1);\nf(\"{short}\");\nh(2);\n");
    let found = problems_with(text.as_bytes(), &ReadOptions::default());
    assert_eq!(found.len(), 1);
    assert_eq!(
        found[0].message,
        "this line has 80 symbols; a 9×9 puzzle has 81"
    );
    assert_eq!(found[0].place().unwrap().line, 3);
}

#[test]
fn a_board_of_a_list_that_lost_a_bracket_is_a_problem() {
    let rows: Vec<String> = LINE
        .replace('.', "0")
        .as_bytes()
        .chunks(9)
        .map(|row| {
            row.iter()
                .map(|&b| char::from(b).to_string())
                .collect::<Vec<_>>()
                .join(",")
        })
        .collect();
    let board = rows.join(",\n");
    let text = format!("[\n[{board}]\n,\n{board}]\n,\n[{board}]\n]\n");
    let is_puzzle = |piece: &&Piece| matches!(piece.content, Content::Puzzle(_));
    assert_eq!(pieces(&text).iter().filter(is_puzzle).count(), 2);
    let found = problems_with(text.as_bytes(), &ReadOptions::default());
    assert_eq!(found.len(), 1);
    assert!((12..=21).contains(&found[0].place().unwrap().line));
}

#[test]
fn a_faulty_list_line_is_still_a_list_line() {
    let cells = " 0".repeat(16);
    let found = problem(&format!("a 4 2 3{cells}\n"));
    assert_eq!(found.message, "boxes of 2×3 cells do not fit a 4×4 board");
    let found = problem(&format!("my first 4 2 2{cells}\n"));
    assert_eq!(found.message, "the name `my first` is more than one word");
}

#[test]
fn a_game_is_compared_with_other_games() {
    let text = format!("<opensudoku><game data=\"{LINE}\"/><game data=\"12\"/></opensudoku>");
    let found = problems_with(text.as_bytes(), &ReadOptions::default());
    assert_eq!(
        found[0].message,
        "this line has 2 symbols; a 9×9 puzzle has 81"
    );
}
