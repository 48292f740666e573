//! The list of techniques: name, family, difficulty, and default use.
//!
//! Techniques are tried in the order of the list. For the techniques that HoDoKu has, levels,
//! scores and order are those of HoDoKu 2.3.2, so that ratings can be compared. The others are
//! inserted by difficulty.

use std::fmt;
use std::str::FromStr;

/// A family of techniques, by the kind of argument.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "kebab-case"))]
#[non_exhaustive]
pub enum Family {
    /// A cell or a house with one possibility left.
    Singles,
    /// A value confined to the intersection of two houses.
    Intersections,
    /// As many values as cells.
    Subsets,
    /// A value in some houses confined to as many other houses.
    Fish,
    /// Two strong links of one value.
    SingleDigit,
    /// A few cells with few candidates, often around a pivot.
    Wings,
    /// Patterns that would give the puzzle a second solution.
    Uniqueness,
    /// Two colours for candidates that alternate between true and false.
    Colouring,
    /// Alternating inferences.
    Chains,
    /// One value more than cells.
    AlmostLockedSets,
    /// Rare patterns of whole bands and stacks.
    Exotic,
    /// Forcing chains, nets, templates and brute force.
    LastResort,
}

/// The difficulty of a puzzle or technique for a person.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "serde", serde(rename_all = "kebab-case"))]
#[non_exhaustive]
pub enum Level {
    /// Singles.
    Easy,
    /// Intersections and small subsets.
    Medium,
    /// Fish, wings and uniqueness.
    Hard,
    /// Chains and almost locked sets.
    Unfair,
    /// Forcing chains and nets.
    Extreme,
}

/// Where a technique is used by default.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Scope {
    /// In ratings, hints and explanations.
    Rating,
    /// In hints and explanations.
    Hints,
    /// Only if it is named.
    Asked,
}

