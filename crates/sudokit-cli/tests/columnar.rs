//! Parquet and Arrow files: read and written if the command was built with the feature, otherwise
//! refused by name.

mod common;
#[cfg(not(feature = "parquet"))]
use common::*;

#[cfg(not(feature = "parquet"))]
#[test]
fn a_build_without_the_feature_says_so() {
    let scratch = Scratch::with("p.parquet", b"PAR1\x15\x04");
    scratch.write("p.arrow", b"ARROW1\0\0\xff");
    scratch.write("p.txt", KNOWN);
    let runs: [&[&str]; 3] = [
        &["solve", "p.parquet"],
        &["check", "p.arrow"],
        &["convert", "p.txt", "-o", "out.parquet"],
    ];
    for arguments in runs {
        scratch
            .run(arguments)
            .ends(2)
            .says("this build of sudokit has no ")
            .says("--features parquet");
    }
    assert!(!scratch.path("out.parquet").exists());
}

#[cfg(feature = "parquet")]
mod with_the_feature {
    use std::fs::File;
    use std::sync::Arc;

    use arrow_array::builder::{
        FixedSizeListBuilder, ListBuilder, TimestampMicrosecondBuilder, UInt8Builder,
    };
    use arrow_array::cast::AsArray;
    use arrow_array::types::{Float32Type, Float64Type, Int16Type, Int64Type, UInt8Type};
    use arrow_array::{Array, ArrayRef, BooleanArray, Date32Array, Float32Array, Int16Array};
    use arrow_array::{
        Date64Array, ListArray, RecordBatch, StringArray, TimestampMicrosecondArray,
    };
    use arrow_schema::DataType;
    use parquet::arrow::ArrowWriter;
    use parquet::arrow::arrow_reader::ParquetRecordBatchReaderBuilder;

    use super::common::*;

    fn read(scratch: &Scratch, name: &str) -> RecordBatch {
        let file = File::open(scratch.path(name)).unwrap();
        let reader = ParquetRecordBatchReaderBuilder::try_new(file).unwrap();
        let batches: Vec<RecordBatch> = reader.build().unwrap().map(Result::unwrap).collect();
        arrow_select::concat::concat_batches(&batches[0].schema(), &batches).unwrap()
    }

    fn write(scratch: &Scratch, name: &str, columns: Vec<(&str, ArrayRef)>) -> RecordBatch {
        let columns = columns
            .into_iter()
            .map(|(name, values)| (name, values, true));
        let batch = RecordBatch::try_from_iter_with_nullable(columns).unwrap();
        let file = File::create(scratch.path(name)).unwrap();
        let mut writer = ArrowWriter::try_new(file, batch.schema(), None).unwrap();
        writer.write(&batch).unwrap();
        writer.close().unwrap();
        batch
    }

    /// Three puzzles, the second without a solution, with columns of several types and nulls.
    fn sample(scratch: &Scratch) -> RecordBatch {
        let note = [Some("a,\"b\"\nc"), Some(""), None];
        write(
            scratch,
            "p.parquet",
            vec![
                (
                    "id",
                    Arc::new(Int16Array::from(vec![Some(7), None, Some(-1)])),
                ),
                (
                    "puzzle",
                    Arc::new(StringArray::from(vec![KNOWN, IMPOSSIBLE, HARD])),
                ),
                ("note", Arc::new(StringArray::from_iter(note))),
                (
                    "hard",
                    Arc::new(BooleanArray::from(vec![Some(false), None, Some(true)])),
                ),
                (
                    "day",
                    Arc::new(Date32Array::from(vec![Some(20_000), None, Some(0)])),
                ),
                (
                    "er",
                    Arc::new(Float32Array::from(vec![Some(1.2), None, Some(0.1)])),
                ),
                ("solution", Arc::new(StringArray::new_null(3))),
            ],
        )
    }

    #[test]
    fn answers_go_into_their_column_and_the_others_are_kept() {
        let scratch = Scratch::new();
        let before = sample(&scratch);
        scratch
            .run(&["solve", "p.parquet", "-o", "s.parquet"])
            .ends(1)
            .says("No solution found");
        let after = read(&scratch, "s.parquet");
        assert_eq!(after.schema().fields(), before.schema().fields());
        for column in 0..6 {
            assert_eq!(
                after.column(column),
                before.column(column),
                "column {column}"
            );
        }
        let solutions: Vec<&str> = after
            .column(6)
            .as_string::<i32>()
            .iter()
            .flatten()
            .collect();
        assert_eq!(solutions, [KNOWN_SOLUTION, "No Solution", HARD_SOLUTION]);
    }

