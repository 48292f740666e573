//! One puzzle in hundreds of ways in which people write it down: each is read as that puzzle, or
//! refused with a problem that helps; none is read as something else.

mod blanks;
mod boards;
mod code;
mod damage;
mod documents;
mod drawings;
mod empty_rows;
mod lookalikes;
mod marks;
mod markup;
mod places;
mod positions;
mod programs;
mod texts;

use boards::Board;
use sudokit::Solver;
use sudokit::format::{Content, Piece, ReadOptions, Reader, Record};

/// One way to write a puzzle.
struct Case {
    name: String,
    bytes: Vec<u8>,
    expected: Expected,
}

#[derive(Clone, Copy)]
enum Expected {
    /// It is read as this board.
    Read(Board),
    /// It has two readings; a problem says so, or the right one is found.
    ReadOrRefused(Board),
    /// It is not a puzzle that can be read.
    Refused,
    /// It is read as this many puzzles, all of them this board.
    Many(Board, usize),
}

/// What the reader made of a text.
#[derive(Debug, PartialEq)]
enum Verdict {
    Read,
    Refused(String),
    Misread(String),
}

fn case(name: impl Into<String>, text: impl AsRef<[u8]>, expected: Expected) -> Case {
    Case {
        name: name.into(),
        bytes: text.as_ref().to_vec(),
        expected,
    }
}

fn pieces(bytes: &[u8]) -> Vec<Piece> {
    let mut reader = Reader::new(bytes, ReadOptions::default());
    let (mut piece, mut pieces) = (Piece::default(), Vec::new());
    while reader.read(&mut piece).unwrap() {
        pieces.push(piece.clone());
    }
    pieces
}

fn verdict(case: &Case) -> Verdict {
    let mut records: Vec<Record> = Vec::new();
    let mut problem = None;
    for piece in pieces(&case.bytes) {
        match piece.content {
            Content::Verbatim => {}
            Content::Puzzle(record) => records.push(record),
            Content::Unreadable(found) => {
                if found.message.is_empty() || found.help.is_empty() {
                    return Verdict::Misread(format!("a problem that does not help: {found}"));
                }
                problem.get_or_insert(found.message);
            }
        }
    }
    let (board, count) = match case.expected {
        Expected::Read(board) | Expected::ReadOrRefused(board) => (Some(board), 1),
        Expected::Many(board, count) => (Some(board), count),
        Expected::Refused => (None, 0),
    };
    let is_right = |record: &Record| {
        board.is_some_and(|board| {
            record.puzzle.values() == board.values() && record.puzzle.shape() == &board.shape()
        })
    };
    match problem {
        // What is read beside a problem must be right, too.
        Some(problem) if records.iter().all(is_right) => Verdict::Refused(problem),
        None if records.len() == count && records.iter().all(is_right) => Verdict::Read,
        _ => {
            let read: Vec<String> = records.iter().map(|r| r.puzzle.to_string()).collect();
            Verdict::Misread(format!("read as {read:?}"))
        }
    }
}

/// Checks that the answer of a case takes the place of the puzzle and nothing else changes: the
/// text reads back as the solution.
fn check_answer(case: &Case, board: Board) -> Result<(), String> {
    let solution = Solver::new()
        .solve(&board.puzzle())
        .solution
        .expect("a solution");
    let (mut same, mut solved) = (Vec::new(), Vec::new());
    for piece in pieces(&case.bytes) {
        match &piece.content {
            Content::Puzzle(record) => {
                record.write_values(&piece.text, record.puzzle.values(), &mut same);
                record.write_values(&piece.text, solution.values(), &mut solved);
            }
            _ => {
                same.extend_from_slice(&piece.text);
                solved.extend_from_slice(&piece.text);
            }
        }
    }
    if same != case.bytes {
        return Err("its own values do not keep its text".to_string());
    }
    let mut boards = Vec::new();
    for piece in pieces(&solved) {
        match piece.content {
            Content::Puzzle(record) => boards.push(match record.claimed {
                Some(claimed) => claimed.values().to_vec(),
                None => record.puzzle.values().to_vec(),
            }),
            Content::Unreadable(problem) => {
                return Err(format!("the answer is refused: {}", problem.message));
            }
            Content::Verbatim => {}
        }
    }
    match boards.iter().all(|values| values == solution.values()) && !boards.is_empty() {
        true => Ok(()),
        false => Err(format!(
            "the answer is read as {boards:?}:\n{}",
            String::from_utf8_lossy(&solved)
        )),
    }
}

