//! Lines above a grid that say its shape or list its symbols.
//!
//! | header | meaning |
//! |---|---|
//! | `9`, `9 9`, `9x9`, `size: 9`, `DIM=9x9` | the size of the board |
//! | `3`, `2 3`, `2x3`, `box: 2x3`, or `2` and `3` on a line each | the rows and columns of a box |
//! | `6 3 2`, `6 6 3 2` | the size, then the rows and columns of a box |
//! | `123456789`, `A B C D` | the symbols of the values, in order |
//!
//! Rows always come before columns. What two numbers mean follows from the size of the grid below:
//! a header that fits it in no way contradicts it, and numbers that need not be a shape (`12` above
//! a 9×9 grid) are a title.

use crate::format::forms::sizes::is_usual;
use crate::format::read::lines::trim;
use crate::format::symbols::tokens::{BLANKS, number};
use crate::format::{ReadOptions, Record, Span, Symbols};
use crate::shape::{MAX_SIZE, MIN_SIZE, Shape};

/// The shape and the symbols that a header sets for the grids below it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Header {
    pub size: usize,
    pub shape: Option<Shape>,
    pub symbols: Option<Symbols>,
    /// The length of the lines above the puzzle, which are a piece of their own.
    pub above: usize,
}

impl Header {
    /// Returns the options with what the header says, as far as they do not say it themselves.
    pub fn options(&self, options: &ReadOptions) -> ReadOptions {
        ReadOptions {
            shape: options.shape.clone().or_else(|| self.shape.clone()),
            symbols: options.symbols.clone().or_else(|| self.symbols.clone()),
            ..options.clone()
        }
    }

    /// Returns whether a puzzle that was read without the header must be read again.
    pub fn changes(&self, record: &Record) -> bool {
        let shape = self.shape.as_ref();
        let symbols = self.symbols.as_ref();
        shape.is_some_and(|shape| shape != record.puzzle.shape())
            || symbols.is_some_and(|symbols| *symbols != record.symbols)
    }
}

/// What a header line says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Fact {
    /// Plain numbers, whose meaning depends on how many there are.
    Numbers(Vec<usize>),
    /// The size of the board, or the shape of its boxes: `size: 6`, `DIM=4x4`.
    Board(Vec<usize>),
    /// The shape of a box: `box: 3x2`.
    Boxes(Vec<usize>),
    /// The rows of a box.
    BoxRows(usize),
    /// The columns of a box.
    BoxColumns(usize),
    /// A product within words, such as `3x2`; it counts if it fits.
    Mentioned(usize, usize),
    /// The symbols of the values.
    Symbols(Vec<char>),
}

/// What the facts above a grid mean for it.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Meaning {
    /// Nothing: a title.
    Nothing,
    /// The boxes, if the header names them.
    Boxes(Option<(usize, usize)>),
    /// The header does not fit the grid; the reason.
    Contradiction(String),
}

/// Returns what a line says about the grids below it, if it is a header.
pub(crate) fn facts(line: &[u8]) -> Option<Vec<Fact>> {
    let line = trim(line, Span::new(0, line.len())).of(line);
    if line.is_empty() || line.len() > LONGEST {
        return None;
    }
    if let Some(symbols) = symbol_list(line) {
        return Some(vec![Fact::Symbols(symbols)]);
    }
    if let Some(numbers) = numbers(line) {
        return Some(vec![Fact::Numbers(numbers)]);
    }
    let has_digit = line.iter().any(u8::is_ascii_digit);
    let has_word = line
        .iter()
        .any(|b| b.is_ascii_alphabetic() || !b.is_ascii() || *b == b'*');
    if !has_digit || !has_word {
        return None;
    }
    let text = String::from_utf8_lossy(line).to_ascii_lowercase();
    // `Puzzle N° 1` has a number, not a size.
    if ["n°", "nº", "№"].iter().any(|mark| text.contains(mark)) {
        return None;
    }
    named(Items(&text)).or_else(|| mentioned(&text))
}

