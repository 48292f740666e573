//! A step for users: what it does, and why, in words.

use std::fmt;

use super::argument::Argument;
use super::chains::length_tenths;
use super::difficulty::Difficulty;
use super::grid::{COLUMNS, ROWS, digits};
use super::hint::Hint;
use super::technique::{Branches, Technique};
use crate::logic::Candidate;
use crate::logic::explain::{by_cells, groups_of_classic, listed};

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

    /// The pattern in words: `5 in r46c4 (block 5)`.
    pub(super) fn pattern(&self) -> String {
        let cells = || self.cells_grouped();
        let in_order = || join(self.cells.iter().map(|cell| cell_name(*cell)), " – ");
        let (values, houses) = (self.values_listed(), self.houses_listed());
        match self.technique {
            Technique::HiddenSingle => format!("only place in {houses}"),
            Technique::NakedSingle => "only candidate".to_string(),
            Technique::UniqueLoop { cells: size, .. } => {
                let cells = if size == 4 { cells() } else { in_order() };
                match self.houses {
                    0 => format!("{values} in {cells}"),
                    _ => format!("{values} in {cells}, with a set in {houses}"),
                }
            }
            Technique::XyWing | Technique::XyzWing => {
                let (pivot, wings) = self.cells.split_at(1);
                let [pivot, wings] = [pivot, wings].map(|cells| listed(&groups_of_classic(cells)));
                format!("{values} in {wings} with pivot {pivot}")
            }
            Technique::Bug(1) | Technique::AlignedExclusion(_) => cells(),
            Technique::Cycle(_) | Technique::GeneralizedXWing | Technique::ForcingChain { .. } => {
                in_order()
            }
            _ if self.houses != 0 => format!("{values} in {} ({houses})", cells()),
            _ => format!("{values} in {}", cells()),
        }
    }

    /// What it does and why: `5 in r46c4 (block 5), so r1c4 ≠ 5`.
    fn sentence(&self) -> String {
        let effect = self.effect();
        let (cells, values) = (self.cells_grouped(), self.values_listed());
        let branches = match self.technique {
            Technique::Nishio => Branches::Contradiction,
            Technique::ForcingChains { branches, .. } => branches,
            _ => return format!("{}, so {effect}", self.pattern()),
        };
        match branches {
            Branches::Double => format!("{effect} whether {cells} is {values} or not"),
            Branches::Cell => format!("{effect} for every value of {cells}"),
            Branches::Region => {
                format!(
                    "{effect} for every place of {values} in {}",
                    self.houses_listed()
                )
            }
            Branches::Contradiction => {
                let sign = if self.placement.is_some() { '≠' } else { '=' };
                format!("{cells} {sign} {values} leads to a contradiction, so {effect}")
            }
        }
    }

    fn cells_grouped(&self) -> String {
        listed(&groups_of_classic(&self.cells))
    }

    fn values_listed(&self) -> String {
        let values: Vec<String> = self.values.iter().map(u8::to_string).collect();
        listed(&values)
    }

    /// The houses, those of a kind together: `rows 2, 4 and 7`.
    fn houses_listed(&self) -> String {
        let kinds = [
            ("block", "blocks", 0..ROWS),
            ("row", "rows", ROWS..COLUMNS),
            ("column", "columns", COLUMNS..COLUMNS + 9),
        ];
        let parts = kinds.into_iter().filter_map(|(one, many, kind)| {
            let houses = kind.clone().filter(|house| self.houses >> house & 1 != 0);
            let numbers = houses.map(|house| (house - kind.start + 1).to_string());
            let numbers: Vec<String> = numbers.collect();
            let name = if numbers.len() == 1 { one } else { many };
            (!numbers.is_empty()).then(|| format!("{name} {}", listed(&numbers)))
        });
        listed(&parts.collect::<Vec<_>>())
    }

    /// How the rating of a chain comes about: `8 nodes: 7.5 + 0.1`.
    fn composition(&self) -> Option<String> {
        let added = length_tenths(self.complexity);
        let base = Difficulty::from_tenths(self.rating.tenths() - added);
        let added = Difficulty::from_tenths(added);
        (self.complexity > 0).then(|| format!("{} nodes: {base} + {added}", self.complexity))
    }

    /// What it places or removes: `r1c2 = 5`, `r89c3 ≠ 6`.
    fn effect(&self) -> String {
        match self.placement {
            Some((cell, value)) => format!("{} = {value}", cell_name(cell)),
            None => removed_candidates(self.eliminations.iter().copied()),
        }
    }
}

/// One line: `2.6 Pointing: 5 in r46c4 (block 5), so r1c4 ≠ 5`.
impl fmt::Display for Step {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}: {}", self.rating, self.technique, self.sentence())?;
        match self.composition() {
            Some(composition) => write!(f, " ({composition})"),
            None => Ok(()),
        }
    }
}

/// Candidates that are removed, as cells and values: `r12c2 ≠ 3, 5; r1c7 ≠ 4`.
pub(super) fn removed_candidates(candidates: impl Iterator<Item = (usize, u8)>) -> String {
    let candidates = candidates.map(|(cell, value)| Candidate::new(cell, value));
    let candidates: Vec<Candidate> = candidates.collect();
    let parts = by_cells(&candidates).into_iter().map(|(values, cells)| {
        format!(
            "{} ≠ {}",
            listed(&groups_of_classic(&cells)),
            join(values.iter(), ", ")
        )
    });
    join(parts, "; ")
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
