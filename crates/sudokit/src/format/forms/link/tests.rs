use super::*;
use crate::format::write::{self, Entry, WriteOptions, Writer};
use crate::format::{Content, Piece, ReadOptions, Reader};
use crate::puzzle::Grid;

const PUZZLE: &str =
    "7....6.5......4.8.59..........7.1...68......4.......9..42....68...1....3.1..9...7";

fn pieces_with(text: &str, options: ReadOptions) -> Vec<Piece> {
    let mut reader = Reader::new(text.as_bytes(), options);
    let mut pieces = Vec::new();
    let mut piece = Piece::default();
    while reader.read(&mut piece).unwrap() {
        pieces.push(piece.clone());
    }
    let joined: Vec<u8> = pieces.iter().flat_map(|piece| piece.text.clone()).collect();
    assert_eq!(joined, text.as_bytes());
    pieces
}

fn pieces(text: &str) -> Vec<Piece> {
    pieces_with(text, ReadOptions::default())
}

fn records(text: &str) -> Vec<Record> {
    let records = pieces(text)
        .into_iter()
        .filter_map(|piece| match piece.content {
            Content::Puzzle(record) => Some(record),
            Content::Verbatim => None,
            Content::Unreadable(problem) => panic!("{text}: {problem:?}"),
        });
    records.collect()
}

fn one(text: &str) -> Record {
    let mut records = records(text);
    assert_eq!(records.len(), 1, "{text}");
    records.remove(0)
}

fn refused(text: &str) -> Problem {
    let problems = pieces(text)
        .into_iter()
        .filter_map(|piece| match piece.content {
            Content::Unreadable(problem) => Some(problem),
            Content::Puzzle(_) => panic!("{text} is read"),
            Content::Verbatim => None,
        });
    problems.last().expect("a problem")
}

fn puzzle() -> Puzzle {
    let values = PUZZLE.bytes().map(|byte| byte.saturating_sub(b'0') % 10);
    let values = values.zip(PUZZLE.bytes()).map(|(value, byte)| match byte {
        b'.' => 0,
        _ => value,
    });
    Puzzle::from_values(Shape::classic(), values.collect()).unwrap()
}

fn text_of(form: Form, puzzle: &Puzzle) -> String {
    let mut out = Vec::new();
    let losses = write::puzzle(form, puzzle, None, &WriteOptions::default(), &mut out).unwrap();
    assert_eq!(losses, [], "{form}");
    String::from_utf8(out).unwrap()
}

/// Writes other values into the text of a piece.
fn answered(text: &str, values: &[u8]) -> String {
    let mut out = Vec::new();
    for piece in pieces(text) {
        match &piece.content {
            Content::Puzzle(record) => record.write_values(&piece.text, values, &mut out),
            _ => out.extend(&piece.text),
        }
    }
    String::from_utf8(out).unwrap()
}

#[test]
fn addresses_with_cells_are_read_wherever_they_are() {
    let zeros = PUZZLE.replace('.', "0");
    let escaped = PUZZLE.replace('.', "%2E");
    for line in [
        format!("https://www.sudokuwiki.org/sudoku.htm?bd={zeros}"),
        format!("sudokuwiki.org/sudoku.htm?bd={zeros}"),
        format!("see www.sudokuwiki.org/Sudoku.htm?bd={zeros}, it is hard"),
        format!("https://sudokuexchange.com/play/?s={zeros}&d=3"),
        format!("<https://example.org/play?level=2&puzzle={PUZZLE}>"),
        format!("Try [this one](https://example.org/?sudoku={PUZZLE}&x=1) today."),
        format!("1. https://example.org/?grid={PUZZLE}#top (mine)"),
        format!("The puzzle is at https://example.org/?import={zeros}."),
        format!("hard,https://example.org/?board={zeros},4.5"),
        format!("| 3 | https://example.org/?board={zeros} |"),
        format!("<a href=\"https://example.org/?a=1&amp;puzzle={zeros}\">x</a>"),
        format!("https://example.org/en/play/{zeros}/"),
        format!("https://example.org/play#{PUZZLE}"),
        format!("https://example.org/?whatever={zeros}"),
        format!("https://example.org/?puzzle={escaped}"),
        format!("https://archive.example/2020/https://www.sudokuwiki.org/sudoku.htm?bd={zeros}"),
    ] {
        let record = one(&line);
        assert_eq!(record.puzzle.values(), puzzle().values(), "{line}");
        let same = answered(&line, puzzle().values());
        assert_eq!(same, line);
        let filled = answered(&line, &[7; 81]);
        assert_eq!(filled.matches(&"7".repeat(81)).count(), 1, "{filled}");
    }
    let comma = PUZZLE
        .replace('.', "0")
        .chars()
        .map(String::from)
        .collect::<Vec<_>>()
        .join(",");
    let record = one(&format!("https://example.org/?puzzle={comma}\n"));
    assert_eq!(record.puzzle.values(), puzzle().values());
}