/// The longest header line: 64 numbers with separators.
const LONGEST: usize = 4 * MAX_SIZE;

/// Returns one to four numbers that are alone on a line.
fn numbers(line: &[u8]) -> Option<Vec<usize>> {
    let is_plain = |byte: &u8| byte.is_ascii_digit() || b" \t,;".contains(byte);
    // Between cells that are not there, there is more than one blank or separator.
    let is_gap = |pair: &[u8]| pair.iter().all(|b| b" \t".contains(b)) || pair == b",,";
    if !line.iter().all(is_plain) || line.windows(2).any(is_gap) || line.ends_with(b",") {
        return None;
    }
    let tokens = line.split(|byte| !byte.is_ascii_digit());
    let tokens = tokens.filter(|token| !token.is_empty());
    let values: Vec<usize> = tokens.take(5).filter_map(number).collect();
    let fits = (1..=4).contains(&values.len()) && values.iter().all(|n| (1..1000).contains(n));
    fits.then_some(values)
}

/// Returns the symbols that a line lists, each once: digits and letters in ascending order, or
/// letters in any order.
fn symbol_list(line: &[u8]) -> Option<Vec<char>> {
    // Most rows repeat a character soon.
    let mut seen = 0u128;
    let (mut count, mut tokens, mut apart) = (0, 0, true);
    for byte in line {
        if b" \t,;|\"'".contains(byte) {
            apart = true;
            continue;
        }
        let bit = 1 << byte.to_ascii_uppercase().min(127);
        if !byte.is_ascii_alphanumeric() || seen & bit != 0 {
            return None;
        }
        seen |= bit;
        count += 1;
        tokens += usize::from(std::mem::take(&mut apart));
    }
    if !(MIN_SIZE..=MAX_SIZE).contains(&count) || tokens != 1 && tokens != count {
        return None;
    }
    let symbols = line.iter().filter(|byte| byte.is_ascii_alphanumeric());
    let symbols: Vec<char> = symbols.map(|byte| char::from(*byte)).collect();
    let ranks = symbols.iter().map(|symbol| rank(*symbol));
    let start = symbols.first().map_or(0, |symbol| rank(*symbol));
    let in_order = matches!(start, 0 | 1 | 10) && ranks.eq(start..start + count as u32);
    let is_letter = |c: &char| c.is_ascii_alphabetic() && !BLANKS.contains(c);
    (in_order || symbols.iter().all(is_letter)).then_some(symbols)
}

/// Returns the position of a symbol in `0-9A-Z`.
fn rank(symbol: char) -> u32 {
    symbol.to_digit(36).unwrap_or(u32::MAX)
}

/// A word or a number of a header line.
#[derive(Debug, PartialEq, Eq)]
enum Item<'a> {
    Word(&'a str),
    /// A number, or a product.
    Values(Vec<usize>),
}

/// Returns whether a character is a multiplication sign.
fn is_times(character: char) -> bool {
    matches!(character, 'x' | '×' | '*')
}

/// Splits a line in lower case into words, numbers, and products such as `3x2`, `3 × 2` or `3*2`.
struct Items<'a>(&'a str);

impl<'a> Iterator for Items<'a> {
    type Item = Item<'a>;

    fn next(&mut self) -> Option<Item<'a>> {
        loop {
            let rest = self.0;
            let first = rest.chars().next()?;
            let end = |is_inner: fn(char) -> bool| rest.find(|c| !is_inner(c));
            let end = |is_inner| end(is_inner).unwrap_or(rest.len());
            if first.is_ascii_digit() {
                let (digits, behind) = rest.split_at(end(|c| c.is_ascii_digit()));
                let mut values = vec![digits.parse().unwrap_or(usize::MAX)];
                self.0 = behind;
                let product = behind.trim_start().strip_prefix(is_times);
                let second = product.map(str::trim_start);
                let is_number = |s: &&str| s.starts_with(|c: char| c.is_ascii_digit());
                if let Some(second) = second.filter(is_number) {
                    let length = second.find(|c: char| !c.is_ascii_digit());
                    let (digits, behind) = second.split_at(length.unwrap_or(second.len()));
                    values.push(digits.parse().unwrap_or(usize::MAX));
                    self.0 = behind;
                }
                return Some(Item::Values(values));
            } else if first.is_alphabetic() {
                let (word, behind) = rest.split_at(end(char::is_alphabetic));
                self.0 = behind;
                return Some(Item::Word(word));
            }
            self.0 = &rest[first.len_utf8()..];
        }
    }
}

