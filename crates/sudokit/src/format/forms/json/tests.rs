use super::*;
use crate::format::{Content, Form, Piece, ReadOptions, Record};

const PUZZLE: &str =
    "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
const ANSWER: &str =
    "534678912672195348198342567859761423426853791713924856961537284287419635345286179";

fn pieces(text: &[u8]) -> Vec<Piece> {
    pieces_with(text, &ReadOptions::default())
}

fn pieces_with(text: &[u8], options: &ReadOptions) -> Vec<Piece> {
    let pieces = crate::format::read::pieces::pieces_with(text, Form::Json, options);
    let joined: Vec<u8> = pieces.iter().flat_map(|piece| piece.text.clone()).collect();
    assert_eq!(
        String::from_utf8_lossy(&joined),
        String::from_utf8_lossy(text)
    );
    pieces
}

fn records(text: &str) -> Vec<Record> {
    let record = |piece: Piece| match piece.content {
        Content::Puzzle(record) => Some(record),
        Content::Verbatim => None,
        Content::Unreadable(error) => panic!("{error} in {text}"),
    };
    pieces(text.as_bytes())
        .into_iter()
        .filter_map(record)
        .collect()
}

fn errors(text: &str) -> Vec<Problem> {
    let error = |piece: Piece| match piece.content {
        Content::Unreadable(error) => Some(error),
        _ => None,
    };
    pieces(text.as_bytes())
        .into_iter()
        .filter_map(error)
        .collect()
}

fn written(text: &str, values: impl Fn(&Record) -> Vec<u8>) -> String {
    let mut out = Vec::new();
    for piece in pieces(text.as_bytes()) {
        match &piece.content {
            Content::Puzzle(record) => record.write_values(&piece.text, &values(record), &mut out),
            _ => out.extend(&piece.text),
        }
    }
    String::from_utf8(out).unwrap()
}

fn solved(text: &str) -> String {
    written(text, |_| ANSWER.bytes().map(|digit| digit - b'0').collect())
}

fn unchanged(text: &str) {
    assert_eq!(
        written(text, |record| record.puzzle.values().to_vec()),
        text
    );
}

/// Joins the rows of `PUZZLE` or `ANSWER`, each written by `row`, with commas.
fn rows(cells: &str, row: impl Fn(&str) -> String) -> String {
    let rows: Vec<String> = (0..9).map(|at| row(&cells[9 * at..9 * at + 9])).collect();
    format!("[{}]", rows.join(","))
}

fn numbers(row: &str) -> String {
    let cells: Vec<String> = row
        .chars()
        .map(|symbol| symbol.to_digit(10).unwrap_or(0).to_string())
        .collect();
    format!("[{}]", cells.join(", "))
}

#[test]
fn a_puzzle_may_be_written_in_many_ways() {
    let quoted = |row: &str| format!("\"{row}\"");
    let nulls = |row: &str| numbers(row).replace('0', "null");
    let strings = |row: &str| {
        let cells: Vec<String> = row.chars().map(|symbol| format!("\"{symbol}\"")).collect();
        format!("[{}]", cells.join(","))
    };
    let empty = |row: &str| strings(row).replace("\".\"", "\"\"");
    let flat = |cells: &str| rows(cells, |row| numbers(row).replace(['[', ']'], ""));
    let lines = |cells: &str| {
        let text = rows(cells, |row| format!("{row}\\n"));
        format!("\"{}\"", text.replace(['[', ']', ','], ""))
    };
    let spaced = |cells: &str| {
        flat(cells)
            .replace(['[', ']'], "\"")
            .replace(", ", " ")
            .replace(',', " ")
    };
    for (puzzle, answer) in [
        (quoted(PUZZLE), quoted(ANSWER)),
        (rows(PUZZLE, quoted), rows(ANSWER, quoted)),
        (rows(PUZZLE, numbers), rows(ANSWER, numbers)),
        (rows(PUZZLE, nulls), rows(ANSWER, numbers)),
        (rows(PUZZLE, strings), rows(ANSWER, strings)),
        (rows(PUZZLE, empty), rows(ANSWER, strings)),
        (flat(PUZZLE), flat(ANSWER)),
        (lines(PUZZLE), lines(ANSWER)),
        (spaced(PUZZLE), spaced(ANSWER)),
    ] {
        for text in [
            puzzle.clone(),
            format!("  {puzzle}\n"),
            format!("[{puzzle} , {puzzle}]"),
            format!("{{\"grid\" : {puzzle}}}"),
            format!(
                "{{\"author\": [], \"puzzles\": [\n  {{\"puzzle\": {puzzle}}},\n  {puzzle}\n]}}"
            ),
            format!("{{\"id\": 7, \"givens\": {puzzle}}}\n{{\"givens\": {puzzle}}}\n"),
        ] {
            for record in records(&text) {
                assert_eq!(record.puzzle.clues(), 30, "{text}");
                assert_eq!(record.form, crate::format::Form::Json);
            }
            assert_eq!(solved(&text), text.replace(&puzzle, &answer));
            unchanged(&text);
        }
    }
}

