//! Writes every form from scratch and reads it back: the puzzles are the same, and so are the bytes
//! when their own values are written back.

use proptest::prelude::*;
use sudokit::format::write::{self, Entry, Loss, WriteOptions, Writer};
use sudokit::format::{Content, Form, Piece, ReadOptions, Reader, Record, read_puzzle};
use sudokit::{Grid, Origin, Puzzle, Shape};

const SHAPES: [&str; 16] = [
    "2x2",
    "2x3",
    "3x2",
    "2x4",
    "3x3",
    "2x5",
    "3x4",
    "4x4",
    "5x5",
    "3x9",
    "6x6",
    "8x8",
    "1x5",
    "1x11",
    "3x3+diagonals",
    "jigsaw:1122112233443344",
];

/// A solved board of any shape with boxes; on other shapes it may break rules, which does not
/// matter for reading.
fn pattern(shape: &Shape) -> Vec<u8> {
    let size = shape.size();
    let (rows, columns) = shape.box_size().unwrap_or((1, size));
    let value = |cell: usize| {
        let (row, column) = (cell / size, cell % size);
        (row % rows * columns + row / rows + column) % size + 1
    };
    (0..shape.cells()).map(|cell| value(cell) as u8).collect()
}

/// A puzzle with the cells of the pattern whose number in `keep` is below the threshold.
fn puzzle(shape: &Shape, keep: &[u8], threshold: u8) -> Puzzle {
    let values = pattern(shape).into_iter().zip(keep.iter().cycle());
    let values = values.map(|(value, number)| if *number < threshold { value } else { 0 });
    Puzzle::from_values(shape.clone(), values.collect()).expect("the values of the pattern fit")
}

/// Returns the candidates that the values leave each cell, as the forms that list candidates store
/// them. A cell with one candidate counts as filled, as it does in those forms.
fn left(puzzle: &Puzzle) -> Vec<u64> {
    let without_peers = |masks: &[u64]| -> Vec<u64> {
        let single = |cell: usize| Some(masks[cell]).filter(|mask| mask.is_power_of_two());
        let cells = 0..puzzle.shape().cells();
        let rest = |cell: usize| {
            let peers = puzzle.shape().peers(cell).iter();
            let taken = peers.filter_map(|peer| single(usize::from(*peer)));
            single(cell).unwrap_or(masks[cell] & !taken.fold(0, |all, mask| all | mask))
        };
        cells.map(rest).collect()
    };
    let mut masks: Vec<u64> = (0..puzzle.shape().cells())
        .map(|cell| puzzle.allowed(cell))
        .collect();
    loop {
        let next = without_peers(&masks);
        if next == masks {
            return masks;
        }
        masks = next;
    }
}

fn written(form: Form, entries: &[Entry]) -> Option<(Vec<u8>, Vec<Loss>)> {
    let mut writer = Writer::new(form, WriteOptions::default());
    let (mut text, mut losses) = (Vec::new(), Vec::new());
    writer.begin(&mut text);
    for entry in entries {
        losses.extend(writer.puzzle(*entry, &mut text).ok()?);
    }
    writer.end(&mut text);
    Some((text, losses))
}

/// Returns the options that the losses require, and no others.
fn options_for(losses: &[Loss]) -> ReadOptions {
    let mut options = ReadOptions::default();
    for loss in losses {
        match loss {
            Loss::Shape(shape) => options.shape = Some(shape.clone()),
            Loss::Symbols(symbols) => options.symbols = Some(symbols.parse().expect(symbols)),
            _ => {}
        }
    }
    options
}

/// Reads a file with only the options that the losses require.
fn read(form: Form, text: &[u8], losses: &[Loss]) -> Vec<Record> {
    let options = options_for(losses);
    let shown = head(text);
    let mut reader = Reader::new(text, options);
    let (mut piece, mut copy, mut records) = (Piece::default(), Vec::new(), Vec::new());
    while reader.read(&mut piece).expect("memory can be read") {
        match &piece.content {
            Content::Puzzle(record) => {
                record.write_values(&piece.text, record.puzzle.values(), &mut copy);
                records.push(record.clone());
            }
            Content::Verbatim => copy.extend(&piece.text),
            Content::Unreadable(error) => panic!("{form}: {error}\n{shown}"),
        }
    }
    if records.iter().all(|record| !record.puzzle.is_full()) {
        assert!(
            copy == text,
            "{form}: own values, other bytes\n{shown}\n{}",
            head(&copy)
        );
    }
    records
}

fn lists_candidates(form: Form) -> bool {
    matches!(form, Form::CandidateLine | Form::Pencilmarks)
}

