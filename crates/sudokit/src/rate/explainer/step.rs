//! A step for users: what it does, and why, in words.

use std::fmt;

use super::argument::Argument;
use super::difficulty::Difficulty;
use super::grid::{COLUMNS, Mask, ROWS, digits};
use super::hint::Hint;
use super::technique::{Branches, Technique};
use crate::bits::bits;

/// A step of Sudoku Explainer's walk.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Step {
    /// The technique.
    pub technique: Technique,
    /// Its rating.
    pub rating: Difficulty,
    /// The cell and value that it places, if it does.
    pub placement: Option<(usize, u8)>,
    /// The cells and values that it removes. Those that a placement removes from peers are not
    /// among them.
    pub eliminations: Vec<(usize, u8)>,
    /// The cells of the pattern, in Sudoku Explainer's order.
    pub cells: Vec<usize>,
    /// The values of the pattern.
    pub values: Vec<u8>,
    /// The number of nodes of a chain, those of chains inside it included; 0 for other techniques.
    pub complexity: u32,
    /// Why a chain proves it, told in full.
    pub argument: Option<Argument>,
    /// The houses of the pattern: blocks 0 to 8, rows from 9, columns from 18.
    houses: u32,
}

impl Step {
    pub(super) fn new(hint: &Hint) -> Step {
        let value = |digit: usize| digit as u8 + 1;
        Step {
            technique: hint.technique,
            rating: Difficulty::rounded(hint.rating),
            placement: hint
                .placement
                .map(|(cell, digit)| (cell as usize, value(digit.into()))),
            eliminations: hint
                .eliminations
                .candidates()
                .map(|(cell, digit)| (cell, value(digit)))
                .collect(),
            cells: hint.cells.iter().map(|cell| *cell as usize).collect(),
            values: digits(hint.digits).map(value).collect(),
            complexity: hint.complexity,
            argument: hint.argument.as_deref().cloned(),
            houses: hint.houses,
        }
    }

    /// The pattern in words, empty if the conclusion says it all.
    pub(super) fn pattern(&self) -> String {
        let cells = || join(self.cells.iter().map(|cell| cell_name(*cell)), ", ");
        let values = || join(self.values.iter(), ", ");
        let houses = || join(bits(u64::from(self.houses)).map(house_name), ", ");
        let nodes = || format!("{} nodes", self.complexity);
        match self.technique {
            Technique::HiddenSingle => format!("in {}", houses()),
            Technique::NakedSingle => String::new(),
            Technique::UniqueLoop { .. } if self.houses != 0 => {
                format!("{} in {}, with a set in {}", values(), cells(), houses())
            }
            Technique::UniqueLoop { .. } | Technique::XyWing | Technique::XyzWing => {
                format!("{} in {}", values(), cells())
            }
            Technique::Bug(1) => format!("in {}", cells()),
            Technique::AlignedExclusion(_) => format!("of {}", cells()),
            Technique::Cycle(_) | Technique::GeneralizedXWing => {
                format!("of {} through {}", nodes(), cells())
            }
            Technique::ForcingChain { .. } => format!("of {} through {}", nodes(), cells()),
            Technique::Nishio => {
                format!(
                    "of {}: {} in {} contradicts itself",
                    nodes(),
                    values(),
                    cells()
                )
            }
            Technique::ForcingChains { branches, .. } => {
                let from = match branches {
                    Branches::Double => {
                        format!(
                            "{} in {}, true or false, leads to the same",
                            values(),
                            cells()
                        )
                    }
                    Branches::Cell => format!("every value of {} leads to the same", cells()),
                    Branches::Region => {
                        format!(
                            "every place of {} in {} leads to the same",
                            values(),
                            houses()
                        )
                    }
                    Branches::Contradiction => {
                        let opposite = match self.placement {
                            Some(_) => "being false ",
                            None => "",
                        };
                        format!("{} in {} {opposite}contradicts itself", values(), cells())
                    }
                };
                format!("of {}: {from}", nodes())
            }
            _ if self.houses != 0 => format!("{} in {} of {}", values(), cells(), houses()),
            _ => format!("{} in {}", values(), cells()),
        }
    }
}

/// One line: `2.6 Pointing: 5 in r4c4, r6c4 of block 5, so r1c4 is not 5`.
impl fmt::Display for Step {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.rating, self.technique)?;
        let pattern = self.pattern();
        match pattern.is_empty() {
            true => f.write_str(": ")?,
            false if pattern.starts_with("of ") || pattern.starts_with("in ") => {
                write!(f, " {pattern}, so ")?;
            }
            false => write!(f, ": {pattern}, so ")?,
        }
        f.write_str(&self.effect())
    }
}

impl Step {
    /// What it places or removes: `r1c2 is 5`, `r1c2 is not 3 or 5`.
    fn effect(&self) -> String {
        let removed = self.eliminations.iter();
        let removed = removed.map(|(cell, value)| (*cell, usize::from(*value) - 1));
        match self.placement {
            Some((cell, value)) => format!("{} is {value}", cell_name(cell)),
            None => removed_candidates(removed),
        }
    }
}

/// Candidates that are removed, as cells and digits: `r1c2 is not 3 or 5, r1c7 is not 3`.
pub(super) fn removed_candidates(candidates: impl Iterator<Item = (usize, usize)>) -> String {
    let mut removed: Vec<(usize, Mask)> = Vec::new();
    for (cell, digit) in candidates {
        let mask = 1 << digit;
        match removed.iter_mut().find(|(each, _)| *each == cell) {
            Some((_, values)) => *values |= mask,
            None => removed.push((cell, mask)),
        }
    }
    removed.sort_unstable();
    let removed = removed.iter().map(|(cell, mask)| {
        let values = digits(*mask).map(|digit| digit + 1);
        format!("{} is not {}", cell_name(*cell), join(values, " or "))
    });
    join(removed, ", ")
}

pub(super) fn join(parts: impl Iterator<Item = impl ToString>, between: &str) -> String {
    let parts: Vec<String> = parts.map(|part| part.to_string()).collect();
    parts.join(between)
}

pub(super) fn cell_name(cell: usize) -> String {
    format!("r{}c{}", cell / 9 + 1, cell % 9 + 1)
}

pub(super) fn house_name(house: usize) -> String {
    match house {
        ..ROWS => format!("block {}", house + 1),
        ROWS..COLUMNS => format!("row {}", house - ROWS + 1),
        _ => format!("column {}", house - COLUMNS + 1),
    }
}
