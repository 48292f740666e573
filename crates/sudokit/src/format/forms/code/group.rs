//! Bracketed groups of cells: `[5, 3, 0]`, `{{5,3},{…}}`, `(5 3 _)`, `[5 3; 6 0]`.
//!
//! A group is parsed as long as it could be a puzzle: it contains cells, quoted text or such groups,
//! and names only where a constructor has one. The first thing that fits nowhere ends the attempt,
//! so a function body does not hide the arrays in it, and nothing is examined often.

use super::scan::{Kind, Lexeme, Scanner};
use crate::format::Span;
use crate::format::forms::separated::Token;
use crate::shape::MAX_SIZE;

/// The largest number of cells and quoted texts in a group.
const MOST_ITEMS: usize = MAX_SIZE * (MAX_SIZE + 1);
/// The largest number of groups around a cell: an array of boards in two calls.
const MOST_LEVELS: usize = 6;
/// The longest text of a group.
pub(super) const LONGEST: usize = 128 * 1024;

/// Why a group was not parsed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Stop {
    /// It is no group of cells.
    NoCells,
    /// The text ends within the group.
    TextEnd,
}

/// A bracketed group.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Group {
    /// The offset of its opening bracket.
    pub start: usize,
    /// The offset after its closing bracket.
    pub end: usize,
    pub items: Vec<Item>,
    /// Whether commas separate the items.
    pub has_commas: bool,
    /// The numbers of items before each `;` or `|`.
    pub bars: Vec<usize>,
    /// Whether a name stands before the bracket.
    named: bool,
    /// Whether an item has been left out between two commas.
    has_gaps: bool,
    /// The place of a comma before the closing bracket.
    last_comma: Option<usize>,
}

/// An item of a group.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Item {
    Cell(Cell),
    /// Quoted text, or a run of symbols, that is longer than one cell.
    Text(Span),
    Group(Box<Group>),
}

/// One cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Cell {
    pub token: Token,
    pub kind: CellKind,
}

/// How a cell is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum CellKind {
    /// A number, a single mark such as `_` or `.`, or nothing.
    Plain,
    /// One digit after `0x`.
    Hexadecimal,
    /// `-1`, which is a blank.
    MinusOne,
    /// A word that means nothing is there: `None`, `null`, `NaN`.
    Nothing,
    /// A name, which may stand for a blank or a letter.
    Name,
    /// In quotation marks; the token includes them.
    Quoted,
    /// A symbol of a longer text.
    Symbol,
}

impl Group {
    fn new(start: usize, named: bool) -> Group {
        Group {
            start,
            end: start,
            items: Vec::new(),
            has_commas: false,
            bars: Vec::new(),
            named,
            has_gaps: false,
            last_comma: None,
        }
    }

    /// Parses the group whose opening bracket is at this offset.
    pub fn parse(text: &[u8], start: usize) -> Result<Group, Stop> {
        let mut scanner = Scanner::new(text, start);
        let mut open: Vec<Group> = Vec::new();
        let mut count = 0;
        // A name, until it is known whether it belongs to a bracket.
        let mut name: Option<Lexeme> = None;
        let mut after_comma = false;
        loop {
            let bracket = open.last().map_or(0, |group| text[group.start]);
            let lexeme = scanner.next(bracket).ok_or(Stop::TextEnd)?;
            if lexeme.end - start > LONGEST || count > MOST_ITEMS {
                return Err(Stop::NoCells);
            }
            if lexeme.kind == Kind::Newline {
                continue;
            }
            let named = name.take();
            if lexeme.kind == Kind::Open {
                if let (Some(named), Some(group)) = (named, open.last_mut()) {
                    group.remove_type(named.start);
                }
                // The bracket is the last byte: marks may precede it.
                open.push(Group::new(lexeme.end - 1, named.is_some()));
                if open.len() > MOST_LEVELS {
                    return Err(Stop::NoCells);
                }
                after_comma = false;
                continue;
            }
            let group = open.last_mut().ok_or(Stop::NoCells)?;
            if let Some(named) = named {
                let prefixes_text = lexeme.kind == Kind::Quoted && named.end + 3 >= lexeme.start;
                if !prefixes_text {
                    group.add_name(text, named)?;
                }
            }
            match lexeme.kind {
                Kind::Word => match cell(text, lexeme) {
                    Some(Item::Cell(Cell {
                        kind: CellKind::Name,
                        ..
                    })) => name = Some(lexeme),
                    Some(item) => group.add(item)?,
                    None => return Err(Stop::NoCells),
                },
                Kind::Quoted => group.add(quoted(text, lexeme))?,
                Kind::Comma => {
                    if after_comma || group.items.is_empty() {
                        group.has_gaps = true;
                        let gap = Token::plain(lexeme.start, lexeme.start);
                        group.add(Item::Cell(Cell {
                            token: gap,
                            kind: CellKind::Plain,
                        }))?;
                    }
                    group.has_commas = true;
                    group.last_comma = Some(lexeme.start);
                }
                Kind::Bar => {
                    let items = group.items.len();
                    group.bars.push(items);
                }
                Kind::Joiner if is_text(group.items.last()) => {}
                // YAML's null.
                Kind::Joiner if lexeme.of(text) == b"~" => group.add(Item::Cell(Cell {
                    token: Token::plain(lexeme.start, lexeme.end),
                    kind: CellKind::Nothing,
                }))?,
                Kind::Close => {
                    let mut closed = open.pop().ok_or(Stop::NoCells)?;
                    if !is_pair(text[closed.start], text[lexeme.start]) {
                        return Err(Stop::NoCells);
                    }
                    closed.end = lexeme.end;
                    closed.finish(after_comma);
                    after_comma = false;
                    match open.last_mut() {
                        None => return Ok(closed),
                        // Essence names the index of an array after its items: `;int(1..9)`.
                        Some(_) if closed.is_range(text) => {}
                        // Go writes types as `[]int{…}`.
                        Some(_) if closed.items.is_empty() => {}
                        Some(around) => around.add(closed.into_item())?,
                    }
                    continue;
                }
                _ => return Err(Stop::NoCells),
            }
            count += usize::from(matches!(lexeme.kind, Kind::Word | Kind::Quoted));
            after_comma = lexeme.kind == Kind::Comma;
        }
    }

