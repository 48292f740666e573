//! The words for a step. No other module has any.
//!
//! [`Words::sentence`] is one line for a list. [`Words::paragraphs`] explains the step so that a
//! beginner can follow. [`Words::whereabouts`] and [`Words::title`] are the first stages of a hint.
//! Each family of techniques has a file of its own. This one has what they share: the names of
//! cells, values and houses, and the effect of a step.

mod almost_locked_sets;
mod cells;
mod chains;
mod colouring;
mod exotic;
mod fish;
mod intersections;
mod last_resort;
mod report;
mod single_digit;
mod singles;
mod subsets;

mod uniqueness;
mod wings;

use std::collections::BTreeSet;
use std::str::FromStr;

use super::board::Board;
use super::position::Mistake;
use super::step::{Candidate, HouseRole, Step};
use super::technique::{Family, Technique};
use crate::format::Symbols;
use crate::shape::Shape;
pub use report::{Stage, StepReport, capitalized, without_title};

/// How to name cells.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[non_exhaustive]
pub enum Coordinates {
    /// `r4c5`: row 4, column 5.
    #[default]
    #[cfg_attr(feature = "serde", serde(rename = "rc"))]
    RowColumn,
    /// `D5`: row D, column 5.
    #[cfg_attr(feature = "serde", serde(rename = "a1"))]
    Letter,
}

impl Coordinates {
    /// All of them.
    pub const ALL: [Coordinates; 2] = [Coordinates::RowColumn, Coordinates::Letter];

    /// Returns the name that [`FromStr`] reads.
    pub fn name(self) -> &'static str {
        match self {
            Coordinates::RowColumn => "rc",
            Coordinates::Letter => "a1",
        }
    }
}

/// An unknown way to name cells.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("unknown coordinates `{0}`: use rc (r4c5) or a1 (D5)")]
pub struct UnknownCoordinates(String);

impl FromStr for Coordinates {
    type Err = UnknownCoordinates;

    fn from_str(name: &str) -> Result<Coordinates, UnknownCoordinates> {
        let mut all = Coordinates::ALL.into_iter();
        all.find(|each| each.name() == name)
            .ok_or_else(|| UnknownCoordinates(name.to_string()))
    }
}

/// Puts steps into words.
#[derive(Clone, Debug)]
pub struct Words {
    shape: Shape,
    symbols: Symbols,
    coordinates: Coordinates,
}

/// What a family says about one of its steps.
struct Explanation {
    /// The technique's name, more precise where there is more to say (`Pointing pair`).
    title: String,
    /// Why the step is valid, as a clause before "so …".
    reason: String,
    /// Why the step is valid, in whole sentences that a beginner can follow, without its effect.
    full: String,
}

impl Words {
    /// Creates the words for a board, with coordinates such as `r1c1`, and digits and then letters
    /// for values.
    pub fn new(board: &Board) -> Words {
        let symbols = match board.size() {
            ..=35 => Symbols::FromOne,
            _ => Symbols::Numbers,
        };
        Words {
            shape: board.shape().clone(),
            symbols,
            coordinates: Coordinates::default(),
        }
    }

    /// Sets how cells are named.
    pub fn coordinates(mut self, coordinates: Coordinates) -> Words {
        self.coordinates = coordinates;
        self
    }

    /// Sets the symbols of values.
    pub fn symbols(mut self, symbols: Symbols) -> Words {
        self.symbols = symbols;
        self
    }

    /// Returns the step in one line: `Pointing pair: all 5s in box 4 are in row 6, so r6c8 ≠ 5`.
    pub fn sentence(&self, step: &Step) -> String {
        let explanation = self.explain(step);
        format!(
            "{}: {}, so {}",
            explanation.title,
            explanation.reason,
            self.effect(step)
        )
    }

    /// Explains the step, one paragraph per item: the pattern, why it is valid, and its effect.
    pub fn paragraphs(&self, step: &Step) -> Vec<String> {
        let full = self.explain(step).full;
        let mut paragraphs: Vec<String> = full.lines().map(str::to_string).collect();
        if step.technique.assumes_uniqueness() {
            paragraphs.push("This assumes that the puzzle has exactly one solution.".to_string());
        }
        paragraphs.push(format!("Therefore {}.", self.effect(step)));
        paragraphs
    }

    /// Returns the name of the step, which may be more precise than that of its technique.
    pub fn title(&self, step: &Step) -> String {
        self.explain(step).title
    }

    /// Says where to look, but not for what.
    pub fn whereabouts(&self, step: &Step) -> String {
        let pattern = &step.pattern;
        let bases: Vec<usize> = step.houses(HouseRole::Base).collect();
        let cells = |cells: &[u16]| self.cells(cells.iter().map(|cell| *cell as usize));
        let first_node = pattern.chains.first().and_then(|chain| chain.nodes.first());
        match (
            step.technique,
            first_node,
            pattern.sets.first(),
            &pattern.cells[..],
        ) {
            (Technique::BruteForce, ..) => {
                "No technique in use finds a step here, so a value must be taken from the solution."
                    .to_string()
            }
            _ if !bases.is_empty() => format!("Look at {}.", self.houses(&bases)),
            (Technique::NakedSingle, _, _, [cell, ..]) => format!("Look at {}.", cells(&[*cell])),
            (_, Some(node), ..) => format!(
                "Look at {} in {} and what follows from it.",
                self.value(node.value),
                cells(&node.cells)
            ),
            (_, _, Some(set), _) => format!("Look at {}.", cells(&set.cells)),
            (_, _, _, few) if (1..=4).contains(&few.len()) => format!("Look at {}.", cells(few)),
            (_, _, _, []) => format!("Look at where {} can go.", self.values(&pattern.values)),
            (_, _, _, many) => format!("Look at {}.", self.houses(&self.boxes_of(many))),
        }
    }

