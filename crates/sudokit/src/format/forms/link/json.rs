//! The puzzles of f-puzzles and SudokuPad, which links carry as compressed JSON.
//!
//! Both programs hold variants with many rules. The rules that Sudokit knows (regions, diagonals,
//! windows) become the shape of the board; a puzzle with any other rule is refused with its name,
//! because its answer without that rule would be wrong. What is only drawn is ignored in f-puzzles.
//! SudokuPad knows nothing but drawings: a line may be a thermometer, so a puzzle with drawings is
//! refused.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::value::RawValue;
use serde_json::{Map, Value};

use super::Refusal;
use crate::bits::values_of;
use crate::format::candidates;
use crate::puzzle::{Grid, Origin, Puzzle};
use crate::shape::{HouseKind, MAX_SIZE, MIN_SIZE, Shape};

/// A puzzle with its details.
#[derive(Debug)]
pub(super) struct Read {
    pub puzzle: Puzzle,
    pub name: Option<String>,
    pub solution: Option<Grid>,
}

/// The rules of f-puzzles that Sudokit does not know, with their names.
const RULES: [(&str, &str); 27] = [
    ("antiking", "the anti-king rule"),
    ("antiknight", "the anti-knight rule"),
    ("arrow", "arrow"),
    ("betweenline", "between line"),
    ("clone", "clone"),
    ("difference", "difference dot"),
    ("disjointgroups", "the rule of disjoint groups"),
    ("entropicline", "entropic line"),
    ("even", "even cell"),
    ("extraregion", "extra region"),
    ("killercage", "killer cage"),
    ("littlekillersum", "little killer sum"),
    ("lockout", "lockout line"),
    ("maximum", "maximum cell"),
    ("minimum", "minimum cell"),
    ("modularline", "modular line"),
    (
        "nonconsecutive",
        "the rule that neighbours are not consecutive",
    ),
    ("odd", "odd cell"),
    ("palindrome", "palindrome"),
    ("quadruple", "quadruple"),
    ("ratio", "ratio dot"),
    ("regionsumline", "region sum line"),
    ("renban", "renban line"),
    ("sandwichsum", "sandwich sum"),
    ("thermometer", "thermometer"),
    ("whispers", "whisper line"),
    ("xv", "XV pair"),
];

/// What f-puzzles only draws or says.
const COSMETIC: [&str; 22] = [
    "activeconstraints",
    "size",
    "grid",
    "title",
    "author",
    "ruleset",
    "solution",
    "line",
    "rectangle",
    "circle",
    "text",
    "cage",
    "metadata",
    "disabledlogic",
    "truecandidatesoptions",
    "fogofwar",
    "foglight",
    "successmessage",
    "msgcorrect",
    "highlightconflicts",
    "id",
    "version",
];

/// The program that a JSON object with a puzzle comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Program {
    FPuzzles,
    SudokuPad,
}

impl Program {
    /// Returns the program that wrote a JSON object, if its cells are objects.
    pub fn of(text: &str) -> Option<Program> {
        let is_near = |name: &str| memchr::memmem::find(text.as_bytes(), name.as_bytes()).is_some();
        if !is_near("\"grid\"") && !is_near("\"cells\"") {
            return None;
        }
        let fields: BTreeMap<String, &RawValue> = serde_json::from_str(text).ok()?;
        let has_objects = |name: &str| {
            let rows = fields.get(name).map(|rows| rows.get());
            let rows = rows.and_then(|rows| serde_json::from_str::<Vec<Vec<&RawValue>>>(rows).ok());
            let is_object = |cell: &&RawValue| cell.get().starts_with('{');
            rows.is_some_and(|rows| rows.len() >= MIN_SIZE && rows.iter().flatten().all(is_object))
        };
        // Other programs have cells that are objects, too; SudokuPad lists the cells of regions.
        let is_pad = || {
            let regions = fields.get("regions").map(|regions| regions.get());
            fields.contains_key("cellSize")
                || regions.is_some_and(|r| serde_json::from_str::<Vec<Vec<[u8; 2]>>>(r).is_ok())
        };
        if has_objects("grid") {
            Some(Program::FPuzzles)
        } else {
            (is_pad() && has_objects("cells")).then_some(Program::SudokuPad)
        }
    }

