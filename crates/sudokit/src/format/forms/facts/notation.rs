//! How facts are written: a line as facts, as a header or as declarations.

use crate::format::forms::places::{COLUMNS, Declared, ROWS, VALUES};
use crate::format::symbols::tokens::number;
use crate::format::{Form, Span};
use crate::shape::MAX_SIZE;

/// How a fact is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// `name(1,2,5)`, `name[1][2] = 5`.
    Indexed,
    /// `r1c2=5`.
    RowColumn,
    /// `A2=5`.
    Letter,
    /// `<cell row="1" col="2" value="5"/>`.
    Named,
    /// `1 2 5`.
    Plain,
}

impl Kind {
    pub fn form(self) -> Form {
        match self {
            Kind::Plain => Form::Triples,
            _ => Form::Facts,
        }
    }
}

/// One fact.
#[derive(Clone, Copy, Debug)]
pub(super) struct Fact {
    pub kind: Kind,
    /// The name before the indices.
    pub name: Span,
    pub row: Span,
    pub column: Span,
    pub value: Span,
    /// The whole fact, without a full stop or semicolon.
    pub span: Span,
}

/// Returns whether a line starts with a name, a bracket and a number.
pub(super) fn starts_fact(line: &[u8]) -> bool {
    let line = line.trim_ascii_start();
    let is_name = |byte: &&u8| byte.is_ascii_alphanumeric() || **byte == b'_';
    let name = line.iter().take_while(is_name).count();
    let rest = &line[name..];
    name > 0 && matches!(rest, [b'(' | b'[', digit, ..] if digit.is_ascii_digit())
}

/// Returns whether a line is like a fact but for a few characters: a damaged fact, or one that is
/// joined with another.
pub(super) fn resembles(line: &[u8], fact: &[u8]) -> bool {
    let skeleton = |text: &[u8]| -> Vec<u8> {
        let is_mark = |byte: &u8| !byte.is_ascii_digit() && !byte.is_ascii_whitespace();
        let closes = |byte: &u8| b".;,".contains(byte) || byte.is_ascii_whitespace();
        let after = text.iter().rev().take_while(|byte| closes(byte)).count();
        let text = &text[..text.len() - after];
        // The letter of a row differs as a number does.
        let text = match text.trim_ascii_start() {
            [letter, digit, rest @ ..]
                if letter.is_ascii_alphabetic()
                    && digit.is_ascii_digit()
                    && !rest.first().is_some_and(u8::is_ascii_alphabetic) =>
            {
                rest
            }
            text => text,
        };
        text.iter().copied().filter(is_mark).collect()
    };
    let has_digit = line.iter().any(u8::is_ascii_digit);
    let (line, fact) = (skeleton(line), skeleton(fact));
    let equal = |(a, b): &(&u8, &u8)| a == b;
    let start = line.iter().zip(&fact).take_while(equal).count();
    let (rest, missing) = (&line[start..], &fact[start..]);
    let backwards = rest.iter().rev().zip(missing.iter().rev());
    let same = start + backwards.take_while(equal).count();
    let is_cut = rest.is_empty() && start * 2 >= fact.len();
    let is_alike = match fact.len() {
        _ if is_cut => true,
        // A name shows more than a few marks.
        0..5 => same + 2 >= fact.len() && line.len() <= fact.len() + 3,
        5..9 => same + 2 >= fact.len(),
        length => same * 5 >= length * 3,
    };
    has_digit && is_alike
}

/// Returns the number that one or two digits say.
pub(super) fn number_of(digits: &[u8]) -> usize {
    number(digits).unwrap_or(0)
}

/// Returns a row, a column or a value: a number, or a letter.
pub(super) fn index_of(text: &[u8]) -> usize {
    match *text {
        [letter] if letter.is_ascii_alphabetic() => {
            usize::from(letter.to_ascii_uppercase() - b'A') + 1
        }
        _ => number_of(text),
    }
}

