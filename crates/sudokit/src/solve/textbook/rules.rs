//! The four questions that a search must answer, the names of the answers, and the classic algorithms.

use std::fmt;
use std::str::FromStr;

/// Defines an axis of the search: the enum of its rules, the list of all rules, and their names.
macro_rules! axis {
    (
        $(#[$about:meta])*
        $name:ident, $what:literal {
            $($(#[$meaning:meta])* $rule:ident = $text:literal,)*
        }
    ) => {
        $(#[$about])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub enum $name {
            $($(#[$meaning])* $rule,)*
        }

        impl $name {
            /// All of them, the simplest first.
            pub const ALL: &[$name] = &[$($name::$rule,)*];

            const fn name(self) -> &'static str {
                match self {
                    $($name::$rule => $text,)*
                }
            }
        }

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.pad(self.name())
            }
        }

        impl FromStr for $name {
            type Err = UnknownRule;

            fn from_str(text: &str) -> Result<$name, UnknownRule> {
                let named = |rule: &&$name| rule.name() == text;
                $name::ALL.iter().find(named).copied().ok_or_else(|| UnknownRule {
                    text: text.to_string(),
                    what: $what,
                    known: vec![$($text,)*],
                })
            }
        }
    };
}

axis! {
    /// Which open cell is filled next.
    CellRule, "a rule for the cell" {
        /// The first open cell, row by row.
        ReadingOrder = "reading-order",
        /// A cell with the fewest possible values; of several, the first.
        LeastDomain = "least-domain",
        /// A cell with the fewest possible values; of several, the one with the most open peers,
        /// because it affects most others. A heap keeps the cells in that order.
        LeastDomainDegree = "least-domain-degree",
        /// A cell in the row or column that is nearest to being full.
        FullestLine = "fullest-line",
        /// A cell in the house of any kind that is nearest to being full.
        FullestHouse = "fullest-house",
    }
}

axis! {
    /// Which of the cell's values is tried first.
    ValueRule, "a rule for the value" {
        /// The smallest.
        Ascending = "ascending",
        /// The one that the fewest open peers could hold, because it restricts them least.
        LeastConstraining = "least-constraining",
    }
}

axis! {
    /// What follows from a value before the next cell is chosen.
    PropagateRule, "a rule for what to propagate" {
        /// Nothing: a value is compared with the peers when it is tried.
        Conflicts = "conflicts",
        /// The value leaves the domains of all peers; an empty domain is a dead end at once.
        ForwardChecking = "forward-checking",
        /// Each house keeps the set of values it lacks; a domain is the intersection of the sets
        /// of the cell's houses. An empty one is a dead end when the cell is chosen.
        HouseSets = "house-sets",
        /// Forward checking, and then single candidates, single possibilities, preemptive sets
        /// and pointers, until none of them finds anything more.
        Strategies = "strategies",
    }
}

axis! {
    /// Where the search goes when every value of a cell has failed.
    JumpRule, "a rule for jumping back" {
        /// To the previous choice.
        Chronological = "chronological",
        /// To the latest choice that had a part in the failure.
        ConflictDirected = "conflict-directed",
    }
}

axis! {
    /// One of the four questions.
    Axis, "a question" {
        /// Which cell is filled next.
        Cell = "cell",
        /// Which of its values is tried first.
        Value = "value",
        /// What follows from it.
        Propagate = "propagate",
        /// Where to go back to.
        Jump = "jump",
    }
}

/// One answer to each of the four questions: a complete search algorithm.
///
/// Rules are written as the name of a [preset](PRESETS), followed by the differences from it:
///
/// ```
/// use sudokit::solve::textbook::{Axis, CellRule, Rules};
///
/// let rules: Rules = "backtracking+cell=fullest-house".parse()?;
/// assert_eq!(rules.cell, CellRule::FullestHouse);
/// assert_eq!(rules.to_string(), "backtracking+cell=fullest-house");
///
/// let both = rules.vary(Axis::Jump);
/// assert_eq!(both[1].to_string(), "backtracking+cell=fullest-house+jump=conflict-directed");
/// # Ok::<(), sudokit::solve::textbook::UnknownRule>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Rules {
    /// Which cell is filled next.
    pub cell: CellRule,
    /// Which of its values is tried first.
    pub value: ValueRule,
    /// What follows from it.
    pub propagate: PropagateRule,
    /// Where to go back to.
    pub jump: JumpRule,
}

impl Rules {
    /// Returns every combination.
    pub fn all() -> impl Iterator<Item = Rules> {
        let plainest = PRESETS[0].rules;
        let cells = plainest.vary(Axis::Cell).into_iter();
        let values = cells.flat_map(|rules| rules.vary(Axis::Value));
        let propagations = values.flat_map(|rules| rules.vary(Axis::Propagate));
        propagations.flat_map(|rules| rules.vary(Axis::Jump))
    }

    /// Returns these rules with every answer to one of the questions, including their own.
    pub fn vary(self, axis: Axis) -> Vec<Rules> {
        match axis {
            Axis::Cell => each(CellRule::ALL, |cell| Rules { cell, ..self }),
            Axis::Value => each(ValueRule::ALL, |value| Rules { value, ..self }),
            Axis::Propagate => each(PropagateRule::ALL, |propagate| Rules { propagate, ..self }),
            Axis::Jump => each(JumpRule::ALL, |jump| Rules { jump, ..self }),
        }
    }

    /// Returns these rules with another answer to one question, written as `cell=fullest-house`.
    ///
    /// # Errors
    ///
    /// Returns an error if there is no such question or no such answer.
    pub fn with(self, change: &str) -> Result<Rules, UnknownRule> {
        let (axis, rule) = change.split_once('=').unwrap_or((change, ""));
        Ok(match axis.trim().parse()? {
            Axis::Cell => Rules {
                cell: rule.trim().parse()?,
                ..self
            },
            Axis::Value => Rules {
                value: rule.trim().parse()?,
                ..self
            },
            Axis::Propagate => Rules {
                propagate: rule.trim().parse()?,
                ..self
            },
            Axis::Jump => Rules {
                jump: rule.trim().parse()?,
                ..self
            },
        })
    }

    /// Returns the name of the rule on an axis.
    pub fn on(self, axis: Axis) -> &'static str {
        match axis {
            Axis::Cell => self.cell.name(),
            Axis::Value => self.value.name(),
            Axis::Propagate => self.propagate.name(),
            Axis::Jump => self.jump.name(),
        }
    }

    /// Returns the questions to which other rules give another answer.
    fn differences(self, other: Rules) -> impl Iterator<Item = Axis> {
        let axes = Axis::ALL.iter().copied();
        axes.filter(move |axis| self.on(*axis) != other.on(*axis))
    }
}