macro_rules! techniques {
    ($($variant:ident, $slug:literal, $name:literal, $family:ident, $level:ident, $score:literal, $use:ident;)*) => {
        /// A solving technique.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #[non_exhaustive]
        pub enum Technique {
            $(#[doc = $name] $variant,)*
        }

        impl Technique {
            /// All techniques, in the order in which they are tried.
            pub const ALL: &[Technique] = &[$(Technique::$variant,)*];

            const FACTS: &[Facts] = &[$(Facts {
                slug: $slug,
                name: $name,
                family: Family::$family,
                level: Level::$level,
                score: $score,
                scope: Scope::$use,
            },)*];
        }
    };
}

struct Facts {
    slug: &'static str,
    name: &'static str,
    family: Family,
    level: Level,
    score: u32,
    scope: Scope,
}

techniques! {
    FullHouse, "full-house", "Full house", Singles, Easy, 4, Rating;
    NakedSingle, "naked-single", "Naked single", Singles, Easy, 4, Rating;
    HiddenSingle, "hidden-single", "Hidden single", Singles, Easy, 14, Rating;
    DirectPointing, "direct-pointing", "Direct pointing", Intersections, Easy, 20, Asked;
    DirectClaiming, "direct-claiming", "Direct claiming", Intersections, Easy, 22, Asked;
    DirectHiddenPair, "direct-hidden-pair", "Direct hidden pair", Subsets, Medium, 30, Asked;
    DirectHiddenTriplet, "direct-hidden-triplet", "Direct hidden triplet", Subsets, Medium, 38, Asked;
    LockedPair, "locked-pair", "Locked pair", Intersections, Medium, 40, Rating;
    LockedTriple, "locked-triple", "Locked triple", Intersections, Medium, 60, Rating;
    Pointing, "pointing", "Pointing", Intersections, Medium, 50, Rating;
    Claiming, "claiming", "Claiming", Intersections, Medium, 50, Rating;
    NakedPair, "naked-pair", "Naked pair", Subsets, Medium, 60, Rating;
    NakedTriple, "naked-triple", "Naked triple", Subsets, Medium, 80, Rating;
    HiddenPair, "hidden-pair", "Hidden pair", Subsets, Medium, 70, Rating;
    HiddenTriple, "hidden-triple", "Hidden triple", Subsets, Medium, 100, Rating;
    NakedQuad, "naked-quad", "Naked quad", Subsets, Hard, 120, Rating;
    HiddenQuad, "hidden-quad", "Hidden quad", Subsets, Hard, 150, Rating;
    XWing, "x-wing", "X-wing", Fish, Hard, 140, Rating;
    Swordfish, "swordfish", "Swordfish", Fish, Hard, 150, Rating;
    Jellyfish, "jellyfish", "Jellyfish", Fish, Hard, 160, Rating;
    Squirmbag, "squirmbag", "Squirmbag", Fish, Unfair, 470, Asked;
    Whale, "whale", "Whale", Fish, Unfair, 470, Asked;
    Leviathan, "leviathan", "Leviathan", Fish, Unfair, 470, Asked;
    RemotePair, "remote-pair", "Remote pair", Wings, Hard, 110, Rating;
    BugPlusOne, "bug-plus-one", "BUG + 1", Uniqueness, Hard, 100, Rating;
    BugType2, "bug-type-2", "BUG type 2", Uniqueness, Hard, 100, Hints;
    BugType3, "bug-type-3", "BUG type 3", Uniqueness, Hard, 110, Hints;
    BugType4, "bug-type-4", "BUG type 4", Uniqueness, Hard, 110, Hints;
    BugPlusN, "bug-plus-n", "BUG + n", Uniqueness, Hard, 120, Hints;
    Skyscraper, "skyscraper", "Skyscraper", SingleDigit, Hard, 130, Rating;
    TwoStringKite, "two-string-kite", "Two-string kite", SingleDigit, Hard, 150, Rating;
    TurbotFish, "turbot-fish", "Turbot fish", SingleDigit, Hard, 120, Rating;
    EmptyRectangle, "empty-rectangle", "Empty rectangle", SingleDigit, Hard, 120, Rating;
    WWing, "w-wing", "W-wing", Wings, Hard, 150, Rating;
    XyWing, "xy-wing", "XY-wing", Wings, Hard, 160, Rating;
    XyzWing, "xyz-wing", "XYZ-wing", Wings, Hard, 180, Rating;
    WxyzWing, "wxyz-wing", "WXYZ-wing", Wings, Hard, 200, Hints;
    LargeWing, "large-wing", "Large wing", Wings, Unfair, 240, Hints;
    UniqueRectangle1, "unique-rectangle-1", "Unique rectangle type 1", Uniqueness, Hard, 100, Rating;
    UniqueRectangle2, "unique-rectangle-2", "Unique rectangle type 2", Uniqueness, Hard, 100, Rating;
    UniqueRectangle3, "unique-rectangle-3", "Unique rectangle type 3", Uniqueness, Hard, 100, Rating;
    UniqueRectangle4, "unique-rectangle-4", "Unique rectangle type 4", Uniqueness, Hard, 100, Rating;
    UniqueRectangle5, "unique-rectangle-5", "Unique rectangle type 5", Uniqueness, Hard, 100, Rating;
    UniqueRectangle6, "unique-rectangle-6", "Unique rectangle type 6", Uniqueness, Hard, 100, Rating;
    HiddenRectangle, "hidden-rectangle", "Hidden rectangle", Uniqueness, Hard, 100, Rating;
    AvoidableRectangle1, "avoidable-rectangle-1", "Avoidable rectangle type 1", Uniqueness, Hard, 100, Rating;
    AvoidableRectangle2, "avoidable-rectangle-2", "Avoidable rectangle type 2", Uniqueness, Hard, 100, Rating;
    ExtendedRectangle, "extended-rectangle", "Extended rectangle", Uniqueness, Hard, 120, Hints;
    UniqueLoop, "unique-loop", "Unique loop", Uniqueness, Hard, 130, Hints;
    FinnedXWing, "finned-x-wing", "Finned X-wing", Fish, Hard, 130, Rating;
    SashimiXWing, "sashimi-x-wing", "Sashimi X-wing", Fish, Hard, 150, Rating;
    FinnedSwordfish, "finned-swordfish", "Finned swordfish", Fish, Unfair, 200, Rating;
    SashimiSwordfish, "sashimi-swordfish", "Sashimi swordfish", Fish, Unfair, 240, Rating;
    FinnedJellyfish, "finned-jellyfish", "Finned jellyfish", Fish, Unfair, 250, Rating;
    SashimiJellyfish, "sashimi-jellyfish", "Sashimi jellyfish", Fish, Unfair, 260, Rating;
    FinnedSquirmbag, "finned-squirmbag", "Finned squirmbag", Fish, Unfair, 470, Asked;
    SashimiSquirmbag, "sashimi-squirmbag", "Sashimi squirmbag", Fish, Unfair, 470, Asked;
    FinnedWhale, "finned-whale", "Finned whale", Fish, Unfair, 470, Asked;
    SashimiWhale, "sashimi-whale", "Sashimi whale", Fish, Unfair, 470, Asked;
    FinnedLeviathan, "finned-leviathan", "Finned leviathan", Fish, Unfair, 470, Asked;
    SashimiLeviathan, "sashimi-leviathan", "Sashimi leviathan", Fish, Unfair, 470, Asked;
    SueDeCoq, "sue-de-coq", "Sue de Coq", AlmostLockedSets, Unfair, 250, Rating;
    SimpleColouring, "simple-colouring", "Simple colouring", Colouring, Hard, 150, Rating;
    MultiColouring, "multi-colouring", "Multi-colouring", Colouring, Hard, 200, Rating;
    Medusa, "medusa", "3D Medusa", Colouring, Unfair, 250, Hints;
    XChain, "x-chain", "X-chain", Chains, Unfair, 260, Rating;
    XyChain, "xy-chain", "XY-chain", Chains, Unfair, 260, Rating;
    NiceLoop, "nice-loop", "Nice loop", Chains, Unfair, 280, Rating;
    GroupedNiceLoop, "grouped-nice-loop", "Grouped nice loop", Chains, Unfair, 300, Rating;
    Fireworks, "fireworks", "Fireworks", Exotic, Unfair, 300, Hints;
    AlsXz, "als-xz", "ALS-XZ", AlmostLockedSets, Unfair, 300, Rating;
    AlsXyWing, "als-xy-wing", "ALS-XY-wing", AlmostLockedSets, Unfair, 320, Rating;
    AlsChain, "als-chain", "ALS chain", AlmostLockedSets, Unfair, 340, Rating;
    DeathBlossom, "death-blossom", "Death blossom", AlmostLockedSets, Unfair, 360, Hints;
    AlignedPairExclusion, "aligned-pair-exclusion", "Aligned pair exclusion", AlmostLockedSets, Unfair, 360, Asked;
    AlignedTripletExclusion, "aligned-triplet-exclusion", "Aligned triplet exclusion", AlmostLockedSets, Unfair, 380, Asked;
    FrankenXWing, "franken-x-wing", "Franken X-wing", Fish, Unfair, 300, Rating;
    FrankenSwordfish, "franken-swordfish", "Franken swordfish", Fish, Unfair, 350, Rating;
    FrankenJellyfish, "franken-jellyfish", "Franken jellyfish", Fish, Unfair, 370, Asked;
    FrankenSquirmbag, "franken-squirmbag", "Franken squirmbag", Fish, Extreme, 470, Asked;
    FrankenWhale, "franken-whale", "Franken whale", Fish, Extreme, 470, Asked;
    FrankenLeviathan, "franken-leviathan", "Franken leviathan", Fish, Extreme, 470, Asked;
    FinnedFrankenXWing, "finned-franken-x-wing", "Finned franken X-wing", Fish, Unfair, 390, Rating;
    FinnedFrankenSwordfish, "finned-franken-swordfish", "Finned franken swordfish", Fish, Unfair, 410, Rating;
    FinnedFrankenJellyfish, "finned-franken-jellyfish", "Finned franken jellyfish", Fish, Unfair, 430, Asked;
    FinnedFrankenSquirmbag, "finned-franken-squirmbag", "Finned franken squirmbag", Fish, Extreme, 470, Asked;
    FinnedFrankenWhale, "finned-franken-whale", "Finned franken whale", Fish, Extreme, 470, Asked;
    FinnedFrankenLeviathan, "finned-franken-leviathan", "Finned franken leviathan", Fish, Extreme, 470, Asked;
    MutantXWing, "mutant-x-wing", "Mutant X-wing", Fish, Extreme, 450, Asked;
    MutantSwordfish, "mutant-swordfish", "Mutant swordfish", Fish, Extreme, 450, Asked;
    MutantJellyfish, "mutant-jellyfish", "Mutant jellyfish", Fish, Extreme, 450, Asked;
    MutantSquirmbag, "mutant-squirmbag", "Mutant squirmbag", Fish, Extreme, 470, Asked;
    MutantWhale, "mutant-whale", "Mutant whale", Fish, Extreme, 470, Asked;
    MutantLeviathan, "mutant-leviathan", "Mutant leviathan", Fish, Extreme, 470, Asked;
    FinnedMutantXWing, "finned-mutant-x-wing", "Finned mutant X-wing", Fish, Extreme, 470, Asked;
    FinnedMutantSwordfish, "finned-mutant-swordfish", "Finned mutant swordfish", Fish, Extreme, 470, Asked;
    FinnedMutantJellyfish, "finned-mutant-jellyfish", "Finned mutant jellyfish", Fish, Extreme, 470, Asked;
    FinnedMutantSquirmbag, "finned-mutant-squirmbag", "Finned mutant squirmbag", Fish, Extreme, 470, Asked;
    FinnedMutantWhale, "finned-mutant-whale", "Finned mutant whale", Fish, Extreme, 470, Asked;
    FinnedMutantLeviathan, "finned-mutant-leviathan", "Finned mutant leviathan", Fish, Extreme, 470, Asked;
    SkLoop, "sk-loop", "SK loop", Exotic, Extreme, 450, Hints;
    Tridagon, "tridagon", "Tridagon", Exotic, Extreme, 450, Hints;
    JuniorExocet, "junior-exocet", "Junior exocet", Exotic, Extreme, 460, Hints;
    SeniorExocet, "senior-exocet", "Senior exocet", Exotic, Extreme, 480, Asked;
    MultiSectorLockedSets, "multi-sector-locked-sets", "Multi-sector locked sets", Exotic, Extreme, 480, Hints;
    KrakenFish, "kraken-fish", "Kraken fish", Fish, Extreme, 500, Asked;
    Nishio, "nishio", "Nishio", LastResort, Extreme, 500, Hints;
    ForcingChain, "forcing-chain", "Forcing chain", LastResort, Extreme, 500, Rating;
    ForcingNet, "forcing-net", "Forcing net", LastResort, Extreme, 700, Rating;
    TemplateSet, "template-set", "Template set", LastResort, Extreme, 10000, Asked;
    TemplateDelete, "template-delete", "Template delete", LastResort, Extreme, 10000, Asked;
    BruteForce, "brute-force", "Brute force", LastResort, Extreme, 10000, Rating;
}

impl Technique {
    fn facts(self) -> &'static Facts {
        &Self::FACTS[self as usize]
    }

    /// Returns the display name: `Two-string kite`.
    pub fn name(self) -> &'static str {
        self.facts().name
    }

    /// Returns the identifier on the command line and in JSON: `two-string-kite`.
    pub fn slug(self) -> &'static str {
        self.facts().slug
    }

    /// Returns the family.
    pub fn family(self) -> Family {
        self.facts().family
    }

    /// Returns the level of one step.
    pub fn level(self) -> Level {
        self.facts().level
    }

    /// Returns what one step adds to the score of a puzzle.
    pub fn score(self) -> u32 {
        self.facts().score
    }

    /// Returns whether the technique assumes that the puzzle has a single solution.
    pub fn assumes_uniqueness(self) -> bool {
        self.family() == Family::Uniqueness
    }

    /// Returns whether the technique is used to determine level and score.
    pub fn is_rated(self) -> bool {
        self.facts().scope == Scope::Rating
    }

    /// Returns whether hints and explanations use the technique by default.
    pub fn is_usual(self) -> bool {
        self.facts().scope != Scope::Asked
    }
}

