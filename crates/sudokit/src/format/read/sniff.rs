//! Detects the kind of a file from its first lines, never from its name.

use crate::format::forms::grid::row_split::bracketed_tokens;
use crate::format::forms::table::Table;
use crate::format::forms::{code, facts, number_tables};
use crate::format::read::decoration::{bracketed_cells, has_wide_separators};
use crate::format::read::lines::{Line, LineKind, Lines, kind_of, trim};
use crate::format::symbols::tokens::lists_candidates;
use crate::format::{Form, ReadOptions, Span};
use crate::problem::{Problem, ProblemCode};
use crate::shape::MIN_SIZE;

/// How the rest of a stream is read.
pub(crate) enum Start {
    /// It is not text, or text of another kind.
    Refused(Problem),
    /// A document, which is read as a whole.
    Document(Form),
    /// A table, and the length of the text up to the end of its header.
    Table(Table, usize),
    /// Lines and grids.
    Text,
}

/// The number of rows that are examined for the columns of what is said to be a table: the first
/// ones may be empty or broken.
const MOST_ROWS: usize = 100;

/// Detects what a stream that starts with this text contains.
pub(crate) fn start(
    text: &[u8],
    complete: bool,
    expects_table: bool,
    options: &ReadOptions,
) -> Start {
    if let Some(problem) = not_text(text) {
        return Start::Refused(problem);
    }
    if options.form.is_none() && is_formula(text) {
        return Start::Refused(Problem::new(
            ProblemCode::UnsupportedForm,
            "the input is not a puzzle but a formula in DIMACS form",
            "give the puzzle that the formula was made from",
        ));
    }
    match options.form {
        Some(form @ (Form::Json | Form::OpenSudoku | Form::Sdk)) => return Start::Document(form),
        // Both are games in XML.
        Some(Form::KSudoku) => return Start::Document(Form::OpenSudoku),
        Some(Form::Table) | None => {}
        Some(_) => return Start::Text,
    }
    let mut lines = Lines::new(text, complete);
    let mut content = lines
        .by_ref()
        .filter(|line| kind_of(line.of(text), options) != LineKind::Blank)
        .filter(|line| kind_of(line.of(text), options) != LineKind::Comment);
    let first = content.next();
    // A Markdown table has a rule below its header.
    let mut rows = content
        .filter(|line| !is_rule(line.of(text)))
        .map(|line| &text[line.start..]);
    let Some(first) = first.or_else(|| unfinished(text, complete)) else {
        return Start::Text;
    };
    let named_table = options.form == Some(Form::Table) || expects_table;
    let line = trim(text, first.span()).of(text);
    match line {
        _ if named_table => {}
        // A comment of Haskell or of a template.
        [b'{', b'-' | b'%' | b'#', ..] => return Start::Text,
        [b'{' | b'[', ..] if code::is_source(text, complete, options) => return Start::Text,
        [b'{' | b'[', ..] if is_row_of_candidates(line) => return Start::Text,
        [b'{' | b'[', ..] if facts::starts_list(line) => return Start::Text,
        // A table of a wiki, and brackets of an East Asian keyboard.
        [b'{', b'|', ..] => return Start::Text,
        [b'{' | b'[', ..] if has_wide_separators(line) => return Start::Text,
        [b'{' | b'[', ..] if bracketed_cells(line).is_some() => return Start::Text,
        [b'{', ..] => return Start::Document(Form::Json),
        [b'[', ..] if is_section(line) && has_puzzle_section(text) => {
            return Start::Document(Form::Sdk);
        }
        [b'[', rest @ ..] if starts_value(rest) => return Start::Document(Form::Json),
        [b'<', ..] if is_puzzle_markup(text) => {
            return Start::Document(Form::OpenSudoku);
        }
        _ => {}
    }
    let mut below = Lines::new(text, complete);
    if !named_table && number_tables::find(&mut below, first).is_some() {
        return Start::Text;
    }
    let table = match named_table {
        false => rows
            .next()
            .and_then(|row| Table::detect(line, row, options)),
        true => rows
            .take(MOST_ROWS)
            .find_map(|row| Table::detect_named(line, row, options))
            .or_else(|| Table::from_header(line)),
    };
    match table {
        Some(table) => Start::Table(table, first.next),
        None => Start::Text,
    }
}

