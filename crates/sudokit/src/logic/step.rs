//! A step as data: its effect, and everything needed to draw and to explain it.
//!
//! The words are made from it in `explain`, and the drawing in `drawing`. Cells are
//! `row * size + column`, houses are indices into [`Shape::houses`](crate::Shape::houses), and
//! values count from 1.

use super::technique::Technique;
use super::walk::NoStep;
use crate::puzzle::Grid;

/// A value in a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Candidate {
    /// The cell.
    pub cell: u16,
    /// The value.
    pub value: u8,
}

impl Candidate {
    /// Creates a candidate.
    pub fn new(cell: usize, value: u8) -> Candidate {
        Candidate {
            cell: cell as u16,
            value,
        }
    }
}

/// A step of a solve: its effect, and the pattern that proves it.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[non_exhaustive]
pub struct Step {
    /// The technique that found the step.
    #[cfg_attr(feature = "openapi", schema(value_type = String))]
    pub technique: Technique,
    /// The values to place.
    #[cfg_attr(
        feature = "serde",
        serde(default, skip_serializing_if = "Vec::is_empty")
    )]
    pub placements: Vec<Candidate>,
    /// The candidates to eliminate, in ascending order, without duplicates. Those that the
    /// placements eliminate are not listed.
    #[cfg_attr(
        feature = "serde",
        serde(default, skip_serializing_if = "Vec::is_empty")
    )]
    pub eliminations: Vec<Candidate>,
    /// The pattern that proves the step.
    pub pattern: StepPattern,
}

/// The parts of a pattern. A technique fills in those that it has; the others are empty.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "openapi", schema(as = Pattern))]
#[non_exhaustive]
pub struct StepPattern {
    /// The values of the pattern, in the order in which the words name them.
    #[cfg_attr(
        feature = "serde",
        serde(default, skip_serializing_if = "Vec::is_empty")
    )]
    pub values: Vec<u8>,
    /// The cells of the pattern, in the order in which the words name them (a pivot first).
    #[cfg_attr(
        feature = "serde",
        serde(default, skip_serializing_if = "Vec::is_empty")
    )]
    pub cells: Vec<u16>,
    /// The houses of the pattern, bases before covers.
    #[cfg_attr(
        feature = "serde",
        serde(default, skip_serializing_if = "Vec::is_empty")
    )]
    pub houses: Vec<HouseMark>,
    /// Candidates of the pattern with their roles. Those of chains and sets need not be listed.
    #[cfg_attr(
        feature = "serde",
        serde(default, skip_serializing_if = "Vec::is_empty")
    )]
    pub marks: Vec<Mark>,
    /// Almost locked sets and similar sets.
    #[cfg_attr(
        feature = "serde",
        serde(default, skip_serializing_if = "Vec::is_empty")
    )]
    pub sets: Vec<LockedSet>,
    /// Chains of implications.
    #[cfg_attr(
        feature = "serde",
        serde(default, skip_serializing_if = "Vec::is_empty")
    )]
    pub chains: Vec<Chain>,
    /// Assumptions within the first chain that fail.
    #[cfg_attr(
        feature = "serde",
        serde(default, skip_serializing_if = "Vec::is_empty")
    )]
    pub refutations: Vec<Refutation>,
    /// The cases of an argument by cases: all of them, or one if there are many.
    #[cfg_attr(
        feature = "serde",
        serde(default, skip_serializing_if = "Vec::is_empty")
    )]
    pub cases: Vec<Case>,
    /// How many cases there are, if not all of them are listed.
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Option::is_none"))]
    pub case_count: Option<u32>,
}

/// The largest number of cases that are listed. A reader would not follow more.
const MOST_CASES: usize = 30;

/// A house and its role.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct HouseMark {
    /// The house.
    pub house: u16,
    /// The role of the house.
    pub role: HouseRole,
}

/// The role of a house.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "serde", serde(rename_all = "kebab-case"))]
#[non_exhaustive]
pub enum HouseRole {
    /// The step follows from this house: the base of a fish, the house of a single.
    Base,
    /// Candidates are eliminated from this house: the cover of a fish.
    Cover,
}

/// A candidate and its role.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Mark {
    /// The candidate.
    #[cfg_attr(feature = "serde", serde(flatten))]
    pub candidate: Candidate,
    /// The role of the candidate.
    pub role: Role,
}

/// The role of a candidate.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "serde", serde(rename_all = "kebab-case"))]
#[non_exhaustive]
pub enum Role {
    /// Part of the pattern.
    Defining,
    /// A fin: outside the covers of a fish.
    Fin,
    /// An endo-fin: in two bases of a fish at once.
    EndoFin,
    /// A guardian, or extra candidate: it prevents a deadly pattern.
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

/// Cells with nearly as few candidate values as cells.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct LockedSet {
    /// The cells.
    pub cells: Vec<u16>,
    /// All their candidates.
    pub values: Vec<u8>,
    /// The values that link the set to the one listed next (restricted commons). In a chain: those
    /// that it takes from a cell, so that only one candidate is left there.
    #[cfg_attr(
        feature = "serde",
        serde(default, skip_serializing_if = "Vec::is_empty")
    )]
    pub commons: Vec<u8>,
}

