//! One puzzle in JSON.
//!
//! The cells are a string (`"53..7…"`, with or without `\n` between rows), an array of rows that
//! are strings or arrays, or one array of all cells; `0`, `null`, `"."` and `""` are empty cells.
//! An object may add `name`, `shape` (`"3x4"`), `regions` (a label for each cell of a jigsaw),
//! `candidates` (a list for each cell) and `solution`, which receives the answer if it is written
//! in the same way as the puzzle.

use super::cell;
use super::find;
use super::placed::{Placed, rows_of};
use super::value::{Type, Value};
use crate::format::forms::link;
use crate::format::forms::separated::{self, Token};
use crate::format::read::segment::Segment;
use crate::format::{Form, ReadOptions, Record, Span};
use crate::problem::{Field, Problem, ProblemCode};
use crate::puzzle::Origin;
use crate::shape::{MIN_SIZE, Shape, ShapeError};

const NAME_NAMES: [&str; 3] = ["name", "id", "title"];

/// The number of cells of the smallest board.
pub(super) const FEWEST_CELLS: usize = MIN_SIZE * MIN_SIZE;

/// Returns whether the items of an array are the rows or cells of one puzzle, rather than puzzles.
///
/// Sixteen strings of sixteen characters can be either: they are one 16×16 board unless the options
/// name another size.
pub(super) fn is_one(options: &ReadOptions, array: Value) -> bool {
    let items = array.items();
    let length = |item: &Value| match item.kind() {
        Type::String => item.inside().map_or(0, |inside| inside.chars().count()),
        Type::Array => match item.each_item().all(|cell| is_cell(&cell)) {
            true => item.each_item().count(),
            false => usize::MAX,
        },
        Type::Object if is_cell(item) => 1,
        Type::Object => usize::MAX,
        Type::Number | Type::Null | Type::Boolean => 1,
    };
    let is_wanted = |size: usize| match &options.shape {
        Some(shape) => shape.size() == size,
        None => true,
    };
    let rows_of_a_board = |item: &Value| length(item) == items.len();
    if Placed::of(array).is_some() {
        return true;
    }
    !items.is_empty()
        && (items.iter().all(|item| length(item) < FEWEST_CELLS)
            || (is_wanted(items.len()) && items.iter().all(rows_of_a_board)))
}

/// Returns whether a value can be one cell: a number, `null`, a string of a digit or two, or an
/// object with one of those.
pub(super) fn is_cell(value: &Value) -> bool {
    match value.kind() {
        Type::Object => cell::value_of(*value).is_some(),
        _ => cell::is_plain(*value),
    }
}

/// Reads a value that is one puzzle.
pub(super) fn read(segment: &Segment, value: Value) -> Result<Record, Problem> {
    if value.kind() == Type::Object
        && let Some(program) = link::json::Program::of(value.text())
    {
        return link::read_json(segment, value.span(segment), program);
    }
    let is_cells = value.kind() == Type::Object && find::look(value, segment.options).is_some();
    let mut record = match value.kind() {
        Type::Object if is_cells => read_cells(segment, value)?,
        Type::Object => read_object(segment, value)?,
        Type::String | Type::Array => read_cells(segment, value)?,
        _ => return Err(not_a_puzzle(segment, value, "this value is not a puzzle")),
    };
    record.form = Form::Json;
    Ok(record)
}

fn not_a_puzzle(segment: &Segment, value: Value, what: &str) -> Problem {
    let error = segment.problem(
        ProblemCode::BrokenStructure,
        value.span(segment),
        what,
        "expected the cells of a puzzle",
        "write the cells as a string, as rows or as an array of N² small numbers, under any key; \
         0, null, \"\" and . are empty cells",
    );
    Problem {
        field: Some(Field {
            span: value.span(segment),
            quoted: true,
        }),
        ..error
    }
}

