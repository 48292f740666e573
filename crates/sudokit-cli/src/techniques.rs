//! `--techniques`: which techniques are used, and in which order.

use std::str::FromStr;

use sudokit::logic::{CellSet, Family, Logic, Technique};

use crate::prose;
use crate::report;

/// What was typed behind `--techniques`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Choice {
    /// Show them.
    List,
    /// Change what is used, one after the other.
    Edits(Vec<Edit>),
}

/// One change of the list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Edit {
    /// At the end of the list, which begins empty if this comes first.
    Append(Vec<Technique>),
    /// Each where its difficulty puts it.
    Insert(Vec<Technique>),
    Remove(Vec<Technique>),
}

impl Edit {
    fn apply(&self, list: &mut Vec<Technique>) {
        match self {
            Edit::Append(new) => {
                list.retain(|technique| !new.contains(technique));
                list.extend(new);
            }
            Edit::Insert(new) => {
                for technique in new
                    .iter()
                    .filter(|each| !list.contains(each))
                    .copied()
                    .collect::<Vec<_>>()
                {
                    let harder = list.iter().position(|other| *other > technique);
                    list.insert(harder.unwrap_or(list.len()), technique);
                }
            }
            Edit::Remove(old) => list.retain(|technique| !old.contains(technique)),
        }
    }
}

impl Choice {
    /// The techniques to use where these are the usual ones.
    pub fn of(choice: Option<&Choice>, usual: Logic) -> Logic {
        let Some(Choice::Edits(edits)) = choice else {
            return usual;
        };
        let mut list = match edits.first() {
            Some(Edit::Append(_)) => Vec::new(),
            _ => usual.techniques().to_vec(),
        };
        for edit in edits {
            edit.apply(&mut list);
        }
        Logic::with(list)
    }
}

/// Reads `list`, or names of techniques, families and sets with commas between them; `-` before
/// one switches it off, `+` on.
impl FromStr for Choice {
    type Err = String;

    fn from_str(text: &str) -> Result<Choice, String> {
        if text.trim() == "list" {
            return Ok(Choice::List);
        }
        let words = text
            .split(',')
            .map(str::trim)
            .filter(|word| !word.is_empty());
        let edits: Result<Vec<Edit>, String> = words.map(edit).collect();
        match edits? {
            edits if edits.is_empty() => Err("name a technique, or `list` to see them all".into()),
            edits => Ok(Choice::Edits(edits)),
        }
    }
}

fn edit(word: &str) -> Result<Edit, String> {
    if let Some(name) = word.strip_prefix('-') {
        return named(name).map(Edit::Remove);
    }
    match word.strip_prefix('+') {
        Some(name) => named(name).map(Edit::Insert),
        None => named(word).map(Edit::Append),
    }
}

/// The techniques of a set, of a family, or the one that has this name.
fn named(name: &str) -> Result<Vec<Technique>, String> {
    let all = || Technique::ALL.iter().copied();
    match name {
        "all" => return Ok(all().collect()),
        "usual" => return Ok(all().filter(|t| t.is_usual()).collect()),
        "rating" => return Ok(all().filter(|t| t.is_rated()).collect()),
        _ => {}
    }
    if let Some((family, _)) = FAMILIES.iter().find(|(_, word)| *word == name) {
        return Ok(all().filter(|t| t.family() == *family).collect());
    }
    match name.parse() {
        Ok(technique) => Ok(vec![technique]),
        Err(error) => Err(format!("{error} (`--techniques list` shows all)")),
    }
}

/// Families by the names that people type.
const FAMILIES: [(Family, &str); 12] = [
    (Family::Singles, "singles"),
    (Family::Intersections, "intersections"),
    (Family::Subsets, "subsets"),
    (Family::Fish, "fish"),
    (Family::SingleDigit, "single-digit"),
    (Family::Wings, "wings"),
    (Family::Uniqueness, "uniqueness"),
    (Family::Colouring, "colouring"),
    (Family::Chains, "chains"),
    (Family::AlmostLockedSets, "almost-locked-sets"),
    (Family::Exotic, "exotic"),
    (Family::LastResort, "last-resort"),
];

/// Every technique in a table, in the order in which they are tried.
pub fn table() -> String {
    let family = |family| FAMILIES.iter().find(|(each, _)| *each == family);
    let rows: Vec<Vec<String>> = Technique::ALL
        .iter()
        .map(|technique| {
            let used = match (technique.is_rated(), technique.is_usual()) {
                (true, _) => "hint, explain, rate",
                (_, true) => "hint, explain",
                _ => "when named",
            };
            vec![
                technique.slug().to_string(),
                family(technique.family()).map_or_else(String::new, |(_, word)| word.to_string()),
                technique.level().to_string(),
                used.to_string(),
                technique.score().to_string(),
            ]
        })
        .collect();
    let table = report::table(&["technique", "family", "level", "used", "score"], 4, &rows);
    format!("{table}\n{}.\n", prose::capitalized(&large_boards()))
}

/// What is not available on a board of so many cells, as the end of a sentence.
pub fn missing_on(cells: usize) -> String {
    match cells > CellSet::CAPACITY {
        true => format!(" ({})", large_boards()),
        false => String::new(),
    }
}

/// The techniques that large boards have.
fn large_boards() -> String {
    format!(
        "on boards of more than {} cells only singles, intersections, subsets, fish and brute \
         force are available",
        CellSet::CAPACITY
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    fn chosen(text: &str) -> Vec<Technique> {
        let choice: Choice = text.parse().unwrap();
        let usual = Logic::with([Technique::FullHouse, Technique::NakedPair, Technique::XWing]);
        Choice::of(Some(&choice), usual).techniques().to_vec()
    }

    #[test]
    fn a_list_is_used_as_it_stands() {
        use Technique::*;
        assert_eq!(chosen("x-wing, full-house"), [XWing, FullHouse]);
        assert_eq!(chosen("singles"), [FullHouse, NakedSingle, HiddenSingle]);
        assert_eq!(chosen("all"), Technique::ALL);
        assert_eq!(chosen("singles,-naked-single"), [FullHouse, HiddenSingle]);
    }

    #[test]
    fn changes_begin_with_the_usual_ones() {
        use Technique::*;
        assert_eq!(chosen("-naked-pair"), [FullHouse, XWing]);
        assert_eq!(
            chosen("+hidden-single,+x-wing,+jellyfish"),
            [FullHouse, HiddenSingle, NakedPair, XWing, Jellyfish]
        );
    }

    #[test]
    fn an_unknown_name_is_answered_with_the_nearest() {
        let error = "x-wnig".parse::<Choice>().unwrap_err();
        assert!(error.contains("`x-wing`"), "{error}");
        assert!(",".parse::<Choice>().is_err());
    }

    #[test]
    fn large_boards_say_what_they_lack() {
        assert_eq!(missing_on(81), "");
        assert!(missing_on(256).contains("more than 128 cells"));
        assert!(table().ends_with("fish and brute force are available.\n"));
    }

    #[test]
    fn every_family_has_a_name() {
        for technique in Technique::ALL {
            let has_name = FAMILIES.iter().any(|(each, _)| *each == technique.family());
            assert!(has_name, "{technique}");
        }
    }
}
