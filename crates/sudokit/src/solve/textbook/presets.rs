//! Classic algorithms, each a choice of four rules.

use super::rules::{CellRule, JumpRule, PropagateRule, Rules, ValueRule};

/// An algorithm with a name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Preset {
    /// The name by which commands and tables know it.
    pub name: &'static str,
    /// What it does, in one line.
    pub summary: &'static str,
    /// What kind of program it was first written down for.
    pub source: &'static str,
    /// Its rules.
    pub rules: Rules,
}

/// The classic algorithms, from the plainest on.
pub const PRESETS: &[Preset] = &[
    Preset {
        name: "backtracking",
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

/// The rules with this name: a preset, or any other rules as [`Rules`] writes and reads them.
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