impl fmt::Display for Technique {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

#[cfg(feature = "serde")]
impl serde::Serialize for Technique {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.slug())
    }
}

#[cfg(feature = "serde")]
impl<'de> serde::Deserialize<'de> for Technique {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Technique, D::Error> {
        let slug = <String as serde::Deserialize>::deserialize(deserializer)?;
        slug.parse().map_err(serde::de::Error::custom)
    }
}

/// The error for an unknown name of a technique.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("unknown technique `{name}`; the nearest is `{nearest}`")]
pub struct UnknownTechnique {
    /// The unknown name.
    pub name: String,
    /// The technique with the most similar name.
    pub nearest: &'static str,
}

/// Other names that players use, and the titles of steps that are more precise than the name of
/// their technique.
const ALIASES: &[(&str, &str)] = &[
    ("ywing", "xy-wing"),
    ("vwxyzwing", "large-wing"),
    ("uvwxyzwing", "large-wing"),
    ("3dmedusa", "medusa"),
    ("bug", "bug-plus-one"),
    ("bug1", "bug-plus-one"),
    ("bugn", "bug-plus-n"),
    ("pointingpair", "pointing"),
    ("pointingtriple", "pointing"),
    ("claimingpair", "claiming"),
    ("claimingtriple", "claiming"),
    ("simplecoloring", "simple-colouring"),
    ("simplecolors", "simple-colouring"),
    ("multicoloring", "multi-colouring"),
    ("multicolors", "multi-colouring"),
    ("xloop", "x-chain"),
    ("xyloop", "xy-chain"),
    ("aic", "nice-loop"),
    ("continuousniceloop", "nice-loop"),
    ("discontinuousniceloop", "nice-loop"),
    ("groupedaic", "grouped-nice-loop"),
    ("exocet", "junior-exocet"),
    ("nakedquadruple", "naked-quad"),
    ("hiddenquadruple", "hidden-quad"),
    ("uniquerectangle", "unique-rectangle-1"),
];