pub(super) fn same_name(text: &[u8], a: &Fact, b: &Fact) -> bool {
    a.name.of(text).trim_ascii() == b.name.of(text).trim_ascii()
}

/// Where the row, the column and the value are among the three numbers of a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Order([usize; 3]);

impl Default for Order {
    fn default() -> Order {
        Order([0, 1, 2])
    }
}

impl Order {
    pub fn apply(self, fact: &mut Fact) {
        let numbers = [fact.row, fact.column, fact.value];
        [fact.row, fact.column, fact.value] = self.0.map(|at| numbers[at]);
    }
}

/// One of three names in a header is not known.
pub(super) struct UnknownName;

/// Returns the order that a line gives which names row, column and value, or at least two of them.
pub(super) fn header(line: &[u8]) -> Option<Result<Order, UnknownName>> {
    // Three words, with any separators.
    let starts = |byte: &u8| byte.is_ascii_alphabetic() || b" ,;\t\"".contains(byte);
    if line.len() > 60 || !line.first().is_some_and(starts) {
        return None;
    }
    let names = line.split(|byte| b" ,;\t\"".contains(byte));
    let names: Vec<String> = names
        .filter(|name| !name.is_empty())
        .map(|name| String::from_utf8_lossy(name).to_ascii_lowercase())
        .collect();
    let place = |known: &[&str]| names.iter().position(|name| known.contains(&name.as_str()));
    let places = [place(&ROWS), place(&COLUMNS), place(&VALUES)];
    let known = places.iter().flatten().count();
    match (places, names.len()) {
        ([Some(row), Some(column), Some(value)], 3) => Some(Ok(Order([row, column, value]))),
        (_, 3) if known == 2 => Some(Err(UnknownName)),
        // A name that was cut off, or joined with another.
        (_, 2) if known >= 1 => Some(Err(UnknownName)),
        _ => None,
    }
}

/// Returns what a line of declarations says: `size(9).`, `row(1..9). column(1..9).`
pub(super) fn declarations(line: &[u8]) -> Option<Declared> {
    const SIZES: [&str; 4] = ["size", "n", "order", "dimension"];
    const INDICES: [&str; 9] = [
        "row", "rows", "r", "column", "columns", "col", "cols", "c", "index",
    ];
    let line = line.trim_ascii();
    let mut cursor = Cursor {
        text: line,
        at: 0,
        end: line.len(),
    };
    let mut declared = Declared::default();
    loop {
        let start = cursor.at;
        let letters = cursor.rest().iter().take_while(|b| b.is_ascii_alphabetic());
        cursor.at += letters.count();
        let is_in = |names: &[&str]| {
            let name = &line[start..cursor.at];
            names.iter().any(|known| known.as_bytes() == name)
        };
        let (is_size, is_index) = (is_in(&SIZES), is_in(&INDICES));
        cursor.take(b"(")?;
        let first = number_of(cursor.number()?.of(line));
        match cursor.take(b".)")? {
            b')' if is_size && first <= MAX_SIZE => declared.size = Some(first),
            b')' => return None,
            _ => {
                cursor.take(b".")?;
                let last = number_of(cursor.number()?.of(line));
                cursor.take(b")")?;
                if is_index && first <= 1 && (first..MAX_SIZE + first).contains(&last) {
                    declared.add(Declared {
                        size: Some(last + 1 - first),
                        first: Some(first),
                    });
                }
            }
        }
        cursor.take(b".");
        cursor.blanks();
        if cursor.rest().is_empty() || cursor.rest().starts_with(b"%") {
            return Some(declared);
        }
    }
}