    /// The name of the field with the rows.
    fn rows(self) -> &'static str {
        match self {
            Program::FPuzzles => "grid",
            Program::SudokuPad => "cells",
        }
    }
}

/// Reads a puzzle of f-puzzles.
pub(super) fn read_f_puzzles(text: &str, shape: Option<&Shape>) -> Result<Read, Refusal> {
    let fields = object(text)?;
    let rows = fields.get("grid").and_then(Value::as_array);
    let rows = rows.ok_or_else(|| Refusal::broken("the f-puzzles data has no grid"))?;
    let size = rows.len();
    let cells = cells(rows)?;
    let named = fields.get("size").and_then(Value::as_u64);
    if named.is_some_and(|named| named != size as u64) {
        return Err(Refusal::broken(format!(
            "the f-puzzles grid has {size} rows, but its size is {}",
            named.unwrap_or_default()
        )));
    }
    let shape = match shape {
        Some(shape) if shape.size() == size => shape.clone(),
        Some(shape) => return Err(other_shape(shape, size)),
        None => {
            let regions = regions(&cells, size)?;
            with_extras(&fields, regions)?
        }
    };
    check_rules(&fields, &shape)?;
    let mut puzzle = Puzzle::new(shape);
    for (cell, fields) in cells.iter().enumerate() {
        let Some(value) = value_of(fields.get("value"), size)? else {
            continue;
        };
        let origin = match fields.get("given").and_then(Value::as_bool) {
            Some(true) => Origin::Given,
            _ => Origin::Placed,
        };
        puzzle.set(cell, value, origin);
    }
    restrict(&cells, &mut puzzle)?;
    let solution = solution(fields.get("solution"), puzzle.shape());
    let name = text_of(&fields, "title");
    Ok(Read {
        puzzle,
        name,
        solution,
    })
}

fn object(text: &str) -> Result<Map<String, Value>, Refusal> {
    match serde_json::from_str(text) {
        Ok(Value::Object(fields)) => Ok(fields),
        _ => Err(Refusal::broken(
            "the link does not hold an f-puzzles puzzle",
        )),
    }
}

/// Returns the cells of a square grid.
pub(super) fn cells(rows: &[Value]) -> Result<Vec<&Map<String, Value>>, Refusal> {
    let size = rows.len();
    if !(MIN_SIZE..=MAX_SIZE).contains(&size) {
        return Err(Refusal::broken(format!("the grid has {size} rows")));
    }
    let mut cells = Vec::with_capacity(size * size);
    for (number, row) in rows.iter().enumerate() {
        let row = row.as_array().map_or(&[][..], Vec::as_slice);
        if row.len() != size {
            return Err(Refusal::broken(format!(
                "row {} has {} cells; the grid has {size} rows",
                number + 1,
                row.len()
            )));
        }
        for cell in row {
            let fields = cell.as_object();
            cells.push(fields.ok_or_else(|| Refusal::broken("a cell is not an object"))?);
        }
    }
    Ok(cells)
}

/// Returns a value that is a number or a string of digits; 0 and nothing are an empty cell.
pub(super) fn value_of(value: Option<&Value>, size: usize) -> Result<Option<u8>, Refusal> {
    let number = match value {
        None | Some(Value::Null) => return Ok(None),
        Some(Value::String(text)) if text.is_empty() => return Ok(None),
        Some(Value::String(text)) => text.parse().ok(),
        Some(value) => value.as_u64(),
    };
    match number {
        Some(0) => Ok(None),
        Some(number) if number <= size as u64 => Ok(Some(number as u8)),
        _ => Err(Refusal::broken(format!(
            "{} is not a value of a {size}×{size} board",
            value.map(Value::to_string).unwrap_or_default()
        ))),
    }
}

/// Returns the shape of the regions: a cell without one of its own is in the usual box.
fn regions(cells: &[&Map<String, Value>], size: usize) -> Result<Shape, Refusal> {
    let usual = Shape::with_size(size);
    let is_usual = !cells.iter().any(|fields| fields.contains_key("region"));
    if let (Ok(shape), true) = (&usual, is_usual) {
        return Ok(shape.clone());
    }
    let boxes = usual.ok().and_then(|shape| shape.box_size());
    let (rows, columns) = boxes.unwrap_or((1, size));
    let mut labels = Vec::with_capacity(cells.len());
    for (cell, fields) in cells.iter().enumerate() {
        let usual = cell / size / rows * rows + cell % size / columns;
        labels.push(match fields.get("region") {
            None => usual,
            Some(region) => region
                .as_u64()
                .and_then(|region| usize::try_from(region).ok())
                .ok_or_else(|| {
                    Refusal::rules("has cells without a region, which sudokit does not know yet")
                })?,
        });
    }
    shape_of(&labels, size)
}

