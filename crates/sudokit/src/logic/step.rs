//! A step as data: its effect, and everything needed to draw and to tell it.
//!
//! There are no words here; they are made in `explain` from what stands here. Cells are
//! `row * size + column`, houses are indices into [`Shape::houses`](crate::Shape::houses),
//! values count from 1.

use super::technique::Technique;
use super::walk::NoStep;
use crate::puzzle::Grid;

/// A value in a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Candidate {
    /// The cell.
    pub cell: u16,
    /// The value.
    pub value: u8,
}

impl Candidate {
    /// A value in a cell.
    pub fn new(cell: usize, value: u8) -> Candidate {
        Candidate {
            cell: cell as u16,
            value,
        }
    }
}

/// One step of a solve: what follows, and from what.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Step {
    /// The technique that found it.
    #[cfg_attr(feature = "openapi", schema(value_type = String))]
    pub technique: Technique,
    /// What is placed.
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Vec::is_empty"))]
    pub placements: Vec<Candidate>,
    /// What is crossed out, in ascending order, each once; what placements cross out is not
    /// listed.
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Vec::is_empty"))]
    pub eliminations: Vec<Candidate>,
    /// The pattern that proves it.
    pub pattern: StepPattern,
}

/// What a step is made of. A technique fills in what it has; the rest stays empty.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "openapi", schema(as = Pattern))]
pub struct StepPattern {
    /// The values that it is about, in the order in which words name them.
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Vec::is_empty"))]
    pub values: Vec<u8>,
    /// The cells that form it, in the order in which words name them (a pivot first).
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Vec::is_empty"))]
    pub cells: Vec<u16>,
    /// The houses that it stands in, bases before covers.
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Vec::is_empty"))]
    pub houses: Vec<HouseMark>,
    /// Candidates that play a part, with the part. Those of chains and sets need not be listed.
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Vec::is_empty"))]
    pub marks: Vec<Mark>,
    /// Almost locked sets and the like.
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Vec::is_empty"))]
    pub sets: Vec<LockedSet>,
    /// Chains of implications.
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Vec::is_empty"))]
    pub chains: Vec<Chain>,
}

/// A house and what it is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct HouseMark {
    /// The house.
    pub house: u16,
    /// What it is for.
    pub role: HouseRole,
}

/// What a house is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "serde", serde(rename_all = "kebab-case"))]
pub enum HouseRole {
    /// What is known of it leads to the step: the base of a fish, the house of a single.
    Base,
    /// Where something is crossed out: the cover of a fish.
    Cover,
}

/// A candidate and the part it plays.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Mark {
    /// The candidate.
    #[cfg_attr(feature = "serde", serde(flatten))]
    pub candidate: Candidate,
    /// Its part.
    pub role: Role,
}

/// The part a candidate plays.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "serde", serde(rename_all = "kebab-case"))]
pub enum Role {
    /// It belongs to the pattern.
    Defining,
    /// A fin: outside the covers of a fish.
    Fin,
    /// An endo-fin: in two bases of a fish at once.
    EndoFin,
    /// A guardian or extra candidate: one that saves the grid from a deadly pattern.
    Extra,
    /// The first colour.
    ColourA,
    /// The second colour.
    ColourB,
    /// The first colour of a second pair.
    ColourC,
    /// The second colour of a second pair.
    ColourD,
}

/// Cells and the values that are locked into them, but for a few.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct LockedSet {
    /// The cells.
    pub cells: Vec<u16>,
    /// All their candidates.
    pub values: Vec<u8>,
    /// The values by which it hangs together with the set that is listed next (restricted
    /// commons).
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Vec::is_empty"))]
    pub commons: Vec<u8>,
}

/// Implications, from what is assumed to what follows.
///
/// In a plain chain every node follows from the one before it, and on and off alternate; in a
/// net a node may follow from several.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Chain {
    /// The nodes, causes before consequences.
    pub nodes: Vec<Node>,
    /// Whether the last node leads back to the first (a continuous loop).
    pub is_loop: bool,
}

