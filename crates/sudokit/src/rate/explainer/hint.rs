//! A step of the walk as data.

use std::ops::ControlFlow;
use std::sync::Arc;

use super::argument::Argument;
use super::grid::{Grid, Mask, digits};
use super::technique::Technique;

/// What a producer found.
#[derive(Clone, Debug)]
pub struct Hint {
    pub technique: Technique,
    pub rating: f64,
    /// The cell and digit that the hint places, if it does.
    pub placement: Option<(u8, u8)>,
    pub eliminations: Eliminations,
    /// The cells of the pattern, in Sudoku Explainer's order.
    pub cells: Vec<u8>,
    pub digits: Mask,
    /// The houses of the pattern as a set, bit 0 for the first block.
    pub houses: u32,
    /// The houses that eliminations are in, where they are not those of the pattern.
    pub covers: u32,
    /// The number of nodes of a chain, 0 for other techniques.
    pub complexity: u32,
    /// Why a chain proves it, if that is asked for.
    pub argument: Option<Arc<Argument>>,
}

impl Hint {
    pub fn new(technique: Technique, rating: f64) -> Hint {
        Hint {
            technique,
            rating,
            placement: None,
            eliminations: Eliminations::default(),
            cells: Vec::new(),
            digits: 0,
            houses: 0,
            covers: 0,
            complexity: 0,
            argument: None,
        }
    }

    /// Makes the eliminations, then the placement.
    pub fn apply(&self, grid: &mut Grid) {
        for (cell, digit) in self.eliminations.candidates() {
            grid.remove(cell, digit);
        }
        if let Some((cell, digit)) = self.placement {
            grid.place(cell.into(), digit.into());
        }
    }
}

/// Receives hints in the order in which a producer finds them, and says whether to go on.
pub type Found<'a> = dyn FnMut(Hint) -> ControlFlow<()> + 'a;

/// The candidates that a hint removes: cells in the order in which they were met, each once.
#[derive(Clone, Debug, Default)]
pub struct Eliminations(Vec<(u8, Mask)>);

impl Eliminations {
    /// Adds digits of a cell.
    pub fn add(&mut self, cell: usize, mask: Mask) {
        if mask == 0 {
            return;
        }
        match self.0.iter_mut().find(|(each, _)| *each as usize == cell) {
            Some((_, digits)) => *digits |= mask,
            None => self.0.push((cell as u8, mask)),
        }
    }

    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Cells with the digits that they lose.
    pub fn iter(&self) -> impl Iterator<Item = (usize, Mask)> {
        self.0.iter().map(|(cell, mask)| (*cell as usize, *mask))
    }

    /// Cells and digits.
    pub fn candidates(&self) -> impl Iterator<Item = (usize, usize)> {
        self.iter()
            .flat_map(|(cell, mask)| digits(mask).map(move |digit| (cell, digit)))
    }

    /// Whether both remove the same candidates, in whatever order.
    pub fn equals(&self, other: &Eliminations) -> bool {
        self.0.len() == other.0.len() && self.0.iter().all(|each| other.0.contains(each))
    }
}
