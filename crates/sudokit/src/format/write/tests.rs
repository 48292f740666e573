use super::*;
use crate::puzzle::Origin;
use crate::shape::Shape;

const CLASSIC: &str =
    "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";

fn classic() -> Puzzle {
    let values = CLASSIC.bytes().map(|byte| byte.saturating_sub(b'0'));
    Puzzle::from_values(Shape::classic(), values.collect()).unwrap()
}

/// A board with its largest value in the first cell and 1 in the last.
fn sparse(shape: &str) -> Puzzle {
    let mut puzzle = Puzzle::new(shape.parse().unwrap());
    let (size, last) = (puzzle.shape().size() as u8, puzzle.shape().cells() - 1);
    puzzle.set(0, size, Origin::Given);
    puzzle.set(last, 1, Origin::Given);
    puzzle
}

fn text(form: Form, puzzle: &Puzzle) -> String {
    let mut out = Vec::new();
    super::puzzle(form, puzzle, None, &WriteOptions::default(), &mut out).unwrap();
    String::from_utf8(out).unwrap()
}

fn refused(form: Form, puzzle: &Puzzle) -> String {
    losses(form, puzzle, &WriteOptions::default())
        .unwrap_err()
        .to_string()
}

#[test]
fn lines_and_rows() {
    assert_eq!(text(Form::Line, &classic()), format!("{CLASSIC}\n"));
    let rows = text(Form::Rows, &classic());
    assert!(rows.starts_with("53..7....\n6..195...\n"));
    let csv = text(Form::Csv, &classic());
    assert!(csv.starts_with("5,3,0,0,7,0,0,0,0\n"));
    let spaced = text(Form::Spaced, &sparse("3x4"));
    assert!(spaced.starts_with("12  0  0"), "{spaced}");
    assert!(spaced.ends_with(" 0  0  1\n"), "{spaced}");
    assert!(text(Form::Line, &sparse("3x4")).starts_with("C000"));
}

#[test]
fn frames_show_the_boxes() {
    assert_eq!(
        text(Form::Boxed, &sparse("2x3")),
        "+ - - - + - - - +\n\
         | 6 X X | X X X |\n\
         | X X X | X X X |\n\
         + - - - + - - - +\n\
         | X X X | X X X |\n\
         | X X X | X X X |\n\
         + - - - + - - - +\n\
         | X X X | X X X |\n\
         | X X X | X X 1 |\n\
         + - - - + - - - +\n"
    );
    let wide = text(Form::Boxed, &sparse("2x5"));
    assert!(
        wide.starts_with(
            "+ -- -- -- -- -- + -- -- -- -- -- +\n| 10  X  X  X  X |  X  X  X  X  X |\n"
        )
    );
    assert_eq!(
        text(Form::SimpleSudoku, &sparse("2x2")),
        " *-----*\n |4.|..|\n |..|..|\n |--+--|\n |..|..|\n |..|.1|\n *-----*\n"
    );
    assert_eq!(
        text(Form::Boxed, &sparse("1x5")).matches('+').count(),
        4,
        "a frame around only"
    );
    let jigsaw = text(Form::SimpleSudoku, &sparse("jigsaw:1122112233443344"));
    assert_eq!(
        jigsaw,
        " *----*\n |4...|\n |....|\n |....|\n |...1|\n *----*\n"
    );
}

#[test]
fn pencilmarks_list_the_remaining_candidates() {
    let mut puzzle = sparse("2x2");
    assert_eq!(
        text(Form::Pencilmarks, &puzzle),
        "+----------+----------+\n\
         | 4   123  | 123  23  |\n\
         | 123 123  | 1234 234 |\n\
         +----------+----------+\n\
         | 123 1234 | 234  234 |\n\
         | 23  234  | 234  1   |\n\
         +----------+----------+\n"
    );
    let line = text(Form::CandidateLine, &puzzle);
    assert!(line.starts_with("...4123.123."), "{line}");
    assert_eq!(line.len(), 65);
    puzzle.set(1, 2, Origin::Given);
    puzzle.set(2, 3, Origin::Given);
    let message = refused(Form::Pencilmarks, &puzzle);
    assert!(message.ends_with("(row 1, column 4)"), "{message}");
}