/// Runs all cases of a family; returns how many are read and how many are refused.
fn run(family: &str, cases: Vec<Case>) {
    let (mut read, mut refused, mut failures) = (0, 0, Vec::new());
    let show = |case: &Case| {
        let text = String::from_utf8_lossy(&case.bytes).into_owned();
        format!(
            "{}\n{}",
            case.name,
            text.chars().take(400).collect::<String>()
        )
    };
    let count = cases.len();
    for case in &cases {
        let found = verdict(case);
        match &found {
            Verdict::Read => read += 1,
            Verdict::Refused(_) => refused += 1,
            Verdict::Misread(_) => {}
        }
        let is_expected = match case.expected {
            Expected::Read(_) | Expected::Many(..) => found == Verdict::Read,
            Expected::ReadOrRefused(_) => !matches!(found, Verdict::Misread(_)),
            Expected::Refused => matches!(found, Verdict::Refused(_)),
        };
        if !is_expected {
            failures.push(format!("{found:?}: {}", show(case)));
        }
        if let (Expected::Read(board) | Expected::ReadOrRefused(board), Verdict::Read) =
            (case.expected, &found)
            && let Err(error) = check_answer(case, board)
        {
            failures.push(format!("{error}: {}", show(case)));
        }
    }
    println!("{family}: {count} ways, {read} read, {refused} refused");
    assert!(
        failures.is_empty(),
        "{} of {count} fail:\n\n{}",
        failures.len(),
        failures.join("\n\n")
    );
}

#[test]
fn every_blank_in_every_layout() {
    run("blanks", blanks::cases());
}

#[test]
fn drawings_frames_and_spreadsheets() {
    run("drawings", drawings::cases());
}

#[test]
fn code_of_many_languages() {
    run("code", code::cases());
}

#[test]
fn markup_and_links() {
    run("markup", markup::cases());
}

#[test]
fn documents_and_tables() {
    run("documents", documents::cases());
}

#[test]
fn texts_digits_and_encodings() {
    run("texts", texts::cases());
}

#[test]
fn cells_with_their_places() {
    run("places", places::cases());
}

#[test]
fn spaces_by_position() {
    run("positions", positions::cases());
}

#[test]
fn marks_around_and_between_cells() {
    run("marks", marks::cases());
}

#[test]
fn outputs_of_programs_and_rows_in_other_text() {
    run("programs", programs::cases());
}

#[test]
fn lookalikes_are_not_puzzles() {
    run("look-alikes", lookalikes::cases());
}

/// All cases.
/// Returns the messages of all problems of a text, which has no puzzle.
fn problems(name: &str, text: &str) -> Vec<String> {
    let problem = |piece: Piece| match piece.content {
        Content::Verbatim => None,
        Content::Puzzle(record) => panic!("{name}: read as {}", record.puzzle),
        Content::Unreadable(problem) => Some(problem.message),
    };
    pieces(text.as_bytes())
        .into_iter()
        .filter_map(problem)
        .collect()
}

#[test]
fn a_table_of_numbers_is_one_problem() {
    for (name, text, expected) in lookalikes::tables() {
        let problems = problems(name, &text);
        assert_eq!(problems.len(), 1, "{name}: {problems:?}");
        assert!(problems[0].contains(expected), "{name}: {problems:?}");
    }
}

#[test]
fn boards_beside_each_other_are_counted() {
    for (name, text, count) in lookalikes::beside() {
        let problems = problems(name, &text);
        let expected = format!("these are {count} boards beside each other");
        assert_eq!(problems, [expected], "{name}");
    }
}

