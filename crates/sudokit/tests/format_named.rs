//! `--from`: a form that was named is used, and a file of another form is refused.

use sudokit::format::write::{self, WriteOptions};
use sudokit::format::{Content, Form, Piece, ReadOptions, Reader};
use sudokit::{ProblemCode, Puzzle};

const PUZZLE: &str =
    "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";

/// The puzzle as a file of a form.
fn written(form: Form) -> Vec<u8> {
    let puzzle: Puzzle = PUZZLE.parse().unwrap();
    let mut text = Vec::new();
    write::puzzle(form, &puzzle, None, &WriteOptions::default(), &mut text).unwrap();
    text
}

/// The first piece that is not text between puzzles.
fn first(text: &[u8], form: Option<Form>) -> Content {
    let options = ReadOptions {
        form,
        ..ReadOptions::default()
    };
    let mut reader = Reader::new(text, options);
    let mut piece = Piece::default();
    while reader.read(&mut piece).unwrap() {
        if !matches!(piece.content, Content::Verbatim) {
            return piece.content;
        }
    }
    panic!("neither a puzzle nor a problem")
}

fn forms() -> impl Iterator<Item = Form> {
    let all = Form::ALL.iter().copied();
    all.filter(|form| form.can_read() && form.can_write())
}

/// The form of the file, as far as it shows: without deleted candidates `susser` is a line, and
/// without placed values `sdx` is a board of candidates.
fn detected(form: Form) -> Form {
    match form {
        Form::Susser => Form::Line,
        Form::Sdx => Form::Pencilmarks,
        form => form,
    }
}

#[test]
fn a_file_is_read_by_the_name_of_its_form() {
    for form in forms() {
        let text = written(form);
        for named in [None, Some(form)] {
            match first(&text, named) {
                Content::Puzzle(record) => {
                    let found = [form, detected(form)].contains(&record.form);
                    assert!(found, "{form} as {named:?} is {}", record.form);
                }
                other => panic!("{form} as {named:?}: {other:?}"),
            }
        }
    }
}

/// Names that fit a file although its form has another name.
const ALSO: &[(Form, Form)] = &[
    // Both are boards of candidates, if no value is placed.
    (Form::Sdx, Form::Pencilmarks),
    (Form::Pencilmarks, Form::Sdx),
    // A line may have columns around the puzzle.
    (Form::Line, Form::Table),
    (Form::Line, Form::Susser),
    // Nested lists are source text.
    (Form::Code, Form::Json),
    // Any address with a puzzle in it.
    (Form::Link, Form::SudokuWiki),
    (Form::Link, Form::SudokuExchange),
    (Form::Link, Form::FPuzzles),
    (Form::Link, Form::SudokuPad),
];

#[test]
fn a_file_of_another_form_is_refused() {
    for form in forms() {
        let text = written(form);
        for named in forms().filter(|named| *named != form) {
            match first(&text, Some(named)) {
                Content::Unreadable(problem) if problem.code == ProblemCode::OtherForm => {
                    let found = format!("`{}`", detected(form));
                    assert!(problem.message.contains(&found), "{problem}");
                }
                Content::Puzzle(_) if ALSO.contains(&(named, form)) => {}
                other => panic!("--from {named} of {form}: {other:?}"),
            }
        }
    }
}
