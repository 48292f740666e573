//! Cells that say where they are, in any order: `{"row": 1, "col": 2, "value": 5}`, `[0, 1, 5]`, or
//! a map such as `{"r1c2": 5}`.

use super::puzzle::{is_cell, token};
use super::value::{Type, Value};
use crate::format::forms::places::{
    self, COLUMNS, Declared, Numbering, ROWS, Uncertain, VALUES, counts_values_from_zero,
};
use crate::format::forms::separated::{self, Token};
use crate::format::read::segment::Segment;
use crate::format::record::{InsertedPart, Insertion};
use crate::format::{ReadOptions, Record, Span};
use crate::problem::{Problem, ProblemCode};
use crate::shape::MAX_SIZE;

/// The fewest cells that are taken for a puzzle, and the fewest of bare numbers.
const FEWEST: [usize; 2] = [8, 12];

/// The longest word before the number of a row or column.
const LONGEST_STEM: usize = 8;

/// A cell with its place.
struct Place<'a> {
    row: Index,
    column: Index,
    value: Value<'a>,
    /// The whole object, array or field, from its first byte to its last.
    range: std::ops::Range<usize>,
}

/// A row or column, and where it is written.
#[derive(Clone, Copy)]
struct Index {
    number: usize,
    start: usize,
    end: usize,
    is_letter: bool,
}

impl Index {
    /// Returns a number that is a value of its own.
    fn of(value: Value) -> Option<Index> {
        let range = value.range();
        let (text, lead) = match value.inside() {
            Some(inside) => (inside, 1),
            None => (value.text(), 0),
        };
        Index::at(text, range.start + lead)
    }

    /// Returns the number of a row or column from its name: `r1`, `row 1`, `col_1`, `1` or `A`.
    fn of_name(name: Value) -> Option<Index> {
        let inside = name.inside()?;
        let start = name.range().start + 1;
        if let [letter] = inside.as_bytes()
            && letter.is_ascii_alphabetic()
        {
            return Some(Index::of_letter(*letter, start));
        }
        let number =
            inside.trim_start_matches(|c: char| c.is_ascii_alphabetic() || "_- ".contains(c));
        let stem = inside.len() - number.len();
        (stem <= LONGEST_STEM).then(|| Index::at(number, start + stem))?
    }

    /// Returns the number of a letter at an offset: A is 1.
    fn of_letter(letter: u8, start: usize) -> Index {
        Index {
            number: usize::from(letter.to_ascii_uppercase() - b'A') + 1,
            start,
            end: start + 1,
            is_letter: true,
        }
    }

    /// Returns the number that a text consists of, which starts at an offset.
    fn at(text: &str, start: usize) -> Option<Index> {
        let digits = text.bytes().all(|byte| byte.is_ascii_digit());
        let number = text.parse().ok().filter(|number| *number <= MAX_SIZE);
        Some(Index {
            number: number.filter(|_| digits && text.len() <= 2)?,
            start,
            end: start + text.len(),
            is_letter: false,
        })
    }
}

/// Returns the place of an object with a row and a column. Other fields may be anything.
fn of_object(object: Value) -> Option<Place> {
    let named = |value: Value, names: &[&str]| {
        let name = value.inside().unwrap_or_default();
        let is_same = |known: &&str| {
            let mut letters = name.bytes().filter(|byte| !b"_-".contains(byte));
            let is_letter = |known: u8| {
                letters
                    .next()
                    .is_some_and(|b| b.eq_ignore_ascii_case(&known))
            };
            known.bytes().all(is_letter) && letters.next().is_none()
        };
        names.iter().any(is_same)
    };
    let (mut row, mut column, mut value) = (None, None, None);
    for (name, field) in object.each_field() {
        if named(name, &ROWS) {
            row = row.or(Index::of(field));
        } else if named(name, &COLUMNS) {
            column = column.or(Index::of(field));
        } else if value.is_none() && named(name, &VALUES) && is_cell(&field) {
            value = Some(field);
        }
    }
    Some(Place {
        row: row?,
        column: column?,
        value: value?,
        range: object.range(),
    })
}

/// Returns whether an object says where it is on the board.
pub(super) fn has_place(object: Value) -> bool {
    of_object(object).is_some()
}

/// Returns the place of an array of row, column and value.
fn of_triple(array: Value) -> Option<Place> {
    let mut items = array.each_item();
    let (row, column, value) = (items.next()?, items.next()?, items.next()?);
    (items.next().is_none() && is_cell(&value)).then_some(Place {
        row: Index::of(row)?,
        column: Index::of(column)?,
        value,
        range: array.range(),
    })
}