/// Returns the shape in which cells with the same label form a region.
pub(crate) fn shape_of(labels: &[usize], size: usize) -> Result<Shape, Refusal> {
    let mut names: Vec<usize> = labels.to_vec();
    names.sort_unstable();
    names.dedup();
    let same = |shape: &Shape| {
        let (rows, columns) = shape.box_size().unwrap_or((1, size));
        (0..labels.len()).all(|cell| {
            let first = cell / size / rows * rows * size + cell % size / columns * columns;
            labels[cell] == labels[first]
        }) && names.len() == size
    };
    let boxes = (1..=size).filter(|rows| size.is_multiple_of(*rows));
    let boxes = boxes.filter_map(|rows| Shape::boxes(rows, size / rows).ok());
    let usual = Shape::with_size(size).ok();
    if let Some(shape) = usual.into_iter().chain(boxes).find(same) {
        return Ok(shape);
    }
    let label = |index: usize| {
        let index = index as u32;
        char::from_digit(index, 36).or_else(|| char::from_u32(u32::from('α') + index))
    };
    let labels: Option<Vec<char>> = labels
        .iter()
        .map(|name| names.binary_search(name).ok().and_then(label))
        .collect();
    let shape = labels.map(|labels| Shape::jigsaw(&labels));
    match shape {
        Some(Ok(shape)) => Ok(shape),
        Some(Err(error)) => Err(Refusal::broken(error.to_string())),
        None => Err(Refusal::broken("the regions have no labels")),
    }
}

/// Adds diagonals and windows to a shape.
fn with_extras(fields: &Map<String, Value>, shape: Shape) -> Result<Shape, Refusal> {
    let is_set = |name: &str| fields.get(name).is_some_and(|value| !is_empty(value));
    if !["diagonal+", "diagonal-", "extraregion"]
        .into_iter()
        .any(is_set)
    {
        return Ok(shape);
    }
    let mut name = shape.to_string();
    match (is_set("diagonal+"), is_set("diagonal-")) {
        (true, true) => name += "+diagonals",
        (false, false) => {}
        _ => {
            return Err(Refusal::rules(
                "has one diagonal, which sudokit does not know yet; it knows both",
            ));
        }
    }
    if is_set("extraregion")
        && let Ok(windows) = format!("{name}+windows").parse::<Shape>()
        && extra_regions(fields) == Some(windows_of(&windows))
    {
        return Ok(windows);
    }
    if name == shape.to_string() {
        return Ok(shape);
    }
    name.parse()
        .map_err(|error: crate::shape::ShapeError| Refusal::broken(error.to_string()))
}

fn windows_of(shape: &Shape) -> BTreeSet<BTreeSet<usize>> {
    let windows = shape.houses().iter();
    windows
        .filter(|house| house.kind() == HouseKind::Window)
        .map(|house| {
            house
                .cells()
                .iter()
                .map(|cell| usize::from(*cell))
                .collect()
        })
        .collect()
}

fn extra_regions(fields: &Map<String, Value>) -> Option<BTreeSet<BTreeSet<usize>>> {
    let size = fields.get("grid")?.as_array()?.len();
    let cell = |name: &Value| {
        let (row, column) = name.as_str()?.strip_prefix('R')?.split_once('C')?;
        let number = |text: &str| text.parse::<usize>().ok()?.checked_sub(1);
        Some(number(row)? * size + number(column)?)
    };
    let regions = fields.get("extraregion")?.as_array()?;
    regions
        .iter()
        .map(|region| region.get("cells")?.as_array()?.iter().map(cell).collect())
        .collect()
}

/// Returns whether a field says nothing.
pub(super) fn is_empty(value: &Value) -> bool {
    match value {
        Value::Null | Value::Bool(false) => true,
        Value::Array(items) => items.is_empty(),
        Value::Object(fields) => fields.is_empty(),
        Value::String(text) => text.is_empty(),
        _ => false,
    }
}

