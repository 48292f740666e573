//! Each form as people write it.

use sudokit::format::write::{self, WriteOptions};
use sudokit::format::{Content, Form, ReadOptions, Record, Symbols};
use sudokit::{Puzzle, Shape};

use super::*;

fn values(text: &str) -> Vec<u8> {
    text.parse::<Puzzle>().unwrap().values().to_vec()
}

fn assert_classic(text: &str, form: Form) -> Record {
    let record = record(text);
    assert_eq!(record.form, form, "{text}");
    assert_eq!(record.puzzle.values(), values(LINE), "{text}");
    record
}

#[test]
fn lines() {
    assert_classic(LINE, Form::Line);
    assert_classic(&format!("# one\r\n\r\n{LINE}\r\n"), Form::Line);
    assert_classic(&format!("\u{feff}{LINE}\n"), Form::Line);
    assert_classic(&format!("  {LINE}  # easy\n"), Form::Line);
    assert_classic(&format!("00015097c6c3 {LINE}  7.2\n"), Form::Line);
    assert_classic(&format!("Easy,{LINE},1.2\n"), Form::Line);
    for blank in ["0", "_", "-", "*", "?", "x", "X", "~", "·"] {
        assert_classic(&format!("{}\n", LINE.replace('.', blank)), Form::Line);
    }
    assert_classic(&LINE.replace('.', " "), Form::Line);
    let mixed = LINE.replacen('.', "0", 20).replacen('.', "-", 5);
    assert_classic(&mixed, Form::Line);
    let flat: Vec<String> = LINE.chars().map(String::from).collect();
    assert_classic(&flat.join(","), Form::Line);
    assert_classic(&format!("{}\n", flat.join(" ")), Form::Line);
    let grouped: Vec<String> = flat.chunks(9).map(|row| row.concat()).collect();
    assert_classic(&grouped.join(" "), Form::Line);
}

#[test]
fn reading_continues_after_a_bad_line() {
    let text = format!("{LINE}\n{LINE}\n{}\n{LINE}\nwords\n{LINE}", &LINE[1..]);
    let pieces = pieces(&text);
    let kinds: String = pieces
        .iter()
        .map(|piece| match &piece.content {
            Content::Puzzle(_) => 'p',
            Content::Verbatim => 'v',
            Content::Unreadable(_) => 'u',
        })
        .collect();
    assert_eq!(kinds, "ppupup");
    let lines: Vec<_> = pieces.iter().map(|piece| piece.line).collect();
    assert_eq!(lines, [1, 2, 3, 4, 5, 6]);
    let problem = problems_with(text.as_bytes(), &ReadOptions::default()).remove(0);
    assert_eq!(
        problem.message,
        "this line has 80 symbols; a 9×9 puzzle has 81"
    );
    assert_eq!(problem.place().unwrap().line, 3);
}

#[test]
fn small_lines_and_large_rows_are_distinguished() {
    let small = "1234341221434321\n";
    assert_eq!(records(&small.repeat(20)).len(), 20);
    let large: String = (0..16)
        .map(|row| format!("{}\n", &"123456789ABCDEFG123456789ABCDEFG"[row..row + 16]))
        .collect();
    let large = record(&large);
    assert_eq!(large.puzzle.shape().size(), 16);
    assert_eq!(large.form, Form::Rows);
    let sparse = "................\n".repeat(15) + "G...............\n";
    assert_eq!(record(&sparse).puzzle.shape().size(), 16);
    let numbers: String = (0..16)
        .map(|row| match row {
            3 => format!("16{}\n", " 0".repeat(15)),
            _ => format!("0{}\n", " 0".repeat(15)),
        })
        .collect();
    assert_eq!(record(&numbers).puzzle.shape().size(), 16);
    let empty = ("0".to_string() + &" 0".repeat(15) + "\n").repeat(16);
    assert_eq!(record(&empty).puzzle.shape().size(), 16);
    let spread = "1 2 3 4 3 4 1 2 2 1 4 3 4 3 2 1\n";
    assert_eq!(records(&spread.repeat(20)).len(), 20);
}

#[test]
fn rows_of_letters_or_digits_are_not_small_puzzles() {
    let row = |row: usize| match row {
        3 => "1230000000000000\n",
        9 => "000A0000000BC000\n",
        _ => "0000000000000000\n",
    };
    let text: String = (0..16).map(row).collect();
    assert_eq!(record(&text).puzzle.shape().size(), 16);
}

