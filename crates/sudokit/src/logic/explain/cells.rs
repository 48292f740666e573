//! The names of cells and houses.

use super::Coordinates;
use crate::shape::{HouseKind, Shape};

/// `r3c5` or `C5`. Boards of more than 26 rows have numbers only.
pub(super) fn cell(shape: &Shape, coordinates: Coordinates, cell: usize) -> String {
    let (row, column) = (shape.row(cell), shape.column(cell));
    match coordinates {
        Coordinates::Letter if shape.size() <= 26 => {
            format!("{}{}", letter(row), column + 1)
        }
        _ => format!("r{}c{}", row + 1, column + 1),
    }
}

fn letter(row: usize) -> char {
    (b'A' + row as u8) as char
}

/// Names cells, those that share a row or a column together: `r1c23`, `r45c6`, `A23`. On boards
/// with lines of two-digit numbers, every cell is named alone.
pub(super) fn groups(
    shape: &Shape,
    coordinates: Coordinates,
    cells: impl IntoIterator<Item = usize>,
) -> Vec<String> {
    let mut cells: Vec<usize> = cells.into_iter().collect();
    cells.sort_unstable();
    cells.dedup();
    if shape.size() > 9 {
        return cells.iter().map(|c| cell(shape, coordinates, *c)).collect();
    }
    let mut rows: Vec<(Vec<usize>, Vec<usize>)> = Vec::new();
    for cell in cells {
        let (row, column) = (shape.row(cell), shape.column(cell));
        match rows.last_mut() {
            Some((last, columns)) if last[0] == row => columns.push(column),
            _ => rows.push((vec![row], vec![column])),
        }
    }
    let mut merged: Vec<(Vec<usize>, Vec<usize>)> = Vec::new();
    for (row, columns) in rows {
        match merged.iter_mut().find(|(_, same)| *same == columns) {
            Some((together, _)) => together.extend(row),
            None => merged.push((row, columns)),
        }
    }
    let numbers =
        |lines: &[usize]| -> String { lines.iter().map(|n| (n + 1).to_string()).collect() };
    let spelled = |(rows, columns): &(Vec<usize>, Vec<usize>)| match coordinates {
        Coordinates::RowColumn => format!("r{}c{}", numbers(rows), numbers(columns)),
        Coordinates::Letter => {
            let letters: String = rows.iter().map(|row| letter(*row)).collect();
            format!("{letters}{}", numbers(columns))
        }
    };
    merged.iter().map(spelled).collect()
}

/// `row 3`, `row C`, `box 5`.
pub(super) fn house(shape: &Shape, coordinates: Coordinates, house: usize) -> String {
    match shape.houses()[house].kind() {
        HouseKind::Row => format!("row {}", number(shape, coordinates, house)),
        _ => shape.houses()[house].to_string(),
    }
}

/// The number of a house, or the letter of a row if cells have letters.
fn number(shape: &Shape, coordinates: Coordinates, house: usize) -> String {
    let number = shape.houses()[house].number();
    match (shape.houses()[house].kind(), coordinates) {
        (HouseKind::Row, Coordinates::Letter) if shape.size() <= 26 => letter(number).to_string(),
        _ => (number + 1).to_string(),
    }
}

/// Houses, grouped by kind: `rows 2 and 5`, `row 2 and box 3`.
pub(super) fn houses(shape: &Shape, coordinates: Coordinates, houses: &[usize]) -> String {
    let kind = |house: usize| shape.houses()[house].kind();
    let mut parts: Vec<String> = Vec::new();
    let mut rest = houses.to_vec();
    while let Some(&first) = rest.first() {
        let plural = match kind(first) {
            HouseKind::Row => "rows",
            HouseKind::Column => "columns",
            HouseKind::Box => "boxes",
            HouseKind::Region => "regions",
            HouseKind::Window => "windows",
            HouseKind::Diagonal => "",
        };
        let (same, others): (Vec<usize>, Vec<usize>) =
            rest.iter().partition(|house| kind(**house) == kind(first));
        if same.len() == 1 || plural.is_empty() {
            parts.extend(same.iter().map(|each| house(shape, coordinates, *each)));
        } else {
            let mut same = same;
            same.sort_unstable();
            let numbers = same.iter().map(|each| number(shape, coordinates, *each));
            let numbers: Vec<String> = numbers.collect();
            parts.push(format!("{plural} {}", super::listed(&numbers)));
        }
        rest = others;
    }
    super::listed(&parts)
}