/// Returns the facts of a line that consists of names and values only.
fn named(items: Items) -> Option<Vec<Fact>> {
    let mut facts = Vec::new();
    let mut words: Vec<&str> = Vec::new();
    for item in items {
        match item {
            Item::Word(word) if KEYS.iter().any(|keys| keys.contains(&word)) => {
                words.push(word);
            }
            Item::Word(_) => return None,
            Item::Values(values) => {
                let has = |keys: &[&str]| words.iter().any(|word| keys.contains(word));
                let is_product = values.len() == 2;
                facts.push(match (has(BOX), has(ROWS), has(COLUMNS)) {
                    (true, true, false) if !is_product => Fact::BoxRows(values[0]),
                    (true, false, true) if !is_product => Fact::BoxColumns(values[0]),
                    (true, ..) => Fact::Boxes(values.clone()),
                    _ => Fact::Board(values.clone()),
                });
                // `9` and `Puzzle 9` are titles; `9x9` is not.
                let is_title = words.iter().all(|word| TITLE.contains(word));
                if is_title && !is_product {
                    return None;
                }
                words.clear();
            }
        }
    }
    (words.is_empty() && (1..=4).contains(&facts.len())).then_some(facts)
}

/// The words of a header: the board, its boxes, and their sides.
const KEYS: [&[&str]; 5] = [TITLE, SIZE, BOX, ROWS, COLUMNS];
const TITLE: &[&str] = &["grid", "board", "sudoku", "puzzle", "shape", "type"];
const SIZE: &[&str] = &[
    "size",
    "dim",
    "dims",
    "dimension",
    "dimensions",
    "n",
    "order",
    "side",
];
const BOX: &[&str] = &[
    "box", "boxes", "block", "blocks", "quad", "quads", "region", "regions", "subgrid", "subgrids",
    "sub", "inner", "square", "squares",
];
const ROWS: &[&str] = &["rows", "row", "height", "h"];
const COLUMNS: &[&str] = &["columns", "column", "cols", "col", "width", "w"];

/// Returns the products that words mention.
fn mentioned(text: &str) -> Option<Vec<Fact>> {
    // Most lines have no sign between two numbers.
    let ends = |part: &str| part.trim_end().ends_with(|c: char| c.is_ascii_digit());
    let starts = |part: &str| part.trim_start().starts_with(|c: char| c.is_ascii_digit());
    let mut signs = text.match_indices(is_times);
    signs.find(|(at, sign)| ends(&text[..*at]) && starts(&text[at + sign.len()..]))?;
    let products = Items(text).filter_map(|item| match item {
        Item::Values(values) if values.len() == 2 => Some(Fact::Mentioned(values[0], values[1])),
        _ => None,
    });
    let products: Vec<Fact> = products.collect();
    (!products.is_empty()).then_some(products)
}