fn read_object(segment: &Segment, object: Value) -> Result<Record, Problem> {
    let (cells, solution) = match find::choose(object, segment.options) {
        Some(chosen) => (chosen.cells, chosen.solution),
        None => match find::named_cells(object) {
            Some(cells) => (cells, None),
            None => return Err(not_a_puzzle(segment, object, "the object has no puzzle")),
        },
    };
    let record = read_fields(segment, object, cells, solution);
    record.map_err(|problem| Problem {
        field: Some(field_of(segment, cells)),
        ..problem
    })
}

/// Reads the cells of an object, with its other fields.
fn read_fields(
    segment: &Segment,
    object: Value,
    cells: Value,
    solution: Option<Value>,
) -> Result<Record, Problem> {
    check_rules(segment, object)?;
    let mut options = segment.options.clone();
    if options.shape.is_none() {
        options.shape = shape(segment, object.field("regions"), object.field("shape"))?;
    }
    if options.shape.is_none() {
        options.shape = boxes_beside(segment, object, cells)?;
    }
    let with_shape = Segment {
        options: &options,
        ..*segment
    };
    let mut record = read_cells(&with_shape, cells)?;
    let name = NAME_NAMES.iter().find_map(|name| object.field(name));
    record.name = name.and_then(Value::label);
    if let Some(candidates) = object.field("candidates") {
        let masks = candidates_of(segment, candidates, &record)?;
        record.puzzle.set_candidates(masks);
    }
    if let Some(solution) = solution {
        answer_in(segment, cells, solution, &mut record);
    }
    Ok(record)
}

/// Refuses an object with rules that change the puzzle.
fn check_rules(segment: &Segment, object: Value) -> Result<(), Problem> {
    const RULES: [&str; 17] = [
        "cages",
        "cage",
        "killer",
        "killercage",
        "killercages",
        "killer_cages",
        "thermo",
        "thermos",
        "thermometers",
        "arrow",
        "arrows",
        "kropki",
        "sandwich",
        "antiknight",
        "antiking",
        "nonconsecutive",
        "constraints",
    ];
    let is_empty =
        |value: Value| matches!(value.text(), "[]" | "{}" | "false" | "null" | "\"\"" | "0");
    for name in RULES {
        let Some(value) = object.field(name).filter(|value| !is_empty(*value)) else {
            continue;
        };
        return Err(segment.problem(
            ProblemCode::UnsupportedForm,
            value.span(segment),
            format!("the puzzle has {name}, which sudokit does not know yet"),
            "rules beyond those of a Sudoku",
            "remove the field to read the puzzle without them",
        ));
    }
    // A list of rules, with those of a Sudoku among them.
    let rules = object
        .field("rules")
        .filter(|rules| rules.kind() == Type::Array);
    for rule in rules.into_iter().flat_map(Value::each_item) {
        let Some(name) = rule
            .field("type")
            .or(rule.field("name"))
            .and_then(Value::label)
        else {
            continue;
        };
        let usual = ["standard", "normal", "classic", "sudoku"];
        if !usual
            .iter()
            .any(|usual| name.to_ascii_lowercase().contains(usual))
        {
            return Err(segment.problem(
                ProblemCode::UnsupportedForm,
                rule.span(segment),
                format!("the puzzle has the rule `{name}`, which sudokit does not read"),
                "a rule beyond those of a Sudoku",
                "remove it to read the puzzle without it",
            ));
        }
    }
    Ok(())
}