    /// Returns the effect of a step: `r6c8 ≠ 5`, `r5c5 = 5`.
    pub fn effect(&self, step: &Step) -> String {
        let mut parts: Vec<String> = Vec::new();
        for Candidate { cell, value } in &step.placements {
            parts.push(format!(
                "{} = {}",
                self.cell(*cell as usize),
                self.value(*value)
            ));
        }
        for (values, cells) in by_cells(&step.eliminations) {
            let values: Vec<String> = values.iter().map(|value| self.value(*value)).collect();
            parts.push(format!("{} ≠ {}", self.cells(cells), values.join(", ")));
        }
        parts.join("; ")
    }

    /// Describes a mistake of the player.
    pub fn mistake(&self, mistake: &Mistake) -> String {
        let cell = self.cell(mistake.cell);
        match mistake.placed {
            Some(placed) => format!("Mistake: {cell} is not {}.", self.value(placed)),
            None => format!(
                "Mistake: {} was eliminated from {cell}, but belongs there.",
                self.value(mistake.right)
            ),
        }
    }

    /// Returns the symbol of a value.
    pub fn value(&self, value: u8) -> String {
        self.symbols.symbol(value)
    }

    /// Values as a list: `2, 5 and 7`.
    fn values(&self, values: &[u8]) -> String {
        let values: Vec<String> = values.iter().map(|value| self.value(*value)).collect();
        listed(&values)
    }

    /// A house: `row 3`, `box 5`.
    fn house(&self, house: usize) -> String {
        cells::house(&self.shape, self.coordinates, house)
    }

    /// Houses as a list: `rows 2 and 5`, `row 2 and box 3`.
    fn houses(&self, houses: &[usize]) -> String {
        cells::houses(&self.shape, self.coordinates, houses)
    }

    /// Returns the name of a cell: `r3c5`, `C5`.
    pub fn cell(&self, cell: usize) -> String {
        cells::cell(&self.shape, self.coordinates, cell)
    }

    /// Cells as a list, those of one line shortened: `r1c23`, `r1c2 and r5c7`.
    fn cells(&self, cells: impl IntoIterator<Item = usize>) -> String {
        listed(&cells::groups(&self.shape, self.coordinates, cells))
    }

    /// The cells that a step changes.
    fn targets(&self, step: &Step) -> String {
        let changed = step.placements.iter().chain(&step.eliminations);
        self.cells(changed.map(|candidate| candidate.cell as usize))
    }

    /// The boxes or regions of some cells.
    fn boxes_of(&self, cells: &[u16]) -> Vec<usize> {
        let geometry = self.shape.geometry();
        let boxes = cells
            .iter()
            .map(|cell| geometry.main_houses(*cell as usize).block as usize);
        boxes.collect::<BTreeSet<_>>().into_iter().collect()
    }

    fn explain(&self, step: &Step) -> Explanation {
        match step.technique.family() {
            Family::Singles => singles::explain(self, step),
            Family::Intersections => intersections::explain(self, step),
            Family::Subsets => subsets::explain(self, step),
            Family::Fish => fish::explain(self, step),
            Family::SingleDigit => single_digit::explain(self, step),
            Family::Wings => wings::explain(self, step),
            Family::Uniqueness => uniqueness::explain(self, step),
            Family::Colouring => colouring::explain(self, step),
            Family::Chains => chains::explain(self, step),
            Family::AlmostLockedSets => almost_locked_sets::explain(self, step),
            Family::Exotic => exotic::explain(self, step),
            Family::LastResort => last_resort::explain(self, step),
        }
    }
}

/// `a`, `a and b`, `a, b and c`.
pub(crate) fn listed(items: &[String]) -> String {
    match items {
        [] => String::new(),
        [one] => one.clone(),
        [most @ .., last] => format!("{} and {last}", most.join(", ")),
    }
}

/// Names cells of a classic board, those that share a row or a column together: `r1c23`, `r45c6`.
pub(crate) fn groups_of_classic(cells: &[usize]) -> Vec<String> {
    let cells = cells.iter().copied();
    cells::groups(&Shape::classic(), Coordinates::RowColumn, cells)
}

/// Groups the values that are eliminated from the same cells.
pub(crate) fn by_cells(eliminations: &[Candidate]) -> Vec<(Vec<u8>, Vec<usize>)> {
    let mut values: Vec<u8> = eliminations.iter().map(|c| c.value).collect();
    values.sort_unstable();
    values.dedup();
    let mut gathered: Vec<(Vec<u8>, Vec<usize>)> = Vec::new();
    for value in values {
        let of_value = eliminations.iter().filter(|c| c.value == value);
        let cells: Vec<usize> = of_value.map(|c| c.cell as usize).collect();
        match gathered.iter_mut().find(|(_, same)| *same == cells) {
            Some((together, _)) => together.push(value),
            None => gathered.push((vec![value], cells)),
        }
    }
    gathered
}