    /// Adds an item, unless it is of another kind than the others.
    fn add(&mut self, item: Item) -> Result<(), Stop> {
        let is_alike = match (self.items.last(), &item) {
            (None, _) => true,
            (Some(last), item) => std::mem::discriminant(last) == std::mem::discriminant(item),
        };
        self.items.push(item);
        is_alike.then_some(()).ok_or(Stop::NoCells)
    }

    /// Adds a name that belongs to no bracket: a cell, or the operator of a Lisp list.
    fn add_name(&mut self, text: &[u8], name: Lexeme) -> Result<(), Stop> {
        let is_operator = self.items.is_empty() && text[self.start] == b'(' && !self.has_commas;
        // `Just 5` is a cell with a constructor.
        let is_constructor = name.of(text) == b"Just";
        let is_short = name.end - name.start <= 9;
        if is_constructor || is_operator && name.end - name.start > 1 {
            return Ok(());
        }
        if !is_short {
            return Err(Stop::NoCells);
        }
        self.add(Item::Cell(Cell {
            token: Token::plain(name.start, name.end),
            kind: CellKind::Name,
        }))
    }

    /// Adds the cell after the last comma if commas separate empty cells.
    fn finish(&mut self, after_comma: bool) {
        if let Some(at) = self.last_comma.filter(|_| after_comma && self.has_gaps) {
            self.items.push(Item::Cell(Cell {
                token: Token::plain(at + 1, at + 1),
                kind: CellKind::Plain,
            }));
        } else if !after_comma {
            self.last_comma = None;
        }
    }

    /// Removes the last item if it is the size in the name of a type that goes on at this offset,
    /// as in `[9]int{…}`.
    fn remove_type(&mut self, name: usize) {
        let is_size = |item: &Item| match item {
            Item::Group(group) => group.end == name && group.items.len() == 1,
            _ => false,
        };
        if self.items.last().is_some_and(is_size) {
            self.items.pop();
        }
    }

    /// Returns whether the group is a range of numbers: `int(1..9)`.
    fn is_range(&self, text: &[u8]) -> bool {
        match self.items.as_slice() {
            [Item::Text(span)] => {
                let range = span.of(text);
                self.named && memchr::memmem::find(range, b"..").is_some() && range.len() <= 6
            }
            _ => false,
        }
    }

    /// Returns the group as an item of the one around it: a named group of one cell is that cell,
    /// as in `Some(5)`.
    fn into_item(self) -> Item {
        match self.items.as_slice() {
            [Item::Cell(cell)] if self.named => Item::Cell(*cell),
            _ => Item::Group(Box::new(self)),
        }
    }

    /// Returns the cells, if there is nothing else in the group. If the cells after the last comma
    /// may be an empty one or not there at all, `wanted` decides.
    pub fn cells(&self, wanted: Option<usize>) -> Option<Vec<Cell>> {
        let cell = |item: &Item| match item {
            Item::Cell(cell) => Some(*cell),
            _ => None,
        };
        let mut cells: Vec<Cell> = self.items.iter().map(cell).collect::<Option<_>>()?;
        let ends_with_gap = self.has_gaps && self.last_comma.is_some();
        if ends_with_gap && wanted.is_some_and(|wanted| cells.len() == wanted + 1) {
            cells.pop();
        }
        Some(cells)
    }

    /// Returns the texts, if there is nothing else in the group.
    pub fn texts(&self) -> Option<Vec<Span>> {
        let text = |item: &Item| match item {
            Item::Text(span) => Some(*span),
            _ => None,
        };
        let texts: Option<Vec<Span>> = self.items.iter().map(text).collect();
        texts.filter(|texts| !texts.is_empty())
    }