/// Returns whether a line is the rule below the header of a Markdown table.
fn is_rule(line: &[u8]) -> bool {
    let is_stroke = |byte: &u8| matches!(byte, b'-' | b':' | b'|' | b'+' | b' ' | b'\t');
    line.contains(&b'|') && line.contains(&b'-') && line.iter().all(is_stroke)
}

/// Returns a first line that is longer than what has been read of it: a document without line ends.
fn unfinished(text: &[u8], complete: bool) -> Option<Line> {
    (!complete && !text.is_empty()).then_some(Line {
        start: 0,
        end: text.len(),
        next: text.len(),
    })
}

fn not_text(text: &[u8]) -> Option<Problem> {
    let wide = text.starts_with(b"\xff\xfe") || text.starts_with(b"\xfe\xff");
    let head = &text[..text.len().min(4096)];
    let zeros = |from: usize| {
        let bytes = head.iter().skip(from).step_by(2);
        bytes.filter(|byte| **byte == 0).count()
    };
    let (even, odd) = (zeros(0), zeros(1));
    // In UTF-16, plain letters have their zero byte always on the same side.
    let every_other = even.min(odd) == 0 && even + odd > 1 && (even + odd) * 3 >= head.len();
    let (message, help) = if wide || every_other {
        (
            "the input looks like UTF-16".to_string(),
            "save it as UTF-8",
        )
    } else if let Some((_, kind)) = SIGNATURES.iter().find(|(mark, _)| text.starts_with(mark)) {
        let message = format!("the input is not text but {kind}");
        (
            message,
            "give a text file, or copy the puzzle out of it as text",
        )
    } else if is_binary(head) {
        ("the input is not text".to_string(), "give a text file")
    } else {
        return None;
    };
    Some(Problem::new(ProblemCode::NotText, message, help))
}

/// Returns whether a text starts with the header of a formula in DIMACS form, `p cnf 729 8829`,
/// below comments that start with `c`. Its clauses would pass for rows of cells.
fn is_formula(text: &[u8]) -> bool {
    let lines = Lines::new(text, true).map(|line| line.trimmed(text).of(text));
    let is_comment = |line: &[u8]| matches!(line, [] | [b'c'] | [b'c', b' ' | b'\t', ..]);
    let mut content = lines.skip_while(|line| is_comment(line));
    content
        .next()
        .is_some_and(|line| line.starts_with(b"p cnf "))
}

/// How files start that are not text.
const SIGNATURES: [(&[u8], &str); 10] = [
    (b"\x7fELF", "a program"),
    (b"MZ\x90\x00", "a program"),
    (b"\x89PNG\r\n", "a picture"),
    (b"\xff\xd8\xff", "a picture"),
    (b"GIF8", "a picture"),
    (b"%PDF-", "a PDF document"),
    (b"PK\x03\x04", "a zip archive"),
    (b"\x1f\x8b", "compressed"),
    (b"\x28\xb5\x2f\xfd", "compressed"),
    (b"SQLite format 3\x00", "a database"),
];

/// Returns whether a text has so many control characters that they cannot be accidents. A few
/// spoil only their own lines.
fn is_binary(head: &[u8]) -> bool {
    let is_control = |byte: &&u8| matches!(byte, 0..=8 | 0x0e..=0x19 | 0x1c..=0x1f | 0x7f);
    let controls = head.iter().filter(is_control).count();
    // A short text with one such byte is still text, if it has a line that is.
    controls * 10 > head.len()
}

/// `[Puzzle]`, alone on its line.
fn is_section(line: &[u8]) -> bool {
    let inner = line
        .strip_prefix(b"[")
        .and_then(|rest| rest.strip_suffix(b"]"));
    inner.is_some_and(|name| !name.is_empty() && name.iter().all(u8::is_ascii_alphabetic))
}

/// Returns whether one of the sections is a puzzle: `[code]` is a tag of a forum, and `[game]` may
/// be any settings file.
fn has_puzzle_section(text: &[u8]) -> bool {
    let head = text[..text.len().min(LONGEST_HEAD)].to_ascii_lowercase();
    let names: [&[u8]; 2] = [b"[puzzle]", b"[state]"];
    names
        .iter()
        .any(|name| memchr::memmem::find(&head, name).is_some())
}

