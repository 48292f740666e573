use super::*;
use crate::shape::Shape;

/// A 4×4 record whose cells are the runs of symbols of a text.
fn record(text: &str, symbols: Symbols) -> Record {
    let mut cells = Vec::new();
    for (at, character) in text.char_indices() {
        if !character.is_ascii_alphanumeric() && character != '.' {
            continue;
        }
        match cells.last_mut() {
            Some(Span { end, .. }) if *end as usize == at && symbols == Symbols::Numbers => {
                *end += 1;
            }
            _ => cells.push(Span::new(at, at + 1)),
        }
    }
    let shape = Shape::with_size(4).unwrap();
    let values = cells.iter().map(|span| {
        let symbol = std::str::from_utf8(span.of(text.as_bytes())).unwrap();
        symbols.value(symbol, 4).unwrap_or(0)
    });
    let puzzle = Puzzle::from_values(shape, values.collect()).unwrap();
    let field = Span::new(0, text.len());
    Record::new(puzzle, Form::Rows, symbols, ".".to_string(), cells, field)
}

#[test]
fn another_puzzle_replaces_this_one_and_its_answer() {
    let text = "12.. ..12 34.. ...4 = 1...............";
    let mut record = record(&text[..19], Symbols::FromOne);
    let [puzzle, answer] = [[2; 16], [3; 16]];
    let write = |record: &Record, answer| {
        let mut out = Vec::new();
        record.write_puzzle(text.as_bytes(), &puzzle, answer, &mut out);
        String::from_utf8(out).unwrap()
    };
    let alone = "2222 2222 2222 2222 = 1...............";
    assert_eq!(write(&record, Some(&answer[..])), alone);
    record.answer = Some(vec![Span::new(22, 38)]);
    assert_eq!(write(&record, None), alone);
    let both = "2222 2222 2222 2222 = 3333333333333333";
    assert_eq!(write(&record, Some(&answer)), both);
    record.answer = Some((22..38).map(|at| Span::new(at, at + 1)).collect());
    assert_eq!(write(&record, Some(&answer)), both);
    assert_eq!(
        write(&record, Some(&[0; 16])),
        alone.replace("1...", "....")
    );
}

fn written(record: &Record, text: &str, values: &[u8]) -> String {
    let mut out = Vec::new();
    record.write_values(text.as_bytes(), values, &mut out);
    String::from_utf8(out).unwrap()
}

const VALUES: [u8; 16] = [1, 2, 3, 4, 3, 4, 1, 2, 2, 1, 4, 3, 4, 3, 2, 1];

#[test]
fn only_cells_that_change_are_written() {
    let text = "[1. ..|..2.]\n.3../...4";
    let record = record(text, Symbols::FromOne);
    assert_eq!(written(&record, text, record.puzzle.values()), text);
    assert_eq!(written(&record, text, &VALUES), "[12 34|3412]\n2143/4321");
    assert_eq!(written(&record, text, &[0; 16]), "[.. ..|....]\n..../....");
}

#[test]
fn cells_may_be_in_any_order() {
    let text = "1... ..2. .3.. ...4";
    let mut record = record(text, Symbols::FromOne);
    record.cells.reverse();
    let reversed: Vec<u8> = record.puzzle.values().iter().rev().copied().collect();
    record.puzzle = Puzzle::from_values(record.puzzle.shape().clone(), reversed).unwrap();
    let values: Vec<u8> = VALUES.iter().rev().copied().collect();
    assert_eq!(written(&record, text, &values), "1234 3412 2143 4321");
}