/// Returns the convention that a list of symbols above a puzzle sets; nothing if the list only
/// numbers the columns.
///
/// # Errors
/// If it could be either: `0` to `8` above cells without 0 and 9.
pub(crate) fn listed_symbols(list: &[char], record: &Record) -> Result<Option<Symbols>, String> {
    let size = record.puzzle.shape().size();
    let values = record.puzzle.values().iter().filter(|value| **value != 0);
    let mut written: Vec<String> = values.map(|value| record.symbols.symbol(*value)).collect();
    written.sort_unstable();
    written.dedup();
    let is_listed = |symbol: &String| {
        let mut characters = symbol.chars();
        let (only, more) = (characters.next(), characters.next());
        more.is_none() && only.is_some_and(|c| list.iter().any(|l| l.eq_ignore_ascii_case(&c)))
    };
    if !written.iter().all(is_listed) {
        return Ok(None);
    }
    let symbols = String::from_iter(list).parse().ok();
    let from_zero = list.first() == Some(&'0') && size <= 9;
    match record.blank.as_str() {
        // 0 is the blank, so the list cannot be about values.
        "0" if from_zero => Ok(None),
        _ if from_zero && record.symbols != Symbols::FromZero => Err(format!(
            "the line above the grid may number the columns, or list the symbols 0-{}",
            size - 1
        )),
        _ => Ok(symbols),
    }
}

/// Returns the sizes of boards that the facts may be about, besides that of a grid already read.
pub(crate) fn claimed_sizes(facts: &[Fact]) -> Vec<usize> {
    let mut sizes = Vec::new();
    for fact in facts {
        match fact {
            Fact::Board(values) => match values[..] {
                [a, b] if a == b => sizes.extend([Some(a), a.checked_mul(a)]),
                [a, b] => sizes.push(a.checked_mul(b)),
                _ => sizes.extend(values.iter().map(|n| Some(*n))),
            },
            Fact::Boxes(values) if values.len() == 2 => {
                sizes.push(values[0].checked_mul(values[1]));
            }
            Fact::Numbers(numbers) => {
                sizes.extend(numbers.first().map(|n| Some(*n)));
                if let [a, b] = numbers[..] {
                    sizes.push(a.checked_mul(b));
                }
            }
            Fact::Symbols(symbols) => sizes.push(Some(symbols.len())),
            _ => {}
        }
    }
    let mut sizes: Vec<usize> = sizes.into_iter().flatten().collect();
    sizes.retain(|size| (MIN_SIZE..=MAX_SIZE).contains(size));
    sizes.sort_unstable();
    sizes.dedup();
    sizes
}

/// Returns whether a line with these facts can only be a header.
pub(crate) fn is_certain(facts: &[Fact]) -> bool {
    facts.iter().any(|fact| match fact {
        Fact::Numbers(numbers) => matches!(numbers[..],
            [n, a, b] | [n, _, a, b] if n >= MIN_SIZE && a.checked_mul(b) == Some(n)),
        Fact::Mentioned(..) | Fact::Symbols(_) => false,
        _ => true,
    })
}

/// Finds what the facts mean for a grid of this size.
pub(crate) fn meaning(facts: &[Fact], size: usize) -> Meaning {
    let mut boxes: Option<(usize, usize)> = None;
    let (mut rows, mut columns) = (None, None);
    let mut known = false;
    let numbers: Vec<usize> = facts
        .iter()
        .filter_map(|fact| match fact {
            Fact::Numbers(numbers) => Some(numbers.as_slice()),
            _ => None,
        })
        .flatten()
        .copied()
        .collect();
    let named = facts.iter().filter_map(|fact| match fact {
        Fact::Board(values) => Some(board(values, size)),
        Fact::Boxes(values) => Some(box_of(values, size)),
        Fact::BoxRows(value) => {
            rows = Some(*value);
            None
        }
        Fact::BoxColumns(value) => {
            columns = Some(*value);
            None
        }
        Fact::Mentioned(a, b) if a != b && a.checked_mul(*b) == Some(size) => {
            Some(Meaning::Boxes(Some((*a, *b))))
        }
        _ => None,
    });
    let mut meanings: Vec<Meaning> = named.collect();
    if !numbers.is_empty() {
        meanings.push(plain(&numbers, size));
    }
    match (rows, columns) {
        (None, None) => {}
        (Some(rows), Some(columns)) => meanings.push(box_of(&[rows, columns], size)),
        (Some(rows), None) => meanings.push(box_of(&[rows, size / rows.max(1)], size)),
        (None, Some(columns)) => meanings.push(box_of(&[size / columns.max(1), columns], size)),
    }
    for meaning in meanings {
        match meaning {
            Meaning::Nothing => {}
            Meaning::Boxes(found) => {
                known = true;
                match (boxes, found) {
                    (Some(one), Some(other)) if one != other => {
                        return Meaning::Contradiction(format!(
                            "the header names boxes of {}×{} and of {}×{} cells",
                            one.0, one.1, other.0, other.1
                        ));
                    }
                    _ => boxes = boxes.or(found),
                }
            }
            contradiction => return contradiction,
        }
    }
    match known {
        true => Meaning::Boxes(boxes),
        false => Meaning::Nothing,
    }
}