fn all_cases() -> impl Iterator<Item = Case> {
    let families = [
        blanks::cases(),
        drawings::cases(),
        code::cases(),
        markup::cases(),
        documents::cases(),
        texts::cases(),
        positions::cases(),
        marks::cases(),
        programs::cases(),
        places::cases(),
        lookalikes::cases(),
    ];
    families.into_iter().flatten()
}

/// Damaged copies of every case lose no byte, and a puzzle's own values change nothing.
/// `SUDOKIT_MUTATIONS` says how many of each.
#[test]
fn damaged_texts_lose_nothing() {
    let count = std::env::var("SUDOKIT_MUTATIONS").map_or(1, |count| count.parse().unwrap());
    let mut random = sudokit::random::Random::new(13, 0);
    for case in all_cases() {
        for _ in 0..count {
            let mut text = case.bytes.clone();
            for _ in 0..=random.below(3) {
                let at = random.below(text.len() as u64 + 1) as usize;
                let end = (at + random.below(12) as usize).min(text.len());
                let marks = b"\"'[](){}<>,;|:&\\\n\r\t +-=#.0159xA\x00\xff\xc2";
                let mark = marks[random.below(marks.len() as u64) as usize];
                let part = text[at..end].to_vec();
                let (until, new) = match random.below(4) {
                    0 => (end, Vec::new()),
                    1 => (at, part),
                    2 => (at, vec![mark]),
                    _ => (end, vec![mark]),
                };
                text.splice(at..until, new);
            }
            check_bytes(&text);
        }
    }
}

fn check_bytes(text: &[u8]) {
    let shown = || String::from_utf8_lossy(text).into_owned();
    let (mut together, mut written, mut is_open) = (Vec::new(), Vec::new(), true);
    for piece in pieces(text) {
        together.extend_from_slice(&piece.text);
        let _ = piece.problem();
        match &piece.content {
            Content::Puzzle(record) => {
                record.write_values(&piece.text, record.puzzle.values(), &mut written);
                is_open &= !record.puzzle.is_full();
            }
            _ => written.extend_from_slice(&piece.text),
        }
    }
    assert!(
        together == text,
        "the pieces are not the text:\n{}",
        shown()
    );
    assert!(
        written == text || !is_open,
        "its own values change the text:\n{}\n{}",
        shown(),
        String::from_utf8_lossy(&written)
    );
}

/// Writes every case to the folder that `SUDOKIT_SEEDS` names, as seeds for fuzzing.
#[test]
#[ignore = "writes files"]
fn write_seeds() {
    let folder = std::env::var_os("SUDOKIT_SEEDS").expect("SUDOKIT_SEEDS names a folder");
    for (number, case) in all_cases().enumerate() {
        let path = std::path::Path::new(&folder).join(number.to_string());
        std::fs::write(path, case.bytes).unwrap();
    }
}

/// `SUDOKIT_DAMAGES` says how many damages of each case are tried.
#[test]
fn damaged_texts_are_not_misread() {
    let most = std::env::var("SUDOKIT_DAMAGES").map_or(4, |count| count.parse().unwrap());
    let mut random = sudokit::random::Random::new(17, 0);
    let (mut count, mut failures) = (0, Vec::new());
    for case in all_cases() {
        let Some((text, board)) = damage::subject(&case) else {
            continue;
        };
        let positional = case.name.contains("trimmed");
        let mut damaged = damage::all(text);
        random.shuffle(&mut damaged);
        damaged.truncate(most);
        count += damaged.len();
        for damaged in damaged {
            if let Some(misread) = damage::misread(board, positional, &damaged) {
                let text = String::from_utf8_lossy(&damaged.text);
                failures.push(format!(
                    "{}: {}: {misread}\n{text}",
                    case.name, damaged.damage
                ));
            }
        }
    }
    println!("{count} damaged texts");
    assert!(
        failures.is_empty(),
        "{} of {count} damaged texts are misread:\n\n{}",
        failures.len(),
        failures.join("\n")
    );
}