/// Returns the place of a field whose name is that of a cell: `r1c2`, `A2`, `0,1` or `(0, 1)`.
fn of_field<'a>(name: Value<'a>, value: Value<'a>) -> Option<Place<'a>> {
    let inside = name.inside()?;
    let start = name.range().start + 1;
    let (row, column) = of_name(inside)?;
    let index = |part: &str| {
        let offset = part.as_ptr() as usize - inside.as_ptr() as usize;
        match part.as_bytes() {
            [letter] if letter.is_ascii_alphabetic() => {
                Some(Index::of_letter(*letter, start + offset))
            }
            _ => Index::at(part, start + offset),
        }
    };
    is_cell(&value).then_some(Place {
        row: index(row)?,
        column: index(column)?,
        value,
        range: name.range().start..value.range().end,
    })
}

/// A row of a map of rows.
struct MappedRow {
    number: usize,
    /// Where another cell of the row goes.
    end: usize,
}

/// Returns the places of a map of rows which are maps of cells, and its rows:
/// `{"r1": {"c1": 5, …}, …}`. Cells may be missing, but no rows, which could not be added.
fn of_rows(map: Value) -> Option<(Vec<Place>, Vec<MappedRow>)> {
    let (mut places, mut rows) = (Vec::new(), Vec::new());
    for (name, row) in map.each_field().take(MAX_SIZE + 1) {
        let index = Index::of_name(name)?;
        if row.kind() != Type::Object {
            return None;
        }
        let mut end = row.range().start + 1;
        for (name, value) in row.each_field() {
            places.push(Place {
                row: index,
                column: Index::of_name(name)?,
                value: Some(value).filter(is_cell)?,
                range: name.range().start..value.range().end,
            });
            end = value.range().end;
        }
        rows.push(MappedRow {
            number: index.number,
            end,
        });
    }
    let is_full = places.len() == rows.len() * rows.len();
    // Nothing can be written with a letter for its column.
    let is_regular = is_full || !places.iter().any(|place| place.column.is_letter);
    is_regular.then_some((places, rows))
}

/// Splits the name of a cell into its row and column.
fn of_name(name: &str) -> Option<(&str, &str)> {
    if name.len() > 16 || !name.is_ascii() {
        return None;
    }
    let bare = name.trim_matches(|c| "()[]".contains(c));
    if let Some(pair) = bare.split_once([',', '-', '_', ':']) {
        return Some((pair.0.trim(), pair.1.trim()));
    }
    let rest = bare.strip_prefix(['r', 'R']);
    if let Some((row, column)) = rest.and_then(|rest| rest.split_once(['c', 'C'])) {
        return Some((row, column));
    }
    let is_letter = bare.as_bytes().first()?.is_ascii_alphabetic();
    is_letter.then(|| bare.split_at(1))
}

/// The cells of a value.
pub(super) struct Placed<'a> {
    places: Vec<Place<'a>>,
    /// The rows that the places are in, if they are those of a map of rows.
    rows: Vec<MappedRow>,
    is_explicit: bool,
    /// Whether rows or columns have names, and not only numbers.
    has_names: bool,
}