#[test]
fn links_of_other_sizes_need_a_name() {
    let small = "1.....2..3.....4";
    assert_eq!(
        one(&format!("https://x.example/?puzzle={small}"))
            .puzzle
            .shape()
            .size(),
        4
    );
    let other = format!("https://x.example/?token={small}\n1.....2..3.....4\n");
    assert_eq!(records(&other).len(), 1);
    let problem = refused(&format!("https://x.example/?puzzle={PUZZLE}5"));
    assert_eq!(problem.code, ProblemCode::BoardSize);
    assert_eq!(problem.place().unwrap().column, 27);
}

#[test]
fn a_line_may_have_several_links() {
    let zeros = PUZZLE.replace('.', "0");
    let line =
        format!("[a](https://x.example/?s={zeros}) or [b](https://y.example/?s={PUZZLE}) ok\n");
    let records = records(&line);
    assert_eq!(records.len(), 2);
    assert_eq!(answered(&line, puzzle().values()), line);
    let many = format!("https://x.example/?s={zeros} ").repeat(9);
    assert_eq!(refused(&many).code, ProblemCode::SeveralPuzzles);
}

#[test]
fn solutions_get_the_answer() {
    let text = format!("https://x.example/?puzzle={PUZZLE}&solution=\n");
    let filled = answered(&text, &[7; 81]);
    assert_eq!(
        filled,
        format!(
            "https://x.example/?puzzle={PUZZLE}&solution={}\n",
            "7".repeat(81)
        )
    );
}

#[test]
fn every_form_of_link_survives() {
    let mut variants = vec![puzzle()];
    let mut placed = puzzle();
    placed.set(1, 2, Origin::Placed);
    variants.push(placed);
    let mut masks = vec![0x1ff; 81];
    masks[2] = 0b101;
    let mut restricted = puzzle();
    restricted.set_candidates(masks);
    variants.push(restricted);
    for name in [
        "3x3+diagonals",
        "3x3+windows",
        "3x3+diagonals+windows",
        "2x2",
        "3x2",
        "1x5",
        "4x4",
        "5x5",
        "jigsaw:1112122233343444",
    ] {
        let mut puzzle = Puzzle::new(name.parse().unwrap());
        let (size, last) = (puzzle.shape().size() as u8, puzzle.shape().cells() - 1);
        puzzle.set(0, size, Origin::Given);
        puzzle.set(last, 1, Origin::Given);
        variants.push(puzzle);
    }
    use Form::*;
    for form in [SudokuWiki, SudokuExchange, FPuzzles, SudokuPad, Link] {
        let mut written = 0;
        for puzzle in &variants {
            match write::losses(form, puzzle, &WriteOptions::default()) {
                Ok(losses) if losses.is_empty() => {}
                _ => continue,
            }
            written += 1;
            let text = text_of(form, puzzle);
            let record = one(&text);
            assert_eq!(record.form, form, "{text}");
            assert_eq!(
                record.puzzle.shape().houses(),
                puzzle.shape().houses(),
                "{text}"
            );
            assert_eq!(record.puzzle.values(), puzzle.values(), "{text}");
            let origins = |puzzle: &Puzzle| {
                (0..puzzle.shape().cells())
                    .map(|cell| puzzle.origin(cell))
                    .collect::<Vec<_>>()
            };
            assert_eq!(origins(&record.puzzle), origins(puzzle), "{text}");
            let left = crate::format::candidates::left;
            assert_eq!(left(&record.puzzle), left(puzzle), "{text}");
            assert_eq!(answered(&text, puzzle.values()), text);
            let full: Vec<u8> = vec![1; puzzle.shape().cells()];
            let filled = one(&answered(&text, &full));
            assert_eq!(filled.puzzle.values(), full, "{text}");
            assert_eq!(filled.puzzle.shape(), record.puzzle.shape(), "{text}");
        }
        let expected = match form {
            SudokuExchange => 1,
            SudokuWiki => 3,
            Link => variants.len() - 1,
            _ => variants.len(),
        };
        assert_eq!(written, expected, "{form}");
    }
}