    /// Returns the groups, if there is nothing else in the group.
    pub fn groups(&self) -> Option<Vec<&Group>> {
        let mut groups = Vec::with_capacity(self.items.len());
        for item in &self.items {
            match item {
                Item::Group(group) => groups.push(&**group),
                _ => return None,
            }
        }
        (!groups.is_empty()).then_some(groups)
    }
}

fn is_text(item: Option<&Item>) -> bool {
    matches!(item, Some(Item::Text(_)))
}

fn is_pair(open: u8, close: u8) -> bool {
    matches!((open, close), (b'[', b']') | (b'{', b'}') | (b'(', b')'))
}

/// Returns the cell or run of cells that a word is; `None` if it is neither.
pub(super) fn cell(text: &[u8], word: Lexeme) -> Option<Item> {
    let bytes = word.of(text);
    let digits = bytes
        .iter()
        .take_while(|byte| byte.is_ascii_digit())
        .count();
    let (number, rest) = bytes.split_at(digits);
    let of = |kind, start: usize, end: usize| {
        Some(Item::Cell(Cell {
            token: Token::plain(start, end),
            kind,
        }))
    };
    if bytes == b"-1" {
        return of(CellKind::MinusOne, word.start, word.end);
    }
    if bytes.len() == 1 && b"_.-?*xX".contains(&bytes[0]) {
        return of(CellKind::Plain, word.start, word.end);
    }
    if bytes.len() == 1 && bytes[0].is_ascii_alphabetic() {
        return of(CellKind::Name, word.start, word.end);
    }
    match (number, rest) {
        (b"0", [b'x' | b'X', digit]) if digit.is_ascii_hexdigit() => {
            of(CellKind::Hexadecimal, word.start + 2, word.end)
        }
        ([_] | [_, _], rest) if is_fraction(rest) || is_type_suffix(rest) => {
            of(CellKind::Plain, word.start, word.start + digits)
        }
        ([], _) if is_nothing(bytes) => of(CellKind::Nothing, word.start, word.end),
        ([], [first, ..]) if first.is_ascii_alphabetic() || *first == b'_' => {
            of(CellKind::Name, word.start, word.end)
        }
        _ if bytes.len() >= 4 && bytes.iter().all(is_run_cell) => {
            Some(Item::Text(Span::new(word.start, word.end)))
        }
        _ => None,
    }
}

fn is_run_cell(byte: &u8) -> bool {
    byte.is_ascii_alphanumeric() || b"._-*?".contains(byte)
}

/// `.0`, or nothing.
fn is_fraction(rest: &[u8]) -> bool {
    match rest {
        [] => true,
        [b'.', zeros @ ..] => zeros.iter().all(|byte| *byte == b'0'),
        _ => false,
    }
}

/// `u8`, `_i32`, `L`, `f`.
fn is_type_suffix(rest: &[u8]) -> bool {
    let rest = rest.strip_prefix(b"_").unwrap_or(rest);
    match rest {
        [b'u' | b'i' | b'f' | b'U' | b'L' | b'l' | b'F', size @ ..] => {
            size.len() <= 2
                && size
                    .iter()
                    .all(|b| b.is_ascii_digit() || b"lLuU".contains(b))
        }
        _ => false,
    }
}

/// Returns whether a word means that nothing is there.
pub(super) fn is_nothing(word: &[u8]) -> bool {
    const WORDS: [&str; 12] = [
        "none",
        "null",
        "nil",
        "nan",
        "na",
        "nothing",
        "undefined",
        "empty",
        "nullptr",
        "blank",
        "missing",
        "none()",
    ];
    let name = word.strip_prefix(b"np.").unwrap_or(word);
    WORDS
        .iter()
        .any(|known| name.eq_ignore_ascii_case(known.as_bytes()))
}

/// Returns quoted text as one cell or as several.
pub(super) fn quoted(text: &[u8], lexeme: Lexeme) -> Item {
    let inside = lexeme.of(text);
    let trimmed = inside.trim_ascii();
    let is_cell = trimmed.len() <= 1
        || trimmed.len() == 2 && trimmed.iter().all(u8::is_ascii_digit)
        || std::str::from_utf8(trimmed).is_ok_and(|text| text.chars().count() == 1)
        || is_nothing(trimmed);
    if !is_cell || inside.len() > trimmed.len() + 3 {
        return Item::Text(Span::new(lexeme.start, lexeme.end));
    }
    let start = lexeme.start + (inside.len() - inside.trim_ascii_start().len());
    let read = match is_nothing(trimmed) {
        true => Span::new(start, start),
        false => Span::new(start, start + trimmed.len()),
    };
    // A blank in quotation marks is replaced as a whole.
    let read = match trimmed.is_empty() {
        true => Span::new(lexeme.start, lexeme.start),
        false => read,
    };
    Item::Cell(Cell {
        token: Token {
            span: Span::new(lexeme.start - 1, lexeme.end + 1),
            read,
        },
        kind: CellKind::Quoted,
    })
}
