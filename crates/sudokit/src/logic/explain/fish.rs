//! Words for fish.

use super::{Explanation, Words};
use crate::logic::step::{HouseRole, Role, Step};
use crate::logic::technique::Technique;

pub(super) fn explain(words: &Words, step: &Step) -> Explanation {
    let size = step.houses(HouseRole::Base).count();
    if step.houses(HouseRole::Cover).count() > size {
        return siamese(words, step, size);
    }
    let value = step.pattern.values.first();
    let value = value.map(|value| words.value(*value)).unwrap_or_default();
    let houses = |role: HouseRole| words.houses(&step.houses(role).collect::<Vec<usize>>());
    let (bases, covers) = (houses(HouseRole::Base), houses(HouseRole::Cover));
    let (fins, endo_fins) = (
        Fins::new(words, step, Role::Fin),
        Fins::new(words, step, Role::EndoFin),
    );
    let mut reason = format!("all {value}s in {bases} are in {covers}");
    match (&fins, &endo_fins) {
        (None, None) => {}
        (Some(fins), None) => reason += &format!(" except the {}", fins.named("fin")),
        (None, Some(endo)) => reason += &format!(" except the {}", endo.named("endo-fin")),
        (Some(fins), Some(endo)) => {
            reason += &format!(
                " except the {} and the {}",
                fins.named("fin"),
                endo.named("endo-fin")
            );
        }
    }
    let is_kraken = step.technique == Technique::KrakenFish;
    if is_kraken {
        let lead = match step.pattern.chains.len() {
            1 => "leads",
            2 => "both lead",
            _ => "all lead",
        };
        reason += &format!(", which {lead} to the same conclusion");
    }
    Explanation {
        title: match is_kraken {
            true => format!("Kraken {}", kraken_name(step)),
            false => step.technique.name().to_string(),
        },
        reason,
        full: explained(words, step, &value, &bases, &covers, [fins, endo_fins]),
    }
}

/// Two fish with the same bases: one has the first covers, the other the last.
fn siamese(words: &Words, step: &Step, size: usize) -> Explanation {
    let value = step.pattern.values.first();
    let value = value.map(|value| words.value(*value)).unwrap_or_default();
    let bases = words.houses(&step.houses(HouseRole::Base).collect::<Vec<usize>>());
    let all: Vec<usize> = step.houses(HouseRole::Cover).collect();
    let fish = [&all[..size], &all[all.len() - size..]].map(|covers| {
        let is_in = |cell: u16| {
            let mut covers = covers.iter();
            covers.any(|cover| words.shape.houses()[*cover].cells().contains(&cell))
        };
        let fins = step.marked(Role::Fin).map(|fin| fin.cell);
        let fins: Vec<u16> = fins.filter(|fin| !is_in(*fin)).collect();
        let sees_fins = |cell: u16| {
            let peers = words.shape.peers(cell as usize);
            fins.iter().all(|fin| peers.contains(fin))
        };
        let prey = step.eliminations.iter().map(|candidate| candidate.cell);
        let prey = prey.filter(|cell| is_in(*cell) && sees_fins(*cell));
        let mut covers = covers.to_vec();
        covers.sort_unstable();
        let name = if fins.len() == 1 { "fin" } else { "fins" };
        (
            words.houses(&covers),
            format!(
                "{name} {}",
                words.cells(fins.iter().map(|fin| usize::from(*fin)))
            ),
            words.cells(prey.map(usize::from)),
        )
    });
    let [
        (first_covers, first_fins, first_prey),
        (second_covers, second_fins, second_prey),
    ] = fish;
    Explanation {
        title: format!("Siamese {}", uncapitalised(step.technique.name())),
        reason: format!(
            "all {value}s in {bases} are in {first_covers} except the {first_fins}, and in \
             {second_covers} except the {second_fins}"
        ),
        full: format!(
            "Each of {bases} must contain {value} once, which makes two fish. All {value}s there \
             are in {first_covers} except the {first_fins}: either {value} is in one of those \
             after all, or {first_covers} get all their {value}s from {bases}. Both exclude \
             {value} from {first_prey}. The same {value}s are in {second_covers} except the \
             {second_fins}, which in the same way excludes {value} from {second_prey}."
        ),
    }
}