#[test]
fn an_answer_may_have_its_own_place() {
    let text = "1.....2..3.....4,";
    let mut record = record("1.....2..3.....4", Symbols::FromOne);
    record.answer = Some(vec![Span::new(17, 17)]);
    let answer = format!("{text}1234341221434321");
    assert_eq!(written(&record, text, &VALUES), answer);
    let puzzle = record.puzzle.values().to_vec();
    assert_eq!(written(&record, text, &puzzle), text);

    let text = "1.....2..3.....4,12..............";
    record.answer = Some((17..33).map(|at| Span::new(at, at + 1)).collect());
    let mut values = VALUES;
    values[15] = 0;
    let answer = "1.....2..3.....4,123434122143432.";
    assert_eq!(written(&record, text, &values), answer);
}

#[test]
fn columns_stay_aligned() {
    let text = " 1  .\n .  .";
    let mut record = record(&text.repeat(4), Symbols::Numbers);
    record.blank = "..".to_string();
    let mut open = record.puzzle.values().to_vec();
    open[0] = 0;
    let start = |alignment| {
        let record = Record {
            alignment,
            ..record.clone()
        };
        written(&record, &text.repeat(4), &open)[..6].to_string()
    };
    assert_eq!(start(Alignment::None), " ..  .");
    assert_eq!(start(Alignment::Left), " .. .\n");
    assert_eq!(start(Alignment::Right), "..  .\n");
}

#[test]
fn numbers_keep_their_leading_zeros() {
    let text = "01 00 00 00 ".repeat(4);
    let record = record(&text, Symbols::Numbers);
    let answer = written(&record, &text, &VALUES);
    assert!(answer.starts_with("01 02 03 04 03"), "{answer}");
}

#[test]
fn words_are_quoted_if_the_form_needs_it() {
    let text = "x1.....2..3.....4y";
    let mut record = record(&text[1..17], Symbols::FromOne);
    record.field = Span::new(1, 17);
    let word = |record: &Record| {
        let mut out = Vec::new();
        record.write_word(text.as_bytes(), "No Solution", &mut out);
        String::from_utf8(out).unwrap()
    };
    assert_eq!(word(&record), "xNo Solutiony");
    record.quoted = true;
    assert_eq!(word(&record), "x\"No Solution\"y");
}

#[test]
fn spans_outside_the_text_are_ignored() {
    let text = "1.....2..3.....4";
    let mut record = record(text, Symbols::FromOne);
    record.field = Span::new(90, 99);
    record.cells[3] = Span::new(90, 99);
    assert_eq!(written(&record, "1.", &VALUES), "12");
    assert_eq!(record.place(b"1.", 1, 3).line, 1);
    assert_eq!(record.place(b"1.", 1, 99).line, 1);
}

#[test]
fn overlapping_and_inverted_spans_are_ignored() {
    let text = "1.....2..3.....4";
    let mut record = record(text, Symbols::FromOne);
    record.cells[2] = Span { start: 1, end: 3 };
    record.cells[5] = Span { start: 5, end: 4 };
    // The third cell overlaps the second one, which has just been written.
    assert_eq!(written(&record, text, &VALUES), "12.43.1221434321");
}

#[test]
fn empty_spans_are_filled() {
    let text = ",,,;,,,;,,,;,,,";
    let mut record = record("................", Symbols::FromOne);
    let gaps = (0..16).map(|cell| Span::new(cell, cell));
    record.cells = gaps.collect();
    assert_eq!(
        written(&record, text, &VALUES),
        "1,2,3,4;3,4,1,2;2,1,4,3;4,3,2,1"
    );
}