#[test]
fn names_and_solutions_are_stored_in_json() {
    let solution = Grid::new(Shape::classic(), vec![3; 81]).unwrap();
    let puzzle = puzzle();
    for form in [Form::FPuzzles, Form::SudokuPad] {
        let entry = Entry {
            puzzle: &puzzle,
            name: Some("Nº 1 \"easy\""),
            solution: Some(&solution),
        };
        let mut out = Vec::new();
        Writer::new(form, WriteOptions::default())
            .puzzle(entry, &mut out)
            .unwrap();
        let record = one(&String::from_utf8(out).unwrap());
        assert_eq!(record.name.as_deref(), Some("Nº 1 \"easy\""));
        assert_eq!(record.claimed.as_ref(), Some(&solution));
    }
}

fn f_puzzles(fields: &str) -> String {
    let puzzle = puzzle();
    let json = json::to_f_puzzles(&puzzle, None, None);
    json.replacen('{', &format!("{{{fields},"), 1)
}

fn load(json: &str) -> String {
    format!("https://www.f-puzzles.com/?load={}", lz::compress(json))
}

#[test]
fn unknown_rules_are_named() {
    for (fields, message) in [
        (
            "\"killercage\":[{\"cells\":[\"R1C1\"],\"value\":\"5\"},{\"cells\":[\"R1C2\"]}]",
            "the puzzle has 2 killer cages, which sudokit does not know yet",
        ),
        (
            "\"antiknight\":true,\"arrow\":[{\"lines\":[]}]",
            "the puzzle has the anti-knight rule and 1 arrow, which sudokit does not know yet",
        ),
        (
            "\"magic\":[1]",
            "the puzzle has `magic`, which sudokit does not know yet",
        ),
        (
            "\"diagonal+\":true",
            "the puzzle has one diagonal, which sudokit does not know yet; it knows both",
        ),
        (
            "\"disjointgroups\":true",
            "the puzzle has the rule of disjoint groups, which sudokit does not know yet",
        ),
        (
            "\"extraregion\":[{\"cells\":[\"R1C1\",\"R1C2\"]}]",
            "the puzzle has 1 extra region, which sudokit does not know yet",
        ),
        (
            "\"line\":[{\"lines\":[[\"R1C1\",\"R1C2\"]],\"fromConstraint\":\"Renban\"}]",
            "the puzzle has `Renban`, which sudokit does not know yet",
        ),
    ] {
        let problem = refused(&load(&f_puzzles(fields)));
        assert_eq!(problem.message, message);
        assert_eq!(problem.code, ProblemCode::UnsupportedForm);
        assert_eq!(refused(&f_puzzles(fields)).message, message, "as a file");
    }
    let cosmetic = f_puzzles(
        "\"title\":\"T\",\"author\":\"A\",\"ruleset\":\"R\",\"antiking\":false,\"arrow\":[],\
         \"line\":[{\"lines\":[[\"R1C1\",\"R1C2\"]]}],\"text\":[{\"cells\":[\"R1C1\"]}]",
    );
    assert_eq!(one(&load(&cosmetic)).puzzle.values(), puzzle().values());
}