/// Returns the boxes that fields such as `boxHeight` and `boxWidth` give, and checks that `size`
/// does not contradict the cells.
fn boxes_beside(segment: &Segment, object: Value, cells: Value) -> Result<Option<Shape>, Problem> {
    let number = |value: Value| value.label()?.parse::<usize>().ok();
    let side = |ends: [&str; 3]| {
        let is_side = |name: &str| {
            let name = name.to_ascii_lowercase().replace(['_', '-'], "");
            let rest = ["box", "block", "region", "subgrid"]
                .iter()
                .find_map(|start| name.strip_prefix(start));
            rest.is_some_and(|rest| ends.contains(&rest))
        };
        let mut fields = object.each_field();
        let found = fields.find(|(name, _)| name.inside().is_some_and(is_side));
        found.and_then(|(_, value)| Some((value, number(value)?)))
    };
    let rows = side(["height", "rows", "h"]);
    let columns = side(["width", "columns", "w"]).or_else(|| side(["cols", "cols", "cols"]));
    let Some(size) = find::size(cells, segment.options) else {
        return Ok(None);
    };
    let contradiction = |value: Value, what: String| {
        Err(segment.problem(
            ProblemCode::BoardSize,
            value.span(segment),
            format!("{what}, but the board has {size}×{size} cells"),
            "this does not fit the cells",
            "correct or remove it, or give the shape with --shape",
        ))
    };
    if let Some(value) = object.field("size")
        && let Some(given) = number(value)
        && ![size, size * size].contains(&given)
        && given * given != size
    {
        return contradiction(value, format!("the size is {given}"));
    }
    match (rows, columns) {
        (Some((_, rows)), Some((value, columns))) => match rows * columns == size {
            true => Ok(Shape::boxes(rows, columns).ok()),
            false => contradiction(value, format!("the boxes are {rows}×{columns}")),
        },
        _ => Ok(None),
    }
}

/// Returns the shape that an object names; regions take precedence over a size.
fn shape(
    segment: &Segment,
    regions: Option<Value>,
    shape: Option<Value>,
) -> Result<Option<Shape>, Problem> {
    let (value, result) = if let Some(regions) = regions.filter(|value| value.kind() != Type::Null)
    {
        (regions, Shape::jigsaw(&labels(regions)))
    } else if let Some(shape) = shape.filter(|value| value.kind() != Type::Null) {
        let text = shape.label().unwrap_or_else(|| shape.text().to_string());
        (shape, text.parse())
    } else {
        return Ok(None);
    };
    result.map(Some).map_err(|error: ShapeError| {
        segment.problem(
            ProblemCode::BoardSize,
            value.span(segment),
            error.to_string(),
            "the shape of the board",
            "correct or remove it",
        )
    })
}

/// Returns the region label of each cell: from one string, from rows of strings, or from numbers.
fn labels(value: Value) -> Vec<char> {
    match value.kind() {
        Type::Array => value.items().into_iter().flat_map(labels).collect(),
        Type::Number => {
            let number = value.text().parse::<u8>().ok().map(u32::from);
            let label = |number| {
                char::from_digit(number, 36).or_else(|| char::from_u32(u32::from('α') + number))
            };
            number.and_then(label).into_iter().collect()
        }
        _ => {
            let text = value.label().unwrap_or_default();
            text.chars()
                .filter(|label| !label.is_whitespace())
                .collect()
        }
    }
}

/// Reads the cells alone.
fn read_cells(segment: &Segment, value: Value) -> Result<Record, Problem> {
    let record = match (value.inside(), Placed::of(value)) {
        (Some(inside), _) if !inside.contains('\\') => {
            separated::read_field(segment, inside_span(segment, value))
        }
        (_, Some(placed)) => placed.read(segment, value),
        _ => Cells::find(segment, value).and_then(|cells| {
            let mut record = match cells.are_numbers {
                true => separated::numbers(segment, &cells.tokens)?,
                false => separated::read(segment, &cells.tokens)?,
            };
            for cell in cells.placed {
                record.puzzle.set(cell, 0, Origin::Given);
            }
            Ok(record)
        }),
    };
    let Field { span, quoted } = field_of(segment, value);
    record.map(|record| Record {
        field: span,
        quoted,
        ..record
    })
}

/// Returns what a word replaces: the inside of a string, or any other value as a whole.
fn field_of(segment: &Segment, value: Value) -> Field {
    match value.kind() {
        Type::String => Field {
            span: inside_span(segment, value),
            quoted: false,
        },
        _ => Field {
            span: value.span(segment),
            quoted: true,
        },
    }
}

