//! What a person would try before guessing: four strategies, the cheapest first.
//!
//! 1. [`single_candidates`]: a cell with one value left;
//! 2. [`single_possibilities`]: a value with one place left in a house;
//! 3. [`preemptive_sets`]: as many values as places for them;
//! 4. [`pointers`]: a value whose places in one house all lie in a second one.
//!
//! Each is repeated for as long as it finds something, and whenever a later one does, the first starts
//! again: what an expensive strategy finds is usually finished off by a cheap one.
//!
//! The last three look for a value's places in a house, so they need the house to hold every value,
//! which is true of a house with as many cells as there are values.

use super::board::{Confinement, Contradiction, Domains, Reason, TrackedBoard};
use super::propagate::{ForwardChecking, Propagate};
use crate::bits::{bits, lowest_value, mask_of, values_of};

/// Applies one strategy and returns whether it changed anything.
type Strategy = fn(&mut TrackedBoard<'_>) -> Result<bool, Contradiction>;

const STRATEGIES: [Strategy; 4] = [
    single_candidates,
    single_possibilities,
    preemptive_sets,
    pointers,
];

/// Forward checking, followed by the strategies until none of them finds anything.
pub(super) struct Strategies;

impl Propagate for Strategies {
    fn domains(&self) -> Domains {
        ForwardChecking.domains()
    }

    fn start(&self, board: &mut TrackedBoard<'_>) -> Result<(), Contradiction> {
        ForwardChecking.start(board)?;
        apply_all(board)
    }

    fn place(
        &self,
        board: &mut TrackedBoard<'_>,
        cell: usize,
        value: u8,
        reason: Reason,
    ) -> Result<(), Contradiction> {
        ForwardChecking.place(board, cell, value, reason)?;
        apply_all(board)
    }
}

fn apply_all(board: &mut TrackedBoard<'_>) -> Result<(), Contradiction> {
    let mut turn = 0;
    while turn < STRATEGIES.len() && !board.is_full() {
        let found = STRATEGIES[turn](board)?;
        turn = if found { 0 } else { turn + 1 };
    }
    Ok(())
}

/// Places a value that a strategy found and propagates it by forward checking.
fn insert(
    board: &mut TrackedBoard<'_>,
    cell: usize,
    value: u8,
    reason: Reason,
) -> Result<(), Contradiction> {
    ForwardChecking.place(board, cell, value, reason)
}

/// Returns whether a house must hold every value and does not yet.
fn is_unfinished(board: &TrackedBoard<'_>, house: usize) -> bool {
    let cells = board.shape().houses()[house].cells().len();
    cells == board.shape().size() && board.lacking(house) != 0
}

/// Returns the houses that must hold every value and do not yet.
fn unfinished_houses(board: &TrackedBoard<'_>) -> impl Iterator<Item = usize> {
    let houses = 0..board.shape().houses().len();
    houses.filter(|house| is_unfinished(board, *house))
}

/// Gives its value to each cell that has only one left.
///
/// ```text
///   1 2 3 │ . . .      r1c4 sees 1, 2 and 3 in its row, 4, 5 and 6 in its
///   . . . │ 4 . .      box, 7 and 8 in its column: only 9 is left
///   . . . │ . 5 6
///   ──────┼──────
///   . . . │ 7 . .
///   . . . │ 8 . .
/// ```
///
/// Visits every cell once; a later pass sees what this one led to.
fn single_candidates(board: &mut TrackedBoard<'_>) -> Result<bool, Contradiction> {
    let mut found = false;
    for cell in 0..board.values().len() {
        if !board.is_open(cell) {
            continue;
        }
        let domain = board.domain(cell);
        if domain.count_ones() == 1 {
            insert(board, cell, lowest_value(domain), Reason::OnlyValue)?;
            found = true;
        }
    }
    Ok(found)
}

/// Places the first value that has only one place left in a house.
///
/// ```text
///   . 2 3 │ 7 . . │ . . .      the first box needs a 7; the 7s in rows 1
///   4 5 . │ . . . │ . 7 .      and 2 and in column 2 leave only r3c1 for
///   . . 6 │ . . . │ . . .      it, whatever else r3c1 could hold
///   ──────┼───────┼──────
///   . 7 . │ . . . │ . . .
/// ```
///
/// A value with no place left at all is a contradiction that no single cell shows.
fn single_possibilities(board: &mut TrackedBoard<'_>) -> Result<bool, Contradiction> {
    let found = unfinished_houses(board).find_map(|house| {
        let view = HouseView::new(board, house);
        let value = values_of(view.lacking).find(|value| view.places(*value).count_ones() < 2)?;
        Some((view, value))
    });
    let Some((view, value)) = found else {
        return Ok(false);
    };
    let why = view.confinement(value);
    match view.cells(board, why.places).next() {
        None => Err(Contradiction::TooFewPlaces(why)),
        Some(cell) => insert(board, cell, value, Reason::OnlyPlace(why)).map(|()| true),
    }
}

/// The most values or cells in a preemptive set that is looked for.
const LARGEST_SET: usize = 4;

/// Applies the first set of values that fills a set of places in a house, so that nothing else can go
/// there. Looks for the smallest sets of a house first.
///
/// ```text
///   12 │ 12 │ 1234 │ 345 │ 345      1 and 2 fill the first two cells, in one order or
///                                   the other, so the third cell is 3 or 4
/// ```
///
/// There are two ways to see such a set, and both are the same fact. From the values: *n* values
/// that are found in no more than *n* cells. From the cells: *n* cells that hold no more than *n*
/// values, so that all the **other** values are confined to the other cells. In both the question is
/// whether *n* masks have a union of *n* bits, so one search serves both.
///
/// Finds sets of up to [`LARGEST_SET`] values and of up to [`LARGEST_SET`] cells. On a 9×9 board that
/// is every set there is, because one with more than four values inside leaves at most four cells
/// outside. On larger boards it misses the rare set that is large both ways, because the number of
/// subsets to try would grow without bound.
fn preemptive_sets(board: &mut TrackedBoard<'_>) -> Result<bool, Contradiction> {
    for house in 0..board.shape().houses().len() {
        if is_unfinished(board, house) && preemptive_set_in_house(board, house)? {
            return Ok(true);
        }
    }
    Ok(false)
}

fn preemptive_set_in_house(
    board: &mut TrackedBoard<'_>,
    house: usize,
) -> Result<bool, Contradiction> {
    let view = HouseView::new(board, house);
    let by_value: Vec<(u64, u64)> = values_of(view.lacking)
        .map(|value| (mask_of(value), view.places(value)))
        .collect();
    let by_cell: Vec<(u64, u64)> = bits(view.open)
        .zip(view.cells(board, view.open))
        .map(|(place, cell)| (1 << place, board.domain(cell)))
        .collect();
    for count in 2..=LARGEST_SET {
        let mut use_values =
            |values: u64, places: u64| use_set(board, &view, view.confined(values, places));
        if tight_sets(&by_value, count, &mut use_values)? {
            return Ok(true);
        }
        let mut use_cells = |places: u64, values: u64| {
            let others = view.confined(view.lacking & !values, view.open & !places);
            use_set(board, &view, others)
        };
        if tight_sets(&by_cell, count, &mut use_cells)? {
            return Ok(true);
        }
    }
    Ok(false)
}

/// Rules out everything but the values at the places, and returns whether that changed anything.
fn use_set(
    board: &mut TrackedBoard<'_>,
    view: &HouseView,
    set: Confinement,
) -> Result<bool, Contradiction> {
    if set.is_impossible() {
        return Err(Contradiction::TooFewPlaces(set));
    }
    let mut found = false;
    for cell in view.cells(board, set.places) {
        found |= board.rule_out(cell, !set.values, set);
    }
    Ok(found)
}

/// Finds every way to take `count` of the items so that the union of their masks has at most
/// `count` bits, and passes the names and the union to `found` until that returns `true`.
fn tight_sets(
    items: &[(u64, u64)],
    count: usize,
    found: &mut impl FnMut(u64, u64) -> Result<bool, Contradiction>,
) -> Result<bool, Contradiction> {
    fn add(
        items: &[(u64, u64)],
        (names, union): (u64, u64),
        missing: usize,
        count: usize,
        found: &mut impl FnMut(u64, u64) -> Result<bool, Contradiction>,
    ) -> Result<bool, Contradiction> {
        if missing == 0 {
            return found(names, union);
        }
        for (index, (name, mask)) in items.iter().enumerate() {
            // A union that is too large only grows, so nothing below it can fit.
            let larger = (names | name, union | mask);
            if larger.1.count_ones() as usize <= count
                && add(&items[index + 1..], larger, missing - 1, count, found)?
            {
                return Ok(true);
            }
        }
        Ok(false)
    }
    add(items, (0, 0), count, count, found)
}

/// Applies the first *pointer* that rules anything out: where all places of a value in one house lie
/// in a second house, the value can be nowhere else in the second.
///
/// ```text
///   . . . │ . . .      all places for 5 in the left box are in row 2,
///   5 5 . │ x x x      so none of the cells marked x is 5
///   . . . │ . . .
/// ```
///
/// It points from a box along a line as well as from a line into a box. A 3×3 box and a line share
/// three cells, so on a 9×9 board two or three places point; where houses share more cells, more
/// may.
fn pointers(board: &mut TrackedBoard<'_>) -> Result<bool, Contradiction> {
    let Some((pointer, cells, value)) = find_pointer(board) else {
        return Ok(false);
    };
    for cell in cells {
        board.rule_out(cell, mask_of(value), pointer);
    }
    Ok(true)
}

fn find_pointer(board: &TrackedBoard<'_>) -> Option<(Confinement, Vec<usize>, u8)> {
    for house in unfinished_houses(board) {
        let view = HouseView::new(board, house);
        for value in values_of(view.lacking) {
            let pointer = view.confinement(value);
            let pointing: Vec<usize> = view.cells(board, pointer.places).collect();
            for second in shared_houses(board, &pointing).filter(|second| *second != house) {
                let ruled_out = other_cells_with(board, value, second, &pointing);
                if !ruled_out.is_empty() {
                    return Some((pointer, ruled_out, value));
                }
            }
        }
    }
    None
}

/// Returns the houses that all of the cells belong to.
fn shared_houses<'a>(
    board: &'a TrackedBoard<'_>,
    cells: &'a [usize],
) -> impl Iterator<Item = usize> + 'a {
    let houses_of = |cell: usize| board.shape().houses_of(cell);
    let of_first = cells.first().map_or(&[][..], |first| houses_of(*first));
    let shared = move |house: &&u16| cells.iter().all(|cell| houses_of(*cell).contains(house));
    of_first.iter().filter(shared).map(|house| *house as usize)
}