/// Parses the name of a technique in any spelling: `x-wing`, `X-Wing`, `XWing`.
impl FromStr for Technique {
    type Err = UnknownTechnique;

    fn from_str(text: &str) -> Result<Technique, UnknownTechnique> {
        let bare_text = bare(text);
        let alias = ALIASES.iter().find(|(alias, _)| *alias == bare_text);
        let wanted = alias.map_or(bare_text, |(_, slug)| bare(slug));
        let all = Technique::ALL.iter();
        if let Some(found) = all.clone().find(|t| bare(t.slug()) == wanted) {
            return Ok(*found);
        }
        let distance = |technique: &&Technique| edits(&bare(technique.slug()), &wanted);
        let nearest = all.min_by_key(distance).unwrap_or(&Technique::FullHouse);
        Err(UnknownTechnique {
            name: text.to_string(),
            nearest: nearest.slug(),
        })
    }
}

impl Level {
    /// All levels, the easiest first.
    pub const ALL: [Level; 5] = [
        Level::Easy,
        Level::Medium,
        Level::Hard,
        Level::Unfair,
        Level::Extreme,
    ];

    /// Returns the name in JSON and on the command line.
    pub fn name(self) -> &'static str {
        match self {
            Level::Easy => "easy",
            Level::Medium => "medium",
            Level::Hard => "hard",
            Level::Unfair => "unfair",
            Level::Extreme => "extreme",
        }
    }
}