fn each<R: Copy>(all: &[R], rules: impl Fn(R) -> Rules) -> Vec<Rules> {
    all.iter().map(|rule| rules(*rule)).collect()
}

/// Writes the name of the nearest preset, and `+axis=rule` for each difference from it.
impl fmt::Display for Rules {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let distance = |rules: Rules| self.differences(rules).count();
        let nearest = PRESETS.iter().min_by_key(|preset| distance(preset.rules));
        let nearest = nearest.unwrap_or(&PRESETS[0]);
        let mut name = nearest.name.to_string();
        for axis in self.differences(nearest.rules) {
            name.push_str(&format!("+{axis}={}", self.on(axis)));
        }
        f.pad(&name)
    }
}

/// Parses what `Display` writes, with a preset's name or its letter; also `cell=…,value=…,propagate=…,jump=…`, where omitted rules are
/// those of `backtracking`.
impl FromStr for Rules {
    type Err = UnknownRule;

    fn from_str(text: &str) -> Result<Rules, UnknownRule> {
        let mut parts = text.split(['+', ',']).map(str::trim).peekable();
        let named = parts.next_if(|part| !part.contains('='));
        let base = match named {
            None => PRESETS[0].rules,
            Some(name) => match PRESETS.iter().find(|preset| preset.is_named(name)) {
                Some(preset) => preset.rules,
                None => {
                    return Err(UnknownRule {
                        text: name.to_string(),
                        what: "a preset",
                        known: PRESETS.iter().map(|preset| preset.name).collect(),
                    });
                }
            },
        };
        parts.try_fold(base, Rules::with)
    }
}

/// A classic algorithm.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Preset {
    /// Its name in commands and tables.
    pub name: &'static str,
    /// A short name: the letter of its version, for the three versions of one exercise.
    pub letter: Option<char>,
    /// What it does, in one line.
    pub summary: &'static str,
    /// The kind of program it comes from.
    pub source: &'static str,
    /// Its rules.
    pub rules: Rules,
}

impl Preset {
    /// Returns whether this is its name, or its letter in either case.
    fn is_named(&self, name: &str) -> bool {
        let letter = self.letter.map(String::from);
        self.name == name || letter.is_some_and(|letter| letter.eq_ignore_ascii_case(name))
    }
}