#[test]
fn json_files_of_f_puzzles_keep_their_bytes() {
    let json = f_puzzles("\"title\": \"T\" ,\n \"author\":\"A\"");
    let json = json.replacen("{}", "{ \"cornerPencilMarks\":[1,2] }", 1);
    let record = one(&json);
    assert_eq!(
        (record.form, record.name.as_deref()),
        (Form::FPuzzles, Some("T"))
    );
    assert_eq!(answered(&json, puzzle().values()), json);
    let mut values = puzzle().values().to_vec();
    values[2] = 4;
    let filled = answered(&json, &values);
    assert_eq!(filled, json.replacen(",{},", ",{\"value\":4},", 1));
    values[1] = 2;
    let filled = answered(&json, &values);
    assert!(
        filled.contains("{\"value\":2,\"cornerPencilMarks\":[1,2]}"),
        "{filled}"
    );
}

#[test]
fn marks_are_candidates_if_every_cell_has_some() {
    let json = f_puzzles("\"author\":\"A\"");
    let some = json.replacen("{}", "{\"centerPencilMarks\":[2]}", 1);
    assert_eq!(one(&some).puzzle.candidates(), None);
    let all = json.replace("{}", "{\"centerPencilMarks\":[2,4,6]}");
    assert_eq!(one(&all).puzzle.allowed(1), 0b101010);
    let given = json.replacen("{}", "{\"givenPencilMarks\":[2,5]}", 1);
    assert_eq!(one(&given).puzzle.allowed(1), 0b10010);
    let wrong = json.replacen("{}", "{\"value\":12}", 1);
    assert!(refused(&wrong).message.starts_with("12 is not a value"));
}

fn scl(extra: &str, regions: bool) -> String {
    let rows: Vec<String> = puzzle()
        .values()
        .chunks(9)
        .map(|row| {
            let cells = row.iter().map(|value| match value {
                0 => String::new(),
                value => format!("{{v:{value}}}"),
            });
            format!("[{}]", cells.collect::<Vec<_>>().join(","))
        })
        .collect();
    let boxes: Vec<String> = (0..9)
        .map(|number| {
            let cells = (0..9).map(|cell| {
                format!(
                    "[{},{}]",
                    number / 3 * 3 + cell / 3,
                    number % 3 * 3 + cell % 3
                )
            });
            format!("[{}]", cells.collect::<Vec<_>>().join(","))
        })
        .collect();
    let regions = match regions {
        true => format!(",re:[{}]", boxes.join(",")),
        false => String::new(),
    };
    let text = format!("{{cs:50,ce:[{}]{regions}{extra}}}", rows.join(","));
    format!(
        "https://sudokupad.app/scl{}",
        codes::escape(&lz::compress(&text))
    )
}

#[test]
fn puzzles_of_sudoku_pad_are_unpacked() {
    let text = scl(",ca:[{v:'title: It\\'s one'}],metadata:{author:'A'}", true);
    let record = one(&text);
    assert_eq!(record.form, Form::SudokuPad);
    assert_eq!(record.puzzle.values(), puzzle().values());
    assert_eq!(*record.puzzle.shape(), Shape::classic());
    assert_eq!(record.name.as_deref(), Some("It's one"));
    let filled = answered(&text, &[7; 81]);
    assert_eq!(one(&filled).puzzle.values(), [7; 81]);
    assert_eq!(one(&filled).name.as_deref(), Some("It's one"));

    let message = |extra| refused(&scl(extra, true)).message;
    assert_eq!(
        message(",ca:[{ce:[[0,0],[0,1]],v:7}]"),
        "the puzzle has 1 cage, which sudokit does not know yet"
    );
    assert_eq!(
        message(",l:[{wp:[[0,0],[1,1]]},{wp:[[0,0],[1,1]]}]"),
        "the puzzle has 2 lines; what they mean is only in its rules"
    );
    let problem = refused(&scl("", false));
    assert!(problem.help.contains("--shape 9"), "{}", problem.help);
}