fn contradicts(what: &str, size: usize) -> Meaning {
    Meaning::Contradiction(format!(
        "the header says {what}, but the grid below is {size}×{size}"
    ))
}

/// The meaning of `size: 6` or `DIM=4x4`.
fn board(values: &[usize], size: usize) -> Meaning {
    match *values {
        [n] if n == size => Meaning::Boxes(None),
        [n] if n.checked_mul(n) == Some(size) => Meaning::Boxes(Some((n, n))),
        [n] => contradicts(&n.to_string(), size),
        [a, b] if a == size && b == size => Meaning::Boxes(None),
        [a, b] if a.checked_mul(b) == Some(size) => Meaning::Boxes(Some((a, b))),
        [a, b] => contradicts(&format!("{a}×{b}"), size),
        _ => Meaning::Nothing,
    }
}

/// The meaning of `box: 3x2`.
fn box_of(values: &[usize], size: usize) -> Meaning {
    match *values {
        [n] if n.checked_mul(n) == Some(size) => Meaning::Boxes(Some((n, n))),
        [n] if n > 0 && size.is_multiple_of(n) => unclear(&n.to_string(), n, size),
        [n] => contradicts(&format!("boxes of {n}"), size),
        [a, b] if a.checked_mul(b) == Some(size) => Meaning::Boxes(Some((a, b))),
        [a, b] => contradicts(&format!("boxes of {a}×{b}"), size),
        _ => Meaning::Nothing,
    }
}

/// The problem of one side of a box that is not a square.
fn unclear(header: &str, side: usize, size: usize) -> Meaning {
    let other = size / side;
    Meaning::Contradiction(format!(
        "the header {header} may mean boxes of {side}×{other} or of {other}×{side} cells"
    ))
}

