//! `--techniques` and the other flags of logic: which techniques are used, in which order, and how
//! their steps are written.

use std::str::FromStr;

use clap::Args;
use sudokit::logic::{CellSet, Coordinates, Family, Logic, Technique};

use crate::args::files::named;
use crate::report::error::CliError;
use crate::{report, terminal};

/// The value of `--techniques`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TechniqueChoice {
    /// List all techniques.
    List,
    /// Edit the default list, in this order.
    Edits(Vec<TechniqueEdit>),
}

/// One edit of the list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TechniqueEdit {
    /// Appends; the list starts empty if this is the first edit.
    Append(Selection),
    /// Inserts each by its difficulty.
    Insert(Selection),
    Remove(Selection),
}

/// What a word of `--techniques` stands for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Selection {
    /// A technique by its own name, which asks for its optional variants too.
    One(Technique),
    /// A family or a set.
    Several(Vec<Technique>),
}

impl Selection {
    fn techniques(&self) -> &[Technique] {
        match self {
            Selection::One(technique) => std::slice::from_ref(technique),
            Selection::Several(techniques) => techniques,
        }
    }
}

impl TechniqueEdit {
    fn apply(&self, list: &mut Vec<Technique>) {
        match self {
            TechniqueEdit::Append(new) => {
                let new = new.techniques();
                list.retain(|technique| !new.contains(technique));
                list.extend(new);
            }
            TechniqueEdit::Insert(new) => {
                for technique in new
                    .techniques()
                    .iter()
                    .filter(|each| !list.contains(each))
                    .copied()
                    .collect::<Vec<_>>()
                {
                    let harder = list.iter().position(|other| *other > technique);
                    list.insert(harder.unwrap_or(list.len()), technique);
                }
            }
            TechniqueEdit::Remove(old) => {
                list.retain(|technique| !old.techniques().contains(technique));
            }
        }
    }

    /// The technique that the edit adds by its own name.
    fn added_by_name(&self) -> Option<Technique> {
        match self {
            TechniqueEdit::Append(Selection::One(technique))
            | TechniqueEdit::Insert(Selection::One(technique)) => Some(*technique),
            _ => None,
        }
    }
}

impl TechniqueChoice {
    /// Applies the edits to the default techniques.
    pub fn of(choice: Option<&TechniqueChoice>, usual: Logic) -> Logic {
        let Some(TechniqueChoice::Edits(edits)) = choice else {
            return usual;
        };
        let mut list = match edits.first() {
            Some(TechniqueEdit::Append(_)) => Vec::new(),
            _ => usual.techniques().to_vec(),
        };
        for edit in edits {
            edit.apply(&mut list);
        }
        let named = edits.iter().filter_map(TechniqueEdit::added_by_name);
        Logic::with(list).with_variants_of(named)
    }
}

/// Parses `list`, or names of techniques, families and sets separated by commas; `-` before a name
/// removes it, `+` adds it.
impl FromStr for TechniqueChoice {
    type Err = String;

    fn from_str(text: &str) -> Result<TechniqueChoice, String> {
        if text.trim() == "list" {
            return Ok(TechniqueChoice::List);
        }
        let words = text
            .split(',')
            .map(str::trim)
            .filter(|word| !word.is_empty());
        let edits: Result<Vec<TechniqueEdit>, String> = words.map(edit).collect();
        match edits? {
            edits if edits.is_empty() => {
                Err("expected a technique, or `list` to list them all".into())
            }
            edits => Ok(TechniqueChoice::Edits(edits)),
        }
    }
}

fn edit(word: &str) -> Result<TechniqueEdit, String> {
    if let Some(name) = word.strip_prefix('-') {
        return techniques_named(name).map(TechniqueEdit::Remove);
    }
    match word.strip_prefix('+') {
        Some(name) => techniques_named(name).map(TechniqueEdit::Insert),
        None => techniques_named(word).map(TechniqueEdit::Append),
    }
}

/// The techniques of a set or a family, or the one with this name.
fn techniques_named(name: &str) -> Result<Selection, String> {
    let all = || Technique::ALL.iter().copied();
    match name {
        "all" => return Ok(Selection::Several(all().collect())),
        "usual" => return Ok(Selection::Several(all().filter(|t| t.is_usual()).collect())),
        "rating" => return Ok(Selection::Several(all().filter(|t| t.is_rated()).collect())),
        _ => {}
    }
    if let Some((family, _)) = FAMILIES.iter().find(|(_, word)| *word == name) {
        let members = all().filter(|t| t.family() == *family);
        return Ok(Selection::Several(members.collect()));
    }
    match name.parse() {
        Ok(technique) => Ok(Selection::One(technique)),
        Err(error) => Err(format!("{error} (`--techniques list` lists all)")),
    }
}

/// The families and their names on the command line.
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

/// A table of all techniques, in the order in which they are tried.
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
    format!("{table}\n{}.\n", terminal::capitalized(&large_boards()))
}

/// What is not available on a board with this many cells, as the end of a sentence.
pub fn missing_on(cells: usize) -> String {
    match cells > CellSet::CAPACITY {
        true => format!(" ({})", large_boards()),
        false => String::new(),
    }
}