#[test]
fn candidates_need_a_form_that_stores_them() {
    let mut sukaku = classic();
    sukaku.set_candidates(vec![0x1ff; 81]);
    let losses = losses(Form::Line, &sukaku, &WriteOptions::default());
    assert_eq!(losses, Ok(vec![]), "candidates that exclude nothing");

    let mut masks = vec![0x1ff; 81];
    masks[2] = 0b1_1111_0011;
    sukaku.set_candidates(masks);
    assert_eq!(
        refused(Form::Line, &sukaku),
        "the line form cannot hold candidates; candidates, pencilmarks, hodoku, json, sudokuwiki, \
         f-puzzles, sudokupad, susser or sdx can"
    );
    assert_eq!(
        text(Form::Hodoku, &sukaku),
        format!(":0000:x:{CLASSIC}:413::\n")
    );
    let json = text(Form::Json, &sukaku);
    assert!(json.contains("[[5], [3], [1,2,5,6,7,8,9], "), "{json}");
}

#[test]
fn candidates_of_a_puzzle_that_is_unique_without_them_are_left_out() {
    let mut started = classic();
    let mut masks = vec![0x1ff; 81];
    // Row 1, column 3 is 4, and 1 and 2 are possible.
    masks[2] = 0b1_1111_1010;
    started.set_candidates(masks);
    let losses = losses(Form::Line, &started, &WriteOptions::default());
    assert_eq!(losses, Ok(vec![Loss::Candidates]));
    assert_eq!(text(Form::Line, &started), format!("{CLASSIC}\n"));
}

#[test]
fn losses_are_reported() {
    let losses = |form, puzzle: &Puzzle| losses(form, puzzle, &WriteOptions::default()).unwrap();
    let standing = sparse("3x2");
    let note = losses(Form::Line, &standing)[0].to_string();
    assert!(note.ends_with("--shape 3x2"), "{note}");
    for form in [Form::Json, Form::List] {
        assert_eq!(losses(form, &standing), []);
    }
    for form in [Form::Boxed, Form::SimpleSudoku, Form::Pencilmarks] {
        assert_eq!(losses(form, &standing), [], "the frame shows the boxes");
        assert_eq!(losses(form, &sparse("1x6")).len(), 1, "a frame around only");
        assert_eq!(losses(form, &sparse("3x2+diagonals")).len(), 1);
    }
    let diagonals = sparse("3x3+diagonals");
    assert_eq!(losses(Form::List, &diagonals).len(), 1);
    assert_eq!(losses(Form::Json, &diagonals), []);

    let mut started = classic();
    started.set(2, 4, Origin::Placed);
    assert_eq!(losses(Form::Rows, &started), [Loss::Placed]);
    assert_eq!(losses(Form::Sdk, &started), []);
    assert!(text(Form::Hodoku, &started).contains(":53+4."));
    let sdk = text(Form::Sdk, &started);
    assert!(
        sdk.contains("[Puzzle]\n53..") && sdk.contains("[State]\n534."),
        "{sdk}"
    );

    let solution = Grid::new(Shape::classic(), vec![1; 81]).unwrap();
    let entry = Entry {
        puzzle: &started,
        name: Some("a"),
        solution: Some(&solution),
    };
    let all = super::losses(Form::Csv, entry, &WriteOptions::default());
    assert_eq!(all, Ok(vec![Loss::Placed, Loss::Name, Loss::Solution]));

    let mut letters = sparse("4x4");
    letters.set(0, 0, Origin::Given);
    assert_eq!(
        losses(Form::Line, &letters),
        [],
        "0 shows that digits count from 1"
    );
    letters.set(255, 12, Origin::Given);
    assert!(matches!(
        losses(Form::Line, &letters)[..],
        [Loss::Symbols(_)]
    ));
}

#[test]
fn puzzles_that_do_not_fit_a_form_are_rejected() {
    assert!(refused(Form::Line, &sparse("8x8")).starts_with(
        "the line form has symbols for 61 values, not 64; spaced, csv, boxed, table, json, list"
    ));
    assert!(refused(Form::OpenSudoku, &sparse("2x3")).contains("6×6 boards, only 9×9"));
    let jigsaw = sparse("jigsaw:1122112233443344");
    assert_eq!(
        refused(Form::List, &jigsaw),
        "the list form cannot hold regions; json, f-puzzles, sudokupad, link or ksudoku can"
    );
    let options = |blank, symbols| WriteOptions { blank, symbols };
    let refused = |options| losses(Form::Line, &sparse("3x3"), &options).unwrap_err();
    assert_eq!(
        refused(options(Some('7'), None)),
        WriteError::Blank { blank: '7' }
    );
    assert_eq!(
        refused(options(Some('"'), None)),
        WriteError::Symbol { symbol: '"' }
    );
    let three = Symbols::Custom(vec!['a', 'b', 'c']);
    assert!(matches!(
        refused(options(None, Some(three))),
        WriteError::Values { capacity: 3, .. }
    ));
}

