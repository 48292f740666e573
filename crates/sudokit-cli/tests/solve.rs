//! `sudokit solve`: solutions in the form of the input.

mod common;
use common::*;

const BOXED: &str = "\
+ - - - + - - - + - - - +
| 5 3 X | X 7 X | X X X |
| 6 X X | 1 9 5 | X X X |
| X 9 8 | X X X | X 6 X |
+ - - - + - - - + - - - +
| 8 X X | X 6 X | X X 3 |
| 4 X X | 8 X 3 | X X 1 |
| 7 X X | X 2 X | X X 6 |
+ - - - + - - - + - - - +
| X 6 X | X X X | 2 8 X |
| X X X | 4 1 9 | X X 5 |
| X X X | X 8 X | X 7 9 |
+ - - - + - - - + - - - +
";

const BOXED_SOLUTION: &str = "\
+ - - - + - - - + - - - +
| 5 3 4 | 6 7 8 | 9 1 2 |
| 6 7 2 | 1 9 5 | 3 4 8 |
| 1 9 8 | 3 4 2 | 5 6 7 |
+ - - - + - - - + - - - +
| 8 5 9 | 7 6 1 | 4 2 3 |
| 4 2 6 | 8 5 3 | 7 9 1 |
| 7 1 3 | 9 2 4 | 8 5 6 |
+ - - - + - - - + - - - +
| 9 6 1 | 5 3 7 | 2 8 4 |
| 2 8 7 | 4 1 9 | 6 3 5 |
| 3 4 5 | 2 8 6 | 1 7 9 |
+ - - - + - - - + - - - +
";

#[test]
fn a_framed_board_stays_framed() {
    let scratch = Scratch::with("board.txt", BOXED);
    scratch
        .run(&["board.txt"])
        .ends(0)
        .gives(BOXED_SOLUTION)
        .says_nothing();
}

#[test]
fn trailing_blanks_of_a_frame_survive() {
    let ragged = BOXED.replace("|\n", "| \n");
    let scratch = Scratch::with("board.txt", &ragged);
    let expected = BOXED_SOLUTION.replace("|\n", "| \n");
    scratch.run(&["board.txt"]).ends(0).gives(&expected);
}

#[test]
fn a_csv_file_is_saved_next_to_its_input() {
    let puzzle = "0,3,5,2,9,0,8,6,4\n0,8,2,4,1,0,7,0,3\n7,6,4,3,8,0,0,9,0\n2,1,8,7,3,9,0,4,0\n\
                  0,0,0,8,0,4,2,3,0\n0,4,3,0,5,2,9,7,0\n4,0,6,5,7,1,0,0,9\n3,5,9,0,2,8,4,1,7\n\
                  8,0,0,9,0,0,5,2,6\n";
    let solution = "1,3,5,2,9,7,8,6,4\n9,8,2,4,1,6,7,5,3\n7,6,4,3,8,5,1,9,2\n2,1,8,7,3,9,6,4,5\n\
                    5,9,7,8,6,4,2,3,1\n6,4,3,1,5,2,9,7,8\n4,2,6,5,7,1,3,8,9\n3,5,9,6,2,8,4,1,7\n\
                    8,7,1,9,4,3,5,2,6\n";
    let scratch = Scratch::with("sample.csv", puzzle);
    scratch
        .run(&["solve", "--save", "sample.csv"])
        .ends(0)
        .gives("")
        .says("Saved sample_output.csv");
    assert_eq!(scratch.read("sample_output.csv"), solution);
    assert_eq!(scratch.read("sample.csv"), puzzle);
}

#[test]
fn spaced_rows_of_zeros_stay_spaced() {
    let spaced = |line: &str| {
        let rows: Vec<String> = (0..9)
            .map(|row| {
                line[row * 9..row * 9 + 9]
                    .chars()
                    .map(String::from)
                    .collect::<Vec<_>>()
                    .join(" ")
            })
            .collect();
        rows.join("\n") + "\n"
    };
    let scratch = Scratch::with("puzzle.txt", spaced(&KNOWN.replace('.', "0")));
    scratch.run(&["solve", "--save", "puzzle.txt"]).ends(0);
    assert_eq!(scratch.read("puzzle_output.txt"), spaced(KNOWN_SOLUTION));
}

#[test]
fn a_hexadoku_of_numbers_is_solved() {
    // A valid board of 16 values, with every third value removed.
    let value = |row: usize, column: usize| (row % 4 * 4 + row / 4 + column) % 16 + 1;
    let text = |open: bool| {
        let rows: Vec<String> = (0..16)
            .map(|row| {
                let cells = (0..16).map(|column| match open && (row + 2 * column) % 3 == 0 {
                    true => "0".to_string(),
                    false => value(row, column).to_string(),
                });
                cells.collect::<Vec<_>>().join(" ")
            })
            .collect();
        rows.join("\n") + "\n"
    };
    let scratch = Scratch::with("hexadoku.txt", text(true));
    scratch
        .run(&["solve", "--unique", "hexadoku.txt"])
        .ends(0)
        .gives(&text(false));
}