#[test]
fn candidate_lines() {
    let all = "123456789";
    let group = |c: char| match c {
        '.' => all.to_string(),
        value => all
            .chars()
            .map(|c| if c == value { c } else { '.' })
            .collect(),
    };
    let full: String = LINE.chars().map(group).collect();
    let found = record(&format!("{full}\n"));
    assert_eq!(found.form, Form::CandidateLine);
    assert_eq!(found.puzzle.values(), values(LINE));
    assert_eq!(found.puzzle.allowed(2), 0b1_1111_1111);
    let mut solved = found.puzzle.values().to_vec();
    solved[2] = 4;
    let answer = written(&found, &full, &solved);
    assert_eq!(answer[18..27], *"...4.....");
    assert_eq!(answer[27..], full[27..]);

    let anywhere = format!("{}{}", "3.......0", &full[9..]);
    assert_eq!(record(&anywhere).puzzle.values()[0], 3);
}

#[test]
fn rows_of_symbols() {
    assert_classic(&rows(".", |_, cells| cells.concat() + "\n"), Form::Rows);
    assert_classic(&rows("0", |_, cells| cells.concat() + "\r\n"), Form::Rows);
    assert_classic(&rows("0", |_, cells| cells.concat() + "\r"), Form::Rows);
    let text = rows("-", |_, cells| format!("\t{}  \n", cells.concat()));
    assert_classic(text.trim_end(), Form::Rows);
    let groups = rows("0", |_, cells| boxes(cells, "", " ") + "\n");
    assert_classic(&groups, Form::Rows);
    let bands = rows(".", |row, cells| {
        let gap = if row % 3 == 2 { "\n\n" } else { "\n" };
        cells.concat() + gap
    });
    assert_classic(&bands, Form::Rows);
    let double = rows(".", |_, cells| cells.concat() + "\n\n");
    assert_classic(&double, Form::Rows);
}

#[test]
fn spaced_rows() {
    assert_classic(&rows("0", |_, cells| cells.join(" ") + "\n"), Form::Spaced);
    assert_classic(
        &rows(".", |_, cells| cells.join("  ") + " \n"),
        Form::Spaced,
    );
    let bands = rows("_", |row, cells| {
        let rule = match row {
            2 | 5 => "------+-------+------\n",
            _ => "",
        };
        boxes(cells, " ", " | ") + "\n" + rule
    });
    assert_classic(&bands, Form::Boxed);
}

#[test]
fn boxed_rows() {
    let frame = "        + - - - + - - - + - - - + \n";
    let text = rows("X", |row, cells| {
        let top = if row % 3 == 0 { frame } else { "" };
        format!("{top}        | {} | \n", boxes(cells, " ", " | "))
    });
    assert_classic(&format!("{text}{}", frame.trim_end()), Form::Boxed);
    let text = rows(".", |row, cells| {
        let rule = match row {
            0 => "┌───────┬───────┬───────┐\n",
            3 | 6 => "├───────┼───────┼───────┤\n",
            _ => "",
        };
        format!("{rule}│ {} │\n", boxes(cells, " ", " │ "))
    });
    assert_classic(&format!("{text}└───────┴───────┴───────┘\n"), Form::Boxed);
    let blanks = rows(" ", |row, cells| {
        let top = match row % 3 {
            0 => "+-------+-------+-------+\n",
            _ => "",
        };
        format!("{top}| {} |\n", boxes(cells, " ", " | "))
    });
    assert_classic(&blanks, Form::Boxed);
}

#[test]
fn simple_sudoku_rows() {
    let text = rows(".", |row, cells| {
        let rule = match row {
            0 => " *-----------*\n",
            3 | 6 => " |---+---+---|\n",
            _ => "",
        };
        format!("{rule} |{}|\n", boxes(cells, "", "|"))
    });
    assert_classic(&format!("{text} *-----------*\n"), Form::SimpleSudoku);
    let dashes = rows("-", |_, cells| format!("|{}|\n", boxes(cells, "", "|")));
    assert_classic(&dashes, Form::SimpleSudoku);
}