/// `Finned X-wing` → `finned X-wing`.
fn uncapitalised(name: &str) -> String {
    let mut letters = name.chars();
    let first = letters.next().map(|first| first.to_ascii_lowercase());
    first.into_iter().chain(letters).collect()
}

fn explained(
    words: &Words,
    step: &Step,
    value: &str,
    bases: &str,
    covers: &str,
    [fins, endo_fins]: [Option<Fins>; 2],
) -> String {
    let count = match step.houses(HouseRole::Base).count() {
        2 => "two",
        3 => "three",
        4 => "four",
        5 => "five",
        6 => "six",
        _ => "seven",
    };
    let has_fins = fins.is_some() || endo_fins.is_some();
    // Said only if there are fins as well.
    let also = match fins.is_some() {
        true => " as well",
        false => "",
    };
    let mut full = format!("Each of {bases} must contain {value} once. ");
    if let Some(fins) = fins {
        full += &format!(
            "Set {} ({}) aside for the moment. ",
            fins.cells,
            fins.plural("a fin", "the fins")
        );
    }
    if let Some(endo) = endo_fins {
        full += &format!(
            "Set aside {}{also}: a {value} there would count for two of these houses at once ({}). \
             ",
            endo.cells,
            endo.plural("an endo-fin", "endo-fins")
        );
    }
    full += &format!(
        "{} is in {covers}. That is {count} houses for {count} {value}s, so each of {covers} gets \
         its {value} from {bases}, and no other cell of {covers} can be {value}",
        match has_fins {
            true => format!("Then every {value} in {bases}"),
            false => format!("Every {value} in {bases}"),
        }
    );
    let body = &step.pattern.cells;
    let is_cannibal = step.eliminations.iter().any(|c| body.contains(&c.cell));
    if is_cannibal {
        full += &format!(
            ", nor can a cell that would use up two of them at once ({})",
            words.cells(
                step.eliminations
                    .iter()
                    .filter(|c| body.contains(&c.cell))
                    .map(|c| c.cell as usize)
            )
        );
    }
    full += ".";
    if step.technique == Technique::KrakenFish {
        let prey = words.cells(step.eliminations.iter().map(|c| c.cell as usize));
        full += &format!(
            " That would eliminate {value} from {prey}. If {value} is in one of the cells set \
             aside after all, the same follows:\n{}\nOne of these cases must hold, and each \
             eliminates {value} from {prey}.",
            words.branches(&step.pattern.chains)
        );
    } else if has_fins {
        full += &format!(
            " If {value} is in one of the cells set aside after all, a cell that sees all of them \
             cannot be {value} either. What is impossible in both cases can be eliminated."
        );
    }
    full
}

/// The name of a kraken fish without its fins.
fn kraken_name(step: &Step) -> &'static str {
    match step.houses(HouseRole::Base).count() {
        2 => "X-wing",
        3 => "swordfish",
        _ => "jellyfish",
    }
}

/// Cells that are set aside.
struct Fins {
    cells: String,
    count: usize,
}

impl Fins {
    fn new(words: &Words, step: &Step, role: Role) -> Option<Fins> {
        let cells: Vec<usize> = step.marked(role).map(|c| c.cell as usize).collect();
        (!cells.is_empty()).then(|| Fins {
            count: cells.len(),
            cells: words.cells(cells),
        })
    }

    fn plural(&self, one: &'static str, more: &'static str) -> &'static str {
        match self.count {
            1 => one,
            _ => more,
        }
    }

    /// `fin r1c2`, `fins r1c23`.
    fn named(&self, name: &str) -> String {
        format!("{name}{} {}", self.plural("", "s"), self.cells)
    }
}
