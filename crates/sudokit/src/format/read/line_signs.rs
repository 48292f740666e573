//! Signs by which one line of plain text is told to be a comment, a caption or a puzzle.

use crate::format::Span;
use crate::format::read::lines::split;
use crate::format::symbols::tokens;
use crate::format::symbols::tokens::BLANKS;
use crate::shape::{MAX_SIZE, MIN_SIZE};

/// Returns the mark of a comment that a line starts with: `#`, `//`, `;`, `%`, `'`, `!` or `REM`.
/// Apart from the first two, it is one only if it does not occur among the cells.
pub(super) fn comment_mark(line: &[u8]) -> Option<&[u8]> {
    let line = line.trim_ascii();
    let first = *line.first()?;
    if first == b'R' || first == b'r' {
        let word = line.get(..4)?;
        return word.eq_ignore_ascii_case(b"rem ").then_some(&word[..3]);
    }
    let marks = line.iter().take_while(|byte| **byte == first).count();
    match (first, marks) {
        (b'#', _) => Some(&line[..marks]),
        (b'/', 2..) => {
            let is_inner = line.get(marks) == Some(&b'!');
            Some(&line[..marks + usize::from(is_inner)])
        }
        (b';' | b'%' | b'\'' | b'!', 1..=3) => {
            (!line[marks..].contains(&first)).then_some(&line[..marks])
        }
        _ => None,
    }
}

/// Returns whether a line is a caption or a sentence: words up to a number or a mark (`Puzzle 2`,
/// `Solution:`, `Can you solve it?`), or a number with a mark (`2)`).
pub(super) fn is_caption(line: &[u8]) -> bool {
    const LONGEST_WORD: usize = 24;
    const MOST_DIGITS: usize = 4;
    let Ok(text) = std::str::from_utf8(line.trim_ascii()) else {
        return false;
    };
    let is_inner = |c: char| c.is_alphanumeric() || "'’-,;:.!?()\"#&/".contains(c);
    let is_word = |word: &str| word.len() <= LONGEST_WORD && word.chars().all(is_inner);
    let starts_with_word = text.starts_with(char::is_alphabetic);
    let is_marked = text.ends_with(['.', ':', '!', '?', ',']);
    let last = text.trim_end_matches([':', ')', '.']).rsplit(' ').next();
    let last = last.unwrap_or_default().trim_start_matches(['#', '(']);
    let is_number =
        (1..=MOST_DIGITS).contains(&last.len()) && last.bytes().all(|byte| byte.is_ascii_digit());
    // Digits alone may be a damaged puzzle.
    let marks = text.len() - last.len();
    let is_alone = last.len() < MOST_DIGITS && (1..=2).contains(&marks) && !text.ends_with('.');
    text.split_ascii_whitespace().all(is_word)
        && (is_number && (starts_with_word || is_alone) || is_marked && starts_with_word)
}

/// Returns whether a line has a column of digits and blanks that is too long for a row of a grid.
pub(super) fn has_long_run(line: &[u8]) -> bool {
    let is_run = |column: &Span| {
        let column = column.of(line);
        let is_cell = |byte: &u8| byte.is_ascii_digit() || BLANKS.contains(&char::from(*byte));
        column.len() > MAX_SIZE
            && column.iter().all(is_cell)
            && column.iter().any(u8::is_ascii_digit)
    };
    let columns = split(line, |c| c.is_whitespace() || ",;|\"=".contains(c));
    columns.iter().any(is_run)
}

/// Returns whether a line has a cell or two among as many tabs as separate the cells of a row.
pub(super) fn has_empty_fields(line: &[u8]) -> bool {
    let tabs = line.iter().filter(|byte| **byte == b'\t').count();
    let is_cell = |byte: &u8| byte.is_ascii_digit() || byte.is_ascii_whitespace();
    tabs + 1 >= MIN_SIZE && line.iter().all(is_cell)
}

/// Returns whether a line starts with a digit or a mark that is never that of a comment.
pub(super) fn starts_cells(line: &[u8]) -> bool {
    matches!(line, [b'0'..=b'9' | b'.' | b'+', ..])
}

