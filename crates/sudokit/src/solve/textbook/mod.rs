//! Stub.
use super::{Findings, Outcome, Report, Task};
use crate::puzzle::Puzzle;
/// Stub.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rules;
impl std::fmt::Display for Rules {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("stub")
    }
}
/// Stub.
pub fn preset(_name: &str) -> Option<Rules> {
    None
}
pub(crate) fn search(_rules: Rules, task: &Task<'_>, report: Report<'_>) -> Findings {
    super::general::search(task, report)
}
pub(crate) fn logic_only(puzzle: &Puzzle) -> Outcome {
    Outcome {
        count: 0,
        solution: None,
        end: super::End::Stuck,
        attempt: crate::puzzle::Grid::new(puzzle.shape().clone(), puzzle.values().to_vec()),
        statistics: Default::default(),
    }
}