/// Refuses rules that Sudokit does not know.
fn check_rules(fields: &Map<String, Value>, shape: &Shape) -> Result<(), Refusal> {
    let has_windows = shape.to_string().contains("+windows");
    let mut unknown = Vec::new();
    for (key, value) in fields {
        let name = key.to_ascii_lowercase();
        let known = name.starts_with("diagonal")
            || COSMETIC.contains(&name.as_str())
            || name == "extraregion" && has_windows;
        let drawn = from_constraints(value);
        if is_empty(value) || known && drawn.is_empty() {
            continue;
        }
        if known {
            unknown.extend(drawn);
            continue;
        }
        let words = RULES.iter().find(|(key, _)| *key == name);
        let count = value.as_array().map_or(1, Vec::len);
        unknown.push(match words {
            Some((_, words)) if words.starts_with("the ") => words.to_string(),
            Some((_, words)) => counted(count, words),
            None => format!("`{key}`"),
        });
    }
    match unknown.split_last() {
        None => Ok(()),
        Some((last, others)) => {
            let list = match others {
                [] => last.clone(),
                others => format!("{} and {last}", others.join(", ")),
            };
            Err(Refusal::rules(format!(
                "has {list}, which sudokit does not know yet"
            )))
        }
    }
}

/// `1 arrow`, `7 killer cages`.
pub(crate) fn counted(count: usize, thing: &str) -> String {
    match count {
        1 => format!("1 {thing}"),
        _ => format!("{count} {thing}s"),
    }
}

/// Returns the rules that drawings stand for, if they name them.
fn from_constraints(value: &Value) -> Vec<String> {
    let items = value.as_array().map_or(&[][..], Vec::as_slice);
    let names = items.iter().filter_map(|item| {
        let name = item.get("fromConstraint")?.as_str()?;
        Some(format!("`{name}`"))
    });
    names.collect::<BTreeSet<_>>().into_iter().collect()
}

/// Restricts the candidates to the pencil marks that are part of the puzzle. The marks of a player
/// count only if every open cell has some: otherwise they are notes.
fn restrict(cells: &[&Map<String, Value>], puzzle: &mut Puzzle) -> Result<(), Refusal> {
    let size = puzzle.shape().size();
    let marks = |cell: usize, name: &str| -> Result<u64, Refusal> {
        let items = cells[cell].get(name).and_then(Value::as_array);
        let items = items.map_or(&[][..], Vec::as_slice);
        items.iter().try_fold(0, |mask, item| {
            let value = value_of(Some(item), size)?;
            Ok(value.map_or(mask, |value| mask | 1 << (value - 1)))
        })
    };
    let mut masks = vec![puzzle.shape().all_values(); cells.len()];
    let open = |cell: &usize| puzzle.values()[*cell] == 0;
    let mut restricted = false;
    let mut all_noted = true;
    for cell in (0..cells.len()).filter(open) {
        let mask = marks(cell, "givenPencilMarks")?;
        if mask != 0 {
            masks[cell] = mask;
            restricted = true;
        }
        all_noted &= marks(cell, "centerPencilMarks")? != 0;
    }
    if all_noted {
        for cell in (0..cells.len()).filter(open) {
            masks[cell] &= marks(cell, "centerPencilMarks")?;
            restricted = true;
        }
    }
    if restricted {
        puzzle.set_candidates(masks);
    }
    Ok(())
}

/// Returns the solution that an array of numbers or a string gives.
pub(super) fn solution(value: Option<&Value>, shape: &Shape) -> Option<Grid> {
    let size = shape.size();
    let items: Vec<Option<u8>> = match value? {
        Value::Array(items) => {
            let value = |item| value_of(Some(item), size).ok().flatten();
            items.iter().map(value).collect()
        }
        Value::String(text) => {
            let value = |c: char| c.to_digit(36).map(|v| v as u8);
            text.chars().map(value).collect()
        }
        _ => return None,
    };
    Grid::new(shape.clone(), items.into_iter().collect::<Option<_>>()?).ok()
}

fn text_of(fields: &Map<String, Value>, name: &str) -> Option<String> {
    let text = fields.get(name)?.as_str()?.trim();
    (!text.is_empty()).then(|| text.to_string())
}

pub(super) fn other_shape(shape: &Shape, size: usize) -> Refusal {
    Refusal::broken(format!(
        "the board has {size}×{size} cells; --shape {shape} has {0}×{0}",
        shape.size()
    ))
}