#[test]
fn answers_may_come_before_or_after_the_puzzle() {
    // Blanks of two characters move everything after them.
    let (puzzle, blanks) = ("1.....2..3.....4", "__".repeat(16));
    let mut record = record(puzzle, Symbols::FromOne);
    record.blank = "__".to_string();
    record.separator = ";";
    assert_eq!(record.separator(), ";");
    let write = |record: &Record, text: &str| {
        let mut out = Vec::new();
        record.write_puzzle(text.as_bytes(), &[0; 16], Some(&VALUES), &mut out);
        String::from_utf8(out).unwrap()
    };
    let answer = "1234341221434321";
    // The twelve empty cells of the puzzle keep their dots.
    let dots = |text: &str| {
        let cells = text.chars().map(|symbol| match symbol {
            '.' => ".",
            _ => "__",
        });
        cells.collect::<String>()
    };
    record.answer = Some(vec![Span::new(17, 17)]);
    let after = format!("{puzzle},");
    assert_eq!(write(&record, &after), format!("{},{answer}", dots(puzzle)));
    record.map_spans(|at| at + 1);
    record.answer = Some(vec![Span::new(0, 0)]);
    let before = format!(",{puzzle}");
    assert_eq!(
        write(&record, &before),
        format!("{answer},{}", dots(puzzle))
    );

    let mut out = Vec::new();
    record.write_puzzle(before.as_bytes(), &VALUES, Some(&[0; 16]), &mut out);
    assert_eq!(
        String::from_utf8(out).unwrap(),
        format!("{blanks},{answer}")
    );
}

#[test]
fn cells_of_an_answer_that_agree_are_kept() {
    let mut record = record("A.....B..C.....D", Symbols::Letters);
    record.answer = Some((17..33).map(|at| Span::new(at, at + 1)).collect());
    let text = "A.....B..C.....D=abcd............";
    let mut values = VALUES;
    // An empty cell leaves the player's value alone, and a lower-case letter stays one.
    values[1] = 0;
    assert_eq!(
        written(&record, text, &values),
        "A.....B..C.....D=abcdCDABBADCDCBA"
    );
    let mut out = Vec::new();
    record.write_puzzle(text.as_bytes(), &[0; 16], Some(&values), &mut out);
    assert_eq!(
        String::from_utf8(out).unwrap(),
        "................=a.cdCDABBADCDCBA"
    );
}

#[test]
fn spans_are_mapped() {
    let text = "1.....2..3.....4,";
    let mut record = record(&text[..16], Symbols::FromOne);
    record.answer = Some(vec![Span::new(17, 17)]);
    record.map_spans(|at| at + 3);
    assert_eq!(record.cells[0], Span::new(3, 4));
    assert_eq!(record.cells[15], Span::new(18, 19));
    assert_eq!(record.answer, Some(vec![Span::new(20, 20)]));
    assert_eq!(record.field, Span::new(3, 19));
    let place = record.place(b"ab\n1.....2..3.....4,", 7, 6);
    assert_eq!((place.line, place.column, place.width), (8, 7, 1));
}

#[test]
fn padding_follows_the_width_of_the_symbols() {
    let start = |text: &str, alignment: Alignment, value: u8, blank: &str| {
        let mut record = record(&"1 ".repeat(16), Symbols::Numbers);
        let spans = text.char_indices().filter(|(_, c)| *c == '1' || *c == '7');
        let mut spans: Vec<Span> = spans.map(|(at, _)| Span::new(at, at + 1)).collect();
        spans.dedup_by(|next, last| {
            let joins = last.end == next.start;
            last.end = if joins { next.end } else { last.end };
            joins
        });
        record.cells = spans;
        record.alignment = alignment;
        record.blank = blank.to_string();
        let mut values = vec![1; 16];
        values[1] = value;
        written(&record, text, &values)
    };
    // Shorter: padding takes the place of what is missing.
    assert_eq!(start("1 77  1\n", Alignment::Left, 0, "."), "1 .   1\n");
    assert_eq!(start("1 77  1\n", Alignment::Right, 0, "."), "1  .  1\n");
    assert_eq!(start("1 77  1\n", Alignment::None, 0, "."), "1 .  1\n");
    // Longer: padding is used up, but one space stays between two cells.
    assert_eq!(start("1 7    1\n", Alignment::Left, 0, "..."), "1 ...  1\n");
    assert_eq!(start("1 7  1\n", Alignment::Left, 0, "..."), "1 ... 1\n");
    assert_eq!(
        start("1    7 1\n", Alignment::Right, 0, "..."),
        "1  ... 1\n"
    );
    assert_eq!(start("1  7 1\n", Alignment::Right, 0, "..."), "1 ... 1\n");
    // At the start of a line there is nothing to be separated from.
    assert_eq!(
        start("1\n  7 1\n", Alignment::Right, 0, "..."),
        "1\n... 1\n"
    );
}

