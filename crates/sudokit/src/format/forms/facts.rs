//! One fact per cell: `initial(1,2,5).`, `grid[0][1] = 5;`, `r1c2=5`, `A2: 5`, elements such as
//! `<cell row="1" col="2" value="5"/>`, or the row, column and value alone.
//!
//! Rows come before columns, unless a header says otherwise; in `A2` the letter is the row. Facts
//! such as `size(9).` and `row(1..9).` above the givens declare the size and the first index.
//! Otherwise indices count from 0 if a 0 occurs and from 1 if not, and the largest index or value is
//! the size: where neither is certain, the text is refused. Open cells have no place in the text, so
//! an answer adds facts after the last one.

use crate::format::forms::code::{Context, Search};
use crate::format::forms::places::{self, COLUMNS, Declared, Numbering, ROWS, Uncertain, VALUES};
use crate::format::forms::separated::{self, Token};
use crate::format::read::lines::{Line, Lines};
use crate::format::read::segment::Segment;
use crate::format::read::text::line_end;
use crate::format::record::{InsertedPart, Insertion};
use crate::format::symbols::tokens::number;
use crate::format::write::Item;
use crate::format::{Content, Form, Record, Span};
use crate::problem::{Problem, ProblemCode};
use crate::shape::MAX_SIZE;

/// The fewest facts that are taken for a puzzle, and the fewest lines of bare numbers.
const FEWEST: [usize; 2] = [8, 12];
/// The longest text of a puzzle.
const LONGEST: usize = 256 * 1024;
/// The most lines in a row among the facts that are none.
const MOST_ODD: usize = 2;
/// The most lines of declarations above the facts.
const MOST_DECLARATIONS: usize = 6;

/// How a fact is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
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
    fn form(self) -> Form {
        match self {
            Kind::Plain => Form::Triples,
            _ => Form::Facts,
        }
    }
}

/// One fact.
#[derive(Clone, Copy, Debug)]
struct Fact {
    kind: Kind,
    /// The name before the indices.
    name: Span,
    row: Span,
    column: Span,
    value: Span,
    /// The whole fact, without a full stop or semicolon.
    span: Span,
}

/// Returns whether facts may start on a line, with a header or a size above them.
pub(crate) fn may_start(line: &[u8]) -> bool {
    if header(line.trim_ascii()).is_some() || declarations(line).is_some() {
        return true;
    }
    let digits = line.iter().filter(|byte| byte.is_ascii_digit()).count();
    let has_facts = || facts_of(line, 0, line.len()).is_some_and(|facts| !facts.is_empty());
    digits >= 2 && (has_facts() || starts_fact(line))
}

/// Returns whether a line starts with a name, a bracket and a number.
fn starts_fact(line: &[u8]) -> bool {
    let line = line.trim_ascii_start();
    let is_name = |byte: &&u8| byte.is_ascii_alphanumeric() || **byte == b'_';
    let name = line.iter().take_while(is_name).count();
    let rest = &line[name..];
    name > 0 && matches!(rest, [b'(' | b'[', digit, ..] if digit.is_ascii_digit())
}