#[test]
fn a_row_of_dashes_is_a_frame_or_empty_cells() {
    let empty = "---------\n".repeat(9);
    assert_eq!(record(&empty).puzzle.clues(), 0);
    let large = "----------------\n".repeat(16);
    assert_eq!(record(&large).puzzle.shape().size(), 16);
    let one = "1--------\n".to_string() + &"---------\n".repeat(8);
    assert_eq!(record(&one).puzzle.clues(), 1);
    let ruled = rows(".", |row, cells| match row {
        3 | 6 => format!("---------\n{}\n", cells.concat()),
        _ => cells.concat() + "\n",
    });
    assert_classic(&ruled, Form::Rows);
}

#[test]
fn csv_rows() {
    assert_classic(&rows("0", |_, cells| cells.join(",") + "\n"), Form::Csv);
    assert_classic(&rows("", |_, cells| cells.join(";") + "\n"), Form::Csv);
    assert_classic(&rows("", |_, cells| cells.join("\t") + "\n"), Form::Csv);
    assert_classic(&rows("0", |_, cells| cells.join(", ") + ",\n"), Form::Csv);
    let quoted = rows("", |_, cells| format!("\"{}\"\r\n", cells.join("\",\"")));
    assert_classic(&quoted, Form::Csv);
    let indented = rows("0", |row, cells| {
        let indentation = if row == 0 { "   \t" } else { "\t" };
        format!("{indentation}{}\n", cells.join(","))
    });
    assert_classic(&indented, Form::Csv);
    assert_classic(&format!("\u{feff}{indented}"), Form::Csv);
}

#[test]
fn csv_rows_of_letters() {
    let value = |row: usize, column: usize| (row * 4 + row / 4 + column) % 16;
    for separator in [",", ";", ", ", "\t"] {
        for blank in [".", "-", "0", ""] {
            if separator == ", " && blank.is_empty() {
                continue;
            }
            // The first and the sixth row are almost empty, the third is empty.
            let cell = |row: usize, column: usize| match (row, column) {
                (0, 0) => "E".to_string(),
                (0 | 2, _) => blank.to_string(),
                (5, 1..) => blank.to_string(),
                _ if column % 3 == 1 => blank.to_string(),
                _ => char::from(b'A' + value(row, column) as u8).to_string(),
            };
            let row = |row: usize| {
                let cells: Vec<String> = (0..16).map(|column| cell(row, column)).collect();
                cells.join(separator) + "\n"
            };
            let text: String = (0..16).map(row).collect();
            let found = record(&text);
            assert_eq!(found.form, Form::Csv, "{text}");
            assert_eq!(found.symbols, Symbols::Letters, "{text}");
            assert_eq!(found.puzzle.values()[..2], [5, 0], "{text}");
            assert_eq!(found.puzzle.values()[32..48], [0; 16], "{text}");
        }
    }
}

#[test]
fn an_empty_field_takes_a_value() {
    let text = rows("", |_, cells| cells.join(",") + "\n");
    let answer = written(&record(&text), &text, &[5; 81]);
    assert_eq!(answer, "5,5,5,5,5,5,5,5,5\n".repeat(9));
}

const PENCILMARKS: &str = "\
.------------------.------------------.-------------------.
| 5    3     124   | 26   7     2468  | 1489  1249  248   |
| 6    247   247   | 1    9     5     | 3478  234   2478  |
| 12   9     8     | 23   34    24    | 13457 6     247   |
:------------------+------------------+-------------------:
| 8    125   1259  | 579  6     147   | 4579  2459  3     |
| 4    25    2569  | 8    5     3     | 579   259   1     |
| 7    15    1359  | 59   2     14    | 4589  459   6     |
:------------------+------------------+-------------------:
| 139  6     13459 | 357  35    7     | 2     8     4     |
| 23   278   237   | 4    1     9     | 36    3     5     |
| 123  1245  12345 | 2356 8     26    | 1346  7     9     |
'------------------'------------------'-------------------'
";

#[test]
fn pencilmarks() {
    let found = record(PENCILMARKS);
    assert_eq!(found.form, Form::Pencilmarks);
    assert_eq!(found.puzzle.values()[..3], [5, 3, 0]);
    assert_eq!(found.puzzle.allowed(2), 0b1011);
    let mut solved = found.puzzle.values().to_vec();
    solved[2] = 4;
    let answer = written(&found, PENCILMARKS, &solved);
    assert!(answer.contains("| 5    3     4     |"), "{answer}");
    let marked = PENCILMARKS
        .replace(" 124 ", "*124 ")
        .replace(" 26 ", "#26 ");
    assert_eq!(record(&marked).puzzle, found.puzzle);
}