/// The error for an unknown level.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("`{0}` is not a level: use {all}", all = Level::ALL.map(Level::name).join(", "))]
pub struct UnknownLevel(String);

impl FromStr for Level {
    type Err = UnknownLevel;

    fn from_str(text: &str) -> Result<Level, UnknownLevel> {
        let mut all = Level::ALL.into_iter();
        all.find(|level| level.name().eq_ignore_ascii_case(text))
            .ok_or_else(|| UnknownLevel(text.to_string()))
    }
}

impl fmt::Display for Level {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Level::Easy => "Easy",
            Level::Medium => "Medium",
            Level::Hard => "Hard",
            Level::Unfair => "Unfair",
            Level::Extreme => "Extreme",
        })
    }
}

/// Keeps letters and digits, in lower case.
fn bare(text: &str) -> String {
    let letters = text.chars().filter(|c| c.is_alphanumeric());
    letters.flat_map(char::to_lowercase).collect()
}

/// The edit distance of two words.
fn edits(one: &str, other: &str) -> usize {
    let other: Vec<char> = other.chars().collect();
    let mut row: Vec<usize> = (0..=other.len()).collect();
    for (i, letter) in one.chars().enumerate() {
        let mut corner = std::mem::replace(&mut row[0], i + 1);
        for (j, wanted) in other.iter().enumerate() {
            let change = corner + usize::from(letter != *wanted);
            corner = row[j + 1];
            row[j + 1] = change.min(row[j] + 1).min(corner + 1);
        }
    }
    row[other.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_read_in_any_spelling() {
        for technique in Technique::ALL {
            assert_eq!(technique.slug().parse(), Ok(*technique));
            assert_eq!(format!("{technique:?}").parse(), Ok(*technique));
        }
        assert_eq!("X-Wing".parse(), Ok(Technique::XWing));
        for (alias, slug) in ALIASES {
            assert_eq!(alias.parse::<Technique>(), slug.parse(), "{alias}");
            assert!(Technique::ALL.iter().any(|t| t.slug() == *slug), "{slug}");
        }
    }

    #[test]
    fn an_unknown_name_gets_the_nearest_as_a_suggestion() {
        let error = "swordfsh".parse::<Technique>().unwrap_err();
        assert_eq!(error.nearest, "swordfish");
    }
}