/// Returns the facts of a line, `None` if it contains anything else.
pub(super) fn facts_of(text: &[u8], start: usize, end: usize) -> Option<Vec<Fact>> {
    let mut facts = Vec::new();
    let mut at = start + list_start(&text[start..end]);
    loop {
        let rest = &text[at..end];
        at += rest
            .iter()
            .take_while(|byte| b" \t.;,".contains(byte))
            .count();
        let rest = &text[at..end];
        if !facts.is_empty() && rest.iter().all(|byte| b"]}); \t,".contains(byte)) {
            return Some(facts);
        }
        let is_comment = [&b"%"[..], b"//", b"#", b"--"]
            .iter()
            .any(|mark| rest.starts_with(mark));
        if rest.is_empty() || is_comment {
            return Some(facts);
        }
        if let Some((pool, after)) = pool_at(text, at, end) {
            facts.extend(pool);
            at = after;
            continue;
        }
        let fact = fact_at(text, at, end)?;
        at = fact.span.end as usize;
        if fact.kind == Kind::Plain {
            let is_last = text[at..end].iter().all(|byte| b" \t,;".contains(byte));
            return (is_last && facts.is_empty()).then(|| vec![fact]);
        }
        facts.push(fact);
    }
}

/// Returns whether a line starts a list of facts: `{(0, 1): 5, …`, `{'A2': 5, …`.
pub(crate) fn starts_list(line: &[u8]) -> bool {
    let start = list_start(line);
    start > 0 && fact_at(line, start, line.len()).is_some()
}

/// Returns the length of what precedes the facts of a list: `givens = [`, if a bracket follows.
fn list_start(line: &[u8]) -> usize {
    let is_name = |byte: &&u8| byte.is_ascii_alphanumeric() || b"_. \t".contains(byte);
    let name = line.iter().take_while(is_name).count();
    let rest = match &line[name..] {
        [b'=', rest @ ..] => rest.trim_ascii_start(),
        rest if line[..name].trim_ascii().is_empty() => rest,
        _ => return 0,
    };
    match rest {
        [b'[' | b'{', inner @ ..] if matches!(inner.trim_ascii_start(), [b'(' | b'\'', ..]) => {
            line.len() - inner.len()
        }
        _ => 0,
    }
}

/// Reads parts of a fact one after the other.
struct Cursor<'a> {
    text: &'a [u8],
    at: usize,
    end: usize,
}

impl Cursor<'_> {
    fn rest(&self) -> &[u8] {
        &self.text[self.at..self.end]
    }

    fn blanks(&mut self) {
        let blanks = self.rest().iter().take_while(|byte| b" \t".contains(byte));
        self.at += blanks.count();
    }

    fn take(&mut self, wanted: &[u8]) -> Option<u8> {
        let byte = *self.rest().first().filter(|byte| wanted.contains(byte))?;
        self.at += 1;
        Some(byte)
    }

    /// Takes a number of one or two digits.
    fn number(&mut self) -> Option<Span> {
        let digits = self
            .rest()
            .iter()
            .take_while(|byte| byte.is_ascii_digit())
            .count();
        let span = Span::new(self.at, self.at + digits);
        self.at += digits;
        (1..=2).contains(&digits).then_some(span)
    }

    /// Takes a value, which may be in quotation marks.
    fn value(&mut self) -> Option<Span> {
        let mark = self.take(b"'\"");
        let value = self.number()?;
        if let Some(mark) = mark {
            self.take(&[mark])?;
        }
        Some(value)
    }

    /// Takes letters, digits and dashes.
    fn word(&mut self) -> Span {
        let is_part = |byte: &&u8| byte.is_ascii_alphanumeric() || b"_-:".contains(byte);
        let length = self.rest().iter().take_while(is_part).count();
        let span = Span::new(self.at, self.at + length);
        self.at += length;
        span
    }

    /// Takes any text in quotation marks.
    fn skip_quoted(&mut self) -> Option<()> {
        let mark = self.take(b"'\"")?;
        self.at += memchr::memchr(mark, self.rest())? + 1;
        Some(())
    }

    /// Takes one of these words, in any case.
    fn one_of(&mut self, words: &[&str]) -> Option<()> {
        let rest = self.rest();
        let letters = rest.iter().take_while(|byte| byte.is_ascii_alphabetic());
        let length = letters.count();
        let word = &rest[..length];
        let is_known = |known: &&str| word.eq_ignore_ascii_case(known.as_bytes());
        if !words.iter().any(is_known) {
            return None;
        }
        self.at += length;
        Some(())
    }

    /// Takes `is`, or what [`equals`](Self::equals) takes.
    fn is(&mut self) -> Option<()> {
        let before = self.at;
        self.blanks();
        if self.at > before && self.one_of(&["is"]).is_some() {
            self.blanks();
            return Some(());
        }
        self.at = before;
        self.equals()
    }

    /// Takes `=`, `:=`, `==` or `:`, with blanks around it.
    fn equals(&mut self) -> Option<()> {
        self.blanks();
        let marks = self
            .rest()
            .iter()
            .take_while(|byte| b"=:".contains(byte))
            .count();
        self.at += marks;
        self.blanks();
        (1..=2).contains(&marks).then_some(())
    }
}