    #[test]
    fn tables_survive_a_tour_of_the_formats() {
        let scratch = Scratch::new();
        let before = sample(&scratch);
        scratch
            .run(&["convert", "p.parquet", "-o", "p.arrow"])
            .ends(0);
        scratch
            .run(&["convert", "p.arrow", "-o", "again.parquet"])
            .ends(0);
        assert_eq!(read(&scratch, "again.parquet"), before);
        let csv = scratch
            .run(&["convert", "--to", "table", "p.arrow"])
            .ends(0)
            .stdout;
        assert!(
            csv.starts_with("id,puzzle,note,hard,day,er,solution\n7,53.."),
            "{csv}"
        );
        assert!(
            csv.contains(",\"\",,,,\n"),
            "an empty text is not a null: {csv}"
        );
        // From CSV, types are inferred.
        scratch.write(
            "t.csv",
            format!("puzzle,code,n,x\n{KNOWN},007,5,0.5\n{HARD},1,,2\n"),
        );
        scratch
            .run(&["convert", "t.csv", "-o", "t.parquet"])
            .ends(0);
        let table = read(&scratch, "t.parquet");
        let types: Vec<DataType> = table
            .schema()
            .fields()
            .iter()
            .map(|field| field.data_type().clone())
            .collect();
        assert_eq!(
            types,
            [
                DataType::Utf8,
                DataType::Utf8,
                DataType::Int64,
                DataType::Float64
            ]
        );
        assert_eq!(table.column(2).null_count(), 1);
        scratch.write("lines.txt", format!("{KNOWN}\n{HARD}\n"));
        scratch
            .run(&["convert", "lines.txt", "-o", "lines.parquet"])
            .ends(0);
        scratch
            .run(&[
                "convert",
                "--to",
                "line",
                "--to-blank",
                ".",
                "lines.parquet",
            ])
            .ends(0)
            .gives(&format!("{KNOWN}\n{HARD}\n"));
    }

    #[test]
    fn instants_keep_their_time_zones() {
        let instants = vec![Some(1_720_000_000_123_456), None, Some(-1)];
        let zoned = |zone: &str| -> ArrayRef {
            Arc::new(TimestampMicrosecondArray::from(instants.clone()).with_timezone(zone))
        };
        let mut lists = ListBuilder::new(TimestampMicrosecondBuilder::new().with_timezone("UTC"));
        lists.append_value(instants[..2].to_vec());
        lists.append_null();
        lists.append_value(instants[2..].to_vec());
        let days = [Some(86_400_000 * 20_000), None, Some(0)];
        let columns: Vec<(&str, ArrayRef)> = vec![
            ("puzzle", Arc::new(StringArray::from(vec![KNOWN; 3]))),
            ("utc", zoned("UTC")),
            ("berlin", zoned("Europe/Berlin")),
            ("offset", zoned("+02:00")),
            ("lists", Arc::new(lists.finish())),
            ("day", Arc::new(Date64Array::from_iter(days))),
        ];
        let scratch = Scratch::new();
        let before = write(&scratch, "p.parquet", columns);
        scratch
            .run(&["solve", "p.parquet", "-o", "s.arrow"])
            .ends(0);
        scratch
            .run(&["convert", "s.arrow", "-o", "s.parquet"])
            .ends(0);
        let after = read(&scratch, "s.parquet");
        for name in ["utc", "berlin", "offset"] {
            assert_eq!(
                after.column_by_name(name),
                before.column_by_name(name),
                "{name}"
            );
        }
        let lists = texts(&after, "lists");
        assert_eq!(lists[0].as_deref(), Some("[2024-07-03T09:46:40.123456Z, ]"));
        // Parquet has one type for days.
        let days = after.column_by_name("day").unwrap();
        let expected = Date32Array::from(vec![Some(20_000), None, Some(0)]);
        assert_eq!(days.as_ref(), &expected as &dyn Array);
        let csv = scratch
            .run(&["convert", "--to", "table", "p.parquet"])
            .ends(0)
            .stdout;
        let row = "2024-07-03T09:46:40.123456Z,2024-07-03T09:46:40.123456Z,\
                   2024-07-03T11:46:40.123456+02:00,";
        assert!(csv.contains(row), "{csv}");
    }