/// Returns the span between the quotation marks of a string.
fn inside_span(segment: &Segment, value: Value) -> Span {
    let span = value.span(segment);
    Span {
        start: span.start + 1,
        end: span.end - 1,
    }
}

/// The cells of an array, or of a string with escaped line breaks.
struct Cells {
    tokens: Vec<Token>,
    /// Whether JSON writes them as numbers; empty ones may still be strings, which an answer
    /// replaces including their quotation marks.
    are_numbers: bool,
    /// The cells whose values are a player's.
    placed: Vec<usize>,
}

impl Cells {
    fn find(segment: &Segment, value: Value) -> Result<Cells, Problem> {
        let mut cells = Vec::new();
        match value.kind() {
            Type::Array | Type::Object => {
                let items = rows_of(value).unwrap_or_else(|| value.items());
                let rows = items.iter().filter(|item| !is_cell(item)).count();
                for item in &items {
                    if rows == 0 {
                        cells.push(*item);
                    } else if item.kind() == Type::Array {
                        let row = item.items();
                        check_row(segment, *item, row.len(), items.len())?;
                        cells.extend(row);
                    } else {
                        return Cells::rows(segment, &items);
                    }
                }
            }
            _ => return Cells::rows(segment, &[value]),
        }
        let is_number = |cell: &Value| plain(*cell).kind() == Type::Number;
        let is_string = |cell: &Value| plain(*cell).kind() == Type::String;
        let are_numbers = cells.iter().any(is_number) || !cells.iter().any(is_string);
        let tokens = cells
            .iter()
            .map(|cell| token(segment, *cell, are_numbers))
            .collect::<Result<_, _>>()?;
        let placed = cells.iter().enumerate();
        let placed = placed.filter(|(_, cell)| cell::is_placed(**cell));
        Ok(Cells {
            tokens,
            are_numbers,
            placed: placed.map(|(cell, _)| cell).collect(),
        })
    }

    /// Returns the cells of strings that are rows, or of one string with all rows.
    fn rows(segment: &Segment, rows: &[Value]) -> Result<Cells, Problem> {
        let mut cells = Vec::new();
        for row in rows {
            let before = cells.len();
            for line in lines(segment, *row)? {
                cells.extend(separated::row(segment, line));
            }
            if rows.len() > 1 {
                check_row(segment, *row, cells.len() - before, rows.len())?;
            }
        }
        Ok(Cells {
            tokens: cells,
            are_numbers: false,
            placed: Vec::new(),
        })
    }
}

fn check_row(segment: &Segment, row: Value, found: usize, expected: usize) -> Result<(), Problem> {
    if found == expected {
        return Ok(());
    }
    Err(segment.problem(
        ProblemCode::RowLength,
        row.span(segment),
        format!("the row has {found} cells; the board has {expected} rows"),
        format!("expected {expected} cells"),
        "every row has as many cells as there are rows",
    ))
}

/// Returns the value of a cell that is an object, and any other cell itself.
fn plain(cell: Value) -> Value {
    cell::value_of(cell).flatten().unwrap_or(cell)
}

pub(super) fn token(segment: &Segment, cell: Value, are_numbers: bool) -> Result<Token, Problem> {
    let cell = plain(cell);
    let whole = cell.span(segment);
    match cell.kind() {
        Type::Number => Ok(Token {
            span: whole,
            read: whole,
        }),
        Type::Null => Ok(Token {
            span: whole,
            read: Span {
                end: whole.start,
                ..whole
            },
        }),
        Type::String => {
            let read = inside_span(segment, cell);
            let span = if are_numbers { whole } else { read };
            Ok(Token { span, read })
        }
        _ => Err(not_a_puzzle(
            segment,
            cell,
            "the cell is neither a number nor a string",
        )),
    }
}