fn fact_at(text: &[u8], start: usize, end: usize) -> Option<Fact> {
    let cursor = || Cursor {
        text,
        at: start,
        end,
    };
    row_column(cursor(), start)
        .or_else(|| letter(cursor(), start))
        .or_else(|| indexed(cursor(), start))
        .or_else(|| constraint(cursor(), start))
        .or_else(|| named(cursor(), start))
        .or_else(|| plain(cursor(), start))
}

/// Returns the facts that share a name and its brackets, and where they end: `given(1,2,5; 1,3,7)`.
fn pool_at(text: &[u8], start: usize, end: usize) -> Option<(Vec<Fact>, usize)> {
    let mut cursor = Cursor {
        text,
        at: start,
        end,
    };
    let name = cursor.word();
    cursor.take(b"(")?;
    let mut facts = Vec::new();
    loop {
        cursor.blanks();
        let first = cursor.at;
        let mut numbers = [Span::default(); 3];
        for (place, number) in numbers.iter_mut().enumerate() {
            if place > 0 {
                cursor.take(b",")?;
                cursor.blanks();
            }
            *number = cursor.number()?;
        }
        let [row, column, value] = numbers;
        facts.push(Fact {
            kind: Kind::Indexed,
            name,
            row,
            column,
            value,
            span: Span::new(first, cursor.at),
        });
        cursor.blanks();
        if cursor.take(b";)")? == b')' {
            let is_pool = facts.len() > 1 && name.start < name.end;
            return is_pool.then_some((facts, cursor.at));
        }
    }
}

fn row_column(mut cursor: Cursor, start: usize) -> Option<Fact> {
    let mark = cursor.take(b"'");
    cursor.one_of(&["r", "row"])?;
    cursor.blanks();
    let row = cursor.number()?;
    let _ = cursor.take(b",");
    cursor.blanks();
    cursor.one_of(&["c", "col", "column"])?;
    cursor.blanks();
    let column = cursor.number()?;
    if mark.is_some() {
        cursor.take(b"'")?;
    }
    let before = cursor.at;
    if cursor.is().is_none() {
        cursor.at = before;
        cursor.blanks();
        if cursor.at == before {
            return None;
        }
    }
    let value = cursor.value()?;
    Some(Fact {
        kind: Kind::RowColumn,
        name: Span::new(start, start),
        row,
        column,
        value,
        span: Span::new(start, cursor.at),
    })
}

fn letter(mut cursor: Cursor, start: usize) -> Option<Fact> {
    let mark = cursor.take(b"'");
    let letter = cursor.rest().first()?.to_ascii_uppercase();
    if !(b'A'..=b'P').contains(&letter) {
        return None;
    }
    let row = Span::new(cursor.at, cursor.at + 1);
    cursor.at += 1;
    let column = cursor.number()?;
    if mark.is_some() {
        cursor.take(b"'")?;
    }
    cursor.is()?;
    let value = cursor.value()?;
    Some(Fact {
        kind: Kind::Letter,
        name: Span::new(start, start),
        row,
        column,
        value,
        span: Span::new(start, cursor.at),
    })
}