    /// Puzzles with a null, an empty text, and one that cannot be read.
    const UNTIDY: [Option<&str>; 6] = [
        None,
        Some(KNOWN),
        Some("broken"),
        Some(HARD),
        Some(""),
        Some(KNOWN),
    ];

    #[test]
    fn convert_keeps_rows_without_a_readable_puzzle() {
        let ids: ArrayRef = Arc::new(Int16Array::from_iter_values(0..6));
        // The names of columns that decide how a table is read, and others.
        for name in ["puzzle", "board", "position", "#", "//"] {
            let puzzles: ArrayRef = Arc::new(StringArray::from_iter(UNTIDY));
            for columns in [
                vec![(name, puzzles.clone())],
                vec![(name, puzzles.clone()), ("id", ids.clone())],
                vec![("id", ids.clone()), (name, puzzles.clone())],
            ] {
                let scratch = Scratch::new();
                let before = write(&scratch, "p.parquet", columns);
                let run = scratch.run(&["convert", "p.parquet", "-o", "p.arrow"]);
                run.ends(2).says("--> p.parquet:4:").says("broken");
                let run = scratch.run(&["convert", "p.arrow", "-o", "p.arrows"]);
                run.ends(2);
                let run = scratch.run(&["convert", "p.arrows", "-o", "again.parquet"]);
                run.ends(2);
                assert_eq!(read(&scratch, "again.parquet"), before, "{name}");
            }
        }
    }

    #[test]
    fn rows_without_a_puzzle_are_named() {
        let scratch = Scratch::new();
        let puzzles: ArrayRef = Arc::new(StringArray::from_iter(UNTIDY));
        write(&scratch, "p.parquet", vec![("puzzle", puzzles)]);
        for args in [
            &["convert", "p.parquet", "-o", "c.parquet"][..],
            &["solve", "p.parquet", "-o", "s.parquet"],
            &["convert", "--to", "line", "p.parquet"],
        ] {
            let run = scratch.run(args).ends(2);
            run.says("the row has no puzzle\n --> p.parquet:2:1")
                .says("--> p.parquet:4:1")
                .says("--> p.parquet:6:");
        }
        let solved = read(&scratch, "s.parquet");
        // As in tables of text.
        let answers = [
            "Invalid",
            KNOWN_SOLUTION,
            "Invalid",
            HARD_SOLUTION,
            "Invalid",
            KNOWN_SOLUTION,
        ];
        assert_eq!(
            texts(&solved, "puzzle"),
            answers.map(|text| Some(text.to_string()))
        );
    }

    #[test]
    fn a_table_of_text_keeps_its_rows_and_columns() {
        let scratch = Scratch::with("one.csv", format!("puzzle\n{KNOWN}\n\nbroken\n{HARD}\n"));
        let run = scratch.run(&["convert", "one.csv", "-o", "one.parquet"]);
        run.ends(2).says("--> one.csv:4:1");
        let one = read(&scratch, "one.parquet");
        let expected = [Some(KNOWN), None, Some("broken"), Some(HARD)];
        assert_eq!(one.num_columns(), 1);
        assert_eq!(
            texts(&one, "puzzle"),
            expected.map(|text| text.map(String::from))
        );
        // A title above a grid is not the name of a column.
        scratch.write("grid.txt", "Puzzle\n1...\n..2.\n.3..\n...4\n");
        scratch
            .run(&["convert", "grid.txt", "-o", "grid.parquet"])
            .ends(0);
        assert_eq!(read(&scratch, "grid.parquet").num_rows(), 1);
    }

    #[test]
    fn rows_that_repeat_the_header_or_are_all_broken_are_kept() {
        for puzzles in [[KNOWN, "puzzle", HARD], ["broken", "", "puzzle"]] {
            let scratch = Scratch::new();
            let columns: Vec<(&str, ArrayRef)> = vec![
                ("puzzle", Arc::new(StringArray::from(puzzles.to_vec()))),
                ("id", Arc::new(StringArray::from(vec!["a", "id", "c"]))),
            ];
            let before = write(&scratch, "p.parquet", columns);
            let run = scratch.run(&["convert", "p.parquet", "-o", "again.parquet"]);
            run.ends(2);
            assert_eq!(read(&scratch, "again.parquet"), before);
        }
    }