/// The meaning of plain numbers.
fn plain(numbers: &[usize], size: usize) -> Meaning {
    let product = |a: usize, b: usize| a.checked_mul(b);
    let boxes = |a: usize, b: usize| Meaning::Boxes(Some((a, b)));
    let is_square = |n: usize| product(n, n) == Some(size);
    let is_size = |n: usize| (MIN_SIZE..=MAX_SIZE).contains(&n);
    let spelled: Vec<String> = numbers.iter().map(usize::to_string).collect();
    let spelled = spelled.join(" ");
    match *numbers {
        [n] if n == size => Meaning::Boxes(None),
        [n] if is_square(n) => boxes(n, n),
        [a, b] if a == size && b == size => Meaning::Boxes(None),
        [a, b] if product(a, b) == Some(size) && a > 1 && b > 1 => boxes(a, b),
        [a, b] if a == size && is_square(b) => boxes(b, b),
        [a, b] if a == size && (2..size).contains(&b) && size.is_multiple_of(b) => {
            unclear(&spelled, b, size)
        }
        [a, b] if a == b && is_size(a) => contradicts(&spelled, size),
        [a, b] if a > 1 && b > 1 && product(a, b).is_some_and(is_usual) => {
            contradicts(&spelled, size)
        }
        [n, a, b] | [n, _, a, b] if n == size && product(a, b) == Some(size) => boxes(a, b),
        [a, b, n] | [_, n, a, b] if n == size && product(a, b) == Some(size) => boxes(a, b),
        [n, a, b] | [n, _, a, b] if is_size(n) && product(a, b) == Some(n) => {
            contradicts(&spelled, size)
        }
        [a, b, _] if a == size && b == size => Meaning::Boxes(None),
        _ => Meaning::Nothing,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn means(header: &str, size: usize) -> Meaning {
        let lines = header.lines().filter_map(|line| facts(line.as_bytes()));
        let all: Vec<Fact> = lines.flatten().collect();
        meaning(&all, size)
    }

    #[test]
    fn headers_name_boxes() {
        let boxes = |a, b| Meaning::Boxes(Some((a, b)));
        for (header, size, expected) in [
            ("6 3 2", 6, boxes(3, 2)),
            ("6 2 3", 6, boxes(2, 3)),
            ("12 3 4", 12, boxes(3, 4)),
            ("6 6 3 2", 6, boxes(3, 2)),
            ("3 2", 6, boxes(3, 2)),
            ("5\n6", 30, boxes(5, 6)),
            ("3x2", 6, boxes(3, 2)),
            ("3 × 2", 6, boxes(3, 2)),
            ("size: 6, box: 3x2", 6, boxes(3, 2)),
            ("DIM=4x4\nQUAD=2x2", 4, boxes(2, 2)),
            ("DIM=4x4", 16, boxes(4, 4)),
            ("box rows = 3", 6, boxes(3, 2)),
            ("box width: 2, box height: 3", 6, boxes(3, 2)),
            ("A small one (6x6, boxes 3x2)", 6, boxes(3, 2)),
            ("3", 9, boxes(3, 3)),
            ("9 3", 9, boxes(3, 3)),
            ("9", 9, Meaning::Boxes(None)),
            ("9 9", 9, Meaning::Boxes(None)),
            ("size 9", 9, Meaning::Boxes(None)),
            ("9x9", 9, Meaning::Boxes(None)),
            ("12", 9, Meaning::Nothing),
            ("1 5", 9, Meaning::Nothing),
            ("No. 12 of 3x4", 9, Meaning::Nothing),
            ("Puzzle 12", 9, Meaning::Nothing),
        ] {
            assert_eq!(means(header, size), expected, "{header}");
        }
    }

    #[test]
    fn headers_contradict_grids() {
        for (header, size) in [
            ("6 3 2", 4),
            ("6 3 2", 9),
            ("6x6", 9),
            ("size: 6", 9),
            ("3 3", 6),
            ("2 3", 9),
            ("6 2", 6),
            ("box: 2", 6),
            ("box: 2x4", 6),
            ("3x2\nbox: 2x3", 6),
        ] {
            let found = means(header, size);
            assert!(matches!(found, Meaning::Contradiction(_)), "{header}");
        }
    }

    #[test]
    fn symbols_are_listed() {
        let listed = |line: &str| match facts(line.as_bytes()).as_deref() {
            Some([Fact::Symbols(symbols)]) => symbols.iter().collect(),
            _ => String::new(),
        };
        for (line, expected) in [
            ("123456789", "123456789"),
            ("1,2,3,4,5,6,7,8,9", "123456789"),
            ("0 1 2 3 4 5 6 7 8", "012345678"),
            ("1 2 3 4 5 6 7 8 9 A B C D E F G", "123456789ABCDEFG"),
            ("ABCDEFGHI", "ABCDEFGHI"),
            ("abcd", "abcd"),
            ("MONTHSDAY", "MONTHSDAY"),
            ("| A | B | C | D |", "ABCD"),
            ("534678912", ""),
            ("puzzle", ""),
            ("1 2 3", ""),
            ("12 34", ""),
            ("............", ""),
        ] {
            assert_eq!(listed(line), expected, "{line}");
        }
    }
}