/// Takes an element whose attributes are its row, its column and its value. Other attributes may be
/// anything.
fn named(mut cursor: Cursor, start: usize) -> Option<Fact> {
    cursor.take(b"<")?;
    let name = cursor.word();
    let (mut row, mut column, mut value) = (None, None, None);
    loop {
        cursor.blanks();
        if cursor.take(b">/").is_some() {
            break;
        }
        let key = cursor.word().of(cursor.text).to_ascii_lowercase();
        if key.is_empty() {
            return None;
        }
        cursor.equals()?;
        let is = |known: &[&str]| known.iter().any(|known| known.as_bytes() == key);
        let part = match (is(&ROWS), is(&COLUMNS), is(&VALUES)) {
            (false, false, false) => {
                cursor.skip_quoted()?;
                continue;
            }
            (true, ..) => &mut row,
            (_, true, _) => &mut column,
            _ => &mut value,
        };
        if part.replace(cursor.value()?).is_some() {
            return None;
        }
    }
    cursor.take(b">");
    Some(Fact {
        kind: Kind::Named,
        name,
        row: row?,
        column: column?,
        value: value?,
        span: Span::new(start, cursor.at),
    })
}

fn indexed(mut cursor: Cursor, start: usize) -> Option<Fact> {
    let is_name = |byte: &&u8| byte.is_ascii_alphanumeric() || b"_. ".contains(byte);
    let length = cursor.rest().iter().take_while(is_name).count();
    let name = Span::new(start, start + length);
    if cursor.rest().first().is_some_and(u8::is_ascii_digit) {
        return None;
    }
    cursor.at += length;
    let open = cursor.take(b"([{")?;
    let close = match open {
        b'(' => b')',
        b'[' => b']',
        _ => b'}',
    };
    cursor.blanks();
    let row = cursor.number()?;
    cursor.blanks();
    match cursor.take(&[b',', close])? {
        b',' => {}
        // grid[0][1]
        _ => {
            cursor.take(&[open])?;
        }
    }
    cursor.blanks();
    let column = cursor.number()?;
    cursor.blanks();
    let value = match cursor.take(&[b',', close])? {
        b',' => {
            cursor.blanks();
            let value = cursor.value()?;
            cursor.blanks();
            cursor.take(&[close])?;
            value
        }
        _ => {
            cursor.equals()?;
            cursor.value()?
        }
    };
    Some(Fact {
        kind: Kind::Indexed,
        name,
        row,
        column,
        value,
        span: Span::new(start, cursor.at),
    })
}

/// Takes a call around a fact, such as `solver.add(x[0][1] == 5)`.
fn constraint(mut cursor: Cursor, start: usize) -> Option<Fact> {
    let is_name = |byte: &&u8| byte.is_ascii_alphanumeric() || b"_.".contains(byte);
    cursor.at += cursor.rest().iter().take_while(is_name).count();
    cursor.take(b"(")?;
    let inner = cursor.at;
    let Cursor { text, end, .. } = cursor;
    let fact = indexed(cursor, inner)?;
    let after = fact.span.end as usize;
    (text[after..end].starts_with(b")")).then_some(Fact {
        span: Span::new(start, after + 1),
        ..fact
    })
}

fn plain(mut cursor: Cursor, start: usize) -> Option<Fact> {
    let mut numbers = [Span::default(); 3];
    for (place, number) in numbers.iter_mut().enumerate() {
        if place > 0 {
            let before = cursor.at;
            cursor.blanks();
            let _ = cursor.take(b",;");
            cursor.blanks();
            if cursor.at == before {
                return None;
            }
        }
        *number = cursor.number()?;
    }
    let [row, column, value] = numbers;
    Some(Fact {
        kind: Kind::Plain,
        name: Span::new(start, start),
        row,
        column,
        value,
        span: Span::new(start, cursor.at),
    })
}
