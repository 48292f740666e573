//! What each way to write explanations has to say.

use super::{Plan, Solve};
use crate::case::{Case, Trouble};

/// A way to write explanations.
pub trait Document: Sync {
    /// What stands before everything.
    fn begin(&self, _plan: &Plan) -> String {
        String::new()
    }

    /// A puzzle and its steps.
    fn puzzle(&self, plan: &Plan, case: &Case<'_>, solve: &Solve) -> String;

    /// A puzzle without steps, because it cannot be read or breaks a rule. What is wrong is said
    /// on standard error in any case.
    fn trouble(&self, case: &Case<'_>, trouble: &Trouble) -> String;

    /// What stands between two puzzles.
    fn between(&self) -> &'static str {
        "\n"
    }

    /// What stands behind everything.
    fn end(&self) -> String {
        String::new()
    }
}
