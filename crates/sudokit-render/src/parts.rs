//! Which part each candidate plays in a step, for whoever draws it.

use std::collections::BTreeMap;

use sudokit::logic::{Candidate, Role, Step};

/// The part that a candidate plays.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Part {
    /// It follows that it is right.
    Placed,
    /// It follows that it is wrong.
    Eliminated,
    /// It forms the pattern.
    Defining,
    /// It stands beside a fish.
    Fin,
    /// It stands in two bases of a fish.
    EndoFin,
    /// It would break a pattern, were it not there.
    Extra,
    /// The first colour.
    ColourA,
    /// Its opposite.
    ColourB,
    /// The first colour of a second pair.
    ColourC,
    /// Its opposite.
    ColourD,
    /// A link of a chain that is right if the chain's assumption is.
    On,
    /// A link of a chain that is then wrong.
    Off,
    /// It belongs to the set with this number.
    Set(u8),
}

impl Part {
    /// What it is called in a legend.
    pub fn name(self) -> String {
        let name = match self {
            Part::Placed => "placed",
            Part::Eliminated => "crossed out",
            Part::Defining => "pattern",
            Part::Fin => "fin",
            Part::EndoFin => "endo-fin",
            Part::Extra => "extra candidate",
            Part::ColourA => "first colour",
            Part::ColourB => "second colour",
            Part::ColourC => "third colour",
            Part::ColourD => "fourth colour",
            Part::On => "on in the chain",
            Part::Off => "off in the chain",
            Part::Set(number) => return format!("set {}", number + 1),
        };
        name.to_string()
    }
}

impl From<Role> for Part {
    fn from(role: Role) -> Part {
        match role {
            Role::Defining => Part::Defining,
            Role::Fin => Part::Fin,
            Role::EndoFin => Part::EndoFin,
            Role::Extra => Part::Extra,
            Role::ColourA => Part::ColourA,
            Role::ColourB => Part::ColourB,
            Role::ColourC => Part::ColourC,
            Role::ColourD => Part::ColourD,
        }
    }
}

/// The part of every candidate that plays one. Of several, what follows from the step comes
/// first, then what the step itself marks, then chains, then sets.
pub fn parts(step: &Step) -> BTreeMap<Candidate, Part> {
    let mut parts = BTreeMap::new();
    for (number, set) in step.pattern.sets.iter().enumerate() {
        for cell in &set.cells {
            for value in &set.values {
                parts.insert(candidate(*cell, *value), Part::Set(number as u8));
            }
        }
    }
    for node in step.pattern.chains.iter().flat_map(|chain| &chain.nodes) {
        let part = if node.on { Part::On } else { Part::Off };
        for cell in &node.cells {
            parts.insert(candidate(*cell, node.value), part);
        }
    }
    for mark in &step.pattern.marks {
        parts.insert(mark.candidate, mark.role.into());
    }
    for candidate in &step.eliminations {
        parts.insert(*candidate, Part::Eliminated);
    }
    for candidate in &step.placements {
        parts.insert(*candidate, Part::Placed);
    }
    parts
}

fn candidate(cell: u16, value: u8) -> Candidate {
    Candidate { cell, value }
}