#[test]
fn the_caller_chooses_symbols_and_blank() {
    let options = WriteOptions {
        blank: Some('-'),
        symbols: Some(Symbols::Letters),
    };
    let mut out = Vec::new();
    super::puzzle(Form::Spaced, &sparse("2x2"), None, &options, &mut out).unwrap();
    assert_eq!(out, b"D - - -\n- - - -\n- - - -\n- - - A\n");
}

#[test]
fn files_have_headers_separators_and_footers() {
    let (first, second) = (sparse("2x2"), sparse("1x5"));
    let file = |form| {
        let mut writer = Writer::new(form, WriteOptions::default());
        let mut out = Vec::new();
        writer.begin(&mut out);
        writer.puzzle(&first, &mut out).unwrap();
        let named = Entry {
            name: Some("a \"b\""),
            ..Entry::from(&second)
        };
        writer.puzzle(named, &mut out).unwrap();
        writer.end(&mut out);
        String::from_utf8(out).unwrap()
    };
    assert_eq!(
        file(Form::Json),
        "[\n  {\"puzzle\": \"4..............1\"},\n  {\"name\": \"a \\\"b\\\"\", \
         \"shape\": \"1x5\", \"puzzle\": \"5.......................1\"}\n]\n"
    );
    assert_eq!(
        file(Form::Table),
        "puzzle,solution\n4000000000000001,\n5000000000000000000000001,\n"
    );
    assert_eq!(
        file(Form::List),
        "puzzle-1 4 2 2 4 0 0 0 0 0 0 0 0 0 0 0 0 0 0 1\n\
         a_\"b\" 5 1 5 5 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 1\n"
    );
    assert!(file(Form::Rows).contains("...1\n\n5...."));
    assert_eq!(
        text(Form::OpenSudoku, &classic()),
        format!(
            "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<opensudoku>\n  \
             <game data=\"{}\" />\n</opensudoku>\n",
            CLASSIC.replace('.', "0")
        )
    );
    assert!(text(Form::Table, &sparse("3x4")).contains("\n12;0;0;"));
    assert!(text(Form::Json, &sparse("3x4")).contains("[\n    [12,  0,  0,"));
}

/// Returns the puzzle of a text.
fn read(text: &str) -> Record {
    let mut reader = crate::format::Reader::new(text.as_bytes(), Default::default());
    let mut piece = crate::format::Piece::default();
    assert!(reader.read(&mut piece).unwrap());
    match piece.content {
        crate::format::Content::Puzzle(record) => {
            let mut copy = Vec::new();
            record.write_values(&piece.text, record.puzzle.values(), &mut copy);
            assert_eq!(String::from_utf8(copy).unwrap(), text);
            record
        }
        other => panic!("{text}\n{other:?}"),
    }
}

#[test]
fn sdx_marks_placed_values() {
    let mut puzzle = classic();
    puzzle.set(2, 4, Origin::Placed);
    puzzle.set(3, 6, Origin::Placed);
    let sdx = text(Form::Sdx, &puzzle);
    assert!(sdx.starts_with("5 3 u4 u6 7 28 189 129 28\n"), "{sdx}");
    let record = read(&sdx);
    assert_eq!(record.puzzle.origin(0), Some(Origin::Given));
    assert_eq!(record.puzzle.origin(2), Some(Origin::Placed));
    assert_eq!(record.puzzle.values()[3], 6);
    let mut out = Vec::new();
    let mut values = record.puzzle.values().to_vec();
    values[5] = 8;
    record.write_values(sdx.as_bytes(), &values, &mut out);
    let answer = String::from_utf8(out).unwrap();
    assert!(answer.starts_with("5 3 u4 u6 7 8 "), "{answer}");
}

#[test]
fn candidates_may_be_in_any_order_and_in_brackets() {
    let grid = text(Form::Sdx, &classic());
    let expected = read(&grid).puzzle;
    let reversed: String = grid
        .split_inclusive([' ', '\n'])
        .map(|token| {
            let (symbols, end) = token.split_at(token.len() - 1);
            symbols.chars().rev().collect::<String>() + end
        })
        .collect();
    assert_ne!(reversed, grid);
    assert_eq!(read(&reversed).puzzle, expected);
    for [open, close] in [["{", "}"], ["(", ")"]] {
        let bracketed: String = grid
            .split_inclusive([' ', '\n'])
            .map(|token| match token.len() {
                2 => token.to_string(),
                length => format!(
                    "{open}{}{close}{}",
                    &token[..length - 1],
                    &token[length - 1..]
                ),
            })
            .collect();
        assert_eq!(read(&bracketed).puzzle, expected, "{bracketed}");
    }
}