/// "This value is in one of these cells", or "in none of them".
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Node {
    /// The cells: one, or several of a group.
    pub cells: Vec<u16>,
    /// The value.
    pub value: u8,
    /// Whether it is so, or not.
    pub on: bool,
    /// The nodes of the same chain from which it follows; none if it is assumed.
    pub parents: Vec<u16>,
    /// The almost locked set in [`StepPattern::sets`] through which it follows, if one is needed.
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Option::is_none"))]
    pub set: Option<u16>,
    /// The house in which it is all that is left for the value, if it follows from that.
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Option::is_none"))]
    pub house: Option<u16>,
}

impl Step {
    /// Whether a solution agrees with it. Steps hold in every solution, so any will do.
    pub fn agrees_with(&self, solution: &Grid) -> bool {
        let value = |candidate: &Candidate| solution.values()[usize::from(candidate.cell)];
        self.placements.iter().all(|c| value(c) == c.value)
            && self.eliminations.iter().all(|c| value(c) != c.value)
    }

    /// Returns the step unless a solution is known and contradicts it.
    pub(super) fn checked_against(self, solution: Option<&Grid>) -> Result<Step, NoStep> {
        match solution {
            Some(solution) if !self.agrees_with(solution) => Err(NoStep::Wrong(self.technique)),
            _ => Ok(self),
        }
    }

    /// A step without pattern, to be filled in.
    pub(super) fn new(technique: Technique) -> Step {
        Step {
            technique,
            placements: Vec::new(),
            eliminations: Vec::new(),
            pattern: StepPattern::default(),
        }
    }

    /// With a value to place.
    pub(super) fn placing(mut self, cell: usize, value: u8) -> Step {
        self.placements.push(Candidate::new(cell, value));
        self
    }

    /// With one value to cross out of some cells.
    pub(super) fn eliminating(mut self, value: u8, cells: impl IntoIterator<Item = usize>) -> Step {
        let new = cells.into_iter().map(|cell| Candidate::new(cell, value));
        self.eliminations.extend(new);
        self.eliminations.sort_unstable();
        self.eliminations.dedup();
        self
    }

    /// With the values it is about.
    pub(super) fn about(mut self, values: impl IntoIterator<Item = u8>) -> Step {
        self.pattern.values.extend(values);
        self
    }

    /// With the cells that form it.
    pub(super) fn in_cells(mut self, cells: impl IntoIterator<Item = usize>) -> Step {
        self.pattern
            .cells
            .extend(cells.into_iter().map(|cell| cell as u16));
        self
    }

    /// With houses in one role.
    pub(super) fn in_houses(
        mut self,
        role: HouseRole,
        houses: impl IntoIterator<Item = usize>,
    ) -> Step {
        let marks = houses.into_iter().map(|house| HouseMark {
            house: house as u16,
            role,
        });
        self.pattern.houses.extend(marks);
        self
    }

    /// With one value of some cells in a role.
    pub(super) fn marking(
        mut self,
        role: Role,
        value: u8,
        cells: impl IntoIterator<Item = usize>,
    ) -> Step {
        let marks = cells.into_iter().map(|cell| Mark {
            candidate: Candidate::new(cell, value),
            role,
        });
        self.pattern.marks.extend(marks);
        self
    }

    /// Whether it changes nothing: such a step is not worth reporting.
    pub(super) fn is_idle(&self) -> bool {
        self.placements.is_empty() && self.eliminations.is_empty()
    }

    /// The houses in a role.
    pub fn houses(&self, role: HouseRole) -> impl Iterator<Item = usize> {
        let marks = self.pattern.houses.iter();
        marks
            .filter(move |mark| mark.role == role)
            .map(|mark| mark.house as usize)
    }

    /// The candidates in a role.
    pub fn marked(&self, role: Role) -> impl Iterator<Item = Candidate> {
        let marks = self.pattern.marks.iter();
        marks
            .filter(move |mark| mark.role == role)
            .map(|mark| mark.candidate)
    }
}