fn check_round_trip(form: Form, puzzles: &[Puzzle]) {
    let entries: Vec<Entry> = puzzles.iter().map(Entry::from).collect();
    let Some((text, losses)) = written(form, &entries) else {
        return;
    };
    let records = read(form, &text, &losses);
    let shown = head(&text);
    assert_eq!(records.len(), puzzles.len(), "{form}\n{shown}");
    for (record, puzzle) in records.iter().zip(puzzles) {
        // If every cell lists one candidate, the text looks like a framed grid.
        let is_open = left(puzzle).iter().any(|mask| !mask.is_power_of_two());
        assert!(
            record.form == form || !is_open,
            "{} as {form}\n{shown}",
            record.form
        );
        assert_eq!(record.puzzle.shape(), puzzle.shape(), "{form}\n{shown}");
        let same_values = record.puzzle.values() == puzzle.values();
        assert!(
            same_values || lists_candidates(form),
            "{form}: other values\n{shown}"
        );
        let same_candidates = left(&record.puzzle) == left(puzzle);
        assert!(same_candidates, "{form}: other candidates\n{shown}");
    }
}

/// Returns as much of a text as fits into a message.
fn head(text: &[u8]) -> String {
    String::from_utf8_lossy(text).chars().take(600).collect()
}

/// Sixteen rows of sixteen empty cells are also sixteen empty 4×4 boards: the writer reports that.
#[test]
fn an_empty_16x16_in_rows_needs_its_shape() {
    let empty = Puzzle::new(Shape::with_size(16).expect("a shape"));
    check_round_trip(Form::Rows, &[empty.clone(), empty]);
}

/// The boards that have boxes, up to 20×20 and the usual ones above, with few, many and all
/// givens.
#[test]
fn every_form_holds_every_size() {
    let mut faults = Vec::new();
    let shapes = (4..=20).chain([25, 27, 36, 49, 64]);
    for shape in shapes.filter_map(|size| Shape::with_size(size).ok()) {
        let keep: Vec<u8> = (0..=250).map(|cell| (cell * 97 % 251) as u8).collect();
        for threshold in [4, 20, 80, 255] {
            let puzzle = puzzle(&shape, &keep, threshold);
            let forms = Form::ALL.iter().filter(|form| form.can_read());
            faults.extend(forms.filter_map(|form| named_round_trip(*form, &puzzle)));
        }
    }
    assert!(
        faults.is_empty(),
        "{} faults:\n{}",
        faults.len(),
        faults.join("\n")
    );
}

/// Returns why a puzzle is not read from the form that it was written in, if that is named.
fn named_round_trip(form: Form, puzzle: &Puzzle) -> Option<String> {
    let (text, losses) = written(form, &[Entry::from(puzzle)])?;
    let mut options = options_for(&losses);
    options.form = Some(form);
    let keeps = |(new, old): (&u8, &u8)| {
        new == old || *old == 0 && (lists_candidates(form) || form == Form::Sdx)
    };
    let fault = match read_puzzle(&text, options) {
        Err(problem) => problem.to_string(),
        Ok(record) if record.puzzle.shape() != puzzle.shape() => "another shape".to_string(),
        Ok(record) => {
            let mut values = record.puzzle.values().iter().zip(puzzle.values());
            match values.all(keeps) {
                true => return None,
                false => "other values".to_string(),
            }
        }
    };
    let (size, clues) = (puzzle.shape().size(), puzzle.clues());
    Some(format!(
        "{form}, {size}×{size}, {clues} givens: {fault}\n{}",
        head(&text)
    ))
}

macro_rules! round_trips {
    ($($name:ident: $form:expr;)*) => {
        proptest! {
            #![proptest_config(ProptestConfig {
                failure_persistence: None,
                ..ProptestConfig::with_cases(48)
            })]
            $(
                #[test]
                fn $name(
                    shape in 0..SHAPES.len(),
                    keep in prop::collection::vec(any::<u8>(), 200),
                    threshold in 1u8..=255,
                    count in 1usize..4,
                ) {
                    let shape: Shape = SHAPES[shape].parse().expect("a shape");
                    let puzzles: Vec<Puzzle> = (0..count)
                        .map(|number| puzzle(&shape, &keep[number..], threshold))
                        .collect();
                    check_round_trip($form, &puzzles);
                }
            )*
        }
    };
}

round_trips! {
    line: Form::Line;
    candidate_line: Form::CandidateLine;
    rows: Form::Rows;
    spaced: Form::Spaced;
    csv: Form::Csv;
    boxed: Form::Boxed;
    simple_sudoku: Form::SimpleSudoku;
    pencilmarks: Form::Pencilmarks;
    sdk: Form::Sdk;
    hodoku: Form::Hodoku;
    open_sudoku: Form::OpenSudoku;
    table: Form::Table;
    json: Form::Json;
    list: Form::List;
}

