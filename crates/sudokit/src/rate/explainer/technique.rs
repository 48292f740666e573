//! The names of Sudoku Explainer's techniques.

use std::fmt;

/// A technique of Sudoku Explainer 1.2.1. Several share a name with a technique of
/// [`logic`](crate::logic) and differ in detail; see `docs/ratings.md`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Technique {
    /// The only place for a digit in a house.
    HiddenSingle,
    /// A digit confined to a line within a block, which leaves one place in another block.
    DirectPointing,
    /// A digit confined to a block within a line, which leaves one place in another line.
    DirectClaiming,
    /// A hidden pair that leaves one place for another digit.
    DirectHiddenPair,
    /// The only candidate of a cell.
    NakedSingle,
    /// A hidden triplet that leaves one place for another digit.
    DirectHiddenTriplet,
    /// A digit confined to a line within a block.
    Pointing,
    /// A digit confined to a block within a line.
    Claiming,
    /// A naked pair, triplet or quad, by its size.
    NakedSet(u8),
    /// A hidden pair, triplet or quad, by its size.
    HiddenSet(u8),
    /// An X-wing, swordfish or jellyfish, by its size.
    Fish(u8),
    /// Three cells with two candidates each.
    XyWing,
    /// A cell with three candidates and two wings with two.
    XyzWing,
    /// A unique rectangle or loop.
    UniqueLoop {
        /// The number of cells.
        cells: u8,
        /// Its type, 1 to 4.
        kind: u8,
    },
    /// A bivalue universal grave, by its type, 1 to 4.
    Bug(u8),
    /// Aligned pair or triplet exclusion, by the number of cells.
    AlignedExclusion(u8),
    /// A bidirectional cycle.
    Cycle(Links),
    /// A forcing chain. One of six nodes with X-links only is a turbot fish.
    ForcingChain {
        /// The links it uses.
        links: Links,
        /// Whether it has just six nodes.
        short: bool,
    },
    /// A bidirectional X-cycle of four nodes.
    GeneralizedXWing,
    /// One assumption with X-links only that contradicts itself.
    Nishio,
    /// All candidates of a cell, all places of a digit in a house, or a candidate and its opposite
    /// lead to the same conclusion, or one of them to a contradiction.
    ForcingChains {
        /// What the branches are.
        branches: Branches,
        /// What may be used inside.
        level: Level,
    },
}

/// The links that a chain uses.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Links {
    /// Two places in a house.
    X,
    /// Two candidates in a cell.
    Y,
    /// Both.
    XY,
}

/// The branches of multiple forcing chains.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Branches {
    /// A candidate, true and false, that both lead to the same.
    Double,
    /// All candidates of a cell.
    Cell,
    /// All places of a digit in a house.
    Region,
    /// A candidate that leads to a contradiction.
    Contradiction,
}

/// What forcing chains may use besides links.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Level {
    /// Links of the board as it is.
    Multiple,
    /// Also links that arise from what was removed.
    Dynamic,
    /// Also locking, pairs and X-wings.
    Plus,
    /// Also forcing chains and cycles.
    PlusChains,
    /// Also multiple forcing chains.
    PlusMultiple,
    /// Also dynamic forcing chains.
    PlusDynamic,
    /// Also dynamic forcing chains with forcing chains inside.
    PlusDynamicChains,
}

impl fmt::Display for Technique {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let set = |size: u8| match size {
            2 => "Pair",
            3 => "Triplet",
            _ => "Quad",
        };
        match *self {
            Technique::HiddenSingle => f.write_str("Hidden Single"),
            Technique::DirectPointing => f.write_str("Direct Pointing"),
            Technique::DirectClaiming => f.write_str("Direct Claiming"),
            Technique::DirectHiddenPair => f.write_str("Direct Hidden Pair"),
            Technique::NakedSingle => f.write_str("Naked Single"),
            Technique::DirectHiddenTriplet => f.write_str("Direct Hidden Triplet"),
            Technique::Pointing => f.write_str("Pointing"),
            Technique::Claiming => f.write_str("Claiming"),
            Technique::NakedSet(size) => write!(f, "Naked {}", set(size)),
            Technique::HiddenSet(size) => write!(f, "Hidden {}", set(size)),
            Technique::Fish(2) => f.write_str("X-Wing"),
            Technique::Fish(3) => f.write_str("Swordfish"),
            Technique::Fish(_) => f.write_str("Jellyfish"),
            Technique::XyWing => f.write_str("XY-Wing"),
            Technique::XyzWing => f.write_str("XYZ-Wing"),
            Technique::UniqueLoop { cells: 4, kind } => write!(f, "Unique Rectangle type {kind}"),
            Technique::UniqueLoop { cells: 6, kind } => write!(f, "Unique Loop type {kind}"),
            Technique::UniqueLoop { cells, kind } => write!(f, "Unique Loop {cells} type {kind}"),
            Technique::Bug(kind) => write!(f, "BUG type {kind}"),
            Technique::AlignedExclusion(size) => write!(f, "Aligned {} Exclusion", set(size)),
            Technique::Cycle(Links::X) => f.write_str("Bidirectional X-Cycle"),
            Technique::Cycle(Links::Y) => f.write_str("Bidirectional Y-Cycle"),
            Technique::Cycle(Links::XY) => f.write_str("Bidirectional Cycle"),
            Technique::GeneralizedXWing => f.write_str("Generalized X-Wing"),
            Technique::ForcingChain {
                links: Links::X,
                short: true,
            } => f.write_str("Turbot Fish"),
            Technique::ForcingChain {
                links: Links::X, ..
            } => f.write_str("Forcing X-Chain"),
            Technique::ForcingChain { .. } => f.write_str("Forcing Chain"),
            Technique::Nishio => f.write_str("Nishio Forcing Chains"),
            Technique::ForcingChains { branches, level } => {
                if level > Level::Multiple {
                    f.write_str("Dynamic ")?;
                }
                let branches = match branches {
                    Branches::Double => "Double",
                    Branches::Cell => "Cell",
                    Branches::Region => "Region",
                    Branches::Contradiction => "Contradiction",
                };
                write!(f, "{branches} Forcing Chains{}", level.suffix())
            }
        }
    }
}

impl Level {
    fn suffix(self) -> &'static str {
        match self {
            Level::Multiple | Level::Dynamic => "",
            Level::Plus => " (+)",
            Level::PlusChains => " (+ Forcing Chains)",
            Level::PlusMultiple => " (+ Multiple Forcing Chains)",
            Level::PlusDynamic => " (+ Dynamic Forcing Chains)",
            Level::PlusDynamicChains => " (+ Dynamic Forcing Chains (+ Forcing Chains))",
        }
    }
}