#[test]
fn numbers_replace_strings_of_empty_cells() {
    let text = r#"[1,".","",4, null,0,0,0, 0,0,0,0, 0,0,0,1]"#;
    let values = vec![1, 2, 3, 4, 3, 4, 1, 2, 2, 1, 4, 3, 4, 3, 2, 1];
    let expected = "[1,2,3,4, 3,4,1,2, 2,1,4,3, 4,3,2,1]";
    assert_eq!(written(text, |_| values.clone()), expected);
    unchanged(text);
}

#[test]
fn the_answer_goes_into_the_solution_field() {
    let text = format!(r#"{{"solution": "", "puzzle": "{PUZZLE}", "name": "a \"b\""}}"#);
    let expected = text.replace(r#""solution": """#, &format!(r#""solution": "{ANSWER}""#));
    assert_eq!(solved(&text), expected);
    assert_eq!(records(&text)[0].name.as_deref(), Some("a \"b\""));
    assert_eq!(records(&text)[0].claimed, None);
    let claimed = records(&expected)[0].claimed.clone().unwrap();
    assert_eq!(claimed.to_string(), ANSWER);

    let puzzle = rows(PUZZLE, numbers);
    let text = format!(r#"{{"puzzle": {puzzle}, "solution": {puzzle}}}"#);
    let expected = text.replace(
        &format!("tion\": {puzzle}"),
        &format!("tion\": {}", rows(ANSWER, numbers)),
    );
    assert_eq!(solved(&text), expected);
    assert!(records(&expected)[0].claimed.is_some());

    let other_kind = r#"["1234","3412","2143","4321"]"#;
    let text =
        format!(r#"{{"puzzle": [1,0,0,0, 0,0,0,0, 0,0,0,0, 0,0,0,1], "solution": {other_kind}}}"#);
    assert!(written(&text, |_| vec![4; 16]).contains(other_kind));

    let text = format!(r#"{{"puzzle": {puzzle}, "solution": null}}"#);
    assert_eq!(solved(&text), text.replace(&puzzle, &rows(ANSWER, numbers)));
}

#[test]
fn a_word_keeps_the_document_well_formed() {
    let puzzle = rows(PUZZLE, numbers);
    for (text, expected) in [
        (
            format!("[{puzzle},{puzzle}]"),
            r#"["No Solution","No Solution"]"#,
        ),
        (format!("\"{PUZZLE}\""), r#""No Solution""#),
        (
            format!(r#"{{"puzzle":"{PUZZLE}"}}"#),
            r#"{"puzzle":"No Solution"}"#,
        ),
    ] {
        let mut out = Vec::new();
        for piece in pieces(text.as_bytes()) {
            match &piece.content {
                Content::Puzzle(record) => record.write_word(&piece.text, "No Solution", &mut out),
                _ => out.extend(&piece.text),
            }
        }
        assert_eq!(String::from_utf8(out).unwrap(), expected);
    }
}

#[test]
fn a_word_in_place_of_an_unreadable_puzzle_is_quoted() {
    for (text, expected) in [
        (
            r#"[7, "12", [1,true]]"#,
            r#"["Invalid", "Invalid", ["Invalid",true]]"#,
        ),
        (r#"{"puzzle": [1,2]}"#, r#"{"puzzle": "Invalid"}"#),
        (r#"{"puzzle": "12"}"#, r#"{"puzzle": "Invalid"}"#),
        (r#"{"name": "x"}"#, r#""Invalid""#),
        ("[1,2\n", "\"Invalid\"\n"),
    ] {
        let mut out = Vec::new();
        for piece in pieces(text.as_bytes()) {
            piece.write_word("Invalid", &mut out);
        }
        assert_eq!(String::from_utf8(out).unwrap(), expected, "{text}");
    }
}

#[test]
fn an_object_may_name_its_shape() {
    let cells = ".".repeat(36);
    let record = &records(&format!(r#"{{"shape":"3x2","puzzle":"{cells}"}}"#))[0];
    assert_eq!(record.puzzle.shape().box_size(), Some((3, 2)));
    let record = &records(r#"{"regions":"1122112233443344","puzzle":"1..............4"}"#)[0];
    assert_eq!(record.puzzle.shape().box_size(), None);
    let regions = "[[1,1,2,2],[1,1,2,2],[3,3,4,4],[3,3,4,4]]";
    let record = &records(&format!(
        r#"{{"regions":{regions},"grid":"1..............4"}}"#
    ))[0];
    assert_eq!(record.puzzle.shape().houses().len(), 12);
    let error = &errors(r#"{"regions":"1112","grid":"1..............4"}"#)[0];
    assert_eq!(
        (error.code, error.place().unwrap().column),
        (ProblemCode::BoardSize, 12)
    );
}

#[test]
fn candidates_restrict_the_puzzle() {
    let lists = "[1,2],\"34\",[\"1\"],2, [],null,[],[], [],[],[],[], [],[],[],[]";
    let text = format!(r#"{{"puzzle":"...............1","candidates":[{lists}]}}"#);
    let records = records(&text);
    let masks = records[0].puzzle.candidates().unwrap();
    assert_eq!(masks[..6], [0b11, 0b1100, 0b1, 0b10, 0, 0b1111]);
    let error = &errors(&text.replace("[1,2]", "[1,5]"))[0];
    assert_eq!(error.code, ProblemCode::ValueRange);
    let error = &errors(&text.replace("[1,2],", ""))[0];
    assert_eq!(error.code, ProblemCode::BrokenStructure);
}

#[test]
fn a_bad_line_affects_no_other() {
    let good = format!(r#"{{"puzzle":"{PUZZLE}"}}"#);
    for text in [
        format!("{good}\n{{\"puzzle\":\"53\n\n{good}\n"),
        format!("{{\"puzzle\":\n{good}\n{good}\n{good}"),
    ] {
        let errors = errors(&text);
        assert_eq!(errors.len(), 1, "{text}");
        assert_eq!(errors[0].code, ProblemCode::BrokenStructure);
        let good_ones = pieces(text.as_bytes())
            .iter()
            .filter(|piece| matches!(piece.content, Content::Puzzle(_)))
            .count();
        assert!(good_ones >= 2);
    }
}

#[test]
fn a_broken_document_reports_the_place() {
    let text = format!("[\n  \"{PUZZLE}\",\n  \"{PUZZLE}\"\n  \"{PUZZLE}\"\n]\n");
    let errors = errors(&text);
    assert_eq!(errors.len(), 1);
    assert_eq!(errors[0].code, ProblemCode::BrokenStructure);
    assert_eq!(errors[0].place().unwrap().line, 4, "{}", errors[0]);
    let pieces = pieces(b"[\"\xff\"]");
    assert!(
        matches!(&pieces[0].content, Content::Unreadable(error) if error.code == ProblemCode::NotText)
    );
}

#[test]
fn problems_point_at_their_puzzle() {
    let text =
        format!("[\n  \"{PUZZLE}\",\n  {{\"name\": \"x\"}},\n  7,\n  [[1,2],[3]],\n  [1,true]\n]");
    let errors = errors(&text);
    let lines: Vec<usize> = errors
        .iter()
        .map(|error| error.place().unwrap().line)
        .collect();
    assert_eq!(lines, [3, 4, 5, 6]);
    assert_eq!(errors[2].code, ProblemCode::RowLength);
    assert_eq!(errors[2].place().unwrap().column, 10);

    let error = &errors_of_cell("9", "12")[0];
    assert_eq!(error.code, ProblemCode::ValueRange);
    assert!(error.message.contains("12"), "{error}");
    assert_eq!(
        errors_of_cell("9", "-1")[0].code,
        ProblemCode::UnknownSymbol
    );
    assert_eq!(
        errors_of_cell("9", "5.5")[0].code,
        ProblemCode::UnknownSymbol
    );
}

fn errors_of_cell(old: &str, new: &str) -> Vec<Problem> {
    errors(&rows(PUZZLE, numbers).replacen(old, new, 1))
}

#[test]
fn sixteen_strings_are_one_board_by_default() {
    let row = format!("\"{}\"", ".".repeat(16));
    let text = format!("[{}]", vec![row; 16].join(","));
    assert_eq!(records(&text)[0].puzzle.shape().size(), 16);
    let options = ReadOptions {
        shape: Some("2x2".parse().unwrap()),
        ..ReadOptions::default()
    };
    let puzzles = pieces_with(text.as_bytes(), &options);
    assert_eq!(puzzles.len(), 33);
}

#[test]
fn documents_without_puzzles_are_verbatim() {
    for text in ["", "  \n", "[]", "{\"puzzles\": []}\n"] {
        assert!(records(text).is_empty());
    }
}

#[test]
fn cells_may_be_objects() {
    let cell = |symbol: char| match symbol {
        '.' => r#"{"value":null}"#.to_string(),
        digit => format!(r#"{{"value":{digit},"given":true}}"#),
    };
    let row = |row: &str| format!("[{}]", row.chars().map(cell).collect::<Vec<_>>().join(","));
    let text = format!(r#"{{"difficulty":3,"state":{}}}"#, rows(PUZZLE, row));
    assert_eq!(records(&text)[0].puzzle.clues(), 30);
    unchanged(&text);
    assert!(solved(&text).contains(r#"{"value":4},{"value":6}"#));
    let placed = text.replacen(r#""value":null"#, r#""value":4,"given":false"#, 1);
    assert_eq!(records(&placed)[0].puzzle.clues(), 30);
    // Cells that say where they are may be in any order.
    let moved = text.replace("\"value\"", "\"row\":1,\"value\"");
    assert_eq!(errors(&moved).len(), 1);
}

#[test]
fn what_is_beside_a_puzzle_is_obeyed() {
    let cells = "1".to_string() + &".".repeat(35);
    let text = format!(r#"{{"boxHeight":3,"boxWidth":2,"level":"{cells}"}}"#);
    let record = &records(&text)[0];
    assert_eq!(record.puzzle.shape().box_size(), Some((3, 2)));
    let error = &errors(&text.replace(":3", ":4"))[0];
    assert_eq!(error.code, ProblemCode::BoardSize);
    assert_eq!(
        errors(&format!(r#"{{"size":9,"level":"{cells}"}}"#)).len(),
        1
    );
    assert_eq!(
        records(&format!(r#"{{"size":6,"level":"{cells}"}}"#)).len(),
        1
    );
    let cages = format!(r#"{{"cages":[[1,2]],"level":"{cells}"}}"#);
    assert!(errors(&cages)[0].message.contains("cages"));
}

#[test]
fn the_size_of_the_document_does_not_matter() {
    // Longer than what is examined as a whole, nested, in one line, with a broken end.
    let item = format!(r#"{{"value":"{PUZZLE}","solution":"{ANSWER}"}}"#);
    let count = LONGEST_PUZZLE / item.len() + 100;
    let items = vec![item; count].join(",");
    let text = format!(r#"{{"newboard":{{"grids":[{items}],"n":"{PUZZLE}"}}}}"#);
    let found = records(&text);
    assert_eq!(found.len(), count + 1);
    assert!(found[..count].iter().all(|record| record.claimed.is_some()));
    assert_eq!(found[count].name.as_deref(), Some("n"));
    unchanged(&text);
    let broken = &text[..text.len() - 1];
    assert_eq!(errors(broken).len(), 1);
    let comma = text.replace("],\"n\"", "] \"n\"");
    let error = &errors(&comma)[0];
    assert!(error.message.contains("expected `,`"), "{error}");
    assert_eq!(
        error.place().unwrap().column,
        comma.find("\"n\"").unwrap() + 1
    );
}

#[test]
fn columns_are_right_in_one_long_line() {
    let item = format!("\"{PUZZLE}\",");
    let text = format!("[{}\"5{PUZZLE}\"]", item.repeat(100));
    let error = &errors(&text)[0];
    assert_eq!(error.place().unwrap().column, 100 * item.len() + 3);
    let twice = format!("[{}\"55{}\"]", item.repeat(100), &PUZZLE[2..]);
    let last = pieces(twice.as_bytes()).into_iter().nth(201).unwrap();
    let place = last.problem().unwrap().place().unwrap();
    assert_eq!((place.line, place.column), (1, 100 * item.len() + 3));
}