/// The part of a text in which its first puzzle section starts.
const LONGEST_HEAD: usize = 64 * 1024;

/// Returns whether a JSON value, or the end of an empty array, comes next.
fn starts_value(rest: &[u8]) -> bool {
    let first = rest.iter().find(|byte| !byte.is_ascii_whitespace());
    // A number of sixteen digits is a puzzle in brackets, and `[12:30]` the time of a message.
    let rest = rest.trim_ascii_start();
    let digits = rest.iter().take_while(|byte| byte.is_ascii_digit());
    let digits = digits.take(16).count();
    first.is_none_or(|byte| matches!(byte, b'[' | b'{' | b'"' | b']' | b'0'..=b'9'))
        && digits < 16
        && (digits == 0 || rest.get(digits) != Some(&b':'))
}

/// Returns whether a text has the games of OpenSudoku or KSudoku, or a root that promises them.
/// Other XML is text with tags in it.
fn is_puzzle_markup(text: &[u8]) -> bool {
    let names = [
        &b"<opensudoku"[..],
        b"<onegravitysudoku",
        b"<ksudoku",
        b"<game",
        b":game",
    ];
    let lower = text.to_ascii_lowercase();
    names
        .iter()
        .any(|name| memchr::memmem::find(&lower, name).is_some())
}

/// Returns whether a line that starts with a bracket is a row of cells in brackets, with all of
/// their candidates: `{5} {1 2 4} {3}`.
fn is_row_of_candidates(line: &[u8]) -> bool {
    let cells = bracketed_tokens(line);
    let is_cell = |span: &Span| lists_candidates(span.of(line));
    cells.len() >= MIN_SIZE && cells.iter().all(is_cell)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn form(text: &str) -> Option<Form> {
        match start(text.as_bytes(), true, false, &ReadOptions::default()) {
            Start::Document(form) => Some(form),
            _ => None,
        }
    }

    #[test]
    fn documents_are_detected_by_their_first_line() {
        assert_eq!(form(" {\"size\":9}"), Some(Form::Json));
        assert_eq!(form("[[5,3,0]]"), Some(Form::Json));
        assert_eq!(form("[\n [5,3,0]]"), Some(Form::Json));
        assert_eq!(form("[Puzzle]\n53..7....\n"), Some(Form::Sdk));
        assert_eq!(form("#Aauthor\n\n[Puzzle]\n53..7....\n"), Some(Form::Sdk));
        let games = "<?xml version=\"1.0\"?>\n<a:list><a:game/></a:list>";
        assert_eq!(form(games), Some(Form::OpenSudoku));
        assert_eq!(form(&games.replace("a:", "")), Some(Form::OpenSudoku));
        assert_eq!(form("<?xml version=\"1.0\"?>\n<board/>"), None);
        assert_eq!(form("<opensudoku>"), Some(Form::OpenSudoku));
        assert_eq!(form("<div id=\"contents\">"), None);
        assert_eq!(form("53..7....\n"), None);
        assert_eq!(form(""), None);
    }

    #[test]
    fn binary_input_is_reported() {
        let message = |bytes: &[u8]| match start(bytes, true, false, &ReadOptions::default()) {
            Start::Refused(problem) => problem.message,
            _ => String::new(),
        };
        assert_eq!(
            message(b"\xff\xfe5\x003\x00"),
            "the input looks like UTF-16"
        );
        assert_eq!(message(b"5\x003\x007\x00"), "the input looks like UTF-16");
        assert_eq!(
            message(b"\x7fELF\x00abcdefghijklm"),
            "the input is not text but a program"
        );
        let elf =
            b"\x7fELF\x02\x01\x01\x00\x00\x00\x00\x00\x00\x00\x00\x00\x03\x00>\x00\x01\x00\x00\x00";
        assert_eq!(message(elf), "the input is not text but a program");
        assert_eq!(
            message(&[0, 1, 2, b'5', b'3', 0, 7]),
            "the input is not text"
        );
        assert_eq!(
            message(b"%PDF-1.7\n%\xe2\xe3"),
            "the input is not text but a PDF document"
        );
        assert_eq!(
            message(b"c Sudoku\np cnf 729 8829\n111 112 0\n"),
            "the input is not a puzzle but a formula in DIMACS form"
        );
        assert_eq!(message(b"53..7...."), "");
    }
}