/// Returns whether a line starts like HoDoKu's library lines: `:0401:` or `:0401-1:`.
pub(super) fn is_hodoku(line: &[u8]) -> bool {
    let line = line.trim_ascii_start();
    match line {
        [b':', rest @ ..] => {
            let digits = rest.iter().take_while(|byte| byte.is_ascii_digit()).count();
            (4..=6).contains(&digits) && matches!(rest.get(digits), Some(b':' | b'-'))
        }
        _ => false,
    }
}

/// Returns whether a line is `name n box_rows box_columns v1 …`: a name, a size that is the product
/// of the box, and more numbers than a row has. If there are exactly as many cells as the size
/// needs, a wrong box or a name with blanks is a problem of a list line, not a sign of another
/// form.
pub(super) fn is_list(line: &[u8]) -> bool {
    // Three sizes and more values than the smallest row has; most lines have fewer words.
    let may_separate = |byte: &&u8| byte.is_ascii_whitespace() || !byte.is_ascii();
    if line.iter().filter(may_separate).count() < 3 + MIN_SIZE {
        return false;
    }
    let tokens = split(line, char::is_whitespace);
    let number = |token: &Span| tokens::number(token.of(line)).filter(|n| *n <= MAX_SIZE);
    let names = tokens.iter().take_while(|token| number(token).is_none());
    let names = names.count();
    let is_name = |token: &Span| {
        let token = token.of(line);
        !tokens::is_blank(token, None) && token.iter().any(u8::is_ascii_alphanumeric)
    };
    let (name, rest) = tokens.split_at(names.max(1).min(tokens.len()));
    let [size, rows, columns, values @ ..] = rest else {
        return false;
    };
    match (number(size), number(rows), number(columns)) {
        (Some(size), Some(rows), Some(columns)) if size >= MIN_SIZE => {
            let exact = values.len() == size * size;
            let named = names > 0 && name.iter().all(is_name);
            let fits = rows * columns == size
                && (named && names == 1 && values.len() > size
                    || exact && names == 0 && tokens.len() > MAX_SIZE);
            fits || named && exact
        }
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn library_lines_start_with_a_technique() {
        assert!(is_hodoku(b":0401:3:9.567:"));
        assert!(is_hodoku(b"  :0000-1:x:"));
        assert!(is_hodoku(b":00614:12:9.567:"));
        assert!(!is_hodoku(b":04a1:"));
        assert!(!is_hodoku(b":---+---:"));
        assert!(!is_hodoku(b":"));
    }

    #[test]
    fn captions_end_with_a_number_or_a_mark() {
        for line in [
            "Puzzle 2",
            "Grid 01",
            "Sudoku #3:",
            "Solution:",
            "2)",
            "(12)",
            "Can you solve it?",
            "I’m stuck, thanks.",
        ] {
            assert!(is_caption(line.as_bytes()), "{line}");
        }
        for line in [
            "garbage",
            "No Solution",
            "53.",
            "5..",
            "53..7....",
            "2",
            "1234",
            "12345",
            "",
            "x = f(2)",
        ] {
            assert!(!is_caption(line.as_bytes()), "{line}");
        }
    }

    #[test]
    fn list_lines_have_a_name_a_size_and_a_box() {
        let values = " 0".repeat(36);
        assert!(is_list(format!("gen6 6 2 3{values}").as_bytes()));
        assert!(is_list(format!("gen6 6 2 3{}", &values[2..]).as_bytes()));
        assert!(is_list(format!("gen6 6 2 4{values}").as_bytes()));
        assert!(!is_list(format!("gen6 6 2 4{values} 0").as_bytes()));
        assert!(is_list(format!("my first 6 2 3{values}").as_bytes()));
        assert!(!is_list(format!("X 6 2 3{values}").as_bytes()));
        assert!(!is_list(format!("| . 6 2 3{values}").as_bytes()));
        assert!(!is_list(b"1 6 2 3 0 0 0 0 0 0 0 0 0 0 0 0"));
        assert!(!is_list(b"Grid 6 2 3"));
        assert!(is_list(format!("17 9 3 3{}", " 0".repeat(81)).as_bytes()));
    }
}
