//! One fact per cell: `initial(1,2,5).`, `given(1,2,5; 1,3,7).`, `grid[0][1] = 5;`, `r1c2=5`, `A2: 5`, elements such as
//! `<cell row="1" col="2" value="5"/>`, or the row, column and value alone.
//!
//! Rows come before columns, unless a header says otherwise; in `A2` the letter is the row. Facts
//! such as `size(9).` and `row(1..9).` above the givens declare the size and the first index.
//! Otherwise indices count from 0 if a 0 occurs and from 1 if not, and the largest index or value is
//! the size: where neither is certain, the text is refused. Open cells have no place in the text, so
//! an answer adds facts after the last one.

mod notation;
#[cfg(test)]
mod tests;
mod write;

use crate::format::forms::code::{Context, Search};
use crate::format::forms::places::{self, Declared, Numbering, Uncertain, counts_values_from_zero};
use crate::format::forms::separated::{self, Token};
use crate::format::read::lines::{Line, Lines};
use crate::format::read::segment::Segment;
use crate::format::read::text::line_end;
use crate::format::record::{InsertedPart, Insertion};
use crate::format::{Content, Form, Record, Span};
use crate::problem::{Problem, ProblemCode};
use crate::shape::MAX_SIZE;
use notation::{
    Fact, Kind, Order, UnknownName, declarations, facts_of, header, index_of, resembles, same_name,
    starts_fact,
};

pub(crate) use notation::starts_list;
pub(crate) use write::{write, write_triples};

/// The fewest facts that are taken for a puzzle, and the fewest lines of bare numbers.
const FEWEST: [usize; 2] = [8, 12];
/// The longest text of a puzzle.
const LONGEST: usize = 256 * 1024;
/// The most lines in a row among the facts that are none.
const MOST_ODD: usize = 2;
/// The most lines of declarations above the facts.
const MOST_DECLARATIONS: usize = 6;

/// Returns whether facts may start on a line, with a header or a size above them.
pub(crate) fn may_start(line: &[u8]) -> bool {
    if header(line.trim_ascii()).is_some() || declarations(line).is_some() {
        return true;
    }
    let digits = line.iter().filter(|byte| byte.is_ascii_digit()).count();
    let has_facts = || facts_of(line, 0, line.len()).is_some_and(|facts| !facts.is_empty());
    digits >= 2 && (has_facts() || starts_fact(line))
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
    let is_bare = form == Form::Triples && !has_header && context.options.form.is_none();
    match read {
        Ok(_) if is_bare && puzzle.are_states() => Search::Other(end, puzzle.other_numbers(end)),
        Ok(record) => Search::Piece(end, Content::Puzzle(record)),
        Err(problem) if puzzle.is_sudoku() => Search::Piece(end, Content::Unreadable(problem)),
        Err(problem) => Search::Other(end, problem),
    }
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

    /// Returns whether the numbers of every three lines differ: rather states of a sliding puzzle of
    /// 3×3, because among the givens of a board a row or a column occurs again.
    fn are_states(&self) -> bool {
        let are_distinct = |lines: &[Fact]| {
            let numbers = |fact: &Fact| [fact.row, fact.column, fact.value];
            let mut numbers = lines.iter().flat_map(numbers).map(|span| self.number(span));
            let mut seen = [false; 100];
            numbers.all(|number| {
                seen.get_mut(number)
                    .is_some_and(|n| !std::mem::replace(n, true))
            })
        };
        self.facts.chunks(3).all(are_distinct)
    }

    /// Returns the problem of lines of three numbers that are no givens.
    fn other_numbers(&self, end: usize) -> Problem {
        self.context.segment(end).problem(
            ProblemCode::NoPuzzle,
            self.facts[0].span,
            "these lines of three numbers are not the rows, columns and values of a Sudoku",
            "the first line",
            "write `row column value` above the lines if they are",
        )
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
        let is_partial = self.facts.len() < tokens.len();
        let values = || self.facts.iter().map(|fact| self.number(fact.value));
        if is_partial && counts_values_from_zero(values, numbering.size, segment.options) {
            let zero = self.facts.iter().find(|fact| self.number(fact.value) == 0);
            let zero = zero.map_or(last.value, |fact| fact.value);
            return Err(segment.problem(
                ProblemCode::ValueRange,
                zero,
                "0 among the givens may be a value, if values count from 0",
                "a given or an empty cell?",
                "count values from 1, or use --blank 0 if 0 is an empty cell",
            ));
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
        let parts = vec![
            (fact.row, row),
            (fact.column, InsertedPart::Column),
            (fact.value, InsertedPart::Value),
        ];
        places::insertion(text, lead, fact.span, parts, first)
    }
}