#[test]
fn standard_input_is_read_without_a_flag() {
    let scratch = Scratch::new();
    let (question, answer) = (rows(KNOWN), rows(KNOWN_SOLUTION));
    scratch
        .run_with_input(&[], &question)
        .ends(0)
        .gives(&answer);
    scratch
        .run_with_input(&["solve"], &question)
        .ends(0)
        .gives(&answer);
    scratch
        .run_with_input(&["-"], &question)
        .ends(0)
        .gives(&answer);
    scratch
        .run_with_input(&["--sequential"], &question)
        .ends(0)
        .gives(&answer);
    scratch
        .run_with_input(&["-s"], &question)
        .ends(0)
        .gives(&answer);
}

#[test]
fn everything_around_puzzles_is_copied() {
    let file = format!("# today's\r\n{KNOWN}\r\n\r\n# the last one has no line end\r\n{KNOWN}");
    let scratch = Scratch::with("book.sdm", &file);
    scratch
        .run(&["book.sdm"])
        .ends(0)
        .gives(&file.replace(KNOWN, KNOWN_SOLUTION));
}

#[test]
fn no_solution_is_reported_on_both_streams() {
    let scratch = Scratch::with("one.txt", format!("{IMPOSSIBLE}\n"));
    scratch
        .run(&["one.txt"])
        .ends(1)
        .gives("No Solution\n")
        .says("No solution found: one.txt\n");
    scratch.write("two.txt", format!("{KNOWN}\n{IMPOSSIBLE}\n"));
    scratch
        .run(&["two.txt"])
        .ends(1)
        .gives(&format!("{KNOWN_SOLUTION}\nNo Solution\n"))
        .says("No solution found: two.txt:2\n");
}

#[test]
fn a_broken_rule_is_invalid_and_located() {
    let scratch = Scratch::with("broken.txt", rows(BROKEN));
    let ran = scratch.run(&["broken.txt"]).ends(1).gives("Invalid\n");
    ran.says("twice in row 1")
        .says("--> broken.txt:1:1")
        .says("55..7....")
        .says("^^");
}

#[test]
fn several_solutions_are_noted_once() {
    let scratch = Scratch::with("four.txt", format!("{EMPTY_FOUR}\n"));
    scratch
        .run(&["four.txt"])
        .ends(0)
        .says("note: four.txt has several solutions; this is one of them\n");
    scratch.run(&["-q", "four.txt"]).ends(0).says_nothing();
    scratch.write(
        "many.txt",
        format!("{EMPTY_FOUR}\n{EMPTY_FOUR}\n1234341221434321\n"),
    );
    scratch
        .run(&["many.txt"])
        .ends(0)
        .says("note: 2 of 3 puzzles have several solutions; one of them is written\n");
}

#[test]
fn limit_all_first_and_unique() {
    let scratch = Scratch::with("four.txt", format!("{EMPTY_FOUR}\n"));
    let lines = |ran: &Ran| ran.stdout.lines().map(String::from).collect::<Vec<_>>();
    let five = lines(&scratch.run(&["solve", "--limit", "5", "four.txt"]).ends(0));
    assert_eq!(five.len(), 5);
    let all = lines(
        &scratch
            .run(&["solve", "--all", "--threads", "1", "four.txt"])
            .ends(0),
    );
    assert_eq!(all.len(), 288);
    assert_eq!(all[..5], five);
    let distinct: std::collections::BTreeSet<&String> = all.iter().collect();
    assert_eq!(distinct.len(), 288);
    let smallest = (*distinct.first().unwrap()).clone() + "\n";
    scratch
        .run(&["solve", "--first", "four.txt"])
        .ends(0)
        .gives(&smallest);
    scratch
        .run(&["solve", "--unique", "four.txt"])
        .ends(1)
        .says("Several solutions: four.txt\n");
    scratch.write("known.txt", KNOWN);
    scratch
        .run(&["solve", "--unique", "known.txt"])
        .ends(0)
        .gives(KNOWN_SOLUTION)
        .says_nothing();
}

#[test]
fn logic_alone_may_leave_cells_open() {
    let scratch = Scratch::with("known.txt", KNOWN);
    scratch
        .run(&["solve", "--logic-only", "known.txt"])
        .ends(0)
        .gives(KNOWN_SOLUTION);
    scratch.write("hard.txt", HARD);
    let ran = scratch.run(&["solve", "--logic-only", "hard.txt"]).ends(3);
    assert!(
        ran.stdout.contains('.') && ran.stdout.len() == 81,
        "{ran:?}"
    );
    ran.says("note: hard.txt: logic alone gets no further; this is the best attempt, ");
}