#[test]
fn leading_zeros_depend_on_the_number() {
    let mut values = vec![0; 256];
    (values[0], values[1], values[2]) = (9, 10, 16);
    let puzzle = Puzzle::new(Shape::with_size(16).unwrap());
    let text = "- ".repeat(256);
    let cells = (0..256).map(|cell| Span::new(2 * cell, 2 * cell + 1));
    let mut record = Record::new(
        puzzle,
        Form::Spaced,
        Symbols::Numbers,
        "-".to_string(),
        cells.collect(),
        Span::default(),
    );
    let start = |record: &Record| written(record, &text, &values)[..10].to_string();
    assert_eq!(start(&record), "9 10 16 - ");
    record.digits = 2;
    record.prefix = "+";
    assert_eq!(start(&record), "+09 +10 +1");
}

#[test]
fn candidates_are_written_as_groups() {
    let groups = ["1234", "4321", ".2.4", "...."].repeat(4).concat();
    let mut record = record("................", Symbols::FromOne);
    record.form = Form::CandidateLine;
    record.cells = (0..16)
        .map(|cell| Span::new(4 * cell, 4 * cell + 4))
        .collect();
    // A candidate stays in its place; a new one goes where its value belongs.
    let values = [[3, 4, 4, 2], [1; 4], [1; 4], [1; 4]].concat();
    assert!(written(&record, &groups, &values).starts_with(
        "..3.4......4.2..1...\
                                                            ...1"
    ));
    record.puzzle = Puzzle::from_values(Shape::with_size(4).unwrap(), vec![1; 16]).unwrap();
    assert_eq!(written(&record, &groups, &[0; 16]), "1234".repeat(16));
}

#[test]
fn pencilmarks_are_written_as_lists() {
    let groups = ["0123 ", "12 "].repeat(8).concat();
    let mut record = record("................", Symbols::FromZero);
    record.form = Form::Pencilmarks;
    let starts = (0..8).flat_map(|pair| [(8 * pair, 4), (8 * pair + 5, 2)]);
    record.cells = starts
        .map(|(at, length)| Span::new(at, at + length))
        .collect();
    // The 0 of a list is a candidate, not a leading zero.
    assert!(written(&record, &groups, &[2; 16]).starts_with("1 1 1 1 "));
    record.puzzle = Puzzle::from_values(Shape::with_size(4).unwrap(), vec![1; 16]).unwrap();
    assert_eq!(written(&record, &groups, &[0; 16]), "0123 ".repeat(16));
}

#[test]
fn broken_rules_name_the_house() {
    let text = "5....\n.5";
    let mut puzzle = Puzzle::new(Shape::classic());
    puzzle.set(0, 5, crate::puzzle::Origin::Given);
    puzzle.set(10, 5, crate::puzzle::Origin::Given);
    let cells = vec![Span::new(0, 1); 10]
        .into_iter()
        .chain([Span::new(7, 8)]);
    let record = Record::new(
        puzzle,
        Form::Rows,
        Symbols::FromOne,
        String::new(),
        cells.collect(),
        Span::default(),
    );
    let error = record.puzzle.check().unwrap_err();
    let problem = record.rule_problem(text.as_bytes(), 3, &error);
    let message = "5 appears twice in box 1, at r1c1 and r2c2";
    assert_eq!(problem.message, message);
    assert_eq!(problem.labels[1].place.line, 4);
    assert_eq!(problem.labels[1].text, "r2c2");
}