/// Returns the text of a puzzle with other values in its cells. Every other byte stays as it is.
pub(super) fn with_values(program: Program, text: &str, old: &[u8], new: &[u8]) -> Option<String> {
    let fields: BTreeMap<String, &RawValue> = serde_json::from_str(text).ok()?;
    let rows: Vec<Vec<&RawValue>> = serde_json::from_str(fields.get(program.rows())?.get()).ok()?;
    let mut out = String::with_capacity(text.len() + new.len() * 10);
    let mut copied = 0;
    for (cell, raw) in rows.iter().flatten().enumerate() {
        let (old, new) = (old.get(cell)?, *new.get(cell)?);
        if *old == new {
            continue;
        }
        let raw = raw.get();
        let start = (raw.as_ptr() as usize).checked_sub(text.as_ptr() as usize)?;
        out.push_str(text.get(copied..start)?);
        let fields: Map<String, Value> = serde_json::from_str(raw).ok()?;
        let mut parts = Vec::new();
        if new != 0 {
            parts.push(format!("\"value\":{new}"));
        }
        for (name, value) in fields {
            if name != "value" && name != "given" {
                parts.push(format!("{}:{value}", Value::String(name)));
            }
        }
        out.push_str(&format!("{{{}}}", parts.join(",")));
        copied = start + raw.len();
    }
    out.push_str(text.get(copied..)?);
    Some(out)
}

/// Writes a puzzle as f-puzzles does.
pub(super) fn to_f_puzzles(puzzle: &Puzzle, name: Option<&str>, solution: Option<&Grid>) -> String {
    let shape = puzzle.shape();
    let size = shape.size();
    let mut fields = vec![format!("\"size\":{size}")];
    let is_usual = Shape::with_size(size).is_ok_and(|usual| usual.box_size() == shape.box_size());
    let label = |cell: usize| {
        let number = shape.houses_of(cell).iter().find_map(|house| {
            let house = &shape.houses()[usize::from(*house)];
            let is_region = matches!(house.kind(), HouseKind::Box | HouseKind::Region);
            is_region.then(|| house.number())
        });
        // Without boxes, each row is a region of its own.
        number.unwrap_or(shape.row(cell))
    };
    let masks = candidates::restrict(puzzle).then(|| candidates::left(puzzle));
    let cell = |cell: usize| {
        let mut parts = Vec::new();
        let value = puzzle.values()[cell];
        if value != 0 {
            parts.push(format!("\"value\":{value}"));
        }
        if puzzle.origin(cell) == Some(Origin::Given) {
            parts.push("\"given\":true".to_string());
        }
        if let Some(masks) = masks.as_ref().filter(|_| value == 0) {
            let marks: Vec<String> = values_of(masks[cell]).map(|v| v.to_string()).collect();
            parts.push(format!("\"givenPencilMarks\":[{}]", marks.join(",")));
        }
        if !is_usual {
            parts.push(format!("\"region\":{}", label(cell)));
        }
        format!("{{{}}}", parts.join(","))
    };
    let rows: Vec<String> = (0..size)
        .map(|row| {
            let cells: Vec<String> = (row * size..(row + 1) * size).map(cell).collect();
            format!("[{}]", cells.join(","))
        })
        .collect();
    if let Some(name) = name {
        fields.push(format!("\"title\":{}", Value::from(name)));
    }
    fields.push(format!("\"grid\":[{}]", rows.join(",")));
    let extras = shape.to_string();
    if extras.contains("+diagonals") {
        fields.push("\"diagonal+\":true,\"diagonal-\":true".to_string());
    }
    if extras.contains("+windows") {
        let name =
            |cell: &usize| format!("\"R{}C{}\"", shape.row(*cell) + 1, shape.column(*cell) + 1);
        let windows: Vec<String> = windows_of(shape)
            .iter()
            .map(|cells| {
                let cells: Vec<String> = cells.iter().map(name).collect();
                format!("{{\"cells\":[{}]}}", cells.join(","))
            })
            .collect();
        fields.push(format!("\"extraregion\":[{}]", windows.join(",")));
    }
    if let Some(solution) = solution {
        let values: Vec<String> = solution.values().iter().map(|v| v.to_string()).collect();
        fields.push(format!("\"solution\":[{}]", values.join(",")));
    }
    format!("{{{}}}", fields.join(","))
}