#[test]
fn candidates_are_written_as_they_were_read() {
    let masks =
        |puzzle: &Puzzle| -> Vec<u64> { (0..81).map(|cell| puzzle.allowed(cell)).collect() };
    let found = record(PENCILMARKS);
    // No value rules out the 5 next to the 5 in the middle.
    assert_eq!(found.puzzle.allowed(37), 0b1_0010);
    for form in [Form::Pencilmarks, Form::CandidateLine] {
        let write = |puzzle: &Puzzle| {
            let mut text = Vec::new();
            let options = WriteOptions::default();
            write::puzzle(form, puzzle, None, &options, &mut text).unwrap();
            String::from_utf8(text).unwrap()
        };
        let once = write(&found.puzzle);
        let again = record(&once);
        assert_eq!(masks(&again.puzzle), masks(&found.puzzle), "{once}");
        assert_eq!(write(&again.puzzle), once);
    }
}

#[test]
fn groups_of_ascending_cells_are_not_candidates() {
    let row = |row: usize| {
        let symbols = "123456789ABCDEFG".repeat(2);
        let start = (row % 4 * 4 + row / 4) % 16;
        let boxes: Vec<&str> = (0..4).map(|b| &symbols[start..][b * 4..][..4]).collect();
        let rule = if row % 4 == 3 {
            " |----+----+----+----|\n"
        } else {
            ""
        };
        format!(" |{}|\n{rule}", boxes.join("|"))
    };
    let text: String = (0..16).map(row).collect();
    let found = record(&text);
    assert_eq!(found.form, Form::SimpleSudoku);
    assert_eq!(found.puzzle.shape().size(), 16);
}

#[test]
fn columns_of_numbers_stay_aligned() {
    let row = " 0 16  3  0  0  0  0  0  0  0  0  0  0  0  0  0\n";
    let empty = row.replace("16", " 0").replace('3', "0");
    let text = format!("{row}{}", empty.repeat(15));
    let found = record(&text);
    assert_eq!(found.symbols, Symbols::Numbers);
    let mut values = found.puzzle.values().to_vec();
    values[0] = 12;
    values[1] = 5;
    values[3] = 11;
    let answer = written(&found, &text, &values);
    assert!(answer.starts_with("12  5  3 11  0"), "{answer}");
    let width = row.len() - 1;
    assert!(answer.lines().all(|line| line.len() == width), "{answer}");
}

#[test]
fn several_grids_with_titles_and_comments() {
    let grid = rows("0", |_, cells| cells.concat() + "\n");
    let commented = rows("0", |row, cells| match row {
        4 => format!("# the middle\n{}\n", cells.concat()),
        _ => cells.concat() + "\n",
    });
    let text = format!(
        "Grid 01\n{grid}Grid 02\n{grid}\n{grid}{grid}\n\nPuzzle 3:\n\n{commented}\n12\n{grid}"
    );
    assert_eq!(records(&text).len(), 6);
}

#[test]
fn a_board_in_the_middle_of_a_text() {
    let board = rows("X", |row, cells| {
        let top = match row % 3 {
            0 => "        + - - - + - - - + - - - + \n",
            _ => "",
        };
        format!("{top}        | {} | \n", boxes(cells, " ", " | "))
    });
    let text = format!(
        "Name: Somebody\nDate: 14 November 2022\n\nRun: \n    type \"solve [filename]\"\n\
         Assumptions:\n    open cells are \"X\" and numbers are the digits [1-9].\n{board}        \
         + - - - + - - - + - - - + \n\nDesign:\n        Depth first search. \n    1.  look\n"
    );
    assert_classic(&text, Form::Boxed);
}

#[test]
fn large_boards_in_every_convention() {
    let grid = |symbols: &str| -> String {
        let symbols: Vec<char> = symbols.chars().collect();
        let row = |row: usize| {
            let cells = (0..16).map(|column| match (row + column) % 5 {
                0 => '.',
                _ => symbols[(row * 4 + row / 4 + column) % 16],
            });
            cells.collect::<String>() + "\n"
        };
        (0..16).map(row).collect()
    };
    let from_one = record(&grid("123456789ABCDEFG"));
    assert_eq!(from_one.symbols, Symbols::FromOne);
    let from_zero = record(&grid("0123456789ABCDEF"));
    assert_eq!(from_zero.symbols, Symbols::FromZero);
    let letters = record(&grid("ABCDEFGHIJKLMNOP"));
    assert_eq!(letters.symbols, Symbols::Letters);
    let small = record(&grid("0123456789abcdef"));
    assert_eq!(small.symbols.symbol(11), "a");
    assert_eq!(from_one.puzzle, from_zero.puzzle);
    assert_eq!(from_one.puzzle, letters.puzzle);
    assert_eq!(from_one.puzzle, small.puzzle);
}