/// Searches for facts that start on the first line of the text. Bare numbers count only if
/// `numbers` is set.
pub(crate) fn search(context: Context, numbers: bool) -> Search {
    let text = context.text;
    let mut lines = Lines::new(text, context.complete);
    let mut facts: Vec<Fact> = Vec::new();
    let mut seen = [false; 100 * 100];
    let mut order = Order::default();
    let mut declared = Declared::default();
    let mut declarations_left = MOST_DECLARATIONS;
    let mut end = 0;
    let mut is_first = true;
    let mut has_header = false;
    // A header that does not say which number is which.
    let mut unnamed: Option<Span> = None;
    let mut after_blank = false;
    let mut twice = None;
    // Lines among the facts that are none, and the first one that should be.
    let mut odd: Vec<Line> = Vec::new();
    let mut damaged: Option<Span> = None;
    for line in lines.by_ref() {
        let of_line = line.of(text).trim_ascii();
        let is_comment = of_line.starts_with(b"%")
            || of_line.starts_with(b"#")
            || of_line.starts_with(b"//")
            || of_line.starts_with(b"--");
        let separates = of_line.iter().all(|byte| b",;.".contains(byte));
        if of_line.is_empty() || is_comment || separates && !facts.is_empty() {
            after_blank |= of_line.is_empty();
            continue;
        }
        if std::mem::take(&mut is_first)
            && let Some(named) = header(of_line)
        {
            has_header = true;
            match named {
                Ok(named) => order = named,
                Err(UnknownName) => unnamed = Some(line.trimmed(text)),
            }
            continue;
        }
        if facts.is_empty()
            && declarations_left > 0
            && let Some(found) = declarations(of_line)
        {
            declarations_left -= 1;
            declared.add(found);
            continue;
        }
        let mut found = facts_of(text, line.start, line.end).unwrap_or_default();
        let plain = found.iter_mut().filter(|fact| fact.kind == Kind::Plain);
        plain.for_each(|fact| order.apply(fact));
        let alike = |fact: &Fact| match facts.first() {
            Some(first) => first.kind == fact.kind && same_name(text, first, fact),
            None => fact.kind != Kind::Plain || numbers,
        };
        if found.is_empty() || !found.iter().all(alike) {
            // The name of the first fact may be the one that is wrong.
            if let ([first], [other, ..]) = (&facts[..], &found[..])
                && resembles(first.span.of(text), other.span.of(text))
            {
                damaged = Some(first.span);
                facts = found;
                end = line.next;
                continue;
            }
            // Below a header, the first line may be damaged too.
            let starts = starts_fact(of_line)
                || has_header && of_line.first().is_some_and(u8::is_ascii_digit);
            if after_blank || odd.len() == MOST_ODD || facts.is_empty() && !starts {
                break;
            }
            odd.push(line);
            continue;
        }
        let first = facts.first().unwrap_or(&found[0]).span.of(text);
        let wrong = odd.iter().find(|line| resembles(line.of(text), first));
        match wrong {
            Some(line) => damaged = damaged.or(Some(line.trimmed(text))),
            None if !odd.is_empty() => break,
            None => {}
        }
        odd.clear();
        let mut is_old = |fact: &&Fact| {
            let cell = index_of(fact.row.of(text)) * 100 + index_of(fact.column.of(text));
            std::mem::replace(&mut seen[cell], true)
        };
        let old: Vec<&Fact> = found.iter().filter(&mut is_old).collect();
        if let Some(fact) = old.first() {
            // After a blank line, the cell belongs to the next puzzle.
            if after_blank && !facts.is_empty() {
                break;
            }
            twice = twice.or(Some(**fact));
        }
        after_blank = false;
        facts.extend(found);
        end = line.next;
        if end > LONGEST || facts.len() > MAX_SIZE * MAX_SIZE {
            break;
        }
    }
    if lines.needs_more && text.len() < 2 * LONGEST {
        return Search::NeedsMore;
    }
    let Some(first) = facts.first() else {
        return Search::Nothing;
    };
    // The last fact may be damaged too.
    let is_next = odd.first().is_some_and(|line| line.start == end);
    let wrong = |line: &&Line| is_next && resembles(line.of(text), first.span.of(text));
    if let Some(line) = odd.iter().find(wrong) {
        damaged = damaged.or(Some(line.trimmed(text)));
        end = line.next;
    }
    let form = first.kind.form();
    let fewest = match context.options.form == Some(form) {
        true => 1,
        false => FEWEST[usize::from(form == Form::Triples)],
    };
    if facts.len() < fewest {
        return Search::Nothing;
    }
    let puzzle = Facts {
        context,
        facts: &facts,
        declared,
    };
    let read = match (unnamed, damaged, twice) {
        (Some(header), ..) => Err(puzzle.unnamed(header, end)),
        (None, Some(line), _) => Err(puzzle.damaged(line, end)),
        (None, None, Some(fact)) => Err(puzzle.twice(&fact, end)),
        (None, None, None) => puzzle.read(end),
    };
    match read {
        Ok(record) => Search::Piece(end, Content::Puzzle(record)),
        Err(problem) if puzzle.is_sudoku() => Search::Piece(end, Content::Unreadable(problem)),
        Err(problem) => Search::Other(end, problem),
    }
}