impl<'a> Placed<'a> {
    /// Returns the cells of an array or object that consists of nothing else.
    pub fn of(value: Value<'a>) -> Option<Placed<'a>> {
        let (mut is_explicit, mut has_names) = (false, true);
        let mut rows = Vec::new();
        let (places, fewest) = match value.kind() {
            Type::Array => {
                let is_triple = value.each_item().next()?.kind() == Type::Array;
                let place = |item| match is_triple {
                    true => of_triple(item),
                    false => of_object(item),
                };
                let places: Option<Vec<_>> = value.each_item().map(place).collect();
                (places?, FEWEST[usize::from(is_triple)])
            }
            Type::Object if value.each_field().next()?.1.kind() == Type::Object => {
                is_explicit = true;
                let (name, _) = value.each_field().next()?;
                has_names = name
                    .inside()?
                    .starts_with(|c: char| c.is_ascii_alphabetic());
                let (places, mapped) = of_rows(value)?;
                rows = mapped;
                (places, FEWEST[0])
            }
            Type::Object => {
                let fields = value.each_field();
                let places: Option<Vec<_>> = fields.map(|(n, v)| of_field(n, v)).collect();
                let (name, _) = value.each_field().next()?;
                let first = name.inside().and_then(|name| name.bytes().next());
                is_explicit = first.is_some_and(|byte| byte.is_ascii_alphabetic());
                (places?, FEWEST[0])
            }
            _ => return None,
        };
        let is_regular = || {
            places
                .iter()
                .all(|p| p.row.is_letter == places[0].row.is_letter)
        };
        // `{"c1": 5, "c2": 3, …}` are the cells of a row.
        let has_rows = || places.iter().any(|p| p.row.number != places[0].row.number);
        (places.len() >= fewest && is_regular() && has_rows()).then_some(Placed {
            places,
            rows,
            is_explicit,
            has_names,
        })
    }

    fn numbering(&self, options: &ReadOptions) -> Result<Numbering, Uncertain> {
        let place = |place: &Place| (place.row.number, place.column.number);
        let places: Vec<_> = self.places.iter().map(place).collect();
        let number = |value: Value| match value.inside() {
            Some(inside) => inside.parse().ok(),
            None => value.text().parse::<usize>().ok(),
        };
        let values = self.places.iter().filter_map(|place| number(place.value));
        let largest = values.max().unwrap_or(0);
        Numbering::of(
            &places,
            largest,
            Declared::default(),
            self.is_explicit,
            options,
        )
    }

    /// Returns the size of the board, and the values in the order of its cells.
    pub fn values(
        &self,
        options: &ReadOptions,
        value_of: impl Fn(Value, usize) -> Option<u8>,
    ) -> Option<Vec<u8>> {
        let numbering = self.numbering(options).ok()?;
        let mut values = vec![0; numbering.size * numbering.size];
        for place in &self.places {
            let cell = numbering.cell((place.row.number, place.column.number))?;
            values[cell] = value_of(place.value, numbering.size)?;
        }
        let is_puzzle = self.has_rows_of(numbering)
            && (self.has_names || self.is_full(numbering) || !repeats(&values, numbering.size));
        is_puzzle.then_some(values)
    }

    /// Returns whether a map of rows has each row of the board once.
    fn has_rows_of(&self, Numbering { size, first }: Numbering) -> bool {
        let mut numbers: Vec<usize> = self.rows.iter().map(|row| row.number).collect();
        numbers.sort_unstable();
        numbers.is_empty() || numbers.into_iter().eq(first..first + size)
    }

    fn is_full(&self, numbering: Numbering) -> bool {
        self.places.len() == numbering.size * numbering.size
    }

    /// Reads the cells; `whole` is the value that they are in.
    pub fn read(&self, segment: &Segment, whole: Value) -> Result<Record, Problem> {
        let base = whole.span(segment).start as usize - whole.range().start;
        let span = |range: &std::ops::Range<usize>| Span::new(base + range.start, base + range.end);
        let problem = |span: Span, message: String, label: &str, help: String| {
            segment.problem(ProblemCode::BoardSize, span, message, label, help)
        };
        let first = span(&self.places[0].range);
        let numbering = self.numbering(segment.options).map_err(|uncertain| {
            problem(first, uncertain.message, "the first cell", uncertain.help)
        })?;
        if !self.has_rows_of(numbering) {
            let size = numbering.size;
            let message = format!("the map has {} of {size} rows", self.rows.len());
            let help = "name every row; one without givens is `{}`".to_string();
            return Err(problem(first, message, "the first cell", help));
        }
        let last = &self.places[self.places.len() - 1];
        let mut tokens = vec![None; numbering.size * numbering.size];
        let values = || self.places.iter().map(|place| place.value);
        let is_string = |value: Value| value.kind() == Type::String;
        let are_numbers = !values().any(is_string) || values().any(|v| v.kind() == Type::Number);
        for place in &self.places {
            let index = (place.row.number, place.column.number);
            let Some(cell) = numbering.cell(index) else {
                let message = format!(
                    "row {}, column {} is outside of the board",
                    index.0, index.1
                );
                let help = "check rows and columns".to_string();
                return Err(problem(span(&place.range), message, "this cell", help));
            };
            let token = token(segment, place.value, are_numbers)?;
            if tokens[cell].replace(token).is_some() {
                let message = format!("row {}, column {} occurs twice", index.0, index.1);
                let help = "remove one of the cells".to_string();
                return Err(problem(span(&place.range), message, "the second one", help));
            }
        }
        let is_partial = tokens.iter().any(Option::is_none);
        let number = |value: Value| value.inside().unwrap_or(value.text()).parse().ok();
        let numbers = || values().filter_map(number);
        if is_partial && counts_values_from_zero(numbers, numbering.size, segment.options) {
            let message = "0 among the givens may be a value, if values count from 0".to_string();
            let help = "count values from 1, or use --blank 0 if 0 is an empty cell".to_string();
            return Err(problem(first, message, "the first cell", help));
        }
        let missing = |cell: usize| {
            let row = cell / numbering.size + numbering.first;
            let row = self.rows.iter().find(|mapped| mapped.number == row);
            let at = base + row.map_or(last.range.end, |row| row.end);
            Token::plain(at, at)
        };
        let tokens = tokens.into_iter().enumerate();
        let tokens: Vec<Token> = tokens
            .map(|(cell, token)| token.unwrap_or_else(|| missing(cell)))
            .collect();
        let mut record = match are_numbers {
            true => separated::numbers(segment, &tokens)?,
            false => separated::read(segment, &tokens)?,
        };
        if is_partial {
            record.insertion = Some(Box::new(self.insertion(segment, base, numbering.first)));
            record.blank = "0".to_string();
        }
        Ok(record)
    }

    /// Returns the text of another cell: what separates the last two, and the last one with other
    /// numbers.
    fn insertion(&self, segment: &Segment, base: usize, first: usize) -> Insertion {
        let is_pair =
            |pair: &[Place]| self.rows.is_empty() || pair[0].row.number == pair[1].row.number;
        let mut pairs = self.places.windows(2).rev();
        let pair = pairs.find(|pair| is_pair(pair));
        let last = pair.map_or(&self.places[self.places.len() - 1], |pair| &pair[1]);
        let span = |start: usize, end: usize| Span::new(base + start, base + end);
        let lead = pair.map_or(", ".to_string(), |pair| {
            let between = span(pair[0].range.end, pair[1].range.start);
            String::from_utf8_lossy(between.of(segment.text)).into_owned()
        });
        let row = match last.row.is_letter {
            true => InsertedPart::RowLetter,
            false => InsertedPart::Row,
        };
        let range = last.value.range();
        let quote = usize::from(last.value.kind() == Type::String);
        let value = range.start + quote..range.end - quote;
        let mut parts = vec![
            (
                span(last.column.start, last.column.end),
                InsertedPart::Column,
            ),
            (span(value.start, value.end), InsertedPart::Value),
        ];
        // The fields of a map of rows do not name the row.
        if self.rows.is_empty() {
            parts.push((span(last.row.start, last.row.end), row));
        }
        let whole = span(last.range.start, last.range.end);
        places::insertion(segment.text, lead, whole, parts, first)
    }
}

/// Returns whether a row or a column has a value twice.
fn repeats(values: &[u8], size: usize) -> bool {
    let repeats = |cells: &mut dyn Iterator<Item = u8>| {
        let mut seen = 0u128;
        cells.filter(|value| *value != 0).any(|value| {
            let is_seen = seen >> value & 1 == 1;
            seen |= 1 << value;
            is_seen
        })
    };
    (0..size).any(|at| {
        repeats(&mut values[at * size..(at + 1) * size].iter().copied())
            || repeats(&mut values[at..].iter().step_by(size).copied())
    })
}

/// Returns the rows of an object that names each of them: `{"row1": …, "row2": …}`, `{"A": …}`.
pub(super) fn rows_of(object: Value) -> Option<Vec<Value>> {
    let mut rows = Vec::new();
    let mut last = None;
    for (name, value) in object.each_field() {
        let name = name.inside()?;
        let stem = name.trim_end_matches(|c: char| c.is_ascii_digit());
        let number = match name.as_bytes() {
            [letter] if letter.is_ascii_alphabetic() => usize::from(*letter),
            _ => name[stem.len()..]
                .parse()
                .ok()
                .filter(|number| *number <= MAX_SIZE)?,
        };
        let stem = if number > MAX_SIZE { "" } else { stem };
        let follows = match last {
            None => number <= 1 || matches!(number as u8, b'a' | b'A'),
            Some((before, previous)) => before == stem && number == previous + 1,
        };
        if !follows || !matches!(value.kind(), Type::Array | Type::String) || rows.len() == MAX_SIZE
        {
            return None;
        }
        last = Some((stem, number));
        rows.push(value);
    }
    (rows.len() >= crate::shape::MIN_SIZE).then_some(rows)
}