proptest! {
    #![proptest_config(ProptestConfig {
        failure_persistence: None,
        ..ProptestConfig::with_cases(48)
    })]

    #[test]
    fn a_sukaku_keeps_its_candidates(
        keep in prop::collection::vec(any::<u8>(), 200),
        masks in prop::collection::vec(0u64..512, 81),
    ) {
        let shape = Shape::classic();
        let mut sukaku = puzzle(&shape, &keep, 60);
        let solution = pattern(&shape);
        let masks = masks.iter().zip(&solution).map(|(mask, value)| mask | 1 << (value - 1));
        sukaku.set_candidates(masks.collect());
        for form in [Form::CandidateLine, Form::Pencilmarks, Form::Hodoku, Form::Json] {
            prop_assert!(write::losses(form, &sukaku, &WriteOptions::default()).is_ok());
            let (text, losses) = written(form, &[Entry::from(&sukaku)]).expect("it holds them");
            let records = read(form, &text, &losses);
            prop_assert!(left(&records[0].puzzle) == left(&sukaku), "{}\n{}", form, head(&text));
        }
    }
}

#[test]
fn names_and_solutions_are_stored_if_the_form_can() {
    for shape in ["3x3", "3x4"] {
        let shape: Shape = shape.parse().expect("a shape");
        let question = puzzle(&shape, &[0, 200, 200, 7, 200], 100);
        let solution = Grid::new(shape.clone(), pattern(&shape)).unwrap();
        let entry = Entry {
            puzzle: &question,
            name: Some("first"),
            solution: Some(&solution),
        };
        for form in [Form::Json, Form::Table, Form::List, Form::Sdk] {
            let (text, losses) = written(form, &[entry]).expect("it fits");
            let record = &read(form, &text, &losses)[0];
            let has_name = !losses.contains(&Loss::Name);
            assert_eq!(record.name.as_deref() == Some("first"), has_name, "{form}");
            let has_solution = !losses.contains(&Loss::Solution);
            assert_eq!(
                record.claimed.as_ref() == Some(&solution),
                has_solution,
                "{form}"
            );
        }
    }
}

#[test]
fn placed_values_stay_placed_in_hodoku_lines() {
    let mut started = puzzle(&Shape::classic(), &[0, 200, 200, 7, 200], 100);
    let open = started.values().iter().position(|value| *value == 0);
    let cell = open.expect("some cells are open");
    started.set(cell, pattern(&Shape::classic())[cell], Origin::Placed);
    let (text, losses) = written(Form::Hodoku, &[Entry::from(&started)]).expect("it fits");
    assert_eq!(read(Form::Hodoku, &text, &losses)[0].puzzle, started);
}

#[test]
fn common_files_are_recognised() {
    let samples: [(Form, usize, &str); 8] = [
        (
            Form::Table,
            1,
            "quizzes,solutions\n004300209005009001070060043006002087190007400050083000600000105003508690042910300,864371259325849761971265843436192587198657432257483916689734125713528694542916378\n",
        ),
        (
            Form::Table,
            1,
            "id,puzzle,solution,clues,difficulty\n1,1..5.37..6.3..8.9......98...1.......8761..........6...........7.8.9.76.47...6.312,198543726643278591527619843914735268876192435235486179462351987381927654759864312,27,2.2\n",
        ),
        (
            Form::Hodoku,
            2,
            ":0401:3:9.567.1..61.5+4...+9.849+3+15+6....8.39.....+2.+9....+987.4...+5+61.+9782.+8+7+9.+26.51..2+1857+96:249 261 165 367 369:328::\n:0000:x:53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79:::\n",
        ),
        (
            Form::Sdk,
            1,
            "#ASomebody\n#DEasy\n#B15-11-2026\n[Puzzle]\n53..7....\n6..195...\n.98....6.\n8...6...3\n4..8.3..1\n7...2...6\n.6....28.\n...419..5\n....8..79\n[State]\n53..7....\n6..195...\n.98....6.\n8...6...3\n4..8.3..1\n7...2...6\n.6....28.\n...419..5\n....8..79\n",
        ),
        (
            Form::OpenSudoku,
            1,
            "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<opensudoku>\n  <name>Easy</name>\n  <game data=\"530070000600195000098000060800060003400803001700020006060000280000419005000080079\" />\n</opensudoku>\n",
        ),
        (
            Form::Json,
            2,
            "{\"id\": 1, \"puzzle\": \"53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79\"}\n{\"id\": 2, \"puzzle\": \"1.....2..3.....4\"}\n",
        ),
        (
            Form::Json,
            1,
            "{\n  \"grid\": [\n    [1, 0, 0, 0],\n    [0, 0, 2, 0],\n    [0, 3, 0, 0],\n    [0, 0, 0, 4]\n  ]\n}\n",
        ),
        (
            Form::List,
            2,
            "tiny 4 2 2 1 0 0 0 0 0 2 0 0 3 0 0 0 0 0 4\nsix 6 3 2 1 0 0 0 0 6 0 0 2 0 0 0 0 0 0 0 3 0 0 4 0 0 0 0 0 0 0 5 0 0 6 0 0 0 0 1\n",
        ),
    ];
    for (form, count, text) in samples {
        for text in [text.to_string(), text.replace('\n', "\r\n")] {
            let records = read(form, text.as_bytes(), &[]);
            assert_eq!(records.len(), count, "{form}\n{text}");
            assert!(records.iter().all(|record| record.form == form), "{form}");
        }
    }
}
