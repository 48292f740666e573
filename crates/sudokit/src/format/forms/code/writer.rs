//! Writes a puzzle as a nested list.

use crate::format::write::Item;

/// Writes `name = [[5, 3, 0, …], …]`, one line per row, which many languages read.
pub(crate) fn write(item: &Item, out: &mut String) {
    let puzzle = item.puzzle();
    let size = puzzle.shape().size();
    let cells = puzzle.values().iter().map(|value| item.style.cell(*value));
    let mut cells: Vec<String> = cells.collect();
    let is_number = |cell: &String| cell.bytes().all(|byte| byte.is_ascii_digit());
    let are_numbers = cells.iter().all(is_number);
    let width = if are_numbers { item.style.width } else { 0 };
    for cell in &mut cells {
        *cell = match are_numbers {
            true => format!("{cell:>width$}"),
            false => format!("\"{cell}\""),
        };
    }
    out.push_str(&format!("{} = [\n", name(item)));
    for row in cells.chunks(size) {
        out.push_str(&format!("    [{}],\n", row.join(", ")));
    }
    out.push_str("]\n");
}

/// Returns the puzzle's name as an identifier, or one with its number.
fn name(item: &Item) -> String {
    let name = item.entry.name.unwrap_or_default();
    let letters = name.chars().map(|c| match c {
        c if c.is_alphanumeric() => c,
        _ => '_',
    });
    let name: String = letters.collect();
    let name = name.trim_matches('_');
    match name.chars().next() {
        Some(first) if first.is_alphabetic() => name.to_string(),
        Some(_) => format!("puzzle_{name}"),
        None => format!("puzzle_{}", item.number),
    }
}
