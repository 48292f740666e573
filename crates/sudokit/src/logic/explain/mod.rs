//! The words for a step, the only place that has any.
//!
//! [`Words::sentence`] is one line for a list; [`Words::paragraphs`] explains the step so that a
//! beginner can follow; [`Words::whereabouts`] and [`Words::title`] are the first stages of a hint.
//! What each family of techniques has to say stands in a file of its own; here is what all of
//! them share: how cells, values, houses and effects are written.

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

/// How cells are named in words.
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

    /// Its name, as it is read.
    pub fn name(self) -> &'static str {
        match self {
            Coordinates::RowColumn => "rc",
            Coordinates::Letter => "a1",
        }
    }
}

/// Cells are not named like this.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("`{0}` is no way to name cells: there are rc (r4c5) and a1 (D5)")]
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

/// What a family says of one of its steps.
struct Explanation {
    /// The technique's name, more precise where there is more to say (`Pointing pair`).
    title: String,
    /// Why the step holds, as a clause before "so …".
    reason: String,
    /// Why it holds, in whole sentences that a beginner can follow; what follows is added.
    full: String,
}

impl Words {
    /// Words for a board, with `r1c1` coordinates and digits, then letters, for values.
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

    /// With other coordinates.
    pub fn coordinates(mut self, coordinates: Coordinates) -> Words {
        self.coordinates = coordinates;
        self
    }

    /// With the symbols that the puzzle uses.
    pub fn symbols(mut self, symbols: Symbols) -> Words {
        self.symbols = symbols;
        self
    }

    /// The step in one line: `Pointing pair: 5 in box 4 lies in row 6, so r6c8 ≠ 5`.
    pub fn sentence(&self, step: &Step) -> String {
        let explanation = self.explain(step);
        format!(
            "{}: {}, so {}",
            explanation.title,
            explanation.reason,
            self.effect(step)
        )
    }

    /// The step explained, one paragraph an item: the pattern, why it holds, what follows.
    pub fn paragraphs(&self, step: &Step) -> Vec<String> {
        let full = self.explain(step).full;
        let mut paragraphs: Vec<String> = full.lines().map(str::to_string).collect();
        if step.technique.assumes_uniqueness() {
            paragraphs.push(
                "This takes for granted that the puzzle has exactly one solution.".to_string(),
            );
        }
        paragraphs.push(format!("Therefore {}.", self.effect(step)));
        paragraphs
    }

    /// The name of what was found.
    pub fn title(&self, step: &Step) -> String {
        self.explain(step).title
    }

    /// Where to look, without saying for what.
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
                "No technique in use helps here: all that is left is to look an answer up."
                    .to_string()
            }
            _ if !bases.is_empty() => format!("Look at {}.", self.houses(&bases)),
            (Technique::NakedSingle, _, _, [cell, ..]) => format!("Look at {}.", cells(&[*cell])),
            (_, Some(node), ..) => format!(
                "Look at {} in {}, and at what follows.",
                self.value(node.value),
                cells(&node.cells)
            ),
            (_, _, Some(set), _) => format!("Look at {}.", cells(&set.cells)),
            (_, _, _, few) if (1..=4).contains(&few.len()) => format!("Look at {}.", cells(few)),
            (_, _, _, []) => format!("Look at where {} can go.", self.values(&pattern.values)),
            (_, _, _, many) => format!("Look at {}.", self.houses(&self.boxes_of(many))),
        }
    }

    /// What follows: `r6c8 ≠ 5`, `r5c5 = 5`.
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

    /// What a player got wrong.
    pub fn mistake(&self, mistake: &Mistake) -> String {
        let cell = self.cell(mistake.cell);
        match mistake.placed {
            Some(placed) => format!("A mistake: {cell} is not {}.", self.value(placed)),
            None => format!(
                "A mistake: {} was crossed out in {cell}, but belongs there.",
                self.value(mistake.right)
            ),
        }
    }

    /// A value in the puzzle's symbols.
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

    /// A cell: `r3c5`, `C5`.
    pub fn cell(&self, cell: usize) -> String {
        cells::cell(&self.shape, self.coordinates, cell)
    }

    /// Cells, shortened where lines are shared: `r1c23`, `r1c2 and r5c7`.
    fn cells(&self, cells: impl IntoIterator<Item = usize>) -> String {
        listed(&cells::groups(&self.shape, self.coordinates, cells))
    }

    /// The cells that a step changes.
    fn targets(&self, step: &Step) -> String {
        let changed = step.placements.iter().chain(&step.eliminations);
        self.cells(changed.map(|candidate| candidate.cell as usize))
    }

    /// The boxes or regions that some cells lie in.
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
fn listed(items: &[String]) -> String {
    match items {
        [] => String::new(),
        [one] => one.clone(),
        [most @ .., last] => format!("{} and {last}", most.join(", ")),
    }
}

/// Eliminations gathered: values that leave the same cells together.
fn by_cells(eliminations: &[Candidate]) -> Vec<(Vec<u8>, Vec<usize>)> {
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