/// Returns the open cells of a house that could hold the value, except these.
fn other_cells_with(
    board: &TrackedBoard<'_>,
    value: u8,
    house: usize,
    except: &[usize],
) -> Vec<usize> {
    let cells = board.shape().houses()[house].cells().iter();
    cells
        .map(|cell| *cell as usize)
        .filter(|cell| board.is_open(*cell) && !except.contains(cell))
        .filter(|cell| board.domain(*cell) & mask_of(value) != 0)
        .collect()
}

/// The open cells of one house and the places of the values that it lacks.
struct HouseView {
    house: usize,
    /// The values that the house lacks.
    lacking: u64,
    /// The places of its open cells.
    open: u64,
    /// For each value, at index `value - 1`, the places where it can go.
    places: [u64; 64],
}

impl HouseView {
    fn new(board: &TrackedBoard<'_>, house: usize) -> HouseView {
        let mut view = HouseView {
            house,
            lacking: board.lacking(house),
            open: 0,
            places: [0; 64],
        };
        for (place, &cell) in board.shape().houses()[house].cells().iter().enumerate() {
            if board.is_open(cell as usize) {
                view.open |= 1 << place;
                for value in values_of(board.domain(cell as usize)) {
                    view.places[value as usize - 1] |= 1 << place;
                }
            }
        }
        view
    }

    /// Returns the places where a value can go.
    fn places(&self, value: u8) -> u64 {
        self.places[value as usize - 1]
    }

    /// Returns the fact that a value has no place in this house but its own.
    fn confinement(&self, value: u8) -> Confinement {
        self.confined(mask_of(value), self.places(value))
    }

    /// Returns the fact that some values have no place in this house but these.
    fn confined(&self, values: u64, places: u64) -> Confinement {
        Confinement {
            house: self.house as u16,
            values,
            places,
        }
    }

    /// Returns the cells at some places.
    fn cells<'p>(
        &self,
        board: &TrackedBoard<'p>,
        at: u64,
    ) -> impl Iterator<Item = usize> + use<'p> {
        let cells = board.shape().houses()[self.house].cells();
        bits(at).map(|place| cells[place] as usize)
    }
}

#[cfg(test)]
mod tests;