/// Returns the lines of a string, whose line breaks JSON writes as `\n`.
fn lines(segment: &Segment, string: Value) -> Result<Vec<Span>, Problem> {
    let Some(inside) = string.inside() else {
        return Err(not_a_puzzle(
            segment,
            string,
            "the rows are of different kinds",
        ));
    };
    let mut start = inside_span(segment, string).start as usize;
    let mut lines = Vec::new();
    let mut rest = inside;
    while let Some(at) = rest.find('\\') {
        if !matches!(rest.as_bytes().get(at + 1), Some(b'n' | b'r' | b't')) {
            return Err(segment.problem(
                ProblemCode::BrokenStructure,
                Token::plain(start + at, start + at + 2).span,
                "the puzzle contains an escaped symbol",
                "only \\n is allowed, between rows",
                "write the symbol itself",
            ));
        }
        lines.push(Token::plain(start, start + at).span);
        start += at + 2;
        rest = &rest[at + 2..];
    }
    lines.push(Token::plain(start, start + rest.len()).span);
    Ok(lines)
}

/// Returns the candidates of each cell, from a list of all cells or of rows of cells.
fn candidates_of(segment: &Segment, value: Value, record: &Record) -> Result<Vec<u64>, Problem> {
    let shape = record.puzzle.shape();
    let mut cells = value.items();
    if cells.len() == shape.size() {
        cells = cells.into_iter().flat_map(Value::items).collect();
    }
    if cells.len() != shape.cells() {
        return Err(segment.problem(
            ProblemCode::BrokenStructure,
            value.span(segment),
            format!(
                "found candidates for {} cells; the board has {}",
                cells.len(),
                shape.cells()
            ),
            "expected a list of candidates for each cell",
            "write [1,2,3] for a cell that may be 1, 2 or 3",
        ));
    }
    cells
        .iter()
        .map(|cell| mask(segment, *cell, record))
        .collect()
}

/// Returns the candidates of one cell; `null` restricts nothing.
fn mask(segment: &Segment, cell: Value, record: &Record) -> Result<u64, Problem> {
    let shape = record.puzzle.shape();
    let value_of = |symbol: &str| {
        let number = symbol
            .parse()
            .ok()
            .filter(|value| (1..=shape.size()).contains(value));
        let found = record
            .symbols
            .value(symbol, shape.size())
            .map(usize::from)
            .or(number);
        found.filter(|value| (1..=shape.size()).contains(value))
    };
    let bit = |symbol: &str| {
        value_of(symbol)
            .map(|value| 1u64 << (value - 1))
            .ok_or_else(|| {
                segment.problem(
                    ProblemCode::ValueRange,
                    cell.span(segment),
                    format!(
                        "`{symbol}` is not a candidate of a {0}×{0} board",
                        shape.size()
                    ),
                    "the candidates of this cell",
                    "correct or remove it",
                )
            })
    };
    match cell.kind() {
        Type::Null => Ok(shape.all_values()),
        Type::Array => cell.items().iter().try_fold(0, |mask, item| {
            Ok(mask | bit(&item.label().unwrap_or_else(|| item.text().to_string()))?)
        }),
        Type::String => {
            let inside = cell.inside().unwrap_or_default();
            inside.chars().try_fold(0, |mask, symbol| {
                Ok(mask | bit(symbol.encode_utf8(&mut [0; 4]))?)
            })
        }
        _ => bit(cell.text()),
    }
}

/// Makes the answer go into the solution field, if that is written in the same way as the puzzle.
fn answer_in(segment: &Segment, puzzle: Value, solution: Value, record: &mut Record) {
    match (puzzle.kind(), solution.kind()) {
        (Type::String, Type::String) if !solution.text().contains('\\') => {
            separated::answer_in_field(segment, inside_span(segment, solution), record);
        }
        (Type::Array, Type::Array) => {
            let (Ok(old), Ok(new)) = (Cells::find(segment, puzzle), Cells::find(segment, solution))
            else {
                return;
            };
            if new.are_numbers != old.are_numbers || new.tokens.len() != old.tokens.len() {
                return;
            }
            record.claimed = separated::claimed(segment, &new.tokens, record);
            record.answer = Some(new.tokens.iter().map(|token| token.span).collect());
            record.field = solution.span(segment);
        }
        _ => {}
    }
}