#[test]
fn an_ambiguous_line_follows_the_others() {
    let line = |symbols: &str| symbols.repeat(256 / symbols.len()) + "\n";
    let text = [
        line("123.456.789.ABCF"),
        line("12.F"),
        line("123.456.789.ABCG"),
    ]
    .concat();
    let found = records(&text);
    assert_eq!(found.len(), 3);
    assert!(found.iter().all(|r| r.symbols == Symbols::FromOne));
}

#[test]
fn options_override_the_text() {
    let options = |edit: fn(&mut ReadOptions)| {
        let mut options = ReadOptions::default();
        edit(&mut options);
        options
    };
    let latin = options(|o| o.shape = Some("1x7".parse().unwrap()));
    let line = "1".to_string() + &".".repeat(48);
    assert_eq!(records_with(&line, &latin)[0].puzzle.shape().size(), 7);

    let large = options(|o| {
        o.shape = Some("3x9".parse().unwrap());
        o.symbols = Some(Symbols::FromOne);
    });
    let line = "1".to_string() + &".".repeat(728);
    assert_eq!(record(&line).form, Form::CandidateLine);
    assert_eq!(records_with(&line, &large)[0].form, Form::Line);

    let months = options(|o| o.symbols = Some("MONTHSDAY".parse().unwrap()));
    let text = "M........\n.O.......\n".to_string() + &".........\n".repeat(6) + "........Y\n";
    let found = records_with(&text, &months).remove(0);
    assert_eq!(found.puzzle.values()[0], 1);
    assert_eq!(found.puzzle.values()[80], 9);

    let grids = options(|o| o.form = Some(Form::Rows));
    let text = "................\n".repeat(16);
    assert_eq!(records_with(&text, &grids).len(), 1);
    assert_eq!(records(&text).len(), 16);

    let standing = options(|o| o.shape = Some("3x2".parse().unwrap()));
    let line = "1".to_string() + &".".repeat(35);
    let found = records_with(&line, &standing).remove(0);
    assert_eq!(*found.puzzle.shape(), Shape::boxes(3, 2).unwrap());
}

#[test]
fn words_replace_a_puzzle() {
    let text = format!("00015097c6c3 {LINE}  7.2\r\n");
    let mut out = Vec::new();
    record(&text).write_word(text.as_bytes(), "No Solution", &mut out);
    assert_eq!(out, b"00015097c6c3 No Solution  7.2\r\n");
    let grid = rows("0", |_, cells| cells.join(" ") + "\n");
    let mut out = Vec::new();
    record(&grid).write_word(grid.as_bytes(), "No Solution", &mut out);
    assert_eq!(out, b"No Solution\n");
}

#[test]
fn files_longer_than_a_block() {
    let grid = rows("0", |_, cells| cells.join(" ") + "\r\n");
    for (text, puzzles) in [
        (format!("{LINE}\n").repeat(8000), 8000),
        (format!("{grid}\r\n").repeat(2000), 2000),
        (format!("Grid\n{grid}").repeat(2000), 2000),
        (PENCILMARKS.repeat(600), 600),
    ] {
        assert_eq!(records(&text).len(), puzzles);
    }
    assert_same_byte_by_byte(format!("{LINE}\r\n").repeat(4000).as_bytes());
}

#[test]
fn a_reused_piece_keeps_nothing_from_the_last_one() {
    let other = LINE.chars().rev().collect::<String>();
    let full = "123456789".repeat(9);
    let text = format!(
        "{LINE}\n{other}\n# {LINE}\n{full}\n{}\n",
        LINE.replace('.', "0")
    );
    let found = records(&text);
    for (found, line) in found.iter().zip([LINE, &other, &full, LINE]) {
        assert_eq!(found.puzzle.values(), values(line));
    }
    assert_eq!(found.len(), 4);
}