/// Which techniques work on large boards.
fn large_boards() -> String {
    format!(
        "on boards of more than {} cells only singles, intersections, subsets, fish and brute \
         force are available",
        CellSet::CAPACITY
    )
}

/// Which techniques to use.
#[derive(Args, Debug)]
pub struct LogicArgs {
    /// Techniques to use, in order; `list` or no value lists them all
    ///
    /// Names of techniques, families (singles, fish…) and sets (all, usual, rating), separated by
    /// commas. `-x-wing` removes a technique and `+squirmbag` adds one; if such an edit comes
    /// first, it edits the default list. A technique that is added by its own name is used with
    /// its optional variants.
    #[arg(
        long,
        value_name = "TECHNIQUES",
        num_args = 0..=1,
        default_missing_value = "list",
        allow_hyphen_values = true,
        help_heading = "Techniques"
    )]
    pub techniques: Option<TechniqueChoice>,

    /// Exclude techniques that assume a single solution
    #[arg(long, help_heading = "Techniques")]
    pub no_uniqueness: bool,
}

/// Which techniques a puzzle requires: the same flags wherever puzzles are made or selected.
///
/// The solving path is that of `rate`, which always takes the simplest technique that applies.
#[derive(Args, Debug)]
pub struct RequiredArgs {
    /// Only puzzles that require all of these techniques, separated by commas
    ///
    /// A puzzle requires the techniques of its solving path, which is that of `rate`: it always
    /// takes the simplest technique that applies. Harder ones may be required as well.
    #[arg(
        long,
        alias = "with-technique",
        value_name = "TECHNIQUES",
        value_delimiter = ',',
        help_heading = "Techniques"
    )]
    pub technique: Vec<Technique>,

    /// Only puzzles whose hardest technique is one of these, separated by commas
    #[arg(
        long,
        value_name = "TECHNIQUES",
        value_delimiter = ',',
        help_heading = "Techniques"
    )]
    pub hardest: Vec<Technique>,
}

/// How steps are written.
#[derive(Args, Debug)]
pub struct WordsArgs {
    /// Name cells in this style: rc (r4c5) or a1 (D5)
    #[arg(
        long,
        value_name = "STYLE",
        default_value = "rc",
        hide_default_value = true,
        hide_possible_values = true,
        value_parser = named::<Coordinates>(Coordinates::ALL.map(Coordinates::name)),
        help_heading = "Output"
    )]
    pub coordinates: Coordinates,

    /// Write only chains, in Eureka notation: (5)r1c2=r1c8-(5=3)r2c8
    #[arg(long, help_heading = "Output")]
    pub eureka: bool,

    /// Draw the position with its candidates
    #[arg(long, help_heading = "Output")]
    pub grid: bool,
}

impl LogicArgs {
    /// Whether `--techniques` asks for the list.
    pub fn asks_for_list(&self) -> bool {
        self.techniques == Some(TechniqueChoice::List)
    }

    /// The techniques to use, given the default ones.
    ///
    /// # Errors
    /// When no technique is left.
    pub fn logic(&self, usual: Logic) -> Result<Logic, CliError> {
        let chosen = TechniqueChoice::of(self.techniques.as_ref(), usual);
        if chosen.techniques().is_empty() {
            return Err(CliError::new(
                "no technique left to use",
                "`--techniques list` lists all techniques",
            ));
        }
        if !self.no_uniqueness {
            return Ok(chosen);
        }
        let certain = chosen.without_uniqueness();
        match certain.techniques().is_empty() {
            true => Err(CliError::new(
                "no technique left to use: all of them assume a single solution",
                "remove --no-uniqueness, or name other techniques",
            )),
            false => Ok(certain),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn chosen(text: &str) -> Vec<Technique> {
        let choice: TechniqueChoice = text.parse().unwrap();
        let usual = Logic::with([Technique::FullHouse, Technique::NakedPair, Technique::XWing]);
        TechniqueChoice::of(Some(&choice), usual)
            .techniques()
            .to_vec()
    }

    #[test]
    fn a_list_is_used_unchanged() {
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
    fn only_a_technique_by_its_own_name_is_used_with_its_variants() {
        use Technique::*;
        let logic = |text: &str| {
            let choice: TechniqueChoice = text.parse().unwrap();
            TechniqueChoice::of(Some(&choice), Logic::with([EmptyRectangle]))
        };
        let extended = Logic::with([EmptyRectangle]).with_variants_of([EmptyRectangle]);
        assert_eq!(logic("empty-rectangle"), extended);
        assert_eq!(logic("+empty-rectangle"), extended);
        assert_eq!(logic("+x-wing,-x-wing").techniques(), [EmptyRectangle]);
        assert_ne!(logic("+x-wing,-x-wing"), extended);
        assert_eq!(logic("single-digit"), Logic::with(chosen("single-digit")));
    }

    #[test]
    fn an_unknown_name_gets_the_nearest_as_a_suggestion() {
        let error = "x-wnig".parse::<TechniqueChoice>().unwrap_err();
        assert!(error.contains("`x-wing`"), "{error}");
        assert!(",".parse::<TechniqueChoice>().is_err());
    }

    #[test]
    fn large_boards_report_missing_techniques() {
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