/// Returns whether a line is like a fact but for a few characters: a damaged fact, or one that is
/// joined with another.
fn resembles(line: &[u8], fact: &[u8]) -> bool {
    let skeleton = |text: &[u8]| -> Vec<u8> {
        let is_mark = |byte: &u8| !byte.is_ascii_digit() && !byte.is_ascii_whitespace();
        let closes = |byte: &u8| b".;,".contains(byte) || byte.is_ascii_whitespace();
        let after = text.iter().rev().take_while(|byte| closes(byte)).count();
        let text = &text[..text.len() - after];
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
fn number_of(digits: &[u8]) -> usize {
    number(digits).unwrap_or(0)
}

/// Returns a row, a column or a value: a number, or a letter.
fn index_of(text: &[u8]) -> usize {
    match *text {
        [letter] if letter.is_ascii_alphabetic() => {
            usize::from(letter.to_ascii_uppercase() - b'A') + 1
        }
        _ => number_of(text),
    }
}

fn same_name(text: &[u8], a: &Fact, b: &Fact) -> bool {
    a.name.of(text).trim_ascii() == b.name.of(text).trim_ascii()
}

/// The facts of one puzzle.
struct Facts<'a> {
    context: Context<'a>,
    facts: &'a [Fact],
    declared: Declared,
}

impl Facts<'_> {
    /// Returns whether the facts can be nothing but a puzzle, so that a problem is worth a message.
    fn is_sudoku(&self) -> bool {
        const NAMES: [&str; 14] = [
            "sudoku", "cell", "given", "initial", "clue", "grid", "board", "puzzle", "hint",
            "fixed", "start", "value", "init", "known",
        ];
        let first = &self.facts[0];
        let name = first.name.of(self.context.text).to_ascii_lowercase();
        let is_known = |known: &str| memchr::memmem::find(&name, known.as_bytes()).is_some();
        match first.kind {
            Kind::Indexed | Kind::Named => NAMES.iter().any(|known| is_known(known)),
            // Other tables of small numbers have three columns too.
            Kind::Plain => false,
            Kind::RowColumn | Kind::Letter => true,
        }
    }

    /// Returns the problem of a header with a name that is not known.
    fn unnamed(&self, header: Span, end: usize) -> Problem {
        self.context.segment(end).problem(
            ProblemCode::BrokenStructure,
            header,
            "this header does not say which column is the row, the column and the value",
            "the names",
            "name the columns `row`, `column` and `value`",
        )
    }

    /// Returns the problem of a line among the facts that is none.
    fn damaged(&self, line: Span, end: usize) -> Problem {
        let example = self.facts[self.facts.len() - 1].span;
        let example = String::from_utf8_lossy(example.of(self.context.text)).into_owned();
        self.context.segment(end).problem(
            ProblemCode::BrokenStructure,
            line,
            "this line among the facts is none",
            format!("expected a fact such as `{example}`"),
            "write it as the others, or put a blank line around other text",
        )
    }

    /// Returns the problem of a cell with two facts.
    fn twice(&self, fact: &Fact, end: usize) -> Problem {
        let (row, column) = self.place(fact);
        self.context.segment(end).problem(
            ProblemCode::BrokenStructure,
            fact.span,
            format!("row {row}, column {column} has two facts"),
            "the second one",
            "remove one of them, or put a blank line between two puzzles",
        )
    }

    fn number(&self, span: Span) -> usize {
        index_of(span.of(self.context.text))
    }

    /// Returns the row and column of a fact as they are written.
    fn place(&self, fact: &Fact) -> (usize, usize) {
        (self.number(fact.row), self.number(fact.column))
    }

    /// Returns how rows and columns are numbered.
    fn numbering(&self, segment: &Segment) -> Result<Numbering, Problem> {
        let places: Vec<_> = self.facts.iter().map(|fact| self.place(fact)).collect();
        let values = self.facts.iter().map(|fact| self.number(fact.value));
        let largest = values.max().unwrap_or(0);
        let is_explicit = matches!(self.facts[0].kind, Kind::RowColumn | Kind::Letter);
        let options = segment.options;
        let numbering = Numbering::of(&places, largest, self.declared, is_explicit, options);
        numbering.map_err(|Uncertain { message, help }| {
            let whole = self.facts[0].span;
            segment.problem(
                ProblemCode::BoardSize,
                whole,
                message,
                "the first fact",
                help,
            )
        })
    }

    fn read(&self, end: usize) -> Result<Record, Problem> {
        let segment = self.context.segment(end);
        let numbering = self.numbering(&segment)?;
        let last = self.facts[self.facts.len() - 1];
        let at = last.span.end as usize;
        let mut tokens = vec![Token::plain(at, at); numbering.size * numbering.size];
        for fact in self.facts {
            let value = fact.value;
            if let Some(cell) = numbering.cell(self.place(fact)) {
                tokens[cell] = Token {
                    span: value,
                    read: value,
                };
            }
        }
        let mut record = separated::numbers(&segment, &tokens)?;
        record.blank = "0".to_string();
        record.insertion = Some(Box::new(self.insertion(numbering.first)));
        record.form = self.facts[0].kind.form();
        record.field = Span {
            start: self.facts[0].span.start,
            end: last.span.end,
        };
        let ends = line_end(segment.text);
        record.separator = if ends.is_empty() { "\n\n" } else { ends };
        Ok(record)
    }

    /// Returns the text of another fact: what separates the last two, and the last one with other
    /// numbers.
    fn insertion(&self, first: usize) -> Insertion {
        let text = self.context.text;
        let string = |start: u32, end: u32| {
            let bytes = Span { start, end }.of(text);
            String::from_utf8_lossy(bytes).into_owned()
        };
        let is_clean = |between: &String| {
            between
                .chars()
                .all(|c| c.is_whitespace() || ".,;".contains(c))
                && !between.is_empty()
        };
        let between = self
            .facts
            .windows(2)
            .rev()
            .map(|pair| string(pair[0].span.end, pair[1].span.start))
            .find(is_clean);
        let fact = self.facts[self.facts.len() - 1];
        let row = match fact.kind {
            Kind::Letter => InsertedPart::RowLetter,
            _ => InsertedPart::Row,
        };
        let lead = between.unwrap_or_else(|| "\n".to_string());
        let parts = [
            (fact.row, row),
            (fact.column, InsertedPart::Column),
            (fact.value, InsertedPart::Value),
        ];
        places::insertion(text, lead, fact.span, parts, first)
    }
}