/// Implications, from an assumption to its consequences.
///
/// In a plain chain every node follows from the one before it, and true and false alternate. In a
/// net a node may follow from several others.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Chain {
    /// The nodes, causes before consequences.
    pub nodes: Vec<Node>,
    /// Whether the last node leads back to the first (a continuous loop).
    pub is_loop: bool,
}

/// A case of an argument by cases. What it says depends on the technique.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Case {
    /// The values: one for each of the cells, or one for all of them.
    pub values: Vec<u8>,
    /// The cells.
    pub cells: Vec<u16>,
    /// The set in [`StepPattern::sets`] that decides the case, if one does.
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Option::is_none"))]
    pub set: Option<u16>,
}

/// An assumption within a chain that fails, which makes one of the chain's nodes follow.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[non_exhaustive]
pub struct Refutation {
    /// The node of the chain that follows, because its opposite fails.
    pub node: u16,
    /// The implications: first those nodes of the chain that are used, then the opposite of the
    /// node, and what follows from it.
    pub case: Chain,
    /// How many nodes at the start of the case are nodes of the chain.
    pub known: u16,
    /// The cell that is left without a candidate, if the case ends with that.
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Option::is_none"))]
    pub cell: Option<u16>,
    /// The house that is left without a place for a value, and the value, if the case ends with
    /// that. Otherwise its last node contradicts one before it.
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Option::is_none"))]
    pub house: Option<(u16, u8)>,
}

/// "This value is in one of these cells", or "in none of them".
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Node {
    /// The cells: one, or several of a group.
    pub cells: Vec<u16>,
    /// The value.
    pub value: u8,
    /// Whether the node says that the value is there, rather than not there.
    pub on: bool,
    /// The nodes of the same chain from which this one follows; empty for an assumption.
    pub parents: Vec<u16>,
    /// The almost locked set in [`StepPattern::sets`] through which it follows, if any.
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Option::is_none"))]
    pub set: Option<u16>,
    /// The house in which these are the only places left for the value, if the node follows from
    /// that.
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Option::is_none"))]
    pub house: Option<u16>,
}

impl Step {
    /// Returns whether the step agrees with a solution. A sound step agrees with every solution.
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

    /// Creates a step without effect and pattern.
    pub fn new(technique: Technique) -> Step {
        Step {
            technique,
            placements: Vec::new(),
            eliminations: Vec::new(),
            pattern: StepPattern::default(),
        }
    }

    /// Adds a placement.
    pub(super) fn placing(mut self, cell: usize, value: u8) -> Step {
        self.placements.push(Candidate::new(cell, value));
        self
    }

    /// Adds eliminations of one value.
    pub(super) fn eliminating(mut self, value: u8, cells: impl IntoIterator<Item = usize>) -> Step {
        let new = cells.into_iter().map(|cell| Candidate::new(cell, value));
        self.eliminations.extend(new);
        self.eliminations.sort_unstable();
        self.eliminations.dedup();
        self
    }

    /// Adds values to the pattern.
    pub(super) fn about(mut self, values: impl IntoIterator<Item = u8>) -> Step {
        self.pattern.values.extend(values);
        self
    }

    /// Adds cells to the pattern.
    pub(super) fn in_cells(mut self, cells: impl IntoIterator<Item = usize>) -> Step {
        self.pattern
            .cells
            .extend(cells.into_iter().map(|cell| cell as u16));
        self
    }

    /// Adds houses to the pattern, all in one role.
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

    /// Adds candidates of one value to the pattern, all in one role.
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

    /// Adds the cases of the argument; of many only the first, and their number.
    pub(super) fn by_cases(mut self, mut cases: Vec<Case>) -> Step {
        if cases.len() > MOST_CASES {
            self.pattern.case_count = Some(cases.len() as u32);
            cases.truncate(1);
        }
        self.pattern.cases = cases;
        self
    }

    /// Returns whether the step has no effect.
    pub(super) fn is_idle(&self) -> bool {
        self.placements.is_empty() && self.eliminations.is_empty()
    }

    /// Returns the houses of the pattern that have a role.
    pub fn houses(&self, role: HouseRole) -> impl Iterator<Item = usize> {
        let marks = self.pattern.houses.iter();
        marks
            .filter(move |mark| mark.role == role)
            .map(|mark| mark.house as usize)
    }

    /// Returns the candidates of the pattern that have a role.
    pub fn marked(&self, role: Role) -> impl Iterator<Item = Candidate> {
        let marks = self.pattern.marks.iter();
        marks
            .filter(move |mark| mark.role == role)
            .map(|mark| mark.candidate)
    }
}