    #[test]
    fn columns_that_a_form_has_no_room_for_are_named() {
        let scratch = Scratch::new();
        sample(&scratch);
        scratch
            .run(&["convert", "--to", "line", "p.parquet"])
            .ends(0)
            .says("note: columns other than puzzle, solution and name are left out");
        scratch.write(
            "two.csv",
            format!("puzzle,solution\n{KNOWN},{KNOWN_SOLUTION}\n"),
        );
        let run = scratch.run(&["convert", "--to", "line", "two.csv"]).ends(0);
        assert!(!run.stderr.contains("columns"), "{}", run.stderr);
    }

    #[test]
    fn lists_of_numbers_are_boards() {
        let scratch = Scratch::new();
        let mut boards = FixedSizeListBuilder::new(UInt8Builder::new(), 81);
        for line in [KNOWN, HARD] {
            let values = line
                .bytes()
                .map(|symbol| if symbol == b'.' { 0 } else { symbol - b'0' });
            values.for_each(|value| boards.values().append_value(value));
            boards.append(true);
        }
        let boards: ArrayRef = Arc::new(boards.finish());
        let before = write(&scratch, "p.parquet", vec![("puzzle", boards)]);
        scratch
            .run(&["solve", "p.parquet", "-o", "s.parquet"])
            .ends(0);
        let after = read(&scratch, "s.parquet");
        assert_eq!(
            after.schema().field(0).data_type(),
            before.schema().field(0).data_type()
        );
        let answers = after.column(0).as_fixed_size_list();
        for (row, expected) in [KNOWN_SOLUTION, HARD_SOLUTION].into_iter().enumerate() {
            let values = answers.value(row);
            let digits = values.as_primitive::<UInt8Type>().values().iter();
            let line: String = digits.map(|digit| (b'0' + digit) as char).collect();
            assert_eq!(line, expected);
        }
    }

    #[test]
    fn lists_that_are_no_boards_are_kept() {
        let scratch = Scratch::new();
        let lists = [
            Some(vec![Some(300), Some(-5)]),
            Some(vec![Some(1_234_567_890_123_456), None]),
            Some(vec![Some(12)]),
            Some(vec![]),
            None,
            Some(vec![Some(7); 20]),
        ];
        let lists = ListArray::from_iter_primitive::<Int64Type, _, _>(lists);
        let columns: Vec<(&str, ArrayRef)> = vec![
            ("#", Arc::new(lists)),
            ("puzzle", Arc::new(StringArray::from(vec![KNOWN; 6]))),
        ];
        let before = write(&scratch, "p.parquet", columns);
        scratch
            .run(&["convert", "p.parquet", "-o", "again.parquet"])
            .ends(0);
        assert_eq!(read(&scratch, "again.parquet"), before);
    }

    #[test]
    fn inputs_with_different_columns_are_not_mixed() {
        let scratch = Scratch::with("a.csv", format!("puzzle,n\n{KNOWN},1\n"));
        scratch.write("b.csv", format!("n,puzzle\n2,{HARD}\n"));
        let args = ["dedupe", "a.csv", "b.csv", "-o", "c.parquet"];
        scratch.run(&args).ends(2).says("may have other columns");
        let args = ["convert", "a.csv", "b.csv", "-o", "c.parquet"];
        scratch.run(&args).ends(0);
        let both = read(&scratch, "c.parquet");
        assert_eq!((both.num_rows(), both.num_columns()), (2, 2));
        let puzzles = both.column(0).as_string::<i32>();
        assert_eq!(puzzles.value(1).replace('0', "."), HARD);
    }