#[test]
fn short_forms_of_sudoku_pad() {
    let runs = codes::to_runs(puzzle().values());
    for text in [
        format!("https://sudokupad.app/scf{runs}"),
        format!("https://sudokupad.app/classic{runs}"),
        format!("https://app.crackingthecryptic.com/sudoku/?puzzleid=scf{runs}"),
        format!("https://app.crackingthecryptic.com/sudoku/scf{runs}*tA title"),
        format!("sudokupad://puzzle/scf{runs}"),
    ] {
        let record = one(&text);
        assert_eq!(record.puzzle.values(), puzzle().values(), "{text}");
        assert_eq!(
            answered(&text, &[7; 81]),
            text.replace(&runs, &codes::to_runs(&[7; 81]))
        );
    }
    let record = one(&format!("https://sudokupad.app/scf{runs}*xw"));
    assert_eq!(record.puzzle.shape().to_string(), "3x3+diagonals+windows");
    let problem = refused(&format!("https://sudokupad.app/scf{runs}*k12"));
    assert!(
        problem.message.contains("short form"),
        "{}",
        problem.message
    );
}

#[test]
fn damaged_links_and_ids_are_reported() {
    let text = text_of(Form::FPuzzles, &puzzle());
    let cut = &text[..text.len() / 2];
    assert!(refused(cut).message.contains("damaged"));
    for link in [
        "https://sudokupad.app/abc123",
        "https://www.f-puzzles.com/?id=y7k2",
    ] {
        let problem = refused(link);
        assert_eq!(problem.message, "the link names a puzzle on a server");
        let with_grid = format!("{link}\n{PUZZLE}\n");
        assert_eq!(one(&with_grid).puzzle.values(), puzzle().values());
    }
    assert!(
        refused("https://www.sudokuwiki.org/sudoku.htm?bd=S9B0102")
            .message
            .contains("S9B")
    );
}

#[test]
fn the_page_of_sudokit() {
    let text = "http://localhost:8081/#p=2x2:1+3....2........4&n=5.3...&s=ABCD\n";
    let record = one(text);
    assert_eq!(record.puzzle.values()[..2], [1, 3]);
    assert_eq!(record.puzzle.origin(1), Some(Origin::Placed));
    let mut values = record.puzzle.values().to_vec();
    values[2] = 2;
    assert_eq!(answered(text, &values), text.replace("+3.", "+3+2"));
    let record = one(
        "#p=3x3*diagonals:.................................................................................\n",
    );
    assert_eq!(record.puzzle.shape().to_string(), "3x3+diagonals");
    let large = text_of(Form::Link, &{
        let mut puzzle = Puzzle::new("5x5".parse().unwrap());
        puzzle.set(0, 25, Origin::Given);
        puzzle
    });
    assert!(
        large.starts_with("http://localhost:8081/#p=5x5:P."),
        "{large}"
    );
    let wrong = refused("https://x.example/#p=3x4:................");
    assert_eq!(wrong.code, ProblemCode::BoardSize);
}

#[test]
fn the_caller_may_ask_for_links() {
    let options = ReadOptions {
        form: Some(Form::Link),
        ..ReadOptions::default()
    };
    let text = format!("{PUZZLE}\nhttps://x.example/?s={PUZZLE}\n");
    let pieces = pieces_with(&text, options);
    let found = pieces
        .iter()
        .filter(|piece| matches!(piece.content, Content::Puzzle(_)));
    assert_eq!(found.count(), 1);
}