/// The classic algorithms, the simplest first.
pub const PRESETS: &[Preset] = &[
    Preset {
        name: "backtracking",
        letter: Some('A'),
        summary: "try 1, 2, 3… in one cell after the other; compare each with the peers",
        source: "an artificial intelligence exercise in three versions, the first",
        rules: Rules {
            cell: CellRule::ReadingOrder,
            value: ValueRule::Ascending,
            propagate: PropagateRule::Conflicts,
            jump: JumpRule::Chronological,
        },
    },
    Preset {
        name: "forward-checking",
        letter: Some('B'),
        summary: "the same, but turn back as soon as some peer has no value left",
        source: "an artificial intelligence exercise in three versions, the second",
        rules: Rules {
            cell: CellRule::ReadingOrder,
            value: ValueRule::Ascending,
            propagate: PropagateRule::ForwardChecking,
            jump: JumpRule::Chronological,
        },
    },
    Preset {
        name: "mrv-degree-lcv",
        letter: Some('C'),
        summary: "most restricted cell first (a heap), least constraining value first",
        source: "an artificial intelligence exercise in three versions, the third",
        rules: Rules {
            cell: CellRule::LeastDomainDegree,
            value: ValueRule::LeastConstraining,
            propagate: PropagateRule::ForwardChecking,
            jump: JumpRule::Chronological,
        },
    },
    Preset {
        name: "mrv-degree",
        letter: None,
        summary: "most restricted cell first, values in their order",
        source: "a report on one program for 9×9 and 16×16 (hexadoku) boards",
        rules: Rules {
            cell: CellRule::LeastDomainDegree,
            value: ValueRule::Ascending,
            propagate: PropagateRule::ForwardChecking,
            jump: JumpRule::Chronological,
        },
    },
    Preset {
        name: "least-domain",
        letter: None,
        summary: "rows, columns and boxes know what they lack; fill the cell with least choice",
        source: "a depth-first search that keeps one set of values for each house",
        rules: Rules {
            cell: CellRule::LeastDomain,
            value: ValueRule::Ascending,
            propagate: PropagateRule::HouseSets,
            jump: JumpRule::Chronological,
        },
    },
    Preset {
        name: "fullest-line",
        letter: None,
        summary: "fill a cell of the fullest row or column with the first value that fits",
        source: "a recursive solver that counts the entries of its rows and columns",
        rules: Rules {
            cell: CellRule::FullestLine,
            value: ValueRule::Ascending,
            propagate: PropagateRule::HouseSets,
            jump: JumpRule::Chronological,
        },
    },
    Preset {
        name: "strategies",
        letter: None,
        summary: "four strategies as far as they go, then a thread for each value of one cell",
        source: "a multi-threaded solver that reasons like a person before it guesses",
        rules: Rules {
            cell: CellRule::LeastDomain,
            value: ValueRule::Ascending,
            propagate: PropagateRule::Strategies,
            jump: JumpRule::Chronological,
        },
    },
];

/// Returns the rules with this name: a preset, or any other rules as [`Rules`] writes them.
///
/// ```
/// use sudokit::solve::textbook::preset;
///
/// assert!(preset("strategies").is_some());
/// assert!(preset("strategies+jump=conflict-directed").is_some());
/// assert!(preset("intuition").is_none());
/// ```
pub fn preset(name: &str) -> Option<Rules> {
    name.parse().ok()
}

/// The error for a name that no rule has.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("`{text}` is not {what}: say {}", .known.join(", "))]
pub struct UnknownRule {
    /// The unknown name.
    pub text: String,
    /// What it should have named.
    pub what: &'static str,
    /// The known names.
    pub known: Vec<&'static str>,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_combinations_differ_and_are_read_back() {
        let all: Vec<Rules> = Rules::all().collect();
        assert_eq!(all.len(), 5 * 2 * 4 * 2);
        let names: std::collections::HashSet<String> = all.iter().map(Rules::to_string).collect();
        assert_eq!(names.len(), all.len());
        for rules in all {
            assert_eq!(rules.to_string().parse(), Ok(rules));
            let spelled_out = Axis::ALL.iter().map(|a| format!("{a}={}", rules.on(*a)));
            let spelled_out = spelled_out.collect::<Vec<_>>().join(",");
            assert_eq!(spelled_out.parse(), Ok(rules));
        }
    }

    #[test]
    fn a_preset_is_its_name() {
        for preset in PRESETS {
            assert_eq!(preset.rules.to_string(), preset.name);
            assert_eq!(preset.name.parse(), Ok(preset.rules));
        }
    }

    #[test]
    fn the_three_versions_of_the_exercise_have_letters() {
        for (letter, name) in [
            ("A", "backtracking"),
            ("B", "forward-checking"),
            ("C", "mrv-degree-lcv"),
            (
                "c+jump=conflict-directed",
                "mrv-degree-lcv+jump=conflict-directed",
            ),
        ] {
            let rules: Rules = letter.parse().unwrap();
            assert_eq!(rules.to_string(), name);
        }
        assert!("D".parse::<Rules>().is_err());
    }

    #[test]
    fn varying_an_axis_changes_nothing_else() {
        let rules: Rules = "mrv-degree".parse().unwrap();
        let varied = rules.vary(Axis::Value);
        assert_eq!(varied.len(), 2);
        assert_eq!(varied[0], rules);
        assert_eq!(varied[1].to_string(), "mrv-degree-lcv");
    }

    #[test]
    fn unknown_names_list_the_known_ones() {
        let error = |text: &str| text.parse::<Rules>().unwrap_err().to_string();
        assert!(error("guessing").starts_with("`guessing` is not a preset: say backtracking, "));
        assert_eq!(
            error("backtracking+jump=high"),
            "`high` is not a rule for jumping back: say chronological, conflict-directed"
        );
        assert_eq!(
            error("backtracking+cello=fullest-house"),
            "`cello` is not a question: say cell, value, propagate, jump"
        );
        for text in ["", "+", "cell", "cell=", "=,=", "backtracking+"] {
            assert!(text.parse::<Rules>().is_err(), "{text}");
        }
    }
}