    #[test]
    fn other_verbs_read_and_write_them() {
        let scratch = Scratch::new();
        sample(&scratch);
        let args = ["dedupe", "p.parquet", "p.parquet", "-o", "once.parquet"];
        scratch.run(&args).ends(0).says("6 puzzles read, 3 kept");
        let once = read(&scratch, "once.parquet");
        assert_eq!(
            once.column(0)
                .as_primitive::<Int16Type>()
                .iter()
                .collect::<Vec<_>>(),
            [Some(7), None, Some(-1)]
        );
        let args = [
            "transform",
            "--transpose",
            "p.parquet",
            "-o",
            "turned.parquet",
        ];
        scratch.run(&args).ends(0);
        let turned = read(&scratch, "turned.parquet");
        assert!(
            turned
                .column(1)
                .as_string::<i32>()
                .value(0)
                .starts_with("56.847")
        );
        assert_eq!(turned.column(5).as_primitive::<Float32Type>().value(2), 0.1);
        scratch
            .run(&["rate", "--csv", "once.parquet", "-o", "rated.parquet"])
            .ends(1);
        let rated = read(&scratch, "rated.parquet");
        let score = rated.column_by_name("score").unwrap();
        assert_eq!(score.data_type(), &DataType::Int64);
        scratch
            .run(&["check", "--csv", "once.parquet", "-o", "checked.parquet"])
            .ends(1);
        assert_eq!(read(&scratch, "checked.parquet").num_rows(), 3);
        let args = [
            "dataset",
            "augment",
            "--copies",
            "2",
            "--seed",
            "1",
            "lines.txt",
        ];
        scratch.write("lines.txt", KNOWN);
        scratch
            .run(&[&args[..], &["-o", "more.parquet"]].concat())
            .ends(0);
        assert_eq!(read(&scratch, "more.parquet").num_rows(), 2);
    }

    /// The texts of a column, nulls included.
    fn texts(table: &RecordBatch, name: &str) -> Vec<Option<String>> {
        let column = table.column_by_name(name).expect(name).as_string::<i32>();
        column.iter().map(|text| text.map(String::from)).collect()
    }

    #[test]
    fn reports_become_columns_of_their_input() {
        let scratch = Scratch::new();
        let before = sample(&scratch);
        let args = ["check", "--minimal", "p.parquet", "-o", "checked.parquet"];
        scratch.run(&args).ends(1);
        let checked = read(&scratch, "checked.parquet");
        let names = checked.schema();
        let names: Vec<&str> = names
            .fields()
            .iter()
            .map(|field| &field.name()[..])
            .collect();
        let added = [
            "status",
            "own_solution",
            "detail",
            "minimal",
            "redundant",
            "removable",
        ];
        assert_eq!(names[7..], added);
        for column in 0..7 {
            assert_eq!(checked.column(column), before.column(column), "{column}");
        }
        let statuses = ["unique", "no-solution", "unique"].map(|name| Some(name.to_string()));
        assert_eq!(texts(&checked, "status"), statuses);
        let minimal = checked.column_by_name("minimal").unwrap().as_boolean();
        let expected = [Some(false), None, Some(true)];
        assert_eq!(minimal.iter().collect::<Vec<_>>(), expected);

        let args = ["rate", "--er", "checked.parquet", "-o", "rated.arrow"];
        scratch.run(&args).ends(1);
        let args = ["convert", "rated.arrow", "-o", "rated.parquet"];
        scratch.run(&args).ends(0);
        let rated = read(&scratch, "rated.parquet");
        // The status and the detail of `rate` replace those of `check`, its ER that of the input.
        let names = rated.schema();
        let names: Vec<&str> = names
            .fields()
            .iter()
            .map(|field| &field.name()[..])
            .collect();
        let added = [
            "own_solution",
            "minimal",
            "redundant",
            "removable",
            "status",
            "level",
            "score",
            "hardest",
            "steps",
            "techniques",
            "detail",
            "er",
            "ep",
            "ed",
        ];
        assert_eq!(names[6..], added);
        assert_eq!(texts(&rated, "status"), statuses);
        assert_eq!(
            texts(&rated, "level")[..2],
            [Some("easy".to_string()), None]
        );
        let score = rated.column_by_name("score").unwrap();
        assert_eq!(
            (score.data_type(), score.null_count()),
            (&DataType::Int64, 1)
        );
        let er = rated
            .column_by_name("er")
            .unwrap()
            .as_primitive::<Float64Type>();
        assert_eq!(
            er.iter().map(|er| er.is_some()).collect::<Vec<_>>(),
            [true, false, true]
        );
    }