#[test]
fn a_budget_leaves_the_best_attempt() {
    let scratch = Scratch::with("hard.txt", format!("{HARD}\n"));
    let arguments = [
        "solve",
        "--engine",
        "backtracking",
        "--node-limit",
        "1k",
        "hard.txt",
    ];
    let ran = scratch.run(&arguments).ends(3);
    assert_eq!(ran.stdout.len(), 82, "{ran:?}");
    assert!(ran.stdout.contains('.'), "{ran:?}");
    ran.says("note: hard.txt: stopped at the node limit of 1,000; this is the best attempt, ");
}

#[test]
fn every_engine_gives_the_same_answer() {
    let scratch = Scratch::with("hard.txt", HARD);
    for engine in [
        "auto",
        "general",
        "mrv-degree",
        "least-domain",
        "strategies",
        "forward-checking+cell=least-domain",
    ] {
        scratch
            .run(&["solve", "--engine", engine, "hard.txt"])
            .ends(0)
            .gives(HARD_SOLUTION);
    }
}

#[test]
fn json_has_one_object_per_puzzle() {
    let scratch = Scratch::with(
        "mixed.txt",
        format!("{KNOWN}\n{IMPOSSIBLE}\n{BROKEN}\n{EMPTY_FOUR}\n"),
    );
    let ran = scratch.run(&["solve", "--json", "mixed.txt"]).ends(1);
    let lines: Vec<serde_json::Value> = ran
        .stdout
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    let status: Vec<&str> = lines
        .iter()
        .map(|line| line["status"].as_str().unwrap())
        .collect();
    assert_eq!(status, ["unique", "no-solution", "rule-broken", "several"]);
    assert_eq!(lines[0]["solution"], KNOWN_SOLUTION);
    assert_eq!(lines[0]["file"], "mixed.txt");
    assert_eq!(lines[1]["line"], 2);
    assert_eq!(lines[0]["exact"], true);
    assert_eq!(lines[3]["exact"], false);
    assert!(lines[0]["statistics"]["nodes"].as_u64().unwrap() > 0);
}

#[test]
fn json_of_many_solutions_has_one_line_each_and_a_final_one() {
    let scratch = Scratch::with("four.txt", EMPTY_FOUR);
    for wanted in [&["--limit", "500"][..], &["--all"]] {
        let arguments = [&["solve", "--json", "four.txt"], wanted].concat();
        let ran = scratch.run(&arguments).ends(0);
        let last: serde_json::Value =
            serde_json::from_str(ran.stdout.lines().last().unwrap()).unwrap();
        assert_eq!(ran.stdout.lines().count(), 289);
        assert_eq!(
            (&last["count"], &last["exact"]),
            (&288.into(), &true.into())
        );
    }
}

#[test]
fn an_unproven_solution_is_reported_as_such() {
    let scratch = Scratch::with("hard.txt", format!("{HARD}\n"));
    let budget = ["--engine", "backtracking", "--node-limit", "52000"];
    let solve = |wanted: &[&str]| {
        let arguments = [&["solve", "hard.txt"], &budget[..], wanted].concat();
        scratch.run(&arguments).gives(&format!("{HARD_SOLUTION}\n"))
    };
    let words = "note: hard.txt: stopped at the node limit of 52,000; \
                 this is a solution, but whether it is the ";
    solve(&[])
        .ends(0)
        .says(&format!("{words}only one is unknown\n"));
    solve(&["--unique"])
        .ends(3)
        .says(&format!("{words}only one is unknown\n"));
    solve(&["--first"])
        .ends(3)
        .says(&format!("{words}smallest is unknown\n"));
}

#[test]
fn statistics_are_a_table_on_standard_error() {
    let scratch = Scratch::with("known.txt", format!("{KNOWN}\n{KNOWN}\n"));
    let ran = scratch.run(&["solve", "--stats", "known.txt"]).ends(0);
    let expected = format!("{KNOWN_SOLUTION}\n{KNOWN_SOLUTION}\n");
    ran.gives(&expected)
        .says("backtracks")
        .says("known.txt:2")
        .says("2 puzzles in ");
}

#[test]
fn files_are_separated_by_a_newline() {
    let scratch = Scratch::with("a.txt", KNOWN);
    scratch.write("b.txt", KNOWN);
    let ran = scratch.run(&["a.txt", "b.txt"]).ends(0);
    assert_eq!(ran.stdout, format!("{KNOWN_SOLUTION}\n{KNOWN_SOLUTION}"));
}

#[test]
fn json_output_stays_valid_if_a_puzzle_is_not() {
    let document = format!(
        "[{{\"puzzle\": \"12\"}}, {{\"puzzle\": \"{KNOWN}\"}}, {{\"puzzle\": \"{BROKEN}\"}}]\n"
    );
    let scratch = Scratch::with("puzzles.json", document);
    let ran = scratch.run(&["puzzles.json"]).ends(2);
    let answers: serde_json::Value = serde_json::from_str(&ran.stdout).unwrap();
    assert_eq!(answers[0]["puzzle"], "Invalid");
    assert_eq!(answers[1]["puzzle"], KNOWN_SOLUTION);
    assert_eq!(answers[2]["puzzle"], "Invalid");
}