/// Where the row, the column and the value are among the three numbers of a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Order([usize; 3]);

impl Default for Order {
    fn default() -> Order {
        Order([0, 1, 2])
    }
}

impl Order {
    fn apply(self, fact: &mut Fact) {
        let numbers = [fact.row, fact.column, fact.value];
        [fact.row, fact.column, fact.value] = self.0.map(|at| numbers[at]);
    }
}

/// One of three names in a header is not known.
struct UnknownName;

/// Returns the order that a line gives which names row, column and value, or at least two of them.
fn header(line: &[u8]) -> Option<Result<Order, UnknownName>> {
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
fn declarations(line: &[u8]) -> Option<Declared> {
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
fn facts_of(text: &[u8], start: usize, end: usize) -> Option<Vec<Fact>> {
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

/// Writes the size, the indices of rows and columns, and a fact per given.
pub(crate) fn write(item: &Item, out: &mut String) {
    let puzzle = item.puzzle();
    let size = puzzle.shape().size();
    out.push_str(&format!(
        "size({size}). row(1..{size}). column(1..{size}).\n"
    ));
    for (cell, value) in puzzle
        .values()
        .iter()
        .enumerate()
        .filter(|(_, value)| **value != 0)
    {
        out.push_str(&format!(
            "given({},{},{value}).\n",
            cell / size + 1,
            cell % size + 1
        ));
    }
}

/// Writes a line for each cell, open ones included, so that the size is certain.
pub(crate) fn write_triples(item: &Item, out: &mut String) {
    let puzzle = item.puzzle();
    let size = puzzle.shape().size();
    out.push_str("row,column,value\n");
    for (cell, value) in puzzle.values().iter().enumerate() {
        out.push_str(&format!(
            "{},{},{value}\n",
            cell / size + 1,
            cell % size + 1
        ));
    }
}

#[cfg(test)]
#[path = "facts_tests.rs"]
mod tests;