    #[test]
    fn reports_keep_rows_without_a_puzzle_and_drop_those_not_asked_for() {
        let scratch = Scratch::new();
        let puzzles = [
            Some(KNOWN),
            None,
            Some("no puzzle"),
            Some(""),
            Some(HARD),
            None,
        ];
        let columns: Vec<(&str, ArrayRef)> = vec![
            ("puzzle", Arc::new(StringArray::from_iter(puzzles))),
            ("id", Arc::new(Int16Array::from_iter_values(0..6))),
        ];
        write(&scratch, "p.parquet", columns);
        scratch
            .run(&["check", "p.parquet", "-o", "c.parquet"])
            .ends(2);
        let checked = read(&scratch, "c.parquet");
        let ids: Vec<i16> = checked
            .column(1)
            .as_primitive::<Int16Type>()
            .values()
            .to_vec();
        assert_eq!(ids, [0, 1, 2, 3, 4, 5]);
        assert_eq!(
            texts(&checked, "puzzle"),
            puzzles.map(|text| text.map(String::from))
        );
        let statuses = texts(&checked, "status");
        assert_eq!(statuses[0].as_deref(), Some("unique"));
        assert_eq!(statuses[1].as_deref(), Some("unreadable"));
        assert_eq!(statuses[2].as_deref(), Some("unreadable"));
        assert_eq!(statuses[4].as_deref(), Some("unique"));
        let args = [
            "rate",
            "--hardest",
            "naked-single",
            "p.parquet",
            "-o",
            "r.parquet",
        ];
        scratch.run(&args);
        let rated = read(&scratch, "r.parquet");
        let wanted = rated.column(1).as_primitive::<Int16Type>().values();
        assert!(wanted.contains(&0) && !wanted.contains(&4), "{wanted:?}");
        // One column, whose name and rows look like the lines of a text.
        let column: ArrayRef = Arc::new(StringArray::from(vec![KNOWN, HARD]));
        write(&scratch, "one.parquet", vec![("puzzle", column)]);
        scratch
            .run(&["check", "one.parquet", "-o", "two.parquet"])
            .ends(0);
        let two = read(&scratch, "two.parquet");
        assert_eq!((two.num_rows(), two.num_columns()), (2, 4));
        assert_eq!(texts(&two, "status"), vec![Some("unique".to_string()); 2]);
    }

    #[test]
    fn reports_on_other_inputs_are_tables() {
        let scratch = Scratch::with("p.txt", format!("{KNOWN}\n{HARD}\n"));
        for (verb, columns) in [("check", 6), ("rate", 10), ("count", 7)] {
            scratch.run(&[verb, "p.txt", "-o", "r.parquet"]).ends(0);
            let report = read(&scratch, "r.parquet");
            assert_eq!(
                (report.num_rows(), report.num_columns()),
                (2, columns),
                "{verb}"
            );
            assert_eq!(texts(&report, "file")[1].as_deref(), Some("p.txt"));
        }
    }

    #[test]
    fn many_row_groups_come_out_in_order() {
        let scratch = Scratch::new();
        let text = own_puzzles();
        let lines: Vec<&str> = text.lines().filter(|line| line.len() == 81).collect();
        let puzzles: Vec<&str> = lines.iter().copied().cycle().take(20_000).collect();
        let ids: Vec<i16> = (0..20_000).collect();
        let columns: Vec<(&str, ArrayRef)> = vec![
            ("puzzle", Arc::new(StringArray::from(puzzles))),
            ("id", Arc::new(Int16Array::from(ids.clone()))),
        ];
        write(&scratch, "p.parquet", columns);
        scratch
            .run(&["solve", "p.parquet", "-o", "s.arrow"])
            .ends(0);
        scratch
            .run(&["convert", "s.arrow", "-o", "s.parquet"])
            .ends(0);
        let solved = read(&scratch, "s.parquet");
        assert_eq!(
            solved.column(1).as_primitive::<Int16Type>().values(),
            &ids[..]
        );
        let answers = solved.column(0).as_string::<i32>();
        assert!((0..20_000).all(|row| answers.value(row) == answers.value(row % lines.len())));
        assert!(answers.iter().flatten().all(|answer| !answer.contains('.')));
    }

    #[test]
    fn what_is_not_a_table_or_damaged_is_refused() {
        let scratch = Scratch::with("p.txt", KNOWN);
        scratch
            .run(&["solve", "p.txt", "-o", "s.parquet"])
            .ends(2)
            .says("a Parquet file holds a table");
        assert_eq!(scratch.names(), ["p.txt"]);
        scratch.write("cut.parquet", b"PAR1 and no more");
        scratch
            .run(&["solve", "cut.parquet"])
            .ends(2)
            .says("cannot read the Parquet file `cut.parquet`");
        sample(&scratch);
        scratch
            .run(&["solve", "--save", "p.parquet"])
            .ends(2)
            .says("cannot save solutions in the Parquet file");
        scratch
            .run(&["convert", "p.parquet", "-o", "x.txt"])
            .ends(2)
            .says("--to is missing");
    }
}
